/* What the page remembers, in the browser's storage where that is allowed: choices and settings between visits, and in one
 * tab for a reload where one was. */

const PREFIX = 'causeway.';

export function remember(name: string, value: unknown): void {
    write(() => localStorage, name, value);
}

export function recall<T>(name: string, otherwise: T): T {
    return read(() => localStorage, name, otherwise);
}

export function rememberHere(name: string, value: unknown): void {
    write(() => sessionStorage, name, value);
}

export function recallHere<T>(name: string, otherwise: T): T {
    return read(() => sessionStorage, name, otherwise);
}

function write(storage: () => Storage, name: string, value: unknown): void {
    try {
        storage().setItem(PREFIX + name, JSON.stringify(value));
    } catch {
        /* a private window forgets */
    }
}

function read<T>(storage: () => Storage, name: string, otherwise: T): T {
    try {
        const text = storage().getItem(PREFIX + name);
        return text === null ? otherwise : (JSON.parse(text) as T);
    } catch {
        return otherwise;
    }
}

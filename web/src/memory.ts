/* What the page remembers between visits: choices and settings, in the browser's storage where that is allowed. */

const PREFIX = 'causeway.';

export function remember(name: string, value: unknown): void {
    try {
        localStorage.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
        /* a private window forgets */
    }
}

export function recall<T>(name: string, otherwise: T): T {
    try {
        const text = localStorage.getItem(PREFIX + name);
        return text === null ? otherwise : (JSON.parse(text) as T);
    } catch {
        return otherwise;
    }
}

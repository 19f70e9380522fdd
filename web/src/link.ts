/* A game as a link: the record itself, made small, behind the # of the address. No server sees or stores it. */

export interface Linked {
    record: string; // as the house writes it
    ply: number | null; // the position to show; null: the last
}

export async function linkTo(record: object, ply: number | null): Promise<string> {
    const packed = await pipe(new TextEncoder().encode(JSON.stringify(record)), new CompressionStream('deflate-raw'));
    const text = btoa(String.fromCharCode(...packed)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
    return `${location.origin}${location.pathname}#game=${text}${ply === null ? '' : `&ply=${ply}`}`;
}

/* The game behind an address; null where there is none, an error where it is damaged. */
export async function linked(hash: string): Promise<Linked | null> {
    const found = /^#game=([\w-]+)(?:&ply=(\d+))?$/.exec(hash);
    if (!found?.[1]) return null;
    const bytes = Uint8Array.from(atob(found[1].replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
    const record = new TextDecoder().decode(await pipe(bytes, new DecompressionStream('deflate-raw')));
    return { record, ply: found[2] === undefined ? null : Number(found[2]) };
}

async function pipe(bytes: Uint8Array, through: CompressionStream | DecompressionStream): Promise<Uint8Array> {
    const stream = new Blob([bytes]).stream().pipeThrough(through);
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

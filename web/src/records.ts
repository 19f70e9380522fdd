/* The game as texts to take away: the house's own record, and the formats that other programs read. */
import { h } from './dom';

export function recordsOf(saved: { record: object; texts: Record<string, string> }): Node[] {
    const texts = { ...saved.texts, causeway: `${JSON.stringify(saved.record)}\n` };
    return [
        h('p', { class: 'lead' }, 'The game is kept by itself; these are copies for other programs, or to open again by pasting at the start.'),
        ...Object.entries(texts).map(([format, text]) => record(format, text)),
    ];
}

function record(format: string, text: string): HTMLElement {
    const name = format === 'causeway' ? 'Causeway' : format.toUpperCase();
    const area = h('textarea', { rows: 5, readonly: true, 'aria-label': `the game as ${name}` });
    area.value = text;
    const copy = h(
        'button',
        {
            type: 'button',
            click: () => {
                area.select();
                void navigator.clipboard?.writeText(text).then(() => (copy.textContent = 'Copied'));
            },
        },
        'Copy',
    );
    const ending = format === 'causeway' ? 'json' : format;
    const file = h('button', { type: 'button', click: () => download(`game.${ending}`, text) }, 'Save as a file');
    return h('section', { class: 'record' }, h('h3', {}, name), area, h('div', { class: 'row' }, copy, file));
}

function download(name: string, text: string): void {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    h('a', { href: address, download: name }).click();
    window.setTimeout(() => URL.revokeObjectURL(address), 1000);
}

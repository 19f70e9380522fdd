/* Games that were played before, to open again, and records pasted or dropped in. */
import { h, replace } from './dom';
import type { Engine } from './engine';
import type { KeptGame, Table } from './protocol';
import { titled } from './words';

export interface KeptHost {
    open(table: Table): void;
    openText(text: string): Promise<void>;
}

export class Kept {
    readonly element = h('section', { class: 'kept', 'aria-label': 'earlier games' });
    private list = h('ul', {});
    private trouble = h('p', { class: 'trouble', role: 'alert' });
    private more = h('button', { type: 'button', hidden: true, click: () => void this.load() }, 'Show more');
    private last: number | undefined;

    constructor(private engine: Engine, private host: KeptHost) {
        const text = h('textarea', {
            rows: 3,
            name: 'record',
            placeholder: 'Paste a record: SGF, PGN, UHP or the house’s own',
            'aria-label': 'a record to open',
        });
        const read = h(
            'button',
            { type: 'button', click: () => void this.attempt(() => this.host.openText(text.value)) },
            'Open the record',
        );
        const file = h('input', {
            type: 'file',
            class: 'unseen',
            tabindex: -1,
            'aria-label': 'a file with a record',
            change: () => void this.attempt(async () => this.host.openText((await file.files?.[0]?.text()) ?? '')),
        });
        const choose = h('button', { type: 'button', click: () => file.click() }, 'Choose a file');
        replace(
            this.element,
            h('h2', {}, 'Earlier games'),
            this.list,
            this.more,
            h('details', {}, h('summary', {}, 'Open a record'), text, h('div', { class: 'row' }, read, choose, file), h('p', { class: 'hint' }, 'Or drop a file anywhere on this page.')),
            this.trouble,
        );
        void this.load();
    }

    private async load(): Promise<void> {
        try {
            const { games, more } = await this.engine.games(this.last);
            for (const game of games) this.list.append(this.row(game));
            this.last = games.at(-1)?.kept;
            this.more.hidden = !more;
            if (!this.list.firstChild) this.list.append(h('li', { class: 'empty' }, 'Games you play are kept here.'));
        } catch {
            this.more.hidden = true;
        }
    }

    private row(game: KeptGame): HTMLElement {
        const row = h(
            'li',
            {},
            h(
                'button',
                { type: 'button', class: 'open', click: () => void this.attempt(async () => this.host.open((await this.engine.open(game.kept)).table)) },
                h('strong', {}, game.title),
                h('span', {}, ` ${game.seats.map(seatText).join(' v ')}, ${game.plies} moves`),
                h('small', {}, game.sentence ? titled(game.sentence) : 'not finished'),
            ),
            h(
                'button',
                {
                    type: 'button',
                    class: 'forget',
                    title: 'Forget this game',
                    'aria-label': `Forget game ${game.kept}`,
                    click: () => void this.engine.forget(game.kept).then(() => row.remove(), () => undefined),
                },
                '×',
            ),
        );
        return row;
    }

    private async attempt(act: () => Promise<void>): Promise<void> {
        try {
            await act();
        } catch (reason) {
            this.trouble.textContent = titled(reason instanceof Error ? reason.message : String(reason));
        }
    }
}

function seatText(player: string): string {
    return player === 'human' ? 'person' : player.replace(':', ' ');
}

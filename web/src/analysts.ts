/* Who analyses: any player of the game, and a second one to compare with. */
import { h, replace } from './dom';
import type { Engine } from './engine';
import { recall, remember } from './memory';
import { titled } from './words';

export interface Chosen {
    player?: string;
    rival?: string;
}

export class Analysts {
    readonly element = h('details', { class: 'analysts' });
    private game = '';
    private chosen: Chosen = {};
    private title = h('summary', {});
    private names = h('datalist', { id: 'analyst-names' });
    private trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
    private first: HTMLInputElement;
    private second: HTMLInputElement;

    constructor(private engine: Engine, private changed: () => void) {
        this.first = this.field('player', 'the standard one');
        this.second = this.field('rival', 'nobody');
        replace(
            this.element,
            this.title,
            h('label', {}, h('span', {}, 'Analyst'), this.first),
            h('label', {}, h('span', {}, 'Compare with'), this.second),
            this.names,
            this.trouble,
        );
    }

    get current(): Chosen {
        return this.chosen;
    }

    /* Another game has other players. */
    follow(name: string, spec: string): void {
        if (name === this.game) return;
        this.game = name;
        this.chosen = recall<Chosen>(`analysts.${name}`, {});
        this.first.value = this.chosen.player ?? '';
        this.second.value = this.chosen.rival ?? '';
        this.draw();
        void this.engine.players(spec).then(
            ({ presets, kinds }) =>
                replace(
                    this.names,
                    ...presets.map((preset) => h('option', { value: preset.name }, preset.help)),
                    ...[2, 4, 6, 8, 10].map((level) => h('option', { value: `level:${level}` })),
                    ...kinds.map((kind) => h('option', { value: kind.name }, kind.summary)),
                ),
            () => undefined,
        );
    }

    /* What the engine says against a choice, near where it was made. */
    complain(text: string): void {
        this.trouble.hidden = text === '';
        this.trouble.textContent = titled(text);
        if (text !== '') this.element.open = true;
    }

    private field(name: keyof Chosen, placeholder: string): HTMLInputElement {
        const input = h('input', { type: 'text', list: 'analyst-names', placeholder, spellcheck: 'false', autocomplete: 'off' });
        input.addEventListener('change', () => {
            const value = input.value.trim();
            if (value === '') delete this.chosen[name];
            else this.chosen[name] = value;
            remember(`analysts.${this.game}`, this.chosen);
            this.complain('');
            this.draw();
            this.changed();
        });
        return input;
    }

    private draw(): void {
        const { player, rival } = this.chosen;
        this.title.textContent = `Analyst: ${player ?? 'standard'}${rival ? ` against ${rival}` : ''}`;
    }
}

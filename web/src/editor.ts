/* An experiment of one's own, written as a file; what is wrong is shown at its line while one writes. */
import { h, replace } from './dom';
import type { Engine } from './engine';
import type { Proofread } from './protocol';
import { titled } from './words';

const WAIT_MS = 350;

const EXAMPLE = `title: Does more thought win?
about: The same search with more and more simulations against a fixed one.
game: "hex:size=5"
players: ["mcts:sims={sims}", "mcts:sims=50"]
sweep:
  sims: [25, 50, 100, 200]
games: 40
plot: {x: sims, y: wins}
`;

export interface EditorHost {
    saved(name: string): void;
    cancelled(): void;
}

export class Editor {
    readonly element: HTMLElement;
    private name: HTMLInputElement;
    private text: HTMLTextAreaElement;
    private numbers = h('div', { class: 'line-numbers', 'aria-hidden': 'true' });
    private word = h('p', { class: 'proof', role: 'status', id: 'proof' });
    private save: HTMLButtonElement;
    private timer = 0;
    private asked = 0;
    private trouble = 0; // the line that is wrong; 0: none

    constructor(private engine: Engine, name: string, text: string, private host: EditorHost) {
        this.name = h('input', { type: 'text', name: 'experiment-name', value: name || 'my-experiment', maxlength: 40, 'aria-label': 'name of the experiment' });
        this.text = h('textarea', {
            name: 'experiment-text',
            rows: 22,
            spellcheck: 'false',
            autocomplete: 'off',
            wrap: 'off',
            'aria-label': 'the experiment',
            'aria-describedby': 'proof',
            input: () => this.changed(),
            scroll: () => (this.numbers.scrollTop = this.text.scrollTop),
        });
        this.text.value = text || EXAMPLE;
        this.save = h('button', { type: 'button', class: 'main', disabled: true, click: () => void this.keep() }, 'Save');
        this.element = h(
            'div',
            { class: 'editor' },
            h('div', { class: 'row' }, h('label', {}, 'Name ', this.name), this.save, h('button', { type: 'button', click: () => this.host.cancelled() }, 'Cancel')),
            this.word,
            h('div', { class: 'paper' }, this.numbers, this.text),
            h('p', { class: 'note' }, 'The format is that of the files in experiments/; players stay within the bounds of the page and may not be other programs.'),
        );
        this.drawNumbers();
        void this.prove();
    }

    private changed(): void {
        this.drawNumbers();
        window.clearTimeout(this.timer);
        this.timer = window.setTimeout(() => void this.prove(), WAIT_MS);
    }

    private drawNumbers(): void {
        const lines = this.text.value.split('\n').length;
        replace(
            this.numbers,
            ...Array.from({ length: lines }, (_, index) => h('span', { class: index + 1 === this.trouble ? 'wrong' : null }, String(index + 1))),
        );
        this.numbers.scrollTop = this.text.scrollTop;
    }

    private async prove(): Promise<void> {
        const asked = ++this.asked;
        try {
            const proof = await this.engine.proofread(this.text.value);
            if (asked === this.asked) this.tell(proof);
        } catch (reason) {
            if (asked === this.asked) this.complain(reason instanceof Error ? reason.message : String(reason));
        }
    }

    private tell(proof: Proofread): void {
        this.trouble = proof.right ? 0 : (proof.line ?? 0);
        this.save.disabled = !proof.right;
        this.word.className = `proof ${proof.right ? 'right' : 'wrong'}`;
        this.word.textContent = proof.right
            ? `✓ ${proof.points} point${proof.points === 1 ? '' : 's'}, ${proof.games?.toLocaleString('en')} games in all.`
            : `✗ ${proof.line ? `Line ${proof.line}: ` : ''}${titled(proof.trouble ?? '')}`;
        this.drawNumbers();
    }

    private complain(text: string): void {
        this.word.className = 'proof wrong';
        this.word.textContent = `✗ ${titled(text)}`;
    }

    private async keep(): Promise<void> {
        try {
            await this.engine.write(this.name.value.trim(), this.text.value);
            this.host.saved(this.name.value.trim());
        } catch (reason) {
            this.complain(reason instanceof Error ? reason.message : String(reason));
        }
    }
}

/* What is said of the position that is studied, and how to end a variation. */
import { h, replace } from './dom';
import type { Engine } from './engine';
import type { Table } from './protocol';
import { titled } from './words';

export class Notes {
    readonly element = h('div', { class: 'notes' });
    private area = h('textarea', { rows: 1, placeholder: 'Say something of this position', 'aria-label': 'comment on this position' });
    private remove: HTMLButtonElement;
    private trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
    private ply = 0;
    private variation = 0;
    private table: Table | null = null;

    constructor(
        private engine: Engine,
        private show: (ply: number, variation?: number) => void,
        private changed: (table: Table) => void,
        setUp: (() => void) | null,
    ) {
        this.area.addEventListener('change', () => void this.say());
        this.remove = h('button', { type: 'button', click: () => void this.prune() }, 'Delete the variation from here');
        const change = setUp && h('button', { type: 'button', title: 'Change the position by hand', click: setUp }, 'Set up from here');
        replace(this.element, this.area, h('div', { class: 'row' }, this.remove, change), this.trouble);
    }

    follow(table: Table, ply: number, variation: number): void {
        const moved = ply !== this.ply || variation !== this.variation || table.kept !== this.table?.kept;
        this.table = table;
        this.ply = ply;
        this.variation = variation;
        this.remove.hidden = variation === 0;
        if (moved || document.activeElement !== this.area) this.area.value = commentAt(table, ply, variation);
    }

    private async say(): Promise<void> {
        await this.attempt(this.engine.comment(this.area.value.trim(), this.ply, this.variation));
    }

    private async prune(): Promise<void> {
        const note = this.table?.variations?.find((one) => one.variation === this.variation);
        if (!note) return;
        await this.attempt(this.engine.prune(note.variation));
        this.show(note.ply - 1, note.after);
    }

    private async attempt(work: Promise<{ table: Table }>): Promise<void> {
        try {
            this.changed((await work).table);
            this.trouble.hidden = true;
        } catch (reason) {
            this.trouble.hidden = false;
            this.trouble.textContent = titled(reason instanceof Error ? reason.message : String(reason));
        }
    }
}

export function commentAt(table: Table, ply: number, variation: number): string {
    const found = table.comments?.find((one) => (one.variation ?? 0) === variation && (variation !== 0 || one.ply === ply));
    return found?.text ?? '';
}

/* Saying a move by touching: from all legal moves with their picks, step by step, to one. */
import type { Legal, Pick } from './protocol';

export function same(one: Pick, other: Pick): boolean {
    if (one.kind === 'cell') return other.kind === 'cell' && one.q === other.q && one.r === other.r;
    if (one.kind === 'button') return other.kind === 'button' && one.text === other.text;
    return one.kind === other.kind && one.index === (other as { index: number }).index;
}

export class Picker {
    private chosen: Pick[] = [];

    constructor(private legal: Legal[]) {}

    get picks(): readonly Pick[] {
        return this.chosen;
    }

    /* The moves that begin as chosen. */
    get left(): Legal[] {
        return this.legal.filter((one) =>
            this.chosen.every((pick, index) => {
                const other = one.picks[index];
                return other !== undefined && same(pick, other);
            }),
        );
    }

    /* What can be touched next, each once. */
    get options(): Pick[] {
        const options: Pick[] = [];
        for (const { picks } of this.left) {
            const next = picks[this.chosen.length];
            if (next && !options.some((option) => same(option, next))) options.push(next);
        }
        return options;
    }

    offers(pick: Pick): boolean {
        return this.options.some((option) => same(option, pick));
    }

    /* Takes a pick that is offered; the move, when that says it all. */
    choose(pick: Pick): string | null {
        this.chosen.push(pick);
        const left = this.left;
        const done = left.find((one) => one.picks.length === this.chosen.length);
        return done && left.length === 1 ? done.move : null;
    }

    back(): void {
        this.chosen.pop();
    }

    reset(): void {
        this.chosen = [];
    }

    /* The moves that a further pick would leave. */
    after(pick: Pick): Legal[] {
        return this.left.filter((one) => {
            const next = one.picks[this.chosen.length];
            return next !== undefined && same(next, pick);
        });
    }
}

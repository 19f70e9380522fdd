/* A living board: the middle of a real game, played on quietly, drawn by the engine. */
import { Board } from './board';
import { wantsStill } from './dom';
import type { Engine } from './engine';
import { examples } from './examples';
import { lookOf } from './looks';

const STEP_MS = 1900;

export class Living {
    readonly board: Board;
    private ply: number;
    private timer = 0;
    private first = true;

    constructor(private engine: Engine, private game: string, title: string, private delay: number) {
        this.board = new Board(`${title}: a game between two engines`, false);
        this.board.view.scaleMax = 1.5;
        this.ply = examples[game]?.from ?? 0;
        void this.show();
    }

    stop(): void {
        window.clearTimeout(this.timer);
        this.timer = -1;
    }

    private async show(): Promise<void> {
        const example = examples[this.game];
        if (!example || this.timer === -1) return;
        if (!document.hidden || this.first) {
            try {
                const { scene } = await this.engine.draw(example.game, example.moves.slice(0, this.ply).join(';'));
                this.board.show(scene, lookOf(this.game), !this.first);
            } catch {
                /* the next step tries again */
            }
            this.step(example);
        }
        if (wantsStill() || (this.timer as number) === -1) return;
        this.timer = window.setTimeout(() => void this.show(), STEP_MS + (this.first ? this.delay : 0));
        this.first = false;
    }

    /* Draws of tiles are not shown on their own. */
    private step(example: { moves: string[]; from: number; to: number }): void {
        do this.ply++;
        while (this.ply < example.to && example.moves[this.ply - 1]?.startsWith('+'));
        if (this.ply > example.to) this.ply = example.from;
    }
}

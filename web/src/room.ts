/* The room that a stage gives to its board: a wide board lies across a tall one. What counts is the stage and not the
 * screen, because what stands beside it takes a part. */
import type { Look } from './looks';

export class Room {
    private window = matchMedia('(max-aspect-ratio: 4/5)'); // before anything is laid out
    private watcher = new ResizeObserver(() => this.changed());

    constructor(private stage: HTMLElement, private changed: () => void) {
        this.watcher.observe(stage);
    }

    /* By how much a board is turned here. */
    quarter(look: Look): number {
        const { clientWidth, clientHeight } = this.stage;
        const isTall = clientWidth > 0 ? clientHeight > clientWidth : this.window.matches;
        return look.turnsWhenTall && isTall ? 90 : 0;
    }

    leave(): void {
        this.watcher.disconnect();
    }
}

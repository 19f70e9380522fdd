/* Lets pieces travel from where they were to where they are: known by their numbers, or, where a scene gives none,
 * by being the only one of a colour that went and the only one that came. */
import type { Point } from './geometry';
import type { Cell } from './protocol';

const TRAVEL_MS = 180;
const COME_MS = 140;
const GO_MS = 160;
const CHANGES_MAX = 14; // more is another position, not a move

interface Standing {
    number: number | undefined;
    point: Point;
    fill: string;
    piece: SVGGElement;
}

export class Motion {
    private before = new Map<string, Standing>();
    private now = new Map<string, Standing>();
    private running = 0;

    constructor(private board: SVGSVGElement) {}

    forget(): void {
        this.now.clear();
    }

    begin(): void {
        this.before = this.now;
        this.now = new Map();
    }

    place(number: number | undefined, cell: Cell, point: Point, piece: SVGGElement): void {
        const name = number === undefined ? `${cell.q},${cell.r},${cell.level ?? 0}` : `#${number}`;
        this.now.set(`${name} ${cell.fill}`, { number, point, fill: cell.fill ?? '', piece });
    }

    /* `origin` tells where a piece that was not on the board comes from, if that is known. */
    play(moving: boolean, origin: (number: number) => Point | null): void {
        const { before, now } = this;
        if (!moving || before.size === 0) return;
        const came = [...now].filter(([name]) => !before.has(name)).map(([, standing]) => standing);
        const gone = [...before].filter(([name]) => !now.has(name)).map(([, standing]) => standing);
        if (came.length + gone.length > CHANGES_MAX) return;
        const travellers = [...now]
            .map(([name, to]) => ({ from: before.get(name), to }))
            .filter((pair): pair is { from: Standing; to: Standing } => pair.from !== undefined);
        for (const { from, to } of travellers) this.travel(from, to);
        for (const to of came) {
            const alike = gone.filter((from) => from.fill === to.fill);
            const only = alike.length === 1 && came.filter((one) => one.fill === to.fill).length === 1;
            const from = only ? alike[0] : undefined;
            if (from) {
                gone.splice(gone.indexOf(from), 1);
                this.travel(from, to);
            } else {
                this.come(to, to.number === undefined ? null : origin(to.number));
            }
        }
        for (const from of gone) this.vanish(from);
    }

    private come(to: Standing, point: Point | null): void {
        if (point) this.travel({ ...to, point }, to);
        else this.run(to.piece, [{ transform: 'scale(0.5)', opacity: 0 }, {}], COME_MS);
    }

    private travel(from: Standing, to: Standing): void {
        const dx = from.point.x - to.point.x;
        const dy = from.point.y - to.point.y;
        if (Math.abs(dx) + Math.abs(dy) < 1) return;
        to.piece.parentElement?.parentElement?.append(to.piece.parentElement);
        this.run(to.piece, [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], TRAVEL_MS);
    }

    private vanish(from: Standing): void {
        const holder = from.piece.parentElement;
        const layer = this.board.querySelector('.pieces');
        if (!holder || !layer) return;
        layer.prepend(holder);
        this.run(from.piece, [{}, { transform: 'scale(0.6)', opacity: 0 }], GO_MS, () => holder.remove());
    }

    private run(piece: SVGGElement, frames: Keyframe[], duration: number, then?: () => void): void {
        const animation = piece.animate(frames, { duration, easing: 'ease-out' });
        this.running++;
        this.board.setAttribute('data-moving', '');
        const done = (): void => {
            then?.();
            if (--this.running === 0) this.board.removeAttribute('data-moving');
        };
        animation.addEventListener('finish', done);
        animation.addEventListener('cancel', done);
    }
}

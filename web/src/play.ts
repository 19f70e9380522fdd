/* A person's turn: what is lit, what was picked, what is carried, until a move is said and sent. */
import { DARK, toPlace } from './board';
import type { Board, Lights } from './board';
import { Carry } from './carry';
import type { Mover } from './engine';
import { key, SIDE } from './geometry';
import type { Place, Point } from './geometry';
import { Previews } from './groups';
import { faceOf } from './hand';
import type { HandActions, HandState } from './hand';
import type { Look } from './looks';
import { Picker } from './picker';
import type { Face } from './pieces';
import type { Item, Legal, Pick, Table } from './protocol';

export interface PlayHost {
    /* The engine accepted a move (or took one back): the table after it. */
    changed(table: Table): void;
    /* What is lit or picked changed: hands and prompt must follow. */
    refresh(): void;
    failed(reason: unknown): void;
}

export class Play implements HandActions {
    private picker = new Picker([]);
    private previews: Previews | null = null;
    private groups: Map<string, Legal> | null = null;
    private carrying = new Carry();
    private arriving: Promise<void> | null = null; // a move on its way to the engine
    private table: Table | null = null;
    private held = 0; // sixths by which the held tile is turned
    private falling = new Set<string>();
    private hinted: Pick[] = [];

    constructor(
        private engine: Mover,
        private board: Board,
        private look: Look,
        private host: PlayHost,
    ) {}

    /* A new position; null while an old one is looked at. */
    begin(table: Table | null, look: Look): void {
        this.table = table;
        this.look = look;
        this.picker = new Picker(table?.legal ?? []);
        this.previews = table?.legal ? new Previews(this.engine, table) : null;
        this.groups = null;
        this.falling.clear();
        this.hinted = [];
        if (this.choosesGroup) void this.learnGroups();
        this.relight();
    }

    /* ---- What the person sees ---- */

    get buttons(): string[] {
        return this.picker.options.flatMap((pick) => (pick.kind === 'button' ? [pick.text] : []));
    }

    /* A move is on its way: until it is answered nothing more is asked, so that no second press hits what comes next. */
    get isBusy(): boolean {
        return this.arriving !== null;
    }

    get isResting(): boolean {
        return this.restingPlace !== null;
    }

    get isHolding(): boolean {
        return this.picker.picks.length > 0;
    }

    /* The tile was lifted, and waits to be laid: taking it back is an undo. */
    get hasLifted(): boolean {
        const { table } = this;
        if (!table?.legal || !this.look.liftIsMove || table.to_decide === null) return false;
        return /^[xk]/.test(table.moves.at(-1)?.move ?? '') && table.moves.at(-1)?.seat === table.to_decide;
    }

    get choosesGroup(): boolean {
        return Boolean(this.look.liftIsMove && this.table?.legal?.every((one) => one.move.startsWith('k')));
    }

    hand(seat: number): HandState {
        const own = this.table?.to_decide === seat;
        const first = this.picker.picks[0];
        const can = new Set<number>();
        if (own)
            for (const pick of this.isHolding ? new Picker(this.table?.legal ?? []).options : this.picker.options)
                if (pick.kind === 'hand') can.add(pick.index);
        const picked = own && first?.kind === 'hand' ? first.index : null;
        return { look: this.look, can, picked, turn: this.held };
    }

    hint(picks: Pick[]): void {
        this.hinted = picks;
        this.relight();
    }

    /* ---- Touching ---- */

    tap(place: Place): void {
        if (!this.table?.legal || this.arriving) return;
        if (this.restingPlace && key(this.restingPlace) === key(place)) {
            this.turn(1);
            return;
        }
        if (this.restingPlace) this.picker.back();
        const group = this.groups?.get(key(place));
        const pick: Pick = { kind: 'cell', q: place.q, r: place.r };
        if (group) void this.send(group.move);
        else if (this.picker.offers(pick)) this.choose(pick);
        else if (this.isHolding) this.change(place, pick);
        this.relight();
    }

    /* Enter lays a tile that rests where one is. */
    enter(place: Place): void {
        if (this.restingPlace && key(this.restingPlace) === key(place)) this.confirm();
        else this.tap(place);
    }

    /* Another piece in place of the held one, or the held one laid back. */
    private change(place: Place, pick: Pick): void {
        const first = this.picker.picks[0];
        const again = first?.kind === 'cell' && key(first) === key(place);
        this.picker.reset();
        if (!again && this.picker.offers(pick)) this.choose(pick);
    }

    pick(index: number): void {
        if (this.arriving || !this.table?.legal) return;
        const first = this.picker.picks[0];
        if (first?.kind === 'hand' && first.index === index) {
            if (this.heldItem()?.lines) this.turn(1);
            else this.cancel();
            return;
        }
        this.picker.reset();
        this.held = 0;
        const pick: Pick = { kind: 'hand', index };
        if (this.picker.offers(pick)) this.choose(pick);
        this.relight();
    }

    press(text: string): void {
        const pick: Pick = { kind: 'button', text };
        if (this.picker.offers(pick) && !this.arriving) this.choose(pick);
    }

    /* Turns the held tile; where it lies, to the next way in which it fits. */
    turn(step: number): void {
        if (!this.heldItem()?.lines) return;
        const fits = this.restingPlace ? this.turns : [0, 1, 2, 3, 4, 5];
        for (let i = 1; i <= 6; i++) {
            const next = (this.held + (step < 0 ? 6 - i : i)) % 6;
            if (fits.includes(next)) {
                this.held = next;
                break;
            }
        }
        this.relight();
    }

    confirm(): void {
        if (this.restingPlace && this.turns.includes(this.held) && !this.arriving)
            this.choose({ kind: 'turn', index: this.held });
    }

    /* Takes the last pick back; false if there was none. */
    cancel(): boolean {
        this.carrying.end();
        if (this.isHolding) {
            this.picker.back();
            this.relight();
            return true;
        }
        if (this.hasLifted && this.table) {
            const { ply } = this.table;
            void this.run(() => this.engine.undo(ply));
            return true;
        }
        return false;
    }

    /* ---- Carrying ---- */

    lift(from: Place | number, client: Point): boolean {
        if (!this.table?.legal || this.arriving) return false;
        this.picker.reset();
        const pick: Pick = typeof from === 'number' ? { kind: 'hand', index: from } : { kind: 'cell', q: from.q, r: from.r };
        if (!this.picker.offers(pick)) return false;
        const face = typeof from === 'number' ? this.itemFace(from) : this.board.faceAt(from);
        if (!face) return false;
        this.choose(pick);
        this.carrying.begin(face, this.look, 2 * (SIDE + 1) * this.board.view.scale, client);
        this.relight();
        return true;
    }

    carry(client: Point): void {
        this.carrying.move(client);
        this.board.point(this.board.placeAt(client));
    }

    drop(to: Place | Point | null): void {
        this.carrying.end();
        const place = to && 'x' in to ? this.board.placeAt(to) : to;
        void Promise.resolve(this.arriving).then(() => {
            if (place && this.board.canTouch(place) && this.picker.offers({ kind: 'cell', ...only(place) })) this.tap(only(place));
            else if (!this.isResting) this.cancel();
        });
    }

    wheel(step: number): boolean {
        if (!this.heldItem()?.lines) return false;
        this.turn(step);
        return true;
    }

    hover(place: Place | null): void {
        if (!this.look.liftIsMove || !this.previews || this.arriving) return;
        const name = place ? key(place) : '';
        const legal = this.groups?.get(name) ?? this.table?.legal?.find((one) => place && this.isLiftOf(one, name));
        if (!legal) {
            this.showFalling(new Set());
            return;
        }
        const previews = this.previews;
        void previews.falling(legal).then((falling) => {
            if (previews === this.previews) this.showFalling(falling);
        });
    }

    private isLiftOf(legal: Legal, name: string): boolean {
        const [first] = legal.picks;
        return legal.move.startsWith('x') && first?.kind === 'cell' && key(first) === name;
    }

    private showFalling(falling: Set<string>): void {
        if (falling.size === 0 && this.falling.size === 0) return;
        this.falling = falling;
        this.relight(false);
    }

    /* ---- Moves on their way ---- */

    private choose(pick: Pick): void {
        const move = this.picker.choose(pick);
        if (move !== null) {
            void this.send(move);
            return;
        }
        const turns = this.turns;
        if (turns.length === 1 && turns[0] !== undefined) this.choose({ kind: 'turn', index: turns[0] });
        else if (turns.length > 1 && !turns.includes(this.held)) this.held = turns[0] as number;
        this.relight();
    }

    private async send(move: string): Promise<void> {
        const { table } = this;
        if (table) await this.run(() => this.engine.move(move, table.ply));
    }

    /* One at a time: a second touch while the first is on its way does nothing. */
    private async run(act: () => Promise<{ table: Table }>): Promise<void> {
        if (this.arriving) return;
        const work = act().then(
            ({ table }) => {
                this.arriving = null;
                this.host.changed(table);
            },
            (reason: unknown) => {
                this.arriving = null;
                this.picker.reset();
                this.relight();
                this.host.failed(reason);
            },
        );
        this.arriving = work;
        this.host.refresh();
        await work;
    }

    private async learnGroups(): Promise<void> {
        const { previews, table } = this;
        if (!previews || !table?.legal) return;
        const groups = await previews.groups(table.legal);
        if (previews !== this.previews) return;
        this.groups = groups;
        this.relight();
    }

    /* ---- Lights ---- */

    private get turns(): number[] {
        return this.picker.options.flatMap((pick) => (pick.kind === 'turn' ? [pick.index] : []));
    }

    private get restingPlace(): Place | null {
        const last = this.picker.picks.at(-1);
        return last?.kind === 'cell' && this.turns.length > 0 ? last : null;
    }

    private heldItem(): Item | undefined {
        const first = this.picker.picks[0];
        if (first?.kind !== 'hand') return undefined;
        return this.table?.scene.hand.find((item) => item.seat === this.table?.to_decide && item.index === first.index);
    }

    private itemFace(index: number): Face | null {
        const item = this.table?.scene.hand.find((one) => one.seat === this.table?.to_decide && one.index === index);
        return item ? faceOf(item, this.held) : null;
    }

    private ghost(): Face | null {
        const first = this.picker.picks[0];
        if (first?.kind === 'hand') return this.itemFace(first.index);
        if (first?.kind === 'cell') return this.board.faceAt(first);
        const color = this.table?.to_decide == null ? undefined : this.table.seats[this.table.to_decide]?.color;
        const lays = this.look.pieces === 'stones' || (this.look.liftIsMove && !this.table?.legal?.[0]?.move.match(/^[xk]/));
        return color && lays ? { fill: color } : null;
    }

    private relight(tell = true): void {
        this.board.light(this.lights());
        const place = this.restingPlace;
        this.board.rest(place ? this.ghost() : null, place);
        if (tell) this.host.refresh();
    }

    private lights(): Lights {
        if (!this.table?.legal) return DARK;
        const lights: Lights = {
            can: new Map(),
            picked: new Set(),
            falling: this.falling,
            ready: new Set(),
            hinted: new Set(),
            names: new Map(),
            ghost: this.ghost(),
        };
        for (const pick of this.picker.options) if (pick.kind === 'cell') this.lightCell(lights, pick);
        for (const pick of this.picker.picks) if (pick.kind === 'cell') lights.picked.add(key(pick));
        for (const pick of this.hinted) if (pick.kind === 'cell') lights.hinted.add(key(pick));
        for (const [name, legal] of this.groups ?? []) {
            lights.can.set(name, toPlace(name));
            lights.names.set(name, `keep this group (${legal.move})`);
        }
        if (this.restingPlace) lights.can.set(key(this.restingPlace), this.restingPlace);
        return lights;
    }

    private lightCell(lights: Lights, pick: Place): void {
        const name = key(pick);
        const after = this.picker.after({ kind: 'cell', q: pick.q, r: pick.r });
        const turns = after.map((one) => one.picks.find((next) => next.kind === 'turn'));
        lights.can.set(name, only(pick));
        lights.names.set(name, this.actionName(after));
        if (turns.some((next) => next?.kind === 'turn' && next.index === this.held)) lights.ready.add(name);
    }

    private actionName(after: Legal[]): string {
        if (after.length === 1) return `play ${after[0]?.move ?? ''}`;
        return `${after.length} moves`;
    }
}

function only({ q, r }: Place): Place {
    return { q, r };
}

/* The line below the board: whose turn it is and what can be done, choices in words, results, and what went wrong. */
import { arrange, h } from './dom';
import type { Look } from './looks';
import type { Play } from './play';
import type { Table } from './protocol';
import { isPerson, playerName, sentence, titled } from './words';

/* What the buttons of a game mean. A button that is not named here shows its own text. */
const meanings: Record<string, { label: string; means: string }> = {
    'swap-pieces': {
        label: 'Swap: take this stone over',
        means: 'You may take the first stone over, mirrored to your own sides, or play a stone of your own.',
    },
    'swap-sides': {
        label: 'Swap sides',
        means: 'You may change sides and play on with the colour of this stone, or play a stone of your own.',
    },
    pass: { label: 'Pass', means: 'You have no move, so you pass.' },
};

const GROUP = 'Choose the group that stays; the others leave the board.';

export interface PromptActions {
    back(): void; // from looking to the game
    rematch(): void;
    again(): void; // choose another game
    hurry(): void;
    pause(on: boolean): void;
    step(): void;
    pace(seconds: number): void;
}

const PACES = [
    { seconds: 0, label: 'as fast as they can' },
    { seconds: 0.5, label: 'quick' },
    { seconds: 1.5, label: 'calm' },
    { seconds: 4, label: 'slow' },
];

export class Prompt {
    readonly element = h('div', { class: 'prompt' });
    private said: { text: string; isTrouble: boolean; when: string } | null = null;
    private buttons = new Map<string, { element: HTMLElement; act: () => void }>();
    private pace: { element: HTMLElement; select: HTMLSelectElement } | null = null;

    constructor(private actions: PromptActions) {}

    /* Says something in place of the question, a hint or what went wrong, until something else happens. */
    say(text: string, isTrouble: boolean): void {
        this.said = { text, isTrouble, when: '' };
    }

    update(table: Table, play: Play, look: Look, looking: number | null, isAside = false): void {
        const said = this.saidAt(`${table.kept}:${table.ply}:${looking}:${play.isHolding}`);
        const parts =
            looking !== null && (looking !== table.ply || isAside)
                ? this.looking(table, looking, play, isAside)
                : table.over
                  ? this.result(table)
                  : table.legal
                    ? this.turn(table, play, look)
                    : this.waiting(table);
        this.element.classList.toggle('over', Boolean(table.over));
        this.element.classList.toggle('offer', play.buttons.length > 0);
        const note = table.over ? '' : noteOf(table);
        arrange(
            this.element,
            said ? h('span', { class: `said${said.isTrouble ? ' trouble' : ''}`, role: said.isTrouble ? 'alert' : null }, said.text) : null,
            ...parts,
            note && looking === null ? h('span', { class: 'note' }, titled(note)) : null,
        );
    }

    private saidAt(moment: string): { text: string; isTrouble: boolean } | null {
        if (this.said?.when === '') this.said.when = moment;
        if (this.said?.when !== moment) this.said = null;
        return this.said;
    }

    private looking(table: Table, ply: number, play: Play, isAside: boolean): Node[] {
        const where = isAside ? 'Looking at a variation.' : `Looking at move ${movesBefore(table, ply)} of ${movesBefore(table, table.ply)}.`;
        const pressed = play.buttons.map((text) => this.button(titled(text), () => play.press(text), '', `move ${text}`));
        const laid = play.isResting ? [this.button('Turn', () => play.turn(1), '', 'key r'), this.button('Lay it here', () => play.confirm(), '', 'key Enter')] : [];
        const back = play.isHolding || play.hasLifted ? [this.button('Take back', () => play.cancel(), '', 'key Escape')] : [];
        const asked = play.choosesGroup ? `${where} ${GROUP}` : where;
        return [h('span', {}, asked), ...pressed, ...laid, ...back, this.button('Back to the game', this.actions.back, 'main')];
    }

    private result(table: Table): Node[] {
        const { over } = table;
        const winner = over?.winner == null ? null : table.seats[over.winner];
        const ending = sentence(over?.sentence ?? '');
        const yours = winner && isPerson(winner) && playerName(winner, table) === 'You';
        return [
            h('strong', { class: 'result' }, yours ? `You won. ${ending}` : ending),
            this.button('Rematch', this.actions.rematch, 'main'),
            this.button('Another game', this.actions.again),
        ];
    }

    private turn(table: Table, play: Play, look: Look): Node[] {
        const parts: Node[] = [h('span', { class: 'ask' }, askFor(table, play, look))];
        if (play.isBusy) return parts;
        for (const text of play.buttons) {
            const known = meanings[text];
            parts.push(this.button(known?.label ?? titled(text), () => play.press(text), 'main', `move ${text}`));
        }
        if (play.isResting) {
            parts.push(
                this.button('Turn', () => play.turn(1), '', 'key r'),
                this.button('Lay it here', () => play.confirm(), 'main', 'key Enter'),
            );
        }
        if (play.isHolding || play.hasLifted) parts.push(this.button('Take back', () => play.cancel(), '', 'key Escape'));
        return parts;
    }

    private waiting(table: Table): Node[] {
        const seat = table.to_decide === null ? undefined : table.seats[table.to_decide];
        const watched = !table.seats.some(isPerson);
        const caption = h('span', { class: 'ask' }, firstLine(table));
        if (!watched) {
            const wait = (table.thinking?.place ?? 0) > 0 ? 'waits for a free worker' : 'thinks';
            const text = `${titled(seat?.name ?? '')} ${wait}…`;
            return [h('span', { class: 'ask' }, text), this.button('Move now', this.actions.hurry, '', 'the engine answers at once')];
        }
        return [
            caption,
            table.paused
                ? this.button('Go on', () => this.actions.pause(false), 'main')
                : this.button('Pause', () => this.actions.pause(true), 'main'),
            this.button('One move', this.actions.step),
            this.paceChoice(table),
        ];
    }

    private paceChoice(table: Table): Node {
        this.pace ??= this.makePace();
        const { element, select } = this.pace;
        const nearest = PACES.reduce((best, one) =>
            Math.abs(one.seconds - table.pace) < Math.abs(best.seconds - table.pace) ? one : best,
        );
        if (document.activeElement !== select) select.value = String(nearest.seconds);
        return element;
    }

    private makePace(): { element: HTMLElement; select: HTMLSelectElement } {
        const select = h(
            'select',
            { change: () => this.actions.pace(Number(select.value)) },
            ...PACES.map(({ seconds, label }) => h('option', { value: seconds }, label)),
        );
        return { element: h('label', { class: 'pace' }, 'Speed ', select), select };
    }

    /* One and the same button as long as it says the same. */
    private button(label: string, act: () => void, kind = '', title?: string): HTMLElement {
        const name = `${label}|${kind}`;
        const known = this.buttons.get(name);
        if (known) {
            known.act = act;
            return known.element;
        }
        const made = {
            element: h('button', { type: 'button', class: kind, title: title ?? null, click: () => made.act() }, label),
            act,
        };
        this.buttons.set(name, made);
        return made.element;
    }
}

/* What the caption says beyond whose move it is; scores stand at the seats. */
function noteOf(table: Table): string {
    const note = table.scene.caption.split('\n').slice(1).join(' ');
    return table.seats[0]?.score === undefined ? note : note.split('; ').slice(1).join('; ');
}

function firstLine(table: Table): string {
    return titled(table.scene.caption.split('\n')[0] ?? '');
}

function askFor(table: Table, play: Play, look: Look): string {
    const swap = play.buttons.map((text) => meanings[text]?.means).find(Boolean);
    if (swap) return swap;
    if (play.isResting) return 'Turn the tile, then lay it.';
    if (play.isHolding) return 'Now choose where it goes.';
    if (play.choosesGroup) return GROUP;
    const caption = firstLine(table);
    const begins = table.moves.every((move) => move.seat === null);
    return begins && look.goal ? `${caption}. ${look.goal}` : caption;
}

export function movesBefore(table: Table, ply: number): number {
    return table.moves.slice(0, ply).filter((move) => move.seat !== null).length;
}

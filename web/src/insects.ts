/* The insects of Hive, all seen from above, heads to the north, drawn for a hexagon with sides of 32. `tint` is the
 * insect's own colour, `ink` the dark or light of the piece; what is in `pair` is drawn at the left as well. */
import { s } from './dom';

interface Drawing {
    below?: string; // paths at both sides under the body: legs, wings, feelers
    body: string;
    above?: string; // paths at both sides on the body: spots, eyes
}

const stroke = (d: string, width: number): string => `<path class="ink-line" stroke-width="${width}" d="${d}"/>`;
const wing = (d: string): string => `<path class="wing" d="${d}"/>`;
const tint = (d: string): string => `<path class="tint" d="${d}"/>`;
const ink = (d: string): string => `<path class="ink" d="${d}"/>`;
const band = (d: string, width: number): string => `<path class="band" stroke-width="${width}" d="${d}"/>`;

function oval(x: number, y: number, across: number, along: number): string {
    return `M${x - across} ${y}A${across} ${along} 0 1 1 ${x + across} ${y}A${across} ${along} 0 1 1 ${x - across} ${y}Z`;
}

const drawings: Record<string, Drawing> = {
    queen: {
        below:
            stroke('M1.5 -17.5Q3 -22 7.5 -22.5', 1.5) +
            wing('M2 -6C8 -16 21 -17 21.5 -10C21.5 -4 11 -1 2 -3Z') +
            wing('M2 -2C10 -3 19 0 17.5 5C16 9 6 4 2 1Z'),
        body:
            tint('M0 -2C8 -2 9.8 5 8.4 11C7 17 3 21.5 0 23C-3 21.5 -7 17 -8.4 11C-9.8 5 -8 -2 0 -2Z') +
            band('M-8.3 4.6Q0 8 8.3 4.6M-8 10.4Q0 13.8 8 10.4M-5.6 16Q0 18.6 5.6 16', 2.6) +
            ink(oval(0, -6, 5.4, 5.6)) +
            ink(oval(0, -14.4, 4.4, 4)),
    },
    ant: {
        below:
            stroke('M2 -15.5L6.5 -20.5L11 -18.5', 1.5) +
            stroke('M3 -6.5L10.5 -9L14.5 -15.5M3 -3.5L12.5 -2.5L19 2M3 -0.5L10 5L14.5 15.5', 1.8),
        body:
            tint(oval(0, 12.6, 6.4, 9)) +
            band('M-5.8 9.4Q0 12 5.8 9.4M-6 14.6Q0 17.2 6 14.6', 1.5) +
            tint(oval(0, 2.2, 2.2, 2.2)) +
            tint(oval(0, -4.2, 3.9, 5.6)) +
            tint(oval(0, -13.4, 5.2, 4.9)),
        above: ink(oval(2.9, -13.8, 1.1, 1.5)) + stroke('M1.6 -17.6Q3.6 -19.6 1.2 -21', 1.5),
    },
    spider: {
        below: stroke(
            'M3.5 -9Q11 -12 9.5 -22.5M4.5 -7Q15 -10.5 18.5 -17M4.5 -4.5Q14 -5 20 5M3.5 -2.5Q12 2 13 18',
            1.8,
        ),
        body:
            tint(oval(0, 9.5, 8.6, 10.6)) +
            ink('M-3 5.2L3 5.2L-3 13.2L3 13.2Z') +
            tint(oval(0, -6.4, 5.8, 6.4)),
        above: ink(oval(2.2, -9.6, 1.1, 1.1)) + ink(oval(1.1, -12, 0.8, 0.8)),
    },
    beetle: {
        below:
            stroke('M2.4 -17Q8.4 -18.6 5.8 -23.6', 2.4) +
            stroke('M8 -6L15.5 -10.5L17.5 -15M11 2L19.5 1.5L22 5M9.5 11L16 15L16.5 20.5', 2),
        body:
            ink(oval(0, -14, 4.8, 4.6)) +
            tint('M0 -11.6C6.4 -11.6 9.2 -8.4 9.6 -4.6L-9.6 -4.6C-9.2 -8.4 -6.4 -11.6 0 -11.6Z') +
            tint('M-10.8 -3.4L10.8 -3.4C13.4 5 11 20 0 22.4C-11 20 -13.4 5 -10.8 -3.4Z') +
            band('M0 -3.4L0 22', 1.7),
        above: band('M5.2 0Q7.4 9 4.4 17', 1.1),
    },
    grasshopper: {
        below:
            stroke('M1.5 -18Q3 -23 11.5 -23.5', 1.3) +
            stroke('M3 -9L10 -12.5L13.5 -18M3.5 -4L11.5 -4.5L16.5 -9', 1.8) +
            stroke('M3.5 3L15 -2', 3.6) +
            stroke('M15 -2L18 17L20.5 19.5', 1.7),
        body:
            tint(oval(0, -14.8, 4.3, 4.5)) +
            tint('M-4.6 -10.4L4.6 -10.4C5.6 -7 5.4 -4 4.6 -2L-4.6 -2C-5.4 -4 -5.6 -7 -4.6 -10.4Z') +
            tint('M0 -1C5.4 -1 5.8 4 5 9C4 15 2 20 0 24C-2 20 -4 15 -5 9C-5.8 4 -5.4 -1 0 -1Z') +
            band('M0 0L0 22.5', 1.3),
        above: ink(oval(2.8, -16.2, 1.3, 1.7)),
    },
    mosquito: {
        below:
            stroke('M1.4 -13Q4 -18 8.5 -19', 1.2) +
            wing('M2 -5C11 -9 22 1 20 7C17 10 7 4 2 0Z') +
            stroke('M2.5 -7L11 -12L14 -21M3 -5L15.5 -7.5L22.5 -3.5M2.5 -2L10.5 8.5L14.5 21', 1.3),
        body:
            stroke('M0 -13L0 -24.5', 1.7) +
            tint('M0 -1C4 -1 4 6 3.4 12C2.8 17 1.4 21 0 23C-1.4 21 -2.8 17 -3.4 12C-4 6 -4 -1 0 -1Z') +
            band('M-3.6 5L3.6 5M-3.4 10L3.4 10M-2.7 15L2.7 15', 1.5) +
            tint(oval(0, -4.6, 4.8, 4.8)) +
            ink(oval(0, -11.6, 3.5, 3.4)),
    },
    ladybug: {
        below:
            stroke('M2.2 -15.5Q3.4 -20.4 7.4 -20.8', 1.4) +
            stroke('M9 -7L15.5 -11.5L16 -15M13 3L20.5 4L22 7.5M10 12L15 17L14 21', 1.9),
        body:
            ink('M0 -18C6 -18 8.6 -13.4 8.2 -8.6L-8.2 -8.6C-8.6 -13.4 -6 -18 0 -18Z') +
            tint('M0 -11.4C10 -11.4 15 -4.4 15 4.6C15 14 8.4 21 0 21C-8.4 21 -15 14 -15 4.6C-15 -4.4 -10 -11.4 0 -11.4Z') +
            band('M0 -11L0 20.6', 1.7),
        above: ink(oval(6, -3.4, 2.9, 2.9)) + ink(oval(9.2, 6, 2.7, 2.7)) + ink(oval(4.6, 13.4, 2.5, 2.5)),
    },
    pillbug: {
        below:
            stroke('M3 -17Q8 -19 9 -24', 1.5) +
            stroke(
                'M8.5 -10L14.5 -13.5M10.5 -5L17 -7.5M11 0L18 -0.5M11 5L18 6.5M10.5 10L16.5 13.5M9 14L13.5 19',
                1.6,
            ) +
            stroke('M3 19.5L5 24', 1.6),
        body:
            tint('M0 -20C8 -20 12 -10 12 1.5C12 12 7.4 21.6 0 21.6C-7.4 21.6 -12 12 -12 1.5C-12 -10 -8 -20 0 -20Z') +
            band(
                'M-8 -13Q0 -9.6 8 -13M-10.4 -7.4Q0 -3.8 10.4 -7.4M-11.7 -1.6Q0 2 11.7 -1.6M-11.8 4.2Q0 7.8 11.8 4.2M-10.6 10Q0 13.4 10.6 10M-8.2 15.4Q0 18.4 8.2 15.4',
                1.5,
            ),
        above: ink(oval(3.2, -16, 1.2, 1.2)),
    },
};

export function knowsInsect(symbol: string | undefined): symbol is string {
    return symbol !== undefined && symbol in drawings;
}

/* Both sides of what comes in pairs. */
function pair(markup: string | undefined): string {
    return markup ? `${markup}<g transform="scale(-1 1)">${markup}</g>` : '';
}

export function insect(symbol: string): SVGGElement {
    const drawing = drawings[symbol] as Drawing;
    const group = s('g', { class: `insect insect-${symbol}` });
    group.innerHTML = pair(drawing.below) + drawing.body + pair(drawing.above);
    return group;
}

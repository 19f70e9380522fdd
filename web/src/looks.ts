/* How the pieces of a game look. This is taste, not rules: a game that is not named here is drawn plainly. */

export interface Look {
    pieces: 'stones' | 'insects' | 'inlaid' | 'lines' | 'plain';
    /* A board with an edge is always shown whole; the others grow, and the view goes with them. */
    bounded: boolean;
    /* On a tall screen a wide board is turned by a quarter, so that its cells stay large enough for a thumb. */
    turnsWhenTall: boolean;
    /* Lifting a piece is a move of its own, which an undo takes back. */
    liftIsMove?: boolean;
    goal: string;
}

const looks: Record<string, Look> = {
    hex: { pieces: 'stones', bounded: true, turnsWhenTall: true, goal: 'Join your two sides.' },
    hive: { pieces: 'insects', bounded: false, turnsWhenTall: false, goal: 'Enclose the enemy queen.' },
    six: { pieces: 'inlaid', bounded: false, turnsWhenTall: false, liftIsMove: true, goal: 'Build a line, triangle or ring of six.' },
    tantrix: { pieces: 'lines', bounded: false, turnsWhenTall: false, goal: 'Make the longest line or loop.' },
};

const plain: Look = { pieces: 'plain', bounded: false, turnsWhenTall: false, goal: '' };

export function lookOf(game: string): Look {
    return looks[game] ?? plain;
}

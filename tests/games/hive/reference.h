/* Hive's rules once more, slow and obvious: pieces with coordinates on a wide plain board, a flood fill for
 * each question about One Hive, slides step by step with the piece really lifted. It shares no code and no
 * data with src/games/hive. */
#ifndef CW_TESTS_HIVE_REFERENCE_H
#define CW_TESTS_HIVE_REFERENCE_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
    REF_SIZE = 256,
    REF_MIDDLE = REF_SIZE / 2,
    REF_PIECES = 28,
    REF_MOVES_MAX = 4096,
    REF_HEIGHT_MAX = 8,
};

static const char *const ref_names[REF_PIECES] = {
    "wQ", "wS1", "wS2", "wB1", "wB2", "wG1", "wG2", "wG3", "wA1", "wA2", "wA3", "wM", "wL", "wP",
    "bQ", "bS1", "bS2", "bB1", "bB2", "bG1", "bG2", "bG3", "bA1", "bA2", "bA3", "bM", "bL", "bP",
};

typedef struct ref_place {
    int q, r;
} ref_place;

/* One move: a piece and where it goes; piece -1 is a pass. */
typedef struct ref_move {
    int piece;
    ref_place to;
} ref_move;

typedef struct ref_board {
    bool enabled[REF_PIECES], laid[REF_PIECES];
    ref_place place[REF_PIECES];
    int height[REF_SIZE][REF_SIZE];
    int stack[REF_SIZE][REF_SIZE][REF_HEIGHT_MAX];
    int ply, last_moved;
    bool queen_first;
} ref_board;

typedef struct ref_moves {
    int count;
    ref_move move[REF_MOVES_MAX];
} ref_moves;

/* Clockwise: NE E SE SW W NW. */
static const ref_place ref_steps[6] = {{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}};

static inline ref_place ref_next(ref_place p, int direction) {
    direction = (direction + 6) % 6;
    return (ref_place){p.q + ref_steps[direction].q, p.r + ref_steps[direction].r};
}

static inline bool ref_same(ref_place a, ref_place b) {
    return a.q == b.q && a.r == b.r;
}

static inline int ref_height(const ref_board *b, ref_place p) {
    return b->height[p.q + REF_MIDDLE][p.r + REF_MIDDLE];
}

static inline bool ref_taken(const ref_board *b, ref_place p) {
    return ref_height(b, p) > 0;
}

static inline int ref_top(const ref_board *b, ref_place p) {
    return b->stack[p.q + REF_MIDDLE][p.r + REF_MIDDLE][ref_height(b, p) - 1];
}

static inline int ref_side_of(int piece) {
    return ref_names[piece][0] == 'w' ? 0 : 1;
}

static inline char ref_bug(int piece) {
    return ref_names[piece][1];
}

static inline void ref_start(ref_board *b, const char *type, bool queen_first) {
    memset(b, 0, sizeof *b);
    b->queen_first = queen_first;
    b->last_moved = -1;
    for (int piece = 0; piece < REF_PIECES; piece++) {
        const char *expansions = strchr(type, '+');
        bool extra = strchr("MLP", ref_bug(piece)) != NULL;
        b->enabled[piece] = !extra || (expansions != NULL && strchr(expansions, ref_bug(piece)) != NULL);
    }
}

static inline void ref_put(ref_board *b, int piece, ref_place p) {
    b->stack[p.q + REF_MIDDLE][p.r + REF_MIDDLE][b->height[p.q + REF_MIDDLE][p.r + REF_MIDDLE]++] = piece;
    b->place[piece] = p;
    b->laid[piece] = true;
}

static inline void ref_lift(ref_board *b, int piece) {
    b->height[b->place[piece].q + REF_MIDDLE][b->place[piece].r + REF_MIDDLE]--;
    b->laid[piece] = false;
}

static inline bool ref_on_top(const ref_board *b, int piece) {
    return b->laid[piece] && ref_top(b, b->place[piece]) == piece;
}

/* Are all taken cells one group? By flood fill from any of them. */
static inline bool ref_is_one_hive(const ref_board *b) {
    ref_place queue[REF_PIECES];
    int found = 0, cells = 0;
    for (int piece = 0; piece < REF_PIECES; piece++) {
        if (!b->laid[piece] || !ref_on_top(b, piece))
            continue;
        cells++;
        if (found == 0)
            queue[found++] = b->place[piece];
    }
    for (int i = 0; i < found; i++) {
        for (int d = 0; d < 6; d++) {
            ref_place next = ref_next(queue[i], d);
            bool seen = !ref_taken(b, next);
            for (int k = 0; k < found && !seen; k++)
                seen = ref_same(queue[k], next);
            if (!seen)
                queue[found++] = next;
        }
    }
    return found == cells;
}

/* Can the piece leave its cell without breaking the hive? */
static inline bool ref_is_loose(ref_board *b, int piece) {
    ref_place home = b->place[piece];
    ref_lift(b, piece);
    bool loose = ref_is_one_hive(b);
    ref_put(b, piece, home);
    return loose;
}

/* ---- Lists of targets ---- */

static inline void ref_add(ref_moves *moves, int piece, ref_place to) {
    for (int i = 0; i < moves->count; i++) {
        if (moves->move[i].piece == piece && ref_same(moves->move[i].to, to))
            return;
    }
    moves->move[moves->count++] = (ref_move){piece, to};
}

/* ---- Steps of a piece that is lifted ---- */

static inline bool ref_can_slide(const ref_board *b, ref_place from, int d) {
    bool left = ref_taken(b, ref_next(from, d - 1)), right = ref_taken(b, ref_next(from, d + 1));
    return !ref_taken(b, ref_next(from, d)) && left != right;
}

static inline bool ref_can_climb(const ref_board *b, ref_place from, int d) {
    int start = ref_height(b, from), goal = ref_height(b, ref_next(from, d));
    int highest = start > goal ? start : goal;
    return !(ref_height(b, ref_next(from, d - 1)) > highest &&
             ref_height(b, ref_next(from, d + 1)) > highest);
}

static inline void ref_spider(const ref_board *b, int piece, const ref_place *path, int length,
                              ref_moves *moves) {
    if (length == 4) {
        ref_add(moves, piece, path[3]);
        return;
    }
    for (int d = 0; d < 6; d++) {
        ref_place next = ref_next(path[length - 1], d), longer[4];
        bool fresh = ref_can_slide(b, path[length - 1], d);
        for (int i = 0; i < length; i++) {
            fresh = fresh && !ref_same(path[i], next);
            longer[i] = path[i];
        }
        if (!fresh)
            continue;
        longer[length] = next;
        ref_spider(b, piece, longer, length + 1, moves);
    }
}

static inline void ref_ant(const ref_board *b, int piece, ref_place from, ref_moves *moves) {
    ref_place reached[512] = {from};
    int count = 1;
    for (int i = 0; i < count; i++) {
        for (int d = 0; d < 6; d++) {
            ref_place next = ref_next(reached[i], d);
            bool seen = !ref_can_slide(b, reached[i], d);
            for (int k = 0; k < count && !seen; k++)
                seen = ref_same(reached[k], next);
            if (!seen)
                reached[count++] = next;
        }
    }
    for (int i = 1; i < count; i++)
        ref_add(moves, piece, reached[i]);
}

static inline void ref_ladybug(const ref_board *b, int piece, ref_place from, ref_moves *moves) {
    for (int i = 0; i < 6; i++) {
        ref_place first = ref_next(from, i);
        for (int k = 0; k < 6 && ref_taken(b, first) && ref_can_climb(b, from, i); k++) {
            ref_place second = ref_next(first, k);
            for (int m = 0; m < 6 && ref_taken(b, second) && ref_can_climb(b, first, k); m++) {
                ref_place third = ref_next(second, m);
                if (!ref_taken(b, third) && !ref_same(third, from) && ref_can_climb(b, second, m))
                    ref_add(moves, piece, third);
            }
        }
    }
}

static inline void ref_moves_as(const ref_board *b, int piece, char bug, ref_place from, ref_moves *moves) {
    switch (bug) {
    case 'S':
        ref_spider(b, piece, &from, 1, moves);
        return;
    case 'A':
        ref_ant(b, piece, from, moves);
        return;
    case 'L':
        ref_ladybug(b, piece, from, moves);
        return;
    default:
        break;
    }
    for (int d = 0; d < 6; d++) {
        ref_place next = ref_next(from, d);
        bool on_ground = ref_height(b, from) == 0 && !ref_taken(b, next);
        if (bug == 'G' && ref_taken(b, next)) {
            while (ref_taken(b, next))
                next = ref_next(next, d);
            ref_add(moves, piece, next);
        } else if ((bug == 'Q' || bug == 'P') && ref_can_slide(b, from, d)) {
            ref_add(moves, piece, next);
        } else if (bug == 'B' && (on_ground ? ref_can_slide(b, from, d) : ref_can_climb(b, from, d))) {
            ref_add(moves, piece, next);
        }
    }
}

static inline void ref_own_moves(ref_board *b, int piece, ref_moves *moves) {
    ref_place from = b->place[piece];
    ref_lift(b, piece);
    if (ref_bug(piece) != 'M') {
        ref_moves_as(b, piece, ref_bug(piece), from, moves);
    } else if (ref_taken(b, from)) {
        ref_moves_as(b, piece, 'B', from, moves);
    } else {
        for (int d = 0; d < 6; d++) {
            ref_place next = ref_next(from, d);
            if (ref_taken(b, next) && ref_bug(ref_top(b, next)) != 'M')
                ref_moves_as(b, piece, ref_bug(ref_top(b, next)), from, moves);
        }
    }
    ref_put(b, piece, from);
}

/* ---- Throws ---- */

static inline bool ref_can_throw(const ref_board *b, int piece) {
    ref_place at = b->place[piece];
    if (!ref_on_top(b, piece) || piece == b->last_moved)
        return false;
    if (ref_bug(piece) == 'P')
        return true;
    if (ref_bug(piece) != 'M' || ref_height(b, at) > 1)
        return false;
    for (int d = 0; d < 6; d++) {
        ref_place next = ref_next(at, d);
        if (ref_taken(b, next) && ref_bug(ref_top(b, next)) == 'P')
            return true;
    }
    return false;
}

static inline void ref_throws(ref_board *b, int thrower, ref_moves *moves) {
    ref_place at = b->place[thrower];
    for (int d = 0; d < 6; d++) {
        ref_place home = ref_next(at, d);
        if (ref_height(b, home) != 1)
            continue;
        int victim = ref_top(b, home);
        if (victim == b->last_moved || !ref_is_loose(b, victim))
            continue;
        ref_lift(b, victim);
        for (int e = 0; e < 6 && ref_can_climb(b, home, (d + 3) % 6); e++) {
            ref_place to = ref_next(at, e);
            if (!ref_taken(b, to) && !ref_same(to, home) && ref_can_climb(b, at, e))
                ref_add(moves, victim, to);
        }
        ref_put(b, victim, home);
    }
}

/* ---- Whole positions ---- */

static inline bool ref_is_enclosed(const ref_board *b, int side) {
    int queen = side * 14, taken = 0;
    for (int d = 0; d < 6 && b->laid[queen]; d++)
        taken += ref_taken(b, ref_next(b->place[queen], d));
    return taken == 6;
}

static inline bool ref_may_lay_at(const ref_board *b, int side, ref_place p) {
    bool friend = false, enemy = false;
    for (int d = 0; d < 6; d++) {
        ref_place next = ref_next(p, d);
        if (ref_taken(b, next) && ref_side_of(ref_top(b, next)) == side)
            friend = true;
        if (ref_taken(b, next) && ref_side_of(ref_top(b, next)) != side)
            enemy = true;
    }
    if (b->ply < 2)
        return !ref_taken(b, p) && (b->ply == 0 ? ref_same(p, (ref_place){0, 0}) : enemy);
    return !ref_taken(b, p) && friend && !enemy;
}

/* Is a piece of the hand the one that its owner may lay now? */
static inline bool ref_may_lay(const ref_board *b, int piece) {
    int side = b->ply % 2, turn = b->ply / 2 + 1, queen = side * 14;
    if (!b->enabled[piece] || b->laid[piece] || ref_side_of(piece) != side)
        return false;
    bool follows = piece > 0 && ref_side_of(piece - 1) == side && ref_bug(piece - 1) == ref_bug(piece);
    if (follows && !b->laid[piece - 1])
        return false;
    if (piece == queen)
        return turn > 1 || b->queen_first;
    return b->laid[queen] || turn < 4;
}

static inline void ref_lay_everywhere(const ref_board *b, int piece, ref_moves *moves) {
    if (b->ply == 0) {
        ref_add(moves, piece, (ref_place){0, 0});
        return;
    }
    for (int other = 0; other < REF_PIECES; other++) {
        for (int d = 0; d < 6 && b->laid[other]; d++) {
            ref_place p = ref_next(b->place[other], d);
            if (ref_may_lay_at(b, b->ply % 2, p))
                ref_add(moves, piece, p);
        }
    }
}

static inline void ref_list(ref_board *b, ref_moves *moves) {
    int side = b->ply % 2;
    moves->count = 0;
    if (ref_is_enclosed(b, 0) || ref_is_enclosed(b, 1))
        return;
    for (int piece = 0; piece < REF_PIECES; piece++) {
        if (ref_may_lay(b, piece))
            ref_lay_everywhere(b, piece, moves);
        if (!b->laid[side * 14] || ref_side_of(piece) != side || !b->laid[piece] || !ref_on_top(b, piece))
            continue;
        if (piece != b->last_moved && ref_is_loose(b, piece))
            ref_own_moves(b, piece, moves);
        if (ref_can_throw(b, piece))
            ref_throws(b, piece, moves);
    }
    if (moves->count == 0)
        moves->move[moves->count++] = (ref_move){.piece = -1};
}

static inline void ref_play(ref_board *b, ref_move move) {
    b->ply++;
    b->last_moved = move.piece;
    if (move.piece < 0)
        return;
    if (b->laid[move.piece])
        ref_lift(b, move.piece);
    ref_put(b, move.piece, move.to);
}

/* The canonical text: with the mover lifted, the top of the first taken neighbour clockwise from the
 * north-east, or of the stack to climb. */
static inline void ref_print(ref_board *b, ref_move move, char text[16]) {
    if (move.piece < 0) {
        snprintf(text, 16, "pass");
        return;
    }
    const char *name = ref_names[move.piece];
    bool laid = b->laid[move.piece];
    ref_place home = b->place[move.piece];
    if (laid)
        ref_lift(b, move.piece);
    snprintf(text, 16, "%s", name);
    if (ref_taken(b, move.to)) {
        snprintf(text, 16, "%s %s", name, ref_names[ref_top(b, move.to)]);
    } else {
        static const char *const before[6] = {"/", "-", "\\", "", "", ""};
        static const char *const after[6] = {"", "", "", "/", "-", "\\"};
        for (int d = 5; d >= 0; d--) {
            ref_place next = ref_next(move.to, d);
            if (ref_taken(b, next))
                snprintf(text, 16, "%s %s%s%s", name, before[d], ref_names[ref_top(b, next)], after[d]);
        }
    }
    if (laid)
        ref_put(b, move.piece, home);
}

#endif

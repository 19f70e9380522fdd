#include "games/hive/foresight.h"

#include <string.h>

/* ---- Values ---- */

/* Points for the order of moves. They are not those of the evaluator, who counts what a ring with attackers
 * brings and not the ring itself: with its own weights attacks came too late to be looked at. */
static const float bug_values[CW_HIVE_BUGS] = {9, 5, 10, 6.4f, 18.3f, 16, 10, 8};
static const float hand_part = 0.6f;

/* A queen with so many taken neighbours, and each further one by those that are there. */
static const float ring_values[7] = {0, 15, 39, 71, 112, 190, 1190};
static const float ring_steps[6] = {15, 24, 32, 41, 78, 1000};

/* What ends the game at once lies above all else. */
static const float fills_last_gap = 1e6f;

/* ---- The board while pieces are lifted ---- */

typedef struct sketch {
    const cw_state *state;
    int side;
    uint8_t ground[CW_HIVE_CELLS_SPACE];    /* as in the state, with one piece lifted */
    uint8_t near[CW_HIVE_CELLS_SPACE];      /* bit 0: beside the own queen, bit 1: beside the enemy's */
    uint8_t top[CW_HIVE_CELLS_SPACE];       /* the top piece of a cell that is taken */
    uint8_t was_laid[CW_HIVE_CELLS_SPACE];  /* the change around a cell with no piece lifted is known, */
    float laid_change[CW_HIVE_CELLS_SPACE]; /* and is this: all pieces in hand share it */
    uint64_t free_rings[32];                /* of each top piece: the rings out of which it can go */
    float value[32];                        /* of each piece for the side to move, below zero for enemies */
    int ring[2];                            /* taken neighbours of the own queen, and of the enemy's */
} sketch;

/* The rings out of which a bug on the ground can go. */
CW_INLINE uint64_t free_rings_of(int bug) {
    const unsigned sliders =
        1u << CW_HIVE_QUEEN | 1u << CW_HIVE_SPIDER | 1u << CW_HIVE_ANT | 1u << CW_HIVE_PILLBUG;
    return sliders >> bug & 1u ? cw_hive_rings_to_slide : cw_hive_rings_to_leave;
}

CW_INLINE void open_sketch(sketch *self, const cw_state *state) {
    self->state = state;
    self->side = cw_hive_side(state);
    memcpy(self->ground, state->ground, sizeof self->ground);
    memset(self->near, 0, sizeof self->near);
    memset(self->was_laid, 0, sizeof self->was_laid);
    for (uint32_t rest = state->board & ~state->covered; rest != 0;) {
        int piece = cw_hive_pop(&rest);
        float value = bug_values[cw_hive_bug_of[piece]];
        self->top[state->cell[piece]] = (uint8_t)piece;
        self->free_rings[piece] = state->level[piece] > 0 ? UINT64_MAX : free_rings_of(cw_hive_bug_of[piece]);
        self->value[piece] = cw_hive_color(piece) == self->side ? value : -value;
    }
    for (int other = 0; other < 2; other++) {
        int queen = cw_hive_queen(other ? !self->side : self->side);
        self->ring[other] = 0;
        if (!cw_hive_on_board(state, queen))
            continue;
        self->ring[other] = cw_hive_count[cw_hive_ring(state, state->cell[queen])];
        for (int direction = 0; direction < 6; direction++)
            self->near[cw_hive_neighbor(state->cell[queen], direction)] |= (uint8_t)(1u << other);
    }
}

/* What it changes for the pieces around a cell that this cell is taken, or left. */
CW_INLINE float change_around(const sketch *self, int cell) {
    float change = 0;
    for (unsigned ring = self->ground[cell] & CW_HIVE_RING; ring != 0; ring &= ring - 1) {
        int direction = cw_hive_first(ring), next = cw_hive_neighbor(cell, direction);
        int piece = self->top[next];
        unsigned before = self->ground[next] & CW_HIVE_RING, after = before ^ 1u << (direction + 3) % 6;
        uint64_t free = self->free_rings[piece];
        change += self->value[piece] * (float)((int)(free >> after & 1u) - (int)(free >> before & 1u));
    }
    return change;
}

/* Takes a cell out of the rings of its neighbours, or back in. */
CW_INLINE void flip_ring(sketch *self, int cell) {
    for (int direction = 0; direction < 6; direction++)
        self->ground[cw_hive_neighbor(cell, direction)] ^= (uint8_t)(1u << (direction + 3) % 6);
}

/* ---- Moves ---- */

/* What all moves of one piece have in common. */
typedef struct mover {
    int piece;
    bool lifted;   /* from the ground, where it leaves a gap */
    unsigned from; /* beside which queens it stands on the ground */
    float value;   /* where it can move; below zero for an enemy piece that is thrown */
    float points;  /* for leaving */
} mover;

CW_INLINE mover lift(sketch *self, int piece) {
    const cw_state *state = self->state;
    bool on_board = cw_hive_on_board(state, piece);
    mover made = {.piece = piece, .lifted = on_board && state->level[piece] == 0};
    made.value = on_board ? self->value[piece] : bug_values[cw_hive_bug_of[piece]];
    made.points = on_board ? -made.value : -hand_part * made.value;
    if (!made.lifted)
        return made;
    int cell = state->cell[piece];
    made.from = self->near[cell];
    made.points += change_around(self, cell);
    flip_ring(self, cell);
    return made;
}

CW_INLINE void put_back(sketch *self, const mover *moving) {
    if (moving->lifted)
        flip_ring(self, self->state->cell[moving->piece]);
}

/* What filling and leaving queens' rings is worth. */
CW_INLINE float ring_points(const sketch *self, unsigned from, unsigned to) {
    unsigned fills = to & ~from, leaves = from & ~to;
    if ((fills & 2u) && self->ring[1] == 5)
        return fills_last_gap;
    float points = fills & 2u ? ring_steps[self->ring[1]] : 0;
    points -= leaves & 2u ? ring_steps[self->ring[1] - 1] : 0;
    points += leaves & 1u ? ring_steps[self->ring[0] - 1] : 0;
    return points - (fills & 1u ? ring_steps[self->ring[0]] : 0);
}

/* What it changes for the pieces around its goal that a piece arrives there. */
CW_INLINE float arrival_change(sketch *self, const mover *moving, int cell) {
    if (moving->lifted)
        return change_around(self, cell);
    if (!self->was_laid[cell]) {
        self->was_laid[cell] = 1;
        self->laid_change[cell] = change_around(self, cell);
    }
    return self->laid_change[cell];
}

/* What it changes to throw the enemy queen to a cell: her ring, and that of the own queen. */
CW_INLINE float throw_points(const sketch *self, const mover *moving, int cell) {
    unsigned ring = self->ground[cell] & CW_HIVE_RING;
    if (ring == CW_HIVE_RING)
        return fills_last_gap;
    return ring_values[cw_hive_count[ring]] - ring_values[self->ring[1]] +
           ring_points(self, moving->from & 1u, self->near[cell] & 1u);
}

CW_INLINE float goal_points(sketch *self, const mover *moving, int cell) {
    int bug = cw_hive_bug_of[moving->piece];
    unsigned ring = self->ground[cell] & CW_HIVE_RING;
    if (cw_hive_is_taken(self->state, cell)) {
        int covered = self->top[cell];
        bool was_free = self->free_rings[covered] >> ring & 1u;
        return moving->value + ring_points(self, moving->from, 0) - (was_free ? self->value[covered] : 0);
    }
    float stays_free = free_rings_of(bug) >> ring & 1u ? moving->value : 0;
    /* Moves of the own queen count as if they filled her ring: better looked at late, as matches told. */
    bool throws_queen = bug == CW_HIVE_QUEEN && moving->value < 0;
    float rings =
        throws_queen ? throw_points(self, moving, cell) : ring_points(self, moving->from, self->near[cell]);
    return stays_free + rings + arrival_change(self, moving, cell);
}

/* ---- All moves ---- */

CW_MULTIVERSION static void foresee_all(const cw_state *state, const cw_move *moves, int count,
                                        float *gains) {
    sketch board;
    open_sketch(&board, state);
    mover moving = {.piece = CW_HIVE_NO_PIECE};
    for (int i = 0; i < count; i++) {
        int piece = cw_hive_move_piece(moves[i]);
        if (piece == CW_HIVE_NO_PIECE) {
            gains[i] = 0;
            continue;
        }
        if (piece != moving.piece) {
            put_back(&board, &moving);
            moving = lift(&board, piece);
        }
        gains[i] = moving.points + goal_points(&board, &moving, cw_hive_move_cell(moves[i]));
    }
}

void cw_hive_foresee(const cw_state *state, const cw_move *moves, int count, float *gains) {
    foresee_all(state, moves, count, gains);
}

/* What a proof search has found out below a position: all decided positions that its table holds, reached from
 * the first one by moves, those with few stones first.
 *
 *            root           told with the moves that are known to win or to lose
 *           /  |  \
 *         a    b    c       decided, and more than one look was needed: told and followed
 *        / \       / \
 *       d   a'    ...       a' is the same position as a by other moves: told once
 *
 * Of a position that is lost every move is known. Of one that is won, those are whose positions are in the
 * table; and where such a move loses, every other one outside the carrier of that proof loses too. To the
 * carrier belongs whatever was filled in for the winner. */
#ifndef CW_GAMES_HEX_KERNEL_RETRACE_H
#define CW_GAMES_HEX_KERNEL_RETRACE_H

#include "games/hex/kernel/search.h"

enum {
    RETRACED_MAX = 4096, /* positions that are told at most */
    SEEN_SIZE = 4 * RETRACED_MAX,
};

typedef struct stop {
    stones laid;     /* without what was filled in */
    stones position; /* with it */
    hashes keys;
    int turn;
} stop;

typedef struct journey {
    const search *self;
    int count;
    stop stops[RETRACED_MAX];
    uint64_t seen[SEEN_SIZE]; /* keys, at the first free place from their own one on; 0 is free */
} journey;

CW_INLINE bool is_decided(const entry *known) {
    return known != NULL && (known->win == 0 || known->loss == 0);
}

/* The key is new: room for it is left, because there are more places than stops. */
static bool note_key(journey *trip, uint64_t key) {
    uint64_t place = key % SEEN_SIZE;
    while (trip->seen[place] != 0 && trip->seen[place] != key)
        place = (place + 1) % SEEN_SIZE;
    bool is_new = trip->seen[place] == 0;
    trip->seen[place] = key;
    return is_new;
}

static void add_stop(journey *trip, const stop *next) {
    if (trip->count < RETRACED_MAX && note_key(trip, key_of(&next->keys, next->turn)))
        trip->stops[trip->count++] = *next;
}

/* The position after a move. */
static stop stop_after(const layout *board, const stop *here, int move) {
    stop next = *here;
    cells_add(&next.laid.of[here->turn], move);
    cells_add(&next.position.of[here->turn], move);
    next.turn = !here->turn;
    const stones filled = fill_in(board, &next.position, board->neighbors[move]).of;
    hash_stone(board, &next.keys, here->turn, move);
    for (int color = 0; color < 2; color++)
        for (cells rest = filled.of[color]; !cells_is_empty(rest);)
            hash_stone(board, &next.keys, color, cells_pop(&rest));
    return next;
}

/* Which moves of a decided position are known to win and to lose; decided ones are put on the list. */
static void look_around(journey *trip, const stop *here, cells *wins, cells *losses) {
    const search *self = trip->self;
    const cells empty = stones_empty(&self->board, &here->laid);
    *wins = *losses = cells_none();
    for (cells rest = stones_empty(&self->board, &here->position); !cells_is_empty(rest);) {
        int move = cells_pop(&rest);
        const stop next = stop_after(&self->board, here, move);
        const entry *known = table_find(self, &next.keys, next.turn);
        if (!is_decided(known))
            continue;
        if (known->loss == 0) {
            cells_add(wins, move);
        } else {
            cells filled = cells_minus(next.position.of[next.turn], next.laid.of[next.turn]);
            cells carrier = cells_or(entry_carrier(self, known, &next.keys), filled);
            *losses = cells_or(*losses, cells_minus(empty, carrier));
            cells_add(losses, move);
        }
        if (known->work > 1)
            add_stop(trip, &next);
    }
    if (table_find(self, &here->keys, here->turn)->loss == 0)
        *losses = empty;
}

static void tell_stop(journey *trip, const stop *here, cw_hex_decided_visitor *visit, void *payload) {
    const search *self = trip->self;
    cells wins, losses;
    cw_hex_decided decided = {.turn = here->turn};
    look_around(trip, here, &wins, &losses);
    const entry *known = table_find(self, &here->keys, here->turn);
    decided.winner = known->win == 0 ? here->turn : !here->turn;
    decided.work = known->work;
    for (int color = 0; color < 2; color++)
        set_outside(self->outside, here->laid.of[color], &decided.stones[color]);
    set_outside(self->outside, wins, &decided.wins);
    set_outside(self->outside, losses, &decided.losses);
    visit(&decided, payload);
}

static bool search_retrace(void *context, const cw_hex_set sets[2], int turn, cw_hex_decided_visitor *visit,
                           void *payload) {
    const search *self = context;
    stop root = {.turn = turn};
    for (int color = 0; color < 2; color++)
        root.laid.of[color] = set_inside(self->outside, &sets[color]);
    root.position = root.laid;
    fill_in(&self->board, &root.position, self->board.board);
    root.keys = hashes_of(&self->board, &root.position);
    if (!is_decided(table_find(self, &root.keys, turn)))
        return true;
    journey *trip = calloc(1, sizeof *trip);
    if (trip == NULL)
        return false;
    trip->self = self;
    add_stop(trip, &root);
    for (int i = 0; i < trip->count; i++)
        tell_stop(trip, &trip->stops[i], visit, payload);
    free(trip);
    return true;
}

#endif

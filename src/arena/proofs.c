#include "arena/proofs.h"

#include <stdlib.h>
#include <string.h>

#include "core/real.h"

struct cw_proofs {
    const cw_game *game;
    int room; /* the position itself included */
    int count;
    int depth;
    cw_rng *rng;
    cw_proved *list;
    char *states;
    cw_move *moves;
    float *rewards;  /* moves_max for each place, as of the moves */
    double *tickets; /* the highest stay */
};

cw_status cw_proofs_create(const cw_game *game, int room, cw_proofs **proofs, cw_error *error) {
    cw_proofs *made = calloc(1, sizeof *made);
    size_t places = (size_t)room + 1, moves = places * (size_t)game->moves_max;
    if (made != NULL) {
        made->game = game;
        made->room = room + 1;
        made->list = calloc(places, sizeof *made->list);
        made->states = cw_game_alloc_states(game, room + 1);
        made->moves = calloc(moves, sizeof *made->moves);
        made->rewards = calloc(moves, sizeof *made->rewards);
        made->tickets = calloc(places, sizeof *made->tickets);
    }
    if (made == NULL || made->list == NULL || made->states == NULL || made->moves == NULL ||
        made->rewards == NULL || made->tickets == NULL) {
        cw_proofs_destroy(made);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for proved positions");
    }
    *proofs = made;
    return CW_OK;
}

void cw_proofs_destroy(cw_proofs *proofs) {
    if (proofs == NULL)
        return;
    free(proofs->list);
    free(proofs->states);
    free(proofs->moves);
    free(proofs->rewards);
    free(proofs->tickets);
    free(proofs);
}

static void keep(cw_proofs *self, int place, const cw_proved *told) {
    size_t first = (size_t)place * (size_t)self->game->moves_max, count = (size_t)told->count;
    char *state = self->states + (size_t)place * cw_game_state_stride(self->game);
    memcpy(state, told->state, self->game->state_size);
    memcpy(self->moves + first, told->moves, count * sizeof *told->moves);
    memcpy(self->rewards + first, told->rewards, count * sizeof *told->rewards);
    self->list[place] = *told;
    self->list[place].state = (const cw_state *)state;
    self->list[place].moves = self->moves + first;
    self->list[place].rewards = self->rewards + first;
}

static int lowest_ticket(const cw_proofs *self) {
    int lowest = 1;
    for (int i = 2; i < self->count; i++)
        if (self->tickets[i] < self->tickets[lowest])
            lowest = i;
    return lowest;
}

/* Draws without replacement, with chances in proportion to effort: the highest of log(u) / effort stay. */
static void choose(const cw_proved *told, void *payload) {
    cw_proofs *self = payload;
    if (told->depth > self->depth)
        return;
    double ticket = cw_log(1 - cw_rng_unit(self->rng)) / told->effort;
    bool is_full = self->count == self->room;
    int place = is_full ? lowest_ticket(self) : self->count++;
    if (is_full && ticket <= self->tickets[place])
        return;
    self->tickets[place] = ticket;
    keep(self, place, told);
}

int cw_proofs_collect(cw_proofs *proofs, const cw_skill *reasoner, const cw_state *state, int depth,
                      cw_rng *rng) {
    proofs->count = 0;
    proofs->depth = depth;
    proofs->rng = rng;
    ((const cw_reasoner *)reasoner->base)->retrace(proofs->game, reasoner->context, state, choose, proofs);
    return proofs->count;
}

const cw_proved *cw_proofs_at(const cw_proofs *proofs, int index) {
    return &proofs->list[index];
}

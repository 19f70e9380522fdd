#include "search/forced.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 64, KILLERS = 2, TABLE_SIZE = 1 << 18 };

static const double whole_reward = 1 - 1e-9;

struct cw_forced {
    const cw_game *game;
    int (*least_turns)(const cw_game *game, const cw_state *state, int player);
    int player;
    uint64_t nodes, nodes_max, nodes_end;
    bool is_cut; /* a limit was reached: "no" means nothing */
    const uint64_t *hashes;
    int hash_count;
    char *states;    /* PLIES_MAX of them side by side */
    cw_move *moves;  /* as many lists */
    uint64_t *table; /* positions with what is known of them in the lowest bit; 0: free */
    cw_move killers[PLIES_MAX][KILLERS];
    cw_move winner[PLIES_MAX]; /* the move that was found to win at a ply */
};

/* One position of the search. */
typedef struct node {
    int ply, turns;
    bool in_turn;
} node;

cw_status cw_forced_create(const cw_game *game, uint64_t nodes_max, cw_forced **forced, cw_error *error) {
    cw_forced *made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->game = game;
        made->nodes_max = nodes_max;
        made->player = CW_NOBODY;
        made->states = cw_game_alloc_states(game, PLIES_MAX);
        made->moves = malloc(sizeof(cw_move) * (size_t)game->moves_max * PLIES_MAX);
        made->table = calloc(TABLE_SIZE, sizeof *made->table);
        if (game->type->puzzles != NULL)
            made->least_turns = game->type->puzzles->least_turns;
    }
    if (made == NULL || made->states == NULL || made->moves == NULL || made->table == NULL) {
        cw_forced_destroy(made);
        return cw_fail(error, CW_NO_MEMORY, "out of memory to prove a win");
    }
    *forced = made;
    return CW_OK;
}

void cw_forced_destroy(cw_forced *forced) {
    if (forced == NULL)
        return;
    free(forced->states);
    free(forced->moves);
    free(forced->table);
    free(forced);
}

uint64_t cw_forced_nodes(const cw_forced *forced) {
    return forced->nodes;
}

static cw_state *state_at(const cw_forced *self, int ply) {
    return (cw_state *)(self->states + cw_game_state_stride(self->game) * (size_t)ply);
}

static cw_move *moves_at(const cw_forced *self, int ply) {
    return self->moves + (size_t)ply * (size_t)self->game->moves_max;
}

/* ---- What is known ---- */

static uint64_t mix(uint64_t bits) {
    bits = (bits ^ bits >> 31) * UINT64_C(0x9E3779B97F4A7C15);
    return bits ^ bits >> 29;
}

/* A limit that ends the game counts once it is near. */
static uint64_t key_of(const cw_forced *self, const cw_state *state, uint64_t hash, node here) {
    const cw_game_type *type = self->game->type;
    int left = type->plies_left != NULL ? type->plies_left(self->game, state) : 0;
    uint64_t frame = (uint64_t)here.turns << 1 | here.in_turn;
    return (mix(hash + mix(frame + 1) + mix((uint64_t)(left < PLIES_MAX ? left : 0))) | 2) & ~UINT64_C(1);
}

static cw_forced_answer look_up(const cw_forced *self, uint64_t key) {
    uint64_t entry = self->table[key >> 2 & (TABLE_SIZE - 1)];
    return (entry & ~UINT64_C(1)) == key ? (cw_forced_answer)(entry & 1) : CW_FORCED_UNKNOWN;
}

static bool note(cw_forced *self, uint64_t key, bool wins) {
    if (!self->is_cut)
        self->table[key >> 2 & (TABLE_SIZE - 1)] = key | wins;
    return wins;
}

static bool ends_by_repetition(const cw_forced *self, uint64_t hash, int ply) {
    int times = 1, limit = self->game->repetition_limit;
    if (limit == 0 || ply == 0)
        return false;
    for (int i = 0; i < self->hash_count; i++)
        times += self->hashes[i] == hash;
    return times >= limit;
}

/* ---- The order of moves ---- */

/* Brings a move to `place` if it stands at or behind it. */
static bool bring(cw_move *moves, int count, int place, cw_move move) {
    for (int i = place; i < count; i++) {
        if (moves[i] == move) {
            moves[i] = moves[place];
            moves[place] = move;
            return true;
        }
    }
    return false;
}

static void order(const cw_forced *self, int ply, cw_move *moves, int count) {
    int place = 0;
    for (int i = 0; i < KILLERS; i++)
        place += bring(moves, count, place, self->killers[ply][i]);
}

static void note_killer(cw_forced *self, int ply, cw_move move) {
    if (self->killers[ply][0] == move)
        return;
    self->killers[ply][1] = self->killers[ply][0];
    self->killers[ply][0] = move;
}

/* ---- The search ---- */

static bool wins(cw_forced *self, node here);

static bool wins_after(cw_forced *self, node here, cw_move move) {
    const cw_game *game = self->game;
    cw_state *next = state_at(self, here.ply + 1);
    memcpy(next, state_at(self, here.ply), game->state_size);
    game->type->play(game, next, move);
    return wins(self, (node){here.ply + 1, here.turns, here.in_turn});
}

static bool some_wins(cw_forced *self, node here) {
    cw_move *moves = moves_at(self, here.ply);
    int count = self->game->type->moves(self->game, state_at(self, here.ply), moves);
    order(self, here.ply, moves, count);
    for (int i = 0; i < count && !self->is_cut; i++) {
        if (!wins_after(self, here, moves[i]))
            continue;
        note_killer(self, here.ply, moves[i]);
        self->winner[here.ply] = moves[i];
        return true;
    }
    return false;
}

/* What wins is the best place to answer at, so that is tried next: games pack moves by their goal. */
static bool all_win(cw_forced *self, node here) {
    cw_move *moves = moves_at(self, here.ply);
    int count = self->game->type->moves(self->game, state_at(self, here.ply), moves);
    order(self, here.ply, moves, count);
    for (int i = 0; i < count && !self->is_cut; i++) {
        if (!wins_after(self, here, moves[i])) {
            note_killer(self, here.ply, moves[i]);
            return false;
        }
        if (i + 1 < count)
            bring(moves, count, i + 1, self->winner[here.ply + 1]);
    }
    return !self->is_cut;
}

static bool is_won(const cw_forced *self, const cw_state *state) {
    cw_result result;
    self->game->type->result(self->game, state, &result);
    return result.reward[self->player] >= whole_reward;
}

static bool is_out_of_reach(const cw_forced *self, const cw_state *state, int turns) {
    return turns == 0 ||
           (self->least_turns != NULL && self->least_turns(self->game, state, self->player) > turns);
}

static bool reached_limit(cw_forced *self, int ply) {
    self->nodes++;
    self->is_cut = self->is_cut || self->nodes >= self->nodes_end || ply >= PLIES_MAX - 1;
    return self->is_cut;
}

static bool wins(cw_forced *self, node here) {
    const cw_game *game = self->game;
    const cw_state *state = state_at(self, here.ply);
    int decider = game->type->to_decide(game, state);
    if (decider == CW_NOBODY)
        return here.in_turn && is_won(self, state);
    if (reached_limit(self, here.ply))
        return false;
    if (decider == CW_CHANCE)
        return all_win(self, here);
    bool is_own = cw_game_allied(game, decider, self->player);
    if ((!is_own || !here.in_turn) && is_out_of_reach(self, state, here.turns))
        return false;
    uint64_t hash = game->type->hash(game, state), key = key_of(self, state, hash, here);
    if (ends_by_repetition(self, hash, here.ply))
        return false;
    cw_forced_answer known = look_up(self, key);
    if (known != CW_FORCED_UNKNOWN)
        return known == CW_FORCED_YES;
    here.turns -= is_own && !here.in_turn;
    here.in_turn = is_own;
    return note(self, key, is_own ? some_wins(self, here) : all_win(self, here));
}

cw_forced_answer cw_forced_wins(cw_forced *forced, const cw_forced_question *question) {
    if (forced->player != question->player)
        memset(forced->table, 0, sizeof *forced->table * TABLE_SIZE);
    forced->player = question->player;
    forced->hashes = question->hashes;
    forced->hash_count = question->hashes != NULL ? question->hash_count : 0;
    forced->nodes_end = forced->nodes_max > 0 ? forced->nodes + forced->nodes_max : UINT64_MAX;
    forced->is_cut = false;
    memcpy(state_at(forced, 0), question->state, forced->game->state_size);
    bool yes = wins(forced, (node){0, question->turns, question->in_turn});
    return yes ? CW_FORCED_YES : forced->is_cut ? CW_FORCED_UNKNOWN : CW_FORCED_NO;
}

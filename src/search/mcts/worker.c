/* Making workers, and the parts of an iteration that do not touch the tree: playouts and their rewards. */
#include "search/mcts/worker.h"
#include "search/expect.h"

#include <stdlib.h>
#include <string.h>

/* ---- Making ---- */

static bool make_slots(cw_worker *worker, int count) {
    size_t words = worker->key_words * (size_t)worker->game->player_count;
    worker->slots = calloc((size_t)count, sizeof *worker->slots);
    uint64_t *keys = calloc((size_t)count * words + 1, sizeof *keys);
    if (worker->slots == NULL || keys == NULL) {
        free(keys);
        return false;
    }
    for (int i = 0; i < count; i++)
        worker->slots[i].keys = keys + (size_t)i * words; /* the first one owns all */
    worker->slot_capacity = count;
    return true;
}

static bool make_room(cw_worker *worker, int slots) {
    size_t moves = ((size_t)worker->game->moves_max + CW_EDGE_GROUP) & ~(size_t)(CW_EDGE_GROUP - 1);
    worker->state = cw_game_alloc_states(worker->game, 1);
    worker->playout_state = cw_game_alloc_states(worker->game, 1);
    worker->moves = malloc(sizeof *worker->moves * moves);
    worker->move_keys = malloc(sizeof *worker->move_keys * moves);
    worker->values = aligned_alloc(CW_SLAB_UNIT, sizeof *worker->values * moves);
    worker->weights = malloc(sizeof *worker->weights * moves);
    worker->copies = aligned_alloc(CW_SLAB_UNIT, sizeof *worker->copies * moves * 4);
    worker->key_sets = calloc(2 * worker->key_words * CW_PLAYERS_MAX + 1, sizeof *worker->key_sets);
    return worker->key_sets != NULL && worker->state != NULL && worker->playout_state != NULL &&
           worker->moves != NULL && worker->move_keys != NULL && worker->values != NULL &&
           worker->weights != NULL && worker->copies != NULL && make_slots(worker, slots);
}

cw_status cw_worker_create(const cw_game *game, const cw_mcts_settings *settings, const cw_options *options,
                           int slots, cw_worker **worker, cw_error *error) {
    cw_worker *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a search");
    made->game = game;
    made->settings = settings;
    made->fair_share = (float)cw_game_fair_share(game);
    made->key_words = settings->with_rave ? ((size_t)game->key_count + 63) / 64 : 0;
    cw_status status = CW_OK;
    if (!make_room(made, slots))
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for a search");
    if (status == CW_OK)
        status = cw_mcts_skills_create(game, options, &made->skills, error);
    if (status != CW_OK) {
        cw_worker_destroy(made);
        return status;
    }
    *worker = made;
    return CW_OK;
}

void cw_worker_destroy(cw_worker *worker) {
    if (worker == NULL)
        return;
    cw_mcts_skills_destroy(&worker->skills);
    if (worker->slots != NULL && worker->slot_capacity > 0)
        free(worker->slots[0].keys);
    free(worker->slots);
    free(worker->state);
    free(worker->playout_state);
    free(worker->moves);
    free(worker->move_keys);
    free(worker->values);
    free(worker->weights);
    free(worker->copies);
    free(worker->key_sets);
    cw_shadows_destroy(&worker->shadows);
    free(worker);
}

void cw_worker_begin(cw_worker *worker, cw_tree *tree, const cw_state *state, const uint64_t *history,
                     int history_length, cw_rng rng) {
    worker->tree = tree;
    worker->root_state = state;
    worker->history = history;
    worker->history_length = history_length;
    worker->rng = rng;
    worker->playouts = worker->iterations = 0;
    worker->depth_max = 0;
    worker->proven_move = CW_MOVE_NONE;
    worker->root_verdict = 0;
}

/* ---- Playouts ---- */

/* A reward in twelfths. What lies between two of them is rounded at random so that the mean stays true. */
static uint32_t to_units(double reward, cw_rng *rng) {
    double units = reward * CW_WIN_UNITS;
    uint32_t whole = (uint32_t)(units + 1e-6);
    double rest = units - whole;
    if (rest > 1e-6 && cw_rng_unit(rng) < rest)
        whole++;
    return whole;
}

static void write_units(const cw_game *game, const double *rewards, cw_rng *rng, cw_slot *slot) {
    for (int player = 0; player < game->player_count; player++)
        slot->units[player] = to_units(rewards[player], rng);
    if (game->player_count == 2)
        slot->units[1] = CW_WIN_UNITS - slot->units[0];
}

void cw_worker_playout(const cw_worker *worker, const cw_mcts_skills *skills, cw_state *state, cw_rng *rng,
                       cw_slot *slot) {
    const cw_game *game = worker->game;
    double mix = worker->settings->mix, expected[CW_PLAYERS_MAX];
    cw_playout playout = {.plies_max = worker->settings->cut};
    slot->weight = 1;
    if (mix > 0)
        cw_expect_rewards(game, &skills->leaf, state, expected);
    if (worker->key_words > 0) {
        memset(slot->keys, 0, sizeof *slot->keys * worker->key_words * (size_t)game->player_count);
        for (int player = 0; player < game->player_count; player++)
            playout.keys[player] = slot->keys + worker->key_words * (size_t)player;
    }
    if (mix < 1)
        ((const cw_policy *)skills->policy.base)->playout(game, skills->policy.context, state, rng, &playout);
    if (worker->settings->cut > 0 && !playout.finished)
        cw_expect_rewards(game, &skills->leaf, state, playout.result.reward);
    for (int player = 0; player < game->player_count && mix > 0; player++)
        playout.result.reward[player] = (1 - mix) * playout.result.reward[player] + mix * expected[player];
    write_units(game, playout.result.reward, rng, slot);
}

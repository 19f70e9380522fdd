/* Making players from plans, and what every player can do whatever its kind. */
#include "causeway/player.h"

#include <stdlib.h>

#include "core/clock.h"
#include "players/habits.h"
#include "players/margin.h"

struct cw_player {
    cw_plan plan;
    void *context;
    cw_habits habits;
    cw_rng rng; /* for the moves made at random by habit */
    cw_move *moves;
    cw_margin margin;
};

/* ---- From plan to player ---- */

static cw_status build(cw_player *player, cw_error *error) {
    const cw_plan *plan = &player->plan;
    cw_options_fill(&plan->options, cw_player_common_options(), &player->habits);
    player->moves = malloc(sizeof *player->moves * (size_t)plan->game->moves_max);
    if (player->moves == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player %s", plan->type->name);
    cw_status status = plan->type->create(plan->game, &plan->options, &player->context, error);
    if (status == CW_OK)
        status = cw_margin_create(&player->margin, plan->game, &plan->options, error);
    return status;
}

cw_status cw_player_make(const cw_plan *plan, uint64_t seed, cw_player **player, cw_error *error) {
    cw_player *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player %s", plan->type->name);
    made->plan = *plan;
    cw_status status = build(made, error);
    if (status != CW_OK) {
        cw_player_destroy(made);
        return status;
    }
    cw_player_reset(made, seed);
    *player = made;
    return CW_OK;
}

cw_status cw_player_create(const char *spec, const cw_game *game, uint64_t seed, cw_player **player,
                           cw_error *error) {
    return cw_player_create_within(NULL, spec, game, seed, player, error);
}

cw_status cw_player_create_within(const cw_bounds *bounds, const char *spec, const cw_game *game,
                                  uint64_t seed, cw_player **player, cw_error *error) {
    cw_plan plan;
    cw_status status = cw_plan_read_within(bounds, &plan, spec, game, error);
    return status == CW_OK ? cw_player_make(&plan, seed, player, error) : status;
}

void cw_player_destroy(cw_player *player) {
    if (player == NULL)
        return;
    if (player->context != NULL)
        player->plan.type->destroy(player->context);
    cw_margin_destroy(&player->margin);
    free(player->moves);
    free(player);
}

const cw_plan *cw_player_plan(const cw_player *player) {
    return &player->plan;
}

/* ---- Playing ---- */

void cw_player_reset(cw_player *player, uint64_t seed) {
    player->rng = cw_rng_make(seed, 1);
    player->plan.type->reset(player->context, seed);
}

/* Has the player decided something in this turn already? */
static bool is_later(const cw_record *record) {
    const cw_game *game = cw_record_game(record);
    int before = cw_record_length(record) - 1;
    while (before >= 0 && game->type->to_decide(game, cw_record_state_at(record, before)) == CW_CHANCE)
        before--;
    return before >= 0 &&
           game->type->to_decide(game, cw_record_state_at(record, before)) == cw_record_to_decide(record);
}

static bool plays_at_random(const cw_player *player, const cw_record *record) {
    const cw_state *state = cw_record_state(record);
    if (player->habits.random_later && is_later(record))
        return true;
    switch (player->habits.random_until) {
    case CW_RANDOM_PHASE2:
        return cw_game_phase(player->plan.game, state) < 2;
    case CW_RANDOM_HALF:
        return player->plan.game->type->progress(player->plan.game, state) < 0.5;
    default:
        return false;
    }
}

cw_status cw_player_choose(cw_player *player, const cw_record *record, const cw_limits *limits,
                           cw_analysis *analysis, cw_error *error) {
    const cw_limits no_limits = {0};
    double start = cw_clock_now();
    cw_analysis_clear(analysis);
    int decider = cw_record_to_decide(record);
    if (decider < 0)
        return cw_fail(error, CW_ILLEGAL, "%s, so there is nothing to decide",
                       decider == CW_CHANCE ? "chance decides next" : "the game is over");
    cw_status status = CW_OK;
    if (plays_at_random(player, record)) {
        int count = player->plan.game->type->moves(player->plan.game, cw_record_state(record), player->moves);
        analysis->best = player->moves[cw_rng_below(&player->rng, (uint32_t)count)];
    } else {
        status = player->plan.type->choose(player->context, record, limits != NULL ? limits : &no_limits,
                                           analysis, error);
        if (status == CW_OK)
            cw_margin_apply(&player->margin, player->plan.game, cw_record_state(record), analysis);
    }
    analysis->seconds = cw_clock_now() - start - analysis->start_seconds;
    return status;
}

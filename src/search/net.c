/* The player `net`: the judge of the game alone, without any search. */
#include <stdlib.h>

#include "core/clock.h"
#include "core/real.h"
#include "search/knowledge.h"
#include "search/searches.h"

typedef struct net_player {
    const cw_game *game;
    cw_skill judge;
    double temperature;
    int drawn_plies; /* moves are drawn until here, and the best is played afterwards; 0: always drawn */
    cw_rng rng;
    cw_move *moves;
    float *priors;
} net_player;

static const cw_option options[] = {
    {.name = "judge",
     .also = "net",
     .type = CW_OPTION_FILE,
     .standard = "default",
     .help = "a file with a network; default: the one that ships"},
    {.name = "temperature",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 100,
     .standard = "0",
     .help = "0: the move with the greatest prior; else one drawn by prior to the power of 1/temperature"},
    {.name = "drawn",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 10000,
     .standard = "0",
     .help = "decisions of a game up to which moves are drawn; 0: all"},
    {.name = NULL},
};

static const cw_role judge_role = {CW_JUDGE, "judge", {"judge.", "net."}};

static cw_status extend(const cw_game *game, const char *settings, cw_options *all, cw_error *error) {
    return cw_role_extend(game, &judge_role, settings, all, error);
}

static void destroy(void *context) {
    net_player *player = context;
    cw_skill_destroy(&player->judge);
    free(player->moves);
    free(player->priors);
    free(player);
}

static cw_status create(const cw_game *game, const cw_options *given, void **context, cw_error *error) {
    net_player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player net");
    player->game = game;
    player->temperature = cw_options_real(given, "temperature");
    player->drawn_plies = (int)cw_options_integer(given, "drawn");
    player->moves = malloc(sizeof *player->moves * (size_t)game->moves_max);
    player->priors = malloc(sizeof *player->priors * (size_t)game->moves_max);
    cw_status status = CW_OK;
    if (player->moves == NULL || player->priors == NULL)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for the player net");
    if (status == CW_OK)
        status = cw_role_create(game, &judge_role, given, &player->judge, error);
    if (status == CW_OK && player->judge.base == NULL)
        status = cw_fail(error, CW_BAD_INPUT, "player net: judge=none leaves nothing to play with");
    if (status != CW_OK) {
        destroy(player);
        return status;
    }
    *context = player;
    return CW_OK;
}

static void reset(void *context, uint64_t seed) {
    net_player *player = context;
    player->rng = cw_rng_make(seed, 0);
}

static int pick_best(const float *priors, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        best = priors[i] > priors[best] ? i : best;
    return best;
}

/* Draws a move with a chance proportional to its prior to the power of 1/temperature. */
static int draw(net_player *player, int count) {
    const double least = 1e-30;
    double most = player->priors[pick_best(player->priors, count)], sum = 0;
    for (int i = 0; i < count; i++) {
        double share = player->priors[i] / (most > least ? most : least);
        player->priors[i] = share > least ? (float)cw_exp(cw_log(share) / player->temperature) : 0;
        sum += player->priors[i];
    }
    double point = cw_rng_unit(&player->rng) * sum;
    for (int i = 0; i < count; i++) {
        point -= player->priors[i];
        if (point < 0 && player->priors[i] > 0)
            return i;
    }
    return pick_best(player->priors, count);
}

static cw_status choose(void *context, const cw_record *record, const cw_limits *limits,
                        cw_analysis *analysis, cw_error *error) {
    (void)limits;
    net_player *player = context;
    const cw_game *game = player->game;
    const cw_state *state = cw_record_state(record);
    double rewards[CW_PLAYERS_MAX] = {0}, start = cw_clock_now();
    int count = game->type->moves(game, state, player->moves);
    ((const cw_judge *)player->judge.base)
        ->judge(game, player->judge.context, state, player->moves, count, rewards, player->priors);
    bool drawn = player->temperature > 0 &&
                 (player->drawn_plies == 0 || cw_record_length(record) < player->drawn_plies);
    int picked = drawn ? draw(player, count) : pick_best(player->priors, count);
    analysis->best = player->moves[picked];
    analysis->value = rewards[cw_record_to_decide(record)];
    analysis->nodes = 1;
    analysis->seconds = cw_clock_now() - start;
    cw_candidate *candidate = cw_analysis_add(analysis, analysis->best);
    if (candidate == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for an analysis");
    candidate->visits = 1;
    candidate->value = analysis->value;
    return CW_OK;
}

const cw_player_type cw_net_player = {
    .name = "net",
    .summary = "what the game's network likes best, without search",
    .options = options,
    .extend = extend,
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .choose = choose,
};

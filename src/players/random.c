/* The Random player: every legal move is equally likely. */
#include <stdlib.h>

#include "players/registry.h"

typedef struct random_player {
    cw_rng rng;
    cw_move *moves;
} random_player;

static const cw_option options[] = {{.name = NULL}};

static void destroy(void *context) {
    random_player *player = context;
    free(player->moves);
    free(player);
}

static cw_status create(const cw_game *game, const cw_options *settings, void **context, cw_error *error) {
    (void)settings;
    random_player *player = calloc(1, sizeof *player);
    if (player != NULL)
        player->moves = malloc(sizeof *player->moves * (size_t)game->moves_max);
    if (player == NULL || player->moves == NULL) {
        free(player);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the random player");
    }
    *context = player;
    return CW_OK;
}

static void reset(void *context, uint64_t seed) {
    random_player *player = context;
    player->rng = cw_rng_make(seed, 0);
}

static cw_status choose(void *context, const cw_record *record, const cw_limits *limits,
                        cw_analysis *analysis, cw_error *error) {
    (void)limits;
    (void)error;
    random_player *player = context;
    const cw_game *game = cw_record_game(record);
    int count = game->type->moves(game, cw_record_state(record), player->moves);
    analysis->best = player->moves[cw_rng_below(&player->rng, (uint32_t)count)];
    return CW_OK;
}

const cw_player_type cw_random_player = {
    .name = "random",
    .summary = "plays every legal move with the same chance",
    .options = options,
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .choose = choose,
};

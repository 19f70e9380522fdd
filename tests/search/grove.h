/* A game for testing searches: a tree of fixed depth and width in which everything (who decides, who wins) is
 * a hash of the path and of a seed. It has all that a search must cope with, in any mixture, and is so small
 * that its true values can be found by looking at every path. */
#ifndef CW_TESTS_GROVE_H
#define CW_TESTS_GROVE_H

#include "harness.h"

typedef struct grove {
    int depth, width, draws, chances, ring;
    uint64_t seed;
} grove;

struct cw_state {
    uint64_t path;
    int depth;
};

static const cw_option grove_options[] = {
    {.name = "players", .type = CW_OPTION_INTEGER, .low = 2, .high = 4, .standard = "2", .help = "players"},
    {.name = "depth",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 1000,
     .standard = "6",
     .help = "decisions"},
    {.name = "width", .type = CW_OPTION_INTEGER, .low = 1, .high = 1000, .standard = "3", .help = "moves"},
    {.name = "draws", .type = CW_OPTION_INTEGER, .low = 0, .high = 100, .standard = "0", .help = "percent"},
    {.name = "chances", .type = CW_OPTION_INTEGER, .low = 0, .high = 100, .standard = "0", .help = "percent"},
    {.name = "ring",
     .type = CW_OPTION_SWITCH,
     .standard = "off",
     .help = "positions come again, nobody wins"},
    {.name = "seed", .type = CW_OPTION_INTEGER, .low = 0, .high = 1e9, .standard = "0", .help = "seed"},
    {.name = NULL},
};

static inline uint64_t grove_mix(const cw_game *game, const cw_state *state, uint64_t what) {
    const grove *g = game->data;
    return cw_mix(cw_mix(state->path ^ cw_mix(g->seed)) + what);
}

static inline cw_status grove_configure(cw_game *game, cw_error *error) {
    (void)error;
    grove *g = calloc(1, sizeof *g);
    assert_non_null(g);
    g->depth = (int)cw_options_integer(&game->options, "depth");
    g->width = (int)cw_options_integer(&game->options, "width");
    g->draws = (int)cw_options_integer(&game->options, "draws");
    g->chances = (int)cw_options_integer(&game->options, "chances");
    g->ring = cw_options_switch(&game->options, "ring");
    g->seed = (uint64_t)cw_options_integer(&game->options, "seed");
    game->data = g;
    game->player_count = (int)cw_options_integer(&game->options, "players");
    for (int i = 0; i < game->player_count; i++)
        game->seats[i] = (cw_seat){.name = "player", .letter = "p", .color = (cw_color)i};
    game->state_size = sizeof(cw_state);
    game->moves_max = g->width;
    game->key_count = g->ring ? g->width : g->depth * g->width;
    game->repetition_limit = g->ring ? 3 : 0;
    return CW_OK;
}

static inline void grove_release(cw_game *game) {
    free(game->data);
}

static inline void grove_start(const cw_game *game, cw_state *state) {
    (void)game;
    *state = (cw_state){0};
}

static inline int grove_to_decide(const cw_game *game, const cw_state *state) {
    const grove *g = game->data;
    if (g->ring)
        return (int)(state->path % (uint64_t)game->player_count);
    if (state->depth == g->depth)
        return CW_NOBODY;
    uint64_t mixed = grove_mix(game, state, 1);
    if (state->depth > 0 && (int)(mixed % 100) < g->chances)
        return CW_CHANCE;
    return (int)(mixed / 100 % (uint64_t)game->player_count);
}

static inline int grove_moves(const cw_game *game, const cw_state *state, cw_move *moves) {
    const grove *g = game->data;
    (void)state;
    for (int i = 0; i < g->width; i++)
        moves[i] = (cw_move)i;
    return g->width;
}

static inline void grove_play(const cw_game *game, cw_state *state, cw_move move) {
    const grove *g = game->data;
    if (g->ring)
        state->path = (state->path + 1 + move) % 6;
    else
        state->path = cw_mix(state->path * 1000 + move + 1);
    state->depth++;
}

static inline void grove_result(const cw_game *game, const cw_state *state, cw_result *result) {
    const grove *g = game->data;
    uint64_t mixed = grove_mix(game, state, 2);
    if (g->ring || (int)(mixed % 100) < g->draws) {
        cw_result_draw(game, 0, result);
        return;
    }
    *result = (cw_result){0};
    result->reward[mixed / 100 % (uint64_t)game->player_count] = 1;
}

static inline uint64_t grove_hash(const cw_game *game, const cw_state *state) {
    return grove_mix(game, state, 3);
}

static inline int grove_move_number(const cw_game *game, const cw_state *state) {
    (void)game;
    return state->depth;
}

static inline double grove_progress(const cw_game *game, const cw_state *state) {
    const grove *g = game->data;
    return state->depth < g->depth ? (double)state->depth / g->depth : 1;
}

static inline void grove_print(const cw_game *game, const cw_state *state, cw_move move, cw_text *text) {
    (void)game;
    (void)state;
    cw_text_printf(text, "%u", (unsigned)move);
}

static inline cw_status grove_parse(const cw_game *game, const cw_state *state, const char *string,
                                    cw_move *move, cw_error *error) {
    const grove *g = game->data;
    (void)state;
    long number = strtol(string, NULL, 10);
    if (number < 0 || number >= g->width)
        return cw_fail(error, CW_ILLEGAL, "no move %s", string);
    *move = (cw_move)number;
    return CW_OK;
}

static inline void grove_draw(const cw_game *game, const cw_state *state, cw_scene *scene) {
    (void)game;
    (void)state;
    (void)scene;
}

static inline int grove_picks(const cw_game *game, const cw_state *state, cw_move move, cw_pick *picks) {
    (void)game;
    (void)state;
    (void)move;
    (void)picks;
    return 0;
}

static inline uint32_t grove_key(const cw_game *game, const cw_state *state, cw_move move) {
    const grove *g = game->data;
    return g->ring ? move : (uint32_t)(state->depth * g->width) + move;
}

static inline void grove_playout(const cw_game *game, void *context, cw_state *state, cw_rng *rng,
                                 cw_playout *playout) {
    const grove *g = game->data;
    (void)context;
    int decider, limit = g->depth;
    bool cut = playout->plies_max > 0 && state->depth + playout->plies_max < limit;
    if (cut)
        limit = playout->plies_max;
    for (int plies = 0; (decider = grove_to_decide(game, state)) != CW_NOBODY && plies < limit; plies++) {
        cw_move move = cw_rng_below(rng, (uint32_t)g->width);
        if (decider >= 0 && playout->keys[decider] != NULL) {
            uint32_t key = grove_key(game, state, move);
            playout->keys[decider][key / 64] |= (uint64_t)1 << key % 64;
        }
        grove_play(game, state, move);
    }
    if (cut)
        cw_result_draw(game, 0, &playout->result);
    else
        grove_result(game, state, &playout->result);
    playout->plies = state->depth;
    playout->finished = !g->ring && !cut;
}

/* Knows everything: the mean result of some playouts is not its business, it looks at the path's hash. */
static inline void grove_evaluate(const cw_game *game, void *context, const cw_state *state, double *points) {
    (void)context;
    for (int player = 0; player < game->player_count; player++)
        points[player] = (double)(grove_mix(game, state, 10 + (uint64_t)player) % 100);
}

static inline void grove_weigh(const cw_game *game, void *context, const cw_state *state,
                               const cw_move *moves, int count, float *weights) {
    (void)context;
    for (int i = 0; i < count; i++)
        weights[i] = (float)(grove_mix(game, state, 20 + moves[i]) % 10);
}

/* Judges by hashes. */
static inline void grove_judge(const cw_game *game, void *context, const cw_state *state,
                               const cw_move *moves, int count, double *rewards, float *priors) {
    (void)context;
    float sum = 0;
    double first = (double)(grove_mix(game, state, 30) % 1000) / 1000;
    for (int player = 0; player < game->player_count; player++)
        rewards[player] = player == 0 ? first : (1 - first) / (game->player_count - 1);
    for (int i = 0; i < count; i++)
        sum += priors[i] = (float)(1 + grove_mix(game, state, 40 + moves[i]) % 100);
    for (int i = 0; i < count; i++)
        priors[i] /= sum;
}

/* The true value for `player` when every other player is against; chance is taken as the mean. */
static inline double grove_value(const cw_game *game, const cw_state *state, int player) {
    const grove *g = game->data;
    int decider = grove_to_decide(game, state);
    if (decider == CW_NOBODY) {
        cw_result result;
        grove_result(game, state, &result);
        return result.reward[player];
    }
    double best = decider == player ? 0 : 1, sum = 0;
    for (int i = 0; i < g->width; i++) {
        cw_state next = *state;
        grove_play(game, &next, (cw_move)i);
        double value = grove_value(game, &next, player);
        sum += value;
        if (decider == player ? value > best : value < best)
            best = value;
    }
    return decider == CW_CHANCE ? sum / g->width : best;
}

static inline void grove_reason(const cw_game *game, void *context, const cw_state *state,
                                cw_verdict *verdict) {
    (void)context;
    const grove *g = game->data;
    int player = grove_to_decide(game, state);
    if (state->depth < g->depth - 2) { /* far from the end it only cuts the moves that lose for certain */
        verdict->move_count = 0;
        for (int i = 0; i < g->width; i++) {
            cw_state next = *state;
            grove_play(game, &next, (cw_move)i);
            if (grove_value(game, &next, player) > 0)
                verdict->moves[verdict->move_count++] = (cw_move)i;
        }
        if (verdict->move_count > 0)
            return;
    }
    verdict->proven = true;
    verdict->reward[player] = grove_value(game, state, player);
    verdict->reward[1 - player] = 1 - verdict->reward[player];
}

static const char *const grove_endings[] = {"end", NULL};
static const cw_policy grove_policies[] = {
    {.base = {.name = "uniform", .help = "at random"}, .playout = grove_playout, .leaves_position = true},
    {.base = {.name = NULL}},
};
static const cw_evaluator grove_evaluators[] = {
    {.base = {.name = "noise", .help = "a hash"}, .scale = 50, .evaluate = grove_evaluate},
    {.base = {.name = NULL}},
};
static const cw_prior grove_priors[] = {
    {.base = {.name = "noise", .help = "a hash"}, .weigh = grove_weigh},
    {.base = {.name = NULL}},
};
static const cw_judge grove_judges[] = {
    {.base = {.name = "noise", .help = "a hash"}, .judge = grove_judge},
    {.base = {.name = NULL}},
};
static const cw_reasoner grove_reasoners[] = {
    {.base = {.name = "oracle", .help = "looks at every path; two players, no chance"},
     .reason = grove_reason},
    {.base = {.name = NULL}},
};

static const cw_game_type grove_type = {
    .name = "grove",
    .title = "Grove",
    .summary = "random trees",
    .options = grove_options,
    .endings = grove_endings,
    .policies = grove_policies,
    .evaluators = grove_evaluators,
    .reasoners = grove_reasoners,
    .priors = grove_priors,
    .judges = grove_judges,
    .configure = grove_configure,
    .release = grove_release,
    .start = grove_start,
    .to_decide = grove_to_decide,
    .moves = grove_moves,
    .play = grove_play,
    .result = grove_result,
    .hash = grove_hash,
    .move_number = grove_move_number,
    .progress = grove_progress,
    .print = grove_print,
    .parse = grove_parse,
    .draw = grove_draw,
    .picks = grove_picks,
    .key = grove_key,
};

static inline cw_game *make_grove(const char *format, int seed) {
    char settings[200];
    cw_game *game = NULL;
    cw_error error = {0};
    snprintf(settings, sizeof settings, "%s,seed=%d", format, seed);
    if (cw_game_create_from(&grove_type, settings, &game, &error) != CW_OK)
        fail_msg("%s: %s", settings, error.message);
    return game;
}

/* ---- Asking players ---- */

static inline cw_player *must_create_player(const char *spec, const cw_game *game, uint64_t seed) {
    cw_player *player = NULL;
    cw_error error = {0};
    if (cw_player_create(spec, game, seed, &player, &error) != CW_OK)
        fail_msg("%s: %s", spec, error.message);
    return player;
}

/* Asks a new player about the position after `moves`. */
static inline cw_move ask(const cw_game *game, const char *spec, const char *moves, uint64_t seed,
                          cw_analysis *analysis) {
    cw_player *player = must_create_player(spec, game, seed);
    cw_record *record = must_play(game, moves);
    cw_error error = {0};
    if (cw_player_choose(player, record, NULL, analysis, &error) != CW_OK)
        fail_msg("%s: %s", spec, error.message);
    assert_true(cw_game_is_legal(game, cw_record_state(record), analysis->best));
    cw_record_destroy(record);
    cw_player_destroy(player);
    return analysis->best;
}

#endif

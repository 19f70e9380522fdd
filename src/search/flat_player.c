/* The player `flat`: flat Monte Carlo, and its options. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/flat.h"
#include "search/searches.h"

const cw_option cw_flat_options[] = {
    {.name = "mode",
     .type = CW_OPTION_CHOICE,
     .choices = "basic|weak",
     .standard = "basic",
     .help = "playouts for every legal move, or one playout for each of some moves drawn at random",
     .place = CW_PLACE(cw_flat_settings, weak)},
    {.name = "playouts",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 1e8,
     .standard = "250",
     .help = "playouts for each move (basic)",
     .place = CW_PLACE(cw_flat_settings, playouts)},
    {.name = "cursors",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 1e8,
     .standard = "100",
     .help = "moves drawn at random, a move perhaps more than once (weak)",
     .place = CW_PLACE(cw_flat_settings, cursors)},
    {.name = "draw",
     .type = CW_OPTION_REAL,
     .low = -1,
     .high = 1,
     .standard = "0",
     .help = "value of a draw; a win counts 1 and a loss -1",
     .place = CW_PLACE(cw_flat_settings, draw)},
    {.name = "loss",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 100,
     .standard = "1",
     .help = "how much a loss counts against a win; matters where playouts are drawn too",
     .place = CW_PLACE(cw_flat_settings, loss)},
    {.name = "length",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1,
     .standard = "0",
     .help = "most that is added for a short win and taken off for a short loss; half of it at 10 plies",
     .place = CW_PLACE(cw_flat_settings, length)},
    {.name = "kind",
     .type = CW_OPTION_TEXT,
     .standard = "",
     .help = "values of wins by the game's endings, such as shape:1+shut-out:0.5; 1 where not named"},
    {.name = "score",
     .type = CW_OPTION_CHOICE,
     .choices = "result|depth|wins=result",
     .standard = "result",
     .help = "the mean result, or the mean depth of wins less their number (lowest is best)",
     .place = CW_PLACE(cw_flat_settings, score_depth)},
    {.name = "break",
     .type = CW_OPTION_CHOICE,
     .choices = "first|random",
     .standard = "first",
     .help = "which of equally good moves is played",
     .place = CW_PLACE(cw_flat_settings, break_at_random)},
    {.name = "horizon",
     .type = CW_OPTION_CHOICE,
     .choices = "none|phase1",
     .standard = "none",
     .help = "a playout begun in phase one that reaches phase two is a draw",
     .place = CW_PLACE(cw_flat_settings, stays_in_phase)},
    {.name = "depth",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 1e6,
     .standard = "",
     .help = "plies after which a playout is cut; 100 with score=depth or schedule=budget",
     .place = CW_PLACE(cw_flat_settings, depth)},
    {.name = "schedule",
     .type = CW_OPTION_CHOICE,
     .choices = "fixed|budget",
     .standard = "fixed",
     .help = "budget: depth - turn plies deep, and playouts * depth / (depth - turn) for each move",
     .place = CW_PLACE(cw_flat_settings, budget_schedule)},
    {.name = "custom",
     .type = CW_OPTION_TEXT,
     .standard = "",
     .help = "a custom of the game: moves not looked at, moves to avoid, wins that do not count"},
    {.name = "guard",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1000,
     .standard = "0",
     .help = "of so many best moves, pass over those that the custom avoids",
     .place = CW_PLACE(cw_flat_settings, guard)},
    {.name = "policy", .type = CW_OPTION_TEXT, .standard = "default", .help = "playout policy of the game"},
    {.name = "time",
     .resource = CW_RESOURCE_SECONDS,
     .type = CW_OPTION_DURATION,
     .low = 0,
     .high = 86400,
     .standard = "",
     .help = "end early after this time; without it all playouts are made"},
    {.name = "threads",
     .resource = CW_RESOURCE_THREADS,
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 256,
     .standard = "1",
     .help = "threads; the result is the same for any number",
     .place = CW_PLACE(cw_flat_settings, threads)},
    {.name = NULL},
};

/* ---- Options ---- */

cw_status cw_flat_extend(const cw_game *game, const char *settings, cw_options *options, cw_error *error) {
    cw_status status = cw_role_extend(game, &cw_flat_policy_role, settings, options, error);
    return status == CW_OK ? cw_role_extend(game, &cw_flat_custom_role, settings, options, error) : status;
}

static int ending_of(const cw_game *game, const char *name, size_t length) {
    for (int i = 0; i < CW_FLAT_KINDS_MAX && game->type->endings[i] != NULL; i++) {
        if (strlen(game->type->endings[i]) == length && strncmp(game->type->endings[i], name, length) == 0)
            return i;
    }
    return -1;
}

static cw_status refuse_kind(const cw_game *game, const char *text, cw_error *error) {
    cw_text names = {0};
    for (int i = 0; game->type->endings[i] != NULL; i++)
        cw_text_printf(&names, "%s%s", i > 0 ? ", " : "", game->type->endings[i]);
    cw_status status = cw_fail(error, CW_BAD_INPUT,
                               "player flat: kind=%s is not valid, write ending:value+ending:value with the "
                               "endings of %s, which are %s, and values from 0 to 10",
                               text, game->type->name, cw_text_string(&names));
    cw_text_free(&names);
    return status;
}

static cw_status read_kinds(const cw_game *game, const char *text, double *kinds, cw_error *error) {
    for (int i = 0; i < CW_FLAT_KINDS_MAX; i++)
        kinds[i] = 1;
    for (const char *part = text; *part != '\0';) {
        size_t length = strcspn(part, ":+");
        int ending = ending_of(game, part, length);
        if (ending < 0 || part[length] != ':')
            return refuse_kind(game, text, error);
        char *end;
        kinds[ending] = strtod(part + length + 1, &end);
        bool valid = end != part + length + 1 && (*end == '+' || *end == '\0') && kinds[ending] >= 0 &&
                     kinds[ending] <= 10;
        if (!valid)
            return refuse_kind(game, text, error);
        part = *end == '+' ? end + 1 : end;
    }
    return CW_OK;
}

static cw_status check_companions(const cw_options *options, const cw_flat_settings *settings,
                                  cw_error *error) {
    bool cursors = cw_options_value(options, "cursors")->given;
    bool playouts = cw_options_value(options, "playouts")->given;
    if (!settings->weak && cursors)
        return cw_fail(error, CW_BAD_INPUT,
                       "player flat: cursors belongs to mode=weak; mode=basic takes playouts");
    if (settings->weak && playouts)
        return cw_fail(error, CW_BAD_INPUT,
                       "player flat: playouts belongs to mode=basic; mode=weak takes cursors");
    if (settings->weak && settings->budget_schedule)
        return cw_fail(error, CW_BAD_INPUT,
                       "player flat: schedule=budget belongs to mode=basic, not to mode=weak");
    return CW_OK;
}

cw_status cw_flat_read(const cw_game *game, const cw_options *options, cw_flat_settings *settings,
                       cw_error *error) {
    *settings = (cw_flat_settings){0};
    cw_options_fill(options, cw_flat_options, settings);
    if (settings->depth == 0 && (settings->score_depth || settings->budget_schedule))
        settings->depth = 100;
    cw_status status = check_companions(options, settings, error);
    if (status == CW_OK)
        status = read_kinds(game, cw_options_text(options, "kind"), settings->kinds, error);
    return status;
}

static cw_status check(const cw_game *game, const cw_options *options, cw_error *error) {
    cw_flat_settings settings;
    return cw_flat_read(game, options, &settings, error);
}

/* ---- The player ---- */

typedef struct flat_player {
    const cw_game *game;
    cw_flat *flat;
    double seconds;
    uint64_t seed;
} flat_player;

static void destroy(void *context) {
    flat_player *player = context;
    cw_flat_destroy(player->flat);
    free(player);
}

static cw_status create(const cw_game *game, const cw_options *options, void **context, cw_error *error) {
    flat_player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player flat");
    player->game = game;
    player->seconds = cw_options_real(options, "time");
    cw_flat_settings settings;
    cw_status status = cw_flat_read(game, options, &settings, error);
    if (status == CW_OK)
        status = cw_flat_create(game, &settings, options, &player->flat, error);
    if (status != CW_OK) {
        destroy(player);
        return status;
    }
    *context = player;
    return CW_OK;
}

static void reset(void *context, uint64_t seed) {
    flat_player *player = context;
    player->seed = seed;
}

static cw_status choose(void *context, const cw_record *record, const cw_limits *limits,
                        cw_analysis *analysis, cw_error *error) {
    flat_player *player = context;
    const cw_game *game = player->game;
    const cw_state *state = cw_record_state(record);
    uint64_t seed = cw_mix(player->seed ^ cw_mix((uint64_t)cw_record_length(record)));
    cw_budget budget = cw_budget_start(limits, player->seconds, game->type->progress(game, state));
    const cw_flat_entry *entries;
    int count;
    cw_flat_watch(player->flat, limits, analysis);
    cw_status status = cw_flat_rank(player->flat, state, seed, &budget, &entries, &count, error);
    if (status != CW_OK)
        return status;
    cw_analysis_clear(analysis); /* of what was shown in progress */
    return cw_flat_report(entries, count, analysis, error);
}

const cw_player_type cw_flat_player = {
    .name = "flat",
    .summary = "flat Monte Carlo: playouts for the moves of the position, without a tree",
    .options = cw_flat_options,
    .extend = cw_flat_extend,
    .check = check,
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .choose = choose,
};

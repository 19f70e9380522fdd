/* The player `best`: for every game an opponent of ten levels, from one that a beginner beats to the
 * strongest there is.
 *
 * A grade is a search with a budget of simulations, and a softness. Below the top the move is drawn from the
 * search's candidates, a candidate with a share s of the best one's visits with weight s ^ (1 / softness):
 * the weaker a grade, the more often it takes its second or third choice, in the opening as in the end, and
 * never a move that its search thinks poor. Proofs are left to the upper grades for the same reason. Where
 * the strongest player is alpha-beta, its grades misjudge positions instead (its option blur).
 *
 * Level K plays like grade K, or, in a game where ten even steps do not reach from a beginner to the top, has
 * good days and bad ones: each game is played at a grade up to `swing` above or below. Only the player of
 * today's grade is made: each may hold a large table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "players/registry.h"

/* Candidates with a smaller share of visits are never played. */
static const double share_min = 0.15;

/* For a game that has no ladder of its own. */
static const cw_ladder general_ladder = {.grades = {{"mcts:sims=30,solver=off,reuse=off", 1.0},
                                                    {"mcts:sims=60,solver=off,reuse=off", 0.8},
                                                    {"mcts:sims=120,solver=off,reuse=off", 0.6},
                                                    {"mcts:sims=250,solver=off,reuse=off", 0.5},
                                                    {"mcts:sims=500,solver=off,reuse=off", 0.4},
                                                    {"mcts:sims=1000,reuse=off", 0.3},
                                                    {"mcts:sims=2000", 0.2},
                                                    {"mcts:sims=4000", 0.1},
                                                    {"mcts:sims=10000", 0},
                                                    {"mcts:time=2s", 0}}};

enum { SWING_MAX = 1, FORMS = 2 * SWING_MAX + 1 };

/* How the player may play a game: as one of the grades around its level. */
typedef struct form {
    cw_plan plan;
    double softness;
    bool is_top;
} form;

typedef struct best_player {
    const cw_game *game;
    form forms[FORMS];
    int form_count;
    const form *today; /* the form of this game */
    cw_player *inner;  /* of that form; NULL: it could not be made, for `reason` */
    cw_error reason;
    cw_rng rng;
} best_player;

static const cw_option options[] = {
    {.name = "level",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = CW_LEVELS,
     .standard = "10",
     .help = "from 1, for beginners, to 10, the strongest"},
    {.name = "time",
     .resource = CW_RESOURCE_SECONDS,
     .type = CW_OPTION_DURATION,
     .low = 0.001,
     .high = 86400,
     .standard = "",
     .help = "time a move at full strength: at level 10, and where level 9 has good days; else levels have "
             "budgets of their own"},
    {.name = NULL},
};

static const cw_ladder *find_ladder(const cw_game *game) {
    return game->type->ladder != NULL ? game->type->ladder : &general_ladder;
}

/* The spec of a grade: at the top the preset GAME-best, if there is one. */
static void grade_spec(const cw_game *game, const cw_options *settings, int number, cw_text *spec) {
    char preset[64];
    snprintf(preset, sizeof preset, "%s-best", game->type->name);
    bool is_top = number == CW_LEVELS;
    bool has_preset = is_top && cw_preset_find(preset, game) != NULL;
    const char *plain = has_preset ? preset : find_ladder(game)->grades[number - 1].spec;
    if (is_top && cw_options_is_set(settings, "time"))
        cw_spec_set(plain, "time", cw_options_text(settings, "time"), spec);
    else
        cw_text_append(spec, plain);
}

/* The grades that a level plays like, from day to day; below the first one it is the first again. */
static void grades_of(const cw_game *game, const cw_options *settings, int *first, int *last) {
    int level = (int)cw_options_integer(settings, "level");
    int swing = level == CW_LEVELS ? 0 : find_ladder(game)->swing;
    *first = level - swing;
    *last = level + swing;
}

static cw_status plan_grade(const cw_game *game, const cw_options *settings, int number, cw_plan *plan,
                            cw_error *error) {
    cw_text spec = {0};
    grade_spec(game, settings, number, &spec);
    cw_status status = cw_plan_read_within(settings->bounds, plan, cw_text_string(&spec), game, error);
    cw_text_free(&spec);
    return status;
}

static cw_status check(const cw_game *game, const cw_options *settings, cw_error *error) {
    cw_plan plan;
    return plan_grade(game, settings, (int)cw_options_integer(settings, "level"), &plan, error);
}

static void destroy(void *context) {
    best_player *player = context;
    cw_player_destroy(player->inner);
    free(player);
}

/* Adds the form in which the player plays like this grade. */
static cw_status add_form(best_player *player, const cw_options *settings, int number, cw_error *error) {
    form *added = &player->forms[player->form_count++];
    added->softness = find_ladder(player->game)->grades[number - 1].softness;
    added->is_top = number == CW_LEVELS;
    return plan_grade(player->game, settings, number, &added->plan, error);
}

static cw_status create(const cw_game *game, const cw_options *settings, void **context, cw_error *error) {
    int first, last;
    grades_of(game, settings, &first, &last);
    best_player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player best");
    player->game = game;
    cw_status status = CW_OK;
    for (int number = first; status == CW_OK && number <= last; number++)
        status = add_form(player, settings, number < 1 ? 1 : number, error);
    player->today = &player->forms[player->form_count / 2];
    if (status == CW_OK)
        status = cw_player_make(&player->today->plan, 0, &player->inner, error);
    if (status != CW_OK) {
        destroy(player);
        return status;
    }
    *context = player;
    return CW_OK;
}

static void reset(void *context, uint64_t seed) {
    best_player *player = context;
    const form *before = player->today;
    player->rng = cw_rng_make(seed, 3);
    player->today = &player->forms[cw_rng_below(&player->rng, (uint32_t)player->form_count)];
    if (player->inner != NULL && player->today == before) {
        cw_player_reset(player->inner, seed);
        return;
    }
    cw_player_destroy(player->inner);
    player->inner = NULL;
    cw_player_make(&player->today->plan, seed, &player->inner, &player->reason);
}

static double weight(const cw_candidate *candidate, uint64_t visits_max, double softness) {
    if (candidate->proof == CW_PROOF_LOSS)
        return 0;
    double share = (double)candidate->visits / (double)visits_max;
    return share < share_min ? 0 : pow(share, 1 / softness);
}

/* Draws the move from the candidates and puts it first. */
static void soften(best_player *player, cw_analysis *analysis) {
    uint64_t visits_max = 0;
    double total = 0;
    if (analysis->proof != CW_PROOF_NONE)
        return;
    for (int i = 0; i < analysis->candidate_count; i++) {
        if (analysis->candidates[i].proof != CW_PROOF_LOSS && analysis->candidates[i].visits > visits_max)
            visits_max = analysis->candidates[i].visits;
    }
    if (visits_max == 0)
        return;
    for (int i = 0; i < analysis->candidate_count; i++)
        total += weight(&analysis->candidates[i], visits_max, player->today->softness);
    double drawn = cw_rng_unit(&player->rng) * total;
    for (int i = 0; i < analysis->candidate_count; i++) {
        double share = weight(&analysis->candidates[i], visits_max, player->today->softness);
        drawn -= share;
        if (share > 0 && drawn < 0) {
            if (analysis->candidates[i].move != analysis->best)
                analysis->line_length = 0; /* the line began with another move */
            analysis->best = analysis->candidates[i].move;
            return;
        }
    }
}

/* Below the top a clock does not make a level stronger; it only hurries it when little time is left. */
static cw_limits level_limits(const best_player *player, const cw_limits *limits) {
    const double short_clock_seconds = 30, short_move_seconds = 0.5;
    cw_limits own = *limits;
    if (player->today->is_top)
        return own;
    if (own.clock_seconds > short_clock_seconds)
        own.clock_seconds = 0;
    if (own.move_seconds > short_move_seconds)
        own.move_seconds = 0;
    return own;
}

static cw_status play_opening(cw_move move, cw_analysis *analysis, cw_error *error) {
    if (cw_analysis_add(analysis, move) == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for an analysis");
    analysis->best = analysis->line[0] = move;
    analysis->line_length = 1;
    analysis->value = analysis->candidates[0].value = 0.5;
    snprintf(analysis->note, sizeof analysis->note, "known to be good without a search");
    return CW_OK;
}

static cw_status choose(void *context, const cw_record *record, const cw_limits *limits,
                        cw_analysis *analysis, cw_error *error) {
    best_player *player = context;
    const cw_game *game = player->game;
    if (player->inner == NULL)
        return cw_fail(error, player->reason.status, "%s", player->reason.message);
    if (game->type->opening != NULL) {
        cw_move opening = game->type->opening(game, cw_record_state(record), &player->rng);
        if (opening != CW_MOVE_NONE)
            return play_opening(opening, analysis, error);
    }
    cw_limits own = level_limits(player, limits);
    cw_status status = cw_player_choose(player->inner, record, &own, analysis, error);
    if (status == CW_OK && player->today->softness > 0)
        soften(player, analysis);
    return status;
}

/* Below the top the time is not the player's own to say. */
static double seconds(const cw_game *game, const cw_options *settings) {
    cw_plan plan;
    if (cw_options_integer(settings, "level") < CW_LEVELS)
        return 0;
    return plan_grade(game, settings, CW_LEVELS, &plan, NULL) == CW_OK ? cw_plan_seconds(&plan) : 0;
}

static void print_meaning(const cw_game *game, const cw_options *settings, cw_text *text) {
    cw_plan plan;
    int first, last;
    grades_of(game, settings, &first, &last);
    for (int number = first; number <= last; number++) {
        int grade = number < 1 ? 1 : number;
        cw_text_printf(text, " [%g ", find_ladder(game)->grades[grade - 1].softness);
        if (plan_grade(game, settings, grade, &plan, NULL) == CW_OK)
            cw_plan_print_meaning(&plan, text);
        cw_text_append_char(text, ']');
    }
}

const cw_player_type cw_best_player = {
    .name = "best",
    .summary = "the strongest player there is for the game, or one of its ten levels",
    .options = options,
    .check = check,
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .choose = choose,
    .seconds = seconds,
    .print_meaning = print_meaning,
};

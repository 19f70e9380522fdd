/* The turns player: minimax over whole turns, for games where a player decides several times in a row and
 * chance takes part.
 *
 * A turn ends when somebody else is to decide. Chance is sampled: one sample fixes the order in which all
 * chance outcomes come (each chance event takes the possible outcome that stands first), so that all moves
 * meet the same luck; the value of a move is its mean over samples.
 *
 *     sample 1:  move a -> 0.61   move b -> 0.55   ...       pass 1 looks one turn ahead for all moves,
 *     sample 2:  move a -> 0.52   move b -> 0.57   ...       later passes look deeper for the best of them
 *
 * In the last phase of a game without chance the moves are searched by alpha-beta, to the end of the game
 * when the budget allows. All other players are taken to be against us. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/budget.h"
#include "search/expect.h"
#include "search/root.h"
#include "search/searches.h"

enum { LEVELS_MAX = 96 };

/* The values of a move over samples. */
typedef struct tally {
    double sum;
    int samples;
} tally;

typedef struct turns {
    const cw_game *game;
    cw_skill evaluator;
    int depth, samples, width, choices, endgame_phase;
    double seconds;
    void *endgame; /* the context of an alpha-beta player */
    uint64_t seed;

    /* The search at hand. */
    char *states;   /* LEVELS_MAX states side by side */
    cw_move *moves; /* as many lists of moves */
    tally *tallies; /* of the root moves at the depth that is being looked at */
    int hero;
    uint64_t order; /* names the sample */
    uint64_t nodes;
    cw_budget budget;
    cw_pace pace;
    cw_beat beat;
    const cw_limits *limits; /* of whoever watches */
    cw_analysis *analysis;
    bool stopped;
} turns;

static const cw_option options[] = {
    {.name = "turns",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 8,
     .standard = "1",
     .help = "turns to look ahead: 1 is the own turn, 2 has the reply",
     .place = CW_PLACE(turns, depth)},
    {.name = "samples",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 1e6,
     .standard = "8",
     .help = "orders of chance that are tried; with a time, as many as fit",
     .place = CW_PLACE(turns, samples)},
    {.name = "width",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 1e6,
     .standard = "16",
     .help = "moves that are looked at beyond the own turn",
     .place = CW_PLACE(turns, width)},
    {.name = "choices",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 96,
     .standard = "2",
     .help = "decisions of one turn that are looked at in full; later ones are made by the evaluator alone",
     .place = CW_PLACE(turns, choices)},
    {.name = "time",
     .resource = CW_RESOURCE_SECONDS,
     .type = CW_OPTION_DURATION,
     .low = 0.001,
     .high = 86400,
     .standard = "",
     .help = "time a move",
     .place = CW_PLACE(turns, seconds)},
    {.name = "eval",
     .type = CW_OPTION_TEXT,
     .standard = "default",
     .help = "the evaluator, one of the game's; its options follow as eval.NAME"},
    {.name = "endgame",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 9,
     .standard = "2",
     .help = "alpha-beta from this phase of the game on; 0 never",
     .place = CW_PLACE(turns, endgame_phase)},
    {.name = "nodes",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 1e15,
     .standard = "100k",
     .help = "positions a move for alpha-beta when no time is set"},
    {.name = NULL},
};

static const cw_role evaluator_role = {CW_EVALUATOR, "eval", {"eval.", NULL}};

/* ---- Making players ---- */

static cw_status extend(const cw_game *game, const char *settings, cw_options *all, cw_error *error) {
    return cw_role_extend(game, &evaluator_role, settings, all, error);
}

static void destroy(void *context) {
    turns *player = context;
    cw_skill_destroy(&player->evaluator);
    if (player->endgame != NULL)
        cw_alphabeta_player.destroy(player->endgame);
    free(player->states);
    free(player->moves);
    free(player->tallies);
    free(player);
}

/* Gives an option of another player the value that an option of this player has. */
static cw_status hand_on(const cw_options *from, const char *name, cw_options *to, cw_error *error) {
    const cw_option_value *value = cw_options_value(from, name);
    return value->set ? cw_options_set(to, "player turns", name, cw_options_text_of(from, value), error)
                      : CW_OK;
}

/* The alpha-beta player for the endgame, with the same evaluator. */
static cw_status create_endgame(turns *player, const cw_options *from, cw_error *error) {
    cw_options to;
    cw_options_defaults(&to, cw_alphabeta_player.options);
    cw_status status = cw_options_set(&to, "player turns", "memory", "16", error);
    if (status == CW_OK)
        status = hand_on(from, player->seconds > 0 ? "time" : "nodes", &to, error);
    if (status == CW_OK)
        status = hand_on(from, evaluator_role.option, &to, error);
    if (status == CW_OK)
        status = cw_alphabeta_player.extend(player->game, "", &to, error);
    if (status == CW_OK && !cw_options_adopt(&to, from))
        status = cw_fail(error, CW_BAD_INPUT, "player turns: the settings are too long");
    return status == CW_OK ? cw_alphabeta_player.create(player->game, &to, &player->endgame, error) : status;
}

static cw_status equip(turns *player, const cw_options *from, cw_error *error) {
    const cw_game *game = player->game;
    cw_status status = cw_role_create(game, &evaluator_role, from, &player->evaluator, error);
    if (status != CW_OK)
        return status;
    if (player->evaluator.base == NULL)
        return cw_fail(error, CW_BAD_INPUT, "player turns: eval=%s is not valid, it needs an evaluator",
                       cw_options_text(from, "eval"));
    player->states = cw_game_alloc_states(game, LEVELS_MAX);
    player->moves = malloc(sizeof *player->moves * (size_t)game->moves_max * LEVELS_MAX);
    player->tallies = malloc(sizeof *player->tallies * (size_t)game->moves_max);
    if (player->states == NULL || player->moves == NULL || player->tallies == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player turns");
    return player->endgame_phase > 0 ? create_endgame(player, from, error) : CW_OK;
}

static cw_status create(const cw_game *game, const cw_options *from, void **context, cw_error *error) {
    turns *player = calloc(1, sizeof *player);
    if (player == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player turns");
    player->game = game;
    cw_options_fill(from, options, player);
    cw_status status = equip(player, from, error);
    if (status != CW_OK) {
        destroy(player);
        return status;
    }
    *context = player;
    return CW_OK;
}

static void reset(void *context, uint64_t seed) {
    turns *player = context;
    player->seed = seed;
    if (player->endgame != NULL)
        cw_alphabeta_player.reset(player->endgame, seed);
}

/* ---- The tree ---- */

static cw_state *state_at(const turns *player, int level) {
    return (cw_state *)(player->states + cw_game_state_stride(player->game) * (size_t)level);
}

/* The hero's expected reward by the evaluator. */
static double estimate(turns *player, const cw_state *state) {
    const cw_evaluator *evaluator = (const cw_evaluator *)player->evaluator.base;
    double points[CW_PLAYERS_MAX] = {0}, best_other = -INFINITY;
    evaluator->evaluate(player->game, player->evaluator.context, state, points);
    for (int other = 0; other < player->game->player_count; other++) {
        if (!cw_game_allied(player->game, other, player->hero))
            best_other = fmax(best_other, points[other]);
    }
    return cw_expect_reward(points[player->hero] - best_other, evaluator->scale);
}

/* The outcome of a chance event that stands first in the order of this sample. */
static cw_move first_outcome(const turns *player, const cw_move *outcomes, int count) {
    cw_move first = outcomes[0];
    uint64_t best = UINT64_MAX;
    for (int i = 0; i < count; i++) {
        uint64_t rank = cw_mix(player->order ^ outcomes[i]);
        if (rank < best) {
            best = rank;
            first = outcomes[i];
        }
    }
    return first;
}

/* A node on its way down. */
typedef struct node {
    int level;
    int mover;      /* who made the last decision */
    int choices;    /* decisions that the mover made in this turn */
    int turns_left; /* changes of turn to look at, the present turn included */
} node;

static double search(turns *player, node here, double alpha, double beta);

static void play_at(turns *player, int level, cw_move move) {
    cw_state *next = state_at(player, level + 1);
    memcpy(next, state_at(player, level), player->game->state_size);
    player->game->type->play(player->game, next, move);
}

/* The move after which the position looks best for the hero, or worst. */
static cw_move greedy_move(turns *player, int level, const cw_move *moves, int count, bool maximize) {
    cw_move chosen = moves[0];
    double best = maximize ? -INFINITY : INFINITY;
    for (int i = 0; i < count && count > 1; i++) {
        play_at(player, level, moves[i]);
        double value = estimate(player, state_at(player, level + 1));
        if (maximize ? value > best : value < best) {
            best = value;
            chosen = moves[i];
        }
    }
    return chosen;
}

/* The best of several moves for whoever decides. */
static double search_moves(turns *player, node here, int decider, const cw_move *moves, int count,
                           double alpha, double beta) {
    bool maximize = cw_game_allied(player->game, decider, player->hero);
    double best = maximize ? -INFINITY : INFINITY;
    node below = here;
    below.level++;
    below.choices = decider == here.mover ? here.choices + 1 : 1;
    below.mover = decider;
    for (int i = 0; i < count && alpha < beta && !player->stopped; i++) {
        play_at(player, here.level, moves[i]);
        double value = search(player, below, alpha, beta);
        best = maximize ? fmax(best, value) : fmin(best, value);
        if (maximize)
            alpha = fmax(alpha, best);
        else
            beta = fmin(beta, best);
    }
    return best;
}

/* The hero's expected reward at a node. */
static double search(turns *player, node here, double alpha, double beta) {
    const cw_game *game = player->game;
    const cw_state *state = state_at(player, here.level);
    int decider = game->type->to_decide(game, state);
    player->nodes++;
    if (cw_budget_is_late(&player->budget, &player->pace))
        player->stopped = true;
    if (decider == CW_NOBODY) {
        cw_result result;
        game->type->result(game, state, &result);
        return result.reward[player->hero];
    }
    if (decider >= 0 && decider != here.mover)
        here.turns_left--;
    if (here.turns_left == 0 || here.level + 1 >= LEVELS_MAX)
        return estimate(player, state);
    cw_move *moves = player->moves + (size_t)here.level * (size_t)game->moves_max;
    int count = game->type->moves(game, state, moves);
    if (decider == CW_CHANCE) {
        play_at(player, here.level, first_outcome(player, moves, count));
        here.level++;
        return search(player, here, alpha, beta);
    }
    if (decider == here.mover && here.choices >= player->choices) {
        moves[0] = greedy_move(player, here.level, moves, count, cw_game_allied(game, decider, player->hero));
        count = 1;
    }
    return search_moves(player, here, decider, moves, count, alpha, beta);
}

/* ---- The root ---- */

/* Looks at one move with the present sample; false if time ran out. */
static bool look_at(turns *player, cw_root_move *move, int depth, tally *at_depth) {
    play_at(player, 0, move->move);
    node below = {.level = 1, .mover = player->hero, .choices = 1, .turns_left = depth};
    double value = search(player, below, -INFINITY, INFINITY);
    if (player->stopped)
        return false;
    at_depth->sum += value;
    at_depth->samples++;
    move->looks++;
    move->value = at_depth->sum / at_depth->samples;
    return true;
}

static int compare_values(const void *left, const void *right) {
    const cw_root_move *a = left, *b = right;
    if (a->value != b->value)
        return a->value > b->value ? -1 : 1;
    return (a->move > b->move) - (a->move < b->move);
}

/* Where time ran out in the first sample, the moves not reached stand behind: they have no value of this
 * depth, and were thought worse before. */
static void sort_reached(const turns *player, cw_root_move *moves, int count) {
    int reached = 0;
    while (reached < count && player->tallies[reached].samples > 0)
        reached++;
    qsort(moves, (size_t)reached, sizeof *moves, compare_values);
}

/* Shows the search in progress: a copy of the moves as they would stand if it ended now. */
static void tell(const turns *player, const cw_root *root, int count) {
    size_t size = sizeof *root->moves * (size_t)root->count;
    cw_root now = {.moves = malloc(size), .count = root->count};
    if (now.moves == NULL)
        return;
    memcpy(now.moves, root->moves, size);
    sort_reached(player, now.moves, count);
    cw_root_report(&now, player->analysis);
    player->analysis->nodes = player->nodes;
    player->analysis->depth = player->depth;
    cw_root_close(&now);
    player->limits->progress(player->analysis, player->limits->payload);
}

static void set_sample(turns *player, const cw_record *record, int sample) {
    player->order = cw_mix(cw_mix(player->seed + (uint64_t)cw_record_length(record)) + (uint64_t)sample);
}

/* Looks at the first moves to one depth with as many samples as there is time for. */
static void look_deep(turns *player, const cw_record *record, cw_root *root, int count, int depth) {
    cw_root_move *moves = root->moves;
    memset(player->tallies, 0, sizeof *player->tallies * (size_t)count);
    bool last_depth = depth == player->depth;
    bool timed = player->budget.seconds < INFINITY && last_depth;
    for (int sample = 0; (timed || sample < player->samples) && !player->stopped; sample++) {
        set_sample(player, record, sample);
        for (int i = 0; i < count && look_at(player, &moves[i], depth, &player->tallies[i]); i++) {
            if (player->limits->progress != NULL && cw_beat_is_due(&player->beat, player->pace.last))
                tell(player, root, count);
        }
    }
    sort_reached(player, moves, count);
}

static cw_status choose(void *context, const cw_record *record, const cw_limits *limits,
                        cw_analysis *analysis, cw_error *error) {
    turns *player = context;
    const cw_game *game = player->game;
    const cw_state *state = cw_record_state(record);
    if (player->endgame != NULL && cw_game_phase(game, state) >= player->endgame_phase)
        return cw_alphabeta_player.choose(player->endgame, record, limits, analysis, error);
    player->budget = cw_budget_start(limits, player->seconds, game->type->progress(game, state));
    player->hero = game->type->to_decide(game, state);
    player->limits = limits;
    player->analysis = analysis;
    player->nodes = 0;
    player->pace = (cw_pace){0};
    player->beat = cw_beat_start();
    player->stopped = false;
    memcpy(state_at(player, 0), state, game->state_size);
    cw_root root;
    cw_status status = cw_root_open(&root, record, error);
    if (status != CW_OK)
        return status;
    int width = root.count;
    for (int depth = 1; depth <= player->depth && root.count > 1; depth++) {
        look_deep(player, record, &root, width, depth);
        width = width < player->width ? width : player->width;
    }
    cw_root_report(&root, analysis);
    analysis->nodes = player->nodes;
    analysis->depth = player->depth;
    cw_root_close(&root);
    return CW_OK;
}

const cw_player_type cw_turns_player = {
    .name = "turns",
    .summary = "minimax over whole turns with sampled chance, and alpha-beta in the endgame",
    .options = options,
    .extend = extend,
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .choose = choose,
};

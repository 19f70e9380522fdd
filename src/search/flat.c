#include "search/flat.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/pool.h"

/* Playouts of one task; only where that makes more tasks than this, a task has more playouts. */
enum { TASK_PLAYOUTS = 16, TASKS_MAX = 1 << 20 };

const cw_role cw_flat_policy_role = {CW_POLICY, "policy", {"policy.", NULL}};
const cw_role cw_flat_custom_role = {CW_CUSTOM, "custom", {"custom.", NULL}};

/* What one thread needs. */
typedef struct helper {
    cw_skill policy;
    cw_skill custom; /* perhaps none */
    cw_state *state;
} helper;

/* Sums over the playouts of one task. */
typedef struct tally {
    uint32_t playouts;
    double value, reward;
    double won, won_depth; /* won playouts, weighed by kind, and the sum of their depths */
} tally;

struct cw_flat {
    const cw_game *game;
    cw_flat_settings settings;
    cw_pool *pool;
    helper *helpers;
    cw_move *moves;

    cw_flat_entry *entries;
    int entry_count, entry_capacity;
    tally *tallies;    /* by task */
    atomic_bool *done; /* by task: its tally may be read */
    size_t task_capacity;

    /* The ranking in progress. */
    const cw_state *state;
    const cw_budget *budget;
    uint64_t seed;
    int player, move_count;
    int depth, playouts; /* for this turn */
    int horizon;
    int task_playouts; /* of one task */
    int blocks;        /* tasks for one entry */
    atomic_int next_task;
    cw_flag over;

    /* Who watches, if anybody does, and the sums over the first tasks, by entry. */
    const cw_limits *limits;
    cw_analysis *analysis;
    cw_beat beat;
    tally *heard;
    cw_flat_entry *shown;
    int heard_tasks;
};

/* ---- Making ---- */

static cw_status make_helpers(cw_flat *flat, const cw_options *options, cw_error *error) {
    flat->helpers = calloc((size_t)flat->settings.threads, sizeof *flat->helpers);
    if (flat->helpers == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for flat Monte Carlo");
    for (int i = 0; i < flat->settings.threads; i++) {
        cw_status status =
            cw_role_create(flat->game, &cw_flat_policy_role, options, &flat->helpers[i].policy, error);
        if (status == CW_OK)
            status =
                cw_role_create(flat->game, &cw_flat_custom_role, options, &flat->helpers[i].custom, error);
        if (status != CW_OK)
            return status;
        if (flat->helpers[i].policy.base == NULL)
            return cw_fail(error, CW_BAD_INPUT, "policy=%s leaves nothing to play out with",
                           cw_options_text(options, "policy"));
        flat->helpers[i].state = cw_game_alloc_states(flat->game, 1);
        if (flat->helpers[i].state == NULL)
            return cw_fail(error, CW_NO_MEMORY, "out of memory for flat Monte Carlo");
    }
    return CW_OK;
}

cw_status cw_flat_create(const cw_game *game, const cw_flat_settings *settings, const cw_options *options,
                         cw_flat **flat, cw_error *error) {
    cw_flat *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for flat Monte Carlo");
    made->game = game;
    made->settings = *settings;
    made->moves = malloc(sizeof *made->moves * (size_t)game->moves_max);
    cw_status status = CW_OK;
    if (made->moves == NULL)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for flat Monte Carlo");
    if (status == CW_OK)
        status = make_helpers(made, options, error);
    if (status == CW_OK)
        status = cw_pool_create(settings->threads, &made->pool, error);
    if (status != CW_OK) {
        cw_flat_destroy(made);
        return status;
    }
    *flat = made;
    return CW_OK;
}

void cw_flat_destroy(cw_flat *flat) {
    if (flat == NULL)
        return;
    cw_pool_destroy(flat->pool);
    for (int i = 0; flat->helpers != NULL && i < flat->settings.threads; i++) {
        cw_skill_destroy(&flat->helpers[i].policy);
        cw_skill_destroy(&flat->helpers[i].custom);
        free(flat->helpers[i].state);
    }
    free(flat->helpers);
    free(flat->moves);
    free(flat->entries);
    free(flat->tallies);
    free(flat->done);
    free(flat->heard);
    free(flat->shown);
    free(flat);
}

/* ---- One playout ---- */

typedef enum outcome { OUTCOME_LOSS, OUTCOME_DRAW, OUTCOME_WIN } outcome;

/* A win is the whole reward, a draw a shared best one. */
static outcome outcome_of(const cw_game *game, const double *rewards, int player) {
    if (rewards[player] > 1 - 1e-9)
        return OUTCOME_WIN;
    for (int other = 0; other < game->player_count; other++) {
        if (rewards[other] > rewards[player] + 1e-9)
            return OUTCOME_LOSS;
    }
    return OUTCOME_DRAW;
}

/* Does a win count where wins are counted? */
static bool counts(const cw_flat *flat, const helper *own) {
    const cw_custom *custom = (const cw_custom *)own->custom.base;
    return custom == NULL || custom->counts == NULL ||
           custom->counts(flat->game, own->custom.context, own->state, flat->player);
}

/* Adds a playout that ended `plies` decisions after the move. */
static void count_result(const cw_flat *flat, const helper *own, const cw_result *result, int plies,
                         tally *sum) {
    const cw_flat_settings *settings = &flat->settings;
    double kind =
        result->ending >= 0 && result->ending < CW_FLAT_KINDS_MAX ? settings->kinds[result->ending] : 1;
    double swift = settings->length / (1 + 0.1 * plies);
    sum->playouts++;
    sum->reward += result->reward[flat->player];
    switch (outcome_of(flat->game, result->reward, flat->player)) {
    case OUTCOME_WIN:
        sum->value += kind + swift;
        if (settings->score_depth && counts(flat, own)) {
            sum->won += kind;
            sum->won_depth += kind * (plies + 1);
        }
        break;
    case OUTCOME_DRAW:
        sum->value += settings->draw;
        break;
    case OUTCOME_LOSS:
        sum->value -= settings->loss * (kind + swift);
        break;
    }
}

static void play_once(const cw_flat *flat, helper *own, cw_move move, cw_rng *rng, tally *sum) {
    const cw_game *game = flat->game;
    memcpy(own->state, flat->state, game->state_size);
    game->type->play(game, own->state, move);
    if (game->type->to_decide(game, own->state) == CW_NOBODY) {
        cw_result result;
        game->type->result(game, own->state, &result);
        count_result(flat, own, &result, 0, sum);
        return;
    }
    cw_playout playout = {.plies_max = flat->depth, .horizon = flat->horizon};
    ((const cw_policy *)own->policy.base)->playout(game, own->policy.context, own->state, rng, &playout);
    count_result(flat, own, &playout.result, playout.plies, sum);
}

/* ---- Tasks ---- */

static bool is_over(const cw_flat *flat) {
    return flat->budget != NULL && cw_budget_is_over(flat->budget);
}

/* Tasks go round the entries, so that a budget that ends early leaves all with about as many playouts. */
static void run_task(cw_flat *flat, helper *own, int task, bool in_haste) {
    int entry = task % flat->entry_count, block = task / flat->entry_count;
    cw_rng rng = cw_rng_make(flat->seed, (uint64_t)task);
    if (flat->settings.weak)
        flat->entries[entry].move = flat->moves[cw_rng_below(&rng, (uint32_t)flat->move_count)];
    int count = flat->playouts - block * flat->task_playouts;
    tally sum = {0};
    for (int i = 0; i < count && i < (in_haste ? 1 : flat->task_playouts); i++) {
        play_once(flat, own, flat->entries[entry].move, &rng, &sum);
        if (i % TASK_PLAYOUTS == TASK_PLAYOUTS - 1 && is_over(flat))
            break;
    }
    flat->tallies[task] = sum;
    atomic_store_explicit(&flat->done[task], true, memory_order_release);
}

static void show(cw_flat *flat);

static void run_tasks(int thread, void *payload) {
    cw_flat *flat = payload;
    int tasks = flat->entry_count * flat->blocks;
    for (;;) {
        int task = atomic_fetch_add_explicit(&flat->next_task, 1, memory_order_relaxed);
        if (task >= tasks)
            return;
        /* Whatever the budget, every move gets a playout, and one cursor is drawn. */
        bool over = cw_flag_is_up(&flat->over) || is_over(flat);
        if (over && task >= (flat->settings.weak ? 1 : flat->entry_count)) {
            cw_flag_raise(&flat->over);
            return;
        }
        run_task(flat, &flat->helpers[thread], task, over);
        if (thread == 0 && flat->limits != NULL && cw_beat_is_due(&flat->beat, cw_clock_now()))
            show(flat);
    }
}

/* ---- Ranking ---- */

static int compare(const void *left, const void *right) {
    const cw_flat_entry *a = left, *b = right;
    if (a->score > b->score || a->score < b->score)
        return a->score > b->score ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static double score_of(const cw_flat *flat, const tally *sum) {
    if (sum->playouts == 0)
        return -INFINITY;
    if (!flat->settings.score_depth)
        return sum->value / sum->playouts;
    return sum->won > 0 ? sum->won - sum->won_depth / sum->won : -INFINITY;
}

static void add(tally *sum, const tally *part) {
    sum->playouts += part->playouts;
    sum->value += part->value;
    sum->reward += part->reward;
    sum->won += part->won;
    sum->won_depth += part->won_depth;
}

static cw_flat_entry entry_of(const cw_flat *flat, int index, const tally *sum) {
    return (cw_flat_entry){.move = flat->entries[index].move,
                           .order = (uint32_t)index,
                           .playouts = sum->playouts,
                           .score = score_of(flat, sum),
                           .reward = sum->playouts > 0 ? sum->reward / sum->playouts : 0};
}

static void add_up(cw_flat *flat) {
    for (int i = 0; i < flat->entry_count; i++) {
        tally sum = {0};
        for (int block = 0; block < flat->blocks; block++)
            add(&sum, &flat->tallies[block * flat->entry_count + i]);
        flat->entries[i] = entry_of(flat, i, &sum);
    }
}

/* Adds the tasks that were done since the last time, as far as no earlier one is missing. */
static void hear_tasks(cw_flat *flat) {
    int tasks = flat->entry_count * flat->blocks;
    for (int task = flat->heard_tasks;
         task < tasks && atomic_load_explicit(&flat->done[task], memory_order_acquire); task++) {
        add(&flat->heard[task % flat->entry_count], &flat->tallies[task]);
        flat->heard_tasks = task + 1;
    }
}

/* Shows the ranking in progress. */
static void show(cw_flat *flat) {
    int count = 0;
    hear_tasks(flat);
    for (int i = 0; i < flat->entry_count; i++) {
        if (flat->heard[i].playouts > 0)
            flat->shown[count++] = entry_of(flat, i, &flat->heard[i]);
    }
    if (count == 0)
        return;
    qsort(flat->shown, (size_t)count, sizeof *flat->shown, compare);
    cw_analysis_clear(flat->analysis);
    if (cw_flat_report(flat->shown, count, flat->analysis, NULL) == CW_OK)
        flat->limits->progress(flat->analysis, flat->limits->payload);
}

static void bring_to_front(cw_flat *flat, uint32_t index) {
    cw_flat_entry first = flat->entries[index];
    memmove(flat->entries + 1, flat->entries, sizeof first * index);
    flat->entries[0] = first;
}

/* Puts a random one of the equally best first. */
static void break_tie(cw_flat *flat) {
    int equals = 1;
    while (equals < flat->entry_count && flat->entries[equals].score == flat->entries[0].score)
        equals++;
    cw_rng rng = cw_rng_make(flat->seed, UINT64_MAX);
    bring_to_front(flat, cw_rng_below(&rng, (uint32_t)equals));
}

/* Puts the first of the best moves that the custom does not avoid before the others. */
static void apply_guard(cw_flat *flat) {
    const cw_skill *skill = &flat->helpers[0].custom;
    const cw_custom *custom = (const cw_custom *)skill->base;
    int guard = flat->settings.guard < flat->entry_count ? flat->settings.guard : flat->entry_count;
    for (int i = 0; custom != NULL && custom->avoids != NULL && i < guard; i++) {
        if (!custom->avoids(flat->game, skill->context, flat->state, flat->entries[i].move)) {
            bring_to_front(flat, (uint32_t)i);
            return;
        }
    }
}

static bool make_entries(cw_flat *flat) {
    size_t count = (size_t)flat->entry_count;
    if (flat->entry_count > flat->entry_capacity) {
        free(flat->entries);
        free(flat->heard);
        free(flat->shown);
        flat->entries = malloc(sizeof *flat->entries * count);
        flat->heard = malloc(sizeof *flat->heard * count);
        flat->shown = malloc(sizeof *flat->shown * count);
        bool made = flat->entries != NULL && flat->heard != NULL && flat->shown != NULL;
        flat->entry_capacity = made ? flat->entry_count : 0;
    }
    if (flat->entry_capacity == 0)
        return false;
    memset(flat->heard, 0, sizeof *flat->heard * count);
    return true;
}

static bool make_tallies(cw_flat *flat) {
    size_t tasks = (size_t)flat->entry_count * (size_t)flat->blocks;
    if (tasks > flat->task_capacity) {
        free(flat->tallies);
        free(flat->done);
        flat->tallies = malloc(sizeof *flat->tallies * tasks);
        flat->done = malloc(sizeof *flat->done * tasks);
        flat->task_capacity = flat->tallies != NULL && flat->done != NULL ? tasks : 0;
    }
    if (flat->task_capacity == 0)
        return false;
    memset(flat->tallies, 0, sizeof *flat->tallies * tasks);
    for (size_t task = 0; task < tasks; task++)
        atomic_init(&flat->done[task], false);
    return true;
}

void cw_flat_schedule(int depth, int playouts, int turn, int *turn_depth, int *turn_playouts) {
    int left = depth - turn > 1 ? depth - turn : 1;
    *turn_depth = left;
    *turn_playouts = (int)fmax(1, fmin(INT32_MAX / 2, round((double)playouts * depth / left)));
}

/* So many playouts a task that the tallies of all tasks stay small. */
static int task_size(int playouts, int entries) {
    int64_t blocks_max = entries < TASKS_MAX ? TASKS_MAX / entries : 1;
    int64_t size = (playouts + blocks_max - 1) / blocks_max;
    return size > TASK_PLAYOUTS ? (int)size : TASK_PLAYOUTS;
}

static int list_moves(cw_flat *flat, const cw_state *state) {
    const cw_skill *skill = &flat->helpers[0].custom;
    const cw_custom *custom = (const cw_custom *)skill->base;
    int count = flat->game->type->moves(flat->game, state, flat->moves);
    if (custom != NULL && custom->narrow != NULL)
        count = custom->narrow(flat->game, skill->context, state, flat->moves, count);
    return count;
}

static void set_task(cw_flat *flat, const cw_state *state, uint64_t seed, const cw_budget *budget) {
    const cw_game *game = flat->game;
    const cw_flat_settings *settings = &flat->settings;
    flat->state = state;
    flat->seed = seed;
    flat->budget = budget;
    flat->player = game->type->to_decide(game, state);
    flat->move_count = list_moves(flat, state);
    flat->depth = settings->depth;
    flat->playouts = settings->weak ? 1 : settings->playouts;
    if (settings->budget_schedule)
        cw_flat_schedule(settings->depth, settings->playouts, game->type->move_number(game, state),
                         &flat->depth, &flat->playouts);
    flat->horizon = settings->stays_in_phase && cw_game_phase(game, state) == 1 ? 1 : 0;
    flat->entry_count = settings->weak ? settings->cursors : flat->move_count;
    if (flat->move_count == 1) /* nothing to choose */
        flat->entry_count = flat->playouts = 1;
    flat->task_playouts = task_size(flat->playouts, flat->entry_count);
    flat->blocks = (flat->playouts + flat->task_playouts - 1) / flat->task_playouts;
    flat->heard_tasks = 0;
    flat->beat = cw_beat_start();
    atomic_store(&flat->next_task, 0);
    cw_flag_lower(&flat->over);
}

void cw_flat_watch(cw_flat *flat, const cw_limits *limits, cw_analysis *analysis) {
    flat->limits = limits->progress != NULL ? limits : NULL;
    flat->analysis = analysis;
}

cw_status cw_flat_rank(cw_flat *flat, const cw_state *state, uint64_t seed, const cw_budget *budget,
                       const cw_flat_entry **entries, int *count, cw_error *error) {
    set_task(flat, state, seed, budget);
    assert(flat->player >= 0 && flat->move_count > 0);
    if ((size_t)flat->entry_count * (size_t)flat->blocks > INT32_MAX / 2)
        return cw_fail(error, CW_BAD_INPUT, "%d playouts for each of %d moves are more than can be counted",
                       flat->playouts, flat->entry_count);
    if (!make_entries(flat) || !make_tallies(flat))
        return cw_fail(error, CW_NO_MEMORY, "out of memory for flat Monte Carlo");
    for (int i = 0; i < flat->entry_count && !flat->settings.weak; i++)
        flat->entries[i].move = flat->moves[i];
    cw_pool_run(flat->pool, run_tasks, flat);
    add_up(flat);
    qsort(flat->entries, (size_t)flat->entry_count, sizeof *flat->entries, compare);
    if (flat->settings.break_at_random)
        break_tie(flat);
    apply_guard(flat);
    *entries = flat->entries;
    *count = flat->entry_count;
    while (*count > 1 && flat->entries[*count - 1].playouts == 0)
        (*count)--; /* cursors that were not drawn */
    return CW_OK;
}

/* ---- Reporting ---- */

cw_status cw_flat_report(const cw_flat_entry *entries, int count, cw_analysis *analysis, cw_error *error) {
    for (int i = 0; i < count; i++) {
        cw_candidate *candidate = NULL;
        for (int j = 0; j < analysis->candidate_count && candidate == NULL; j++) {
            if (analysis->candidates[j].move == entries[i].move)
                candidate = &analysis->candidates[j];
        }
        if (candidate == NULL)
            candidate = cw_analysis_add(analysis, entries[i].move);
        if (candidate == NULL)
            return cw_fail(error, CW_NO_MEMORY, "out of memory for an analysis");
        uint64_t visits = candidate->visits + entries[i].playouts;
        if (visits > 0)
            candidate->value =
                (candidate->value * (double)candidate->visits + entries[i].reward * entries[i].playouts) /
                (double)visits;
        candidate->visits = visits;
        analysis->simulations += entries[i].playouts;
    }
    analysis->best = analysis->line[0] = entries[0].move;
    analysis->line_length = 1;
    analysis->value = entries[0].reward;
    analysis->depth = 1;
    return CW_OK;
}

/* `causeway bench`: how fast playouts, searches and move generators are. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/bench_cases.h"
#include "cli/bench_figure.h"
#include "cli/live.h"
#include "cli/output.h"
#include "cli/position.h"
#include "core/clock.h"

enum { REPETITIONS = 5, REPETITIONS_LEAST = 3 };

/* A case that is being measured. */
typedef struct bench {
    const bench_case *subject;
    cli_position position;
    const cw_policy *policy;
    void *policy_context;
    cw_player *player;
    cw_state *state;
    cw_rng rng;
    uint64_t seed;
    int counter; /* of instructions, where one thread works; -1: none */
} bench;

static const char *const units[] = {
    [CW_BENCH_PLAYOUTS] = "playouts", [CW_BENCH_PLIES] = "plies",        [CW_BENCH_GAMES] = "games",
    [CW_BENCH_PERFT] = "leaves",      [CW_BENCH_SEARCH] = "simulations", [CW_BENCH_NODES] = "positions",
};

/* ---- One case ---- */

static void close_bench(bench *self) {
    if (self->policy_context != NULL)
        self->policy->base.destroy(self->policy_context);
    cw_player_destroy(self->player);
    free(self->state);
    cli_position_close(&self->position);
    if (self->counter >= 0)
        close(self->counter);
}

static cw_status open_policy(bench *self, cw_error *error) {
    const cw_game *game = self->position.game;
    const char *name = self->subject->subject;
    self->policy = name[0] != '\0' ? cw_game_policy(game, name) : game->type->policies;
    if (self->policy->base.create == NULL)
        return CW_OK;
    cw_options options;
    cw_options_defaults(&options, self->policy->base.options);
    return self->policy->base.create(game, &options, &self->policy_context, error);
}

static cw_status open_position(bench *self, cw_error *error) {
    cli_position *position = &self->position;
    cw_status status =
        cw_game_create_from(self->subject->type, self->subject->settings, &position->game, error);
    if (status == CW_OK)
        status = cw_record_create(position->game, &position->record, error);
    if (status == CW_OK)
        status = cw_record_play_line(position->record, self->subject->moves, error);
    if (status != CW_OK)
        cli_position_close(position);
    return status;
}

static cw_status open_bench(bench *self, const bench_case *subject, cw_error *error) {
    *self = (bench){.subject = subject, .rng = cw_rng_make(1, 0)};
    self->counter = subject->threads == 1 ? bench_counter_open() : -1;
    cw_status status = open_position(self, error);
    if (status != CW_OK)
        return status;
    self->state = cw_game_alloc_states(self->position.game, 1);
    if (self->state == NULL)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for a position");
    else if (subject->kind == CW_BENCH_SEARCH || subject->kind == CW_BENCH_NODES)
        status = cw_player_create(subject->subject, self->position.game, 1, &self->player, error);
    else if (subject->kind != CW_BENCH_PERFT)
        status = open_policy(self, error);
    if (status != CW_OK)
        close_bench(self);
    return status;
}

static void run_playout(bench *self, double *work) {
    const cw_game *game = self->position.game;
    cw_playout playout = {0};
    memcpy(self->state, cw_record_state(self->position.record), game->state_size);
    self->policy->playout(game, self->policy_context, self->state, &self->rng, &playout);
    if (self->subject->kind == CW_BENCH_PLIES)
        *work += playout.plies;
    else
        *work += self->subject->kind == CW_BENCH_PLAYOUTS || playout.finished;
}

static cw_status run_search(bench *self, double *work, cw_error *error) {
    cw_analysis analysis = {0};
    cw_player_reset(self->player, self->seed++);
    cw_status status = cw_player_choose(self->player, self->position.record, NULL, &analysis, error);
    *work += (double)(self->subject->kind == CW_BENCH_NODES ? analysis.nodes : analysis.simulations);
    cw_analysis_free(&analysis);
    return status;
}

/* Does a small piece of the work and adds what was done. */
static cw_status run_piece(bench *self, double *work, cw_error *error) {
    enum { PLAYOUTS_AT_ONCE = 16 };
    uint64_t leaves = 0;
    cw_status status = CW_OK;
    switch (self->subject->kind) {
    case CW_BENCH_SEARCH:
    case CW_BENCH_NODES:
        return run_search(self, work, error);
    case CW_BENCH_PERFT:
        status = cw_game_perft(self->position.game, cw_record_state(self->position.record),
                               self->subject->depth, NULL, &leaves, error);
        *work += (double)leaves;
        return status;
    default:
        for (int i = 0; i < PLAYOUTS_AT_ONCE; i++)
            run_playout(self, work);
        return CW_OK;
    }
}

/* Processor time where one thread works, so that other programs do not matter. */
static double read_clock(const bench *self) {
    return self->subject->threads > 1 ? cw_clock_now() : cw_clock_process();
}

static int compare_numbers(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

/* What one repetition came to. */
typedef struct repetition {
    double per_second, seconds;
    double instructions; /* for a unit of work */
} repetition;

/* Works for a time and notes how much was done. */
static cw_status repeat(bench *self, double seconds, repetition *done, cw_error *error) {
    double work = 0, start = read_clock(self), counted = bench_counter_read(self->counter);
    cw_status status;
    do {
        status = run_piece(self, &work, error);
        done->seconds = read_clock(self) - start;
    } while (status == CW_OK && done->seconds < seconds);
    done->per_second = done->seconds > 0 ? work / done->seconds : 0;
    done->instructions = work > 0 ? (bench_counter_read(self->counter) - counted) / work : 0;
    return status;
}

/* The first repetition warms up. Where one piece of work takes long there are fewer of them, and the first one
 * counts; but never so few that the spread means nothing. */
static cw_status measure(bench *self, double seconds, bench_figure *figure, cw_error *error) {
    double rates[REPETITIONS], instructions[REPETITIONS], total = 0;
    repetition done = {0};
    int count = 0;
    cw_status status = repeat(self, 0, &done, error);
    if (done.seconds > seconds) {
        rates[0] = done.per_second;
        instructions[0] = done.instructions;
        count = 1;
    }
    while (status == CW_OK && count < REPETITIONS &&
           (count < REPETITIONS_LEAST || (total < seconds && done.seconds <= seconds))) {
        status = repeat(self, seconds / REPETITIONS, &done, error);
        rates[count] = done.per_second;
        instructions[count++] = done.instructions;
        total += done.seconds;
    }
    if (status != CW_OK)
        return status;
    qsort(rates, (size_t)count, sizeof *rates, compare_numbers);
    qsort(instructions, (size_t)count, sizeof *instructions, compare_numbers);
    double median = rates[count / 2];
    *figure = (bench_figure){.per_second = median,
                             .spread = median > 0 ? (rates[count - 1] - rates[0]) / median : 0,
                             .instructions = instructions[count / 2]};
    return CW_OK;
}

/* ---- Telling ---- */

static const char *const verdicts[BENCH_VERDICTS] = {
    [BENCH_NEW] = "new", [BENCH_SAME] = "same", [BENCH_FASTER] = "faster", [BENCH_SLOWER] = "slower"};

/* What the cases are compared with, and what came of it. */
typedef struct comparison {
    json_t *old; /* NULL: nothing */
    int verdicts[BENCH_VERDICTS];
} comparison;

static json_t *figure_json(const bench_case *subject, bench_figure figure) {
    json_t *json =
        json_pack("{s:s, s:i, s:f, s:f, s:s}", "name", subject->name, "threads", subject->threads,
                  "per_second", figure.per_second, "spread", figure.spread, "unit", units[subject->kind]);
    if (figure.instructions > 0)
        json_object_set_new(json, "instructions", json_real(figure.instructions));
    return json;
}

static void print_change(bench_figure old, bench_figure now, bench_verdict verdict, cw_text *text) {
    if (verdict == BENCH_NEW) {
        cw_text_append(text, "  new");
        return;
    }
    cw_text_printf(text, "  %+.1f %%", 100 * bench_change(old, now));
    if (old.instructions > 0 && now.instructions > 0)
        cw_text_printf(text, ", instructions %+.2f %%", 100 * (now.instructions / old.instructions - 1));
    if (verdict != BENCH_SAME)
        cw_text_printf(text, "  %s", verdict == BENCH_FASTER ? "FASTER" : "SLOWER");
}

static cw_status print_figure(const bench_case *subject, bench_figure figure, bool as_json,
                              comparison *compared, cw_error *error) {
    cw_status status;
    bench_figure old = bench_find_old(compared->old, subject->name);
    bench_verdict verdict = bench_compare(old, figure);
    compared->verdicts[verdict]++;
    if (as_json) {
        json_t *json = figure_json(subject, figure);
        if (compared->old != NULL) {
            json_object_set_new(json, "change", json_real(bench_change(old, figure)));
            json_object_set_new(json, "verdict", json_string(verdicts[verdict]));
        }
        status = cli_print_json(json, error);
    } else {
        cw_text text = {0};
        cw_text_printf(&text, "%-32s %14.0f %s a second  (spread %.1f %%)", subject->name, figure.per_second,
                       units[subject->kind], 100 * figure.spread);
        if (compared->old != NULL)
            print_change(old, figure, verdict, &text);
        cw_text_append_char(&text, '\n');
        status = cli_print(&text, error);
    }
    return status == CW_OK ? cli_flush(error) : status;
}

static cw_status print_sum(const comparison *compared, cw_error *error) {
    cw_text text = {0};
    cw_text_printf(&text, "%d faster, %d slower, %d within noise, %d new\n", compared->verdicts[BENCH_FASTER],
                   compared->verdicts[BENCH_SLOWER], compared->verdicts[BENCH_SAME],
                   compared->verdicts[BENCH_NEW]);
    return cli_print(&text, error);
}

static cw_status run_case(const bench_case *subject, double seconds, bool as_json, comparison *compared,
                          cw_error *error) {
    bench self;
    bench_figure figure = {0};
    cw_status status = open_bench(&self, subject, error);
    if (status != CW_OK)
        return status;
    cli_live live;
    cli_live_begin(&live);
    cli_live_say(&live, subject->name);
    status = measure(&self, seconds, &figure, error);
    cli_live_end(&live);
    close_bench(&self);
    return status == CW_OK ? print_figure(subject, figure, as_json, compared, error) : status;
}

/* ---- The subcommand ---- */

/* A name picks itself, and everything below it: "hex11" and "hex11/mcts" are groups. */
static bool is_picked(const bench_case *subject, const char *only) {
    if (only == NULL)
        return true;
    size_t length = strlen(only);
    return strncmp(subject->name, only, length) == 0 &&
           (subject->name[length] == '\0' || subject->name[length] == '/');
}

static cw_status unknown_bench(const bench_case *cases, int count, const char *word, cw_error *error) {
    const char *names[BENCH_CASES_MAX];
    for (int i = 0; i < count; i++)
        names[i] = cases[i].name;
    const char *nearest = cw_nearest_word(word, names, count);
    if (nearest != NULL)
        return cw_fail(error, CW_BAD_INPUT, "there is no bench '%.80s', did you mean '%s'?", word, nearest);
    return cw_fail(error, CW_BAD_INPUT, "there is no bench '%.80s', see 'causeway bench --list'", word);
}

static cw_status list_case(const bench_case *subject, bool as_json, cw_error *error) {
    if (as_json)
        return cli_print_json(json_pack("{s:s, s:i, s:s}", "name", subject->name, "threads", subject->threads,
                                        "unit", units[subject->kind]),
                              error);
    cw_text text = {0};
    cw_text_printf(&text, "%s\n", subject->name);
    return cli_print(&text, error);
}

static cw_status run_cases(const bench_case *cases, int count, const cli_arguments *arguments, double seconds,
                           comparison *compared, cw_error *error) {
    const char *only = cli_value(arguments, "--only");
    cw_status status = CW_OK;
    int picked = 0;
    for (int i = 0; i < count && status == CW_OK; i++) {
        if (!is_picked(&cases[i], only))
            continue;
        picked++;
        bool as_json = cli_given(arguments, "--json");
        if (cli_given(arguments, "--list"))
            status = list_case(&cases[i], as_json, error);
        else
            status = run_case(&cases[i], seconds, as_json, compared, error);
    }
    if (status == CW_OK && picked == 0)
        status = unknown_bench(cases, count, only, error);
    return status;
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    static const cw_option declared = {
        .type = CW_OPTION_DURATION, .low = 0.001, .high = 3600, .standard = "1", .help = "time"};
    double seconds;
    comparison compared = {0};
    cw_status status = cli_number(arguments, "--seconds", &declared, &seconds, error);
    if (status == CW_OK && cli_given(arguments, "--compare"))
        status = bench_read_old(cli_value(arguments, "--compare"), &compared.old, error);
    bench_case *cases = malloc(sizeof *cases * BENCH_CASES_MAX);
    if (cases == NULL)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for the cases");
    if (status == CW_OK)
        status = run_cases(cases, bench_list_cases(cases), arguments, seconds, &compared, error);
    if (status == CW_OK && compared.old != NULL && !cli_given(arguments, "--json"))
        status = print_sum(&compared, error);
    json_decref(compared.old);
    free(cases);
    return status;
}

static const cli_option options[] = {
    {.name = "--only", .value = "NAME", .help = "this one, or all whose names begin with NAME/"},
    {.name = "--seconds",
     .value = "S",
     .help = "for each (default 1), shared by up to five repetitions; slow work takes longer"},
    {.name = "--list", .help = "the names only"},
    {.name = "--compare",
     .value = "FILE",
     .help = "tell the change against what an earlier --json wrote, and mark what is beyond noise"},
    {.name = "--json", .help = "one JSON object a line: name, threads, per_second, spread, instructions"},
    {.name = NULL},
};

const cli_command cli_bench_command = {
    .name = "bench",
    .operands = "",
    .summary = "playouts, simulations and perft leaves a second",
    .details =
        "The figure is the median of three to five repetitions, the spread goes from the lowest to the "
        "highest. Where one\n"
        "thread works its processor time counts, so that other programs hardly matter; where the "
        "machine counts\n"
        "instructions (perf), they decide a comparison: a change of more than 1 %. Else a change "
        "counts when,\n"
        "measured from the slower figure, it is greater than both spreads and 2 %.",
    .examples =
        "causeway bench\ncauseway bench --only hex11/playouts/uniform\ncauseway bench --json --seconds 3\n"
        "causeway bench --compare old.json",
    .options = options,
    .run = run,
};

#include "arena/run.h"

#include <stdlib.h>
#include <string.h>

#include "arena/stored.h"
#include "arena/takeover.h"

/* What a run knows while it goes on. */
typedef struct run_state {
    cw_run *run;
    cw_standings *standings;
    cw_standings *unit; /* the sums of one unit */
    int64_t id;         /* in the store */
    bool is_new;        /* it has been begun now */
    bool has_kept;      /* a unit of it */
    int64_t decided_at; /* the number of the game that decided the test, or -1 */
    int64_t units;
    unsigned char *known;   /* one byte a unit: done in an earlier run */
    cw_match_game *resumed; /* games of an earlier run, by number */
    char **resumed_sums;    /* or sums, by unit */
    double pair_first;      /* the reward of the first game of a pair, for the test */
    cw_status status;       /* of the store */
    cw_error error;
} run_state;

bool cw_run_keeps_sums(const cw_run *run) {
    return run->match.games_per_unit > 1 && !run->match.keep_moves;
}

void cw_run_size(cw_run *run, bool keep_moves) {
    /* A test looks at every game, and ends long before so many are played. */
    bool large = cw_schedule_games(&run->match.schedule) > CW_RUN_GAMES_KEPT && !run->test;
    run->match.games_per_unit = large && !run->match.loser_starts ? 1000 : 1;
    run->match.keep_moves = keep_moves || !large;
}

/* ---- The definition ---- */

cw_status cw_run_print_definition(const cw_run *run, cw_text *text, cw_error *error) {
    json_t *json = cw_match_to_json(&run->match);
    char *dumped = json != NULL ? json_dumps(json, JSON_SORT_KEYS | JSON_COMPACT) : NULL;
    cw_status status = dumped != NULL && !text->out_of_memory
                           ? CW_OK
                           : cw_fail(error, CW_NO_MEMORY, "out of memory for the definition of a match");
    cw_text_append(text, dumped != NULL ? dumped : "");
    free(dumped);
    json_decref(json);
    return status;
}

/* ---- Going on with an earlier run ---- */

/* Notes a game of an earlier run. Units are committed whole, so one game tells that all of its unit are
 * there. */
static bool note_game(const cw_match_game *game, void *payload) {
    run_state *state = payload;
    int64_t number = game->pairing.number;
    if (number < 0 || number >= cw_schedule_games(&state->run->match.schedule))
        return true;
    const cw_match *match = &state->run->match;
    if (cw_stored_check_game(game, match->game, match->schedule.entrant_count, NULL) != CW_OK)
        return true; /* damaged: it is played again */
    state->resumed[number] = *game;
    state->resumed[number].moves = game->moves != NULL ? strdup(game->moves) : NULL;
    state->known[number / cw_match_games_per_unit(&state->run->match)] = 1;
    return true;
}

static bool note_sums(int64_t unit, const char *sums, void *payload) {
    run_state *state = payload;
    if (unit < 0 || unit >= state->units)
        return true;
    state->resumed_sums[unit] = strdup(sums);
    state->known[unit] = state->resumed_sums[unit] != NULL;
    return true;
}

/* What the store is to know of the run. */
typedef struct run_texts {
    cw_text definition, meaning, game, test;
} run_texts;

static void free_texts(run_texts *texts) {
    cw_text_free(&texts->definition);
    cw_text_free(&texts->meaning);
    cw_text_free(&texts->game);
    cw_text_free(&texts->test);
}

static cw_status print_texts(const cw_run *run, run_texts *texts, cw_error *error) {
    cw_game_print_spec(run->match.game, &texts->game);
    if (run->test)
        cw_text_printf(&texts->test, "%g,%g", run->sprt.elo0, run->sprt.elo1);
    cw_status status = cw_match_print_meaning(&run->match, &texts->meaning, error);
    return status == CW_OK ? cw_run_print_definition(run, &texts->definition, error) : status;
}

int64_t cw_run_chosen(const cw_run *run) {
    bool is_other = run->found.id == 0 || (run->any_version && run->found.other > run->found.id);
    return is_other ? run->found.other : run->found.id;
}

/* Goes on with an earlier run where there is one, or begins one with what can be taken over. */
static cw_status resume(run_state *state, const cw_run_definition *known, cw_error *error) {
    cw_run *run = state->run;
    cw_status status = cw_match_find_runs(&run->match, run->store, known, &run->found, error);
    state->id = run->found.id != 0 || run->any_version ? cw_run_chosen(run) : 0;
    if (status != CW_OK || state->id != 0)
        return status == CW_OK ? cw_store_go_on(run->store, state->id, known->test, error) : status;
    state->is_new = run->is_taken_over = true;
    status = cw_store_begin_run(run->store, known, &state->id, error);
    return status == CW_OK ? cw_run_take_over(run, state->id, known, error) : status;
}

static cw_run_definition make_definition(const cw_run *run, const run_texts *texts) {
    return (cw_run_definition){.name = run->name != NULL ? run->name : "",
                               .text = cw_text_string(&texts->definition),
                               .meaning = cw_text_string(&texts->meaning),
                               .game = cw_text_string(&texts->game),
                               .test = cw_text_string(&texts->test),
                               .games = cw_schedule_games(&run->match.schedule)};
}

/* Begins the run in the store, or finds the one to go on with. */
static cw_status begin(run_state *state, cw_error *error) {
    cw_run *run = state->run;
    run_texts texts = {0};
    cw_status status = print_texts(run, &texts, error);
    cw_run_definition known = make_definition(run, &texts);
    run->is_taken_over = false;
    state->is_new = !run->resume;
    if (status == CW_OK)
        status = run->resume ? resume(state, &known, error)
                             : cw_store_begin_run(run->store, &known, &state->id, error);
    free_texts(&texts);
    return status;
}

static cw_status load_earlier(run_state *state, cw_error *error) {
    cw_run *run = state->run;
    bool is_summed = cw_run_keeps_sums(run);
    state->resumed_sums = calloc((size_t)state->units, sizeof *state->resumed_sums);
    if (!is_summed)
        state->resumed = calloc((size_t)cw_schedule_games(&run->match.schedule), sizeof *state->resumed);
    if (state->resumed_sums == NULL || (state->resumed == NULL && !is_summed))
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the games of an earlier run");
    if (is_summed)
        return cw_store_sums(run->store, state->id, note_sums, state, error);
    return cw_store_games(run->store, state->id, note_game, state, error);
}

static cw_status find_earlier(run_state *state, cw_error *error) {
    cw_run *run = state->run;
    run->earlier_games = 0;
    cw_status status = begin(state, error);
    if (status != CW_OK || !run->resume)
        return status;
    status = load_earlier(state, error);
    int64_t size = cw_match_games_per_unit(&run->match), all = cw_schedule_games(&run->match.schedule);
    for (int64_t unit = 0; status == CW_OK && unit < state->units; unit++) {
        if (state->known[unit])
            run->earlier_games += (unit + 1) * size <= all ? size : all - unit * size;
    }
    if (status == CW_OK && run->begun != NULL)
        run->begun(run, run->payload);
    return status;
}

/* ---- Listening ---- */

static bool is_known(void *payload, int64_t unit) {
    const run_state *state = payload;
    return state->known[unit] != 0;
}

static void fail(run_state *state, cw_status status, const cw_error *error) {
    if (status != CW_OK && state->status == CW_OK) {
        state->status = status;
        state->error = *error;
    }
}

/* The sums of a unit's games. */
static void sum_up(const cw_run *run, const cw_match_part *part, cw_standings *sums) {
    cw_standings_clear(sums);
    for (int i = 0; i < part->game_count; i++)
        cw_standings_add(sums, run->match.game, &part->games[i]);
}

static cw_status keep_sums(const cw_run *run, int64_t id, const cw_match_part *part, cw_error *error) {
    cw_standings *unit = NULL;
    cw_status status = cw_standings_create(run->match.schedule.entrant_count, &unit, error);
    if (status != CW_OK)
        return status;
    sum_up(run, part, unit);
    json_t *json = cw_standings_to_json(unit);
    char *sums = json == NULL ? NULL : json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));
    if (sums == NULL)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for the sums of a run");
    else
        status = cw_store_add_sums(run->store, id, part->unit, part->game_count, sums, error);
    free(sums);
    json_decref(json);
    cw_standings_destroy(unit);
    return status;
}

cw_status cw_run_keep_unit(const cw_run *run, int64_t id, const cw_match_part *part, cw_error *error) {
    if (cw_run_keeps_sums(run))
        return keep_sums(run, id, part, error);
    return cw_store_add_games(run->store, id, part, run->match.game->player_count, error);
}

/* Keeps a unit as soon as it is played. */
static void done(void *payload, const cw_match_part *part) {
    run_state *state = payload;
    cw_error error = {0};
    state->has_kept = true;
    if (state->run->store != NULL && state->status == CW_OK)
        fail(state, cw_run_keep_unit(state->run, state->id, part, &error), &error);
}

/* Gives a game to the test; two games with sides changed are one observation. */
static void observe(run_state *state, const cw_match_game *game) {
    cw_run *run = state->run;
    int seat = game->pairing.entrants[0] == 0 ? 0 : 1;
    double reward = game->outcome.result.reward[seat];
    if (game->pairing.number % 2 == 0)
        state->pair_first = reward;
    else
        cw_sprt_add_pair(&run->sprt, state->pair_first, reward);
}

static bool take_game(run_state *state, const cw_match_game *game) {
    cw_run *run = state->run;
    cw_standings_add(state->standings, run->match.game, game);
    if (run->test)
        observe(state, game);
    if (run->test && cw_sprt_decide(&run->sprt) != CW_SPRT_OPEN)
        state->decided_at = game->pairing.number;
    bool goes_on = run->each_game == NULL || run->each_game(game, state->standings, run->payload);
    return goes_on && state->decided_at < 0;
}

static bool take_sums(run_state *state, const char *sums) {
    cw_error error = {0};
    cw_status status = cw_stored_add_sums(sums, state->unit, state->standings, &error);
    fail(state, status, &error);
    return status == CW_OK;
}

static bool take_earlier(run_state *state, int64_t unit) {
    if (state->resumed == NULL)
        return take_sums(state, state->resumed_sums[unit]);
    int64_t games = cw_schedule_games(&state->run->match.schedule);
    int64_t size = cw_match_games_per_unit(&state->run->match);
    bool goes_on = true;
    for (int64_t number = unit * size; goes_on && number < (unit + 1) * size && number < games; number++)
        goes_on = take_game(state, &state->resumed[number]);
    return goes_on;
}

static bool deliver(void *payload, int64_t unit, const cw_match_part *part) {
    run_state *state = payload;
    cw_run *run = state->run;
    bool goes_on = state->status == CW_OK;
    if (goes_on && part == NULL) {
        goes_on = take_earlier(state, unit);
    } else if (goes_on && cw_run_keeps_sums(run)) {
        sum_up(run, part, state->unit);
        cw_standings_merge(state->standings, state->unit);
        for (int i = 0; goes_on && run->each_game != NULL && i < part->game_count; i++)
            goes_on = run->each_game(&part->games[i], state->standings, run->payload);
    } else {
        for (int i = 0; goes_on && i < part->game_count; i++)
            goes_on = take_game(state, &part->games[i]);
    }
    if (run->progress != NULL)
        run->progress(state->standings, run->payload);
    return goes_on;
}

/* ---- Playing ---- */

static void release(run_state *state) {
    for (int64_t i = 0; state->resumed_sums != NULL && i < state->units; i++)
        free(state->resumed_sums[i]);
    int64_t games = cw_schedule_games(&state->run->match.schedule);
    for (int64_t i = 0; state->resumed != NULL && i < games; i++)
        free(state->resumed[i].moves);
    free(state->resumed_sums);
    free(state->resumed);
    free(state->known);
    cw_standings_destroy(state->unit);
}

/* Leaves the store as the standings are: games that other threads played after the one that decided are
 * forgotten, and so is a match that was refused. One that was only stopped stays, since another program may
 * have gone on with it. */
static cw_status settle(run_state *state, bool is_refused, cw_error *error) {
    static const char *const words[] = {"", "the first hypothesis holds", "the second hypothesis holds"};
    cw_run *run = state->run;
    if (is_refused && state->is_new && !state->has_kept && run->earlier_games == 0)
        return cw_store_forget_run(run->store, state->id, error);
    cw_status status = cw_store_flush(run->store, error);
    if (status == CW_OK && state->decided_at >= 0)
        status = cw_store_end_run(run->store, state->id, words[cw_sprt_decide(&run->sprt)], state->decided_at,
                                  error);
    return status;
}

static cw_status play(run_state *state, cw_error *error) {
    cw_run *run = state->run;
    cw_match_listener listener = {.payload = state, .is_known = is_known, .done = done, .deliver = deliver};
    cw_status status;
    if (run->dispatch != NULL)
        status = run->dispatch(&run->match, &listener, run->payload, error);
    else
        status = cw_match_play(&run->match, run->threads, &listener, error);
    if (status == CW_OK && state->status != CW_OK)
        status = cw_fail(error, state->status, "%s", state->error.message);
    if (run->store != NULL) {
        cw_error unwritten;
        cw_status kept = settle(state, status != CW_OK, &unwritten);
        if (status == CW_OK && kept != CW_OK)
            status = cw_fail(error, kept, "%s", unwritten.message);
    }
    return status;
}

cw_status cw_run_play(cw_run *run, cw_standings *standings, cw_error *error) {
    run_state state = {
        .run = run, .standings = standings, .decided_at = -1, .units = cw_match_units(&run->match)};
    cw_standings_clear(standings);
    cw_status status = cw_match_check(&run->match, error);
    if (status == CW_OK)
        status = cw_standings_create(standings->entrant_count, &state.unit, error);
    if (status == CW_OK) {
        state.known = calloc((size_t)state.units, 1);
        if (state.known == NULL)
            status = cw_fail(error, CW_NO_MEMORY, "out of memory for a run");
    }
    if (status == CW_OK && run->store != NULL)
        status = find_earlier(&state, error);
    if (status == CW_OK)
        status = play(&state, error);
    release(&state);
    return status;
}

/* ---- Loading ---- */

cw_status cw_run_load(cw_run *run, cw_standings *standings, cw_error *error) {
    run_texts texts = {0};
    cw_standings_clear(standings);
    cw_status status = print_texts(run, &texts, error);
    cw_run_definition known = make_definition(run, &texts);
    if (status == CW_OK)
        status = cw_match_find_runs(&run->match, run->store, &known, &run->found, error);
    free_texts(&texts);
    int64_t id = cw_run_chosen(run);
    if (status != CW_OK || id == 0)
        return status;
    return cw_stored_standings(run->store, id, run->match.game, standings, error);
}

#include "arena/match.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/jobs.h"

/* ---- One game ---- */

typedef struct game_table {
    cw_record *record;
    cw_player *const *players;
    const cw_game_terms *terms;
    cw_game_outcome *outcome;
    cw_analysis analysis;
    cw_rng rng; /* of chance */
    cw_move *moves;
} game_table;

/* Ends a game that the rules do not end: the seat gets nothing, the others share alike. */
static void forfeit(const cw_game *game, int seat, const char *reason, cw_game_outcome *outcome) {
    outcome->forfeiter = seat;
    snprintf(outcome->reason, sizeof outcome->reason, "%.*s", (int)sizeof outcome->reason - 1, reason);
    outcome->result = (cw_result){.ending = 0};
    for (int player = 0; player < game->player_count; player++)
        outcome->result.reward[player] = player == seat           ? 0
                                         : game->player_count > 1 ? 1.0 / (game->player_count - 1)
                                                                  : 0;
}

static cw_status draw(game_table *table, cw_error *error) {
    const cw_game *game = cw_record_game(table->record);
    int count = game->type->moves(game, cw_record_state(table->record), table->moves);
    return cw_record_play(table->record, table->moves[cw_rng_below(&table->rng, (uint32_t)count)], error);
}

/* Whose fault is a failure of cw_player_choose? */
static bool is_players_fault(cw_status status) {
    return status == CW_ILLEGAL || status == CW_TIMEOUT || status == CW_IO;
}

static cw_status decide(game_table *table, int seat, cw_error *error) {
    const cw_game *game = cw_record_game(table->record);
    const cw_game_terms *terms = table->terms;
    cw_game_outcome *outcome = table->outcome;
    cw_limits limits = {.move_seconds = terms->move_seconds, .stop = terms->stop};
    if (terms->clock_seconds > 0)
        limits.clock_seconds = terms->clock_seconds - outcome->seconds[seat];
    cw_error fault = {0};
    cw_status status =
        cw_player_choose(table->players[seat], table->record, &limits, &table->analysis, &fault);
    outcome->seconds[seat] += table->analysis.seconds;
    outcome->simulations[seat] += table->analysis.simulations;
    outcome->decisions[seat]++;
    if (status == CW_OK)
        status = cw_record_play(table->record, table->analysis.best, &fault);
    if (is_players_fault(status)) {
        forfeit(game, seat, fault.message, outcome);
        return CW_OK;
    }
    if (status != CW_OK)
        return cw_fail(error, status, "%s", fault.message);
    if (terms->clock_seconds > 0 && outcome->seconds[seat] >= terms->clock_seconds)
        forfeit(game, seat, "out of time", outcome);
    return CW_OK;
}

static cw_status play_on(game_table *table, cw_error *error) {
    cw_game_outcome *outcome = table->outcome;
    const atomic_bool *stop = table->terms->stop;
    cw_status status = CW_OK;
    while (status == CW_OK && outcome->forfeiter < 0) {
        int decider = cw_record_to_decide(table->record);
        outcome->is_abandoned = stop != NULL && atomic_load(stop);
        if (decider == CW_NOBODY || outcome->is_abandoned)
            break;
        status = decider == CW_CHANCE ? draw(table, error) : decide(table, decider, error);
    }
    if (status == CW_OK && outcome->forfeiter < 0 && !outcome->is_abandoned)
        cw_record_result(table->record, &outcome->result);
    return status;
}

cw_status cw_arena_play_game(cw_record *record, cw_player *const *players, uint64_t seed,
                             const cw_game_terms *terms, cw_game_outcome *outcome, cw_error *error) {
    const cw_game *game = cw_record_game(record);
    game_table table = {.record = record, .players = players, .terms = terms, .outcome = outcome};
    table.rng = cw_rng_make(seed, 0);
    table.moves = malloc(sizeof *table.moves * (size_t)game->moves_max);
    *outcome = (cw_game_outcome){.forfeiter = -1};
    if (table.moves == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a game");
    for (int seat = 0; seat < game->player_count; seat++)
        cw_player_reset(players[seat], cw_rng_make(seed, 1 + (uint64_t)seat).state);
    cw_status status = play_on(&table, error);
    outcome->moves = game->type->move_number(game, cw_record_state(record));
    free(table.moves);
    cw_analysis_free(&table.analysis);
    return status;
}

/* ---- A series at one table ---- */

typedef struct match_run {
    const cw_match *match;
    cw_match_listener listener;
    void *payload;
} match_run;

/* A thread's own players, by spec. */
typedef struct match_worker {
    const cw_match *match;
    cw_player *players[CW_PLAYERS_MAX];
} match_worker;

/* A game that waits to be delivered. */
typedef struct match_product {
    cw_match_game game;
    cw_record *record;
} match_product;

uint64_t cw_match_seed(uint64_t match_seed, int64_t number) {
    return cw_rng_make(match_seed, (uint64_t)number).state;
}

int cw_match_seat(const cw_match *match, int64_t number, int spec) {
    int seats = match->game->player_count;
    return match->sides == CW_SIDES_FIXED ? spec : (int)((spec + number) % seats);
}

static void close_worker(void *payload) {
    match_worker *worker = payload;
    for (int spec = 0; spec < CW_PLAYERS_MAX; spec++)
        cw_player_destroy(worker->players[spec]);
    free(worker);
}

static cw_status open_worker(void *payload, void **worker, cw_error *error) {
    const cw_match *match = ((match_run *)payload)->match;
    match_worker *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a match");
    made->match = match;
    for (int spec = 0; spec < match->game->player_count; spec++) {
        cw_status status =
            cw_player_create(match->specs[spec], match->game, match->seed, &made->players[spec], error);
        if (status != CW_OK) {
            close_worker(made);
            return status;
        }
    }
    *worker = made;
    return CW_OK;
}

static void discard(void *payload) {
    match_product *product = payload;
    if (product == NULL)
        return;
    cw_record_destroy(product->record);
    free(product);
}

static cw_status run_game(void *payload, int64_t number, void **result, cw_error *error) {
    match_worker *worker = payload;
    const cw_match *match = worker->match;
    match_product *product = calloc(1, sizeof *product);
    if (product == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a game");
    cw_player *players[CW_PLAYERS_MAX] = {0};
    product->game.number = number;
    for (int spec = 0; spec < match->game->player_count; spec++) {
        int seat = cw_match_seat(match, number, spec);
        product->game.seat[spec] = seat;
        players[seat] = worker->players[spec];
    }
    cw_status status = cw_record_create(match->game, &product->record, error);
    if (status == CW_OK)
        status = cw_arena_play_game(product->record, players, cw_match_seed(match->seed, number),
                                    &match->terms, &product->game.outcome, error);
    product->game.record = product->record;
    if (status == CW_OK)
        *result = product;
    else
        discard(product);
    return status;
}

static bool deliver(void *payload, int64_t number, void *result) {
    match_run *run = payload;
    match_product *product = result;
    assert(product->game.number == number);
    (void)number;
    bool goes_on = !product->game.outcome.is_abandoned && run->listener(&product->game, run->payload);
    discard(product);
    return goes_on;
}

cw_status cw_match_run(const cw_match *match, cw_match_listener listener, void *payload, cw_error *error) {
    match_run run = {.match = match, .listener = listener, .payload = payload};
    const cw_jobs jobs = {
        .count = match->games,
        .threads = match->threads,
        .stop = match->terms.stop,
        .payload = &run,
        .open = open_worker,
        .close = close_worker,
        .run = run_game,
        .deliver = deliver,
        .discard = discard,
    };
    return cw_jobs_run(&jobs, error);
}

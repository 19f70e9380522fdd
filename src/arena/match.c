#include "arena/match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "arena/jobs.h"
#include "core/utf8.h"

/* A player that a worker has made, kept as long as it may be needed for the next game. */
typedef struct hired {
    int entrant;
    cw_player *player;
    bool seated;
} hired;

struct cw_match_worker {
    const cw_match *match;
    cw_record *record;
    hired hired[CW_PLAYERS_MAX];
};

/* ---- Units ---- */

int64_t cw_match_games_per_unit(const cw_match *match) {
    if (match->loser_starts)
        return match->schedule.games;
    return match->games_per_unit > 0 ? match->games_per_unit : 1;
}

int64_t cw_match_units(const cw_match *match) {
    int64_t size = cw_match_games_per_unit(match);
    return (cw_schedule_games(&match->schedule) + size - 1) / size;
}

void cw_match_part_free(cw_match_part *part) {
    if (part == NULL)
        return;
    for (int i = 0; i < part->game_count; i++)
        free(part->games[i].moves);
    free(part->games);
    free(part);
}

/* ---- Workers ---- */

cw_status cw_match_worker_create(const cw_match *match, cw_match_worker **worker, cw_error *error) {
    cw_match_worker *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a match");
    made->match = match;
    cw_status status = cw_record_create(match->game, &made->record, error);
    if (status != CW_OK) {
        free(made);
        return status;
    }
    *worker = made;
    return CW_OK;
}

void cw_match_worker_destroy(cw_match_worker *worker) {
    if (worker == NULL)
        return;
    for (int i = 0; i < CW_PLAYERS_MAX; i++)
        cw_player_destroy(worker->hired[i].player);
    cw_record_destroy(worker->record);
    free(worker);
}

/* Finds a player of the entrant that has no seat yet, or makes one in place of another that has none. */
static cw_status hire(cw_match_worker *worker, int entrant, cw_player **player, cw_error *error) {
    hired *place = NULL;
    for (int i = 0; i < CW_PLAYERS_MAX; i++) {
        hired *candidate = &worker->hired[i];
        if (candidate->seated)
            continue;
        bool fits = candidate->player != NULL && candidate->entrant == entrant;
        if (fits || place == NULL || (candidate->player == NULL && place->entrant != entrant))
            place = candidate;
        if (fits)
            break;
    }
    assert(place != NULL);
    if (place->player == NULL || place->entrant != entrant) {
        cw_player_destroy(place->player);
        *place = (hired){.entrant = entrant};
        const char *spec = worker->match->specs[entrant];
        cw_status status = cw_player_create(spec, worker->match->game, 0, &place->player, error);
        if (status != CW_OK)
            return status;
    }
    place->seated = true;
    *player = place->player;
    return CW_OK;
}

static cw_status seat_players(cw_match_worker *worker, const cw_pairing *pairing, cw_player **players,
                              cw_error *error) {
    cw_status status = CW_OK;
    for (int i = 0; i < CW_PLAYERS_MAX; i++)
        worker->hired[i].seated = false;
    for (int seat = 0; status == CW_OK && seat < worker->match->game->player_count; seat++)
        status = hire(worker, pairing->entrants[seat], &players[seat], error);
    return status;
}

cw_status cw_match_check(const cw_match *match, cw_error *error) {
    if (match->loser_starts && match->game->player_count != 2)
        return cw_fail(error, CW_BAD_INPUT, "a series in which the loser starts needs a game of two players");
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < match->schedule.entrant_count; i++) {
        cw_plan plan;
        if (!cw_utf8_is_valid(match->specs[i]))
            return cw_fail(error, CW_BAD_INPUT,
                           "the player %s is not written in UTF-8, so its games could not be kept",
                           match->specs[i]);
        status = cw_plan_read(&plan, match->specs[i], match->game, error);
    }
    return status;
}

/* ---- Playing ---- */

/* Makes random moves; *is_over tells that they ended the game. */
static cw_status play_random_plies(cw_record *record, cw_rng rng, int plies, bool *is_over, cw_error *error) {
    cw_status status = CW_OK;
    for (int made = 0; status == CW_OK && made < plies;) {
        int decider = cw_record_to_decide(record);
        if (decider == CW_NOBODY)
            break;
        made += decider != CW_CHANCE;
        status = cw_single_play_random(record, &rng, error);
    }
    *is_over = status == CW_OK && cw_record_to_decide(record) == CW_NOBODY;
    return status;
}

/* Makes the moves that come before anybody decides. Random moves that end the game are drawn anew. */
static cw_status play_opening(const cw_match *match, const cw_pairing *pairing, cw_record *record,
                              cw_error *error) {
    enum { DRAWS_MAX = 1000 };
    cw_status status = CW_OK;
    for (uint64_t draw = 0; status == CW_OK && draw < DRAWS_MAX; draw++) {
        bool is_over = false;
        cw_record_clear(record);
        if (pairing->opening >= 0)
            status = cw_record_play_line(record, match->openings->lines[pairing->opening], error);
        cw_rng rng = cw_rng_make(pairing->opening_seed, draw);
        if (status == CW_OK)
            status = play_random_plies(record, rng, match->random_plies, &is_over, error);
        if (!is_over)
            return status;
    }
    return cw_fail(error, CW_BAD_INPUT,
                   "openings of %d random moves end the game before a player decides, take fewer",
                   match->random_plies);
}

static cw_status play_game(cw_match_worker *worker, const cw_pairing *pairing, cw_match_game *game,
                           cw_error *error) {
    const cw_match *match = worker->match;
    cw_player *players[CW_PLAYERS_MAX] = {0};
    game->pairing = *pairing;
    cw_status status = seat_players(worker, pairing, players, error);
    if (status == CW_OK)
        status = play_opening(match, pairing, worker->record, error);
    if (status == CW_OK)
        status = cw_single_play(worker->record, players, pairing->seed, &match->terms, &game->outcome, error);
    if (status == CW_OK && match->keep_moves) {
        cw_text moves = {0};
        cw_record_print(worker->record, &moves);
        game->moves = cw_text_take(&moves);
        if (game->moves == NULL)
            status = cw_fail(error, CW_NO_MEMORY, "out of memory for the moves of a game");
    }
    return status;
}

/* The loser of the game before takes the first seat; after a draw a coin decides. */
static void let_loser_start(const cw_match_game *before, cw_pairing *pairing) {
    const double *reward = before->outcome.result.reward;
    cw_rng coin = cw_rng_make(pairing->seed, UINT64_MAX);
    bool second_lost = reward[0] > reward[1];
    bool first_lost = reward[0] < reward[1];
    int starter = first_lost ? 0 : second_lost ? 1 : (int)cw_rng_below(&coin, 2);
    pairing->entrants[0] = before->pairing.entrants[starter];
    pairing->entrants[1] = before->pairing.entrants[1 - starter];
}

cw_status cw_match_play_unit(cw_match_worker *worker, int64_t unit, cw_match_part **part, cw_error *error) {
    const cw_match *match = worker->match;
    int64_t size = cw_match_games_per_unit(match), first = unit * size,
            all = cw_schedule_games(&match->schedule);
    int count = (int)(first + size <= all ? size : all - first);
    cw_match_part *made = calloc(1, sizeof *made);
    if (made != NULL)
        made->games = calloc((size_t)count, sizeof *made->games);
    if (made == NULL || made->games == NULL) {
        free(made);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for %d games", count);
    }
    made->unit = unit;
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < count && !made->is_abandoned; i++) {
        cw_pairing pairing = cw_schedule_pairing(&match->schedule, first + i);
        if (match->loser_starts && i > 0)
            let_loser_start(&made->games[i - 1], &pairing);
        made->game_count = i + 1;
        status = play_game(worker, &pairing, &made->games[i], error);
        made->is_abandoned = made->games[i].outcome.is_abandoned;
    }
    if (status != CW_OK) {
        cw_match_part_free(made);
        return status;
    }
    *part = made;
    return CW_OK;
}

/* ---- On threads ---- */

typedef struct match_run {
    const cw_match *match;
    const cw_match_listener *listener;
} match_run;

/* A worker with its way to ask what is known. */
typedef struct thread_worker {
    const match_run *run;
    cw_match_worker *worker;
} thread_worker;

static cw_status open_worker(void *payload, void **opened, cw_error *error) {
    thread_worker *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a match");
    made->run = payload;
    cw_status status = cw_match_worker_create(made->run->match, &made->worker, error);
    if (status != CW_OK)
        free(made);
    else
        *opened = made;
    return status;
}

static void close_worker(void *opened) {
    thread_worker *worker = opened;
    cw_match_worker_destroy(worker->worker);
    free(worker);
}

static cw_status run_unit(void *opened, int64_t unit, void **product, cw_error *error) {
    thread_worker *worker = opened;
    const cw_match_listener *listener = worker->run->listener;
    if (listener->is_known != NULL && listener->is_known(listener->payload, unit))
        return CW_OK;
    cw_match_part *part = NULL;
    cw_status status = cw_match_play_unit(worker->worker, unit, &part, error);
    *product = part;
    return status;
}

static void done(void *payload, int64_t unit, const void *product) {
    (void)unit;
    const match_run *run = payload;
    const cw_match_part *part = product;
    if (part != NULL && !part->is_abandoned && run->listener->done != NULL)
        run->listener->done(run->listener->payload, part);
}

static void discard(void *product) {
    cw_match_part_free(product);
}

static bool deliver(void *payload, int64_t unit, void *product) {
    const match_run *run = payload;
    cw_match_part *part = product;
    bool goes_on = part == NULL || !part->is_abandoned;
    if (goes_on)
        goes_on = run->listener->deliver(run->listener->payload, unit, part);
    cw_match_part_free(part);
    return goes_on;
}

cw_status cw_match_play(const cw_match *match, int threads, const cw_match_listener *listener,
                        cw_error *error) {
    match_run run = {.match = match, .listener = listener};
    const cw_jobs jobs = {
        .count = cw_match_units(match),
        .threads = threads,
        .stop = match->terms.stop,
        .payload = &run,
        .open = open_worker,
        .close = close_worker,
        .run = run_unit,
        .done = done,
        .deliver = deliver,
        .discard = discard,
    };
    return cw_jobs_run(&jobs, error);
}

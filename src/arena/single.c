#include "arena/single.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/utf8.h"

typedef struct game_table {
    cw_record *record;
    cw_player *const *players;
    const cw_game_terms *terms;
    cw_game_outcome *outcome;
    cw_analysis analysis;
    cw_rng rng; /* of chance */
} game_table;

/* Ends a game that the rules do not end: the seat and its allies get nothing, the other teams share alike. */
static void forfeit(const cw_game *game, int seat, const char *reason, cw_game_outcome *outcome) {
    outcome->forfeiter = seat;
    snprintf(outcome->reason, sizeof outcome->reason, "%.*s", (int)sizeof outcome->reason - 1, reason);
    cw_utf8_mend(outcome->reason); /* it may have been cut in the middle of a character */
    outcome->result = (cw_result){.ending = CW_ENDING_FORFEIT};
    double other_teams = 1 / cw_game_fair_share(game) - 1;
    for (int player = 0; player < game->player_count; player++)
        outcome->result.reward[player] = cw_game_allied(game, player, seat) ? 0 : 1 / other_teams;
}

cw_status cw_single_play_random(cw_record *record, cw_rng *rng, cw_error *error) {
    const cw_game *game = cw_record_game(record);
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    if (moves == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a random move");
    int count = game->type->moves(game, cw_record_state(record), moves);
    cw_status status = cw_record_play(record, moves[cw_rng_below(rng, (uint32_t)count)], error);
    free(moves);
    return status;
}

/* Whose fault is a failure of cw_player_choose? */
static bool is_players_fault(cw_status status) {
    return status == CW_ILLEGAL || status == CW_TIMEOUT || status == CW_IO;
}

static bool is_stopped(const game_table *table) {
    return cw_flag_is_up(table->terms->stop);
}

/* A player that failed may have been stopped together with us, by whoever ends a whole session or job: a
 * program that has ended may be seen before our own signal comes. */
static bool was_stopped(const game_table *table, cw_status status) {
    for (int i = 0; i < 20 && status == CW_IO && table->terms->stop != NULL && !is_stopped(table); i++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    return is_stopped(table);
}

static cw_status decide(game_table *table, int seat, cw_error *error) {
    const cw_game *game = cw_record_game(table->record);
    const cw_game_terms *terms = table->terms;
    cw_game_outcome *outcome = table->outcome;
    cw_limits limits = {.move_seconds = terms->move_seconds,
                        .stop = terms->stop,
                        .waiting = terms->waiting,
                        .payload = terms->payload};
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
    if (status != CW_OK && was_stopped(table, status)) {
        outcome->is_abandoned = true;
        return CW_OK;
    }
    if (status != CW_OK && !is_players_fault(status))
        return cw_fail(error, status, "%s", fault.message);
    bool is_late = terms->clock_seconds > 0 && outcome->seconds[seat] >= terms->clock_seconds;
    if (is_late || status != CW_OK)
        forfeit(game, seat, is_late ? "out of time" : fault.message, outcome);
    return CW_OK;
}

static cw_status play_on(game_table *table, cw_error *error) {
    cw_game_outcome *outcome = table->outcome;
    cw_status status = CW_OK;
    while (status == CW_OK && outcome->forfeiter < 0 && !outcome->is_abandoned) {
        int decider = cw_record_to_decide(table->record);
        outcome->is_abandoned = is_stopped(table);
        if (decider == CW_NOBODY || outcome->is_abandoned)
            break;
        status = decider == CW_CHANCE ? cw_single_play_random(table->record, &table->rng, error)
                                      : decide(table, decider, error);
    }
    if (status == CW_OK && outcome->forfeiter < 0 && !outcome->is_abandoned)
        cw_record_result(table->record, &outcome->result);
    return status;
}

cw_status cw_single_play(cw_record *record, cw_player *const *players, uint64_t seed,
                         const cw_game_terms *terms, cw_game_outcome *outcome, cw_error *error) {
    const cw_game *game = cw_record_game(record);
    game_table table = {.record = record, .players = players, .terms = terms, .outcome = outcome};
    table.rng = cw_rng_make(seed, 0);
    *outcome = (cw_game_outcome){.forfeiter = -1};
    for (int seat = 0; seat < game->player_count; seat++)
        cw_player_reset(players[seat], cw_rng_make(seed, 1 + (uint64_t)seat).state);
    cw_status status = play_on(&table, error);
    outcome->moves = game->type->move_number(game, cw_record_state(record));
    cw_analysis_free(&table.analysis);
    return status;
}

#include "arena/standings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

cw_status cw_standings_create(int entrant_count, cw_standings **standings, cw_error *error) {
    cw_standings *made = calloc(1, sizeof *made);
    size_t count = (size_t)entrant_count;
    if (made != NULL) {
        made->entrant_count = entrant_count;
        made->entrants = calloc(count, sizeof *made->entrants);
        made->versus = calloc(count * count, sizeof *made->versus);
    }
    if (made == NULL || made->entrants == NULL || made->versus == NULL) {
        cw_standings_destroy(made);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the standings of %d players", entrant_count);
    }
    *standings = made;
    return CW_OK;
}

void cw_standings_destroy(cw_standings *standings) {
    if (standings == NULL)
        return;
    free(standings->entrants);
    free(standings->versus);
    free(standings);
}

void cw_standings_clear(cw_standings *standings) {
    size_t count = (size_t)standings->entrant_count;
    memset(standings->entrants, 0, count * sizeof *standings->entrants);
    memset(standings->versus, 0, count * count * sizeof *standings->versus);
    memset(standings->endings, 0, sizeof standings->endings);
    standings->first = (cw_tally){0};
    standings->moves = 0;
    standings->moves_squares = 0;
    standings->longest = 0;
}

/* ---- Adding ---- */

/* A seat's final score less the best of the others. */
static double margin_of(const cw_game *game, const int *score, int seat) {
    double best = -INFINITY;
    for (int other = 0; other < game->player_count; other++)
        best = other != seat && score[other] > best ? score[other] : best;
    return isfinite(best) ? score[seat] - best : 0;
}

static void add_spread(cw_standing *entrant, const cw_game *game, const cw_game_outcome *outcome, int seat,
                       bool won) {
    double margin = margin_of(game, outcome->result.score, seat);
    entrant->won_squares += won ? (double)outcome->moves * (double)outcome->moves : 0;
    entrant->margins += margin;
    entrant->margin_squares += margin * margin;
    double simulations = (double)outcome->simulations[seat], decisions = (double)outcome->decisions[seat];
    entrant->simulation_squares += simulations * simulations;
    entrant->decision_squares += decisions * decisions;
    entrant->products += simulations * decisions;
}

static void add_seat(cw_standings *standings, const cw_game *game, const cw_match_game *played, int seat) {
    const cw_game_outcome *outcome = &played->outcome;
    const double *reward = outcome->result.reward;
    int self = played->pairing.entrants[seat], ending = outcome->result.ending;
    cw_standing *entrant = &standings->entrants[self];
    int64_t wins = entrant->tally.wins;
    cw_tally_add(&entrant->tally, game, reward, seat);
    bool won = entrant->tally.wins > wins;
    if (seat == 0)
        cw_tally_add(&entrant->first, game, reward, seat);
    entrant->won_moves += won ? outcome->moves : 0;
    if (won && ending >= 0 && ending < CW_ENDINGS_MAX)
        entrant->won_endings[ending]++;
    entrant->forfeits += outcome->forfeiter == seat;
    entrant->decisions += outcome->decisions[seat];
    entrant->simulations += (double)outcome->simulations[seat];
    entrant->seconds += outcome->seconds[seat];
    entrant->scores += outcome->result.score[seat];
    add_spread(entrant, game, outcome, seat, won);
    for (int other = 0; other < game->player_count; other++) {
        if (other != seat)
            cw_tally_add(
                &standings->versus[self * standings->entrant_count + played->pairing.entrants[other]], game,
                reward, seat);
    }
}

void cw_standings_add(cw_standings *standings, const cw_game *game, const cw_match_game *played) {
    const cw_game_outcome *outcome = &played->outcome;
    cw_tally_add(&standings->first, game, outcome->result.reward, 0);
    standings->moves += outcome->moves;
    standings->moves_squares += (double)outcome->moves * (double)outcome->moves;
    if (outcome->moves > standings->longest)
        standings->longest = outcome->moves;
    if (outcome->result.ending >= 0 && outcome->result.ending < CW_ENDINGS_MAX)
        standings->endings[outcome->result.ending]++;
    for (int seat = 0; seat < game->player_count; seat++)
        add_seat(standings, game, played, seat);
}

static void merge_entrant(cw_standing *entrant, const cw_standing *part) {
    cw_tally_merge(&entrant->tally, &part->tally);
    cw_tally_merge(&entrant->first, &part->first);
    entrant->won_moves += part->won_moves;
    entrant->forfeits += part->forfeits;
    entrant->decisions += part->decisions;
    entrant->simulations += part->simulations;
    entrant->seconds += part->seconds;
    entrant->scores += part->scores;
    entrant->won_squares += part->won_squares;
    entrant->margins += part->margins;
    entrant->margin_squares += part->margin_squares;
    entrant->simulation_squares += part->simulation_squares;
    entrant->decision_squares += part->decision_squares;
    entrant->products += part->products;
    for (int i = 0; i < CW_ENDINGS_MAX; i++)
        entrant->won_endings[i] += part->won_endings[i];
}

void cw_standings_merge(cw_standings *standings, const cw_standings *part) {
    int count = standings->entrant_count;
    for (int i = 0; i < count; i++)
        merge_entrant(&standings->entrants[i], &part->entrants[i]);
    for (int i = 0; i < count * count; i++)
        cw_tally_merge(&standings->versus[i], &part->versus[i]);
    cw_tally_merge(&standings->first, &part->first);
    standings->moves += part->moves;
    standings->moves_squares += part->moves_squares;
    if (part->longest > standings->longest)
        standings->longest = part->longest;
    for (int i = 0; i < CW_ENDINGS_MAX; i++)
        standings->endings[i] += part->endings[i];
}

/* ---- JSON: arrays of numbers in the order of the fields ---- */

static json_t *tally_to_json(const cw_tally *tally) {
    return json_pack("[I, I, I, I, f, f]", (json_int_t)tally->games, (json_int_t)tally->wins,
                     (json_int_t)tally->draws, (json_int_t)tally->losses, tally->reward_sum,
                     tally->reward_squares);
}

static bool tally_from_json(const json_t *json, cw_tally *tally) {
    json_int_t games, wins, draws, losses;
    if (json_unpack((json_t *)json, "[I, I, I, I, F, F]", &games, &wins, &draws, &losses, &tally->reward_sum,
                    &tally->reward_squares) != 0)
        return false;
    tally->games = games;
    tally->wins = wins;
    tally->draws = draws;
    tally->losses = losses;
    return true;
}

static json_t *counts_to_json(const int64_t *counts) {
    json_t *array = json_array();
    for (int i = 0; i < CW_ENDINGS_MAX; i++)
        json_array_append_new(array, json_integer(counts[i]));
    return array;
}

static bool counts_from_json(const json_t *json, int64_t *counts) {
    if (json_array_size(json) != CW_ENDINGS_MAX)
        return false;
    for (size_t i = 0; i < CW_ENDINGS_MAX; i++)
        counts[i] = json_integer_value(json_array_get(json, i));
    return true;
}

static json_t *entrant_to_json(const cw_standing *entrant) {
    json_t *object =
        json_pack("{s:o, s:o, s:o, s:[I, I, I, f, f, f]}", "tally", tally_to_json(&entrant->tally), "first",
                  tally_to_json(&entrant->first), "endings", counts_to_json(entrant->won_endings), "sums",
                  (json_int_t)entrant->won_moves, (json_int_t)entrant->forfeits,
                  (json_int_t)entrant->decisions, entrant->simulations, entrant->seconds, entrant->scores);
    if (object != NULL && !isnan(entrant->won_squares))
        json_object_set_new(
            object, "spread",
            json_pack("[f, f, f]", entrant->won_squares, entrant->margins, entrant->margin_squares));
    if (object != NULL && !isnan(entrant->products))
        json_object_set_new(object, "pace",
                            json_pack("[f, f, f]", entrant->simulation_squares, entrant->decision_squares,
                                      entrant->products));
    return object;
}

/* Three sums that earlier versions did not keep. */
static void sums_from_json(const json_t *json, const char *key, double *const sums[3]) {
    const json_t *kept = json_object_get(json, key);
    for (size_t i = 0; i < 3; i++)
        *sums[i] = kept != NULL ? json_number_value(json_array_get(kept, i)) : NAN;
}

static void spread_from_json(const json_t *json, cw_standing *entrant) {
    sums_from_json(json, "spread",
                   (double *const[]){&entrant->won_squares, &entrant->margins, &entrant->margin_squares});
    sums_from_json(
        json, "pace",
        (double *const[]){&entrant->simulation_squares, &entrant->decision_squares, &entrant->products});
}

static bool entrant_from_json(const json_t *json, cw_standing *entrant) {
    json_int_t won_moves, forfeits, decisions;
    if (json_unpack(json_object_get(json, "sums"), "[I, I, I, F, F, F]", &won_moves, &forfeits, &decisions,
                    &entrant->simulations, &entrant->seconds, &entrant->scores) != 0)
        return false;
    entrant->won_moves = won_moves;
    entrant->forfeits = forfeits;
    entrant->decisions = decisions;
    spread_from_json(json, entrant);
    return tally_from_json(json_object_get(json, "tally"), &entrant->tally) &&
           tally_from_json(json_object_get(json, "first"), &entrant->first) &&
           counts_from_json(json_object_get(json, "endings"), entrant->won_endings);
}

json_t *cw_standings_to_json(const cw_standings *standings) {
    json_t *entrants = json_array(), *versus = json_array();
    int count = standings->entrant_count;
    for (int i = 0; i < count; i++)
        json_array_append_new(entrants, entrant_to_json(&standings->entrants[i]));
    for (int i = 0; i < count * count; i++)
        json_array_append_new(versus, tally_to_json(&standings->versus[i]));
    json_t *object =
        json_pack("{s:o, s:o, s:o, s:I, s:I, s:o}", "entrants", entrants, "versus", versus, "first",
                  tally_to_json(&standings->first), "moves", (json_int_t)standings->moves, "longest",
                  (json_int_t)standings->longest, "endings", counts_to_json(standings->endings));
    if (object != NULL && !isnan(standings->moves_squares))
        json_object_set_new(object, "moves_squares", json_real(standings->moves_squares));
    return object;
}

cw_status cw_standings_from_json(const json_t *json, cw_standings *standings, cw_error *error) {
    size_t count = (size_t)standings->entrant_count;
    const json_t *entrants = json_object_get(json, "entrants"), *versus = json_object_get(json, "versus");
    bool valid = json_array_size(entrants) == count && json_array_size(versus) == count * count &&
                 tally_from_json(json_object_get(json, "first"), &standings->first) &&
                 counts_from_json(json_object_get(json, "endings"), standings->endings);
    for (size_t i = 0; valid && i < count; i++)
        valid = entrant_from_json(json_array_get(entrants, i), &standings->entrants[i]);
    for (size_t i = 0; valid && i < count * count; i++)
        valid = tally_from_json(json_array_get(versus, i), &standings->versus[i]);
    standings->moves = json_integer_value(json_object_get(json, "moves"));
    standings->longest = json_integer_value(json_object_get(json, "longest"));
    const json_t *squares = json_object_get(json, "moves_squares");
    standings->moves_squares = squares != NULL ? json_number_value(squares) : NAN;
    return valid ? CW_OK : cw_fail(error, CW_BAD_INPUT, "the sums of a run in the store are damaged");
}

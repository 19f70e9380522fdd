#include "cli/report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/position.h"

static double mean(double sum, int64_t count) {
    return count > 0 ? sum / (double)count : 0;
}

/* ---- JSON ---- */

static json_t *endings_json(const cw_game *game, const int64_t *counts) {
    json_t *object = json_object();
    for (int i = 0; i < CW_ENDINGS_MAX && game->type->endings[i] != NULL; i++) {
        if (counts[i] > 0)
            json_object_set_new(object, game->type->endings[i], json_integer(counts[i]));
    }
    return object;
}

static int64_t count_forfeits(const cw_standings *standings) {
    int64_t count = 0;
    for (int i = 0; i < standings->entrant_count; i++)
        count += standings->entrants[i].forfeits;
    return count;
}

static json_t *entrant_json(const cw_game *game, const char *spec, const cw_standing *entrant) {
    const cw_tally *tally = &entrant->tally;
    cw_interval interval = cw_tally_interval(tally), report = cw_tally_shown_interval(tally);
    json_t *object = json_pack(
        "{s:s, s:I, s:I, s:I, s:f, s:f, s:f, s:I, s:f, s:f, s:f, s:f}", "spec", spec, "wins",
        (json_int_t)tally->wins, "draws", (json_int_t)tally->draws, "losses", (json_int_t)tally->losses,
        "score", cw_tally_score(tally), "low", interval.low, "high", interval.high, "forfeits",
        (json_int_t)entrant->forfeits, "seconds_per_decision", mean(entrant->seconds, entrant->decisions),
        "simulations_per_decision", mean(entrant->simulations, entrant->decisions), "first_score",
        cw_tally_score(&entrant->first), "mean_moves_won", mean((double)entrant->won_moves, tally->wins));
    json_object_set_new(object, "won_by", endings_json(game, entrant->won_endings));
    json_object_set_new(object, "decided_share",
                        json_pack("[f, f, f]", mean((double)tally->wins, tally->wins + tally->losses),
                                  report.low, report.high));
    if (game->type->has_scores)
        json_object_set_new(object, "mean_score", json_real(mean(entrant->scores, tally->games)));
    double elo[] = {cw_elo(cw_tally_score(tally)), cw_elo(interval.low), cw_elo(interval.high)};
    static const char *const names[] = {"elo", "elo_low", "elo_high"};
    for (int i = 0; i < 3 && game->player_count == 2; i++)
        json_object_set_new(object, names[i], isfinite(elo[i]) ? json_real(elo[i]) : json_null());
    return object;
}

json_t *cli_standings_json(const cw_game *game, const char *const *specs, const cw_standings *standings) {
    json_t *players = json_array();
    for (int i = 0; i < standings->entrant_count; i++)
        json_array_append_new(players, entrant_json(game, specs[i], &standings->entrants[i]));
    cw_interval first = cw_tally_interval(&standings->first);
    json_t *endings = endings_json(game, standings->endings);
    if (count_forfeits(standings) > 0)
        json_object_set_new(endings, "forfeit", json_integer(count_forfeits(standings)));
    return json_pack("{s:I, s:f, s:o, s:[f, f, f], s:o}", "games", (json_int_t)standings->first.games,
                     "mean_moves", mean((double)standings->moves, standings->first.games), "players", players,
                     "first_seat_score", cw_tally_score(&standings->first), first.low, first.high, "endings",
                     endings);
}

/* The moves of a line, which semicolons separate. */
static json_t *moves_json(const char *line) {
    json_t *moves = json_array();
    for (const char *move = line; *move != '\0';) {
        size_t length = strcspn(move, ";");
        json_array_append_new(moves, json_stringn(move, length));
        move += length + (move[length] == ';');
    }
    return moves;
}

json_t *cli_game_json(const cw_game *game, const cw_match_game *played) {
    const cw_game_outcome *outcome = &played->outcome;
    json_t *seats = json_array();
    for (int seat = 0; seat < game->player_count; seat++)
        json_array_append_new(seats, json_integer(played->pairing.entrants[seat]));
    cw_text spec = {0};
    cw_game_print_spec(game, &spec);
    json_t *object = json_pack("{s:s, s:I, s:o, s:i, s:o}", "game", cw_text_string(&spec), "number",
                               (json_int_t)played->pairing.number, "seats", seats, "move_count",
                               outcome->moves, "result", cli_result_json(game, &outcome->result));
    cw_text_free(&spec);
    if (played->moves != NULL)
        json_object_set_new(object, "moves", moves_json(played->moves));
    if (outcome->forfeiter >= 0) {
        json_object_set_new(object, "forfeiter", json_integer(outcome->forfeiter));
        json_object_set_new(object, "reason", json_string(outcome->reason));
    }
    return object;
}

/* ---- Text ---- */

static int longest_spec(const char *const *specs, int count) {
    int longest = 0;
    for (int i = 0; i < count; i++) {
        int length = (int)strlen(specs[i]);
        longest = length > longest ? length : longest;
    }
    return longest < 60 ? longest : 60;
}

static void print_elo(const cw_tally *tally, cw_text *text) {
    cw_interval interval = cw_tally_interval(tally);
    cw_text_printf(text, "  Elo %+.0f (%+.0f to %+.0f)", cw_elo(cw_tally_score(tally)), cw_elo(interval.low),
                   cw_elo(interval.high));
}

static void print_entrant(const cw_game *game, const char *spec, int width, const cw_standing *entrant,
                          cw_text *text) {
    const cw_tally *tally = &entrant->tally;
    cw_interval interval = cw_tally_interval(tally);
    cw_text_printf(text, "%-*s  %" PRId64 " won, %" PRId64 " drawn, %" PRId64 " lost", width, spec,
                   tally->wins, tally->draws, tally->losses);
    cw_text_printf(text, "  score %.1f %% (%.1f to %.1f)", 100 * cw_tally_score(tally), 100 * interval.low,
                   100 * interval.high);
    if (game->player_count == 2)
        print_elo(tally, text);
    if (game->type->has_scores)
        cw_text_printf(text, "  %.2f points", mean(entrant->scores, tally->games));
    cw_text_printf(text, "  %.3g s", mean(entrant->seconds, entrant->decisions));
    if (entrant->simulations > 0)
        cw_text_printf(text, " and %.4g simulations", mean(entrant->simulations, entrant->decisions));
    cw_text_append(text, " a decision");
    if (entrant->forfeits > 0)
        cw_text_printf(text, "  %" PRId64 " lost by forfeit", entrant->forfeits);
    cw_text_append_char(text, '\n');
}

/* What else is known of an entrant, on a line of its own. */
static void print_details(const cw_standing *entrant, int width, cw_text *text) {
    const cw_tally *tally = &entrant->tally;
    cw_interval report = cw_tally_shown_interval(tally);
    const char *separator = "  ";
    cw_text_printf(text, "%*s", width, "");
    if (tally->wins + tally->losses > 0) {
        cw_text_printf(text, "%swins %.1f %% of decided games", separator,
                       100 * mean((double)tally->wins, tally->wins + tally->losses));
        if (report.low < report.high) /* where one side has won all of them the formula has no width */
            cw_text_printf(text, " (%.1f to %.1f)", 100 * report.low, 100 * report.high);
        separator = ", ";
    }
    if (tally->wins > 0) {
        cw_text_printf(text, "%s%.1f moves a won game", separator,
                       mean((double)entrant->won_moves, tally->wins));
        separator = ", ";
    }
    if (entrant->first.games > 0) {
        cw_text_printf(text, "%s%.1f %% when moving first", separator, 100 * cw_tally_score(&entrant->first));
        separator = ", ";
    }
    cw_text_printf(text, "%s%.3g s a game\n", separator, mean(entrant->seconds, tally->games));
}

static void print_cross_table(const char *const *specs, int width, const cw_standings *standings,
                              cw_text *text) {
    int count = standings->entrant_count;
    cw_text_printf(text, "\n%-*s", width, "score in % against");
    for (int i = 0; i < count; i++)
        cw_text_printf(text, "%8d", i + 1);
    for (int row = 0; row < count; row++) {
        cw_text_printf(text, "\n%2d %-*s", row + 1, width - 3, specs[row]);
        for (int column = 0; column < count; column++) {
            const cw_tally *tally = &standings->versus[row * count + column];
            if (tally->games > 0)
                cw_text_printf(text, "%8.1f", 100 * cw_tally_score(tally));
            else
                cw_text_printf(text, "%8s", "");
        }
    }
    cw_text_append_char(text, '\n');
}

static void print_endings(const cw_game *game, const cw_standings *standings, cw_text *text) {
    const char *separator = "; ended by ";
    for (int i = 0; i < CW_ENDINGS_MAX && game->type->endings[i] != NULL; i++) {
        if (standings->endings[i] == 0)
            continue;
        cw_text_printf(text, "%s%s %.1f %%", separator, game->type->endings[i],
                       100 * mean((double)standings->endings[i], standings->first.games));
        separator = ", ";
    }
    int64_t forfeits = count_forfeits(standings);
    if (forfeits > 0)
        cw_text_printf(text, "%sforfeit %.1f %%", separator,
                       100 * mean((double)forfeits, standings->first.games));
}

void cli_print_standings(const cw_game *game, const char *const *specs, const cw_standings *standings,
                         cw_text *text) {
    int width = longest_spec(specs, standings->entrant_count);
    for (int i = 0; i < standings->entrant_count; i++) {
        print_entrant(game, specs[i], width, &standings->entrants[i], text);
        if (standings->entrants[i].tally.games > 0)
            print_details(&standings->entrants[i], width, text);
    }
    if (standings->entrant_count > 2 && game->player_count == 2)
        print_cross_table(specs, width + 3 > 20 ? width + 3 : 20, standings, text);
    cw_text_printf(text, "%" PRId64 " game%s of %.1f moves; whoever moves first scores %.1f %%",
                   standings->first.games, standings->first.games == 1 ? "" : "s",
                   mean((double)standings->moves, standings->first.games),
                   100 * cw_tally_score(&standings->first));
    print_endings(game, standings, text);
    cw_text_append_char(text, '\n');
}

/* `causeway match`: a series of games between players, with intervals. */
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/match.h"
#include "arena/statistics.h"
#include "cli/output.h"
#include "cli/position.h"
#include "core/clock.h"

enum { GAMES_MAX = 1000000000, THREADS_MAX = 256 };

/* Everything a report is made of; lists are by spec. */
typedef struct match_report {
    const cw_match *match;
    bool as_json;
    cw_tally tallies[CW_PLAYERS_MAX];
    cw_tally first; /* whoever had the first seat */
    int64_t decisions[CW_PLAYERS_MAX];
    double seconds[CW_PLAYERS_MAX];
    double simulations[CW_PLAYERS_MAX];
    int64_t forfeits[CW_PLAYERS_MAX];
    double moves;
    double start, shown; /* when the match began, when the progress line was last drawn; 0: never */
    cw_status status;    /* of writing a game's line */
    cw_error error;
} match_report;

/* The first interrupt ends the match with what has been played, the second one the program. */
static atomic_bool is_interrupted;

static void on_interrupt(int number) {
    atomic_store(&is_interrupted, true);
    signal(number, SIG_DFL);
}

/* ---- Listening to the games ---- */

static void draw_progress(match_report *report) {
    double now = cw_clock_now(), before_first_line = 2, between_lines = 0.2;
    bool is_due =
        report->shown > 0 ? now - report->shown >= between_lines : now - report->start >= before_first_line;
    if (!is_due || !isatty(STDERR_FILENO))
        return;
    const cw_tally *tally = &report->tallies[0];
    double left =
        (now - report->start) * (double)(report->match->games - tally->games) / (double)tally->games;
    cw_interval interval = cw_tally_interval(tally);
    fprintf(stderr, "\r\033[K%" PRId64 " of %" PRId64 " games, %s scores %.1f %% (%.1f to %.1f), %.0f s left",
            tally->games, report->match->games, report->match->specs[0], 100 * cw_tally_score(tally),
            100 * interval.low, 100 * interval.high, left);
    report->shown = now;
}

static void erase_progress(const match_report *report) {
    if (report->shown > 0)
        fprintf(stderr, "\r\033[K");
}

static json_t *game_json(const match_report *report, const cw_match_game *game) {
    const cw_game *rules = report->match->game;
    json_t *seats = json_array();
    for (int spec = 0; spec < rules->player_count; spec++)
        json_array_append_new(seats, json_integer(game->seat[spec]));
    json_t *object =
        json_pack("{s:I, s:o, s:i, s:o}", "game", (json_int_t)game->number, "seats", seats, "moves",
                  game->outcome.moves, "result", cli_result_json(rules, &game->outcome.result));
    if (game->outcome.forfeiter >= 0) {
        json_object_set_new(object, "forfeiter", json_integer(game->outcome.forfeiter));
        json_object_set_new(object, "reason", json_string(game->outcome.reason));
    }
    return object;
}

static bool on_game(const cw_match_game *game, void *payload) {
    match_report *report = payload;
    const cw_game *rules = report->match->game;
    const cw_game_outcome *outcome = &game->outcome;
    for (int spec = 0; spec < rules->player_count; spec++) {
        int seat = game->seat[spec];
        cw_tally_add(&report->tallies[spec], outcome->result.reward, rules->player_count, seat);
        report->decisions[spec] += outcome->decisions[seat];
        report->seconds[spec] += outcome->seconds[seat];
        report->simulations[spec] += (double)outcome->simulations[seat];
        report->forfeits[spec] += outcome->forfeiter == seat;
    }
    cw_tally_add(&report->first, outcome->result.reward, rules->player_count, 0);
    report->moves += outcome->moves;
    draw_progress(report);
    if (report->as_json)
        report->status = cli_print_json(game_json(report, game), &report->error);
    return report->status == CW_OK;
}

/* ---- The report ---- */

static double mean(double sum, int64_t count) {
    return count > 0 ? sum / (double)count : 0;
}

static json_t *player_json(const match_report *report, int spec) {
    const cw_tally *tally = &report->tallies[spec];
    cw_interval interval = cw_tally_interval(tally);
    json_t *object =
        json_pack("{s:s, s:I, s:I, s:I, s:f, s:f, s:f, s:I, s:f, s:f}", "spec", report->match->specs[spec],
                  "wins", (json_int_t)tally->wins, "draws", (json_int_t)tally->draws, "losses",
                  (json_int_t)tally->losses, "score", cw_tally_score(tally), "low", interval.low, "high",
                  interval.high, "forfeits", (json_int_t)report->forfeits[spec], "seconds_per_decision",
                  mean(report->seconds[spec], report->decisions[spec]), "simulations_per_decision",
                  mean(report->simulations[spec], report->decisions[spec]));
    double elo[] = {cw_elo(cw_tally_score(tally)), cw_elo(interval.low), cw_elo(interval.high)};
    static const char *const names[] = {"elo", "elo_low", "elo_high"};
    for (int i = 0; i < 3 && report->match->game->player_count == 2; i++)
        json_object_set_new(object, names[i], isfinite(elo[i]) ? json_real(elo[i]) : json_null());
    return object;
}

static json_t *report_json(const match_report *report) {
    json_t *players = json_array();
    for (int spec = 0; spec < report->match->game->player_count; spec++)
        json_array_append_new(players, player_json(report, spec));
    return json_pack("{s:I, s:f, s:o, s:f, s:f}", "games", (json_int_t)report->first.games, "mean_moves",
                     mean(report->moves, report->first.games), "players", players, "first_seat_score",
                     cw_tally_score(&report->first), "seconds", cw_clock_now() - report->start);
}

static void print_elo(const cw_tally *tally, cw_text *text) {
    cw_interval interval = cw_tally_interval(tally);
    cw_text_printf(text, "  Elo %+.0f (%+.0f to %+.0f)", cw_elo(cw_tally_score(tally)), cw_elo(interval.low),
                   cw_elo(interval.high));
}

static int longest_spec(const cw_match *match) {
    int longest = 0;
    for (int spec = 0; spec < match->game->player_count; spec++) {
        int length = (int)strlen(match->specs[spec]);
        longest = length > longest ? length : longest;
    }
    return longest < 60 ? longest : 60;
}

static void print_report(const match_report *report, cw_text *text) {
    const cw_match *match = report->match;
    int width = longest_spec(match);
    for (int spec = 0; spec < match->game->player_count; spec++) {
        const cw_tally *tally = &report->tallies[spec];
        cw_interval interval = cw_tally_interval(tally);
        cw_text_printf(text, "%-*s  %" PRId64 " won, %" PRId64 " drawn, %" PRId64 " lost", width,
                       match->specs[spec], tally->wins, tally->draws, tally->losses);
        cw_text_printf(text, "  score %.1f %% (%.1f to %.1f)", 100 * cw_tally_score(tally),
                       100 * interval.low, 100 * interval.high);
        if (match->game->player_count == 2)
            print_elo(tally, text);
        cw_text_printf(text, "  %.3g s and %.4g simulations a decision\n",
                       mean(report->seconds[spec], report->decisions[spec]),
                       mean(report->simulations[spec], report->decisions[spec]));
    }
    cw_text_printf(text, "%" PRId64 " games of %.1f moves in %.1f s; the first seat scores %.1f %%\n",
                   report->first.games, mean(report->moves, report->first.games),
                   cw_clock_now() - report->start, 100 * cw_tally_score(&report->first));
}

/* ---- The subcommand ---- */

static cw_status play_match(const cw_match *match, bool as_json, cw_error *error) {
    match_report report = {.match = match, .as_json = as_json, .start = cw_clock_now()};
    signal(SIGINT, on_interrupt);
    cw_status status = cw_match_run(match, on_game, &report, error);
    erase_progress(&report);
    if (status == CW_OK && report.status != CW_OK)
        status = cw_fail(error, report.status, "%s", report.error.message);
    if (status != CW_OK)
        return status;
    if (as_json)
        return cli_print_json(report_json(&report), error);
    cw_text text = {0};
    print_report(&report, &text);
    return cli_print(&text, error);
}

static cw_status read_options(const cli_arguments *arguments, cw_match *match, cw_error *error) {
    static const cw_option clock = {
        .type = CW_OPTION_DURATION, .low = 0, .high = 1e6, .standard = "0", .help = "clock"};
    int64_t threads;
    cw_status status = cli_integer(arguments, "--games", 1, GAMES_MAX, 100, &match->games, error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--threads", 1, THREADS_MAX, 1, &threads, error);
    if (status == CW_OK)
        status = cli_seed(arguments, "--seed", 1, &match->seed, error);
    if (status == CW_OK)
        status = cli_number(arguments, "--clock", &clock, &match->terms.clock_seconds, error);
    if (status != CW_OK)
        return status;
    const char *sides = cli_value(arguments, "--sides");
    bool is_fixed = cli_given(arguments, "--no-alternate") || (sides != NULL && strcmp(sides, "fixed") == 0);
    match->sides = is_fixed ? CW_SIDES_FIXED : CW_SIDES_ALTERNATE;
    match->threads = (int)threads;
    match->terms.stop = &is_interrupted;
    return CW_OK;
}

/* Says what is wrong with a player before any game begins. */
static cw_status check_players(const cw_match *match, int count, cw_error *error) {
    int seats = match->game->player_count;
    if (count != seats)
        return cw_fail(error, CW_BAD_INPUT, "%s has %d seats, so it takes %d players and not %d",
                       match->game->type->name, seats, seats, count);
    cw_status status = CW_OK;
    for (int spec = 0; spec < count && status == CW_OK; spec++) {
        cw_player *player = NULL;
        status = cw_player_create(match->specs[spec], match->game, 0, &player, error);
        cw_player_destroy(player);
    }
    return status;
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    cw_match match = {.specs = arguments->operands + 1};
    cw_game *game;
    cw_status status = read_options(arguments, &match, error);
    if (status == CW_OK)
        status = cw_game_create(cli_operand(arguments, 0), &game, error);
    if (status != CW_OK)
        return status;
    match.game = game;
    status = check_players(&match, arguments->operand_count - 1, error);
    if (status == CW_OK)
        status = play_match(&match, cli_given(arguments, "--json"), error);
    cw_game_destroy(game);
    return status;
}

static const cli_option options[] = {
    {.name = "--games", .value = "N", .help = "how many (default 100)"},
    {.name = "--sides",
     .value = "alternate|fixed",
     .help = "do the seats rotate from game to game (default), or not"},
    {.name = "--no-alternate", .help = "the same as --sides fixed"},
    {.name = "--threads", .value = "K", .help = "games at a time (default 1); it does not change the games"},
    {.name = "--seed", .value = "SEED", .help = "of the whole match (default 1)"},
    {.name = "--clock",
     .value = "TIME",
     .help = "for each player and game, such as 15m; over it the game is lost"},
    {.name = "--json", .help = "one JSON object a game, and one at the end"},
    {.name = NULL},
};

const cli_command cli_match_command = {
    .name = "match",
    .operands = "GAME PLAYER PLAYER...",
    .operands_min = 2,
    .operands_max = CLI_OPERANDS_MAX,
    .summary = "a series of games between players",
    .details = "Scores are mean rewards with their 95 % intervals. The same seed plays the same games again, "
               "whatever\n"
               "the number of threads, as long as the players' budgets are not in time.",
    .examples = "causeway match hex:size=5 random random --games 1000\n"
                "causeway match hex:size=7 mcts:sims=1000 mcts:sims=500 --games 200 --threads 2 --json",
    .options = options,
    .run = run,
};

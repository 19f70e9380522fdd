/* `causeway match`: games between players, with intervals, kept in a store. */
#include "cli/match.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/live.h"
#include "cli/output.h"
#include "cli/report.h"
#include "core/clock.h"

enum { GAMES_MAX = 1000000000, THREADS_MAX = 256 };

/* A match on its way. */
typedef struct match_session {
    cw_run run;
    cw_game *game;
    cw_openings openings;
    bool as_json;
    pthread_mutex_t screen; /* who draws or tells has it */
    cli_live live;
    cw_status status; /* of writing a game's line */
    cw_error error;
} match_session;

/* ---- While it goes on ---- */

static void draw_progress(const cw_standings *standings, void *payload) {
    match_session *session = payload;
    int64_t played = standings->first.games, all = cw_schedule_games(&session->run.match.schedule);
    if (played == 0 || session->as_json || !cli_live_is_due(&session->live))
        return;
    int rows, columns;
    cw_text text = {0};
    cli_live_size(&rows, &columns);
    cli_live_standings(&session->run.match, standings, rows - 2, columns, &text);
    cw_text_printf(
        &text, "%" PRId64 " of %" PRId64 " games, %.0f s left", played, all,
        cli_live_left(&session->live, played - session->run.earlier_games, all - session->run.earlier_games));
    pthread_mutex_lock(&session->screen);
    cli_live_draw(&session->live, &text);
    pthread_mutex_unlock(&session->screen);
    cw_text_free(&text);
}

/* A guest that says nothing is told of, so that nobody sits before a match that hangs. */
static void tell_waiting(const char *note, void *payload) {
    match_session *session = payload;
    pthread_mutex_lock(&session->screen);
    cli_live_end(&session->live);
    fprintf(stderr, "causeway: %s\n", note);
    pthread_mutex_unlock(&session->screen);
}

const char *cli_describe_other(const cw_found_run *found) {
    if (strcmp(found->other_version, cw_version()) != 0)
        return "another version of Causeway";
    return "players whose presets or defaults were others";
}

/* Tells what is there already. */
static void on_begun(const cw_run *run, void *payload) {
    (void)payload;
    if (run->found.other > run->found.id && !run->any_version)
        fprintf(stderr,
                "causeway: run %" PRId64 " of this match is left alone, it was played by %s; --any-version "
                "goes on with it\n",
                run->found.other, cli_describe_other(&run->found));
    if (run->earlier_games == 0)
        fprintf(stderr, "causeway: there are no games of this match yet, it begins anew\n");
    else
        fprintf(stderr, "causeway: %" PRId64 " of %" PRId64 " games are there%s\n", run->earlier_games,
                cw_schedule_games(&run->match.schedule),
                run->is_taken_over ? ", taken over from a run with another number of games" : "");
}

static bool on_game(const cw_match_game *game, const cw_standings *standings, void *payload) {
    (void)standings;
    match_session *session = payload;
    if (session->as_json)
        session->status = cli_print_json(cli_game_json(session->game, game), &session->error);
    if (session->as_json && session->status == CW_OK)
        session->status = cli_flush(&session->error);
    return session->status == CW_OK;
}

/* ---- The arguments ---- */

static cw_status read_sides(const cli_arguments *arguments, cw_schedule *schedule, cw_error *error) {
    static const char *const words[] = {"alternate", "halves", "fixed"};
    const char *sides = cli_given(arguments, "--no-alternate") ? "fixed" : cli_value(arguments, "--sides");
    schedule->sides = CW_SIDES_ALTERNATE;
    for (int i = 0; sides != NULL && i < 3; i++) {
        if (strcmp(sides, words[i]) == 0) {
            schedule->sides = (cw_sides)i;
            return CW_OK;
        }
    }
    return sides == NULL ? CW_OK : cli_unknown("kind of sides", sides, words, 3, error);
}

static cw_status read_openings(const cli_arguments *arguments, match_session *session, cw_error *error) {
    const char *openings = cli_value(arguments, "--openings");
    cw_match *match = &session->run.match;
    if (openings == NULL)
        return CW_OK;
    if (strncmp(openings, "random:", 7) == 0) {
        int64_t plies = 0;
        cw_status status =
            cli_read_integer("the number of random moves", openings + 7, 1, 1000, &plies, error);
        match->random_plies = (int)plies;
        return status;
    }
    cw_status status = cw_openings_read(session->game, openings, &session->openings, error);
    match->openings = &session->openings;
    match->schedule.opening_count = session->openings.count;
    return status;
}

static cw_status read_test(const cli_arguments *arguments, cw_run *run, cw_error *error) {
    const char *text = cli_value(arguments, "--sprt");
    if (text == NULL)
        return CW_OK;
    const double farthest = 2000;
    cw_sprt *sprt = &run->sprt;
    char end;
    if (sscanf(text, "%lf,%lf%c", &sprt->elo0, &sprt->elo1, &end) != 2 || !(fabs(sprt->elo0) <= farthest) ||
        !(fabs(sprt->elo1) <= farthest))
        return cw_fail(error, CW_BAD_INPUT,
                       "--sprt %s is not valid, it takes two Elo differences from -%g to %g, such as 0,10",
                       text, farthest, farthest);
    if (sprt->elo0 >= sprt->elo1)
        return cw_fail(error, CW_BAD_INPUT,
                       "--sprt %s is not valid, the order matters: the smaller Elo difference comes first",
                       text);
    if (run->match.schedule.entrant_count != 2 || run->match.game->player_count != 2)
        return cw_fail(error, CW_BAD_INPUT, "--sprt needs two players of a game for two");
    if (run->match.schedule.sides != CW_SIDES_ALTERNATE || run->match.loser_starts)
        return cw_fail(error, CW_BAD_INPUT,
                       "--sprt looks at pairs of games with sides changed, so it needs --sides alternate and "
                       "no --series");
    run->test = true;
    return CW_OK;
}

static cw_status read_series(const cli_arguments *arguments, cw_match *match, cw_error *error) {
    static const char *const words[] = {"loser-starts"};
    const char *series = cli_value(arguments, "--series");
    if (series == NULL)
        return CW_OK;
    if (strcmp(series, words[0]) != 0)
        return cli_unknown("kind of series", series, words, 1, error);
    match->loser_starts = true;
    return CW_OK;
}

static cw_status read_numbers(const cli_arguments *arguments, cw_run *run, cw_error *error) {
    static const cw_option clock = {
        .type = CW_OPTION_DURATION, .low = 0.001, .high = 1e6, .standard = "", .help = "clock"};
    int64_t threads = 1;
    cw_match *match = &run->match;
    cw_status status = cli_integer(arguments, "--games", 1, GAMES_MAX, 100, &match->schedule.games, error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--threads", 1, THREADS_MAX, 1, &threads, error);
    if (status == CW_OK)
        status = cli_seed(arguments, "--seed", 1, &match->schedule.seed, error);
    if (status == CW_OK)
        status = cli_number(arguments, "--clock", &clock, &match->terms.clock_seconds, error);
    if (status == CW_OK)
        status = cli_number(arguments, "--move-time", &clock, &match->terms.move_seconds, error);
    run->threads = (int)threads;
    return status;
}

static cw_status read_players(const cli_arguments *arguments, match_session *session, cw_error *error) {
    cw_match *match = &session->run.match;
    int seats = session->game->player_count, count = arguments->operand_count - 1;
    match->game = session->game;
    match->specs = arguments->operands + 1;
    match->schedule.seat_count = seats;
    match->schedule.entrant_count = count;
    match->schedule.gauntlet = cli_given(arguments, "--gauntlet");
    if (count < seats)
        return cw_fail(error, CW_BAD_INPUT, "%s has %d seats, so it takes at least %d players and not %d",
                       session->game->type->name, seats, seats, count);
    return CW_OK;
}

/* Refuses pairs of options of which one would be passed over. */
static cw_status check_pairs(const cli_arguments *arguments, cw_error *error) {
    const char *sides = cli_value(arguments, "--sides");
    if (cli_given(arguments, "--no-alternate") && sides != NULL && strcmp(sides, "fixed") != 0)
        return cw_fail(error, CW_BAD_INPUT, "--no-alternate is --sides fixed, so it is not --sides %s",
                       sides);
    static const char *const of_a_store[] = {"--db", "--keep-moves", "--any-version"};
    for (size_t i = 0; i < sizeof of_a_store / sizeof of_a_store[0]; i++) {
        if (cli_given(arguments, "--no-db") && cli_given(arguments, of_a_store[i]))
            return cw_fail(error, CW_BAD_INPUT, "%s is about a store, and --no-db says that there is none",
                           of_a_store[i]);
    }
    if (cli_given(arguments, "--any-version") && !cli_given(arguments, "--resume"))
        return cw_fail(error, CW_BAD_INPUT, "--any-version says what to go on with, so it needs --resume");
    return CW_OK;
}

static cw_status read_arguments(const cli_arguments *arguments, match_session *session, cw_error *error) {
    cw_run *run = &session->run;
    cw_status status = check_pairs(arguments, error);
    if (status == CW_OK)
        status = cw_game_create(cli_operand(arguments, 0), &session->game, error);
    if (status == CW_OK)
        status = read_players(arguments, session, error);
    if (status == CW_OK)
        status = read_numbers(arguments, run, error);
    if (status == CW_OK)
        status = read_sides(arguments, &run->match.schedule, error);
    if (status == CW_OK)
        status = read_series(arguments, &run->match, error);
    if (status == CW_OK)
        status = read_openings(arguments, session, error);
    if (status == CW_OK)
        status = read_test(arguments, run, error);
    if (status == CW_OK)
        status = cw_match_check(&run->match, error);
    run->resume = cli_given(arguments, "--resume");
    run->any_version = cli_given(arguments, "--any-version");
    session->as_json = cli_given(arguments, "--json");
    run->each_game = on_game;
    run->begun = on_begun;
    run->progress = draw_progress;
    run->payload = session;
    return status;
}

/* Opens the store that was named, or the one in the data folder if it can be had. */
static cw_status open_store(const cli_arguments *arguments, match_session *session, cw_error *error) {
    const char *path = cli_value(arguments, "--db");
    if (path != NULL)
        return cw_store_open(path, &session->run.store, error);
    if (cli_given(arguments, "--no-db"))
        return session->run.resume ? cw_fail(error, CW_BAD_INPUT,
                                             "--resume needs a store, and --no-db says that there is none")
                                   : CW_OK;
    cw_text standard = {0};
    cw_error trouble = {0};
    cw_status status = cw_store_default_path(&standard, &trouble);
    if (status == CW_OK)
        status = cw_store_open(cw_text_string(&standard), &session->run.store, &trouble);
    cw_text_free(&standard);
    if (status != CW_OK && session->run.resume)
        return cw_fail(error, status, "%s", trouble.message);
    if (status != CW_OK)
        fprintf(stderr, "causeway: the games are not kept: %s\n", trouble.message);
    return CW_OK;
}

/* ---- The end ---- */

static void tell_how_to_resume(const cli_arguments *arguments, const char *command, const char *why) {
    cw_text text = {0};
    for (int i = 0; i < arguments->operand_count; i++)
        cli_quote(arguments->operands[i], &text);
    for (int i = 0; i < arguments->setting_count; i++) {
        if (strcmp(arguments->settings[i].option->name, "--resume") == 0)
            continue;
        cw_text_printf(&text, " %s", arguments->settings[i].option->name);
        if (arguments->settings[i].option->value != NULL)
            cli_quote(arguments->settings[i].value, &text);
    }
    fprintf(stderr, "causeway: %s; to go on: %s%s --resume\n", why, command, cw_text_string(&text));
    cw_text_free(&text);
}

static void print_test(const cw_sprt *sprt, cw_text *text) {
    static const char *const words[] = {"not decided", "the first hypothesis holds",
                                        "the second hypothesis holds"};
    cw_text_printf(text, "SPRT of %g against %g Elo: log likelihood ratio %.2f, %s\n", sprt->elo0, sprt->elo1,
                   cw_sprt_log_likelihood_ratio(sprt), words[cw_sprt_decide(sprt)]);
}

static json_t *test_json(const cw_sprt *sprt) {
    json_t *pairs = json_array();
    for (int kind = 0; kind < CW_SPRT_KINDS; kind++)
        json_array_append_new(pairs, json_integer(sprt->pairs[kind]));
    return json_pack("{s:f, s:i, s:o}", "llr", cw_sprt_log_likelihood_ratio(sprt), "decision",
                     (int)cw_sprt_decide(sprt), "pairs", pairs);
}

static cw_status report(const match_session *session, const cw_standings *standings, cw_error *error) {
    const cw_match *match = &session->run.match;
    double seconds = cw_clock_now() - session->live.start;
    if (session->as_json) {
        json_t *json = cli_standings_json(session->game, match->specs, standings);
        json_object_set_new(json, "seconds", json_real(seconds));
        if (session->run.test)
            json_object_set_new(json, "sprt", test_json(&session->run.sprt));
        return cli_print_json(json, error);
    }
    cw_text text = {0};
    cli_print_standings(session->game, match->specs, standings, &text);
    if (session->run.test)
        print_test(&session->run.sprt, &text);
    cw_text_printf(&text, "%.1f s in all\n", seconds);
    return cli_print(&text, error);
}

static cw_status play(match_session *session, const cli_arguments *arguments, const char *command,
                      cw_error *error) {
    cw_standings *standings = NULL;
    cw_status status = cw_standings_create(session->run.match.schedule.entrant_count, &standings, error);
    if (status != CW_OK)
        return status;
    session->run.match.terms.stop = cli_interrupt_once(session->run.dispatch == NULL);
    session->run.match.terms.waiting = tell_waiting;
    session->run.match.terms.payload = session;
    cli_live_begin(&session->live);
    status = cw_run_play(&session->run, standings, error);
    cli_live_end(&session->live);
    if (status == CW_OK && session->status != CW_OK)
        status = cw_fail(error, session->status, "%s", session->error.message);
    if (status == CW_OK)
        status = report(session, standings, error);
    if (session->run.store != NULL && status != CW_OK && standings->first.games > 0)
        tell_how_to_resume(arguments, command, "the games that were kept are not lost");
    else if (session->run.store != NULL && cli_is_interrupted())
        tell_how_to_resume(arguments, command, "interrupted");
    cw_standings_destroy(standings);
    if (status == CW_OK && cli_is_interrupted())
        return cw_fail(error, CW_STOPPED, "%s", session->run.store != NULL ? "" : "interrupted");
    return status;
}

cw_status cli_play_match(const cli_arguments *arguments, const char *command, cli_dispatch dispatch,
                         cw_error *error) {
    match_session session = {.run = {.dispatch = dispatch}, .screen = PTHREAD_MUTEX_INITIALIZER};
    cw_status status = read_arguments(arguments, &session, error);
    if (status == CW_OK)
        status = open_store(arguments, &session, error);
    if (status == CW_OK) {
        cw_run_size(&session.run, cli_given(arguments, "--keep-moves"));
        status = play(&session, arguments, command, error);
    }
    cw_error unwritten = {0};
    cw_status closed = cw_store_close(session.run.store, &unwritten);
    if (status == CW_OK && closed != CW_OK)
        status = cw_fail(error, closed, "%s", unwritten.message);
    cw_openings_free(&session.openings);
    cw_game_destroy(session.game);
    return status;
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    return cli_play_match(arguments, "causeway match", NULL, error);
}

const cli_option cli_match_options[] = {
    {.name = "--games", .value = "N", .help = "of each set of players that meets (default 100)"},
    {.name = "--sides",
     .value = "alternate|halves|fixed",
     .help = "seats turn after every game (default), half-way, or never"},
    {.name = "--no-alternate", .help = "the same as --sides fixed"},
    {.name = "--series", .value = "loser-starts", .help = "the loser of a game moves first in the next one"},
    {.name = "--gauntlet",
     .help = "with more players than seats: the first meets the others, they do not meet"},
    {.name = "--openings",
     .value = "FILE|random:N",
     .help = "begin with the lines or games of a file in turn, or with N random moves; each from all sides"},
    {.name = "--threads", .value = "K", .help = "games at a time (default 1); it does not change the games"},
    {.name = "--seed", .value = "SEED", .help = "of the whole match (default 1)"},
    {.name = "--clock",
     .value = "TIME",
     .help = "for each player and game, such as 15m; over it the game is lost"},
    {.name = "--move-time",
     .value = "TIME",
     .help =
         "for each decision, in place of the players' own budgets; a guest (ext) loses a second after it"},
    {.name = "--sprt", .value = "ELO0,ELO1", .help = "stop as soon as it is clear which difference holds"},
    {.name = "--db", .value = "FILE", .help = "keep the games here (default: the user's data folder)"},
    {.name = "--no-db", .help = "keep nothing"},
    {.name = "--resume",
     .help = "play only what an earlier run of the same match, also with fewer games, has not played"},
    {.name = "--any-version",
     .help = "resume also a run of another version, or of presets and defaults that have changed"},
    {.name = "--keep-moves", .help = "keep every game also in runs of more than 100,000"},
    {.name = "--json", .help = "one JSON object a game, and one at the end"},
    {.name = NULL},
};

const cli_command cli_match_command = {
    .name = "match",
    .operands = "GAME PLAYER PLAYER...",
    .operands_min = 2,
    .operands_max = CLI_OPERANDS_MAX,
    .summary = "games between players, with intervals",
    .details =
        "As many players as seats meet at one table; more play a round robin. Scores are mean rewards with\n"
        "their 95 % intervals. The same seed plays the same games again, whatever the number of threads, as\n"
        "long as the players' budgets are not in time. Other programs play as ext:gtp:COMMAND or\n"
        "ext:uhp:COMMAND; they have 20 s to start and, without --clock or --move-time, 600 s for a move:\n"
        "ext:gtp,start=20s,timeout=600s:COMMAND.",
    .examples =
        "causeway match hex:size=5 random random --games 1000\n"
        "causeway match hex:size=7 mcts:sims=1000 mcts:sims=500 --games 200 --threads 2 --json\n"
        "causeway match hex mcts:sims=1000 mcts:sims=1000,c=0.5 --games 5000 --sprt 0,20 --openings random:2",
    .options = cli_match_options,
    .run = run,
};

/* The GTP commands that every game has. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "causeway/version.h"
#include "core/numbers.h"
#include "protocol/gtp.h"

int cw_gtp_to_decide(const cw_gtp *gtp) {
    bool is_over = gtp->dialect != NULL && gtp->dialect->is_over != NULL && gtp->dialect->is_over(gtp);
    return is_over ? CW_NOBODY : cw_record_to_decide(gtp->record);
}

/* ---- About the engine ---- */

static cw_status run_protocol_version(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                      cw_error *error) {
    (void)gtp, (void)request, (void)error;
    cw_text_append(answer, "2");
    return CW_OK;
}

static cw_status run_name(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)gtp, (void)request, (void)error;
    cw_text_append(answer, "Causeway");
    return CW_OK;
}

static cw_status run_version(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)gtp, (void)request, (void)error;
    cw_text_append(answer, cw_version());
    return CW_OK;
}

static cw_status run_known_command(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                   cw_error *error) {
    (void)error;
    bool is_known = cw_gtp_find_command(gtp, request->arguments[0]) != NULL;
    cw_text_append(answer, is_known ? "true" : "false");
    return CW_OK;
}

/* Lists a dialect's commands that are not general ones. */
static void list_table(const cw_gtp_command *table, cw_text *answer) {
    for (const cw_gtp_command *command = table; command->name != NULL; command++) {
        bool is_listed = false;
        for (const cw_gtp_command *general = cw_gtp_general_commands; general->name != NULL; general++)
            is_listed |= strcmp(general->name, command->name) == 0;
        if (!is_listed)
            cw_text_printf(answer, "%s\n", command->name);
    }
}

static cw_status run_list_commands(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                   cw_error *error) {
    (void)request, (void)error;
    for (const cw_gtp_command *command = cw_gtp_general_commands; command->name != NULL; command++)
        cw_text_printf(answer, "%s\n", command->name);
    for (int i = 0; gtp->dialect != NULL && gtp->dialect->tables[i] != NULL; i++)
        list_table(gtp->dialect->tables[i], answer);
    return CW_OK;
}

static cw_status run_quit(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)request, (void)answer, (void)error;
    gtp->quit = true;
    return CW_OK;
}

/* ---- Making moves ---- */

static cw_status run_boardsize(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)request, (void)answer;
    return cw_fail(error, CW_UNSUPPORTED, "%s has no board size", gtp->game->type->name);
}

static cw_status run_clear_board(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                 cw_error *error) {
    (void)request, (void)answer, (void)error;
    cw_gtp_new_game(gtp);
    return CW_OK;
}

/* Reads a colour that must be the one to decide. */
static cw_status read_decider(const cw_gtp *gtp, const char *word, cw_error *error) {
    int player, decider = cw_gtp_to_decide(gtp);
    cw_status status = cw_gtp_read_color(gtp, word, &player, error);
    if (status != CW_OK)
        return status;
    if (decider == CW_NOBODY)
        return cw_fail(error, CW_ILLEGAL, "the game is over");
    if (player != decider)
        return cw_fail(error, CW_ILLEGAL, "it is not %s but %s who decides", cw_gtp_color_name(gtp, player),
                       cw_gtp_color_name(gtp, decider));
    return CW_OK;
}

static cw_status run_play(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)answer;
    cw_status status = read_decider(gtp, request->arguments[0], error);
    return status == CW_OK ? cw_record_play_text(gtp->record, request->rest[1], error) : status;
}

/* Lets chance decide. */
static cw_status draw(cw_gtp *gtp, cw_move *move, cw_error *error) {
    cw_move *moves = malloc(sizeof *moves * (size_t)gtp->game->moves_max);
    if (moves == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a draw");
    int count = gtp->game->type->moves(gtp->game, cw_record_state(gtp->record), moves);
    *move = moves[cw_rng_below(&gtp->rng, (uint32_t)count)];
    free(moves);
    return CW_OK;
}

static cw_status run_genmove(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    cw_move move = CW_MOVE_NONE;
    cw_status status = read_decider(gtp, request->arguments[0], error);
    if (status != CW_OK)
        return status;
    if (cw_gtp_to_decide(gtp) == CW_CHANCE) {
        status = draw(gtp, &move, error);
    } else {
        status = cw_gtp_think(gtp, error);
        move = gtp->analysis.best;
    }
    if (status != CW_OK)
        return status;
    cw_gtp_print_move(gtp, move, answer);
    return cw_record_play(gtp->record, move, error);
}

static cw_status run_undo(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)request, (void)answer;
    return cw_record_undo(gtp->record, error);
}

/* ---- Time ---- */

static cw_status read_number(const char *what, const char *word, double high, double *number,
                             cw_error *error) {
    if (!cw_number_read(word, 0, high, number))
        return cw_fail(error, CW_BAD_INPUT, "the %s '%s' is not valid, it takes a number from 0 to %.15g",
                       what, word, high);
    return CW_OK;
}

enum { SECONDS_MAX = 100000000, STONES_MAX = 1000000 };

/* time_settings MAIN PERIOD STONES: a period without stones means no limit. */
static cw_status run_time_settings(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                   cw_error *error) {
    (void)answer;
    double main_seconds, period_seconds, stones;
    cw_status status = read_number("main time", request->arguments[0], SECONDS_MAX, &main_seconds, error);
    if (status == CW_OK)
        status = read_number("period", request->arguments[1], SECONDS_MAX, &period_seconds, error);
    if (status == CW_OK)
        status = read_number("number of stones", request->arguments[2], STONES_MAX, &stones, error);
    if (status != CW_OK)
        return status;
    cw_gtp_set_time(gtp, main_seconds, period_seconds, (int)stones);
    return CW_OK;
}

/* time_left COLOR SECONDS [STONES]: without stones it is the main time. */
static cw_status run_time_left(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)answer;
    int player;
    double seconds, stones = 0;
    cw_status status = cw_gtp_read_color(gtp, request->arguments[0], &player, error);
    if (status == CW_OK && player == CW_CHANCE)
        status = cw_fail(error, CW_BAD_INPUT, "chance has no clock");
    if (status == CW_OK)
        status = read_number("time", request->arguments[1], SECONDS_MAX, &seconds, error);
    if (status == CW_OK && request->count > 2)
        status = read_number("number of stones", request->arguments[2], STONES_MAX, &stones, error);
    if (status != CW_OK)
        return status;
    gtp->clocks[player] = (cw_gtp_clock){.is_set = true, .seconds = seconds, .moves = (int)stones};
    return CW_OK;
}

/* ---- Looking ---- */

static cw_status run_showboard(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)request, (void)error;
    cw_scene scene = {0};
    cw_game_draw(gtp->game, cw_record_state(gtp->record), &scene);
    cw_text_append_char(answer, '\n');
    cw_scene_print(&scene, (cw_scene_style){0}, answer);
    cw_scene_free(&scene);
    return CW_OK;
}

static cw_status run_legal_moves(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                 cw_error *error) {
    (void)request;
    if (cw_gtp_to_decide(gtp) == CW_NOBODY)
        return CW_OK;
    cw_move *moves = malloc(sizeof *moves * (size_t)gtp->game->moves_max);
    if (moves == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the moves");
    int count = gtp->game->type->moves(gtp->game, cw_record_state(gtp->record), moves);
    for (int i = 0; i < count; i++) {
        cw_gtp_print_move(gtp, moves[i], answer);
        cw_text_append_char(answer, '\n');
    }
    free(moves);
    return CW_OK;
}

static void print_rewards(const cw_gtp *gtp, cw_text *answer) {
    cw_result result;
    cw_record_result(gtp->record, &result);
    for (int player = 0; player < gtp->game->player_count; player++)
        cw_text_printf(answer, "%s%.6g", player > 0 ? " " : "", result.reward[player]);
}

static cw_status run_result(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)request, (void)error;
    if (cw_gtp_to_decide(gtp) == CW_NOBODY)
        print_rewards(gtp, answer);
    else
        cw_text_append(answer, "ongoing");
    return CW_OK;
}

static cw_status run_final_score(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                 cw_error *error) {
    (void)request;
    if (cw_gtp_to_decide(gtp) != CW_NOBODY)
        return cw_fail(error, CW_ILLEGAL, "cannot score, the game is not over");
    print_rewards(gtp, answer);
    return CW_OK;
}

static cw_status run_state_hash(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                cw_error *error) {
    (void)request, (void)error;
    uint64_t hash = cw_record_hashes(gtp->record)[cw_record_length(gtp->record)];
    cw_text_printf(answer, "%016" PRIx64, hash);
    return CW_OK;
}

static void print_candidate(const cw_gtp *gtp, const cw_candidate *candidate, cw_text *answer) {
    static const char *const proofs[] = {"", " win", " loss", " draw"};
    cw_gtp_print_move(gtp, candidate->move, answer);
    cw_text_printf(answer, ": visits %" PRIu64, candidate->visits);
    if (candidate->visits > 0 || candidate->proof != CW_PROOF_NONE)
        cw_text_printf(answer, " value %s%.4f", candidate->at_most ? "<=" : "", candidate->value);
    if (candidate->rave_visits > 0)
        cw_text_printf(answer, " rave %.4f", candidate->rave_value);
    cw_text_printf(answer, "%s\n", proofs[candidate->proof]);
}

/* Thinks as genmove does, plays nothing, and tells: the best move, then each candidate, best first. */
static cw_status run_analyze(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    int decider = cw_gtp_to_decide(gtp);
    cw_status status = request->count > 0 ? read_decider(gtp, request->arguments[0], error) : CW_OK;
    if (status != CW_OK)
        return status;
    if (decider < 0)
        return cw_fail(error, CW_ILLEGAL, decider == CW_CHANCE ? "chance decides" : "the game is over");
    status = cw_gtp_think(gtp, error);
    if (status != CW_OK)
        return status;
    const cw_analysis *analysis = &gtp->analysis;
    cw_text_append(answer, "best ");
    cw_gtp_print_move(gtp, analysis->best, answer);
    if (cw_analysis_has_value(analysis))
        cw_text_printf(answer, " value %.4f", analysis->value);
    if (analysis->simulations == 0 && analysis->nodes > 0)
        cw_text_printf(answer, " nodes %" PRIu64, analysis->nodes);
    else
        cw_text_printf(answer, " simulations %" PRIu64, analysis->simulations);
    cw_text_printf(answer, " seconds %.3f\n", analysis->seconds);
    for (int i = 0; i < analysis->candidate_count; i++)
        print_candidate(gtp, &analysis->candidates[i], answer);
    return CW_OK;
}

const cw_gtp_command cw_gtp_general_commands[] = {
    {"protocol_version", "", 0, run_protocol_version},
    {"name", "", 0, run_name},
    {"version", "", 0, run_version},
    {"known_command", "NAME", 1, run_known_command},
    {"list_commands", "", 0, run_list_commands},
    {"quit", "", 0, run_quit},
    {"boardsize", "SIZE", 1, run_boardsize},
    {"clear_board", "", 0, run_clear_board},
    {"play", "COLOR MOVE", 2, run_play},
    {"genmove", "COLOR", 1, run_genmove},
    {"undo", "", 0, run_undo},
    {"time_settings", "MAIN PERIOD STONES", 3, run_time_settings},
    {"time_left", "COLOR SECONDS [STONES]", 2, run_time_left},
    {"showboard", "", 0, run_showboard},
    {"final_score", "", 0, run_final_score},
    {"legal_moves", "", 0, run_legal_moves},
    {"result", "", 0, run_result},
    {"state_hash", "", 0, run_state_hash},
    {"analyze", "[COLOR]", 0, run_analyze},
    {NULL, NULL, 0, NULL},
};

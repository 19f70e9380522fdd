/* `causeway analyze`: what a player thinks of a position. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/single.h"
#include "cli/output.h"
#include "cli/position.h"
#include "cli/think.h"

static const char *const proof_words[] = {
    [CW_PROOF_NONE] = "", [CW_PROOF_WIN] = "win", [CW_PROOF_LOSS] = "loss", [CW_PROOF_DRAW] = "draw"};

/* The expected line of play as moves in notation, as far as it is legal. */
static json_t *line_json(const cw_record *record, const cw_analysis *analysis) {
    const cw_game *game = cw_record_game(record);
    json_t *array = json_array();
    cw_state *state = cw_game_alloc_states(game, 1);
    if (state == NULL)
        return array;
    memcpy(state, cw_record_state(record), game->state_size);
    for (int i = 0; i < analysis->line_length && game->type->to_decide(game, state) != CW_NOBODY &&
                    cw_game_is_legal(game, state, analysis->line[i]);
         i++) {
        json_array_append_new(array, cli_move_json(game, state, analysis->line[i]));
        game->type->play(game, state, analysis->line[i]);
    }
    free(state);
    return array;
}

/* Simulations, or positions where the search makes none. */
static uint64_t work_done(const cw_analysis *analysis) {
    return analysis->simulations > 0 ? analysis->simulations : analysis->nodes;
}

static double work_per_second(const cw_analysis *analysis) {
    return analysis->seconds > 0 ? (double)work_done(analysis) / analysis->seconds : 0;
}

static bool has_value(const cw_candidate *candidate) {
    return candidate->visits > 0 || candidate->proof != CW_PROOF_NONE;
}

/* ---- As text ---- */

static void print_candidates(const cw_record *record, const cw_analysis *analysis, int64_t top,
                             cw_text *text) {
    const cw_game *game = cw_record_game(record);
    if (analysis->candidate_count > 0)
        cw_text_printf(text, "%-14s %10s %9s %8s  %s\n", "move", "visits", "value", "rave", "proof");
    for (int i = 0; i < analysis->candidate_count && (top == 0 || i < top); i++) {
        const cw_candidate *candidate = &analysis->candidates[i];
        cw_text move = {0};
        game->type->print(game, cw_record_state(record), candidate->move, &move);
        cw_text_printf(text, "%-14s %10" PRIu64 " ", cw_text_string(&move), candidate->visits);
        if (has_value(candidate))
            cw_text_printf(text, "%s%.4f ", candidate->at_most ? "<= " : "   ", candidate->value);
        else
            cw_text_printf(text, "%9s ", "");
        if (candidate->rave_visits > 0)
            cw_text_printf(text, "%8.4f", candidate->rave_value);
        else
            cw_text_printf(text, "%8s", "");
        cw_text_printf(text, "  %s\n", proof_words[candidate->proof]);
        cw_text_free(&move);
    }
    if (top > 0 && analysis->candidate_count > top)
        cw_text_printf(text, "... and %d more, see --top\n", analysis->candidate_count - (int)top);
}

static void print_line(const cw_record *record, const cw_analysis *analysis, cw_text *text) {
    json_t *line = line_json(record, analysis), *move;
    size_t index;
    if (json_array_size(line) > 0)
        cw_text_append(text, "line: ");
    json_array_foreach(line, index, move) {
        cw_text_printf(text, "%s%s", index > 0 ? "; " : "", json_string_value(move));
    }
    if (json_array_size(line) > 0)
        cw_text_append_char(text, '\n');
    json_decref(line);
}

/* What the thought took, of whatever the player counts. */
static void print_effort(const cw_analysis *analysis, cw_text *text) {
    if (work_done(analysis) > 0) {
        cw_text_printf(text, "%" PRIu64 " %s in %.3f s, %.4g a second; ", work_done(analysis),
                       analysis->simulations > 0 ? "simulations" : "nodes", analysis->seconds,
                       work_per_second(analysis));
        if (analysis->simulations > 0 && analysis->nodes > 0)
            cw_text_printf(text, "%" PRIu64 " nodes, ", analysis->nodes);
        cw_text_printf(text, "depth %d, %.1f MiB\n", analysis->depth,
                       (double)analysis->memory_bytes / (1 << 20));
    }
}

static void print_analysis(const cw_record *record, const cw_analysis *analysis, int64_t top, cw_text *text) {
    const cw_game *game = cw_record_game(record);
    print_candidates(record, analysis, top, text);
    cw_text_append(text, "best: ");
    game->type->print(game, cw_record_state(record), analysis->best, text);
    if (cw_analysis_has_value(analysis))
        cw_text_printf(text, "  value %.4f", analysis->value);
    cw_text_printf(text, " for %s%s%s\n", cli_position_decider(record),
                   analysis->proof != CW_PROOF_NONE ? ", proven " : "", proof_words[analysis->proof]);
    print_line(record, analysis, text);
    print_effort(analysis, text);
    if (analysis->note[0] != '\0')
        cw_text_printf(text, "%s\n", analysis->note);
}

/* ---- As JSON ---- */

static json_t *candidate_json(const cw_record *record, const cw_candidate *candidate) {
    json_t *object = json_pack(
        "{s:o, s:I}", "move", cli_move_json(cw_record_game(record), cw_record_state(record), candidate->move),
        "visits", (json_int_t)candidate->visits);
    if (has_value(candidate))
        json_object_set_new(object, "value", json_real(candidate->value));
    if (candidate->at_most)
        json_object_set_new(object, "bound", json_string("upper"));
    if (candidate->rave_visits > 0) {
        json_object_set_new(object, "rave_visits", json_integer((json_int_t)candidate->rave_visits));
        json_object_set_new(object, "rave_value", json_real(candidate->rave_value));
    }
    if (candidate->proof != CW_PROOF_NONE)
        json_object_set_new(object, "proof", json_string(proof_words[candidate->proof]));
    return object;
}

static json_t *analysis_json(const cw_record *record, const char *spec, const cw_analysis *analysis) {
    json_t *candidates = json_array(), *object = cli_position_json(record);
    for (int i = 0; i < analysis->candidate_count; i++)
        json_array_append_new(candidates, candidate_json(record, &analysis->candidates[i]));
    json_t *thought =
        json_pack("{s:s, s:o, s:o, s:o, s:I, s:f, s:f, s:I, s:i, s:I, s:s}", "player", spec, "best",
                  cli_move_json(cw_record_game(record), cw_record_state(record), analysis->best),
                  "candidates", candidates, "line", line_json(record, analysis), "simulations",
                  (json_int_t)analysis->simulations, "seconds", analysis->seconds, "per_second",
                  work_per_second(analysis), "nodes", (json_int_t)analysis->nodes, "depth", analysis->depth,
                  "memory_bytes", (json_int_t)analysis->memory_bytes, "note", analysis->note);
    if (cw_analysis_has_value(analysis))
        json_object_set_new(thought, "value", json_real(analysis->value));
    if (analysis->proof != CW_PROOF_NONE)
        json_object_set_new(thought, "proof", json_string(proof_words[analysis->proof]));
    json_object_update(object, thought);
    json_decref(thought);
    return object;
}

/* ---- The subcommand ---- */

static cw_status think(const cli_arguments *arguments, const cw_record *record, int64_t top, uint64_t seed,
                       cw_error *error) {
    const cw_game *game = cw_record_game(record);
    const char *spec = cli_value(arguments, "--player");
    cw_player *player;
    cw_analysis analysis = {0};
    spec = spec != NULL ? spec : cw_player_standard(game);
    cw_status status = cw_player_create(spec, game, seed, &player, error);
    if (status != CW_OK)
        return status;
    status = cli_think(player, record, spec, "think no longer", 0, &analysis, error);
    if (status == CW_OK && cli_given(arguments, "--json")) {
        status = cli_print_json(analysis_json(record, spec, &analysis), error);
    } else if (status == CW_OK) {
        cw_text text = {0};
        print_analysis(record, &analysis, top, &text);
        status = cli_print(&text, error);
    }
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    return status;
}

/* Lets chance decide until a player does. */
static cw_status deal(const cli_arguments *arguments, cw_record *record, cw_error *error) {
    uint64_t seed;
    cw_status status = cli_seed(arguments, "--deal", 1, &seed, error);
    cw_rng rng = cw_rng_make(seed, 0);
    while (status == CW_OK && cw_record_to_decide(record) == CW_CHANCE)
        status = cw_single_play_random(record, &rng, error);
    return status;
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    int64_t top;
    uint64_t seed;
    cli_position position;
    cw_status status = cli_integer(arguments, "--top", 0, 1000000, 20, &top, error);
    if (status == CW_OK)
        status = cli_seed(arguments, "--seed", 1, &seed, error);
    if (status == CW_OK)
        status =
            cli_position_open(&position, cli_operand(arguments, 0), cli_value(arguments, "--moves"), error);
    if (status != CW_OK)
        return status;
    if (cli_given(arguments, "--deal"))
        status = deal(arguments, position.record, error);
    int decider = cw_record_to_decide(position.record);
    if (status == CW_OK && decider >= 0)
        status = think(arguments, position.record, top, seed, error);
    else if (status == CW_OK)
        status =
            cw_fail(error, CW_BAD_INPUT, "%s, so there is nothing to analyze",
                    decider == CW_CHANCE ? "chance decides next (--deal SEED draws)" : "the game is over");
    cli_position_close(&position);
    return status;
}

static const cli_option options[] = {
    CLI_MOVES_OPTION,
    {.name = "--player", .value = "PLAYER", .help = "who thinks (default: the best there is)"},
    {.name = "--deal", .value = "SEED", .help = "draw what chance decides before the player does"},
    {.name = "--top", .value = "N", .help = "show so many candidates (default 20; 0: all)"},
    {.name = "--seed", .value = "SEED", .help = "of the player (default 1)"},
    {.name = "--json", .help = "one JSON object instead, with all candidates"},
    {.name = NULL},
};

const cli_command cli_analyze_command = {
    .name = "analyze",
    .operands = "GAME",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "what a player thinks of a position",
    .details =
        "For each candidate move: visits, value (the expected reward of who decides), RAVE value and proof;\n"
        "then the best move, the expected line of play, and what the thought took. A value marked <= is an\n"
        "upper bound: the search saw that the move is no better than the best and left it at that.\n"
        "Ctrl-C ends the thought; what was found until then is told.",
    .examples = "causeway analyze hex:size=7 --moves \"d4 c5\" --player mcts:sims=20k\n"
                "causeway analyze hex --player mcts:time=2s --json",
    .options = options,
    .run = run,
};

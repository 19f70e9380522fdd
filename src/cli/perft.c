/* `causeway perft`: counts the positions at a depth, to check and to time the move generator. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/live.h"
#include "cli/output.h"
#include "cli/position.h"
#include "core/clock.h"

enum { DEPTH_MAX = 100 };

typedef struct perft {
    const cw_game *game;
    int depth;
    const cw_rng *draws; /* NULL: chance outcomes are plies like others */
} perft;

/* ---- Move by move ---- */

/* Adds each root move's count to `text` and `object`, and sums them up. */
static cw_status divide_moves(const perft *task, cw_state *state, cw_state *next, cw_move *moves,
                              uint64_t *leaves, cw_text *text, json_t *object, cw_error *error) {
    const cw_game *game = task->game;
    cw_rng rest;
    *leaves = 0;
    if (task->draws != NULL) {
        rest = *task->draws;
        cw_game_deal(game, state, &rest, moves);
    }
    if (game->type->to_decide(game, state) == CW_NOBODY)
        return CW_OK;
    int count = game->type->moves(game, state, moves);
    cw_status status = CW_OK;
    for (int i = 0; i < count && status == CW_OK; i++) {
        uint64_t below;
        memcpy(next, state, game->state_size);
        game->type->play(game, next, moves[i]);
        status =
            cw_game_perft(game, next, task->depth - 1, task->draws != NULL ? &rest : NULL, &below, error);
        if (status != CW_OK)
            break;
        cw_text name = {0};
        game->type->print(game, state, moves[i], &name);
        cw_text_printf(text, "%s: %" PRIu64 "\n", cw_text_string(&name), below);
        json_object_set_new(object, cw_text_string(&name), json_integer((json_int_t)below));
        cw_text_free(&name);
        *leaves += below;
    }
    return status;
}

static cw_status divide(const perft *task, cw_state *state, uint64_t *leaves, cw_text *text, json_t *object,
                        cw_error *error) {
    cw_state *next = cw_game_alloc_states(task->game, 1);
    cw_move *moves = malloc(sizeof *moves * (size_t)task->game->moves_max);
    cw_status status = CW_OK;
    if (next == NULL || moves == NULL)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for perft");
    else
        status = divide_moves(task, state, next, moves, leaves, text, object, error);
    free(next);
    free(moves);
    return status;
}

/* ---- The subcommand ---- */

static cw_status print_report(const perft *task, bool as_json, bool is_divided, uint64_t leaves,
                              double seconds, cw_text *text, json_t *moves, cw_error *error) {
    double speed = seconds > 0 ? (double)leaves / seconds : 0;
    cw_text spec = {0};
    cw_game_print_spec(task->game, &spec);
    json_t *object =
        json_pack("{s:s, s:i, s:I, s:f, s:f, s:O}", "game", cw_text_string(&spec), "depth", task->depth,
                  "leaves", (json_int_t)leaves, "seconds", seconds, "per_second", speed, "divide", moves);
    cw_text_free(&spec);
    if (as_json) {
        if (!is_divided)
            json_object_del(object, "divide");
        cw_text_free(text);
        return cli_print_json(object, error);
    }
    json_decref(object);
    cw_text_printf(text, "perft %d: %" PRIu64 " leaves in %.3f s, %.3g a second\n", task->depth, leaves,
                   seconds, speed);
    return cli_print(text, error);
}

static cw_status count(const cli_arguments *arguments, const perft *task, const cw_record *record,
                       cw_error *error) {
    bool is_divided = cli_given(arguments, "--divide") && task->depth > 0;
    cw_state *state = cw_game_alloc_states(task->game, 1);
    if (state == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for perft");
    memcpy(state, cw_record_state(record), task->game->state_size);
    uint64_t leaves = 0;
    cw_text text = {0};
    json_t *moves = json_object();
    cli_live live;
    cli_live_begin(&live);
    cli_live_say(&live, "counting");
    double start = cw_clock_thread(); /* other programs do not matter */
    cw_status status;
    if (is_divided)
        status = divide(task, state, &leaves, &text, moves, error);
    else
        status = cw_game_perft(task->game, state, task->depth, task->draws, &leaves, error);
    double seconds = cw_clock_thread() - start;
    cli_live_end(&live);
    free(state);
    if (status == CW_OK)
        status = print_report(task, cli_given(arguments, "--json"), is_divided, leaves, seconds, &text, moves,
                              error);
    json_decref(moves);
    cw_text_free(&text);
    return status;
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    int64_t depth;
    uint64_t seed;
    cw_status status = cli_read_integer("the depth", cli_operand(arguments, 1), 0, DEPTH_MAX, &depth, error);
    if (status == CW_OK)
        status = cli_seed(arguments, "--deal", 0, &seed, error);
    if (status != CW_OK)
        return status;
    cli_position position;
    status = cli_position_open(&position, cli_operand(arguments, 0), cli_value(arguments, "--moves"), error);
    if (status != CW_OK)
        return status;
    cw_rng draws = cw_rng_make(seed, 0);
    const perft task = {
        .game = position.game, .depth = (int)depth, .draws = cli_given(arguments, "--deal") ? &draws : NULL};
    status = count(arguments, &task, position.record, error);
    cli_position_close(&position);
    return status;
}

static const cli_option options[] = {
    CLI_MOVES_OPTION,
    {.name = "--divide", .help = "the count below each move as well"},
    {.name = "--deal", .value = "SEED", .help = "draw chance outcomes with this seed; they are no ply then"},
    {.name = "--json", .help = "one JSON object instead"},
    {.name = NULL},
};

const cli_command cli_perft_command = {
    .name = "perft",
    .operands = "GAME DEPTH",
    .operands_min = 2,
    .operands_max = 2,
    .summary = "count the positions at a depth",
    .details = "Counts the lines of exactly DEPTH decisions. A chance outcome is a ply; --deal draws and "
               "skips them.",
    .examples = "causeway perft hex:size=5 3\ncauseway perft six 4 --divide\ncauseway perft six:ties=random "
                "5 --deal 7",
    .options = options,
    .run = run,
};

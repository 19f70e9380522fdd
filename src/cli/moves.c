/* `causeway moves`: the legal moves of a position. */
#include <stdlib.h>

#include "cli/output.h"
#include "cli/position.h"

static cw_status print_moves(const cw_record *record, bool as_json, cw_error *error) {
    const cw_game *game = cw_record_game(record);
    const cw_state *state = cw_record_state(record);
    int count;
    cw_move *moves = cli_position_moves(record, &count);
    if (moves == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the moves");
    cw_text text = {0};
    json_t *array = json_array();
    for (int i = 0; i < count; i++) {
        if (as_json) {
            json_array_append_new(array, cli_move_json(game, state, moves[i]));
        } else {
            game->type->print(game, state, moves[i], &text);
            cw_text_append_char(&text, '\n');
        }
    }
    free(moves);
    if (!as_json) {
        json_decref(array);
        return cli_print(&text, error);
    }
    json_t *object = cli_position_json(record);
    json_object_set_new(object, "legal", array);
    return cli_print_json(object, error);
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    cli_position position;
    cw_status status =
        cli_position_open(&position, cli_operand(arguments, 0), cli_value(arguments, "--moves"), error);
    if (status != CW_OK)
        return status;
    status = print_moves(position.record, cli_given(arguments, "--json"), error);
    cli_position_close(&position);
    return status;
}

static const cli_option options[] = {
    CLI_MOVES_OPTION,
    {.name = "--json", .help = "one JSON object with the position and its legal moves"},
    {.name = NULL},
};

const cli_command cli_moves_command = {
    .name = "moves",
    .operands = "GAME",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "the legal moves of a position, one a line",
    .details = "Where chance decides next, its outcomes are listed. A game that is over has no moves.",
    .examples = "causeway moves hex:size=3\ncauseway moves six --moves \"0,0 1,0\"",
    .options = options,
    .run = run,
};

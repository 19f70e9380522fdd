/* `causeway show`: the position as text or as a picture. */
#include "cli/output.h"
#include "cli/position.h"

static cw_status write_svg(const cw_record *record, const char *path, cw_error *error) {
    const cw_game *game = cw_record_game(record);
    cw_scene scene = {0};
    cw_text text = {0};
    cw_game_draw(game, cw_record_state(record), &scene);
    cw_scene_svg(&scene, &text);
    text.out_of_memory |= scene.out_of_memory;
    cw_status status = cli_write_file(path, &text, error);
    cw_scene_free(&scene);
    cw_text_free(&text);
    return status;
}

static cw_status show(const cli_arguments *arguments, const cw_record *record, cw_error *error) {
    if (cli_given(arguments, "--svg"))
        return write_svg(record, cli_value(arguments, "--svg"), error);
    if (cli_given(arguments, "--json"))
        return cli_print_json(cli_position_json(record), error);
    cw_text text = {0};
    cli_draw(record, cli_style(cli_value(arguments, "--color")), &text);
    return cli_print(&text, error);
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    cli_position position;
    cw_status status =
        cli_position_open(&position, cli_operand(arguments, 0), cli_value(arguments, "--moves"), error);
    if (status != CW_OK)
        return status;
    status = show(arguments, position.record, error);
    cli_position_close(&position);
    return status;
}

static const cli_option options[] = {
    CLI_MOVES_OPTION,
    {.name = "--svg", .value = "FILE", .help = "write a picture instead, '-' for standard output"},
    {.name = "--color", .value = "auto|always|never", .help = "colours in the terminal (default auto)"},
    {.name = "--json", .help = "facts about the position: who decides, hash, result"},
    {.name = NULL},
};

const cli_command cli_show_command = {
    .name = "show",
    .operands = "GAME",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "a position, as text or as a picture",
    .examples = "causeway show hex:size=5 --moves \"c3 b4 d2\"\n"
                "causeway show six --moves \"0,0 1,0\" --svg six.svg",
    .options = options,
    .run = run,
};

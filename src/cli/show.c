/* `causeway show`: the position as text or as a picture. */
#include "cli/output.h"
#include "cli/position.h"
#include "core/files.h"

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

/* ---- Files of several games ---- */

static void print_entry(const cw_document *document, int number, cw_text *text) {
    const cw_game *game = document->game;
    int length = cw_record_length(document->record);
    cw_text_printf(text, "%5d  ", number);
    cw_game_print_spec(game, text);
    cw_text_printf(text, "  %d move%s", length, length == 1 ? "" : "s");
    for (int i = 0; i < game->player_count && document->names[0][0] != '\0'; i++)
        cw_text_printf(text, "%s%s", i == 0 ? "  " : " - ", document->names[i]);
    cw_text_printf(text, "%s%s\n", document->result[0] != '\0' ? "  " : "", document->result);
}

/* One line a game, or with --json one object; games that cannot be read say why. */
static cw_status print_game(const cli_arguments *arguments, const cw_text *records, int number,
                            cw_error *error) {
    cw_document document;
    cw_error reason = {0};
    cw_text text = {0};
    cw_status status = CW_OK;
    if (cw_document_read_at(cw_text_string(records), records->length, number, &document, &reason) != CW_OK)
        cw_text_printf(&text, "%5d  cannot be read: %s\n", number, reason.message);
    else if (cli_given(arguments, "--json"))
        status = cli_print_json(cli_position_json(document.record), error);
    else
        print_entry(&document, number, &text);
    if (reason.message[0] == '\0')
        cw_document_clear(&document);
    return status == CW_OK ? cli_print(&text, error) : status;
}

static cw_status list_games(const cli_arguments *arguments, const char *path, int count, cw_error *error) {
    cw_text records = {0};
    cw_status status = cw_file_read(path, CW_FILE_BYTES_MAX, &records, error);
    for (int number = 1; status == CW_OK && number <= count; number++)
        status = print_game(arguments, &records, number, error);
    cw_text_free(&records);
    return status;
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    cli_position position;
    const char *spec = cli_operand(arguments, 0);
    int count = cli_position_count(spec);
    bool is_list = count > 1 && !cli_given(arguments, "--svg") && !cli_given(arguments, "--moves");
    if (is_list)
        return list_games(arguments, spec + 1, count, error);
    cw_status status = cli_position_open(&position, spec, cli_value(arguments, "--moves"), error);
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
    .summary = "a position, as text or as a picture; of a file with several games a list",
    .examples = "causeway show hex:size=5 --moves \"c3 b4 d2\"\n"
                "causeway show six --moves \"0,0 1,0\" --svg six.svg\n"
                "causeway show @games.sgf#3",
    .options = options,
    .run = run,
};

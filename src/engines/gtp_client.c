/* Speaking GTP (for Hex: HTP) to another engine. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engines/client.h"

/* Sends a command and reads its answer, up to the empty line; lines before the answer begins are chatter. */
static cw_status ask(cw_client *client, const char *command, double deadline, cw_error *error) {
    cw_status status = cw_process_write(client->process, command, deadline, error);
    bool begun = false, refused = false;
    cw_text_clear(&client->answer);
    while (status == CW_OK) {
        status = cw_process_read(client->process, &client->line, deadline, error);
        if (status != CW_OK)
            return status;
        const char *line = cw_text_string(&client->line);
        if (begun && line[0] == '\0')
            break;
        if (!begun && line[0] != '=' && line[0] != '?')
            continue;
        if (!begun) {
            refused = line[0] == '?';
            line++;
            while (isspace((unsigned char)*line))
                line++;
        }
        cw_text_printf(&client->answer, "%s%s", begun ? "\n" : "", line);
        begun = true;
    }
    if (status == CW_OK && refused)
        status = cw_fail(error, CW_BAD_INPUT, "the engine answered '%s' with '? %s'", command,
                         cw_text_string(&client->answer));
    return status;
}

static cw_status greet(cw_client *client, double deadline, cw_error *error) {
    return ask(client, "name", deadline, error);
}

static cw_status new_game(cw_client *client, double deadline, cw_error *error) {
    const cw_option_value *size = cw_options_find(&client->game->options, "size");
    if (size != NULL) {
        char command[32];
        snprintf(command, sizeof command, "boardsize %d", (int)size->number);
        cw_status status = ask(client, command, deadline, error);
        if (status != CW_OK)
            return status;
    }
    return ask(client, "clear_board", deadline, error);
}

/* The word for whoever decides in a position. */
static const char *color_of(const cw_game *game, const cw_state *state) {
    int decider = game->type->to_decide(game, state);
    return decider < 0 ? "chance" : game->seats[cw_game_seat(game, state, decider)].letter;
}

static cw_status tell_move(cw_client *client, const cw_record *record, int index, double deadline,
                           cw_error *error) {
    cw_text command = {0};
    cw_text_printf(&command, "play %s ", color_of(client->game, cw_record_state_at(record, index)));
    cw_record_print_move(record, index, &command);
    cw_status status = ask(client, cw_text_string(&command), deadline, error);
    cw_text_free(&command);
    return status;
}

static cw_status ask_move(cw_client *client, const cw_record *record, double seconds, double deadline,
                          bool *played, cw_error *error) {
    const char *color = color_of(client->game, cw_record_state(record));
    char command[64];
    cw_status status = CW_OK;
    if (seconds > 0) {
        snprintf(command, sizeof command, "time_left %s %.0f 0", color, seconds);
        status = ask(client, command, deadline, NULL);
        if (status == CW_BAD_INPUT) /* an engine without a clock */
            status = CW_OK;
    }
    snprintf(command, sizeof command, "genmove %s", color);
    if (status == CW_OK)
        status = ask(client, command, deadline, error);
    *played = true;
    return status;
}

const cw_client_protocol cw_gtp_client = {
    .name = "gtp",
    .greet = greet,
    .new_game = new_game,
    .tell_move = tell_move,
    .ask_move = ask_move,
};

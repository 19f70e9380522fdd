/* Speaking GTP (for Hex: HTP) to another engine. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/client.h"

enum { ANSWER_MAX_BYTES = 1 << 20 };

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
        if (client->answer.length > ANSWER_MAX_BYTES)
            return cw_fail(error, CW_IO, "the engine's answer to '%s' has no end", command);
    }
    if (status == CW_OK && client->answer.out_of_memory)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for an answer of the engine");
    else if (status == CW_OK && refused)
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
    client->told = (cw_client_time){0};
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
    cw_status status = command.out_of_memory ? cw_fail(error, CW_NO_MEMORY, "out of memory for a move")
                                             : ask(client, cw_text_string(&command), deadline, error);
    cw_text_free(&command);
    return status;
}

/* Tells something about time; an engine without a clock may refuse it. */
static cw_status tell_time(cw_client *client, const char *command, double deadline, cw_error *error) {
    cw_error refused = {0};
    cw_status status = ask(client, command, deadline, &refused);
    return status == CW_OK || status == CW_BAD_INPUT ? CW_OK : cw_fail(error, status, "%s", refused.message);
}

/* The clock, in whole seconds: never more than is left, but for its last one. */
static cw_status tell_clock(cw_client *client, const char *color, const cw_client_time *time, double deadline,
                            cw_error *error) {
    char command[96];
    double left = fmax(floor(time->clock_seconds), 1);
    cw_status status = CW_OK;
    if (client->told.clock_seconds <= 0) {
        snprintf(command, sizeof command,
                 time->clock_moves > 0 ? "time_settings 0 %.0f %d" : "time_settings %.0f 0 %d", left,
                 time->clock_moves);
        status = tell_time(client, command, deadline, error);
    }
    snprintf(command, sizeof command, "time_left %s %.0f %d", color, left, time->clock_moves);
    return status == CW_OK ? tell_time(client, command, deadline, error) : status;
}

/* The time for each move is that of one stone; below a second it is told as one, since 0 means none. */
static cw_status tell_move_time(cw_client *client, const char *color, double seconds, double deadline,
                                cw_error *error) {
    char command[96];
    cw_status status = CW_OK;
    if (client->told.move_seconds <= 0) {
        snprintf(command, sizeof command, "time_settings 0 %.0f 1", ceil(seconds));
        status = tell_time(client, command, deadline, error);
    }
    snprintf(command, sizeof command, "time_left %s %.0f 1", color, ceil(seconds));
    return status == CW_OK ? tell_time(client, command, deadline, error) : status;
}

static cw_status ask_move(cw_client *client, const cw_record *record, const cw_client_time *time,
                          double deadline, bool *played, cw_error *error) {
    const char *color = color_of(client->game, cw_record_state(record));
    char command[64];
    cw_status status = CW_OK;
    if (time->clock_seconds > 0)
        status = tell_clock(client, color, time, deadline, error);
    else if (time->move_seconds > 0)
        status = tell_move_time(client, color, time->move_seconds, deadline, error);
    client->told = *time;
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

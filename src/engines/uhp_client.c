/* Speaking the Universal Hive Protocol to another engine. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engines/client.h"

static bool starts_with(const char *line, const char *word) {
    return strncmp(line, word, strlen(word)) == 0;
}

/* Reads an answer up to "ok"; the last line before it counts. */
static cw_status read_answer(cw_client *client, const char *command, double deadline, cw_error *error) {
    cw_text_clear(&client->answer);
    for (;;) {
        cw_status status = cw_process_read(client->process, &client->line, deadline, error);
        if (status != CW_OK)
            return status;
        const char *line = cw_text_string(&client->line);
        if (strcmp(line, "ok") == 0)
            break;
        cw_text_clear(&client->answer);
        cw_text_append(&client->answer, line);
    }
    if (client->answer.out_of_memory)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for an answer of the engine");
    const char *answer = cw_text_string(&client->answer);
    if (starts_with(answer, "err") || starts_with(answer, "invalidmove"))
        return cw_fail(error, CW_BAD_INPUT, "the engine answered '%s' with '%s'", command, answer);
    return CW_OK;
}

static cw_status ask(cw_client *client, const char *command, double deadline, cw_error *error) {
    cw_status status = cw_process_write(client->process, command, deadline, error);
    return status == CW_OK ? read_answer(client, command, deadline, error) : status;
}

/* An engine introduces itself unasked. */
static cw_status greet(cw_client *client, double deadline, cw_error *error) {
    return read_answer(client, "the start", deadline, error);
}

static cw_status new_game(cw_client *client, double deadline, cw_error *error) {
    const cw_options *options = &client->game->options;
    const cw_option_value *type = cw_options_find(options, "type");
    char command[64];
    snprintf(command, sizeof command, "newgame %.40s",
             type != NULL ? cw_options_text_of(options, type) : "Base");
    return ask(client, command, deadline, error);
}

static cw_status tell_move(cw_client *client, const cw_record *record, int index, double deadline,
                           cw_error *error) {
    cw_text command = {0};
    cw_text_append(&command, "play ");
    cw_record_print_move(record, index, &command);
    cw_status status = command.out_of_memory ? cw_fail(error, CW_NO_MEMORY, "out of memory for a move")
                                             : ask(client, cw_text_string(&command), deadline, error);
    cw_text_free(&command);
    return status;
}

/* Asks for a move in so many seconds; a whole number is written as one. */
static cw_status ask_in_seconds(cw_client *client, double seconds, double deadline, cw_error *error) {
    char command[64];
    int minutes = (int)(seconds / 60);
    snprintf(command, sizeof command,
             seconds > floor(seconds) ? "bestmove time %02d:%02d:%06.3f" : "bestmove time %02d:%02d:%02.0f",
             minutes / 60, minutes % 60, seconds - 60 * minutes);
    return ask(client, command, deadline, error);
}

/* The protocol knows whole seconds; most engines understand a fraction, and the others are asked again. */
static cw_status ask_move(cw_client *client, const cw_record *record, const cw_client_time *time,
                          double deadline, bool *played, cw_error *error) {
    (void)record;
    double seconds = time->move_seconds > 0 ? fmax(floor(1000 * time->move_seconds), 1) / 1000 : 5;
    double whole = fmax(floor(seconds), 1);
    cw_status status = ask_in_seconds(client, client->takes_whole_seconds ? whole : seconds, deadline, error);
    if (status == CW_BAD_INPUT && !client->takes_whole_seconds && seconds > floor(seconds)) {
        client->takes_whole_seconds = true;
        status = ask_in_seconds(client, whole, deadline, error);
    }
    /* A line may go on with depth, score and variation after a semicolon. */
    if (client->answer.data != NULL)
        client->answer.data[client->answer.length = strcspn(client->answer.data, ";")] = '\0';
    *played = false;
    return status;
}

const cw_client_protocol cw_uhp_client = {
    .name = "uhp",
    .game = "hive",
    .greet = greet,
    .new_game = new_game,
    .tell_move = tell_move,
    .ask_move = ask_move,
};

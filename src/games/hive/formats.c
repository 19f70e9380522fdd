/* The formats of Hive, and how their texts are told from others. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/sgf.h"
#include "games/hive/document.h"
#include "games/hive/hive.h"

/* A tree whose root says GM[27], or names Hive's set-up. */
static bool is_sgf(const char *text, size_t length) {
    cw_sgf *sgf;
    if (length == 0 || text[0] != '(' || cw_sgf_read(text, length, &sgf, NULL) != CW_OK)
        return false;
    const char *number = cw_sgf_find(sgf, 0, "GM"), *setup = cw_sgf_find(sgf, 0, "SU");
    bool is_it =
        number != NULL ? strcmp(number, "27") == 0 : setup != NULL && strncasecmp(setup, "hive", 4) == 0;
    cw_sgf_destroy(sgf);
    return is_it;
}

/* Tags, among them the type of the game. */
static bool is_pgn(const char *text, size_t length) {
    static const char tag[] = "[GameType \"";
    return length > 0 && text[0] == '[' && memmem(text, length, tag, sizeof tag - 1) != NULL;
}

/* A game type and a semicolon. */
static bool is_uhp_string(const char *text, size_t length) {
    const char *end = memchr(text, ';', length);
    return end != NULL && cw_uhp_game_type(text, (size_t)(end - text)) != NULL;
}

/* A line is a game. */
static size_t measure_uhp_string(const char *text, size_t length) {
    const char *end = memchr(text, '\n', length);
    return end != NULL ? (size_t)(end - text) : length;
}

static cw_status read_uhp_string(const char *text, size_t length, cw_document *document, cw_error *error) {
    char *line = strndup(text, measure_uhp_string(text, length));
    *document = (cw_document){0};
    if (line == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a game string");
    const char *settings =
        cw_hive_lays_queen_first(cw_uhp_moves(line)) ? "repetition=off,queen_first=on" : "repetition=off";
    cw_game *game;
    cw_record *record;
    cw_status status = cw_uhp_read_game(line, settings, &game, &record, error);
    if (status == CW_OK)
        *document = (cw_document){.game = game, .record = record};
    free(line);
    return status;
}

static void write_uhp_string(const cw_document *document, cw_text *text) {
    cw_uhp_print_game(document->record, text);
    cw_text_append_char(text, '\n');
}

const cw_format cw_hive_formats[] = {
    {.name = "sgf",
     .help = "the Smart Game Format of BoardSpace",
     .endings = "sgf",
     .recognise = is_sgf,
     .read = cw_hive_read_sgf,
     .extent = cw_sgf_extent,
     .write = cw_hive_write_sgf},
    {.name = "pgn",
     .help = "the Portable Game Notation of UHP programs",
     .endings = "pgn",
     .recognise = is_pgn,
     .read = cw_hive_read_pgn,
     .extent = cw_hive_pgn_extent,
     .write = cw_hive_write_pgn},
    {.name = "uhp",
     .help = "the game strings of the Universal Hive Protocol",
     .endings = "uhp",
     .recognise = is_uhp_string,
     .read = read_uhp_string,
     .extent = measure_uhp_string,
     .write = write_uhp_string},
    {.name = NULL},
};

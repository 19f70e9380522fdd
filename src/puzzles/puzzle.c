#include "puzzles/puzzle.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 5 };

/* The next line of a text that is neither empty nor a remark; NULL: none. */
static const char *next_line(const char **text, const char *end, size_t *length) {
    while (*text < end) {
        const char *line = *text, *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop != NULL ? stop : end;
        *text = stop < end ? stop + 1 : end;
        *length = (size_t)(stop - line);
        if (*length > 0 && line[0] != '#')
            return line;
    }
    return NULL;
}

int cw_puzzle_count(const cw_game_type *type) {
    int count = 0;
    size_t length;
    if (type->puzzles == NULL)
        return 0;
    for (const char *text = type->puzzles->text; next_line(&text, type->puzzles->end, &length) != NULL;)
        count++;
    return count;
}

cw_status cw_puzzle_read(const cw_game_type *type, int number, cw_puzzle *puzzle, cw_error *error) {
    const char *text = type->puzzles != NULL ? type->puzzles->text : "", *line = NULL;
    const char *end = type->puzzles != NULL ? type->puzzles->end : text;
    size_t length = 0;
    int count = 0;
    while (count < number && (line = next_line(&text, end, &length)) != NULL)
        count++;
    if (count == 0 || count != number)
        return cw_fail(error, CW_BAD_INPUT, "there is no puzzle %d of %s, they go from 1 to %d", number,
                       type->name, cw_puzzle_count(type));
    return cw_puzzle_parse(line, length, number, puzzle, error);
}

void cw_puzzle_free(cw_puzzle *puzzle) {
    free(puzzle->game);
    free(puzzle->moves);
    free(puzzle->solution);
    *puzzle = (cw_puzzle){0};
}

/* A whole number of one or two digits; -1: none. */
static int small_number(const char *text, size_t length) {
    int number = 0;
    if (length == 0 || length > 2)
        return -1;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        number = number * 10 + text[i] - '0';
    }
    return number;
}

cw_status cw_puzzle_parse(const char *line, size_t length, int number, cw_puzzle *puzzle, cw_error *error) {
    const char *columns[COLUMNS], *end = line + length;
    size_t lengths[COLUMNS];
    int count = 0;
    for (const char *at = line; count < COLUMNS; count++) {
        const char *stop = memchr(at, '\t', (size_t)(end - at));
        columns[count] = at;
        lengths[count] = (size_t)((stop != NULL ? stop : end) - at);
        if (stop == NULL)
            break;
        at = stop + 1;
    }
    if (count != COLUMNS - 1)
        return cw_fail(error, CW_BAD_INPUT, "puzzle %d has not %d columns", number, COLUMNS);
    *puzzle = (cw_puzzle){.number = number,
                          .grade = small_number(columns[0], lengths[0]),
                          .turns = small_number(columns[1], lengths[1]),
                          .game = strndup(columns[2], lengths[2]),
                          .moves = strndup(columns[3], lengths[3]),
                          .solution = strndup(columns[4], lengths[4])};
    bool is_right = puzzle->grade >= 1 && puzzle->grade <= CW_PUZZLE_GRADES && puzzle->turns >= 0 &&
                    puzzle->turns <= CW_PUZZLE_TURNS_MAX;
    if (is_right && puzzle->game != NULL && puzzle->moves != NULL && puzzle->solution != NULL)
        return CW_OK;
    cw_puzzle_free(puzzle);
    return is_right ? cw_fail(error, CW_NO_MEMORY, "out of memory for a puzzle")
                    : cw_fail(error, CW_BAD_INPUT, "puzzle %d has a grade or turns that cannot be", number);
}

void cw_puzzle_print(const cw_puzzle *puzzle, cw_text *text) {
    cw_text_printf(text, "%d\t%d\t%s\t%s\t%s\n", puzzle->grade, puzzle->turns, puzzle->game, puzzle->moves,
                   puzzle->solution);
}

void cw_puzzle_print_task(const cw_puzzle *puzzle, const char *seat, cw_text *text) {
    cw_text_append_char(text, (char)toupper((unsigned char)seat[0]));
    cw_text_append(text, seat[0] != '\0' ? seat + 1 : "");
    if (puzzle->turns > 0)
        cw_text_printf(text, " to move and win in %d", puzzle->turns);
    else
        cw_text_append(text, " to move: one move wins, all others lose");
}

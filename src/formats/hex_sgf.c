#include "formats/hex_sgf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "causeway/version.h"
#include "formats/sgf.h"
#include "games/hex/board.h"

/* ---- Reading ---- */

static cw_hex_step *add_step(cw_hex_sgf *sgf, cw_hex_step step, cw_error *error) {
    if (sgf->count == sgf->capacity) {
        int capacity = sgf->capacity > 0 ? 2 * sgf->capacity : 256;
        cw_hex_step *steps = realloc(sgf->steps, sizeof *steps * (size_t)capacity);
        if (steps == NULL) {
            cw_fail(error, CW_NO_MEMORY, "out of memory for a game of %d moves", capacity);
            return NULL;
        }
        sgf->steps = steps;
        sgf->capacity = capacity;
    }
    sgf->steps[sgf->count] = step;
    return &sgf->steps[sgf->count++];
}

/* A cell as c3 or, as Little Golem writes it, as two letters. */
static bool read_cell(const char *value, int size, int *column, int *row) {
    if (!isalpha((unsigned char)value[0]))
        return false;
    *column = tolower((unsigned char)value[0]) - 'a';
    if (isalpha((unsigned char)value[1]) && value[2] == '\0') {
        *row = tolower((unsigned char)value[1]) - 'a';
    } else {
        char *end;
        long number = isdigit((unsigned char)value[1]) ? strtol(value + 1, &end, 10) : 0;
        if (number < 1 || number > CW_HEX_SIZE_MAX || *end != '\0')
            return false;
        *row = (int)number - 1;
    }
    return *column < size && *row < size;
}

static bool read_word(const char *value, cw_hex_step_kind *kind) {
    static const struct {
        const char *word;
        cw_hex_step_kind kind;
    } words[] = {{"swap-pieces", CW_HEX_STEP_SWAP_PIECES},
                 {"swap-sides", CW_HEX_STEP_SWAP_SIDES},
                 {"swap", CW_HEX_STEP_SWAP},
                 {"resign", CW_HEX_STEP_RESIGN}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcasecmp(value, words[i].word) == 0) {
            *kind = words[i].kind;
            return true;
        }
    }
    return false;
}

static cw_status read_step(cw_hex_sgf *sgf, const char *name, const char *value, cw_error *error) {
    cw_hex_step step = {.kind = CW_HEX_STEP_STONE};
    bool is_move = strcmp(name, "B") == 0 || strcmp(name, "W") == 0;
    step.color = strcmp(name, "W") == 0 || strcmp(name, "AW") == 0;
    step.is_setup = !is_move;
    if (strcmp(name, "AE") == 0)
        step.kind = CW_HEX_STEP_REMOVE;
    if (strcmp(name, "PL") == 0) {
        step.kind = CW_HEX_STEP_TURN;
        step.color = tolower((unsigned char)value[0]) == 'w';
    } else if (!(is_move && read_word(value, &step.kind)) &&
               !read_cell(value, sgf->size, &step.column, &step.row)) {
        return cw_fail(error, CW_BAD_INPUT, "%s[%.40s] is not a cell of a board of size %d", name, value,
                       sgf->size);
    }
    return add_step(sgf, step, error) != NULL ? CW_OK : CW_NO_MEMORY;
}

static cw_status read_node(const cw_sgf *tree, int node, cw_hex_sgf *sgf, cw_error *error) {
    static const char *const names[] = {"AE", "AB", "AW", "B", "W", "PL"};
    cw_status status = CW_OK;
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        for (int i = 0; i < cw_sgf_value_count(tree, node) && status == CW_OK; i++) {
            if (strcmp(cw_sgf_name(tree, node, i), names[n]) == 0)
                status = read_step(sgf, names[n], cw_sgf_value(tree, node, i), error);
        }
    }
    return status;
}

/* SZ[11], or SZ[11:11]; without it the usual size. */
static cw_status read_size(const char *value, int *size, cw_error *error) {
    char *end = NULL;
    *size = CW_HEX_COMPACT_SIZE_MAX;
    if (value == NULL)
        return CW_OK;
    long width = strtol(value, &end, 10), height = width;
    if (end != value && *end == ':')
        height = strtol(end + 1, &end, 10);
    if (end == value || *end != '\0' || width < 1 || width > CW_HEX_SIZE_MAX || height != width)
        return cw_fail(error, CW_BAD_INPUT, "SZ[%.40s] is not valid, boards are square, from 1 to %d", value,
                       CW_HEX_SIZE_MAX);
    *size = (int)width;
    return CW_OK;
}

static cw_status read_main_line(const cw_sgf *tree, cw_hex_sgf *sgf, cw_error *error) {
    const char *game = cw_sgf_find(tree, 0, "GM");
    if (game != NULL && strcmp(game, "11") != 0)
        return cw_fail(error, CW_BAD_INPUT, "GM[%.40s] is not Hex, which is GM[11]", game);
    cw_status status = read_size(cw_sgf_find(tree, 0, "SZ"), &sgf->size, error);
    for (int node = 0; node != CW_SGF_NONE && status == CW_OK; node = cw_sgf_child(tree, node))
        status = read_node(tree, node, sgf, error);
    return status;
}

cw_status cw_hex_sgf_read(const char *text, size_t length, cw_hex_sgf *sgf, cw_error *error) {
    *sgf = (cw_hex_sgf){0};
    cw_sgf *tree;
    cw_status status = cw_sgf_read(text, length, &tree, error);
    if (status != CW_OK)
        return status;
    status = read_main_line(tree, sgf, error);
    cw_sgf_destroy(tree);
    if (status != CW_OK)
        cw_hex_sgf_free(sgf);
    return status;
}

void cw_hex_sgf_free(cw_hex_sgf *sgf) {
    free(sgf->steps);
    *sgf = (cw_hex_sgf){0};
}

/* ---- Writing ---- */

static void write_move(const cw_record *record, int index, cw_text *text) {
    const cw_state *before = cw_record_state_at(record, index);
    cw_move move = cw_record_move(record, index);
    if (move == CW_HEX_GIVE_TURN) {
        cw_text_append(text, "\n;");
        cw_sgf_write(text, "PL", before->turn == CW_HEX_BLACK ? "W" : "B");
        return;
    }
    int color = before->turn;
    if (move >= CW_HEX_FREE_STONE)
        color = (int)(move / CW_HEX_FREE_STONE) - 1;
    cw_text name = {0};
    cw_record_print_move(record, index, &name);
    cw_text_append(text, "\n;");
    cw_sgf_write(text, color == CW_HEX_BLACK ? "B" : "W", cw_text_string(&name));
    cw_text_free(&name);
}

static void write_fact(cw_text *text, const char *name, const char *value) {
    if (value != NULL)
        cw_sgf_write(text, name, value);
}

/* RE[B+] by the board, RE[W+Forfeit] otherwise. */
static void write_result(const cw_record *record, const cw_hex_sgf_facts *facts, cw_text *text) {
    int winner = facts->how != NULL ? facts->loser ^ 1 : cw_record_state(record)->winner;
    if (winner < 0)
        return;
    char result[32];
    snprintf(result, sizeof result, "%c+%.20s", winner == CW_HEX_BLACK ? 'B' : 'W',
             facts->how != NULL ? facts->how : "");
    cw_sgf_write(text, "RE", result);
}

void cw_hex_sgf_write(const cw_record *record, const cw_hex_sgf_facts *facts, cw_text *text) {
    char size[12];
    snprintf(size, sizeof size, "%d", cw_hex_board_of(cw_record_game(record))->size);
    cw_text_append(text, "(;");
    cw_sgf_write(text, "FF", "4");
    cw_sgf_write(text, "GM", "11");
    cw_sgf_write(text, "AP", "Causeway:" CW_VERSION);
    cw_sgf_write(text, "SZ", size);
    write_fact(text, "DT", facts->date);
    write_fact(text, "PB", facts->black);
    write_fact(text, "PW", facts->white);
    write_result(record, facts, text);
    for (int i = 0; i < cw_record_length(record); i++)
        write_move(record, i, text);
    if (facts->how != NULL && strcmp(facts->how, "Resign") == 0) {
        cw_text_append(text, "\n;");
        cw_sgf_write(text, facts->loser == CW_HEX_BLACK ? "B" : "W", "resign");
    }
    cw_text_append(text, ")\n");
}

#include "games/hex/sgf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "causeway/version.h"
#include "formats/sgf.h"
#include "games/branches.h"
#include "games/hex/board.h"
#include "games/registry.h"

/* How a document says that somebody lost on time. */
static const char out_of_time[] = "forfeit: out of time";

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

static cw_status read_step(cw_hex_sgf *sgf, int node, const char *name, const char *value, cw_error *error) {
    cw_hex_step step = {.kind = CW_HEX_STEP_STONE, .node = node};
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
                status = read_step(sgf, node, names[n], cw_sgf_value(tree, node, i), error);
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
    const char *rules = cw_sgf_find(tree, 0, "RU");
    if (rules != NULL)
        sgf->rule = strcmp(rules, "swap-sides") == 0    ? CW_HEX_SWAP_SIDES
                    : strcmp(rules, "swap-pieces") == 0 ? CW_HEX_SWAP_PIECES
                                                        : CW_HEX_SWAP_OFF;
    for (int node = 0; node != CW_SGF_NONE && status == CW_OK; node = cw_sgf_child(tree, node))
        status = read_node(tree, node, sgf, error);
    return status;
}

/* The next stone that is a move, or NULL. */
static const cw_hex_step *next_move(const cw_hex_sgf *sgf, int index) {
    for (int i = index + 1; i < sgf->count; i++) {
        if (sgf->steps[i].kind == CW_HEX_STEP_STONE && !sgf->steps[i].is_setup)
            return &sgf->steps[i];
    }
    return NULL;
}

/* Whose move follows tells what a swap was. */
static void settle_swaps(cw_hex_sgf *sgf) {
    for (int i = 0; i < sgf->count; i++) {
        cw_hex_step *step = &sgf->steps[i];
        if (step->kind != CW_HEX_STEP_SWAP && step->kind != CW_HEX_STEP_SWAP_PIECES)
            continue;
        const cw_hex_step *next = next_move(sgf, i);
        if (next != NULL)
            step->kind = next->color == step->color ? CW_HEX_STEP_SWAP_SIDES : CW_HEX_STEP_SWAP_PIECES;
    }
}

static cw_status read_steps(const cw_sgf *tree, cw_hex_sgf *sgf, cw_error *error) {
    cw_status status = read_main_line(tree, sgf, error);
    settle_swaps(sgf);
    return status;
}

cw_status cw_hex_sgf_read(const char *text, size_t length, cw_hex_sgf *sgf, cw_error *error) {
    *sgf = (cw_hex_sgf){0};
    cw_sgf *tree;
    cw_status status = cw_sgf_read(text, length, &tree, error);
    if (status != CW_OK)
        return status;
    status = read_steps(tree, sgf, error);
    cw_sgf_destroy(tree);
    if (status != CW_OK)
        cw_hex_sgf_free(sgf);
    return status;
}

void cw_hex_sgf_free(cw_hex_sgf *sgf) {
    free(sgf->steps);
    *sgf = (cw_hex_sgf){0};
}

/* ---- As a document ---- */

static bool is_swap(cw_hex_step_kind kind) {
    return kind == CW_HEX_STEP_SWAP_PIECES || kind == CW_HEX_STEP_SWAP_SIDES || kind == CW_HEX_STEP_SWAP;
}

/* A swap answers the first stone, and nothing else. */
static cw_status check_swaps(const cw_hex_sgf *sgf, cw_error *error) {
    int stones = 0;
    for (int i = 0; i < sgf->count; i++) {
        const cw_hex_step *step = &sgf->steps[i];
        if (is_swap(step->kind) && (stones != 1 || step->color != CW_HEX_WHITE))
            return cw_fail(error, CW_ILLEGAL,
                           "SGF: a swap is only allowed as White's answer to the first move");
        stones += step->kind == CW_HEX_STEP_STONE;
    }
    return CW_OK;
}

/* Whose turn it is after a step, if it was `turn`'s before. */
static int turn_after(const cw_hex_step *step, int turn) {
    switch (step->kind) {
    case CW_HEX_STEP_STONE:
        return step->is_setup ? turn : step->color ^ 1;
    case CW_HEX_STEP_TURN:
        return step->color;
    case CW_HEX_STEP_SWAP_PIECES:
    case CW_HEX_STEP_SWAP:
        return CW_HEX_BLACK;
    case CW_HEX_STEP_SWAP_SIDES:
        return CW_HEX_WHITE;
    default:
        return turn;
    }
}

/* The number of steps that must be set up: all to the last that the rules do not allow as a move. */
static int count_setup(const cw_hex_sgf *sgf) {
    int count = 0, turn = CW_HEX_BLACK;
    for (int i = 0; i < sgf->count; i++) {
        const cw_hex_step *step = &sgf->steps[i];
        bool is_move = step->kind == CW_HEX_STEP_STONE || is_swap(step->kind);
        if (step->is_setup)
            count = i + 1;
        else if (is_move && step->color != turn)
            count = i;
        turn = turn_after(step, turn);
    }
    return count;
}

/* Lays the stones of the first `count` steps; a cell of `colors` is
 * 0 where it is empty, else 1 + its colour. */
static void lay_stones(const cw_hex_sgf *sgf, int count, char colors[CW_HEX_SIZE_MAX][CW_HEX_SIZE_MAX]) {
    const cw_hex_step *last = NULL;
    for (int i = 0; i < count; i++) {
        const cw_hex_step *step = &sgf->steps[i];
        if (step->kind == CW_HEX_STEP_STONE || step->kind == CW_HEX_STEP_REMOVE) {
            colors[step->row][step->column] = step->kind == CW_HEX_STEP_STONE ? (char)(1 + step->color) : 0;
            last = step;
        } else if (step->kind == CW_HEX_STEP_SWAP_PIECES && last != NULL) {
            colors[last->row][last->column] = 0;
            colors[last->column][last->row] = 1 + CW_HEX_WHITE;
        }
    }
}

/* The settings of the game that the file is about. */
static void print_settings(const cw_hex_sgf *sgf, int first, cw_text *settings) {
    static const char *const names[2] = {"black", "white"};
    char colors[CW_HEX_SIZE_MAX][CW_HEX_SIZE_MAX] = {{0}};
    int turn = CW_HEX_BLACK;
    const char *swap = first > 0                         ? ""
                       : sgf->rule == CW_HEX_SWAP_SIDES  ? ",swap=sides"
                       : sgf->rule == CW_HEX_SWAP_PIECES ? ",swap=pieces"
                                                         : "";
    for (int i = 0; i < first; i++)
        turn = turn_after(&sgf->steps[i], turn);
    for (int i = first; i < sgf->count; i++) {
        const cw_hex_step *step = &sgf->steps[i];
        if (is_swap(step->kind))
            swap = step->kind == CW_HEX_STEP_SWAP_SIDES ? ",swap=sides" : ",swap=pieces";
        if (i == first && step->kind == CW_HEX_STEP_STONE)
            turn = step->color;
    }
    cw_text_printf(settings, "size=%d%s", sgf->size, swap);
    lay_stones(sgf, first, colors);
    for (int color = 0; color < 2; color++) {
        bool is_first = true;
        for (int cell = 0; cell < sgf->size * sgf->size; cell++) {
            int column = cell % sgf->size, row = cell / sgf->size;
            if (colors[row][column] != 1 + color)
                continue;
            if (is_first)
                cw_text_printf(settings, ",%s=", names[color]);
            cw_text_printf(settings, "%c%d", 'a' + column, row + 1);
            is_first = false;
        }
    }
    if (turn == CW_HEX_WHITE)
        cw_text_append(settings, ",turn=white");
}

static cw_status play_step(cw_document *document, const cw_hex_step *step, cw_error *error) {
    const cw_hex_board *board = cw_hex_board_of(document->game);
    if (step->kind == CW_HEX_STEP_RESIGN) {
        snprintf(document->how, sizeof document->how, "resign");
        document->loser = cw_game_seat(document->game, cw_record_state(document->record), step->color);
        return CW_OK;
    }
    if (is_swap(step->kind))
        return cw_record_play_text(document->record, "swap", error);
    char name[4];
    cw_hex_print_cell(board, cw_hex_cell(board, step->column, step->row), name);
    return cw_record_play_text(document->record, name, error);
}

static cw_status play_steps(cw_document *document, const cw_hex_sgf *sgf, int first, cw_error *error) {
    cw_error reason = {0};
    for (int i = first, number = 1; i < sgf->count; i++) {
        if (sgf->steps[i].is_setup)
            continue;
        if (play_step(document, &sgf->steps[i], &reason) != CW_OK)
            return cw_fail(error, reason.status, "SGF: move %d: %.300s", number, reason.message);
        number++;
    }
    return CW_OK;
}

static void read_tags(const cw_sgf *tree, cw_document *document) {
    const struct {
        const char *name;
        char *tag;
    } tags[] = {{"PB", document->names[CW_HEX_BLACK]},
                {"PW", document->names[CW_HEX_WHITE]},
                {"DT", document->date},
                {"EV", document->event},
                {"PC", document->site},
                {"RO", document->round},
                {"RE", document->result}};
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        const char *value = cw_sgf_find(tree, 0, tags[i].name);
        if (value != NULL)
            cw_document_tag(tags[i].tag, value, strlen(value));
    }
}

/* RE[B+Resign] and the like tell who lost where the stones do not; "B+", "0" and "?" do not. */
static void read_end(cw_document *document) {
    const char *result = document->result;
    bool is_won = (result[0] == 'B' || result[0] == 'W') && result[1] == '+' && result[2] != '\0';
    if (!is_won || document->how[0] != '\0' || cw_record_to_decide(document->record) == CW_NOBODY)
        return;
    int loser = result[0] == 'B' ? CW_HEX_WHITE : CW_HEX_BLACK;
    document->loser = cw_game_seat(document->game, cw_record_state(document->record), loser);
    const char *how = result[2] == 'R' ? "resign" : result[2] == 'T' ? out_of_time : "forfeit";
    cw_document_tag(document->how, how, strlen(how));
}

static cw_status fill_document(const cw_hex_sgf *sgf, int first, cw_document *document, cw_error *error) {
    cw_text settings = {0};
    cw_status status = check_swaps(sgf, error);
    if (status != CW_OK)
        return status;
    print_settings(sgf, first, &settings);
    status = cw_game_create_from(&cw_hex_game, cw_text_string(&settings), &document->game, error);
    cw_text_free(&settings);
    if (status == CW_OK)
        status = cw_record_create(document->game, &document->record, error);
    return status == CW_OK ? play_steps(document, sgf, first, error) : status;
}

/* ---- Branches ---- */

/* Where a branch alone swaps, the game has the rule for it: told by the colour of the stone that follows. */
static void find_rule(const cw_sgf *tree, cw_hex_sgf *sgf) {
    bool begins_black = sgf->count == 0 || (sgf->steps[0].kind == CW_HEX_STEP_STONE &&
                                            !sgf->steps[0].is_setup && sgf->steps[0].color == CW_HEX_BLACK);
    for (int node = cw_branches_main_count(tree);
         begins_black && sgf->rule == CW_HEX_SWAP_OFF && node < cw_sgf_node_count(tree); node++) {
        const char *answer = cw_sgf_find(tree, node, "W");
        int child = cw_sgf_child(tree, node);
        cw_hex_step_kind kind;
        if (answer == NULL || !read_word(answer, &kind) || !is_swap(kind))
            continue;
        bool stays = child != CW_SGF_NONE && cw_sgf_find(tree, child, "W") != NULL;
        sgf->rule = stays || kind == CW_HEX_STEP_SWAP_SIDES ? CW_HEX_SWAP_SIDES : CW_HEX_SWAP_PIECES;
    }
}

/* Marks the nodes of the main line by the moves that they hold; `first` is the step with which the game begins. */
static void mark_main_line(cw_branches *branches, const cw_hex_sgf *sgf, int first) {
    int ply = 0, step = first;
    int begin = first > 0 ? sgf->steps[first - 1].node : 0;
    for (int node = 0; node < branches->main_count; node++) {
        for (; step < sgf->count && sgf->steps[step].node == node; step++)
            ply += !sgf->steps[step].is_setup && sgf->steps[step].kind != CW_HEX_STEP_RESIGN;
        if (node < begin)
            cw_branches_mark_before(branches, node);
        else
            cw_branches_mark(branches, node, ply);
    }
}

/* Plays a step of a branch: what is set up there, or out of turn, ends it. */
static bool follow_step(cw_branches *branches, const cw_hex_step *step) {
    const cw_hex_board *board = cw_hex_board_of(branches->document->game);
    if (step->kind == CW_HEX_STEP_RESIGN)
        return true;
    if (step->color != branches->state->turn)
        return false;
    if (step->kind == CW_HEX_STEP_TURN)
        return true;
    if (is_swap(step->kind))
        return cw_branches_play(branches, CW_HEX_SWAP);
    return !step->is_setup &&
           cw_branches_play(branches, (cw_move)cw_hex_cell(board, step->column, step->row));
}

static bool follow_node(cw_branches *branches, int node, void *payload) {
    cw_hex_sgf *scratch = payload;
    scratch->count = 0;
    bool is_followed = read_node(branches->sgf, node, scratch, NULL) == CW_OK;
    for (int i = 0; i < scratch->count && is_followed; i++)
        is_followed = follow_step(branches, &scratch->steps[i]);
    return is_followed;
}

static cw_status read_branches(const cw_sgf *tree, const cw_hex_sgf *sgf, int first, cw_document *document,
                               cw_error *error) {
    cw_branches branches;
    cw_hex_sgf scratch = {.size = sgf->size};
    cw_status status = cw_branches_begin(&branches, tree, document, error);
    if (status == CW_OK) {
        mark_main_line(&branches, sgf, first);
        status = cw_branches_read(&branches, follow_node, &scratch, error);
    }
    cw_branches_end(&branches);
    cw_hex_sgf_free(&scratch);
    return status;
}

static cw_status read_document(const cw_sgf *tree, cw_hex_sgf *sgf, cw_document *document, cw_error *error) {
    read_tags(tree, document);
    cw_status status = read_steps(tree, sgf, error);
    if (status != CW_OK)
        return status;
    find_rule(tree, sgf);
    int first = count_setup(sgf);
    status = fill_document(sgf, first, document, error);
    if (status == CW_OK)
        status = read_branches(tree, sgf, first, document, error);
    if (status == CW_OK)
        read_end(document);
    return status;
}

cw_status cw_hex_read_sgf(const char *text, size_t length, cw_document *document, cw_error *error) {
    *document = (cw_document){0};
    cw_hex_sgf sgf = {0};
    cw_sgf *tree;
    cw_status status = cw_sgf_read(text, length, &tree, error);
    if (status != CW_OK)
        return status;
    status = read_document(tree, &sgf, document, error);
    cw_sgf_destroy(tree);
    cw_hex_sgf_free(&sgf);
    if (status != CW_OK)
        cw_document_clear(document);
    return status;
}

/* ---- Writing ---- */

static void write_move(const cw_branch_step *step, cw_text *text) {
    cw_text_append_char(text, ';');
    if (step->move == CW_HEX_GIVE_TURN) {
        cw_sgf_write(text, "PL", step->before->turn == CW_HEX_BLACK ? "W" : "B");
        return;
    }
    int color = step->before->turn;
    if (step->move >= CW_HEX_FREE_STONE)
        color = (int)(step->move / CW_HEX_FREE_STONE) - 1;
    cw_text name = {0};
    step->game->type->print(step->game, step->before, step->move, &name);
    cw_sgf_write(text, color == CW_HEX_BLACK ? "B" : "W", cw_text_string(&name));
    cw_text_free(&name);
}

static void write_fact(cw_text *text, const char *name, const char *value) {
    if (value[0] != '\0')
        cw_sgf_write(text, name, value);
}

static bool has_resigned(const cw_document *document) {
    return strcmp(document->how, "resign") == 0;
}

/* How a game was lost off the board, in a word of the format. */
static const char *word_of_loss(const cw_document *document) {
    if (has_resigned(document))
        return "Resign";
    return strcmp(document->how, out_of_time) == 0 ? "Time" : "Forfeit";
}

/* The colour that lost off the board, or -1. */
static int loser_of(const cw_document *document) {
    if (document->how[0] == '\0')
        return -1;
    return cw_game_seat(document->game, cw_record_state(document->record), document->loser);
}

/* RE[B+] by the board, such as RE[W+Time] otherwise. */
static void write_result(const cw_document *document, cw_text *text) {
    int loser = loser_of(document);
    int winner = loser >= 0 ? loser ^ 1 : cw_record_state(document->record)->winner;
    if (winner < 0)
        return;
    const char *how = loser < 0 ? "" : word_of_loss(document);
    char result[32];
    snprintf(result, sizeof result, "%c+%s", winner == CW_HEX_BLACK ? 'B' : 'W', how);
    cw_sgf_write(text, "RE", result);
}

/* The stones that lie there from the start, and who begins. */
static void write_setup(const cw_hex_board *board, cw_text *text) {
    static const char *const names[2] = {"AB", "AW"};
    char cell_name[4];
    for (int color = 0; color < 2; color++) {
        for (int cell = 0; cell < board->cell_limit; cell++) {
            if (!cw_hex_set_has(&board->setup[color], cell))
                continue;
            cw_hex_print_cell(board, cell, cell_name);
            cw_sgf_write(text, names[color], cell_name);
        }
    }
    if (board->first != CW_HEX_BLACK)
        cw_sgf_write(text, "PL", "W");
}

void cw_hex_write_sgf(const cw_document *document, cw_text *text) {
    const cw_hex_board *board = cw_hex_board_of(document->game);
    char size[12];
    snprintf(size, sizeof size, "%d", board->size);
    cw_text_append(text, "(;");
    cw_sgf_write(text, "FF", "4");
    cw_sgf_write(text, "GM", "11");
    cw_sgf_write(text, "AP", "Causeway:" CW_VERSION);
    cw_sgf_write(text, "SZ", size);
    if (board->swap != CW_HEX_SWAP_OFF)
        cw_sgf_write(text, "RU", board->swap == CW_HEX_SWAP_SIDES ? "swap-sides" : "swap-pieces");
    write_fact(text, "DT", document->date);
    write_fact(text, "PB", document->names[CW_HEX_BLACK]);
    write_fact(text, "PW", document->names[CW_HEX_WHITE]);
    write_result(document, text);
    write_setup(board, text);
    const char *resignation = loser_of(document) == CW_HEX_BLACK ? ";B[resign]" : ";W[resign]";
    cw_branch_writer writer = {.write = write_move, .last = has_resigned(document) ? resignation : NULL};
    cw_branches_write(document, &writer, text);
    cw_text_append(text, ")\n");
}

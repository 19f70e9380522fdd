#include "cli/choice.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/position.h"
#include "core/numbers.h"

/* Where a move leads. */
typedef struct target {
    bool is_cell;
    int q, r;
    int order; /* in the list of moves */
    cw_move move;
} target;

static target target_of(const cw_record *record, cw_move move) {
    const cw_game *game = cw_record_game(record);
    cw_pick picks[CW_PICKS_MAX];
    target found = {.move = move};
    int count = game->type->picks(game, cw_record_state(record), move, picks);
    for (int i = 0; i < count; i++) {
        if (picks[i].kind == CW_PICK_CELL) {
            found.is_cell = true;
            found.q = picks[i].q;
            found.r = picks[i].r;
        }
    }
    return found;
}

static int compare_targets(const void *left, const void *right) {
    const target *a = left, *b = right;
    if (a->r != b->r)
        return a->r < b->r ? -1 : 1;
    if (a->q != b->q)
        return a->q < b->q ? -1 : 1;
    return a->order - b->order;
}

static bool begins_with(const cw_record *record, cw_move move, const char *beginning) {
    const cw_game *game = cw_record_game(record);
    cw_text text = {0};
    game->type->print(game, cw_record_state(record), move, &text);
    size_t length = strlen(beginning);
    const char *string = cw_text_string(&text);
    bool begins = length > 0 && strncasecmp(string, beginning, length) == 0 && string[length] != '\0' &&
                  !isalnum((unsigned char)string[length]);
    cw_text_free(&text);
    return begins;
}

int cli_choice_begin(cli_choice *choice, const cw_record *record, const char *beginning) {
    cli_choice_clear(choice);
    int all, count = 0;
    cw_move *moves = cli_position_moves(record, &all);
    target *targets = malloc(sizeof *targets * (size_t)(all + 1));
    for (int i = 0; moves != NULL && targets != NULL && i < all; i++) {
        if (!begins_with(record, moves[i], beginning))
            continue;
        targets[count] = target_of(record, moves[i]);
        targets[count].order = i;
        count++;
    }
    if (count > 0) {
        qsort(targets, (size_t)count, sizeof *targets, compare_targets);
        for (int i = 0; i < count; i++)
            moves[i] = targets[i].move;
        *choice = (cli_choice){moves, count};
    } else {
        free(moves);
    }
    free(targets);
    return count;
}

void cli_choice_clear(cli_choice *choice) {
    free(choice->moves);
    *choice = (cli_choice){0};
}

cw_move cli_choice_pick(const cli_choice *choice, const char *typed) {
    int64_t number;
    return cw_whole_read(typed, 1, choice->count, &number) ? choice->moves[number - 1] : CW_MOVE_NONE;
}

cw_move cli_choice_word(const cli_choice *choice, const cw_record *record) {
    bool is_word = choice->count == 1 && !target_of(record, choice->moves[0]).is_cell;
    return is_word ? choice->moves[0] : CW_MOVE_NONE;
}

/* The uppermost cell at q,r; one is added where there is none. */
static cw_scene_cell *cell_at(cw_scene *scene, int q, int r) {
    cw_scene_cell *top = NULL;
    for (int i = 0; i < scene->cell_count; i++) {
        cw_scene_cell *cell = &scene->cells[i];
        if (cell->q == q && cell->r == r && (top == NULL || cell->level > top->level))
            top = cell;
    }
    return top != NULL ? top : cw_scene_add_cell(scene, q, r);
}

void cli_choice_mark(const cli_choice *choice, const cw_record *record, cw_scene *scene) {
    const cw_scene_cell *last = NULL;
    for (int i = 0; i < choice->count; i++) {
        target place = target_of(record, choice->moves[i]);
        if (!place.is_cell)
            continue;
        cw_scene_cell *cell = cell_at(scene, place.q, place.r);
        size_t length = strlen(cell->glyph);
        if (cell == last) /* another move to the same cell: "7,8" */
            snprintf(cell->glyph + length, sizeof cell->glyph - length, ",%d", i + 1);
        else if (length == 0)
            snprintf(cell->glyph, sizeof cell->glyph, "%d", i + 1);
        else
            continue;
        last = cell;
    }
}

void cli_choice_print(const cli_choice *choice, const cw_record *record, int columns, cw_text *text) {
    const cw_game *game = cw_record_game(record);
    int column = 0;
    for (int i = 0; i < choice->count; i++) {
        cw_text entry = {0};
        cw_text_printf(&entry, "%d: ", i + 1);
        game->type->print(game, cw_record_state(record), choice->moves[i], &entry);
        int width = (int)entry.length;
        if (column > 0 && column + 3 + width > columns) {
            cw_text_append_char(text, '\n');
            column = 0;
        }
        cw_text_printf(text, "%s%s", column > 0 ? "   " : "", cw_text_string(&entry));
        column += width + (column > 0 ? 3 : 0);
        cw_text_free(&entry);
    }
    cw_text_append_char(text, '\n');
}

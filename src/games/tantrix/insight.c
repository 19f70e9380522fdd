/* What Tantrix knows of a position, to be laid over the table: the scores that the lines can be expected to reach,
 * and what each tile in the hand would bring. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/tantrix/outlook.h"

/* The forecast of one position, and what the moves would make of it. */
typedef struct view {
    const cw_game *game;
    const tantrix_rules *rules;
    const cw_state *state;
    tantrix_outlook outlook;
    cw_insight *insight;
} view;

static double expected(const view *self, const cw_state *state, int player) {
    return cw_tantrix_expected_score(self->rules, &self->outlook, state, player);
}

/* By how much a player is expected to be ahead of the best of the others. */
static double lead(const view *self, const cw_state *state, int player) {
    double most = -INFINITY;
    for (int other = 0; other < self->rules->player_count; other++)
        most = other != player ? fmax(most, expected(self, state, other)) : most;
    return expected(self, state, player) - most;
}

static void show_forecast(const view *self) {
    cw_insight_layer *layer = cw_insight_add_layer(self->insight, "forecast", "Forecast");
    cw_text text = {0};
    for (int player = 0; player < self->rules->player_count; player++)
        cw_text_printf(&text, "%s%s %d now, %.1f expected", player > 0 ? "; " : "",
                       self->game->seats[player].name, self->state->table.best[self->rules->colors[player]],
                       expected(self, self->state, player));
    snprintf(layer->summary, sizeof layer->summary, "Length of the best line: %.160s.",
             cw_text_string(&text));
    cw_text_free(&text);
}

/* ---- What each tile would bring ---- */

/* The best that can be done with something: a tile, or a cell. */
typedef struct use {
    bool is_known;
    double gain;
    cw_move move;
} use;

static void note_gain(use *best, double gain, cw_move move) {
    if (!best->is_known || gain > best->gain)
        *best = (use){true, gain, move};
}

/* One decimal with its sign; what rounds to nothing is +0.0. */
static void write_gain(char text[CW_GLYPH_MAX], double gain) {
    snprintf(text, CW_GLYPH_MAX, "%+.1f", fabs(gain) < 0.05 ? 0.0 : gain);
}

static void show_tile(const view *self, unsigned tile, const use *best) {
    cw_insight_mark *mark = cw_insight_add_hand_mark(self->insight, (int)tile + 1, CW_SIGN_CHOICE);
    write_gain(mark->text, best->gain);
    snprintf(mark->note, sizeof mark->note, "tile %u brings %s at best", tile + 1, mark->text);
}

static void show_cell(const view *self, unsigned cell, const use *best) {
    cw_axial at = tantrix_axial(&self->state->table, cell);
    unsigned tile = tantrix_move_face(best->move) / TANTRIX_SIDES;
    cw_insight_mark *mark = cw_insight_add_mark(self->insight, at.q, at.r, CW_SIGN_CHOICE);
    write_gain(mark->text, best->gain);
    snprintf(mark->note, sizeof mark->note, "tile %u here brings %s", tile + 1, mark->text);
}

static void gather(const view *self, cw_state *after, const cw_move *moves, int count, use *tiles,
                   use *cells) {
    int player = self->state->player;
    double before = lead(self, self->state, player);
    for (int i = 0; i < count; i++) {
        if (tantrix_move_kind(moves[i]) != TANTRIX_KIND_LAY)
            continue;
        memcpy(after, self->state, self->game->state_size);
        self->game->type->play(self->game, after, moves[i]);
        double gain = lead(self, after, player) - before;
        note_gain(&tiles[tantrix_move_face(moves[i]) / TANTRIX_SIDES], gain, moves[i]);
        note_gain(&cells[tantrix_move_cell(moves[i])], gain, moves[i]);
    }
}

static void show_gains(const view *self) {
    const cw_game *game = self->game;
    cw_insight_layer *layer = cw_insight_add_layer(self->insight, "tiles", "What tiles bring");
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    cw_state *after = cw_game_alloc_states(game, 1);
    use *cells = calloc(TANTRIX_CELLS, sizeof *cells), tiles[TANTRIX_TILES] = {{0}};
    if (moves != NULL && after != NULL && cells != NULL) {
        gather(self, after, moves, game->type->moves(game, self->state, moves), tiles, cells);
        for (unsigned tile = 0; tile < TANTRIX_TILES; tile++) {
            if (tiles[tile].is_known)
                show_tile(self, tile, &tiles[tile]);
        }
        for (unsigned cell = 0; cell < TANTRIX_CELLS; cell++) {
            if (cells[cell].is_known)
                show_cell(self, cell, &cells[cell]);
        }
    }
    snprintf(layer->summary, sizeof layer->summary,
             "By how much each tile and each place would change the expected lead of %s.",
             game->seats[self->state->player].name);
    free(cells);
    free(after);
    free(moves);
}

void cw_tantrix_insight(const cw_game *game, const cw_state *state, const cw_insight_budget *budget,
                        cw_insight *insight) {
    (void)budget;
    view self = {.game = game, .rules = tantrix_rules_of(game), .state = state, .insight = insight};
    cw_options defaults;
    if (state->decision == TANTRIX_OVER)
        return;
    cw_options_defaults(&defaults, cw_tantrix_outlook_options);
    cw_tantrix_outlook_set(&self.outlook, &defaults);
    show_forecast(&self);
    /* Before the first tile there is no line whose growth could be told. */
    if (state->table.laid_count > 0 && (state->decision == TANTRIX_FREE || state->decision == TANTRIX_FORCED))
        show_gains(&self);
}

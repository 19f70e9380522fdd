#include "protocol/session/views.h"

#include <stdlib.h>
#include <string.h>

static void set_value(json_t *object, double value, cw_proof proof, bool has_value) {
    static const char *const words[] = {
        [CW_PROOF_WIN] = "win", [CW_PROOF_LOSS] = "loss", [CW_PROOF_DRAW] = "draw"};
    double held = value < 0 ? 0 : value > 1 ? 1 : value;
    if (has_value)
        json_object_set_new(object, "value", json_real(held));
    if (proof != CW_PROOF_NONE)
        json_object_set_new(object, "proof", json_string(words[proof]));
}

/* Walks along a line: the position, and the pictures of it and of the one before. */
typedef struct walk {
    const cw_game *game;
    cw_state *state;
    cw_scene before, after;
} walk;

static bool is_alike(const cw_scene_cell *one, const cw_scene_cell *other) {
    return one->q == other->q && one->r == other->r && one->level == other->level &&
           one->fill == other->fill && one->piece == other->piece;
}

/* Does this piece lie in the picture? Mostly at the same place of the list. */
static bool lies_in(const cw_scene *scene, const cw_scene_cell *cell, int index) {
    if (index < scene->cell_count && is_alike(&scene->cells[index], cell))
        return true;
    for (int i = 0; i < scene->cell_count; i++) {
        if (is_alike(&scene->cells[i], cell))
            return true;
    }
    return false;
}

/* The pieces that lie anew. */
static json_t *view_changed(const walk *self) {
    json_t *array = json_array();
    for (int i = 0; i < self->after.cell_count; i++) {
        const cw_scene_cell *cell = &self->after.cells[i];
        if (cell->fill != CW_COLOR_NONE && cell->fill != CW_COLOR_BOARD && !lies_in(&self->before, cell, i))
            json_array_append_new(array, cw_view_cell(cell));
    }
    return array;
}

/* One decision of a line, which is then made. */
static json_t *view_step(walk *self, cw_move move) {
    const cw_game *game = self->game;
    json_t *object = json_pack("{s:o, s:o, s:o}", "move", cw_view_move(game, self->state, move), "seat",
                               cw_view_seat_number(game->type->to_decide(game, self->state)), "picks",
                               cw_view_picks(game, self->state, move));
    cw_scene spare = self->before;
    self->before = self->after;
    self->after = spare;
    game->type->play(game, self->state, move);
    cw_game_draw(game, self->state, &self->after);
    json_object_set_new(object, "cells", view_changed(self));
    return object;
}

/* The expected line of play, as far as it is legal and one can follow it on a board. */
static json_t *view_line(const cw_game *game, const cw_state *state, const cw_analysis *analysis) {
    enum { STEPS_MAX = 16 };
    json_t *array = json_array();
    walk self = {.game = game, .state = cw_game_alloc_states(game, 1)};
    if (self.state == NULL)
        return array;
    memcpy(self.state, state, game->state_size);
    cw_game_draw(game, state, &self.after);
    for (int i = 0;
         i < analysis->line_length && i < STEPS_MAX && game->type->to_decide(game, self.state) != CW_NOBODY &&
         cw_game_is_legal(game, self.state, analysis->line[i]);
         i++)
        json_array_append_new(array, view_step(&self, analysis->line[i]));
    cw_scene_free(&self.before);
    cw_scene_free(&self.after);
    free(self.state);
    return array;
}

void cw_view_opinion(json_t *event, const cw_game *game, const cw_state *state, const cw_analysis *analysis) {
    set_value(event, analysis->value, analysis->proof, cw_analysis_has_value(analysis));
    if (analysis->best != CW_MOVE_NONE)
        json_object_set_new(event, "move", cw_view_move(game, state, analysis->best));
    json_object_set_new(event, "line", view_line(game, state, analysis));
}

static json_t *view_candidate(const cw_game *game, const cw_state *state, const cw_candidate *candidate,
                              double total) {
    json_t *object =
        json_pack("{s:o, s:o, s:I, s:f}", "move", cw_view_move(game, state, candidate->move), "picks",
                  cw_view_picks(game, state, candidate->move), "visits", (json_int_t)candidate->visits,
                  "share", total > 0 ? (double)candidate->visits / total : 0.0);
    set_value(object, candidate->value, candidate->proof, candidate->visits > 0);
    if (candidate->visits > 0 && candidate->at_most)
        json_object_set_new(object, "at_most", json_true());
    return object;
}

void cw_view_candidates(json_t *event, const cw_game *game, const cw_state *state,
                        const cw_analysis *analysis) {
    enum { CANDIDATES_MAX = 400 };
    json_t *array = json_array();
    double total = 0;
    for (int i = 0; i < analysis->candidate_count; i++)
        total += (double)analysis->candidates[i].visits;
    for (int i = 0; i < analysis->candidate_count && i < CANDIDATES_MAX; i++)
        json_array_append_new(array, view_candidate(game, state, &analysis->candidates[i], total));
    json_object_set_new(event, "candidates", array);
    json_object_set_new(event, "seconds", json_real(analysis->seconds));
    json_object_set_new(event, "simulations", json_integer((json_int_t)analysis->simulations));
    json_object_set_new(event, "nodes", json_integer((json_int_t)analysis->nodes));
    json_object_set_new(event, "depth", json_integer(analysis->depth));
    json_object_set_new(event, "memory", json_integer((json_int_t)analysis->memory_bytes));
    if (analysis->note[0] != '\0')
        json_object_set_new(event, "note", json_string(analysis->note));
}

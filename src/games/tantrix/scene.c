/* What to draw, and how a person points at a move. */
#include <stdio.h>

#include "games/tantrix/fitting.h"
#include "games/tantrix/trace.h"

static cw_color drawn_color(int color) {
    static const cw_color colors[TANTRIX_COLORS] = {CW_COLOR_RED, CW_COLOR_YELLOW, CW_COLOR_GREEN,
                                                    CW_COLOR_BLUE};
    return colors[color];
}

static int copy_lines(const tantrix_face *face, cw_scene_line *lines) {
    for (int i = 0; i < 3; i++) {
        const tantrix_segment *segment = &face->segments[i];
        lines[i] = (cw_scene_line){segment->from, segment->to, (uint8_t)drawn_color(segment->color)};
    }
    return 3;
}

/* ---- The table ---- */

static void draw_tile(const tantrix_rules *rules, const tantrix_table *table, int index, cw_scene *scene) {
    cw_axial at = tantrix_axial(table, table->laid_cell[index]);
    cw_scene_cell *cell = cw_scene_add_cell(scene, at.q, at.r);
    unsigned face = table->laid_face[index];
    cell->fill = CW_COLOR_BLACK;
    cell->piece = (int)(face / TANTRIX_SIDES) + 1;
    cell->line_count = copy_lines(&rules->tiles.faces[face], cell->lines);
    snprintf(cell->glyph, sizeof cell->glyph, "%u", face / TANTRIX_SIDES + 1);
    snprintf(cell->note, sizeof cell->note, "tile %u, turned %u", face / TANTRIX_SIDES + 1,
             face % TANTRIX_SIDES);
    if (index == table->laid_count - 1)
        cell->marks |= CW_MARK_LAST;
}

/* Says who holds a tile that may fill a forced space, by letters on the space and names in its note. */
static void describe_space(const cw_game *game, const cw_state *state, unsigned cell, cw_scene_cell *drawn) {
    const tantrix_rules *rules = tantrix_rules_of(game);
    cw_text names = {0}, letters = {0};
    for (int player = 0; player < rules->player_count; player++) {
        cw_move plays[2 * TANTRIX_HAND];
        if (tantrix_plays_at(&rules->tiles, &state->table, cell, state->hands[player], state->bag != 0,
                             plays) == 0)
            continue;
        cw_text_printf(&names, "%s%s", names.length > 0 ? ", " : "", game->seats[player].name);
        cw_text_append(&letters, game->seats[player].letter);
    }
    drawn->marks |= CW_MARK_FORCED;
    snprintf(drawn->note, sizeof drawn->note, "forced space, %s%s",
             names.length > 0 ? "can be filled by " : "",
             names.length > 0 ? cw_text_string(&names) : "nobody can fill it now");
    snprintf(drawn->glyph, sizeof drawn->glyph, "%s", letters.length > 0 ? cw_text_string(&letters) : "-");
    cw_text_free(&names);
    cw_text_free(&letters);
}

static void draw_empty(const cw_game *game, const cw_state *state, unsigned cell, cw_scene *scene) {
    cw_axial at = tantrix_axial(&state->table, cell);
    cw_scene_cell *drawn = cw_scene_add_cell(scene, at.q, at.r);
    if (tantrix_is_forced_space(&tantrix_rules_of(game)->tiles, &state->table, cell))
        describe_space(game, state, cell, drawn);
}

/* ---- Lines ---- */

/* A player's best line or loop, tile by tile; when it has won, its tiles are marked. */
static void draw_best(const cw_game *game, const cw_state *state, int player, bool won, cw_scene *scene) {
    const tantrix_rules *rules = tantrix_rules_of(game);
    tantrix_trace trace;
    cw_tantrix_trace_best(&rules->tiles, &state->table, rules->colors[player], &trace);
    if (trace.count == 0)
        return;
    cw_scene_shape *shape = cw_scene_add_shape(
        scene, CW_SHAPE_BEST, player, drawn_color(rules->colors[player]), trace.is_loop ? "loop" : "line");
    shape->points = tantrix_trace_points(&trace);
    for (int i = 0; i < trace.count; i++) {
        cw_scene_cell *tile = &scene->cells[trace.tiles[i]];
        cw_scene_extend_shape(scene, tile->q, tile->r);
        tile->marks |= won ? CW_MARK_WINNING : 0;
    }
}

static void draw_lines(const cw_game *game, const cw_state *state, cw_scene *scene) {
    if (scene->out_of_memory)
        return;
    cw_result result = {0};
    bool complete = state->decision == TANTRIX_OVER && state->ending == TANTRIX_ENDING_COMPLETE;
    if (complete)
        cw_tantrix_result(game, state, &result);
    for (int player = 0; player < game->player_count; player++)
        draw_best(game, state, player, complete && result.reward[player] > 0, scene);
}

/* ---- Hands and words ---- */

static void draw_hand(const tantrix_rules *rules, int player, tantrix_set hand, cw_scene *scene) {
    for (; hand != 0; hand &= hand - 1) {
        unsigned tile = tantrix_first_tile(hand);
        cw_scene_item *item = cw_scene_add_item(scene, player, (int)tile + 1);
        item->fill = CW_COLOR_BLACK;
        item->piece = (int)tile + 1;
        item->line_count = copy_lines(&rules->tiles.faces[tile * TANTRIX_SIDES], item->lines);
        snprintf(item->glyph, sizeof item->glyph, "%u", tile + 1);
    }
}

static void describe_ending(const cw_game *game, const cw_state *state, cw_text *caption) {
    cw_result result;
    cw_tantrix_result(game, state, &result);
    if (result.ending == TANTRIX_ENDING_DEADLOCK) {
        cw_text_append(caption, "Deadlock, the game is drawn");
        return;
    }
    cw_text names = {0};
    for (int player = 0; player < game->player_count; player++) {
        if (result.reward[player] > 0)
            cw_text_printf(&names, "%s%s", names.length > 0 ? " and " : "", game->seats[player].name);
    }
    bool shared = result.reward[0] > 0 && result.reward[0] < 1;
    for (int player = 1; player < game->player_count; player++)
        shared |= result.reward[player] > 0 && result.reward[player] < 1;
    cw_text_printf(caption, "%s %s", cw_text_string(&names), shared ? "share the win" : "wins");
    cw_text_free(&names);
}

static void describe_turn(const cw_game *game, const cw_state *state, cw_text *caption) {
    const char *name = game->seats[state->player].name;
    switch ((tantrix_decision)state->decision) {
    case TANTRIX_DRAW:
        cw_text_printf(caption, "%s draws a tile", name);
        break;
    case TANTRIX_FORCED:
        cw_text_printf(caption, "%s must fill a forced space", name);
        break;
    case TANTRIX_FREE:
        cw_text_printf(caption, "%s makes a free move", name);
        break;
    case TANTRIX_PASS:
        cw_text_printf(caption, "%s cannot move and passes", name);
        break;
    case TANTRIX_OVER:
        describe_ending(game, state, caption);
        break;
    }
}

static void describe_scores(const cw_game *game, const cw_state *state, cw_text *caption) {
    const tantrix_rules *rules = tantrix_rules_of(game);
    cw_text_append(caption, "\n");
    for (int player = 0; player < rules->player_count; player++)
        cw_text_printf(caption, "%s%s %d", player > 0 ? ", " : "", game->seats[player].name,
                       state->table.best[rules->colors[player]]);
    cw_text_printf(caption, "; %d tiles in the bag", tantrix_count(state->bag));
}

void cw_tantrix_draw(const cw_game *game, const cw_state *state, cw_scene *scene) {
    const tantrix_rules *rules = tantrix_rules_of(game);
    const tantrix_table *table = &state->table;
    for (int i = 0; i < table->laid_count; i++)
        draw_tile(rules, table, i, scene);
    draw_lines(game, state, scene);
    if (state->decision != TANTRIX_OVER) {
        for (int i = 0; i < table->frontier_count; i++)
            draw_empty(game, state, table->frontier[i], scene);
    }
    cw_scene_add_axes(scene);
    for (int player = 0; player < rules->player_count; player++)
        draw_hand(rules, player, state->hands[player], scene);
    describe_turn(game, state, &scene->caption);
    describe_scores(game, state, &scene->caption);
}

/* ---- Pointing ---- */

int cw_tantrix_picks(const cw_game *game, const cw_state *state, cw_move move, cw_pick *picks) {
    (void)game;
    if (tantrix_move_kind(move) != TANTRIX_KIND_LAY) {
        picks[0] = (cw_pick){.kind = CW_PICK_BUTTON};
        return 1;
    }
    cw_axial at = tantrix_axial(&state->table, tantrix_move_cell(move));
    picks[0] = (cw_pick){.kind = CW_PICK_HAND, .index = (int)tantrix_move_tile(move) + 1};
    picks[1] = (cw_pick){.kind = CW_PICK_CELL, .q = at.q, .r = at.r};
    picks[2] = (cw_pick){.kind = CW_PICK_TURN, .index = (int)(tantrix_move_face(move) % TANTRIX_SIDES)};
    return 3;
}

/* What to draw: tiles, the cells where one may be laid, the tiles in hand. */
#include <stdio.h>

#include "games/six/groups.h"
#include "games/six/windows.h"

static const cw_color color_of[SIX_COLORS] = {CW_COLOR_RED, CW_COLOR_BLACK};
static const char *const color_name[SIX_COLORS] = {"Red", "Black"};

static cw_scene_cell *add_cell(const cw_state *state, cw_scene *scene, int cell) {
    cw_axial place = cw_six_coordinates(state, cell);
    return cw_scene_add_cell(scene, place.q, place.r);
}

/* A tile's number for those who draw. */
static int piece_number(int color, int tile) {
    return color * SIX_TILES_MAX + tile + 1;
}

/* The number of the tile on a cell. */
static int piece_on(const cw_state *state, int color, int cell) {
    for (int tile = 0; tile < SIX_TILES_MAX; tile++) {
        if (state->place[color][tile] == cell)
            return piece_number(color, tile);
    }
    return 0;
}

/* The tiles of the shape that won. */
static void winning_tiles(const cw_state *state, uint64_t rows[SIX_SIDE]) {
    int cells[SIX_SHAPE_TILES];
    if (state->ending > SIX_RING ||
        cw_six_shape_cells(state->rows[state->winner], state->last, cells) == SIX_ONGOING)
        return;
    for (int i = 0; i < SIX_SHAPE_TILES; i++)
        six_add(rows, cells[i]);
}

static void draw_tiles(const cw_state *state, cw_scene *scene) {
    uint64_t winning[SIX_SIDE] = {0};
    winning_tiles(state, winning);
    for (int color = 0; color < SIX_COLORS; color++) {
        for (uint64_t rows = state->used_rows; rows != 0; rows &= rows - 1) {
            int r = __builtin_ctzll(rows);
            for (uint64_t tiles = state->rows[color][r]; tiles != 0; tiles &= tiles - 1) {
                int cell = six_cell(__builtin_ctzll(tiles), r);
                cw_scene_cell *place = add_cell(state, scene, cell);
                place->fill = color_of[color];
                place->piece = piece_on(state, color, cell);
                snprintf(place->glyph, sizeof place->glyph, "%c", color == SIX_RED ? 'R' : 'B');
                if (cell == state->last)
                    place->marks |= CW_MARK_LAST;
                if (six_has(winning, cell))
                    place->marks |= CW_MARK_WINNING;
            }
        }
    }
}

static void mark_origin(cw_scene_cell *place) {
    place->marks |= CW_MARK_LAST;
    snprintf(place->note, sizeof place->note, "lifted from here");
}

/* Empty cells are drawn where a tile may be laid, and where one was lifted. */
static void draw_empty(const cw_game *game, const cw_state *state, cw_scene *scene) {
    bool origin_waits = state->lifted != SIX_NO_CELL;
    for (int r = 0; r < SIX_SIDE && state->stage == SIX_STAGE_LAY; r++) {
        for (uint64_t open = cw_six_open_row(game, state, r); open != 0; open &= open - 1) {
            int cell = six_cell(__builtin_ctzll(open), r);
            cw_scene_cell *place = add_cell(state, scene, cell);
            if (cell == state->lifted) {
                mark_origin(place);
                origin_waits = false;
            }
        }
    }
    if (origin_waits)
        mark_origin(add_cell(state, scene, state->lifted));
}

/* Where one more tile of a colour completes a shape. */
static void draw_threats(const cw_game *game, const cw_state *state, int color, cw_scene *scene) {
    six_threat threats[SIX_PAIRS_MAX];
    int count = cw_six_find_threats(state->rows[color], state->rows[!color], state->used_rows, threats);
    for (int i = 0; i < count; i++) {
        cw_scene_add_shape(scene, CW_SHAPE_THREAT, color, color_of[color],
                           game->type->endings[threats[i].shape]);
        for (int part = 0; part < SIX_SHAPE_TILES; part++) {
            cw_axial place = cw_six_coordinates(state, threats[i].cells[part]);
            cw_scene_extend_shape(scene, place.q, place.r);
        }
    }
}

/* Names the groups that may be kept. */
static void draw_choice(const cw_game *game, const cw_state *state, cw_scene *scene) {
    cw_move choices[SIX_GROUPS_MAX];
    int count = state->stage == SIX_STAGE_KEEP ? cw_six_moves(game, state, choices) : 0;
    for (int i = 0; i < count; i++) {
        cw_axial place = cw_six_coordinates(state, six_move_cell(choices[i]));
        for (int k = 0; k < scene->cell_count; k++) {
            cw_scene_cell *cell = &scene->cells[k];
            if (cell->q == place.q && cell->r == place.r) {
                cell->marks |= CW_MARK_FORCED;
                snprintf(cell->note, sizeof cell->note, "keep this group");
            }
        }
    }
}

static void draw_hands(const cw_game *game, const cw_state *state, cw_scene *scene) {
    bool in_hand = state->phase == 2 && state->lifted != SIX_NO_CELL && state->stage != SIX_STAGE_OVER;
    for (int player = 0; player < game->player_count; player++) {
        int color = six_color_of(player);
        int count = state->hand[color] + (in_hand && player == state->player);
        if (count == 0)
            continue;
        cw_scene_item *item = cw_scene_add_item(scene, player, 0);
        item->count = count;
        item->fill = color_of[color];
        item->piece = piece_number(color, cw_six_next_tile(state, color));
        snprintf(item->glyph, sizeof item->glyph, "%c", color == SIX_RED ? 'R' : 'B');
    }
}

static void write_caption(const cw_game *game, const cw_state *state, cw_scene *scene) {
    if (state->stage == SIX_STAGE_OVER) {
        const char *ending = game->type->endings[state->ending];
        if (state->ending <= SIX_SHUT_OUT)
            cw_text_printf(&scene->caption, "%s wins: %s", color_name[state->winner], ending);
        else
            cw_text_printf(&scene->caption, "draw: %s", ending);
        return;
    }
    static const char *const tasks[] = {[SIX_STAGE_LAY] = "lays a tile",
                                        [SIX_STAGE_LIFT] = "lifts a tile",
                                        [SIX_STAGE_KEEP] = "keeps a group"};
    int decider = cw_six_to_decide(game, state);
    const char *name = decider == CW_CHANCE     ? "chance"
                       : game->player_count > 2 ? game->seats[decider].name
                                                : color_name[six_color_of(decider)];
    cw_text_printf(&scene->caption, "phase %d, %s %s", state->phase, name, tasks[state->stage]);
    if (state->phase == 2)
        cw_text_printf(&scene->caption, "; tiles: Red %d, Black %d", state->count[SIX_RED],
                       state->count[SIX_BLACK]);
}

void cw_six_draw(const cw_game *game, const cw_state *state, cw_scene *scene) {
    draw_tiles(state, scene);
    draw_empty(game, state, scene);
    draw_choice(game, state, scene);
    for (int color = 0; color < SIX_COLORS && state->stage != SIX_STAGE_OVER; color++)
        draw_threats(game, state, color, scene);
    cw_scene_add_axes(scene);
    draw_hands(game, state, scene);
    write_caption(game, state, scene);
}

int cw_six_picks(const cw_game *game, const cw_state *state, cw_move move, cw_pick *picks) {
    (void)game;
    cw_axial place = cw_six_coordinates(state, six_move_cell(move));
    picks[0] = (cw_pick){.kind = CW_PICK_CELL, .q = place.q, .r = place.r};
    return 1;
}

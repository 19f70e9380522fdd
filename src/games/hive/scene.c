/* What to draw, and how a person points at a move. */
#include <stdio.h>
#include <string.h>

#include "games/hive/hive.h"
#include "games/hive/moves.h"

static const char *const bug_names[CW_HIVE_BUGS] = {"queen", "spider",   "beetle",  "grasshopper",
                                                    "ant",   "mosquito", "ladybug", "pillbug"};

static const char *const side_names[2] = {"White", "Black"};

static cw_color fill_of(int side) {
    return side == CW_HIVE_WHITE ? CW_COLOR_WHITE : CW_COLOR_BLACK;
}

static void draw_piece(const cw_state *state, int piece, cw_axial place, cw_scene *scene) {
    int side = cw_hive_color(piece);
    cw_scene_cell *cell = cw_scene_add_cell(scene, place.q, place.r);
    cell->level = state->level[piece];
    cell->fill = fill_of(side);
    cell->piece = piece + 1;
    snprintf(cell->symbol, sizeof cell->symbol, "%s", bug_names[cw_hive_bug_of[piece]]);
    cw_hive_piece_name(piece, cell->glyph);
    snprintf(cell->note, sizeof cell->note, "%s %s", side_names[side], bug_names[cw_hive_bug_of[piece]]);
    if (state->last != CW_HIVE_NO_MOVE && cw_hive_move_piece(state->last) == piece)
        cell->marks |= CW_MARK_LAST;
    bool has_pillbug = state->available >> (CW_HIVE_SIDE_PIECES - 1) & 1u;
    if (piece == state->stunned && has_pillbug && !cw_hive_is_over(state))
        cell->marks |= CW_MARK_BLOCKED;
    if (cw_hive_bug_of[piece] == CW_HIVE_QUEEN && cw_hive_is_enclosed(state, side))
        cell->marks |= CW_MARK_WINNING;
}

/* Pieces of a stack from the lowest upwards. */
static void draw_board(const cw_state *state, cw_scene *scene) {
    cw_axial place[32];
    cw_hive_locate(state, place);
    int drawn = 0, count = __builtin_popcount(state->board);
    for (int level = 0; drawn < count; level++) {
        for (uint32_t rest = state->board; rest != 0;) {
            int piece = cw_hive_pop(&rest);
            if (state->level[piece] != level)
                continue;
            draw_piece(state, piece, place[piece], scene);
            drawn++;
        }
    }
    if (count == 0)
        cw_scene_add_cell(scene, 0, 0)->fill = CW_COLOR_BOARD;
}

static void draw_hand(const cw_state *state, int side, cw_scene *scene) {
    uint32_t hand = state->available & ~state->board & cw_hive_side_set(side);
    for (int bug = 0; bug < CW_HIVE_BUGS; bug++) {
        uint32_t all = ((1u << cw_hive_bug_pieces[bug]) - 1)
                       << cw_hive_bug_first[bug] << side * CW_HIVE_SIDE_PIECES;
        int count = __builtin_popcount(hand & all);
        if (count == 0)
            continue;
        char name[4];
        cw_hive_piece_name(__builtin_ctz(all), name);
        cw_scene_item *item = cw_scene_add_item(scene, side, bug);
        item->count = count;
        item->fill = fill_of(side);
        item->piece = __builtin_ctz(hand & all) + 1;
        snprintf(item->symbol, sizeof item->symbol, "%s", bug_names[bug]);
        snprintf(item->glyph, sizeof item->glyph, "%.2s", name);
    }
}

static void draw_caption(const cw_state *state, cw_scene *scene) {
    bool white = cw_hive_is_enclosed(state, CW_HIVE_WHITE), black = cw_hive_is_enclosed(state, CW_HIVE_BLACK);
    int side = cw_hive_side(state);
    if (white && black)
        cw_text_append(&scene->caption, "Draw: both queens are enclosed");
    else if (white || black)
        cw_text_printf(&scene->caption, "%s wins: the %s queen is enclosed", side_names[white],
                       white ? "white" : "black");
    else if (cw_hive_is_over(state))
        cw_text_printf(&scene->caption, "Draw after %d turns", state->ply);
    else
        cw_text_printf(&scene->caption, "%s to move, turn %d", side_names[side], state->ply / 2 + 1);
}

void cw_hive_draw(const cw_game *game, const cw_state *state, cw_scene *scene) {
    (void)game;
    draw_board(state, scene);
    draw_hand(state, CW_HIVE_WHITE, scene);
    draw_hand(state, CW_HIVE_BLACK, scene);
    draw_caption(state, scene);
}

int cw_hive_picks(const cw_game *game, const cw_state *state, cw_move move, cw_pick *picks) {
    (void)game;
    int piece = cw_hive_move_piece(move);
    if (piece == CW_HIVE_NO_PIECE) {
        picks[0] = (cw_pick){.kind = CW_PICK_BUTTON};
        return 1;
    }
    if (cw_hive_on_board(state, piece)) {
        cw_axial from = cw_hive_locate_cell(state, state->cell[piece]);
        picks[0] = (cw_pick){.kind = CW_PICK_CELL, .q = from.q, .r = from.r};
    } else {
        picks[0] = (cw_pick){.kind = CW_PICK_HAND, .index = cw_hive_bug_of[piece]};
    }
    cw_axial to = cw_hive_locate_cell(state, cw_hive_move_cell(move));
    picks[1] = (cw_pick){.kind = CW_PICK_CELL, .q = to.q, .r = to.r};
    return 2;
}

/* What Hive knows of a position, to be laid over the table: the pieces that the One Hive rule holds, how far the
 * queens are enclosed, and which pieces can get beside the enemy queen. */
#include <stdio.h>
#include <string.h>

#include "games/hive/hive.h"
#include "games/hive/survey.h"

static const cw_color colors[2] = {CW_COLOR_WHITE, CW_COLOR_BLACK};

/* Marks the places of a set of pieces by colour; returns how many each side has. */
static void mark_pieces(const cw_state *state, uint32_t pieces, cw_sign sign, const char *note,
                        cw_insight *insight, int counts[2]) {
    cw_axial place[32];
    counts[0] = counts[1] = 0;
    cw_hive_locate(state, place);
    while (pieces != 0) {
        int piece = cw_hive_pop(&pieces), side = cw_hive_color(piece);
        cw_insight_mark *mark = cw_insight_add_mark(insight, place[piece].q, place[piece].r, sign);
        mark->color = colors[side];
        snprintf(mark->note, sizeof mark->note, "%s", note);
        counts[side]++;
    }
}

static void show_pinned(const cw_state *state, const cw_hive_survey *survey, cw_insight *insight) {
    int counts[2];
    cw_insight_layer *layer = cw_insight_add_layer(insight, "pinned", "Pinned pieces");
    mark_pieces(state, survey->pinned, CW_SIGN_HELD, "pinned: without it the hive falls apart", insight,
                counts);
    snprintf(layer->summary, sizeof layer->summary, "Pinned by the One Hive rule: %d of White, %d of Black.",
             counts[CW_HIVE_WHITE], counts[CW_HIVE_BLACK]);
}

/* The ring of one queen: what is taken of it, and what is still open. */
static void show_ring(const cw_state *state, int side, const cw_hive_survey *survey, cw_insight *insight) {
    int queen = CW_HIVE_QUEEN + side * CW_HIVE_SIDE_PIECES;
    if (!cw_hive_on_board(state, queen))
        return;
    int cell = state->cell[queen];
    unsigned taken = cw_hive_ring(state, cell);
    for (int direction = 0; direction < CW_DIRECTIONS; direction++) {
        cw_axial place = cw_hive_locate_cell(state, cw_hive_neighbor(cell, direction));
        bool is_taken = (taken >> direction & 1u) != 0;
        cw_insight_add_mark(insight, place.q, place.r, is_taken ? CW_SIGN_DANGER : CW_SIGN_CHOICE)->color =
            colors[side];
    }
    cw_axial place = cw_hive_locate_cell(state, cell);
    cw_insight_mark *mark = cw_insight_add_mark(insight, place.q, place.r, CW_SIGN_AREA);
    mark->color = colors[side];
    snprintf(mark->text, sizeof mark->text, "%d/6", survey->ring[side]);
}

static void tell_ring(const cw_state *state, int side, int taken, cw_text *text) {
    static const char *const sides[2] = {"White", "Black"};
    if (cw_hive_on_board(state, CW_HIVE_QUEEN + side * CW_HIVE_SIDE_PIECES))
        cw_text_printf(text, "%s's queen: %d of 6 sides taken. ", sides[side], taken);
    else
        cw_text_printf(text, "%s's queen is in hand. ", sides[side]);
}

static void show_queens(const cw_state *state, const cw_hive_survey *survey, cw_insight *insight) {
    cw_text text = {0};
    cw_insight_layer *layer = cw_insight_add_layer(insight, "queens", "Queens' rings");
    for (int side = CW_HIVE_WHITE; side <= CW_HIVE_BLACK; side++) {
        show_ring(state, side, survey, insight);
        tell_ring(state, side, survey->ring[side], &text);
    }
    snprintf(layer->summary, sizeof layer->summary, "%.*s", (int)(text.length - 1), cw_text_string(&text));
    cw_text_free(&text);
}

static void show_attackers(const cw_state *state, const cw_hive_survey *survey, cw_insight *insight) {
    int counts[2];
    cw_insight_layer *layer = cw_insight_add_layer(insight, "attackers", "Attackers");
    mark_pieces(state, survey->attackers, CW_SIGN_DANGER, "can get beside the enemy queen", insight, counts);
    snprintf(layer->summary, sizeof layer->summary,
             "Can get beside the enemy queen in one move: %d of White, %d of Black.", counts[CW_HIVE_WHITE],
             counts[CW_HIVE_BLACK]);
}

void cw_hive_insight(const cw_game *game, const cw_state *state, const cw_insight_budget *budget,
                     cw_insight *insight) {
    (void)game, (void)budget;
    cw_hive_survey survey;
    cw_state copy = *state; /* surveyed in place */
    cw_hive_survey_position(&copy, &survey);
    show_pinned(state, &survey, insight);
    show_queens(state, &survey, insight);
    show_attackers(state, &survey, insight);
}

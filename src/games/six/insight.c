/* What Six knows of a position, to be laid over the table: cells that complete a shape, windows that are two tiles
 * short of one, and a chain of threats that wins. */
#include <stdio.h>
#include <string.h>

#include "games/six/attack.h"

static const cw_color colors[SIX_COLORS] = {[SIX_RED] = CW_COLOR_RED, [SIX_BLACK] = CW_COLOR_BLACK};
static const char *const names[SIX_COLORS] = {[SIX_RED] = "Red", [SIX_BLACK] = "Black"};

static cw_insight_mark *mark_cell(const cw_state *state, int cell, cw_sign sign, int color,
                                  cw_insight *insight) {
    cw_axial place = cw_six_coordinates(state, cell);
    cw_insight_mark *mark = cw_insight_add_mark(insight, place.q, place.r, sign);
    mark->color = colors[color];
    return mark;
}

/* Cells where one tile of a colour wins: its own chance, the other's danger. Returns their number. */
static int mark_wins(const cw_state *state, int color, cw_insight *insight) {
    uint64_t wins[SIX_SIDE];
    int count = 0;
    memset(wins, 0, sizeof wins);
    if (!cw_six_winning_cells(state->rows[color], state->rows[color ^ 1], state->used_rows, wins))
        return 0;
    cw_sign sign = six_color_of(state->player) == color ? CW_SIGN_WIN : CW_SIGN_DANGER;
    for (int r = 0; r < SIX_SIDE; r++) {
        for (uint64_t row = wins[r]; row != 0; row &= row - 1, count++)
            snprintf(mark_cell(state, six_cell(__builtin_ctzll(row), r), sign, color, insight)->note,
                     CW_NOTE_MAX, "a tile here completes a shape of %s", names[color]);
    }
    return count;
}

static void show_threats(const cw_state *state, cw_insight *insight) {
    cw_insight_layer *layer = cw_insight_add_layer(insight, "threats", "Threats");
    int red = mark_wins(state, SIX_RED, insight), black = mark_wins(state, SIX_BLACK, insight);
    snprintf(layer->summary, sizeof layer->summary, "Cells that complete a shape: %d for Red, %d for Black.",
             red, black);
}

/* Windows with four tiles, by the two cells that are missing. */
static void show_windows(const cw_state *state, cw_insight *insight) {
    six_open_windows windows;
    cw_insight_layer *layer = cw_insight_add_layer(insight, "windows", "Open windows");
    cw_six_count_windows(state, &windows);
    for (int color = SIX_RED; color < SIX_COLORS; color++) {
        six_pair pairs[SIX_PAIRS_MAX];
        uint64_t marked[SIX_SIDE] = {0};
        int count = cw_six_find_pairs(state->rows[color], state->rows[color ^ 1], state->used_rows, pairs);
        for (int i = 0; i < count; i++) {
            cw_axial from = cw_six_coordinates(state, pairs[i].cells[0]);
            cw_axial to = cw_six_coordinates(state, pairs[i].cells[1]);
            cw_insight_add_link(insight, from.q, from.r, to.q, to.r)->color = colors[color];
            for (int end = 0; end < 2; end++) {
                if (!six_has(marked, pairs[i].cells[end]))
                    mark_cell(state, pairs[i].cells[end], CW_SIGN_AREA, color, insight);
                six_add(marked, pairs[i].cells[end]);
            }
        }
    }
    const int *red = windows.count[SIX_RED], *black = windows.count[SIX_BLACK];
    snprintf(layer->summary, sizeof layer->summary,
             "Open windows with 3, 4 and 5 tiles: Red %d, %d and %d; Black %d, %d and %d.", red[3], red[4],
             red[5], black[3], black[4], black[5]);
}

/* A chain of threats of phase one that wins for whoever lays next. */
static void show_attack(const six_rules *rules, const cw_state *state, cw_insight *insight) {
    enum { POSITIONS = 20000 };
    six_attack attack;
    int mover = six_color_of(state->player), first;
    cw_insight_layer *layer = cw_insight_add_layer(insight, "attack", "Winning attack");
    cw_six_attack_begin(&attack, rules, state, mover, POSITIONS);
    if (!cw_six_attack_wins(&attack, &first)) {
        snprintf(layer->summary, sizeof layer->summary, "No chain of threats that wins for %s was found.",
                 names[mover]);
        return;
    }
    mark_cell(state, first, CW_SIGN_WIN, mover, insight);
    snprintf(layer->summary, sizeof layer->summary, "%s wins by threats, beginning on the marked cell.",
             names[mover]);
}

void cw_six_insight(const cw_game *game, const cw_state *state, const cw_insight_budget *budget,
                    cw_insight *insight) {
    (void)budget;
    if (state->ending != SIX_ONGOING || state->used_rows == 0)
        return;
    show_threats(state, insight);
    show_windows(state, insight);
    if (state->phase == 1 && state->stage == SIX_STAGE_LAY)
        show_attack(six_rules_of(game), state, insight);
}

/* Which empty cells are cut off from the outside, found by a flood over rows of bits. */
#include <string.h>

#include "games/tantrix/tantrix.h"

enum { ROWS_MAX = TANTRIX_TILES + 2 };

/* The cells of the smallest box around all tiles with a margin of one, a word a row. */
typedef struct box {
    int q_low, r_low; /* the corner with bit 0 of row 0 */
    int row_count;
    uint64_t within; /* the columns of the box */
    uint64_t taken[ROWS_MAX];
    uint64_t outside[ROWS_MAX];
} box;

/* The lines in use form one run around 0: its lowest and highest members. */
static int run_low(uint64_t lines) {
    return -__builtin_clzll(~lines);
}

static int run_high(uint64_t lines) {
    return __builtin_ctzll(~lines) - 1;
}

static void make_box(const tantrix_table *table, box *area) {
    memset(area, 0, sizeof *area);
    area->q_low = run_low(table->lines[2]) - 1;
    area->r_low = run_low(table->lines[1]) - 1;
    area->row_count = run_high(table->lines[1]) + 2 - area->r_low;
    int width = run_high(table->lines[2]) + 2 - area->q_low;
    assert(width < TANTRIX_TORUS && area->row_count <= ROWS_MAX);
    area->within = (UINT64_C(1) << width) - 1;
    for (int i = 0; i < table->laid_count; i++) {
        cw_axial at = tantrix_axial(table, table->laid_cell[i]);
        area->taken[at.r - area->r_low] |= UINT64_C(1) << (at.q - area->q_low);
    }
}

/* What can be reached within a row from some of its cells. */
static uint64_t spread(uint64_t reached, uint64_t open) {
    reached &= open;
    for (;;) {
        uint64_t wider = (reached | reached << 1 | reached >> 1) & open;
        if (wider == reached)
            return reached;
        reached = wider;
    }
}

static bool flood_row(box *area, int row) {
    uint64_t reached = area->outside[row];
    if (row > 0)
        reached |= area->outside[row - 1] | area->outside[row - 1] >> 1;
    if (row + 1 < area->row_count)
        reached |= area->outside[row + 1] | area->outside[row + 1] << 1;
    reached = spread(reached, area->within & ~area->taken[row]);
    bool grown = reached != area->outside[row];
    area->outside[row] = reached;
    return grown;
}

static void flood(box *area) {
    area->outside[0] = area->within;
    for (bool grown = true; grown;) {
        grown = false;
        for (int row = 1; row < area->row_count; row++)
            grown |= flood_row(area, row);
        for (int row = area->row_count - 2; row >= 0; row--)
            grown |= flood_row(area, row);
    }
}

void cw_tantrix_find_holes(tantrix_table *table) {
    box area;
    make_box(table, &area);
    flood(&area);
    for (int row = 0; row < area.row_count; row++) {
        uint64_t enclosed = area.within & ~area.taken[row] & ~area.outside[row];
        for (; enclosed != 0; enclosed &= enclosed - 1)
            table->cells[tantrix_cell(area.q_low + __builtin_ctzll(enclosed), area.r_low + row)] |=
                TANTRIX_ENCLOSED;
    }
}

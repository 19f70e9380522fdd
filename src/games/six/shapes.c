#include "games/six/shapes.h"

const cw_axial cw_six_templates[SIX_TEMPLATES][SIX_SHAPE_TILES] = {
    {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}},
    {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}},
    {{0, 0}, {1, -1}, {2, -2}, {3, -3}, {4, -4}, {5, -5}},
    {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {0, 2}},
    {{0, 0}, {-1, 1}, {0, 1}, {-2, 2}, {-1, 2}, {0, 2}},
    {{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}},
};

const six_ending cw_six_template_ending[SIX_TEMPLATES] = {SIX_LINE,     SIX_LINE,     SIX_LINE,
                                                          SIX_TRIANGLE, SIX_TRIANGLE, SIX_RING};

static int run_length(const uint64_t own[SIX_SIDE], int cell, int direction) {
    int length = 0;
    for (cell = six_step(cell, direction); length < SIX_SHAPE_TILES && six_has(own, cell);
         cell = six_step(cell, direction))
        length++;
    return length;
}

six_ending cw_six_shape_at(const uint64_t own[SIX_SIDE], int cell) {
    for (int direction = 0; direction < 3; direction++) {
        if (run_length(own, cell, direction) + run_length(own, cell, direction + 3) + 1 >= SIX_SHAPE_TILES)
            return SIX_LINE;
    }
    uint64_t patch = six_patch(own, cell);
    if (six_triangles(patch) != 0)
        return SIX_TRIANGLE;
    return six_rings(patch) != 0 ? SIX_RING : SIX_ONGOING;
}

/* The cells of a template whose cell number `part` is `cell`; are all of them in the set? */
static bool lies_there(const uint64_t own[SIX_SIDE], int cell, int template, int part,
                       int cells[SIX_SHAPE_TILES]) {
    const cw_axial *offsets = cw_six_templates[template];
    bool all = true;
    for (int i = 0; i < SIX_SHAPE_TILES; i++) {
        cells[i] = six_cell(six_q(cell) + offsets[i].q - offsets[part].q,
                            six_r(cell) + offsets[i].r - offsets[part].r);
        all = all && six_has(own, cells[i]);
    }
    return all;
}

six_ending cw_six_shape_cells(const uint64_t own[SIX_SIDE], int cell, int cells[SIX_SHAPE_TILES]) {
    for (int template = 0; template <SIX_TEMPLATES; template ++) {
        for (int part = 0; part < SIX_SHAPE_TILES; part++) {
            if (lies_there(own, cell, template, part, cells))
                return cw_six_template_ending[template];
        }
    }
    return SIX_ONGOING;
}

uint64_t cw_six_base_rows(int template, uint64_t used_rows) {
    uint64_t rows = 0;
    for (int part = 0; part < SIX_SHAPE_TILES; part++)
        rows |= six_from_east(used_rows, cw_six_templates[template][part].r);
    return rows;
}

/* Adds the missing cells of shapes whose bases in row r lack one tile. */
static bool add_missing(const uint64_t own[SIX_SIDE], const uint64_t blocked[SIX_SIDE], int template, int r,
                        uint64_t bases, uint64_t cells[SIX_SIDE]) {
    bool found = false;
    for (; bases != 0; bases &= bases - 1) {
        for (int part = 0; part < SIX_SHAPE_TILES; part++) {
            const cw_axial offset = cw_six_templates[template][part];
            int cell = six_cell(__builtin_ctzll(bases) + offset.q, r + offset.r);
            if (!six_has(own, cell) && !six_has(blocked, cell)) {
                six_add(cells, cell);
                found = true;
            }
        }
    }
    return found;
}

CW_MULTIVERSION static bool find_winning_cells(const uint64_t own[SIX_SIDE], const uint64_t blocked[SIX_SIDE],
                                               uint64_t used_rows, uint64_t cells[SIX_SIDE]) {
    bool found = false;
    for (int template = 0; template <SIX_TEMPLATES; template ++) {
        const cw_axial *offsets = cw_six_templates[template];
        for (uint64_t rows = cw_six_base_rows(template, used_rows); rows != 0; rows &= rows - 1) {
            int r = __builtin_ctzll(rows);
            six_tally tally = six_tally_begin();
            for (int part = 0; part < SIX_SHAPE_TILES; part++)
                six_tally_add(&tally, six_from_east(own[(r + offsets[part].r) & SIX_WRAP], offsets[part].q));
            if (tally.but_one != 0)
                found |= add_missing(own, blocked, template, r, tally.but_one, cells);
        }
    }
    return found;
}

bool cw_six_winning_cells(const uint64_t own[SIX_SIDE], const uint64_t blocked[SIX_SIDE], uint64_t used_rows,
                          uint64_t cells[SIX_SIDE]) {
    for (int r = 0; r < SIX_SIDE; r++)
        cells[r] = 0;
    return find_winning_cells(own, blocked, used_rows, cells);
}

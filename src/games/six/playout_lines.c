/* Playouts that take a win and block one: everything else is random as in `uniform`.
 *
 * Each tile laid may leave shapes that lack one tile; their missing cells are kept in a list for each colour
 * and looked at again when they are to be used, for tiles come and go in phase two. */
#include "games/six/playout_lines.h"

#include "games/six/playout.h"

enum { CHANCES_MAX = 32 };

typedef struct chances {
    uint16_t cells[SIX_COLORS][CHANCES_MAX];
    int count[SIX_COLORS];
} chances;

static void add_chance(chances *list, int color, int cell) {
    if (list->count[color] < CHANCES_MAX)
        list->cells[color][list->count[color]++] = (uint16_t)cell;
}

/* ---- Finding shapes that lack one tile ---- */

/* Would a tile at this empty cell complete a shape? */
static bool would_complete(six_board *board, int color, int cell) {
    six_board_flip(board, color, cell);
    bool complete = six_board_completes(board, color, cell);
    six_board_flip(board, color, cell);
    return complete;
}

CW_INLINE bool is_empty(const six_board *board, int cell) {
    return !six_has(board->lines[SIX_RED][0], cell) && !six_has(board->lines[SIX_BLACK][0], cell) &&
           !(board->around[cell] & SIX_BEYOND);
}

/* The distances of the bits of triangles and the ring in a patch of the 5 x 5 cells. */
static const uint8_t patch_bits[3][SIX_SHAPE_TILES] = {
    {0, 1, 2, 8, 9, 16}, {2, 9, 10, 16, 17, 18}, {1, 2, 8, 10, 16, 17}};

/* The bits of a patch that lack one tile of a shape to be complete. */
static uint64_t missing_in_patch(uint64_t patch) {
    uint64_t missing = 0;
    for (int shape = 0; shape < 3; shape++) {
        six_tally tally = six_tally_begin();
        for (int part = 0; part < SIX_SHAPE_TILES; part++)
            six_tally_add(&tally, patch >> patch_bits[shape][part]);
        /* A base must leave the whole shape inside the patch. */
        for (uint64_t bases = tally.but_one & 0x070707; bases != 0; bases &= bases - 1) {
            for (int part = 0; part < SIX_SHAPE_TILES; part++)
                missing |= ~patch & 1ULL << (__builtin_ctzll(bases) + patch_bits[shape][part]);
        }
    }
    return missing;
}

/* The same for three lines of 11 cells, 12 bits apart. */
static uint64_t missing_in_lines(uint64_t lines) {
    six_tally tally = six_tally_begin();
    for (int part = 0; part < SIX_SHAPE_TILES; part++)
        six_tally_add(&tally, lines >> part);
    uint64_t missing = 0;
    for (uint64_t bases = tally.but_one & 0x03F03F03F; bases != 0; bases &= bases - 1)
        missing |= ~lines & 63ULL << __builtin_ctzll(bases);
    return missing;
}

/* Lists the empty cells that complete a shape with the tile just laid at `cell`. */
static void note_chances(const six_board *board, chances *list, int color, int cell) {
    static const cw_axial axes[SIX_AXES] = {{1, 0}, {0, 1}, {1, -1}};
    int q = six_q(cell), r = six_r(cell);
    for (uint64_t missing = missing_in_lines(six_board_lines(board, color, cell)); missing != 0;
         missing &= missing - 1) {
        int bit = __builtin_ctzll(missing), axis = bit / 12, step = bit % 12 - 5;
        int place = six_cell(q + step * axes[axis].q, r + step * axes[axis].r);
        if (is_empty(board, place))
            add_chance(list, color, place);
    }
    for (uint64_t missing = missing_in_patch(six_patch(board->lines[color][0], cell)); missing != 0;
         missing &= missing - 1) {
        int bit = __builtin_ctzll(missing);
        int place = six_cell(q + bit % 8 - 2, r + bit / 8 - 2);
        if (is_empty(board, place))
            add_chance(list, color, place);
    }
}

/* A cell that has become empty may complete a shape of either colour. */
static void note_emptied(six_board *board, chances *list, int cell) {
    for (int color = 0; color < SIX_COLORS; color++) {
        if (would_complete(board, color, cell))
            add_chance(list, color, cell);
    }
}

/* ---- Using them ---- */

static int index_in_open(const six_board *board, int cell) {
    for (int i = 0; i < board->open_count; i++) {
        if (board->open[i] == cell)
            return i;
    }
    return -1;
}

/* A cell where this colour would complete a shape and a tile may be laid, or -1; forgets those that would
 * not. */
static int find_chance(six_board *board, chances *list, int color) {
    for (int i = list->count[color] - 1; i >= 0; i--) {
        int cell = list->cells[color][i];
        if (is_empty(board, cell) && would_complete(board, color, cell)) {
            if (index_in_open(board, cell) >= 0)
                return cell;
        } else {
            list->cells[color][i] = list->cells[color][--list->count[color]];
        }
    }
    return -1;
}

static void take_from_open(six_board *board, int cell) {
    board->open[index_in_open(board, cell)] = board->open[board->open_count - 1];
    board->open_count--;
}

/* A tile that can be lifted without a split and is not needed to complete the shape at `goal`, or -1. */
static int find_spare_tile(six_board *board, int color, int goal, cw_rng *rng) {
    int count = board->tile_count[color];
    int first = (int)cw_rng_below(rng, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        int cell = board->tiles[color][(first + i) % count];
        if (cw_six_arcs[board->around[cell] & SIX_RING_MASK] > 1)
            continue;
        six_board_flip(board, color, cell);
        bool spare = would_complete(board, color, goal);
        six_board_flip(board, color, cell);
        if (spare)
            return cell;
    }
    return -1;
}

/* ---- The policy ---- */

static bool lay_with_sense(six_course *course, six_board *board, chances *list, cw_rng *rng, bool keyed) {
    int color = six_color_of(course->player);
    int cell = find_chance(board, list, color);
    if (cell < 0)
        cell = find_chance(board, list, color ^ 1);
    if (cell >= 0)
        take_from_open(board, cell);
    else
        cell = six_board_draw_open(board, rng);
    six_course_lay(course, board, cell, keyed);
    if (six_board_completes(board, color, cell))
        return six_course_win(course, board, cell);
    note_chances(board, list, color, cell);
    return false;
}

static bool lift_with_sense(six_course *course, six_board *board, const six_rules *rules, chances *list,
                            cw_rng *rng, bool keyed) {
    int color = six_color_of(course->player);
    int goal = find_chance(board, list, color);
    int cell = goal >= 0 ? find_spare_tile(board, color, goal, rng) : -1;
    if (cell < 0)
        cell = six_board_draw_tile(board, color, rng);
    int open_before = board->open_count;
    if (six_course_lift(course, board, rules, cell, rng, keyed))
        return true;
    note_emptied(board, list, cell);
    for (int i = open_before; i < board->open_count; i++) { /* captured tiles went to the end of the list */
        if (board->open[i] != cell)
            note_emptied(board, list, board->open[i]);
    }
    return false;
}

static void play_out(const six_rules *rules, six_course *course, six_board *board, chances *list, cw_rng *rng,
                     bool keyed) {
    while (course->phase == 1) {
        if (lay_with_sense(course, board, list, rng, keyed) || six_course_pass(course, rules))
            return;
    }
    for (;;) {
        if (course->lifted == SIX_NO_CELL && lift_with_sense(course, board, rules, list, rng, keyed))
            return;
        if (lay_with_sense(course, board, list, rng, keyed))
            return;
        six_course_list_origin(course, board, rules);
        if (six_course_pass(course, rules))
            return;
    }
}

/* The chances that the position has at the start. */
static void load_chances(const cw_state *state, chances *list) {
    for (int color = 0; color < SIX_COLORS; color++) {
        uint64_t cells[SIX_SIDE];
        list->count[color] = 0;
        if (!cw_six_winning_cells(state->rows[color], state->rows[color ^ 1], state->used_rows, cells))
            continue;
        for (int r = 0; r < SIX_SIDE; r++) {
            for (uint64_t row = cells[r]; row != 0; row &= row - 1)
                add_chance(list, color, six_cell(__builtin_ctzll(row), r));
        }
    }
}

void cw_six_play_lines(const cw_game *game, void *context, cw_state *state, cw_rng *rng,
                       cw_playout *playout) {
    (void)context;
    six_course course;
    six_board board;
    chances list;
    if (cw_six_course_begin(&course, &board, game, state, rng, playout)) {
        load_chances(state, &list);
        play_out(six_rules_of(game), &course, &board, &list, rng, playout->keys[0] != NULL);
    }
    cw_six_course_end(&course, game, playout);
}

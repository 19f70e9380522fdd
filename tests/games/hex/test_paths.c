/* Shortest paths with bridges, against a slow search cell by cell. */
#include "games/hex/paths.h"
#include "harness.h"

enum { FAR = 1000 };

/* ---- The obvious way ---- */

static const int steps[6][2] = {{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}}; /* column, row */

typedef struct slow {
    const cw_hex_board *board;
    const cw_state *state;
    int color;
    int need[2][CW_HEX_SIZE_MAX][CW_HEX_SIZE_MAX]; /* by edge: stones up to and with the cell */
} slow;

/* 0: own, 1: empty, 2: the enemy's, 3: off the board. */
static int content(const slow *search, int column, int row) {
    int size = search->board->size;
    if (column < 0 || row < 0 || column >= size || row >= size)
        return 3;
    int cell = cw_hex_cell(search->board, column, row);
    if (cw_hex_has_stone(search->board, search->state, search->color, cell))
        return 0;
    return cw_hex_is_empty(search->board, search->state, cell) ? 1 : 2;
}

/* How far a cell is from an edge of the colour: 0 along it. */
static int depth(const slow *search, int edge, int column, int row) {
    int along = search->color == CW_HEX_BLACK ? row : column;
    return edge == 0 ? along : search->board->size - 1 - along;
}

/* Along the edge, or one row further in with two empty cells before it. */
static bool joins_edge(const slow *search, int edge, int column, int row) {
    int before = 0, from_edge = depth(search, edge, column, row);
    for (int i = 0; i < 6 && from_edge == 1; i++) {
        int x = column + steps[i][0], y = row + steps[i][1];
        before += depth(search, edge, x, y) == 0 && content(search, x, y) == 1;
    }
    return from_edge == 0 || before == 2;
}

static bool relax(slow *search, int edge, int column, int row, int from) {
    int what = content(search, column, row);
    if (what > 1 || search->need[edge][row][column] <= from + what)
        return false;
    search->need[edge][row][column] = from + what;
    return true;
}

static bool relax_around(slow *search, int edge, int column, int row) {
    bool changed = joins_edge(search, edge, column, row) && relax(search, edge, column, row, 0);
    int need = search->need[edge][row][column];
    for (int i = 0; i < 6 && need < FAR; i++) {
        const int *a = steps[i], *b = steps[(i + 1) % 6];
        changed |= relax(search, edge, column + a[0], row + a[1], need);
        if (content(search, column + a[0], row + a[1]) == 1 &&
            content(search, column + b[0], row + b[1]) == 1)
            changed |= relax(search, edge, column + a[0] + b[0], row + a[1] + b[1], need);
    }
    return changed;
}

static void find_needs(slow *search, int edge) {
    int size = search->board->size;
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++)
            search->need[edge][row][column] = FAR;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++)
                changed |= relax_around(search, edge, column, row);
        }
    }
}

/* The length of the shortest path through a cell. */
static int through(const slow *search, int column, int row) {
    int what = content(search, column, row);
    int both = search->need[0][row][column] + search->need[1][row][column];
    return what > 1 || both >= FAR ? FAR : both - what;
}

static int shortest(const slow *search) {
    int best = FAR, size = search->board->size;
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++)
            best = through(search, column, row) < best ? through(search, column, row) : best;
    }
    return best;
}

/* ---- Comparing ---- */

static void compare(const cw_hex_board *board, const cw_state *state, int color) {
    slow search = {.board = board, .state = state, .color = color};
    cw_hex_paths paths;
    find_needs(&search, 0);
    find_needs(&search, 1);
    cw_hex_find_paths(board, state, color, &paths);
    int length = shortest(&search);
    assert_int_equal(paths.length, length > board->size ? CW_HEX_PATH_NONE : length);
    bool is_open = length > 0 && length <= board->size;
    for (int row = 0; row < board->size; row++) {
        for (int column = 0; column < board->size; column++) {
            int cell = cw_hex_cell(board, column, row), what = content(&search, column, row);
            bool linked = what == 0 && (search.need[0][row][column] == 0 || search.need[1][row][column] == 0);
            int longer = is_open && what == 1 ? through(&search, column, row) - length : FAR;
            assert_int_equal(cw_hex_set_has(&paths.linked, cell), linked);
            assert_int_equal(cw_hex_set_has(&paths.best, cell), longer == 0);
            assert_int_equal(cw_hex_set_has(&paths.near, cell), longer == 1);
        }
    }
}

static void agrees_with_a_slow_search(void **unused) {
    (void)unused;
    static const int sizes[] = {3, 5, 8, 10, 11, 12, 13, 19};
    cw_rng rng = cw_rng_make(1, 2);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        static cw_hex_board board;
        static uint64_t room[32];
        cw_state *state = (cw_state *)room;
        cw_hex_board_make(&board, sizes[i], CW_HEX_SWAP_OFF);
        for (int game = 0; game < 40; game++) {
            cw_hex_clear(&board, state, CW_HEX_BLACK);
            int stones = (int)cw_rng_below(&rng, (uint32_t)(sizes[i] * sizes[i]));
            for (int k = 0; k < stones; k++) {
                int cell = cw_hex_cell(&board, (int)cw_rng_below(&rng, (uint32_t)sizes[i]),
                                       (int)cw_rng_below(&rng, (uint32_t)sizes[i]));
                if (cw_hex_is_empty(&board, state, cell))
                    cw_hex_put(&board, state, k & 1, cell);
            }
            compare(&board, state, CW_HEX_BLACK);
            compare(&board, state, CW_HEX_WHITE);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_a_slow_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

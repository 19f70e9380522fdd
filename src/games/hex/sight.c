/* What a network of Hex sees of a position. docs/network-format.md tells what the planes hold. */
#include "games/hex/sight.h"

#include <stdlib.h>
#include <string.h>

#include "games/hex/connections.h"
#include "games/hex/inferior.h"
#include "games/hex/paths.h"

/* The planes, in groups: [OWN] and [ENEMY] of each pair, a plane for each number of stones that are needed, and
   one for each difference of these. */
enum {
    BORDER = CW_HEX_SIGHT_BORDER,
    OWN = 0,
    ENEMY = 1,
    EMPTY = 2,
    STONE_PLANES = 3,
    LINKED = STONE_PLANES, /* stones joined to an edge */
    BEST = LINKED + 2,     /* cells of shortest paths */
    NEAR = BEST + 2,       /* cells of paths one stone longer */
    NEEDED = NEAR + 2,     /* the whole board: 0, 1 or 2 stones are needed, own, then the enemy's */
    NEEDED_MOST = 2,
    AHEAD =
        NEEDED + 2 * (NEEDED_MOST + 1), /* the whole board: by how many stones the mover is ahead, -2 to 2 */
    AHEAD_MOST = 2,
    PATH_PLANES = AHEAD + 2 * AHEAD_MOST + 1,
    REACH = PATH_PLANES, /* cells with a virtual connection to an edge: semi, then full */
    REACH_WAYS = 4,
    FILLED = REACH + 2 * REACH_WAYS, /* cells whose colour is settled */
    MUST_PLAY = FILLED + 2,          /* where the mover must play */
    CONNECTION_PLANES,
    ANSWERS = CONNECTION_PLANES, /* cells that leave so few answers, one plane for each bound */
    ANSWER_BOUNDS = 7,
    DEEP_MUST_PLAY =
        ANSWERS + 2 * ANSWER_BOUNDS, /* where each side must play against moves without an answer */
    ANSWER_PLANES = DEEP_MUST_PLAY + 2,
};

static const uint8_t answer_bounds[ANSWER_BOUNDS] = {0, 1, 2, 3, 5, 8, 14};

static const int planes_of[] = {
    [CW_HEX_SEES_PATHS] = PATH_PLANES,
    [CW_HEX_SEES_CONNECTIONS] = CONNECTION_PLANES,
    [CW_HEX_SEES_ANSWERS] = ANSWER_PLANES,
    [CW_HEX_SEES_STONES] = STONE_PLANES,
};

struct cw_hex_sight {
    const cw_hex_board *board;
    cw_hex_view view;
    cw_hex_connections *connections; /* for the views that show them */
};

int cw_hex_view_planes(cw_hex_view view) {
    return planes_of[view];
}

void cw_hex_sight_destroy(cw_hex_sight *sight) {
    if (sight == NULL)
        return;
    cw_hex_connections_destroy(sight->connections);
    free(sight);
}

cw_status cw_hex_sight_create(const cw_hex_board *board, cw_hex_view view, cw_hex_sight **sight,
                              cw_error *error) {
    cw_hex_sight *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for what a network sees");
    made->board = board;
    made->view = view;
    cw_status status = CW_OK;
    if (view == CW_HEX_SEES_CONNECTIONS || view == CW_HEX_SEES_ANSWERS)
        status = cw_hex_connections_create(board, &cw_hex_limits_standard, &made->connections, error);
    if (status != CW_OK) {
        cw_hex_sight_destroy(made);
        return status;
    }
    *sight = made;
    return CW_OK;
}

/* ---- Stones ---- */

/* The cell at a row and column of the view of who is to move, who joins top and bottom. */
static int seen_cell(const cw_hex_board *board, int mover, int row, int column) {
    return mover == CW_HEX_BLACK ? cw_hex_cell(board, column, row) : cw_hex_cell(board, row, column);
}

/* Own stones above and below, the enemy's left and right, both in the corners. */
static void paint_border(int size, uint8_t *planes) {
    int side = size + 2 * BORDER;
    memset(planes, 0, (size_t)(STONE_PLANES * side * side));
    for (int row = 0; row < side; row++) {
        for (int column = 0; column < side; column++) {
            planes[(OWN * side + row) * side + column] = row < BORDER || row >= size + BORDER;
            planes[(ENEMY * side + row) * side + column] = column < BORDER || column >= size + BORDER;
        }
    }
}

static void write_stones(const cw_hex_board *board, const cw_state *state, uint8_t *planes) {
    int size = board->size, side = size + 2 * BORDER, own = state->turn;
    paint_border(size, planes);
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) {
            int cell = seen_cell(board, own, row, column);
            int plane = cw_hex_has_stone(board, state, own, cell)    ? OWN
                        : cw_hex_has_stone(board, state, !own, cell) ? ENEMY
                                                                     : EMPTY;
            planes[(plane * side + row + BORDER) * side + column + BORDER] = 1;
        }
    }
}

/* ---- Paths ---- */

static void write_paths_of(const cw_hex_board *board, int mover, const cw_hex_paths *paths, int whose,
                           uint8_t *planes) {
    int size = board->size, side = size + 2 * BORDER, area = side * side;
    for (int row = 0; row < size; row++) {
        uint8_t *place = planes + (row + BORDER) * side + BORDER;
        for (int column = 0; column < size; column++, place++) {
            int cell = seen_cell(board, mover, row, column);
            place[(LINKED + whose) * area] = cw_hex_set_has(&paths->linked, cell);
            place[(BEST + whose) * area] = cw_hex_set_has(&paths->best, cell);
            place[(NEAR + whose) * area] = cw_hex_set_has(&paths->near, cell);
        }
    }
    if (paths->length <= NEEDED_MOST)
        memset(planes + (NEEDED + whose * (NEEDED_MOST + 1) + paths->length) * area, 1, (size_t)area);
}

/* How the paths of both sides stand: what a small network finds hard to see for itself on a large board. */
static void write_paths(const cw_hex_board *board, const cw_state *state, uint8_t *planes) {
    int side = board->size + 2 * BORDER, area = side * side, mover = state->turn;
    cw_hex_paths paths[2];
    memset(planes + STONE_PLANES * area, 0, (size_t)((PATH_PLANES - STONE_PLANES) * area));
    for (int whose = OWN; whose <= ENEMY; whose++) {
        cw_hex_find_paths(board, state, mover ^ whose, &paths[whose]);
        write_paths_of(board, mover, &paths[whose], whose, planes);
    }
    int ahead = paths[ENEMY].length - paths[OWN].length;
    ahead = ahead > AHEAD_MOST ? AHEAD_MOST : ahead < -AHEAD_MOST ? -AHEAD_MOST : ahead;
    memset(planes + (AHEAD + AHEAD_MOST + ahead) * area, 1, (size_t)area);
}

/* ---- Virtual connections ---- */

static void write_set(const cw_hex_board *board, int mover, const cw_hex_set *set, uint8_t *plane) {
    int size = board->size, side = size + 2 * BORDER;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            plane[(row + BORDER) * side + column + BORDER] =
                cw_hex_set_has(set, seen_cell(board, mover, row, column));
}

/* The cells that a colour can join to one of its edges at least, and to both: what holds for one edge would
   change its meaning when the board is turned by half a turn. */
static void find_reach(const cw_hex_connections *connections, int color, cw_hex_connection_kind kind,
                       cw_hex_set reach[2]) {
    cw_hex_set first, second;
    int edge = CW_HEX_ENDPOINT_EDGE + (color == CW_HEX_BLACK ? CW_HEX_NORTH : CW_HEX_WEST);
    cw_hex_connections_linked(connections, color, edge, kind, &first);
    cw_hex_connections_linked(connections, color, edge + 1, kind, &second);
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++) {
        reach[0].word[i] = first.word[i] | second.word[i];
        reach[1].word[i] = first.word[i] & second.word[i];
    }
}

static void write_reach(const cw_hex_sight *self, int mover, int whose, uint8_t *planes) {
    static const cw_hex_connection_kind kinds[] = {CW_HEX_SEMI, CW_HEX_FULL};
    int side = self->board->size + 2 * BORDER, area = side * side;
    planes += (REACH + whose * REACH_WAYS) * area;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        cw_hex_set reach[2];
        find_reach(self->connections, mover ^ whose, kinds[i], reach);
        for (int edges = 0; edges < 2; edges++, planes += area)
            write_set(self->board, mover, &reach[edges], planes);
    }
}

static void write_connections(const cw_hex_sight *self, const cw_state *state, uint8_t *planes) {
    const cw_hex_board *board = self->board;
    int side = board->size + 2 * BORDER, area = side * side, mover = state->turn;
    cw_hex_set stones[2], must_play;
    cw_hex_inferior inferior;
    for (int color = 0; color < 2; color++)
        cw_hex_stones_set(board, state, color, &stones[color]);
    cw_hex_connections_build(self->connections, stones, true);
    cw_hex_connections_must_play(self->connections, mover, &must_play);
    cw_hex_find_inferior(board, stones, mover, &inferior);
    memset(planes + PATH_PLANES * area, 0, (size_t)((CONNECTION_PLANES - PATH_PLANES) * area));
    for (int whose = OWN; whose <= ENEMY; whose++) {
        write_reach(self, mover, whose, planes);
        write_set(board, mover, &inferior.filled[mover ^ whose], planes + (FILLED + whose) * area);
    }
    write_set(board, mover, &must_play, planes + MUST_PLAY * area);
}

static void write_answers(const cw_hex_sight *self, const cw_state *state, uint8_t *planes) {
    const cw_hex_board *board = self->board;
    int size = board->size, side = size + 2 * BORDER, area = side * side, mover = state->turn;
    memset(planes + ANSWERS * area, 0, (size_t)((ANSWER_PLANES - ANSWERS) * area));
    for (int whose = OWN; whose <= ENEMY; whose++) {
        uint8_t answers[CW_HEX_CELLS_MAX];
        cw_hex_set must_play;
        cw_hex_connections_answers(self->connections, mover ^ whose, answers, &must_play);
        write_set(board, mover, &must_play, planes + (DEEP_MUST_PLAY + !whose) * area);
        for (int i = 0; i < size * size; i++) {
            int row = i / size, column = i % size, left = answers[seen_cell(board, mover, row, column)];
            uint8_t *place =
                planes + (ANSWERS + whose * ANSWER_BOUNDS) * area + (row + BORDER) * side + column + BORDER;
            for (int bound = 0; bound < ANSWER_BOUNDS; bound++)
                place[bound * area] = left <= answer_bounds[bound];
        }
    }
}

void cw_hex_sight_write(const cw_hex_sight *sight, const cw_state *state, uint8_t *planes) {
    write_stones(sight->board, state, planes);
    if (sight->view != CW_HEX_SEES_STONES)
        write_paths(sight->board, state, planes);
    if (sight->connections != NULL)
        write_connections(sight, state, planes);
    if (sight->view == CW_HEX_SEES_ANSWERS)
        write_answers(sight, state, planes);
}

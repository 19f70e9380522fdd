/* The judge `network`: a learnt network that sees the whole board and gives the value and a prior for every
 * cell.
 *
 * The position is seen by who is to move, who always joins top and bottom: for White, rows and columns change
 * places. docs/network-format.md tells what the planes hold. The swap has no output of its own: it is as good
 * as the position is bad, because it hands the same position to the opponent. */
#include <stdlib.h>
#include <string.h>

#include "core/real.h"
#include "games/hex/hex.h"
#include "games/hex/paths.h"
#include "network/network.h"

/* The planes, in groups: [OWN] and [ENEMY] of each pair, a plane for each number of stones that are needed, and
   one for each difference of these. */
enum {
    BORDER = 2,
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
    PLANES = AHEAD + 2 * AHEAD_MOST + 1,
};

/* How steeply the prior of a swap follows the value. */
static const double swap_steepness = 40;

typedef struct judge {
    cw_network *network;
    int planes; /* the network sees the first so many: stones alone, or paths as well */
    cw_workspace *workspace;
    bool turned; /* judge the board turned by half a turn as well, and take the mean */
} judge;

static const cw_option options[] = {
    {.name = "file",
     .type = CW_OPTION_FILE,
     .standard = "",
     .help = "a file with a network; else the one that ships"},
    {.name = "turned",
     .type = CW_OPTION_SWITCH,
     .standard = "off",
     .help = "judge the board turned by half a turn as well, and take the mean"},
    {.name = NULL},
};

static void destroy(void *context) {
    judge *self = context;
    if (self == NULL)
        return;
    cw_workspace_destroy(self->workspace);
    cw_network_destroy(self->network);
    free(self);
}

static cw_status load(const cw_game *game, const char *file, judge *self, cw_error *error) {
    int size = cw_hex_board_of(game)->size;
    cw_status status;
    if (file[0] == '\0') {
        size_t bytes;
        const unsigned char *shipped = cw_hex_shipped_network(&bytes);
        status = cw_network_read(shipped, bytes, "of Hex that ships", NULL, &self->network, error);
    } else
        status = cw_network_load(file, &self->network, error);
    if (status == CW_OK)
        self->planes = cw_network_planes(self->network) == STONE_PLANES ? STONE_PLANES : PLANES;
    if (status == CW_OK)
        status = cw_network_expect_board(self->network, "hex", self->planes, BORDER, error);
    if (status == CW_OK)
        status = cw_workspace_create(self->network, size, size, &self->workspace, error);
    return status;
}

static cw_status create(const cw_game *game, const cw_options *given, void **context, cw_error *error) {
    judge *self = calloc(1, sizeof *self);
    if (self == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the judge network");
    self->turned = cw_options_switch(given, "turned");
    cw_status status = load(game, cw_options_text(given, "file"), self, error);
    if (status != CW_OK) {
        destroy(self);
        return status;
    }
    *context = self;
    return CW_OK;
}

/* ---- What the network sees ---- */

static void shape(const cw_game *game, cw_judge_shape *told) {
    int size = cw_hex_board_of(game)->size;
    *told = (cw_judge_shape){
        .planes = PLANES, .rows = size + 2 * BORDER, .columns = size + 2 * BORDER, .outputs = size * size};
}

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
    memset(planes + STONE_PLANES * area, 0, (size_t)((PLANES - STONE_PLANES) * area));
    for (int whose = OWN; whose <= ENEMY; whose++) {
        cw_hex_find_paths(board, state, mover ^ whose, &paths[whose]);
        write_paths_of(board, mover, &paths[whose], whose, planes);
    }
    int ahead = paths[ENEMY].length - paths[OWN].length;
    ahead = ahead > AHEAD_MOST ? AHEAD_MOST : ahead < -AHEAD_MOST ? -AHEAD_MOST : ahead;
    memset(planes + (AHEAD + AHEAD_MOST + ahead) * area, 1, (size_t)area);
}

static void write_inputs(const cw_game *game, const cw_state *state, uint8_t *planes) {
    write_stones(cw_hex_board_of(game), state, planes);
    write_paths(cw_hex_board_of(game), state, planes);
}

static int output_of(const cw_game *game, const cw_state *state, cw_move move) {
    const cw_hex_board *board = cw_hex_board_of(game);
    if (move >= CW_HEX_SWAP)
        return -1;
    int row = cw_hex_row(board, (int)move), column = cw_hex_column(board, (int)move);
    return state->turn == CW_HEX_BLACK ? row * board->size + column : column * board->size + row;
}

/* Turns every plane by half a turn; the border looks the same afterwards. */
static void turn_planes(uint8_t *planes, int count, int area) {
    for (int plane = 0; plane < count; plane++, planes += area) {
        for (int i = 0, j = area - 1; i < j; i++, j--) {
            uint8_t kept = planes[i];
            planes[i] = planes[j];
            planes[j] = kept;
        }
    }
}

/* ---- What it says ---- */

static double chance(double logit) {
    return 1 / (1 + cw_exp(-logit));
}

/* Adds `share` of what the network says about its present input; `mirror` is 0, or the last output if the
   board is turned. Returns the share of the value. */
static double add_opinion(const cw_game *game, judge *self, const cw_state *state, const cw_move *moves,
                          int count, int mirror, double share, float *priors) {
    double weights[CW_HEX_CELLS_MAX], most = -1e30, sum = 0;
    cw_workspace_run(self->workspace);
    const float *logits = cw_workspace_policy(self->workspace);
    for (int i = 0; i < count; i++) {
        int output = output_of(game, state, moves[i]);
        weights[i] = output < 0 ? -1e30 : logits[mirror == 0 ? output : mirror - output];
        most = weights[i] > most ? weights[i] : most;
    }
    for (int i = 0; i < count; i++) {
        weights[i] = moves[i] == CW_HEX_SWAP ? 0 : cw_exp(weights[i] - most);
        sum += weights[i];
    }
    for (int i = 0; i < count && sum > 0; i++)
        priors[i] += (float)(share * weights[i] / sum);
    return share * chance(cw_workspace_value(self->workspace)[0]);
}

/* With a swap among the moves, the value is that of the better choice, and the swap gets its prior. */
static double consider_swap(const cw_move *moves, int count, double value, float *priors) {
    double swap = 1 / (1 + cw_exp(swap_steepness * (value - 0.5)));
    for (int i = 0; i < count; i++)
        priors[i] = (float)(moves[i] == CW_HEX_SWAP ? swap : priors[i] * (1 - swap));
    if (count == 1)
        priors[0] = 1;
    return value > 0.5 ? value : 1 - value;
}

static void judge_position(const cw_game *game, void *context, const cw_state *state, const cw_move *moves,
                           int count, double *rewards, float *priors) {
    judge *self = context;
    const cw_hex_board *board = cw_hex_board_of(game);
    int size = board->size, side = size + 2 * BORDER;
    uint8_t *planes = cw_workspace_planes(self->workspace);
    double share = self->turned ? 0.5 : 1;
    memset(priors, 0, sizeof *priors * (size_t)count);
    write_stones(board, state, planes);
    if (self->planes == PLANES)
        write_paths(board, state, planes);
    double value = add_opinion(game, self, state, moves, count, 0, share, priors);
    if (self->turned) {
        turn_planes(planes, self->planes, side * side);
        value += add_opinion(game, self, state, moves, count, size * size - 1, share, priors);
    }
    for (int i = 0; i < count; i++) {
        if (moves[i] == CW_HEX_SWAP) {
            value = consider_swap(moves, count, value, priors);
            break;
        }
    }
    int player = state->turn ^ state->crossed;
    rewards[player] = value;
    rewards[!player] = 1 - value;
}

const cw_judge cw_hex_judges[] = {
    {.base = {.name = "network",
              .help = "a learnt network that sees the whole board",
              .options = options,
              .create = create,
              .destroy = destroy},
     .judge = judge_position,
     .shape = shape,
     .inputs = write_inputs,
     .output = output_of},
    {.base = {.name = NULL}},
};

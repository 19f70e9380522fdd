/* The judge `network`: a learnt network that sees the whole board and gives the value and a prior for every
 * cell.
 *
 * What it sees is told in sight.h. The swap has no output of its own: it is as good as the position is bad,
 * because it hands the same position to the opponent. */
#include <stdlib.h>
#include <string.h>

#include "core/real.h"
#include "games/hex/hex.h"
#include "games/hex/sight.h"
#include "network/network.h"

/* How steeply the prior of a swap follows the value. */
static const double swap_steepness = 40;

typedef struct judge {
    cw_network *network;
    cw_hex_sight *sight;
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
    cw_hex_sight_destroy(self->sight);
    cw_workspace_destroy(self->workspace);
    cw_network_destroy(self->network);
    free(self);
}

/* The view that has so many planes; the usual one if none has. */
static cw_hex_view view_of(int planes) {
    for (int view = 0; view < CW_HEX_VIEWS; view++)
        if (cw_hex_view_planes((cw_hex_view)view) == planes)
            return (cw_hex_view)view;
    return CW_HEX_SEES_PATHS;
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
    if (status != CW_OK)
        return status;
    cw_hex_view view = view_of(cw_network_planes(self->network));
    status =
        cw_network_expect_board(self->network, "hex", cw_hex_view_planes(view), CW_HEX_SIGHT_BORDER, error);
    if (status == CW_OK)
        status = cw_hex_sight_create(cw_hex_board_of(game), view, &self->sight, error);
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

/* ---- For games to learn from ---- */

static const char *const views[] = {
    [CW_HEX_SEES_PATHS] = "paths",
    [CW_HEX_SEES_CONNECTIONS] = "connections",
    [CW_HEX_SEES_ANSWERS] = "answers",
    [CW_HEX_SEES_STONES] = "stones",
    [CW_HEX_VIEWS] = NULL,
};

static void shape(const cw_game *game, int view, cw_judge_shape *told) {
    int size = cw_hex_board_of(game)->size, side = size + 2 * CW_HEX_SIGHT_BORDER;
    *told = (cw_judge_shape){.planes = cw_hex_view_planes((cw_hex_view)view),
                             .rows = side,
                             .columns = side,
                             .outputs = size * size};
}

static cw_status open_sight(const cw_game *game, int view, void **sight, cw_error *error) {
    cw_hex_sight *made = NULL;
    cw_status status = cw_hex_sight_create(cw_hex_board_of(game), (cw_hex_view)view, &made, error);
    *sight = made;
    return status;
}

static void close_sight(void *sight) {
    cw_hex_sight_destroy(sight);
}

static void write_inputs(const cw_game *game, void *sight, const cw_state *state, uint8_t *inputs) {
    (void)game;
    cw_hex_sight_write(sight, state, inputs);
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
    int size = board->size, side = size + 2 * CW_HEX_SIGHT_BORDER;
    uint8_t *planes = cw_workspace_planes(self->workspace);
    double share = self->turned ? 0.5 : 1;
    memset(priors, 0, sizeof *priors * (size_t)count);
    cw_hex_sight_write(self->sight, state, planes);
    double value = add_opinion(game, self, state, moves, count, 0, share, priors);
    if (self->turned) {
        turn_planes(planes, cw_network_planes(self->network), side * side);
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
     .views = views,
     .shape = shape,
     .open_sight = open_sight,
     .close_sight = close_sight,
     .inputs = write_inputs,
     .output = output_of},
    {.base = {.name = NULL}},
};

/* Evaluators of Hex that look at the whole board at once.
 *
 * dijkstra: the shortest path between a player's two sides, where a step between neighbours costs 0 if both
 * cells are the player's, 1 if one is, 2 if both are empty, and the opponent's cells are not there. The sides
 * count as the player's cells. Every empty cell on a path is entered and left, so the length is twice the
 * number of empty cells, which floods find without a queue.
 *
 * circuit: the board as an electric circuit. A cell's resistance is 0 if it is the player's, 1 if it is
 * empty, infinite if it is the opponent's; a wire between neighbours has the sum of the resistances of its
 * two cells; the sides are poles and count as the player's cells. The points are minus the logarithm of the
 * total resistance between the poles, so that the difference between the players compares their resistances
 * as Hexy does. Kirchhoff's law gives one linear equation a cell, in a band matrix because neighbours'
 * numbers are at most `size` apart. */
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/lattice.h"
#include "games/hex/circuit.h"
#include "games/hex/flood.h"
#include "games/hex/hex.h"

/* ---- Shortest paths ---- */

static cw_hex_set grown(const cw_hex_board *board, const cw_hex_set *set) {
    if (board->words == CW_HEX_WIDE_WORDS)
        return cw_hex_grow_wide(*set);
    cw_uint128 compact = cw_hex_grow_compact(cw_hex_compact(set->word));
    return (cw_hex_set){{(uint64_t)compact, (uint64_t)(compact >> 64)}};
}

/* Adds to `reached` all of `stones` that hang together with it. */
static void spread(const cw_hex_board *board, const cw_hex_set *stones, cw_hex_set *reached) {
    for (uint64_t change = 1; change != 0;) {
        cw_hex_set next = grown(board, reached);
        change = 0;
        for (int i = 0; i < board->words; i++) {
            uint64_t added = next.word[i] & stones->word[i] & ~reached->word[i];
            reached->word[i] |= added;
            change |= added;
        }
    }
}

static bool meets(const cw_hex_board *board, const cw_hex_set *a, const cw_hex_set *b) {
    uint64_t common = 0;
    for (int i = 0; i < board->words; i++)
        common |= a->word[i] & b->word[i];
    return common != 0;
}

int cw_hex_distance(const cw_hex_board *board, const cw_state *state, int color) {
    const cw_hex_set *first = &board->edge[2 * color], *last = &board->edge[2 * color + 1];
    cw_hex_set own, empty, reached;
    cw_hex_stones_set(board, state, color, &own);
    cw_hex_empty_set(board, state, &empty);
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++)
        reached.word[i] = own.word[i] & first->word[i];
    spread(board, &own, &reached);
    if (meets(board, &reached, last))
        return 0;
    for (int cells = 1; cells <= board->size * board->size; cells++) {
        cw_hex_set next = grown(board, &reached);
        for (int i = 0; i < board->words; i++) {
            if (cells == 1)
                next.word[i] |= first->word[i];
            reached.word[i] |= next.word[i] & empty.word[i];
        }
        spread(board, &own, &reached);
        if (meets(board, &reached, last))
            return 2 * cells;
    }
    return CW_HEX_DISTANCE_MAX;
}

static void evaluate_dijkstra(const cw_game *game, void *context, const cw_state *state, double *points) {
    (void)context;
    for (int color = CW_HEX_BLACK; color <= CW_HEX_WHITE; color++)
        points[color ^ state->crossed] = -cw_hex_distance(cw_hex_board_of(game), state, color);
}

/* ---- Circuits ---- */

enum { CIRCUIT_CELLS_MAX = CW_HEX_SIZE_MAX * CW_HEX_SIZE_MAX };

/* Room for one system of equations: the lower half of a symmetric band matrix, column by column, and the
 * potentials. */
typedef struct circuit {
    double band[CIRCUIT_CELLS_MAX * (CW_HEX_SIZE_MAX + 1)];
    double potential[CIRCUIT_CELLS_MAX];
    double resistance[CIRCUIT_CELLS_MAX]; /* of each cell; < 0: not part of the circuit */
} circuit;

static cw_status create_circuit(const cw_game *game, const cw_options *options, void **context,
                                cw_error *error) {
    (void)game;
    (void)options;
    *context = malloc(sizeof(circuit));
    return *context != NULL ? CW_OK : cw_fail(error, CW_NO_MEMORY, "out of memory for a circuit");
}

/* Cells that current can reach from the first pole; others would leave the equations without a solution. */
static void live_cells(const cw_hex_board *board, const cw_state *state, int color, cw_hex_set *live) {
    const cw_hex_set *first = &board->edge[2 * color];
    cw_hex_set passable;
    cw_hex_stones_set(board, state, color ^ 1, &passable);
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++) {
        passable.word[i] = board->cells.word[i] & ~passable.word[i];
        live->word[i] = passable.word[i] & first->word[i];
    }
    spread(board, &passable, live);
}

/* The conductance between a cell and one of the poles: the row or column at that end. */
static double pole_conductance(const cw_hex_board *board, const circuit *net, int color, int column, int row,
                               bool last) {
    int along = color == CW_HEX_BLACK ? row : column;
    if (along != (last ? board->size - 1 : 0))
        return 0;
    return 1 / (net->resistance[row * board->size + column] + CW_HEX_STONE_RESISTANCE);
}

/* Sets up the equation of one cell: the sum of currents to its neighbours and to the poles is 0. Only
 * neighbours with greater numbers are entered, the matrix being symmetric. */
static void add_equation(const cw_hex_board *board, circuit *net, int color, int column, int row) {
    static const cw_direction later[3] = {CW_E, CW_SW, CW_SE};
    int size = board->size, index = row * size + column, height = size + 1;
    double from_first = pole_conductance(board, net, color, column, row, false);
    double *diagonal = &net->band[index * height];
    diagonal[0] += from_first + pole_conductance(board, net, color, column, row, true);
    net->potential[index] = from_first; /* the first pole is at 1, the last at 0 */
    for (int i = 0; i < 3; i++) {
        int x = column + cw_offsets[later[i]].q, y = row + cw_offsets[later[i]].r, other = y * size + x;
        if (x < 0 || x >= size || y >= size || net->resistance[other] < 0)
            continue;
        double conductance = 1 / (net->resistance[index] + net->resistance[other]);
        diagonal[0] += conductance;
        diagonal[other - index] -= conductance;
        net->band[other * height] += conductance;
    }
}

static void set_up(const cw_hex_board *board, const cw_state *state, int color, circuit *net) {
    int size = board->size, cells = size * size;
    cw_hex_set live;
    live_cells(board, state, color, &live);
    memset(net->band, 0, sizeof *net->band * (size_t)(cells * (size + 1)));
    for (int index = 0; index < cells; index++) {
        int cell = cw_hex_cell(board, index % size, index / size);
        if (!cw_hex_set_has(&live, cell))
            net->resistance[index] = -1;
        else
            net->resistance[index] =
                cw_hex_has_stone(board, state, color, cell) ? CW_HEX_STONE_RESISTANCE : 1;
    }
    for (int index = 0; index < cells; index++) {
        if (net->resistance[index] >= 0) {
            add_equation(board, net, color, index % size, index / size);
        } else {
            net->band[index * (size + 1)] = 1; /* a cell by itself, which keeps the band as it is */
            net->potential[index] = 0;
        }
    }
}

/* The power at one volt, which is the total conductance. As the potentials minimise it, their rounding errors
 * hardly count. */
static double total_power(const cw_hex_board *board, const circuit *net, int color) {
    static const cw_direction later[3] = {CW_E, CW_SW, CW_SE};
    int size = board->size;
    double power = 0;
    for (int index = 0; index < size * size; index++) {
        if (net->resistance[index] < 0)
            continue;
        int column = index % size, row = index / size;
        double here = net->potential[index];
        power += pole_conductance(board, net, color, column, row, false) * (1 - here) * (1 - here);
        power += pole_conductance(board, net, color, column, row, true) * here * here;
        for (int i = 0; i < 3; i++) {
            int x = column + cw_offsets[later[i]].q, y = row + cw_offsets[later[i]].r, other = y * size + x;
            if (x < 0 || x >= size || y >= size || net->resistance[other] < 0)
                continue;
            double step = here - net->potential[other];
            power += step * step / (net->resistance[index] + net->resistance[other]);
        }
    }
    return power;
}

static double solve(const cw_hex_board *board, const cw_state *state, int color, circuit *net) {
    int size = board->size;
    set_up(board, state, color, net);
    int fault = LAPACKE_dpbsv_work(LAPACK_COL_MAJOR, 'L', size * size, size, 1, net->band, size + 1,
                                   net->potential, size * size);
    double power = fault == 0 ? total_power(board, net, color) : 0;
    return power > 1 / CW_HEX_RESISTANCE_MAX ? 1 / power : CW_HEX_RESISTANCE_MAX;
}

cw_status cw_hex_resistance(const cw_hex_board *board, const cw_state *state, int color, double *resistance,
                            double *potentials, cw_error *error) {
    circuit *net = malloc(sizeof *net);
    if (net == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a circuit");
    *resistance = solve(board, state, color, net);
    for (int row = 0; potentials != NULL && row < board->size; row++) {
        for (int column = 0; column < board->size; column++)
            potentials[cw_hex_cell(board, column, row)] = net->potential[row * board->size + column];
    }
    free(net);
    return CW_OK;
}

static void evaluate_circuit(const cw_game *game, void *context, const cw_state *state, double *points) {
    for (int color = CW_HEX_BLACK; color <= CW_HEX_WHITE; color++)
        points[color ^ state->crossed] = -log(solve(cw_hex_board_of(game), state, color, context));
}

/* ---- All evaluators of Hex ---- */

/* Scales were fitted to the results of self-play at 400 simulations a move on 11x11. */

const cw_evaluator cw_hex_evaluators[] = {
    {.base = {.name = "dijkstra", .help = "compares the shortest paths"},
     .scale = 3,
     .evaluate = evaluate_dijkstra},
    {.base = {.name = "circuit",
              .help = "compares the resistances of the board as an electric circuit",
              .create = create_circuit,
              .destroy = free},
     .scale = 0.27,
     .evaluate = evaluate_circuit},
    {.base = {.name = "circuit-vc",
              .help = "the circuit with a wire for every virtual connection, as in Hexy",
              .options = cw_hex_circuit_vc_options,
              .create = cw_hex_circuit_vc_create,
              .destroy = cw_hex_circuit_vc_destroy},
     .scale = 1.7,
     .evaluate = cw_hex_circuit_vc_evaluate},
    {.base = {.name = NULL}},
};

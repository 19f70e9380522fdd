/* The evaluator circuit-vc: the circuit of evaluate.c with more wires, as in Hexy. Not neighbours alone are
 * joined but every two ends of a full virtual connection: an empty cell, a group of stones (one node) or an
 * edge. A wire has the sum of the resistances of its two ends, 1 for an empty cell and nothing for stones, so
 * that what is virtually connected counts as close. A cell that touches several stones of a group has as many
 * wires to it, as in the plain circuit. Wires join distant nodes here, and the matrix is full. */
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/lattice.h"
#include "games/hex/circuit.h"
#include "games/hex/hex.h"
#include "games/hex/limits.h"

enum {
    NODES_MAX = CW_HEX_SIZE_MAX * CW_HEX_SIZE_MAX + 2,
    ENDPOINTS = CW_HEX_ENDPOINT_EDGE + 4,
    NO_NODE = -1
};

/* The circuit of one colour. Nodes 0 and 1 are its edges. */
typedef struct network {
    cw_hex_connections *connections;
    int16_t node[ENDPOINTS]; /* of an endpoint, or NO_NODE */
    int count;
    double resistance[NODES_MAX];
    double conductance[NODES_MAX][NODES_MAX];
    bool reached[NODES_MAX];
    int16_t queue[NODES_MAX];
    double matrix[NODES_MAX * NODES_MAX];
    double potential[NODES_MAX];
} network;

const cw_option cw_hex_circuit_vc_options[] = {
    CW_HEX_LIMIT_OPTIONS("2", "4", "2", "3"),
    {.name = NULL},
};

void cw_hex_circuit_vc_destroy(void *context) {
    network *net = context;
    cw_hex_connections_destroy(net->connections);
    free(net);
}

cw_status cw_hex_circuit_vc_create(const cw_game *game, const cw_options *settings, void **context,
                                   cw_error *error) {
    cw_options standard;
    if (settings == NULL) {
        cw_options_defaults(&standard, cw_hex_circuit_vc_options);
        settings = &standard;
    }
    const cw_hex_limits limits = cw_hex_limits_read(settings, cw_hex_circuit_vc_options);
    network *net = malloc(sizeof *net);
    if (net == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a circuit");
    cw_status status = cw_hex_connections_create(cw_hex_board_of(game), &limits, &net->connections, error);
    if (status != CW_OK) {
        free(net);
        return status;
    }
    *context = net;
    return CW_OK;
}

/* ---- Building the network ---- */

static int add_node(network *net, int endpoint, double resistance) {
    int node = net->count++;
    net->node[endpoint] = (int16_t)node;
    net->resistance[node] = resistance;
    memset(net->conductance[node], 0, sizeof net->conductance[node]);
    return node;
}

/* The edges, then one node for each empty cell and each group of stones. */
static void add_nodes(const cw_hex_board *board, const cw_state *state, int color, network *net) {
    net->count = 0;
    for (int i = 0; i < ENDPOINTS; i++)
        net->node[i] = NO_NODE;
    add_node(net, CW_HEX_ENDPOINT_EDGE + 2 * color, CW_HEX_STONE_RESISTANCE);
    add_node(net, CW_HEX_ENDPOINT_EDGE + 2 * color + 1, CW_HEX_STONE_RESISTANCE);
    for (int cell = 0; cell < board->cell_limit; cell++) {
        if (!cw_hex_set_has(&board->cells, cell) || cw_hex_has_stone(board, state, color ^ 1, cell))
            continue;
        int endpoint = cw_hex_connections_endpoint(net->connections, color, cell);
        if (endpoint == CW_HEX_NO_CELL || net->node[endpoint] != NO_NODE)
            continue;
        add_node(net, endpoint, cw_hex_has_stone(board, state, color, cell) ? CW_HEX_STONE_RESISTANCE : 1);
    }
}

static void join(network *net, int a, int b) {
    if (a == NO_NODE || b == NO_NODE || a == b)
        return;
    double conductance = 1 / (net->resistance[a] + net->resistance[b]);
    net->conductance[a][b] += conductance;
    net->conductance[b][a] += conductance;
}

/* The node of a cell, or NO_NODE for the opponent's. */
static int node_at(const network *net, int color, int cell) {
    int endpoint = cw_hex_connections_endpoint(net->connections, color, cell);
    return endpoint == CW_HEX_NO_CELL ? NO_NODE : net->node[endpoint];
}

/* The wires of the plain circuit: between neighbours, and from the cells along an edge to it. */
static void add_neighbor_wires(const cw_hex_board *board, int color, network *net) {
    for (int cell = 0; cell < board->cell_limit; cell++) {
        int node = cw_hex_set_has(&board->cells, cell) ? node_at(net, color, cell) : NO_NODE;
        if (node == NO_NODE)
            continue;
        for (int side = CW_NE; side <= CW_SE; side++) { /* the other three are seen from the neighbour */
            int neighbor = board->neighbor[cell][side];
            if (neighbor != CW_HEX_NO_CELL)
                join(net, node, node_at(net, color, neighbor));
        }
        for (int i = 0; i < 2; i++) {
            if (cw_hex_set_has(&board->edge[2 * color + i], cell))
                join(net, node, i);
        }
    }
}

/* A wire for a virtual connection of two nodes that do not touch. */
static void add_wire(const cw_hex_connection *connection, void *payload) {
    network *net = payload;
    int a = net->node[connection->from], b = net->node[connection->to];
    if (a != NO_NODE && b != NO_NODE && net->conductance[a][b] <= 0)
        join(net, a, b);
}

/* Marks what current can reach from the first edge; other nodes would leave the equations without a
 * solution. */
static void mark_reached(network *net) {
    int head = 0, tail = 0;
    memset(net->reached, 0, sizeof net->reached);
    net->reached[0] = true;
    net->queue[tail++] = 0;
    while (head < tail) {
        int node = net->queue[head++];
        for (int other = 0; other < net->count; other++) {
            if (net->conductance[node][other] > 0 && !net->reached[other]) {
                net->reached[other] = true;
                net->queue[tail++] = (int16_t)other;
            }
        }
    }
}

/* ---- Solving ---- */

/* One equation for each node but the edges, which are at 1 and at 0. */
static void set_up(network *net) {
    int unknowns = net->count - 2;
    memset(net->matrix, 0, sizeof *net->matrix * (size_t)(unknowns * unknowns));
    for (int i = 0; i < unknowns; i++) {
        int node = i + 2;
        double sum = 0;
        for (int other = 0; other < net->count && net->reached[node]; other++) {
            sum += net->conductance[node][other];
            if (other >= 2)
                net->matrix[i * unknowns + other - 2] = -net->conductance[node][other];
        }
        net->matrix[i * unknowns + i] = net->reached[node] ? sum : 1;
        net->potential[i] = net->reached[node] ? net->conductance[node][0] : 0;
    }
}

static double potential_of(const network *net, int node) {
    return node == 0 ? 1 : node == 1 ? 0 : net->potential[node - 2];
}

/* The power at one volt, which is the total conductance. */
static double total_power(const network *net) {
    double power = 0;
    for (int a = 0; a < net->count; a++) {
        for (int b = 0; b < a && net->reached[a]; b++) {
            double step = potential_of(net, a) - potential_of(net, b);
            power += net->conductance[a][b] * step * step;
        }
    }
    return power;
}

static double solve(const cw_hex_board *board, const cw_state *state, int color, network *net) {
    add_nodes(board, state, color, net);
    add_neighbor_wires(board, color, net);
    cw_hex_connections_visit(net->connections, color, CW_HEX_FULL, true, add_wire, net);
    mark_reached(net);
    if (!net->reached[1])
        return CW_HEX_RESISTANCE_MAX;
    set_up(net);
    int unknowns = net->count - 2, fault = 0;
    if (unknowns > 0)
        fault = LAPACKE_dposv_work(LAPACK_COL_MAJOR, 'L', unknowns, 1, net->matrix, unknowns, net->potential,
                                   unknowns);
    double power = fault == 0 ? total_power(net) : 0;
    return power > 1 / CW_HEX_RESISTANCE_MAX ? 1 / power : CW_HEX_RESISTANCE_MAX;
}

void cw_hex_circuit_vc_evaluate(const cw_game *game, void *context, const cw_state *state, double *points) {
    const cw_hex_board *board = cw_hex_board_of(game);
    network *net = context;
    cw_hex_set stones[2];
    for (int color = CW_HEX_BLACK; color <= CW_HEX_WHITE; color++)
        cw_hex_stones_set(board, state, color, &stones[color]);
    cw_hex_connections_build(net->connections, stones, false);
    for (int color = CW_HEX_BLACK; color <= CW_HEX_WHITE; color++)
        points[color ^ state->crossed] = -log(solve(board, state, color, net));
}

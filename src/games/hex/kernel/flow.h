/* How much current flows through each cell when a voltage is put between a colour's edges and full
 * connections are wires (as in Hexy): an empty cell has resistance 1, stones nearly none. Cells with much
 * current in both colours' circuits are the moves that matter. */
#ifndef CW_GAMES_HEX_KERNEL_FLOW_H
#define CW_GAMES_HEX_KERNEL_FLOW_H

#include "games/hex/kernel/network.h"

#define GROUP_RESISTANCE 0.05f

typedef struct circuit {
    int count; /* unknown potentials: endpoints that are no edges */
    int16_t endpoint[CELLS_MAX];
    int16_t place[CELLS_MAX]; /* of an endpoint; count for the first edge, count + 1 for the second */
    float matrix[CELLS_MAX][CELLS_MAX];
    float potential[CELLS_MAX];
} circuit;

CW_INLINE float wire(const network *net, int x, int y) {
    float a = cells_has(net->groups, x) ? GROUP_RESISTANCE : 1.0f;
    float b = cells_has(net->groups, y) ? GROUP_RESISTANCE : 1.0f;
    return 1.0f / (a + b);
}

/* Sets up Kirchhoff's equations: the first edge has potential 1, the second 0. Endpoints without any wire
 * keep potential 0. */
CW_INLINE void circuit_assemble(circuit *work, const network *net) {
    int count = 0;
    for (cells rest = net->endpoints; !cells_is_empty(rest);) {
        int x = cells_pop(&rest);
        if (is_edge(net, x) || cells_is_empty(net->linked[x]))
            continue;
        work->endpoint[count] = (int16_t)x;
        work->place[x] = (int16_t)count++;
    }
    work->count = count;
    for (int i = 0; i < count; i++) {
        int x = work->endpoint[i];
        float *row = work->matrix[i], sum = 1e-4f;
        for (int j = 0; j <= i; j++)
            row[j] = 0;
        work->potential[i] = 0;
        for (cells rest = net->linked[x]; !cells_is_empty(rest);) {
            int y = cells_pop(&rest);
            float conductance = wire(net, x, y);
            sum += conductance;
            if (y == edge_endpoint(net, 0))
                work->potential[i] += conductance;
            else if (!is_edge(net, y) && work->place[y] < i)
                row[work->place[y]] = -conductance;
        }
        row[i] = sum;
    }
}

/* Solves in place by L D L': the matrix is symmetric and diagonally dominant. */
CW_INLINE void circuit_solve(circuit *work) {
    int count = work->count;
    for (int i = 0; i < count; i++) {
        float *row = work->matrix[i], diagonal = row[i], right = work->potential[i];
        for (int j = 0; j < i; j++) {
            float sum = row[j];
            const float *other = work->matrix[j];
            for (int k = 0; k < j; k++)
                sum -= row[k] * other[k];
            row[j] = sum; /* L times D */
        }
        for (int j = 0; j < i; j++) {
            float scaled = row[j] * work->matrix[j][j];
            diagonal -= scaled * row[j];
            right -= scaled * work->potential[j];
            row[j] = scaled;
        }
        row[i] = 1.0f / diagonal;
        work->potential[i] = right;
    }
    for (int i = 0; i < count; i++)
        work->potential[i] *= work->matrix[i][i];
    for (int i = count - 1; i >= 0; i--)
        for (int j = 0; j < i; j++)
            work->potential[j] -= work->matrix[i][j] * work->potential[i];
}

/* Adds to `flow` the current through each empty cell. */
CW_MULTIVERSION static void add_flow(circuit *work, const network *net, float *flow) {
    circuit_assemble(work, net);
    circuit_solve(work);
    for (int i = 0; i < work->count; i++) {
        int x = work->endpoint[i];
        if (cells_has(net->groups, x))
            continue;
        float sum = 0;
        for (cells rest = net->linked[x]; !cells_is_empty(rest);) {
            int y = cells_pop(&rest);
            float other = y == edge_endpoint(net, 0)   ? 1.0f
                          : y == edge_endpoint(net, 1) ? 0.0f
                                                       : work->potential[work->place[y]];
            float difference = work->potential[i] - other;
            sum += wire(net, x, y) * (difference < 0 ? -difference : difference);
        }
        flow[x] += sum;
    }
}

#endif

/* Virtual connections: passes questions to the kernel of the board's width. */
#include "games/hex/connections.h"

#include <assert.h>
#include <stdlib.h>

#include "games/hex/kernel/kernel.h"
#include "games/hex/limits.h"

const cw_hex_limits cw_hex_limits_standard = {
    .full = CW_HEX_FULL_MAX,
    .semi = CW_HEX_SEMI_MAX,
    .full_cells = CW_HEX_FULL_MAX,
    .semi_cells = CW_HEX_SEMI_MAX,
    .or_depth = 4,
};

cw_hex_limits cw_hex_limits_read(const cw_options *options, const cw_option *table) {
    cw_hex_limits limits = {0};
    cw_options_fill(options, table, &limits);
    limits.semi_cells = 2 * limits.full_cells;
    return limits;
}

struct cw_hex_connections {
    const cw_hex_kernel *kernel;
    void *views;
};

const cw_hex_kernel *cw_hex_kernel_for(int size) {
    static const cw_hex_kernel *const kernels[] = {&cw_hex_kernel_1, &cw_hex_kernel_2, &cw_hex_kernel_3,
                                                   &cw_hex_kernel_6};
    int i = 0;
    while (size > kernels[i]->size_max)
        i++;
    return kernels[i];
}

cw_status cw_hex_connections_create(const cw_hex_board *board, const cw_hex_limits *limits,
                                    cw_hex_connections **connections, cw_error *error) {
    assert(limits->full >= 1 && limits->full <= CW_HEX_FULL_MAX);
    assert(limits->semi >= 1 && limits->semi <= CW_HEX_SEMI_MAX);
    assert(limits->full_cells >= 1 && limits->full_cells <= CW_HEX_FULL_MAX);
    assert(limits->semi_cells >= 1 && limits->semi_cells <= CW_HEX_SEMI_MAX);
    assert(limits->or_depth >= 2 && limits->or_depth <= CW_HEX_OR_MAX);
    cw_hex_connections *made = malloc(sizeof *made);
    if (made != NULL) {
        made->kernel = cw_hex_kernel_for(board->size);
        made->views = made->kernel->views_create(board, limits);
    }
    if (made == NULL || made->views == NULL) {
        free(made);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the connections of a %dx%d board", board->size,
                       board->size);
    }
    *connections = made;
    return CW_OK;
}

void cw_hex_connections_destroy(cw_hex_connections *connections) {
    if (connections == NULL)
        return;
    connections->kernel->views_destroy(connections->views);
    free(connections);
}

bool cw_hex_connections_build(cw_hex_connections *connections, const cw_hex_set stones[2], bool fill) {
    return connections->kernel->build(connections->views, stones, fill, -1);
}

bool cw_hex_connections_decide(cw_hex_connections *connections, const cw_hex_set stones[2], bool fill,
                               int turn) {
    return connections->kernel->build(connections->views, stones, fill, turn);
}

bool cw_hex_connections_play(cw_hex_connections *connections, int color, int cell) {
    return connections->kernel->play(connections->views, color, cell);
}

void cw_hex_connections_answers(cw_hex_connections *connections, int color, uint8_t answers[CW_HEX_CELLS_MAX],
                                cw_hex_set *must_play) {
    connections->kernel->answers(connections->views, color, answers, must_play);
}

int cw_hex_connections_winner(const cw_hex_connections *connections, int turn, cw_hex_set *carrier,
                              int *move) {
    return connections->kernel->winner(connections->views, turn, carrier, move);
}

void cw_hex_connections_must_play(const cw_hex_connections *connections, int color, cw_hex_set *cells) {
    connections->kernel->must_play(connections->views, color, cells);
}

int cw_hex_connections_endpoint(const cw_hex_connections *connections, int color, int endpoint) {
    return connections->kernel->endpoint(connections->views, color, endpoint);
}

int cw_hex_connections_between(const cw_hex_connections *connections, int color, int from, int to,
                               cw_hex_connection_kind kind, cw_hex_connection *list, int room) {
    return connections->kernel->between(connections->views, color, from, to, kind, list, room);
}

void cw_hex_connections_visit(const cw_hex_connections *connections, int color, cw_hex_connection_kind kind,
                              bool smallest_only, cw_hex_connection_visitor *visit, void *payload) {
    connections->kernel->visit(connections->views, color, kind, smallest_only, visit, payload);
}

unsigned cw_hex_connections_linked(const cw_hex_connections *connections, int color, int endpoint,
                                   cw_hex_connection_kind kind, cw_hex_set *cells) {
    return connections->kernel->linked(connections->views, color, endpoint, kind, cells);
}

int cw_hex_connections_combine(const cw_hex_connections *connections, int color, int from, int to,
                               cw_hex_connection_kind kind, cw_hex_set *all, cw_hex_set *common) {
    cw_hex_connection list[CW_HEX_SEMI_MAX];
    int count = cw_hex_connections_between(connections, color, from, to, kind, list, CW_HEX_SEMI_MAX);
    *all = *common = count > 0 ? list[0].carrier : (cw_hex_set){{0}};
    for (int i = 1; i < count; i++)
        for (int word = 0; word < CW_HEX_WIDE_WORDS; word++) {
            all->word[word] |= list[i].carrier.word[word];
            common->word[word] &= list[i].carrier.word[word];
        }
    return count;
}

void cw_hex_connections_responses(const cw_hex_connections *connections, int color, int cell,
                                  cw_hex_set *responses) {
    connections->kernel->responses(connections->views, color, cell, responses);
}

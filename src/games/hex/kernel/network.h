/* The network: all connections of one colour in one position, found by H-search (Anshelevich).
 *
 * An endpoint is an empty cell, a group of the colour's stones, or one of its two edges with the stones that
 * touch it. A connection joins two endpoints within a carrier, a set of empty cells. It is full if the colour
 * joins the endpoints inside the carrier even if the opponent moves first, and semi if it does when moving
 * first, at the connection's key. An empty endpoint counts as if the colour had a stone there.
 *
 *   base    neighbours are connected fully, with an empty carrier.
 *   AND     full x-y and full y-z with disjoint carriers that keep off x and z: if y is the colour's, x-z is
 *           fully connected; if y is empty, x-z is semi-connected with the key y.
 *   OR      semi-connections x-y whose carriers have no common cell: x-y is fully connected by their union,
 *           since the opponent's stone leaves one of them whole.
 *
 * Nothing else makes a connection, so none is ever false; limits only lose connections. Carriers of a pair of
 * endpoints are kept minimal (none within another) and sorted by size.
 *
 * Memory of a network with n endpoints is n*(n-1)/2 bonds, each with room for a fixed number of carriers. */
#ifndef CW_GAMES_HEX_KERNEL_NETWORK_H
#define CW_GAMES_HEX_KERNEL_NETWORK_H

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "games/hex/kernel/kernel.h"
#include "games/hex/kernel/layout.h"

enum {
    FULL_MAX = KERNEL_WORDS <= 2 ? CW_HEX_FULL_MAX : CW_HEX_FULL_MAX / 2,
    SEMI_MAX = KERNEL_WORDS <= 2 ? CW_HEX_SEMI_MAX : CW_HEX_SEMI_MAX / 2,
    CLOCK_INTERVAL = 256, /* pairs processed between two looks at the clock */
};

/* What is known between two endpoints. */
typedef struct bond {
    uint8_t full_count, semi_count;
    uint8_t queued;
    uint16_t full_new, semi_new; /* bit i: connection i has not been combined with others yet */
} bond;

typedef struct pair {
    int16_t high, low; /* endpoints, high > low */
} pair;

typedef struct network {
    const layout *board;
    int color;
    stones position;
    bool joined;               /* stones alone join the edges */
    cells endpoints;           /* that stand for themselves or their group */
    cells groups;              /* those of them that are stones or edges */
    int16_t head[CELLS_MAX];   /* of an own stone or an edge: the endpoint that stands for its group */
    cells linked[CELLS_MAX];   /* endpoints to which this one is fully connected */
    cells touching[CELLS_MAX]; /* those of them with an empty carrier */
    cells threats_common;      /* cells that all semi-connections of the edges share */
    cells threats_union;       /* cells that any of those uses which made threats_common smaller */
    bond *bonds;               /* by pair */
    cells *full;               /* FULL_MAX by pair */
    cells *semi;               /* SEMI_MAX by pair */
    int16_t *key;              /* SEMI_MAX by pair */
    pair *queue;               /* a ring of pairs with new connections */
    int queue_first, queue_count, queue_size;
} network;

CW_INLINE int pair_index(int x, int y) {
    return x > y ? x * (x - 1) / 2 + y : y * (y - 1) / 2 + x;
}

CW_INLINE int edge_endpoint(const network *net, int which) {
    return net->board->cell_count + which;
}

CW_INLINE bool is_edge(const network *net, int endpoint) {
    return endpoint >= net->board->cell_count;
}

/* The pair of the colour's two edges. */
CW_INLINE int edge_pair(const network *net) {
    return pair_index(edge_endpoint(net, 0), edge_endpoint(net, 1));
}

/* ---- Memory ---- */

static size_t network_bytes(const layout *board) {
    size_t pairs = (size_t)board->endpoint_count * (size_t)(board->endpoint_count - 1) / 2;
    return pairs * (sizeof(bond) + sizeof(pair) + FULL_MAX * sizeof(cells) +
                    SEMI_MAX * (sizeof(cells) + sizeof(int16_t)));
}

static void network_release(network *net) {
    free(net->full);
    net->full = NULL;
}

/* One block for all arrays, the widest elements first. */
static bool network_create(network *net, const layout *board, int color) {
    size_t pairs = (size_t)board->endpoint_count * (size_t)(board->endpoint_count - 1) / 2;
    *net = (network){.board = board, .color = color, .queue_size = (int)pairs};
    net->full = aligned_alloc(64, (network_bytes(board) + 63) & ~(size_t)63);
    if (net->full == NULL)
        return false;
    net->semi = net->full + pairs * FULL_MAX;
    net->queue = (pair *)(net->semi + pairs * SEMI_MAX);
    net->bonds = (bond *)(net->queue + pairs);
    net->key = (int16_t *)(net->bonds + pairs);
    return true;
}

/* ---- Adding connections ---- */

CW_INLINE void enqueue(network *net, int x, int y, bond *link) {
    if (link->queued)
        return;
    link->queued = 1;
    int place = net->queue_first + net->queue_count++;
    if (place >= net->queue_size)
        place -= net->queue_size;
    net->queue[place] = x > y ? (pair){(int16_t)x, (int16_t)y} : (pair){(int16_t)y, (int16_t)x};
}

/* Removes bit i of a mask and moves the higher ones down; or makes room for one at i, set. */
CW_INLINE uint16_t mask_without(unsigned mask, int i) {
    unsigned low = mask & ((1u << i) - 1);
    return (uint16_t)(low | (mask >> (i + 1)) << i);
}

CW_INLINE uint16_t mask_with(unsigned mask, int i) {
    unsigned low = mask & ((1u << i) - 1);
    return (uint16_t)(low | 1u << i | (mask >> i) << (i + 1));
}

/* Drops the semi-connections of a pair that need a whole full connection's carrier, or more. */
CW_INLINE void drop_wider_semis(network *net, int index, bond *link, cells carrier) {
    cells *semi = net->semi + (size_t)index * SEMI_MAX;
    int16_t *key = net->key + (size_t)index * SEMI_MAX;
    int kept = 0;
    unsigned fresh = 0;
    for (int i = 0; i < link->semi_count; i++) {
        if (cells_within(carrier, semi[i]))
            continue;
        fresh |= ((unsigned)(link->semi_new >> i) & 1u) << kept;
        semi[kept] = semi[i];
        key[kept++] = key[i];
    }
    link->semi_count = (uint8_t)kept;
    link->semi_new = (uint16_t)fresh;
}

CW_INLINE int full_limit(const network *net, const cw_hex_limits *limits, int x, int y) {
    int limit = cells_has(net->groups, x) || cells_has(net->groups, y) ? limits->full : limits->full_cells;
    return limit < FULL_MAX ? limit : FULL_MAX;
}

CW_INLINE int semi_limit(const network *net, const cw_hex_limits *limits, int x, int y) {
    int limit = cells_has(net->groups, x) || cells_has(net->groups, y) ? limits->semi : limits->semi_cells;
    return limit < SEMI_MAX ? limit : SEMI_MAX;
}

/* Adds a full connection unless one within it is known or the list is full of smaller ones. */
CW_INLINE void add_full(network *net, const cw_hex_limits *limits, int x, int y, cells carrier) {
    int index = pair_index(x, y);
    bond *link = &net->bonds[index];
    cells *full = net->full + (size_t)index * FULL_MAX;
    int size = cells_count(carrier), place = 0, count = link->full_count;
    while (place < count && cells_count(full[place]) <= size) {
        if (cells_within(full[place], carrier))
            return;
        place++;
    }
    for (int i = count - 1; i >= place; i--)
        if (cells_within(carrier, full[i])) {
            memmove(full + i, full + i + 1, (size_t)(count - 1 - i) * sizeof(cells));
            link->full_new = mask_without(link->full_new, i);
            count--;
        }
    int limit = full_limit(net, limits, x, y);
    if (place >= limit) {
        link->full_count = (uint8_t)count;
        return;
    }
    if (count >= limit)
        count = limit - 1;
    memmove(full + place + 1, full + place, (size_t)(count - place) * sizeof(cells));
    full[place] = carrier;
    link->full_count = (uint8_t)(count + 1);
    link->full_new = mask_with(link->full_new, place) & (uint16_t)((1u << (count + 1)) - 1);
    drop_wider_semis(net, index, link, carrier);
    cells_add(&net->linked[x], y);
    cells_add(&net->linked[y], x);
    if (size == 0) {
        cells_add(&net->touching[x], y);
        cells_add(&net->touching[y], x);
    }
    enqueue(net, x, y, link);
}

/* Notes a threat to join the two edges. */
CW_INLINE void note_threat(network *net, cells carrier) {
    if (cells_within(net->threats_common, carrier))
        return;
    net->threats_common = cells_and(net->threats_common, carrier);
    net->threats_union = cells_or(net->threats_union, carrier);
}

/* Adds a semi-connection unless a connection within it is known or the list is full of smaller ones. */
CW_INLINE void add_semi(network *net, const cw_hex_limits *limits, int x, int y, cells carrier, int key) {
    int index = pair_index(x, y);
    bond *link = &net->bonds[index];
    const cells *full = net->full + (size_t)index * FULL_MAX;
    for (int i = 0; i < link->full_count; i++)
        if (cells_within(full[i], carrier))
            return;
    cells *semi = net->semi + (size_t)index * SEMI_MAX;
    int16_t *keys = net->key + (size_t)index * SEMI_MAX;
    int size = cells_count(carrier), place = 0, count = link->semi_count;
    while (place < count && cells_count(semi[place]) <= size) {
        if (cells_within(semi[place], carrier))
            return;
        place++;
    }
    if (is_edge(net, x) && is_edge(net, y))
        note_threat(net, carrier);
    for (int i = count - 1; i >= place; i--)
        if (cells_within(carrier, semi[i])) {
            memmove(semi + i, semi + i + 1, (size_t)(count - 1 - i) * sizeof(cells));
            memmove(keys + i, keys + i + 1, (size_t)(count - 1 - i) * sizeof(int16_t));
            link->semi_new = mask_without(link->semi_new, i);
            count--;
        }
    int limit = semi_limit(net, limits, x, y);
    if (place >= limit) {
        link->semi_count = (uint8_t)count;
        return;
    }
    if (count >= limit)
        count = limit - 1;
    memmove(semi + place + 1, semi + place, (size_t)(count - place) * sizeof(cells));
    memmove(keys + place + 1, keys + place, (size_t)(count - place) * sizeof(int16_t));
    semi[place] = carrier;
    keys[place] = (int16_t)key;
    link->semi_count = (uint8_t)(count + 1);
    link->semi_new = (uint16_t)(mask_with(link->semi_new, place) & ((1u << (count + 1)) - 1));
    enqueue(net, x, y, link);
}

/* ---- Deriving ---- */

/* The OR rule: finds sets of semi-connections without a common cell that contain a new one. `at` is the last
 * one taken, `depth` how many more may be. */
typedef struct or_frame {
    cells common, united;
    int next;
} or_frame;

CW_INLINE void combine_semis(network *net, const cw_hex_limits *limits, int x, int y, bond *link) {
    int index = pair_index(x, y);
    unsigned fresh = link->semi_new;
    link->semi_new = 0;
    int count = link->semi_count;
    if (count < 2)
        return;
    cells semi[SEMI_MAX], shared[SEMI_MAX]; /* shared[i]: the cells common to all from i on */
    memcpy(semi, net->semi + (size_t)index * SEMI_MAX, (size_t)count * sizeof(cells));
    shared[count - 1] = semi[count - 1];
    for (int i = count - 2; i >= 0; i--)
        shared[i] = cells_and(shared[i + 1], semi[i]);
    if (!cells_is_empty(shared[0]))
        return;
    or_frame stack[CW_HEX_OR_MAX];
    for (int first = 0; first < count; first++) {
        if (!(fresh >> first & 1))
            continue;
        int depth = 1;
        stack[1] = (or_frame){semi[first], semi[first], 0};
        while (depth > 0) {
            or_frame *top = &stack[depth];
            int i = top->next++;
            if (i >= count || cells_meet(top->common, shared[i])) {
                depth--;
                continue;
            }
            if (i == first || (i < first && (fresh >> i & 1)) || cells_within(top->common, semi[i]))
                continue;
            cells both = cells_and(top->common, semi[i]), united = cells_or(top->united, semi[i]);
            if (cells_is_empty(both))
                add_full(net, limits, x, y, united);
            else if (depth + 1 < limits->or_depth)
                stack[++depth] = (or_frame){both, united, i + 1};
        }
    }
}

/* The AND rule for one full connection x-y and the midpoint y. */
CW_INLINE void extend_over(network *net, const cw_hex_limits *limits, int x, int y, cells carrier) {
    if (is_edge(net, y))
        return;
    bool grouped = cells_has(net->groups, y);
    cells ends = cells_minus(cells_minus(net->linked[y], carrier), net->touching[x]);
    cells_remove(&ends, x);
    cells avoid = carrier;
    cells_add(&avoid, x);
    while (!cells_is_empty(ends)) {
        int z = cells_pop(&ends), index = pair_index(y, z), count = net->bonds[index].full_count;
        const cells *full = net->full + (size_t)index * FULL_MAX;
        for (int i = 0; i < count; i++) {
            if (cells_meet(full[i], avoid))
                continue;
            cells united = cells_or(full[i], carrier);
            if (grouped) {
                add_full(net, limits, x, z, united);
            } else {
                cells_add(&united, y);
                add_semi(net, limits, x, z, united, y);
            }
        }
    }
}

CW_INLINE bool edges_connected(const network *net) {
    return net->joined || net->bonds[edge_pair(net)].full_count > 0;
}

CW_INLINE bool edges_semi_connected(const network *net) {
    return edges_connected(net) || net->bonds[edge_pair(net)].semi_count > 0;
}

/* The smallest connection of the edges that wins with the colour to move or not; its key or -1. */
static bool find_win(const network *net, bool to_move, cells *carrier, int *key) {
    int index = edge_pair(net);
    *carrier = cells_none();
    *key = -1;
    if (net->joined)
        return true;
    if (net->bonds[index].full_count > 0) {
        *carrier = net->full[(size_t)index * FULL_MAX];
        return true;
    }
    if (!to_move || net->bonds[index].semi_count == 0)
        return false;
    *carrier = net->semi[(size_t)index * SEMI_MAX];
    *key = net->key[(size_t)index * SEMI_MAX];
    return true;
}

/* Starts the account of the threats from the connections that are there. */
CW_INLINE void collect_threats(network *net) {
    int index = edge_pair(net);
    net->threats_common = stones_empty(net->board, &net->position);
    net->threats_union = cells_none();
    for (int i = 0; i < net->bonds[index].semi_count; i++)
        note_threat(net, net->semi[(size_t)index * SEMI_MAX + (size_t)i]);
}

/* When to stop early. */
enum { UNTIL_DONE, UNTIL_FULL, UNTIL_SEMI };

CW_INLINE bool is_satisfied(const network *net, int until) {
    return (until == UNTIL_FULL && edges_connected(net)) ||
           (until == UNTIL_SEMI && edges_semi_connected(net));
}

/* Combines connections until nothing new comes, a limit is reached or what is wanted is found. Returns
 * whether it came to its end. */
CW_MULTIVERSION static bool network_derive(network *net, const cw_hex_limits *limits, int until) {
    if (net->joined)
        return true;
    double end = limits->seconds > 0 ? cw_clock_now() + limits->seconds : 0;
    int64_t left = limits->pairs > 0 ? limits->pairs : INT64_MAX;
    while (net->queue_count > 0 && !is_satisfied(net, until)) {
        if (left-- == 0 || (end > 0 && left % CLOCK_INTERVAL == 0 && cw_clock_now() > end))
            return false;
        pair ends = net->queue[net->queue_first];
        if (++net->queue_first == net->queue_size)
            net->queue_first = 0;
        net->queue_count--;
        if (!cells_has(net->endpoints, ends.high) || !cells_has(net->endpoints, ends.low))
            continue; /* absorbed by a group since */
        int index = pair_index(ends.high, ends.low);
        bond *link = &net->bonds[index];
        link->queued = 0;
        if (link->semi_new)
            combine_semis(net, limits, ends.high, ends.low, link);
        unsigned fresh = link->full_new;
        link->full_new = 0;
        for (; fresh; fresh &= fresh - 1) {
            cells carrier = net->full[(size_t)index * FULL_MAX + (size_t)__builtin_ctz(fresh)];
            extend_over(net, limits, ends.high, ends.low, carrier);
            extend_over(net, limits, ends.low, ends.high, carrier);
        }
    }
    return true;
}

/* ---- Positions ---- */

CW_INLINE void clear_queue(network *net) {
    net->queue_first = net->queue_count = 0;
}

/* Gathers a group's stones from `cell` under one head. */
static void mark_group(network *net, int cell, int head) {
    cells own = net->position.of[net->color], reached = cells_single(cell), todo = reached;
    while (!cells_is_empty(todo)) {
        int stone = cells_pop(&todo);
        net->head[stone] = (int16_t)head;
        cells next = cells_minus(cells_and(net->board->neighbors[stone], own), reached);
        reached = cells_or(reached, next);
        todo = cells_or(todo, next);
    }
}

static void find_groups(network *net) {
    const layout *board = net->board;
    cells own = net->position.of[net->color];
    net->endpoints = stones_empty(board, &net->position);
    net->groups = cells_none();
    memset(net->head, -1, sizeof(net->head));
    for (int side = 0; side < 2; side++) {
        int edge = edge_endpoint(net, side);
        net->head[edge] = (int16_t)edge;
        cells_add(&net->endpoints, edge);
        cells_add(&net->groups, edge);
        for (cells rest = cells_and(own, board->edge[net->color][side]); !cells_is_empty(rest);) {
            int cell = cells_pop(&rest);
            if (net->head[cell] >= 0 && net->head[cell] != edge)
                net->joined = true;
            mark_group(net, cell, edge);
        }
    }
    for (cells rest = own; !cells_is_empty(rest);) {
        int cell = cells_pop(&rest);
        if (net->head[cell] < 0) {
            mark_group(net, cell, cell);
            cells_add(&net->endpoints, cell);
            cells_add(&net->groups, cell);
        }
    }
}

/* Makes the network of a position anew, with base connections only. */
static void network_start(network *net, const cw_hex_limits *limits, const stones *position) {
    const layout *board = net->board;
    net->position = *position;
    net->joined = false;
    clear_queue(net);
    memset(net->bonds, 0, (size_t)net->queue_size * sizeof(bond));
    memset(net->linked, 0, sizeof(net->linked));
    memset(net->touching, 0, sizeof(net->touching));
    find_groups(net);
    if (net->joined)
        return;
    cells empty = stones_empty(board, position);
    for (cells rest = empty; !cells_is_empty(rest);) {
        int cell = cells_pop(&rest);
        for (cells around = board->neighbors[cell]; !cells_is_empty(around);) {
            int other = cells_pop(&around);
            if (cells_has(position->of[net->color], other))
                add_full(net, limits, cell, net->head[other], cells_none());
            else if (other < cell && cells_has(empty, other))
                add_full(net, limits, cell, other, cells_none());
        }
        for (int side = 0; side < 2; side++)
            if (cells_has(board->edge[net->color][side], cell))
                add_full(net, limits, cell, edge_endpoint(net, side), cells_none());
    }
    collect_threats(net);
}

/* ---- Following a move ---- */

/* Copies the connections of one pair, less what the opponent's new stones break; the colour's own new stones
 * leave carriers, and a semi-connection whose key was played becomes full. */
CW_INLINE void follow_bond(network *net, const network *from, const cw_hex_limits *limits, int x, int y,
                           cells gained, cells lost) {
    int index = pair_index(x, y);
    const bond *old = &from->bonds[index];
    bond *link = &net->bonds[index];
    *link = (bond){0};
    if (old->full_count + old->semi_count == 0)
        return;
    const cells *old_full = from->full + (size_t)index * FULL_MAX,
                *old_semi = from->semi + (size_t)index * SEMI_MAX;
    const int16_t *old_key = from->key + (size_t)index * SEMI_MAX;
    cells *full = net->full + (size_t)index * FULL_MAX, *semi = net->semi + (size_t)index * SEMI_MAX;
    int16_t *key = net->key + (size_t)index * SEMI_MAX;
    unsigned full_changed = 0, semi_changed = 0;
    cells changed = cells_or(gained, lost);
    int count = 0;
    for (int i = 0; i < old->full_count; i++) {
        if (!cells_meet(old_full[i], changed))
            full[count++] = old_full[i];
        else if (!cells_meet(old_full[i], lost))
            full_changed |= 1u << i;
    }
    link->full_count = (uint8_t)count;
    if (count > 0) {
        cells_add(&net->linked[x], y);
        cells_add(&net->linked[y], x);
        if (cells_is_empty(full[0])) {
            cells_add(&net->touching[x], y);
            cells_add(&net->touching[y], x);
        }
    }
    count = 0;
    for (int i = 0; i < old->semi_count; i++) {
        if (!cells_meet(old_semi[i], changed)) {
            semi[count] = old_semi[i];
            key[count++] = old_key[i];
        } else if (!cells_meet(old_semi[i], lost)) {
            semi_changed |= 1u << i;
        }
    }
    link->semi_count = (uint8_t)count;
    for (; full_changed; full_changed &= full_changed - 1)
        add_full(net, limits, x, y, cells_minus(old_full[__builtin_ctz(full_changed)], gained));
    for (; semi_changed; semi_changed &= semi_changed - 1) {
        int i = __builtin_ctz(semi_changed);
        cells carrier = cells_minus(old_semi[i], gained);
        if (cells_has(gained, old_key[i]))
            add_full(net, limits, x, y, carrier);
        else
            add_semi(net, limits, x, y, carrier, old_key[i]);
    }
}

/* Gives all connections of `from` to `head`, with which it has become one group. */
static void absorb(network *net, const cw_hex_limits *limits, int head, int from) {
    cells_remove(&net->endpoints, from);
    cells_remove(&net->groups, from);
    cells_remove(&net->linked[head], from);
    cells_remove(&net->touching[head], from);
    for (cells rest = net->endpoints; !cells_is_empty(rest);) {
        int other = cells_pop(&rest);
        cells_remove(&net->linked[other], from);
        cells_remove(&net->touching[other], from);
        if (other == head)
            continue;
        int index = pair_index(from, other);
        const bond *link = &net->bonds[index];
        for (int i = 0; i < link->full_count; i++)
            add_full(net, limits, head, other, net->full[(size_t)index * FULL_MAX + (size_t)i]);
        for (int i = 0; i < link->semi_count; i++)
            add_semi(net, limits, head, other, net->semi[(size_t)index * SEMI_MAX + (size_t)i],
                     net->key[(size_t)index * SEMI_MAX + (size_t)i]);
    }
}

/* Everything a grown group is connected to has to be combined again. */
static void renew(network *net, int head) {
    for (cells rest = net->endpoints; !cells_is_empty(rest);) {
        int other = cells_pop(&rest);
        if (other == head)
            continue;
        bond *link = &net->bonds[pair_index(head, other)];
        if (link->full_count + link->semi_count == 0)
            continue;
        link->full_new = (uint16_t)((1u << link->full_count) - 1);
        link->semi_new = (uint16_t)((1u << link->semi_count) - 1);
        enqueue(net, head, other, link);
    }
}

/* Turns the empty endpoint `cell` into a stone of the colour and joins it with the groups it touches. */
static void occupy(network *net, const cw_hex_limits *limits, int cell) {
    const layout *board = net->board;
    cells touched = cells_none();
    for (cells rest = cells_and(board->neighbors[cell], net->position.of[net->color]);
         !cells_is_empty(rest);) {
        int stone = cells_pop(&rest);
        if (net->head[stone] >= 0)
            cells_add(&touched, net->head[stone]);
    }
    for (int side = 0; side < 2; side++)
        if (cells_has(board->edge[net->color][side], cell))
            cells_add(&touched, edge_endpoint(net, side));
    if (cells_has(touched, edge_endpoint(net, 0)) && cells_has(touched, edge_endpoint(net, 1))) {
        net->joined = true;
        return;
    }
    int head = cell;
    for (int side = 0; side < 2; side++)
        if (cells_has(touched, edge_endpoint(net, side)))
            head = edge_endpoint(net, side);
    if (head == cell && !cells_is_empty(touched))
        head = cells_first(touched);
    net->head[cell] = (int16_t)head;
    cells_add(&net->groups, cell);
    cells_remove(&touched, head);
    if (head != cell)
        cells_add(&touched, cell);
    while (!cells_is_empty(touched)) {
        int group = cells_pop(&touched);
        for (cells rest = net->position.of[net->color]; !cells_is_empty(rest);) {
            int stone = cells_pop(&rest);
            if (net->head[stone] == group)
                net->head[stone] = (int16_t)head;
        }
        absorb(net, limits, head, group);
    }
    renew(net, head);
}

/* Makes `net` the network of `from`'s position with more stones on it, which had come to its end. Derive
 * afterwards. */
CW_MULTIVERSION static void network_follow(network *net, const network *from, const cw_hex_limits *limits,
                                           const stones *position) {
    int color = from->color;
    cells gained = cells_minus(position->of[color], from->position.of[color]);
    cells lost = cells_minus(position->of[!color], from->position.of[!color]);
    net->position = *position;
    net->joined = from->joined;
    clear_queue(net);
    if (net->joined)
        return;
    memcpy(net->head, from->head, sizeof(net->head));
    memset(net->linked, 0, sizeof(net->linked));
    memset(net->touching, 0, sizeof(net->touching));
    net->endpoints = cells_minus(from->endpoints, lost);
    net->groups = from->groups;
    for (cells high = net->endpoints; !cells_is_empty(high);) {
        int x = cells_pop(&high);
        for (cells low = net->endpoints; !cells_is_empty(low);) {
            int y = cells_pop(&low);
            if (y >= x)
                break;
            follow_bond(net, from, limits, x, y, gained, lost);
        }
    }
    while (!cells_is_empty(gained) && !net->joined)
        occupy(net, limits, cells_pop(&gained));
    if (!net->joined)
        collect_threats(net);
}

#endif

/* The connections of both colours in one position, as the outside sees them: in cells and sets of board.h. */
#ifndef CW_GAMES_HEX_KERNEL_VIEWS_H
#define CW_GAMES_HEX_KERNEL_VIEWS_H

#include "games/hex/kernel/inferior.h"
#include "games/hex/kernel/network.h"
#include "games/hex/kernel/outside.h"

typedef struct views {
    const cw_hex_board *outside;
    layout board;
    cw_hex_limits limits;
    bool fill;
    stones filled; /* what fill-in has given to each colour */
    network *net[2];
    network *spare;  /* the next network of a colour is made here from the present one */
    network *second; /* and what comes of an answer to it */
    network networks[4];
} views;

/* ---- Between the two numberings ---- */

static int endpoint_outside(const network *net, const cw_hex_board *outside, int endpoint) {
    if (is_edge(net, endpoint))
        return CW_HEX_ENDPOINT_EDGE + 2 * net->color + endpoint - net->board->cell_count;
    return cell_outside(outside, endpoint);
}

/* The endpoint that stands for an outside one; -1 if it is not the colour's. */
static int endpoint_inside(const network *net, const cw_hex_board *outside, int endpoint) {
    if (endpoint >= CW_HEX_ENDPOINT_EDGE) {
        int edge = endpoint - CW_HEX_ENDPOINT_EDGE;
        return edge / 2 == net->color ? edge_endpoint(net, edge % 2) : -1;
    }
    int cell = cell_inside(outside, endpoint);
    if (cells_has(net->position.of[!net->color], cell))
        return -1;
    return cells_has(net->position.of[net->color], cell) ? net->head[cell] : cell;
}

/* ---- Making ---- */

static void views_destroy(void *context) {
    views *view = context;
    if (view == NULL)
        return;
    for (int i = 0; i < 4; i++)
        network_release(&view->networks[i]);
    free(view);
}

static void *views_create(const cw_hex_board *outside, const cw_hex_limits *limits) {
    views *view = calloc(1, sizeof *view);
    if (view == NULL)
        return NULL;
    view->outside = outside;
    view->limits = *limits;
    layout_make(&view->board, outside->size);
    bool made = true;
    for (int i = 0; i < 4; i++)
        made = network_create(&view->networks[i], &view->board, i & 1) && made;
    view->net[BLACK] = &view->networks[BLACK];
    view->net[WHITE] = &view->networks[WHITE];
    view->spare = &view->networks[2];
    view->second = &view->networks[3];
    if (made)
        return view;
    views_destroy(view);
    return NULL;
}

static bool views_build(void *context, const cw_hex_set outside[2], bool fill, int turn) {
    views *view = context;
    stones position = {
        {set_inside(view->outside, &outside[BLACK]), set_inside(view->outside, &outside[WHITE])}};
    view->fill = fill;
    view->filled = (stones){{cells_none(), cells_none()}};
    if (fill)
        view->filled = fill_in(&view->board, &position, view->board.board).of;
    bool complete = true;
    for (int i = 0; i < 2; i++) {
        int color = turn < 0 ? i : turn ^ i; /* the player to move first: a semi-connection decides */
        network_start(view->net[color], &view->limits, &position);
    }
    for (int i = 0; i < 2; i++) {
        int color = turn < 0 ? i : turn ^ i;
        int until = turn < 0 ? UNTIL_DONE : color == turn ? UNTIL_SEMI : UNTIL_FULL;
        complete = network_derive(view->net[color], &view->limits, until) && complete;
        if (turn >= 0 && color == turn && edges_semi_connected(view->net[color]))
            break;
    }
    return complete;
}

static bool views_play(void *context, int color, int cell) {
    views *view = context;
    stones position = view->net[BLACK]->position;
    int inside = cell_inside(view->outside, cell);
    assert(cells_has(stones_empty(&view->board, &position), inside));
    cells_add(&position.of[color], inside);
    if (view->fill) {
        stones filled = fill_in(&view->board, &position, view->board.neighbors[inside]).of;
        for (int i = 0; i < 2; i++)
            view->filled.of[i] = cells_or(view->filled.of[i], filled.of[i]);
    }
    bool complete = true;
    for (int i = 0; i < 2; i++) {
        network *old = view->net[i];
        view->spare->color = i;
        network_follow(view->spare, old, &view->limits, &position);
        view->net[i] = view->spare;
        view->spare = old;
        complete = network_derive(view->net[i], &view->limits, UNTIL_DONE) && complete;
    }
    return complete;
}

/* ---- One move ahead ---- */

/* Makes `net` a colour's network after one more stone, as far as it takes to see what is wanted. Returns what
 * the colour was given by fill-in. */
static cells look_ahead(const views *view, network *net, const network *from, int whose, int cell,
                        int until) {
    stones position = from->position;
    cells_add(&position.of[whose], cell);
    cells filled = cells_none();
    if (view->fill)
        filled = fill_in(&view->board, &position, view->board.neighbors[cell]).of.of[from->color];
    net->color = from->color;
    network_follow(net, from, &view->limits, &position);
    network_derive(net, &view->limits, until);
    return filled;
}

/* After a move of the network's colour: how many answers does the opponent have that do not lose at once? If none,
 * adds to `carrier` what it takes to win. */
static int count_answers(const views *view, const network *after, cells *carrier) {
    cells way;
    int key;
    if (find_win(after, false, &way, &key)) {
        *carrier = cells_or(*carrier, way);
        return 0;
    }
    if (!edges_semi_connected(after))
        return CW_HEX_ANSWERS_ANY;
    cells answers = after->threats_common;
    int count = cells_count(answers);
    *carrier = cells_or(*carrier, after->threats_union);
    for (bool few = count <= CW_HEX_ANSWERS_TRIED; few && !cells_is_empty(answers);) {
        cells filled = look_ahead(view, view->second, after, !after->color, cells_pop(&answers), UNTIL_SEMI);
        if (!find_win(view->second, true, &way, &key))
            continue;
        *carrier = cells_or(*carrier, cells_or(way, filled));
        count--;
    }
    return count;
}

static void views_answers(void *context, int color, uint8_t answers[CW_HEX_CELLS_MAX],
                          cw_hex_set *must_play) {
    const views *view = context;
    const network *net = view->net[color];
    cells must = net->threats_common;
    memset(answers, CW_HEX_ANSWERS_ANY, CW_HEX_CELLS_MAX);
    for (cells rest = stones_empty(&view->board, &net->position); !cells_is_empty(rest);) {
        int cell = cells_pop(&rest);
        cells carrier = look_ahead(view, view->spare, net, color, cell, UNTIL_FULL);
        cells_add(&carrier, cell);
        int count = count_answers(view, view->spare, &carrier);
        if (count == 0)
            must = cells_and(must, carrier);
        answers[cell_outside(view->outside, cell)] =
            (uint8_t)(count < CW_HEX_ANSWERS_ANY ? count : CW_HEX_ANSWERS_ANY);
    }
    set_outside(view->outside, edges_connected(net) ? cells_none() : must, must_play);
}

/* ---- Asking ---- */

static void views_stones(const void *context, int color, cw_hex_set *all, cw_hex_set *filled) {
    const views *view = context;
    set_outside(view->outside, view->net[color]->position.of[color], all);
    set_outside(view->outside, view->filled.of[color], filled);
}

static int views_winner(const void *context, int turn, cw_hex_set *carrier, int *move) {
    const views *view = context;
    for (int i = 0; i < 2; i++) {
        int color = turn ^ i, key;
        cells inside;
        if (!find_win(view->net[color], color == turn, &inside, &key))
            continue;
        if (carrier != NULL)
            set_outside(view->outside, inside, carrier);
        if (move != NULL)
            *move = key < 0 ? CW_HEX_NO_CELL : cell_outside(view->outside, key);
        return color;
    }
    return -1;
}

static void views_must_play(const void *context, int color, cw_hex_set *outside) {
    const views *view = context;
    const network *net = view->net[!color];
    set_outside(view->outside, edges_connected(net) ? cells_none() : net->threats_common, outside);
}

static int views_endpoint(const void *context, int color, int endpoint) {
    const views *view = context;
    const network *net = view->net[color];
    int inside = endpoint_inside(net, view->outside, endpoint);
    return inside < 0 ? CW_HEX_NO_CELL : endpoint_outside(net, view->outside, inside);
}

static void describe(const views *view, const network *net, pair ends, cw_hex_connection_kind kind, int rank,
                     cw_hex_connection *connection) {
    size_t index = (size_t)pair_index(ends.high, ends.low), place = index * SEMI_MAX + (size_t)rank;
    connection->from = endpoint_outside(net, view->outside, ends.high);
    connection->to = endpoint_outside(net, view->outside, ends.low);
    connection->kind = kind;
    connection->key = kind == CW_HEX_FULL ? CW_HEX_NO_CELL : cell_outside(view->outside, net->key[place]);
    set_outside(view->outside,
                kind == CW_HEX_FULL ? net->full[index * FULL_MAX + (size_t)rank] : net->semi[place],
                &connection->carrier);
}

CW_INLINE int bond_count(const network *net, int x, int y, cw_hex_connection_kind kind) {
    const bond *link = &net->bonds[pair_index(x, y)];
    return kind == CW_HEX_FULL ? link->full_count : link->semi_count;
}

static int views_between(const void *context, int color, int from, int to, cw_hex_connection_kind kind,
                         cw_hex_connection *list, int room) {
    const views *view = context;
    const network *net = view->net[color];
    int x = endpoint_inside(net, view->outside, from), y = endpoint_inside(net, view->outside, to);
    if (net->joined || x < 0 || y < 0 || x == y)
        return 0;
    int count = bond_count(net, x, y, kind);
    if (count > room)
        count = room;
    for (int i = 0; i < count; i++)
        describe(view, net, (pair){(int16_t)x, (int16_t)y}, kind, i, &list[i]);
    return count;
}

static void views_visit(const void *context, int color, cw_hex_connection_kind kind, bool smallest_only,
                        cw_hex_connection_visitor *visit, void *payload) {
    const views *view = context;
    const network *net = view->net[color];
    if (net->joined)
        return;
    for (cells high = net->endpoints; !cells_is_empty(high);) {
        int x = cells_pop(&high);
        for (cells low = net->endpoints; !cells_is_empty(low);) {
            int y = cells_pop(&low);
            if (y >= x)
                break;
            int count = bond_count(net, x, y, kind);
            for (int i = 0; i < (smallest_only && count > 1 ? 1 : count); i++) {
                cw_hex_connection connection;
                describe(view, net, (pair){(int16_t)x, (int16_t)y}, kind, i, &connection);
                visit(&connection, payload);
            }
        }
    }
}

static unsigned views_linked(const void *context, int color, int endpoint, cw_hex_connection_kind kind,
                             cw_hex_set *outside) {
    const views *view = context;
    const network *net = view->net[color];
    int x = endpoint_inside(net, view->outside, endpoint);
    cells heads = cells_none(), linked = cells_none();
    unsigned edges = 0;
    if (x >= 0 && !net->joined)
        for (cells rest = net->endpoints; !cells_is_empty(rest);) {
            int y = cells_pop(&rest);
            if (y == x || bond_count(net, x, y, kind) == 0)
                continue;
            cells_add(&heads, y);
            if (is_edge(net, y))
                edges |= 1u << (2 * color + y - net->board->cell_count);
            else
                cells_add(&linked, y);
        }
    for (cells rest = net->position.of[color]; !cells_is_empty(rest);) {
        int stone = cells_pop(&rest);
        if (cells_has(heads, net->head[stone]))
            cells_add(&linked, stone);
    }
    set_outside(view->outside, linked, outside);
    return edges;
}

/* The keys of semi-connections between x and y that keep off `cell`, if it hurts their full connection. */
static cells answers_between(const network *net, int x, int y, int cell) {
    size_t index = (size_t)pair_index(x, y);
    const bond *link = &net->bonds[index];
    cells answers = cells_none();
    bool hurt = false;
    for (int i = 0; i < link->full_count; i++) {
        if (!cells_has(net->full[index * FULL_MAX + (size_t)i], cell))
            return cells_none();
        hurt = true;
    }
    for (int i = 0; hurt && i < link->semi_count; i++)
        if (!cells_has(net->semi[index * SEMI_MAX + (size_t)i], cell))
            cells_add(&answers, net->key[index * SEMI_MAX + (size_t)i]);
    return answers;
}

static void views_responses(const void *context, int color, int cell, cw_hex_set *responses) {
    const views *view = context;
    const network *net = view->net[color];
    int inside = cell_inside(view->outside, cell);
    cells answers = cells_none();
    for (cells high = net->joined ? cells_none() : net->groups; !cells_is_empty(high);) {
        int x = cells_pop(&high);
        for (cells low = net->groups; !cells_is_empty(low);) {
            int y = cells_pop(&low);
            if (y >= x)
                break;
            answers = cells_or(answers, answers_between(net, x, y, inside));
        }
    }
    set_outside(view->outside, answers, responses);
}

/* ---- Inferior cells ---- */

static bool views_find_inferior(const cw_hex_board *outside, const cw_hex_set sets[2], int color,
                                cw_hex_inferior *result) {
    layout *board = malloc(sizeof *board);
    if (board == NULL)
        return false;
    layout_make(board, outside->size);
    stones position = {{set_inside(outside, &sets[BLACK]), set_inside(outside, &sets[WHITE])}};
    filling filled = fill_in(board, &position, board->board);
    inferior found;
    find_inferior(board, &position, color, &found);
    set_outside(outside, filled.dead, &result->dead);
    set_outside(outside, filled.of.of[BLACK], &result->filled[BLACK]);
    set_outside(outside, filled.of.of[WHITE], &result->filled[WHITE]);
    set_outside(outside, found.vulnerable, &result->vulnerable);
    set_outside(outside, found.dominated, &result->dominated);
    memset(result->reason, -1, sizeof result->reason);
    for (cells rest = cells_or(found.vulnerable, found.dominated); !cells_is_empty(rest);) {
        int cell = cells_pop(&rest);
        result->reason[cell_outside(outside, cell)] = (int16_t)cell_outside(outside, found.reason[cell]);
    }
    free(board);
    return true;
}

#endif

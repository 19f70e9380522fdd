/* What Hex knows of a position, to be laid over the board: connections that cannot be broken, where one must play,
 * cells that do not count any more, and who wins where the solver finds out in time. Nothing of it is a guess. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/hex/connections.h"
#include "games/hex/hex.h"
#include "games/hex/inferior.h"
#include "games/hex/solver.h"

static const cw_color colors[2] = {CW_COLOR_BLACK, CW_COLOR_WHITE};
static const char *const names[2] = {"Black", "White"};
static const double connection_seconds = 0.25; /* for one colour */

/* The position in question. */
typedef struct view {
    const cw_hex_board *board;
    cw_hex_set stones[2];
    int turn;
    cw_insight *insight;
} view;

static cw_insight_mark *mark_cell(const view *self, int cell, cw_sign sign, cw_color color) {
    cw_insight_mark *mark = cw_insight_add_mark(self->insight, cw_hex_column(self->board, cell),
                                                cw_hex_row(self->board, cell), sign);
    mark->color = color;
    return mark;
}

/* Marks all cells of a set and returns their number. */
static int mark_cells(const view *self, const cw_hex_set *cells, cw_sign sign, cw_color color) {
    int count = 0;
    for (int i = 0; i < self->board->words; i++) {
        for (uint64_t word = cells->word[i]; word != 0; word &= word - 1, count++)
            mark_cell(self, 64 * i + __builtin_ctzll(word), sign, color);
    }
    return count;
}

static int count_cells(const view *self, const cw_hex_set *cells) {
    int count = 0;
    for (int i = 0; i < self->board->words; i++)
        count += __builtin_popcountll(cells->word[i]);
    return count;
}

/* ---- Connections ---- */

enum { LINKS_MAX = 4096, ENDPOINTS = CW_HEX_ENDPOINT_EDGE + 4 };

/* Full connections between groups and edges, those with small carriers first. */
typedef struct links {
    const view *seen;
    int color, count;
    cw_hex_connection list[LINKS_MAX];
    uint16_t joined[ENDPOINTS]; /* the one that stands for all that are joined with it */
} links;

static bool is_edge(int endpoint) {
    return endpoint >= CW_HEX_ENDPOINT_EDGE;
}

static void collect(const cw_hex_connection *connection, void *payload) {
    links *self = payload;
    const cw_hex_set *own = &self->seen->stones[self->color];
    bool from_stones = is_edge(connection->from) || cw_hex_set_has(own, connection->from);
    bool to_stones = is_edge(connection->to) || cw_hex_set_has(own, connection->to);
    if (from_stones && to_stones && self->count < LINKS_MAX)
        self->list[self->count++] = *connection;
}

static int compare_carriers(const void *one, const void *other) {
    int sizes[2] = {0};
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++) {
        sizes[0] += __builtin_popcountll(((const cw_hex_connection *)one)->carrier.word[i]);
        sizes[1] += __builtin_popcountll(((const cw_hex_connection *)other)->carrier.word[i]);
    }
    return sizes[0] - sizes[1];
}

static int root_of(links *self, int endpoint) {
    while (self->joined[endpoint] != endpoint)
        endpoint = self->joined[endpoint] = self->joined[self->joined[endpoint]];
    return endpoint;
}

/* The cells from which a link to an endpoint can be drawn: the stones of the group; for an edge the cells of the
 * carrier along it. */
static void cells_of(const links *self, const cw_hex_connections *connections, int endpoint,
                     const cw_hex_set *carrier, cw_hex_set *cells) {
    const view *seen = self->seen;
    memset(cells, 0, sizeof *cells);
    for (int cell = 0; cell < seen->board->cell_limit; cell++) {
        bool belongs = is_edge(endpoint)
                           ? cw_hex_set_has(carrier, cell) &&
                                 cw_hex_set_has(&seen->board->edge[endpoint - CW_HEX_ENDPOINT_EDGE], cell)
                           : cw_hex_set_has(&seen->stones[self->color], cell) &&
                                 cw_hex_connections_endpoint(connections, self->color, cell) == endpoint;
        if (belongs)
            cw_hex_set_add(cells, cell);
    }
}

/* The square of the distance on the table, where neighbours are 1 apart. */
static int distance(const cw_hex_board *board, int one, int other) {
    int q = cw_hex_column(board, one) - cw_hex_column(board, other);
    int r = cw_hex_row(board, one) - cw_hex_row(board, other);
    return q * q + q * r + r * r;
}

/* Draws a link between the nearest places of its two ends. */
static void draw_link(const links *self, const cw_hex_connections *connections,
                      const cw_hex_connection *connection) {
    const cw_hex_board *board = self->seen->board;
    cw_hex_set from, to;
    int best = INT_MAX, ends[2] = {CW_HEX_NO_CELL, CW_HEX_NO_CELL};
    cells_of(self, connections, connection->from, &connection->carrier, &from);
    cells_of(self, connections, connection->to, &connection->carrier, &to);
    for (int one = 0; one < board->cell_limit; one++) {
        for (int other = 0; cw_hex_set_has(&from, one) && other < board->cell_limit; other++) {
            if (!cw_hex_set_has(&to, other) || distance(board, one, other) >= best)
                continue;
            best = distance(board, one, other);
            ends[0] = one;
            ends[1] = other;
        }
    }
    if (ends[0] == CW_HEX_NO_CELL)
        return;
    cw_insight_add_link(self->seen->insight, cw_hex_column(board, ends[0]), cw_hex_row(board, ends[0]),
                        cw_hex_column(board, ends[1]), cw_hex_row(board, ends[1]))
        ->color = colors[self->color];
}

/* Of all connections so many, the smallest first, as join what can be joined; returns their number. */
static int show_links(links *self, const cw_hex_connections *connections) {
    cw_hex_set area = {0};
    int shown = 0;
    qsort(self->list, (size_t)self->count, sizeof self->list[0], compare_carriers);
    for (int i = 0; i < ENDPOINTS; i++)
        self->joined[i] = (uint16_t)i;
    for (int i = 0; i < self->count; i++) {
        const cw_hex_connection *connection = &self->list[i];
        int from = root_of(self, connection->from), to = root_of(self, connection->to);
        if (from == to)
            continue;
        self->joined[from] = (uint16_t)to;
        for (int word = 0; word < CW_HEX_WIDE_WORDS; word++)
            area.word[word] |= connection->carrier.word[word];
        draw_link(self, connections, connection);
        shown++;
    }
    mark_cells(self->seen, &area, CW_SIGN_AREA, colors[self->color]);
    return shown;
}

static void show_connections(const view *self, cw_hex_connections *connections) {
    links *found = calloc(1, sizeof *found);
    int counts[2] = {0};
    cw_hex_connections_build(connections, self->stones, false);
    cw_insight_add_layer(self->insight, "connections", "Connections");
    for (int color = CW_HEX_BLACK; found != NULL && color <= CW_HEX_WHITE; color++) {
        found->seen = self;
        found->color = color;
        found->count = 0;
        cw_hex_connections_visit(connections, color, CW_HEX_FULL, true, collect, found);
        counts[color] = show_links(found, connections);
    }
    cw_insight_layer *layer = &self->insight->layers[self->insight->layer_count - 1];
    snprintf(layer->summary, sizeof layer->summary, "Certain connections: %d of Black, %d of White.",
             counts[CW_HEX_BLACK], counts[CW_HEX_WHITE]);
    free(found);
}

/* ---- Must-play and dead cells ---- */

static void show_must_play(const view *self, const cw_hex_connections *connections) {
    cw_hex_set cells;
    cw_insight_layer *layer = cw_insight_add_layer(self->insight, "must-play", "Must play");
    cw_hex_connections_must_play(connections, self->turn, &cells);
    int count = count_cells(self, &cells);
    int empty = count_cells(self, &self->board->cells) - count_cells(self, &self->stones[0]) -
                count_cells(self, &self->stones[1]);
    if (count == 0)
        snprintf(layer->summary, sizeof layer->summary, "%s can join whatever %s plays.", names[!self->turn],
                 names[self->turn]);
    else if (count == empty)
        snprintf(layer->summary, sizeof layer->summary, "%s may play anywhere: nothing certain threatens.",
                 names[self->turn]);
    else
        snprintf(layer->summary, sizeof layer->summary,
                 "%s must play on one of %d cells, or %s joins its sides.", names[self->turn], count,
                 names[!self->turn]);
    if (count < empty)
        mark_cells(self, &cells, CW_SIGN_CHOICE, CW_COLOR_NONE);
}

static void show_dead(const view *self) {
    cw_hex_inferior inferior;
    cw_hex_find_inferior(self->board, self->stones, self->turn, &inferior);
    cw_insight_layer *layer = cw_insight_add_layer(self->insight, "dead", "Dead cells");
    int dead = mark_cells(self, &inferior.dead, CW_SIGN_IDLE, CW_COLOR_NONE), captured = 0;
    for (int color = CW_HEX_BLACK; color <= CW_HEX_WHITE; color++) {
        cw_hex_set owned = inferior.filled[color];
        for (int i = 0; i < CW_HEX_WIDE_WORDS; i++)
            owned.word[i] &= ~inferior.dead.word[i];
        captured += mark_cells(self, &owned, CW_SIGN_IDLE, colors[color]);
    }
    snprintf(layer->summary, sizeof layer->summary,
             "%d cells cannot matter to anybody, %d belong to a side already.", dead, captured);
}

/* ---- Solved ---- */

static bool proceed(const cw_solver_progress *progress, void *payload) {
    const cw_insight_budget *budget = payload;
    (void)progress;
    return budget->stop == NULL || !cw_flag_is_up(budget->stop);
}

static void show_values(const view *self, cw_insight_layer *layer, const int8_t values[CW_HEX_CELLS_MAX]) {
    int wins = 0, unknown = 0;
    for (int cell = 0; cell < self->board->cell_limit; cell++) {
        bool is_move = cw_hex_set_has(&self->board->cells, cell) && !cw_hex_set_has(&self->stones[0], cell) &&
                       !cw_hex_set_has(&self->stones[1], cell);
        if (!is_move)
            continue;
        wins += values[cell] == 1;
        unknown += values[cell] < 0;
        if (values[cell] == 1)
            mark_cell(self, cell, CW_SIGN_WIN, CW_COLOR_NONE);
    }
    if (wins > 0)
        snprintf(layer->summary, sizeof layer->summary, "Solved: %s wins, with %s%d of the moves.",
                 names[self->turn], unknown > 0 ? "at least " : "", wins);
    else if (unknown == 0)
        snprintf(layer->summary, sizeof layer->summary, "Solved: %s wins, whatever %s plays.",
                 names[!self->turn], names[self->turn]);
    else
        snprintf(layer->summary, sizeof layer->summary, "Not solved in the time there was.");
}

static void show_solution(const view *self, const cw_insight_budget *budget) {
    enum { MEMORY = 32 << 20 };
    cw_hex_solver *solver = NULL;
    int8_t values[CW_HEX_CELLS_MAX];
    cw_solver_budget own = {.seconds = budget->seconds,
                            .watch = {.proceed = proceed, .payload = (void *)(uintptr_t)budget}};
    if (cw_hex_solver_create(self->board, MEMORY, &solver, NULL) != CW_OK)
        return;
    cw_insight_layer *layer = cw_insight_add_layer(self->insight, "solved", "Winning moves");
    cw_hex_solution found;
    cw_hex_solver_solve(solver, self->stones, self->turn, &own, &found);
    memset(values, -1, sizeof values);
    if (found.winner == !self->turn)
        memset(values, 0, sizeof values);
    else if (found.winner == self->turn)
        cw_hex_solver_map(solver, self->stones, self->turn, &own, values);
    show_values(self, layer, values);
    cw_hex_solver_destroy(solver);
}

void cw_hex_insight(const cw_game *game, const cw_state *state, const cw_insight_budget *budget,
                    cw_insight *insight) {
    const cw_hex_board *board = cw_hex_board_of(game);
    view self = {.board = board, .turn = state->turn, .insight = insight};
    cw_hex_limits limits = cw_hex_limits_standard;
    cw_hex_connections *connections = NULL;
    bool may_be_swapped = board->swap != CW_HEX_SWAP_OFF && state->moves == 0;
    if (state->winner >= 0)
        return;
    limits.seconds = connection_seconds;
    cw_hex_stones_set(board, state, CW_HEX_BLACK, &self.stones[CW_HEX_BLACK]);
    cw_hex_stones_set(board, state, CW_HEX_WHITE, &self.stones[CW_HEX_WHITE]);
    if (cw_hex_connections_create(board, &limits, &connections, NULL) == CW_OK)
        show_connections(&self, connections);
    bool has_turn = !may_be_swapped && !cw_hex_may_swap(board, state); /* the rest knows no swap */
    if (connections != NULL && has_turn)
        show_must_play(&self, connections);
    cw_hex_connections_destroy(connections);
    if (has_turn)
        show_dead(&self);
    if (has_turn && budget->seconds > 0)
        show_solution(&self, budget);
    insight->more = has_turn && budget->seconds <= 0;
}

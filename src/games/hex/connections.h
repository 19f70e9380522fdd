/* Virtual connections: what each colour can join for certain, found by H-search (after Anshelevich).
 *
 * Endpoints are empty cells, groups of stones (named by one of their cells) and the four edges
 * (CW_HEX_ENDPOINT_EDGE + CW_HEX_NORTH and so on); stones that touch an edge belong to the edge's endpoint. A
 * connection joins two endpoints of one colour inside its carrier, a set of empty cells:
 *
 *     full   the colour joins them even if the opponent moves first
 *     semi   the colour joins them if it moves first, on the key
 *
 *      . . . .        b2 and c4 are fully connected, the carrier is the two cells marked o (a bridge);
 *       . B . .       each of the two is the key of a semi-connection
 *        . o o .
 *         . . B .
 *
 * No connection is ever false. Limits make the search miss some, never invent any.
 *
 * One cw_hex_connections belongs to one thread and holds both colours' connections of one position. With
 * fill-in, cells that are dead or captured (inferior.h) count as stones, and connections are those of the
 * filled position, which has the same value. */
#ifndef CW_GAMES_HEX_CONNECTIONS_H
#define CW_GAMES_HEX_CONNECTIONS_H

#include "games/hex/board.h"

enum {
    CW_HEX_ENDPOINT_EDGE = CW_HEX_CELLS_MAX, /* the endpoint of an edge is this + CW_HEX_NORTH, ... */
    CW_HEX_FULL_MAX = 8,                     /* room for full connections of a pair */
    CW_HEX_SEMI_MAX = 16,                    /* room for semi-connections of a pair */
    CW_HEX_OR_MAX = 6,
    CW_HEX_ANSWERS_TRIED = 8, /* as many answers to a move are tried */
    CW_HEX_ANSWERS_ANY = 255, /* as many, or the move threatens nothing */
};

/* How far H-search goes. Zero in `pairs` and `seconds` means no such limit. */
typedef struct cw_hex_limits {
    int full, semi;             /* connections kept of a pair with a group or an edge; on boards above 11x11
                                   at most half of CW_HEX_FULL_MAX and CW_HEX_SEMI_MAX */
    int full_cells, semi_cells; /* connections kept of two empty cells */
    int or_depth;   /* semi-connections that the OR rule combines at once, at most CW_HEX_OR_MAX */
    int64_t pairs;  /* steps of the search */
    double seconds; /* wall-clock time for one colour */
} cw_hex_limits;

/* Everything the memory has room for, without a limit of time. */
extern const cw_hex_limits cw_hex_limits_standard;

typedef enum cw_hex_connection_kind { CW_HEX_SEMI, CW_HEX_FULL } cw_hex_connection_kind;

typedef struct cw_hex_connection {
    int from, to; /* endpoints */
    cw_hex_connection_kind kind;
    int key; /* of a semi-connection: where to move; otherwise CW_HEX_NO_CELL */
    cw_hex_set carrier;
} cw_hex_connection;

typedef struct cw_hex_connections cw_hex_connections;

/* Memory for positions of a board. The board must outlive it. */
cw_status cw_hex_connections_create(const cw_hex_board *board, const cw_hex_limits *limits,
                                    cw_hex_connections **connections, cw_error *error);
void cw_hex_connections_destroy(cw_hex_connections *connections);

/* Finds the connections of both colours for the given stones (one set for each colour), after fill-in if
 * `fill`. Returns false when a limit of steps or time stopped it. */
bool cw_hex_connections_build(cw_hex_connections *connections, const cw_hex_set stones[2], bool fill);

/* The same for one who only wants to know who wins with `turn` to move: stops as soon as it is known. */
bool cw_hex_connections_decide(cw_hex_connections *connections, const cw_hex_set stones[2], bool fill,
                               int turn);

/* Follows one more stone; `cell` must be empty (not filled in). Cheaper than building anew. */
bool cw_hex_connections_play(cw_hex_connections *connections, int color, int cell);

/* For each cell at which `color` can play: how many answers the opponent has that do not lose at once, 0 if the
 * move wins. More than CW_HEX_ANSWERS_TRIED are only counted: some of them may lose. The opponent, if it is to
 * move, must play on one of the cells of `must_play` to stay in the game: those that all moves without an answer
 * need. (With fill-in it may delay, by moves in cells that were filled in.) */
void cw_hex_connections_answers(cw_hex_connections *connections, int color, uint8_t answers[CW_HEX_CELLS_MAX],
                                cw_hex_set *must_play);

/* Who wins for certain with `turn` to move; -1: not known. Writes (unless NULL) the carrier of the connection
 * of the winner's edges, and, if the winner is to move, the winning move or CW_HEX_NO_CELL if any will do. */
int cw_hex_connections_winner(const cw_hex_connections *connections, int turn, cw_hex_set *carrier,
                              int *move);

/* The cells where `color`, to move, must play to stay in the game: those in all of the opponent's ways to
 * join its edges. All empty cells if there is no such way; empty if the opponent wins. */
void cw_hex_connections_must_play(const cw_hex_connections *connections, int color, cw_hex_set *cells);

/* The endpoint that stands for a cell or an edge in a colour's connections; CW_HEX_NO_CELL for the opponent's
 * cells and edges. */
int cw_hex_connections_endpoint(const cw_hex_connections *connections, int color, int endpoint);

/* Writes at most `room` connections of a kind between two cells or edges, smaller carriers first; returns how
 * many. */
int cw_hex_connections_between(const cw_hex_connections *connections, int color, int from, int to,
                               cw_hex_connection_kind kind, cw_hex_connection *list, int room);

/* Calls `visit` for each connection of a colour and kind; if `smallest_only`, for that with the smallest carrier
 * of those between two endpoints. */
typedef void cw_hex_connection_visitor(const cw_hex_connection *connection, void *payload);
void cw_hex_connections_visit(const cw_hex_connections *connections, int color, cw_hex_connection_kind kind,
                              bool smallest_only, cw_hex_connection_visitor *visit, void *payload);

/* All cells that are connected to a cell or edge (for groups all their stones), and which edges: bit
 * CW_HEX_NORTH and so on of the result. */
unsigned cw_hex_connections_linked(const cw_hex_connections *connections, int color, int endpoint,
                                   cw_hex_connection_kind kind, cw_hex_set *cells);

/* The union and the common cells of all carriers of a kind between two cells or edges; both empty if there
 * is no such connection. Returns how many there are. */
int cw_hex_connections_combine(const cw_hex_connections *connections, int color, int from, int to,
                               cw_hex_connection_kind kind, cw_hex_set *all, cw_hex_set *common);

/* The cells where `color` can answer an opponent's stone on `cell` that intrudes on a full connection between
 * two of its groups or edges, so that they stay connected. */
void cw_hex_connections_responses(const cw_hex_connections *connections, int color, int cell,
                                  cw_hex_set *responses);

#endif

/* What the files of Six share: the state, the configured rules and the packing of moves.
 *
 *     torus.h      cells and sets of cells            board.c      the table as playouts see it
 *     game.c       options and the table of functions course.c     the course of a playout
 *     rules.c      legal moves and their effect       playout.c    uniform random play to the end
 *     shapes.c     lines, triangles and rings         playout_lines.c  playouts that take and block wins
 *     groups.c     what a lift tears apart            windows.c    where shapes could still lie
 *     notation.c   moves as text, coordinates         evaluate.c   evaluator and prior
 *     scene.c      the scene                          attack.c     chains of threats
 *     insight.c    what people are shown of all this  reasoner.c   proofs of short wins
 *
 * A turn of phase two is up to three decisions: lift a tile, keep one of several largest groups (or let
 * chance), lay the tile. */
#ifndef CW_SIX_H
#define CW_SIX_H

#include "causeway/faces.h"
#include "games/six/torus.h"

enum {
    SIX_RED,
    SIX_BLACK,
    SIX_COLORS,
    SIX_TILES_MAX = 30,
    SIX_SHAPE_TILES = 6,
    SIX_GROUPS_MAX = 3,
    SIX_REACH_MAX = 31
};

/* How a game ends: the order of the names in cw_six_endings. SIX_ONGOING is none of them. */
typedef enum six_ending {
    SIX_LINE,
    SIX_TRIANGLE,
    SIX_RING,
    SIX_SHUT_OUT,
    SIX_BOTH_SHUT_OUT,
    SIX_LIMIT,
    SIX_NO_WIN,
    SIX_ONGOING,
} six_ending;

typedef enum six_stage { SIX_STAGE_LAY, SIX_STAGE_LIFT, SIX_STAGE_KEEP, SIX_STAGE_OVER } six_stage;

/* A configured game. */
typedef struct six_rules {
    int tiles[SIX_COLORS]; /* those on the table at the start included */
    bool pair;             /* two tiles are there at the start */
    bool first_contact;    /* with a pair: may Red's first tile touch the red one? */
    bool half;             /* the game ends with phase one */
    bool random_ties;
    bool same_cell;
    int moves_limit; /* 0: none */
    int reach;       /* cells to either side of the first tile that may be used; 0: an endless table */
    int players;
} six_rules;

/* The cells of row r that the table has. */
static inline uint64_t six_table_row(const six_rules *rules, int r) {
    if (rules->reach == 0)
        return ~UINT64_C(0);
    int row = ((r + SIX_SIDE / 2) & SIX_WRAP) - SIX_SIDE / 2; /* from the first tile's */
    bool inside = -rules->reach <= row && row <= rules->reach;
    uint64_t right = (UINT64_C(2) << rules->reach) - 1, left = ~UINT64_C(0) << (SIX_SIDE - rules->reach);
    return inside ? right | left : 0;
}

struct cw_state {
    uint64_t rows[SIX_COLORS][SIX_SIDE]; /* the tiles of each colour */
    uint64_t used_rows;                  /* bit r: row r may hold tiles; those clear hold none */
    uint64_t tiles_hash;                 /* of the tiles on the table */
    int32_t anchor_q, anchor_r;          /* where a tile on the table (any one) lies on the endless table */
    int32_t move_count;                  /* turns completed */
    uint16_t lifted;                     /* the cell a tile in hand came from, or SIX_NO_CELL */
    uint16_t last;                       /* the cell laid last, or SIX_NO_CELL; for drawing only */
    uint16_t place[SIX_COLORS][SIX_TILES_MAX]; /* the cell of each tile, or SIX_NO_CELL; for drawing only */
    uint8_t hand[SIX_COLORS];                  /* tiles not yet laid in phase one */
    uint8_t count[SIX_COLORS];                 /* tiles on the table */
    uint8_t stage;                             /* six_stage */
    uint8_t player;                            /* whose turn it is */
    uint8_t phase;
    uint8_t held;   /* while a tile is lifted: which one; for drawing only */
    uint8_t ending; /* six_ending */
    uint8_t winner; /* the colour that won, when the ending has a winner */
};

/* Moves: the kind above the cell. */
typedef enum six_kind { SIX_LAY, SIX_LIFT, SIX_KEEP } six_kind;

static inline cw_move six_move(six_kind kind, int cell) {
    return (cw_move)kind << 12 | (cw_move)cell;
}

static inline six_kind six_move_kind(cw_move move) {
    return (six_kind)(move >> 12);
}

static inline int six_move_cell(cw_move move) {
    return (int)(move & (SIX_CELLS - 1));
}

/* Keys for AMAF: the kind and the cell modulo 32. Cells 32 steps apart share a key, but tiles of one group
 * that lie so far apart hardly occur in play. */
enum { SIX_KEYS_A_KIND = 1024, SIX_KEYS = 3 * SIX_KEYS_A_KIND };

static inline unsigned six_key(six_kind kind, int cell) {
    return (unsigned)kind * SIX_KEYS_A_KIND + (unsigned)((cell & 31) | (cell >> 6 & 31) << 5);
}

static inline const six_rules *six_rules_of(const cw_game *game) {
    return game->data;
}

/* Seats alternate between the colours, also with four players. */
static inline int six_color_of(int player) {
    return player & 1;
}

CW_INLINE uint64_t six_occupied_row(const cw_state *state, int r) {
    return state->rows[SIX_RED][r] | state->rows[SIX_BLACK][r];
}

CW_INLINE bool six_is_occupied(const cw_state *state, int cell) {
    return six_occupied_row(state, six_r(cell)) >> six_q(cell) & 1;
}

static inline void six_occupied(const cw_state *state, uint64_t rows[SIX_SIDE]) {
    for (int r = 0; r < SIX_SIDE; r++)
        rows[r] = six_occupied_row(state, r);
}

/* ---- rules.c ---- */

void cw_six_start(const cw_game *game, cw_state *state);
int cw_six_to_decide(const cw_game *game, const cw_state *state);
int cw_six_moves(const cw_game *game, const cw_state *state, cw_move *moves);
int cw_six_count_moves(const cw_game *game, const cw_state *state);
bool cw_six_is_legal(const cw_game *game, const cw_state *state, cw_move move);
void cw_six_play(const cw_game *game, cw_state *state, cw_move move);
void cw_six_result(const cw_game *game, const cw_state *state, cw_result *result);
uint64_t cw_six_hash(const cw_game *game, const cw_state *state);
int cw_six_move_number(const cw_game *game, const cw_state *state);
int cw_six_phase(const cw_game *game, const cw_state *state);
double cw_six_progress(const cw_game *game, const cw_state *state);
uint32_t cw_six_key(const cw_game *game, const cw_state *state, cw_move move);

/* Row r of the cells where the player may lay a tile now. */
uint64_t cw_six_open_row(const cw_game *game, const cw_state *state, int r);

/* Which tile of a colour is laid next: in phase one they come in order, in phase two it is the lifted one. */
int cw_six_next_tile(const cw_state *state, int color);

/* The rewards of an ending; `winner` is a colour. */
void cw_six_reward(const six_rules *rules, six_ending ending, int winner, cw_result *result);

/* ---- notation.c ---- */

/* Where a cell on or beside the tiles lies on the endless table. */
cw_axial cw_six_coordinates(const cw_state *state, int cell);

void cw_six_print(const cw_game *game, const cw_state *state, cw_move move, cw_text *text);
void cw_six_tell(const cw_game *game, const cw_state *state, cw_move move, cw_text *text);
cw_status cw_six_parse(const cw_game *game, const cw_state *state, const char *string, cw_move *move,
                       cw_error *error);

/* ---- scene.c ---- */

void cw_six_draw(const cw_game *game, const cw_state *state, cw_scene *scene);
int cw_six_picks(const cw_game *game, const cw_state *state, cw_move move, cw_pick *picks);

/* insight.c: what the game knows of a position. */
void cw_six_insight(const cw_game *game, const cw_state *state, const cw_insight_budget *budget,
                    cw_insight *insight);

/* ---- Knowledge ---- */

extern const cw_policy cw_six_policies[];
extern const cw_evaluator cw_six_evaluators[];
extern const cw_reasoner cw_six_reasoners[];
extern const cw_prior cw_six_priors[];

/* rulebook.c: the rules and the notation, told to people. */
extern const char *const cw_six_rulebook[];
extern const char cw_six_notation[];

/* presets.c, levels.c, bench.c: the game's faces. */
extern const cw_preset cw_six_presets[];
extern const cw_ladder cw_six_ladder;
extern const cw_bench cw_six_bench;
extern const cw_puzzle_book cw_six_puzzles;

#endif

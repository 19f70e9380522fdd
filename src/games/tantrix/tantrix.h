/* Tantrix: the state of a game and what the files of this folder share.
 *
 *     tiles         the 56 tiles and what fits where
 *     table         the tiles on the table: cells, frontier, forced spaces, lines
 *     restrictions  what may not be played while the bag is not empty
 *     holes         empty cells that cannot be reached from outside
 *     moves         legal moves
 *     turn          whose decision it is, and playing it
 *     trace         the tiles of the best line or loop, for drawing
 *     playout       the playout policies
 *     outlook       predicted line lengths
 *     signs         what a player's chances are told by, as numbers
 *     forecast      who wins, by a network that learnt from games
 *     evaluation    the evaluators, made from outlook and forecast
 *     prior         the priors, made from the same
 *     notation, scene, game
 *
 * The table has no edge. A game never has more than 56 connected tiles, so that a torus of 64 x 64 cells
 * holds every game without two cells meeting, and coordinates are taken modulo 64. The first tile lies at
 * 0,0; the columns, rows and diagonals in use form one run around 0 each, which gives a cell its true
 * coordinates back. */
#ifndef CW_GAMES_TANTRIX_TANTRIX_H
#define CW_GAMES_TANTRIX_TANTRIX_H

#include <assert.h>
#include <stdbool.h>

#include "causeway/faces.h"
#include "core/cpu.h"
#include "core/lattice.h"
#include "games/tantrix/tiles.h"

enum {
    TANTRIX_TORUS = 64,
    TANTRIX_CELLS = TANTRIX_TORUS * TANTRIX_TORUS,
    TANTRIX_HAND = 6,
    /* A tile laid removes one cell from the frontier and adds at most three: 6 cells, then 2 more each. */
    TANTRIX_FRONTIER_MAX = 2 * TANTRIX_TILES + 4,
    /* At every frontier cell each tile of a hand fits in at most two ways. */
    TANTRIX_MOVES_MAX = TANTRIX_FRONTIER_MAX * TANTRIX_HAND * 2,
    TANTRIX_ENDS = TANTRIX_TILES * TANTRIX_SIDES,
    /* Keys of moves: a tile on a cell, coordinates modulo 32. */
    TANTRIX_KEY_TORUS = 32,
    TANTRIX_KEYS = TANTRIX_KEY_TORUS * TANTRIX_KEY_TORUS * TANTRIX_TILES,
};

/* The content of a cell: LAID and a tile's place in the order of play, or the pattern of an empty cell, with
 * ENCLOSED where tiles cut it off from the outside. */
enum {
    TANTRIX_LAID = 0x8000,
    TANTRIX_ENCLOSED = 0x4000,
    TANTRIX_PATTERN = 0x3FFF,
};

/* The tiles on the table. */
typedef struct tantrix_table {
    uint16_t cells[TANTRIX_CELLS];
    uint64_t lines[3]; /* which diagonals (q + r), rows (r) and columns (q) have tiles: bits modulo 64 */
    uint16_t laid_cell[TANTRIX_TILES];
    uint16_t laid_face[TANTRIX_TILES];
    uint16_t frontier[TANTRIX_FRONTIER_MAX]; /* the empty cells that touch tiles, in no particular order */
    uint16_t spaces[TANTRIX_FRONTIER_MAX];   /* those that three or more tiles touch */
    uint8_t laid_count, frontier_count, space_count;

    /* Lines of the players' colours. An end is a tile's place in the order of play * 6 + side. Only ends that
       are open (the cell across is empty) are kept up. */
    uint8_t line_colors;              /* a bit for each colour that counts */
    uint8_t best[TANTRIX_COLORS];     /* the best line or loop of each such colour, in points */
    uint8_t length[TANTRIX_ENDS];     /* tiles of the line with this end */
    uint16_t other_end[TANTRIX_ENDS]; /* where that line ends as well */
} tantrix_table;

typedef enum tantrix_decision {
    TANTRIX_DRAW,   /* chance gives `player` a tile */
    TANTRIX_FORCED, /* a forced space must be filled */
    TANTRIX_FREE,   /* the free move */
    TANTRIX_PASS,   /* there is no free move (deadlock=pass) */
    TANTRIX_OVER,
} tantrix_decision;

/* The indexes of cw_tantrix_game.endings. */
enum { TANTRIX_ENDING_COMPLETE, TANTRIX_ENDING_DEADLOCK };

struct cw_state {
    tantrix_table table;
    tantrix_set bag;
    tantrix_set hands[CW_PLAYERS_MAX];
    uint64_t table_hash;
    uint8_t player;   /* whose turn it is, or who draws */
    uint8_t decision; /* a tantrix_decision */
    uint8_t draws;    /* tiles that `player` has still to draw */
    bool free_done;   /* the free move of this turn has been made */
    uint8_t passes;   /* in a row */
    uint8_t ending;   /* when over */
    uint8_t moves;    /* made so far, passes included */
};

/* What a configured game knows. */
typedef struct tantrix_rules {
    tantrix_tiles tiles;
    int player_count;
    uint8_t colors[CW_PLAYERS_MAX]; /* of the players */
    uint8_t line_colors;            /* the same as a set */
    bool pass_in_deadlock;
} tantrix_rules;

CW_INLINE const tantrix_rules *tantrix_rules_of(const cw_game *game) {
    return game->data;
}

/* ---- Moves: a cell, a face and a kind ---- */

enum { TANTRIX_KIND_LAY, TANTRIX_KIND_DRAW, TANTRIX_KIND_PASS };

CW_INLINE cw_move tantrix_lay_move(unsigned cell, unsigned face) {
    return face << 12 | cell;
}

CW_INLINE cw_move tantrix_draw_move(unsigned tile) {
    return (cw_move)TANTRIX_KIND_DRAW << 28 | tile;
}

#define TANTRIX_PASS_MOVE ((cw_move)TANTRIX_KIND_PASS << 28)

CW_INLINE unsigned tantrix_move_kind(cw_move move) {
    return move >> 28;
}

CW_INLINE unsigned tantrix_move_cell(cw_move move) {
    return move & (TANTRIX_CELLS - 1);
}

CW_INLINE unsigned tantrix_move_face(cw_move move) {
    return move >> 12 & 0x1FF;
}

/* The tile of a lay or a draw. */
CW_INLINE unsigned tantrix_move_tile(cw_move move) {
    return tantrix_move_kind(move) == TANTRIX_KIND_DRAW ? move & 0x3F
                                                        : tantrix_move_face(move) / TANTRIX_SIDES;
}

/* The same tile on the same cell is the same decision, however it
 * is turned: most often it fits in one way. */
CW_INLINE uint32_t tantrix_key(cw_move move) {
    if (tantrix_move_kind(move) != TANTRIX_KIND_LAY)
        return 0;
    unsigned cell = tantrix_move_cell(move);
    unsigned q = cell % TANTRIX_KEY_TORUS, r = cell / TANTRIX_TORUS % TANTRIX_KEY_TORUS;
    return (r * TANTRIX_KEY_TORUS + q) * TANTRIX_TILES + tantrix_move_tile(move);
}

/* ---- Sets ---- */

CW_INLINE unsigned tantrix_first_tile(tantrix_set set) {
    return (unsigned)__builtin_ctzll(set);
}

CW_INLINE int tantrix_count(tantrix_set set) {
    return __builtin_popcountll(set);
}

/* The tiles in the hands of all but one player. */
CW_INLINE tantrix_set tantrix_tiles_of_others(const cw_state *state, int player) {
    tantrix_set others = 0;
    for (int other = 0; other < CW_PLAYERS_MAX; other++)
        others |= other != player ? state->hands[other] : 0;
    return others;
}

/* ---- The torus ---- */

CW_INLINE unsigned tantrix_cell(int q, int r) {
    return ((unsigned)r & (TANTRIX_TORUS - 1)) << 6 | ((unsigned)q & (TANTRIX_TORUS - 1));
}

CW_INLINE unsigned tantrix_neighbor(unsigned cell, int side) {
    unsigned column = (cell + (unsigned)cw_offsets[side].q) & (TANTRIX_TORUS - 1);
    unsigned row = (cell + (unsigned)cw_offsets[side].r * TANTRIX_TORUS) & (TANTRIX_CELLS - TANTRIX_TORUS);
    return row | column;
}

/* The true coordinate behind one taken modulo 64, given the lines in use and at most one step beside them. */
CW_INLINE int tantrix_untorus(unsigned coordinate, uint64_t lines) {
    return coordinate <= (unsigned)__builtin_ctzll(~lines) ? (int)coordinate
                                                           : (int)coordinate - TANTRIX_TORUS;
}

CW_INLINE cw_axial tantrix_axial(const tantrix_table *table, unsigned cell) {
    return (cw_axial){tantrix_untorus(cell & (TANTRIX_TORUS - 1), table->lines[2]),
                      tantrix_untorus(cell >> 6, table->lines[1])};
}

/* The cell that an end faces. */
CW_INLINE unsigned tantrix_cell_across(const tantrix_table *table, unsigned end) {
    return tantrix_neighbor(table->laid_cell[end / TANTRIX_SIDES], (int)(end % TANTRIX_SIDES));
}

/* The end that faces an empty cell at one of its sides, where a tile lies. */
CW_INLINE unsigned tantrix_end_facing(const tantrix_table *table, unsigned cell, unsigned side) {
    unsigned content = table->cells[tantrix_neighbor(cell, (int)side)];
    return (content & 0xFF) * TANTRIX_SIDES + (unsigned)cw_opposite((int)side);
}

/* ---- turn.c ---- */

void cw_tantrix_start(const cw_game *game, cw_state *state);
int cw_tantrix_to_decide(const cw_game *game, const cw_state *state);
void cw_tantrix_play(const cw_game *game, cw_state *state, cw_move move);
void cw_tantrix_result(const cw_game *game, const cw_state *state, cw_result *result);
uint64_t cw_tantrix_hash(const cw_game *game, const cw_state *state);

/* ---- moves.c ---- */

int cw_tantrix_moves(const cw_game *game, const cw_state *state, cw_move *moves);
bool cw_tantrix_is_legal(const cw_game *game, const cw_state *state, cw_move move);

/* Is there a play into a forced space, or a free move, for this hand? */
bool cw_tantrix_must_fill(const tantrix_rules *rules, const cw_state *state, tantrix_set hand);
bool cw_tantrix_can_lay(const tantrix_rules *rules, const cw_state *state, tantrix_set hand);

/* All plays into forced spaces, or all free moves, of a hand, in no
 * particular order; returns their number. */
int cw_tantrix_fills(const tantrix_rules *rules, const cw_state *state, tantrix_set hand, cw_move *moves);
int cw_tantrix_lays(const tantrix_rules *rules, const cw_state *state, tantrix_set hand, cw_move *moves);

/* ---- holes.c ---- */

/* Marks the empty cells that tiles cut off from the outside. */
void cw_tantrix_find_holes(tantrix_table *table);

/* ---- playout.c, evaluate.c, prior.c ---- */

extern const cw_policy cw_tantrix_policies[];
extern const cw_evaluator cw_tantrix_evaluators[];
extern const cw_prior cw_tantrix_priors[];

/* ---- notation.c ---- */

void cw_tantrix_print(const cw_game *game, const cw_state *state, cw_move move, cw_text *text);
void cw_tantrix_tell(const cw_game *game, const cw_state *state, cw_move move, cw_text *text);
cw_status cw_tantrix_parse(const cw_game *game, const cw_state *state, const char *string, cw_move *move,
                           cw_error *error);

/* ---- scene.c ---- */

void cw_tantrix_draw(const cw_game *game, const cw_state *state, cw_scene *scene);
int cw_tantrix_picks(const cw_game *game, const cw_state *state, cw_move move, cw_pick *picks);

/* insight.c: what the game knows of a position. */
void cw_tantrix_insight(const cw_game *game, const cw_state *state, const cw_insight_budget *budget,
                        cw_insight *insight);

/* rulebook.c: the rules and the notation, told to people. */
extern const char *const cw_tantrix_rulebook[];
extern const char cw_tantrix_notation[];

/* presets.c, levels.c, bench.c: the game's faces. */
extern const cw_preset cw_tantrix_presets[];
extern const cw_ladder cw_tantrix_ladder;
extern const cw_bench cw_tantrix_bench;
extern const cw_puzzle_book cw_tantrix_puzzles;

#endif

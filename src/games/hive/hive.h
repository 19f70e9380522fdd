/* Hive, as the rest of the house sees it: the game type, and what Hive's own protocol, record formats and
 * paper players need beyond the general interface. */
#ifndef CW_GAMES_HIVE_HIVE_H
#define CW_GAMES_HIVE_HIVE_H

#include "causeway/faces.h"
#include "core/lattice.h"
#include "games/registry.h"

/* The endings of a game, as in cw_hive_game.endings. */
enum { CW_HIVE_ENDING_QUEEN, CW_HIVE_ENDING_BOTH, CW_HIVE_ENDING_REPETITION, CW_HIVE_ENDING_LIMIT };

/* The name of a piece such as "wA1", and the piece of a name of which `length` characters count (letter case
 * and a 1 after a single bug do not matter), or CW_HIVE_NO_PIECE. */
void cw_hive_piece_name(int piece, char name[4]);
int cw_hive_piece_find(const char *name, size_t length);

/* The true coordinates of all pieces on the board; the first piece of the game lies at 0,0. */
void cw_hive_locate(const cw_state *state, cw_axial place[32]);

/* The true coordinates of a cell that is taken or touches the hive. */
cw_axial cw_hive_locate_cell(const cw_state *state, int cell);

/* Parses a move as the game type does, and also takes a climb whose
 * goal has a sign, as some files write it. */
cw_status cw_hive_parse_loosely(const cw_state *state, const char *string, cw_move *move, cw_error *error);

/* ---- Parts of the game type ---- */

extern const cw_policy cw_hive_policies[];
extern const cw_evaluator cw_hive_evaluators[];
extern const cw_prior cw_hive_priors[];
extern const cw_custom cw_hive_customs[];

void cw_hive_print(const cw_game *game, const cw_state *state, cw_move move, cw_text *text);
cw_status cw_hive_parse(const cw_game *game, const cw_state *state, const char *string, cw_move *move,
                        cw_error *error);
void cw_hive_draw(const cw_game *game, const cw_state *state, cw_scene *scene);
int cw_hive_picks(const cw_game *game, const cw_state *state, cw_move move, cw_pick *picks);

/* insight.c: what the game knows of a position. */
void cw_hive_insight(const cw_game *game, const cw_state *state, const cw_insight_budget *budget,
                     cw_insight *insight);

/* rulebook.c: the rules and the notation, told to people. */
extern const char *const cw_hive_rulebook[];
extern const char cw_hive_notation[];

/* formats.c, presets.c, levels.c, bench.c: the game's faces. */
extern const cw_format cw_hive_formats[];
extern const cw_preset cw_hive_presets[];
extern const cw_ladder cw_hive_ladder;
extern const cw_bench cw_hive_bench;
extern const cw_puzzle_book cw_hive_puzzles;

#endif

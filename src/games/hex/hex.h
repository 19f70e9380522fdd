/* What the files of Hex share: the knowledge tables that the game's type lists. */
#ifndef CW_GAMES_HEX_HEX_H
#define CW_GAMES_HEX_HEX_H

#include "causeway/faces.h"
#include "games/hex/board.h"

/* playout.c: random fill of the board. */
void cw_hex_playout_uniform(const cw_game *game, void *context, cw_state *state, cw_rng *rng,
                            cw_playout *playout);

/* replies.c: all playout policies, a list that ends with a NULL name. */
extern const cw_policy cw_hex_policies[];

/* evaluate.c: all evaluators, a list that ends with a NULL name. */
extern const cw_evaluator cw_hex_evaluators[];

/* reasoner.c: proofs and must-play regions by virtual connections. */
extern const cw_reasoner cw_hex_reasoners[];

/* reasoner_solver.c: the reasoner `solver`. */
extern const cw_option cw_hex_reasoner_solver_options[];
cw_status cw_hex_reasoner_solver_create(const cw_game *game, const cw_options *given, void **context,
                                        cw_error *error);
void cw_hex_reasoner_solver_destroy(void *context);
void cw_hex_reasoner_solver_reason(const cw_game *game, void *context, const cw_state *state,
                                   cw_verdict *verdict);
void cw_hex_reasoner_solver_moves(const cw_game *game, void *context, const cw_state *state,
                                  const cw_move *moves, int count, float *rewards);
void cw_hex_reasoner_solver_retrace(const cw_game *game, void *context, const cw_state *state,
                                    cw_proved_visitor *visit, void *payload);

/* shipped.c: the file of the network that ships. */
const unsigned char *cw_hex_shipped_network(size_t *size);

/* judge.c: all judges, a list that ends with a NULL name. */
extern const cw_judge cw_hex_judges[];

/* circuit_vc.c: the evaluator circuit-vc. */
extern const cw_option cw_hex_circuit_vc_options[];
cw_status cw_hex_circuit_vc_create(const cw_game *game, const cw_options *settings, void **context,
                                   cw_error *error);
void cw_hex_circuit_vc_destroy(void *context);
void cw_hex_circuit_vc_evaluate(const cw_game *game, void *context, const cw_state *state, double *points);

/* prior.c: the prior `templates`. */
extern const cw_option cw_hex_prior_options[];
cw_status cw_hex_prior_create(const cw_game *game, const cw_options *options, void **context,
                              cw_error *error);
void cw_hex_prior_weigh(const cw_game *game, void *context, const cw_state *state, const cw_move *moves,
                        int count, float *weights);

/* setup.c: positions that are set up by hand. */
extern const cw_setup cw_hex_setup;

/* scene.c: what to draw. */
void cw_hex_draw(const cw_game *game, const cw_state *state, cw_scene *scene);

/* insight.c: what the game knows of a position. */
void cw_hex_insight(const cw_game *game, const cw_state *state, const cw_insight_budget *budget,
                    cw_insight *insight);

/* Writes the result of a game that `winner` (a colour) has won. */
void cw_hex_write_result(const cw_state *state, int winner, cw_result *result);

/* rulebook.c: the rules and the notation, told to people. */
extern const char *const cw_hex_rulebook[];
extern const char cw_hex_notation[];

/* formats.c, presets.c, levels.c, bench.c: the game's faces. */
extern const cw_format cw_hex_formats[];
extern const cw_preset cw_hex_presets[];
extern const cw_ladder cw_hex_ladder;
extern const cw_bench cw_hex_bench;
extern const cw_puzzle_book cw_hex_puzzles;
extern const cw_solver cw_hex_solving; /* solving.c */

#endif

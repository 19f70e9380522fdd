/* Evaluators whose weights are all options. An evaluator is a table of options, in the order in which its
 * function finds their values in its context, an array of doubles. */
#ifndef CW_GAMES_HIVE_EVALUATORS_H
#define CW_GAMES_HIVE_EVALUATORS_H

#include "causeway/game.h"

#define CW_HIVE_WEIGHT(option, value, text)                                                                  \
    { .name = option, .type = CW_OPTION_REAL, .low = -10000, .high = 10000, .standard = value, .help = text }

extern const cw_option cw_hive_offensive_options[];
void cw_hive_evaluate_offensive(const cw_game *game, void *context, const cw_state *state, double *points);

extern const cw_option cw_hive_defensive_options[];
void cw_hive_evaluate_defensive(const cw_game *game, void *context, const cw_state *state, double *points);

extern const cw_option cw_hive_options[];
void cw_hive_evaluate(const cw_game *game, void *context, const cw_state *state, double *points);
void cw_hive_gains(const cw_game *game, void *context, const cw_state *state, const cw_move *moves, int count,
                   float *gains);
bool cw_hive_pass(const cw_game *game, void *context, cw_state *state);
int cw_hive_unquiet_moves(const cw_game *game, void *context, const cw_state *state, cw_move *moves);

#endif

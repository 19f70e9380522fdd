/* The margin of victory as a tie-break: a player who sees several sure wins plays the one that an evaluator
 * of the game likes best. */
#ifndef CW_PLAYERS_MARGIN_H
#define CW_PLAYERS_MARGIN_H

#include "causeway/player.h"
#include "search/knowledge.h"

typedef struct cw_margin {
    cw_skill evaluator; /* none: nothing is changed */
    cw_state *state;
} cw_margin;

/* Adds the options of the evaluator that the settings name. */
cw_status cw_margin_extend(const cw_game *game, const char *settings, cw_options *options, cw_error *error);

/* Takes the evaluator that the options name; those of other programs have no such option. */
cw_status cw_margin_create(cw_margin *margin, const cw_game *game, const cw_options *options,
                           cw_error *error);
void cw_margin_destroy(cw_margin *margin);

/* Changes the best move of an analysis of `state` where several are sure wins. */
void cw_margin_apply(cw_margin *margin, const cw_game *game, const cw_state *state, cw_analysis *analysis);

#endif

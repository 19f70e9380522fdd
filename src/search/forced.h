/* Forced wins, full width: does a player win within so many turns of its own, whatever the others do? Every
 * move of both sides is looked at, so the answer is a proof either way.
 *
 * A turn is all that a player decides in a row. The win must come by a move of the player's own. Chance is
 * taken to be an opponent, and a position that would end the game by repetition is no win. */
#ifndef CW_SEARCH_FORCED_H
#define CW_SEARCH_FORCED_H

#include "causeway/faces.h"

typedef struct cw_forced cw_forced;

typedef struct cw_forced_question {
    const cw_state *state;
    int player;             /* who is to win */
    int turns;              /* that the player may begin from here on */
    bool in_turn;           /* the player has begun a turn already, which does not count */
    const uint64_t *hashes; /* of the game so far, for repetition; NULL: none */
    int hash_count;
} cw_forced_question;

typedef enum cw_forced_answer { CW_FORCED_UNKNOWN = -1, CW_FORCED_NO, CW_FORCED_YES } cw_forced_answer;

/* What is proven is remembered for later questions about one player. `nodes_max` positions are looked at for
 * one question; 0: as many as it takes. */
cw_status cw_forced_create(const cw_game *game, uint64_t nodes_max, cw_forced **forced, cw_error *error);
void cw_forced_destroy(cw_forced *forced);

cw_forced_answer cw_forced_wins(cw_forced *forced, const cw_forced_question *question);

/* Positions looked at since it was made. */
uint64_t cw_forced_nodes(const cw_forced *forced);

#endif

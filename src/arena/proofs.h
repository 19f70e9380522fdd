/* Positions that a proof went through, drawn at random from as many as it tells of, hard ones rather than easy
 * ones: one question to a solver answers for hundreds of positions, and of each it knows moves that win and
 * moves that lose. */
#ifndef CW_ARENA_PROOFS_H
#define CW_ARENA_PROOFS_H

#include "search/knowledge.h"

typedef struct cw_proofs cw_proofs;

/* Room for the position that is asked about and `room` others. */
cw_status cw_proofs_create(const cw_game *game, int room, cw_proofs **proofs, cw_error *error);
void cw_proofs_destroy(cw_proofs *proofs);

/* Lets a reasoner tell of a position that it has proved, and of those below it. Keeps the position itself and
 * some of the others that lie at most `depth` decisions after it. Returns how many are kept; 0: the reasoner
 * remembers nothing. */
int cw_proofs_collect(cw_proofs *proofs, const cw_skill *reasoner, const cw_state *state, int depth,
                      cw_rng *rng);

/* One of those that are kept; 0 is the position that was asked about. Valid until the next are collected. */
const cw_proved *cw_proofs_at(const cw_proofs *proofs, int index);

#endif

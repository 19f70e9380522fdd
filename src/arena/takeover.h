/* Going on with a match that is to have more games, or fewer, than an earlier run of it: the games of the
 * earlier run are taken over, since game k of two players has the same seed in both. The earlier run stays as
 * it is.
 *
 * Not taken over are games whose sides would differ (`halves`), series in which the loser starts, and sums of
 * large runs where more than two players meet in pairs. */
#ifndef CW_ARENA_TAKEOVER_H
#define CW_ARENA_TAKEOVER_H

#include "arena/run.h"

/* Copies into the run `id`, which has just begun as `known`, what
 * other runs of the match in the store have. */
cw_status cw_run_take_over(cw_run *run, int64_t id, const cw_run_definition *known, cw_error *error);

#endif

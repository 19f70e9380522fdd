/* One thread of self-play: plays the games of a shard and writes down their positions. */
#ifndef CW_ARENA_SELFPLAY_WORKER_H
#define CW_ARENA_SELFPLAY_WORKER_H

#include "arena/selfplay.h"
#include "arena/shards.h"

typedef struct cw_selfplay_worker cw_selfplay_worker;

cw_status cw_selfplay_worker_create(const cw_selfplay *selfplay, cw_selfplay_worker **worker,
                                    cw_error *error);
void cw_selfplay_worker_destroy(cw_selfplay_worker *worker);

/* Makes the shard that is this machine's job `job` unless it is there. Stopped in the middle, it writes
 * nothing. */
cw_status cw_selfplay_make_shard(cw_selfplay_worker *worker, int64_t job, cw_error *error);

#endif

/* Matches and self-play on many machines, by MPI. Of a match, rank 0 owns the
 * store, hands out units and counts; the other ranks play. */
#ifndef CW_CLUSTER_CLUSTER_H
#define CW_CLUSTER_CLUSTER_H

#include "arena/match.h"
#include "causeway/flag.h"
#include "cli/cli.h"

extern const cli_command cw_cluster_selfplay_command;

/* On every rank: self-play, with the words after the command's name. */
cw_status cw_cluster_selfplay(int rank, int ranks, int count, char *const *words, cw_error *error);

/* On rank 0: plays the units of a match on all other ranks; see cw_run.dispatch. */
cw_status cw_cluster_dispatch(const cw_match *match, const cw_match_listener *listener, void *payload,
                              cw_error *error);

/* On rank 0, at the end: sends the other ranks home. */
void cw_cluster_dismiss(void);

/* On every other rank: plays what it is given until it is dismissed; a game that goes on when *stop becomes
 * true is abandoned. */
void cw_cluster_serve(const cw_flag *stop);

#endif

/* The three ways to search with several threads.
 *
 *     tree   all threads go down one shared tree; a move that a thread is looking at counts as lost in
 *            advance (virtual loss), so that the others look elsewhere; at the busiest nodes each counts in
 *            a copy of its own and learns of the others a little later (shadow.h)
 *     root   every thread grows a tree of its own; the statistics of the root moves are summed up
 *     leaf   one thread goes down the tree, and all share the playouts of the leaf */
#ifndef CW_SEARCH_MCTS_PARALLEL_H
#define CW_SEARCH_MCTS_PARALLEL_H

#include "causeway/record.h"
#include "core/pool.h"
#include "search/mcts/control.h"
#include "search/mcts/worker.h"

/* The threads of one player, with all that they keep between searches. */
typedef struct cw_crew cw_crew;

cw_status cw_crew_create(const cw_game *game, const cw_mcts_settings *settings, const cw_options *options,
                         cw_crew **crew, cw_error *error);
void cw_crew_destroy(cw_crew *crew);

/* The trees: one, or one for each thread in root mode. */
int cw_crew_trees(const cw_crew *crew);
cw_tree *cw_crew_tree(cw_crew *crew, int index);
cw_worker *cw_crew_worker(cw_crew *crew, int index); /* worker `index` begins with tree `index` */

/* Called now and then by the calling thread of a search. */
typedef void cw_crew_watch(void *payload);

/* Adds what tree `index` knows of its root, also in a search: in root mode then as of a moment ago. */
cw_status cw_crew_report(cw_crew *crew, int index, cw_analysis *analysis, cw_error *error);

/* The move that gumbel would play, or CW_MOVE_NONE. */
cw_move cw_crew_preferred(cw_crew *crew);

/* Searches from `state` until the control ends it; the trees may hold roots from before. False when there is
 * no memory for a root. */
bool cw_crew_search(cw_crew *crew, const cw_record *record, uint64_t seed, cw_control *control,
                    cw_crew_watch *watch, void *payload);

/* Of the search in progress, or of the last one: the sum over all workers, and the greatest depth. */
uint64_t cw_crew_playouts(const cw_crew *crew);
int cw_crew_depth(const cw_crew *crew);

/* How many playouts one iteration makes. */
int cw_crew_playouts_per_iteration(const cw_mcts_settings *settings);

#endif

/* A transposition table: what a search found out about positions it may meet again. Threads share it without
 * locks: an entry carries its key mixed with its content, so that a torn write is not recognised and does no
 * harm. */
#ifndef CW_SEARCH_TRANSPOSITION_H
#define CW_SEARCH_TRANSPOSITION_H

#include "causeway/game.h"

typedef enum cw_bound { CW_BOUND_NONE, CW_BOUND_UPPER, CW_BOUND_LOWER, CW_BOUND_EXACT } cw_bound;

/* What is kept of one position. */
typedef struct cw_transposition_finding {
    cw_move move; /* the best or refuting move, or CW_MOVE_NONE */
    int32_t score;
    int depth; /* how deep the search below the position was */
    cw_bound bound;
} cw_transposition_finding;

typedef struct cw_transposition cw_transposition;

/* A table of at most `bytes`, at least one bucket. */
cw_status cw_transposition_create(size_t bytes, cw_transposition **table, cw_error *error);
void cw_transposition_destroy(cw_transposition *table);

/* Forgets everything; costs nothing. */
void cw_transposition_clear(cw_transposition *table);

/* A new search begins: entries of earlier ones give way first. */
void cw_transposition_age(cw_transposition *table);

/* Searches of about so many nodes follow: a small part of the table is enough for short ones and stays in the
 * processor's cache. Where the part changes, entries are lost. */
void cw_transposition_fit(cw_transposition *table, double nodes);

bool cw_transposition_find(const cw_transposition *table, uint64_t key, cw_transposition_finding *finding);
void cw_transposition_keep(cw_transposition *table, uint64_t key, const cw_transposition_finding *finding);

size_t cw_transposition_bytes(const cw_transposition *table);

#endif

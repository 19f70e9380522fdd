/* The moves at the root of a search that looks at them one by one, and what is known of each. */
#ifndef CW_SEARCH_ROOT_H
#define CW_SEARCH_ROOT_H

#include "causeway/analysis.h"
#include "causeway/record.h"

typedef struct cw_root_move {
    cw_move move;
    double value;   /* expected reward of who decides; meaningless before the first look */
    bool at_most;   /* the value is an upper bound */
    cw_proof proof; /* what the value proves */
    uint64_t looks; /* how much was looked at: positions or samples, whatever the search counts */
} cw_root_move;

typedef struct cw_root {
    cw_root_move *moves;
    int count;
} cw_root;

/* Lists the legal moves of the present position; at least one. */
cw_status cw_root_open(cw_root *root, const cw_record *record, cw_error *error);
void cw_root_close(cw_root *root);

/* Moves the move at `index` to the front and keeps the order of the others. */
void cw_root_bring_to_front(cw_root *root, int index);

/* Writes the candidates, the first one as the best, into the analysis. */
void cw_root_report(const cw_root *root, cw_analysis *analysis);

#endif

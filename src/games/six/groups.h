/* What a lift tears apart: the groups that remain, and which of them are the largest. */
#ifndef CW_SIX_GROUPS_H
#define CW_SIX_GROUPS_H

#include "games/six/six.h"

/* A connected set of tiles. */
typedef struct six_group {
    uint64_t rows[SIX_SIDE];
    uint64_t used_rows; /* bit r: row r holds tiles of the group */
    int size;
} six_group;

typedef struct six_split {
    six_group groups[SIX_GROUPS_MAX]; /* the largest first, equal ones in the order of directions */
    int count;
    int largest; /* how many share the greatest size */
} six_split;

/* How many runs of set bits a ring of six neighbours shows; at most one: a lift inside it splits nothing. */
extern const uint8_t cw_six_arcs[64];

/* The groups of `occupied` that touch `lifted`, an empty cell from which all tiles can be reached.
 * `total` is the number of tiles in `occupied`. */
void cw_six_split(const uint64_t occupied[SIX_SIDE], int total, int lifted, six_split *split);

/* The cell that names a group: with the smallest q, then the smallest r, as on the endless table. */
int cw_six_group_name(const six_group *group);

/* The first of a run of bits that may go round the end of the word; any set bit if all are set. */
int cw_six_span_start(uint64_t bits, int inside);

#endif

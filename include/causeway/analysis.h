/* What a search thinks of a position, and the frame around one decision: what searches and players share. */
#ifndef CAUSEWAY_ANALYSIS_H
#define CAUSEWAY_ANALYSIS_H

#include "causeway/flag.h"
#include "causeway/game.h"

typedef enum cw_proof { CW_PROOF_NONE, CW_PROOF_WIN, CW_PROOF_LOSS, CW_PROOF_DRAW } cw_proof;

/* What a player thinks of one move. Values are expected rewards of the player who decides. */
typedef struct cw_candidate {
    cw_move move;
    uint64_t visits; /* playouts, positions or samples spent on it; 0: there is no value, unless proven */
    double value;
    bool at_most;         /* the value is an upper bound: no better than the best, and left at that */
    uint64_t rave_visits; /* 0: no RAVE */
    double rave_value;
    cw_proof proof;
    double share; /* of the policy that one who learns from this search should have; 0 for all: visits tell */
} cw_candidate;

enum { CW_LINE_MAX = 64 };

/* What a player thinks of a position. Fields it does not know stay 0. */
typedef struct cw_analysis {
    cw_move best;
    double value; /* the expected reward of the player who decides; see cw_analysis_has_value */
    cw_proof proof;
    cw_candidate *candidates; /* best first */
    int candidate_count, candidate_capacity;
    cw_move line[CW_LINE_MAX]; /* the expected line of play, beginning with best */
    int line_length;
    uint64_t simulations; /* playouts */
    uint64_t nodes;       /* of the tree; of a search without playouts, positions looked at */
    int depth;            /* greatest depth reached; for alpha-beta the depth searched */
    double seconds;       /* of thought */
    double start_seconds; /* before it, to start another program: on nobody's clock */
    size_t memory_bytes;
    bool is_blurred; /* the player misjudges on purpose, to be beatable: its values mean nothing to others */
    char note[160];  /* anything a person should know, such as "memory full after 81,000 simulations" */
} cw_analysis;

CW_API void cw_analysis_clear(cw_analysis *analysis);
CW_API void cw_analysis_free(cw_analysis *analysis);
CW_API cw_candidate *cw_analysis_add(cw_analysis *analysis, cw_move move); /* NULL when memory is out */

/* Did the player look at its best move, so that `value` means something? */
CW_API bool cw_analysis_has_value(const cw_analysis *analysis);

/* Sorts candidates by proof, visits and value, best first (a stable order). */
CW_API void cw_analysis_sort(cw_analysis *analysis);

/* The frame around one decision. A zeroed cw_limits sets no limit beyond the player's own budget. */
typedef struct cw_limits {
    double move_seconds;  /* > 0: this long for the move, instead of the player's own budget */
    double clock_seconds; /* > 0: left on the game clock of this player */
    int clock_moves;      /* > 0: moves to make in clock_seconds; 0: the rest of the game */
    int depth;            /* > 0: search this deep, where the player has a depth */
    const cw_flag *stop;  /* not NULL: answer, or fail with CW_TIMEOUT, at once when it becomes true */
    /* Not NULL: called ten times a second while thinking, where there is a time or a flag to stop. */
    void (*progress)(const cw_analysis *analysis, void *payload);
    void (*waiting)(const char *note, void *payload); /* not NULL: told when another program that was asked is
                                                          silent for long, in words for people */
    void *payload;
} cw_limits;

#endif

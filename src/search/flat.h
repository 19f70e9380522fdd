/* Flat Monte Carlo: judges every legal move of a position by playouts, without a tree. Written as a ranking
 * of the moves, so that a player can choose among the best by rules of its own.
 *
 *     cursors   (weak)  so many moves drawn at random, a move perhaps more than once; one playout for each
 *     playouts  (basic) so many playouts for every legal move
 *
 * Playouts are cut into tasks with a random stream each, and results are added up in the order of tasks: the
 * ranking is the same for any number of threads. */
#ifndef CW_SEARCH_FLAT_H
#define CW_SEARCH_FLAT_H

#include "search/budget.h"
#include "search/knowledge.h"

enum { CW_FLAT_KINDS_MAX = 16 };

typedef struct cw_flat_settings {
    bool weak;
    int cursors;          /* weak: how many moves are drawn */
    int playouts;         /* basic: for each move */
    int depth;            /* players' decisions after which a playout is cut; 0: the policy's own limit */
    bool budget_schedule; /* depth - turn decisions deep, and playouts * depth / (depth - turn) of them */
    bool stays_in_phase;  /* a playout begun in phase one ends with it */
    bool score_depth;     /* score by the depth of wins instead of the results */
    bool break_at_random; /* which of equally good moves comes first */
    double draw;          /* what a draw counts; a win counts 1 and a loss -loss */
    double loss;
    double length;                   /* added for short wins, taken off for short losses */
    int guard;                       /* of so many best moves, the first that the custom does not avoid */
    double kinds[CW_FLAT_KINDS_MAX]; /* what a win counts, by the way the game ended */
    int threads;
} cw_flat_settings;

/* A move (or cursor) and how it fared. The higher the score the better. */
typedef struct cw_flat_entry {
    cw_move move;
    double score;  /* mean value of the playouts; with score_depth: wins minus their mean depth */
    double reward; /* mean reward of the player who moves */
    uint32_t playouts;
    uint32_t order; /* its place in the list of moves, or of cursors */
} cw_flat_entry;

typedef struct cw_flat cw_flat;

extern const cw_role cw_flat_policy_role, cw_flat_custom_role;

/* The options of the player `flat`, and what they mean. */
extern const cw_option cw_flat_options[];
cw_status cw_flat_extend(const cw_game *game, const char *settings, cw_options *options, cw_error *error);
cw_status cw_flat_read(const cw_game *game, const cw_options *options, cw_flat_settings *settings,
                       cw_error *error);

/* Makes a flat search with these settings; of `options` only `policy` and `custom` are used. */
cw_status cw_flat_create(const cw_game *game, const cw_flat_settings *settings, const cw_options *options,
                         cw_flat **flat, cw_error *error);
void cw_flat_destroy(cw_flat *flat);

/* Whoever the limits name sees the next ranking in progress, through this analysis. */
void cw_flat_watch(cw_flat *flat, const cw_limits *limits, cw_analysis *analysis);

/* Ranks the moves of a position in which a player decides, best first. The entries belong to `flat` and last
 * until it is used again. When the budget ends early, moves have fewer playouts. */
cw_status cw_flat_rank(cw_flat *flat, const cw_state *state, uint64_t seed, const cw_budget *budget,
                       const cw_flat_entry **entries, int *count, cw_error *error);

/* Fills an analysis from a ranking: candidates by move, and the first entry as the best move. */
cw_status cw_flat_report(const cw_flat_entry *entries, int count, cw_analysis *analysis, cw_error *error);

/* Depth and playouts of the budget schedule in a turn, each at least 1. */
void cw_flat_schedule(int depth, int playouts, int turn, int *turn_depth, int *turn_playouts);

#endif

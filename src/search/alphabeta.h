/* Alpha-beta: the parts that the player (alphabeta.c) and the tree (alphabeta_tree.c) share.
 *
 * Scores. A score is an int32 from the view of one camp: the hero (whose move is sought) with allies, or
 * everybody else. Leads in points are coded by numbers that keep their order; expected rewards are made of
 * them (expect.h) where chance is averaged over, and for whoever asks:
 *
 *     -WIN          -WIN + PLIES_MAX       0      WIN - PLIES_MAX        WIN
 *      | lost, sooner is worse |  evaluations, a draw is 0  | won, sooner is better |
 *
 * With more than two players the others are taken to be one camp against the hero (paranoid), or everyone
 * maximises their own share (max-n, without any pruning). */
#ifndef CW_SEARCH_ALPHABETA_H
#define CW_SEARCH_ALPHABETA_H

#include <stdatomic.h>

#include "causeway/flag.h"
#include "causeway/record.h"
#include "search/budget.h"
#include "search/knowledge.h"
#include "search/transposition.h"

enum {
    CW_SCORE_WIN = 1 << 30,
    CW_PLIES_MAX = 96, /* decisions below the root, chance and quiescence included */
    CW_HISTORY_SIZE = 4096,
    CW_OPINIONS = 1 << 15, /* evaluations that are remembered */
    CW_PAST_BITS = 1 << 14,
};

/* Everything that does not change during a search. */
typedef struct cw_alphabeta_settings {
    const cw_game *game;
    int depth;      /* decisions to look ahead; 0: as far as the budget allows */
    double seconds; /* 0: not set */
    uint64_t nodes; /* 0: not set */
    bool deepen, table, killers, history, pvs, reduce, maxn;
    int quiet_plies;     /* depth of the quiescence search */
    int reduce_depth;    /* search late moves less deep at nodes with at least so much depth left */
    int reason_depth;    /* call the reasoner on nodes with at least so much depth left */
    int samples;         /* chance outcomes looked at; 0: all */
    double noise;        /* points */
    double blur;         /* points */
    double prune;        /* points of margin a ply; 0: nothing is left out */
    double contempt;     /* points */
    bool own_points;     /* judge by the hero's points alone, not by the lead */
    bool ends_by_points; /* judge ended games by points, like any position */
    int repeats;         /* the occurrence of a position that counts as a draw */
    bool null;           /* try what comes of passing */
    bool cache;          /* remember evaluations */
    int late;            /* moves looked at one ply before the end; 0: all */
    int threads;
    size_t table_bytes;
} cw_alphabeta_settings;

/* The points that the evaluator gave to a position. */
typedef struct cw_opinion {
    uint64_t key;
    double points;
} cw_opinion;

/* What one thread needs to search. */
typedef struct cw_alphabeta_worker {
    const cw_alphabeta_settings *settings;
    cw_transposition *table; /* shared, or NULL */
    cw_skill evaluator, prior, reasoner;
    cw_budget budget;
    cw_pace pace;
    const cw_flag *abandon;       /* set when the other threads should end */
    bool leads;                   /* this thread watches the budget */
    void (*watch)(void *payload); /* not NULL: called by the leader on the beat */
    void *watch_payload;
    cw_beat beat;
    bool stopped;
    bool passed; /* below a null move: no second one */
    uint64_t nodes;
    atomic_uint_fast64_t told_nodes; /* about as many, for the leader to read meanwhile */
    uint64_t blur_seed;              /* how this game's positions are misjudged */
    int deepest;
    int hero; /* the player whose move is sought */

    char *states;         /* CW_PLIES_MAX + 1 states side by side; the first is the root */
    cw_move *moves;       /* as many lists of moves_max moves */
    int32_t *ranks;       /* and their ranks */
    float *weights;       /* and the weights that a prior, or the gains that the evaluator gave them */
    cw_opinion *opinions; /* CW_OPINIONS of them by key, the later one stays; NULL: none are kept */
    uint64_t *hashes;     /* of the game so far and the path, when repetition counts */
    int hash_count, hash_capacity;
    uint64_t past[CW_PAST_BITS / 64]; /* one bit for each hash of the game so far: most positions are new */
    cw_move killers[CW_PLIES_MAX + 1][2];
    int32_t past_merit[2][CW_HISTORY_SIZE]; /* how often a move cut, by camp */
} cw_alphabeta_worker;

cw_status cw_alphabeta_worker_create(const cw_alphabeta_settings *settings, const cw_options *options,
                                     cw_alphabeta_worker *worker, cw_error *error);
void cw_alphabeta_worker_destroy(cw_alphabeta_worker *worker);

/* Forgets what was learnt about moves in earlier searches, for a new game with this seed. */
void cw_alphabeta_worker_forget(cw_alphabeta_worker *worker, uint64_t seed);

/* Sets the root: the present position of a record. */
cw_status cw_alphabeta_worker_root(cw_alphabeta_worker *worker, const cw_record *record, cw_error *error);

/* The score of a root move for the hero, searched to `depth` decisions including the move itself, inside the
 * window (exact when it lies within, a bound otherwise). Meaningless once worker->stopped. */
int32_t cw_alphabeta_root_move(cw_alphabeta_worker *worker, cw_move move, int depth, int32_t alpha,
                               int32_t beta);

/* The same by max-n. */
int32_t cw_alphabeta_root_move_maxn(cw_alphabeta_worker *worker, cw_move move, int depth);

/* The expected reward behind a score. */
double cw_alphabeta_reward(int32_t score, double scale);

/* The score of a difference of points, and back. */
int32_t cw_alphabeta_squash(double difference, double scale);

/* What the table knows a position by: its hash, the hero, and the plies left to a limit that is near. */
uint64_t cw_alphabeta_key(const cw_alphabeta_worker *worker, const cw_state *state, uint64_t hash);

/* The score, or the nearest one that claims no win and no loss. */
int32_t cw_alphabeta_undecided(int32_t score);
double cw_alphabeta_points(int32_t score, double scale);

extern const cw_role cw_alphabeta_roles[3];

#endif

/* A worker: one thread's share of a tree search. It runs iterations, each of which goes down the tree,
 * expands it, plays out, and carries the result back up.
 *
 *     root -> selection -> ... -> edge without a node -> playouts -> statistics and proofs, leaf to root
 *
 * What a worker needs is taken once, when it is made; an iteration allocates nothing outside the tree. */
#ifndef CW_SEARCH_MCTS_WORKER_H
#define CW_SEARCH_MCTS_WORKER_H

#include "causeway/flag.h"
#include "search/mcts/gumbel.h"
#include "search/mcts/settings.h"
#include "search/mcts/shadow.h"
#include "search/mcts/tree.h"

enum { CW_PATH_MAX = 1024 }; /* deeper than this the tree is not followed */

/* One decision on the way down. */
typedef struct cw_mcts_step {
    cw_node *node;
    cw_node *book; /* where this thread counts: the node itself, or its own copy of it */
    uint32_t edge;
} cw_mcts_step;

/* The outcome of one playout, or of a result that is known and stands for several. */
typedef struct cw_slot {
    uint32_t units[CW_PLAYERS_MAX]; /* rewards as the tree counts them */
    uint32_t weight;                /* playouts it stands for; 0: given up */
    uint64_t *keys;                 /* a set of keys for each player, side by side */
} cw_slot;

typedef struct cw_worker cw_worker;

/* Fills the slots of a worker with playouts from its leaf; replaced in leaf-parallel search. */
typedef void cw_playouts_function(cw_worker *worker, void *payload);

struct cw_worker {
    /* The search. */
    const cw_game *game;
    const cw_mcts_settings *settings;
    float fair_share; /* the reward of a draw */
    cw_mcts_skills skills;
    cw_playouts_function *play_leaf; /* NULL: the worker plays them itself */
    void *play_leaf_payload;
    cw_gumbel *gumbel; /* NULL: moves at the root are selected like all others */

    /* The task. */
    cw_tree *tree;
    const cw_state *root_state;
    const uint64_t *history; /* hashes of the game so far, the root's last */
    int history_length;
    cw_rng rng;
    cw_shadows shadows; /* of a shared tree */

    /* The present iteration. */
    cw_state *state; /* at the leaf */
    cw_mcts_step path[CW_PATH_MAX];
    uint64_t hashes[CW_PATH_MAX];
    int depth;
    bool chance_passed; /* with chance=open: the nodes below stand for other outcomes too */
    bool judged;        /* the judge has spoken, in slot 0 */
    cw_slot *slots;
    int slot_count, slot_capacity;
    size_t key_words;   /* of one player's set */
    uint32_t *key_sets; /* the sets of one slot in words of 32 bits, with the moves made in the tree */

    const cw_flag *stop; /* may be NULL: end the playouts of the iteration when it becomes true */

    /* Room for work. */
    cw_state *playout_state;
    cw_move *moves;
    uint32_t *move_keys;
    float *values, *weights;
    uint32_t *copies;

    /* What was done since the task was set. */
    uint64_t playouts, iterations;
    int depth_max;
    cw_move proven_move;   /* a reasoner's winning move at the root, or CW_MOVE_NONE */
    uint32_t root_verdict; /* the bounds that a reasoner proved of the root; 0: none */
};

/* Makes a worker whose iterations make up to `slots` playouts; `options` name its knowledge. */
cw_status cw_worker_create(const cw_game *game, const cw_mcts_settings *settings, const cw_options *options,
                           int slots, cw_worker **worker, cw_error *error);
void cw_worker_destroy(cw_worker *worker);

/* Sets the task: the position, the tree (whose root may be missing), the past and a random stream. */
void cw_worker_begin(cw_worker *worker, cw_tree *tree, const cw_state *state, const uint64_t *history,
                     int history_length, cw_rng rng);

/* Makes the root's node if there is none; false when there is no memory for it. */
bool cw_worker_make_root(cw_worker *worker);

/* One iteration: for a tree of one thread, and for one shared by several. */
void cw_worker_iterate(cw_worker *worker);
void cw_worker_iterate_shared(cw_worker *worker);

/* Plays one playout from `state` (used up) into a slot, with the skills of any thread. */
void cw_worker_playout(const cw_worker *worker, const cw_mcts_skills *skills, cw_state *state, cw_rng *rng,
                       cw_slot *slot);

#endif

/* Every knob of the tree search: the table of options, and what a spec sets. */
#ifndef CW_SEARCH_MCTS_SETTINGS_H
#define CW_SEARCH_MCTS_SETTINGS_H

#include "search/knowledge.h"
#include "search/mcts/tree.h"

typedef enum cw_mcts_fpu { CW_FPU_PARENT, CW_FPU_INFINITE, CW_FPU_NUMBER } cw_mcts_fpu;
typedef enum cw_mcts_final { CW_FINAL_VISITS, CW_FINAL_VALUE, CW_FINAL_BOUND } cw_mcts_final;
typedef enum cw_mcts_parallel { CW_PARALLEL_TREE, CW_PARALLEL_ROOT, CW_PARALLEL_LEAF } cw_mcts_parallel;

/* The knowledge that one thread of a search uses, each with a context of its own. */
typedef struct cw_mcts_skills {
    cw_skill policy;                     /* always there */
    cw_skill leaf, reason, prior, judge; /* `base` is NULL where the spec names none */
} cw_mcts_skills;

typedef struct cw_mcts_settings {
    /* Selection. */
    float c;
    float n_plus;
    cw_mcts_fpu fpu;
    float fpu_number; /* the value, or with CW_FPU_PARENT what is taken off the parent's */
    bool with_rave;
    float rave_weight; /* k in beta = n~ / (n + n~ + k n n~): 4 b^2 for amaf=b, the bias for rave=bias */
    bool with_priors;
    float prior_weight;
    float puct; /* 0: priors are a progressive bias */
    cw_mcts_final final;

    /* The judge, in place of playouts and priors. */
    bool judged;
    bool share_positions; /* one node for a position, however it is reached */
    int gumbel;           /* candidates at the root; 0: off */
    double gumbel_scale;
    double noise;
    int noise_until; /* 0: always */

    /* Growth. */
    uint32_t expand_at;
    size_t memory_bytes;
    bool reuse;

    /* Simulation. */
    int playouts; /* per iteration */
    double mix;   /* the weight of the evaluator beside the playout */
    int cut;      /* decisions after which the evaluator ends a playout; 0: never */
    bool average_chance;
    bool open_chance; /* chance events are played and told apart only by the moves they leave */
    float widen;      /* 0: all outcomes of chance from the start */
    bool solver;
    uint32_t reason_at;

    /* Budget; 0: no limit of this kind. */
    bool limits_playouts, limits_iterations;
    uint64_t playouts_max, iterations_max;
    double seconds;
    bool seconds_given; /* rather than a default, which a game clock may overrule */

    /* Threads. */
    cw_mcts_parallel parallel;
    int threads;
    uint32_t virtual_loss;
    int leaf_stop; /* 0: off */
    bool spawn;
} cw_mcts_settings;

/* What a whole won game counts in the tree's sums. */
static inline uint32_t cw_mcts_units(const cw_mcts_settings *settings) {
    return settings->judged ? CW_FINE_UNITS : CW_WIN_UNITS;
}

/* What one of them is worth; a choice between constants, because every step of a search asks. */
static inline float cw_mcts_unit(const cw_mcts_settings *settings) {
    return settings->judged ? 1.0f / CW_FINE_UNITS : 1.0f / CW_WIN_UNITS;
}

extern const cw_option cw_mcts_options[];

/* Adds the options of the knowledge that `settings` name. */
cw_status cw_mcts_extend(const cw_game *game, const char *settings, cw_options *options, cw_error *error);

/* Reads the options. */
cw_status cw_mcts_read(const cw_game *game, const cw_options *options, cw_mcts_settings *settings,
                       cw_error *error);

/* Makes the contexts of the knowledge that the options name. */
cw_status cw_mcts_skills_create(const cw_game *game, const cw_options *options, cw_mcts_skills *skills,
                                cw_error *error);
void cw_mcts_skills_destroy(cw_mcts_skills *skills);

#endif

#include "search/mcts/gumbel.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/real.h"
#include "search/mcts/shared.h"
#include "search/mcts/solver.h"

struct cw_gumbel {
    const cw_mcts_settings *settings;
    pthread_mutex_t lock;
    double *scores;              /* of each edge: noise + ln prior */
    uint32_t *begun;             /* visits of each edge begun in this search */
    uint32_t *edges;             /* the candidates */
    uint32_t candidates, picked; /* now, and at first */
    uint32_t left;               /* visits left to begin in this round */
};

cw_gumbel *cw_gumbel_create(const cw_mcts_settings *settings, int moves) {
    cw_gumbel *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->settings = settings;
    pthread_mutex_init(&made->lock, NULL);
    made->scores = malloc(sizeof *made->scores * (size_t)moves);
    made->begun = malloc(sizeof *made->begun * (size_t)moves);
    made->edges = malloc(sizeof *made->edges * (size_t)moves);
    if (made->scores != NULL && made->begun != NULL && made->edges != NULL)
        return made;
    cw_gumbel_destroy(made);
    return NULL;
}

void cw_gumbel_destroy(cw_gumbel *gumbel) {
    if (gumbel == NULL)
        return;
    pthread_mutex_destroy(&gumbel->lock);
    free(gumbel->scores);
    free(gumbel->begun);
    free(gumbel->edges);
    free(gumbel);
}

/* ---- What the tree knows of the root ---- */

static double log_prior(const cw_tree *tree, const cw_node *root, uint32_t edge) {
    return cw_log((double)cw_node_priors(tree, root)[edge] + 1e-9);
}

static uint32_t visits_of(const cw_node *root, uint32_t edge) {
    return cw_shared_load(&cw_node_visits(root)[edge], true) & ~CW_EDGE_EXCLUDED;
}

static bool is_excluded(const cw_node *root, uint32_t edge) {
    return (cw_shared_load(&cw_node_visits(root)[edge], true) & CW_EDGE_EXCLUDED) != 0;
}

/* The mean of an edge's visits, exact where it is proven; -1 where nothing is known. */
static double value_of(const cw_tree *tree, const cw_node *root, uint32_t edge) {
    uint32_t low, high, visits = visits_of(root, edge);
    cw_solver_edge(tree, root, edge, &low, &high);
    if (cw_bound_of(low, root->player) == cw_bound_of(high, root->player))
        return (double)cw_bound_of(low, root->player) / CW_WIN_UNITS;
    if (visits == 0)
        return -1;
    double wins = cw_shared_load(&cw_node_wins(root)[edge], true);
    return fmin(wins / tree->win_units / visits, 1);
}

/* How much a whole win weighs beside the logarithms of priors. */
static double weight_of_values(const cw_mcts_settings *settings, const cw_node *root) {
    const double least = 50;
    uint32_t most = 0;
    for (uint32_t edge = 0; edge < root->edge_count; edge++)
        most = visits_of(root, edge) > most ? visits_of(root, edge) : most;
    return (least + most) * settings->gumbel_scale;
}

/* ---- Sequential halving ---- */

static double rank_of(const cw_gumbel *gumbel, const cw_tree *tree, const cw_node *root, double weight,
                      uint32_t edge) {
    return gumbel->scores[edge] + weight * fmax(value_of(tree, root, edge), 0);
}

/* Brings the `count` highest of the candidates to the front, in order. */
static void sort_candidates(cw_gumbel *gumbel, const cw_tree *tree, const cw_node *root, uint32_t count) {
    double weight = weight_of_values(gumbel->settings, root);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t best = i;
        double best_rank = -INFINITY;
        for (uint32_t j = i; j < gumbel->candidates; j++) {
            double rank = rank_of(gumbel, tree, root, weight, gumbel->edges[j]);
            if (rank > best_rank) {
                best_rank = rank;
                best = j;
            }
        }
        uint32_t edge = gumbel->edges[best];
        gumbel->edges[best] = gumbel->edges[i];
        gumbel->edges[i] = edge;
    }
}

/* Every round has about the same number of visits. */
static void begin_round(cw_gumbel *gumbel) {
    uint32_t rounds = 0;
    while ((1u << rounds) < gumbel->picked)
        rounds++;
    uint64_t each =
        gumbel->settings->playouts_max / (gumbel->candidates * (uint64_t)(rounds > 0 ? rounds : 1));
    gumbel->left = gumbel->candidates * (uint32_t)(each < 1 ? 1 : each > UINT16_MAX ? UINT16_MAX : each);
}

/* All edges that may be selected become candidates, then the best so many of them. */
static void pick_candidates(cw_gumbel *gumbel, const cw_tree *tree, const cw_node *root) {
    gumbel->candidates = 0;
    for (uint32_t edge = 0; edge < root->edge_count; edge++) {
        if (!is_excluded(root, edge))
            gumbel->edges[gumbel->candidates++] = edge;
    }
    uint64_t most = (uint64_t)gumbel->settings->gumbel;
    if (most > gumbel->settings->playouts_max)
        most = gumbel->settings->playouts_max;
    if (most < 1)
        most = 1;
    uint32_t count = most < gumbel->candidates ? (uint32_t)most : gumbel->candidates;
    sort_candidates(gumbel, tree, root, count);
    gumbel->candidates = gumbel->picked = count;
    if (count > 0)
        begin_round(gumbel);
}

void cw_gumbel_begin(cw_gumbel *gumbel, const cw_tree *tree, double noise, cw_rng rng) {
    const cw_node *root = cw_tree_node(tree, tree->root);
    for (uint32_t edge = 0; edge < root->edge_count; edge++) {
        double drawn = -cw_log(-cw_log(cw_rng_unit(&rng) * (1 - 1e-9) + 1e-12));
        gumbel->scores[edge] = noise * drawn + log_prior(tree, root, edge);
        gumbel->begun[edge] = 0;
    }
    pick_candidates(gumbel, tree, root);
}

/* Drops candidates that were proven lost meanwhile; picks others when none is left. */
static void drop_excluded(cw_gumbel *gumbel, const cw_tree *tree, const cw_node *root) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < gumbel->candidates; i++) {
        if (!is_excluded(root, gumbel->edges[i]))
            gumbel->edges[kept++] = gumbel->edges[i];
    }
    gumbel->candidates = kept;
    if (kept == 0)
        pick_candidates(gumbel, tree, root);
}

uint32_t cw_gumbel_next(cw_gumbel *gumbel, const cw_tree *tree, const cw_node *root) {
    pthread_mutex_lock(&gumbel->lock);
    drop_excluded(gumbel, tree, root);
    if (gumbel->left == 0 && gumbel->candidates > 0) {
        uint32_t half = gumbel->candidates / 2, kept = half > 2 ? half : 2;
        kept = kept < gumbel->candidates ? kept : gumbel->candidates;
        sort_candidates(gumbel, tree, root, kept);
        gumbel->candidates = kept;
        begin_round(gumbel);
    }
    uint32_t next = UINT32_MAX;
    for (uint32_t i = 0; i < gumbel->candidates; i++) {
        uint32_t edge = gumbel->edges[i];
        if (next == UINT32_MAX || gumbel->begun[edge] < gumbel->begun[next])
            next = edge;
    }
    if (next != UINT32_MAX) {
        gumbel->begun[next]++;
        gumbel->left--;
    }
    pthread_mutex_unlock(&gumbel->lock);
    return next;
}

/* The best by rank of the candidates that were looked at most often. */
cw_move cw_gumbel_choice(cw_gumbel *gumbel, const cw_tree *tree) {
    const cw_node *root = cw_tree_node(tree, tree->root);
    double weight = weight_of_values(gumbel->settings, root), best_rank = -INFINITY;
    uint32_t most = 0;
    cw_move best = CW_MOVE_NONE;
    pthread_mutex_lock(&gumbel->lock);
    drop_excluded(gumbel, tree, root);
    for (uint32_t i = 0; i < gumbel->candidates; i++) {
        uint32_t edge = gumbel->edges[i];
        double rank = rank_of(gumbel, tree, root, weight, edge);
        if (gumbel->begun[edge] > most || (gumbel->begun[edge] == most && rank > best_rank)) {
            most = gumbel->begun[edge];
            best_rank = rank;
            best = cw_node_move(tree, root, edge);
        }
    }
    pthread_mutex_unlock(&gumbel->lock);
    return best;
}

/* ---- The policy to learn ---- */

/* What a move without visits is taken to be worth: the root's own value and the mean of the moves with
 * visits, by their priors, as many times as there are visits. */
static double value_of_unseen(const cw_tree *tree, const cw_node *root) {
    double visits = 0, wins = 0, priors = 0, weighed = 0;
    for (uint32_t edge = 0; edge < root->edge_count; edge++) {
        double n = visits_of(root, edge), prior = (double)cw_node_priors(tree, root)[edge];
        if (n == 0)
            continue;
        visits += n;
        wins += cw_shared_load(&cw_node_wins(root)[edge], true);
        priors += prior;
        weighed += prior * value_of(tree, root, edge);
    }
    double own_visits = cw_shared_load(&root->visits, true) - visits;
    double own =
        own_visits > 0 ? (cw_shared_load(&root->wins, true) - wins) / tree->win_units / own_visits : 0.5;
    own = fmin(fmax(own, 0), 1);
    return priors > 0 ? (own + visits * weighed / priors) / (1 + visits) : own;
}

static cw_candidate *candidate_of(cw_analysis *analysis, cw_move move) {
    for (int i = 0; i < analysis->candidate_count; i++) {
        if (analysis->candidates[i].move == move)
            return &analysis->candidates[i];
    }
    return NULL;
}

/* Of moves proven to win only they are to be learnt, and of those
 * proven to lose none while there are others. */
static bool is_worth_learning(const cw_analysis *analysis, const cw_candidate *candidate) {
    bool wins = false, others = false;
    for (int i = 0; i < analysis->candidate_count; i++) {
        wins = wins || analysis->candidates[i].proof == CW_PROOF_WIN;
        others = others || analysis->candidates[i].proof != CW_PROOF_LOSS;
    }
    return wins ? candidate->proof == CW_PROOF_WIN : !others || candidate->proof != CW_PROOF_LOSS;
}

void cw_gumbel_share(const cw_mcts_settings *settings, const cw_tree *tree, cw_analysis *analysis) {
    const cw_node *root = cw_tree_node(tree, tree->root);
    double weight = weight_of_values(settings, root), unseen = value_of_unseen(tree, root);
    double greatest = -INFINITY, sum = 0;
    for (uint32_t edge = 0; edge < root->edge_count; edge++) {
        cw_candidate *candidate = candidate_of(analysis, cw_node_move(tree, root, edge));
        if (candidate == NULL) /* cut by a reasoner */
            continue;
        bool seen = candidate->visits > 0 || candidate->proof != CW_PROOF_NONE;
        candidate->share = log_prior(tree, root, edge) + weight * (seen ? candidate->value : unseen);
        if (is_worth_learning(analysis, candidate))
            greatest = fmax(greatest, candidate->share);
    }
    for (int i = 0; i < analysis->candidate_count; i++) {
        cw_candidate *candidate = &analysis->candidates[i];
        candidate->share = is_worth_learning(analysis, candidate) ? cw_exp(candidate->share - greatest) : 0;
        sum += candidate->share;
    }
    for (int i = 0; i < analysis->candidate_count; i++)
        analysis->candidates[i].share /= sum;
}

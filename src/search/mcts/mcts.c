/* The player `mcts`: Monte-Carlo tree search. This file joins the parts to a player: budgets, the tree kept
 * from move to move, the threads, the analysis. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "search/mcts/parallel.h"
#include "search/mcts/report.h"
#include "search/searches.h"

typedef struct mcts_player {
    const cw_game *game;
    cw_mcts_settings settings;
    cw_crew *crew;
    cw_control control;
    uint64_t seed;
    cw_move *moves;

    /* The position of the trees' roots, for reuse. */
    bool has_root;
    int root_length;
    uint64_t root_hash;

    /* The search in progress, for those who watch. */
    const cw_limits *limits;
    cw_analysis *analysis;
    cw_budget budget;
} mcts_player;

/* ---- Making ---- */

static void destroy(void *context) {
    mcts_player *player = context;
    cw_crew_destroy(player->crew);
    free(player->moves);
    free(player);
}

static cw_status create(const cw_game *game, const cw_options *options, void **context, cw_error *error) {
    mcts_player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player mcts");
    player->game = game;
    player->moves = malloc(sizeof *player->moves * (size_t)game->moves_max);
    cw_status status = CW_OK;
    if (player->moves == NULL)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for the player mcts");
    if (status == CW_OK)
        status = cw_mcts_read(game, options, &player->settings, error);
    if (status == CW_OK)
        status = cw_crew_create(game, &player->settings, options, &player->crew, error);
    if (status != CW_OK) {
        destroy(player);
        return status;
    }
    *context = player;
    return CW_OK;
}

/* Is there no time to take back the memory of a tree before the search? */
static bool is_pressed(const mcts_player *player, const cw_tree *tree) {
    const double share = 0.1; /* of the budget */
    return cw_tree_keep_seconds(tree) > share * player->budget.seconds;
}

static void forget_trees(mcts_player *player) {
    for (int i = 0; i < cw_crew_trees(player->crew); i++) {
        cw_tree *tree = cw_crew_tree(player->crew, i);
        cw_tree_clear(tree, is_pressed(player, tree));
    }
    player->has_root = false;
}

static void reset(void *context, uint64_t seed) {
    mcts_player *player = context;
    player->seed = seed;
    player->budget.seconds = INFINITY;
    forget_trees(player);
}

/* ---- Reuse ---- */

/* The child of a node by a move, or CW_NODE_NONE. */
static uint32_t child_by(const cw_tree *tree, uint32_t reference, cw_move move) {
    const cw_node *node = cw_tree_node(tree, reference);
    for (uint32_t edge = 0; edge < node->edge_count; edge++) {
        uint32_t child = cw_node_children(node)[edge];
        if (cw_node_move(tree, node, edge) == move)
            return cw_is_node(child) ? child : CW_NODE_NONE;
    }
    return CW_NODE_NONE;
}

/* With chance=open: does a node have just the moves of this position? */
static bool stands_for(const mcts_player *player, const cw_tree *tree, const cw_node *node,
                       const cw_state *state) {
    const cw_game *game = player->game;
    int count = game->type->moves(game, state, player->moves);
    bool same = node->player == game->type->to_decide(game, state) && node->edge_count == count;
    for (uint32_t edge = 0; edge < node->edge_count && same; edge++)
        same = cw_game_is_legal(game, state, cw_node_move(tree, node, edge));
    return same;
}

/* The node reached from the root of a tree by the moves of the record from `first` on, or CW_NODE_NONE. */
static uint32_t follow(const mcts_player *player, const cw_tree *tree, const cw_record *record, int first) {
    const cw_game *game = player->game;
    bool open = player->settings.open_chance;
    uint32_t reference = tree->root;
    for (int i = first; i < cw_record_length(record) && reference != CW_NODE_NONE; i++) {
        bool by_chance = game->type->to_decide(game, cw_record_state_at(record, i)) == CW_CHANCE;
        if (!(open && by_chance))
            reference = child_by(tree, reference, cw_record_move(record, i));
        const cw_state *reached = cw_record_state_at(record, i + 1);
        if (!open || game->type->to_decide(game, reached) == CW_CHANCE)
            continue;
        while (cw_is_node(reference) && !stands_for(player, tree, cw_tree_node(tree, reference), reached))
            reference = cw_tree_node(tree, reference)->sibling;
    }
    return reference;
}

static void reuse_tree(const mcts_player *player, cw_tree *tree, const cw_record *record) {
    int first = player->root_length;
    uint32_t root = tree->root != CW_NODE_NONE ? follow(player, tree, record, first) : CW_NODE_NONE;
    bool pressed = is_pressed(player, tree), roomy = tree->arena.used < tree->arena.capacity / 2;
    if (root == CW_NODE_NONE || cw_tree_node(tree, root)->edge_count == 0 || (pressed && !roomy))
        cw_tree_clear(tree, pressed);
    else if (pressed)
        cw_tree_enter(tree, root);
    else
        cw_tree_keep(tree, root);
}

/* Keeps what the last search knows about the present position, if the game went on from there. */
static void prepare_trees(mcts_player *player, const cw_record *record) {
    int length = cw_record_length(record);
    bool goes_on = player->settings.reuse && player->has_root && player->root_length <= length &&
                   cw_record_hashes(record)[player->root_length] == player->root_hash;
    if (goes_on) {
        for (int i = 0; i < cw_crew_trees(player->crew); i++)
            reuse_tree(player, cw_crew_tree(player->crew, i), record);
    } else {
        forget_trees(player);
    }
    player->has_root = true;
    player->root_length = length;
    player->root_hash = cw_record_hashes(record)[length];
}

/* ---- Choosing ---- */

/* Where nothing was looked at, the judge's first opinion decides. */
static void prefer_shares(cw_analysis *analysis) {
    const cw_candidate *best = &analysis->candidates[0];
    for (int i = 0; i < analysis->candidate_count; i++) {
        const cw_candidate *candidate = &analysis->candidates[i];
        if (candidate->visits > 0 || candidate->proof != CW_PROOF_NONE)
            return;
        best = candidate->share > best->share ? candidate : best;
    }
    analysis->best = best->move;
}

/* Fills the analysis from the trees as they are now. */
static cw_status report(mcts_player *player, cw_analysis *analysis, cw_error *error) {
    bool full = false;
    cw_analysis_clear(analysis);
    for (int i = 0; i < cw_crew_trees(player->crew); i++) {
        const cw_tree *tree = cw_crew_tree(player->crew, i);
        cw_status status = cw_crew_report(player->crew, i, analysis, error);
        if (status != CW_OK)
            return status;
        full = full || __atomic_load_n(&tree->full, __ATOMIC_RELAXED);
    }
    const cw_worker *worker = cw_crew_worker(player->crew, 0);
    if (worker->root_verdict != 0 && analysis->proof == CW_PROOF_NONE) {
        const cw_node *root = cw_tree_node(worker->tree, worker->tree->root);
        analysis->proof = cw_mcts_report_proof(worker->root_verdict, worker->root_verdict, root->player);
    }
    cw_mcts_report_choose(&player->settings, worker->proven_move, cw_crew_preferred(player->crew), analysis);
    if (player->settings.judged) {
        cw_gumbel_share(&player->settings, worker->tree, analysis);
        prefer_shares(analysis);
    }
    cw_mcts_report_line(cw_crew_tree(player->crew, 0), analysis);
    analysis->seconds = cw_budget_elapsed(&player->budget);
    if (full)
        snprintf(analysis->note, sizeof analysis->note,
                 "the memory of %zu MiB is full: the search went on without growing the tree",
                 player->settings.memory_bytes >> 20);
    return CW_OK;
}

/* Shows the search in progress. */
static void watch(void *payload) {
    mcts_player *player = payload;
    if (report(player, player->analysis, NULL) != CW_OK)
        return;
    player->analysis->simulations = cw_crew_playouts(player->crew);
    player->analysis->depth = cw_crew_depth(player->crew);
    player->limits->progress(player->analysis, player->limits->payload);
}

static cw_status search(mcts_player *player, const cw_record *record, cw_analysis *analysis,
                        cw_error *error) {
    const cw_game *game = player->game;
    uint64_t seed = cw_mix(player->seed ^ cw_mix((uint64_t)cw_record_length(record)));
    bool timed = player->limits->clock_seconds > 0 || player->limits->move_seconds > 0;
    double own_seconds = timed && !player->settings.seconds_given ? 0 : player->settings.seconds;
    player->budget =
        cw_budget_start(player->limits, own_seconds, game->type->progress(game, cw_record_state(record)));
    prepare_trees(player, record);
    cw_control_begin(&player->control, &player->settings, &player->budget,
                     (uint64_t)cw_crew_playouts_per_iteration(&player->settings));
    bool watched = player->limits->progress != NULL;
    bool searched =
        cw_crew_search(player->crew, record, seed, &player->control, watched ? watch : NULL, player);
    if (!searched) { /* not even room for the root */
        cw_rng rng = cw_rng_make(seed, 0);
        int count = game->type->moves(game, cw_record_state(record), player->moves);
        forget_trees(player);
        analysis->best = player->moves[cw_rng_below(&rng, (uint32_t)count)];
        snprintf(analysis->note, sizeof analysis->note, "the memory does not hold one node: a random move");
        return CW_OK;
    }
    cw_status status = report(player, analysis, error);
    analysis->simulations = cw_crew_playouts(player->crew);
    analysis->depth = cw_crew_depth(player->crew);
    return status;
}

static cw_status choose(void *context, const cw_record *record, const cw_limits *limits,
                        cw_analysis *analysis, cw_error *error) {
    mcts_player *player = context;
    const cw_game *game = player->game;
    player->limits = limits;
    player->analysis = analysis;
    int count = game->type->moves(game, cw_record_state(record), player->moves);
    assert(count > 0);
    if (count > 1)
        return search(player, record, analysis, error);
    cw_candidate *candidate = cw_analysis_add(analysis, player->moves[0]);
    if (candidate == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for an analysis");
    analysis->best = analysis->line[0] = player->moves[0];
    analysis->line_length = 1;
    snprintf(analysis->note, sizeof analysis->note, "the only legal move");
    return CW_OK;
}

static cw_status check(const cw_game *game, const cw_options *options, cw_error *error) {
    cw_mcts_settings settings;
    return cw_mcts_read(game, options, &settings, error);
}

static double seconds(const cw_game *game, const cw_options *options) {
    cw_mcts_settings settings;
    return cw_mcts_read(game, options, &settings, NULL) == CW_OK ? settings.seconds : 0;
}

const cw_player_type cw_mcts_player = {
    .name = "mcts",
    .summary = "Monte-Carlo tree search: UCT, RAVE, PUCT with a judge, chance nodes, solver, threads",
    .options = cw_mcts_options,
    .extend = cw_mcts_extend,
    .check = check,
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .choose = choose,
    .seconds = seconds,
};

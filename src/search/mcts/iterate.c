/* One iteration of the search: down the tree, playouts, and back up. Written once and built twice: for a tree
 * of one thread with plain accesses, and for a shared one with atomics (`shared` is a constant in each).
 *
 * The `book` of a node is where this thread counts its visits: the node itself, or in a shared tree the
 * thread's own copy of it (shadow.h). Counts in a book are `atomic` if other threads see them. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/real.h"
#include "search/mcts/expand.h"
#include "search/mcts/judge.h"
#include "search/mcts/rave.h"
#include "search/mcts/reason.h"
#include "search/mcts/select.h"
#include "search/mcts/shared.h"
#include "search/mcts/solver.h"
#include "search/mcts/worker.h"

enum { SILENT_PERIOD = 32 }; /* looks at a node between two for moves that AMAF does not know */

/* ---- Selection ---- */

/* The edges as the formulas read them; in a shared tree they are copied first, because vector code cannot
 * read atomics. */
CW_INLINE cw_edges edges_of(cw_worker *worker, const cw_node *book, bool atomic) {
    const cw_tree *tree = worker->tree;
    uint32_t width = cw_node_width(book);
    cw_edges edges = {.width = width,
                      .visits = cw_node_visits(book),
                      .wins = cw_node_wins(book),
                      .rave_visits = tree->with_rave ? cw_node_rave_visits(book) : NULL,
                      .rave_wins = tree->with_rave ? cw_node_rave_wins(book) : NULL,
                      .priors = tree->with_priors ? cw_node_priors(tree, book) : NULL};
    if (!atomic)
        return edges;
    uint32_t *copy = worker->copies;
    cw_shared_copy(copy, edges.visits, 2 * width); /* wins follow visits */
    edges.visits = copy;
    edges.wins = copy + width;
    if (tree->with_rave) {
        copy += 2 * (size_t)width;
        cw_shared_copy(copy, edges.rave_visits, 2 * width); /* and likewise here */
        edges.rave_visits = copy;
        edges.rave_wins = copy + width;
    }
    return edges;
}

static bool leads_to_proof(const cw_tree *tree, const cw_node *node, uint32_t edge) {
    uint32_t child = __atomic_load_n(&cw_node_children(node)[edge], __ATOMIC_ACQUIRE);
    return cw_is_node(child) && cw_node_is_proven(cw_tree_node(tree, child));
}

/* A move that AMAF can tell nothing of, because it is never made later (a swap of sides, say), would after
 * one lost playout never be tried again where RAVE is used without exploration. The one to try next of such
 * moves as UCT would have it, or UINT32_MAX if AMAF knows of all. */
static uint32_t select_silent(const cw_edges *edges, const cw_select_terms *terms) {
    const float c = 0.35f;
    uint32_t best = UINT32_MAX;
    float best_value = -1.0f;
    for (uint32_t i = 0; i < edges->width; i++) {
        uint32_t n = edges->visits[i];
        /* Fewer AMAF visits than visits: an update that got lost between threads, or a virtual loss. */
        if ((n & CW_EDGE_EXCLUDED) != 0 || edges->rave_visits[i] > n)
            continue;
        float value = CW_VALUE_INFINITE;
        if (n > 0)
            value = (float)edges->wins[i] * terms->unit / (float)n + c * sqrtf(terms->log_visits / (float)n);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}

/* One outcome of chance, each with the same probability. With `widen` only the first few of the node's
 * shuffled outcomes are taken while it is young, so that each of them grows a tree. */
CW_INLINE uint32_t sample_outcome(cw_worker *worker, const cw_node *book, bool atomic) {
    uint32_t count = book->edge_count;
    if (worker->settings->widen > 0) {
        float room = worker->settings->widen * sqrtf((float)cw_shared_load(&book->visits, atomic)) + 1.0f;
        count = room < (float)count ? (uint32_t)room : count;
    }
    return cw_rng_below(&worker->rng, count);
}

/* How often a node was looked at, when each time counts for several visits. */
CW_INLINE uint32_t looks_at(const cw_worker *worker, uint32_t visits) {
    uint32_t each = (uint32_t)worker->slot_capacity;
    return each == 1 ? visits : visits / each;
}

/* A move whose value is proven (a draw, say, that may yet be bettered) teaches nothing more, so every other
 * time the next best one is taken. `last_visits` are those of the last decision above, which the n_plus form
 * explores by. */
CW_INLINE uint32_t select_edge(cw_worker *worker, const cw_mcts_step *step, uint32_t last_visits,
                               bool atomic) {
    const cw_node *book = step->book;
    if ((book->flags & CW_NODE_CHANCE) != 0)
        return sample_outcome(worker, book, atomic);
    uint32_t visits = cw_shared_load(&book->visits, atomic);
    float mean = worker->fair_share;
    if (visits > 0 && worker->settings->fpu == CW_FPU_PARENT)
        mean = (float)cw_shared_load(&book->wins, atomic) /
               ((float)visits * (float)cw_mcts_units(worker->settings));
    cw_select_terms terms;
    cw_select_prepare(worker->settings, worker->settings->n_plus > 0 ? last_visits : visits, mean, &terms);
    cw_edges edges = edges_of(worker, book, atomic);
    bool asks_silent = worker->tree->with_rave && terms.c == 0.0f && !worker->chance_passed;
    uint32_t looks = looks_at(worker, visits);
    if (asks_silent && (looks + 1) % SILENT_PERIOD == 0) {
        terms.log_visits = (float)cw_log((double)visits + 1);
        uint32_t silent = select_silent(&edges, &terms);
        if (silent != UINT32_MAX)
            return silent;
    }
    uint32_t edge = cw_select(&edges, &terms, worker->values);
    if (edge != UINT32_MAX && (looks & 1) != 0 && leads_to_proof(worker->tree, step->node, edge)) {
        uint32_t other = cw_select_other(worker->values, edges.width, edge);
        edge = other != UINT32_MAX ? other : edge;
    }
    return edge;
}

/* ---- Down ---- */

/* Do other threads see what this one counts at the step? */
CW_INLINE bool is_atomic(const cw_mcts_step *step, const bool shared) {
    return shared && step->book == step->node;
}

typedef enum arrival {
    ARRIVED_AT_LEAF,     /* playouts go on from worker->state */
    ARRIVED_AT_VALUE,    /* the rewards are known and written to slot 0 */
    ARRIVED_AT_ESTIMATE, /* the judge has written slot 0 */
} arrival;

static void write_known(cw_worker *worker, uint32_t bounds) {
    cw_slot *slot = &worker->slots[0];
    uint32_t grain = cw_mcts_units(worker->settings) / CW_WIN_UNITS;
    for (int player = 0; player < worker->game->player_count; player++)
        slot->units[player] = cw_bound_of(bounds, player) * grain;
    slot->weight = (uint32_t)worker->slot_capacity; /* as much as the playouts it stands in for */
    memset(slot->keys, 0, sizeof *slot->keys * worker->key_words * (size_t)worker->game->player_count);
    worker->slot_count = 1;
}

/* Has the position after the last step occurred as often as ends the game? */
static bool is_repeated(cw_worker *worker) {
    const cw_game *game = worker->game;
    uint64_t hash = game->type->hash(game, worker->state);
    int last = worker->depth - 1, occurrences = 1;
    worker->hashes[last] = hash;
    for (int i = 0; i < last; i++)
        occurrences += worker->hashes[i] == hash;
    for (int i = 0; i < worker->history_length; i++)
        occurrences += worker->history[i] == hash;
    return occurrences >= game->repetition_limit;
}

static void write_repetition(cw_worker *worker) {
    cw_result draw;
    cw_result_draw(worker->game, worker->game->type->repetition_ending, &draw);
    write_known(worker, cw_bounds_of(worker->game, draw.reward));
}

/* Marks an edge, whose child was `before`, as being expanded by this thread; false if it is by another. */
CW_INLINE bool claim_child(uint32_t *child, uint32_t before, const bool shared) {
    return !shared || __atomic_compare_exchange_n(child, &before, CW_NODE_BUSY, false, __ATOMIC_ACQUIRE,
                                                  __ATOMIC_RELAXED);
}

/* Gives a claimed edge its node, unless a reasoner has cut the move meanwhile; false if so. */
CW_INLINE bool publish_child(uint32_t *child, uint32_t made, const bool shared) {
    uint32_t busy = CW_NODE_BUSY;
    if (shared)
        return __atomic_compare_exchange_n(child, &busy, made, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
    *child = made;
    return true;
}

/* The game ends below this edge. The solver gets a node for it; without memory for one the value still
 * counts. */
CW_INLINE void arrive_at_end(cw_worker *worker, cw_node *node, uint32_t *child, const bool shared) {
    cw_result result;
    worker->game->type->result(worker->game, worker->state, &result);
    write_known(worker, cw_bounds_of(worker->game, result.reward));
    if (!worker->settings->solver || worker->chance_passed)
        return;
    /* Nodes that are there are of other draws (see below), whose luck has not come. */
    uint32_t before = cw_shared_load(child, shared);
    bool free = before == CW_NODE_NONE || cw_is_node(before);
    if (!free || !claim_child(child, before, shared))
        return;
    publish_child(child, cw_expand_finished(worker, result.reward, node->player), shared);
}

/* Starts a new node with what its edge knows, as if it had been visited `most` times if the edge was more
 * often. */
CW_INLINE void inherit(cw_worker *worker, const cw_mcts_step *step, uint32_t made, uint32_t most,
                       const bool shared) {
    bool atomic = is_atomic(step, shared);
    uint32_t visits = cw_shared_load(&cw_node_visits(step->book)[step->edge], atomic) & ~CW_EDGE_EXCLUDED;
    uint32_t ahead = atomic ? worker->settings->virtual_loss : 0;
    uint32_t wins = cw_shared_load(&cw_node_wins(step->book)[step->edge], atomic);
    uint32_t seen = visits > ahead ? visits - ahead : 0;
    if (wins > seen * worker->tree->win_units) /* between threads the two may be a step apart */
        wins = seen * worker->tree->win_units;
    if (seen > most) {
        wins = (uint32_t)((uint64_t)wins * most / seen);
        seen = most;
    }
    cw_expand_inherit(worker, cw_tree_node(worker->tree, made), step->node->player, seen, wins);
}

/* Gives the edge a node of its own; CW_NODE_NONE if another thread is doing so or memory is full. */
CW_INLINE uint32_t grow(cw_worker *worker, const cw_mcts_step *step, int decider, const bool shared) {
    const cw_node *node = step->node;
    uint32_t *child = &cw_node_children(node)[step->edge], none = CW_NODE_NONE;
    if (shared && /* a failure may be another thread's new node, whose contents are wanted */
        !__atomic_compare_exchange_n(child, &none, CW_NODE_BUSY, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
        return none < CW_NODE_LAST ? none : CW_NODE_NONE;
    uint32_t made = cw_expand(worker, worker->state, decider, node->player);
    /* A proven one was met before, and has its visits. */
    if (made != CW_NODE_NONE && !worker->judged && !cw_node_is_proven(cw_tree_node(worker->tree, made)))
        inherit(worker, step, made, UINT32_MAX, shared);
    return publish_child(child, made, shared) ? made : CW_NODE_NONE;
}

/* Should an edge with so many visits get a node? Outcomes of chance follow one visit earlier: the move before
 * them has waited already; and a judge looks at once. */
CW_INLINE bool is_ripe(const cw_worker *worker, const cw_node *node, uint32_t visits) {
    bool early = (node->flags & CW_NODE_CHANCE) != 0 || worker->settings->judged;
    uint32_t needed = worker->settings->expand_at - early;
    return visits >= needed && !__atomic_load_n(&worker->tree->full, __ATOMIC_RELAXED);
}

/* Is it time for the reasoner to look at a node with so many visits? A judge's value tells how likely a proof
 * is: of nodes worth 0.3 to 0.7 one in thirty is proven, of those beyond 0.15 and 0.85 nearly all; so the
 * clearer a node, the fewer visits it takes. */
CW_INLINE bool is_due(const cw_worker *worker, const cw_node *book, bool atomic) {
    uint32_t visits = cw_shared_load(&book->visits, atomic);
    if (!worker->settings->judged || visits == 0 || visits >= worker->settings->reason_at)
        return visits >= worker->settings->reason_at;
    float mean =
        (float)cw_shared_load(&book->wins, atomic) / ((float)visits * (float)worker->tree->win_units);
    float doubt = 4 * mean * (1 - mean), cube = doubt * doubt * doubt;
    return (float)visits >= (float)worker->settings->reason_at * cube * cube;
}

/* Selects an edge of a node after the reasoner had its look; UINT32_MAX when the node is proven. */
CW_INLINE uint32_t choose_edge(cw_worker *worker, const cw_mcts_step *step, uint32_t last_visits,
                               const bool shared) {
    const cw_node *book = step->book;
    if (worker->skills.reason.base != NULL && (book->flags & CW_NODE_CHANCE) == 0 && !worker->chance_passed &&
        !__atomic_load_n(&step->node->reasoned, __ATOMIC_RELAXED) && is_due(worker, book, shared) &&
        !cw_node_is_proven(step->node))
        cw_reason_about(worker, step);
    if (worker->depth > 0 && cw_node_is_proven(step->node))
        return UINT32_MAX;
    if (worker->depth == 0 && worker->gumbel != NULL) {
        uint32_t edge = cw_gumbel_next(worker->gumbel, worker->tree, step->node);
        if (edge != UINT32_MAX)
            return edge;
    }
    return select_edge(worker, step, last_visits, is_atomic(step, shared));
}

static bool is_legal(const cw_worker *worker, const cw_mcts_step *step) {
    return cw_game_is_legal(worker->game, worker->state, cw_node_move(worker->tree, step->node, step->edge));
}

/* Makes the move of a step; returns the visits that its edge had before. */
CW_INLINE uint32_t take(cw_worker *worker, const cw_mcts_step *step, const bool shared) {
    uint32_t *entry = &cw_node_visits(step->book)[step->edge];
    bool atomic = is_atomic(step, shared);
    uint32_t visits = cw_shared_load(entry, atomic) & ~CW_EDGE_EXCLUDED;
    if (atomic)
        cw_shared_add(entry, worker->settings->virtual_loss, true);
    assert(is_legal(worker, step));
    worker->path[worker->depth++] = *step;
    worker->game->type->play(worker->game, worker->state, cw_node_move(worker->tree, step->book, step->edge));
    return visits;
}

/* The node below a step whose edge has none yet: a new one, or CW_NODE_NONE with `*arrived` set. */
CW_INLINE uint32_t reach(cw_worker *worker, const cw_mcts_step *step, uint32_t visits, arrival *arrived,
                         const bool shared) {
    uint32_t *child = &cw_node_children(step->node)[step->edge];
    int decider = worker->game->type->to_decide(worker->game, worker->state);
    if (decider == CW_NOBODY) {
        arrive_at_end(worker, step->node, child, shared);
        *arrived = ARRIVED_AT_VALUE;
        return CW_NODE_NONE;
    }
    *arrived = ARRIVED_AT_LEAF;
    bool vacant = cw_shared_load(child, shared) == CW_NODE_NONE;
    return vacant && is_ripe(worker, step->book, visits) ? grow(worker, step, decider, shared) : CW_NODE_NONE;
}

/* ---- Open chance ----
 *
 * With chance=open the outcomes of chance are played and not remembered. What they leave to be decided is:
 * below an edge there is a node for each list of moves met, so that outcomes which leave the same moves share
 * one. */

/* Plays the events of chance that come next. */
static void pass_chance(cw_worker *worker) {
    worker->chance_passed |= cw_game_deal(worker->game, worker->state, &worker->rng, worker->moves);
}

/* The node of a chain that stands for the moves which luck now leaves to `decider`, or CW_NODE_NONE; `*last`
 * becomes the last node looked at. */
static uint32_t find_situation(cw_worker *worker, uint32_t reference, int decider, cw_node **last) {
    const cw_game *game = worker->game;
    int count = game->type->moves(game, worker->state, worker->moves);
    uint16_t signature = cw_moves_signature(worker->moves, count);
    while (cw_is_node(reference)) {
        cw_node *node = *last = cw_tree_node(worker->tree, reference);
        if (node->player == decider && node->edge_count == count && node->signature == signature)
            return reference;
        reference = __atomic_load_n(&node->sibling, __ATOMIC_ACQUIRE);
    }
    return CW_NODE_NONE;
}

/* Adds a node for the present situation behind the last one of a chain; CW_NODE_NONE if that cannot be. */
static uint32_t add_situation(cw_worker *worker, const cw_mcts_step *step, cw_node *last, int decider,
                              const bool shared) {
    uint32_t made = cw_expand(worker, worker->state, decider, step->node->player), none = CW_NODE_NONE;
    if (made == CW_NODE_NONE)
        return CW_NODE_NONE;
    if (!worker->judged)
        inherit(worker, step, made, worker->settings->expand_at, shared);
    /* Another thread may have added a node meanwhile; then this one is left to the next clearing up. */
    bool added =
        __atomic_compare_exchange_n(&last->sibling, &none, made, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
    return added ? made : CW_NODE_NONE;
}

/* The node for the present situation below a step whose edge has nodes already. A new one is made after as
 * many visits on average as a first one waits for, so that nobody has to count them. */
static uint32_t enter_situation(cw_worker *worker, const cw_mcts_step *step, uint32_t first,
                                const bool shared) {
    int decider = worker->game->type->to_decide(worker->game, worker->state);
    if (decider == CW_NOBODY)
        return cw_tree_node(worker->tree, first)->edge_count == 0 ? first : CW_NODE_NONE;
    cw_node *last = NULL;
    uint32_t found = find_situation(worker, first, decider, &last);
    if (found == CW_NODE_NONE && cw_rng_below(&worker->rng, worker->settings->expand_at) == 0 &&
        !__atomic_load_n(&worker->tree->full, __ATOMIC_RELAXED))
        found = add_situation(worker, step, last, decider, shared);
    /* Where luck has no part any more this node is the only one, and the solver is to see it. */
    if (!worker->chance_passed && found != CW_NODE_NONE && found != first)
        __atomic_compare_exchange_n(&cw_node_children(step->node)[step->edge], &first, found, false,
                                    __ATOMIC_RELEASE, __ATOMIC_RELAXED);
    return found;
}

/* ---- The way down ---- */

/* No move is left to select: the node is proven, or between threads is about to be. */
static arrival arrive_at_proof(cw_worker *worker, const cw_mcts_step *step) {
    cw_reason_update(worker, step);
    if (!cw_node_is_proven(step->node))
        return ARRIVED_AT_LEAF;
    write_known(worker, __atomic_load_n(&step->node->low, __ATOMIC_RELAXED));
    return ARRIVED_AT_VALUE;
}

CW_INLINE arrival descend(cw_worker *worker, const bool shared) {
    const cw_game *game = worker->game;
    uint32_t reference = worker->tree->root, last_visits = 0;
    memcpy(worker->state, worker->root_state, game->state_size);
    worker->depth = 0;
    worker->chance_passed = worker->judged = false;
    while (worker->depth < CW_PATH_MAX) {
        cw_mcts_step step = {.node = cw_tree_node(worker->tree, reference)};
        step.book =
            shared ? cw_shadow_of(&worker->shadows, reference, (uint32_t)worker->iterations) : step.node;
        if (worker->depth == 0)
            last_visits = cw_shared_load(&step.book->visits, shared);
        step.edge = choose_edge(worker, &step, last_visits, shared);
        if (step.edge == UINT32_MAX)
            return arrive_at_proof(worker, &step);
        /* Two lists of moves may by accident have the same signature. */
        if (worker->settings->open_chance && !is_legal(worker, &step))
            return ARRIVED_AT_LEAF;
        uint32_t visits = take(worker, &step, shared);
        if ((step.book->flags & CW_NODE_CHANCE) == 0)
            last_visits = visits;
        if (worker->settings->open_chance)
            pass_chance(worker);
        if (game->repetition_limit > 0 && is_repeated(worker)) {
            write_repetition(worker);
            return ARRIVED_AT_VALUE;
        }
        reference = __atomic_load_n(&cw_node_children(step.node)[step.edge], __ATOMIC_ACQUIRE);
        if (worker->settings->open_chance && cw_is_node(reference))
            reference = enter_situation(worker, &step, reference, shared);
        arrival arrived = ARRIVED_AT_LEAF;
        if (!cw_is_node(reference))
            reference = reach(worker, &step, visits, &arrived, shared);
        if (worker->judged)
            return ARRIVED_AT_ESTIMATE;
        if (reference == CW_NODE_NONE)
            return arrived;
    }
    return ARRIVED_AT_LEAF;
}

/* ---- At the leaf ---- */

enum { PLAYOUTS_UNHEARD = 64 }; /* of one iteration, before it is asked whether somebody wants the answer */

static bool is_stopped(const cw_worker *worker) {
    return cw_flag_is_up(worker->stop);
}

static void play_out(cw_worker *worker) {
    if (worker->settings->judged) {
        cw_judge_leaf(worker);
        return;
    }
    if (worker->play_leaf != NULL) {
        worker->play_leaf(worker, worker->play_leaf_payload);
        return;
    }
    worker->slot_count = worker->slot_capacity;
    for (int i = 0; i < worker->slot_count; i++) {
        if (i % PLAYOUTS_UNHEARD == PLAYOUTS_UNHEARD - 1 && is_stopped(worker)) {
            worker->slot_count = i;
            break;
        }
        memcpy(worker->playout_state, worker->state, worker->game->state_size);
        cw_worker_playout(worker, &worker->skills, worker->playout_state, &worker->rng, &worker->slots[i]);
    }
}

/* ---- Up ---- */

/* With chance=average: the wins that make an edge before chance worth the mean of the outcomes tried. */
CW_INLINE uint32_t averaged_wins(const cw_node *chance, uint32_t visits, const bool shared) {
    double sum = 0;
    int tried = 0;
    for (uint32_t edge = 0; edge < chance->edge_count; edge++) {
        uint32_t n = cw_shared_load(&cw_node_visits(chance)[edge], shared) & ~CW_EDGE_EXCLUDED;
        if (n == 0)
            continue;
        sum += (double)cw_shared_load(&cw_node_wins(chance)[edge], shared) / n;
        tried++;
    }
    return (uint32_t)(sum / tried * visits + 0.5);
}

CW_INLINE void back_up(cw_worker *worker, const uint32_t *totals, uint32_t count, const bool shared) {
    for (int i = worker->depth - 1; i >= 0; i--) {
        const cw_mcts_step *step = &worker->path[i];
        cw_node *book = step->book;
        bool atomic = is_atomic(step, shared);
        uint32_t wins = totals[book->player], ahead = atomic ? worker->settings->virtual_loss : 0;
        uint32_t *edge_visits = &cw_node_visits(book)[step->edge],
                 *edge_wins = &cw_node_wins(book)[step->edge];
        cw_shared_add(edge_visits, count - ahead, atomic);
        cw_shared_add_loosely(&book->visits, count, atomic);
        cw_shared_add_loosely(&book->wins, wins, atomic);
        bool before_chance = i + 1 < worker->depth && (worker->path[i + 1].node->flags & CW_NODE_CHANCE) != 0;
        if (before_chance && worker->settings->average_chance) {
            uint32_t n = cw_shared_load(edge_visits, atomic) & ~CW_EDGE_EXCLUDED;
            uint32_t average = averaged_wins(worker->path[i + 1].book, n, shared);
            __atomic_store_n(edge_wins, average, __ATOMIC_RELAXED);
        } else {
            cw_shared_add(edge_wins, wins, atomic);
        }
    }
}

/* Credits, for one playout, the moves made later by the same player at each node of the path. */
CW_INLINE void credit_amaf(cw_worker *worker, const cw_slot *slot, const bool shared) {
    size_t words = worker->key_words * (size_t)worker->game->player_count;
    for (size_t i = 0; i < words; i++) {
        worker->key_sets[2 * i] = (uint32_t)slot->keys[i];
        worker->key_sets[2 * i + 1] = (uint32_t)(slot->keys[i] >> 32);
    }
    for (int i = worker->depth - 1; i >= 0; i--) {
        const cw_mcts_step *step = &worker->path[i];
        cw_node *book = step->book;
        if ((book->flags & CW_NODE_CHANCE) != 0)
            continue;
        uint32_t *keys = worker->key_sets + 2 * worker->key_words * (size_t)book->player;
        uint32_t key = cw_node_keys(worker->tree, book)[step->edge];
        keys[key >> 5] |= 1u << (key & 31);
        uint32_t wins = slot->units[book->player] * slot->weight;
        if (is_atomic(step, shared))
            cw_rave_update_shared(worker->tree, book, keys, slot->weight, wins, worker->copies);
        else
            cw_rave_update(worker->tree, book, keys, slot->weight, wins);
    }
}

static void back_up_proof(cw_worker *worker) {
    for (int i = worker->depth - 1; i >= 0; i--) {
        if (!cw_reason_update(worker, &worker->path[i]))
            break;
    }
}

CW_INLINE void iterate(cw_worker *worker, const bool shared) {
    arrival arrived = descend(worker, shared);
    if (arrived == ARRIVED_AT_LEAF)
        play_out(worker);
    uint32_t totals[CW_PLAYERS_MAX] = {0}, count = 0;
    for (int i = 0; i < worker->slot_count; i++) {
        const cw_slot *slot = &worker->slots[i];
        count += slot->weight;
        for (int player = 0; player < worker->game->player_count; player++)
            totals[player] += slot->units[player] * slot->weight;
        if (worker->key_words > 0 && slot->weight > 0)
            credit_amaf(worker, slot, shared);
    }
    back_up(worker, totals, count, shared);
    if (arrived == ARRIVED_AT_VALUE && worker->settings->solver && !worker->chance_passed)
        back_up_proof(worker);
    __atomic_store_n(&worker->playouts, worker->playouts + count, __ATOMIC_RELAXED); /* others may watch */
    worker->iterations++;
    if (worker->depth > worker->depth_max)
        __atomic_store_n(&worker->depth_max, worker->depth, __ATOMIC_RELAXED); /* others may watch */
}

void cw_worker_iterate(cw_worker *worker) {
    iterate(worker, false);
}

void cw_worker_iterate_shared(cw_worker *worker) {
    iterate(worker, true);
}

/* ---- The root ---- */

bool cw_worker_make_root(cw_worker *worker) {
    if (worker->tree->root == CW_NODE_NONE) {
        int decider = worker->game->type->to_decide(worker->game, worker->root_state);
        worker->tree->root = cw_expand(worker, worker->root_state, decider, decider);
    }
    return worker->tree->root != CW_NODE_NONE;
}

#include "search/mcts/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "search/mcts/reason.h"
#include "search/mcts/report.h"
#include "search/mcts/solver.h"

enum {
    THREADS_MAX = 256,
    GUMBEL_STREAM = 1 << 20, /* a random stream that no thread has */
    ARENA_PAGE = 4096,
};

/* What one thread needs to play playouts of a leaf. */
typedef struct helper {
    cw_mcts_skills skills;
    cw_state *state;
} helper;

struct cw_crew {
    const cw_game *game;
    const cw_mcts_settings *settings;
    cw_pool *pool;
    int tree_count, worker_count;
    cw_tree trees[THREADS_MAX];
    cw_worker *workers[THREADS_MAX];
    helper helpers[THREADS_MAX]; /* leaf mode */
    cw_gumbel *gumbel;           /* NULL: off */

    /* The search in progress. */
    cw_control *control;
    cw_crew_watch *watch;
    void *watch_payload;
    uint64_t seed;
    /* Root mode: what each tree's own thread has told of it, because only that thread may read it. */
    bool searching_apart;
    pthread_mutex_t told_lock;
    cw_analysis told[THREADS_MAX];
    /* The leaf in progress. */
    const cw_worker *leaf;
    _Atomic int next_slot, finished, lost;
};

int cw_crew_playouts_per_iteration(const cw_mcts_settings *settings) {
    if (settings->mix >= 1) /* the evaluator is asked once */
        return 1;
    bool shared_leaf = settings->parallel == CW_PARALLEL_LEAF && settings->playouts < settings->threads;
    return shared_leaf ? settings->threads : settings->playouts;
}

/* ---- Making ---- */

static cw_status make_helpers(cw_crew *crew, const cw_options *options, cw_error *error) {
    for (int i = 0; i < crew->settings->threads; i++) {
        crew->helpers[i].state = cw_game_alloc_states(crew->game, 1);
        if (crew->helpers[i].state == NULL)
            return cw_fail(error, CW_NO_MEMORY, "out of memory for a search");
        cw_status status = cw_mcts_skills_create(crew->game, options, &crew->helpers[i].skills, error);
        if (status != CW_OK)
            return status;
    }
    return CW_OK;
}

/* The memory for one thread's copies of busy nodes; the trees get the rest. They need sums, which the mean
 * over outcomes of chance is not. */
static size_t shadow_bytes(const cw_mcts_settings *settings) {
    enum { ENOUGH = 2 << 20 }; /* what a second-level cache may hold */
    if (settings->parallel != CW_PARALLEL_TREE || settings->threads == 1 || settings->average_chance)
        return 0;
    size_t share = settings->memory_bytes / 16 / (size_t)settings->threads;
    return share < ENOUGH ? share : ENOUGH;
}

static cw_status make_gumbel(cw_crew *crew, cw_error *error) {
    crew->gumbel = cw_gumbel_create(crew->settings, crew->game->moves_max);
    if (crew->gumbel == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a search");
    for (int i = 0; i < crew->worker_count; i++)
        crew->workers[i]->gumbel = crew->gumbel;
    return CW_OK;
}

/* What a tree's table of positions takes of the memory: no more than a search of few simulations, with what it
 * keeps of the last ones, can fill, because taking garbage back goes through all of it. */
static size_t table_bytes(const cw_mcts_settings *settings, size_t share) {
    enum { PART = 64, SLOT_BYTES = 16, NODES_MIN = 1024, SEARCHES = 8 };
    if (!settings->share_positions)
        return 0;
    uint64_t sims = settings->limits_playouts ? settings->playouts_max : UINT32_MAX;
    uint64_t wanted = SLOT_BYTES * (NODES_MIN + SEARCHES * (sims < UINT32_MAX ? sims : UINT32_MAX));
    return wanted < share / PART ? (size_t)wanted : share / PART / ARENA_PAGE * ARENA_PAGE;
}

/* The memory is for all trees together. */
static cw_status make_trees(cw_crew *crew, size_t bytes, cw_error *error) {
    enum { NODES_MIN = 4 }; /* with fewer, a tree would be no tree */
    const cw_mcts_settings *settings = crew->settings;
    int trees = settings->parallel == CW_PARALLEL_ROOT ? settings->threads : 1;
    size_t share = bytes / (size_t)trees / ARENA_PAGE * ARENA_PAGE, table = table_bytes(settings, share);
    share = (share - table) / ARENA_PAGE * ARENA_PAGE;
    cw_status status = CW_OK;
    for (int i = 0; i < trees && status == CW_OK; i++, crew->tree_count++) {
        cw_tree *tree = &crew->trees[i];
        status = cw_tree_create(tree, share, crew->game->player_count, settings->with_rave,
                                settings->with_priors, error);
        tree->win_units = cw_mcts_units(settings);
        if (status == CW_OK && settings->share_positions)
            status = cw_tree_share_positions(tree, table, error);
        uint32_t width = cw_edges_padded((uint32_t)crew->game->moves_max);
        if (status == CW_OK && share < NODES_MIN * cw_tree_block_bytes(tree, width, true))
            status = cw_fail(error, CW_BAD_INPUT, "player mcts: memory=%zu is too little for %d trees",
                             settings->memory_bytes >> 20, trees);
    }
    return status;
}

static cw_status make_parts(cw_crew *crew, const cw_options *options, cw_error *error) {
    const cw_mcts_settings *settings = crew->settings;
    int workers = settings->parallel == CW_PARALLEL_LEAF ? 1 : settings->threads;
    size_t copies = shadow_bytes(settings);
    cw_status status = make_trees(crew, settings->memory_bytes - copies * (size_t)workers, error);
    for (int i = 0; i < workers && status == CW_OK; i++, crew->worker_count++) {
        status = cw_worker_create(crew->game, settings, options, cw_crew_playouts_per_iteration(settings),
                                  &crew->workers[i], error);
        if (status == CW_OK && !cw_shadows_create(&crew->workers[i]->shadows, &crew->trees[0],
                                                  (uint32_t)crew->game->moves_max, copies))
            status = cw_fail(error, CW_NO_MEMORY, "out of memory for a search");
    }
    if (status == CW_OK && settings->parallel == CW_PARALLEL_LEAF)
        status = make_helpers(crew, options, error);
    if (status == CW_OK && settings->gumbel > 0)
        status = make_gumbel(crew, error);
    if (status == CW_OK)
        status = cw_pool_create(settings->spawn ? 1 : settings->threads, &crew->pool, error);
    return status;
}

cw_status cw_crew_create(const cw_game *game, const cw_mcts_settings *settings, const cw_options *options,
                         cw_crew **crew, cw_error *error) {
    cw_crew *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a search");
    made->game = game;
    made->settings = settings;
    pthread_mutex_init(&made->told_lock, NULL);
    cw_status status = make_parts(made, options, error);
    if (status != CW_OK) {
        cw_crew_destroy(made);
        return status;
    }
    *crew = made;
    return CW_OK;
}

void cw_crew_destroy(cw_crew *crew) {
    if (crew == NULL)
        return;
    cw_pool_destroy(crew->pool);
    cw_gumbel_destroy(crew->gumbel);
    for (int i = 0; i < THREADS_MAX; i++) {
        cw_tree_destroy(&crew->trees[i]);
        cw_worker_destroy(crew->workers[i]);
        cw_mcts_skills_destroy(&crew->helpers[i].skills);
        free(crew->helpers[i].state);
        cw_analysis_free(&crew->told[i]);
    }
    pthread_mutex_destroy(&crew->told_lock);
    free(crew);
}

int cw_crew_trees(const cw_crew *crew) {
    return crew->tree_count;
}

cw_tree *cw_crew_tree(cw_crew *crew, int index) {
    return &crew->trees[index];
}

cw_worker *cw_crew_worker(cw_crew *crew, int index) {
    return crew->workers[index];
}

uint64_t cw_crew_playouts(const cw_crew *crew) {
    uint64_t sum = 0;
    for (int i = 0; i < crew->worker_count; i++)
        sum += __atomic_load_n(&crew->workers[i]->playouts, __ATOMIC_RELAXED);
    return sum;
}

int cw_crew_depth(const cw_crew *crew) {
    int depth = 0;
    for (int i = 0; i < crew->worker_count; i++) {
        int own = __atomic_load_n(&crew->workers[i]->depth_max, __ATOMIC_RELAXED);
        depth = own > depth ? own : depth;
    }
    return depth;
}

/* ---- The loop of one thread ---- */

/* No more is to be learnt: the root is proven, or its statistics are full. */
static bool is_settled(const cw_crew *crew, const cw_worker *worker) {
    const cw_node *root = cw_tree_node(worker->tree, worker->tree->root);
    if (__atomic_load_n(&root->visits, __ATOMIC_RELAXED) >= cw_tree_visits_max(worker->tree))
        return true;
    return crew->settings->solver && cw_node_is_proven(root);
}

/* Is it time to tell those who watch, if anybody does? The clock was read for the budget. */
static bool is_news_time(const cw_crew *crew, const cw_control_pace *pace, cw_beat *beat) {
    return crew->watch != NULL && cw_beat_is_due(beat, pace->clock.last);
}

static void run(cw_crew *crew, cw_worker *worker, bool shared, bool watches) {
    cw_control_pace pace = {0};
    cw_beat beat = cw_beat_start();
    while (!is_settled(crew, worker) && cw_control_continue(crew->control, &pace)) {
        if (shared)
            cw_worker_iterate_shared(worker);
        else
            cw_worker_iterate(worker);
        if (watches && is_news_time(crew, &pace, &beat))
            crew->watch(crew->watch_payload);
    }
}

/* ---- Tree and root mode ---- */

static void run_shared(int thread, void *payload) {
    cw_crew *crew = payload;
    run(crew, crew->workers[thread], true, thread == 0);
    cw_shadows_settle(&crew->workers[thread]->shadows);
}

cw_status cw_crew_report(cw_crew *crew, int index, cw_analysis *analysis, cw_error *error) {
    if (!crew->searching_apart)
        return cw_mcts_report_add(&crew->trees[index], analysis, error);
    pthread_mutex_lock(&crew->told_lock);
    cw_status status = cw_mcts_report_merge(&crew->told[index], analysis, error);
    pthread_mutex_unlock(&crew->told_lock);
    return status;
}

/* When memory is out the news is incomplete until the next time. */
static void tell(cw_crew *crew, int thread) {
    pthread_mutex_lock(&crew->told_lock);
    cw_analysis_clear(&crew->told[thread]);
    (void)cw_mcts_report_add(&crew->trees[thread], &crew->told[thread], NULL);
    pthread_mutex_unlock(&crew->told_lock);
}

/* Each tree gets its own equal part of the budgets, so that the result does not depend on timing. */
static void run_apart(int thread, void *payload) {
    cw_crew *crew = payload;
    uint64_t threads = (uint64_t)crew->settings->threads;
    cw_control own = {.budget = crew->control->budget,
                      .playouts_per_iteration = crew->control->playouts_per_iteration,
                      .batch = crew->control->batch};
    own.playouts_max = crew->control->playouts_max;
    own.iterations_max = crew->control->iterations_max;
    if (own.playouts_max != UINT64_MAX)
        own.playouts_max = (own.playouts_max + threads - 1) / threads;
    if (own.iterations_max != UINT64_MAX)
        own.iterations_max = (own.iterations_max + threads - 1) / threads;
    cw_worker *worker = crew->workers[thread];
    cw_control_pace pace = {0};
    cw_beat beat = cw_beat_start();
    while (!is_settled(crew, worker) && cw_control_continue(&own, &pace)) {
        cw_worker_iterate(worker);
        if (!is_news_time(crew, &pace, &beat))
            continue;
        tell(crew, thread);
        if (thread == 0)
            crew->watch(crew->watch_payload);
    }
    if (crew->watch != NULL)
        tell(crew, thread);
}

/* ---- Leaf mode ---- */

/* Have the first results all been lost by the player who moved to the leaf? */
static bool is_given_up(const cw_crew *crew) {
    int stop = crew->settings->leaf_stop;
    return stop > 0 && atomic_load_explicit(&crew->finished, memory_order_relaxed) >= stop &&
           atomic_load_explicit(&crew->lost, memory_order_relaxed) >= stop;
}

static void play_slots(int thread, void *payload) {
    cw_crew *crew = payload;
    const cw_worker *leaf = crew->leaf;
    helper *own = &crew->helpers[thread];
    const cw_node *root = cw_tree_node(leaf->tree, leaf->tree->root);
    int mover = leaf->depth > 0 ? leaf->path[leaf->depth - 1].node->player : root->player;
    for (;;) {
        int index = atomic_fetch_add_explicit(&crew->next_slot, 1, memory_order_relaxed);
        if (index >= leaf->slot_count)
            return;
        cw_slot *slot = &leaf->slots[index];
        if (is_given_up(crew)) {
            slot->weight = 0;
            continue;
        }
        /* The stream depends on the playout alone, so the result does not depend on who plays it. */
        cw_rng rng = cw_rng_make(crew->seed ^ leaf->iterations, (uint64_t)index + THREADS_MAX);
        memcpy(own->state, leaf->state, crew->game->state_size);
        cw_worker_playout(leaf, &own->skills, own->state, &rng, slot);
        /* `lost` first: whoever sees the result finished sees whether it was lost. Only runs of losses from
           the first result on count, so one that is not lost spoils the count for good. */
        int step = slot->units[mover] == 0 ? 1 : -crew->leaf->slot_count;
        atomic_fetch_add_explicit(&crew->lost, step, memory_order_relaxed);
        atomic_fetch_add_explicit(&crew->finished, 1, memory_order_release);
    }
}

static void play_leaf(cw_worker *worker, void *payload) {
    cw_crew *crew = payload;
    worker->slot_count = worker->slot_capacity;
    crew->leaf = worker;
    atomic_store(&crew->next_slot, 0);
    atomic_store(&crew->finished, 0);
    atomic_store(&crew->lost, 0);
    if (crew->settings->spawn)
        cw_pool_spawn(crew->settings->threads, play_slots, crew);
    else
        cw_pool_run(crew->pool, play_slots, crew);
}

/* ---- A search ---- */

static bool begin_workers(cw_crew *crew, const cw_record *record) {
    for (int i = 0; i < crew->worker_count; i++) {
        cw_tree *tree = &crew->trees[i < crew->tree_count ? i : 0];
        cw_worker *worker = crew->workers[i];
        cw_worker_begin(worker, tree, cw_record_state(record), cw_record_hashes(record),
                        cw_record_length(record) + 1, cw_rng_make(crew->seed, (uint64_t)i));
        worker->stop = crew->control->budget.stop;
        bool own_tree = i < crew->tree_count;
        if (own_tree && !cw_worker_make_root(worker))
            return false;
    }
    return true;
}

/* One answer serves all trees. */
static void reason_roots(cw_crew *crew) {
    if (crew->workers[0]->skills.reason.base == NULL)
        return;
    cw_verdict verdict = cw_reason_ask_root(crew->workers[0]);
    for (int i = 0; i < crew->tree_count; i++)
        cw_reason_take_root(crew->workers[i], &verdict);
}

static void begin_gumbel(cw_crew *crew, const cw_record *record) {
    const cw_mcts_settings *settings = crew->settings;
    bool noisy = settings->noise_until == 0 || cw_record_length(record) < settings->noise_until;
    cw_gumbel_begin(crew->gumbel, &crew->trees[0], noisy ? settings->noise : 0,
                    cw_rng_make(crew->seed, GUMBEL_STREAM));
}

cw_move cw_crew_preferred(cw_crew *crew) {
    return crew->gumbel != NULL ? cw_gumbel_choice(crew->gumbel, &crew->trees[0]) : CW_MOVE_NONE;
}

bool cw_crew_search(cw_crew *crew, const cw_record *record, uint64_t seed, cw_control *control,
                    cw_crew_watch *watch, void *payload) {
    crew->control = control;
    crew->watch = watch;
    crew->watch_payload = payload;
    crew->seed = seed;
    if (!begin_workers(crew, record))
        return false;
    reason_roots(crew);
    if (crew->gumbel != NULL)
        begin_gumbel(crew, record);
    if (crew->settings->parallel == CW_PARALLEL_LEAF) {
        crew->workers[0]->play_leaf = play_leaf;
        crew->workers[0]->play_leaf_payload = crew;
        run(crew, crew->workers[0], false, true);
    } else if (crew->settings->threads == 1) {
        run(crew, crew->workers[0], false, true);
    } else if (crew->settings->parallel == CW_PARALLEL_TREE) {
        cw_pool_run(crew->pool, run_shared, crew);
    } else {
        for (int i = 0; i < crew->tree_count; i++)
            cw_analysis_clear(&crew->told[i]);
        crew->searching_apart = true;
        cw_pool_run(crew->pool, run_apart, crew);
        crew->searching_apart = false;
    }
    return true;
}

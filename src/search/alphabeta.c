/* The alpha-beta player: options, iterative deepening, threads, and the analysis. */
#include "search/alphabeta.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/pool.h"
#include "search/root.h"
#include "search/searches.h"

static const cw_option options[] = {
    {.name = "depth",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 40,
     .standard = "",
     .help = "decisions to look ahead (3 when no budget is set)",
     .place = CW_PLACE(cw_alphabeta_settings, depth)},
    {.name = "time",
     .resource = CW_RESOURCE_SECONDS,
     .type = CW_OPTION_DURATION,
     .low = 0.001,
     .high = 86400,
     .standard = "",
     .help = "time a move",
     .place = CW_PLACE(cw_alphabeta_settings, seconds)},
    {.name = "nodes",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 1e15,
     .standard = "",
     .help = "positions a move, a budget that repeats exactly",
     .place = CW_PLACE(cw_alphabeta_settings, nodes)},
    {.name = "eval",
     .type = CW_OPTION_TEXT,
     .standard = "default",
     .help = "the evaluator, one of the game's; its options follow as eval.NAME"},
    {.name = "prior",
     .type = CW_OPTION_TEXT,
     .standard = "none",
     .help = "orders moves by a prior of the game; its options follow as prior.NAME"},
    {.name = "reason",
     .type = CW_OPTION_TEXT,
     .standard = "none",
     .help = "proves or narrows nodes by a reasoner of the game; its options follow as reason.NAME"},
    {.name = "reason_depth",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 40,
     .standard = "1",
     .help = "asks the reasoner at nodes with at least so much depth left",
     .place = CW_PLACE(cw_alphabeta_settings, reason_depth)},
    {.name = "deepen",
     .type = CW_OPTION_SWITCH,
     .standard = "on",
     .help = "search depth 1, 2, 3, ... in turn",
     .place = CW_PLACE(cw_alphabeta_settings, deepen)},
    {.name = "table",
     .type = CW_OPTION_SWITCH,
     .standard = "on",
     .help = "keep positions in a transposition table",
     .place = CW_PLACE(cw_alphabeta_settings, table)},
    {.name = "memory",
     .resource = CW_RESOURCE_MEMORY,
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 65536,
     .standard = "64",
     .help = "MiB of the transposition table",
     .place = CW_PLACE(cw_alphabeta_settings, table_bytes),
     .unit = 1 << 20},
    {.name = "killers",
     .type = CW_OPTION_SWITCH,
     .standard = "on",
     .help = "try first what refuted a sibling",
     .place = CW_PLACE(cw_alphabeta_settings, killers)},
    {.name = "history",
     .type = CW_OPTION_SWITCH,
     .standard = "on",
     .help = "try first what cut often",
     .place = CW_PLACE(cw_alphabeta_settings, history)},
    {.name = "pvs",
     .type = CW_OPTION_SWITCH,
     .standard = "on",
     .help = "principal variation search: null windows after the first move",
     .place = CW_PLACE(cw_alphabeta_settings, pvs)},
    {.name = "reduce",
     .type = CW_OPTION_SWITCH,
     .standard = "off",
     .help = "search late moves less deep (changes values)",
     .place = CW_PLACE(cw_alphabeta_settings, reduce)},
    {.name = "reduce_depth",
     .type = CW_OPTION_INTEGER,
     .low = 3,
     .high = 40,
     .standard = "3",
     .help = "reduces at nodes with at least so much depth left",
     .place = CW_PLACE(cw_alphabeta_settings, reduce_depth)},
    {.name = "quiet",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 30,
     .standard = "0",
     .help = "plies of quiescence search, where the evaluator knows unquiet moves",
     .place = CW_PLACE(cw_alphabeta_settings, quiet_plies)},
    {.name = "prune",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1e9,
     .standard = "0",
     .help = "leaves out what lies so many points a ply outside the window (changes values); 0 is off",
     .place = CW_PLACE(cw_alphabeta_settings, prune)},
    {.name = "late",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1000,
     .standard = "0",
     .help =
         "looks at so many moves only one ply before the end, three times as many before (changes values)",
     .place = CW_PLACE(cw_alphabeta_settings, late)},
    {.name = "null",
     .type = CW_OPTION_SWITCH,
     .standard = "off",
     .help = "takes as good what is good even after a pass, where the evaluator can pass (changes values)",
     .place = CW_PLACE(cw_alphabeta_settings, null)},
    {.name = "cache",
     .type = CW_OPTION_SWITCH,
     .standard = "off",
     .help = "remember evaluations, where they take longer than the game's hash",
     .place = CW_PLACE(cw_alphabeta_settings, cache)},
    {.name = "contempt",
     .type = CW_OPTION_REAL,
     .low = -1e9,
     .high = 1e9,
     .standard = "0",
     .help = "counts a draw as so many points behind",
     .place = CW_PLACE(cw_alphabeta_settings, contempt)},
    {.name = "view",
     .type = CW_OPTION_CHOICE,
     .choices = "lead|own",
     .standard = "lead",
     .help = "judges a position by the lead in points, or by the own points alone",
     .place = CW_PLACE(cw_alphabeta_settings, own_points)},
    {.name = "ends",
     .type = CW_OPTION_CHOICE,
     .choices = "result|points",
     .standard = "result",
     .help = "judges an ended game by who has won, or by points like every other position",
     .place = CW_PLACE(cw_alphabeta_settings, ends_by_points)},
    {.name = "repeats",
     .type = CW_OPTION_INTEGER,
     .low = 2,
     .high = 1000,
     .standard = "",
     .help = "the occurrence of a position that the search takes for a draw; without it as in the rules",
     .place = CW_PLACE(cw_alphabeta_settings, repeats)},
    {.name = "noise",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1e9,
     .standard = "0",
     .help = "adds up to so many points at random to each move when the player decides first in a game",
     .place = CW_PLACE(cw_alphabeta_settings, noise)},
    {.name = "blur",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1e9,
     .standard = "0",
     .help = "misjudges every position by up to so many points, the same one alike through a game",
     .place = CW_PLACE(cw_alphabeta_settings, blur)},
    {.name = "samples",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1000,
     .standard = "0",
     .help = "chance outcomes to average over; 0 takes all",
     .place = CW_PLACE(cw_alphabeta_settings, samples)},
    {.name = "many",
     .type = CW_OPTION_CHOICE,
     .choices = "paranoid|maxn",
     .standard = "paranoid",
     .help = "more than two players: all others against us, or each for themselves (no pruning)",
     .place = CW_PLACE(cw_alphabeta_settings, maxn)},
    {.name = "threads",
     .resource = CW_RESOURCE_THREADS,
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 64,
     .standard = "1",
     .help = "threads that share the transposition table",
     .place = CW_PLACE(cw_alphabeta_settings, threads)},
    {.name = NULL},
};

typedef struct alphabeta {
    cw_alphabeta_settings settings;
    cw_alphabeta_worker *workers; /* one a thread, the first leads */
    cw_transposition *table;
    uint64_t seed;
    cw_flag abandon;
} alphabeta;

/* One thread's search of the root. */
typedef struct root_search {
    alphabeta *player;
    cw_alphabeta_worker *worker;
    cw_root root; /* what the last finished look at each move said */
    int first_depth, last_depth;
    int depth_done;          /* the last depth with a result */
    int32_t score;           /* of the best move, at that depth */
    double noise;            /* points added to each move, at most */
    double own_seconds;      /* the budget, where the first look may take more; else 0 */
    double quickest;         /* the least seconds that a move took in the first look */
    const cw_limits *limits; /* the leader's, for reports */
    cw_analysis *analysis;   /* the leader's, or NULL */
    int threads;             /* that search with the leader, itself included */
    int looking;             /* the move that is looked at now, */
    uint64_t looked;         /* since so many nodes */
} root_search;

/* ---- Making players ---- */

static cw_status extend(const cw_game *game, const char *settings, cw_options *all, cw_error *error) {
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < 3; i++)
        status = cw_role_extend(game, &cw_alphabeta_roles[i], settings, all, error);
    return status;
}

static void read_settings(const cw_game *game, const cw_options *from, cw_alphabeta_settings *settings) {
    *settings = (cw_alphabeta_settings){.game = game};
    cw_options_fill(from, options, settings);
    settings->maxn = settings->maxn && game->player_count > 2;
    if (settings->repeats == 0)
        settings->repeats = game->repetition_limit;
}

static void destroy(void *context) {
    alphabeta *player = context;
    for (int i = 0; player->workers != NULL && i < player->settings.threads; i++)
        cw_alphabeta_worker_destroy(&player->workers[i]);
    cw_transposition_destroy(player->table);
    free(player->workers);
    free(player);
}

static cw_status equip(alphabeta *player, const cw_options *from, cw_error *error) {
    if (player->settings.game->type->evaluators == NULL)
        return cw_fail(error, CW_UNSUPPORTED, "player alphabeta needs an evaluator, and %s has none",
                       player->settings.game->type->name);
    player->workers = calloc((size_t)player->settings.threads, sizeof *player->workers);
    if (player->workers == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player alphabeta");
    cw_status status = CW_OK;
    if (player->settings.table)
        status = cw_transposition_create(player->settings.table_bytes, &player->table, error);
    for (int i = 0; status == CW_OK && i < player->settings.threads; i++) {
        status = cw_alphabeta_worker_create(&player->settings, from, &player->workers[i], error);
        player->workers[i].table = player->table;
        player->workers[i].leads = i == 0;
        player->workers[i].abandon = &player->abandon;
    }
    if (status == CW_OK && player->workers[0].evaluator.base == NULL)
        status =
            cw_fail(error, CW_BAD_INPUT, "player alphabeta: eval=none is not valid, it needs an evaluator");
    return status;
}

/* Options that mean nothing beside others are named; only those of the spec's own, not of a preset. */
static cw_status check(const cw_game *game, const cw_options *from, cw_error *error) {
    (void)game;
    bool bounded = cw_options_is_set(from, "time") || cw_options_is_set(from, "nodes");
    const char *reason = cw_options_text(from, "reason");
    bool reasons = reason[0] != '\0' && strcmp(reason, "none") != 0;
    if (cw_options_value(from, "reason_depth")->given && !reasons)
        return cw_fail(error, CW_BAD_INPUT, "player alphabeta: reason_depth needs a reasoner, give reason");
    if (cw_options_value(from, "blur")->given && cw_options_choice(from, "many") == 1)
        return cw_fail(error, CW_BAD_INPUT, "player alphabeta: blur means nothing with many=maxn");
    if (!cw_options_switch(from, "deepen") && bounded && !cw_options_is_set(from, "depth"))
        return cw_fail(error, CW_BAD_INPUT,
                       "player alphabeta: deepen=off searches one depth only, so it needs depth");
    return CW_OK;
}

static cw_status create(const cw_game *game, const cw_options *from, void **context, cw_error *error) {
    cw_status status = check(game, from, error);
    if (status != CW_OK)
        return status;
    alphabeta *player = calloc(1, sizeof *player);
    if (player == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player alphabeta");
    read_settings(game, from, &player->settings);
    status = equip(player, from, error);
    if (status != CW_OK) {
        destroy(player);
        return status;
    }
    *context = player;
    return CW_OK;
}

static void reset(void *context, uint64_t seed) {
    alphabeta *player = context;
    player->seed = seed;
    if (player->table != NULL)
        cw_transposition_clear(player->table);
    for (int i = 0; i < player->settings.threads; i++)
        cw_alphabeta_worker_forget(&player->workers[i], seed);
}

/* ---- Searching the root ---- */

static bool is_decided(int32_t score) {
    return abs(score) > CW_SCORE_WIN - 2 * CW_PLIES_MAX;
}

static const cw_evaluator *evaluator_of(const cw_alphabeta_worker *worker) {
    return (const cw_evaluator *)worker->evaluator.base;
}

/* Adds points at random to an undecided score: the same for a move at every depth. */
static int32_t add_noise(const root_search *self, int32_t score, cw_move move) {
    if (self->noise <= 0 || is_decided(score))
        return score;
    double scale = evaluator_of(self->worker)->scale;
    cw_rng rng = cw_rng_make(self->player->seed, move);
    double points = cw_alphabeta_points(score, scale) + self->noise * cw_rng_unit(&rng);
    return cw_alphabeta_squash(points, scale);
}

/* Does every root move get its exact score? Noise and max-n have no windows. */
static bool scores_all(const root_search *self) {
    return self->noise > 0 || self->worker->settings->maxn;
}

/* The score of a root move; `best` is the best before it, or less than any. Where not all are scored, one
 * that is no better than the best is an upper bound. */
static int32_t score_move(root_search *self, int index, int depth, int32_t best) {
    cw_alphabeta_worker *worker = self->worker;
    cw_move move = self->root.moves[index].move;
    if (worker->settings->maxn)
        return add_noise(self, cw_alphabeta_root_move_maxn(worker, move, depth), move);
    if (self->noise > 0)
        return add_noise(self, cw_alphabeta_root_move(worker, move, depth, -CW_SCORE_WIN, CW_SCORE_WIN),
                         move);
    const cw_alphabeta_settings *settings = worker->settings;
    int reduction = settings->reduce && depth >= settings->reduce_depth && index >= 4 ? 1 : 0;
    if (index > 0 && (settings->pvs || reduction > 0)) {
        int32_t score = cw_alphabeta_root_move(worker, move, depth - reduction, best, best + 1);
        if (score <= best || worker->stopped)
            return score;
    }
    return cw_alphabeta_root_move(worker, move, depth, best, CW_SCORE_WIN);
}

/* What a score proves: an upper bound never a win. */
static cw_proof proof_of(int32_t score, bool at_most) {
    if (!is_decided(score) || (score > 0 && at_most))
        return CW_PROOF_NONE;
    return score > 0 ? CW_PROOF_WIN : CW_PROOF_LOSS;
}

/* How many moves are looked at to a depth: all to the first ones, which set their order, and all to the great
 * ones; less between them, for short budgets, unless the best of them loses: then another may hold. */
static int moves_worth(const root_search *self, int depth, int32_t best) {
    int late = self->worker->settings->late, count = self->root.count;
    if (late == 0 || depth < 3 || depth > 4 || scores_all(self) || is_decided(best))
        return count;
    int worth = depth == 3 ? 3 * late : 6 * late;
    return worth < count ? worth : count;
}

/* The first look at every move may take more than a very short budget: a choice among moves of which some
 * were never seen could miss a win, or leave one to the other side. */
static const double first_look_seconds = 0.2;

/* Has the first look, at its move number `index` since `start`, used up the budget without a chance to reach
 * all moves in time? Told from the quickest of some moves, because a busy machine makes others wait. */
static bool is_hopeless(root_search *self, int index, double start) {
    enum { MOVES_MIN = 3 };
    if (self->own_seconds == 0)
        return false;
    double elapsed = cw_budget_elapsed(&self->worker->budget);
    self->quickest = fmin(self->quickest, elapsed - start);
    return index + 1 >= MOVES_MIN && elapsed > self->own_seconds &&
           self->quickest * self->root.count > first_look_seconds;
}

/* Looks at the moves to one depth; the best so far stands first at all times. */
static void search_depth(root_search *self, int depth) {
    int32_t best = -CW_SCORE_WIN;
    for (int i = 0; i < moves_worth(self, depth, best); i++) {
        self->looking = i;
        self->looked = self->worker->nodes;
        double start = self->own_seconds > 0 ? cw_budget_elapsed(&self->worker->budget) : 0;
        int32_t score = score_move(self, i, depth, best);
        if (self->worker->stopped)
            return;
        bool is_best = i == 0 || score > best;
        cw_root_move *move = &self->root.moves[i];
        move->value = cw_alphabeta_reward(score, evaluator_of(self->worker)->scale);
        move->at_most = !is_best && !scores_all(self);
        if (is_best || move->proof != CW_PROOF_LOSS) /* a bound does not undo what was proven before */
            move->proof = proof_of(score, move->at_most);
        move->looks += self->worker->nodes - self->looked;
        self->looked = self->worker->nodes;
        if (is_best) {
            best = self->score = score;
            cw_root_bring_to_front(&self->root, i);
            self->depth_done = depth;
        }
        if (is_hopeless(self, i, start)) {
            self->worker->stopped = true;
            return;
        }
    }
}

/* Puts the moves with the greatest values first; equals keep their order. */
static void sort_moves(cw_root *root) {
    for (int i = 1; i < root->count; i++) {
        cw_root_move move = root->moves[i];
        int place = i;
        while (place > 0 && root->moves[place - 1].value < move.value)
            place--;
        memmove(root->moves + place + 1, root->moves + place, (size_t)(i - place) * sizeof move);
        root->moves[place] = move;
    }
}

static void search_first_depth(root_search *self) {
    cw_budget *budget = &self->worker->budget;
    double seconds = budget->seconds;
    budget->seconds = fmax(seconds, first_look_seconds);
    self->own_seconds = seconds < first_look_seconds ? seconds : 0;
    self->quickest = INFINITY;
    search_depth(self, self->first_depth);
    budget->seconds = seconds;
    self->own_seconds = 0;
    if (!self->worker->stopped)
        sort_moves(&self->root);
}

/* Is there nothing more to find? A win or loss further off than the depth may have a shorter way, unless it
 * comes from a reasoner, who does not count. */
static bool is_settled(const root_search *self, int depth) {
    int plies = CW_SCORE_WIN - abs(self->score);
    return is_decided(self->score) && (plies <= depth || plies > CW_PLIES_MAX / 2);
}

static void deepen(root_search *self) {
    for (int depth = self->first_depth; depth <= self->last_depth && !self->worker->stopped; depth++) {
        if (depth == self->first_depth)
            search_first_depth(self);
        else
            search_depth(self, depth);
        if (self->analysis == NULL || self->worker->stopped)
            continue;
        /* Another depth takes longer than all before it: on a clock, do not begin what cannot end. */
        const cw_budget *budget = &self->worker->budget;
        bool late = budget->is_shared && cw_budget_elapsed(budget) > 0.6 * budget->seconds;
        if (late || is_settled(self, depth))
            break;
    }
}

/* One thread's part: the first one leads, and ends the others when it is done. */
static void run_thread(int thread, void *payload) {
    root_search *searches = payload;
    deepen(&searches[thread]);
    if (thread == 0)
        cw_flag_raise(&searches[0].player->abandon);
}

/* ---- Analysis ---- */

/* The expected line goes on from the best move with what the table remembers. */
static void extend_line(const root_search *self, cw_analysis *analysis) {
    const cw_game *game = self->worker->settings->game;
    cw_state *state = cw_game_alloc_states(game, 1);
    if (state == NULL)
        return;
    memcpy(state, self->worker->states, game->state_size);
    game->type->play(game, state, analysis->best);
    cw_transposition_finding finding;
    while (self->worker->table != NULL && analysis->line_length < self->depth_done &&
           analysis->line_length < CW_LINE_MAX && game->type->to_decide(game, state) >= 0) {
        uint64_t key = cw_alphabeta_key(self->worker, state, game->type->hash(game, state));
        if (!cw_transposition_find(self->worker->table, key, &finding) || finding.move == CW_MOVE_NONE ||
            !cw_game_is_legal(game, state, finding.move))
            break;
        analysis->line[analysis->line_length++] = finding.move;
        game->type->play(game, state, finding.move);
    }
    free(state);
}

/* Is every move proven to lose? A search that ends early may have looked at the first ones only. */
static bool is_lost(const cw_root *root) {
    for (int i = 0; i < root->count; i++) {
        if (root->moves[i].proof != CW_PROOF_LOSS)
            return false;
    }
    return true;
}

/* Writes what is known now. */
static void fill_analysis(const root_search *self, cw_analysis *analysis) {
    cw_root_report(&self->root, analysis);
    if (analysis->proof == CW_PROOF_LOSS && !is_lost(&self->root))
        analysis->proof = CW_PROOF_NONE;
    analysis->is_blurred = self->worker->settings->blur > 0;
    analysis->depth = self->depth_done;
    analysis->nodes = self->worker->nodes;
    analysis->seconds = cw_budget_elapsed(&self->worker->budget);
    analysis->memory_bytes = self->worker->table != NULL ? cw_transposition_bytes(self->worker->table) : 0;
    extend_line(self, analysis);
}

/* Adds what was looked at since the last finished look at a move. One never looked at has no value yet, and
 * gets no share before it has one. */
static void add_looks(const root_search *self, cw_analysis *analysis) {
    cw_candidate *candidate = &analysis->candidates[self->looking];
    if (self->looking < analysis->candidate_count && candidate->visits > 0)
        candidate->visits += self->worker->nodes - self->looked;
    for (int i = 1; i < self->threads; i++)
        analysis->nodes += atomic_load_explicit(&self->player->workers[i].told_nodes, memory_order_relaxed);
}

/* Shows the search in progress. */
static void watch(void *payload) {
    const root_search *self = payload;
    fill_analysis(self, self->analysis);
    add_looks(self, self->analysis);
    self->limits->progress(self->analysis, self->limits->payload);
}

/* Only the leader is watched, and only while it searches. */
static void set_watch(root_search *self, bool on) {
    cw_alphabeta_worker *worker = self->worker;
    worker->watch = on && self->limits->progress != NULL ? watch : NULL;
    worker->watch_payload = self;
    worker->beat = cw_beat_start();
}

/* ---- Choosing ---- */

/* Has the player to decide not decided yet in this game? */
static bool is_first_decision(const cw_record *record, int hero) {
    const cw_game *game = cw_record_game(record);
    for (int i = 0; i < cw_record_length(record); i++) {
        if (game->type->to_decide(game, cw_record_state_at(record, i)) == hero)
            return false;
    }
    return true;
}

static int last_depth(const alphabeta *player, const cw_limits *limits, const cw_budget *budget) {
    if (limits->depth > 0)
        return limits->depth < CW_PLIES_MAX / 2 ? limits->depth : CW_PLIES_MAX / 2;
    if (player->settings.depth > 0)
        return player->settings.depth;
    bool bounded = budget->seconds < INFINITY || player->settings.nodes > 0 || limits->stop != NULL;
    return bounded ? CW_PLIES_MAX / 2 : 3;
}

/* Prepares one thread's search of the root. */
static cw_status prepare(alphabeta *player, int thread, const cw_record *record, const cw_limits *limits,
                         const cw_budget *budget, root_search *self, cw_error *error) {
    cw_alphabeta_worker *worker = &player->workers[thread];
    *self = (root_search){.player = player, .worker = worker, .limits = limits};
    worker->budget = *budget;
    cw_status status = cw_alphabeta_worker_root(worker, record, error);
    if (status == CW_OK)
        status = cw_root_open(&self->root, record, error);
    self->last_depth = last_depth(player, limits, budget);
    self->first_depth = player->settings.deepen ? 1 + thread % 2 : self->last_depth;
    if (self->first_depth > self->last_depth)
        self->first_depth = self->last_depth;
    self->noise = is_first_decision(record, worker->hero) ? player->settings.noise : 0;
    return status;
}

/* Starting threads takes longer than they help in a short search. */
static int thread_count(const alphabeta *player, const cw_budget *budget) {
    const double seconds_min = 0.015;
    return budget->seconds < seconds_min ? 1 : player->settings.threads;
}

/* A rough number of positions that a search will see. */
static double expected_nodes(const alphabeta *player, const cw_limits *limits, const cw_budget *budget) {
    const double nodes_a_second = 2e6, nodes_a_ply = 30;
    double nodes = pow(nodes_a_ply, last_depth(player, limits, budget));
    if (budget->seconds < INFINITY)
        nodes = fmin(nodes, nodes_a_second * player->settings.threads * budget->seconds);
    if (player->settings.nodes > 0)
        nodes = fmin(nodes, (double)player->settings.nodes);
    return nodes;
}

static cw_status choose(void *context, const cw_record *record, const cw_limits *limits,
                        cw_analysis *analysis, cw_error *error) {
    alphabeta *player = context;
    const cw_game *game = player->settings.game;
    double progress = game->type->progress(game, cw_record_state(record));
    cw_budget budget = cw_budget_start(limits, player->settings.seconds, progress);
    if (player->table != NULL) {
        cw_transposition_fit(player->table, expected_nodes(player, limits, &budget));
        cw_transposition_age(player->table);
    }
    root_search searches[64] = {0};
    int count = thread_count(player, &budget);
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < count; i++)
        status = prepare(player, i, record, limits, &budget, &searches[i], error);
    if (status == CW_OK) {
        searches[0].analysis = analysis;
        searches[0].threads = count;
        set_watch(&searches[0], true);
        if (searches[0].root.count > 1)
            cw_flag_lower(&player->abandon);
        cw_pool_spawn(count, run_thread, searches);
        set_watch(&searches[0], false);
        fill_analysis(&searches[0], analysis);
        for (int i = 1; i < count; i++)
            analysis->nodes += searches[i].worker->nodes;
    }
    for (int i = 0; i < count; i++)
        cw_root_close(&searches[i].root);
    return status;
}

const cw_player_type cw_alphabeta_player = {
    .name = "alphabeta",
    .summary = "minimax with alpha-beta pruning over an evaluator of the game",
    .options = options,
    .extend = extend,
    .check = check,
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .choose = choose,
};

/* The Monte Carlo agent of Out's thesis on Hive (2017): flat Monte Carlo with rules of its own.
 *
 * score=depth: a move's score is the mean depth of its won playouts minus their number, lowest is best; a win
 * does not count if only the loser's own pieces enclose the queen.
 *
 * queen=3: the queen is laid on the third turn at the latest.
 *
 * guard=3 (the thesis's "Mod"): of the best three moves, the first that does not take a piece away from the
 * enemy queen; if all three do, the best.
 *
 * schedule=budget: the depth shrinks to what is left of `depth` turns, the playouts grow in proportion.
 *
 * Every move has a random stream of its own, so that the same seed gives the same answer on any number of
 * threads. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "games/hive/hive.h"
#include "games/hive/playout.h"
#include "players/registry.h"
#include "search/budget.h"

static const cw_option options[] = {
    {.name = "playouts",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 1e9,
     .standard = "250",
     .help = "playouts for each legal move"},
    {.name = "depth",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 60000,
     .standard = "100",
     .help = "turns after which a playout is given up"},
    {.name = "schedule",
     .type = CW_OPTION_CHOICE,
     .choices = "fixed|budget",
     .standard = "fixed",
     .help = "budget: depth minus the turns made, and playouts in the same ratio more"},
    {.name = "score",
     .type = CW_OPTION_CHOICE,
     .choices = "depth|wins",
     .standard = "depth",
     .help = "depth: mean depth of wins minus their number; wins: won minus lost playouts"},
    {.name = "guard",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 100,
     .standard = "0",
     .help = "of so many best moves, skip those that take a piece away from the enemy queen"},
    {.name = "queen",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 4,
     .standard = "3",
     .help = "the player's turn by which the queen is laid; 0: as the rules allow"},
    {.name = "break",
     .type = CW_OPTION_CHOICE,
     .choices = "first|random",
     .standard = "first",
     .help = "which of several best moves is played"},
    {.name = "policy",
     .type = CW_OPTION_CHOICE,
     .choices = "steps3|pieces|uniform",
     .standard = "steps3",
     .help = "how playouts choose their moves"},
    {.name = "threads",
     .resource = CW_RESOURCE_THREADS,
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 64,
     .standard = "1",
     .help = "threads that share the moves"},
    {.name = "time",
     .resource = CW_RESOURCE_SECONDS,
     .type = CW_OPTION_DURATION,
     .low = 0.001,
     .high = 86400,
     .standard = "",
     .help = "time a move, if the playouts are not done before"},
    {.name = NULL},
};

enum { ROUND_PLAYOUTS = 10, THREADS_MAX = 64 };

/* What playouts told about one move. */
typedef struct candidate {
    cw_move move;
    cw_rng rng;
    int playouts, wins, losses;
    int counted;       /* wins that count for score=depth */
    int64_t depth_sum; /* of those */
    double score;      /* lowest is best */
    uint64_t shuffle;  /* order among equals */
    bool leaves_queen; /* takes a piece away from the enemy queen */
} candidate;

typedef struct hive_mc {
    const cw_game *game;
    int playouts, depth, guard, queen_turn, threads;
    double seconds;
    bool budget_schedule, score_by_wins, break_at_random;
    cw_hive_policy policy;
    uint64_t seed;
    candidate candidates[CW_HIVE_MOVES_MAX];
    cw_move moves[CW_HIVE_MOVES_MAX];
    int count;
} hive_mc;

/* ---- Making players ---- */

static cw_status create(const cw_game *game, const cw_options *from, void **context, cw_error *error) {
    static const cw_hive_policy policies[] = {CW_HIVE_STEPS3, CW_HIVE_PIECES_FIRST, CW_HIVE_UNIFORM};
    if (game->type != &cw_hive_game)
        return cw_fail(error, CW_UNSUPPORTED, "player hive-mc plays hive only, not %s", game->type->name);
    hive_mc *player = calloc(1, sizeof *player);
    if (player == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player hive-mc");
    player->game = game;
    player->playouts = (int)cw_options_integer(from, "playouts");
    player->depth = (int)cw_options_integer(from, "depth");
    player->budget_schedule = cw_options_choice(from, "schedule") == 1;
    player->score_by_wins = cw_options_choice(from, "score") == 1;
    player->guard = (int)cw_options_integer(from, "guard");
    player->queen_turn = (int)cw_options_integer(from, "queen");
    player->break_at_random = cw_options_choice(from, "break") == 1;
    player->policy = policies[cw_options_choice(from, "policy")];
    player->threads = (int)cw_options_integer(from, "threads");
    player->seconds = cw_options_is_set(from, "time") ? cw_options_real(from, "time") : 0;
    *context = player;
    return CW_OK;
}

static void destroy(void *context) {
    free(context);
}

static void reset(void *context, uint64_t seed) {
    hive_mc *player = context;
    player->seed = seed;
}

/* ---- Playouts ---- */

/* Is the enclosed queen of `loser` surrounded by pieces of her own colour alone? */
static bool is_own_doing(const cw_state *state, int loser) {
    int cell = state->cell[cw_hive_queen(loser)];
    for (int direction = 0; direction < 6; direction++) {
        unsigned top = state->ground[cw_hive_neighbor(cell, direction)] >> CW_HIVE_TOP_SHIFT;
        if (top != 1u << loser)
            return false;
    }
    return true;
}

/* Plays one game on from `state`, in which the candidate's move was made. */
static void play_one(const hive_mc *player, candidate *one, const cw_state *after, int side, int depth) {
    cw_state state = *after;
    int plies = 1 + cw_hive_run(&state, player->policy, depth - 1, &one->rng);
    bool won = cw_hive_is_enclosed(&state, !side), lost = cw_hive_is_enclosed(&state, side);
    one->playouts++;
    one->wins += won && !lost;
    one->losses += lost && !won;
    if (won && !lost && !is_own_doing(&state, !side)) {
        one->counted++;
        one->depth_sum += plies;
    }
}

/* One round: some playouts for each candidate, shared out over threads. */
typedef struct round_work {
    hive_mc *player;
    const cw_state *root;
    int playouts, depth;
    atomic_int next;
} round_work;

static void *work_on_round(void *argument) {
    round_work *work = argument;
    int side = cw_hive_side(work->root);
    for (;;) {
        int index = atomic_fetch_add_explicit(&work->next, 1, memory_order_relaxed);
        if (index >= work->player->count)
            return NULL;
        candidate *one = &work->player->candidates[index];
        cw_state after = *work->root;
        cw_hive_make(&after, one->move);
        for (int i = 0; i < work->playouts; i++)
            play_one(work->player, one, &after, side, work->depth);
    }
}

static void play_round(hive_mc *player, const cw_state *root, int playouts, int depth) {
    round_work work = {.player = player, .root = root, .playouts = playouts, .depth = depth};
    pthread_t threads[THREADS_MAX];
    int started = 0;
    while (started < player->threads - 1 &&
           pthread_create(&threads[started], NULL, work_on_round, &work) == 0)
        started++;
    work_on_round(&work);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

/* ---- Scores ---- */

static double score_of(const hive_mc *player, const candidate *one) {
    if (player->score_by_wins)
        return one->playouts > 0 ? (double)(one->losses - one->wins) / one->playouts : HUGE_VAL;
    if (one->counted == 0)
        return HUGE_VAL;
    return (double)one->depth_sum / one->counted - one->counted;
}

static int compare_candidates(const void *a, const void *b) {
    const candidate *one = a, *other = b;
    if (one->score != other->score)
        return one->score < other->score ? -1 : 1;
    return one->shuffle < other->shuffle ? -1 : one->shuffle > other->shuffle;
}

static int queen_neighbors(const cw_state *state, int side) {
    int queen = cw_hive_queen(side);
    return cw_hive_on_board(state, queen) ? cw_hive_count[cw_hive_ring(state, state->cell[queen])] : 0;
}

/* The candidate to play, out of those sorted by score. */
static int pick_guarded(const hive_mc *player) {
    int looked_at = player->guard < player->count ? player->guard : player->count;
    for (int i = 0; i < looked_at; i++) {
        if (!player->candidates[i].leaves_queen)
            return i;
    }
    return 0;
}

/* ---- Deciding ---- */

/* Keeps only the moves that lay the queen, when it is time for her. */
static int keep_queen_moves(const hive_mc *player, const cw_state *state, cw_move *moves, int count) {
    int queen = cw_hive_queen(cw_hive_side(state)), kept = 0;
    if (player->queen_turn == 0 || cw_hive_on_board(state, queen) || state->ply / 2 + 1 < player->queen_turn)
        return count;
    for (int i = 0; i < count; i++) {
        if (cw_hive_move_piece(moves[i]) == queen)
            moves[kept++] = moves[i];
    }
    return kept > 0 ? kept : count;
}

static void list_candidates(hive_mc *player, const cw_state *state) {
    int count = player->game->type->moves(player->game, state, player->moves);
    player->count = keep_queen_moves(player, state, player->moves, count);
    int enemy = !cw_hive_side(state), before = queen_neighbors(state, enemy);
    for (int i = 0; i < player->count; i++) {
        cw_state after = *state;
        cw_hive_make(&after, player->moves[i]);
        cw_rng rng = cw_rng_make(player->seed, (uint64_t)state->ply << 16 | (uint64_t)i);
        player->candidates[i] = (candidate){
            .move = player->moves[i],
            .shuffle = player->break_at_random ? cw_rng_next(&rng) : (uint64_t)i,
            .rng = rng,
            .leaves_queen = queen_neighbors(&after, enemy) < before,
        };
    }
}

static void report(const hive_mc *player, int chosen, cw_analysis *analysis) {
    for (int i = 0; i < player->count; i++) {
        const candidate *one = &player->candidates[i];
        cw_candidate *told = cw_analysis_add(analysis, one->move);
        if (told == NULL)
            break;
        told->visits = (uint64_t)one->playouts;
        told->value = one->playouts > 0 ? 0.5 + 0.5 * (one->wins - one->losses) / one->playouts : 0.5;
        analysis->simulations += (uint64_t)one->playouts;
        if (i == chosen)
            analysis->value = told->value;
    }
    analysis->best = player->candidates[chosen].move;
    analysis->line[0] = analysis->best;
    analysis->line_length = 1;
}

static cw_status choose(void *context, const cw_record *record, const cw_limits *limits,
                        cw_analysis *analysis, cw_error *error) {
    (void)error;
    hive_mc *player = context;
    const cw_state *state = cw_record_state(record);
    int depth = player->depth, playouts = player->playouts;
    if (player->budget_schedule) {
        int left = depth > state->ply ? depth - state->ply : 1;
        playouts = (int)lrint(fmin((double)playouts * depth / left, 1e9));
        depth = left;
    }
    cw_budget budget =
        cw_budget_start(limits, player->seconds, player->game->type->progress(player->game, state));
    list_candidates(player, state);
    if (player->count > 1) {
        for (int done = 0; done < playouts && (done == 0 || !cw_budget_is_over(&budget));) {
            int some = playouts - done < ROUND_PLAYOUTS ? playouts - done : ROUND_PLAYOUTS;
            play_round(player, state, some, depth);
            done += some;
        }
    }
    for (int i = 0; i < player->count; i++)
        player->candidates[i].score = score_of(player, &player->candidates[i]);
    qsort(player->candidates, (size_t)player->count, sizeof player->candidates[0], compare_candidates);
    report(player, pick_guarded(player), analysis);
    return CW_OK;
}

const cw_player_type cw_hive_mc_player = {
    .name = "hive-mc",
    .summary = "flat Monte Carlo with the rules of Out's thesis on Hive",
    .options = options,
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .choose = choose,
};

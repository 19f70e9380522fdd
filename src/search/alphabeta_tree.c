/* The tree of alpha-beta: one recursive search for decisions, chance, quiescence and the end of the game. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/alphabeta.h"
#include "search/expect.h"

const cw_role cw_alphabeta_roles[3] = {
    {CW_EVALUATOR, "eval", {"eval.", NULL}},
    {CW_PRIOR, "prior", {"prior.", NULL}},
    {CW_REASONER, "reason", {"reason.", NULL}},
};

typedef cw_alphabeta_worker worker;

/* A node on its way down: which ply, and for whose camp its score is told (1: the hero's, 0: the others'). */
typedef struct node {
    int ply;
    int camp;
} node;

/* The moves of a node, side by side with what orders them. */
typedef struct move_list {
    cw_move *moves;
    int32_t *ranks;
    float *weights;
    int count;
} move_list;

static int32_t search(worker *self, node here, int depth, int32_t alpha, int32_t beta);

/* ---- Workers ---- */

cw_status cw_alphabeta_worker_create(const cw_alphabeta_settings *settings, const cw_options *options,
                                     worker *self, cw_error *error) {
    const cw_game *game = settings->game;
    *self = (worker){.settings = settings};
    cw_skill *skills[3] = {&self->evaluator, &self->prior, &self->reasoner};
    for (int i = 0; i < 3; i++) {
        cw_status status = cw_role_create(game, &cw_alphabeta_roles[i], options, skills[i], error);
        if (status != CW_OK)
            return status;
    }
    size_t lists = (size_t)(CW_PLIES_MAX + 1) * (size_t)game->moves_max;
    self->states = cw_game_alloc_states(game, CW_PLIES_MAX + 1);
    self->moves = malloc(lists * sizeof *self->moves);
    self->ranks = malloc(lists * sizeof *self->ranks);
    self->weights = malloc(lists * sizeof *self->weights);
    if (self->states == NULL || self->moves == NULL || self->ranks == NULL || self->weights == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for an alpha-beta search");
    if (settings->cache && (self->opinions = calloc(CW_OPINIONS, sizeof *self->opinions)) == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for remembered evaluations");
    cw_alphabeta_worker_forget(self, 0);
    return CW_OK;
}

void cw_alphabeta_worker_destroy(worker *self) {
    cw_skill_destroy(&self->evaluator);
    cw_skill_destroy(&self->prior);
    cw_skill_destroy(&self->reasoner);
    free(self->states);
    free(self->moves);
    free(self->ranks);
    free(self->weights);
    free(self->opinions);
    free(self->hashes);
}

void cw_alphabeta_worker_forget(worker *self, uint64_t seed) {
    self->blur_seed = seed;
    if (self->settings->blur > 0 && self->opinions != NULL)
        memset(self->opinions, 0, CW_OPINIONS * sizeof *self->opinions);
    memset(self->past_merit, 0, sizeof self->past_merit);
    memset(self->killers, 0xFF, sizeof self->killers);
}

static cw_state *state_at(const worker *self, int ply) {
    return (cw_state *)(self->states + cw_game_state_stride(self->settings->game) * (size_t)ply);
}

cw_status cw_alphabeta_worker_root(worker *self, const cw_record *record, cw_error *error) {
    const cw_game *game = self->settings->game;
    memcpy(state_at(self, 0), cw_record_state(record), game->state_size);
    self->hero = game->type->to_decide(game, state_at(self, 0));
    self->stopped = false;
    self->pace = (cw_pace){0};
    self->nodes = 0;
    atomic_store_explicit(&self->told_nodes, 0, memory_order_relaxed);
    self->deepest = 0;
    self->hash_count = 0;
    if (game->repetition_limit == 0)
        return CW_OK;
    int needed = cw_record_length(record) + 1 + CW_PLIES_MAX;
    if (needed > self->hash_capacity) {
        uint64_t *hashes = realloc(self->hashes, (size_t)needed * sizeof *hashes);
        if (hashes == NULL)
            return cw_fail(error, CW_NO_MEMORY, "out of memory for the positions of the game so far");
        self->hashes = hashes;
        self->hash_capacity = needed;
    }
    self->hash_count = cw_record_length(record) + 1;
    memcpy(self->hashes, cw_record_hashes(record), (size_t)self->hash_count * sizeof *self->hashes);
    memset(self->past, 0, sizeof self->past);
    for (int i = 0; i < self->hash_count; i++)
        self->past[self->hashes[i] % CW_PAST_BITS / 64] |= UINT64_C(1) << self->hashes[i] % 64;
    return CW_OK;
}

/* ---- Scores ---- */

int32_t cw_alphabeta_squash(double difference, double scale) {
    /* A code of leads: it keeps their order over a wide range, and 0.52 brings it close to rewards. */
    double x = 0.52 * difference / scale;
    return (int32_t)lrint(x / sqrt(1 + x * x) * (CW_SCORE_WIN - 2 * CW_PLIES_MAX));
}

double cw_alphabeta_points(int32_t score, double scale) {
    double y = (double)score / CW_SCORE_WIN;
    return y / sqrt(1 - y * y) * scale / 0.52;
}

static bool is_decided(int32_t score) {
    return abs(score) > CW_SCORE_WIN - 2 * CW_PLIES_MAX;
}

double cw_alphabeta_reward(int32_t score, double scale) {
    if (is_decided(score))
        return 0.5 + 0.5 * (double)score / CW_SCORE_WIN;
    return cw_expect_reward(cw_alphabeta_points(score, scale), scale);
}

/* The score of an expected reward. */
static int32_t score_of_reward(double reward, double scale) {
    const double surest = 1 - 1e-9;
    double bounded = fmax(1 - surest, fmin(surest, reward));
    return cw_alphabeta_squash(cw_expect_lead(bounded, scale), scale);
}

int32_t cw_alphabeta_undecided(int32_t score) {
    const int32_t most = CW_SCORE_WIN - 2 * CW_PLIES_MAX;
    return score > most ? most : score < -most ? -most : score;
}

/* The score of a finished game for a player with this reward, `ply` decisions below the root. */
static int32_t final_score(const cw_game *game, double reward, int ply) {
    double fair = cw_game_fair_share(game);
    if (fabs(reward - fair) < 1e-9)
        return 0;
    double share = reward > fair ? (reward - fair) / (1 - fair) : (reward - fair) / fair;
    int32_t score = (int32_t)lrint(share * CW_SCORE_WIN);
    return score > 0 ? score - ply : score + ply;
}

/* A difference of points of the hero's camp to the others. */
static double hero_points(const worker *self, const double *points) {
    const cw_game *game = self->settings->game;
    double others = 0;
    int count = 0;
    for (int player = 0; player < game->player_count; player++) {
        if (!cw_game_allied(game, player, self->hero)) {
            others += points[player];
            count++;
        }
    }
    bool alone = self->settings->own_points || count == 0;
    return points[self->hero] - (alone ? 0 : others / count);
}

/* The same position counts differently for another hero. */
static uint64_t key_of(const worker *self, uint64_t hash) {
    return cw_mix(hash + (uint64_t)self->hero);
}

uint64_t cw_alphabeta_key(const worker *self, const cw_state *state, uint64_t hash) {
    const cw_game *game = self->settings->game;
    int left = game->type->plies_left != NULL ? game->type->plies_left(game, state) : 0;
    return left > 0 && left <= CW_PLIES_MAX ? cw_mix(key_of(self, hash) + (uint64_t)left)
                                            : key_of(self, hash);
}

/* By how many points this game's hero misjudges a position. */
static double misjudgement(const worker *self, int ply) {
    const cw_game *game = self->settings->game;
    double blur = self->settings->blur;
    if (blur <= 0)
        return 0;
    cw_rng rng = cw_rng_make(game->type->hash(game, state_at(self, ply)), self->blur_seed);
    return blur * (2 * cw_rng_unit(&rng) - 1);
}

/* The evaluator's points of a position for the hero. */
static double ask_evaluator(worker *self, int ply) {
    const cw_evaluator *evaluator = (const cw_evaluator *)self->evaluator.base;
    double points[CW_PLAYERS_MAX] = {0};
    evaluator->evaluate(self->settings->game, self->evaluator.context, state_at(self, ply), points);
    return hero_points(self, points) + misjudgement(self, ply);
}

/* The same, remembered. */
static double opinion_of(worker *self, int ply) {
    const cw_game *game = self->settings->game;
    if (self->opinions == NULL)
        return ask_evaluator(self, ply);
    uint64_t key = key_of(self, game->type->hash(game, state_at(self, ply)));
    cw_opinion *opinion = &self->opinions[key % CW_OPINIONS];
    if (opinion->key != key)
        *opinion = (cw_opinion){key, ask_evaluator(self, ply)};
    return opinion->points;
}

/* The points of a position for the camp of its node. */
static double evaluate_points(worker *self, node here) {
    double points = opinion_of(self, here.ply);
    return here.camp ? points : -points;
}

static double scale_of(const worker *self) {
    return ((const cw_evaluator *)self->evaluator.base)->scale;
}

static int32_t evaluate(worker *self, node here) {
    return cw_alphabeta_squash(evaluate_points(self, here), scale_of(self));
}

/* A draw, as the hero who holds it in contempt sees it. */
static int32_t draw_score(const worker *self, node here) {
    if (self->settings->contempt == 0)
        return 0;
    int32_t score = cw_alphabeta_squash(self->settings->contempt, scale_of(self));
    return here.camp ? -score : score;
}

static int32_t score_result(worker *self, node here) {
    const cw_game *game = self->settings->game;
    if (self->settings->ends_by_points)
        return evaluate(self, here);
    cw_result result;
    game->type->result(game, state_at(self, here.ply), &result);
    int32_t score = final_score(game, result.reward[self->hero], here.ply);
    if (score == 0)
        return draw_score(self, here);
    return here.camp ? score : -score;
}

/* ---- The budget ---- */

/* The leader reads the clock now and then, and tells those who watch when it has. */
static bool is_late(worker *self) {
    bool late = cw_budget_is_late(&self->budget, &self->pace);
    if (self->watch != NULL && cw_beat_is_due(&self->beat, self->pace.last))
        self->watch(self->watch_payload);
    return late;
}

/* The others count for the leader to read, seldom enough to cost nothing. */
static bool is_abandoned(worker *self) {
    enum { NODES_UNTOLD = 1024 };
    if (self->nodes - atomic_load_explicit(&self->told_nodes, memory_order_relaxed) >= NODES_UNTOLD)
        atomic_store_explicit(&self->told_nodes, self->nodes, memory_order_relaxed);
    return cw_flag_is_up(self->abandon);
}

static bool must_stop(worker *self) {
    if (self->stopped)
        return true;
    uint64_t limit = self->settings->nodes;
    if (limit > 0 && self->nodes >= limit)
        self->stopped = true;
    else
        self->stopped = self->leads ? is_late(self) : is_abandoned(self);
    return self->stopped;
}

/* ---- Repetition ---- */

/* Does a position repeat one so often that it counts as a draw, or circle in the search? */
static bool repeats(const worker *self, uint64_t hash, int ply) {
    int past = self->hash_count - ply; /* positions of the game itself, the root included */
    for (int i = past; i < self->hash_count; i++) {
        if (self->hashes[i] == hash)
            return true;
    }
    if (!(self->past[hash % CW_PAST_BITS / 64] >> hash % 64 & 1))
        return false;
    int seen = 0;
    for (int i = 0; i < past; i++)
        seen += self->hashes[i] == hash;
    return seen + 1 >= self->settings->repeats;
}

/* ---- Ordering ---- */

static int32_t *merit_of(worker *self, int camp, cw_move move) {
    return &self->past_merit[camp][(move * 2654435761u) >> 20 & (CW_HISTORY_SIZE - 1)];
}

/* Are moves ordered, and left out, by what the evaluator expects of them? */
static bool has_gains(const worker *self) {
    return self->settings->prune > 0 && ((const cw_evaluator *)self->evaluator.base)->gains != NULL;
}

/* Fills the list with the evaluator's gains, or with the prior's weights. */
static void weigh_moves(worker *self, node here, const move_list *list) {
    const cw_game *game = self->settings->game;
    const cw_evaluator *evaluator = (const cw_evaluator *)self->evaluator.base;
    const cw_prior *prior = (const cw_prior *)self->prior.base;
    const cw_state *state = state_at(self, here.ply);
    if (has_gains(self))
        evaluator->gains(game, self->evaluator.context, state, list->moves, list->count, list->weights);
    else if (prior != NULL)
        prior->weigh(game, self->prior.context, state, list->moves, list->count, list->weights);
    else
        memset(list->weights, 0, (size_t)list->count * sizeof *list->weights);
}

static void rank_moves(worker *self, node here, const move_list *list, cw_move expected) {
    const cw_alphabeta_settings *settings = self->settings;
    const float unit = has_gains(self) ? 8 : 4096, weight_max = 0x1000000;
    weigh_moves(self, here, list);
    for (int i = 0; i < list->count; i++) {
        cw_move move = list->moves[i];
        int32_t rank = (int32_t)fmaxf(fminf(list->weights[i] * unit, weight_max), -weight_max);
        if (settings->history)
            rank += *merit_of(self, here.camp, move);
        if (settings->killers && (move == self->killers[here.ply][0] || move == self->killers[here.ply][1]))
            rank += 0x2000000;
        list->ranks[i] = move == expected ? INT32_MAX : rank;
    }
}

/* Brings the best ranked of the moves from `index` on to the front of them; among equals the first. */
static cw_move pick_next(const move_list *list, int index) {
    int best = index;
    for (int i = index + 1; i < list->count; i++) {
        if (list->ranks[i] > list->ranks[best])
            best = i;
    }
    cw_move move = list->moves[best];
    int32_t rank = list->ranks[best];
    float weight = list->weights[best];
    size_t passed = (size_t)(best - index);
    memmove(list->moves + index + 1, list->moves + index, passed * sizeof *list->moves);
    memmove(list->ranks + index + 1, list->ranks + index, passed * sizeof *list->ranks);
    memmove(list->weights + index + 1, list->weights + index, passed * sizeof *list->weights);
    list->moves[index] = move;
    list->ranks[index] = rank;
    list->weights[index] = weight;
    return move;
}

static void remember_cut(worker *self, node here, cw_move move, int depth) {
    cw_move *killers = self->killers[here.ply];
    if (killers[0] != move) {
        killers[1] = killers[0];
        killers[0] = move;
    }
    int32_t *merit = merit_of(self, here.camp, move);
    *merit += depth * depth;
    if (*merit > 0x800000) {
        for (int i = 0; i < CW_HISTORY_SIZE; i++)
            self->past_merit[here.camp][i] /= 2;
    }
}

/* ---- Steps down ---- */

/* Plays a move into the next ply and tells for whose camp the child's score is. */
static node descend(worker *self, node here, cw_move move) {
    const cw_game *game = self->settings->game;
    cw_state *next = state_at(self, here.ply + 1);
    memcpy(next, state_at(self, here.ply), game->state_size);
    game->type->play(game, next, move);
    int decider = game->type->to_decide(game, next);
    int camp = decider >= 0 ? cw_game_allied(game, decider, self->hero) : here.camp;
    return (node){here.ply + 1, camp};
}

/* The score of a child for the camp of its parent. */
static int32_t search_child(worker *self, node here, node child, int depth, int32_t alpha, int32_t beta) {
    if (child.camp == here.camp)
        return search(self, child, depth, alpha, beta);
    return -search(self, child, depth, -beta, -alpha);
}

/* Chance: the mean over all outcomes, or over a sample that depends on the position alone. */
static int32_t search_chance(worker *self, node here, int depth) {
    const cw_game *game = self->settings->game;
    cw_move *moves = self->moves + (size_t)here.ply * (size_t)game->moves_max;
    int count = game->type->moves(game, state_at(self, here.ply), moves);
    int samples = self->settings->samples;
    bool sampled = samples > 0 && samples < count;
    if (sampled) {
        cw_rng rng = cw_rng_make(game->type->hash(game, state_at(self, here.ply)), 0);
        for (int i = 0; i < samples; i++) {
            int other = i + (int)cw_rng_below(&rng, (uint32_t)(count - i));
            cw_move swapped = moves[i];
            moves[i] = moves[other];
            moves[other] = swapped;
        }
        count = samples;
    }
    int64_t sum = 0;
    double rewards = 0;
    for (int i = 0; i < count && !self->stopped; i++) {
        node child = descend(self, here, moves[i]);
        int32_t score = search_child(self, here, child, depth, -CW_SCORE_WIN, CW_SCORE_WIN);
        sum += score;
        rewards += cw_alphabeta_reward(score, scale_of(self));
    }
    int32_t mean = (int32_t)(sum / count);
    if (is_decided(mean))
        return sampled ? cw_alphabeta_undecided(mean) : mean; /* a sample proves nothing */
    return score_of_reward(rewards / count, scale_of(self));
}

/* Beyond the depth: stand on the evaluation, or look at the moves that make the position unquiet. */
static int32_t search_quiet(worker *self, node here, int plies, int32_t alpha, int32_t beta) {
    const cw_game *game = self->settings->game;
    const cw_evaluator *evaluator = (const cw_evaluator *)self->evaluator.base;
    int32_t best = evaluate(self, here);
    if (plies == 0 || best >= beta || evaluator->unquiet_moves == NULL || here.ply + 1 >= CW_PLIES_MAX)
        return best;
    cw_move *moves = self->moves + (size_t)here.ply * (size_t)game->moves_max;
    int count = evaluator->unquiet_moves(game, self->evaluator.context, state_at(self, here.ply), moves);
    for (int i = 0; i < count && best < beta && !must_stop(self); i++) {
        node child = descend(self, here, moves[i]);
        int32_t floor = best > alpha ? best : alpha;
        int32_t score = search_child(self, here, child, -plies, floor, beta);
        if (score > best)
            best = score;
    }
    return best;
}

/* Asks the reasoner: true if it settles the position (*score), else the moves may be fewer. */
static bool reason(worker *self, node here, cw_move *moves, int *count, int32_t *score) {
    const cw_game *game = self->settings->game;
    const cw_reasoner *reasoner = (const cw_reasoner *)self->reasoner.base;
    cw_verdict verdict = {.best = CW_MOVE_NONE, .move_count = -1, .moves = moves};
    reasoner->reason(game, self->reasoner.context, state_at(self, here.ply), &verdict);
    if (verdict.proven) {
        /* The end is some way off: later than anything seen on the board. */
        int32_t hero = final_score(game, verdict.reward[self->hero], CW_PLIES_MAX - 1);
        *score = here.camp ? hero : -hero;
        return true;
    }
    *count = verdict.move_count >= 0 ? verdict.move_count
                                     : game->type->moves(game, state_at(self, here.ply), moves);
    return false;
}

/* Scores of won and lost games count from the root; in the table they count from the position. */
static int32_t to_table(int32_t score, int ply) {
    if (score > CW_SCORE_WIN - 2 * CW_PLIES_MAX)
        return score + ply;
    return score < -CW_SCORE_WIN + 2 * CW_PLIES_MAX ? score - ply : score;
}

static int32_t from_table(int32_t score, int ply) {
    if (score > CW_SCORE_WIN - 2 * CW_PLIES_MAX)
        return score - ply;
    return score < -CW_SCORE_WIN + 2 * CW_PLIES_MAX ? score + ply : score;
}

/* Does what the table knows answer the question? A deeper look counts too where values are no longer those of
 * plain minimax anyway. */
static bool settles(const worker *self, const cw_transposition_finding *finding, int depth, int32_t score,
                    int32_t alpha, int32_t beta) {
    if (finding->depth < depth || (finding->depth > depth && !self->settings->reduce))
        return false;
    return finding->bound == CW_BOUND_EXACT || (finding->bound == CW_BOUND_LOWER && score >= beta) ||
           (finding->bound == CW_BOUND_UPPER && score <= alpha);
}

/* ---- Moves ---- */

/* One move of a node: a null window first when the node has a best move already, and late moves less deep. */
static int32_t search_move(worker *self, node here, node child, int index, int depth, int32_t alpha,
                           int32_t beta) {
    const cw_alphabeta_settings *settings = self->settings;
    int reduction = settings->reduce && depth >= settings->reduce_depth && index >= 4 ? 1 + (index >= 12) : 0;
    if (index > 0 && (settings->pvs || reduction > 0)) {
        int32_t score = search_child(self, here, child, depth - 1 - reduction, alpha, alpha + 1);
        if (score <= alpha || (reduction == 0 && score >= beta) || self->stopped)
            return score;
    }
    return search_child(self, here, child, depth - 1, alpha, beta);
}

/* ---- Leaving out ---- */

/* What is known of a node before its moves are looked at. */
typedef struct outlook {
    bool known;    /* false: nothing is left out below this node */
    double points; /* for the node's camp */
} outlook;

/* Would even a pass be good enough here? */
static bool pass_suffices(worker *self, node here, int depth, int32_t beta) {
    const cw_game *game = self->settings->game;
    const cw_evaluator *evaluator = (const cw_evaluator *)self->evaluator.base;
    if (!self->settings->null || depth < 2 || evaluator->pass == NULL || self->passed)
        return false;
    cw_state *next = state_at(self, here.ply + 1);
    memcpy(next, state_at(self, here.ply), game->state_size);
    if (!evaluator->pass(game, self->evaluator.context, next))
        return false;
    int rest = depth - 3 - depth / 4;
    self->passed = true;
    int32_t score =
        search_child(self, here, (node){here.ply + 1, !here.camp}, rest > 0 ? rest : 0, beta - 1, beta);
    self->passed = false;
    return !self->stopped && score >= beta;
}

/* Looks at the position itself; true if it is so good that its moves need no look. */
static bool stands_above(worker *self, node here, int depth, int32_t beta, outlook *view) {
    const cw_alphabeta_settings *settings = self->settings;
    const cw_evaluator *evaluator = (const cw_evaluator *)self->evaluator.base;
    *view = (outlook){0};
    if (settings->prune <= 0 || is_decided(beta))
        return false;
    view->points = evaluate_points(self, here);
    view->known = has_gains(self);
    double excess = view->points - cw_alphabeta_points(beta, evaluator->scale);
    /* The last ply is the own move, which rarely does harm. */
    if (depth <= 3 && excess >= settings->prune * (depth - 0.6))
        return true;
    return excess >= 0 && pass_suffices(self, here, depth, beta);
}

/* Is a move, not the first, left out because it can hardly reach
 * alpha? Then *bound is what it could reach. */
static bool is_futile(const worker *self, int depth, const outlook *view, float gain, int32_t alpha,
                      int32_t *bound) {
    if (!view->known || depth > 2 || is_decided(alpha))
        return false;
    double points = view->points + (double)gain + self->settings->prune * depth;
    *bound = cw_alphabeta_squash(points, scale_of(self));
    return *bound <= alpha;
}

/* How many moves of a node are looked at. */
static int moves_worth(const worker *self, int depth, int count, int32_t alpha) {
    int late = self->settings->late;
    if (late == 0 || depth > 2 || is_decided(alpha))
        return count;
    int worth = depth == 1 ? late : 3 * late;
    return worth < count ? worth : count;
}

/* Searches the moves of a node; returns the best score and its move. */
static int32_t search_moves(worker *self, node here, const move_list *list, int depth, int32_t alpha,
                            int32_t beta, const outlook *view, cw_move *best_move) {
    rank_moves(self, here, list, *best_move);
    int32_t best = -INT32_MAX;
    for (int i = 0; i < list->count; i++) {
        int32_t floor = best > alpha ? best : alpha, score;
        if (i >= moves_worth(self, depth, list->count, floor))
            break;
        cw_move move = pick_next(list, i);
        if (i == 0 || !is_futile(self, depth, view, list->weights[i], floor, &score))
            score = search_move(self, here, descend(self, here, move), i, depth, floor, beta);
        if (self->stopped)
            return best;
        if (score > best) {
            best = score;
            *best_move = move;
        }
        if (best >= beta) {
            remember_cut(self, here, move, depth);
            break;
        }
    }
    return best;
}

/* ---- Decisions ---- */

static int32_t search_decision(worker *self, node here, int depth, int32_t alpha, int32_t beta,
                               uint64_t hash) {
    const cw_game *game = self->settings->game;
    size_t place = (size_t)here.ply * (size_t)game->moves_max;
    move_list list = {self->moves + place, self->ranks + place, self->weights + place, 0};
    uint64_t key = cw_alphabeta_key(self, state_at(self, here.ply), hash);
    cw_transposition_finding finding = {.move = CW_MOVE_NONE};
    if (self->table != NULL && cw_transposition_find(self->table, key, &finding)) {
        int32_t known = from_table(finding.score, here.ply);
        if (settles(self, &finding, depth, known, alpha, beta))
            return known;
    }
    outlook view;
    if (stands_above(self, here, depth, beta, &view))
        return beta;
    int32_t best;
    if (self->reasoner.base == NULL || depth < self->settings->reason_depth)
        list.count = game->type->moves(game, state_at(self, here.ply), list.moves);
    else if (reason(self, here, list.moves, &list.count, &best))
        return best;
    cw_move best_move = finding.move;
    best = search_moves(self, here, &list, depth, alpha, beta, &view, &best_move);
    if (self->table != NULL && !self->stopped) {
        finding.bound = best >= beta ? CW_BOUND_LOWER : best > alpha ? CW_BOUND_EXACT : CW_BOUND_UPPER;
        finding.score = to_table(best, here.ply);
        finding.move = best_move;
        finding.depth = depth;
        cw_transposition_keep(self->table, key, &finding);
    }
    return best;
}

/* The score of the position at a ply for here.camp. At depth 0 quiescence begins; a depth of -1 - n has n
 * plies of it left. */
static int32_t search(worker *self, node here, int depth, int32_t alpha, int32_t beta) {
    const cw_game *game = self->settings->game;
    const cw_state *state = state_at(self, here.ply);
    self->nodes++;
    if (here.ply > self->deepest)
        self->deepest = here.ply;
    if (must_stop(self))
        return 0;
    int decider = game->type->to_decide(game, state);
    if (decider == CW_NOBODY)
        return score_result(self, here);
    if (here.ply + 1 >= CW_PLIES_MAX)
        return evaluate(self, here);
    if (decider == CW_CHANCE)
        return search_chance(self, here, depth);
    if (depth < 0 || (depth == 0 && game->repetition_limit == 0))
        return search_quiet(self, here, depth == 0 ? self->settings->quiet_plies : -1 - depth, alpha, beta);
    uint64_t hash = game->type->hash(game, state);
    if (game->repetition_limit == 0)
        return search_decision(self, here, depth, alpha, beta, hash);
    if (repeats(self, hash, here.ply))
        return draw_score(self, here);
    if (depth == 0)
        return search_quiet(self, here, self->settings->quiet_plies, alpha, beta);
    self->hashes[self->hash_count++] = hash;
    int32_t score = search_decision(self, here, depth, alpha, beta, hash);
    self->hash_count--;
    return score;
}

int32_t cw_alphabeta_root_move(worker *self, cw_move move, int depth, int32_t alpha, int32_t beta) {
    node root = {0, 1};
    node child = descend(self, root, move);
    return search_child(self, root, child, depth - 1, alpha, beta);
}

/* ---- Max-n ---- */

static void maxn_leaf(worker *self, int ply, bool over, int32_t *scores) {
    const cw_game *game = self->settings->game;
    const cw_evaluator *evaluator = (const cw_evaluator *)self->evaluator.base;
    if (over) {
        cw_result result;
        game->type->result(game, state_at(self, ply), &result);
        for (int player = 0; player < game->player_count; player++)
            scores[player] = final_score(game, result.reward[player], ply);
        return;
    }
    double points[CW_PLAYERS_MAX] = {0}, sum = 0;
    evaluator->evaluate(game, self->evaluator.context, state_at(self, ply), points);
    for (int player = 0; player < game->player_count; player++)
        sum += points[player];
    for (int player = 0; player < game->player_count; player++) {
        double others = (sum - points[player]) / (game->player_count - 1);
        scores[player] = cw_alphabeta_squash(points[player] - others, evaluator->scale);
    }
}

/* Fills every player's score when each maximises their own. */
static void search_maxn(worker *self, int ply, int depth, int32_t *scores) {
    const cw_game *game = self->settings->game;
    self->nodes++;
    int decider = game->type->to_decide(game, state_at(self, ply));
    if (must_stop(self) || decider == CW_NOBODY || ply + 1 >= CW_PLIES_MAX ||
        (depth == 0 && decider != CW_CHANCE)) {
        maxn_leaf(self, ply, decider == CW_NOBODY && !self->settings->ends_by_points, scores);
        return;
    }
    cw_move *moves = self->moves + (size_t)ply * (size_t)game->moves_max;
    int count = game->type->moves(game, state_at(self, ply), moves);
    int64_t sums[CW_PLAYERS_MAX] = {0};
    for (int i = 0; i < count; i++) {
        int32_t child[CW_PLAYERS_MAX];
        descend(self, (node){ply, 0}, moves[i]);
        search_maxn(self, ply + 1, decider == CW_CHANCE ? depth : depth - 1, child);
        for (int player = 0; player < game->player_count; player++)
            sums[player] += child[player];
        if (decider != CW_CHANCE && (i == 0 || child[decider] > scores[decider]))
            memcpy(scores, child, sizeof child);
    }
    for (int player = 0; decider == CW_CHANCE && player < game->player_count; player++)
        scores[player] = (int32_t)(sums[player] / count);
}

int32_t cw_alphabeta_root_move_maxn(worker *self, cw_move move, int depth) {
    int32_t scores[CW_PLAYERS_MAX] = {0};
    descend(self, (node){0, 1}, move);
    search_maxn(self, 1, depth - 1, scores);
    return scores[self->hero];
}

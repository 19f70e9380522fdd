/* The tree of alpha-beta: one recursive search for decisions, chance, quiescence and the end of the game. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/alphabeta.h"

const cw_role cw_alphabeta_roles[3] = {
    {CW_EVALUATOR, "eval", "eval."},
    {CW_PRIOR, "prior", "prior."},
    {CW_REASONER, "reason", "reason."},
};

typedef cw_alphabeta_worker worker;

/* A node on its way down: which ply, and for whose camp its score is told (1: the hero's, 0: the others'). */
typedef struct node {
    int ply;
    int camp;
} node;

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
    self->weights = malloc((size_t)game->moves_max * sizeof *self->weights);
    if (self->states == NULL || self->moves == NULL || self->ranks == NULL || self->weights == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for an alpha-beta search");
    cw_alphabeta_worker_forget(self);
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
    free(self->hashes);
}

void cw_alphabeta_worker_forget(worker *self) {
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
    self->nodes = 0;
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
    return CW_OK;
}

/* ---- Scores ---- */

int32_t cw_alphabeta_squash(double difference, double scale) {
    /* x / sqrt(1 + x^2) is exact in IEEE arithmetic, unlike exp(); 0.52 puts one scale at a reward of 73 %.
     */
    double x = 0.52 * difference / scale;
    return (int32_t)lrint(x / sqrt(1 + x * x) * (CW_SCORE_WIN - 2 * CW_PLIES_MAX));
}

double cw_alphabeta_points(int32_t score, double scale) {
    double y = (double)score / CW_SCORE_WIN;
    return y / sqrt(1 - y * y) * scale / 0.52;
}

double cw_alphabeta_reward(int32_t score) {
    return 0.5 + 0.5 * (double)score / CW_SCORE_WIN;
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

static int32_t hero_score(worker *self, const double *points) {
    const cw_game *game = self->settings->game;
    const cw_evaluator *evaluator = (const cw_evaluator *)self->evaluator.base;
    double others = 0;
    int count = 0;
    for (int player = 0; player < game->player_count; player++) {
        if (!cw_game_allied(game, player, self->hero)) {
            others += points[player];
            count++;
        }
    }
    return cw_alphabeta_squash(points[self->hero] - (count > 0 ? others / count : 0), evaluator->scale);
}

static int32_t evaluate(worker *self, node here) {
    const cw_evaluator *evaluator = (const cw_evaluator *)self->evaluator.base;
    double points[CW_PLAYERS_MAX] = {0};
    evaluator->evaluate(self->settings->game, self->evaluator.context, state_at(self, here.ply), points);
    int32_t score = hero_score(self, points);
    return here.camp ? score : -score;
}

static int32_t score_result(worker *self, node here) {
    const cw_game *game = self->settings->game;
    cw_result result;
    game->type->result(game, state_at(self, here.ply), &result);
    int32_t score = final_score(game, result.reward[self->hero], here.ply);
    return here.camp ? score : -score;
}

/* ---- The budget ---- */

static bool must_stop(worker *self) {
    if (self->stopped)
        return true;
    uint64_t limit = self->settings->nodes;
    if (limit > 0 && self->nodes >= limit)
        self->stopped = true;
    else if (self->nodes % 64 == 0)
        self->stopped = self->leads ? cw_budget_is_over(&self->budget)
                                    : atomic_load_explicit(self->abandon, memory_order_relaxed);
    return self->stopped;
}

/* ---- Repetition ---- */

/* Enters a position on the path; true if it repeats one so often that the game would end, or circles in the
 * search. */
static bool enter_repeats(worker *self, uint64_t hash, int ply) {
    int past = self->hash_count - ply; /* positions of the game itself, the root included */
    int seen = 0;
    bool circles = false;
    for (int i = 0; i < self->hash_count; i++) {
        if (self->hashes[i] == hash) {
            seen++;
            circles |= i >= past;
        }
    }
    return circles || seen + 1 >= self->settings->game->repetition_limit;
}

/* ---- Ordering ---- */

static int32_t *merit_of(worker *self, int camp, cw_move move) {
    return &self->past_merit[camp][(move * 2654435761u) >> 20 & (CW_HISTORY_SIZE - 1)];
}

static void rank_moves(worker *self, node here, const cw_move *moves, int count, cw_move expected,
                       int32_t *ranks) {
    const cw_alphabeta_settings *settings = self->settings;
    const cw_prior *prior = (const cw_prior *)self->prior.base;
    if (prior != NULL)
        prior->weigh(settings->game, self->prior.context, state_at(self, here.ply), moves, count,
                     self->weights);
    for (int i = 0; i < count; i++) {
        int32_t rank = prior != NULL ? (int32_t)fminf(self->weights[i] * 4096, 0x1000000) : 0;
        if (settings->history)
            rank += *merit_of(self, here.camp, moves[i]);
        if (settings->killers &&
            (moves[i] == self->killers[here.ply][0] || moves[i] == self->killers[here.ply][1]))
            rank += 0x2000000;
        ranks[i] = moves[i] == expected ? INT32_MAX : rank;
    }
}

/* Brings the best ranked of the moves from `index` on to the front of them; among equals the first. */
static cw_move pick_next(cw_move *moves, int32_t *ranks, int index, int count) {
    int best = index;
    for (int i = index + 1; i < count; i++) {
        if (ranks[i] > ranks[best])
            best = i;
    }
    cw_move move = moves[best];
    int32_t rank = ranks[best];
    memmove(moves + index + 1, moves + index, (size_t)(best - index) * sizeof *moves);
    memmove(ranks + index + 1, ranks + index, (size_t)(best - index) * sizeof *ranks);
    moves[index] = move;
    ranks[index] = rank;
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
    if (samples > 0 && samples < count) {
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
    for (int i = 0; i < count && !self->stopped; i++) {
        node child = descend(self, here, moves[i]);
        sum += search_child(self, here, child, depth, -CW_SCORE_WIN, CW_SCORE_WIN);
    }
    return (int32_t)(sum / count);
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

static bool settles(const cw_finding *finding, int depth, int32_t score, int32_t alpha, int32_t beta) {
    if (finding->depth != depth)
        return false;
    return finding->bound == CW_BOUND_EXACT || (finding->bound == CW_BOUND_LOWER && score >= beta) ||
           (finding->bound == CW_BOUND_UPPER && score <= alpha);
}

/* ---- Decisions ---- */

/* One move of a node: a null window first when the node has a best move already, and late moves less deep. */
static int32_t search_move(worker *self, node here, node child, int index, int depth, int32_t alpha,
                           int32_t beta) {
    const cw_alphabeta_settings *settings = self->settings;
    int reduction = settings->reduce && depth >= 3 && index >= 4 ? 1 + (index >= 12) : 0;
    if (index > 0 && (settings->pvs || reduction > 0)) {
        int32_t score = search_child(self, here, child, depth - 1 - reduction, alpha, alpha + 1);
        if (score <= alpha || (reduction == 0 && score >= beta) || self->stopped)
            return score;
    }
    return search_child(self, here, child, depth - 1, alpha, beta);
}

/* Searches the moves of a node; returns the best score and its move. */
static int32_t search_moves(worker *self, node here, cw_move *moves, int count, int depth, int32_t alpha,
                            int32_t beta, cw_move *best_move) {
    int32_t *ranks = self->ranks + (size_t)here.ply * (size_t)self->settings->game->moves_max;
    rank_moves(self, here, moves, count, *best_move, ranks);
    int32_t best = -INT32_MAX;
    for (int i = 0; i < count; i++) {
        cw_move move = pick_next(moves, ranks, i, count);
        node child = descend(self, here, move);
        int32_t score = search_move(self, here, child, i, depth, best > alpha ? best : alpha, beta);
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

static int32_t search_decision(worker *self, node here, int depth, int32_t alpha, int32_t beta,
                               uint64_t hash) {
    const cw_game *game = self->settings->game;
    cw_move *moves = self->moves + (size_t)here.ply * (size_t)game->moves_max;
    /* The same position counts differently for another hero. */
    uint64_t key = cw_mix(hash + (uint64_t)self->hero);
    cw_finding finding = {.move = CW_MOVE_NONE};
    if (self->table != NULL && cw_transposition_find(self->table, key, &finding)) {
        int32_t known = from_table(finding.score, here.ply);
        if (settles(&finding, depth, known, alpha, beta))
            return known;
    }
    int count;
    int32_t best;
    if (self->reasoner.base == NULL || depth < self->settings->reason_depth)
        count = game->type->moves(game, state_at(self, here.ply), moves);
    else if (reason(self, here, moves, &count, &best))
        return best;
    cw_move best_move = finding.move;
    best = search_moves(self, here, moves, count, depth, alpha, beta, &best_move);
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
    if (depth <= 0)
        return search_quiet(self, here, depth == 0 ? self->settings->quiet_plies : -1 - depth, alpha, beta);
    uint64_t hash = game->type->hash(game, state);
    if (game->repetition_limit == 0)
        return search_decision(self, here, depth, alpha, beta, hash);
    if (enter_repeats(self, hash, here.ply))
        return 0;
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
        maxn_leaf(self, ply, decider == CW_NOBODY, scores);
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

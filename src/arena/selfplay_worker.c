#include "arena/selfplay_worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/proofs.h"
#include "arena/single.h"
#include "search/knowledge.h"

enum {
    OPENING_TRIES = 200,
    UNKNOWN_MOVE = -2, /* in a policy of what is proved of single moves: nothing is */
};

/* A position of the game that is being played. */
typedef struct note {
    cw_position_facts facts;
    size_t record; /* its number in the shard */
} note;

/* A game on its way. */
typedef struct course {
    uint32_t number;
    cw_rng rng;
    cw_result result;
    bool has_referee, is_over;
} course;

struct cw_selfplay_worker {
    const cw_selfplay *selfplay;
    const cw_game *game;
    const cw_judge *judge;
    void *sight; /* what it sees with */
    cw_player *player;
    cw_record *record;
    cw_analysis analysis;
    cw_skill labels, values, referee, balance;
    cw_skill easy; /* the game's first reasoner, where labels are asked for */
    cw_proofs *proofs;
    cw_shard shard;
    note *notes; /* of the present game */
    size_t note_count, note_capacity;
    cw_move *moves, *scratch;
    float *policy, *rewards; /* by output, by move */
};

/* ---- Making ---- */

/* Makes knowledge from "name:settings". */
static cw_status make_reasoner(const cw_game *game, const char *spec, cw_skill *skill, cw_error *error) {
    char name[64];
    size_t length = strcspn(spec, ":");
    const char *settings = spec[length] == ':' ? spec + length + 1 : "";
    length = length < sizeof name - 1 ? length : sizeof name - 1;
    memcpy(name, spec, length);
    name[length] = '\0';
    const cw_reasoner *reasoner = cw_game_reasoner(game, name);
    if (reasoner == NULL)
        return cw_fail(error, CW_BAD_INPUT, "%s has no reasoner '%s'", game->type->name, name);
    skill->base = &reasoner->base;
    if (reasoner->base.create == NULL)
        return CW_OK;
    cw_options options;
    cw_options_defaults(&options, reasoner->base.options);
    cw_status status = cw_options_parse(&options, name, settings, error);
    return status == CW_OK ? reasoner->base.create(game, &options, &skill->context, error) : status;
}

static cw_status make_labels(cw_selfplay_worker *worker, cw_error *error) {
    const cw_game *game = worker->game;
    cw_status status = make_reasoner(game, worker->selfplay->labels, &worker->labels, error);
    if (status == CW_OK && ((const cw_reasoner *)worker->labels.base)->reason_moves == NULL)
        status = cw_fail(error, CW_UNSUPPORTED, "the reasoner %s of %s does not value moves",
                         worker->labels.base->name, game->type->name);
    if (status == CW_OK)
        status = make_reasoner(game, game->type->reasoners[0].base.name, &worker->easy, error);
    return status;
}

static cw_status make_reasoners(cw_selfplay_worker *worker, cw_error *error) {
    const cw_selfplay *selfplay = worker->selfplay;
    const cw_game *game = worker->game;
    cw_status status = selfplay->labels != NULL ? make_labels(worker, error) : CW_OK;
    if (status == CW_OK && selfplay->values != NULL)
        status = make_reasoner(game, selfplay->values, &worker->values, error);
    if (status == CW_OK && selfplay->referee != NULL)
        status = make_reasoner(game, selfplay->referee, &worker->referee, error);
    return status;
}

static void destroy_reasoners(cw_selfplay_worker *worker) {
    cw_skill *const skills[] = {&worker->labels, &worker->values, &worker->referee, &worker->easy};
    for (size_t i = 0; i < sizeof skills / sizeof skills[0]; i++) {
        cw_skill_destroy(skills[i]);
        *skills[i] = (cw_skill){0};
    }
}

static cw_status make_proofs(cw_selfplay_worker *worker, cw_error *error) {
    const cw_knowledge *base = worker->values.base;
    if (base == NULL)
        return cw_fail(error, CW_BAD_INPUT, "the positions of proofs need --values, which proves them");
    if (((const cw_reasoner *)base)->retrace == NULL)
        return cw_fail(error, CW_UNSUPPORTED,
                       "the reasoner %s of %s does not tell what its proofs went through", base->name,
                       worker->game->type->name);
    return cw_proofs_create(worker->game, worker->selfplay->proofs, &worker->proofs, error);
}

/* The file of the player's network, where its spec names one. */
static cw_status find_network(const cw_selfplay *selfplay, char file[CW_OPTION_TEXT_MAX], cw_error *error) {
    static const char *const names[] = {"judge", "judge.file"};
    cw_plan plan;
    cw_status status = cw_plan_read(&plan, selfplay->player, selfplay->game, error);
    file[0] = '\0';
    for (int i = 0; status == CW_OK && i < 2; i++) {
        const cw_option_value *value = cw_options_find(&plan.options, names[i]);
        const char *text = value != NULL ? cw_options_text_of(&plan.options, value) : "";
        if (cw_role_names_file(text))
            snprintf(file, CW_OPTION_TEXT_MAX, "%s", text);
    }
    return status;
}

/* The judge that balances openings has the network of the player. */
static cw_status make_balance(cw_selfplay_worker *worker, cw_error *error) {
    char file[CW_OPTION_TEXT_MAX];
    cw_options options;
    cw_options_defaults(&options, worker->judge->base.options);
    cw_status status = find_network(worker->selfplay, file, error);
    if (status == CW_OK && file[0] != '\0')
        status = cw_options_set(&options, "the judge of openings", "file", file, error);
    worker->balance.base = &worker->judge->base;
    if (status == CW_OK)
        status = worker->judge->base.create(worker->game, &options, &worker->balance.context, error);
    return status;
}

static cw_status make_parts(cw_selfplay_worker *worker, cw_error *error) {
    const cw_selfplay *selfplay = worker->selfplay;
    const cw_game *game = worker->game;
    size_t count = (size_t)game->moves_max;
    worker->judge->shape(game, selfplay->view, &worker->shard.shape);
    worker->moves = malloc(sizeof(cw_move) * count);
    worker->scratch = malloc(sizeof(cw_move) * count);
    worker->rewards = malloc(sizeof(float) * count);
    worker->policy = malloc(sizeof(float) * (size_t)worker->shard.shape.outputs);
    if (worker->moves == NULL || worker->scratch == NULL || worker->rewards == NULL || worker->policy == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for self-play");
    cw_status status = cw_player_create(selfplay->player, game, selfplay->seed, &worker->player, error);
    if (status == CW_OK)
        status = cw_record_create(game, &worker->record, error);
    if (status == CW_OK)
        status = worker->judge->open_sight(game, selfplay->view, &worker->sight, error);
    if (status == CW_OK)
        status = make_reasoners(worker, error);
    if (status == CW_OK && selfplay->proofs > 0)
        status = make_proofs(worker, error);
    if (status == CW_OK && selfplay->balanced > 0)
        status = make_balance(worker, error);
    return status;
}

cw_status cw_selfplay_worker_create(const cw_selfplay *selfplay, cw_selfplay_worker **worker,
                                    cw_error *error) {
    cw_selfplay_worker *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for self-play");
    made->selfplay = selfplay;
    made->game = selfplay->game;
    made->judge = selfplay->game->type->judges;
    cw_status status = make_parts(made, error);
    if (status != CW_OK) {
        cw_selfplay_worker_destroy(made);
        return status;
    }
    *worker = made;
    return CW_OK;
}

void cw_selfplay_worker_destroy(cw_selfplay_worker *worker) {
    if (worker == NULL)
        return;
    destroy_reasoners(worker);
    cw_skill_destroy(&worker->balance);
    cw_proofs_destroy(worker->proofs);
    worker->judge->close_sight(worker->sight);
    cw_player_destroy(worker->player);
    cw_record_destroy(worker->record);
    cw_analysis_free(&worker->analysis);
    cw_shard_free(&worker->shard);
    free(worker->notes);
    free(worker->moves);
    free(worker->scratch);
    free(worker->rewards);
    free(worker->policy);
    free(worker);
}

/* ---- What was thought of a position ---- */

/* Starts the policy: 0 for what is legal, -1 for the rest. Returns the number of moves. */
static int clear_policy(cw_selfplay_worker *worker, const cw_state *state) {
    const cw_game *game = worker->game;
    for (int i = 0; i < worker->shard.shape.outputs; i++)
        worker->policy[i] = -1;
    int count = game->type->moves(game, state, worker->moves);
    for (int i = 0; i < count; i++) {
        int output = worker->judge->output(game, state, worker->moves[i]);
        if (output >= 0)
            worker->policy[output] = 0;
    }
    return count;
}

/* Adds weight to a move's output; returns what was added. */
static double weigh(cw_selfplay_worker *worker, const cw_state *state, cw_move move, double weight) {
    int output = worker->judge->output(worker->game, state, move);
    if (output < 0 || weight <= 0)
        return 0;
    worker->policy[output] += (float)weight;
    return weight;
}

static void divide_policy(cw_selfplay_worker *worker, double sum) {
    for (int i = 0; i < worker->shard.shape.outputs && sum > 0; i++) {
        if (worker->policy[i] > 0)
            worker->policy[i] = (float)(worker->policy[i] / sum);
    }
}

/* The policy that the search recommends: the shares it names, else its visits, else the move it plays.
   Returns flags. */
static uint16_t write_opinion(cw_selfplay_worker *worker, const cw_state *state) {
    const cw_analysis *analysis = &worker->analysis;
    double shares = 0, visits = 0, sum = 0;
    clear_policy(worker, state);
    for (int i = 0; i < analysis->candidate_count; i++) {
        shares += analysis->candidates[i].share;
        visits += (double)analysis->candidates[i].visits;
    }
    if (shares <= 0 && visits < 2) {
        weigh(worker, state, analysis->best, 1);
        return CW_POSITION_PLAYED;
    }
    for (int i = 0; i < analysis->candidate_count; i++) {
        const cw_candidate *candidate = &analysis->candidates[i];
        sum +=
            weigh(worker, state, candidate->move, shares > 0 ? candidate->share : (double)candidate->visits);
    }
    divide_policy(worker, sum);
    return sum > 0 ? CW_POSITION_POLICY : 0;
}

static float proven_value(const cw_analysis *analysis) {
    switch (analysis->proof) {
    case CW_PROOF_WIN:
        return 1;
    case CW_PROOF_LOSS:
        return 0;
    default:
        return -1;
    }
}

/* ---- Exact labels ---- */

/* The value for who decides, by a reasoner alone; -1 where it does not know. */
static float value_of(cw_selfplay_worker *worker, const cw_skill *skill, const cw_state *state) {
    cw_verdict verdict = {.best = CW_MOVE_NONE, .move_count = -1, .moves = worker->scratch};
    ((const cw_reasoner *)skill->base)->reason(worker->game, skill->context, state, &verdict);
    return verdict.proven ? (float)verdict.reward[worker->game->type->to_decide(worker->game, state)] : -1;
}

/* Replaces the policy by all winning moves, as far as the labeller knows every move. */
static void label(cw_selfplay_worker *worker, const cw_state *state, cw_position_facts *facts) {
    const cw_game *game = worker->game;
    const cw_reasoner *labeller = (const cw_reasoner *)worker->labels.base;
    int count = clear_policy(worker, state);
    double wins = 0;
    bool known = true;
    labeller->reason_moves(game, worker->labels.context, state, worker->moves, count, worker->rewards);
    for (int i = 0; i < count; i++) {
        known = known && worker->rewards[i] >= 0;
        if (worker->rewards[i] == 1)
            wins += weigh(worker, state, worker->moves[i], 1);
    }
    facts->flags = 0;
    facts->exact = wins > 0 ? 1 : known ? 0 : value_of(worker, &worker->labels, state);
    if (known && wins > 0)
        facts->flags = CW_POSITION_POLICY | CW_POSITION_WINS;
    divide_policy(worker, wins);
    cw_verdict verdict = {.best = CW_MOVE_NONE, .move_count = -1, .moves = worker->scratch};
    ((const cw_reasoner *)worker->easy.base)->reason(game, worker->easy.context, state, &verdict);
    if (verdict.proven)
        facts->flags |= CW_POSITION_EASY;
}

/* ---- What proofs went through ---- */

/* Makes the policy of what is proved of single moves. Returns flags. */
static uint16_t write_proved_moves(cw_selfplay_worker *worker, const cw_proved *proved) {
    double wins = 0;
    clear_policy(worker, proved->state);
    for (int i = 0; i < proved->count; i++) {
        int output = worker->judge->output(worker->game, proved->state, proved->moves[i]);
        if (output >= 0 && proved->rewards[i] < 0)
            worker->policy[output] = UNKNOWN_MOVE;
        else if (proved->rewards[i] == 1)
            wins += weigh(worker, proved->state, proved->moves[i], 1);
    }
    divide_policy(worker, wins);
    return wins > 0 ? CW_POSITION_POLICY | CW_POSITION_PARTLY : CW_POSITION_PARTLY;
}

/* A position that a proof went through, `game` and `ply` being those of the position that was asked about. */
static cw_status write_aside(cw_selfplay_worker *worker, const cw_position_facts *asked,
                             const cw_proved *proved, cw_error *error) {
    unsigned char *record = cw_shard_add(&worker->shard);
    if (record == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for positions");
    uint16_t flags = write_proved_moves(worker, proved);
    const cw_position_facts facts = {.value = -1,
                                     .outcome = -1,
                                     .exact = (float)proved->value,
                                     .move = -1,
                                     .reply = -1,
                                     .game = asked->game,
                                     .ply = (uint16_t)(asked->ply + proved->depth),
                                     .flags = flags | CW_POSITION_ASIDE};
    worker->judge->inputs(worker->game, worker->sight, proved->state, cw_shard_inputs(record));
    cw_shard_set_policy(&worker->shard, record, worker->policy);
    cw_shard_set_facts(&worker->shard, record, &facts);
    return CW_OK;
}

/* What the proof of a position of the game tells of its moves and of positions below it. */
static cw_status write_proofs(cw_selfplay_worker *worker, cw_rng *rng, const cw_state *state, note *asked,
                              cw_error *error) {
    int depth = worker->selfplay->ply_high - asked->facts.ply;
    int count = cw_proofs_collect(worker->proofs, &worker->values, state, depth, rng);
    cw_status status = CW_OK;
    if (count > 0 && (asked->facts.flags & CW_POSITION_POLICY) == 0) {
        asked->facts.flags &= CW_POSITION_EASY;
        asked->facts.flags |= write_proved_moves(worker, cw_proofs_at(worker->proofs, 0));
        cw_shard_set_policy(&worker->shard, cw_shard_at(&worker->shard, asked->record), worker->policy);
    }
    for (int i = 1; i < count && status == CW_OK; i++)
        status = write_aside(worker, &asked->facts, cw_proofs_at(worker->proofs, i), error);
    return status;
}

/* ---- Games ---- */

static bool is_stopped(const cw_selfplay_worker *worker) {
    const cw_flag *stop = worker->selfplay->stop;
    return cw_flag_is_up(stop);
}

static cw_position_facts no_facts(const course *game, int ply) {
    return (cw_position_facts){.value = -1,
                               .outcome = -1,
                               .exact = -1,
                               .move = -1,
                               .reply = -1,
                               .game = game->number,
                               .ply = (uint16_t)ply};
}

/* Room for one more note; NULL when memory is out. */
static note *add_note(cw_selfplay_worker *worker) {
    if (worker->note_count == worker->note_capacity) {
        size_t capacity = worker->note_capacity > 0 ? 2 * worker->note_capacity : 128;
        note *grown = realloc(worker->notes, capacity * sizeof *grown);
        if (grown == NULL)
            return NULL;
        worker->notes = grown;
        worker->note_capacity = capacity;
    }
    return &worker->notes[worker->note_count++];
}

/* Does the position leave both sides a chance? */
static bool is_balanced(cw_selfplay_worker *worker, const cw_state *state) {
    const cw_game *game = worker->game;
    double rewards[CW_PLAYERS_MAX];
    int count = game->type->moves(game, state, worker->moves);
    worker->judge->judge(game, worker->balance.context, state, worker->moves, count, rewards,
                         worker->rewards);
    double value = rewards[game->type->to_decide(game, state)];
    return value >= CW_SELFPLAY_BALANCE_LOW && value <= CW_SELFPLAY_BALANCE_HIGH;
}

static cw_status play_opening(cw_selfplay_worker *worker, cw_rng *rng, cw_error *error) {
    const cw_selfplay *selfplay = worker->selfplay;
    bool balanced = selfplay->balanced > 0 && cw_rng_unit(rng) < selfplay->balanced;
    for (int try = 0; try < OPENING_TRIES; try++) {
        cw_record_clear(worker->record);
        for (int ply = 0; ply < selfplay->random_plies && cw_record_to_decide(worker->record) != CW_NOBODY;
             ply++) {
            cw_status status = cw_single_play_random(worker->record, rng, error);
            if (status != CW_OK)
                return status;
        }
        if (!balanced || cw_record_to_decide(worker->record) < 0 ||
            is_balanced(worker, cw_record_state(worker->record)))
            break;
    }
    return CW_OK;
}

/* Has the referee proved the position? Then the game ends with these rewards. */
static bool is_decided(cw_selfplay_worker *worker, cw_result *result) {
    const cw_state *state = cw_record_state(worker->record);
    cw_verdict verdict = {.best = CW_MOVE_NONE, .move_count = -1, .moves = worker->scratch};
    ((const cw_reasoner *)worker->referee.base)
        ->reason(worker->game, worker->referee.context, state, &verdict);
    if (verdict.proven)
        memcpy(result->reward, verdict.reward, sizeof result->reward);
    return verdict.proven;
}

/* Is this a position that is to be written? */
static bool is_wanted(const cw_selfplay *selfplay, course *game, int ply) {
    if (ply < selfplay->ply_low || ply > selfplay->ply_high)
        return false;
    return selfplay->skipped <= 0 || cw_rng_unit(&game->rng) >= selfplay->skipped;
}

/* Writes down a position with the policy as it is, if it is wanted. */
static cw_status write_position(cw_selfplay_worker *worker, course *game, const cw_state *state,
                                const cw_position_facts *facts, cw_error *error) {
    if (!is_wanted(worker->selfplay, game, facts->ply))
        return CW_OK;
    unsigned char *record = cw_shard_add(&worker->shard);
    note *kept = add_note(worker);
    if (record == NULL || kept == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for positions");
    worker->judge->inputs(worker->game, worker->sight, state, cw_shard_inputs(record));
    cw_shard_set_policy(&worker->shard, record, worker->policy);
    *kept = (note){.facts = *facts, .record = worker->shard.count - 1};
    return CW_OK;
}

/* Ends a game of two sides whose value for who decides is proved. */
static void end_proved(cw_selfplay_worker *worker, course *game, double value) {
    int decider = cw_record_to_decide(worker->record);
    for (int player = 0; player < worker->game->player_count; player++)
        game->result.reward[player] = cw_game_allied(worker->game, player, decider) ? value : 1 - value;
    game->is_over = worker->game->player_count == 2;
}

/* One decision of the player, written down and played. A proof ends the game where there is a referee. */
static cw_status decide(cw_selfplay_worker *worker, course *game, cw_error *error) {
    const cw_limits limits = {.stop = worker->selfplay->stop};
    const cw_state *state = cw_record_state(worker->record);
    cw_analysis *analysis = &worker->analysis;
    cw_position_facts facts = no_facts(game, cw_record_length(worker->record));
    cw_analysis_clear(analysis);
    cw_status status = cw_player_choose(worker->player, worker->record, &limits, analysis, error);
    if (status != CW_OK)
        return status;
    facts.flags = write_opinion(worker, state);
    facts.value = cw_analysis_has_value(analysis) ? (float)analysis->value : -1;
    facts.exact = proven_value(analysis);
    status = write_position(worker, game, state, &facts, error);
    if (facts.exact >= 0 && game->has_referee)
        end_proved(worker, game, facts.exact);
    return status == CW_OK ? cw_record_play(worker->record, analysis->best, error) : status;
}

/* Is what the referee proves easy, as labels would call it? */
static bool is_easily_decided(const cw_selfplay_worker *worker) {
    return worker->referee.base == &worker->game->type->reasoners[0].base;
}

/* A position that the referee has decided teaches its value alone. */
static cw_status write_decided(cw_selfplay_worker *worker, course *game, cw_error *error) {
    const cw_state *state = cw_record_state(worker->record);
    cw_position_facts facts = no_facts(game, cw_record_length(worker->record));
    facts.exact = (float)game->result.reward[cw_record_to_decide(worker->record)];
    facts.flags = is_easily_decided(worker) ? CW_POSITION_EASY : 0;
    clear_policy(worker, state);
    game->is_over = true;
    return write_position(worker, game, state, &facts, error);
}

/* Ends a game that has gone on for as long as its positions are wanted; nobody knows who would have won. */
static void cut(const cw_selfplay_worker *worker, course *game) {
    for (int player = 0; player < worker->game->player_count; player++)
        game->result.reward[player] = -1;
    game->is_over = true;
}

/* Plays a game to its end, to a proof, or as far as it is wanted. */
static cw_status play(cw_selfplay_worker *worker, course *game, cw_error *error) {
    const cw_selfplay *selfplay = worker->selfplay;
    cw_status status = play_opening(worker, &game->rng, error);
    cw_player_reset(worker->player, cw_rng_next(&game->rng));
    while (status == CW_OK && !game->is_over && !is_stopped(worker)) {
        int decider = cw_record_to_decide(worker->record);
        if (decider == CW_NOBODY) {
            cw_record_result(worker->record, &game->result);
            game->is_over = true;
        } else if (decider == CW_CHANCE)
            status = cw_single_play_random(worker->record, &game->rng, error);
        else if (game->has_referee && is_decided(worker, &game->result))
            status = write_decided(worker, game, error);
        else if (selfplay->is_cut && cw_record_length(worker->record) > selfplay->ply_high)
            cut(worker, game);
        else
            status = decide(worker, game, error);
    }
    return status;
}

/* What the end of the game tells about each of its positions. The last comes first: what a solver proves there
 * helps with those before. */
static cw_status complete(cw_selfplay_worker *worker, course *game, cw_error *error) {
    const cw_record *record = worker->record;
    cw_status status = CW_OK;
    for (size_t i = worker->note_count; i-- > 0 && status == CW_OK;) {
        cw_position_facts *facts = &worker->notes[i].facts;
        const cw_state *state = cw_record_state_at(record, facts->ply);
        int length = cw_record_length(record);
        facts->outcome = (float)game->result.reward[worker->game->type->to_decide(worker->game, state)];
        if (facts->ply < length)
            facts->move =
                (int16_t)worker->judge->output(worker->game, state, cw_record_move(record, facts->ply));
        if (facts->ply + 1 < length)
            facts->reply =
                (int16_t)worker->judge->output(worker->game, state, cw_record_move(record, facts->ply + 1));
        if (worker->values.base != NULL && facts->exact < 0)
            facts->exact = value_of(worker, &worker->values, state);
        if (worker->labels.base != NULL) {
            label(worker, state, facts);
            cw_shard_set_policy(&worker->shard, cw_shard_at(&worker->shard, worker->notes[i].record),
                                worker->policy);
        }
        if (worker->proofs != NULL && facts->exact >= 0)
            status = write_proofs(worker, &game->rng, state, &worker->notes[i], error);
        cw_shard_set_facts(&worker->shard, cw_shard_at(&worker->shard, worker->notes[i].record), facts);
    }
    return status;
}

static cw_status make_game(cw_selfplay_worker *worker, int64_t number, cw_error *error) {
    const cw_selfplay *selfplay = worker->selfplay;
    course game = {.number = (uint32_t)number, .rng = cw_rng_make(selfplay->seed, (uint64_t)number)};
    game.has_referee = selfplay->referee != NULL && cw_rng_unit(&game.rng) >= selfplay->played_out;
    worker->note_count = 0;
    cw_status status = play(worker, &game, error);
    return status == CW_OK && game.is_over ? complete(worker, &game, error) : status;
}

cw_status cw_selfplay_make_shard(cw_selfplay_worker *worker, int64_t job, cw_error *error) {
    const cw_selfplay *selfplay = worker->selfplay;
    const int64_t number = selfplay->parts > 0 ? job * selfplay->parts + selfplay->part : job;
    if (cw_shard_exists(selfplay->folder, number))
        return CW_OK;
    /* What a solver remembers of other shards must not change this one. */
    destroy_reasoners(worker);
    cw_status status = make_reasoners(worker, error);
    worker->shard.count = 0;
    for (int i = 0; i < selfplay->shard_games && status == CW_OK && !is_stopped(worker); i++)
        status = make_game(worker, number * selfplay->shard_games + i, error);
    if (status != CW_OK || is_stopped(worker))
        return status;
    return cw_shard_write(&worker->shard, selfplay->folder, number, error);
}

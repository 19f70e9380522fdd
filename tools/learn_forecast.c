/* Teaches the network behind the Tantrix evaluator and prior `forecast` (src/games/tantrix/forecast.h).
 *
 *     learn-forecast [--fresh] [--rounds N] [--games N] [--threads N] [--seed N] > networks/tantrix.cwn
 *
 * Each round plays games of the network against itself. A player looks at the positions after each of its
 * moves and takes a good one, not always the best. What was met is then taught towards how the game went on:
 *
 *     target = TRUST * (target of the next position) + (1 - TRUST) * (forecast there),
 *
 * with the result at the end: temporal differences, as of TD(lambda). It begins with the weights built in, or
 * with --fresh from nothing, then the first rounds are played by the evaluator `lines`. Every so often the
 * program says how the network does against `lines`, both without search. A seed gives the same weights
 * whatever the number of threads. Half an hour on two cores makes about 600,000 games. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/pool.h"
#include "games/tantrix/forecast.h"
#include "games/tantrix/turn.h"
#include "network/file.h"

enum {
    SAMPLES_MAX = 128, /* a game */
    BATCH = 256,       /* samples between changes of weights */
    FRESH_ROUNDS = 20, /* played by `lines` when there is no network yet */
    REPORT_EVERY = 20, /* rounds */
    THREADS_MAX = 64,
    GAMES_MAX = 10000, /* a round */
};

static const float TRUST = 0.8F;
static const float WARMTH = 0.1F; /* log odds by which a move taken is typically worse than the best */
static const float BEFORE = 0.4F; /* the share of moves after which the position before is taught as well */

enum {
    WIDE = 32,
    NARROW = 16,
    WEIGHTS = 2 * TANTRIX_SIGNS * WIDE + WIDE + WIDE * NARROW + 2 * NARROW + 1,
};

/* The weights one after the other, as the file of the network has them. The last bias stays 0: it would be
 * added for both players. */
typedef struct weights {
    float own[TANTRIX_SIGNS][WIDE], rival[TANTRIX_SIGNS][WIDE], wide_bias[WIDE];
    float narrow[WIDE][NARROW], narrow_bias[NARROW];
    float strength[NARROW], strength_bias;
} weights;

_Static_assert(sizeof(weights) == sizeof(float) * WEIGHTS, "weights lie without gaps");

typedef enum mind { MIND_LINES, MIND_NETWORK } mind;

typedef struct sample {
    float signs[2][TANTRIX_SIGNS];
    float target; /* the reward of the first player to expect */
} sample;

/* A game being played. */
typedef struct table_talk {
    const cw_game *game;
    const tantrix_forecaster *forecaster;
    mind minds[2];
    float warmth; /* 0: always the best move */
    cw_rng rng;
    cw_state *state, *after;
    sample *samples; /* NULL: nothing is taught */
    float forecasts[SAMPLES_MAX];
    bool is_before[SAMPLES_MAX];
    int count;
} table_talk;

static void give_up(const char *reason) {
    fprintf(stderr, "learn-forecast: %s\n", reason);
    exit(1);
}

/* ---- Playing ---- */

/* The log odds of the first player. */
static float look(const table_talk *talk, mind by, const cw_state *state) {
    const tantrix_rules *rules = tantrix_rules_of(talk->game);
    double points[CW_PLAYERS_MAX];
    if (by == MIND_NETWORK || state->table.laid_count == TANTRIX_TILES)
        cw_tantrix_forecast(rules, talk->forecaster, state, points);
    else
        cw_tantrix_expected_points(rules, &talk->forecaster->outlook, state, points);
    return (float)(points[0] - points[1]);
}

/* Lays a tile for the player to decide; nothing is drawn yet. */
static void lay(const table_talk *talk, cw_move move) {
    memcpy(talk->after, talk->state, sizeof *talk->after);
    tantrix_lay_from_hand(tantrix_rules_of(talk->game), talk->after, tantrix_move_cell(move),
                          tantrix_move_face(move));
    talk->after->free_done |= talk->state->decision == TANTRIX_FREE;
}

/* Draws one of the moves, the better the likelier; `odds` are the mover's. */
static int draw_move(table_talk *talk, const float *odds, int count) {
    int best = 0;
    float sum = 0;
    for (int i = 1; i < count; i++)
        best = odds[i] > odds[best] ? i : best;
    if (talk->warmth == 0)
        return best;
    for (int i = 0; i < count; i++)
        sum += expf((odds[i] - odds[best]) / talk->warmth);
    float rest = sum * (float)cw_rng_unit(&talk->rng);
    for (int i = 0; i < count; i++) {
        rest -= expf((odds[i] - odds[best]) / talk->warmth);
        if (rest <= 0)
            return i;
    }
    return best;
}

static void note(table_talk *talk, const cw_state *state, float odds, bool is_before) {
    if (talk->samples == NULL || talk->count == SAMPLES_MAX || state->table.laid_count == TANTRIX_TILES)
        return;
    const tantrix_rules *rules = tantrix_rules_of(talk->game);
    for (int player = 0; player < 2; player++)
        cw_tantrix_signs(rules, &talk->forecaster->outlook, state, player,
                         talk->samples[talk->count].signs[player]);
    talk->forecasts[talk->count] = 1 / (1 + expf(-odds));
    talk->is_before[talk->count++] = is_before;
}

static cw_move choose(table_talk *talk, const cw_move *moves, int count) {
    float odds[TANTRIX_MOVES_MAX];
    int mover = talk->state->player;
    float sign = mover == 0 ? 1 : -1;
    for (int i = 0; i < count; i++) {
        lay(talk, moves[i]);
        odds[i] = sign * look(talk, talk->minds[mover], talk->after);
    }
    int chosen = draw_move(talk, odds, count);
    lay(talk, moves[chosen]);
    note(talk, talk->after, sign * odds[chosen], false);
    if (cw_rng_unit(&talk->rng) < BEFORE)
        note(talk, talk->state, 0, true);
    return moves[chosen];
}

/* From the last position back to the first. A position before a move has the target of the one after it. */
static void set_targets(table_talk *talk, float result) {
    bool learnt = talk->minds[0] == MIND_NETWORK;
    float target = result;
    for (int i = talk->count - 1; i >= 0; i--) {
        talk->samples[i].target = target;
        if (learnt && !talk->is_before[i])
            target = TRUST * target + (1 - TRUST) * talk->forecasts[i];
    }
}

/* Plays a game; returns the first player's reward. */
static float play(table_talk *talk, uint64_t seed, uint64_t number) {
    cw_move moves[TANTRIX_MOVES_MAX];
    talk->rng = cw_rng_make(seed, number);
    talk->count = 0;
    cw_tantrix_start(talk->game, talk->state);
    while (talk->state->decision != TANTRIX_OVER) {
        int count = cw_tantrix_moves(talk->game, talk->state, moves);
        bool by_chance = talk->state->decision == TANTRIX_DRAW || talk->state->table.laid_count == 0;
        cw_move move = count == 1  ? moves[0]
                       : by_chance ? moves[cw_rng_below(&talk->rng, (uint32_t)count)]
                                   : choose(talk, moves, count);
        cw_tantrix_play(talk->game, talk->state, move);
    }
    cw_result result;
    cw_tantrix_result(talk->game, talk->state, &result);
    if (talk->samples != NULL)
        set_targets(talk, (float)result.reward[0]);
    return (float)result.reward[0];
}

/* ---- Many games ---- */

/* Every thread takes its part of the games of a round; what a game is depends on its number alone. */
typedef struct series {
    const cw_game *game;
    int games, threads;
    uint64_t seed;
    mind minds[2];
    bool swaps; /* every second game has the players exchanged */
    float warmth;
    sample *samples; /* SAMPLES_MAX for each game, or NULL */
    int *counts;
    float *rewards;         /* of minds[0] */
    const cw_text *network; /* the file that it would be now */
} series;

static void play_part(int thread, void *payload) {
    const series *whole = payload;
    table_talk *talk = calloc(1, sizeof *talk);
    cw_state *states = cw_game_alloc_states(whole->game, 2);
    tantrix_forecaster forecaster;
    cw_error error;
    if (talk == NULL || states == NULL)
        give_up("out of memory");
    if (cw_tantrix_forecaster_open(&forecaster, cw_text_string(whole->network), whole->network->length,
                                   &error) != CW_OK)
        give_up(error.message);
    talk->game = whole->game;
    talk->forecaster = &forecaster;
    talk->warmth = whole->warmth;
    talk->state = states;
    talk->after = (cw_state *)((char *)states + cw_game_state_stride(whole->game));
    for (int i = thread; i < whole->games; i += whole->threads) {
        int first = whole->swaps ? i % 2 : 0;
        talk->minds[first] = whole->minds[0];
        talk->minds[1 - first] = whole->minds[1];
        talk->samples = whole->samples != NULL ? whole->samples + (size_t)i * SAMPLES_MAX : NULL;
        float reward = play(talk, whole->seed, (uint64_t)i);
        whole->rewards[i] = first == 0 ? reward : 1 - reward;
        whole->counts[i] = talk->count;
    }
    cw_tantrix_forecaster_close(&forecaster);
    free(states);
    free(talk);
}

/* The share of decided games that the network wins against `lines`. */
static double share_against_lines(series whole) {
    whole.seed = cw_mix(whole.seed);
    whole.minds[0] = MIND_NETWORK;
    whole.minds[1] = MIND_LINES;
    whole.swaps = true;
    whole.warmth = 0;
    whole.samples = NULL;
    cw_pool_spawn(whole.threads, play_part, &whole);
    int won = 0, lost = 0;
    for (int i = 0; i < whole.games; i++) {
        won += whole.rewards[i] > 0.5F;
        lost += whole.rewards[i] < 0.5F;
    }
    return won > 0 ? (double)won / (won + lost) : 0;
}

/* ---- Teaching ---- */

typedef struct activity {
    float wide[2][WIDE], narrow[2][NARROW];
} activity;

/* The weights, what their errors add up to, and the two running means of Adam. */
static weights taught, slope, mean, spread;
static weights *const network = &taught;
static long steps;

static float bend(float sum) {
    return sum > 0 ? sum : 0.01F * sum;
}

static float tilt(float bent) {
    return bent > 0 ? 1 : 0.01F;
}

/* The log odds of the first player, and all that was active on the way. */
static float forward(const sample *at, activity *active) {
    float odds = 0;
    for (int side = 0; side < 2; side++) {
        float wide[WIDE], narrow[NARROW];
        memcpy(wide, network->wide_bias, sizeof wide);
        memcpy(narrow, network->narrow_bias, sizeof narrow);
        for (int i = 0; i < TANTRIX_SIGNS; i++) {
            float own = at->signs[side][i], rival = at->signs[1 - side][i];
            if (own == 0 && rival == 0)
                continue;
            for (int j = 0; j < WIDE; j++)
                wide[j] += own * network->own[i][j] + rival * network->rival[i][j];
        }
        for (int i = 0; i < WIDE; i++) {
            active->wide[side][i] = bend(wide[i]);
            for (int j = 0; j < NARROW; j++)
                narrow[j] += active->wide[side][i] * network->narrow[i][j];
        }
        for (int j = 0; j < NARROW; j++) {
            active->narrow[side][j] = bend(narrow[j]);
            odds += (side == 0 ? 1 : -1) * active->narrow[side][j] * network->strength[j];
        }
    }
    return odds;
}

/* Adds to the slope what an error of the odds means for every weight. */
static void backward(const sample *at, const activity *active, float error) {
    for (int side = 0; side < 2; side++) {
        float own_error = side == 0 ? error : -error, narrow[NARROW], wide[WIDE];
        for (int j = 0; j < NARROW; j++) {
            slope.strength[j] += own_error * active->narrow[side][j];
            narrow[j] = own_error * network->strength[j] * tilt(active->narrow[side][j]);
            slope.narrow_bias[j] += narrow[j];
        }
        for (int i = 0; i < WIDE; i++) {
            float sum = 0;
            for (int j = 0; j < NARROW; j++) {
                slope.narrow[i][j] += active->wide[side][i] * narrow[j];
                sum += narrow[j] * network->narrow[i][j];
            }
            wide[i] = sum * tilt(active->wide[side][i]);
            slope.wide_bias[i] += wide[i];
        }
        for (int i = 0; i < TANTRIX_SIGNS; i++) {
            float own = at->signs[side][i], rival = at->signs[1 - side][i];
            if (own == 0 && rival == 0)
                continue;
            for (int j = 0; j < WIDE; j++) {
                slope.own[i][j] += own * wide[j];
                slope.rival[i][j] += rival * wide[j];
            }
        }
    }
}

/* One step of Adam. */
static void change_weights(float rate) {
    float *weight = network->own[0], *by = slope.own[0], *first = mean.own[0], *second = spread.own[0];
    steps++;
    float first_part = 1 - powf(0.9F, (float)steps), second_part = 1 - powf(0.999F, (float)steps);
    for (int i = 0; i < WEIGHTS - 1; i++) {
        float d = by[i] / BATCH;
        first[i] = 0.9F * first[i] + 0.1F * d;
        second[i] = 0.999F * second[i] + 0.001F * d * d;
        weight[i] -= rate * (first[i] / first_part) / (sqrtf(second[i] / second_part) + 1e-8F);
    }
    memset(&slope, 0, sizeof slope);
}

/* Teaches all samples of a round once, in random order; returns the mean of -ln p. */
static double teach(const series *round, uint32_t *order, float rate) {
    cw_rng rng = cw_rng_make(round->seed, UINT64_MAX);
    uint32_t count = 0;
    double loss = 0;
    for (int i = 0; i < round->games; i++) {
        for (int j = 0; j < round->counts[i]; j++)
            order[count++] = (uint32_t)(i * SAMPLES_MAX + j);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = i + cw_rng_below(&rng, count - i), taken = order[other];
        order[other] = order[i];
        order[i] = taken;
        const sample *at = &round->samples[taken];
        activity active;
        float odds = forward(at, &active), expected = 1 / (1 + expf(-odds));
        loss += log1p(exp(-fabs(odds))) + fmax(odds, 0) - at->target * odds;
        backward(at, &active, expected - at->target);
        if (i % BATCH == BATCH - 1)
            change_weights(rate);
    }
    return count > 0 ? loss / count : 0;
}

/* ---- The program ---- */

static void start_fresh(uint64_t seed) {
    cw_rng rng = cw_rng_make(seed, 0);
    float *weight = network->own[0];
    for (int i = 0; i < WEIGHTS - 1; i++)
        weight[i] = (float)(cw_rng_unit(&rng) - 0.5) * 0.4F;
}

static void read_shipped(void) {
    size_t size;
    const unsigned char *file = cw_tantrix_shipped_network(&size);
    cw_error error;
    if (cw_network_file_check(file, size, "of Tantrix", &error) != CW_OK)
        give_up(error.message);
    if (cw_network_file_count(file) != WEIGHTS)
        give_up("the network that ships has another shape");
    if (cw_network_file_weights(file, "of Tantrix", network->own[0], &error) != CW_OK)
        give_up(error.message);
}

/* The network as a file. */
static void print_network(cw_text *file) {
    cw_text text = {0};
    cw_text_printf(&text,
                   "game tantrix\nnote taught by learn-forecast, games against itself\n"
                   "input vector size=%d\ndense a = input out=%d leaky\ndense b = a out=%d leaky\n"
                   "dense c = b out=1\nvalue c\n",
                   2 * TANTRIX_SIGNS, WIDE, NARROW);
    cw_text_clear(file);
    cw_network_file_write(cw_text_string(&text), network->own[0], WEIGHTS, file);
    cw_text_free(&text);
}

static void write_network(cw_text *file) {
    print_network(file);
    if (file->out_of_memory || fwrite(cw_text_string(file), 1, file->length, stdout) != file->length ||
        fflush(stdout) != 0)
        give_up("cannot write the network");
}

static int number(const char *text, int low, int high) {
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < low || value > high)
        give_up("that is not a number that can be used; the head of tools/learn_forecast.c explains");
    return (int)value;
}

typedef struct arguments {
    int rounds, games, threads, seed;
    bool fresh;
} arguments;

static arguments read_arguments(int argc, char **argv) {
    static const struct option options[] = {
        {"fresh", no_argument, NULL, 'f'},       {"rounds", required_argument, NULL, 'r'},
        {"games", required_argument, NULL, 'g'}, {"threads", required_argument, NULL, 't'},
        {"seed", required_argument, NULL, 's'},  {0},
    };
    arguments read = {.rounds = 700, .games = 800, .threads = 2, .seed = 1};
    for (int letter; (letter = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (letter) {
        case 'f':
            read.fresh = true;
            break;
        case 'r':
            read.rounds = number(optarg, 1, 1000000);
            break;
        case 'g':
            read.games = number(optarg, 1, GAMES_MAX);
            break;
        case 't':
            read.threads = number(optarg, 1, THREADS_MAX);
            break;
        case 's':
            read.seed = number(optarg, 0, INT32_MAX);
            break;
        default:
            give_up("see the head of tools/learn_forecast.c");
        }
    }
    return read;
}

/* The games of a round, and room for what they teach. */
static series make_series(const cw_game *game, const arguments *from) {
    size_t games = (size_t)from->games;
    series made = {.game = game,
                   .games = from->games,
                   .threads = from->threads,
                   .samples = malloc(sizeof *made.samples * games * SAMPLES_MAX),
                   .counts = malloc(sizeof *made.counts * games),
                   .rewards = malloc(sizeof *made.rewards * games)};
    if (made.samples == NULL || made.counts == NULL || made.rewards == NULL)
        give_up("out of memory");
    return made;
}

static float rate_of(double done) {
    return done < 0.6 ? 1e-3F : done < 0.85 ? 3e-4F : 1e-4F;
}

int main(int argc, char **argv) {
    arguments given = read_arguments(argc, argv);
    cw_game *game;
    cw_error error;
    if (cw_game_create("tantrix:deadlock=pass", &game, &error) != CW_OK)
        give_up(error.message);
    series games = make_series(game, &given);
    uint32_t *order = malloc(sizeof *order * (size_t)given.games * SAMPLES_MAX);
    if (order == NULL)
        give_up("out of memory");
    cw_text file = {0};
    games.network = &file;
    if (given.fresh)
        start_fresh((uint64_t)given.seed);
    else
        read_shipped();
    for (int round = 0; round < given.rounds; round++) {
        bool by_lines = given.fresh && round < FRESH_ROUNDS;
        games.seed = cw_mix((uint64_t)given.seed << 32 | (uint64_t)round);
        games.minds[0] = games.minds[1] = by_lines ? MIND_LINES : MIND_NETWORK;
        games.warmth = by_lines ? 0.3F : WARMTH;
        print_network(&file);
        cw_pool_spawn(games.threads, play_part, &games);
        double loss = teach(&games, order, rate_of((double)round / given.rounds));
        print_network(&file);
        if (round % REPORT_EVERY == REPORT_EVERY - 1 || round == given.rounds - 1)
            fprintf(stderr, "round %d of %d: loss %.4f, wins %.1f %% of decided games against lines\n",
                    round + 1, given.rounds, loss, 100 * share_against_lines(games));
    }
    write_network(&file);
    cw_text_free(&file);
    free(games.samples);
    free(games.counts);
    free(games.rewards);
    free(order);
    cw_game_destroy(game);
    return 0;
}

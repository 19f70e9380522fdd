/* Figures of uniform random play between two: wins by seat, ties, scores, free and forced plays. */
#include "games/tantrix/tantrix.h"
#include "harness.h"

enum { GAMES = 200000 };

typedef struct figures {
    long wins[2], ties, deadlocks;
    long free_plays, forced_plays;
    double score[2], score_squared[2], best, margin;
    int highest;
} figures;

static void play_game(const cw_game *game, cw_state *state, cw_rng *rng, figures *sum) {
    static cw_move moves[TANTRIX_MOVES_MAX];
    game->type->start(game, state);
    while (state->decision != TANTRIX_OVER) {
        int count = game->type->moves(game, state, moves);
        sum->free_plays += state->decision == TANTRIX_FREE;
        sum->forced_plays += state->decision == TANTRIX_FORCED;
        game->type->play(game, state, moves[cw_rng_below(rng, (uint32_t)count)]);
    }
    cw_result result;
    game->type->result(game, state, &result);
    bool deadlock = result.ending == TANTRIX_ENDING_DEADLOCK;
    sum->deadlocks += deadlock;
    sum->ties += !deadlock && result.reward[0] == 0.5;
    for (int player = 0; player < 2; player++) {
        sum->wins[player] += result.reward[player] == 1;
        sum->score[player] += result.score[player];
        sum->score_squared[player] += (double)result.score[player] * result.score[player];
        sum->highest = result.score[player] > sum->highest ? result.score[player] : sum->highest;
    }
    sum->best += result.score[0] > result.score[1] ? result.score[0] : result.score[1];
    sum->margin += abs(result.score[0] - result.score[1]);
}

static void random_play_of_two(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("tantrix");
    cw_state *state = cw_game_alloc_states(game, 1);
    cw_rng rng = cw_rng_make(2010, 0);
    figures sum = {0};
    for (int i = 0; i < GAMES; i++)
        play_game(game, state, &rng, &sum);
    double mean = sum.score[0] / GAMES;
    printf("%d games: first player wins %.2f %%, second %.2f %%, ties %.2f %%, deadlocks %.4f %%\n", GAMES,
           100.0 * (double)sum.wins[0] / GAMES, 100.0 * (double)sum.wins[1] / GAMES,
           100.0 * (double)sum.ties / GAMES, 100.0 * (double)sum.deadlocks / GAMES);
    printf("mean score %.3f and %.3f (variance %.2f), winner's %.3f, margin %.3f, highest %d\n", mean,
           sum.score[1] / GAMES, sum.score_squared[0] / GAMES - mean * mean, sum.best / GAMES,
           sum.margin / GAMES, sum.highest);
    printf("free plays a game %.3f, forced %.3f\n", (double)sum.free_plays / GAMES,
           (double)sum.forced_plays / GAMES);
    /* Whoever begins gains less than 2 % by it, and every tile is laid but in deadlock. */
    assert_true(labs(sum.wins[0] - sum.wins[1]) < GAMES / 50);
    assert_in_range(sum.free_plays + sum.forced_plays, 56L * (GAMES - sum.deadlocks), 56L * GAMES);
    free(state);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_play_of_two),
    };
    return RUN_TESTS(tests);
}

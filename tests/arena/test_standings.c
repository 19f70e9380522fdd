/* What is summed over games: the longest, and how far points and won games spread; also after the store. */
#include <math.h>

#include "arena/standings.h"
#include "harness.h"
#include "lab/measure.h"

static void add(cw_standings *standings, const cw_game *game, int moves, int own, int other, int decisions,
                uint64_t simulations) {
    double reward = own > other ? 1 : own < other ? 0 : 0.5;
    cw_match_game played = {
        .pairing = {.entrants = {0, 1}},
        .outcome = {.moves = moves,
                    .forfeiter = -1,
                    .decisions = {decisions},
                    .simulations = {simulations},
                    .result = {.reward = {reward, 1 - reward}, .score = {own, other}}},
    };
    cw_standings_add(standings, game, &played);
}

static cw_measured measure(const cw_standings *standings, const char *name, int subject) {
    return cw_measure_find(name)->of(standings, subject);
}

static void check(const cw_standings *standings) {
    assert_true(measure(standings, "longest", 0).value == 70);
    assert_true(measure(standings, "margin", 0).value == 2);
    assert_true(measure(standings, "margin", 1).value == -2);
    cw_measured won = measure(standings, "moves-won", 0);
    assert_true(won.value == 60 && won.low < 60 && won.low > 30 && won.high > 60);
    /* 6,500 in 40 decisions; the games are 625 below, 750 above and 125 below what that makes. */
    cw_measured pace = measure(standings, "simulations", 0);
    assert_true(pace.value == 162.5 && fabs(pace.high - 162.5 - 59.07) < 0.01);
    assert_true(fabs(pace.low + pace.high - 2 * 162.5) < 1e-9);
}

static void spread_is_summed_merged_and_kept(void **state) {
    (void)state;
    cw_game *game = must_create_game("tantrix");
    cw_standings *all, *part, *read;
    cw_standings_create(2, &all, NULL);
    cw_standings_create(2, &part, NULL);
    cw_standings_create(2, &read, NULL);
    add(all, game, 50, 20, 15, 10, 1000);
    add(part, game, 70, 12, 10, 20, 4000);
    add(part, game, 40, 9, 10, 10, 1500);
    cw_standings_merge(all, part);
    check(all);
    json_t *json = cw_standings_to_json(all);
    assert_int_equal(cw_standings_from_json(json, read, NULL), CW_OK);
    check(read);
    /* Sums of earlier versions: what they lack is not known, and not 0. */
    json_object_del(json_array_get(json_object_get(json, "entrants"), 0), "spread");
    json_object_del(json_array_get(json_object_get(json, "entrants"), 0), "pace");
    assert_int_equal(cw_standings_from_json(json, read, NULL), CW_OK);
    assert_true(isnan(measure(read, "margin", 0).value) && isnan(measure(read, "moves-won", 0).low));
    assert_true(measure(read, "moves-won", 0).value == 60);
    assert_true(measure(read, "simulations", 0).value == 162.5 && isnan(measure(read, "simulations", 0).low));
    json_decref(json);
    cw_standings_destroy(all);
    cw_standings_destroy(part);
    cw_standings_destroy(read);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(spread_is_summed_merged_and_kept)};
    return RUN_TESTS(tests);
}

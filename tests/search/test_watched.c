/* Searches that somebody watches: they tell on a beat, also in the middle of a long look, and what they tell
 * grows. */
#include "grove.h"

#include "core/clock.h"
#include "search/budget.h"

/* ---- The beat ---- */

static void a_late_beat_does_not_put_off_the_next(void **state) {
    (void)state;
    cw_beat beat = {.next = 1.0};
    assert_false(cw_beat_is_due(&beat, 0.99));
    assert_true(cw_beat_is_due(&beat, 1.04));
    assert_false(cw_beat_is_due(&beat, 1.09));
    assert_true(cw_beat_is_due(&beat, 1.11));
}

static void missed_beats_are_left_out(void **state) {
    (void)state;
    cw_beat beat = {.next = 1.0};
    assert_true(cw_beat_is_due(&beat, 1.75));
    assert_false(cw_beat_is_due(&beat, 1.76));
    assert_false(cw_beat_is_due(&beat, 1.84));
    assert_true(cw_beat_is_due(&beat, 1.86));
}

static void a_beat_begins_with_a_rest(void **state) {
    (void)state;
    cw_beat beat = cw_beat_start();
    assert_false(cw_beat_is_due(&beat, beat.next - 0.05));
    assert_true(beat.next <= cw_clock_now() + 0.1);
}

/* ---- Searches ---- */

/* Chance deals first in Tantrix. */
#define DEAL "+1;+2;+3;+4;+5;+6;+7;+8;+9;+10;+11;+12"

typedef struct watcher {
    cw_flag stop;
    int calls;
    int same_depth; /* how often the depth was that of the call before */
    int depth;
    uint64_t work;
} watcher;

static uint64_t visits_of(const cw_analysis *analysis) {
    uint64_t visits = 0;
    for (int i = 0; i < analysis->candidate_count; i++)
        visits += analysis->candidates[i].visits;
    return visits;
}

/* Hears until two calls came within one depth, so that they do not hang on depths being done. */
static void hear(const cw_analysis *analysis, void *payload) {
    watcher *self = payload;
    uint64_t work = analysis->simulations > 0 ? analysis->simulations : analysis->nodes;
    assert_true(analysis->candidate_count > 0 && analysis->line_length > 0);
    assert_int_equal(analysis->line[0], analysis->best);
    assert_true(work > self->work && visits_of(analysis) > 0);
    self->same_depth += self->calls > 0 && analysis->depth == self->depth;
    self->depth = analysis->depth;
    self->work = work;
    if (++self->calls >= 3 && self->same_depth >= 2)
        cw_flag_raise(&self->stop);
}

static void watch(const char *spec, const char *player_spec, const char *moves) {
    watcher self = {0};
    cw_game *game = must_create_game(spec);
    cw_record *record = must_play(game, moves);
    cw_player *player = must_create_player(player_spec, game, 1);
    cw_limits limits = {.stop = &self.stop, .progress = hear, .payload = &self, .move_seconds = 3600};
    cw_analysis analysis = {0};
    assert_int_equal(cw_player_choose(player, record, &limits, &analysis, NULL), CW_OK);
    assert_true(self.same_depth >= 2);
    assert_true(cw_game_is_legal(game, cw_record_state(record), analysis.best));
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void alphabeta_tells_in_the_middle_of_a_depth(void **state) {
    (void)state;
    watch("hive", "alphabeta:time=1h,eval=hive", "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-");
    watch("hive", "alphabeta:time=1h,eval=hive,threads=2", "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-");
    watch("six", "alphabeta:time=1h,eval=threats", "0,0;0,1;1,0;1,1;2,0");
}

static void turns_tells_between_samples(void **state) {
    (void)state;
    watch("tantrix", "turns:turns=2,samples=8,width=12,eval=lines,time=1h", DEAL);
}

static void flat_tells_between_playouts(void **state) {
    (void)state;
    watch("hex:size=11", "flat:playouts=1000000", "");
    watch("hex:size=11", "flat:playouts=1000000,threads=2", "");
}

static void mcts_tells_by_every_way_of_threads(void **state) {
    (void)state;
    watch("hex:size=11", "mcts:time=1h", "");
    watch("hex:size=11", "mcts:time=1h,threads=2,parallel=root", "");
    watch("hive", "mcts:time=1h", "wS1;bS1 wS1-");
}

/* Being watched changes nothing of what is found. */
static void a_watched_search_finds_the_same(void **state) {
    (void)state;
    static const struct {
        const char *game, *player;
    } cases[] = {{"hive", "alphabeta:nodes=200k,eval=hive"},
                 {"six", "alphabeta:nodes=200k,eval=threats"},
                 {"hex:size=9", "flat:playouts=2000"},
                 {"tantrix", "turns:turns=2,samples=4,width=8,eval=lines"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        watcher self = {0};
        cw_game *game = must_create_game(cases[i].game);
        cw_record *record = must_play(game, strcmp(cases[i].game, "tantrix") == 0 ? DEAL : "");
        cw_analysis seen = {0}, unseen = {0};
        cw_limits watched = {.stop = &(cw_flag){0}, .progress = hear, .payload = &self};
        for (int j = 0; j < 2; j++) {
            cw_player *player = must_create_player(cases[i].player, game, 7);
            const cw_limits *limits = j == 0 ? &watched : &(cw_limits){0};
            assert_int_equal(cw_player_choose(player, record, limits, j == 0 ? &seen : &unseen, NULL), CW_OK);
            cw_player_destroy(player);
        }
        assert_int_equal(seen.best, unseen.best);
        assert_int_equal(seen.nodes, unseen.nodes);
        assert_int_equal(seen.simulations, unseen.simulations);
        assert_int_equal(visits_of(&seen), visits_of(&unseen));
        assert_true(seen.value == unseen.value);
        cw_analysis_free(&seen);
        cw_analysis_free(&unseen);
        cw_record_destroy(record);
        cw_game_destroy(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_late_beat_does_not_put_off_the_next),
        cmocka_unit_test(missed_beats_are_left_out),
        cmocka_unit_test(a_beat_begins_with_a_rest),
        cmocka_unit_test(alphabeta_tells_in_the_middle_of_a_depth),
        cmocka_unit_test(turns_tells_between_samples),
        cmocka_unit_test(flat_tells_between_playouts),
        cmocka_unit_test(mcts_tells_by_every_way_of_threads),
        cmocka_unit_test(a_watched_search_finds_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Games as they travel between machines: what is sent is what arrives, and what is damaged is told. */
#include "arena/definition.h"
#include "harness.h"

/* A game that somebody forfeited, one that was played to its end, and one whose moves are not kept. */
static cw_match_part *make_part(void) {
    cw_match_part *part = calloc(1, sizeof *part);
    part->unit = 7;
    part->game_count = 3;
    part->games = calloc(3, sizeof *part->games);
    for (int i = 0; i < 3; i++) {
        cw_match_game *game = &part->games[i];
        game->pairing = (cw_pairing){.number = 20 + i, .group = 1, .seed = 0x8000000000000001u + (uint64_t)i};
        game->outcome = (cw_game_outcome){.moves = 5 + i, .forfeiter = i == 0 ? 1 : -1};
        for (int seat = 0; seat < CW_PLAYERS_MAX; seat++) {
            game->pairing.entrants[seat] = seat;
            game->outcome.result.reward[seat] = seat == i ? 1 : 0.25;
            game->outcome.result.score[seat] = 3 * seat;
            game->outcome.simulations[seat] = 1000u * (unsigned)seat;
        }
        game->outcome.result.ending = i == 0 ? -1 : 0;
    }
    snprintf(part->games[0].outcome.reason, sizeof part->games[0].outcome.reason, "the engine answered '?'");
    part->games[0].moves = strdup("a1");
    part->games[1].moves = strdup("");
    return part;
}

static void check_game(const cw_match_game *sent, const cw_match_game *got) {
    assert_true(got->pairing.number == sent->pairing.number && got->pairing.seed == sent->pairing.seed);
    assert_int_equal(got->pairing.group, sent->pairing.group);
    assert_memory_equal(got->pairing.entrants, sent->pairing.entrants, sizeof sent->pairing.entrants);
    assert_memory_equal(&got->outcome.result, &sent->outcome.result, sizeof sent->outcome.result);
    assert_memory_equal(got->outcome.simulations, sent->outcome.simulations,
                        sizeof sent->outcome.simulations);
    assert_int_equal(got->outcome.moves, sent->outcome.moves);
    assert_int_equal(got->outcome.forfeiter, sent->outcome.forfeiter);
    assert_string_equal(got->outcome.reason, sent->outcome.reason);
    assert_int_equal(got->moves == NULL, sent->moves == NULL);
    if (sent->moves != NULL)
        assert_string_equal(got->moves, sent->moves);
}

static void what_is_sent_arrives(void **state) {
    (void)state;
    cw_match_part *sent = make_part(), *got = NULL;
    json_t *json = cw_match_part_to_json(sent);
    assert_int_equal(cw_match_part_from_json(json, &got, NULL), CW_OK);
    assert_true(got->unit == 7 && got->game_count == 3 && !got->is_abandoned);
    for (int i = 0; i < 3; i++)
        check_game(&sent->games[i], &got->games[i]);
    json_decref(json);
    cw_match_part_free(sent);
    cw_match_part_free(got);
}

/* Takes each field away in turn, and puts something of another kind in its place. */
static void damage_is_told(void **state) {
    (void)state;
    static const char *const fields[] = {"number", "group", "seed",      "seats",
                                         "ending", "moves", "forfeiter", "reason"};
    cw_match_part *sent = make_part(), *got = NULL;
    for (size_t i = 0; i < 2 * sizeof fields / sizeof fields[0] + 1; i++) {
        json_t *json = cw_match_part_to_json(sent);
        json_t *game = json_array_get(json_object_get(json, "games"), 2); /* the one without moves */
        cw_error error = {0};
        if (i == 2 * sizeof fields / sizeof fields[0])
            json_object_set_new(game, "line", json_integer(5));
        else if (i % 2 == 0)
            json_object_del(game, fields[i / 2]);
        else
            json_object_set_new(game, fields[i / 2], json_object());
        assert_int_equal(cw_match_part_from_json(json, &got, &error), CW_BAD_INPUT);
        assert_string_equal(error.message, "a game from another machine is damaged");
        json_decref(json);
    }
    cw_match_part_free(sent);
}

/* A definition that lacks something, or cannot be, makes no match. */
static void damaged_definitions_make_no_match(void **state) {
    (void)state;
    static const char *const specs[] = {"random", "mcts:sims=5"};
    cw_game *game = must_create_game("hex:size=3");
    cw_match match = {.game = game,
                      .specs = specs,
                      .schedule = {.entrant_count = 2, .seat_count = 2, .games = 4, .seed = 3},
                      .keep_moves = true};
    json_t *whole = cw_match_to_json(&match);
    cw_owned_match owned;
    assert_int_equal(cw_match_from_json(whole, &owned, NULL), CW_OK);
    assert_int_equal(owned.match.schedule.entrant_count, 2);
    assert_string_equal(owned.specs[1], "mcts:sims=5");
    cw_owned_match_free(&owned);
    json_t *openings = json_pack("[s, i]", "a1", 3), *mixed = json_deep_copy(whole);
    json_object_set_new(mixed, "openings", openings);
    assert_int_equal(cw_match_from_json(mixed, &owned, NULL), CW_BAD_INPUT);
    cw_owned_match_free(&owned);
    json_decref(mixed);
    const char *key;
    json_t *value;
    json_object_foreach(whole, key, value) {
        json_t *copy = json_deep_copy(whole);
        cw_error error = {0};
        json_object_set_new(copy, key, json_null());
        if (cw_match_from_json(copy, &owned, &error) == CW_OK)
            fail_msg("a match without its %s is made", key);
        assert_true(error.message[0] != '\0');
        cw_owned_match_free(&owned);
        json_decref(copy);
    }
    json_decref(whole);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_sent_arrives),
        cmocka_unit_test(damage_is_told),
        cmocka_unit_test(damaged_definitions_make_no_match),
    };
    return RUN_TESTS(tests);
}

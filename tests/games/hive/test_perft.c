/* Move counts of the opening and of a position with stacks, as agreed between the public engines: no queen on
 * the first turns, no repetition rule, a pass is one move, and a finished game has no children. */
#include "harness.h"

typedef struct perft_row {
    const char *type, *moves;
    uint64_t leaves[7]; /* by depth, from 1; 0: not counted here */
} perft_row;

static const char stacks[] = "wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ";

static const perft_row rows[] = {
    {"Base", "", {4, 96, 1440, 21600, 516240, 12219480, 181641900}},
    {"Base+M", "", {5, 150, 2610, 45414, 1252800, 34233432}},
    {"Base+L", "", {5, 150, 2610, 45414, 1252800, 34233672}},
    {"Base+P", "", {5, 150, 2610, 45414, 1255932, 34395984}},
    {"Base+ML", "", {6, 216, 4320, 86400, 2725920, 85201200}},
    {"Base+MP", "", {6, 216, 4320, 86400, 2730888, 85492248}},
    {"Base+LP", "", {6, 216, 4320, 86400, 2730240, 85457136}},
    {"Base+MLP", "", {7, 294, 6678, 151686, 5427108, 192353904}},
    {"Base+MLP", stacks, {36, 965, 44307, 1749084, 93269761}},
};

static void counts_agree_with_the_public_tables(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char spec[64];
        snprintf(spec, sizeof spec, "hive:type=%s,repetition=off", rows[i].type);
        cw_game *game = must_create_game(spec);
        cw_record *record = must_play(game, rows[i].moves);
        for (int depth = 1; depth <= 7 && rows[i].leaves[depth - 1] != 0; depth++) {
            uint64_t leaves = 0;
            assert_int_equal(cw_game_perft(game, cw_record_state(record), depth, NULL, &leaves, NULL), CW_OK);
            if (leaves != rows[i].leaves[depth - 1])
                fail_msg("%s %s, depth %d: %llu leaves, should be %llu", rows[i].type, rows[i].moves, depth,
                         (unsigned long long)leaves, (unsigned long long)rows[i].leaves[depth - 1]);
        }
        cw_record_destroy(record);
        cw_game_destroy(game);
    }
}

/* The same counts through the plain interface: lists of moves, played on copies. */
static uint64_t plain_perft(const cw_game *game, const cw_state *state, int depth) {
    cw_move moves[2048];
    int count = game->type->moves(game, state, moves);
    if (depth == 1)
        return (uint64_t)count;
    cw_state *next = cw_game_alloc_states(game, 1);
    assert_non_null(next);
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        memcpy(next, state, game->state_size);
        game->type->play(game, next, moves[i]);
        leaves += plain_perft(game, next, depth - 1);
    }
    free(next);
    return leaves;
}

static void the_plain_interface_counts_alike(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hive:type=Base+MLP");
    cw_record *record = must_play(game, stacks);
    assert_int_equal(plain_perft(game, cw_record_state(record), 4), 1749084);
    cw_record_clear(record);
    assert_int_equal(plain_perft(game, cw_record_state(record), 4), 151686);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_agree_with_the_public_tables),
        cmocka_unit_test(the_plain_interface_counts_alike),
    };
    return RUN_TESTS(tests);
}

/* What every test file includes: cmocka with the headers it wants before it, and a few checks of our own. */
#ifndef CW_TESTS_HARNESS_H
#define CW_TESTS_HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "causeway/causeway.h"

/* Runs all tests of an array, as main()'s result. */
#define RUN_TESTS(tests) cmocka_run_group_tests((tests), NULL, NULL)

/* Makes a game or fails the test with the error's message. */
static inline cw_game *must_create_game(const char *spec) {
    cw_game *game = NULL;
    cw_error error = {0};
    if (cw_game_create(spec, &game, &error) != CW_OK)
        fail_msg("%s: %s", spec, error.message);
    return game;
}

/* Makes a record and plays a line, or fails the test. */
static inline cw_record *must_play(const cw_game *game, const char *moves) {
    cw_record *record = NULL;
    cw_error error = {0};
    if (cw_record_create(game, &record, &error) != CW_OK ||
        cw_record_play_line(record, moves, &error) != CW_OK)
        fail_msg("%s: %s", moves, error.message);
    return record;
}

#endif

/* Proving puzzles, for the test of a sample and the test of all. */
#ifndef CW_TESTS_PUZZLE_CHECKS_H
#define CW_TESTS_PUZZLE_CHECKS_H

#include "harness.h"
#include "puzzles/judge.h"

static inline void must_open(const cw_game_type *type, int number, cw_puzzle_case *self) {
    cw_puzzle puzzle;
    cw_error error = {0};
    if (cw_puzzle_read(type, number, &puzzle, &error) != CW_OK ||
        cw_puzzle_open(&puzzle, self, &error) != CW_OK)
        fail_msg("puzzle %d of %s: %s", number, type->name, error.message);
}

/* Proves every `step`-th puzzle of every game; returns how many. */
static inline int prove_each(int step) {
    int count = 0;
    for (int i = 0; i < cw_game_type_count(); i++) {
        const cw_game_type *type = cw_game_type_at(i);
        for (int number = 1; number <= cw_puzzle_count(type); number += step) {
            cw_puzzle_case self;
            cw_error error = {0};
            must_open(type, number, &self);
            if (cw_puzzle_prove(&self, &error) != CW_OK)
                fail_msg("%s", error.message);
            cw_puzzle_close(&self);
            count++;
        }
    }
    return count;
}

#endif

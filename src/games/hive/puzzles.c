/* Puzzles of Hive: wins in a few turns (puzzles.tsv). */
#include "core/embed.h"
#include "games/hive/hive.h"
#include "games/hive/state.h"

#ifndef CW_PUZZLES
#define CW_PUZZLES "src/games/hive/puzzles.tsv" /* for those who only look at the source */
#endif

CW_EMBED(cw_hive_puzzle, CW_PUZZLES)

/* Does anything that can throw another piece lie beside the cell? */
static bool can_be_thrown(const cw_state *state, int cell) {
    for (uint32_t set = state->board & ~state->covered; set != 0;) {
        int piece = cw_hive_pop(&set), bug = cw_hive_bug_of[piece];
        if (bug != CW_HIVE_PILLBUG && bug != CW_HIVE_MOSQUITO)
            continue;
        for (int direction = 0; direction < 6; direction++) {
            if (cw_hive_neighbor(state->cell[piece], direction) == cell)
                return true;
        }
    }
    return false;
}

/* A move fills one cell beside a queen; with more of them empty, one turn does not do, unless she is thrown. */
static int least_turns(const cw_game *game, const cw_state *state, int player) {
    (void)game;
    int queen = cw_hive_queen(!player);
    if (!cw_hive_on_board(state, queen))
        return 1;
    int cell = state->cell[queen];
    bool is_far = __builtin_popcount(cw_hive_ring(state, cell)) < 5;
    return is_far && !can_be_thrown(state, cell) ? 2 : 1;
}

const cw_puzzle_book cw_hive_puzzles = {.text = (const char *)cw_hive_puzzle_begin,
                                        .end = (const char *)cw_hive_puzzle_end,
                                        .least_turns = least_turns};

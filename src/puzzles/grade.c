/* Grades: a plain tree search tries with more and more simulations, three times each. */
#include <string.h>

#include "puzzles/find.h"

static const char *const tries[CW_PUZZLE_GRADES - 1] = {"mcts:sims=60", "mcts:sims=250", "mcts:sims=1000",
                                                        "mcts:sims=4000"};
enum { SEEDS = 3 };

/* Plays the player's first turn and tells whether that is the solution; the record is left as it was. */
static cw_status try_once(cw_puzzle_case *self, cw_player *player, uint64_t seed, bool *is_right,
                          cw_error *error) {
    cw_analysis analysis = {0};
    cw_text played = {0};
    cw_status status = CW_OK;
    cw_player_reset(player, seed);
    while (status == CW_OK && cw_record_to_decide(self->record) == self->player) {
        status = cw_player_choose(player, self->record, NULL, &analysis, error);
        if (status == CW_OK)
            status = cw_record_play(self->record, analysis.best, error);
        if (status != CW_OK)
            break;
        cw_text_append(&played, played.length > 0 ? ";" : "");
        cw_record_print_move(self->record, cw_record_length(self->record) - 1, &played);
    }
    *is_right = strcmp(cw_text_string(&played), self->puzzle.solution) == 0;
    while (cw_record_length(self->record) > self->start)
        cw_record_undo(self->record, NULL);
    cw_text_free(&played);
    cw_analysis_free(&analysis);
    return status;
}

static cw_status count_right(cw_puzzle_case *self, const char *spec, int *right, cw_error *error) {
    cw_player *player = NULL;
    cw_status status = cw_player_create(spec, self->game, 0, &player, error);
    *right = 0;
    for (uint64_t seed = 1; status == CW_OK && seed <= SEEDS; seed++) {
        bool is_right = false;
        status = try_once(self, player, seed, &is_right, error);
        *right += is_right;
    }
    cw_player_destroy(player);
    return status;
}

cw_status cw_puzzle_grade(cw_puzzle_case *self, int *grade, cw_error *error) {
    cw_status status = CW_OK;
    *grade = 1;
    for (int i = 0; status == CW_OK && i < CW_PUZZLE_GRADES - 1; i++) {
        int right;
        status = count_right(self, tries[i], &right, error);
        if (right == SEEDS)
            break;
        *grade = i + 2;
    }
    return status;
}

#include "puzzles/judge.h"

#include <stdlib.h>
#include <string.h>

static const size_t solver_bytes = (size_t)64 << 20;
static const double solver_seconds = 20;

/* ---- On the table ---- */

static cw_status set_up(cw_puzzle_case *self, cw_error *error) {
    if (self->puzzle.game == NULL || self->puzzle.moves == NULL || self->puzzle.solution == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a puzzle");
    cw_status status = cw_game_create(self->puzzle.game, &self->game, error);
    if (status == CW_OK)
        status = cw_record_create(self->game, &self->record, error);
    if (status == CW_OK)
        status = cw_record_play_line(self->record, self->puzzle.moves, error);
    if (status != CW_OK)
        return status;
    self->start = cw_record_length(self->record);
    self->player = cw_record_to_decide(self->record);
    if (self->player < 0)
        return cw_fail(error, CW_BAD_INPUT, "nobody is to decide at the position of the puzzle");
    if (self->puzzle.turns == 0 && self->game->type->solver == NULL)
        return cw_fail(error, CW_BAD_INPUT, "%s has no solver for a puzzle without turns",
                       self->game->type->name);
    return CW_OK;
}

cw_status cw_puzzle_open(cw_puzzle *puzzle, cw_puzzle_case *self, cw_error *error) {
    *self = (cw_puzzle_case){.puzzle = *puzzle};
    *puzzle = (cw_puzzle){0};
    cw_status status = set_up(self, error);
    if (status != CW_OK)
        cw_puzzle_close(self);
    return status;
}

void cw_puzzle_close(cw_puzzle_case *self) {
    if (self->solver != NULL)
        self->game->type->solver->destroy(self->solver);
    cw_forced_destroy(self->forced);
    cw_record_destroy(self->record);
    cw_game_destroy(self->game);
    cw_puzzle_free(&self->puzzle);
    *self = (cw_puzzle_case){0};
}

static cw_status need_forced(cw_puzzle_case *self, cw_error *error) {
    return self->forced != NULL ? CW_OK
                                : cw_forced_create(self->game, CW_PUZZLE_NODES_MAX, &self->forced, error);
}

static cw_status need_solver(cw_puzzle_case *self, cw_error *error) {
    return self->solver != NULL
               ? CW_OK
               : self->game->type->solver->create(self->game, solver_bytes, &self->solver, error);
}

/* Room for all moves at the record's end, filled; to be freed. */
static cw_move *list_moves(const cw_puzzle_case *self, int *count, cw_error *error) {
    cw_move *moves = malloc(sizeof *moves * (size_t)self->game->moves_max);
    if (moves != NULL)
        *count = self->game->type->moves(self->game, cw_record_state(self->record), moves);
    else
        cw_fail(error, CW_NO_MEMORY, "out of memory for the moves of a puzzle");
    return moves;
}

/* ---- What wins ---- */

/* Does the player win from where the record is? */
static cw_forced_answer wins_here(cw_puzzle_case *self, int turns, bool in_turn) {
    return cw_forced_wins(self->forced, &(cw_forced_question){.state = cw_record_state(self->record),
                                                              .player = self->player,
                                                              .turns = turns,
                                                              .in_turn = in_turn,
                                                              .hashes = cw_record_hashes(self->record),
                                                              .hash_count = self->start + 1});
}

static cw_forced_answer wins_after(cw_puzzle_case *self, cw_move move, int turns, bool in_turn) {
    if (cw_record_play(self->record, move, NULL) != CW_OK)
        return CW_FORCED_UNKNOWN;
    cw_forced_answer answer = wins_here(self, turns, in_turn);
    cw_record_undo(self->record, NULL);
    return answer;
}

int cw_puzzle_winners(cw_puzzle_case *self, int turns, bool in_turn, cw_move *first, cw_error *error) {
    int count = 0, winners = 0;
    cw_move *moves = need_forced(self, error) == CW_OK ? list_moves(self, &count, error) : NULL;
    if (moves == NULL)
        return -1;
    for (int i = 0; i < count && winners >= 0; i++) {
        cw_forced_answer answer = wins_after(self, moves[i], in_turn ? turns : turns - 1, true);
        if (answer == CW_FORCED_YES && winners++ == 0)
            *first = moves[i];
        if (answer == CW_FORCED_UNKNOWN)
            winners = -1;
    }
    free(moves);
    if (winners < 0)
        cw_fail(error, CW_UNSUPPORTED, "a proof took more than %d positions", CW_PUZZLE_NODES_MAX);
    return winners;
}

/* ---- Proofs ---- */

static cw_status refuse(const cw_puzzle_case *self, cw_error *error, const char *reason) {
    return cw_fail(error, CW_BAD_INPUT, "puzzle %d of %s: %.200s", self->puzzle.number,
                   self->game->type->name, reason);
}

/* Is it still the player's first turn? */
static bool is_in_turn(const cw_puzzle_case *self) {
    return cw_record_to_decide(self->record) == self->player;
}

/* Walks through the first turn; the record ends behind it. */
static cw_status prove_turn(cw_puzzle_case *self, cw_error *error) {
    cw_text played = {0};
    cw_status status = CW_OK;
    for (bool in_turn = false; status == CW_OK && is_in_turn(self); in_turn = true) {
        cw_move move = CW_MOVE_NONE;
        cw_error reason = {0};
        int turns = in_turn ? self->puzzle.turns - 1 : self->puzzle.turns;
        int winners = cw_puzzle_winners(self, turns, in_turn, &move, &reason);
        if (winners != 1)
            status = refuse(self, error,
                            winners < 0    ? reason.message
                            : winners == 0 ? "nothing wins in so few turns"
                                           : "more than one move wins");
        else if ((status = cw_record_play(self->record, move, error)) == CW_OK) {
            cw_text_append(&played, in_turn ? ";" : "");
            cw_record_print_move(self->record, cw_record_length(self->record) - 1, &played);
        }
    }
    if (status == CW_OK && strcmp(cw_text_string(&played), self->puzzle.solution) != 0)
        status = refuse(self, error, "the move that wins is not the solution");
    cw_text_free(&played);
    return status;
}

static cw_status prove_forced(cw_puzzle_case *self, cw_error *error) {
    cw_status status = need_forced(self, error);
    if (status != CW_OK)
        return status;
    if (self->puzzle.turns > 1 && wins_here(self, self->puzzle.turns - 1, false) != CW_FORCED_NO)
        return refuse(self, error, "it can be won in fewer turns");
    status = prove_turn(self, error);
    while (cw_record_length(self->record) > self->start)
        cw_record_undo(self->record, NULL);
    return status;
}

/* The one move that the solver says wins; CW_MOVE_NONE: none, several, or not known. */
static cw_move only_winner(cw_puzzle_case *self, cw_error *error) {
    int count = 0;
    cw_move only = CW_MOVE_NONE, *moves = list_moves(self, &count, error);
    int8_t *values = calloc((size_t)count + 1, sizeof *values);
    const cw_solver_budget budget = {.seconds = solver_seconds};
    if (moves != NULL && values != NULL) {
        int winners = 0;
        self->game->type->solver->values(self->solver, cw_record_state(self->record), &budget, moves, count,
                                         values);
        for (int i = 0; i < count; i++) {
            winners += values[i] != 0; /* what is not known might win */
            only = values[i] > 0 ? moves[i] : only;
        }
        only = winners == 1 ? only : CW_MOVE_NONE;
    }
    free(moves);
    free(values);
    return only;
}

static cw_status prove_only(cw_puzzle_case *self, cw_error *error) {
    cw_text text = {0};
    cw_status status = need_solver(self, error);
    if (status != CW_OK)
        return status;
    cw_move only = only_winner(self, error);
    if (only == CW_MOVE_NONE)
        return refuse(self, error, "there is not exactly one move that wins");
    self->game->type->print(self->game, cw_record_state(self->record), only, &text);
    if (strcmp(cw_text_string(&text), self->puzzle.solution) != 0)
        status = refuse(self, error, "the move that wins is not the solution");
    cw_text_free(&text);
    return status;
}

cw_status cw_puzzle_prove(cw_puzzle_case *self, cw_error *error) {
    return self->puzzle.turns > 0 ? prove_forced(self, error) : prove_only(self, error);
}

/* ---- Judging ---- */

/* Turns that the player has begun since the position. */
static int turns_begun(const cw_puzzle_case *self) {
    int begun = 0, before = CW_NOBODY;
    for (int i = self->start; i < cw_record_length(self->record); i++) {
        int decider = self->game->type->to_decide(self->game, cw_record_state_at(self->record, i));
        if (decider == CW_CHANCE)
            continue;
        begun += decider == self->player && before != self->player;
        before = decider;
    }
    return begun;
}

/* The turns that the player needs after this answer of the other side; more than `most`: it is refuted. */
static int turns_needed(cw_puzzle_case *self, cw_move answer, int most) {
    int turns = 1;
    while (turns <= most && wins_after(self, answer, turns, false) != CW_FORCED_YES)
        turns++;
    return turns;
}

/* Plays the answers that hold out longest until the player decides again. */
static cw_status defend(cw_puzzle_case *self, int turns, cw_error *error) {
    cw_status status = CW_OK;
    for (int decider; status == CW_OK && (decider = cw_record_to_decide(self->record)) != CW_NOBODY &&
                      decider != self->player;) {
        int count, longest = 0;
        cw_move *moves = list_moves(self, &count, error), best = CW_MOVE_NONE;
        if (moves == NULL)
            return CW_NO_MEMORY;
        for (int i = 0; i < count && longest <= turns; i++) {
            int needed = turns_needed(self, moves[i], turns);
            if (needed > longest) {
                longest = needed;
                best = moves[i];
            }
        }
        free(moves);
        status = cw_record_play(self->record, best, error);
    }
    return status;
}

static cw_status judge_forced(cw_puzzle_case *self, cw_puzzle_verdict *verdict, cw_error *error) {
    cw_status status = need_forced(self, error);
    if (status != CW_OK)
        return status;
    int turns = self->puzzle.turns - turns_begun(self);
    bool is_over = cw_record_to_decide(self->record) == CW_NOBODY;
    *verdict = turns < 0 || wins_here(self, turns, true) != CW_FORCED_YES ? CW_PUZZLE_WRONG
               : is_over                                                  ? CW_PUZZLE_SOLVED
                                                                          : CW_PUZZLE_GOES_ON;
    return defend(self, turns > 0 ? turns : 0, error);
}

/* The first move of the winner's line refutes a wrong one. */
static cw_status judge_only(cw_puzzle_case *self, cw_puzzle_verdict *verdict, cw_error *error) {
    const cw_solver_budget budget = {.seconds = solver_seconds};
    cw_text text = {0};
    cw_move answer;
    cw_record_print_move(self->record, self->start, &text);
    bool is_right = strcmp(cw_text_string(&text), self->puzzle.solution) == 0;
    cw_text_free(&text);
    *verdict = is_right ? CW_PUZZLE_SOLVED : CW_PUZZLE_WRONG;
    if (is_right || cw_record_to_decide(self->record) == CW_NOBODY)
        return CW_OK;
    cw_status status = need_solver(self, error);
    if (status == CW_OK &&
        self->game->type->solver->line(self->solver, cw_record_state(self->record), &budget, &answer, 1) == 1)
        status = cw_record_play(self->record, answer, error);
    return status;
}

cw_status cw_puzzle_judge(cw_puzzle_case *self, cw_puzzle_verdict *verdict, cw_error *error) {
    if (cw_record_length(self->record) == self->start)
        return cw_fail(error, CW_BAD_INPUT, "no move was played from the position of the puzzle");
    return self->puzzle.turns > 0 ? judge_forced(self, verdict, error) : judge_only(self, verdict, error);
}

cw_status cw_puzzle_play_solution(cw_puzzle_case *self, cw_error *error) {
    cw_status status = cw_record_play_line(self->record, self->puzzle.solution, error);
    cw_puzzle_verdict verdict = CW_PUZZLE_GOES_ON;
    if (self->puzzle.turns == 0)
        return status;
    while (status == CW_OK && (status = judge_forced(self, &verdict, error)) == CW_OK &&
           verdict == CW_PUZZLE_GOES_ON) {
        cw_move next = CW_MOVE_NONE;
        bool in_turn = false;
        int turns = self->puzzle.turns - turns_begun(self);
        while (status == CW_OK && is_in_turn(self)) {
            if (cw_puzzle_winners(self, turns, in_turn, &next, error) < 1)
                return refuse(self, error, "its solution does not go on");
            status = cw_record_play(self->record, next, error);
            turns -= !in_turn;
            in_turn = true;
        }
    }
    return status;
}

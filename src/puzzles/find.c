#include "puzzles/find.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES_LEAST = 6 }; /* with fewer to choose from there is nothing to look for */
static const double solver_seconds = 0.5;
static const size_t solver_bytes = (size_t)64 << 20;

typedef struct finder {
    const cw_puzzle_search *search;
    cw_game *game;
    cw_record *record;
    cw_player *player;
    cw_forced *forced;
    void *solver;
    cw_rng rng;
    cw_move *moves;
    int8_t *values;
    bool has_told[CW_PLAYERS_MAX]; /* by player: this game has given a puzzle to it */
    int count;
    int playing; /* the game, from 1 on */
} finder;

static cw_status open_finder(const cw_puzzle_search *search, finder *self, cw_error *error) {
    *self = (finder){.search = search, .rng = cw_rng_make(search->seed, 1)};
    cw_status status = cw_game_create(search->game, &self->game, error);
    if (status == CW_OK)
        status = cw_record_create(self->game, &self->record, error);
    if (status == CW_OK)
        status = cw_player_create(search->player, self->game, search->seed, &self->player, error);
    if (status == CW_OK && search->turns_high > 0)
        status = cw_forced_create(self->game, search->nodes_max, &self->forced, error);
    if (status == CW_OK && search->turns_high == 0 && self->game->type->solver == NULL)
        status = cw_fail(error, CW_UNSUPPORTED, "%s has no solver, say --turns", self->game->type->name);
    if (status == CW_OK && search->turns_high == 0)
        status = self->game->type->solver->create(self->game, solver_bytes, &self->solver, error);
    if (status != CW_OK)
        return status;
    self->moves = malloc(sizeof(cw_move) * (size_t)self->game->moves_max);
    self->values = malloc((size_t)self->game->moves_max);
    return self->moves != NULL && self->values != NULL
               ? CW_OK
               : cw_fail(error, CW_NO_MEMORY, "out of memory to look for puzzles");
}

static void close_finder(finder *self) {
    if (self->solver != NULL)
        self->game->type->solver->destroy(self->solver);
    free(self->moves);
    free(self->values);
    cw_forced_destroy(self->forced);
    cw_player_destroy(self->player);
    cw_record_destroy(self->record);
    cw_game_destroy(self->game);
}

/* ---- Is it a puzzle? ---- */

/* How many of the listed moves win within `turns`, two at most; -1: not known. */
static int count_winners(finder *self, int count, int turns, cw_move *winner) {
    int winners = 0, player = cw_record_to_decide(self->record);
    for (int i = 0; i < count && winners < 2; i++) {
        if (cw_record_play(self->record, self->moves[i], NULL) != CW_OK)
            return -1;
        cw_forced_answer answer =
            cw_forced_wins(self->forced, &(cw_forced_question){.state = cw_record_state(self->record),
                                                               .player = player,
                                                               .turns = turns - 1,
                                                               .in_turn = true});
        cw_record_undo(self->record, NULL);
        if (answer == CW_FORCED_UNKNOWN)
            return -1;
        if (answer == CW_FORCED_YES && winners++ == 0)
            *winner = self->moves[i];
    }
    return winners;
}

/* The fewest turns in which one move wins, and no other; 0: it is no such position. */
static int find_turns(finder *self, int count, cw_move *winner) {
    for (int turns = 1; turns <= self->search->turns_high; turns++) {
        int winners = count_winners(self, count, turns, winner);
        if (winners != 0)
            return winners == 1 && turns >= self->search->turns_low ? turns : 0;
    }
    return 0;
}

/* One move wins, and all others lose. */
static bool find_only(finder *self, int count, cw_move *winner) {
    const cw_solver_budget budget = {.seconds = solver_seconds};
    int winners = 0;
    self->game->type->solver->values(self->solver, cw_record_state(self->record), &budget, self->moves, count,
                                     self->values);
    for (int i = 0; i < count; i++) {
        winners += self->values[i] != 0;
        *winner = self->values[i] > 0 ? self->moves[i] : *winner;
    }
    return winners == 1 && *winner != CW_MOVE_NONE;
}

static bool is_plain(const finder *self, cw_move move) {
    const cw_puzzle_book *book = self->game->type->puzzles;
    return book != NULL && book->is_plain != NULL &&
           book->is_plain(self->game, cw_record_state(self->record), move);
}

/* ---- Telling ---- */

/* The first turn of the solution: the winning move, and what follows it without a choice or by a second proof,
 * which the proof of the whole puzzle makes. */
static cw_status complete_solution(cw_puzzle_case *trial, cw_move first, cw_error *error) {
    cw_text solution = {0};
    cw_status status = CW_OK;
    for (cw_move move = first; status == CW_OK && move != CW_MOVE_NONE;) {
        status = cw_record_play(trial->record, move, error);
        if (status != CW_OK)
            break;
        cw_text_append(&solution, solution.length > 0 ? ";" : "");
        cw_record_print_move(trial->record, cw_record_length(trial->record) - 1, &solution);
        move = CW_MOVE_NONE;
        if (cw_record_to_decide(trial->record) == trial->player)
            cw_puzzle_winners(trial, trial->puzzle.turns - 1, true, &move, error);
    }
    while (cw_record_length(trial->record) > trial->start)
        cw_record_undo(trial->record, NULL);
    free(trial->puzzle.solution);
    trial->puzzle.solution = cw_text_take(&solution);
    if (status == CW_OK && trial->puzzle.solution == NULL)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for a puzzle");
    return status;
}

/* Proves the puzzle from its line alone and grades it; what is no puzzle after all is dropped. */
static cw_status tell(finder *self, int turns, cw_move winner, cw_error *error) {
    cw_text game = {0}, moves = {0};
    cw_puzzle_case trial = {0};
    cw_game_print_spec(self->game, &game);
    cw_record_print(self->record, &moves);
    cw_puzzle puzzle = {.number = self->count + 1,
                        .grade = 1,
                        .turns = turns,
                        .game = cw_text_take(&game),
                        .moves = cw_text_take(&moves),
                        .solution = strdup("")};
    cw_status status = cw_puzzle_open(&puzzle, &trial, error);
    if (status == CW_OK)
        status = complete_solution(&trial, winner, error);
    if (status == CW_OK && cw_puzzle_prove(&trial, NULL) == CW_OK) {
        status = cw_puzzle_grade(&trial, &trial.puzzle.grade, error);
        self->has_told[cw_record_to_decide(self->record)] = true;
        self->count++;
        if (status == CW_OK)
            self->search->found(&trial.puzzle, self->search->payload);
    }
    cw_puzzle_close(&trial);
    return status;
}

static cw_status look(finder *self, cw_error *error) {
    int player = cw_record_to_decide(self->record), turns = 0;
    cw_move winner = CW_MOVE_NONE;
    if (self->has_told[player])
        return CW_OK;
    int count = self->game->type->moves(self->game, cw_record_state(self->record), self->moves);
    if (count < MOVES_LEAST)
        return CW_OK;
    bool is_one = self->search->turns_high > 0 ? (turns = find_turns(self, count, &winner)) > 0
                                               : find_only(self, count, &winner);
    return is_one && !is_plain(self, winner) ? tell(self, turns, winner, error) : CW_OK;
}

/* ---- Playing ---- */

static bool is_ended(const finder *self) {
    return self->count >= self->search->wanted || cw_flag_is_up(self->search->stop);
}

static cw_status play_at_random(finder *self, cw_error *error) {
    int count = self->game->type->moves(self->game, cw_record_state(self->record), self->moves);
    return cw_record_play(self->record, self->moves[cw_rng_below(&self->rng, (uint32_t)count)], error);
}

static cw_status play_game(finder *self, cw_error *error) {
    cw_analysis analysis = {0};
    cw_status status = CW_OK;
    int before = CW_NOBODY, decider;
    cw_record_clear(self->record);
    memset(self->has_told, 0, sizeof self->has_told);
    cw_player_reset(self->player, self->rng.state);
    while (status == CW_OK && !is_ended(self) && (decider = cw_record_to_decide(self->record)) != CW_NOBODY) {
        if (self->search->progress != NULL)
            self->search->progress(self->playing, self->search->payload);
        bool is_at_random =
            decider == CW_CHANCE || cw_record_length(self->record) < self->search->random_plies;
        if (!is_at_random && decider != before)
            status = look(self, error);
        if (status == CW_OK && !is_at_random)
            status = cw_player_choose(self->player, self->record, NULL, &analysis, error);
        if (status == CW_OK)
            status = is_at_random ? play_at_random(self, error)
                                  : cw_record_play(self->record, analysis.best, error);
        before = decider;
    }
    cw_analysis_free(&analysis);
    return status;
}

cw_status cw_puzzle_find(const cw_puzzle_search *search, cw_error *error) {
    finder self;
    cw_status status = open_finder(search, &self, error);
    for (int i = 0; status == CW_OK && i < search->games && !is_ended(&self); i++) {
        self.playing = i + 1;
        status = play_game(&self, error);
    }
    close_finder(&self);
    return status;
}

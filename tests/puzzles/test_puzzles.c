/* Puzzles: a sample is proved, false claims are refused, and answers are judged. All of them: tests/long. */
#include "puzzles/puzzle_checks.h"

enum { SAMPLE = 13 };

static void a_sample_is_right(void **unused) {
    (void)unused;
    assert_true(prove_each(SAMPLE) >= 15);
}

/* The first puzzle of a game with these turns. */
static int find_number(const cw_game_type *type, int turns) {
    for (int number = 1; number <= cw_puzzle_count(type); number++) {
        cw_puzzle puzzle;
        assert_int_equal(cw_puzzle_read(type, number, &puzzle, NULL), CW_OK);
        bool is_wanted = puzzle.turns == turns;
        cw_puzzle_free(&puzzle);
        if (is_wanted)
            return number;
    }
    fail_msg("%s has no puzzle with %d turns", type->name, turns);
    return 0;
}

static void must_refuse(const cw_game_type *type, int number, void (*spoil)(cw_puzzle_case *self),
                        const char *why) {
    cw_puzzle_case self;
    cw_error error = {0};
    must_open(type, number, &self);
    spoil(&self);
    assert_int_equal(cw_puzzle_prove(&self, &error), CW_BAD_INPUT);
    if (strstr(error.message, why) == NULL)
        fail_msg("%s", error.message);
    cw_puzzle_close(&self);
}

static void another_solution(cw_puzzle_case *self) {
    cw_move *moves = malloc(sizeof *moves * (size_t)self->game->moves_max);
    cw_text text = {0};
    int count = self->game->type->moves(self->game, cw_record_state(self->record), moves);
    for (int i = 0; i < count; i++) {
        cw_text_clear(&text);
        self->game->type->print(self->game, cw_record_state(self->record), moves[i], &text);
        if (strcmp(cw_text_string(&text), self->puzzle.solution) != 0)
            break;
    }
    free(self->puzzle.solution);
    self->puzzle.solution = strdup(cw_text_string(&text));
    cw_text_free(&text);
    free(moves);
}

static void fewer_turns(cw_puzzle_case *self) {
    self->puzzle.turns--;
}

static void more_turns(cw_puzzle_case *self) {
    self->puzzle.turns++;
}

static void false_claims_are_refused(void **unused) {
    (void)unused;
    const cw_game_type *hex = cw_game_type_find("hex"), *hive = cw_game_type_find("hive"),
                       *six = cw_game_type_find("six");
    must_refuse(hex, 1, another_solution, "is not the solution");
    must_refuse(hive, find_number(hive, 2), another_solution, "is not the solution");
    must_refuse(six, find_number(six, 3), fewer_turns, "nothing wins in so few turns");
    must_refuse(hive, find_number(hive, 1), more_turns, "fewer turns");
}

/* From the position to the win by the solution and the best defence, each step judged to be right. */
static void the_solution_leads_to_the_win(void **unused) {
    (void)unused;
    const cw_game_type *six = cw_game_type_find("six");
    cw_puzzle_case self;
    cw_puzzle_verdict verdict;
    must_open(six, find_number(six, 3), &self);
    assert_int_equal(cw_puzzle_play_solution(&self, NULL), CW_OK);
    assert_int_equal(cw_record_to_decide(self.record), CW_NOBODY);
    assert_int_equal(cw_record_length(self.record) - self.start, 5); /* three turns and two answers */
    cw_record_undo(self.record, NULL);
    cw_record_undo(self.record, NULL);
    cw_record_undo(self.record, NULL);
    cw_record_undo(self.record, NULL);
    assert_int_equal(cw_puzzle_judge(&self, &verdict, NULL), CW_OK);
    assert_int_equal(verdict, CW_PUZZLE_GOES_ON);
    assert_int_equal(cw_record_length(self.record) - self.start, 2); /* the answer is on the board */
    cw_puzzle_close(&self);
}

static void a_wrong_move_is_refuted(void **unused) {
    (void)unused;
    const cw_game_type *hex = cw_game_type_find("hex");
    cw_puzzle_case self;
    cw_puzzle_verdict verdict;
    cw_solver_progress progress;
    must_open(hex, 1, &self);
    another_solution(&self); /* now a wrong move is in its place */
    assert_int_equal(cw_record_play_line(self.record, self.puzzle.solution, NULL), CW_OK);
    free(self.puzzle.solution);
    self.puzzle.solution = strdup("");
    assert_int_equal(cw_puzzle_judge(&self, &verdict, NULL), CW_OK);
    assert_int_equal(verdict, CW_PUZZLE_WRONG);
    assert_int_equal(cw_record_length(self.record) - self.start, 2);
    int winner = self.game->type->solver->solve(self.solver, cw_record_state(self.record),
                                                &(cw_solver_budget){0}, &progress);
    assert_int_equal(winner, !self.player); /* what was shown does refute it */
    cw_puzzle_close(&self);
}

static void nothing_played_is_no_answer(void **unused) {
    (void)unused;
    cw_puzzle_case self;
    cw_puzzle_verdict verdict;
    must_open(cw_game_type_find("hex"), 1, &self);
    assert_int_equal(cw_puzzle_judge(&self, &verdict, NULL), CW_BAD_INPUT);
    cw_puzzle_close(&self);
}

static void bad_lines_are_refused(void **unused) {
    (void)unused;
    static const char *const lines[] = {"",
                                        "1\t1\thex",
                                        "0\t1\thex\t\ta1",
                                        "6\t1\thex\t\ta1",
                                        "1\t9\thex\t\ta1",
                                        "x\t1\thex\t\ta1",
                                        "1\t\thex\t\ta1",
                                        "1\t1\thex\t\ta1\tmore"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        cw_puzzle puzzle;
        assert_int_equal(cw_puzzle_parse(lines[i], strlen(lines[i]), 1, &puzzle, NULL), CW_BAD_INPUT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_is_right),
        cmocka_unit_test(false_claims_are_refused),
        cmocka_unit_test(the_solution_leads_to_the_win),
        cmocka_unit_test(a_wrong_move_is_refuted),
        cmocka_unit_test(nothing_played_is_no_answer),
        cmocka_unit_test(bad_lines_are_refused),
    };
    return RUN_TESTS(tests);
}

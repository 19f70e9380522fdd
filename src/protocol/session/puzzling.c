/* Requests about puzzles: a list, a position, the judgement of an answer, the solution. They leave the
 * session's own table alone. */
#include <string.h>

#include "protocol/session/commands.h"
#include "protocol/session/request.h"
#include "protocol/session/views.h"
#include "puzzles/judge.h"

static cw_status find_type(const json_t *request, const cw_game_type **type, cw_error *error) {
    const char *name = cw_request_text(request, "game");
    *type = cw_game_type_find(name);
    return *type != NULL ? CW_OK : cw_fail(error, CW_BAD_INPUT, "there is no game '%.40s'", name);
}

cw_status cw_do_puzzles(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)session;
    const cw_game_type *type = NULL;
    cw_status status = find_type(request, &type, error);
    json_t *array = json_array();
    for (int number = 1, count = status == CW_OK ? cw_puzzle_count(type) : 0;
         status == CW_OK && number <= count; number++) {
        cw_puzzle puzzle;
        status = cw_puzzle_read(type, number, &puzzle, error);
        if (status != CW_OK)
            break;
        json_array_append_new(array, json_pack("{s:i, s:i, s:i, s:s}", "number", number, "grade",
                                               puzzle.grade, "turns", puzzle.turns, "game", puzzle.game));
        cw_puzzle_free(&puzzle);
    }
    json_object_set_new(answer, "puzzles", array);
    return status;
}

/* Sets up the puzzle of a request with the moves that it gives. */
static cw_status open_case(const json_t *request, cw_puzzle_case *self, cw_error *error) {
    const char *moves = cw_request_text(request, "moves");
    const cw_game_type *type = NULL;
    cw_puzzle puzzle = {0};
    cw_status status = cw_command_check_length(request, "moves", CW_MOVES_TEXT_MAX, error);
    if (status == CW_OK)
        status = find_type(request, &type, error);
    if (status == CW_OK)
        status = cw_puzzle_read(type, (int)cw_request_integer(request, "number", 0), &puzzle, error);
    if (status == CW_OK)
        status = cw_puzzle_open(&puzzle, self, error);
    if (status == CW_OK && moves != NULL) {
        status = cw_record_play_line(self->record, moves, error);
        if (status != CW_OK)
            cw_puzzle_close(self);
    }
    return status;
}

/* The position as a table at which only persons sit. */
static cw_status view_table(const cw_session *session, const cw_puzzle_case *self, json_t *answer,
                            cw_error *error) {
    const cw_hub_host *host = &session->hub->host;
    const cw_table_plan plan = {.game = self->puzzle.game, .others = "human", .bounds = &host->bounds};
    cw_table *table = NULL;
    cw_text moves = {0};
    cw_record_print(self->record, &moves);
    cw_status status = cw_table_create(&plan, &table, error);
    if (status == CW_OK) {
        cw_record_clear(table->record);
        status = cw_record_play_line(table->record, cw_text_string(&moves), error);
    }
    if (status == CW_OK)
        status = cw_table_settle(table, error);
    if (status == CW_OK)
        json_object_set_new(answer, "table", cw_view_table(table, NULL, host->now(host->payload)));
    cw_table_destroy(table);
    cw_text_free(&moves);
    return status;
}

cw_status cw_do_puzzle(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_puzzle_case self;
    cw_text task = {0};
    cw_status status = open_case(request, &self, error);
    if (status != CW_OK)
        return status;
    const cw_state *state = cw_record_state_at(self.record, self.start);
    cw_puzzle_print_task(&self.puzzle, self.game->seats[cw_game_seat(self.game, state, self.player)].name,
                         &task);
    json_object_set_new(answer, "number", json_integer(self.puzzle.number));
    json_object_set_new(answer, "grade", json_integer(self.puzzle.grade));
    json_object_set_new(answer, "turns", json_integer(self.puzzle.turns));
    json_object_set_new(answer, "task", json_string(cw_text_string(&task)));
    json_object_set_new(answer, "start", json_integer(self.start));
    status = view_table(session, &self, answer, error);
    cw_text_free(&task);
    cw_puzzle_close(&self);
    return status;
}

static const char *const verdicts[] = {
    [CW_PUZZLE_GOES_ON] = "right", [CW_PUZZLE_SOLVED] = "solved", [CW_PUZZLE_WRONG] = "wrong"};

static json_t *view_moves(const cw_record *record, int first) {
    json_t *array = json_array();
    for (int i = first; i < cw_record_length(record); i++) {
        cw_text text = {0};
        cw_record_print_move(record, i, &text);
        json_array_append_new(array, json_string(cw_text_string(&text)));
        cw_text_free(&text);
    }
    return array;
}

cw_status cw_do_answer(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_puzzle_case self;
    cw_puzzle_verdict verdict;
    cw_status status = open_case(request, &self, error);
    if (status != CW_OK)
        return status;
    int played = cw_record_length(self.record);
    status = cw_puzzle_judge(&self, &verdict, error);
    if (status == CW_OK) {
        json_object_set_new(answer, "verdict", json_string(verdicts[verdict]));
        json_object_set_new(answer, "replies", view_moves(self.record, played));
        status = view_table(session, &self, answer, error);
    }
    cw_puzzle_close(&self);
    return status;
}

cw_status cw_do_solution(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_puzzle_case self;
    cw_status status = open_case(request, &self, error);
    if (status != CW_OK)
        return status;
    status = cw_puzzle_play_solution(&self, error);
    if (status == CW_OK) {
        json_object_set_new(answer, "moves", view_moves(self.record, self.start));
        status = view_table(session, &self, answer, error);
    }
    cw_puzzle_close(&self);
    return status;
}

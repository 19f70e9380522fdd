/* The requests of a session, each a function; the table at the end names them with their fields. */
#include <stdlib.h>
#include <string.h>

#include "protocol/session/commands.h"
#include "protocol/session/request.h"
#include "protocol/session/views.h"

static cw_status give_table(cw_session *session, json_t *answer) {
    json_object_set_new(answer, "table", cw_session_view(session));
    return CW_OK;
}

static cw_status give_changed_table(cw_session *session, json_t *answer) {
    cw_session_changed(session);
    return give_table(session, answer);
}

/* ---- Beginning ---- */

cw_table_plan cw_command_plan(const cw_session *session, const json_t *request, const char **seats) {
    const cw_hub_host *host = &session->hub->host;
    return (cw_table_plan){.game = cw_request_text(request, "game"),
                           .seats = seats,
                           .seat_count = cw_request_texts(request, "seats", seats, CW_PLAYERS_MAX),
                           .clock = cw_request_number(request, "clock", 0),
                           .increment = cw_request_number(request, "increment", 0),
                           .seed = host->random(host->payload),
                           .bounds = &host->bounds};
}

cw_status cw_command_check_length(const json_t *request, const char *name, size_t most, cw_error *error) {
    const char *text = cw_request_text(request, name);
    if (text == NULL || strlen(text) <= most)
        return CW_OK;
    return cw_fail(error, CW_BAD_INPUT, "the field %s has more than %zu bytes", name, most);
}

cw_status cw_command_begin(cw_session *session, cw_table *table, json_t *answer) {
    cw_session_take_table(session, table);
    return give_changed_table(session, answer);
}

static cw_status do_new(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    const char *seats[CW_PLAYERS_MAX], *moves = cw_request_text(request, "moves");
    cw_table_plan plan = cw_command_plan(session, request, seats);
    cw_table *table = NULL;
    cw_status status = cw_command_check_length(request, "moves", CW_MOVES_TEXT_MAX, error);
    if (status == CW_OK)
        status = cw_table_create(&plan, &table, error);
    if (status == CW_OK && moves != NULL) {
        cw_record_clear(table->record);
        status = cw_record_play_line(table->record, moves, error);
        if (status == CW_OK)
            status = cw_table_settle(table, error);
    }
    if (status != CW_OK) {
        cw_table_destroy(table);
        return status;
    }
    table->pace = cw_request_number(request, "pace", table->pace);
    return cw_command_begin(session, table, answer);
}

static cw_status do_rematch(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)request;
    const cw_hub_host *host = &session->hub->host;
    const cw_table *old = session->table;
    const char *seats[CW_PLAYERS_MAX];
    cw_text game = {0};
    int count = cw_table_game(old)->player_count;
    cw_table *table = NULL;
    cw_game_print_spec(cw_table_game(old), &game);
    for (int i = 0; i < count; i++)
        seats[i] = old->seats[(i + 1) % count].spec;
    cw_table_plan plan = {.game = cw_text_string(&game),
                          .seats = seats,
                          .seat_count = count,
                          .clock = old->clock,
                          .increment = old->increment,
                          .seed = host->random(host->payload),
                          .bounds = &host->bounds};
    cw_status status = cw_table_create(&plan, &table, error);
    cw_text_free(&game);
    if (status != CW_OK)
        return status;
    table->pace = old->pace;
    return cw_command_begin(session, table, answer);
}

/* ---- Playing ---- */

/* Refuses what was meant for an earlier state of the game. */
static cw_status check_ply(const cw_session *session, const json_t *request, cw_error *error) {
    int length = cw_record_length(session->table->record);
    int64_t ply = cw_request_integer(request, "ply", length);
    if (ply == length)
        return CW_OK;
    return cw_fail(error, CW_ILLEGAL, "the game has gone on: this was meant for ply %lld, it is at %d",
                   (long long)ply, length);
}

static cw_status check_turn(const cw_session *session, cw_error *error) {
    int decider = cw_table_to_decide(session->table);
    if (decider < 0)
        return cw_fail(error, CW_ILLEGAL, "the game is over");
    if (!cw_table_is_person(session->table, decider))
        return cw_fail(error, CW_ILLEGAL, "it is not your turn, %s is to move",
                       session->table->seats[decider].spec);
    return CW_OK;
}

static cw_status do_move(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_table *table = session->table;
    const cw_hub_host *host = &session->hub->host;
    cw_status status = check_ply(session, request, error);
    if (status == CW_OK)
        status = check_turn(session, error);
    int seat = cw_table_to_decide(table);
    if (status == CW_OK)
        status = cw_table_play_text(table, cw_request_text(request, "move"), error);
    if (status != CW_OK)
        return status;
    cw_table_stop_clock(table, host->now(host->payload));
    table->seats[seat].clock += table->increment;
    table->paused = false;
    return give_changed_table(session, answer);
}

static void give_scene(json_t *answer, const cw_game *game, int ply, const cw_state *state) {
    json_object_set_new(answer, "ply", json_integer(ply));
    json_object_set_new(answer, "scene", cw_view_scene(game, state));
}

cw_status cw_command_place(const cw_session *session, const json_t *request, int64_t standard, cw_spot *place,
                           cw_error *error) {
    const cw_table *table = session->table;
    int length = cw_record_length(table->record) + table->undone_count;
    int64_t ply = cw_request_integer(request, "ply", standard);
    *place = (cw_spot){.ply = (int)ply, .note = (int)cw_request_integer(request, "variation", 0)};
    const cw_note *note = cw_notes_find(&table->notes, place->note);
    if (place->note != 0 && note == NULL)
        return cw_fail(error, CW_BAD_INPUT, "there is no variation %d", place->note);
    if (note != NULL)
        place->ply = note->ply;
    if (note == NULL && ply > length)
        return cw_fail(error, CW_BAD_INPUT, "there is no ply %lld, the game has %d", (long long)ply, length);
    return CW_OK;
}

static cw_status do_preview(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    const cw_table *table = session->table;
    const cw_game *game = cw_table_game(table);
    cw_spot place;
    cw_move move;
    cw_status status = cw_command_place(session, request, cw_record_length(table->record), &place, error);
    cw_state *state = status == CW_OK ? cw_table_state_of(table, place) : NULL;
    if (status == CW_OK && state == NULL)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for a position");
    if (status == CW_OK && game->type->to_decide(game, state) < 0)
        status = cw_fail(error, CW_ILLEGAL, "the game is over");
    if (status == CW_OK)
        status = game->type->parse(game, state, cw_request_text(request, "move"), &move, error);
    if (status == CW_OK) {
        game->type->play(game, state, move);
        give_scene(answer, game, place.ply + 1, state);
    }
    free(state);
    return status;
}

static cw_status do_look(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    const cw_game *game = cw_table_game(session->table);
    cw_spot place;
    cw_status status = cw_command_place(session, request, 0, &place, error);
    if (status != CW_OK)
        return status;
    cw_state *state = cw_table_state_of(session->table, place);
    if (state == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a position");
    int decider = game->type->to_decide(game, state);
    give_scene(answer, game, place.ply, state);
    cw_view_variation(answer, place.note);
    json_object_set_new(answer, "to_decide", cw_view_seat_number(decider));
    if (decider >= 0 && cw_request_integer(request, "legal", 0) != 0)
        json_object_set_new(answer, "legal", cw_view_legal(game, state));
    free(state);
    return CW_OK;
}

/* ---- Notes ---- */

/* The notes have changed, the game has not: it is kept, and others see it. */
static cw_status give_notes(cw_session *session, json_t *answer) {
    cw_session_noted(session);
    return give_table(session, answer);
}

static cw_status do_vary(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_spot place;
    cw_status status = cw_command_place(session, request, 0, &place, error);
    if (status == CW_OK)
        status = cw_table_vary(session->table, &place, cw_request_text(request, "move"), error);
    if (status != CW_OK)
        return status;
    json_object_set_new(answer, "ply", json_integer(place.ply));
    cw_view_variation(answer, place.note);
    return give_notes(session, answer);
}

static cw_status do_prune(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_spot place;
    cw_status status = cw_command_place(session, request, 0, &place, error);
    if (status != CW_OK)
        return status;
    if (session->study.place.note != 0)
        cw_session_end_study(session);
    cw_notes_remove(&session->table->notes, place.note);
    return give_notes(session, answer);
}

static cw_status do_comment(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_spot place;
    cw_status status = cw_command_place(session, request, 0, &place, error);
    if (status == CW_OK)
        status = cw_command_check_length(request, "text", CW_COMMENT_MAX, error);
    if (status != CW_OK)
        return status;
    if (!cw_notes_say(&session->table->notes, place, cw_request_text(request, "text")))
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a comment");
    return give_notes(session, answer);
}

static cw_status do_undo(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_status status = check_ply(session, request, error);
    if (status == CW_OK)
        status = cw_table_undo(session->table, error);
    if (status != CW_OK)
        return status;
    session->table->paused = session->table->paused || !cw_table_has_person(session->table);
    return give_changed_table(session, answer);
}

static cw_status do_redo(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_status status = check_ply(session, request, error);
    if (status == CW_OK)
        status = cw_table_redo(session->table, error);
    return status == CW_OK ? give_changed_table(session, answer) : status;
}

/* Who resigns when nobody says: the person to decide, or the only person at the table; -1: not clear. */
static int find_resigner(const cw_table *table) {
    int decider = cw_table_to_decide(table), person = -1;
    if (cw_table_is_person(table, decider))
        return decider;
    for (int seat = 0; seat < cw_table_game(table)->player_count; seat++) {
        if (table->seats[seat].is_person && person >= 0)
            return -1;
        person = table->seats[seat].is_person ? seat : person;
    }
    return person;
}

static cw_status do_resign(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_table *table = session->table;
    int seat = (int)cw_request_integer(request, "seat", find_resigner(table));
    if (cw_table_to_decide(table) == CW_NOBODY)
        return cw_fail(error, CW_ILLEGAL, "the game is over");
    if (seat < 0 || seat >= cw_table_game(table)->player_count || !table->seats[seat].is_person)
        return cw_fail(error, CW_BAD_INPUT, "only a person can resign: say with \"seat\" which");
    cw_table_lose(table, seat, CW_END_RESIGNED);
    return give_changed_table(session, answer);
}

static cw_status do_seat(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_table *table = session->table;
    int seat = (int)cw_request_integer(request, "seat", 0);
    if (seat >= cw_table_game(table)->player_count)
        return cw_fail(error, CW_BAD_INPUT, "there is no seat %d, the game has %d", seat,
                       cw_table_game(table)->player_count);
    cw_status status = cw_table_seat_player(table, seat, cw_request_text(request, "player"), error);
    return status == CW_OK ? give_changed_table(session, answer) : status;
}

/* ---- Engines ---- */

static cw_status do_hint(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)answer;
    cw_status status = check_ply(session, request, error);
    if (status == CW_OK)
        status = check_turn(session, error);
    if (status != CW_OK)
        return status;
    cw_session_dismiss(session, CW_TASK_ANALYSIS); /* it goes on after the hint */
    session->wants_hint = true;
    cw_session_proceed(session);
    return CW_OK;
}

static cw_status do_think(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)answer;
    const char *given[CW_ANALYSTS] = {cw_request_text(request, "player"), cw_request_text(request, "rival")};
    char *specs[CW_ANALYSTS] = {NULL};
    cw_spot place;
    cw_status status = cw_command_place(session, request, -1, &place, error);
    for (int number = 0; number < CW_ANALYSTS && status == CW_OK; number++) {
        if (given[number] != NULL || number == 0)
            status = cw_session_call_analyst(
                session, number, given[number] != NULL ? given[number] : cw_session_standard(session), error);
        specs[number] = status == CW_OK && given[number] != NULL ? strdup(given[number]) : NULL;
        if (status == CW_OK && given[number] != NULL && specs[number] == NULL)
            status = cw_fail(error, CW_NO_MEMORY, "out of memory for the player %s", given[number]);
    }
    if (status == CW_OK)
        cw_session_begin_study(session, specs, place);
    for (int number = 0; number < CW_ANALYSTS && status != CW_OK; number++)
        free(specs[number]);
    return status;
}

static cw_status do_stop(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)request, (void)answer, (void)error;
    session->wants_hint = false;
    cw_session_dismiss(session, CW_TASK_HINT);
    cw_session_end_study(session);
    return CW_OK;
}

static cw_status do_hurry(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)request, (void)answer;
    if (session->task == NULL || session->task->kind != CW_TASK_MOVE)
        return cw_fail(error, CW_ILLEGAL, "no engine is thinking about its move");
    cw_flag_raise(&session->task->stop);
    return CW_OK;
}

static cw_status do_pause(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)request, (void)error;
    session->table->paused = true;
    session->steps = 0;
    return give_changed_table(session, answer);
}

static cw_status do_resume(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)request, (void)error;
    session->table->paused = false;
    return give_changed_table(session, answer);
}

static cw_status do_step(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)request, (void)error;
    session->table->paused = true;
    session->steps = 1;
    session->next_move = 0;
    return give_changed_table(session, answer);
}

static cw_status do_pace(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)error;
    const cw_hub_host *host = &session->hub->host;
    double now = host->now(host->payload);
    session->table->pace = cw_request_number(request, "seconds", session->table->pace);
    if (session->next_move > now + session->table->pace)
        session->next_move = now + session->table->pace;
    cw_session_proceed(session);
    return give_table(session, answer);
}

/* ---- All of them ---- */

#define TEXT(field)                                                                                          \
    { .name = field, .type = CW_FIELD_TEXT }
#define NEEDED_TEXT(field)                                                                                   \
    { .name = field, .type = CW_FIELD_TEXT, .is_required = true }
#define INTEGER(field, least, most)                                                                          \
    { .name = field, .type = CW_FIELD_INTEGER, .low = least, .high = most }
#define NEEDED_INTEGER(field, least, most)                                                                   \
    { .name = field, .type = CW_FIELD_INTEGER, .is_required = true, .low = least, .high = most }
#define NUMBER(field, least, most)                                                                           \
    { .name = field, .type = CW_FIELD_NUMBER, .low = least, .high = most }
#define NEEDED_NUMBER(field, least, most)                                                                    \
    { .name = field, .type = CW_FIELD_NUMBER, .is_required = true, .low = least, .high = most }
#define SEATS                                                                                                \
    { .name = "seats", .type = CW_FIELD_TEXTS, .high = CW_PLAYERS_MAX }
#define PLY_MAX 1e9
#define PLACE INTEGER("ply", 0, PLY_MAX), INTEGER("variation", 1, PLY_MAX)
#define SPAN 1e6 /* of coordinates */
#define KEPT_MAX 9007199254740992.0

enum { FIELDS_MAX = 10 };

static const struct {
    const char *name;
    cw_command *run;
    bool needs_table;
    cw_field fields[FIELDS_MAX];
} commands[] = {
    {"players", cw_do_players, false, {NEEDED_TEXT("game")}},
    {"check", cw_do_check, false, {NEEDED_TEXT("game"), SEATS}},
    {"draw", cw_do_draw, false, {NEEDED_TEXT("game"), TEXT("moves")}},
    {"set_up",
     cw_do_set_up,
     false,
     {TEXT("game"), PLACE, INTEGER("q", -SPAN, SPAN), INTEGER("r", -SPAN, SPAN), INTEGER("piece", 0, SPAN),
      TEXT("option"), TEXT("value"), INTEGER("clear", 0, 1)}},
    {"new",
     do_new,
     false,
     {NEEDED_TEXT("game"), SEATS, NUMBER("clock", 10, 86400), NUMBER("increment", 0, 600), TEXT("moves"),
      NUMBER("pace", 0, 60)}},
    {"move", do_move, true, {NEEDED_TEXT("move"), NEEDED_INTEGER("ply", 0, PLY_MAX)}},
    {"preview", do_preview, true, {NEEDED_TEXT("move"), PLACE}},
    {"look", do_look, true, {PLACE, INTEGER("legal", 0, 1)}},
    {"vary", do_vary, true, {NEEDED_TEXT("move"), PLACE}},
    {"prune", do_prune, true, {NEEDED_INTEGER("variation", 1, PLY_MAX)}},
    {"comment", do_comment, true, {NEEDED_TEXT("text"), PLACE}},
    {"undo", do_undo, true, {INTEGER("ply", 0, PLY_MAX)}},
    {"redo", do_redo, true, {INTEGER("ply", 0, PLY_MAX)}},
    {"resign", do_resign, true, {INTEGER("seat", 0, CW_PLAYERS_MAX - 1)}},
    {"rematch", do_rematch, true, {{0}}},
    {"seat", do_seat, true, {NEEDED_INTEGER("seat", 0, CW_PLAYERS_MAX - 1), NEEDED_TEXT("player")}},
    {"hint", do_hint, true, {INTEGER("ply", 0, PLY_MAX)}},
    {"think", do_think, true, {TEXT("player"), TEXT("rival"), PLACE}},
    {"stop", do_stop, false, {{0}}},
    {"hurry", do_hurry, true, {{0}}},
    {"pause", do_pause, true, {{0}}},
    {"resume", do_resume, true, {{0}}},
    {"step", do_step, true, {{0}}},
    {"pace", do_pace, true, {NEEDED_NUMBER("seconds", 0, 60)}},
    {"puzzles", cw_do_puzzles, false, {NEEDED_TEXT("game")}},
    {"puzzle", cw_do_puzzle, false, {NEEDED_TEXT("game"), NEEDED_INTEGER("number", 1, 1e6), TEXT("moves")}},
    {"answer",
     cw_do_answer,
     false,
     {NEEDED_TEXT("game"), NEEDED_INTEGER("number", 1, 1e6), NEEDED_TEXT("moves")}},
    {"solution", cw_do_solution, false, {NEEDED_TEXT("game"), NEEDED_INTEGER("number", 1, 1e6)}},
    {"experiments", cw_do_experiments, false, {{0}}},
    {"experiment", cw_do_experiment, false, {NEEDED_TEXT("name")}},
    {"proofread", cw_do_proofread, false, {NEEDED_TEXT("text")}},
    {"write", cw_do_write, false, {NEEDED_TEXT("name"), NEEDED_TEXT("text")}},
    {"erase", cw_do_erase, false, {NEEDED_TEXT("name")}},
    {"run", cw_do_run, false, {NEEDED_TEXT("name"), NUMBER("scale", 0.0001, 1)}},
    {"match",
     cw_do_match,
     false,
     {NEEDED_TEXT("game"),
      {.name = "players", .type = CW_FIELD_TEXTS, .is_required = true, .high = CW_COMMAND_PLAYERS_MAX},
      NEEDED_INTEGER("games", 1, CW_DESK_GAMES_MAX),
      NUMBER("elo0", -1000, 1000),
      NUMBER("elo1", -1000, 1000)}},
    {"works", cw_do_works, false, {{0}}},
    {"proceed", cw_do_proceed, false, {NEEDED_INTEGER("work", 1, KEPT_MAX)}},
    {"halt", cw_do_halt, false, {NEEDED_INTEGER("work", 1, KEPT_MAX)}},
    {"runs", cw_do_runs, false, {{0}}},
    {"stored",
     cw_do_stored,
     false,
     {INTEGER("run", 0, KEPT_MAX), TEXT("game"), INTEGER("winner", -1, CW_PLAYERS_MAX),
      INTEGER("offset", 0, KEPT_MAX), INTEGER("limit", 1, CW_DESK_PAGE_MAX)}},
    {"replay",
     cw_do_replay,
     false,
     {NEEDED_INTEGER("run", 1, KEPT_MAX), NEEDED_INTEGER("number", 0, KEPT_MAX)}},
    {"save", cw_do_save, true, {{0}}},
    {"load", cw_do_load, false, {NEEDED_TEXT("text"), INTEGER("number", 1, 100000), SEATS}},
    {"games", cw_do_games, false, {INTEGER("before", 1, KEPT_MAX), INTEGER("limit", 1, 200)}},
    {"open", cw_do_open, false, {NEEDED_INTEGER("kept", 1, KEPT_MAX)}},
    {"forget", cw_do_forget, false, {NEEDED_INTEGER("kept", 1, KEPT_MAX)}},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static cw_status unknown(const char *wanted, cw_error *error) {
    const char *names[COMMANDS + 1] = {"hello"};
    for (size_t i = 0; i < COMMANDS; i++)
        names[i + 1] = commands[i].name;
    const char *nearest = cw_nearest_word(wanted, names, COMMANDS + 1);
    return cw_fail(error, CW_BAD_INPUT, "there is no request '%.40s'%s%s%s", wanted,
                   nearest != NULL ? ", did you mean '" : "", nearest != NULL ? nearest : "",
                   nearest != NULL ? "'?" : "");
}

cw_status cw_session_answer(cw_session *session, const char *wanted, const json_t *request, json_t *answer,
                            cw_error *error) {
    size_t i = 0;
    while (i < COMMANDS && strcmp(commands[i].name, wanted) != 0)
        i++;
    if (i == COMMANDS)
        return unknown(wanted, error);
    cw_status status = cw_request_check(request, commands[i].fields, error);
    if (status == CW_OK && commands[i].needs_table && session->table == NULL)
        status = cw_fail(error, CW_ILLEGAL, "there is no game yet, begin one with \"new\"");
    return status == CW_OK ? commands[i].run(session, request, answer, error) : status;
}

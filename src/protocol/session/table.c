#include "protocol/session/table.h"

#include <stdlib.h>
#include <string.h>

#include "arena/single.h"

/* ---- Shared games ---- */

cw_shared_game *cw_shared_game_take(cw_shared_game *shared) {
    shared->references++;
    return shared;
}

void cw_shared_game_release(cw_shared_game *shared) {
    if (shared == NULL || --shared->references > 0)
        return;
    cw_game_destroy(shared->game);
    free(shared);
}

static cw_status share_game(const char *spec, cw_shared_game **shared, cw_error *error) {
    *shared = calloc(1, sizeof **shared);
    if (*shared == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the game %s", spec);
    (*shared)->references = 1;
    return cw_game_create(spec, &(*shared)->game, error);
}

/* ---- Seats ---- */

static const char level_prefix[] = "level:";

/* The player spec of a seat. */
static void write_spec(const char *seat, cw_text *spec) {
    bool is_level = strncmp(seat, level_prefix, strlen(level_prefix)) == 0;
    cw_text_printf(spec, "%s%s", is_level ? "best:level=" : "",
                   is_level ? seat + strlen(level_prefix) : seat);
}

cw_status cw_seat_make_player(const char *seat, const cw_game *game, const cw_bounds *bounds, uint64_t seed,
                              cw_player **player, cw_error *error) {
    cw_text spec = {0};
    write_spec(seat, &spec);
    cw_status status = cw_player_create_within(bounds, cw_text_string(&spec), game, seed, player, error);
    cw_text_free(&spec);
    return status;
}

cw_status cw_seat_check(const char *seat, const cw_game *game, const cw_bounds *bounds, cw_error *error) {
    cw_text spec = {0};
    cw_plan plan;
    write_spec(seat, &spec);
    cw_status status = cw_plan_read_within(bounds, &plan, cw_text_string(&spec), game, error);
    cw_text_free(&spec);
    return status;
}

cw_status cw_table_seat_player(cw_table *table, int seat, const char *spec, cw_error *error) {
    bool is_person = strcmp(spec, "human") == 0;
    cw_status status = is_person ? CW_OK : cw_seat_check(spec, cw_table_game(table), table->bounds, error);
    if (status != CW_OK)
        return status;
    char *copy = strdup(spec);
    if (copy == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player %s", spec);
    cw_table_seat *self = &table->seats[seat];
    cw_player_destroy(self->player);
    free(self->spec);
    *self = (cw_table_seat){.spec = copy, .is_person = is_person, .clock = self->clock};
    return CW_OK;
}

static const char *planned_seat(const cw_table_plan *plan, int seat) {
    if (seat < plan->seat_count)
        return plan->seats[seat];
    if (plan->others != NULL)
        return plan->others;
    return seat == 0 ? "human" : "level:4";
}

static cw_status seat_players(cw_table *table, const cw_table_plan *plan, cw_error *error) {
    const cw_game *game = cw_table_game(table);
    if (plan->seat_count > game->player_count)
        return cw_fail(error, CW_BAD_INPUT, "%s has %d seats, so it takes at most %d players and not %d",
                       game->type->name, game->player_count, game->player_count, plan->seat_count);
    cw_status status = CW_OK;
    for (int seat = 0; seat < game->player_count && status == CW_OK; seat++) {
        status = cw_table_seat_player(table, seat, planned_seat(plan, seat), error);
        table->seats[seat].clock = plan->clock;
    }
    return status;
}

bool cw_table_is_person(const cw_table *table, int seat) {
    return seat >= 0 && table->seats[seat].is_person;
}

bool cw_table_has_person(const cw_table *table) {
    for (int seat = 0; seat < cw_table_game(table)->player_count; seat++) {
        if (table->seats[seat].is_person)
            return true;
    }
    return false;
}

void cw_table_release_players(cw_table *table) {
    for (int seat = 0; seat < CW_PLAYERS_MAX; seat++) {
        cw_player_destroy(table->seats[seat].player);
        table->seats[seat].player = NULL;
        table->seats[seat].memory = 0;
    }
}

size_t cw_table_memory(const cw_table *table) {
    size_t sum = 0;
    for (int seat = 0; seat < CW_PLAYERS_MAX; seat++)
        sum += table->seats[seat].player != NULL ? table->seats[seat].memory : 0;
    return sum;
}

/* ---- Making ---- */

static cw_status build(cw_table *table, const cw_table_plan *plan, cw_error *error) {
    cw_status status = share_game(plan->game, &table->shared, error);
    if (status == CW_OK)
        status = cw_record_create(cw_table_game(table), &table->record, error);
    if (status == CW_OK)
        status = seat_players(table, plan, error);
    if (status == CW_OK)
        status = cw_table_settle(table, error);
    return status;
}

cw_status cw_table_create(const cw_table_plan *plan, cw_table **table, cw_error *error) {
    cw_table *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a table");
    made->bounds = plan->bounds;
    made->seed = plan->seed;
    made->rng = cw_rng_make(plan->seed, 0);
    made->has_clock = plan->clock > 0;
    made->clock = plan->clock;
    made->increment = plan->increment;
    made->running = -1;
    made->pace = 0.5;
    cw_status status = build(made, plan, error);
    if (status != CW_OK) {
        cw_table_destroy(made);
        return status;
    }
    *table = made;
    return CW_OK;
}

void cw_table_destroy(cw_table *table) {
    if (table == NULL)
        return;
    cw_table_release_players(table);
    for (int seat = 0; seat < CW_PLAYERS_MAX; seat++)
        free(table->seats[seat].spec);
    cw_record_destroy(table->record);
    cw_shared_game_release(table->shared);
    cw_notes_free(&table->notes);
    free(table->undone);
    free(table);
}

const cw_game *cw_table_game(const cw_table *table) {
    return table->shared->game;
}

cw_state *cw_table_state_at(const cw_table *table, int ply) {
    const cw_game *game = cw_table_game(table);
    int length = cw_record_length(table->record);
    cw_state *state = cw_game_alloc_states(game, 1);
    if (state == NULL)
        return NULL;
    const cw_state *from =
        ply < length ? cw_record_state_at(table->record, ply) : cw_record_state(table->record);
    memcpy(state, from, game->state_size);
    for (int i = length; i < ply; i++)
        game->type->play(game, state, table->undone[table->undone_count - 1 - (i - length)]);
    return state;
}

/* ---- Variations ---- */

static int main_length(const cw_table *table) {
    return cw_record_length(table->record) + table->undone_count;
}

/* Move `index` of those made and then those taken back. */
static cw_move main_move(const cw_table *table, int index) {
    int length = cw_record_length(table->record);
    return index < length ? cw_record_move(table->record, index)
                          : table->undone[table->undone_count - 1 - (index - length)];
}

bool cw_table_has_place(const cw_table *table, cw_spot place) {
    return place.note == 0 ? place.ply >= 0 && place.ply <= main_length(table)
                           : cw_notes_find(&table->notes, place.note) != NULL;
}

cw_move *cw_table_moves_to(const cw_table *table, cw_spot place, int *count) {
    const cw_note *note = cw_notes_find(&table->notes, place.note);
    int ply = note != NULL ? note->ply : place.ply;
    cw_move *moves = malloc(sizeof *moves * ((size_t)ply + 1));
    if (moves == NULL)
        return NULL;
    int aside = cw_notes_path(&table->notes, place.note, moves);
    memmove(moves + (ply - aside), moves, sizeof *moves * (size_t)aside);
    for (int i = 0; i < ply - aside; i++)
        moves[i] = main_move(table, i);
    *count = ply;
    return moves;
}

cw_state *cw_table_state_of(const cw_table *table, cw_spot place) {
    const cw_game *game = cw_table_game(table);
    if (place.note == 0)
        return cw_table_state_at(table, place.ply);
    int count = 0;
    cw_move *moves = cw_table_moves_to(table, place, &count);
    cw_state *state = moves != NULL ? cw_game_alloc_states(game, 1) : NULL;
    if (state != NULL)
        game->type->start(game, state);
    for (int i = 0; state != NULL && i < count; i++)
        game->type->play(game, state, moves[i]);
    free(moves);
    return state;
}

/* Goes on from a place by a legal move. */
static cw_status step_aside(cw_table *table, cw_spot *place, cw_move move, cw_error *error) {
    if (place->note == 0 && place->ply < main_length(table) && main_move(table, place->ply) == move) {
        place->ply++;
        return CW_OK;
    }
    int number = cw_notes_add(&table->notes, *place, move);
    if (number == 0)
        return cw_fail(error, CW_UNSUPPORTED, "there are too many variations, %d is the most", CW_NOTES_MAX);
    *place = (cw_spot){.ply = cw_notes_find(&table->notes, number)->ply, .note = number};
    return CW_OK;
}

/* What chance decided here before, or decides now. */
static cw_move chance_at(cw_table *table, cw_spot place, const cw_state *state) {
    const cw_game *game = cw_table_game(table);
    for (int i = 0; i < table->notes.count; i++) {
        const cw_note *note = &table->notes.list[i];
        if (note->after == place.note && (place.note != 0 || note->ply == place.ply + 1))
            return note->move;
    }
    if (place.note == 0 && place.ply < main_length(table))
        return main_move(table, place.ply);
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    int count = moves != NULL ? game->type->moves(game, state, moves) : 0;
    cw_move move = count > 0 ? moves[cw_rng_below(&table->rng, (uint32_t)count)] : CW_MOVE_NONE;
    free(moves);
    return move;
}

cw_status cw_table_vary(cw_table *table, cw_spot *place, const char *text, cw_error *error) {
    const cw_game *game = cw_table_game(table);
    cw_state *state = cw_table_state_of(table, *place);
    cw_move move = CW_MOVE_NONE;
    if (state == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a position");
    cw_status status = game->type->to_decide(game, state) < 0
                           ? cw_fail(error, CW_ILLEGAL, "the game is over here")
                           : game->type->parse(game, state, text, &move, error);
    while (status == CW_OK && move != CW_MOVE_NONE) {
        status = step_aside(table, place, move, error);
        game->type->play(game, state, move);
        move =
            game->type->to_decide(game, state) == CW_CHANCE ? chance_at(table, *place, state) : CW_MOVE_NONE;
    }
    free(state);
    return status;
}

/* ---- Playing ---- */

int cw_table_to_decide(const cw_table *table) {
    return table->end == CW_END_NONE ? cw_record_to_decide(table->record) : CW_NOBODY;
}

/* Remembers how the game stands after a change of its moves. */
static void notice_end(cw_table *table) {
    table->end = cw_record_to_decide(table->record) == CW_NOBODY ? CW_END_RULES : CW_END_NONE;
}

static cw_status play_one(cw_table *table, cw_move move, cw_error *error) {
    if (cw_record_length(table->record) >= CW_TABLE_PLIES_MAX)
        return cw_fail(error, CW_UNSUPPORTED, "the game is too long, it has %d decisions",
                       CW_TABLE_PLIES_MAX);
    cw_status status = cw_record_play(table->record, move, error);
    if (status != CW_OK)
        return status;
    bool is_redone = table->undone_count > 0 && table->undone[table->undone_count - 1] == move;
    if (!is_redone && table->undone_count > 0)
        cw_notes_cut(&table->notes, cw_record_length(table->record) - 1);
    table->undone_count = is_redone ? table->undone_count - 1 : 0;
    notice_end(table);
    return CW_OK;
}

/* Chance decides as it did before where its decision was taken back and nothing else was played. */
static cw_status let_chance_decide(cw_table *table, cw_error *error) {
    if (table->undone_count > 0)
        return play_one(table, table->undone[table->undone_count - 1], error);
    cw_status status = cw_single_play_random(table->record, &table->rng, error);
    notice_end(table);
    return status;
}

cw_status cw_table_settle(cw_table *table, cw_error *error) {
    cw_status status = CW_OK;
    if (cw_record_length(table->record) > CW_TABLE_PLIES_MAX)
        return cw_fail(error, CW_UNSUPPORTED, "the game is too long, it has more than %d decisions",
                       CW_TABLE_PLIES_MAX);
    notice_end(table);
    while (status == CW_OK && cw_table_to_decide(table) == CW_CHANCE)
        status = let_chance_decide(table, error);
    return status;
}

cw_status cw_table_play(cw_table *table, cw_move move, cw_error *error) {
    cw_status status = play_one(table, move, error);
    return status == CW_OK ? cw_table_settle(table, error) : status;
}

cw_status cw_table_play_text(cw_table *table, const char *move, cw_error *error) {
    const cw_game *game = cw_table_game(table);
    cw_move read;
    if (cw_table_to_decide(table) < 0)
        return cw_fail(error, CW_ILLEGAL, "the game is over");
    cw_status status = game->type->parse(game, cw_record_state(table->record), move, &read, error);
    return status == CW_OK ? cw_table_play(table, read, error) : status;
}

/* ---- Taking back ---- */

/* Whether undo or redo may stop where this position is to be decided. */
static bool is_resting_place(const cw_table *table, int decider) {
    return decider >= 0 && (table->seats[decider].is_person || !cw_table_has_person(table));
}

/* How many decisions stay when one is taken back, or -1. */
static int undo_length(const cw_table *table) {
    const cw_game *game = cw_table_game(table);
    int length = cw_record_length(table->record) - 1;
    while (length >= 0 &&
           !is_resting_place(table, game->type->to_decide(game, cw_record_state_at(table->record, length))))
        length--;
    return length;
}

bool cw_table_can_undo(const cw_table *table) {
    return table->end == CW_END_RESIGNED || table->end == CW_END_TIME || undo_length(table) >= 0;
}

/* Room for all moves to be taken back. */
static bool make_room(cw_table *table) {
    int needed = table->undone_count + cw_record_length(table->record);
    if (needed <= table->undone_capacity)
        return true;
    cw_move *larger = realloc(table->undone, sizeof *larger * (size_t)needed * 2);
    if (larger == NULL)
        return false;
    table->undone = larger;
    table->undone_capacity = 2 * needed;
    return true;
}

cw_status cw_table_undo(cw_table *table, cw_error *error) {
    bool was_given_up = table->end == CW_END_RESIGNED || table->end == CW_END_TIME;
    notice_end(table);
    /* Whoever gave up at a decision of a person is back at it. */
    if (was_given_up && is_resting_place(table, cw_table_to_decide(table)))
        return CW_OK;
    int length = undo_length(table);
    if (length < 0)
        return was_given_up ? CW_OK : cw_fail(error, CW_ILLEGAL, "there is no move to take back");
    if (!make_room(table))
        return cw_fail(error, CW_NO_MEMORY, "out of memory to take moves back");
    while (cw_record_length(table->record) > length) {
        table->undone[table->undone_count++] =
            cw_record_move(table->record, cw_record_length(table->record) - 1);
        cw_record_undo(table->record, NULL);
    }
    notice_end(table);
    return CW_OK;
}

cw_status cw_table_redo(cw_table *table, cw_error *error) {
    if (table->undone_count == 0)
        return cw_fail(error, CW_ILLEGAL, "there is no move to bring back");
    cw_status status = CW_OK;
    do
        status = play_one(table, table->undone[table->undone_count - 1], error);
    while (status == CW_OK && table->undone_count > 0 && !is_resting_place(table, cw_table_to_decide(table)));
    return status == CW_OK ? cw_table_settle(table, error) : status;
}

/* ---- The end ---- */

void cw_table_lose(cw_table *table, int seat, cw_table_end end) {
    table->end = end;
    table->loser = seat;
}

/* Everybody else shares what the loser's side has lost. */
static void given_up_result(const cw_table *table, cw_result *result) {
    const cw_game *game = cw_table_game(table);
    bool wins[CW_PLAYERS_MAX] = {false};
    int others = 0;
    *result = (cw_result){0};
    for (int seat = 0; seat < game->player_count; seat++) {
        bool is_first = true;
        wins[seat] = !cw_game_allied(game, seat, table->loser);
        for (int before = 0; before < seat; before++)
            is_first = is_first && !cw_game_allied(game, seat, before);
        others += wins[seat] && is_first;
    }
    for (int seat = 0; seat < game->player_count; seat++)
        result->reward[seat] = wins[seat] ? 1.0 / others : 0;
}

void cw_table_result(const cw_table *table, cw_result *result) {
    if (table->end == CW_END_RULES)
        cw_record_result(table->record, result);
    else
        given_up_result(table, result);
}

const char *cw_table_ending(const cw_table *table) {
    cw_result result;
    if (table->end != CW_END_RULES)
        return table->end == CW_END_TIME ? "time" : "resigned";
    cw_record_result(table->record, &result);
    return cw_table_game(table)->type->endings[result.ending];
}

int cw_table_winner(const cw_table *table) {
    const cw_game *game = cw_table_game(table);
    cw_result result;
    int best = 0;
    cw_table_result(table, &result);
    for (int seat = 1; seat < game->player_count; seat++)
        best = result.reward[seat] > result.reward[best] ? seat : best;
    for (int seat = 0; seat < game->player_count; seat++) {
        bool is_equal = result.reward[seat] >= result.reward[best];
        if (is_equal && !cw_game_allied(game, seat, best))
            return -1;
    }
    return best;
}

/* ---- Clocks ---- */

double cw_table_clock(const cw_table *table, int seat, double now) {
    double left = table->seats[seat].clock - (table->running == seat ? now - table->running_since : 0);
    return left > 0 ? left : 0;
}

void cw_table_start_clock(cw_table *table, int seat, double now) {
    if (!table->has_clock || table->running == seat)
        return;
    cw_table_stop_clock(table, now);
    table->running = seat;
    table->running_since = now;
}

void cw_table_stop_clock(cw_table *table, double now) {
    if (table->running < 0)
        return;
    table->seats[table->running].clock = cw_table_clock(table, table->running, now);
    table->running = -1;
}

#include "causeway/record.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct cw_record {
    const cw_game *game;
    int length;   /* decisions made */
    int capacity; /* decisions there is room for; one more state and hash */
    cw_move *moves;
    uint64_t *hashes;
    char *states;
};

static cw_state *state_at(const cw_record *record, int index) {
    return (cw_state *)(record->states + cw_game_state_stride(record->game) * (size_t)index);
}

static cw_status make_room(cw_record *record, int capacity, cw_error *error) {
    cw_move *moves = realloc(record->moves, sizeof *moves * (size_t)capacity);
    if (moves != NULL)
        record->moves = moves;
    uint64_t *hashes = realloc(record->hashes, sizeof *hashes * ((size_t)capacity + 1));
    if (hashes != NULL)
        record->hashes = hashes;
    char *states = cw_game_alloc_states(record->game, capacity + 1);
    if (moves == NULL || hashes == NULL || states == NULL) {
        free(states);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a game of %d moves", capacity);
    }
    if (record->states != NULL)
        memcpy(states, record->states, cw_game_state_stride(record->game) * ((size_t)record->length + 1));
    free(record->states);
    record->states = states;
    record->capacity = capacity;
    return CW_OK;
}

cw_status cw_record_create(const cw_game *game, cw_record **record, cw_error *error) {
    cw_record *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a game record");
    made->game = game;
    cw_status status = make_room(made, 128, error);
    if (status != CW_OK) {
        cw_record_destroy(made);
        return status;
    }
    cw_record_clear(made);
    *record = made;
    return CW_OK;
}

void cw_record_destroy(cw_record *record) {
    if (record == NULL)
        return;
    free(record->moves);
    free(record->hashes);
    free(record->states);
    free(record);
}

void cw_record_clear(cw_record *record) {
    record->length = 0;
    record->game->type->start(record->game, state_at(record, 0));
    record->hashes[0] = record->game->type->hash(record->game, state_at(record, 0));
}

/* Has the present position occurred as often as the game allows? */
static bool is_repeated(const cw_record *record) {
    int limit = record->game->repetition_limit;
    if (limit == 0)
        return false;
    uint64_t present = record->hashes[record->length];
    int occurrences = 0;
    for (int i = 0; i <= record->length; i++)
        occurrences += record->hashes[i] == present;
    return occurrences >= limit;
}

int cw_record_to_decide(const cw_record *record) {
    if (is_repeated(record))
        return CW_NOBODY;
    return record->game->type->to_decide(record->game, cw_record_state(record));
}

void cw_record_result(const cw_record *record, cw_result *result) {
    const cw_game_type *type = record->game->type;
    if (type->to_decide(record->game, cw_record_state(record)) != CW_NOBODY)
        cw_result_draw(record->game, type->repetition_ending, result);
    else
        type->result(record->game, cw_record_state(record), result);
}

/* Plays a move that is known to be legal. */
static cw_status push(cw_record *record, cw_move move, cw_error *error) {
    if (record->length == record->capacity) {
        cw_status status = make_room(record, 2 * record->capacity, error);
        if (status != CW_OK)
            return status;
    }
    cw_state *next = state_at(record, record->length + 1);
    memcpy(next, state_at(record, record->length), record->game->state_size);
    record->game->type->play(record->game, next, move);
    record->moves[record->length++] = move;
    record->hashes[record->length] = record->game->type->hash(record->game, next);
    return CW_OK;
}

cw_status cw_record_play(cw_record *record, cw_move move, cw_error *error) {
    if (cw_record_to_decide(record) == CW_NOBODY)
        return cw_fail(error, CW_ILLEGAL, "the game is over");
    if (!cw_game_is_legal(record->game, cw_record_state(record), move))
        return cw_fail(error, CW_ILLEGAL, "the move is not legal here");
    return push(record, move, error);
}

cw_status cw_record_play_text(cw_record *record, const char *move, cw_error *error) {
    enum { LENGTH_MAX = 100 };
    if (strlen(move) > LENGTH_MAX)
        return cw_fail(error, CW_ILLEGAL, "'%.40s...' is too long for a move", move);
    if (cw_record_to_decide(record) == CW_NOBODY)
        return cw_fail(error, CW_ILLEGAL, "'%s' cannot be played, the game is over", move);
    cw_move parsed;
    cw_status status = record->game->type->parse(record->game, cw_record_state(record), move, &parsed, error);
    if (status != CW_OK)
        return status;
    return push(record, parsed, error);
}

cw_status cw_record_play_line(cw_record *record, const char *moves, cw_error *error) {
    bool semicolons = record->game->type->has_spaces || strchr(moves, ';') != NULL;
    cw_status status = CW_OK;
    int number = 0;
    for (const char *start = moves; status == CW_OK && *start != '\0';) {
        const char *end = start;
        while (*end != '\0' && *end != ';' && (semicolons || !isspace((unsigned char)*end)))
            end++;
        const char *first = start, *last = end;
        while (first < last && isspace((unsigned char)*first))
            first++;
        while (last > first && isspace((unsigned char)last[-1]))
            last--;
        if (last > first) {
            cw_text move = {0};
            cw_error reason = {0};
            number++;
            cw_text_append_bytes(&move, first, (size_t)(last - first));
            if (cw_record_play_text(record, cw_text_string(&move), &reason) != CW_OK)
                status = cw_fail(error, reason.status, "move %d: %.450s", number, reason.message);
            cw_text_free(&move);
        }
        start = *end != '\0' ? end + 1 : end;
    }
    return status;
}

cw_status cw_record_undo(cw_record *record, cw_error *error) {
    if (record->length == 0)
        return cw_fail(error, CW_ILLEGAL, "there is no move to take back");
    record->length--;
    return CW_OK;
}

const cw_game *cw_record_game(const cw_record *record) {
    return record->game;
}

const cw_state *cw_record_state(const cw_record *record) {
    return state_at(record, record->length);
}

const cw_state *cw_record_state_at(const cw_record *record, int index) {
    assert(index >= 0 && index <= record->length);
    return state_at(record, index);
}

int cw_record_length(const cw_record *record) {
    return record->length;
}

cw_move cw_record_move(const cw_record *record, int index) {
    assert(index >= 0 && index < record->length);
    return record->moves[index];
}

const uint64_t *cw_record_hashes(const cw_record *record) {
    return record->hashes;
}

void cw_record_print_move(const cw_record *record, int index, cw_text *text) {
    record->game->type->print(record->game, state_at(record, index), record->moves[index], text);
}

void cw_record_print(const cw_record *record, cw_text *text) {
    for (int i = 0; i < record->length; i++) {
        if (i > 0)
            cw_text_append_char(text, ';');
        cw_record_print_move(record, i, text);
    }
}

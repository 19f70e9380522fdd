/* Legal play of every game with every option: the bytes pick the game, a value for each of its options, and then
 * move after move. In each position the moves are counted rightly, what is listed is legal and what is not is
 * refused, and a move prints as a text that reads as the same move; the line of all moves leads another record to
 * the same position, and taking moves back leads to the start. */
#include "fuzz.h"

enum { PLIES_MAX = 400, TEXT_CHECK_EVERY = 5 };

/* The bytes that are left. */
typedef struct bytes {
    const uint8_t *data;
    size_t size;
} bytes;

static uint32_t take(bytes *from, uint32_t bound) {
    uint32_t value = 0;
    for (uint32_t reach = 1; reach < bound && from->size > 0; reach <<= 8) {
        value = value << 8 | *from->data++;
        from->size--;
    }
    return value % bound;
}

/* A word of "one|two=other|three". */
static void print_choice(const char *choices, uint32_t index, cw_text *text) {
    for (; index > 0; index--)
        choices = strchr(choices, '|') + 1;
    cw_text_append_bytes(text, choices, strcspn(choices, "|="));
}

static uint32_t count_choices(const char *choices) {
    uint32_t count = 1;
    for (; *choices != '\0'; choices++)
        count += *choices == '|';
    return count;
}

/* One of the first 32 values from the lowest on, or the highest. */
static double pick_number(const cw_option *option, bytes *from) {
    uint32_t step = take(from, 33);
    double value = option->low + step;
    return step == 32 || value > option->high ? option->high : value;
}

static void print_setting(const cw_option *option, bytes *from, cw_text *spec) {
    cw_text_printf(spec, "%s%s=", strchr(spec->data, '=') != NULL ? "," : ":", option->name);
    if (option->type == CW_OPTION_SWITCH)
        cw_text_append(spec, take(from, 2) != 0 ? "on" : "off");
    else if (option->type == CW_OPTION_CHOICE)
        print_choice(option->choices, take(from, count_choices(option->choices)), spec);
    else
        cw_text_printf(spec, "%.6g", pick_number(option, from));
}

static bool is_picked(const cw_option *option) {
    return option->type != CW_OPTION_TEXT && option->type != CW_OPTION_FILE;
}

static cw_game *make_game(bytes *from) {
    const cw_game_type *type = cw_game_type_at((int)take(from, (uint32_t)cw_game_type_count()));
    cw_text spec = {0};
    cw_error error = {0};
    cw_game *game = NULL;
    cw_text_append(&spec, type->name);
    for (const cw_option *option = type->options; option->name != NULL; option++) {
        if (is_picked(option) && take(from, 2) != 0)
            print_setting(option, from, &spec);
    }
    fuzz_check_error(cw_game_create(cw_text_string(&spec), &game, &error), &error);
    cw_text_free(&spec);
    return game;
}

static bool is_listed(const cw_move *moves, int count, cw_move move) {
    bool found = false;
    for (int i = 0; i < count; i++)
        found = found || moves[i] == move;
    return found;
}

static void check_text(const cw_game *game, const cw_state *state, cw_move move) {
    cw_text text = {0};
    cw_move again = CW_MOVE_NONE;
    game->type->print(game, state, move, &text);
    fuzz_check(game->type->parse(game, state, cw_text_string(&text), &again, NULL) == CW_OK && again == move,
               "a printed move reads as the same move");
    cw_text_free(&text);
}

/* `free` lets Hex take stones that it does not list. */
static void check_position(const cw_game *game, const cw_state *state, const cw_move *moves, int count,
                           bytes *from) {
    fuzz_check(count > 0 && count <= game->moves_max, "whoever decides has moves");
    if (game->type->count_moves != NULL)
        fuzz_check(game->type->count_moves(game, state) == count, "moves are counted rightly");
    cw_move other = moves[0] ^ UINT32_C(1) << take(from, 32);
    const cw_option_value *takes_more = cw_options_find(&game->options, "free");
    if (takes_more == NULL || takes_more->number == 0)
        fuzz_check(cw_game_is_legal(game, state, other) == is_listed(moves, count, other),
                   "what is not listed is refused");
}

static void play(cw_record *record, bytes *from) {
    const cw_game *game = cw_record_game(record);
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    if (moves == NULL)
        abort();
    while (cw_record_to_decide(record) != CW_NOBODY && cw_record_length(record) < PLIES_MAX) {
        const cw_state *state = cw_record_state(record);
        int count = game->type->moves(game, state, moves);
        check_position(game, state, moves, count, from);
        cw_move move = moves[take(from, (uint32_t)count)];
        if (cw_record_length(record) % TEXT_CHECK_EVERY == 0)
            check_text(game, state, move);
        fuzz_check(cw_record_play(record, move, NULL) == CW_OK, "a listed move is legal");
        fuzz_check(cw_record_hashes(record)[cw_record_length(record)] ==
                       game->type->hash(game, cw_record_state(record)),
                   "the record knows the hash");
    }
    free(moves);
}

static void check_result(const cw_record *record) {
    const cw_game *game = cw_record_game(record);
    cw_result result;
    double sum = 0;
    cw_record_result(record, &result);
    for (int player = 0; player < game->player_count; player++) {
        fuzz_check(result.reward[player] >= 0 && result.reward[player] <= 1, "a reward is from 0 to 1");
        sum += result.reward[player];
    }
    fuzz_check(game->player_count != 2 || (sum > 0.999 && sum < 1.001), "two rewards add up to 1");
}

static void replay(cw_record *record) {
    const cw_game *game = cw_record_game(record);
    cw_record *again = NULL;
    cw_text line = {0};
    cw_record_print(record, &line);
    if (cw_record_create(game, &again, NULL) != CW_OK)
        abort();
    fuzz_check(cw_record_play_line(again, cw_text_string(&line), NULL) == CW_OK,
               "a printed line can be played");
    int length = cw_record_length(record);
    fuzz_check(cw_record_length(again) == length && memcmp(cw_record_hashes(again), cw_record_hashes(record),
                                                           sizeof(uint64_t) * ((size_t)length + 1)) == 0,
               "through the same positions");
    while (cw_record_length(again) > 0)
        fuzz_check(cw_record_undo(again, NULL) == CW_OK, "a move can be taken back");
    fuzz_check(game->type->hash(game, cw_record_state(again)) == cw_record_hashes(record)[0],
               "all moves taken back lead to the start");
    cw_text_free(&line);
    cw_record_destroy(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes from = {data, size};
    cw_game *game = make_game(&from);
    if (game == NULL)
        return 0;
    cw_record *record = NULL;
    if (cw_record_create(game, &record, NULL) != CW_OK)
        abort();
    play(record, &from);
    if (cw_record_to_decide(record) == CW_NOBODY)
        check_result(record);
    replay(record);
    cw_record_destroy(record);
    cw_game_destroy(game);
    return 0;
}

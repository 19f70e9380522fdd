/* Lines of moves in the notation of every game; the first byte picks the game. Whatever is accepted is legal,
 * and the record prints as a line that leads to the same position. */
#include "core/utf8.h"
#include "fuzz.h"

static void play(cw_record *record, char *moves) {
    for (char *move = moves; move != NULL;) {
        char *end = strpbrk(move, ";\n");
        if (end != NULL)
            *end = '\0';
        cw_error error = {0};
        fuzz_check_error(cw_record_play_text(record, move, &error), &error);
        move = end != NULL ? end + 1 : NULL;
    }
}

/* The position as a picture, and where a person points for each of its first moves. */
static void draw(const cw_record *record) {
    enum { MOVES_MAX = 50 };
    const cw_game *game = cw_record_game(record);
    const cw_state *state = cw_record_state(record);
    cw_scene scene = {0};
    cw_pick picks[CW_PICKS_MAX];
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    if (moves == NULL)
        abort();
    cw_game_draw(game, state, &scene);
    int count = cw_record_to_decide(record) == CW_NOBODY ? 0 : game->type->moves(game, state, moves);
    for (int i = 0; i < count && i < MOVES_MAX; i++)
        fuzz_check(game->type->picks(game, state, moves[i], picks) <= CW_PICKS_MAX, "a move is few picks");
    cw_scene_free(&scene);
    free(moves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    cw_game *game = fuzz_pick_game(data[0]);
    cw_record *record = NULL, *again = NULL;
    char *moves = fuzz_string(data + 1, size - 1);
    cw_text line = {0};
    if (cw_record_create(game, &record, NULL) != CW_OK || cw_record_create(game, &again, NULL) != CW_OK)
        abort();
    play(record, moves);
    for (int i = 0; i < cw_record_length(record); i++)
        fuzz_check(cw_game_is_legal(game, cw_record_state_at(record, i), cw_record_move(record, i)),
                   "moves are legal");
    cw_record_print(record, &line);
    fuzz_check(cw_utf8_is_valid(cw_text_string(&line)), "whatever came in, UTF-8 goes out");
    draw(record);
    fuzz_check(cw_record_play_line(again, cw_text_string(&line), NULL) == CW_OK,
               "a printed line can be played");
    int length = cw_record_length(record);
    fuzz_check(cw_record_length(again) == length, "in full");
    fuzz_check(cw_record_hashes(again)[length] == cw_record_hashes(record)[length], "to the same position");
    cw_text_free(&line);
    cw_record_destroy(again);
    cw_record_destroy(record);
    cw_game_destroy(game);
    free(moves);
    return 0;
}

/* Specs of games. What was accepted prints as a spec that makes the same game again. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *spec = fuzz_string(data, size);
    cw_game *game = NULL, *again = NULL;
    cw_error error = {0};
    cw_status status = cw_game_create(spec, &game, &error);
    fuzz_check_error(status, &error);
    if (status == CW_OK) {
        cw_text printed = {0}, twice = {0};
        cw_game_print_spec(game, &printed);
        fuzz_check(cw_game_create(cw_text_string(&printed), &again, &error) == CW_OK,
                   "a printed spec is valid");
        cw_game_print_spec(again, &twice);
        fuzz_check(strcmp(cw_text_string(&printed), cw_text_string(&twice)) == 0, "and prints the same");
        cw_text_free(&printed);
        cw_text_free(&twice);
        cw_game_destroy(again);
        cw_game_destroy(game);
    }
    free(spec);
    return 0;
}

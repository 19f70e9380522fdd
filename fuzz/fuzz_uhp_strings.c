/* Game strings of the Universal Hive Protocol. What was read prints as a string that reads again. */
#include "fuzz.h"
#include "games/hive/records.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *string = fuzz_string(data, size);
    cw_game *game = NULL, *other_game = NULL;
    cw_record *record = NULL, *again = NULL;
    cw_error error = {0};
    cw_status status = cw_uhp_read_game(string, "repetition=off", &game, &record, &error);
    fuzz_check_error(status, &error);
    if (status == CW_OK) {
        cw_text text = {0};
        cw_uhp_print_game(record, &text);
        fuzz_check(cw_uhp_read_game(cw_text_string(&text), "repetition=off", &other_game, &again, &error) ==
                       CW_OK,
                   "a printed game string reads");
        fuzz_check(cw_record_length(again) == cw_record_length(record), "in full");
        cw_text_free(&text);
        cw_record_destroy(again);
        cw_game_destroy(other_game);
        cw_record_destroy(record);
        cw_game_destroy(game);
    }
    free(string);
    return 0;
}

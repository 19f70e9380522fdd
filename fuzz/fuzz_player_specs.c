/* Specs of players, also from strangers; the first byte picks the game. What was accepted prints as a spec that
 * means the same. */
#include "fuzz.h"

/* A meaning of today stays as it is. */
static void check_meaning(const char *meaning, const cw_game *game) {
    cw_text renewed = {0};
    if (cw_plan_renew_meaning(meaning, game, &renewed))
        fuzz_check(strcmp(cw_text_string(&renewed), meaning) == 0, "a meaning of today means the same today");
    cw_text_free(&renewed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    static const cw_bounds strict = {.most = {[CW_RESOURCE_SECONDS] = 1, [CW_RESOURCE_THREADS] = 1}};
    cw_game *game = fuzz_pick_game(data[0]);
    char *spec = fuzz_string(data + 1, size - 1);
    cw_plan plan, again, bounded;
    cw_error error = {0};
    cw_status status = cw_plan_read(&plan, spec, game, &error);
    fuzz_check_error(status, &error);
    if (status == CW_OK) {
        cw_text printed = {0}, twice = {0}, meaning = {0};
        fuzz_check(cw_plan_seconds(&plan) >= 0, "a time is no less than nothing");
        cw_plan_print_meaning(&plan, &meaning);
        check_meaning(cw_text_string(&meaning), game);
        cw_text_free(&meaning);
        fuzz_check(cw_plan_is_same(game, spec, spec), "a player is itself");
        fuzz_check_error(cw_plan_set(&plan, "time", "1s", &error), &error);
        cw_plan_read(&plan, spec, game, NULL);
        cw_plan_print(&plan, &printed);
        fuzz_check(cw_plan_read(&again, cw_text_string(&printed), game, NULL) == CW_OK,
                   "a printed spec is valid");
        cw_plan_print(&again, &twice);
        fuzz_check(strcmp(cw_text_string(&printed), cw_text_string(&twice)) == 0, "and prints the same");
        cw_text_free(&printed);
        cw_text_free(&twice);
    }
    fuzz_check_error(cw_plan_read_within(&strict, &bounded, spec, game, &error), &error);
    free(spec);
    cw_game_destroy(game);
    return 0;
}

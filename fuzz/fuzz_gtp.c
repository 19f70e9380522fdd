/* Lines of the Go Text Protocol; the first byte picks the game. Each answer has the form of one. */
#include "fuzz.h"
#include "protocol/gtp.h"

static void check_answer(const cw_text *output) {
    const char *answer = cw_text_string(output);
    if (output->length == 0)
        return;
    fuzz_check(answer[0] == '=' || answer[0] == '?', "an answer begins with = or ?");
    fuzz_check(output->length >= 3 && strcmp(answer + output->length - 2, "\n\n") == 0,
               "and ends with an empty line");
    fuzz_check(strstr(answer, "\n\n") == answer + output->length - 2, "which is the only one");
}

/* Commands that write files, run others from files, or may rightly think for long. */
static bool is_beside_the_point(const char *line) {
    static const char *const words[] = {"savesgf", "loadsgf", "exec", "dfpn", "dfs", "param_", "vc-build"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strstr(line, words[i]) != NULL)
            return true;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    cw_gtp *gtp = NULL;
    if (cw_gtp_open(fuzz_pick_game(data[0]), "random", 1, &gtp, NULL) != CW_OK)
        abort();
    char *lines = fuzz_string(data + 1, size - 1);
    for (char *line = lines; line != NULL && !gtp->quit;) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        cw_text output = {0};
        if (!is_beside_the_point(line))
            cw_gtp_answer(gtp, line, &output);
        check_answer(&output);
        cw_text_free(&output);
        line = end != NULL ? end + 1 : NULL;
    }
    free(lines);
    cw_gtp_close(gtp);
    return 0;
}

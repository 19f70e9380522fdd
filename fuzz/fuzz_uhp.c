/* Sessions of the Universal Hive Protocol, up to `exit`. Each answer ends with "ok". An input that ends with an empty
 * line is a stream from beginning to end. */
#include "fuzz.h"
#include "protocol/hive/uhp.h"
#include "protocol/serve.h"

/* A player who may rightly think for long. */
static bool is_beside_the_point(const char *line) {
    return strcasestr(line, "player") != NULL && strstr(line, "random") == NULL;
}

static void answer_lines(char *lines) {
    cw_uhp *uhp = NULL;
    if (cw_uhp_open("random", 1, &uhp, NULL) != CW_OK)
        abort();
    bool has_left = false;
    for (char *line; !has_left && (line = strsep(&lines, "\n")) != NULL;) {
        cw_text output = {0};
        if (!is_beside_the_point(line))
            cw_uhp_answer(uhp, line, &output);
        const char *answer = cw_text_string(&output);
        bool ends = output.length == 0 || strcmp(answer, "ok\n") == 0 ||
                    (output.length > 4 && strcmp(answer + output.length - 4, "\nok\n") == 0);
        fuzz_check(ends, "an answer ends with ok");
        has_left =
            output.length == 0 && !is_beside_the_point(line) && line[strspn(line, " \t\r\v\f")] != '\0';
        cw_text_free(&output);
    }
    cw_uhp_close(uhp);
}

static void serve(char *lines, size_t size) {
    cw_error error = {0};
    FILE *input = fmemopen(lines, size, "r"), *output = fopen("/dev/null", "w");
    if (input == NULL || output == NULL)
        abort();
    fuzz_check_error(cw_uhp_run("random", 1, input, output, &error), &error);
    fclose(output);
    fclose(input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *lines = fuzz_string(data, size);
    if (size > 1 && data[size - 1] == '\n' && data[size - 2] == '\n' && !is_beside_the_point(lines))
        serve(lines, size);
    else
        answer_lines(lines);
    free(lines);
    return 0;
}

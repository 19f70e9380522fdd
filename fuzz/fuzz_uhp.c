/* Sessions of the Universal Hive Protocol, up to `exit`. Each answer ends with "ok". */
#include "fuzz.h"
#include "protocol/hive/uhp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cw_uhp *uhp = NULL;
    if (cw_uhp_open("random", 1, &uhp, NULL) != CW_OK)
        abort();
    char *lines = fuzz_string(data, size);
    for (char *line = lines; line != NULL;) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        cw_text output = {0};
        cw_uhp_answer(uhp, line, &output);
        const char *answer = cw_text_string(&output);
        bool ends = output.length == 0 || strcmp(answer, "ok\n") == 0 ||
                    (output.length > 4 && strcmp(answer + output.length - 4, "\nok\n") == 0);
        fuzz_check(ends, "an answer ends with ok");
        bool has_left = output.length == 0 && line[strspn(line, " \t\r\v\f")] != '\0';
        cw_text_free(&output);
        line = end != NULL && !has_left ? end + 1 : NULL;
    }
    free(lines);
    cw_uhp_close(uhp);
    return 0;
}

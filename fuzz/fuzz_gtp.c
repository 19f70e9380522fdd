/* Lines of the Go Text Protocol; the first byte picks the game. Each answer has the form of one. An input that ends
 * with an empty line is a stream from beginning to end. */
#include <ctype.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "protocol/gtp.h"

enum { LINE_MAX_BYTES = 512, SMALL_BOARD_MOVES = 26 };

static void check_answer(const cw_text *output) {
    const char *answer = cw_text_string(output);
    if (output->length == 0)
        return;
    fuzz_check(answer[0] == '=' || answer[0] == '?', "an answer begins with = or ?");
    fuzz_check(output->length >= 3 && strcmp(answer + output->length - 2, "\n\n") == 0,
               "and ends with an empty line");
    fuzz_check(strstr(answer, "\n\n") == answer + output->length - 2, "which is the only one");
}

/* A file in memory, and the path of it. */
static int make_file(const void *bytes, size_t size, char path[64]) {
    int file = memfd_create("fuzz", 0);
    if (file < 0 || write(file, bytes, size) != (ssize_t)size)
        abort();
    lseek(file, 0, SEEK_SET);
    snprintf(path, 64, "/proc/self/fd/%d", file);
    return file;
}

/* Could a setting make thought long? A number of three digits, or one with a letter behind it such as 9k. */
static bool is_large(const char *line) {
    for (const char *at = line; *at != '\0'; at++) {
        if (isdigit((unsigned char)at[0]) && (isalpha((unsigned char)at[1]) || at[1] == '.'))
            return true;
        if (isdigit((unsigned char)at[0]) && isdigit((unsigned char)at[1]) && isdigit((unsigned char)at[2]))
            return true;
    }
    return false;
}

static bool has_word(const char *line, const char *const words[]) {
    for (int i = 0; words[i] != NULL; i++) {
        if (strstr(line, words[i]) != NULL)
            return true;
    }
    return false;
}

/* What touches files of its choice, or may rightly think for long. */
static bool is_beside_the_point(const char *line, bool is_small) {
    static const char *const files[] = {"savesgf", "loadsgf", "exec", NULL};
    static const char *const proofs[] = {"dfpn", "dfs", "vc-build", NULL};
    return strlen(line) >= LINE_MAX_BYTES || has_word(line, files) || (has_word(line, proofs) && !is_small) ||
           (strstr(line, "param_") != NULL && is_large(line));
}

static const char *saved_path(void) {
    static char path[64];
    snprintf(path, sizeof path, "/tmp/causeway-fuzz-%d.sgf", (int)getpid());
    return path;
}

/* Commands that name a file get one of ours: the input itself as a game, a few lines to run, a place to write. */
static bool give_file(const char *line, const char *input, const char *script, char given[LINE_MAX_BYTES]) {
    if (strncmp(line, "loadsgf ", 8) == 0)
        snprintf(given, LINE_MAX_BYTES, "loadsgf %s %.8s", input, line + 8);
    else if (strcmp(line, "exec") == 0)
        snprintf(given, LINE_MAX_BYTES, "exec %s", script);
    else if (strcmp(line, "savesgf") == 0)
        snprintf(given, LINE_MAX_BYTES, "savesgf %s", saved_path());
    else
        return false;
    return true;
}

static void answer(cw_gtp *gtp, const char *line, const char *input, const char *script) {
    char given[LINE_MAX_BYTES];
    cw_text output = {0};
    if (give_file(line, input, script, given))
        cw_gtp_answer(gtp, given, &output);
    else if (!is_beside_the_point(line, gtp->game->moves_max <= SMALL_BOARD_MOVES))
        cw_gtp_answer(gtp, line, &output);
    check_answer(&output);
    cw_text_free(&output);
}

static void answer_lines(cw_gtp *gtp, char *lines, const char *input) {
    static const char commands[] = "play b a1\nundo\nshowboard\n";
    char script[64];
    int file = make_file(commands, strlen(commands), script);
    for (char *line; !gtp->quit && (line = strsep(&lines, "\n")) != NULL;)
        answer(gtp, line, input, script);
    close(file);
}

/* All lines that are to the point, through the reader of lines. */
static void serve(cw_gtp *gtp, char *lines) {
    cw_text kept = {0};
    char path[64];
    cw_error error = {0};
    for (char *line; (line = strsep(&lines, "\n")) != NULL;) {
        if (!is_beside_the_point(line, false))
            cw_text_printf(&kept, "%s\n", line);
    }
    int file = make_file(cw_text_string(&kept), kept.length, path);
    FILE *output = fopen("/dev/null", "w");
    if (output == NULL)
        abort();
    fuzz_check_error(cw_gtp_serve(gtp, file, output, &error), &error);
    fclose(output);
    close(file);
    cw_text_free(&kept);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    char path[64];
    cw_gtp *gtp = NULL;
    if (cw_gtp_open(fuzz_pick_game(data[0]), "mcts:sims=2,memory=8", 1, &gtp, NULL) != CW_OK)
        abort();
    char *lines = fuzz_string(data + 1, size - 1);
    int file = make_file(data + 1, size - 1, path);
    if (size > 2 && data[size - 1] == '\n' && data[size - 2] == '\n')
        serve(gtp, lines);
    else
        answer_lines(gtp, lines, path);
    close(file);
    unlink(saved_path());
    free(lines);
    cw_gtp_close(gtp);
    return 0;
}

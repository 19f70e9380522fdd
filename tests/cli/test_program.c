/* The program as people use it. Every file in sessions/ is a shell session: a line "$ command" is run by the
 * shell, the lines below it are what it prints, "! line" is one on standard error, and "..." leaves out the
 * rest of the output. A command with a "!" line must exit with 2, any other with 0. */
#include "sessions.h"

#include <sys/wait.h>
#include <unistd.h>

typedef struct exchange {
    const char *path;
    int line_number;
    char *command;
    cw_text output, errors;
    bool is_open; /* the rest of the output does not matter */
} exchange;

typedef struct run_result {
    char *output, *errors;
    int status;
} run_result;

static char *read_all(FILE *file) {
    cw_text text = {0};
    char bytes[4096];
    rewind(file);
    for (size_t length; (length = fread(bytes, 1, sizeof bytes, file)) > 0;)
        cw_text_append_bytes(&text, bytes, length);
    fclose(file);
    return text.data != NULL ? text.data : strdup("");
}

/* Runs a line of the shell in which `causeway` is the program that was just built. */
static run_result run_shell(const char *command) {
    FILE *output = tmpfile(), *errors = tmpfile();
    assert_true(output != NULL && errors != NULL);
    cw_text script = {0};
    cw_text_printf(&script, "causeway() { \"$CAUSEWAY\" \"$@\"; }; %s", command);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(fileno(output), STDOUT_FILENO);
        dup2(fileno(errors), STDERR_FILENO);
        execl("/bin/sh", "sh", "-c", cw_text_string(&script), (char *)NULL);
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    cw_text_free(&script);
    return (run_result){read_all(output), read_all(errors), WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

static void check_exchange(exchange *asked) {
    if (asked->command == NULL)
        return;
    run_result got = run_shell(asked->command);
    const char *expected = cw_text_string(&asked->output);
    if (!fits_expected(got.output, expected, asked->output.length, asked->is_open))
        fail_msg("%s:%d: '%s' prints:\n%s", asked->path, asked->line_number, asked->command, got.output);
    if (strcmp(got.errors, cw_text_string(&asked->errors)) != 0)
        fail_msg("%s:%d: '%s' complains:\n%s", asked->path, asked->line_number, asked->command, got.errors);
    if (got.status != (asked->errors.length > 0 ? 2 : 0))
        fail_msg("%s:%d: '%s' exits with %d", asked->path, asked->line_number, asked->command, got.status);
    free(got.output);
    free(got.errors);
    free(asked->command);
    asked->command = NULL;
    cw_text_clear(&asked->output);
    cw_text_clear(&asked->errors);
    asked->is_open = false;
}

static void take_line(const session_line *line, void *payload) {
    exchange *asked = payload;
    char *text = line->text;
    if (text[0] == '$' && text[1] == ' ') {
        check_exchange(asked);
        text[strcspn(text, "\n")] = '\0';
        asked->command = strdup(text + 2);
        asked->line_number = line->number;
    } else if (text[0] == '!' && text[1] == ' ') {
        cw_text_append(&asked->errors, text + 2);
    } else if (strcmp(text, "...\n") == 0) {
        asked->is_open = true;
    } else {
        cw_text_append(&asked->output, text);
    }
}

static void check_session(const char *path) {
    exchange asked = {.path = path};
    read_session(path, take_line, &asked);
    check_exchange(&asked);
    cw_text_free(&asked.output);
    cw_text_free(&asked.errors);
}

static void sessions_go_as_written(void **state) {
    (void)state;
    check_sessions("tests/cli/sessions", ".session", 6, check_session);
}

/* ---- Every subcommand ---- */

static void every_command_has_help_with_an_example(void **state) {
    (void)state;
    run_result overview = run_shell("causeway --help");
    int commands = 0;
    char *list = strstr(overview.output, "Commands:\n");
    assert_non_null(list);
    for (char *line = list + strlen("Commands:\n"); line[0] == ' '; line = strchr(line, '\n') + 1) {
        char name[64], command[128];
        assert_int_equal(sscanf(line, "%63s", name), 1);
        snprintf(command, sizeof command, "causeway %s --help", name);
        run_result help = run_shell(command);
        assert_int_equal(help.status, 0);
        assert_string_equal(help.errors, "");
        if (strstr(help.output, "Usage: causeway ") == NULL || strstr(help.output, "Examples:\n  ") == NULL)
            fail_msg("%s prints:\n%s", command, help.output);
        free(help.output);
        free(help.errors);
        commands++;
    }
    assert_true(commands >= 10);
    free(overview.output);
    free(overview.errors);
}

/* An analysis prints what a player knows, and nothing where it knows nothing. */
static void an_analysis_tells_only_what_is_known(void **state) {
    (void)state;
    static const struct {
        const char *command, *there, *absent;
    } cases[] = {
        {"causeway analyze hex:size=3 --player random", "best: ", "value"},
        {"causeway analyze hex:size=3 --player random --json", "\"best\": ", "\"value\""},
        {"causeway analyze hex:size=4 --player alphabeta:depth=2", " nodes in ", "simulations"},
        {"causeway analyze hex:size=4 --player alphabeta:depth=2", " <= 0.", "simulations"},
        {"causeway analyze hex:size=4 --player alphabeta:depth=2 --json", "\"bound\": \"upper\"", "nan"},
        {"causeway analyze hex:size=4 --player mcts:sims=50", "50 simulations in ", "<="},
        {"causeway analyze hex:size=4 --player mcts:sims=0", "best: ", "  value 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_result result = run_shell(cases[i].command);
        if (strstr(result.output, cases[i].there) == NULL || strstr(result.output, cases[i].absent) != NULL)
            fail_msg("%s: %s", cases[i].command, result.output);
        free(result.output);
        free(result.errors);
    }
}

static void the_same_seed_gives_the_same_output(void **state) {
    (void)state;
    static const char *const commands[] = {
        "causeway play six:max_moves=40 random random --seed 5",
        "causeway play tantrix random random --seed 5",
        ("causeway match hex:size=5 random random --no-db --games 50 --seed 9 --threads 2 --json | grep -v "
         "mean_moves"),
        "causeway analyze six --player random --seed 3 | grep best",
    };
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        run_result first = run_shell(commands[i]), second = run_shell(commands[i]);
        assert_true(strlen(first.output) > 0);
        assert_string_equal(first.output, second.output);
        free(first.output);
        free(first.errors);
        free(second.output);
        free(second.errors);
    }
}

/* Words that look like arguments, in any order, for every command that ends by itself: the answer is output
 * and 0, or one line on standard error and 2. */
static void any_arguments_are_accepted_or_refused_in_one_line(void **state) {
    (void)state;
    static const char *const commands[] = {
        "games", "players", "show", "moves", "perft", "analyze --player random", "completion"};
    static const char *const words[] = {
        "hex:size=3", "six",     "hive", "--moves",    "\"a1 b2\"", "\"\"",   "--json",
        "--player",   "random",  "2",    "-1",         "--divide",  "--seed", "99999999999999999999",
        "--deal",     "--top=3", "--",   "--moves=zz", "hex:size=", "bash",   "hex:size=3,swap=on",
        "\"\\377\""};
    const uint64_t seed = 22;
    cw_rng rng = cw_rng_make(seed, 0);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int round = 0; round < 250; round++) {
        cw_text line = {0};
        cw_text_printf(&line, "causeway %s",
                       commands[cw_rng_below(&rng, sizeof commands / sizeof commands[0])]);
        for (uint32_t count = cw_rng_below(&rng, 5); count > 0; count--)
            cw_text_printf(&line, " %s", words[cw_rng_below(&rng, sizeof words / sizeof words[0])]);
        run_result got = run_shell(cw_text_string(&line));
        const char *newline = strchr(got.errors, '\n');
        bool is_refused = got.status == 2 && strncmp(got.errors, "causeway: ", 10) == 0 && newline != NULL &&
                          newline[1] == '\0' && got.output[0] == '\0';
        if (!is_refused && !(got.status == 0 && got.errors[0] == '\0'))
            fail_msg("'%s' exits with %d: %s", cw_text_string(&line), got.status, got.errors);
        free(got.output);
        free(got.errors);
        cw_text_free(&line);
    }
}

int main(void) {
    if (getenv("CAUSEWAY") == NULL) {
        print_message("CAUSEWAY is not set: 'ctest' sets it to the program that was built\n");
        return 77;
    }
    char folder[] = "/tmp/causeway-program-XXXXXX"; /* what is kept goes here, not into the user's folder */
    if (mkdtemp(folder) == NULL || setenv("XDG_DATA_HOME", folder, 1) != 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_go_as_written),
        cmocka_unit_test(every_command_has_help_with_an_example),
        cmocka_unit_test(an_analysis_tells_only_what_is_known),
        cmocka_unit_test(the_same_seed_gives_the_same_output),
        cmocka_unit_test(any_arguments_are_accepted_or_refused_in_one_line),
    };
    return RUN_TESTS(tests);
}

/* Sessions: text files that tests read line by line, each a
 * conversation with the answers that are expected. */
#ifndef CW_TESTS_SESSIONS_H
#define CW_TESTS_SESSIONS_H

#include <dirent.h>

#include "harness.h"

/* A line of a session, with the newline. */
typedef struct session_line {
    const char *path;
    int number; /* from 1 on */
    char *text;
} session_line;

/* Reads a session; lines that begin with % are remarks. */
static inline void read_session(const char *path, void (*each)(const session_line *line, void *payload),
                                void *payload) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    session_line line = {.path = path};
    size_t room = 0;
    while (getline(&line.text, &room, file) >= 0) {
        line.number++;
        if (line.text[0] != '%')
            each(&line, payload);
    }
    free(line.text);
    fclose(file);
}

/* Checks every file of a folder with this ending; there must be at least `least`. */
static inline void check_sessions(const char *folder, const char *ending, int least,
                                  void (*check)(const char *path)) {
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (strstr(entry->d_name, ending) == NULL)
            continue;
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        check(path);
        count++;
    }
    closedir(directory);
    assert_true(count >= least);
}

/* Is it what was expected, or where that is open its beginning? */
static inline bool fits_expected(const char *got, const char *expected, size_t length, bool is_open) {
    return strncmp(got, expected, length) == 0 && (is_open || got[length] == '\0');
}

#endif

/* What the fuzzers share. Each file fuzz_NAME.c is one program that libFuzzer feeds with inputs; a crash, a
 * leak, a failed check or an overlong answer is a find. */
#ifndef CW_FUZZ_FUZZ_H
#define CW_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causeway/causeway.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input as a string of its own, so that reading past its end is seen. Freed by the caller. */
static inline char *fuzz_string(const uint8_t *data, size_t size) {
    char *string = malloc(size + 1);
    if (string == NULL)
        abort();
    if (size > 0)
        memcpy(string, data, size);
    string[size] = '\0';
    return string;
}

/* Stops with a story when something that must hold does not. */
static inline void fuzz_check(bool holds, const char *claim) {
    if (holds)
        return;
    fprintf(stderr, "not true: %s\n", claim);
    abort();
}

/* Failures carry a message of one line. */
static inline void fuzz_check_error(cw_status status, const cw_error *error) {
    fuzz_check(status == CW_OK || error->message[0] != '\0', "a failure has a message");
    fuzz_check(status == CW_OK || strchr(error->message, '\n') == NULL, "a message is one line");
}

/* A game that the first byte of an input picks; games are made once. */
static inline cw_game *fuzz_pick_game(uint8_t pick) {
    static const char *const specs[] = {
        "hex:size=5,swap=pieces", "hive:type=Base+MLP",       "six:tiles=7", "tantrix",
        "hex:size=11,swap=sides", "six:players=4,ties=random"};
    enum { SPECS = sizeof specs / sizeof specs[0] };
    cw_game *game = NULL;
    cw_error error = {0};
    if (cw_game_create(specs[pick % SPECS], &game, &error) != CW_OK)
        fuzz_check(false, error.message);
    return game;
}

#endif

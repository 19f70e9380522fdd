/* Checks every connection claimed along random lines of stones by exhaustive play. */
#ifndef CW_TESTS_HEX_CONNECTION_CHECK_H
#define CW_TESTS_HEX_CONNECTION_CHECK_H

#include "exhaustive.h"
#include "games/hex/kernel/kernel.h"

typedef struct connection_check {
    const cw_hex_kernel *kernel;
    void *views;
    exhaustive *truth;
    cw_hex_board board;
    uint64_t stones[2]; /* with fill-in */
    int color;
    int carrier_max; /* larger carriers are not checked: too slow */
    long checked;
} connection_check;

static void check_claim(const cw_hex_connection *claim, void *payload) {
    connection_check *check = payload;
    if (__builtin_popcountll(claim->carrier.word[0]) > check->carrier_max)
        return;
    check->checked++;
    if (!exhaustive_holds(check->truth, check->stones, check->color, claim))
        fail_msg("false connection of colour %d: %d-%d kind %d carrier %#lx, stones %#lx %#lx", check->color,
                 claim->from, claim->to, (int)claim->kind, (unsigned long)claim->carrier.word[0],
                 (unsigned long)check->stones[0], (unsigned long)check->stones[1]);
}

static void check_position(connection_check *check) {
    for (int color = 0; color < 2; color++) {
        cw_hex_set all, filled;
        check->kernel->stones(check->views, color, &all, &filled);
        check->stones[color] = all.word[0];
    }
    for (int color = 0; color < 2; color++) {
        check->color = color;
        check->kernel->visit(check->views, color, CW_HEX_FULL, false, check_claim, check);
        check->kernel->visit(check->views, color, CW_HEX_SEMI, false, check_claim, check);
    }
}

/* Lays stones at random until the board is full; half of the lines with fill-in, half of the positions built
 * anew and half followed from the one before. */
static void check_line(connection_check *check, cw_rng *rng) {
    bool fill = cw_rng_below(rng, 2), follow = cw_rng_below(rng, 2);
    cw_hex_set stones[2] = {{{0}}, {{0}}};
    check->kernel->build(check->views, stones, fill, -1);
    uint64_t laid[2] = {0, 0};
    int color, cell;
    check_position(check);
    while (add_random_stone(&check->board, rng, laid, &color, &cell)) {
        stones[0].word[0] = laid[0];
        stones[1].word[0] = laid[1];
        if (!follow)
            check->kernel->build(check->views, stones, fill, -1);
        else if ((check->stones[0] | check->stones[1]) >> cell & 1)
            continue; /* already filled in */
        else
            check->kernel->play(check->views, color, cell);
        check_position(check);
    }
}

/* Checks at least `count` connections with one kernel on one size; returns how many. */
static long check_connections(const cw_hex_kernel *kernel, const cw_hex_limits *limits, int size,
                              int carrier_max, long count, uint64_t seed) {
    connection_check check = {.kernel = kernel, .carrier_max = carrier_max};
    cw_hex_board_make(&check.board, size, CW_HEX_SWAP_OFF);
    check.truth = exhaustive_create(&check.board);
    check.views = kernel->views_create(&check.board, limits);
    assert_non_null(check.views);
    cw_rng rng = cw_rng_make(seed, (uint64_t)size);
    while (check.checked < count)
        check_line(&check, &rng);
    kernel->views_destroy(check.views);
    free(check.truth);
    return check.checked;
}

#endif

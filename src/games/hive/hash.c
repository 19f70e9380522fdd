#include "games/hive/hash.h"

#define PRIME ((UINT64_C(1) << 61) - 1)

static uint64_t fold(uint64_t value) {
    value = (value & PRIME) + (value >> 61);
    return value >= PRIME ? value - PRIME : value;
}

static uint64_t multiply(uint64_t a, uint64_t b) {
    cw_uint128 product = (cw_uint128)a * b;
    return fold(((uint64_t)product & PRIME) + (uint64_t)(product >> 61));
}

static uint64_t raise_to(uint64_t base, uint64_t exponent) {
    uint64_t power = 1;
    for (; exponent != 0; exponent >>= 1, base = multiply(base, base)) {
        if (exponent & 1)
            power = multiply(power, base);
    }
    return power;
}

/* Does x, whose 738th power is 1, have no smaller one that is? 738 = 2 * 3 * 3 * 41. */
static bool has_full_order(uint64_t x) {
    return raise_to(x, CW_HIVE_CELLS / 2) != 1 && raise_to(x, CW_HIVE_CELLS / 3) != 1 &&
           raise_to(x, CW_HIVE_CELLS / 41) != 1;
}

void cw_hive_fill_powers(cw_hive_powers *powers) {
    uint64_t x = 0;
    for (uint64_t base = 2; x == 0 || !has_full_order(x); base++)
        x = raise_to(base, (PRIME - 1) / CW_HIVE_CELLS);
    powers->power[0] = 1;
    for (int cell = 1; cell < CW_HIVE_CELLS; cell++)
        powers->power[cell] = multiply(powers->power[cell - 1], x);
}

/* ---- Weights ---- */

/* What stands on a cell: a piece by colour, bug and level, or the mark of the piece that may not move. */
static unsigned kind_of(const cw_state *state, int piece) {
    return (unsigned)cw_hive_bug_of[piece] | (unsigned)cw_hive_color(piece) << 3 |
           (unsigned)state->level[piece] << 4;
}

enum { STUNNED_KIND = 1 << 10 };

static void add_kind(const cw_hive_powers *powers, uint64_t *here, uint64_t *there, unsigned kind, int cell) {
    uint64_t weight_here = fold(cw_mix(2 * kind)), weight_there = fold(cw_mix(2 * kind + 1));
    int inverse = cell == 0 ? 0 : CW_HIVE_CELLS - cell;
    *here = fold(*here + multiply(weight_here, powers->power[cell]));
    *there = fold(*there + multiply(weight_there, powers->power[inverse]));
}

void cw_hive_hash_add(const cw_hive_powers *powers, cw_state *state, int piece) {
    add_kind(powers, &state->hash_here, &state->hash_there, kind_of(state, piece), state->cell[piece]);
}

void cw_hive_hash_remove(const cw_hive_powers *powers, cw_state *state, int piece) {
    uint64_t here = 0, there = 0;
    add_kind(powers, &here, &there, kind_of(state, piece), state->cell[piece]);
    state->hash_here = fold(state->hash_here + PRIME - here);
    state->hash_there = fold(state->hash_there + PRIME - there);
}

uint64_t cw_hive_hash(const cw_hive_powers *powers, const cw_state *state) {
    uint64_t here = state->hash_here, there = state->hash_there;
    bool pillbugs = (state->available >> 13 & 1u) != 0;
    if (pillbugs && state->stunned != CW_HIVE_NO_PIECE)
        add_kind(powers, &here, &there, STUNNED_KIND, state->cell[state->stunned]);
    return cw_mix(multiply(here, there) << 1 | (uint64_t)cw_hive_side(state));
}

#include "games/hex/paths.h"

#include <string.h>

#include "games/hex/flood.h"

/* Sets as the compiler's own vectors, so that one source serves both layouts: numbers of 128 bits, and eight
   words of which six are in use. */
#pragma GCC diagnostic ignored "-Wpsabi" /* no such vector leaves this file */
typedef cw_uint128 compact;
typedef uint64_t wide __attribute__((vector_size(64)));

CW_INLINE compact compact_load(const uint64_t *word) {
    return cw_hex_compact(word);
}

static void compact_store(compact set, cw_hex_set *out) {
    memset(out, 0, sizeof *out);
    out->word[0] = (uint64_t)set;
    out->word[1] = (uint64_t)(set >> 64);
}

CW_INLINE bool compact_any(compact set) {
    return set != 0;
}

/* Neighbours in the order NE E SE SW W NW. */
CW_INLINE compact compact_step(compact set, int direction) {
    switch (direction) {
    case 0:
        return (set & CW_HEX_NOT_LAST) >> (CW_HEX_COMPACT_STRIDE - 1);
    case 1:
        return (set & CW_HEX_NOT_LAST) << 1;
    case 2:
        return set << CW_HEX_COMPACT_STRIDE;
    case 3:
        return (set & CW_HEX_NOT_FIRST) << (CW_HEX_COMPACT_STRIDE - 1);
    case 4:
        return (set & CW_HEX_NOT_FIRST) >> 1;
    default:
        return set >> CW_HEX_COMPACT_STRIDE;
    }
}

CW_INLINE wide wide_load(const uint64_t *word) {
    return (wide){word[0], word[1], word[2], word[3], word[4], word[5], 0, 0};
}

static void wide_store(wide set, cw_hex_set *out) {
    memcpy(out, &set, sizeof *out);
}

CW_INLINE bool wide_any(wide set) {
    return (set[0] | set[1] | set[2] | set[3] | set[4] | set[5]) != 0;
}

CW_INLINE wide wide_up(wide set, int distance) {
    const wide before = __builtin_shufflevector(set, set, 7, 0, 1, 2, 3, 4, 5, 6);
    return set << distance | before >> (64 - distance);
}

CW_INLINE wide wide_down(wide set, int distance) {
    const wide after = __builtin_shufflevector(set, set, 1, 2, 3, 4, 5, 6, 7, 0);
    return set >> distance | after << (64 - distance);
}

/* No column needs a mask: the one beyond the last is never in use. */
CW_INLINE wide wide_step(wide set, int direction) {
    static const int distance[3] = {CW_HEX_WIDE_STRIDE - 1, 1, CW_HEX_WIDE_STRIDE};
    bool is_up = direction >= 1 && direction <= 3;
    int by = distance[direction == 3 ? 0 : direction == 4 ? 1 : direction == 5 ? 2 : direction];
    return is_up ? wide_up(set, by) : wide_down(set, by);
}

#define SET compact
#define NAME(name) compact_##name
#include "games/hex/paths.inc"
#undef SET
#undef NAME

#define SET wide
#define NAME(name) wide_##name
#include "games/hex/paths.inc"
#undef SET
#undef NAME

void cw_hex_find_paths(const cw_hex_board *board, const cw_state *state, int color, cw_hex_paths *paths) {
    if (board->words == CW_HEX_WIDE_WORDS)
        wide_find_paths(board, state, color, paths);
    else
        compact_find_paths(board, state, color, paths);
}

/* The options that say how far H-search goes, the same for all knowledge that uses it; only the standards
 * differ. They stand in a table of options, before others or alone:
 *
 *     static const cw_option options[] = {CW_HEX_LIMIT_OPTIONS("8", "16", "4", "4"), {.name = NULL}}; */
#ifndef CW_GAMES_HEX_LIMITS_H
#define CW_GAMES_HEX_LIMITS_H

#include <assert.h>

#include "causeway/options.h"
#include "games/hex/connections.h"

/* clang-format off */
#define CW_HEX_LIMIT_OPTIONS(FULL, SEMI, CELLS, OR)                                                          \
    {.name = "full", .type = CW_OPTION_INTEGER, .low = 1, .high = CW_HEX_FULL_MAX, .standard = FULL,         \
     .help = "full connections kept between two endpoints, one of them stones or an edge",                   \
     .place = CW_PLACE(cw_hex_limits, full)},                                                                \
    {.name = "semi", .type = CW_OPTION_INTEGER, .low = 1, .high = CW_HEX_SEMI_MAX, .standard = SEMI,         \
     .help = "semi-connections kept between two endpoints, one of them stones or an edge",                   \
     .place = CW_PLACE(cw_hex_limits, semi)},                                                                \
    {.name = "cells", .type = CW_OPTION_INTEGER, .low = 1, .high = CW_HEX_FULL_MAX, .standard = CELLS,       \
     .help = "full connections kept between two empty cells; of semi-connections twice as many",             \
     .place = CW_PLACE(cw_hex_limits, full_cells)},                                                          \
    {.name = "or", .type = CW_OPTION_INTEGER, .low = 2, .high = CW_HEX_OR_MAX, .standard = OR,               \
     .help = "semi-connections that the OR rule combines at once",                                           \
     .place = CW_PLACE(cw_hex_limits, or_depth)},                                                            \
    {.name = "steps", .type = CW_OPTION_INTEGER, .low = 0, .high = 1e9, .standard = "0",                     \
     .help = "most steps of the search for connections of one colour, 0 for no limit",                       \
     .place = CW_PLACE(cw_hex_limits, pairs)},                                                               \
    {.name = "time", .type = CW_OPTION_DURATION, .low = 0, .high = 3600, .standard = "0",                    \
     .help = "most time for the connections of one colour, 0 for no limit",                                  \
     .place = CW_PLACE(cw_hex_limits, seconds)}
/* clang-format on */

static_assert(CW_HEX_SEMI_MAX >= 2 * CW_HEX_FULL_MAX, "`cells` sets both limits between empty cells");

/* What these options of a table say. */
cw_hex_limits cw_hex_limits_read(const cw_options *options, const cw_option *table);

#endif

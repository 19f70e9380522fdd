#include "games/tantrix/outlook.h"

#include "games/tantrix/fitting.h"

/* ---- The model's numbers ---- */

/* As the options give them. */
typedef struct numbers {
    double own, other, bag, held, drawn, growth, second, doubt, doubt_end;
} numbers;

const cw_option cw_tantrix_outlook_options[] = {
    {.name = "own",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1,
     .standard = "0.3",
     .help = "the chance that a fitting tile in the owner's hand will continue a line",
     .place = CW_PLACE(numbers, own)},
    {.name = "other",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1,
     .standard = "0.1",
     .help = "the same for a tile in another hand",
     .place = CW_PLACE(numbers, other)},
    {.name = "bag",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1,
     .standard = "0.1",
     .help = "the same for a tile in the bag",
     .place = CW_PLACE(numbers, bag)},
    {.name = "held",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1,
     .standard = "0.9",
     .help = "the chance that a fitting tile in any hand will fill a forced space",
     .place = CW_PLACE(numbers, held)},
    {.name = "drawn",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1,
     .standard = "0.4",
     .help = "the same for a tile in the bag",
     .place = CW_PLACE(numbers, drawn)},
    {.name = "growth",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 56,
     .standard = "7",
     .help = "tiles that an open end gains if all tiles are yet to come",
     .place = CW_PLACE(numbers, growth)},
    {.name = "second",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1,
     .standard = "0.1",
     .help = "what a player's second line adds, as a share of its expected length",
     .place = CW_PLACE(numbers, second)},
    {.name = "doubt",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 100,
     .standard = "11",
     .help = "the lead in points that wins 73 % of games if all tiles are yet to come; less when fewer are",
     .place = CW_PLACE(numbers, doubt)},
    {.name = "doubt_end",
     .type = CW_OPTION_REAL,
     .low = 0.01,
     .high = 100,
     .standard = "0.3",
     .help = "what is left of that lead at the end",
     .place = CW_PLACE(numbers, doubt_end)},
    {.name = NULL},
};

static void set_misses(double *misses, int count_max, double chance) {
    misses[0] = 1;
    for (int count = 1; count <= count_max; count++)
        misses[count] = misses[count - 1] * (1 - chance);
}

void cw_tantrix_outlook_set(tantrix_outlook *outlook, const cw_options *options) {
    numbers given;
    cw_options_fill(options, cw_tantrix_outlook_options, &given);
    outlook->growth = given.growth;
    outlook->second = given.second;
    outlook->doubt = given.doubt;
    outlook->doubt_end = given.doubt_end;
    set_misses(outlook->own_misses, TANTRIX_HAND, given.own);
    set_misses(outlook->other_misses, (CW_PLAYERS_MAX - 1) * TANTRIX_HAND, given.other);
    set_misses(outlook->bag_misses, TANTRIX_TILES, given.bag);
    set_misses(outlook->held_misses, CW_PLAYERS_MAX * TANTRIX_HAND, given.held);
    set_misses(outlook->drawn_misses, TANTRIX_TILES, given.drawn);
}

/* ---- Lines ---- */

/* One player's view of a position. */
typedef struct line_view {
    const tantrix_rules *rules;
    const tantrix_outlook *outlook;
    const cw_state *state;
    tantrix_set own, others; /* tiles in hands */
    unsigned color;
    double share; /* tiles that an open end may gain after the next one */
} line_view;

/* Lines that are followed from join to join. */
enum { CHAIN_MAX = 4 };

static double chance_filled(const line_view *view, unsigned cell) {
    const tantrix_outlook *outlook = view->outlook;
    const tantrix_table *table = &view->state->table;
    tantrix_set fitting = view->rules->tiles.fits[table->cells[cell] & TANTRIX_PATTERN].once;
    int own = tantrix_count(fitting & view->own), others = tantrix_count(fitting & view->others);
    int bag = tantrix_count(fitting & view->state->bag);
    if (tantrix_is_forced_space(&view->rules->tiles, table, cell))
        return 1 - outlook->held_misses[own + others] * outlook->drawn_misses[bag];
    return 1 - outlook->own_misses[own] * outlook->other_misses[others] * outlook->bag_misses[bag];
}

/* What an end adds to a line of `length` tiles whose far end is `origin`. */
static double end_worth(const line_view *view, unsigned end, unsigned origin, int length, int chain) {
    const tantrix_table *table = &view->state->table;
    unsigned cell = tantrix_cell_across(table, end);
    double chance = chance_filled(view, cell);
    uint32_t alike = view->rules->tiles.fits[table->cells[cell] & TANTRIX_PATTERN].edges &
                     (UINT32_C(0x111111) << view->color);
    uint32_t others =
        alike & ~(UINT32_C(1) << (4 * (unsigned)cw_opposite((int)(end % TANTRIX_SIDES)) + view->color));
    if (others == 0)
        return chance * (1 + view->share);
    if ((others & (others - 1)) != 0)
        return 0;
    unsigned joined = tantrix_end_facing(table, cell, (unsigned)__builtin_ctz(others) / 4);
    if (joined == origin)
        return chance * (length + 2);
    int joined_length = table->length[joined];
    if (chain == 0)
        return chance * (1 + joined_length);
    return chance *
           (1 + joined_length +
            end_worth(view, table->other_end[joined], origin, length + 1 + joined_length, chain - 1));
}

static double line_worth(const line_view *view, unsigned end, unsigned other) {
    const tantrix_table *table = &view->state->table;
    int length = table->length[end];
    double worth = length + end_worth(view, end, other, length, CHAIN_MAX);
    if (tantrix_cell_across(table, end) != tantrix_cell_across(table, other))
        worth += end_worth(view, other, end, length, CHAIN_MAX);
    return worth;
}

/* ---- Players ---- */

double cw_tantrix_expected_score(const tantrix_rules *rules, const tantrix_outlook *outlook,
                                 const cw_state *state, int player) {
    const tantrix_table *table = &state->table;
    double to_come = (double)(TANTRIX_TILES - table->laid_count) / TANTRIX_TILES;
    const line_view view = {
        .rules = rules,
        .outlook = outlook,
        .state = state,
        .own = state->hands[player],
        .others = tantrix_tiles_of_others(state, player),
        .color = rules->colors[player],
        .share = outlook->growth * to_come,
    };
    double best = table->best[view.color], second = 0;
    for (int i = 0; i < table->frontier_count; i++) {
        unsigned cell = table->frontier[i];
        uint32_t edges = rules->tiles.fits[table->cells[cell] & TANTRIX_PATTERN].edges &
                         (UINT32_C(0x111111) << view.color);
        for (; edges != 0; edges &= edges - 1) {
            unsigned end = tantrix_end_facing(table, cell, (unsigned)__builtin_ctz(edges) / 4);
            unsigned other = table->other_end[end];
            if (end > other)
                continue;
            double worth = line_worth(&view, end, other);
            if (worth > best) {
                second = best;
                best = worth;
            } else if (worth > second) {
                second = worth;
            }
        }
    }
    return best + outlook->second * to_come * second;
}

void cw_tantrix_expected_points(const tantrix_rules *rules, const tantrix_outlook *outlook,
                                const cw_state *state, double *points) {
    double to_come = (double)(TANTRIX_TILES - state->table.laid_count) / TANTRIX_TILES;
    double unit = outlook->doubt * to_come + outlook->doubt_end;
    for (int player = 0; player < rules->player_count; player++)
        points[player] = cw_tantrix_expected_score(rules, outlook, state, player) / unit;
}

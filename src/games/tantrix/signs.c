#include "games/tantrix/signs.h"

#include <math.h>
#include <string.h>

#include "games/tantrix/fitting.h"

/* One player's view of a position. */
typedef struct view {
    const tantrix_rules *rules;
    const cw_state *state;
    tantrix_set own, others; /* tiles in hands */
    unsigned color;
} view;

/* What a line faces at one end. */
typedef struct facing {
    unsigned cell;
    const tantrix_fit *fit;
    int partners;    /* further edges of the player's colour around the cell */
    unsigned joined; /* the end of the first of them */
} facing;

/* Lines that tiles on single cells would join. */
typedef struct chain {
    unsigned first, last; /* the open ends; of a loop any two that face the same cell */
    bool loop;
    int length;  /* tiles when all are joined */
    int longest; /* tiles of the longest line in it now */
    int joins;
    float chance;    /* that all are joined */
    float own_least; /* the least chance of a cell that joins, by tiles of the own hand */
    float other_least;
    float promise; /* by which chains are ranked */
} chain;

/* 1 - 0.75^n, 1 - 0.85^n and 1 - 0.9^n: the first tiles that fit matter most. */
static const float own_chance[] = {0, 0.25F, 0.4375F, 0.5781F, 0.6836F, 0.7627F, 0.8220F};
static const float other_chance[] = {0,       0.15F,   0.2775F, 0.3859F, 0.4780F, 0.5563F, 0.6229F,
                                     0.6794F, 0.7275F, 0.7684F, 0.8031F, 0.8327F, 0.8578F, 0.8791F,
                                     0.8972F, 0.9126F, 0.9257F, 0.9369F, 0.9464F};

CW_INLINE float bag_chance(int count) {
    static const float chance[] = {0,       0.1F,    0.19F,   0.271F,  0.3439F, 0.4095F,
                                   0.4686F, 0.5217F, 0.5695F, 0.6126F, 0.6513F, 0.6862F,
                                   0.7176F, 0.7458F, 0.7712F, 0.7941F, 0.8147F};
    const int last = (int)(sizeof chance / sizeof *chance) - 1;
    return chance[count < last ? count : last];
}

CW_INLINE uint32_t color_edges(const view *self) {
    return UINT32_C(0x111111) << self->color;
}

CW_INLINE const tantrix_fit *fit_at(const view *self, unsigned cell) {
    return &self->rules->tiles.fits[self->state->table.cells[cell] & TANTRIX_PATTERN];
}

CW_INLINE facing look_across(const view *self, unsigned end) {
    const tantrix_table *table = &self->state->table;
    unsigned side = end % TANTRIX_SIDES;
    facing across = {.cell = tantrix_cell_across(table, end)};
    across.fit = fit_at(self, across.cell);
    uint32_t alike = across.fit->edges & color_edges(self) &
                     ~(UINT32_C(1) << (4 * (unsigned)cw_opposite((int)side) + self->color));
    across.partners = __builtin_popcount(alike);
    if (alike != 0)
        across.joined = tantrix_end_facing(table, across.cell, (unsigned)__builtin_ctz(alike) / 4);
    return across;
}

/* The chances of a cell to be filled, by where the tiles are. */
CW_INLINE void write_chances(const view *self, const tantrix_fit *fit, float *signs) {
    signs[0] = own_chance[tantrix_count(fit->once & self->own)];
    signs[1] = other_chance[tantrix_count(fit->once & self->others)];
    signs[2] = bag_chance(tantrix_count(fit->once & self->state->bag));
}

CW_INLINE float joint_chance(const float *chances) {
    return 1 - (1 - chances[0]) * (1 - chances[1]) * (1 - chances[2]);
}

/* ---- Chains ---- */

CW_INLINE void add_join(const view *self, const facing *across, chain *found) {
    float chances[3];
    write_chances(self, across->fit, chances);
    bool forced = tantrix_is_forced_space(&self->rules->tiles, &self->state->table, across->cell);
    float chance = joint_chance(chances);
    found->chance *= forced ? 1 - (1 - chance) * (1 - chance) : chance;
    found->own_least = fminf(found->own_least, chances[0]);
    found->other_least = fminf(found->other_least, chances[1]);
    found->joins++;
    found->length++;
}

/* Follows the chain that begins with an end; marks the lines that it takes up. */
CW_INLINE chain follow(const view *self, unsigned end, bool *taken) {
    const tantrix_table *table = &self->state->table;
    chain found = {.first = end, .chance = 1, .own_least = 1, .other_least = 1};
    for (unsigned at = end;;) {
        unsigned far = table->other_end[at];
        int length = table->length[at];
        taken[at] = taken[far] = true;
        found.length += length;
        found.longest = length > found.longest ? length : found.longest;
        found.last = far;
        facing across = look_across(self, far);
        if (across.partners != 1 || (taken[across.joined] && across.joined != end))
            break;
        add_join(self, &across, &found);
        found.loop = across.joined == end;
        if (found.loop)
            break;
        at = across.joined;
    }
    float gain = (float)(found.loop ? 2 * found.length : found.length) - (float)found.longest;
    found.promise = (float)found.longest + found.chance * gain;
    return found;
}

/* Puts a chain among the best ones so far. */
CW_INLINE void insert(chain *best, int *count, const chain *next) {
    int place = *count;
    if (*count < TANTRIX_SIGN_CHAINS)
        (*count)++;
    else if (best[--place].promise >= next->promise)
        return;
    for (; place > 0 && best[place - 1].promise < next->promise; place--)
        best[place] = best[place - 1];
    best[place] = *next;
}

/* What all chains have together. */
typedef struct sums {
    int chains, tiles, squares;
    float promise;
} sums;

CW_INLINE void take_chain(const view *self, unsigned end, bool *taken, chain *best, int *count, sums *all) {
    chain found = follow(self, end, taken);
    all->chains++;
    all->tiles += found.length;
    all->squares += found.longest * found.longest;
    all->promise += found.promise;
    insert(best, count, &found);
}

/* Finds the most promising chains: first those with open ends, then loops. */
CW_INLINE int find_chains(const view *self, chain *best, sums *all) {
    const tantrix_table *table = &self->state->table;
    bool taken[TANTRIX_ENDS] = {false};
    unsigned in_pairs[TANTRIX_FRONTIER_MAX];
    int count = 0, pair_count = 0;
    for (int i = 0; i < table->frontier_count; i++) {
        unsigned cell = table->frontier[i];
        uint32_t edges = fit_at(self, cell)->edges & color_edges(self);
        bool is_pair = __builtin_popcount(edges) == 2;
        for (; edges != 0; edges &= edges - 1) {
            unsigned end = tantrix_end_facing(table, cell, (unsigned)__builtin_ctz(edges) / 4);
            if (is_pair) {
                in_pairs[pair_count++] = end;
                break;
            }
            if (!taken[end])
                take_chain(self, end, taken, best, &count, all);
        }
    }
    for (int i = 0; i < pair_count; i++) {
        if (!taken[in_pairs[i]])
            take_chain(self, in_pairs[i], taken, best, &count, all);
    }
    return count;
}

/* ---- Signs ---- */

/* What lies one tile beyond a cell that an end faces. */
typedef struct vicinity {
    int longest; /* tiles of the player's longest other line there */
    int ends;    /* of the player's lines */
    int open;    /* cells */
} vicinity;

CW_INLINE vicinity look_around(const view *self, unsigned cell, unsigned end, unsigned other) {
    const tantrix_table *table = &self->state->table;
    vicinity around = {0};
    for (int side = 0; side < TANTRIX_SIDES; side++) {
        unsigned across = tantrix_neighbor(cell, side);
        if (table->cells[across] & TANTRIX_LAID)
            continue;
        around.open++;
        uint32_t edges = fit_at(self, across)->edges & color_edges(self);
        for (; edges != 0; edges &= edges - 1) {
            unsigned found = tantrix_end_facing(table, across, (unsigned)__builtin_ctz(edges) / 4);
            around.ends++;
            if (found != end && found != other && table->length[found] > around.longest)
                around.longest = table->length[found];
        }
    }
    return around;
}

CW_INLINE void write_end(const view *self, unsigned end, float *signs) {
    const tantrix_table *table = &self->state->table;
    facing across = look_across(self, end);
    write_chances(self, across.fit, signs);
    signs[3] = tantrix_is_forced_space(&self->rules->tiles, table, across.cell);
    signs[4] = self->state->bag != 0 && tantrix_leaves_gap(&self->rules->tiles, table, across.cell);
    signs[5] = (float)__builtin_popcount(across.fit->edges) / 4;
    signs[6] = across.partners > 1;
    vicinity around = look_around(self, across.cell, end, table->other_end[end]);
    signs[7] = (float)around.longest / 8;
    signs[8] = (float)around.ends / 3;
    signs[9] = (float)around.open / 5;
}

CW_INLINE bool are_neighbors(unsigned cell, unsigned other) {
    for (int side = 0; side < TANTRIX_SIDES; side++) {
        if (tantrix_neighbor(cell, side) == other)
            return true;
    }
    return false;
}

CW_INLINE void write_chain(const view *self, const chain *line, float *signs) {
    signs[0] = 1;
    signs[1] = (float)line->longest / 8;
    signs[2] = (float)line->length / 8;
    signs[3] = signs[2] * line->chance;
    signs[4] = line->chance;
    signs[5] = (float)line->joins / 2;
    signs[6] = line->loop;
    signs[7] = line->loop ? signs[3] : 0;
    signs[8] = line->own_least;
    signs[9] = line->other_least;
    if (line->loop)
        return;
    float *one = signs + 12, *two = one + TANTRIX_END_SIGNS;
    write_end(self, line->first, one);
    write_end(self, line->last, two);
    if (are_neighbors(look_across(self, line->first).cell, look_across(self, line->last).cell)) {
        signs[10] = signs[2];
        signs[11] = signs[3] * joint_chance(one) * joint_chance(two);
    }
    /* The end more likely to go on comes first. */
    if (joint_chance(one) + one[7] < joint_chance(two) + two[7]) {
        float kept[TANTRIX_END_SIGNS];
        memcpy(kept, one, sizeof kept);
        memcpy(one, two, sizeof kept);
        memcpy(two, kept, sizeof kept);
    }
}

/* Is this player the next to make a free move? */
CW_INLINE bool is_next(const view *self, int player) {
    const cw_state *state = self->state;
    int count = self->rules->player_count;
    return player == (state->free_done ? (state->player + 1) % count : state->player);
}

/* Forced spaces that the player can fill now, and those for which a tile may still be drawn. */
CW_INLINE void count_spaces(const view *self, int *fillable, int *hopeful) {
    const tantrix_table *table = &self->state->table;
    *fillable = *hopeful = 0;
    for (int i = 0; i < table->space_count; i++) {
        if (!tantrix_is_forced_space(&self->rules->tiles, table, table->spaces[i]))
            continue;
        tantrix_set fitting = fit_at(self, table->spaces[i])->once;
        if (fitting & self->own)
            ++*fillable;
        else if (fitting & self->state->bag)
            ++*hopeful;
    }
}

CW_INLINE void write_whole(const view *self, const tantrix_outlook *outlook, int player, const sums *all,
                           float *signs) {
    const cw_state *state = self->state;
    const tantrix_set colored = self->rules->tiles.with_color[self->color];
    float to_come = (float)(TANTRIX_TILES - state->table.laid_count) / TANTRIX_TILES;
    float best = (float)state->table.best[self->color] / 16;
    float expected = (float)cw_tantrix_expected_score(self->rules, outlook, state, player) / 16;
    int fillable, hopeful;
    count_spaces(self, &fillable, &hopeful);
    const float values[TANTRIX_WHOLE_SIGNS] = {
        1,
        best,
        to_come,
        best * to_come,
        (float)tantrix_count(state->bag) / 44,
        state->bag == 0,
        is_next(self, player),
        is_next(self, player) ? 1 - to_come : 0,
        (float)tantrix_count(self->own & colored) / 6,
        (float)tantrix_count(self->others & colored) / 6,
        (float)tantrix_count(state->bag & colored) / 33,
        (float)all->chains / 10,
        (float)all->tiles / 30,
        (float)all->squares / 100,
        (float)state->table.space_count / 4,
        (float)tantrix_count(self->own) / 6,
        expected,
        expected * to_come,
        all->promise / 32,
        to_come * to_come,
        fmaxf(0, 12 - 56 * to_come) / 12,
        state->player == player,
        (float)fillable / 2,
        (float)hopeful / 2,
    };
    memcpy(signs, values, sizeof values);
}

CW_MULTIVERSION
static void write_signs(const view *self, const tantrix_outlook *outlook, int player, float *signs) {
    chain best[TANTRIX_SIGN_CHAINS];
    sums all = {0};
    int count = find_chains(self, best, &all);
    memset(signs, 0, sizeof *signs * TANTRIX_SIGNS);
    write_whole(self, outlook, player, &all, signs);
    for (int i = 0; i < count; i++)
        write_chain(self, &best[i], signs + TANTRIX_WHOLE_SIGNS + i * TANTRIX_CHAIN_SIGNS);
}

void cw_tantrix_signs(const tantrix_rules *rules, const tantrix_outlook *outlook, const cw_state *state,
                      int player, float *signs) {
    const view self = {.rules = rules,
                       .state = state,
                       .own = state->hands[player],
                       .others = tantrix_tiles_of_others(state, player),
                       .color = rules->colors[player]};
    write_signs(&self, outlook, player, signs);
}

#include "arena/takeover.h"

#include <stdlib.h>
#include <string.h>

/* Another run of the match. */
typedef struct sibling {
    int64_t id, games; /* games of each set of players */
} sibling;

typedef struct sibling_list {
    sibling *items;
    int count;
} sibling_list;

static bool note_sibling(int64_t id, int64_t games, void *payload) {
    sibling_list *list = payload;
    sibling *items = realloc(list->items, sizeof *items * ((size_t)list->count + 1));
    if (items == NULL)
        return false;
    if (games > 0)
        items[list->count++] = (sibling){id, games};
    list->items = items;
    return true;
}

/* ---- Games ---- */

/* Games that fit into the new run, by number. */
typedef struct collection {
    const cw_schedule *schedule;
    const sibling *from;
    bool has_openings;
    cw_match_game *games;
    bool *is_there;
    int64_t room;
} collection;

static bool is_same_pairing(const cw_pairing *a, const cw_pairing *b, int seats) {
    return a->seed == b->seed && memcmp(a->entrants, b->entrants, sizeof a->entrants[0] * (size_t)seats) == 0;
}

/* With `halves` the opening of a game depends on the number of games. */
static bool is_same_opening(const cw_schedule *schedule, int64_t wanted, int64_t games, int64_t number) {
    cw_schedule before = *schedule;
    before.games = games;
    return cw_schedule_pairing(schedule, wanted).opening_seed ==
           cw_schedule_pairing(&before, number).opening_seed;
}

static bool collect_game(const cw_match_game *game, void *payload) {
    collection *self = payload;
    int64_t group = game->pairing.number / self->from->games,
            round = game->pairing.number % self->from->games;
    int64_t number = group * self->schedule->games + round;
    if (round >= self->schedule->games || number < 0 || number >= self->room || self->is_there[number])
        return true;
    cw_pairing wanted = cw_schedule_pairing(self->schedule, number);
    if (!is_same_pairing(&wanted, &game->pairing, self->schedule->seat_count) ||
        (self->has_openings &&
         !is_same_opening(self->schedule, number, self->from->games, game->pairing.number)))
        return true;
    self->games[number] = *game;
    self->games[number].pairing.number = number;
    self->games[number].moves = game->moves != NULL ? strdup(game->moves) : NULL;
    self->is_there[number] = true;
    return true;
}

/* Keeps the units of which all games are there. */
static cw_status keep_units(cw_run *run, int64_t id, const collection *games, cw_error *error) {
    cw_status status = CW_OK;
    int64_t size = cw_match_games_per_unit(&run->match), all = cw_schedule_games(&run->match.schedule);
    for (int64_t first = 0; status == CW_OK && first < games->room; first += size) {
        int64_t end = first + size < all ? first + size : all, there = 0;
        while (first + there < end && first + there < games->room && games->is_there[first + there])
            there++;
        if (first + there < end)
            continue;
        cw_match_part part = {.unit = first / size, .game_count = (int)there, .games = &games->games[first]};
        status = cw_run_keep_unit(run, id, &part, error);
    }
    return status;
}

static cw_status take_games(cw_run *run, int64_t id, const sibling_list *siblings, cw_error *error) {
    const cw_schedule *schedule = &run->match.schedule;
    collection self = {.schedule = schedule,
                       .has_openings = schedule->opening_count > 0 || run->match.random_plies > 0};
    for (int i = 0; i < siblings->count; i++) {
        int64_t games = siblings->items[i].games * cw_schedule_groups(schedule);
        self.room = games > self.room ? games : self.room;
    }
    int64_t all = cw_schedule_games(schedule);
    if (self.room > all || cw_schedule_groups(schedule) > 1)
        self.room = all;
    self.games = calloc((size_t)self.room + 1, sizeof *self.games);
    self.is_there = calloc((size_t)self.room + 1, sizeof *self.is_there);
    cw_status status = CW_OK;
    if (self.games == NULL || self.is_there == NULL)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for the games of earlier runs");
    for (int i = 0; status == CW_OK && i < siblings->count; i++) {
        self.from = &siblings->items[i];
        status = cw_store_games(run->store, self.from->id, collect_game, &self, error);
    }
    if (status == CW_OK)
        status = keep_units(run, id, &self, error);
    for (int64_t i = 0; self.games != NULL && i < self.room; i++)
        free(self.games[i].moves);
    free(self.games);
    free(self.is_there);
    return status;
}

/* ---- Sums ---- */

/* The sums of whole units, by unit. */
typedef struct sums_collection {
    char **sums;
    int64_t room;
} sums_collection;

static bool collect_sums(int64_t unit, const char *sums, void *payload) {
    sums_collection *self = payload;
    if (unit >= 0 && unit < self->room && self->sums[unit] == NULL)
        self->sums[unit] = strdup(sums);
    return true;
}

/* Units of large runs can be taken over where only one set of players meets: then they hold the same games,
 * but for the last unit of each run. */
static cw_status take_sums(cw_run *run, int64_t id, const sibling_list *siblings, cw_error *error) {
    const cw_schedule *schedule = &run->match.schedule;
    int64_t size = cw_match_games_per_unit(&run->match);
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < siblings->count; i++) {
        int64_t common =
            siblings->items[i].games < schedule->games ? siblings->items[i].games : schedule->games;
        sums_collection self = {.room = common / size};
        self.sums = calloc((size_t)self.room + 1, sizeof *self.sums);
        if (self.sums == NULL)
            return cw_fail(error, CW_NO_MEMORY, "out of memory for the sums of earlier runs");
        status = cw_store_sums(run->store, siblings->items[i].id, collect_sums, &self, error);
        for (int64_t unit = 0; unit < self.room; unit++) {
            if (status == CW_OK && self.sums[unit] != NULL)
                status = cw_store_add_sums(run->store, id, unit, size, self.sums[unit], error);
            free(self.sums[unit]);
        }
        free(self.sums);
    }
    return status;
}

cw_status cw_run_take_over(cw_run *run, int64_t id, const cw_run_definition *known, cw_error *error) {
    sibling_list siblings = {0};
    const cw_schedule *schedule = &run->match.schedule;
    bool is_series = run->match.loser_starts, one_group = cw_schedule_groups(schedule) == 1;
    bool is_summed = cw_run_keeps_sums(run);
    if (is_series || (is_summed && !one_group))
        return CW_OK;
    cw_status status = cw_match_find_siblings(&run->match, run->store, known, run->any_version, note_sibling,
                                              &siblings, error);
    if (status == CW_OK && siblings.count > 0)
        status = take_games(run, id, &siblings, error);
    if (status == CW_OK && is_summed && schedule->sides != CW_SIDES_HALVES)
        status = take_sums(run, id, &siblings, error);
    if (status == CW_OK)
        status = cw_store_flush(run->store, error);
    free(siblings.items);
    return status;
}

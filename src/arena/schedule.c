#include "arena/schedule.h"

#include <assert.h>

/* Ways to choose k of n; small numbers only. */
static int64_t choose_count(int n, int k) {
    int64_t count = 1;
    for (int i = 1; i <= k; i++)
        count = count * (n - k + i) / i;
    return count;
}

/* Writes choice number `index` of k of the numbers first .. first + n - 1, in lexicographic order. */
static void choose_at(int first, int n, int k, int64_t index, int *chosen) {
    for (int value = first; k > 0; value++) {
        int64_t with = choose_count(n - 1, k - 1);
        if (index < with) {
            *chosen++ = value;
            k--;
        } else {
            index -= with;
        }
        n--;
    }
}

int cw_schedule_groups(const cw_schedule *schedule) {
    int seats = schedule->seat_count, entrants = schedule->entrant_count;
    assert(entrants >= seats && entrants <= CW_ENTRANTS_MAX);
    if (schedule->gauntlet)
        return (int)choose_count(entrants - 1, seats - 1);
    return (int)choose_count(entrants, seats);
}

int64_t cw_schedule_games(const cw_schedule *schedule) {
    return schedule->games * cw_schedule_groups(schedule);
}

/* By how many seats the players of a game are turned. */
static int turn_of(const cw_schedule *schedule, int64_t round) {
    switch (schedule->sides) {
    case CW_SIDES_ALTERNATE:
        return (int)(round % schedule->seat_count);
    case CW_SIDES_HALVES:
        return (int)(round * schedule->seat_count / schedule->games);
    case CW_SIDES_FIXED:
        break;
    }
    return 0;
}

/* Which opening of the list a game has. An opening is played from every side: in games that follow each
 * other, or with `halves` in the same game of each part. */
static int64_t stage_of(const cw_schedule *schedule, int64_t round) {
    int seats = schedule->seat_count;
    if (schedule->sides == CW_SIDES_FIXED)
        return round;
    if (schedule->sides == CW_SIDES_ALTERNATE)
        return round / seats;
    int64_t turned = turn_of(schedule, round) * schedule->games;
    return round - (turned + seats - 1) / seats;
}

cw_pairing cw_schedule_pairing(const cw_schedule *schedule, int64_t number) {
    int seats = schedule->seat_count;
    int64_t round = number % schedule->games;
    int chosen[CW_PLAYERS_MAX] = {0};
    cw_pairing pairing = {.number = number, .group = (int)(number / schedule->games), .opening = -1};
    if (schedule->gauntlet)
        choose_at(1, schedule->entrant_count - 1, seats - 1, pairing.group, chosen + 1);
    else
        choose_at(0, schedule->entrant_count, seats, pairing.group, chosen);
    int turn = turn_of(schedule, round);
    for (int seat = 0; seat < seats; seat++)
        pairing.entrants[seat] = chosen[(seat + turn) % seats];
    /* A seed does not depend on the number of games, so that a match can be made longer. */
    uint64_t place = (uint64_t)round ^ (uint64_t)pairing.group << 40;
    pairing.seed = cw_mix(schedule->seed ^ cw_mix(place));
    int64_t stage = stage_of(schedule, round);
    pairing.opening_seed = cw_mix(schedule->seed ^ cw_mix(~(uint64_t)stage));
    if (schedule->opening_count > 0)
        pairing.opening = (int)(stage % schedule->opening_count);
    return pairing;
}

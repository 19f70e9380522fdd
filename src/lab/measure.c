#include "lab/measure.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static cw_measured share(int64_t count, int64_t games) {
    double part = games > 0 ? (double)count / (double)games : 0;
    cw_interval interval = cw_wilson(part, (double)games);
    return (cw_measured){100 * part, 100 * interval.low, 100 * interval.high};
}

static cw_measured wins(const cw_standings *standings, int subject) {
    return share(standings->entrants[subject].tally.wins, standings->entrants[subject].tally.games);
}

static cw_measured draws(const cw_standings *standings, int subject) {
    return share(standings->entrants[subject].tally.draws, standings->entrants[subject].tally.games);
}

static cw_measured losses(const cw_standings *standings, int subject) {
    return share(standings->entrants[subject].tally.losses, standings->entrants[subject].tally.games);
}

static cw_measured score(const cw_standings *standings, int subject) {
    const cw_tally *tally = &standings->entrants[subject].tally;
    cw_interval interval = cw_tally_interval(tally);
    return (cw_measured){100 * cw_tally_score(tally), 100 * interval.low, 100 * interval.high};
}

static cw_measured decided(const cw_standings *standings, int subject) {
    const cw_tally *tally = &standings->entrants[subject].tally;
    cw_interval interval = cw_tally_shown_interval(tally);
    int64_t games = tally->wins + tally->losses;
    double part = games > 0 ? (double)tally->wins / (double)games : 0;
    return (cw_measured){100 * part, 100 * interval.low, 100 * interval.high};
}

static cw_measured first(const cw_standings *standings, int subject) {
    (void)subject;
    return share(standings->first.wins, standings->first.games);
}

static cw_measured mean(double sum, int64_t count) {
    return (cw_measured){count > 0 ? sum / (double)count : NAN, NAN, NAN};
}

/* The same with its interval, where the squares are known. */
static cw_measured mean_with_interval(double sum, double squares, int64_t count) {
    cw_measured measured = mean(sum, count);
    if (squares > 0 && count > 1) { /* sums of earlier versions do not have them */
        cw_interval interval = cw_mean_interval(sum, squares, count);
        measured.low = interval.low;
        measured.high = interval.high;
    }
    return measured;
}

static cw_measured moves(const cw_standings *standings, int subject) {
    (void)subject;
    return mean_with_interval((double)standings->moves, standings->moves_squares, standings->first.games);
}

static cw_measured moves_won(const cw_standings *standings, int subject) {
    const cw_standing *entrant = &standings->entrants[subject];
    return mean_with_interval((double)entrant->won_moves, entrant->won_squares, entrant->tally.wins);
}

static cw_measured longest(const cw_standings *standings, int subject) {
    (void)subject;
    double moves = standings->longest > 0 ? (double)standings->longest : NAN;
    return (cw_measured){moves, moves, moves}; /* of these games, and of no others */
}

static cw_measured margin(const cw_standings *standings, int subject) {
    const cw_standing *entrant = &standings->entrants[subject];
    return mean_with_interval(entrant->margins, entrant->margin_squares, entrant->tally.games);
}

static cw_measured points(const cw_standings *standings, int subject) {
    return mean(standings->entrants[subject].scores, standings->entrants[subject].tally.games);
}

static cw_measured simulations(const cw_standings *standings, int subject) {
    const cw_standing *entrant = &standings->entrants[subject];
    cw_measured measured = mean(entrant->simulations, entrant->decisions);
    if (entrant->products > 0 && entrant->tally.games > 1) { /* sums of earlier versions do not have them */
        cw_interval interval = cw_ratio_interval(&(cw_ratio){
            .above = entrant->simulations,
            .below = (double)entrant->decisions,
            .above_squares = entrant->simulation_squares,
            .below_squares = entrant->decision_squares,
            .products = entrant->products,
            .count = entrant->tally.games,
        });
        measured.low = interval.low;
        measured.high = interval.high;
    }
    return measured;
}

static const cw_measure measures[] = {
    {"wins", "wins %", wins},
    {"draws", "draws %", draws},
    {"losses", "losses %", losses},
    {"score", "score %", score},
    {"decided", "wins of decided games %", decided},
    {"first", "wins of whoever moves first %", first},
    {"moves", "moves a game", moves},
    {"moves-won", "moves of won games", moves_won},
    {"points", "points", points},
    {"simulations", "simulations a decision", simulations},
    {"longest", "moves of the longest game", longest},
    {"margin", "points ahead", margin},
};

static_assert(sizeof measures / sizeof measures[0] == CW_MEASURES, "the header counts them");

const cw_measure *cw_measure_at(int index) {
    return &measures[index];
}

int cw_measure_index(const cw_measure *measure) {
    return (int)(measure - measures);
}

const cw_measure *cw_measure_find(const char *name) {
    for (size_t i = 0; name != NULL && i < sizeof measures / sizeof measures[0]; i++) {
        if (strcmp(measures[i].name, name) == 0)
            return &measures[i];
    }
    return NULL;
}

const char *cw_measure_names(void) {
    return "wins, draws, losses, score, decided, first, moves, moves-won, points, "
           "simulations, longest and margin";
}

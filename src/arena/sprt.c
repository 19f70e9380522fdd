#include "arena/sprt.h"

#include <assert.h>
#include <math.h>

#include "arena/statistics.h"

void cw_sprt_add_pair(cw_sprt *sprt, double reward, double other_reward) {
    long kind = lround(2 * (reward + other_reward));
    assert(kind >= 0 && kind < CW_SPRT_KINDS);
    sprt->pairs[kind]++;
}

/* The mean reward of a kind of pair. */
static double value_of(int kind) {
    return kind / (double)(CW_SPRT_KINDS - 1);
}

/* The shares of the five kinds; returns the number of pairs they stand for. */
static double read_shares(const cw_sprt *sprt, double *shares) {
    const double not_seen = 0.1;
    double all = 0;
    for (int kind = 0; kind < CW_SPRT_KINDS; kind++) {
        shares[kind] = sprt->pairs[kind] > 0 ? (double)sprt->pairs[kind] : not_seen;
        all += shares[kind];
    }
    for (int kind = 0; kind < CW_SPRT_KINDS; kind++)
        shares[kind] /= all;
    return all;
}

/* Among all distributions with the mean, share / (1 + tilt * (value - mean)) makes the shares most likely.
 * The tilt is where the excess over the mean vanishes; it falls as the tilt grows, so it can be enclosed. */
static double find_tilt(const double *shares, double mean) {
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int step = 0; step < 60; step++) {
        double tilt = (low + high) / 2, excess = 0;
        for (int kind = 0; kind < CW_SPRT_KINDS; kind++)
            excess += shares[kind] * (value_of(kind) - mean) / (1 + tilt * (value_of(kind) - mean));
        *(excess > 0 ? &low : &high) = tilt;
    }
    return (low + high) / 2;
}

double cw_sprt_log_likelihood_ratio(const cw_sprt *sprt) {
    double shares[CW_SPRT_KINDS], ratio = 0;
    double all = read_shares(sprt, shares);
    if (all < 1) /* nothing was seen */
        return 0;
    double mean0 = cw_elo_score(sprt->elo0), mean1 = cw_elo_score(sprt->elo1);
    double tilt0 = find_tilt(shares, mean0), tilt1 = find_tilt(shares, mean1);
    for (int kind = 0; kind < CW_SPRT_KINDS; kind++) {
        double value = value_of(kind);
        ratio += shares[kind] * (log1p(tilt0 * (value - mean0)) - log1p(tilt1 * (value - mean1)));
    }
    return all * ratio;
}

cw_sprt_decision cw_sprt_decide(const cw_sprt *sprt) {
    double bound = log(0.95 / 0.05), ratio = cw_sprt_log_likelihood_ratio(sprt);
    if (ratio >= bound)
        return CW_SPRT_ELO1;
    return ratio <= -bound ? CW_SPRT_ELO0 : CW_SPRT_OPEN;
}

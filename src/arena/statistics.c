#include "arena/statistics.h"

#include <math.h>

static const double normal_quantile = 1.959963984540054; /* 97.5 % of a normal distribution lie below */

void cw_tally_add(cw_tally *tally, const cw_game *game, const double *rewards, int seat) {
    double best_other = -1, own = rewards[seat];
    for (int i = 0; i < game->player_count; i++) {
        if (!cw_game_allied(game, i, seat) && rewards[i] > best_other)
            best_other = rewards[i];
    }
    tally->games++;
    tally->wins += own > best_other;
    tally->losses += own < best_other;
    tally->draws += !(own > best_other) && !(own < best_other);
    tally->reward_sum += own;
    tally->reward_squares += own * own;
}

double cw_tally_score(const cw_tally *tally) {
    return tally->games > 0 ? tally->reward_sum / (double)tally->games : 0;
}

cw_interval cw_wilson(double share, double games) {
    if (games <= 0)
        return (cw_interval){0, 1};
    double z2 = normal_quantile * normal_quantile;
    double middle = (share + z2 / (2 * games)) / (1 + z2 / games);
    double half =
        normal_quantile * sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games);
    /* At the ends the formula is exact, its evaluation is not. */
    return (cw_interval){share <= 0 ? 0 : fmax(0, middle - half), share >= 1 ? 1 : fmin(1, middle + half)};
}

cw_interval cw_tally_interval(const cw_tally *tally) {
    double games = (double)tally->games, score = cw_tally_score(tally);
    double coin = score * (1 - score);
    if (tally->games == 0 || coin <= 0)
        return cw_wilson(score, games);
    double variance = fmax(0, tally->reward_squares / games - score * score);
    /* One imagined game of a coin keeps a few equal draws from looking certain. */
    double ratio = fmin(1, (games * (variance / coin) + 1) / (games + 1));
    return cw_wilson(score, games / ratio);
}

cw_interval cw_mean_interval(double sum, double squares, int64_t count) {
    if (count < 2)
        return (cw_interval){-INFINITY, INFINITY};
    double n = (double)count, mean = sum / n;
    double variance = fmax(0, (squares - n * mean * mean) / (n - 1));
    double half = normal_quantile * sqrt(variance / n);
    return (cw_interval){mean - half, mean + half};
}

cw_interval cw_ratio_interval(const cw_ratio *ratio) {
    if (ratio->count < 2 || ratio->below <= 0)
        return (cw_interval){-INFINITY, INFINITY};
    double n = (double)ratio->count, value = ratio->above / ratio->below;
    double rest = ratio->above_squares - 2 * value * ratio->products + value * value * ratio->below_squares;
    double half = normal_quantile * sqrt(n * fmax(0, rest) / (n - 1)) / ratio->below;
    return (cw_interval){value - half, value + half};
}

double cw_elo(double score) {
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return 400 * log10(score / (1 - score));
}

double cw_elo_score(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

cw_interval cw_tally_shown_interval(const cw_tally *tally) {
    double decided = (double)(tally->wins + tally->losses);
    if (decided <= 0)
        return (cw_interval){0, 1};
    double p = (double)tally->wins / decided;
    double half = normal_quantile * sqrt(p * (1 - p) / (double)tally->games);
    return (cw_interval){fmax(0, p - half), fmin(1, p + half)};
}

void cw_tally_merge(cw_tally *tally, const cw_tally *part) {
    tally->games += part->games;
    tally->wins += part->wins;
    tally->draws += part->draws;
    tally->losses += part->losses;
    tally->reward_sum += part->reward_sum;
    tally->reward_squares += part->reward_squares;
}

/* A forecast of who wins, by a small network that reads the signs of two players at a time:
 *
 *     own signs ----.
 *                    > wide layer -> narrow layer -> strength        forecast = strength of one against the
 *     rival's signs-'                                                other - strength of the other against
 *                                                                    the one, in log odds
 *
 * It has learnt from games in which it was its own opponent; tools/learn_forecast.c tells how. */
#ifndef CW_GAMES_TANTRIX_FORECAST_H
#define CW_GAMES_TANTRIX_FORECAST_H

#include "games/tantrix/signs.h"

enum {
    TANTRIX_WIDE = 32,
    TANTRIX_NARROW = 16,
    TANTRIX_WEIGHTS =
        2 * TANTRIX_SIGNS * TANTRIX_WIDE + TANTRIX_WIDE + TANTRIX_WIDE * TANTRIX_NARROW + 2 * TANTRIX_NARROW,
    TANTRIX_WEIGHT_UNIT = 4096, /* weights are kept as whole parts of this */
};

/* The weights one after the other, as learnt ones are kept. */
typedef struct tantrix_network {
    float own[TANTRIX_SIGNS][TANTRIX_WIDE], rival[TANTRIX_SIGNS][TANTRIX_WIDE], wide_bias[TANTRIX_WIDE];
    float narrow[TANTRIX_WIDE][TANTRIX_NARROW], narrow_bias[TANTRIX_NARROW];
    float strength[TANTRIX_NARROW];
} tantrix_network;

typedef struct tantrix_forecaster {
    tantrix_outlook outlook;
    tantrix_network network;
} tantrix_forecaster;

/* What a sum of a layer passes on: below zero it counts little. */
CW_INLINE float tantrix_bend(float sum) {
    return sum > 0 ? sum : 0.01F * sum;
}

/* What the network has learnt (forecast_weights.c). */
extern const int16_t cw_tantrix_weights[TANTRIX_WEIGHTS];

/* Makes a forecaster ready, with the learnt weights. */
void cw_tantrix_forecaster_set(tantrix_forecaster *forecaster);

/* Writes points for all players: of two players, the difference is the logarithm of the odds that the one
 * wins; of more, each has the mean over the rivals. */
void cw_tantrix_forecast(const tantrix_rules *rules, const tantrix_forecaster *forecaster,
                         const cw_state *state, double *points);

#endif

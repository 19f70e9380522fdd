/* A forecast of who wins, by a small network (networks/tantrix.cwn) that reads the signs of two players at a
 * time:
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
#include "network/network.h"

/* What one thread forecasts with. */
typedef struct tantrix_forecaster {
    tantrix_outlook outlook;
    cw_network *network;
    cw_workspace *workspace;
} tantrix_forecaster;

/* Makes a forecaster ready with a network's file in memory, or with the one that ships (`file` NULL). */
cw_status cw_tantrix_forecaster_open(tantrix_forecaster *forecaster, const void *file, size_t size,
                                     cw_error *error);
void cw_tantrix_forecaster_close(tantrix_forecaster *forecaster);

/* The file of the network that ships (shipped.c). */
const unsigned char *cw_tantrix_shipped_network(size_t *size);

/* Writes points for all players: of two players, the difference is the logarithm of the odds that the one
 * wins; of more, each has the mean over the rivals. */
void cw_tantrix_forecast(const tantrix_rules *rules, const tantrix_forecaster *forecaster,
                         const cw_state *state, double *points);

#endif

#include "games/tantrix/forecast.h"

#include <string.h>

_Static_assert(sizeof(tantrix_network) == sizeof(float) * TANTRIX_WEIGHTS, "weights lie without gaps");

void cw_tantrix_forecaster_set(tantrix_forecaster *forecaster) {
    cw_options defaults;
    cw_options_defaults(&defaults, cw_tantrix_outlook_options);
    cw_tantrix_outlook_set(&forecaster->outlook, &defaults);
    float weights[TANTRIX_WEIGHTS];
    for (int i = 0; i < TANTRIX_WEIGHTS; i++)
        weights[i] = (float)cw_tantrix_weights[i] / TANTRIX_WEIGHT_UNIT;
    memcpy(&forecaster->network, weights, sizeof weights);
}

CW_INLINE float strength(const tantrix_network *network, const float *wide) {
    float narrow[TANTRIX_NARROW], sum = 0;
    memcpy(narrow, network->narrow_bias, sizeof narrow);
    for (int i = 0; i < TANTRIX_WIDE; i++) {
        float input = tantrix_bend(wide[i]);
        for (int j = 0; j < TANTRIX_NARROW; j++)
            narrow[j] += input * network->narrow[i][j];
    }
    for (int j = 0; j < TANTRIX_NARROW; j++)
        sum += tantrix_bend(narrow[j]) * network->strength[j];
    return sum;
}

/* The log odds of one player against another. */
CW_MULTIVERSION
static float compare(const tantrix_network *network, const float *signs, const float *rival_signs) {
    float wide[TANTRIX_WIDE], rival_wide[TANTRIX_WIDE];
    memcpy(wide, network->wide_bias, sizeof wide);
    memcpy(rival_wide, network->wide_bias, sizeof rival_wide);
    for (int i = 0; i < TANTRIX_SIGNS; i++) {
        float sign = signs[i], rival_sign = rival_signs[i];
        if (sign == 0 && rival_sign == 0)
            continue;
        for (int j = 0; j < TANTRIX_WIDE; j++) {
            wide[j] += sign * network->own[i][j] + rival_sign * network->rival[i][j];
            rival_wide[j] += rival_sign * network->own[i][j] + sign * network->rival[i][j];
        }
    }
    return strength(network, wide) - strength(network, rival_wide);
}

/* Of a finished game nothing is uncertain. */
static void forecast_finished(const tantrix_rules *rules, const cw_state *state, double *points) {
    const double certain = 4;
    int best = 0;
    for (int player = 0; player < rules->player_count; player++) {
        int score = state->table.best[rules->colors[player]];
        best = score > best ? score : best;
    }
    for (int player = 0; player < rules->player_count; player++)
        points[player] = state->table.best[rules->colors[player]] == best ? certain : -certain;
}

void cw_tantrix_forecast(const tantrix_rules *rules, const tantrix_forecaster *forecaster,
                         const cw_state *state, double *points) {
    if (state->table.laid_count == TANTRIX_TILES) {
        forecast_finished(rules, state, points);
        return;
    }
    float signs[CW_PLAYERS_MAX][TANTRIX_SIGNS];
    for (int player = 0; player < rules->player_count; player++) {
        cw_tantrix_signs(rules, &forecaster->outlook, state, player, signs[player]);
        points[player] = 0;
    }
    for (int player = 0; player < rules->player_count; player++) {
        for (int rival = player + 1; rival < rules->player_count; rival++) {
            double odds = compare(&forecaster->network, signs[player], signs[rival]);
            points[player] += odds / rules->player_count;
            points[rival] -= odds / rules->player_count;
        }
    }
}

#include "games/tantrix/forecast.h"

#include <string.h>

cw_status cw_tantrix_forecaster_open(tantrix_forecaster *forecaster, const void *file, size_t size,
                                     cw_error *error) {
    cw_options defaults;
    *forecaster = (tantrix_forecaster){0};
    cw_options_defaults(&defaults, cw_tantrix_outlook_options);
    cw_tantrix_outlook_set(&forecaster->outlook, &defaults);
    if (file == NULL)
        file = cw_tantrix_shipped_network(&size);
    cw_status status = cw_network_read(file, size, "of Tantrix", NULL, &forecaster->network, error);
    if (status == CW_OK)
        status = cw_network_expect_vector(forecaster->network, "tantrix", 2 * TANTRIX_SIGNS, error);
    if (status == CW_OK)
        status = cw_workspace_create(forecaster->network, 1, 1, &forecaster->workspace, error);
    if (status != CW_OK)
        cw_tantrix_forecaster_close(forecaster);
    return status;
}

void cw_tantrix_forecaster_close(tantrix_forecaster *forecaster) {
    cw_workspace_destroy(forecaster->workspace);
    cw_network_destroy(forecaster->network);
    forecaster->workspace = NULL;
    forecaster->network = NULL;
}

/* How a player stands against a rival. */
static double strength(cw_workspace *workspace, const float *signs, const float *rival_signs) {
    float *input = cw_workspace_vector(workspace);
    memcpy(input, signs, sizeof(float) * TANTRIX_SIGNS);
    memcpy(input + TANTRIX_SIGNS, rival_signs, sizeof(float) * TANTRIX_SIGNS);
    cw_workspace_run(workspace);
    return cw_workspace_value(workspace)[0];
}

/* The log odds of one player against another. */
static double compare(cw_workspace *workspace, const float *signs, const float *rival_signs) {
    return strength(workspace, signs, rival_signs) - strength(workspace, rival_signs, signs);
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
            double odds = compare(forecaster->workspace, signs[player], signs[rival]);
            points[player] += odds / rules->player_count;
            points[rival] -= odds / rules->player_count;
        }
    }
}

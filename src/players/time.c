#include "players/time.h"

#include <stdio.h>
#include <string.h>

/* Of "ext:gtp,time=4s:COMMAND" the settings end where the command begins. */
static size_t command_of(const char *spec) {
    if (strncmp(spec, "ext:", 4) != 0)
        return strlen(spec);
    return 4 + strcspn(spec + 4, ":");
}

cw_status cw_player_scale_time(const char *spec, const cw_game *game, double factor, cw_text *scaled,
                               cw_error *error) {
    cw_plan plan;
    cw_status status = cw_plan_read(&plan, spec, game, error);
    if (status != CW_OK)
        return status;
    double seconds = cw_plan_seconds(&plan) * factor;
    if (seconds <= 0) {
        cw_text_append(scaled, spec);
        return CW_OK;
    }
    char time[32];
    seconds = seconds > 0.001 ? seconds : 0.001;
    snprintf(time, sizeof time, seconds < 1 ? "%.6gms" : "%.6gs", seconds < 1 ? 1000 * seconds : seconds);
    size_t command = command_of(spec);
    cw_text settings = {0};
    cw_text_append_bytes(&settings, spec, command);
    cw_spec_set(cw_text_string(&settings), "time", time, scaled);
    cw_text_append(scaled, spec + command);
    cw_text_free(&settings);
    return CW_OK;
}

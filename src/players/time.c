#include "players/time.h"

#include <string.h>

#include "players/registry.h"

/* Of a spec "name:settings" with settings such as "c=1,time=4s": writes it with another time, in the place of
 * the one that is there, or at the end of [settings, end). */
static void replace_time(const char *spec, const char *settings, const char *end, double seconds,
                         cw_text *text) {
    bool is_written = false;
    const char *unit = seconds < 1 ? "ms" : "s";
    double number = seconds < 1 ? seconds * 1000 : seconds;
    cw_text_append_bytes(text, spec, (size_t)(settings - spec));
    for (const char *cursor = settings; cursor < end;) {
        size_t length = strcspn(cursor, ",");
        length = cursor + length > end ? (size_t)(end - cursor) : length;
        const char *name = cursor + strspn(cursor, " ");
        if (strncmp(name, "time", 4) == 0 && name[4 + strspn(name + 4, " ")] == '=') {
            cw_text_printf(text, "time=%.6g%s", number, unit);
            is_written = true;
        } else {
            cw_text_append_bytes(text, cursor, length);
        }
        cursor += length;
        if (cursor < end)
            cw_text_append_char(text, *cursor++);
    }
    if (!is_written)
        cw_text_printf(text, "%stime=%.6g%s",
                       settings < end        ? ","
                       : settings[-1] == ':' ? ""
                                             : ":",
                       number, unit);
    cw_text_append(text, end);
}

cw_status cw_player_scale_time(const char *spec, const cw_game *game, double factor, cw_text *scaled,
                               cw_error *error) {
    cw_player *player = NULL;
    cw_status status = cw_player_create(spec, game, 0, &player, error);
    if (status != CW_OK)
        return status;
    double seconds = cw_player_seconds(player) * factor;
    cw_player_destroy(player);
    if (seconds <= 0) {
        cw_text_append(scaled, spec);
        return CW_OK;
    }
    const char *settings = spec + strcspn(spec, ":");
    settings += *settings == ':';
    /* The settings of an external engine end where its command begins. */
    bool is_external = strncmp(spec, "ext:", 4) == 0;
    const char *end = settings + (is_external ? strcspn(settings, ":") : strlen(settings));
    replace_time(spec, settings, end, seconds > 0.001 ? seconds : 0.001, scaled);
    return CW_OK;
}

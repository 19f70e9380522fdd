#include "cli/think.h"

#include <stdio.h>

#include "cli/interrupt.h"
#include "cli/live.h"

/* Who thinks, and where it is shown. */
typedef struct thought {
    const char *name, *hint;
    cli_live live;
} thought;

/* Another program does not answer. */
static void show_waiting(const char *note, void *payload) {
    thought *shown = payload;
    cli_live_end(&shown->live);
    fprintf(stderr, "%s: %s (Ctrl-C: wait no longer)\n", shown->name, note);
}

static void show_thought(const cw_analysis *analysis, void *payload) {
    thought *shown = payload;
    if (!cli_live_is_due(&shown->live))
        return;
    cw_text text = {0};
    cw_text_printf(&text, "%s thinks, %.0f s (Ctrl-C: %s)", shown->name, analysis->seconds, shown->hint);
    cli_live_draw(&shown->live, &text);
    cw_text_free(&text);
}

cw_status cli_think(cw_player *player, const cw_record *record, const char *name, const char *hint,
                    double seconds, cw_analysis *analysis, cw_error *error) {
    thought shown = {.name = name, .hint = hint};
    cli_live_begin(&shown.live);
    cw_limits limits = {.move_seconds = seconds,
                        .stop = cli_interrupt_begin(),
                        .progress = show_thought,
                        .waiting = show_waiting,
                        .payload = &shown};
    cw_status status = cw_player_choose(player, record, &limits, analysis, error);
    cli_interrupt_end();
    cli_live_end(&shown.live);
    return status;
}

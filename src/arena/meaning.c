#include "arena/meaning.h"

cw_status cw_match_print_meaning(const cw_match *match, cw_text *text, cw_error *error) {
    cw_text_printf(text, "%s:", match->game->type->name);
    cw_options_print_all(&match->game->options, text);
    for (int i = 0; i < match->schedule.entrant_count; i++) {
        cw_plan plan;
        cw_status status = cw_plan_read(&plan, match->specs[i], match->game, error);
        if (status != CW_OK)
            return status;
        cw_text_append_char(text, '\n');
        cw_plan_print_meaning(&plan, text);
    }
    return text->out_of_memory ? cw_fail(error, CW_NO_MEMORY, "out of memory for a match") : CW_OK;
}

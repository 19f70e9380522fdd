#include "arena/meaning.h"

cw_status cw_match_print_meaning(const cw_match *match, cw_text *text, cw_error *error) {
    cw_text_printf(text, "%s:", match->game->type->name);
    cw_options_print_all(&match->game->options, text);
    for (int i = 0; i < match->schedule.entrant_count; i++) {
        cw_player *player = NULL;
        cw_status status = cw_player_create(match->specs[i], match->game, 0, &player, error);
        if (status != CW_OK)
            return status;
        cw_text_append_char(text, '\n');
        cw_player_print_meaning(player, text);
        cw_player_destroy(player);
    }
    return text->out_of_memory ? cw_fail(error, CW_NO_MEMORY, "out of memory for a match") : CW_OK;
}

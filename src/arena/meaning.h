/* What a match means to this program: every option of the game and of the players with its value, also where
 * a spec leaves it to a preset or a default. Two runs of one definition are the same only if it is equal. */
#ifndef CW_ARENA_MEANING_H
#define CW_ARENA_MEANING_H

#include "arena/match.h"

cw_status cw_match_print_meaning(const cw_match *match, cw_text *text, cw_error *error);

#endif

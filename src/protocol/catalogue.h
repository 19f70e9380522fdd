/* What there is to choose from, as JSON: games, players, their options and knowledge, all made from the
 * tables that the parser uses. */
#ifndef CW_PROTOCOL_CATALOGUE_H
#define CW_PROTOCOL_CATALOGUE_H

#include <jansson.h>

#include "causeway/causeway.h"

/* [{"name", "type", "default", "accepts", "help", ("prominent",) ("low", "high" | "choices")}, ...] */
json_t *cw_options_json(const cw_option *table);

json_t *cw_player_kind_json(const cw_player_type *type); /* {"name", "summary", "options"} */

/* {"policies": [{"name", "help", "options"}, ...], "evaluators": ..., "reasoners": ..., and so on} */
json_t *cw_knowledge_json(const cw_game_type *type);

#endif

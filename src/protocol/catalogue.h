/* What there is to choose from, as JSON: games, players, their options and knowledge, all made from the
 * tables that the parser uses. */
#ifndef CW_PROTOCOL_CATALOGUE_H
#define CW_PROTOCOL_CATALOGUE_H

#include <jansson.h>

#include "causeway/causeway.h"

/* [{"name", "type", "default", "accepts", "help", ("prominent",) ("low", "high" | "choices")}, ...] */
json_t *cw_options_json(const cw_option *table);

json_t *cw_player_kind_json(const cw_player_type *type); /* {"name", "summary", "options"} */

/* {"policies": [{"name", "help", "options"}, ...], "evaluators": ..., "reasoners": ..., "priors": ...,
 * "judges": ...} */
json_t *cw_knowledge_json(const cw_game_type *type);

/* One of the kinds of knowledge that a game has. */
typedef struct cw_knowledge_list {
    const char *plural; /* "policies" */
    const char *key;    /* the option of a player that names one */
    size_t offset;      /* of the list in cw_game_type */
    size_t size;        /* of an entry of the list */
} cw_knowledge_list;

enum { CW_KNOWLEDGE_LISTS = 5 };
extern const cw_knowledge_list cw_knowledge_lists[CW_KNOWLEDGE_LISTS];

/* Entry `index` of the list, or NULL at its end. */
const cw_knowledge *cw_knowledge_at(const cw_game_type *type, const cw_knowledge_list *list, int index);

#endif

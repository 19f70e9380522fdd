/* Matches and their games as JSON, for the store and for other machines. */
#ifndef CW_ARENA_DEFINITION_H
#define CW_ARENA_DEFINITION_H

#include <jansson.h>

#include "arena/match.h"

/* All that decides about the games of a match; NULL when memory is out, or a text in it is no UTF-8. */
json_t *cw_match_to_json(const cw_match *match);

/* A match made from its definition, with everything it points to. */
typedef struct cw_owned_match {
    cw_match match;
    cw_game *game;
    char **specs;
    cw_openings openings;
} cw_owned_match;

/* What was made is to be freed, also when it fails. */
cw_status cw_match_from_json(const json_t *json, cw_owned_match *owned, cw_error *error);
void cw_owned_match_free(cw_owned_match *owned);

/* The games of a unit, or NULL when memory is out, and back. */
json_t *cw_match_part_to_json(const cw_match_part *part);
cw_status cw_match_part_from_json(const json_t *json, cw_match_part **part, cw_error *error);

#endif

/* Tables of options and pieces of knowledge as text and as JSON, for `games` and `players`. */
#ifndef CW_CLI_DESCRIBE_H
#define CW_CLI_DESCRIBE_H

#include <jansson.h>

#include "causeway/causeway.h"

/* One line an option: prefix and name, default, what it accepts, help. */
void cli_describe_options(const cw_option *table, const char *prefix, const char *indent, cw_text *text);

/* [{"name", "type", "default", "accepts", "help", ("low", "high" | "choices")}, ...] */
json_t *cli_options_json(const cw_option *table);

/* One of the four kinds of knowledge that a game has. */
typedef struct cli_knowledge_kind {
    const char *plural; /* "policies" */
    const char *key;    /* the option of a player that names one */
    size_t offset;      /* of the list in cw_game_type */
    size_t size;        /* of an entry of the list */
} cli_knowledge_kind;

enum { CLI_KNOWLEDGE_KINDS = 4 };
extern const cli_knowledge_kind cli_knowledge_kinds[CLI_KNOWLEDGE_KINDS];

/* Entry `index` of the list, or NULL at its end. */
const cw_knowledge *cli_knowledge_at(const cw_game_type *type, const cli_knowledge_kind *kind, int index);

#endif

/* Knowledge in a player's hands. A spec names a piece of a game's knowledge by an option, such as
 * eval=circuit; that brings the knowledge's own options under a prefix, eval.xxx, and a context for each
 * thread that uses it. */
#ifndef CW_SEARCH_KNOWLEDGE_H
#define CW_SEARCH_KNOWLEDGE_H

#include "causeway/game.h"

/* A part that knowledge plays in a search: the option that names it and the prefix of its own options. */
typedef struct cw_role {
    cw_knowledge_kind kind;
    const char *option; /* "eval" */
    cw_prefix prefix;   /* "eval." */
} cw_role;

/* Knowledge with its context. All NULL: the spec names none. `base` is the first member of the cw_policy,
 * cw_evaluator, cw_reasoner, cw_prior or cw_judge that it belongs to. */
typedef struct cw_skill {
    const cw_knowledge *base;
    void *context;
} cw_skill;

/* Adds to `options` those of the knowledge that the settings, or else the default of the option, name for a
 * role. An option's value "" or "none" names nothing; "default" names the first of its kind. Where
 * the option takes files, the name of one means the first of its kind with that file. */
cw_status cw_role_extend(const cw_game *game, const cw_role *role, const char *settings, cw_options *options,
                         cw_error *error);

/* Finds the knowledge that the parsed options name for a role and makes a context for it. */
cw_status cw_role_create(const cw_game *game, const cw_role *role, const cw_options *options, cw_skill *skill,
                         cw_error *error);

/* Is this value of an option the name of a network's file? It has a slash in it, or ends in .cwn. */
bool cw_role_names_file(const char *value);

void cw_skill_destroy(cw_skill *skill);

#endif

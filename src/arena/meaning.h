/* What a match means to this program: every option of the game and of the players with its value, also where
 * a spec leaves it to a preset or a default. Two runs are of one match only if it is equal. Stored texts are
 * read before they are compared: an option that has got another name since, or that has come since and has
 * its default, makes no other match. */
#ifndef CW_ARENA_MEANING_H
#define CW_ARENA_MEANING_H

#include "arena/store.h"

cw_status cw_match_print_meaning(const cw_match *match, cw_text *text, cw_error *error);

/* The runs of a store that are of a match. */
typedef struct cw_found_run {
    int64_t id;             /* the latest that this version played, with the same meaning; 0: none */
    int64_t other;          /* the latest of another version or meaning, if it is later; 0: none */
    char other_version[32]; /* of that */
} cw_found_run;

/* Finds the runs of as many games, however their game and players are spelt. */
cw_status cw_match_find_runs(const cw_match *match, cw_store *store, const cw_run_definition *known,
                             cw_found_run *found, cw_error *error);

/* Calls back for the runs of the match with another number of games, or kept in another way, latest first;
 * `games` are those of each set of players that meets. They are of this version and the same meaning, unless
 * `any_version`. */
cw_status cw_match_find_siblings(const cw_match *match, cw_store *store, const cw_run_definition *known,
                                 bool any_version, bool (*each)(int64_t run, int64_t games, void *payload),
                                 void *payload, cw_error *error);

#endif

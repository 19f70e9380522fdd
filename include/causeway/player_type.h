/* What a kind of player is: the contract between the searches and programs that choose moves and the players
 * made of them (player.h).
 *
 * To add a search: one file in src/search/ that defines a cw_player_type, and its name in
 * src/players/registry.c. */
#ifndef CAUSEWAY_PLAYER_TYPE_H
#define CAUSEWAY_PLAYER_TYPE_H

#include "causeway/analysis.h"
#include "causeway/record.h"

/* The kind of a player, as functions over a private context. */
typedef struct cw_player_type {
    const char *name;
    const char *summary; /* one line */
    const cw_option *options;
    bool verbatim; /* the settings are one text, the value of the first option, and no common options are
                      taken */

    /* Optional: adds to `options` those of the knowledge that the settings name (`eval=circuit` brings
       `eval.*`) before they are parsed. */
    cw_status (*extend)(const cw_game *game, const char *settings, cw_options *options, cw_error *error);

    /* Optional: refuses options that contradict each other, without making a player. */
    cw_status (*check)(const cw_game *game, const cw_options *options, cw_error *error);

    cw_status (*create)(const cw_game *game, const cw_options *options, void **context, cw_error *error);
    void (*destroy)(void *context);

    /* Begins a new game: forget everything and take this seed. */
    void (*reset)(void *context, uint64_t seed);

    /* Decides in the present position of the record, where a player (never chance or nobody) is to decide. */
    cw_status (*choose)(void *context, const cw_record *record, const cw_limits *limits,
                        cw_analysis *analysis, cw_error *error);

    /* Optional: the time for a move that these options give, where it is not the option `time`. */
    double (*seconds)(const cw_game *game, const cw_options *options);

    /* Optional: writes what the options do not tell, such as the players that such a player is made of. */
    void (*print_meaning)(const cw_game *game, const cw_options *options, cw_text *text);
} cw_player_type;

#endif

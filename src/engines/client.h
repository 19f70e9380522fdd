/* What the protocols of other engines have in common: follow a game, and ask for a move. */
#ifndef CW_ENGINES_CLIENT_H
#define CW_ENGINES_CLIENT_H

#include "causeway/player.h"
#include "engines/process.h"

/* One conversation with a running engine. */
typedef struct cw_client {
    cw_process *process;
    const cw_game *game;
    cw_text line;   /* the last line read */
    cw_text answer; /* the last answer */
} cw_client;

/* A protocol. `deadline` is in the time of cw_clock_now. */
typedef struct cw_client_protocol {
    const char *name;
    cw_status (*greet)(cw_client *client, double deadline, cw_error *error); /* after the start */
    cw_status (*new_game)(cw_client *client, double deadline,
                          cw_error *error); /* an empty board of the game */
    /* Tells the engine move `index` of the record. */
    cw_status (*tell_move)(cw_client *client, const cw_record *record, int index, double deadline,
                           cw_error *error);
    /* Asks for a move in the present position, as text in client->answer; *played tells whether the engine
       has made it on its own board already. */
    cw_status (*ask_move)(cw_client *client, const cw_record *record, double seconds, double deadline,
                          bool *played, cw_error *error);
} cw_client_protocol;

extern const cw_client_protocol cw_gtp_client;
extern const cw_client_protocol cw_uhp_client;

/* The player made from "ext:gtp:COMMAND" or "ext:uhp,timeout=30s:COMMAND". */
extern const cw_player_type cw_external_player;

#endif

/* What the protocols of other engines have in common: follow a game, and ask for a move. */
#ifndef CW_ENGINES_CLIENT_H
#define CW_ENGINES_CLIENT_H

#include "causeway/player_type.h"
#include "engines/process.h"

/* The time for a move, as protocols may tell it. */
typedef struct cw_client_time {
    double move_seconds;  /* for this move, be it its share of a clock; 0: nothing is told */
    double clock_seconds; /* left on the clock where nothing else limits the move, or 0 */
    int clock_moves;      /* > 0: moves to make in clock_seconds; 0: the rest of the game */
} cw_client_time;

/* One conversation with a running engine. */
typedef struct cw_client {
    cw_process *process;
    const cw_game *game;
    cw_text line;             /* the last line read */
    cw_text answer;           /* the last answer */
    cw_client_time told;      /* what the engine was told last in this game */
    bool takes_whole_seconds; /* it has refused a fraction of a second */
} cw_client;

/* A protocol. `deadline` is in the time of cw_clock_now. */
typedef struct cw_client_protocol {
    const char *name;
    const char *game; /* the only game that it knows, or NULL: any */
    cw_status (*greet)(cw_client *client, double deadline, cw_error *error); /* after the start */
    cw_status (*new_game)(cw_client *client, double deadline,
                          cw_error *error); /* an empty board of the game */
    /* Tells the engine move `index` of the record. */
    cw_status (*tell_move)(cw_client *client, const cw_record *record, int index, double deadline,
                           cw_error *error);
    /* Asks for a move in the present position, as text in client->answer; *played tells whether the engine
       has made it on its own board already. */
    cw_status (*ask_move)(cw_client *client, const cw_record *record, const cw_client_time *time,
                          double deadline, bool *played, cw_error *error);
} cw_client_protocol;

extern const cw_client_protocol cw_gtp_client;
extern const cw_client_protocol cw_uhp_client;

/* The player made from "ext:gtp:COMMAND" or "ext:uhp,timeout=30s:COMMAND". */
extern const cw_player_type cw_external_player;

#endif

/* One session: a table, the thought about it, and who watches. What the requests (commands.c) and the hub
 * (hub.c) share. */
#ifndef CW_PROTOCOL_SESSION_SESSION_H
#define CW_PROTOCOL_SESSION_SESSION_H

#include <jansson.h>

#include "protocol/session/hub.h"

enum { CW_TOKEN_LENGTH = 32 };

/* One who gives hints and analyses. */
typedef struct cw_session_analyst {
    char *spec;        /* NULL: none yet */
    cw_player *player; /* when it is not lent to a task */
    size_t memory;
} cw_session_analyst;

enum { CW_ANALYSTS = 2 }; /* whose opinions stand side by side */

/* What one analyst has done about the position that is studied. */
typedef struct cw_session_effort {
    double turn;   /* seconds of the next turn of thought; they grow, so that depth is reached */
    double spent;  /* seconds on this position, in the turns before */
    uint64_t work; /* simulations, or positions where there are none, in those turns */
    cw_analysis
        *deepest; /* what a search by depths found in them, or NULL: each turn begins anew, and what is
                             shallow tells less */
    bool is_done;
} cw_session_effort;

/* An analysis that somebody watches. Two analysts think by turns. */
typedef struct cw_session_study {
    bool is_wanted;
    char *specs
        [CW_ANALYSTS]; /* of the players; NULL: the game's standard, and of the second that there is none */
    cw_spot place;     /* the position; a ply of -1: wherever the game is */
    int next;          /* whose turn it is */
    cw_session_effort efforts[CW_ANALYSTS];
} cw_session_study;

struct cw_session {
    cw_hub *hub;
    cw_session *next;
    char token[CW_TOKEN_LENGTH + 1];
    cw_link *links;
    double left_at; /* when the last link went */
    double active;  /* when it was last used */
    bool is_absent; /* nobody has been here for a while: no thought, no clock */

    cw_table *table; /* NULL: no game yet */
    cw_task *task;   /* under way, wanted or not: never more than one */
    bool wants_hint;
    cw_session_study study;
    cw_session_analyst analysts[CW_ANALYSTS]; /* the first gives hints, too */
    double next_move;                         /* an engine moves no earlier than this */
    int steps;                                /* moves that engines may make though the table is paused */
};

struct cw_hub {
    cw_hub_host host;
    cw_session *sessions;
    int session_count;
    const cw_link *asking; /* whose message is being answered */
    json_t *games;         /* what hello says of them, made once */
};

cw_session *cw_session_create(cw_hub *hub, const char *token);
void cw_session_destroy(cw_session *session); /* no task may be under way */

/* Puts a table in the place of the one before. */
void cw_session_take_table(cw_session *session, cw_table *table);

/* The game has changed: thought about the position before is not wanted any more, the game is kept, and those
 * watch it who did not ask for it. */
void cw_session_changed(cw_session *session);

/* Its notes have changed: the game is kept, and those see it who did not ask for it. */
void cw_session_noted(cw_session *session);

/* Does what is next: starts the thought that is wanted and the clock that is to run. */
void cw_session_proceed(cw_session *session);

/* Sends the task under way home, if it is of this kind. */
void cw_session_dismiss(cw_session *session, cw_task_kind kind);

/* Chooses the player for hints and analyses, or refuses the spec. */
cw_status cw_session_call_analyst(cw_session *session, int number, const char *spec, cw_error *error);
const char *cw_session_standard(const cw_session *session); /* the spec of the one for hints */

/* Begins an analysis by players who were called, in the place of the one before; `specs` become its own. */
void cw_session_begin_study(cw_session *session, char *const specs[CW_ANALYSTS], cw_spot place);

/* Ends an analysis for good. */
void cw_session_end_study(cw_session *session);

/* What the hub tells. */
void cw_session_finish(cw_session *session, cw_task *task);
void cw_session_place(cw_session *session, cw_task *task, int place);
void cw_session_news(cw_session *session, cw_task *task);
void cw_session_tick(cw_session *session, double now);
double cw_session_due(const cw_session *session);

size_t cw_session_memory(const cw_session *session);
void cw_session_release_players(cw_session *session);

/* The table as it stands, or null. */
json_t *cw_session_view(const cw_session *session);

/* Tells an event, which is used up, to all links but one (NULL: to all). */
void cw_session_tell(cw_session *session, json_t *event, const cw_link *except);

/* Answers a request of a link that has a session; fills `answer`. */
cw_status cw_session_answer(cw_session *session, const char *wanted, const json_t *request, json_t *answer,
                            cw_error *error);

/* The fields of hello, and what it says of the games there are. */
json_t *cw_session_games(void);

#endif

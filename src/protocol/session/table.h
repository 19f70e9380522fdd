/* The table of a session: one game in progress, who sits where, the clocks, and what was taken back. It knows
 * no messages and starts no thought; that is for the session around it. */
#ifndef CW_PROTOCOL_SESSION_TABLE_H
#define CW_PROTOCOL_SESSION_TABLE_H

#include "causeway/player.h"
#include "causeway/record.h"
#include "games/notes.h"

enum { CW_TABLE_PLIES_MAX = 4000, CW_TABLE_LEVELS = 10 };

/* A game that the table and the thought about it share: it ends with the last of them. For one thread. */
typedef struct cw_shared_game {
    cw_game *game;
    int references;
} cw_shared_game;

cw_shared_game *cw_shared_game_take(cw_shared_game *shared);
void cw_shared_game_release(cw_shared_game *shared);

typedef struct cw_table_seat {
    char *spec; /* as given: "human", "level:4" or a player spec */
    bool is_person;
    cw_player *player; /* of an engine that waits for its turn; NULL: not made yet, given back, or thinking */
    size_t memory;     /* that the waiting player holds, as far as it tells */
    double clock;      /* seconds left */
} cw_table_seat;

typedef enum cw_table_end { CW_END_NONE, CW_END_RULES, CW_END_RESIGNED, CW_END_TIME } cw_table_end;

typedef struct cw_table {
    cw_shared_game *shared;
    cw_record *record;
    cw_move *undone; /* moves taken back, the next one to redo last */
    int undone_count, undone_capacity;
    cw_notes notes; /* variations of the moves made and taken back, and comments */
    int left_out;   /* variations of the text it was read from that cannot be followed */
    cw_table_seat seats[CW_PLAYERS_MAX];
    const cw_bounds *bounds;
    uint64_t seed;
    cw_rng rng; /* of chance */
    bool has_clock;
    double clock, increment; /* as the game began */
    int running;             /* the seat whose clock runs, or -1 */
    double running_since;    /* by the host's clock */
    cw_table_end end;
    int loser;   /* who resigned or ran out of time */
    bool paused; /* engines wait */
    double pace; /* least seconds between two moves of engines among themselves; half a second at first */
    int64_t kept;
} cw_table;

/* What a table is made of. */
typedef struct cw_table_plan {
    const char *game;
    const char *const *seats;
    int seat_count;
    const char *others;      /* who takes the seats left out; NULL: a person the first, engines the rest */
    double clock, increment; /* 0: no clock */
    uint64_t seed;
    const cw_bounds *bounds;
} cw_table_plan;

cw_status cw_table_create(const cw_table_plan *plan, cw_table **table, cw_error *error);
void cw_table_destroy(cw_table *table);

const cw_game *cw_table_game(const cw_table *table);

/* The position after `ply` decisions, of those made and then those
 * taken back; to be freed. NULL: no memory. */
cw_state *cw_table_state_at(const cw_table *table, int ply);

/* All moves from the start to a place, to be freed; NULL: no memory. The place must exist. */
cw_move *cw_table_moves_to(const cw_table *table, cw_spot place, int *count);
bool cw_table_has_place(const cw_table *table, cw_spot place);

/* The position at a place of the game or of its variations; to be freed. NULL: no memory. */
cw_state *cw_table_state_of(const cw_table *table, cw_spot place);

/* Plays a move at a place, and what chance decides after it, as a variation; where it is the game's own next
 * move, nothing is added. `place` becomes the place after it. */
cw_status cw_table_vary(cw_table *table, cw_spot *place, const char *move, cw_error *error);

/* Who is to decide: a seat, CW_CHANCE, or CW_NOBODY when the game is over for whatever reason. */
int cw_table_to_decide(const cw_table *table);
bool cw_table_is_person(const cw_table *table, int seat); /* false for chance and nobody */
bool cw_table_has_person(const cw_table *table);

/* Another player takes the seat. It is made when it is first to think, where its thought runs. */
cw_status cw_table_seat_player(cw_table *table, int seat, const char *spec, cw_error *error);

/* Plays a move of whoever decides, and what chance decides after it. What was taken back is forgotten, unless
 * the move is the next of it. */
cw_status cw_table_play(cw_table *table, cw_move move, cw_error *error);
cw_status cw_table_play_text(cw_table *table, const char *move, cw_error *error);

/* Lets chance decide as long as it is to. */
cw_status cw_table_settle(cw_table *table, cw_error *error);

/* Takes back to the last decision of a person, or where there is none at the table one decision; and the
 * reverse. CW_ILLEGAL where there is nothing. */
cw_status cw_table_undo(cw_table *table, cw_error *error);
cw_status cw_table_redo(cw_table *table, cw_error *error);
bool cw_table_can_undo(const cw_table *table);

/* Ends the game: the seat has lost. */
void cw_table_lose(cw_table *table, int seat, cw_table_end end);

/* The result of a game that is over. */
void cw_table_result(const cw_table *table, cw_result *result);
const char *cw_table_ending(const cw_table *table); /* a word: of the game's endings, "resigned" or "time" */
int cw_table_winner(const cw_table *table); /* the seat that alone, or first of its team, did best; -1 */

/* Clocks: only one runs at a time. Stopping counts the time against its seat. */
void cw_table_start_clock(cw_table *table, int seat, double now);
void cw_table_stop_clock(cw_table *table, double now);
double cw_table_clock(const cw_table *table, int seat, double now); /* left, never below 0 */

/* Gives back the players that wait, with all they remember. */
void cw_table_release_players(cw_table *table);
size_t cw_table_memory(const cw_table *table);

/* Makes a player within the bounds from a seat's spec: level:4 is best:level=4. */
cw_status cw_seat_make_player(const char *seat, const cw_game *game, const cw_bounds *bounds, uint64_t seed,
                              cw_player **player, cw_error *error);

/* Refuses a spec of which no player can be made, as far as its plan tells: no player is made for that. */
cw_status cw_seat_check(const char *seat, const cw_game *game, const cw_bounds *bounds, cw_error *error);

#endif

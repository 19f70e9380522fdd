/* Causeway as an engine: the Go Text Protocol, version 2, for any game.
 *
 *     line  ->  cw_gtp_request (id, name, arguments)  ->  the command of that name
 *           ->  "= answer" or "? error"
 *
 * A session holds one game in progress and one player that thinks for every colour. What it understands is a
 * list of command tables; those of a dialect come first, so that a dialect adds commands and replaces general
 * ones. A dialect belongs to one game: it is a constant cw_gtp_dialect, named in gtp_dialects.c.
 *
 *     static const cw_gtp_command commands[] = {{"final_score", "", run_final_score}, {NULL}};
 *     static const cw_gtp_command *const tables[] = {commands, NULL};
 *     const cw_gtp_dialect cw_htp_dialect = {.game = "hex", .tables = tables};
 *
 * Every play, genmove and undo is one decision, chance included: its colour is `chance`. */
#ifndef CW_PROTOCOL_GTP_H
#define CW_PROTOCOL_GTP_H

#include <stdio.h>

#include "causeway/player.h"
#include "causeway/record.h"
#include "causeway/text.h"

typedef struct cw_gtp cw_gtp;

enum { CW_GTP_WORDS_MAX = 1024 };

/* One command line. */
typedef struct cw_gtp_request {
    const char *id;   /* the number before the command, or "" */
    const char *name; /* the command */
    int count;        /* of the arguments */
    const char *arguments[CW_GTP_WORDS_MAX];
    const char *rest[CW_GTP_WORDS_MAX]; /* the line from this argument on: moves may hold spaces */
} cw_gtp_request;

/* Does what is asked: writes the answer, without "= ", to `answer`, or fails with the message that follows
 * "? ". Blank lines and those at the end of an answer are taken out by the caller. */
typedef cw_status (*cw_gtp_function)(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                     cw_error *error);

typedef struct cw_gtp_command {
    const char *name;  /* NULL ends a table */
    const char *usage; /* its arguments, such as "COLOR MOVE", for error messages */
    int arguments_min; /* with fewer the command is not run */
    cw_gtp_function run;
} cw_gtp_command;

typedef struct cw_gtp_dialect {
    const char *game;           /* the name of the game's type */
    const char *option, *value; /* NULL, or a setting that the game of a session has beside its own */
    const cw_gtp_command *const *tables;             /* of commands; ends with NULL */
    cw_status (*open)(cw_gtp *gtp, cw_error *error); /* optional: makes gtp->dialect_data */
    void (*close)(cw_gtp *gtp);                      /* optional */
    bool (*is_over)(const cw_gtp *gtp); /* optional: has the game ended otherwise than by its rules? */
} cw_gtp_dialect;

/* All dialects; ends with NULL. */
extern const cw_gtp_dialect *const cw_gtp_dialects[];

/* What is left to a player, as time_settings and time_left say. */
typedef struct cw_gtp_clock {
    bool is_set; /* false: no limit */
    double seconds;
    int moves; /* 0: for the rest of the game, else for so many moves */
} cw_gtp_clock;

struct cw_gtp {
    cw_game *game;
    cw_record *record;
    cw_player *player;
    char *player_spec;
    cw_analysis analysis; /* of the last thought */
    uint64_t seed;
    uint64_t games; /* begun in this session: each has a seed of its own */
    cw_rng rng;     /* for draws of chance */

    double main_seconds;
    double period_seconds; /* byo-yomi: so long ... */
    int period_moves;      /* ... for so many moves, when the main time is over */
    cw_gtp_clock clocks[CW_PLAYERS_MAX];

    cw_flag stop; /* becomes true when the command that is running shall end */
    bool quit;
    void (*progress)(const cw_analysis *analysis, void *payload); /* NULL, or called while thinking ... */
    void *progress_payload;                                       /* ... with this */

    const cw_gtp_dialect *dialect; /* or NULL */
    void *dialect_data;            /* the dialect's own */
};

/* Opens a session; the game is the session's from then on, also when this fails. */
cw_status cw_gtp_open(cw_game *game, const char *player, uint64_t seed, cw_gtp **gtp, cw_error *error);
void cw_gtp_close(cw_gtp *gtp);

/* Answers one line: appends the whole answer with its empty line,
 * or nothing for a blank line or a comment. */
void cw_gtp_answer(cw_gtp *gtp, const char *line, cw_text *output);

/* Answers lines until `quit` or the end of input. The line "# interrupt" ends a thought that goes on. */
cw_status cw_gtp_serve(cw_gtp *gtp, int input, FILE *output, cw_error *error);

/* ---- For commands ---- */

/* The command of this name, or NULL. */
const cw_gtp_command *cw_gtp_find_command(const cw_gtp *gtp, const char *name);

/* Another game (which becomes the session's, also on failure) or player; on failure all stays as it was. */
cw_status cw_gtp_set_game(cw_gtp *gtp, cw_game *game, cw_error *error);
cw_status cw_gtp_set_player(cw_gtp *gtp, const char *spec, cw_error *error);

/* Back to the start: an empty record, a player that has forgotten the last game, full clocks. */
void cw_gtp_new_game(cw_gtp *gtp);

/* Gives every player the main time, and after it so long for so many moves, again and again. All zero, or a
 * period without moves, is no limit. */
void cw_gtp_set_time(cw_gtp *gtp, double main_seconds, double period_seconds, int period_moves);

/* Which player (or CW_CHANCE) a colour's letter or name means now. */
cw_status cw_gtp_read_color(const cw_gtp *gtp, const char *word, int *player, cw_error *error);
const char *cw_gtp_color_name(const cw_gtp *gtp, int player);

/* Who decides next, as cw_record_to_decide; CW_NOBODY also when a dialect's is_over says so. */
int cw_gtp_to_decide(const cw_gtp *gtp);

/* Lets the player think about the present position, where a player decides: fills gtp->analysis and runs
 * that player's clock. */
cw_status cw_gtp_think(cw_gtp *gtp, cw_error *error);

/* Appends the canonical text of a move in the present position. */
void cw_gtp_print_move(const cw_gtp *gtp, cw_move move, cw_text *text);

/* The commands that every game has. */
extern const cw_gtp_command cw_gtp_general_commands[];

#endif

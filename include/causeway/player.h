/* Players: something that answers "your move?". A player is made from a spec such as
 * "mcts:rave=0.00025,time=1s" for one game, keeps what it likes between the moves of a game (a tree), and
 * explains itself in an analysis.
 *
 * To add a search: one file in src/search/ that defines a cw_player_type, and its name in
 * src/players/registry.c. */
#ifndef CAUSEWAY_PLAYER_H
#define CAUSEWAY_PLAYER_H

#include <stdatomic.h>

#include "causeway/game.h"
#include "causeway/record.h"

typedef enum cw_proof { CW_PROOF_NONE, CW_PROOF_WIN, CW_PROOF_LOSS, CW_PROOF_DRAW } cw_proof;

/* What a player thinks of one move. Values are expected rewards of the player who decides. */
typedef struct cw_candidate {
    cw_move move;
    uint64_t visits; /* playouts, positions or samples spent on it; 0: there is no value, unless proven */
    double value;
    bool at_most;         /* the value is an upper bound: no better than the best, and left at that */
    uint64_t rave_visits; /* 0: no RAVE */
    double rave_value;
    cw_proof proof;
} cw_candidate;

enum { CW_LINE_MAX = 64 };

/* What a player thinks of a position. Fields it does not know stay 0. */
typedef struct cw_analysis {
    cw_move best;
    double value; /* the expected reward of the player who decides; see cw_analysis_has_value */
    cw_proof proof;
    cw_candidate *candidates; /* best first */
    int candidate_count, candidate_capacity;
    cw_move line[CW_LINE_MAX]; /* the expected line of play, beginning with best */
    int line_length;
    uint64_t simulations; /* playouts */
    uint64_t nodes;       /* of the tree; of a search without playouts, positions looked at */
    int depth;            /* greatest depth reached; for alpha-beta the depth searched */
    double seconds;       /* of thought */
    double start_seconds; /* before it, to start another program: on nobody's clock */
    size_t memory_bytes;
    char note[160]; /* anything a person should know, such as "memory full after 81,000 simulations" */
} cw_analysis;

CW_API void cw_analysis_clear(cw_analysis *analysis);
CW_API void cw_analysis_free(cw_analysis *analysis);
CW_API cw_candidate *cw_analysis_add(cw_analysis *analysis, cw_move move); /* NULL when memory is out */

/* Did the player look at its best move, so that `value` means something? */
CW_API bool cw_analysis_has_value(const cw_analysis *analysis);

/* Sorts candidates by proof, visits and value, best first (a stable order). */
CW_API void cw_analysis_sort(cw_analysis *analysis);

/* The frame around one decision. A zeroed cw_limits sets no limit beyond the player's own budget. */
typedef struct cw_limits {
    double move_seconds;     /* > 0: this long for the move, instead of the player's own budget */
    double clock_seconds;    /* > 0: left on the game clock of this player */
    int clock_moves;         /* > 0: moves to make in clock_seconds; 0: the rest of the game */
    int depth;               /* > 0: search this deep, where the player has a depth */
    const atomic_bool *stop; /* not NULL: answer, or fail with CW_TIMEOUT, at once when it becomes true */
    void (*progress)(const cw_analysis *analysis,
                     void *payload); /* not NULL: called now and then while thinking */
    void *payload;
} cw_limits;

typedef struct cw_player cw_player;

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

    cw_status (*create)(const cw_game *game, const cw_options *options, void **context, cw_error *error);
    void (*destroy)(void *context);

    /* Begins a new game: forget everything and take this seed. */
    void (*reset)(void *context, uint64_t seed);

    /* Decides in the present position of the record, where a player (never chance or nobody) is to decide. */
    cw_status (*choose)(void *context, const cw_record *record, const cw_limits *limits,
                        cw_analysis *analysis, cw_error *error);

    /* Optional: the time for a move that the player takes by itself, where it is not the option `time`. */
    double (*seconds)(const void *context);
} cw_player_type;

/* A preset: a name of its own for a spec, such as a paper's player. */
typedef struct cw_preset {
    const char *name; /* NULL ends a list */
    const char *game; /* the game it is made for, or NULL for any */
    const char *spec;
    const char *help; /* one line */
} cw_preset;

/* The registry. */
CW_API int cw_player_type_count(void);
CW_API const cw_player_type *cw_player_type_at(int index);
CW_API const cw_preset *cw_presets(void);

/* Options that every player takes, such as random-until. */
CW_API const cw_option *cw_player_common_options(void);

/* Makes a player from "name:settings", where the name is a kind or a preset; settings after a preset's name
 * replace those of the preset. The player is ready for its first game. */
CW_API cw_status cw_player_create(const char *spec, const cw_game *game, uint64_t seed, cw_player **player,
                                  cw_error *error);
CW_API void cw_player_destroy(cw_player *player);

/* The name of the player to take for a game when nobody says which: the strongest there is. */
CW_API const char *cw_player_standard(const cw_game *game);

CW_API const char *cw_player_spec(const cw_player *player); /* as given */
CW_API const cw_options *cw_player_options(const cw_player *player);
CW_API double cw_player_seconds(const cw_player *player); /* the time for a move; 0: no budget in time */
CW_API void cw_player_reset(cw_player *player, uint64_t seed);

/* Decides; analysis->best is legal. `limits` may be NULL. CW_ILLEGAL where no player is to decide. */
CW_API cw_status cw_player_choose(cw_player *player, const cw_record *record, const cw_limits *limits,
                                  cw_analysis *analysis, cw_error *error);

#endif

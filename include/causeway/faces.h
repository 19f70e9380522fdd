/* The faces of a game: what it shows to people and programs beside its rules. All of it is optional, and all
 * of it is data or a few functions that the game's type lists (game.h), so that nothing outside a game's
 * folder need know that the game exists.
 *
 *     formats   records as texts (document.h)           SGF, PGN
 *     presets   players under names of their own        hex-best, yopt
 *     ladder    the ten levels of the player `best`     level=1 ... level=10
 *     bench     what `causeway bench` measures          hex11/mcts/rave
 *     solver    exact values, for `causeway solve`
 *     puzzles   positions with one winning move         causeway puzzles
 *     setup     positions set up by hand                the page's editor */
#ifndef CAUSEWAY_FACES_H
#define CAUSEWAY_FACES_H

#include "causeway/document.h"
#include "causeway/game.h"

/* ---- Presets ---- */

/* A preset: a name of its own for the spec of a player, such as a paper's. A list ends with a NULL name. The
 * preset GAME-best is the game's strongest player. */
struct cw_preset {
    const char *name;
    const char *spec;
    const char *help; /* one line */
};

/* ---- Levels ---- */

enum { CW_LEVELS = 10 };

/* How strong a level plays: a search with a budget, and how often it takes a second choice. */
typedef struct cw_grade {
    const char *spec;
    double softness; /* 0: always the search's choice */
} cw_grade;

/* Ten levels, from one that a beginner beats to the strongest player there is. */
struct cw_ladder {
    int swing; /* each game is played at a grade up to so many above or below the level; 0 or 1 */
    cw_grade grades[CW_LEVELS]; /* the last is left empty where there is a preset GAME-best */
};

/* ---- Benchmarks ---- */

typedef enum cw_bench_kind {
    CW_BENCH_PLAYOUTS, /* playouts of the policy `subject` */
    CW_BENCH_PLIES,    /* players' decisions in them */
    CW_BENCH_GAMES,    /* complete games in them */
    CW_BENCH_PERFT,    /* leaves at `depth` */
    CW_BENCH_SEARCH,   /* simulations of the player `subject` */
    CW_BENCH_NODES,    /* positions that it looks at */
} cw_bench_kind;

/* One thing to measure. A list ends with a NULL name. */
typedef struct cw_bench_case {
    const char *name; /* without the label: "mcts/rave" */
    cw_bench_kind kind;
    const char *subject; /* NULL: the first policy */
    int depth;
    int threads;          /* 0: one; with more, time is that of the clock on the wall */
    const char *settings; /* of the game, in place of the table's; NULL: those */
    const char *moves;    /* played first, in place of the table's; NULL: those */
    const char *label;    /* in place of the table's */
} cw_bench_case;

/* What is measured of a game: the playouts of every policy, a shallow alpha-beta search with every evaluator,
 * and the cases. */
struct cw_bench {
    const char *label;    /* what names begin with, such as "hex11"; NULL: the game's name */
    const char *settings; /* of the game, such as "size=11"; NULL: none */
    const char *moves;    /* to a position where a search has something to do; NULL: the start */
    const char *limit; /* of the shallow search: its depth, or nodes where each takes long; NULL: depth=2 */
    const cw_bench_case *cases; /* NULL: none */
};

/* ---- Solvers ---- */

/* How far a solver has come. */
typedef struct cw_solver_progress {
    uint64_t nodes;     /* positions looked at since the solver was made */
    size_t bytes;       /* of memory in use */
    double seconds;     /* since the question was asked */
    uint32_t win, loss; /* proof numbers at the root: the effort still thought necessary either way */
    bool out_of_memory;
} cw_solver_progress;

/* Is asked every few milliseconds; the search ends when it says no. */
typedef struct cw_solver_watch {
    bool (*proceed)(const cw_solver_progress *progress, void *payload);
    void *payload;
} cw_solver_watch;

/* What ends a search early. */
typedef struct cw_solver_budget {
    double seconds;        /* wall-clock time; 0: no limit */
    cw_solver_watch watch; /* `proceed` may be NULL */
} cw_solver_budget;

/* Exact values of positions. A solver keeps what it has proven, so that a second question about related
 * positions is cheap. */
struct cw_solver {
    const char *help; /* one line: how it works, and what it leaves out */

    /* A solver that uses at most about `bytes` of memory. Refuses
       settings of the game that it does not know. */
    cw_status (*create)(const cw_game *game, size_t bytes, void **context, cw_error *error);
    void (*destroy)(void *context);

    /* The player who wins a position, or -1: unknown, a limit was reached. */
    int (*solve)(void *context, const cw_state *state, const cw_solver_budget *budget,
                 cw_solver_progress *progress);

    /* Writes a line of best play of at most `room` moves and returns its length; cut short by the budget. */
    int (*line)(void *context, const cw_state *state, const cw_solver_budget *budget, cw_move *line,
                int room);

    /* The value of each of these moves for who decides: 1 wins, 0 loses, -1 unknown. */
    cw_solver_progress (*values)(void *context, const cw_state *state, const cw_solver_budget *budget,
                                 const cw_move *moves, int count, int8_t *values);
};

/* ---- Puzzles ---- */

/* The puzzles of a game: a text of lines (docs/puzzles.md), and what helps to find and to prove them. */
struct cw_puzzle_book {
    const char *text, *end;

    /* Optional: the player needs at least so many turns of its own to force a win. Never more than the truth,
       unless it is more than any puzzle has, from positions that a game wants no puzzles of; 1 is always
       right. */
    int (*least_turns)(const cw_game *game, const cw_state *state, int player);

    /* Optional: would anybody make this move without a thought? Then it is no puzzle. */
    bool (*is_plain)(const cw_game *game, const cw_state *state, cw_move move);
};

/* ---- Setting up ---- */

/* A kind of thing that can lie on a cell before the first move. */
typedef struct cw_setup_piece {
    const char *name; /* "black stone"; NULL ends a list */
    cw_color color;
    const char *option; /* of the game, which holds the places of all of this kind */
} cw_setup_piece;

/* How the position that a game begins with is set up by hand. It is a matter of options: what comes out is
 * settings of the game, so that a position set up can be played, written and sent like any other. */
struct cw_setup {
    const cw_setup_piece *pieces;
    const char *const *options; /* what else is chosen for a position, such as who begins; NULL ends it */

    /* Writes the settings of the game that begins with a piece of this kind on a cell, in place of what lies
       there; a kind of -1 takes that away. */
    cw_status (*put)(const cw_game *game, int q, int r, int kind, cw_text *settings, cw_error *error);

    /* Writes the settings of the game that begins with a position of this one. */
    cw_status (*from)(const cw_game *game, const cw_state *state, cw_text *settings, cw_error *error);
};

#endif

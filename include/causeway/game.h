/* The one interface of all games.
 *
 * A game is a constant table of functions and descriptions, a cw_game_type. Configured with options it
 * becomes a cw_game, which never changes afterwards and may be shared by threads. A position is a cw_state: a
 * plain value of game->state_size bytes without pointers, copied by memcpy; the caller owns its memory
 * (aligned to 64 bytes).
 *
 *     cw_game_type  "hex"            the rules, in general
 *         | cw_game_create("hex:size=11")
 *     cw_game                        the rules as configured, with precomputed tables behind `data`
 *         | start, play, play, ...
 *     cw_state                       one position
 *
 * Decisions. In each position it is a player, chance or nobody who decides next. One player may decide
 * several times in a row. Chance outcomes are moves like any other, and all outcomes of one chance event are
 * equally likely; a game with unequal chances splits the event into equal ones.
 *
 * Rewards. A finished game gives each player a reward from 0 to 1; rewards of two players add up to 1, and a
 * draw of n players gives each 1/n. Players of one team get equal rewards.
 *
 * What needs the whole past (repetition) is judged by the record above the state (record.h), from the hashes.
 *
 * Knowledge. A game offers what it knows under names that a player spec can pick: playout policies,
 * evaluators, reasoners, priors and judges. Each may have options and a context of its own (one for each
 * thread that uses it).
 *
 * To add a game: write one folder under src/games/ that defines one cw_game_type, and name it in
 * src/games/registry.h. docs/adding-a-game.md walks through a very small one. */
#ifndef CAUSEWAY_GAME_H
#define CAUSEWAY_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "causeway/insight.h"
#include "causeway/options.h"
#include "causeway/rng.h"
#include "causeway/scene.h"
#include "causeway/status.h"
#include "causeway/text.h"

enum {
    CW_PLAYERS_MAX = 4,
    CW_CHANCE = -1, /* who decides: chance */
    CW_NOBODY = -2, /* who decides: nobody, the game is over */
};

/* A decision. Its packing belongs to the game. */
typedef uint32_t cw_move;
#define CW_MOVE_NONE UINT32_MAX

typedef struct cw_state cw_state; /* complete only inside a game's folder */
typedef struct cw_game cw_game;
typedef struct cw_game_type cw_game_type;

/* A game's faces, told in faces.h. */
typedef struct cw_format cw_format; /* document.h */
typedef struct cw_preset cw_preset;
typedef struct cw_ladder cw_ladder;
typedef struct cw_bench cw_bench;
typedef struct cw_solver cw_solver;
typedef struct cw_puzzle_book cw_puzzle_book;
typedef struct cw_setup cw_setup;

/* How a game ended. */
typedef struct cw_result {
    double reward[CW_PLAYERS_MAX];
    int score[CW_PLAYERS_MAX]; /* final scores, where type->has_scores */
    int ending;                /* an index into type->endings */
} cw_result;

/* One playout: what is asked of it, and what came of it. */
typedef struct cw_playout {
    /* Asked. */
    int plies_max; /* players' decisions after which it is cut, though a policy may end a turn of
                      several decisions first; 0: the policy's own limit */
    int horizon;   /* cut when the phase is greater than this; 0: never */
    uint64_t *keys[CW_PLAYERS_MAX]; /* NULL, or a set of game->key_count bits for each player, to which the
                                       keys of the player's moves in the playout are added */
    /* Told. */
    cw_result result; /* cut short: a draw, unless the game has a better custom, and `finished` is false */
    int plies;        /* players' decisions made; where a policy fills the board at once, the cells filled */
    bool finished;
} cw_playout;

/* What every piece of knowledge has. `create` may be NULL when no context is needed. A context belongs to one
 * thread at a time. */
typedef struct cw_knowledge {
    const char *name;
    const char *help;         /* one line */
    const cw_option *options; /* NULL, or a table; in a player spec with the role as prefix: eval.cap=3 */
    cw_status (*create)(const cw_game *game, const cw_options *options, void **context, cw_error *error);
    void (*destroy)(void *context);
} cw_knowledge;

/* A way to play a game to its end, the whole hot loop in one call. `state` is used up. */
typedef struct cw_policy {
    cw_knowledge base;
    void (*playout)(const cw_game *game, void *context, cw_state *state, cw_rng *rng, cw_playout *playout);
    bool leaves_position; /* cut short, it leaves in `state` what evaluators read of the position reached */
} cw_policy;

/* An estimate of a position that is not over, in points of the evaluator's own for each player. Between two
 * players only the difference counts. `scale` is the difference of points at which a player is expected to
 * win about 73 % of games: estimated reward = 1 / (1 + exp(-difference / scale)). */
typedef struct cw_evaluator {
    cw_knowledge base;
    double scale;
    void (*evaluate)(const cw_game *game, void *context, const cw_state *state, double *points);
    /* Optional: the moves that make a position unquiet, for quiescence search; returns their number. */
    int (*unquiet_moves)(const cw_game *game, void *context, const cw_state *state, cw_move *moves);
    /* Optional: roughly the points that each move would gain for who decides, told without making it. */
    void (*gains)(const cw_game *game, void *context, const cw_state *state, const cw_move *moves, int count,
                  float *gains);
    /* Optional: gives the turn to the other side though the rules may not, for null moves; false, and nothing
       changed, where that would mislead. */
    bool (*pass)(const cw_game *game, void *context, cw_state *state);
} cw_evaluator;

/* What a reasoner found out about a position. */
typedef struct cw_verdict {
    bool proven; /* the rewards are certain under best play */
    double reward[CW_PLAYERS_MAX];
    cw_move best;   /* proven: a move that reaches the rewards, or CW_MOVE_NONE if it is not known */
    int move_count; /* not proven: how many moves are worth looking at, written to `moves`; -1: all */
    cw_move *moves; /* room for game->moves_max, given by the caller */
} cw_verdict;

/* A position that was proved on the way to another proof, and what is known of its moves. */
typedef struct cw_proved {
    const cw_state *state;
    int depth;    /* decisions after the position that was asked about */
    double value; /* the reward of who decides */
    int count;
    const cw_move *moves;
    const float *rewards; /* for each move the reward of who decides that it is proven to lead to, or -1 */
    double effort;        /* what the proof took, more than 0, in units of the reasoner's own */
} cw_proved;

typedef void cw_proved_visitor(const cw_proved *proved, void *payload);

/* Reasoning that proves a result or narrows the moves. Never wrong. */
typedef struct cw_reasoner {
    cw_knowledge base;
    void (*reason)(const cw_game *game, void *context, const cw_state *state, cw_verdict *verdict);
    /* Optional: for each move of a position that is not over, the reward of who decides that it is proven to
       lead to, or -1 where that is not known. */
    void (*reason_moves)(const cw_game *game, void *context, const cw_state *state, const cw_move *moves,
                         int count, float *rewards);
    /* Optional: tells of a position that `reason` has proved, first, and then of what else it remembers to
       have proved below it. */
    void (*retrace)(const cw_game *game, void *context, const cw_state *state, cw_proved_visitor *visit,
                    void *payload);
} cw_reasoner;

/* A first opinion about moves: for each a weight of at least 0, used for ordering and progressive bias. */
typedef struct cw_prior {
    cw_knowledge base;
    void (*weigh)(const cw_game *game, void *context, const cw_state *state, const cw_move *moves, int count,
                  float *weights);
} cw_prior;

/* The shape of what a judge sees and says (docs/selfplay-format.md). */
typedef struct cw_judge_shape {
    int planes, rows, columns; /* inputs: bytes [plane][row][column] */
    int outputs;               /* of the policy */
} cw_judge_shape;

/* A judgement of a whole position in one call, as a network gives it. */
typedef struct cw_judge {
    cw_knowledge base;
    /* Where a player decides: the expected reward of each player, and for each of `moves` its prior; the
       priors of the list add up to 1. */
    void (*judge)(const cw_game *game, void *context, const cw_state *state, const cw_move *moves, int count,
                  double *rewards, float *priors);
    /* What games to learn from are written with: how much of a position networks may see, by names, the usual
       one first and NULL at the end; for a view, by its number, the shape of the inputs and the memory to see
       with; the inputs of a position; and the output that belongs to a move (-1: none has). */
    const char *const *views;
    void (*shape)(const cw_game *game, int view, cw_judge_shape *shape);
    cw_status (*open_sight)(const cw_game *game, int view, void **sight, cw_error *error);
    void (*close_sight)(void *sight); /* of NULL: nothing happens */
    void (*inputs)(const cw_game *game, void *sight, const cw_state *state, uint8_t *inputs);
    int (*output)(const cw_game *game, const cw_state *state, cw_move move);
} cw_judge;

/* The customs of a player who judges moves by playouts. All functions are optional. */
typedef struct cw_custom {
    cw_knowledge base;
    /* Keeps those of the moves that are looked at; returns their number, at least 1. */
    int (*narrow)(const cw_game *game, void *context, const cw_state *state, cw_move *moves, int count);
    /* Is the move passed over, if one of the other best moves is not? */
    bool (*avoids)(const cw_game *game, void *context, const cw_state *state, cw_move move);
    /* Does a playout that a player won count as won? `end` is what its policy left of the last position. */
    bool (*counts)(const cw_game *game, void *context, const cw_state *end, int winner);
} cw_custom;

/* A seat at the table, in turn order. Players whose seats have the same colour play as a team. */
typedef struct cw_seat {
    const char *name;   /* "black" */
    const char *letter; /* "b": the colour in GTP */
    cw_color color;
} cw_seat;

/* The rules, as functions. Unless marked optional (may be NULL), every entry must be there. Functions that
 * take a move are only called with legal ones. */
struct cw_game_type {
    const char *name;         /* "hex": what a game spec begins with */
    const char *title;        /* "Hex" */
    const char *summary;      /* one line for people */
    const char *const *rules; /* NULL-terminated: the rules told to people, a paragraph each, ten at most */
    const char *notation;     /* how a move is written, without a full stop */
    const cw_option *options;
    const char *const *endings; /* NULL-terminated: how a game can end, such as "shape", "limit" */
    bool has_scores;
    bool has_spaces; /* a move's text may hold a space, so that only semicolons separate moves */

    /* Knowledge; each list ends with an entry whose base.name is NULL; NULL is an empty list.
       The first policy is the default and must be there. */
    const cw_policy *policies;
    const cw_evaluator *evaluators;
    const cw_reasoner *reasoners;
    const cw_prior *priors;
    const cw_judge *judges;
    const cw_custom *customs;

    /* Checks the options together and fills the fields of `game` below `options`; `release` frees `data`. */
    cw_status (*configure)(cw_game *game, cw_error *error);
    void (*release)(cw_game *game); /* optional */

    void (*start)(const cw_game *game, cw_state *state);

    /* Who decides: a player's number, CW_CHANCE or CW_NOBODY. */
    int (*to_decide)(const cw_game *game, const cw_state *state);

    /* Writes all legal moves (for chance: all outcomes), without repetition and in an order that depends on
       the position alone; returns their number, 0 only if nobody decides. */
    int (*moves)(const cw_game *game, const cw_state *state, cw_move *moves);
    void (*play)(const cw_game *game, cw_state *state, cw_move move);

    /* The result of a finished game; where has_scores, the scores at least of any position. */
    void (*result)(const cw_game *game, const cw_state *state, cw_result *result);

    /* Positions that play alike have equal hashes; others practically never, but for `plies_left`. */
    uint64_t (*hash)(const cw_game *game, const cw_state *state);

    /* Moves made so far as people count them: chance is no move,
       and a turn of several decisions may be one. */
    int (*move_number)(const cw_game *game, const cw_state *state);
    int (*phase)(const cw_game *game, const cw_state *state); /* optional: 1, 2, ...; without it always 1 */
    double (*progress)(const cw_game *game, const cw_state *state); /* 0 at the start, towards 1 at the end */

    /* Notation. `print` writes the one canonical text; `parse` reads it, and may accept more. It must refuse
       illegal moves with CW_ILLEGAL and what is no move at all with CW_BAD_INPUT. */
    void (*print)(const cw_game *game, const cw_state *state, cw_move move, cw_text *text);
    cw_status (*parse)(const cw_game *game, const cw_state *state, const char *string, cw_move *move,
                       cw_error *error);

    /* Optional: what an outcome of chance means, told to people: "red draws tile 14". */
    void (*tell)(const cw_game *game, const cw_state *state, cw_move move, cw_text *text);

    /* What to draw, and how a person points at a move: fills at most CW_PICKS_MAX picks, returns their
       number. A page lights up the first picks of all legal moves, then the second ones of those that go on,
       and so on. */
    void (*draw)(const cw_game *game, const cw_state *state, cw_scene *scene);
    int (*picks)(const cw_game *game, const cw_state *state, cw_move move, cw_pick *picks);

    /* Optional: the key of a move for AMAF and RAVE, below game->key_count: small numbers such that the same
       decision in a later position has the same key. */
    uint32_t (*key)(const cw_game *game, const cw_state *state, cw_move move);

    /* Optional: the legal move count, and perft, faster than through `moves` and `play`. */
    int (*count_moves)(const cw_game *game, const cw_state *state);
    uint64_t (*perft)(const cw_game *game, const cw_state *state, int depth);

    /* Optional: the decisions until a limit ends the game, where the hash leaves the limit out because
       positions repeat in spite of it; 0: there is none. */
    int (*plies_left)(const cw_game *game, const cw_state *state);

    /* Optional: is this move legal? Without it the list of moves is searched. */
    bool (*is_legal)(const cw_game *game, const cw_state *state, cw_move move);

    /* Optional: a move that is known to be good where a search sees little, or CW_MOVE_NONE. */
    cw_move (*opening)(const cw_game *game, const cw_state *state, cw_rng *rng);

    /* Optional: which seat's colour a player has now; they differ after a swap of sides in Hex. */
    int (*seat)(const cw_game *game, const cw_state *state, int player);

    /* Optional: what the game knows of a position that is not over, to be shown to people. It may be called on
       any thread; `insight` is empty before. */
    void (*insight)(const cw_game *game, const cw_state *state, const cw_insight_budget *budget,
                    cw_insight *insight);

    /* Optional: the game's faces (faces.h). */
    const cw_format *formats; /* records as texts, beside the house's own JSON */
    const cw_preset *presets;
    const cw_ladder *ladder; /* NULL: levels that fit any game */
    const cw_bench *bench;   /* NULL: what every game has */
    const cw_solver *solver;
    const cw_puzzle_book *puzzles;
    const cw_setup *setup; /* NULL: a game always begins in the same way */

    int repetition_ending; /* an index into endings: the draw that the record gives to a repeated position */
};

/* A configured game. */
struct cw_game {
    const cw_game_type *type;
    cw_options options;

    /* Filled by configure. */
    int player_count;
    cw_seat seats[CW_PLAYERS_MAX];
    size_t state_size;
    int moves_max;        /* no position has more moves (or chance outcomes) */
    int key_count;        /* 0: no keys */
    int repetition_limit; /* the occurrence of a position that ends the game; 0: none */
    bool takes_unlisted;  /* moves are legal that are not listed, such as setting up a position */
    void *data;           /* the game's own tables; constant after configure */
};

/* The registry. */
CW_API int cw_game_type_count(void);
CW_API const cw_game_type *cw_game_type_at(int index);
CW_API const cw_game_type *cw_game_type_find(const char *name); /* or NULL */

/* Makes a game from a spec such as "hex:size=11,swap=pieces", or from a type that need not be registered. */
CW_API cw_status cw_game_create(const char *spec, cw_game **game, cw_error *error);
CW_API cw_status cw_game_create_from(const cw_game_type *type, const char *settings, cw_game **game,
                                     cw_error *error);
CW_API void cw_game_destroy(cw_game *game);

/* The spec with the settings that were given; it makes the same game again. */
CW_API void cw_game_print_spec(const cw_game *game, cw_text *text);

/* Whether a spec is of this game, however it is spelt: old names, another order, defaults given or not. */
CW_API bool cw_game_is_same(const cw_game *game, const char *spec);

/* Memory for `count` states of this game side by side, each aligned to 64 bytes; freed with free(). NULL if
 * none. */
CW_API void *cw_game_alloc_states(const cw_game *game, int count);

/* The distance in bytes between two states that lie side by side. */
static inline size_t cw_game_state_stride(const cw_game *game) {
    return (game->state_size + 63u) & ~(size_t)63u;
}

/* Do two players play for the same side? */
static inline bool cw_game_allied(const cw_game *game, int one, int other) {
    return one == other || game->seats[one].color == game->seats[other].color;
}

/* The reward of a draw: one over the number of teams. */
CW_API double cw_game_fair_share(const cw_game *game);

CW_API bool cw_game_is_legal(const cw_game *game, const cw_state *state, cw_move move);
CW_API int cw_game_phase(const cw_game *game, const cw_state *state);
CW_API int cw_game_seat(const cw_game *game, const cw_state *state, int player);

/* Draws a position into a scene that may hold anything before: `draw`, with the names of the hands. */
CW_API void cw_game_draw(const cw_game *game, const cw_state *state, cw_scene *scene);

/* Lets chance decide until a player does or the game is over; answers whether it had to. `moves` holds `moves_max`. */
CW_API bool cw_game_deal(const cw_game *game, cw_state *state, cw_rng *draws, cw_move *moves);

/* The number of leaves at exactly `depth` decisions; a finished game has no children. Chance is a decision like
 * others if `draws` is NULL. Else it is none: the k-th chance event on the way to a position takes the k-th number
 * of the generator, whatever was played, as if the bag had been shuffled before the game. */
CW_API cw_status cw_game_perft(const cw_game *game, const cw_state *state, int depth, const cw_rng *draws,
                               uint64_t *leaves, cw_error *error);

/* A draw for all players. */
CW_API void cw_result_draw(const cw_game *game, int ending, cw_result *result);

/* The kinds of knowledge, and what they are called. */
typedef enum cw_knowledge_kind {
    CW_POLICY,
    CW_EVALUATOR,
    CW_REASONER,
    CW_PRIOR,
    CW_JUDGE,
    CW_CUSTOM,
    CW_KNOWLEDGE_KINDS,
} cw_knowledge_kind;

typedef struct cw_knowledge_words {
    const char *noun;   /* "evaluator" */
    const char *plural; /* "evaluators" */
    const char *key;    /* "eval": the option of a player that names one, as a rule */
} cw_knowledge_words;

CW_API const cw_knowledge_words *cw_knowledge_words_of(cw_knowledge_kind kind);

/* Entry `index` of a game's list, or NULL behind its end. It is the first member of the cw_policy,
 * cw_evaluator or whatever the kind is. */
CW_API const cw_knowledge *cw_game_knowledge_at(const cw_game_type *type, cw_knowledge_kind kind, int index);

/* Knowledge by name; NULL when the game has none of that name. */
CW_API const cw_knowledge *cw_game_knowledge(const cw_game_type *type, cw_knowledge_kind kind,
                                             const char *name);
CW_API const cw_policy *cw_game_policy(const cw_game *game, const char *name);
CW_API const cw_evaluator *cw_game_evaluator(const cw_game *game, const char *name);
CW_API const cw_reasoner *cw_game_reasoner(const cw_game *game, const char *name);
CW_API const cw_prior *cw_game_prior(const cw_game *game, const char *name);
CW_API const cw_judge *cw_game_judge(const cw_game *game, const char *name);

#endif

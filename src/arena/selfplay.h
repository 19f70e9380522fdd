/* Games to learn from: a player against itself, with what it thought of every position, written in shards
 * (shards.h) by several threads.
 *
 * Repeatable: a game depends on the run's seed and its number alone, so that shards can be made in any order,
 * anywhere, and a run that was stopped goes on with those that are missing. */
#ifndef CW_ARENA_SELFPLAY_H
#define CW_ARENA_SELFPLAY_H

#include "causeway/player.h"

typedef struct cw_selfplay {
    const cw_game *game;
    const char *player; /* a spec */
    const char *folder;
    uint64_t seed;
    int64_t games; /* made up to whole shards */
    int shard_games;
    int random_plies;   /* moves made at random before the player begins */
    double balanced;    /* the share of games whose random moves must leave both sides a chance, as the judge
                            of the player's network sees it */
    int view;           /* of those that the game's judge names: what files hold */
    const char *labels; /* NULL, or a reasoner that values every move of every position: "solver:nodes=0" */
    const char *values; /* NULL, or a reasoner that values every position, but not its moves */
    int proofs; /* of the positions that each of these proofs went through, how many are written as well */
    const char *referee;   /* NULL, or a reasoner whose proof ends a game: "vc" */
    double played_out;     /* the share of games that the referee leaves alone */
    double skipped;        /* the share of positions that are not written, drawn at random: where games are
                            quick, many of them teach more than many positions of one */
    int ply_low, ply_high; /* only positions of these plies are written */
    bool is_cut;           /* a game ends after them: how it would have gone on is not known, nor paid for */
    int part, parts;       /* this machine makes only the shards part, part + parts, ...; parts 0: all */
    int threads;
    bool resume;
    const cw_flag *stop; /* NULL, or: end when it becomes true; whole shards stay */

    /* Optional: told after each shard, in order, how many games are done. */
    void (*progress)(int64_t games, void *payload);
    void *payload;
} cw_selfplay;

/* The least and greatest value of a balanced opening, for who decides. */
#define CW_SELFPLAY_BALANCE_LOW 0.3
#define CW_SELFPLAY_BALANCE_HIGH 0.7

/* Checks everything and makes the folder. */
cw_status cw_selfplay_open(const cw_selfplay *selfplay, cw_error *error);

/* Plays in a folder that is open. */
cw_status cw_selfplay_play(const cw_selfplay *selfplay, cw_error *error);

/* Both. */
cw_status cw_selfplay_run(const cw_selfplay *selfplay, cw_error *error);

#endif

/* Players: something that answers "your move?". A player is made for one game, keeps what it likes between
 * the moves of a game (a tree), and explains itself in an analysis.
 *
 *     "mcts:rave=0.00025,time=1s"  --cw_plan_read-->  cw_plan  --cw_player_make-->  cw_player
 *      or the name of a preset                       its kind
 *                                                    and options
 *
 * What is asked about a player before it plays is asked of its plan. */
#ifndef CAUSEWAY_PLAYER_H
#define CAUSEWAY_PLAYER_H

#include "causeway/analysis.h"
#include "causeway/faces.h"
#include "causeway/player_type.h"
#include "causeway/record.h"

typedef struct cw_player cw_player;

/* The registry. */
CW_API int cw_player_type_count(void);
CW_API const cw_player_type *cw_player_type_at(int index);

/* The presets of all games, one game after the other; NULL behind the last. `game` may be NULL. */
CW_API const cw_preset *cw_preset_at(int index, const cw_game_type **game);

/* Options that every player takes, such as random_until. */
CW_API const cw_option *cw_player_common_options(void);

/* What a spec means for a game. A plain value, small enough to be copied; `game` must outlive it. */
typedef struct cw_plan {
    const cw_player_type *type;
    const cw_game *game;
    cw_options options;
} cw_plan;

/* Reads "name:settings", where the name is a kind or a preset; settings after a preset's name replace those
 * of the preset. What can be told to be wrong without making a player is refused. */
CW_API cw_status cw_plan_read(cw_plan *plan, const char *spec, const cw_game *game, cw_error *error);

/* The same for a spec that comes from a stranger, or with `bounds` NULL for any. What the spec itself asks
 * for beyond the bounds is refused, what a preset or a default has beyond them is lowered. */
CW_API cw_status cw_plan_read_within(const cw_bounds *bounds, cw_plan *plan, const char *spec,
                                     const cw_game *game, cw_error *error);

/* Changes one option; value NULL: back to the default. A plan that is refused stays as it was. */
CW_API cw_status cw_plan_set(cw_plan *plan, const char *name, const char *value, cw_error *error);

/* Writes the one spec of the plan: the name of the kind, and the settings in the order of its options. */
CW_API void cw_plan_print(const cw_plan *plan, cw_text *text);

/* Writes the kind of player with all its options, also those that come from a preset or a default: two specs
 * with the same meaning are one player, however they are spelt. */
CW_API void cw_plan_print_meaning(const cw_plan *plan, cw_text *text);

/* Writes a meaning that was printed earlier as it would be printed today: options that have got other names
 * have these, and options that have come since have their defaults. False: it means nothing today. */
CW_API bool cw_plan_renew_meaning(const char *meaning, const cw_game *game, cw_text *text);

/* Whether two specs are of one player of the game; one that cannot be read is only itself. */
CW_API bool cw_plan_is_same(const cw_game *game, const char *spec, const char *other);

CW_API double cw_plan_seconds(const cw_plan *plan); /* the time for a move; 0: no budget in time */

/* Makes a player that is ready for its first game, from a plan or at once from a spec. */
CW_API cw_status cw_player_make(const cw_plan *plan, uint64_t seed, cw_player **player, cw_error *error);
CW_API cw_status cw_player_create(const char *spec, const cw_game *game, uint64_t seed, cw_player **player,
                                  cw_error *error);
CW_API cw_status cw_player_create_within(const cw_bounds *bounds, const char *spec, const cw_game *game,
                                         uint64_t seed, cw_player **player, cw_error *error);
CW_API void cw_player_destroy(cw_player *player);

/* The name of the player to take for a game when nobody says which: the strongest there is. */
CW_API const char *cw_player_standard(const cw_game *game);

CW_API const cw_plan *cw_player_plan(const cw_player *player);
CW_API void cw_player_reset(cw_player *player, uint64_t seed);

/* Decides; analysis->best is legal. `limits` may be NULL. CW_ILLEGAL where no player is to decide. */
CW_API cw_status cw_player_choose(cw_player *player, const cw_record *record, const cw_limits *limits,
                                  cw_analysis *analysis, cw_error *error);

#endif

/* What a session shows, as JSON: scenes, picks, tables, analyses. The forms are those of
 * docs/session-protocol.schema.json. */
#ifndef CW_PROTOCOL_SESSION_VIEWS_H
#define CW_PROTOCOL_SESSION_VIEWS_H

#include <jansson.h>

#include "protocol/session/task.h"

json_t *cw_view_move(const cw_game *game, const cw_state *state, cw_move move);
json_t *cw_view_picks(const cw_game *game, const cw_state *state, cw_move move);

/* A colour's name; null for none. */
json_t *cw_view_color(cw_color color);

/* A seat's number; null for chance and nobody. */
json_t *cw_view_seat_number(int seat);

json_t *cw_view_cell(const cw_scene_cell *cell);
json_t *cw_view_scene(const cw_game *game, const cw_state *state);

/* The table as a whole at the time `now`; `task` is the thought about it, or NULL. */
json_t *cw_view_table(const cw_table *table, const cw_task *task, double now);

/* How the game ended, in one sentence. */
void cw_view_sentence(const cw_table *table, cw_text *sentence);

/* The game as the house writes it: {"game", "moves", "players"}, and "result" where it is over. */
json_t *cw_view_record(const cw_table *table);

/* Opinions (opinions.c). Adds to an event what a player thinks of the position: value, proof, move, line; with
 * `candidates` those too, and what the thought took. */
void cw_view_opinion(json_t *event, const cw_game *game, const cw_state *state, const cw_analysis *analysis);
void cw_view_candidates(json_t *event, const cw_game *game, const cw_state *state,
                        const cw_analysis *analysis);

/* Notes (notes.c). Says of which variation something is, where it is of one; adds to a table or a record the
 * variations and comments that hang on the first `length` decisions; and reads them from a record. */
void cw_view_variation(json_t *object, int note);
void cw_view_notes(json_t *object, const cw_table *table, int length);
cw_status cw_notes_load(cw_table *table, const json_t *saved, cw_error *error);

/* All legal moves of a position, with their picks. */
json_t *cw_view_legal(const cw_game *game, const cw_state *state);

/* What a game knows of a position (insights.c): a list of layers. */
json_t *cw_view_layers(const cw_insight *insight);

/* A game's spec, its name and its title, as fields. */
void cw_view_game(json_t *object, const cw_game *game);

#endif

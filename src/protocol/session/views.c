#include "protocol/session/views.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Scenes ---- */

static const char *const color_names[CW_COLOR_COUNT] = {
    [CW_COLOR_BOARD] = "board", [CW_COLOR_BLACK] = "black",   [CW_COLOR_WHITE] = "white",
    [CW_COLOR_RED] = "red",     [CW_COLOR_YELLOW] = "yellow", [CW_COLOR_GREEN] = "green",
    [CW_COLOR_BLUE] = "blue",   [CW_COLOR_GRAY] = "gray",
};

json_t *cw_view_color(cw_color color) {
    return color_names[color] != NULL ? json_string(color_names[color]) : json_null();
}

static void set_color(json_t *object, const char *key, cw_color color) {
    if (color != CW_COLOR_NONE)
        json_object_set_new(object, key, cw_view_color(color));
}

static void set_text(json_t *object, const char *key, const char *text) {
    if (text[0] != '\0')
        json_object_set_new(object, key, json_string(text));
}

static void set_number(json_t *object, const char *key, int number) {
    if (number != 0)
        json_object_set_new(object, key, json_integer(number));
}

static void set_marks(json_t *object, unsigned marks) {
    static const struct {
        unsigned mark;
        const char *name;
    } names[] = {{CW_MARK_LAST, "last"},
                 {CW_MARK_FORCED, "forced"},
                 {CW_MARK_WINNING, "winning"},
                 {CW_MARK_BLOCKED, "blocked"}};
    if (marks == 0)
        return;
    json_t *array = json_array();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if ((marks & names[i].mark) != 0)
            json_array_append_new(array, json_string(names[i].name));
    }
    json_object_set_new(object, "marks", array);
}

static void set_border(json_t *object, const cw_color *border) {
    bool is_plain = true;
    for (int side = 0; side < 6; side++)
        is_plain = is_plain && border[side] == CW_COLOR_NONE;
    if (is_plain)
        return;
    json_t *array = json_array();
    for (int side = 0; side < 6; side++)
        json_array_append_new(array, cw_view_color(border[side]));
    json_object_set_new(object, "border", array);
}

static void set_lines(json_t *object, const cw_scene_line *lines, int count) {
    if (count == 0)
        return;
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_pack("[i, i, o]", lines[i].from, lines[i].to,
                                               cw_view_color((cw_color)lines[i].color)));
    json_object_set_new(object, "lines", array);
}

json_t *cw_view_cell(const cw_scene_cell *cell) {
    json_t *object = json_pack("{s:i, s:i}", "q", cell->q, "r", cell->r);
    set_number(object, "level", cell->level);
    set_color(object, "fill", cell->fill);
    set_color(object, "ink", cell->ink);
    set_text(object, "glyph", cell->glyph);
    set_text(object, "symbol", cell->symbol);
    set_number(object, "piece", cell->piece);
    set_marks(object, cell->marks);
    set_border(object, cell->border);
    set_lines(object, cell->lines, cell->line_count);
    set_text(object, "note", cell->note);
    return object;
}

static json_t *view_item(const cw_scene_item *item) {
    json_t *object =
        json_pack("{s:i, s:i, s:i}", "seat", item->player, "index", item->index, "count", item->count);
    set_color(object, "fill", item->fill);
    set_text(object, "glyph", item->glyph);
    set_text(object, "symbol", item->symbol);
    set_number(object, "piece", item->piece);
    set_lines(object, item->lines, item->line_count);
    return object;
}

static json_t *view_shape(const cw_scene *scene, const cw_scene_shape *shape) {
    json_t *cells = json_array();
    for (int i = 0; i < shape->count; i++) {
        const cw_scene_place *place = &scene->places[shape->first + i];
        json_array_append_new(cells, json_pack("{s:i, s:i}", "q", place->q, "r", place->r));
    }
    json_t *object =
        json_pack("{s:s, s:i, s:s, s:o}", "kind", shape->kind == CW_SHAPE_BEST ? "best" : "threat", "seat",
                  shape->player, "name", shape->name, "cells", cells);
    set_color(object, "color", shape->color);
    set_number(object, "points", shape->points);
    return object;
}

static json_t *scene_json(const cw_scene *scene, int player_count) {
    json_t *cells = json_array(), *labels = json_array(), *hand = json_array(), *hands = json_array();
    json_t *shapes = json_array();
    for (int i = 0; i < scene->cell_count; i++)
        json_array_append_new(cells, cw_view_cell(&scene->cells[i]));
    for (int i = 0; i < scene->label_count; i++)
        json_array_append_new(labels, json_pack("{s:i, s:i, s:s}", "q", scene->labels[i].q, "r",
                                                scene->labels[i].r, "text", scene->labels[i].text));
    for (int i = 0; i < scene->item_count; i++)
        json_array_append_new(hand, view_item(&scene->items[i]));
    for (int i = 0; i < scene->shape_count; i++)
        json_array_append_new(shapes, view_shape(scene, &scene->shapes[i]));
    for (int i = 0; i < player_count; i++)
        json_array_append_new(hands, json_string(scene->hands[i]));
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:s}", "cells", cells, "labels", labels, "shapes", shapes,
                     "hand", hand, "hands", hands, "caption", cw_text_string(&scene->caption));
}

json_t *cw_view_scene(const cw_game *game, const cw_state *state) {
    cw_scene scene = {0};
    cw_game_draw(game, state, &scene);
    json_t *object = scene_json(&scene, game->player_count);
    cw_scene_free(&scene);
    return object;
}

/* ---- Moves ---- */

json_t *cw_view_move(const cw_game *game, const cw_state *state, cw_move move) {
    cw_text text = {0};
    game->type->print(game, state, move, &text);
    json_t *string = json_string(cw_text_string(&text));
    cw_text_free(&text);
    return string;
}

static json_t *view_pick(const cw_pick *pick, const cw_game *game, const cw_state *state, cw_move move) {
    switch (pick->kind) {
    case CW_PICK_HAND:
        return json_pack("{s:s, s:i}", "kind", "hand", "index", pick->index);
    case CW_PICK_TURN:
        return json_pack("{s:s, s:i}", "kind", "turn", "index", pick->index);
    case CW_PICK_BUTTON:
        return json_pack("{s:s, s:o}", "kind", "button", "text", cw_view_move(game, state, move));
    default:
        return json_pack("{s:s, s:i, s:i}", "kind", "cell", "q", pick->q, "r", pick->r);
    }
}

json_t *cw_view_picks(const cw_game *game, const cw_state *state, cw_move move) {
    cw_pick picks[CW_PICKS_MAX];
    int count = game->type->picks(game, state, move, picks);
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, view_pick(&picks[i], game, state, move));
    return array;
}

json_t *cw_view_legal(const cw_game *game, const cw_state *state) {
    json_t *array = json_array();
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    int count = moves != NULL ? game->type->moves(game, state, moves) : 0;
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_pack("{s:o, s:o}", "move", cw_view_move(game, state, moves[i]),
                                               "picks", cw_view_picks(game, state, moves[i])));
    free(moves);
    return array;
}

json_t *cw_view_seat_number(int seat) {
    return seat >= 0 ? json_integer(seat) : json_null();
}

static json_t *view_moves(const cw_table *table) {
    const cw_game *game = cw_table_game(table);
    json_t *array = json_array();
    for (int i = 0; i < cw_record_length(table->record); i++) {
        const cw_state *state = cw_record_state_at(table->record, i);
        json_array_append_new(array,
                              json_pack("{s:o, s:o}", "move",
                                        cw_view_move(game, state, cw_record_move(table->record, i)), "seat",
                                        cw_view_seat_number(game->type->to_decide(game, state))));
    }
    return array;
}

/* ---- Seats and results ---- */

static json_t *view_seat(const cw_table *table, int number, double now) {
    const cw_game *game = cw_table_game(table);
    const cw_table_seat *self = &table->seats[number];
    const cw_seat *seat = &game->seats[cw_game_seat(game, cw_record_state(table->record), number)];
    int level = strncmp(self->spec, "level:", 6) == 0 ? (int)strtol(self->spec + 6, NULL, 10) : 0;
    char title[32];
    snprintf(title, sizeof title, "level %d", level);
    json_t *object = json_pack("{s:s, s:s, s:s, s:s}", "name", seat->name, "letter", seat->letter, "player",
                               self->spec, "title",
                               self->is_person ? "person"
                               : level > 0     ? title
                                               : self->spec);
    set_color(object, "color", seat->color);
    set_number(object, "level", level);
    if (table->has_clock)
        json_object_set_new(object, "clock", json_real(cw_table_clock(table, number, now)));
    cw_result result;
    if (game->type->has_scores) {
        game->type->result(game, cw_record_state(table->record), &result);
        json_object_set_new(object, "score", json_integer(result.score[number]));
    }
    if (table->end != CW_END_NONE) {
        cw_table_result(table, &result);
        json_object_set_new(object, "reward", json_real(result.reward[number]));
    }
    return object;
}

static const char *seat_name(const cw_table *table, int number) {
    const cw_game *game = cw_table_game(table);
    return game->seats[cw_game_seat(game, cw_record_state(table->record), number)].name;
}

static void append_capital(cw_text *text, const char *word) {
    cw_text_append_char(text, (char)toupper((unsigned char)word[0]));
    cw_text_append(text, word + 1);
}

/* What the game itself says of its end: the first line of its caption. */
static void tell_end(const cw_game *game, const cw_state *state, cw_text *sentence) {
    cw_scene scene = {0};
    cw_game_draw(game, state, &scene);
    const char *caption = cw_text_string(&scene.caption);
    size_t length = strcspn(caption, "\n");
    if (length > 0) {
        cw_text_append_char(sentence, (char)toupper((unsigned char)caption[0]));
        cw_text_append_bytes(sentence, caption + 1, length - 1);
        cw_text_append(sentence, caption[length - 1] == '.' ? "" : ".");
    }
    cw_scene_free(&scene);
}

void cw_view_sentence(const cw_table *table, cw_text *sentence) {
    const cw_game *game = cw_table_game(table);
    const cw_state *state = cw_record_state(table->record);
    int winner = cw_table_winner(table);
    if (game->type->to_decide(game, state) == CW_NOBODY)
        tell_end(game, state, sentence);
    if (sentence->length > 0)
        return;
    if (winner >= 0) {
        append_capital(sentence, seat_name(table, winner));
        cw_text_append(sentence, " wins");
    } else {
        cw_text_append(sentence, "Nobody wins");
    }
    if (table->end == CW_END_RULES)
        cw_text_printf(sentence, " (%s).", cw_table_ending(table));
    else
        cw_text_printf(sentence, ": %s %s.", seat_name(table, table->loser),
                       table->end == CW_END_TIME ? "ran out of time" : "resigned");
}

static json_t *view_result(const cw_table *table) {
    const cw_game *game = cw_table_game(table);
    cw_result result;
    cw_table_result(table, &result);
    json_t *rewards = json_array(), *scores = json_array();
    for (int seat = 0; seat < game->player_count; seat++) {
        json_array_append_new(rewards, json_real(result.reward[seat]));
        json_array_append_new(scores, json_integer(result.score[seat]));
    }
    json_t *object = json_pack("{s:s, s:o}", "ending", cw_table_ending(table), "rewards", rewards);
    if (game->type->has_scores && table->end == CW_END_RULES)
        json_object_set(object, "scores", scores);
    json_decref(scores);
    return object;
}

static json_t *view_over(const cw_table *table) {
    json_t *object = view_result(table);
    cw_text sentence = {0};
    cw_view_sentence(table, &sentence);
    json_object_set_new(object, "winner", cw_view_seat_number(cw_table_winner(table)));
    json_object_set_new(object, "sentence", json_string(cw_text_string(&sentence)));
    cw_text_free(&sentence);
    return object;
}

/* ---- Tables ---- */

static json_t *view_can(const cw_table *table) {
    int decider = cw_table_to_decide(table);
    return json_pack("{s:b, s:b, s:b, s:b, s:b}", "undo", cw_table_can_undo(table), "redo",
                     table->undone_count > 0, "hint", cw_table_is_person(table, decider), "resign",
                     decider >= 0 && cw_table_has_person(table), "rematch", 1);
}

static json_t *view_thinking(const cw_task *task) {
    static const char *const words[] = {
        [CW_TASK_MOVE] = "move", [CW_TASK_HINT] = "hint", [CW_TASK_ANALYSIS] = "analysis"};
    return json_pack("{s:s, s:i, s:i}", "what", words[task->kind], "seat", task->seat, "place", task->place);
}

static json_t *view_head(const cw_table *table) {
    const cw_game *game = cw_table_game(table);
    int ply = cw_record_length(table->record);
    cw_text spec = {0};
    cw_game_print_spec(game, &spec);
    json_t *object =
        json_pack("{s:i, s:i, s:s, s:s, s:s, s:i}", "ply", ply, "length", ply + table->undone_count, "name",
                  game->type->name, "title", game->type->title, "game", cw_text_string(&spec), "move_number",
                  game->type->move_number(game, cw_record_state(table->record)));
    cw_text_free(&spec);
    if (table->kept != 0)
        json_object_set_new(object, "kept", json_integer(table->kept));
    return object;
}

json_t *cw_view_table(const cw_table *table, const cw_task *task, double now) {
    json_t *object = view_head(table), *seats = json_array();
    int decider = cw_table_to_decide(table);
    for (int seat = 0; seat < cw_table_game(table)->player_count; seat++)
        json_array_append_new(seats, view_seat(table, seat, now));
    json_object_set_new(object, "seats", seats);
    json_object_set_new(object, "to_decide", cw_view_seat_number(decider));
    json_object_set_new(object, "running", cw_view_seat_number(table->running));
    json_object_set_new(object, "moves", view_moves(table));
    json_object_set_new(object, "scene", cw_view_scene(cw_table_game(table), cw_record_state(table->record)));
    if (cw_table_is_person(table, decider))
        json_object_set_new(object, "legal",
                            cw_view_legal(cw_table_game(table), cw_record_state(table->record)));
    if (table->end != CW_END_NONE)
        json_object_set_new(object, "over", view_over(table));
    if (task != NULL && task->is_wanted)
        json_object_set_new(object, "thinking", view_thinking(task));
    json_object_set_new(object, "can", view_can(table));
    cw_view_notes(object, table, cw_record_length(table->record) + table->undone_count);
    json_object_set_new(object, "paused", json_boolean(table->paused));
    json_object_set_new(object, "pace", json_real(table->pace));
    return object;
}

static void set_clocks(json_t *object, const cw_table *table) {
    json_t *clocks = json_array();
    for (int seat = 0; seat < cw_table_game(table)->player_count; seat++)
        json_array_append_new(clocks, json_real(table->seats[seat].clock));
    json_object_set_new(object, "clock", json_real(table->clock));
    json_object_set_new(object, "increment", json_real(table->increment));
    json_object_set_new(object, "clocks", clocks);
}

json_t *cw_view_record(const cw_table *table) {
    const cw_game *game = cw_table_game(table);
    json_t *moves = json_array(), *players = json_array();
    cw_text spec = {0};
    cw_game_print_spec(game, &spec);
    for (int i = 0; i < cw_record_length(table->record); i++)
        json_array_append_new(moves, cw_view_move(game, cw_record_state_at(table->record, i),
                                                  cw_record_move(table->record, i)));
    for (int seat = 0; seat < game->player_count; seat++)
        json_array_append_new(players, json_string(table->seats[seat].spec));
    json_t *object =
        json_pack("{s:s, s:o, s:o}", "game", cw_text_string(&spec), "moves", moves, "players", players);
    cw_text_free(&spec);
    if (table->end != CW_END_NONE)
        json_object_set_new(object, "result", view_result(table));
    if (table->end == CW_END_RESIGNED || table->end == CW_END_TIME)
        json_object_set_new(object, "loser", json_integer(table->loser));
    if (table->has_clock)
        set_clocks(object, table);
    cw_view_notes(object, table, cw_record_length(table->record));
    return object;
}

void cw_view_game(json_t *answer, const cw_game *game) {
    cw_text spec = {0};
    cw_game_print_spec(game, &spec);
    json_object_set_new(answer, "game", json_string(cw_text_string(&spec)));
    json_object_set_new(answer, "name", json_string(game->type->name));
    json_object_set_new(answer, "title", json_string(game->type->title));
    cw_text_free(&spec);
}

/* What a store knows of a run and of one of its games, for people. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/db.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/position.h"
#include "cli/report.h"

/* ---- Runs ---- */

static const char *side_words[] = {"alternate", "halves", "fixed"};

static const char *sides_of(const json_t *definition) {
    json_int_t sides = json_integer_value(json_object_get(definition, "sides"));
    return side_words[sides >= 0 && sides < 3 ? sides : 0];
}

static double number_of(const json_t *definition, const char *key) {
    return json_number_value(json_object_get(definition, key));
}

void cli_describe_run(const cw_stored_run *run, const json_t *definition, cw_text *text) {
    size_t openings = json_array_size(json_object_get(definition, "openings"));
    cw_text_printf(text, "seed %" PRIu64, (uint64_t)json_integer_value(json_object_get(definition, "seed")));
    if (strcmp(sides_of(definition), side_words[0]) != 0)
        cw_text_printf(text, ", sides %s", sides_of(definition));
    if (json_is_true(json_object_get(definition, "loser_starts")))
        cw_text_append(text, ", the loser starts");
    if (json_is_true(json_object_get(definition, "gauntlet")))
        cw_text_append(text, ", gauntlet");
    if (openings > 0)
        cw_text_printf(text, ", %zu opening%s", openings, openings == 1 ? "" : "s");
    if (number_of(definition, "random_plies") > 0)
        cw_text_printf(text, ", %g random move%s first", number_of(definition, "random_plies"),
                       number_of(definition, "random_plies") == 1 ? "" : "s");
    if (number_of(definition, "clock") > 0)
        cw_text_printf(text, ", %g s on the clock", number_of(definition, "clock"));
    if (number_of(definition, "move_time") > 0)
        cw_text_printf(text, ", %g s a move", number_of(definition, "move_time"));
    if (run->test[0] != '\0')
        cw_text_printf(text, ", SPRT %s%s%s", run->test, run->ended[0] != '\0' ? ": " : "", run->ended);
}

json_t *cli_stored_run_json(const cw_stored_run *run, json_t *definition) {
    return json_pack("{s:I, s:s, s:s, s:O?, s:I, s:I, s:s, s:s, s:O?, s:s, s:O?, s:O?, s:O?, s:O?, s:O?, s:s,"
                     " s:s}",
                     "run", (json_int_t)run->id, "name", run->name, "game", run->game, "players",
                     json_object_get(definition, "players"), "games", (json_int_t)run->games, "played",
                     (json_int_t)run->played, "version", run->version, "created", run->created, "seed",
                     json_object_get(definition, "seed"), "sides", sides_of(definition), "openings",
                     json_object_get(definition, "openings"), "random_plies",
                     json_object_get(definition, "random_plies"), "loser_starts",
                     json_object_get(definition, "loser_starts"), "clock",
                     json_object_get(definition, "clock"), "move_time",
                     json_object_get(definition, "move_time"), "sprt", run->test, "ended", run->ended);
}

/* ---- One game ---- */

/* A game that is looked for. */
typedef struct search {
    cli_stored_run *loaded;
    int64_t number;
    bool is_found;
    cw_match_game game;
} search;

static bool find_game(const cw_match_game *game, void *payload) {
    search *self = payload;
    if (game->pairing.number != self->number)
        return true;
    self->is_found = true;
    self->game = *game;
    self->game.moves = game->moves != NULL ? strdup(game->moves) : NULL;
    return false;
}

static void print_head(const search *found, cw_text *text) {
    const cw_game *game = found->loaded->game;
    cw_text_printf(text, "game %" PRId64 " of run %" PRId64 ":", found->number, found->loaded->id);
    for (int seat = 0; seat < game->player_count; seat++) {
        int entrant = found->game.pairing.entrants[seat];
        bool known = entrant >= 0 && entrant < found->loaded->spec_count;
        cw_text_printf(text, "%s %s %s", seat > 0 ? "," : "", game->seats[seat].name,
                       known ? found->loaded->specs[entrant] : "?");
    }
    cw_text_append_char(text, '\n');
}

static void print_result(const search *found, cw_text *text) {
    const cw_game *game = found->loaded->game;
    const cw_game_outcome *outcome = &found->game.outcome;
    cw_text_printf(text, "%d move%s, ended by %s", outcome->moves, outcome->moves == 1 ? "" : "s",
                   cli_ending_name(game, outcome->result.ending));
    if (outcome->forfeiter >= 0 && outcome->forfeiter < game->player_count)
        cw_text_printf(text, " of %s (%s)", game->seats[outcome->forfeiter].name, outcome->reason);
    for (int seat = 0; seat < game->player_count; seat++)
        cw_text_printf(text, "%s %s %.3g", seat > 0 ? "," : ":", game->seats[seat].name,
                       outcome->result.reward[seat]);
    cw_text_append_char(text, '\n');
}

/* The positions of a game, each drawn below its move. */
typedef struct steps {
    cw_text *pages;
    int count;
} steps;

static cw_status draw_steps(const cw_record *whole, cw_scene_style style, steps *drawn, cw_error *error) {
    cw_record *shown = NULL;
    drawn->pages = calloc((size_t)cw_record_length(whole) + 1, sizeof *drawn->pages);
    cw_status status = drawn->pages != NULL ? cw_record_create(cw_record_game(whole), &shown, error)
                                            : cw_fail(error, CW_NO_MEMORY, "out of memory for a game");
    for (int i = 0; status == CW_OK && i < cw_record_length(whole); i++) {
        status = cw_record_play(shown, cw_record_move(whole, i), error);
        if (cw_record_to_decide(shown) == CW_CHANCE)
            continue;
        cw_text *page = &drawn->pages[drawn->count++];
        cw_text_printf(page, "\n%d: ", i + 1);
        cw_record_print_move(whole, i, page);
        cw_text_append_char(page, '\n');
        cli_draw(shown, style, page);
    }
    cw_record_destroy(shown);
    return status;
}

static void free_steps(steps *drawn) {
    for (int i = 0; i < drawn->count; i++)
        cw_text_free(&drawn->pages[i]);
    free(drawn->pages);
}

/* Shows the positions one after the other; at a terminal each waits for a key. */
static void turn_pages(const steps *drawn) {
    bool waits = cli_input_is_interactive();
    char key = ' ';
    for (int i = 0; i < drawn->count && key != 'q'; i += key == 'b' ? (i > 0 ? -1 : 0) : 1) {
        fputs(cw_text_string(&drawn->pages[i]), stdout);
        key = waits && i + 1 < drawn->count ? cli_input_key("-- any key: next, b: back, q: end --") : ' ';
    }
}

/* Draws the last position, or with `in_steps` every one. */
static cw_status show_positions(search *found, bool in_steps, cw_error *error) {
    cw_record *whole = found->loaded->record;
    cw_scene_style style = cli_style(NULL);
    steps drawn = {0};
    cw_text text = {0};
    cw_record_clear(whole);
    cw_status status = cw_record_play_line(whole, found->game.moves, error);
    if (status == CW_OK && in_steps)
        status = draw_steps(whole, style, &drawn, error);
    if (status == CW_OK && in_steps)
        turn_pages(&drawn);
    free_steps(&drawn);
    if (status != CW_OK || in_steps)
        return status;
    cw_record_print(whole, &text);
    cw_text_append_char(&text, '\n');
    cli_draw(whole, style, &text);
    return cli_print(&text, error);
}

/* The words around the positions. */
static cw_status show_found(search *found, bool in_steps, cw_error *error) {
    cw_text head = {0}, result = {0};
    print_head(found, &head);
    if (found->game.moves == NULL)
        cw_text_append(&head, "its moves were not kept\n");
    cw_status status = cli_print(&head, error);
    if (status == CW_OK && found->game.moves != NULL)
        status = show_positions(found, in_steps, error);
    print_result(found, &result);
    if (status != CW_OK)
        cw_text_free(&result);
    return status == CW_OK ? cli_print(&result, error) : status;
}

cw_status cli_show_game(cw_store *store, int64_t id, int64_t number, const cli_arguments *arguments,
                        cw_error *error) {
    cli_stored_run loaded;
    search found = {.loaded = &loaded, .number = number};
    cw_status status = cli_load_run(store, id, &loaded, error);
    if (status == CW_OK)
        status = cw_store_games(store, id, find_game, &found, error);
    if (status == CW_OK && !found.is_found)
        status = cw_fail(error, CW_BAD_INPUT, "run %" PRId64 " has no game %" PRId64 ", they count from 0",
                         id, number);
    if (status == CW_OK && cli_given(arguments, "--json"))
        status = cli_print_json(cli_game_json(loaded.game, &found.game), error);
    else if (status == CW_OK)
        status = show_found(&found, cli_given(arguments, "--step"), error);
    free(found.game.moves);
    cli_unload_run(&loaded);
    return status;
}

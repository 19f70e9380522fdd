#include "cli/table.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/input.h"
#include "cli/output.h"
#include "cli/position.h"

typedef struct table {
    cli_position position;
    const char *specs[CW_PLAYERS_MAX];
    cw_player *players[CW_PLAYERS_MAX]; /* NULL: a person */
    cw_player *adviser;                 /* made for the first hint */
    cw_analysis analysis;
    cw_rng rng; /* of chance */
    cw_scene_style style;
    uint64_t seed;
    bool is_stale; /* the position has changed since it was last drawn */
    bool quit;
} table;

/* ---- Setting up ---- */

static bool is_human(const char *spec) {
    return strcmp(spec, "human") == 0;
}

static const char *spec_at(const cli_table_plan *plan, const cw_game *game, int seat) {
    if (seat < plan->player_count)
        return plan->players[seat];
    return seat == 0 ? "human" : cw_player_standard(game);
}

static cw_status seat_players(table *self, const cli_table_plan *plan, cw_error *error) {
    const cw_game *game = self->position.game;
    if (plan->player_count > game->player_count)
        return cw_fail(error, CW_BAD_INPUT, "%s has %d seats, so it takes at most %d players and not %d",
                       game->type->name, game->player_count, game->player_count, plan->player_count);
    cw_status status = CW_OK;
    for (int seat = 0; seat < game->player_count && status == CW_OK; seat++) {
        const char *spec = self->specs[seat] = spec_at(plan, game, seat);
        uint64_t seed = cw_rng_make(plan->seed, 1 + (uint64_t)seat).state;
        if (!is_human(spec))
            status = cw_player_create(spec, game, seed, &self->players[seat], error);
    }
    return status;
}

static void leave_table(table *self) {
    for (int seat = 0; seat < CW_PLAYERS_MAX; seat++)
        cw_player_destroy(self->players[seat]);
    cw_player_destroy(self->adviser);
    cw_analysis_free(&self->analysis);
    cli_position_close(&self->position);
}

static bool has_human(const table *self) {
    for (int seat = 0; seat < self->position.game->player_count; seat++) {
        if (self->players[seat] == NULL)
            return true;
    }
    return false;
}

/* ---- Telling ---- */

static void draw_board(table *self) {
    cw_text text = {0};
    cli_draw(self->position.record, self->style, &text);
    printf("\n%s\n", cw_text_string(&text));
    cw_text_free(&text);
    self->is_stale = false;
}

/* The move's text in the present position; the caller frees it. */
static cw_text move_text(const table *self, cw_move move) {
    cw_text text = {0};
    self->position.game->type->print(self->position.game, cw_record_state(self->position.record), move,
                                     &text);
    return text;
}

/* " (54 % in 12000 simulations)" for what an engine says of its move. */
static void print_opinion(const cw_analysis *analysis) {
    if (analysis->proof == CW_PROOF_WIN || analysis->proof == CW_PROOF_LOSS)
        printf("  (a proven %s)", analysis->proof == CW_PROOF_WIN ? "win" : "loss");
    else if (cw_analysis_has_value(analysis))
        printf("  (value %.1f %%, %" PRIu64 " %s, %.2f s)", 100 * analysis->value,
               analysis->simulations > 0 ? analysis->simulations : analysis->nodes,
               analysis->simulations > 0 ? "simulations" : "nodes", analysis->seconds);
    printf("\n");
}

static void print_result(const table *self) {
    const cw_game *game = self->position.game;
    cw_result result;
    cw_record_result(self->position.record, &result);
    printf("The game is over (%s).", game->type->endings[result.ending]);
    for (int player = 0; player < game->player_count; player++) {
        int seat = cw_game_seat(game, cw_record_state(self->position.record), player);
        printf(" %s: %.3g", game->seats[seat].name, result.reward[player]);
        if (game->type->has_scores)
            printf(" (%d points)", result.score[player]);
    }
    printf("\n");
}

/* ---- Decisions of engines and chance ---- */

static cw_status let_chance_decide(table *self, cw_error *error) {
    int count;
    cw_move *moves = cli_position_moves(self->position.record, &count);
    if (moves == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a draw");
    cw_move move = moves[cw_rng_below(&self->rng, (uint32_t)count)];
    free(moves);
    cw_text text = move_text(self, move);
    printf("chance: %s\n", cw_text_string(&text));
    cw_text_free(&text);
    return cw_record_play(self->position.record, move, error);
}

static cw_status let_engine_decide(table *self, int player, cw_error *error) {
    cw_record *record = self->position.record;
    const char *color = cli_position_decider(record);
    cw_status status = cw_player_choose(self->players[player], record, NULL, &self->analysis, error);
    if (status != CW_OK)
        return status;
    cw_text text = move_text(self, self->analysis.best);
    printf("%s (%s): %s", color, self->specs[player], cw_text_string(&text));
    print_opinion(&self->analysis);
    cw_text_free(&text);
    return cw_record_play(record, self->analysis.best, error);
}

/* ---- What a person can say ---- */

static void do_help(table *self, const char *argument);

static void do_undo(table *self, const char *argument) {
    (void)argument;
    cw_record *record = self->position.record;
    const cw_game *game = self->position.game;
    /* Back to the last position where a person decided. */
    int length = cw_record_length(record) - 1;
    for (; length >= 0; length--) {
        int decider = game->type->to_decide(game, cw_record_state_at(record, length));
        if (decider >= 0 && self->players[decider] == NULL)
            break;
    }
    if (length < 0)
        printf("There is no move of yours to take back.\n");
    while (length >= 0 && cw_record_length(record) > length)
        cw_record_undo(record, NULL);
    self->is_stale = length >= 0;
}

static void do_hint(table *self, const char *argument) {
    (void)argument;
    cw_error error = {0};
    cw_status status = CW_OK;
    const cw_game *game = self->position.game;
    if (cw_record_to_decide(self->position.record) < 0) {
        printf("The game is over.\n");
        return;
    }
    if (self->adviser == NULL)
        status = cw_player_create(cw_player_standard(game), game, self->seed, &self->adviser, &error);
    cw_limits limits = {.move_seconds = 2};
    if (status == CW_OK)
        status = cw_player_choose(self->adviser, self->position.record, &limits, &self->analysis, &error);
    if (status != CW_OK) {
        printf("%s\n", error.message);
        return;
    }
    cw_text text = move_text(self, self->analysis.best);
    printf("%s would play %s", cw_player_standard(game), cw_text_string(&text));
    print_opinion(&self->analysis);
    cw_text_free(&text);
}

static void do_moves(table *self, const char *argument) {
    (void)argument;
    int count, column = 0;
    cw_move *moves = cli_position_moves(self->position.record, &count);
    for (int i = 0; moves != NULL && i < count; i++) {
        cw_text text = move_text(self, moves[i]);
        if (column > 0 && column + (int)text.length + 2 > 78) {
            printf("\n");
            column = 0;
        }
        column += printf("%s%s", column > 0 ? "; " : "", cw_text_string(&text));
        cw_text_free(&text);
    }
    printf("%s\n", count == 0 ? "There are none." : "");
    free(moves);
}

static void do_show(table *self, const char *argument) {
    (void)argument;
    draw_board(self);
}

/* The game as one JSON object, the same as `causeway show --json` prints, and who played. */
static void do_save(table *self, const char *argument) {
    if (argument[0] == '\0') {
        printf("Write save FILE.\n");
        return;
    }
    json_t *object = cli_position_json(self->position.record), *players = json_array();
    for (int seat = 0; seat < self->position.game->player_count; seat++)
        json_array_append_new(players, json_string(self->specs[seat]));
    json_object_set_new(object, "players", players);
    char *dump = json_dumps(object, JSON_INDENT(2));
    cw_text text = {.out_of_memory = dump == NULL};
    cw_text_printf(&text, "%s\n", dump != NULL ? dump : "");
    cw_error error = {0};
    if (cli_write_file(argument, &text, &error) == CW_OK)
        printf("Saved in %s.\n", argument);
    else
        printf("%s\n", error.message);
    cw_text_free(&text);
    free(dump);
    json_decref(object);
}

static void do_quit(table *self, const char *argument) {
    (void)argument;
    self->quit = true;
}

static const struct {
    const char *word;
    const char *usage;
    const char *help;
    void (*run)(table *self, const char *argument);
} words[] = {
    {"undo", "undo", "take back your last move", do_undo},
    {"hint", "hint", "ask the engine", do_hint},
    {"moves", "moves", "all legal moves", do_moves},
    {"show", "show", "draw the board again", do_show},
    {"save", "save FILE", "write the game to a file", do_save},
    {"help", "help", "this text", do_help},
    {"quit", "quit", "end", do_quit},
};
enum { WORDS = sizeof words / sizeof words[0] };

static void do_help(table *self, const char *argument) {
    (void)self, (void)argument;
    printf("Type a move in the game's notation, or one of:\n");
    for (size_t i = 0; i < WORDS; i++)
        printf("  %-10s %s\n", words[i].usage, words[i].help);
}

/* Runs the command that the line begins with; false if it begins with none. */
static bool run_word(table *self, const char *line) {
    size_t length = strcspn(line, " \t");
    for (size_t i = 0; i < WORDS; i++) {
        if (strlen(words[i].word) == length && strncasecmp(words[i].word, line, length) == 0) {
            words[i].run(self, line + length + strspn(line + length, " \t"));
            return true;
        }
    }
    return false;
}

static void play_typed(table *self, const char *line) {
    cw_error error = {0};
    if (cw_record_play_text(self->position.record, line, &error) == CW_OK)
        self->is_stale = true;
    else
        printf("%s ('moves' lists what can be played, 'help' what else can be typed)\n", error.message);
}

/* All that can be typed: commands and moves, NULL at the end. NULL if memory is out. */
static char **list_typable(const table *self) {
    int count, filled = 0;
    cw_move *moves = cli_position_moves(self->position.record, &count);
    char **list = calloc(WORDS + (size_t)count + 1, sizeof *list);
    for (size_t i = 0; list != NULL && i < WORDS; i++)
        list[filled++] = strdup(words[i].word);
    for (int i = 0; list != NULL && moves != NULL && i < count; i++) {
        cw_text text = move_text(self, moves[i]);
        list[filled++] = strdup(cw_text_string(&text));
        cw_text_free(&text);
    }
    free(moves);
    return list;
}

static char *read_line(const table *self, const char *name) {
    char prompt[64];
    snprintf(prompt, sizeof prompt, "%s> ", name);
    char **typable = cli_input_is_interactive() ? list_typable(self) : NULL;
    char *line = cli_input_line(prompt, (const char *const *)typable);
    for (int i = 0; typable != NULL && typable[i] != NULL; i++)
        free(typable[i]);
    free(typable);
    return line;
}

/* Reads one line and does what it says. */
static void listen(table *self, const char *name) {
    char *line = read_line(self, name);
    if (line == NULL) {
        self->quit = true;
        return;
    }
    char *start = line + strspn(line, " \t");
    for (size_t length = strlen(start); length > 0 && isspace((unsigned char)start[length - 1]); length--)
        start[length - 1] = '\0';
    if (start[0] != '\0' && !run_word(self, start))
        play_typed(self, start);
    free(line);
}

/* ---- The game ---- */

static void end_game(table *self) {
    if (self->is_stale) {
        draw_board(self);
        print_result(self);
    }
    /* A person may look back, save, or take the last move back. */
    if (has_human(self))
        listen(self, "over");
    else
        self->quit = true;
}

static cw_status play_on(table *self, cw_error *error) {
    cw_status status = CW_OK;
    self->is_stale = true;
    while (status == CW_OK && !self->quit) {
        int decider = cw_record_to_decide(self->position.record);
        if (decider == CW_NOBODY) {
            end_game(self);
        } else if (decider == CW_CHANCE) {
            status = let_chance_decide(self, error);
            self->is_stale = true;
        } else if (self->players[decider] != NULL) {
            status = let_engine_decide(self, decider, error);
            self->is_stale = true;
        } else {
            if (self->is_stale)
                draw_board(self);
            listen(self, cli_position_decider(self->position.record));
        }
        if (status == CW_OK)
            status = cli_flush(error);
    }
    return status;
}

cw_status cli_table_play(const cli_table_plan *plan, cw_error *error) {
    table self = {.rng = cw_rng_make(plan->seed, 0), .style = plan->style, .seed = plan->seed};
    cw_status status = cli_position_open(&self.position, plan->game, plan->moves, error);
    if (status == CW_OK)
        status = seat_players(&self, plan, error);
    if (status == CW_OK && has_human(&self))
        printf("Type a move, or 'help'.\n");
    if (status == CW_OK)
        status = play_on(&self, error);
    leave_table(&self);
    return status;
}

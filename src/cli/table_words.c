/* What a person can say at the table. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "cli/table.h"

enum { EXAMPLES = 3 };

static void do_undo(cli_table *table, const char *argument) {
    (void)argument;
    cw_record *record = table->position.record;
    const cw_game *game = table->position.game;
    if (table->resigned != NULL) { /* who gave up by mistake takes back just that */
        table->resigned = NULL;
        table->is_stale = true;
        return;
    }
    /* Back to the last position where a person decided. */
    int length = cw_record_length(record) - 1;
    for (; length >= 0; length--) {
        int decider = game->type->to_decide(game, cw_record_state_at(record, length));
        if (decider >= 0 && table->players[decider] == NULL)
            break;
    }
    if (length < 0)
        printf("There is no move of yours to take back.\n");
    while (length >= 0 && cw_record_length(record) > length)
        cw_record_undo(record, NULL);
    table->is_stale = length >= 0;
}

static void do_hint(cli_table *table, const char *argument) {
    (void)argument;
    cw_error error = {0};
    cw_status status = CW_OK;
    const cw_game *game = table->position.game;
    if (cli_table_is_over(table)) {
        printf("The game is over.\n");
        return;
    }
    if (table->adviser == NULL)
        status = cw_player_create(cw_player_standard(game), game, table->seed, &table->adviser, &error);
    if (status == CW_OK)
        status = cli_table_think(table, table->adviser, cw_player_standard(game), 2, &error);
    if (status != CW_OK) {
        printf("%s\n", error.message);
        return;
    }
    cw_text text = cli_table_move_text(table, table->analysis.best);
    printf("%s would play %s", cw_player_standard(game), cw_text_string(&text));
    cli_table_print_opinion(&table->analysis);
    cw_text_free(&text);
}

static void do_moves(cli_table *table, const char *argument) {
    (void)argument;
    int count, column = 0, columns = cli_text_columns();
    if (cli_table_is_over(table)) {
        printf("The game is over.\n");
        return;
    }
    cw_move *moves = cli_position_moves(table->position.record, &count);
    for (int i = 0; moves != NULL && i < count; i++) {
        cw_text text = cli_table_move_text(table, moves[i]);
        if (column > 0 && column + (int)text.length + 2 > columns) {
            printf("\n");
            column = 0;
        }
        column += printf("%s%s", column > 0 ? "; " : "", cw_text_string(&text));
        cw_text_free(&text);
    }
    printf("%s\n", count == 0 ? "There are none." : "");
    free(moves);
}

static void do_show(cli_table *table, const char *argument) {
    (void)argument;
    cli_table_draw(table);
}

static void do_save(cli_table *table, const char *argument) {
    cw_error error = {0};
    if (argument[0] == '\0')
        printf("Write save FILE.\n");
    else if (cli_table_save(table, argument, &error) == CW_OK)
        printf("Saved in %s.\n", argument);
    else
        printf("%s\n", error.message);
}

static void do_load(cli_table *table, const char *argument) {
    if (argument[0] == '\0') {
        printf("Write load FILE.\n");
        return;
    }
    cw_error error = {0};
    cw_text name = {0};
    cw_text_printf(&name, "@%s", argument);
    cli_table_plan plan = {.game = cw_text_string(&name), .seed = &table->seed, .style = table->style};
    cli_table loaded;
    if (cli_table_open(&loaded, &plan, &error) == CW_OK) {
        cli_table_leave(table);
        *table = loaded;
        table->is_stale = true;
    } else {
        printf("%s\n", error.message);
    }
    cw_text_free(&name);
}

static void do_new(cli_table *table, const char *argument) {
    (void)argument;
    cli_table_clear(table);
}

static void do_resign(cli_table *table, const char *argument) {
    (void)argument;
    if (cli_table_is_over(table)) {
        printf("The game is over.\n");
        return;
    }
    table->resigned = cli_position_decider(table->position.record);
    table->is_stale = true;
}

static void do_rules(cli_table *table, const char *argument) {
    (void)argument;
    const cw_game_type *type = table->position.game->type;
    for (int i = 0; type->rules != NULL && type->rules[i] != NULL; i++)
        cli_print_wrapped("  ", type->rules[i]);
}

static void do_quit(cli_table *table, const char *argument) {
    (void)argument;
    table->quit = true;
}

static void do_help(cli_table *table, const char *argument);

static const struct {
    const char *word;
    const char *usage;
    const char *help;
    void (*run)(cli_table *table, const char *argument);
} words[] = {
    {"undo", "undo", "take back your last move", do_undo},
    {"hint", "hint", "ask the engine", do_hint},
    {"moves", "moves", "all legal moves", do_moves},
    {"show", "show", "draw the board again", do_show},
    {"rules", "rules", "the rules of the game", do_rules},
    {"save", "save FILE", "write the game to a file", do_save},
    {"load", "load FILE", "go on with a game from a file", do_load},
    {"new", "new", "begin a new game", do_new},
    {"resign", "resign", "give the game up", do_resign},
    {"help", "help", "this text", do_help},
    {"quit", "quit", "leave; an unfinished game is kept, and 'causeway menu' goes on with it", do_quit},
};
enum { WORDS = sizeof words / sizeof words[0] };

/* Moves of the present position, spread over the list of them. */
static void print_examples(const cli_table *table) {
    int count;
    cw_move *moves = cli_position_moves(table->position.record, &count);
    int shown = count < EXAMPLES ? count : EXAMPLES;
    for (int i = 0; moves != NULL && i < shown; i++) {
        cw_text text = cli_table_move_text(table, moves[(int64_t)i * count / shown]);
        printf("%s%s", i == 0 ? "Now, for example: " : "; ", cw_text_string(&text));
        cw_text_free(&text);
    }
    printf(shown > 0 ? ".\n" : "");
    free(moves);
}

/* A word and what it does, in two columns. */
static void print_word(const char *usage, const char *help) {
    static const char margin[] = "             ";
    cw_text text = {0};
    cli_wrap(help, cli_text_columns() - (int)strlen(margin), margin, &text);
    printf("  %-10s %s", usage, cw_text_string(&text) + strlen(margin));
    cw_text_free(&text);
}

static void do_help(cli_table *table, const char *argument) {
    (void)argument;
    const cw_game_type *type = table->position.game->type;
    cw_text notation = {0};
    cw_text_printf(&notation, "Type a move: %s.", type->notation != NULL ? type->notation : "its text");
    cli_print_wrapped("", cw_text_string(&notation));
    cw_text_free(&notation);
    print_examples(table);
    cli_print_wrapped("",
                      "The beginning of a move (a piece, a tile, swap) shows with numbers how it can go on; "
                      "then type a number.");
    printf("\n%s in short:\n", type->title);
    do_rules(table, "");
    printf("\nOr type one of:\n");
    for (size_t i = 0; i < WORDS; i++)
        print_word(words[i].usage, words[i].help);
}

/* Runs the command that the line begins with; false if it begins with none. */
static bool run_word(cli_table *table, const char *line) {
    size_t length = strcspn(line, " \t");
    for (size_t i = 0; i < WORDS; i++) {
        if (strlen(words[i].word) == length && strncasecmp(words[i].word, line, length) == 0) {
            cli_choice_clear(&table->choice);
            words[i].run(table, line + length + strspn(line + length, " \t"));
            return true;
        }
    }
    return false;
}

/* Shows the moves that begin with what was typed, or plays the only one if it is a word. */
static bool choose_part(cli_table *table, const char *line) {
    cw_record *record = table->position.record;
    if (cli_choice_begin(&table->choice, record, line) == 0)
        return false;
    cw_move word = cli_choice_word(&table->choice, record);
    if (word != CW_MOVE_NONE) {
        cw_record_play(record, word, NULL);
        table->is_stale = true;
        return true;
    }
    cw_text text = {0};
    cli_table_draw(table);
    cli_choice_print(&table->choice, record, cli_text_columns(), &text);
    printf("%sType a number, or something else.\n", cw_text_string(&text));
    cw_text_free(&text);
    return true;
}

static void play_typed(cli_table *table, const char *line) {
    cw_record *record = table->position.record;
    cw_move picked = cli_choice_pick(&table->choice, line);
    cli_choice_clear(&table->choice);
    cw_error error = {0};
    if (picked != CW_MOVE_NONE)
        cw_record_play(record, picked, NULL);
    else if (cw_record_play_text(record, line, &error) != CW_OK) {
        if (choose_part(table, line))
            return;
        cli_print_wrapped("", error.message);
        cli_print_wrapped("", "('moves' lists what can be played, 'help' what else can be typed)");
        return;
    }
    table->is_stale = true;
}

void cli_table_obey(cli_table *table, const char *line) {
    if (line[0] == '\0')
        cli_choice_clear(&table->choice);
    else if (run_word(table, line))
        return;
    else if (cli_table_is_over(table))
        printf("The game is over: type new, undo, save FILE or quit.\n");
    else
        play_typed(table, line);
}

char **cli_table_typable(const cli_table *table) {
    int count, filled = 0;
    cw_move *moves = cli_position_moves(table->position.record, &count);
    char **list = calloc(WORDS + (size_t)count + 1, sizeof *list);
    for (size_t i = 0; list != NULL && i < WORDS; i++)
        list[filled++] = strdup(words[i].word);
    for (int i = 0; list != NULL && moves != NULL && i < count; i++) {
        cw_text text = cli_table_move_text(table, moves[i]);
        list[filled++] = cw_text_take(&text);
    }
    free(moves);
    return list;
}

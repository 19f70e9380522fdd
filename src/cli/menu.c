/* `causeway menu`: choose a game and a level, then play; without a terminal, a short demonstration. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/input.h"
#include "cli/output.h"
#include "cli/table.h"
#include "core/numbers.h"

enum { LEVELS_MAX = 10, CHOICES_MAX = 16, SPEC_MAX = 256 };

/* ---- Questions ---- */

/* The next answer without spaces at its ends; NULL when input ends or the answer is quit. */
static char *ask_line(const char *prompt) {
    char *line = cli_input_line(prompt, NULL);
    if (line == NULL)
        return NULL;
    size_t start = strspn(line, " \t"), end = strlen(line);
    while (end > start && isspace((unsigned char)line[end - 1]))
        end--;
    memmove(line, line + start, end - start);
    line[end - start] = '\0';
    if (strcasecmp(line, "q") != 0 && strcasecmp(line, "quit") != 0)
        return line;
    free(line);
    return NULL;
}

/* The number of the choice that an answer means, by its number or the beginning of its name; 0: none. */
static int find_choice(const char *answer, const char *const *names, int count) {
    int64_t number;
    if (cw_whole_read(answer, INT64_MIN, INT64_MAX, &number))
        return number >= 1 && number <= count ? (int)number : 0;
    for (int i = 0; names != NULL && i < count; i++) {
        if (strncasecmp(names[i], answer, strlen(answer)) == 0)
            return i + 1;
    }
    return 0;
}

/* Asks until one of `count` choices is named; 0 when the person leaves. An empty answer is `standard`. */
static int ask(const char *question, const char *const *names, int count, int standard) {
    for (;;) {
        char prompt[128];
        snprintf(prompt, sizeof prompt, "%s (1 to %d%s, Enter for %d, q to quit): ", question, count,
                 names != NULL ? " or a name" : "", standard);
        char *line = ask_line(prompt);
        if (line == NULL)
            return 0;
        int choice = line[0] == '\0' ? standard : find_choice(line, names, count);
        free(line);
        if (choice > 0)
            return choice;
        printf("Please type a number from 1 to %d%s.\n", count,
               names != NULL ? " or a name of the list" : "");
    }
}

static const cw_game_type *ask_game(void) {
    const char *names[CHOICES_MAX];
    int count = cw_game_type_count() < CHOICES_MAX ? cw_game_type_count() : CHOICES_MAX;
    for (int i = 0; i < count; i++) {
        names[i] = cw_game_type_at(i)->title;
        printf("  %d  %-8s %s\n", i + 1, names[i], cw_game_type_at(i)->summary);
    }
    int answer = ask("Which game", names, count, 1);
    return answer > 0 ? cw_game_type_at(answer - 1) : NULL;
}

/* ---- The game's options ---- */

/* Asks for one option and adds the answer to the spec, if that makes a game; false when the person leaves. */
static bool ask_option(const cw_option *option, cw_text *spec) {
    cw_text described = {0}, prompt = {0};
    cw_option_describe(option, &described);
    printf("  %s: %s\n", option->name, option->help);
    cw_text_printf(&prompt, "%s, %s (Enter for %s): ", option->name, cw_text_string(&described),
                   option->standard);
    for (;;) {
        char *line = ask_line(cw_text_string(&prompt));
        bool leaves = line == NULL, is_done = leaves || line[0] == '\0';
        cw_error error = {0};
        if (!is_done) {
            cw_text tried = {0};
            cw_game *game = NULL;
            cw_spec_set(cw_text_string(spec), option->name, line, &tried);
            is_done = cw_game_create(cw_text_string(&tried), &game, &error) == CW_OK;
            cw_game_destroy(game);
            if (is_done) {
                cw_text_clear(spec);
                cw_text_append(spec, cw_text_string(&tried));
            } else {
                printf("%s\n", error.message);
            }
            cw_text_free(&tried);
        }
        free(line);
        if (is_done) {
            cw_text_free(&described);
            cw_text_free(&prompt);
            return !leaves;
        }
    }
}

static bool ask_options(const cw_game_type *type, cw_text *spec) {
    cw_text_append(spec, type->name);
    for (const cw_option *option = type->options; option != NULL && option->name != NULL; option++) {
        if (option->is_prominent && !ask_option(option, spec))
            return false;
    }
    return true;
}

/* ---- Levels ---- */

static bool is_playable(const cw_game *game, const char *spec) {
    cw_plan plan;
    return cw_plan_read(&plan, spec, game, NULL) == CW_OK;
}

/* Writes the specs of the opponents for a game, weakest first; returns their number. */
static int list_levels(const cw_game *game, char specs[LEVELS_MAX][SPEC_MAX]) {
    static const char *const plain[] = {"random", "mcts:sims=100", "mcts:sims=1000", "mcts:sims=10000",
                                        "mcts:time=3s"};
    int count = 0;
    for (int level = 1; level <= LEVELS_MAX; level++) {
        snprintf(specs[count], SPEC_MAX, "best:level=%d", level);
        count += is_playable(game, specs[count]);
    }
    bool levels_are_missing = count == 0;
    for (size_t i = 0; levels_are_missing && i < sizeof plain / sizeof plain[0]; i++) {
        snprintf(specs[count], SPEC_MAX, "%s", plain[i]);
        count += is_playable(game, specs[count]);
    }
    return count;
}

/* Asks for the level and the person's seat (from 1 on), and writes the opponents' spec; false when the person
 * leaves. */
static bool ask_opponent(const cw_game *game, char *spec, int *seat) {
    char specs[LEVELS_MAX][SPEC_MAX];
    const char *colors[CW_PLAYERS_MAX];
    int levels = list_levels(game, specs), seats = game->player_count;
    int level = ask("Which level, 1 is the easiest", NULL, levels, (levels + 1) / 2);
    if (level == 0)
        return false;
    snprintf(spec, SPEC_MAX, "%s", specs[level - 1]);
    for (int i = 0; i < seats; i++) {
        colors[i] = game->seats[i].name;
        printf("  %d  %s%s\n", i + 1, colors[i], i == 0 ? ", who begins" : "");
    }
    *seat = ask("Which colour is yours", colors, seats, 1);
    return *seat > 0;
}

static cw_status play(const cw_game_type *type, cw_error *error) {
    cw_text spec = {0};
    cw_game *game = NULL;
    char opponent[SPEC_MAX];
    int seat = 0, seats = 0;
    cw_status status = CW_OK;
    bool stays = ask_options(type, &spec);
    if (stays)
        status = cw_game_create(cw_text_string(&spec), &game, error);
    if (stays && status == CW_OK) {
        stays = ask_opponent(game, opponent, &seat);
        seats = game->player_count;
    }
    cw_game_destroy(game);
    if (stays && status == CW_OK) {
        const char *players[CW_PLAYERS_MAX];
        for (int i = 0; i < seats; i++)
            players[i] = i == seat - 1 ? "human" : opponent;
        cli_table_plan plan = {.game = cw_text_string(&spec),
                               .players = players,
                               .player_count = seats,
                               .style = cli_style(NULL)};
        status = cli_table_play(&plan, error);
    }
    cw_text_free(&spec);
    return status;
}

/* ---- A game that was left ---- */

/* Offers to go on with the game that was left last; `is_done` tells whether it was taken up, or the person
 * left. */
static cw_status offer_kept(bool *is_done, cw_error *error) {
    cw_text path = {0};
    cli_position position;
    cw_status status = CW_OK;
    bool plays = false;
    *is_done = false;
    cw_text_append_char(&path, '@');
    if (cli_table_kept_path(&path, NULL) == CW_OK &&
        cli_position_open(&position, cw_text_string(&path), NULL, NULL) == CW_OK) {
        int moves = position.game->type->move_number(position.game, cw_record_state(position.record));
        printf("You left a game of %s after %d move%s.\n", position.game->type->title, moves,
               moves == 1 ? "" : "s");
        cli_position_close(&position);
        static const char *const answers[] = {"yes", "no"};
        int answer = ask("Go on with it: 1 yes, 2 no", answers, 2, 1);
        plays = answer == 1;
        *is_done = answer != 2;
    }
    if (plays) {
        cli_table_plan plan = {.game = cw_text_string(&path), .style = cli_style(NULL)};
        status = cli_table_play(&plan, error);
    }
    cw_text_free(&path);
    return status;
}

/* ---- Without a terminal ---- */

static cw_status demonstrate(cw_error *error) {
    static const char *const players[] = {"mcts:sims=2000", "mcts:sims=2000"};
    static const char game[] = "hex:size=5";
    static const uint64_t seed = 1;
    printf("There is no terminal to play at, so the engine plays itself: %s, %s.\n", game, players[0]);
    cli_table_plan plan = {
        .game = game, .players = players, .player_count = 2, .seed = &seed, .style = cli_style(NULL)};
    return cli_table_play(&plan, error);
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    (void)arguments;
    if (!cli_input_is_interactive())
        return demonstrate(error);
    printf("Causeway %s: hexagonal board games.\n\n", cw_version());
    bool is_done;
    cw_status status = offer_kept(&is_done, error);
    if (is_done || status != CW_OK)
        return status;
    const cw_game_type *type = ask_game();
    return type != NULL ? play(type, error) : CW_OK;
}

static const cli_option options[] = {{.name = NULL}};

const cli_command cli_menu_command = {
    .name = "menu",
    .operands = "",
    .summary = "choose a game and a level, and play",
    .details =
        "A game that was left unfinished can be gone on with. Without a terminal the engine plays a short "
        "game against itself.",
    .examples = "causeway menu",
    .options = options,
    .run = run,
};

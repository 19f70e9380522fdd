/* `causeway menu`: choose a game and a level, then play; without a terminal, a short demonstration. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/input.h"
#include "cli/output.h"
#include "cli/table.h"

/* Asks until a number from 1 to `count` is typed; 0 when input ends or the answer is quit. An empty answer is
 * `standard`. */
static int ask(const char *question, int count, int standard) {
    for (;;) {
        char prompt[128];
        snprintf(prompt, sizeof prompt, "%s (1 to %d, Enter for %d, q to quit): ", question, count, standard);
        char *line = cli_input_line(prompt, NULL);
        if (line == NULL)
            return 0;
        char *end;
        long number = strtol(line, &end, 10);
        bool is_empty = line[strspn(line, " \t")] == '\0', quits = line[0] == 'q';
        bool is_number = end != line && end[strspn(end, " \t")] == '\0';
        free(line);
        if (quits)
            return 0;
        if (is_empty)
            return standard;
        if (is_number && number >= 1 && number <= count)
            return (int)number;
        printf("Please type a number from 1 to %d.\n", count);
    }
}

static const cw_game_type *ask_game(void) {
    for (int i = 0; i < cw_game_type_count(); i++)
        printf("  %d  %-8s %s\n", i + 1, cw_game_type_at(i)->title, cw_game_type_at(i)->summary);
    int answer = ask("Which game", cw_game_type_count(), 1);
    return answer > 0 ? cw_game_type_at(answer - 1) : NULL;
}

/* ---- Levels ---- */

enum { LEVELS_MAX = 10, SPEC_MAX = 64 };

static bool is_playable(const cw_game *game, const char *spec) {
    cw_player *player = NULL;
    bool is_made = cw_player_create(spec, game, 0, &player, NULL) == CW_OK;
    cw_player_destroy(player);
    return is_made;
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

static cw_status play(const cw_game_type *type, cw_error *error) {
    char specs[LEVELS_MAX][SPEC_MAX];
    cw_game *game;
    cw_status status = cw_game_create(type->name, &game, error);
    if (status != CW_OK)
        return status;
    int levels = list_levels(game, specs), seats = game->player_count;
    const char *colors[CW_PLAYERS_MAX];
    for (int seat = 0; seat < seats; seat++)
        colors[seat] = game->seats[seat].name;
    cw_game_destroy(game);
    int level = ask("Which level, 1 is the easiest", levels, (levels + 1) / 2);
    int seat = 0;
    if (level > 0) {
        for (int i = 0; i < seats; i++)
            printf("  %d  %s%s\n", i + 1, colors[i], i == 0 ? ", who begins" : "");
        seat = ask("Which colour is yours", seats, 1);
    }
    if (seat == 0)
        return CW_OK;
    const char *players[CW_PLAYERS_MAX];
    for (int i = 0; i < seats; i++)
        players[i] = i == seat - 1 ? "human" : specs[level - 1];
    cli_table_plan plan = {.game = type->name,
                           .players = players,
                           .player_count = seats,
                           .seed = (uint64_t)time(NULL),
                           .style = cli_style(NULL)};
    return cli_table_play(&plan, error);
}

/* ---- Without a terminal ---- */

static cw_status demonstrate(cw_error *error) {
    static const char *const games[] = {"hex:size=5"};
    cw_game *game;
    cw_status status = cw_game_create(games[0], &game, error);
    if (status != CW_OK)
        return status;
    const char *candidates[] = {"mcts:sims=2000", "random"};
    const char *spec = is_playable(game, candidates[0]) ? candidates[0] : candidates[1];
    cw_game_destroy(game);
    const char *const players[] = {spec, spec};
    printf("There is no terminal to play at, so the engine plays itself: %s, %s.\n", games[0], spec);
    cli_table_plan plan = {
        .game = games[0], .players = players, .player_count = 2, .seed = 1, .style = cli_style(NULL)};
    return cli_table_play(&plan, error);
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    (void)arguments;
    if (!cli_input_is_interactive())
        return demonstrate(error);
    printf("Causeway %s: hexagonal board games.\n\n", cw_version());
    const cw_game_type *type = ask_game();
    return type != NULL ? play(type, error) : CW_OK;
}

static const cli_option options[] = {{.name = NULL}};

const cli_command cli_menu_command = {
    .name = "menu",
    .operands = "",
    .summary = "choose a game and a level, and play",
    .details = "Without a terminal the engine plays a short game against itself.",
    .examples = "causeway menu",
    .options = options,
    .run = run,
};

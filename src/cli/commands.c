/* The list of subcommands. A new one is one file and its two lines here. */
#include <string.h>

#include "cli/cli.h"

extern const cli_command cli_serve_command;
extern const cli_command cli_menu_command;
extern const cli_command cli_play_command;
extern const cli_command cli_games_command;
extern const cli_command cli_players_command;
extern const cli_command cli_show_command;
extern const cli_command cli_moves_command;
extern const cli_command cli_perft_command;
extern const cli_command cli_analyze_command;
extern const cli_command cli_solve_command;
extern const cli_command cli_puzzles_command;
extern const cli_command cli_match_command;
extern const cli_command cli_lab_command;
extern const cli_command cli_tune_command;
extern const cli_command cli_db_command;
extern const cli_command cli_selfplay_command;
extern const cli_command cli_gtp_command;
extern const cli_command cli_uhp_command;
extern const cli_command cli_bench_command;
extern const cli_command cli_completion_command;

const cli_command *const cli_commands[] = {
    &cli_serve_command, &cli_menu_command,       &cli_play_command,
    &cli_games_command, &cli_players_command,    &cli_show_command,
    &cli_moves_command, &cli_perft_command,      &cli_analyze_command,
    &cli_solve_command, &cli_puzzles_command,    &cli_match_command,
    &cli_lab_command,   &cli_db_command,         &cli_selfplay_command,
    &cli_tune_command,  &cli_gtp_command,        &cli_uhp_command,
    &cli_bench_command, &cli_completion_command, NULL,
};

const cli_command *cli_command_find(const char *name) {
    for (const cli_command *const *command = cli_commands; *command != NULL; command++) {
        if (strcmp((*command)->name, name) == 0)
            return *command;
    }
    return NULL;
}

#include "cli/table.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/input.h"
#include "cli/output.h"
#include "cli/think.h"

/* ---- Setting up ---- */

static bool is_human(const char *spec) {
    return strcmp(spec, "human") == 0;
}

/* Who sits where: as planned, else as in the file, else as usual. */
static void name_players(cli_table *table, const cli_table_plan *plan) {
    const cw_game *game = table->position.game;
    bool any = plan->player_count > 0;
    for (int seat = 0; seat < CW_PLAYERS_MAX; seat++) {
        const char *usual = seat == 0 && !any ? "human" : cw_player_standard(game);
        const char *planned = seat < plan->player_count ? plan->players[seat] : NULL;
        const char *spec = planned != NULL              ? planned
                           : table->specs[seat] != NULL ? table->specs[seat]
                                                        : usual;
        char *own = strdup(spec);
        free(table->specs[seat]);
        table->specs[seat] = own;
    }
}

static cw_status seat_players(cli_table *table, const cli_table_plan *plan, cw_error *error) {
    const cw_game *game = table->position.game;
    if (plan->player_count > game->player_count)
        return cw_fail(error, CW_BAD_INPUT, "%s has %d seats, so it takes at most %d players and not %d",
                       game->type->name, game->player_count, game->player_count, plan->player_count);
    name_players(table, plan);
    cw_status status = CW_OK;
    for (int seat = 0; seat < game->player_count && status == CW_OK; seat++) {
        const char *spec = table->specs[seat];
        uint64_t seed = cw_rng_make(table->seed, 1 + (uint64_t)seat).state;
        if (spec == NULL)
            status = cw_fail(error, CW_NO_MEMORY, "out of memory for the players");
        else if (!is_human(spec))
            status = cw_player_create(spec, game, seed, &table->players[seat], error);
    }
    return status;
}

cw_status cli_table_open(cli_table *table, const cli_table_plan *plan, cw_error *error) {
    *table = (cli_table){.style = plan->style, .seed = (uint64_t)time(NULL)};
    cw_status status = cli_position_open(&table->position, plan->game, plan->moves, error);
    if (status == CW_OK && plan->game[0] == '@')
        cli_table_read_seats(plan->game + 1, table->specs, &table->seed);
    if (plan->seed != NULL)
        table->seed = *plan->seed;
    if (status == CW_OK)
        status = seat_players(table, plan, error);
    if (status != CW_OK)
        cli_table_leave(table);
    return status;
}

void cli_table_leave(cli_table *table) {
    for (int seat = 0; seat < CW_PLAYERS_MAX; seat++) {
        cw_player_destroy(table->players[seat]);
        free(table->specs[seat]);
    }
    cw_player_destroy(table->adviser);
    cw_analysis_free(&table->analysis);
    cli_choice_clear(&table->choice);
    cli_position_close(&table->position);
    *table = (cli_table){0};
}

void cli_table_clear(cli_table *table) {
    table->seed++;
    for (int seat = 0; seat < table->position.game->player_count; seat++) {
        if (table->players[seat] != NULL)
            cw_player_reset(table->players[seat], cw_rng_make(table->seed, 1 + (uint64_t)seat).state);
    }
    cw_record_clear(table->position.record);
    table->resigned = NULL;
    table->is_stale = true;
}

static bool has_human(const cli_table *table) {
    for (int seat = 0; seat < table->position.game->player_count; seat++) {
        if (table->players[seat] == NULL)
            return true;
    }
    return false;
}

/* ---- Telling ---- */

void cli_table_draw(cli_table *table) {
    const cw_record *record = table->position.record;
    cw_scene scene = {0};
    cw_text text = {0};
    cw_game_draw(table->position.game, cw_record_state(record), &scene);
    cli_choice_mark(&table->choice, record, &scene);
    cw_scene_print(&scene, table->style, &text);
    printf("\n%s\n", cw_text_string(&text));
    cw_text_free(&text);
    cw_scene_free(&scene);
    table->is_stale = false;
}

cw_text cli_table_move_text(const cli_table *table, cw_move move) {
    cw_text text = {0};
    table->position.game->type->print(table->position.game, cw_record_state(table->position.record), move,
                                      &text);
    return text;
}

void cli_table_print_opinion(const cw_analysis *analysis) {
    if (analysis->proof == CW_PROOF_WIN || analysis->proof == CW_PROOF_LOSS)
        printf("  (a proven %s)", analysis->proof == CW_PROOF_WIN ? "win" : "loss");
    else if (cw_analysis_has_value(analysis))
        printf("  (value %.1f %%, %" PRIu64 " %s, %.2f s)", 100 * analysis->value,
               analysis->simulations > 0 ? analysis->simulations : analysis->nodes,
               analysis->simulations > 0 ? "simulations" : "nodes", analysis->seconds);
    printf("\n");
}

static void print_result(const cli_table *table) {
    const cw_game *game = table->position.game;
    if (table->resigned != NULL) {
        printf("The game is over: %s resigns.\n", table->resigned);
        return;
    }
    cw_result result;
    cw_record_result(table->position.record, &result);
    printf("The game is over (%s).", game->type->endings[result.ending]);
    for (int player = 0; player < game->player_count; player++) {
        int seat = cw_game_seat(game, cw_record_state(table->position.record), player);
        printf(" %s: %.3g", game->seats[seat].name, result.reward[player]);
        if (game->type->has_scores)
            printf(" (%d points)", result.score[player]);
    }
    printf("\n");
}

/* ---- Decisions of engines and chance ---- */

/* The chance events so far. */
static uint64_t draws_made(const cli_table *table) {
    const cw_game *game = table->position.game;
    uint64_t count = 0;
    for (int i = 0; i < cw_record_length(table->position.record); i++)
        count += game->type->to_decide(game, cw_record_state_at(table->position.record, i)) == CW_CHANCE;
    return count;
}

/* Luck hangs on the seed and the number of the draw, so that a move taken back brings no other luck. */
static cw_status let_chance_decide(cli_table *table, cw_error *error) {
    const cw_game *game = table->position.game;
    const cw_state *state = cw_record_state(table->position.record);
    int count;
    cw_move *moves = cli_position_moves(table->position.record, &count);
    if (moves == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a draw");
    cw_rng rng = cw_rng_make(table->seed, 1 + CW_PLAYERS_MAX + draws_made(table));
    cw_move move = moves[cw_rng_below(&rng, (uint32_t)count)];
    free(moves);
    cw_text text = {0};
    if (game->type->tell != NULL)
        game->type->tell(game, state, move, &text);
    else
        game->type->print(game, state, move, &text);
    printf("%s\n", cw_text_string(&text));
    cw_text_free(&text);
    return cw_record_play(table->position.record, move, error);
}

cw_status cli_table_think(cli_table *table, cw_player *player, const char *name, double seconds,
                          cw_error *error) {
    return cli_think(player, table->position.record, name, "move now", seconds, &table->analysis, error);
}

static cw_status let_engine_decide(cli_table *table, int player, cw_error *error) {
    cw_record *record = table->position.record;
    const char *color = cli_position_decider(record);
    if (table->is_stale && has_human(table)) {
        cli_table_draw(table);
        fflush(stdout);
    }
    cw_status status = cli_table_think(table, table->players[player], color, 0, error);
    if (status != CW_OK)
        return status;
    cw_text text = cli_table_move_text(table, table->analysis.best);
    printf("%s (%s): %s", color, table->specs[player], cw_text_string(&text));
    cli_table_print_opinion(&table->analysis);
    cw_text_free(&text);
    return cw_record_play(record, table->analysis.best, error);
}

/* ---- People ---- */

static char *read_line(const cli_table *table, const char *name) {
    char prompt[64];
    snprintf(prompt, sizeof prompt, "%s> ", name);
    char **typable = cli_input_is_interactive() ? cli_table_typable(table) : NULL;
    char *line = cli_input_line(prompt, (const char *const *)typable);
    for (int i = 0; typable != NULL && typable[i] != NULL; i++)
        free(typable[i]);
    free(typable);
    return line;
}

/* Reads one line and does what it says. */
static void listen(cli_table *table, const char *name) {
    char *line = read_line(table, name);
    if (line == NULL) {
        table->quit = true;
        return;
    }
    char *start = line + strspn(line, " \t");
    for (size_t length = strlen(start); length > 0 && isspace((unsigned char)start[length - 1]); length--)
        start[length - 1] = '\0';
    cli_table_obey(table, start);
    free(line);
}

bool cli_table_is_over(const cli_table *table) {
    return table->resigned != NULL || cw_record_to_decide(table->position.record) == CW_NOBODY;
}

/* Keeps the game of people for the case that the program ends; a finished one need not be kept. A folder that
 * cannot be written to is no reason not to play. */
static void keep_game(const cli_table *table) {
    if (!has_human(table))
        return;
    cw_text path = {0};
    cw_error ignored = {0};
    if (cli_table_kept_path(&path, &ignored) == CW_OK) {
        if (cli_table_is_over(table) || cw_record_length(table->position.record) == 0)
            unlink(cw_text_string(&path));
        else
            cli_table_save(table, cw_text_string(&path), &ignored);
    }
    cw_text_free(&path);
}

/* Who leaves in the middle of a game is told how to come back to it. */
static void tell_kept(const cli_table *table) {
    cw_text path = {0};
    bool can_go_on = cli_input_is_interactive() && has_human(table) && !cli_table_is_over(table) &&
                     cw_record_length(table->position.record) > 0;
    if (can_go_on && cli_table_kept_path(&path, NULL) == CW_OK && access(cw_text_string(&path), R_OK) == 0)
        printf("The game is kept: 'causeway menu' goes on with it.\n");
    cw_text_free(&path);
}

/* ---- Players who fail ---- */

/* Seats somebody else; false: there is no such player, and it is told. */
static bool replace_player(cli_table *table, int seat, const char *spec) {
    cw_player *player = NULL;
    cw_error error = {0};
    char *own = strdup(spec);
    uint64_t seed = cw_rng_make(table->seed, 1 + (uint64_t)seat).state;
    cw_status status = own != NULL ? CW_OK : cw_fail(&error, CW_NO_MEMORY, "out of memory for a player");
    if (status == CW_OK && !is_human(spec))
        status = cw_player_create(spec, table->position.game, seed, &player, &error);
    if (status != CW_OK) {
        printf("%s\n", error.message);
        free(own);
        return false;
    }
    cw_player_destroy(table->players[seat]);
    free(table->specs[seat]);
    table->players[seat] = player;
    table->specs[seat] = own;
    return true;
}

/* A program that crashed, or that nobody wants to wait for, has not lost a game between people and engines: who
 * sits there says how it goes on. */
static cw_status ask_for_successor(cli_table *table, int seat, const char *reason) {
    const char *color = cli_position_decider(table->position.record);
    printf("%s (%s) does not move: %s\n", color, table->specs[seat], reason);
    printf("Who plays on? Type a player, such as %s or human; Enter: try again; quit: leave, the game is "
           "kept.\n",
           cw_player_standard(table->position.game));
    for (bool is_seated = false; !is_seated && !table->quit;) {
        char *line = cli_input_line("player> ", NULL);
        char *spec = line != NULL ? line + strspn(line, " \t") : NULL;
        if (spec != NULL)
            spec[strcspn(spec, "\r\n")] = '\0';
        table->quit = spec == NULL || strcmp(spec, "quit") == 0;
        is_seated = !table->quit && (spec[0] == '\0' || replace_player(table, seat, spec));
        free(line);
    }
    return CW_OK;
}

/* ---- The game ---- */

static void end_game(cli_table *table) {
    if (table->is_stale) {
        cli_table_draw(table);
        print_result(table);
    }
    /* A person may look back, save, or take the last move back. */
    if (has_human(table))
        listen(table, "over");
    else
        table->quit = true;
}

/* Lets whoever decides decide. */
static cw_status take_turn(cli_table *table, int decider, cw_error *error) {
    cw_status status = CW_OK;
    if (table->resigned != NULL || decider == CW_NOBODY) {
        end_game(table);
    } else if (decider == CW_CHANCE) {
        status = let_chance_decide(table, error);
        table->is_stale = true;
    } else if (table->players[decider] != NULL) {
        status = let_engine_decide(table, decider, error);
        table->is_stale = true;
        if (status != CW_OK && has_human(table))
            status = ask_for_successor(table, decider, error->message);
    } else {
        if (table->is_stale)
            cli_table_draw(table);
        listen(table, cli_position_decider(table->position.record));
    }
    return status;
}

static cw_status play_on(cli_table *table, cw_error *error) {
    cw_status status = CW_OK;
    table->is_stale = true;
    while (status == CW_OK && !table->quit) {
        status = take_turn(table, cw_record_to_decide(table->position.record), error);
        if (table->is_stale && !table->quit)
            keep_game(table);
        if (status == CW_OK)
            status = cli_flush(error);
    }
    return status;
}

cw_status cli_table_play(const cli_table_plan *plan, cw_error *error) {
    cli_table table;
    cw_status status = cli_table_open(&table, plan, error);
    if (status != CW_OK)
        return status;
    if (has_human(&table))
        printf("Type a move, or 'help'.\n");
    status = play_on(&table, error);
    if (status == CW_OK)
        tell_kept(&table);
    cli_table_leave(&table);
    return status;
}

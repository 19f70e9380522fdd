/* The game as the interface wants it: options, seats and the table of functions. */
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "games/tantrix/tantrix.h"

static const cw_option options[] = {
    {.name = "players",
     .type = CW_OPTION_INTEGER,
     .low = 2,
     .high = 4,
     .standard = "2",
     .is_prominent = true,
     .help = "players",
     .place = CW_PLACE(tantrix_rules, player_count)},
    {.name = "colors",
     .type = CW_OPTION_TEXT,
     .standard = "RYGB",
     .help = "the players' colours in turn order, letters of R Y G B"},
    {.name = "deadlock",
     .type = CW_OPTION_CHOICE,
     .choices = "draw|pass",
     .standard = "draw",
     .help = "a player without a free move: the game is drawn, or the turn passes",
     .place = CW_PLACE(tantrix_rules, pass_in_deadlock)},
    {.name = NULL},
};

static const char *const endings[] = {"complete", "deadlock", NULL};

static const cw_seat seats[TANTRIX_COLORS] = {
    {.name = "red", .letter = "r", .color = CW_COLOR_RED},
    {.name = "yellow", .letter = "y", .color = CW_COLOR_YELLOW},
    {.name = "green", .letter = "g", .color = CW_COLOR_GREEN},
    {.name = "blue", .letter = "b", .color = CW_COLOR_BLUE},
};

static int color_of_letter(char letter) {
    for (int color = 0; color < TANTRIX_COLORS; color++) {
        if (cw_tantrix_color_letter(color) == letter || cw_tantrix_color_letter(color) + 'a' - 'A' == letter)
            return color;
    }
    return -1;
}

/* Reads the letters of the option `colors`, one for each player; more are allowed. */
static bool read_colors(const char *letters, tantrix_rules *rules) {
    unsigned seen = 0;
    int count = 0;
    for (; letters[count] != '\0'; count++) {
        int color = color_of_letter(letters[count]);
        if (color < 0 || (seen >> color & 1))
            return false;
        seen |= 1u << color;
        rules->colors[count] = (uint8_t)color;
        if (count < rules->player_count)
            rules->line_colors |= (uint8_t)(1u << color);
    }
    return count >= rules->player_count;
}

static cw_status configure(cw_game *game, cw_error *error) {
    tantrix_rules *rules = calloc(1, sizeof *rules);
    if (rules == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the tiles of Tantrix");
    cw_options_fill(&game->options, options, rules);
    const char *letters = cw_options_text(&game->options, "colors");
    if (!read_colors(letters, rules)) {
        cw_status status = cw_fail(error, CW_BAD_INPUT,
                                   "tantrix: colors=%s is not valid, it takes different letters of R Y G B, "
                                   "at least one for each of the %d players",
                                   letters, rules->player_count);
        free(rules);
        return status;
    }
    cw_tantrix_build_tiles(&rules->tiles);
    game->data = rules;
    game->player_count = rules->player_count;
    for (int player = 0; player < rules->player_count; player++)
        game->seats[player] = seats[rules->colors[player]];
    game->state_size = sizeof(cw_state);
    game->moves_max = TANTRIX_MOVES_MAX;
    game->key_count = TANTRIX_KEYS;
    return CW_OK;
}

static void release(cw_game *game) {
    free(game->data);
}

static int move_number(const cw_game *game, const cw_state *state) {
    (void)game;
    return state->moves;
}

/* The second phase is the endgame, when all tiles are known. */
static int phase(const cw_game *game, const cw_state *state) {
    (void)game;
    return state->bag != 0 ? 1 : 2;
}

static double progress(const cw_game *game, const cw_state *state) {
    (void)game;
    return (double)state->table.laid_count / TANTRIX_TILES;
}

static uint32_t key(const cw_game *game, const cw_state *state, cw_move move) {
    (void)game;
    (void)state;
    return tantrix_key(move);
}

const cw_game_type cw_tantrix_game = {
    .name = "tantrix",
    .title = "Tantrix",
    .summary = "lay hexagonal tiles so that your colour makes the longest line or loop",
    .rules = cw_tantrix_rulebook,
    .notation = cw_tantrix_notation,
    .options = options,
    .endings = endings,
    .has_scores = true,
    .policies = cw_tantrix_policies,
    .evaluators = cw_tantrix_evaluators,
    .priors = cw_tantrix_priors,
    .presets = cw_tantrix_presets,
    .ladder = &cw_tantrix_ladder,
    .bench = &cw_tantrix_bench,
    .puzzles = &cw_tantrix_puzzles,
    .configure = configure,
    .release = release,
    .start = cw_tantrix_start,
    .to_decide = cw_tantrix_to_decide,
    .moves = cw_tantrix_moves,
    .play = cw_tantrix_play,
    .result = cw_tantrix_result,
    .hash = cw_tantrix_hash,
    .move_number = move_number,
    .phase = phase,
    .progress = progress,
    .print = cw_tantrix_print,
    .tell = cw_tantrix_tell,
    .parse = cw_tantrix_parse,
    .draw = cw_tantrix_draw,
    .insight = cw_tantrix_insight,
    .picks = cw_tantrix_picks,
    .key = key,
    .is_legal = cw_tantrix_is_legal,
};

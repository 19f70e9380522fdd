/* The game type: options, endings and the table of functions. */
#include <stdlib.h>

#include "games/registry.h"
#include "games/six/six.h"

static const cw_option options[] = {
    {.name = "tiles",
     .type = CW_OPTION_PAIR,
     .low = 1,
     .high = SIX_TILES_MAX,
     .standard = "19",
     .help = "tiles a side, or Red's and Black's apart as in 18:19",
     .place = CW_PLACE(six_rules, tiles)},
    {.name = "start",
     .type = CW_OPTION_CHOICE,
     .choices = "single|pair",
     .standard = "single",
     .help = "an empty table, or a red tile at 0,0 and a black one at 1,0 (newer editions, tiles=21)",
     .place = CW_PLACE(six_rules, pair)},
    {.name = "first_contact",
     .also = "firstcontact",
     .type = CW_OPTION_SWITCH,
     .standard = "on",
     .help = "with start=pair, Red's first tile may touch the red one on the table",
     .place = CW_PLACE(six_rules, first_contact)},
    {.name = "phases",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 2,
     .standard = "2",
     .help = "1 is Half-Six: a draw when all tiles are laid and nobody has won"},
    {.name = "ties",
     .type = CW_OPTION_CHOICE,
     .choices = "choose|random",
     .standard = "choose",
     .help = "which of several largest groups stays: the mover chooses, or chance decides",
     .place = CW_PLACE(six_rules, random_ties)},
    {.name = "same_cell",
     .also = "samecell",
     .type = CW_OPTION_SWITCH,
     .standard = "off",
     .help = "a lifted tile may go back to the cell it came from",
     .place = CW_PLACE(six_rules, same_cell)},
    {.name = "max_moves",
     .also = "maxmoves",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1000000,
     .standard = "0",
     .help = "the game is a draw after so many moves; 0: no limit",
     .place = CW_PLACE(six_rules, moves_limit)},
    {.name = "reach",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = SIX_REACH_MAX,
     .standard = "0",
     .help = "a bounded table: so many cells to either side of the first tile, 5 is 11x11; 0: endless",
     .place = CW_PLACE(six_rules, reach)},
    {.name = "players",
     .type = CW_OPTION_CHOICE,
     .choices = "2|4",
     .standard = "2",
     .is_prominent = true,
     .help = "4 is two teams in the order A C B D: A and B red, C and D black"},
    {.name = NULL},
};

static const char *const endings[] = {
    [SIX_LINE] = "line",
    [SIX_TRIANGLE] = "triangle",
    [SIX_RING] = "ring",
    [SIX_SHUT_OUT] = "shut-out",
    [SIX_BOTH_SHUT_OUT] = "both shut out",
    [SIX_LIMIT] = "limit",
    [SIX_NO_WIN] = "no win",
    [SIX_ONGOING] = NULL,
};

static void seat_players(cw_game *game) {
    static const cw_seat two[] = {{"red", "r", CW_COLOR_RED}, {"black", "b", CW_COLOR_BLACK}};
    static const cw_seat four[] = {{"A", "a", CW_COLOR_RED},
                                   {"C", "c", CW_COLOR_BLACK},
                                   {"B", "b", CW_COLOR_RED},
                                   {"D", "d", CW_COLOR_BLACK}};
    for (int player = 0; player < game->player_count; player++)
        game->seats[player] = game->player_count == 4 ? four[player] : two[player];
}

static cw_status configure(cw_game *game, cw_error *error) {
    six_rules rules = {
        .half = cw_options_integer(&game->options, "phases") == 1,
        .players = cw_options_choice(&game->options, "players") == 1 ? 4 : 2,
    };
    cw_options_fill(&game->options, options, &rules);
    if (!rules.first_contact && !rules.pair)
        return cw_fail(error, CW_BAD_INPUT, "six: first_contact=off goes with start=pair only");
    if (rules.pair && rules.half && rules.tiles[SIX_RED] + rules.tiles[SIX_BLACK] == 2)
        return cw_fail(
            error, CW_BAD_INPUT,
            "six: with tiles=1, start=pair and phases=1 there is nothing to play, take more tiles");
    int side = 2 * rules.reach + 1;
    if (rules.reach > 0 && side * side < 2 * (rules.tiles[SIX_RED] + rules.tiles[SIX_BLACK]))
        return cw_fail(error, CW_BAD_INPUT, "six: reach=%d leaves too little room for all tiles",
                       rules.reach);
    game->data = malloc(sizeof rules);
    if (game->data == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the rules of six");
    *(six_rules *)game->data = rules;
    game->player_count = rules.players;
    seat_players(game);
    game->state_size = sizeof(cw_state);
    /* A connected group of n tiles has at most 4n + 2 free sides. */
    game->moves_max = 4 * (rules.tiles[SIX_RED] + rules.tiles[SIX_BLACK]) + 2;
    game->key_count = SIX_KEYS;
    return CW_OK;
}

static void release(cw_game *game) {
    free(game->data);
}

const cw_game_type cw_six_game = {
    .name = "six",
    .title = "Six",
    .summary = "lay, then move hexagonal tiles to build a line, a triangle or a ring of six",
    .rules = cw_six_rulebook,
    .notation = cw_six_notation,
    .options = options,
    .endings = endings,
    .policies = cw_six_policies,
    .evaluators = cw_six_evaluators,
    .reasoners = cw_six_reasoners,
    .priors = cw_six_priors,
    .presets = cw_six_presets,
    .ladder = &cw_six_ladder,
    .bench = &cw_six_bench,
    .puzzles = &cw_six_puzzles,
    .configure = configure,
    .release = release,
    .start = cw_six_start,
    .to_decide = cw_six_to_decide,
    .moves = cw_six_moves,
    .play = cw_six_play,
    .result = cw_six_result,
    .hash = cw_six_hash,
    .move_number = cw_six_move_number,
    .phase = cw_six_phase,
    .progress = cw_six_progress,
    .print = cw_six_print,
    .tell = cw_six_tell,
    .parse = cw_six_parse,
    .draw = cw_six_draw,
    .insight = cw_six_insight,
    .picks = cw_six_picks,
    .key = cw_six_key,
    .count_moves = cw_six_count_moves,
    .is_legal = cw_six_is_legal,
};

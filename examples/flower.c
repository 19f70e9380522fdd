/* Flower: seven cells, one in the middle and six round it. Red and Blue take turns laying a stone; who first
 * owns three cells that touch each other wins (or, with misere=on, loses). docs/adding-a-game.md walks
 * through this file.
 *
 *        5 0         the cells and their numbers; cell 6 is the middle
 *       4 6 1
 *        3 2 */
#include "flower.h"

#include <stdio.h>
#include <string.h>

/* ---- The position ---- */

enum { CELLS = 7, MIDDLE = 6, FULL = (1 << CELLS) - 1 };

struct cw_state {
    uint8_t stones[2]; /* one bit for each cell */
    uint8_t turn;      /* whose turn it is, or would be */
    int8_t last;       /* the cell of the last move, or -1 */
};

static const struct {
    int q, r;
} places[CELLS] = {{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {0, 0}};

/* Three cells that touch are the middle and two neighbours round it. */
static bool has_triangle(unsigned stones) {
    unsigned around = stones & 0x3F;
    unsigned turned = (around << 1 | around >> 5) & 0x3F;
    return (stones >> MIDDLE & 1) != 0 && (around & turned) != 0;
}

static unsigned empty_cells(const cw_state *state) {
    return FULL & ~(unsigned)(state->stones[0] | state->stones[1]);
}

/* The player with a triangle, or -1. */
static int triangle_owner(const cw_state *state) {
    return has_triangle(state->stones[0]) ? 0 : has_triangle(state->stones[1]) ? 1 : -1;
}

/* ---- Configuration ---- */

static const cw_option options[] = {
    {.name = "misere", .type = CW_OPTION_SWITCH, .standard = "off", .help = "a triangle loses"},
    {.name = NULL},
};

enum { ENDING_TRIANGLE, ENDING_FULL };
static const char *const endings[] = {"triangle", "full board", NULL};

static cw_status configure(cw_game *game, cw_error *error) {
    (void)error;
    game->player_count = 2;
    game->seats[0] = (cw_seat){.name = "red", .letter = "r", .color = CW_COLOR_RED};
    game->seats[1] = (cw_seat){.name = "blue", .letter = "b", .color = CW_COLOR_BLUE};
    game->state_size = sizeof(cw_state);
    game->moves_max = CELLS;
    game->key_count = CELLS;
    return CW_OK;
}

/* ---- Rules ---- */

static void start(const cw_game *game, cw_state *state) {
    (void)game;
    *state = (cw_state){.last = -1};
}

static int to_decide(const cw_game *game, const cw_state *state) {
    (void)game;
    bool over = empty_cells(state) == 0 || triangle_owner(state) >= 0;
    return over ? CW_NOBODY : state->turn;
}

static int moves(const cw_game *game, const cw_state *state, cw_move *list) {
    int count = 0;
    if (to_decide(game, state) == CW_NOBODY)
        return 0;
    for (unsigned cell = 0; cell < CELLS; cell++) {
        if (empty_cells(state) >> cell & 1)
            list[count++] = cell;
    }
    return count;
}

static void play(const cw_game *game, cw_state *state, cw_move move) {
    (void)game;
    state->stones[state->turn] |= (uint8_t)(1u << move);
    state->turn ^= 1;
    state->last = (int8_t)move;
}

static void result(const cw_game *game, const cw_state *state, cw_result *out) {
    int owner = triangle_owner(state);
    cw_result_draw(game, ENDING_FULL, out);
    if (owner < 0)
        return;
    int winner = cw_options_switch(&game->options, "misere") ? 1 - owner : owner;
    *out = (cw_result){.ending = ENDING_TRIANGLE};
    out->reward[winner] = 1;
}

static uint64_t hash(const cw_game *game, const cw_state *state) {
    (void)game;
    return cw_mix((uint64_t)state->stones[0] << 8 | state->stones[1]); /* the stones tell whose turn it is */
}

static int move_number(const cw_game *game, const cw_state *state) {
    (void)game;
    return CELLS - __builtin_popcount(empty_cells(state));
}

static double progress(const cw_game *game, const cw_state *state) {
    return (double)move_number(game, state) / CELLS;
}

/* ---- Notation ---- */

static void print(const cw_game *game, const cw_state *state, cw_move move, cw_text *text) {
    (void)game;
    (void)state;
    cw_text_printf(text, "%d,%d", places[move].q, places[move].r);
}

static cw_status parse(const cw_game *game, const cw_state *state, const char *string, cw_move *move,
                       cw_error *error) {
    int q, r, used = 0;
    if (sscanf(string, "%3d,%3d%n", &q, &r, &used) != 2 || string[used] != '\0')
        return cw_fail(error, CW_BAD_INPUT, "'%.40s' is not a cell, write q,r such as 1,-1", string);
    for (cw_move cell = 0; cell < CELLS; cell++) {
        if (places[cell].q != q || places[cell].r != r)
            continue;
        if (!cw_game_is_legal(game, state, cell))
            return cw_fail(error, CW_ILLEGAL, "%d,%d is taken", q, r);
        *move = cell;
        return CW_OK;
    }
    return cw_fail(error, CW_BAD_INPUT, "there is no cell %d,%d, the cells are 0,0 and its six neighbours", q,
                   r);
}

/* ---- What to draw, and how to point at a move ---- */

static void draw(const cw_game *game, const cw_state *state, cw_scene *scene) {
    for (int i = 0; i < CELLS; i++) {
        cw_scene_cell *cell = cw_scene_add_cell(scene, places[i].q, places[i].r);
        bool red = state->stones[0] >> i & 1, blue = state->stones[1] >> i & 1;
        cell->fill = red ? CW_COLOR_RED : blue ? CW_COLOR_BLUE : CW_COLOR_BOARD;
        cell->piece = red || blue ? i + 1 : 0;
        cell->marks = i == state->last ? CW_MARK_LAST : 0;
    }
    int decides = to_decide(game, state);
    if (decides == CW_NOBODY)
        cw_text_append(&scene->caption, "the game is over");
    else
        cw_text_printf(&scene->caption, "%s to move", game->seats[decides].name);
}

static int picks(const cw_game *game, const cw_state *state, cw_move move, cw_pick *list) {
    (void)game;
    (void)state;
    list[0] = (cw_pick){.kind = CW_PICK_CELL, .q = places[move].q, .r = places[move].r};
    return 1;
}

/* ---- Playouts ---- */

static uint32_t key(const cw_game *game, const cw_state *state, cw_move move) {
    (void)game;
    (void)state;
    return move;
}

static void play_uniformly(const cw_game *game, void *context, cw_state *state, cw_rng *rng,
                           cw_playout *playout) {
    (void)context;
    cw_move list[CELLS];
    playout->plies = 0;
    playout->finished = true;
    for (int player; (player = to_decide(game, state)) != CW_NOBODY; playout->plies++) {
        if (playout->plies_max > 0 && playout->plies == playout->plies_max) {
            playout->finished = false;
            cw_result_draw(game, ENDING_FULL, &playout->result);
            return;
        }
        cw_move move = list[cw_rng_below(rng, (uint32_t)moves(game, state, list))];
        if (playout->keys[player] != NULL)
            playout->keys[player][0] |= UINT64_C(1) << move;
        play(game, state, move);
    }
    result(game, state, &playout->result);
}

static const cw_policy policies[] = {
    {.base = {.name = "uniform", .help = "any legal move, all equally likely"}, .playout = play_uniformly},
    {.base = {.name = NULL}},
};

/* ---- Faces ---- */

/* A record is a line with the settings and a line with the moves: "flower misere=on", "0,0 1,0". */
static bool is_record(const char *text, size_t length) {
    return length >= 6 && strncmp(text, "flower", 6) == 0;
}

static cw_status read_record(const char *text, size_t length, cw_document *document, cw_error *error) {
    const char *line_end = memchr(text, '\n', length), *end = text + length;
    char settings[64], moves[64] = "";
    *document = (cw_document){0};
    if (line_end == NULL)
        line_end = end;
    snprintf(settings, sizeof settings, "%.*s", (int)(line_end - text - 6), text + 6);
    if (line_end < end) {
        const char *line = line_end + 1, *stop = memchr(line, '\n', (size_t)(end - line));
        snprintf(moves, sizeof moves, "%.*s", (int)((stop != NULL ? stop : end) - line), line);
    }
    cw_status status = cw_game_create_from(&cw_flower_game, settings, &document->game, error);
    if (status == CW_OK)
        status = cw_record_create(document->game, &document->record, error);
    if (status == CW_OK)
        status = cw_record_play_line(document->record, moves, error);
    if (status != CW_OK)
        cw_document_clear(document);
    return status;
}

static void write_record(const cw_document *document, cw_text *text) {
    cw_text_append(text, "flower ");
    cw_options_print(&document->game->options, text);
    cw_text_append(text, "\n");
    for (int i = 0; i < cw_record_length(document->record); i++) {
        cw_text_append(text, i > 0 ? " " : "");
        cw_record_print_move(document->record, i, text);
    }
    cw_text_append(text, "\n");
}

static const cw_format formats[] = {
    {.name = "petals",
     .help = "the settings and the moves, a line each",
     .endings = "flower",
     .recognise = is_record,
     .read = read_record,
     .write = write_record},
    {.name = NULL},
};

static const cw_preset presets[] = {
    {.name = "flower-best", .spec = "mcts:sims=2000,c=0.7", .help = "the strongest player of Flower"},
    {.name = NULL},
};

/* Level 10 is flower-best. */
static const cw_ladder ladder = {
    .grades = {{"mcts:sims=4", 1.0},
               {"mcts:sims=8", 0.8},
               {"mcts:sims=16", 0.6},
               {"mcts:sims=32", 0.5},
               {"mcts:sims=64", 0.4},
               {"mcts:sims=128", 0.3},
               {"mcts:sims=256", 0.2},
               {"mcts:sims=512", 0.1},
               {"mcts:sims=1000", 0}},
};

static const cw_bench_case cases[] = {
    {.name = "perft", .kind = CW_BENCH_PERFT, .depth = 5},
    {.name = "mcts/uct", .kind = CW_BENCH_SEARCH, .subject = "mcts:sims=1000"},
    {.name = NULL},
};

static const cw_bench bench = {.cases = cases};

/* ---- The table ---- */

static const char *const rules[] = {
    "Red and Blue take turns laying a stone on one of seven cells, one in the middle and six round it.",
    "Who first owns three cells that touch each other wins, or loses with misere=on.",
    NULL,
};

const cw_game_type cw_flower_game = {
    .name = "flower",
    .title = "Flower",
    .summary = "Seven cells; three that touch each other win",
    .rules = rules,
    .notation = "the cell, as q,r",
    .options = options,
    .endings = endings,
    .policies = policies,
    .formats = formats,
    .presets = presets,
    .ladder = &ladder,
    .bench = &bench,
    .configure = configure,
    .start = start,
    .to_decide = to_decide,
    .moves = moves,
    .play = play,
    .result = result,
    .hash = hash,
    .move_number = move_number,
    .progress = progress,
    .print = print,
    .parse = parse,
    .draw = draw,
    .picks = picks,
    .key = key,
};

/* One harness for all games: plays random games of every registered game, and of the example of the docs,
 * under many option settings, and checks what the game interface promises.
 *
 * Each game has a random stream of its own, so that a failure names the one game to repeat:
 *     CW_TEST_SEED=7 CW_TEST_SECONDS=5 build/tests/games-test_every_game
 * plays with another seed, and five seconds for each setting instead of a fraction of one. */
#include <math.h>

#include "core/clock.h"
#include "flower.h"
#include "harness.h"

enum {
    PLIES_MAX = 700,
    GAMES_MIN = 2,
    GAMES_MAX = 3000,
    DEEP_CHECK_EVERY = 12,
    KNOWLEDGE_CHECK_EVERY = 4,
    PERFT_BUDGET = 1500
};

/* One setting of one game, and where in it we are. */
typedef struct setting_trial {
    const cw_game *game;
    char spec[160];
    uint64_t seed;
    int number; /* of the random game */
    cw_rng rng;
    cw_record *record;
    cw_move *moves; /* the legal moves of the present position */
    int count;
    cw_move *scratch;
    cw_state *copy;
} setting_trial;

/* ---- Failing with a story ---- */

static void report(const setting_trial *trial, const char *file, int line, const char *claim) {
    cw_text moves = {0};
    if (trial->record != NULL)
        cw_record_print(trial->record, &moves);
    print_error("%s:%d: not true: %s\n  game %s, seed %llu, random game %d, after %d moves: %s\n", file, line,
                claim, trial->spec, (unsigned long long)trial->seed, trial->number,
                trial->record != NULL ? cw_record_length(trial->record) : 0, cw_text_string(&moves));
    cw_text_free(&moves);
    fail();
}

#define CHECK(claim)                                                                                         \
    do {                                                                                                     \
        if (!(claim))                                                                                        \
            report(trial, __FILE__, __LINE__, #claim);                                                       \
    } while (0)

/* ---- Moves ---- */

static bool contains(const cw_move *moves, int count, cw_move move) {
    for (int i = 0; i < count; i++) {
        if (moves[i] == move)
            return true;
    }
    return false;
}

static int compare_moves(const void *left, const void *right) {
    cw_move a = *(const cw_move *)left, b = *(const cw_move *)right;
    return a < b ? -1 : a > b;
}

/* Unique, within the limit, in an order that the position alone decides, and as many as count_moves says. */
static void check_move_list(setting_trial *trial, const cw_state *state) {
    const cw_game *game = trial->game;
    int decides = game->type->to_decide(game, state);
    CHECK(decides >= CW_NOBODY && decides < game->player_count);
    trial->count = game->type->moves(game, state, trial->moves);
    CHECK(trial->count >= 0 && trial->count <= game->moves_max);
    CHECK((trial->count == 0) == (decides == CW_NOBODY));
    memcpy(trial->copy, state, game->state_size);
    CHECK(game->type->moves(game, trial->copy, trial->scratch) == trial->count);
    CHECK(memcmp(trial->moves, trial->scratch, sizeof(cw_move) * (size_t)trial->count) == 0);
    qsort(trial->scratch, (size_t)trial->count, sizeof(cw_move), compare_moves);
    for (int i = 1; i < trial->count; i++)
        CHECK(trial->scratch[i - 1] != trial->scratch[i]);
    CHECK(!contains(trial->moves, trial->count, CW_MOVE_NONE));
    if (game->type->count_moves != NULL)
        CHECK(game->type->count_moves(game, state) == trial->count);
}

/* Legal are the listed moves and no others, not even those that differ in one bit; but in a game
 * that says it takes more. */
static void check_legality(setting_trial *trial, const cw_state *state) {
    const cw_game *game = trial->game;
    for (int i = 0; i < trial->count; i++)
        CHECK(cw_game_is_legal(game, state, trial->moves[i]));
    for (int i = 0; i < 40 && trial->count > 0 && !game->takes_unlisted; i++) {
        cw_move move = trial->moves[cw_rng_below(&trial->rng, (uint32_t)trial->count)];
        move ^= UINT32_C(1) << cw_rng_below(&trial->rng, 32);
        CHECK(cw_game_is_legal(game, state, move) == contains(trial->moves, trial->count, move));
        move = (cw_move)cw_rng_next(&trial->rng);
        CHECK(cw_game_is_legal(game, state, move) == contains(trial->moves, trial->count, move));
    }
    CHECK(!cw_game_is_legal(game, state, CW_MOVE_NONE));
}

/* ---- Notation ---- */

static void check_round_trip(setting_trial *trial, const cw_state *state, cw_move move) {
    const cw_game *game = trial->game;
    cw_text text = {0};
    cw_error error = {0};
    cw_move again = CW_MOVE_NONE;
    game->type->print(game, state, move, &text);
    CHECK(text.length > 0 && !text.out_of_memory);
    CHECK(strpbrk(cw_text_string(&text), ";\n\t") == NULL);
    CHECK(game->type->has_spaces || strchr(cw_text_string(&text), ' ') == NULL);
    CHECK(game->type->parse(game, state, cw_text_string(&text), &again, &error) == CW_OK);
    CHECK(again == move);
    cw_text_free(&text);
}

/* Whatever a parser accepts is legal; whatever it refuses, it refuses with a reason. */
static void check_parse(setting_trial *trial, const cw_state *state, const char *string) {
    cw_error error = {0};
    cw_move move = CW_MOVE_NONE;
    cw_status status = trial->game->type->parse(trial->game, state, string, &move, &error);
    if (status == CW_OK) {
        CHECK(contains(trial->moves, trial->count, move));
    } else {
        CHECK(status == CW_BAD_INPUT || status == CW_ILLEGAL);
        CHECK(error.message[0] != '\0' && strchr(error.message, '\n') == NULL);
    }
}

static void check_bad_notation(setting_trial *trial, const cw_state *state) {
    static const char *const strings[] = {
        "",         " ",  "?",   "a",         "z99",      "a0",          "0,0,0",      "x",
        "k",        "+",  "-",   "pass pass", "wQ wQ wQ", "99999999999", "9999999,-9", "1@0,0/9",
        "57@0,0/0", "+0", "+57", "swap",      "\xff\xfe", "0,0/",        "resign",     "wZ1 -bQ"};
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++)
        check_parse(trial, state, strings[i]);
    if (trial->count == 0)
        return;
    cw_text text = {0};
    cw_move move = trial->moves[cw_rng_below(&trial->rng, (uint32_t)trial->count)];
    trial->game->type->print(trial->game, state, move, &text);
    for (int i = 0; i < 4; i++) {
        text.data[cw_rng_below(&trial->rng, (uint32_t)text.length)] =
            (char)(32 + cw_rng_below(&trial->rng, 95));
        check_parse(trial, state, cw_text_string(&text));
    }
    cw_text_free(&text);
}

/* ---- Drawing and pointing ---- */

static void check_lines(setting_trial *trial, const cw_scene_line *lines, int count) {
    unsigned sides = 0;
    CHECK(count >= 0 && count <= CW_LINES_MAX);
    for (int i = 0; i < count; i++) {
        CHECK(lines[i].from < 6 && lines[i].to < 6 && lines[i].from != lines[i].to);
        CHECK(lines[i].color < CW_COLOR_COUNT);
        CHECK((sides & (1u << lines[i].from | 1u << lines[i].to)) == 0);
        sides |= 1u << lines[i].from | 1u << lines[i].to;
    }
}

static void check_scene(setting_trial *trial, const cw_scene *scene) {
    CHECK(!scene->out_of_memory && !scene->caption.out_of_memory && scene->caption.length > 0);
    for (int i = 0; i < scene->cell_count; i++) {
        CHECK(scene->cells[i].fill < CW_COLOR_COUNT && scene->cells[i].level >= 0);
        CHECK(memchr(scene->cells[i].glyph, '\0', CW_GLYPH_MAX) != NULL);
        CHECK(memchr(scene->cells[i].note, '\0', CW_NOTE_MAX) != NULL);
        check_lines(trial, scene->cells[i].lines, scene->cells[i].line_count);
    }
    for (int i = 0; i < scene->item_count; i++) {
        CHECK(scene->items[i].player >= 0 && scene->items[i].player < trial->game->player_count);
        CHECK(scene->items[i].count >= 0);
        check_lines(trial, scene->items[i].lines, scene->items[i].line_count);
    }
}

/* No two cells lie at the same place and level. */
static void check_cells_differ(setting_trial *trial, const cw_scene *scene) {
    for (int i = 0; i < scene->cell_count; i++) {
        for (int j = 0; j < i; j++) {
            const cw_scene_cell *a = &scene->cells[i], *b = &scene->cells[j];
            CHECK(a->q != b->q || a->r != b->r || a->level != b->level);
        }
    }
}

static const cw_scene_cell *cell_with(const cw_scene *scene, int piece) {
    for (int i = 0; i < scene->cell_count; i++) {
        if (scene->cells[i].piece == piece)
            return &scene->cells[i];
    }
    return NULL;
}

static bool is_in_hand(const cw_scene *scene, int piece) {
    for (int i = 0; i < scene->item_count; i++) {
        if (scene->items[i].piece == piece)
            return true;
    }
    return false;
}

/* Every piece has a number of its own, and is on the board or in a hand. */
static void check_piece_numbers(setting_trial *trial, const cw_scene *scene) {
    for (int i = 0; i < scene->cell_count; i++) {
        const cw_scene_cell *cell = &scene->cells[i];
        CHECK((cell->piece != 0) == (cell->fill != CW_COLOR_NONE && cell->fill != CW_COLOR_BOARD));
        CHECK(cell->piece == 0 || (cell->piece > 0 && cell_with(scene, cell->piece) == cell));
        CHECK(cell->piece == 0 || !is_in_hand(scene, cell->piece));
        CHECK(memchr(cell->symbol, '\0', CW_SYMBOL_MAX) != NULL);
    }
    for (int i = 0; i < scene->item_count; i++)
        CHECK(scene->items[i].piece > 0 || scene->items[i].count == 0);
}

/* A move brings at most one piece to the board, a piece that a hand showed as the next, and all others keep
   their numbers. */
static void check_pieces_stay(setting_trial *trial, const cw_state *state, const cw_scene *before) {
    const cw_game *game = trial->game;
    cw_scene after = {0};
    int new_count = 0;
    memcpy(trial->copy, state, game->state_size);
    game->type->play(game, trial->copy, trial->moves[cw_rng_below(&trial->rng, (uint32_t)trial->count)]);
    cw_game_draw(game, trial->copy, &after);
    for (int i = 0; i < after.cell_count; i++) {
        const cw_scene_cell *cell = &after.cells[i], *old = cell_with(before, cell->piece);
        if (cell->piece == 0)
            continue;
        new_count += old == NULL;
        CHECK(old != NULL || before->item_count == 0 || is_in_hand(before, cell->piece));
        CHECK(old == NULL || (old->fill == cell->fill && strcmp(old->symbol, cell->symbol) == 0));
    }
    CHECK(new_count <= 1);
    cw_scene_free(&after);
}

static void check_drawing(setting_trial *trial, const cw_state *state, cw_scene *scene) {
    cw_text text = {0};
    cw_game_draw(trial->game, state, scene);
    check_scene(trial, scene);
    check_cells_differ(trial, scene);
    check_piece_numbers(trial, scene);
    if (trial->count > 0)
        check_pieces_stay(trial, state, scene);
    for (unsigned style = 0; style < 4; style++)
        cw_scene_print(scene, (cw_scene_style){.color = style & 1, .unicode = style >> 1}, &text);
    CHECK(!text.out_of_memory && text.length > 0);
    cw_text_clear(&text);
    cw_scene_svg(scene, &text);
    CHECK(!text.out_of_memory && text.length > 12);
    CHECK(strcmp(cw_text_string(&text) + text.length - 7, "</svg>\n") == 0);
    cw_text_free(&text);
}

typedef struct pick_list {
    int count;
    cw_pick picks[CW_PICKS_MAX];
} pick_list;

static int compare_picks(const void *left, const void *right) {
    const pick_list *a = left, *b = right;
    for (int i = 0; i < a->count && i < b->count; i++) {
        const cw_pick *p = &a->picks[i], *q = &b->picks[i];
        if (p->kind != q->kind)
            return p->kind < q->kind ? -1 : 1;
        if (p->q != q->q)
            return p->q < q->q ? -1 : 1;
        if (p->r != q->r)
            return p->r < q->r ? -1 : 1;
        if (p->index != q->index)
            return p->index < q->index ? -1 : 1;
    }
    return 0; /* equal, or one is the beginning of the other: neither may be */
}

static bool has_item(const cw_scene *scene, int player, int index) {
    for (int i = 0; i < scene->item_count; i++) {
        if (scene->items[i].player == player && scene->items[i].index == index)
            return true;
    }
    return false;
}

/* Different moves are pointed at differently, and a person can tell when a move is said to its end. Buttons
   carry the move's text, and so tell themselves apart. */
static void check_picks(setting_trial *trial, const cw_state *state, const cw_scene *scene) {
    const cw_game *game = trial->game;
    int player = game->type->to_decide(game, state), pointed = 0;
    pick_list *lists = calloc((size_t)trial->count + 1, sizeof *lists);
    for (int i = 0; i < trial->count; i++) {
        pick_list *list = &lists[pointed];
        memset(list, 0, sizeof *list);
        list->count = game->type->picks(game, state, trial->moves[i], list->picks);
        CHECK(list->count >= 1 && list->count <= CW_PICKS_MAX);
        for (int j = 0; j < list->count; j++) {
            CHECK(list->picks[j].kind <= CW_PICK_BUTTON);
            if (list->picks[j].kind == CW_PICK_HAND && player >= 0)
                CHECK(has_item(scene, player, list->picks[j].index));
        }
        pointed += list->picks[0].kind != CW_PICK_BUTTON;
    }
    qsort(lists, (size_t)pointed, sizeof *lists, compare_picks);
    for (int i = 1; i < pointed; i++)
        CHECK(compare_picks(&lists[i - 1], &lists[i]) != 0);
    free(lists);
}

/* ---- Results and playouts ---- */

/* From 0 to 1, equal within a team, and one whole over all teams. */
static void check_rewards(setting_trial *trial, const double *reward) {
    const cw_game *game = trial->game;
    double sum = 0;
    for (int player = 0; player < game->player_count; player++) {
        CHECK(reward[player] >= 0 && reward[player] <= 1);
        bool first = true;
        for (int other = 0; other < player; other++) {
            if (!cw_game_allied(game, player, other))
                continue;
            CHECK(reward[player] == reward[other]);
            first = false;
        }
        sum += first ? reward[player] : 0;
    }
    CHECK(game->player_count == 1 || fabs(sum - 1) < 1e-9);
}

static void check_result(setting_trial *trial, const cw_result *result) {
    const char *const *endings = trial->game->type->endings;
    check_rewards(trial, result->reward);
    if (endings == NULL)
        return;
    int count = 0;
    while (endings[count] != NULL)
        count++;
    CHECK(result->ending >= 0 && result->ending < count);
}

static size_t key_words(const cw_game *game) {
    return ((size_t)game->key_count + 63) / 64;
}

/* Plays out from a copy and checks that only keys that exist are reported. */
static void run_playout(setting_trial *trial, const cw_policy *policy, void *context, const cw_state *state,
                        uint64_t seed, cw_playout *playout) {
    const cw_game *game = trial->game;
    size_t words = key_words(game);
    uint64_t *keys = calloc((words + 1) * CW_PLAYERS_MAX, sizeof *keys);
    cw_rng rng = cw_rng_make(seed, 0);
    for (int player = 0; player < game->player_count && game->key_count > 0; player++)
        playout->keys[player] = keys + (words + 1) * (size_t)player;
    memcpy(trial->copy, state, game->state_size);
    policy->playout(game, context, trial->copy, &rng, playout);
    for (int player = 0; player < game->player_count && game->key_count > 0; player++) {
        const uint64_t *set = playout->keys[player];
        CHECK(set[words] == 0);
        if (game->key_count % 64 != 0)
            CHECK(set[words - 1] >> (game->key_count % 64) == 0);
    }
    free(keys);
    check_result(trial, &playout->result);
    CHECK(playout->plies >= 0);
}

static void check_policy(setting_trial *trial, const cw_policy *policy, void *context,
                         const cw_state *state) {
    uint64_t seed = cw_rng_next(&trial->rng);
    cw_playout whole = {0}, again = {0}, cut = {.plies_max = 2}, phase = {.horizon = 1};
    run_playout(trial, policy, context, state, seed, &whole);
    run_playout(trial, policy, context, state, seed, &again);
    CHECK(whole.finished == again.finished && whole.plies == again.plies);
    CHECK(memcmp(whole.result.reward, again.result.reward, sizeof whole.result.reward) == 0);
    run_playout(trial, policy, context, state, seed, &cut);
    CHECK(cut.finished || cut.plies <= 2 + 2); /* no turn has more than three decisions */
    run_playout(trial, policy, context, state, seed, &phase);
    if (cw_game_phase(trial->game, state) > 1)
        CHECK(phase.plies == 0);
}

/* ---- Knowledge ---- */

/* Makes the context of a piece of knowledge; false: it does not want this game, and says why. */
static bool prepare(setting_trial *trial, const cw_knowledge *knowledge, void **context) {
    cw_options options;
    cw_error error = {0};
    *context = NULL;
    CHECK(knowledge->help != NULL && knowledge->help[0] != '\0');
    if (knowledge->create == NULL)
        return true;
    cw_options_defaults(&options, knowledge->options);
    if (knowledge->create(trial->game, &options, context, &error) == CW_OK)
        return true;
    CHECK(error.message[0] != '\0');
    return false;
}

static void dismiss(const cw_knowledge *knowledge, void *context) {
    if (knowledge->destroy != NULL)
        knowledge->destroy(context);
}

static void check_evaluator(setting_trial *trial, const cw_evaluator *evaluator, void *context,
                            const cw_state *state) {
    double points[CW_PLAYERS_MAX] = {0}, again[CW_PLAYERS_MAX] = {0};
    CHECK(evaluator->scale > 0);
    evaluator->evaluate(trial->game, context, state, points);
    evaluator->evaluate(trial->game, context, state, again);
    for (int player = 0; player < trial->game->player_count; player++)
        CHECK(isfinite(points[player]) && points[player] == again[player]);
    if (evaluator->unquiet_moves == NULL)
        return;
    int count = evaluator->unquiet_moves(trial->game, context, state, trial->scratch);
    CHECK(count >= 0 && count <= trial->count);
    for (int i = 0; i < count; i++)
        CHECK(contains(trial->moves, trial->count, trial->scratch[i]));
}

static void check_reasoner(setting_trial *trial, const cw_reasoner *reasoner, void *context,
                           const cw_state *state) {
    cw_verdict verdict = {.best = CW_MOVE_NONE, .move_count = -1, .moves = trial->scratch};
    reasoner->reason(trial->game, context, state, &verdict);
    if (verdict.proven) {
        check_rewards(trial, verdict.reward);
        CHECK(verdict.best == CW_MOVE_NONE || contains(trial->moves, trial->count, verdict.best));
        return;
    }
    CHECK(verdict.move_count >= -1 && verdict.move_count <= trial->count && verdict.move_count != 0);
    for (int i = 0; i < verdict.move_count; i++)
        CHECK(contains(trial->moves, trial->count, trial->scratch[i]));
}

static void check_prior(setting_trial *trial, const cw_prior *prior, void *context, const cw_state *state) {
    float *weights = calloc((size_t)trial->count, sizeof *weights);
    prior->weigh(trial->game, context, state, trial->moves, trial->count, weights);
    for (int i = 0; i < trial->count; i++)
        CHECK(isfinite(weights[i]) && weights[i] >= 0);
    free(weights);
}

static void check_judge(setting_trial *trial, const cw_judge *judge, void *context, const cw_state *state) {
    double rewards[CW_PLAYERS_MAX] = {0}, sum = 0;
    float *priors = calloc((size_t)trial->count, sizeof *priors);
    judge->judge(trial->game, context, state, trial->moves, trial->count, rewards, priors);
    check_rewards(trial, rewards);
    for (int i = 0; i < trial->count; i++) {
        CHECK(isfinite(priors[i]) && priors[i] >= 0);
        sum += priors[i];
    }
    CHECK(fabs(sum - 1) < 1e-3);
    free(priors);
}

/* What is written of a position to learn from. */
static void check_inputs(setting_trial *trial, const cw_judge *judge, int view, const cw_state *state) {
    cw_judge_shape shape = {0};
    void *sight;
    judge->shape(trial->game, view, &shape);
    CHECK(shape.planes > 0 && shape.rows > 0 && shape.columns > 0 && shape.outputs > 0);
    size_t size = (size_t)(shape.planes * shape.rows * shape.columns);
    uint8_t *inputs = malloc(2 * size), *taken = calloc((size_t)shape.outputs, 1);
    memset(inputs, 1, size);
    memset(inputs + size, 2, size);
    CHECK(judge->open_sight(trial->game, view, &sight, NULL) == CW_OK);
    judge->inputs(trial->game, sight, state, inputs);
    judge->inputs(trial->game, sight, state, inputs + size);
    judge->close_sight(sight);
    CHECK(memcmp(inputs, inputs + size, size) == 0); /* every byte is written */
    for (int i = 0; i < trial->count; i++) {
        int output = judge->output(trial->game, state, trial->moves[i]);
        CHECK(output >= -1 && output < shape.outputs);
        CHECK(output < 0 || !taken[output]++); /* no two moves share one */
    }
    free(inputs);
    free(taken);
}

#define FOR_EACH_KNOWLEDGE(kind, list, check)                                                                \
    for (const kind *entry = (list); entry != NULL && entry->base.name != NULL; entry++) {                   \
        void *context;                                                                                       \
        if (!prepare(trial, &entry->base, &context))                                                         \
            continue;                                                                                        \
        check(trial, entry, context, state);                                                                 \
        dismiss(&entry->base, context);                                                                      \
    }

static void check_knowledge(setting_trial *trial, const cw_state *state) {
    const cw_game_type *type = trial->game->type;
    int decides = type->to_decide(trial->game, state);
    FOR_EACH_KNOWLEDGE(cw_policy, type->policies, check_policy)
    if (decides < 0)
        return;
    FOR_EACH_KNOWLEDGE(cw_evaluator, type->evaluators, check_evaluator)
    FOR_EACH_KNOWLEDGE(cw_reasoner, type->reasoners, check_reasoner)
    FOR_EACH_KNOWLEDGE(cw_prior, type->priors, check_prior)
    FOR_EACH_KNOWLEDGE(cw_judge, type->judges, check_judge)
    bool is_rare = cw_record_length(trial->record) % 16 == 0; /* views but the usual one may take long */
    for (const cw_judge *judge = type->judges; judge != NULL && judge->base.name != NULL; judge++)
        for (int view = 0; judge->views[view] != NULL && (view == 0 || is_rare); view++)
            check_inputs(trial, judge, view, state);
}

/* ---- Perft ---- */

static uint64_t count_leaves(const cw_game *game, const cw_state *state, int depth) {
    if (depth == 0)
        return 1;
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    cw_state *next = cw_game_alloc_states(game, 1);
    int count = game->type->moves(game, state, moves);
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        memcpy(next, state, game->state_size);
        game->type->play(game, next, moves[i]);
        leaves += count_leaves(game, next, depth - 1);
    }
    free(moves);
    free(next);
    return leaves;
}

static void check_perft(setting_trial *trial, const cw_state *state) {
    uint64_t leaves = 0;
    int depth = trial->count * trial->count <= PERFT_BUDGET ? 2 : 1;
    CHECK(cw_game_perft(trial->game, state, depth, NULL, &leaves, NULL) == CW_OK);
    CHECK(leaves == count_leaves(trial->game, state, depth));
}

/* ---- One position, one game, one setting ---- */

static void check_deeply(setting_trial *trial, const cw_state *state) {
    cw_scene scene = {0};
    check_legality(trial, state);
    for (int i = 0; i < trial->count; i++)
        check_round_trip(trial, state, trial->moves[i]);
    check_bad_notation(trial, state);
    check_drawing(trial, state, &scene);
    check_picks(trial, state, &scene);
    check_perft(trial, state);
    if (cw_rng_below(&trial->rng, KNOWLEDGE_CHECK_EVERY) == 0) /* reasoners are dear on large boards */
        check_knowledge(trial, state);
    for (int i = 0; i < trial->count && trial->game->type->key != NULL; i++)
        CHECK(trial->game->type->key(trial->game, state, trial->moves[i]) < (uint32_t)trial->game->key_count);
    cw_scene_free(&scene);
}

/* What only grows along a game. */
typedef struct game_course {
    int phase, move_number;
    uint64_t hash;
} game_course;

static void check_course(setting_trial *trial, const cw_state *state, game_course *course,
                         bool after_chance) {
    const cw_game *game = trial->game;
    int phase = cw_game_phase(game, state), number = game->type->move_number(game, state);
    uint64_t hash = game->type->hash(game, state);
    double progress = game->type->progress(game, state);
    CHECK(phase >= 1 && phase >= course->phase);
    CHECK(number >= course->move_number && number <= course->move_number + 1);
    /* Chance makes no move, though it may end the turn in which it was asked, and with it the game. */
    CHECK(!after_chance || number == course->move_number || game->type->to_decide(game, state) == CW_NOBODY);
    CHECK(progress >= 0 && progress <= 1);
    CHECK(hash != course->hash);
    course->phase = phase;
    course->move_number = number;
    course->hash = hash;
}

/* A game read back from its text reaches the same positions, from memory that held something else before. */
static void check_replay(setting_trial *trial) {
    const cw_game *game = trial->game;
    cw_text text = {0};
    cw_record *again = NULL;
    cw_record_print(trial->record, &text);
    CHECK(cw_record_create(game, &again, NULL) == CW_OK);
    CHECK(cw_record_play_line(again, cw_text_string(&text), NULL) == CW_OK);
    int length = cw_record_length(trial->record);
    CHECK(cw_record_length(again) == length);
    CHECK(memcmp(cw_record_hashes(again), cw_record_hashes(trial->record),
                 sizeof(uint64_t) * ((size_t)length + 1)) == 0);
    memset(trial->copy, 0xA5, game->state_size);
    game->type->start(game, trial->copy);
    for (int i = 0; i < length; i++) {
        CHECK(game->type->hash(game, trial->copy) == cw_record_hashes(again)[i]);
        game->type->play(game, trial->copy, cw_record_move(again, i));
    }
    CHECK(game->type->hash(game, trial->copy) == cw_record_hashes(again)[length]);
    cw_record_destroy(again);
    cw_text_free(&text);
}

/* Moves taken back and played again lead to the same end. */
static void check_undo(setting_trial *trial) {
    int length = cw_record_length(trial->record), back = (int)cw_rng_below(&trial->rng, (uint32_t)length + 1);
    uint64_t last = cw_record_hashes(trial->record)[length];
    int decides = cw_record_to_decide(trial->record);
    cw_move *moves = malloc(sizeof *moves * ((size_t)length + 1));
    for (int i = 0; i < length; i++)
        moves[i] = cw_record_move(trial->record, i);
    for (int i = 0; i < back; i++)
        CHECK(cw_record_undo(trial->record, NULL) == CW_OK);
    for (int i = length - back; i < length; i++)
        CHECK(cw_record_play(trial->record, moves[i], NULL) == CW_OK);
    CHECK(cw_record_hashes(trial->record)[length] == last);
    CHECK(cw_record_to_decide(trial->record) == decides);
    free(moves);
}

static void play_one_game(setting_trial *trial) {
    const cw_game *game = trial->game;
    game_course course = {.hash = ~game->type->hash(game, cw_record_state(trial->record))};
    bool after_chance = false;
    for (int ply = 0;; ply++) {
        const cw_state *state = cw_record_state(trial->record);
        check_course(trial, state, &course, after_chance);
        check_move_list(trial, state);
        int decides = cw_record_to_decide(trial->record);
        if (decides == CW_NOBODY || cw_rng_below(&trial->rng, DEEP_CHECK_EVERY) == 0)
            check_deeply(trial, state);
        if (decides == CW_NOBODY || ply == PLIES_MAX)
            break;
        cw_move move = trial->moves[cw_rng_below(&trial->rng, (uint32_t)trial->count)];
        CHECK(cw_record_play(trial->record, move, NULL) == CW_OK);
        after_chance = decides == CW_CHANCE;
    }
    if (cw_record_to_decide(trial->record) == CW_NOBODY) {
        cw_result result;
        cw_record_result(trial->record, &result);
        check_result(trial, &result);
        CHECK(cw_record_play_text(trial->record, "0,0", NULL) == CW_ILLEGAL);
    }
    check_replay(trial);
    check_undo(trial);
}

static double number_from_environment(const char *name, double standard) {
    const char *value = getenv(name);
    return value != NULL ? strtod(value, NULL) : standard;
}

static void check_start(setting_trial *trial) {
    const cw_game *game = trial->game;
    CHECK(game->type->move_number(game, cw_record_state(trial->record)) == 0);
    CHECK(game->type->progress(game, cw_record_state(trial->record)) == 0);
    CHECK(game->type->policies != NULL && game->type->policies[0].base.name != NULL);
    for (int player = 0; player < game->player_count; player++)
        CHECK(game->seats[player].name != NULL && game->seats[player].letter != NULL);
}

/* Plays random games of one setting; returns how many. A setting
 * that the game refuses with a reason is none. */
static int try_setting(const cw_game_type *type, const char *settings, bool must_work) {
    cw_game *game = NULL;
    cw_error error = {0};
    setting_trial here = {.seed = (uint64_t)number_from_environment("CW_TEST_SEED", 1)}, *trial = &here;
    snprintf(here.spec, sizeof here.spec, "%s:%s", type->name, settings);
    if (cw_game_create_from(type, settings, &game, &error) != CW_OK) {
        CHECK(!must_work);
        CHECK(error.message[0] != '\0');
        return 0;
    }
    here.game = game;
    here.moves = malloc(sizeof(cw_move) * (size_t)game->moves_max);
    here.scratch = malloc(sizeof(cw_move) * (size_t)game->moves_max);
    here.copy = cw_game_alloc_states(game, 1);
    CHECK(cw_record_create(game, &here.record, &error) == CW_OK);
    check_start(trial);
    double end = cw_clock_thread() + number_from_environment("CW_TEST_SECONDS", 0.1);
    for (; here.number < GAMES_MAX && (here.number < GAMES_MIN || cw_clock_thread() < end); here.number++) {
        here.rng = cw_rng_make(here.seed, (uint64_t)here.number);
        cw_record_clear(here.record);
        play_one_game(trial);
    }
    cw_record_destroy(here.record);
    free(here.moves);
    free(here.scratch);
    free(here.copy);
    cw_game_destroy(game);
    return here.number;
}

/* ---- All settings ---- */

/* Settings worth trying together, beside each option by itself. */
static const char *const combinations[][2] = {
    {"hex", "size=2,swap=pieces"},
    {"hex", "size=4,swap=sides"},
    {"hive", "type=Base+MLP"},
    {"hive", "type=Base+P,queen_first=on,max_turns=60"},
    {"hive", "type=Base+M,repetition=off,max_turns=100"},
    {"hive", "type=Base+L"},
    {"six", "tiles=8:7,ties=random,same_cell=on"},
    {"six", "tiles=9,players=4,max_moves=60"},
    {"six", "tiles=21,start=pair,first_contact=off,max_moves=80"},
    {"six", "phases=1"},
    {"tantrix", "players=4"},
    {"tantrix", "players=3,deadlock=pass"},
    {"flower", "misere=on"},
};

/* Tries the ends of an option's range, or each of its words. */
static int try_option(const cw_game_type *type, const cw_option *option) {
    char setting[256];
    int games = 0;
    if (option->type == CW_OPTION_SWITCH || option->type == CW_OPTION_CHOICE) {
        const char *words = option->type == CW_OPTION_SWITCH ? "on|off" : option->choices;
        for (const char *word = words; *word != '\0';) {
            size_t length = strcspn(word, "|");
            snprintf(setting, sizeof setting, "%s=%.*s", option->name, (int)strcspn(word, "|="), word);
            games += try_setting(type, setting, false);
            word += length + (word[length] == '|');
        }
    } else if (option->type == CW_OPTION_INTEGER) {
        double limits[2] = {option->low, option->high < 1000 ? option->high : option->low + 20};
        for (int i = 0; i < 2; i++) {
            snprintf(setting, sizeof setting, "%s=%.0f", option->name, limits[i]);
            games += try_setting(type, setting, false);
        }
    }
    return games;
}

static void try_game(const cw_game_type *type) {
    int games = try_setting(type, "", true), settings = 1;
    for (const cw_option *option = type->options; option != NULL && option->name != NULL;
         option++, settings++)
        games += try_option(type, option);
    for (size_t i = 0; i < sizeof combinations / sizeof combinations[0]; i++) {
        if (strcmp(combinations[i][0], type->name) == 0)
            games += try_setting(type, combinations[i][1], true);
    }
    print_message("%s: %d random games, seed %.0f\n", type->name, games,
                  number_from_environment("CW_TEST_SEED", 1));
    assert_true(games >= GAMES_MIN);
}

/* Rules that a person reads in a minute. */
static void every_game_tells_its_rules(void **state) {
    (void)state;
    for (int i = 0; i < cw_game_type_count(); i++) {
        const cw_game_type *type = cw_game_type_at(i);
        int count = 0;
        for (; type->rules[count] != NULL; count++) {
            assert_in_range(strlen(type->rules[count]), 20, 320);
            assert_null(strchr(type->rules[count], '=')); /* words, not specs */
        }
        assert_in_range(count, 4, 10);
        assert_true(type->notation[0] != '\0' && type->notation[strlen(type->notation) - 1] != '.');
    }
}

static void every_game_keeps_the_promises_of_the_interface(void **state) {
    (void)state;
    for (int i = 0; i < cw_game_type_count(); i++)
        try_game(cw_game_type_at(i));
}

static void the_example_keeps_them_too(void **state) {
    (void)state;
    try_game(&cw_flower_game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_tells_its_rules),
        cmocka_unit_test(the_example_keeps_them_too),
        cmocka_unit_test(every_game_keeps_the_promises_of_the_interface),
    };
    return RUN_TESTS(tests);
}

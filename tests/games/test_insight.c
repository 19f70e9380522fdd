/* What the games know of positions, against slow and obvious second opinions on random games: full search of small
 * Hex boards, floods over the drawn hive, every move of Six tried out. */
#include "core/lattice.h"
#include "harness.h"

enum { SEED = 20, PLIES_MAX = 90 };

static void look(const cw_game *game, const cw_state *state, double seconds, cw_insight *insight) {
    const cw_insight_budget budget = {.seconds = seconds};
    *insight = (cw_insight){0};
    game->type->insight(game, state, &budget, insight);
}

static int find_layer(const cw_insight *insight, const char *name) {
    for (int i = 0; i < insight->layer_count; i++) {
        if (strcmp(insight->layers[i].name, name) == 0)
            return i;
    }
    return -1;
}

/* Is a cell marked in a layer with this sign? */
static bool is_marked(const cw_insight *insight, int layer, cw_sign sign, int q, int r) {
    for (int i = 0; i < insight->mark_count; i++) {
        const cw_insight_mark *mark = &insight->marks[i];
        if (mark->layer == layer && mark->sign == sign && !mark->is_hand && mark->q == q && mark->r == r)
            return true;
    }
    return false;
}

static int count_marks(const cw_insight *insight, int layer, cw_sign sign) {
    int count = 0;
    for (int i = 0; i < insight->mark_count; i++)
        count += insight->marks[i].layer == layer && insight->marks[i].sign == sign;
    return count;
}

/* Plays a random game and calls `check` in every position that a player is to decide. */
static void walk(const char *spec, uint64_t number, int plies_max,
                 void (*check)(const cw_game *game, const cw_state *state)) {
    cw_game *game = must_create_game(spec);
    cw_state *state = cw_game_alloc_states(game, 1);
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    cw_rng rng = cw_rng_make(SEED, number);
    game->type->start(game, state);
    for (int ply = 0; ply < plies_max; ply++) {
        int decider = game->type->to_decide(game, state);
        if (decider == CW_NOBODY)
            break;
        if (decider != CW_CHANCE)
            check(game, state);
        int count = game->type->moves(game, state, moves);
        game->type->play(game, state, moves[cw_rng_below(&rng, (uint32_t)count)]);
    }
    free(moves);
    free(state);
    cw_game_destroy(game);
}

/* ---- All games ---- */

static void check_form(const cw_game *game, const cw_state *state) {
    cw_insight insight;
    look(game, state, 0, &insight);
    for (int i = 0; i < insight.layer_count; i++) {
        assert_true(insight.layers[i].name[0] != '\0' && insight.layers[i].title[0] != '\0');
        assert_int_equal(find_layer(&insight, insight.layers[i].name), i);
    }
    for (int i = 0; i < insight.mark_count; i++)
        assert_in_range(insight.marks[i].layer, 0, insight.layer_count - 1);
    for (int i = 0; i < insight.link_count; i++)
        assert_in_range(insight.links[i].layer, 0, insight.layer_count - 1);
    cw_insight_free(&insight);
}

static void every_game_shows_what_it_knows(void **state) {
    (void)state;
    for (int i = 0; i < cw_game_type_count(); i++) {
        if (cw_game_type_at(i)->insight != NULL)
            walk(cw_game_type_at(i)->name, (uint64_t)i, 30, check_form);
    }
    for (const char *const *spec = (const char *const[]){"hex:size=13,swap=sides", "hive:type=Base+MLP",
                                                         "six:tiles=7,start=pair", "tantrix:players=4", NULL};
         *spec != NULL; spec++)
        walk(*spec, 9, PLIES_MAX, check_form);
}

/* ---- Hex ---- */

/* Does whoever decides win? By looking at everything. */
static bool wins(const cw_game *game, const cw_state *state) {
    cw_move moves[16];
    cw_state *after = cw_game_alloc_states(game, 1);
    int count = game->type->moves(game, state, moves), decider = game->type->to_decide(game, state);
    bool found = false;
    for (int i = 0; i < count && !found; i++) {
        cw_result result;
        memcpy(after, state, game->state_size);
        game->type->play(game, after, moves[i]);
        if (game->type->to_decide(game, after) == CW_NOBODY) {
            game->type->result(game, after, &result);
            found = result.reward[decider] > 0.5;
        } else {
            found = !wins(game, after);
        }
    }
    free(after);
    return found;
}

static bool move_wins(const cw_game *game, const cw_state *state, cw_move move) {
    cw_state *after = cw_game_alloc_states(game, 1);
    cw_result result;
    memcpy(after, state, game->state_size);
    int decider = game->type->to_decide(game, state);
    game->type->play(game, after, move);
    bool is_over = game->type->to_decide(game, after) == CW_NOBODY;
    if (is_over)
        game->type->result(game, after, &result);
    bool found = is_over ? result.reward[decider] > 0.5 : !wins(game, after);
    free(after);
    return found;
}

static void check_hex(const cw_game *game, const cw_state *state) {
    cw_insight insight;
    cw_move moves[16];
    int count = game->type->moves(game, state, moves);
    look(game, state, 10, &insight);
    int solved = find_layer(&insight, "solved"), must_play = find_layer(&insight, "must-play");
    assert_true(solved >= 0 && must_play >= 0);
    bool is_narrow = count_marks(&insight, must_play, CW_SIGN_CHOICE) > 0;
    for (int i = 0; i < count; i++) {
        cw_pick pick[CW_PICKS_MAX];
        game->type->picks(game, state, moves[i], pick);
        bool is_good = move_wins(game, state, moves[i]);
        assert_int_equal(is_marked(&insight, solved, CW_SIGN_WIN, pick->q, pick->r), is_good);
        if (is_good && is_narrow) /* what wins is never ruled out */
            assert_true(is_marked(&insight, must_play, CW_SIGN_CHOICE, pick->q, pick->r));
    }
    cw_insight_free(&insight);
}

static void hex_marks_exactly_the_moves_that_win(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 12; number++)
        walk("hex:size=3", number, PLIES_MAX, check_hex);
}

static void hex_shows_a_bridge(void **state) {
    (void)state;
    cw_insight insight;
    cw_game *game = must_create_game("hex:size=7");
    cw_record *record = must_play(game, "d3;a7;c5"); /* d3 and c5 of Black, with c4 and d4 between them */
    look(game, cw_record_state(record), 0, &insight);
    int layer = find_layer(&insight, "connections");
    assert_true(is_marked(&insight, layer, CW_SIGN_AREA, 2, 3) &&
                is_marked(&insight, layer, CW_SIGN_AREA, 3, 3));
    bool is_linked = false;
    for (int i = 0; i < insight.link_count; i++) {
        const cw_insight_link *link = &insight.links[i];
        bool there = link->q == 3 && link->r == 2 && link->to_q == 2 && link->to_r == 4;
        bool back = link->q == 2 && link->r == 4 && link->to_q == 3 && link->to_r == 2;
        is_linked = is_linked || ((there || back) && link->color == CW_COLOR_BLACK);
    }
    assert_true(is_linked);
    assert_true(insight.more);
    cw_insight_free(&insight);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* ---- Hive ---- */

static bool is_beside(const cw_scene_cell *one, const cw_scene_cell *other) {
    int q = other->q - one->q, r = other->r - one->r;
    return q >= -1 && q <= 1 && r >= -1 && r <= 1 && q != r;
}

/* Does the drawn hive stay in one piece without the cell? Floods it from any other. */
static bool holds_without(const cw_scene *scene, int without) {
    bool reached[64] = {false};
    const cw_scene_cell *gone = &scene->cells[without];
    int seed = -1;
    for (int i = 0; i < scene->cell_count && seed < 0; i++)
        seed = scene->cells[i].q != gone->q || scene->cells[i].r != gone->r ? i : -1;
    if (seed < 0)
        return true;
    reached[seed] = true;
    for (bool grew = true; grew;) {
        grew = false;
        for (int i = 0; i < scene->cell_count; i++) {
            for (int j = 0; reached[i] && j < scene->cell_count; j++) {
                const cw_scene_cell *one = &scene->cells[i], *other = &scene->cells[j];
                bool touches = is_beside(one, other) || (one->q == other->q && one->r == other->r);
                bool is_gone = other->q == gone->q && other->r == gone->r;
                if (!reached[j] && !is_gone && touches)
                    grew = reached[j] = true;
            }
        }
    }
    for (int i = 0; i < scene->cell_count; i++) {
        if (!reached[i] && (scene->cells[i].q != gone->q || scene->cells[i].r != gone->r))
            return false;
    }
    return true;
}

static void check_hive(const cw_game *game, const cw_state *state) {
    cw_insight insight;
    cw_scene scene = {0};
    look(game, state, 0, &insight);
    cw_game_draw(game, state, &scene);
    int pinned = find_layer(&insight, "pinned"), queens = find_layer(&insight, "queens"), taken = 0;
    for (int i = 0; i < scene.cell_count && scene.cells[0].fill != CW_COLOR_BOARD; i++) {
        const cw_scene_cell *cell = &scene.cells[i];
        int height = 0;
        for (int j = 0; j < scene.cell_count; j++) {
            const cw_scene_cell *other = &scene.cells[j];
            height += other->q == cell->q && other->r == cell->r;
            taken += strcmp(cell->symbol, "queen") == 0 && other->level == 0 && is_beside(cell, other);
        }
        if (height == 1)
            assert_int_equal(is_marked(&insight, pinned, CW_SIGN_HELD, cell->q, cell->r),
                             !holds_without(&scene, i));
    }
    assert_int_equal(count_marks(&insight, queens, CW_SIGN_DANGER), taken);
    cw_scene_free(&scene);
    cw_insight_free(&insight);
}

static void hive_marks_what_holds_the_hive_together(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 8; number++)
        walk("hive:type=Base+MLP", number, PLIES_MAX, check_hive);
}

/* ---- Six ---- */

/* Both cells that an open window lacks lie in one shape: at most five steps apart. */
static void check_windows(const cw_insight *insight) {
    for (int i = 0; i < insight->link_count; i++) {
        const cw_insight_link *link = &insight->links[i];
        assert_in_range(cw_distance((cw_axial){link->q, link->r}, (cw_axial){link->to_q, link->to_r}), 1, 5);
    }
}

/* A tile that is laid ends the game exactly where the layer says so. */
static void check_six(const cw_game *game, const cw_state *state) {
    cw_insight insight;
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    cw_state *after = cw_game_alloc_states(game, 1);
    int count = game->type->moves(game, state, moves);
    look(game, state, 0, &insight);
    int layer = find_layer(&insight, "threats");
    for (int i = 0; i < count && layer >= 0; i++) {
        cw_pick picks[CW_PICKS_MAX];
        cw_result result = {.reward = {0}};
        if (game->type->phase(game, state) != 1)
            break;
        game->type->picks(game, state, moves[i], picks);
        memcpy(after, state, game->state_size);
        game->type->play(game, after, moves[i]);
        bool is_over = game->type->to_decide(game, after) == CW_NOBODY;
        if (is_over)
            game->type->result(game, after, &result);
        bool is_won = is_over && result.reward[game->type->to_decide(game, state)] > 0.5;
        assert_int_equal(is_marked(&insight, layer, CW_SIGN_WIN, picks->q, picks->r), is_won);
    }
    check_windows(&insight);
    cw_insight_free(&insight);
    free(after);
    free(moves);
}

static void six_marks_exactly_the_cells_that_win(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 40; number++)
        walk("six", number, PLIES_MAX, check_six);
}

/* ---- Tantrix ---- */

static bool has_pieces(const cw_game *game, const cw_state *state) {
    cw_scene scene = {0};
    bool found = false;
    game->type->draw(game, state, &scene);
    for (int i = 0; i < scene.cell_count; i++)
        found |= scene.cells[i].piece != 0;
    cw_scene_free(&scene);
    return found;
}

/* Every tile of the hand that can be laid beside others tells what it brings, and no other. */
static void check_tantrix(const cw_game *game, const cw_state *state) {
    cw_insight insight;
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    int count = game->type->moves(game, state, moves);
    bool can[256] = {false}, told[256] = {false};
    for (int i = 0; i < count && has_pieces(game, state); i++) {
        cw_pick picks[CW_PICKS_MAX];
        int length = game->type->picks(game, state, moves[i], picks);
        for (int j = 0; j < length; j++)
            can[picks[j].kind == CW_PICK_HAND ? picks[j].index : 0] = true;
    }
    look(game, state, 0, &insight);
    for (int i = 0; i < insight.mark_count; i++)
        told[insight.marks[i].is_hand ? insight.marks[i].index : 0] = true;
    for (int tile = 1; tile < 256; tile++)
        assert_int_equal(told[tile], can[tile]);
    free(moves);
    cw_insight_free(&insight);
}

static void tantrix_tells_what_each_tile_brings(void **state) {
    (void)state;
    for (uint64_t number = 0; number < 4; number++)
        walk("tantrix", number, PLIES_MAX, check_tantrix);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_shows_what_it_knows),
        cmocka_unit_test(hex_marks_exactly_the_moves_that_win),
        cmocka_unit_test(hex_shows_a_bridge),
        cmocka_unit_test(hive_marks_what_holds_the_hive_together),
        cmocka_unit_test(six_marks_exactly_the_cells_that_win),
        cmocka_unit_test(tantrix_tells_what_each_tile_brings),
    };
    return RUN_TESTS(tests);
}

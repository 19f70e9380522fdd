/* Playouts with replies: drawn positions, a slow reference for bridges, and a proof of the ziggurat. */
#include <sys/mman.h>
#include <unistd.h>

#include "games/hex/connections.h"
#include "games/hex/templates.h"
#include "position.h"

static void *make_context(const cw_game *game, const cw_policy *policy) {
    void *context = NULL;
    assert_non_null(policy);
    assert_int_equal(policy->base.create(game, NULL, &context, NULL), CW_OK);
    return context;
}

/* The first move of a playout: the cell that is new. */
static int first_move(const cw_game *game, const cw_policy *policy, void *context, const cw_state *position,
                      cw_rng *rng) {
    const cw_hex_board *board = cw_hex_board_of(game);
    cw_state *scratch = cw_game_alloc_states(game, 1);
    memcpy(scratch, position, game->state_size);
    cw_playout playout = {.plies_max = 1};
    policy->playout(game, context, scratch, rng, &playout);
    int found = CW_HEX_NO_CELL;
    for (int cell = 0; cell < board->cell_limit; cell++) {
        if (cw_hex_set_has(&board->cells, cell) && cw_hex_is_empty(board, position, cell) &&
            !cw_hex_is_empty(board, scratch, cell))
            found = cell;
    }
    assert_true(found != CW_HEX_NO_CELL && scratch->turn != position->turn);
    free(scratch);
    return found;
}

/* Every first move must be a star, and every star must occur. */
static void expect_replies(const char *policy_name, int turn, const char *drawing) {
    drawn_position drawn = draw_position(drawing, turn);
    const cw_policy *policy = cw_game_policy(drawn.game, policy_name);
    void *context = make_context(drawn.game, policy);
    cw_hex_set seen = {0};
    cw_rng rng = cw_rng_make(31, 0);
    for (int i = 0; i < 500; i++) {
        int cell = first_move(drawn.game, policy, context, drawn.state, &rng);
        if (!cw_hex_set_has(&drawn.expected, cell))
            fail_msg("%s plays cell %d in\n%s", policy_name, cell, drawing);
        cw_hex_set_add(&seen, cell);
    }
    assert_memory_equal(&seen, &drawn.expected, sizeof seen);
    policy->base.destroy(context);
    free_position(&drawn);
}

static void a_bridge_is_saved(void **state) {
    (void)state;
    expect_replies("bridges", CW_HEX_BLACK,
                   ". . . . ."
                   " . . b . ."
                   "  . W * . ."
                   "   . b . . ."
                   "    . . . . .");
}

static void one_of_two_bridges_is_saved(void **state) {
    (void)state;
    expect_replies("bridges", CW_HEX_WHITE,
                   ". . . . ."
                   " . . w w ."
                   "  . * B * ."
                   "   . w w . ."
                   "    . . . . .");
}

static void without_intrusion_moves_are_free(void **state) {
    (void)state;
    expect_replies("bridges", CW_HEX_BLACK,
                   "* * *"
                   " * b *"
                   "  W * *");
}

/* The stone that broke in is not the last one: nothing is owed any more. */
static void old_intrusions_are_forgotten(void **state) {
    (void)state;
    expect_replies("bridges", CW_HEX_BLACK,
                   "* * b"
                   " * w *"
                   "  W b *");
}

static void edges_are_stones_for_templates(void **state) {
    (void)state;
    static const char *const north = "W * . ."
                                     " b . . ."
                                     "  . . . ."
                                     "   . . . .";
    static const char *const east = ". . . ."
                                    " . . . *"
                                    "  . . w B"
                                    "   . . . .";
    expect_replies("templates2", CW_HEX_BLACK, north);
    expect_replies("ziggurat", CW_HEX_BLACK, north);
    expect_replies("templates2", CW_HEX_WHITE, east);
    expect_replies("bridges", CW_HEX_BLACK,
                   "W * * *"
                   " b * * *"
                   "  * * * *"
                   "   * * * *");
}

static void a_ziggurat_is_saved(void **state) {
    (void)state;
    expect_replies("ziggurat", CW_HEX_BLACK,
                   ". . . . . ."
                   " . . . . . ."
                   "  . . . . . ."
                   "   . . b . . ."
                   "    . * W . . ."
                   "     . . . . . .");
    expect_replies("ziggurat", CW_HEX_WHITE,
                   ". . . . . ."
                   " . . . . * ."
                   "  . . . w * ."
                   "   . . . . . B"
                   "    . . . . . ."
                   "     . . . . . .");
}

/* Bridges come before ziggurats. */
static void bridges_have_precedence(void **state) {
    (void)state;
    expect_replies("ziggurat", CW_HEX_BLACK,
                   ". . . . . ."
                   " . . . . . ."
                   "  . . . . . ."
                   "   . * b . . ."
                   "    b W . . . ."
                   "     . . . . . .");
}

/* ---- A slow reference for bridges ---- */

/* Two cells are the ends of a bridge over `first` and `second` when both are neighbours of both. An end is a
 * stone of the owner. */
static void slow_replies(const cw_hex_board *board, const cw_state *position, int intruder, int owner,
                         cw_hex_set *replies) {
    *replies = (cw_hex_set){0};
    for (int second = 0; second < board->cell_limit; second++) {
        if (!cw_hex_set_has(&board->neighbors[intruder], second) || !cw_hex_is_empty(board, position, second))
            continue;
        int ends = 0;
        for (int end = 0; end < board->cell_limit; end++)
            ends += cw_hex_set_has(&board->neighbors[intruder], end) &&
                    cw_hex_set_has(&board->neighbors[second], end) &&
                    cw_hex_has_stone(board, position, owner, end);
        if (ends == 2)
            cw_hex_set_add(replies, second);
    }
}

static void no_bridge_is_left_unanswered(void **state) {
    (void)state;
    static const int sizes[] = {3, 5, 8, 11, 13, 19};
    cw_rng rng = cw_rng_make(32, 0);
    int intrusions = 0;
    for (int i = 0; i < 18000; i++) {
        char spec[32];
        snprintf(spec, sizeof spec, "hex:size=%d", sizes[i / 3000]);
        cw_game *game = must_create_game(spec);
        const cw_hex_board *board = cw_hex_board_of(game);
        const cw_policy *policy = cw_game_policy(game, "bridges");
        void *context = make_context(game, policy);
        cw_state *position = cw_game_alloc_states(game, 1);
        cw_move moves[CW_HEX_CELLS_MAX];
        game->type->start(game, position);
        int plies = 1 + (int)cw_rng_below(&rng, (uint32_t)(board->size * board->size * 2 / 3));
        for (int ply = 0; ply < plies && position->winner < 0; ply++)
            game->type->play(game, position,
                             moves[cw_rng_below(&rng, (uint32_t)game->type->moves(game, position, moves))]);
        if (position->winner < 0) {
            cw_hex_set replies;
            slow_replies(board, position, position->last, position->turn, &replies);
            bool owed = memcmp(&replies, &(cw_hex_set){0}, sizeof replies) != 0;
            intrusions += owed;
            if (owed && !cw_hex_set_has(&replies, first_move(game, policy, context, position, &rng)))
                fail_msg("position %d: an intrusion is not answered", i);
        }
        free(position);
        policy->base.destroy(context);
        cw_game_destroy(game);
    }
    assert_true(intrusions > 1000);
}

/* ---- Proof of the ziggurat by exhaustive play ---- */

/* Can the owner join the stone to the edge inside the template, with the opponent to move? Cells outside the
 * template count as the opponent's. */
static bool holds(const cw_hex_board *board, int owner, const cw_hex_template *template, unsigned own,
                  unsigned lost);

static bool joined(const cw_hex_board *board, int owner, const cw_hex_template *template, unsigned own) {
    cw_hex_set reached = {0};
    cw_hex_set_add(&reached, template->stone);
    const cw_hex_set *edges = &board->edge[2 * owner];
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 0; i < template->cell_count; i++) {
            int cell = template->cells[i];
            if (!(own >> i & 1) || cw_hex_set_has(&reached, cell))
                continue;
            bool touches = false;
            for (int word = 0; word < board->words; word++)
                touches |= (board->neighbors[cell].word[word] & reached.word[word]) != 0;
            if (touches)
                cw_hex_set_add(&reached, cell);
            grown |= touches;
        }
    }
    for (int i = 0; i < template->cell_count; i++) {
        int cell = template->cells[i];
        if (cw_hex_set_has(&reached, cell) &&
            (cw_hex_set_has(&edges[0], cell) || cw_hex_set_has(&edges[1], cell)))
            return true;
    }
    return false;
}

static bool answers(const cw_hex_board *board, int owner, const cw_hex_template *template, unsigned own,
                    unsigned lost) {
    if (joined(board, owner, template, own))
        return true;
    for (int i = 0; i < template->cell_count; i++) {
        if (!((own | lost) >> i & 1) && holds(board, owner, template, own | 1u << i, lost))
            return true;
    }
    return false;
}

static bool holds(const cw_hex_board *board, int owner, const cw_hex_template *template, unsigned own,
                  unsigned lost) {
    if (joined(board, owner, template, own))
        return true;
    bool moved = false;
    for (int i = 0; i < template->cell_count; i++) {
        if ((own | lost) >> i & 1)
            continue;
        moved = true;
        if (!answers(board, owner, template, own, lost | 1u << i))
            return false;
    }
    return moved;
}

static int index_of(const cw_hex_template *template, int cell) {
    for (int i = 0; i < template->cell_count; i++) {
        if (template->cells[i] == cell)
            return i;
    }
    fail_msg("cell %d is not in the template", cell);
    return -1;
}

static void every_answer_in_a_ziggurat_holds(void **state) {
    (void)state;
    static const int sizes[] = {4, 5, 11, 19};
    static cw_hex_templates templates;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        cw_hex_board *board = calloc(1, sizeof *board);
        cw_hex_board_make(board, sizes[s], CW_HEX_SWAP_OFF);
        cw_hex_make_ziggurats(board, &templates);
        for (int owner = 0; owner < 2; owner++) {
            assert_int_equal(templates.count[owner], 4 * (sizes[s] - 3));
            for (int t = 0; t < templates.count[owner]; t++) {
                const cw_hex_template *template = &templates.list[owner][t];
                for (int i = 0; i < template->cell_count; i++) {
                    for (int r = 0; r < template->reply_count[i]; r++) {
                        int reply = index_of(template, template->replies[i][r]);
                        assert_true(holds(board, owner, template, 1u << reply, 1u << i));
                    }
                }
            }
        }
        free(board);
    }
}

/* ---- The level-four template, proved by virtual connections ---- */

/* Is the stone joined to its edge when everything outside the template is the opponent's, after an intrusion
 * and a reply? */
static bool still_joined(const cw_hex_board *board, int owner, const cw_hex_template *template, int intrusion,
                         int reply) {
    cw_hex_set stones[2] = {{{0}}};
    stones[owner ^ 1] = board->cells;
    for (int i = 0; i < template->cell_count; i++)
        stones[owner ^ 1].word[template->cells[i] >> 6] &= ~(UINT64_C(1) << (template->cells[i] & 63));
    stones[owner ^ 1].word[template->stone >> 6] &= ~(UINT64_C(1) << (template->stone & 63));
    cw_hex_set_add(&stones[owner ^ 1], intrusion);
    cw_hex_set_add(&stones[owner], template->stone);
    cw_hex_set_add(&stones[owner], reply);
    cw_hex_connections *connections = NULL;
    assert_int_equal(cw_hex_connections_create(board, &cw_hex_limits_standard, &connections, NULL), CW_OK);
    cw_hex_connections_build(connections, stones, false);
    bool joined = false;
    for (int edge = 2 * owner; edge <= 2 * owner + 1; edge++) {
        int end = CW_HEX_ENDPOINT_EDGE + edge;
        cw_hex_connection found;
        joined |=
            cw_hex_connections_endpoint(connections, owner, template->stone) ==
                cw_hex_connections_endpoint(connections, owner, end) ||
            cw_hex_connections_between(connections, owner, template->stone, end, CW_HEX_FULL, &found, 1) > 0;
    }
    cw_hex_connections_destroy(connections);
    return joined;
}

static void every_answer_in_a_level_four_template_holds(void **state) {
    (void)state;
    static cw_hex_templates templates;
    cw_hex_board *board = calloc(1, sizeof *board);
    cw_hex_board_make(board, 9, CW_HEX_SWAP_OFF);
    cw_hex_make_level_fours(board, &templates);
    for (int owner = 0; owner < 2; owner++) {
        assert_int_equal(templates.count[owner], 4 * (9 - 6));
        for (int t = 0; t < templates.count[owner]; t++) {
            const cw_hex_template *template = &templates.list[owner][t];
            for (int i = 0; i < template->cell_count; i++) {
                for (int r = 0; r < template->reply_count[i]; r++)
                    assert_true(
                        still_joined(board, owner, template, template->cells[i], template->replies[i][r]));
            }
        }
    }
    cw_hex_board_make(board, CW_HEX_SIZE_MAX, CW_HEX_SWAP_OFF);
    cw_hex_make_level_fours(board, &templates); /* all places fit in one word */
    assert_int_equal(templates.count[0], 4 * (CW_HEX_SIZE_MAX - 6));
    free(board);
}

/* ---- The prior ---- */

static void weigh(const drawn_position *drawn, float weights[CW_HEX_CELLS_MAX]) {
    const cw_prior *prior = cw_game_prior(drawn->game, "templates");
    cw_move moves[CW_HEX_CELLS_MAX + 1];
    float list[CW_HEX_CELLS_MAX + 1];
    void *context = NULL;
    assert_int_equal(prior->base.create(drawn->game, NULL, &context, NULL), CW_OK);
    int count = drawn->game->type->moves(drawn->game, drawn->state, moves);
    prior->weigh(drawn->game, context, drawn->state, moves, count, list);
    for (int i = 0; i < count; i++)
        weights[moves[i]] = list[i];
    prior->base.destroy(context);
}

static void the_prior_saves_first(void **state) {
    (void)state;
    float weights[CW_HEX_CELLS_MAX] = {0};
    drawn_position drawn = draw_position(". . . . . ."
                                         " . . . . . ."
                                         "  . . b . . ."
                                         "   . W . . . ."
                                         "    . b . . . ."
                                         "     . . . . . .",
                                         CW_HEX_BLACK);
    const cw_hex_board *board = cw_hex_board_of(drawn.game);
    weigh(&drawn, weights);
    int saved = cw_hex_cell(board, 2, 3);
    for (int cell = 0; cell < board->cell_limit; cell++) {
        if (cw_hex_set_has(&board->cells, cell) && cw_hex_is_empty(board, drawn.state, cell))
            assert_true(cell == saved ? weights[cell] >= 8 : weights[cell] < 8);
    }
    free_position(&drawn);
}

static void the_prior_knows_inferior_probes(void **state) {
    (void)state;
    float weights[CW_HEX_CELLS_MAX] = {0};
    drawn_position drawn = draw_position(". . . . . ."
                                         " . . . . . ."
                                         "  . . . . . ."
                                         "   . . b . . ."
                                         "    . . . . . ."
                                         "     . . . . . .",
                                         CW_HEX_WHITE);
    const cw_hex_board *board = cw_hex_board_of(drawn.game);
    weigh(&drawn, weights); /* the ziggurat to the right is whole, for the one to the left there is no room */
    assert_true(weights[cw_hex_cell(board, 1, 5)] == 0 && weights[cw_hex_cell(board, 3, 5)] == 0);
    assert_true(weights[cw_hex_cell(board, 2, 5)] > 0 && weights[cw_hex_cell(board, 2, 4)] > 0);
    free_position(&drawn);
}

/* ---- Whole playouts ---- */

static void owners_and_winner_agree(void **state) {
    (void)state;
    static const char *const names[] = {"bridges", "templates2", "ziggurat"};
    static const char *const specs[] = {
        "hex:size=1",  "hex:size=2", "hex:size=9", "hex:size=11", "hex:size=12,swap=sides",
        "hex:size=17", "hex:size=19"};
    cw_rng rng = cw_rng_make(33, 0);
    for (size_t g = 0; g < sizeof specs / sizeof specs[0]; g++) {
        cw_game *game = must_create_game(specs[g]);
        const cw_hex_board *board = cw_hex_board_of(game);
        cw_state *position = cw_game_alloc_states(game, 1);
        for (int p = 0; p < 3; p++) {
            const cw_policy *policy = cw_game_policy(game, names[p]);
            void *context = make_context(game, policy);
            for (int i = 0; i < 300; i++) {
                cw_hex_set keys[2] = {{{0}}};
                cw_playout playout = {.keys = {keys[0].word, keys[1].word}};
                game->type->start(game, position);
                if (board->swap == CW_HEX_SWAP_SIDES) {
                    game->type->play(game, position, 5);
                    game->type->play(game, position, CW_HEX_SWAP);
                }
                int crossed = position->crossed;
                cw_hex_set black, full = {0};
                cw_hex_stones_set(board, position, CW_HEX_BLACK, &black);
                policy->playout(game, context, position, &rng, &playout);
                for (int w = 0; w < CW_HEX_WIDE_WORDS; w++) {
                    full.word[w] = black.word[w] | keys[0].word[w] | keys[1].word[w];
                    black.word[w] |= keys[crossed].word[w];
                    assert_true((keys[0].word[w] & keys[1].word[w]) == 0);
                }
                assert_memory_equal(&full, &board->cells, sizeof full);
                bool black_won = cw_hex_joined(board, black.word, CW_HEX_BLACK, NULL);
                assert_true(playout.finished && playout.result.reward[crossed] == (black_won ? 1.0 : 0.0));
            }
            policy->base.destroy(context);
        }
        free(position);
        cw_game_destroy(game);
    }
}

/* ---- Keys ---- */

/* Room for `words` words that ends where the process may touch nothing. */
static uint64_t *guarded_words(size_t words, size_t page) {
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(pages != MAP_FAILED);
    assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
    return (uint64_t *)(void *)(pages + page) - words;
}

static void keys_stay_in_their_sets(void **state) {
    (void)state;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    cw_rng rng = cw_rng_make(34, 0);
    for (int size = 1; size <= CW_HEX_SIZE_MAX; size++) {
        char spec[32];
        snprintf(spec, sizeof spec, "hex:size=%d,swap=on", size);
        cw_game *game = must_create_game(spec);
        assert_true(game->key_count > cw_hex_board_of(game)->cell_limit); /* the swap has a key too */
        size_t words = ((size_t)game->key_count + 63) / 64;
        uint64_t *keys[2] = {guarded_words(words, page), guarded_words(words, page)};
        cw_state *position = cw_game_alloc_states(game, 1);
        for (const cw_policy *policy = game->type->policies; policy->base.name != NULL; policy++) {
            void *context = policy->base.create != NULL ? make_context(game, policy) : NULL;
            for (int plies_max = 0; plies_max < 6; plies_max += 3) {
                cw_playout playout = {.plies_max = plies_max, .keys = {keys[0], keys[1]}};
                game->type->start(game, position);
                policy->playout(game, context, position, &rng, &playout);
            }
            if (policy->base.destroy != NULL)
                policy->base.destroy(context);
        }
        free(position);
        for (int player = 0; player < 2; player++)
            munmap((char *)(keys[player] + words) - page, 2 * page);
        cw_game_destroy(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bridge_is_saved),
        cmocka_unit_test(one_of_two_bridges_is_saved),
        cmocka_unit_test(without_intrusion_moves_are_free),
        cmocka_unit_test(old_intrusions_are_forgotten),
        cmocka_unit_test(edges_are_stones_for_templates),
        cmocka_unit_test(a_ziggurat_is_saved),
        cmocka_unit_test(bridges_have_precedence),
        cmocka_unit_test(no_bridge_is_left_unanswered),
        cmocka_unit_test(every_answer_in_a_ziggurat_holds),
        cmocka_unit_test(every_answer_in_a_level_four_template_holds),
        cmocka_unit_test(the_prior_saves_first),
        cmocka_unit_test(the_prior_knows_inferior_probes),
        cmocka_unit_test(owners_and_winner_agree),
        cmocka_unit_test(keys_stay_in_their_sets),
    };
    return RUN_TESTS(tests);
}

/* Games with branches in SGF: a tree read is the tree that was written, and what cannot be followed is told. */
#include "games/branches.h"

#include "harness.h"

/* ---- Helpers ---- */

static void describe_comment(const cw_document *document, cw_spot place, cw_text *text) {
    const char *said = cw_notes_comment(document->notes, place);
    if (said != NULL)
        cw_text_printf(text, "{%s}", said);
}

/* Writes all that follows a place: moves of the game in parentheses, of variations in brackets, comments in
 * braces. */
static void describe_from(const cw_document *document, cw_spot place, const cw_state *state, cw_text *text) {
    const cw_game *game = document->game;
    const cw_notes *notes = document->notes;
    bool is_main = place.note == 0 && place.ply < cw_record_length(document->record);
    for (int i = -1; i < notes->count; i++) {
        if (i < 0 && !is_main)
            continue;
        if (i >= 0 && (notes->list[i].after != place.note || notes->list[i].ply != place.ply + 1))
            continue;
        cw_move move = i < 0 ? cw_record_move(document->record, place.ply) : notes->list[i].move;
        cw_spot next = {.ply = place.ply + 1, .note = i < 0 ? 0 : notes->list[i].number};
        cw_state *after = cw_game_alloc_states(game, 1);
        memcpy(after, state, game->state_size);
        cw_text_append(text, i < 0 ? "(" : "[");
        game->type->print(game, state, move, text);
        describe_comment(document, next, text);
        game->type->play(game, after, move);
        describe_from(document, next, after, text);
        cw_text_append(text, i < 0 ? ")" : "]");
        free(after);
    }
}

static void describe(const cw_document *document, cw_text *text) {
    describe_comment(document, (cw_spot){0}, text);
    describe_from(document, (cw_spot){0}, cw_record_state_at(document->record, 0), text);
}

static void must_read(const char *text, cw_document *document) {
    cw_error error = {0};
    if (cw_document_read(text, strlen(text), document, &error) != CW_OK)
        fail_msg("%s: %s", text, error.message);
    assert_non_null(document->notes);
}

static void expect_tree(const char *text, const char *tree, int left_out) {
    cw_document document;
    cw_text print = {0};
    must_read(text, &document);
    describe(&document, &print);
    assert_string_equal(cw_text_string(&print), tree);
    assert_int_equal(document.left_out, left_out);
    cw_text_free(&print);
    cw_document_clear(&document);
}

/* ---- Hex ---- */

static void branches_become_variations(void **state) {
    (void)state;
    expect_tree("(;GM[11]SZ[5]C[hello];B[c3](;W[b2]C[far\\]];B[d4](;W[d3])(;W[e5]))(;W[d2]C[good];B[c4]))",
                "{hello}(c3(b2{far]}(d4(d3)[e5]))[d2{good}[c4]])", 0);
    expect_tree("(;GM[11]SZ[5](;B[a1])(;B[a2])(;B[a1];W[a2]))", "(a1[a2])[a2]", 0);
}

static void what_cannot_be_followed_is_counted(void **state) {
    (void)state;
    expect_tree("(;GM[11]SZ[5];B[c3](;W[b2])(;W[c3]C[taken];B[a1])(;B[a1])(;W[z9])(;AB[a1])(;W[a1];B[a1]))",
                "(c3(b2)[a1])", 5);
    expect_tree("(;GM[11]SZ[5]C[one](;AB[a1]C[two](;W[b2])(;W[b3]))(;B[c3];W[c4]))", "{one\ntwo}(b2)[b3]", 1);
    expect_tree("(;GM[11]SZ[5];B[a1](;B[a2];W[b3])(;W[c3]))", "(a2(b3))", 1);
}

/* A file that is silent about the rule, and swaps in a branch alone. */
static void a_swap_in_a_branch_tells_the_rule(void **state) {
    (void)state;
    expect_tree("(;GM[11]SZ[5];B[a2](;W[c3])(;W[swap-pieces];B[d4]))", "(a2(c3)[swap-pieces[d4]])", 0);
    expect_tree("(;GM[11]SZ[5];B[a2](;W[c3])(;W[swap];W[d4]))", "(a2(c3)[swap-sides[d4]])", 0);
    expect_tree("(;GM[11]SZ[5]AB[b1][b2]AW[c1];B[a2](;W[c3])(;W[swap];W[d4]))", "(a2(c3))", 1);
}

static void comments_are_made_plain(void **state) {
    (void)state;
    expect_tree("(;GM[11]SZ[5]C[two\r\nlines\rthree];B[a1]C[caf\xE9])",
                "{two\nlines\nthree}(a1{caf\xC3\xA9})", 0);
    cw_text text = {0};
    cw_document document;
    cw_text_append(&text, "(;GM[11]SZ[5]C[");
    for (int i = 0; i < CW_COMMENT_MAX; i++)
        cw_text_append(&text, "\xC3\xA9");
    cw_text_append(&text, "];B[a1])");
    must_read(cw_text_string(&text), &document);
    const char *said = cw_notes_comment(document.notes, (cw_spot){0});
    assert_in_range(strlen(said), CW_COMMENT_MAX - 3, CW_COMMENT_MAX);
    assert_string_equal(said + strlen(said) - 5, "\xC3\xA9...");
    cw_document_clear(&document);
    cw_text_free(&text);
}

/* ---- Hive ---- */

#define HIVE "(;GM[27]VV[1]SU[hive];P0[0 Start P0]C[hello]"
#define WHITE ";P0[1 pick W 4 wS1];P0[2 dropb wS1 N 13 .];P0[3 done]"

static void turns_of_several_nodes_branch(void **state) {
    (void)state;
    expect_tree(HIVE WHITE "(;P1[4 move B bA1 O 13 wS1-]C[one];P1[5 done]C[two])"
                           "(;P1[4 move B bG1 M 13 -wS1];P1[5 done]C[three]))",
                "{hello}(wS1(bA1 wS1-{one\ntwo})[bG1 -wS1{three}])", 0);
    /* A branch in the middle of a turn begins the turn anew. */
    expect_tree(HIVE WHITE ";P1[4 pick B 4 bA1](;P1[5 dropb bA1 O 13 wS1-];P1[6 done])"
                           "(;P1[5 dropb bA1 M 13 -wS1]C[left];P1[6 done]))",
                "{hello}(wS1(bA1 wS1-)[bA1 -wS1{left}])", 0);
    expect_tree(HIVE WHITE ";P1[4 move B bA1 O 13 wS1-]C[hanging])", "{hello}(wS1{hanging})", 0);
    expect_tree(HIVE WHITE "(;P1[4 move B bA1 O 13 wS1-];P1[5 done])(;P1[4 move B bA1 O 13 wS1];P1[5 done]))",
                "{hello}(wS1(bA1 wS1-))", 1);
}

/* ---- Back and forth ---- */

/* A place of a game or of its notes, at random. */
static cw_spot random_place(const cw_document *document, cw_rng *rng) {
    const cw_notes *notes = document->notes;
    int length = cw_record_length(document->record);
    int index = (int)cw_rng_below(rng, (uint32_t)(length + 1 + notes->count));
    if (index <= length)
        return (cw_spot){.ply = index};
    const cw_note *note = &notes->list[index - length - 1];
    return (cw_spot){.ply = note->ply, .note = note->number};
}

static cw_state *position_at(const cw_document *document, cw_spot place) {
    cw_move *moves = calloc((size_t)place.ply + 1, sizeof *moves);
    cw_state *state = cw_game_alloc_states(document->game, 1);
    int aside = cw_notes_path(document->notes, place.note, moves);
    memcpy(state, cw_record_state_at(document->record, place.ply - aside), document->game->state_size);
    for (int i = 0; i < aside; i++)
        document->game->type->play(document->game, state, moves[i]);
    free(moves);
    return state;
}

/* Adds a variation where the game is not over and has not gone on so itself, and something said. */
static void add_note(cw_document *document, cw_rng *rng) {
    static const char *const words[] = {"good", "]", "\\", "a\nb", "\xC3\xA9 [x] \\]", ";B[a1]"};
    const cw_game *game = document->game;
    cw_spot place = random_place(document, rng);
    cw_state *state = position_at(document, place);
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    if (game->type->to_decide(game, state) != CW_NOBODY) {
        int count = game->type->moves(game, state, moves);
        cw_move move = moves[cw_rng_below(rng, (uint32_t)count)];
        bool is_main = place.note == 0 && place.ply < cw_record_length(document->record) &&
                       cw_record_move(document->record, place.ply) == move;
        if (!is_main)
            assert_int_not_equal(cw_notes_add(document->notes, place, move), 0);
    }
    assert_true(cw_notes_say(document->notes, random_place(document, rng),
                             words[cw_rng_below(rng, sizeof words / sizeof words[0])]));
    free(moves);
    free(state);
}

static void play_at_random(cw_record *record, int plies, cw_rng *rng) {
    const cw_game *game = cw_record_game(record);
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    for (int i = 0; i < plies && cw_record_to_decide(record) != CW_NOBODY; i++) {
        int count = game->type->moves(game, cw_record_state(record), moves);
        assert_int_equal(cw_record_play(record, moves[cw_rng_below(rng, (uint32_t)count)], NULL), CW_OK);
    }
    free(moves);
}

static void expect_same_tree(const cw_document *document) {
    cw_text text = {0}, first = {0}, second = {0};
    cw_document again;
    cw_format_find(document->game->type, "sgf")->write(document, &text);
    must_read(cw_text_string(&text), &again);
    describe(document, &first);
    describe(&again, &second);
    if (strcmp(cw_text_string(&first), cw_text_string(&second)) != 0)
        fail_msg("%s\nis read as\n%s", cw_text_string(&first), cw_text_string(&second));
    assert_int_equal(again.left_out, 0);
    assert_string_equal(again.how, document->how);
    cw_document_clear(&again);
    cw_text_free(&text);
    cw_text_free(&first);
    cw_text_free(&second);
}

static void trees_are_read_as_they_were_written(void **state) {
    (void)state;
    static const char *const specs[] = {"hex:size=4", "hex:size=5,swap=pieces", "hex:size=5,swap=sides",
                                        "hex:size=5,black=a1b2,white=c3,turn=white",
                                        "hive:type=Base+MLP,repetition=off"};
    for (uint64_t seed = 1; seed <= 40; seed++) {
        cw_rng rng = cw_rng_make(seed, 0);
        cw_game *game = must_create_game(specs[seed % (sizeof specs / sizeof specs[0])]);
        cw_document document = {
            .game = game, .record = must_play(game, ""), .notes = calloc(1, sizeof(cw_notes)), .loser = -1};
        print_message("seed %d\n", (int)seed);
        play_at_random(document.record, (int)cw_rng_below(&rng, 20), &rng);
        for (int i = 0; i < 30; i++)
            add_note(&document, &rng);
        expect_same_tree(&document);
        cw_document_clear(&document);
    }
}

/* A game given up keeps what was tried after its last move. */
static void a_resignation_stands_beside_variations(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    cw_document document = {
        .game = game, .record = must_play(game, "c3 b2"), .notes = calloc(1, sizeof(cw_notes)), .loser = 0};
    cw_document_tag(document.how, "resign", 6);
    cw_move move;
    assert_int_equal(game->type->parse(game, cw_record_state(document.record), "d4", &move, NULL), CW_OK);
    assert_int_equal(cw_notes_add(document.notes, (cw_spot){.ply = 2}, move), 1);
    expect_same_tree(&document);
    cw_document_clear(&document);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_become_variations),
        cmocka_unit_test(what_cannot_be_followed_is_counted),
        cmocka_unit_test(a_swap_in_a_branch_tells_the_rule),
        cmocka_unit_test(comments_are_made_plain),
        cmocka_unit_test(turns_of_several_nodes_branch),
        cmocka_unit_test(trees_are_read_as_they_were_written),
        cmocka_unit_test(a_resignation_stands_beside_variations),
    };
    return RUN_TESTS(tests);
}

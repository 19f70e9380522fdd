/* Evaluators against values found by hand, a queue-based Dijkstra and an independent dense solver. */
#include <math.h>

#include "games/hex/circuit.h"
#include "position.h"

static int distance_in(const char *drawing, int color) {
    drawn_position drawn = draw_position(drawing, CW_HEX_BLACK);
    int distance = cw_hex_distance(cw_hex_board_of(drawn.game), drawn.state, color);
    free_position(&drawn);
    return distance;
}

static double resistance_in(const char *drawing, int color) {
    drawn_position drawn = draw_position(drawing, CW_HEX_BLACK);
    double resistance = 0;
    cw_status status =
        cw_hex_resistance(cw_hex_board_of(drawn.game), drawn.state, color, &resistance, NULL, NULL);
    assert_int_equal(status, CW_OK);
    free_position(&drawn);
    return resistance;
}

static void distances_by_hand(void **state) {
    (void)state;
    assert_int_equal(distance_in(".", CW_HEX_BLACK), 2);
    assert_int_equal(distance_in("...  ...  ...", CW_HEX_BLACK), 6);
    assert_int_equal(distance_in(". . ."
                                 " . b ."
                                 "  . . .",
                                 CW_HEX_BLACK),
                     4);
    assert_int_equal(distance_in(". . ."
                                 " . b ."
                                 "  . . .",
                                 CW_HEX_WHITE),
                     6); /* round the stone: a3 b3 and one of c2 c3, or above it */
    assert_int_equal(distance_in(". . w ."
                                 " . w . ."
                                 "  w . . ."
                                 "   . . . b",
                                 CW_HEX_BLACK),
                     6); /* past the white wall at d1, then two more to the stone */
    assert_int_equal(distance_in("b . w"
                                 " b w ."
                                 "  b . .",
                                 CW_HEX_BLACK),
                     0);
    assert_int_equal(distance_in("b . w"
                                 " b w ."
                                 "  b . .",
                                 CW_HEX_WHITE),
                     CW_HEX_DISTANCE_MAX);
}

static void resistances_by_hand(void **state) {
    (void)state;
    assert_true(fabs(resistance_in(".", CW_HEX_BLACK) - 2) < 1e-5); /* pole, cell, pole: 1 + 1 */
    assert_true(resistance_in("b", CW_HEX_BLACK) < 1e-5);
    assert_true(resistance_in("b", CW_HEX_WHITE) == CW_HEX_RESISTANCE_MAX);
    /* White has the bottom row only: pole 1, two cells 2, pole 1. */
    assert_true(fabs(resistance_in("b b"
                                   " . .",
                                   CW_HEX_WHITE) -
                     4) < 1e-4);
    /* Pole to b1 nothing, b1 to b2 1, b2 to the pole 1. */
    assert_true(fabs(resistance_in("w b"
                                   " w .",
                                   CW_HEX_BLACK) -
                     2) < 1e-4);
}

/* ---- A queue-based Dijkstra on edge weights ---- */

static int weight(int a, int b) {
    return (a == 0) + (b == 0); /* contents: 0 empty, 1 own */
}

static int slow_distance(const cw_hex_board *board, const cw_state *position, int color) {
    static int distance[CW_HEX_CELLS_MAX];
    bool done[CW_HEX_CELLS_MAX] = {false};
    for (int cell = 0; cell < CW_HEX_CELLS_MAX; cell++) {
        distance[cell] = CW_HEX_DISTANCE_MAX;
        if (cw_hex_set_has(&board->edge[2 * color], cell) &&
            !cw_hex_has_stone(board, position, color ^ 1, cell))
            distance[cell] = weight(1, cw_hex_has_stone(board, position, color, cell));
    }
    for (;;) {
        int best = -1;
        for (int cell = 0; cell < board->cell_limit; cell++) {
            if (!done[cell] && distance[cell] < CW_HEX_DISTANCE_MAX &&
                (best < 0 || distance[cell] < distance[best]))
                best = cell;
        }
        if (best < 0)
            break;
        done[best] = true;
        for (int i = 0; i < 6; i++) {
            int next = board->neighbor[best][i];
            if (next < 0 || cw_hex_has_stone(board, position, color ^ 1, next))
                continue;
            int length = distance[best] + weight(cw_hex_has_stone(board, position, color, best),
                                                 cw_hex_has_stone(board, position, color, next));
            if (length < distance[next])
                distance[next] = length;
        }
    }
    int shortest = CW_HEX_DISTANCE_MAX;
    for (int cell = 0; cell < board->cell_limit; cell++) {
        if (cw_hex_set_has(&board->edge[2 * color + 1], cell) && distance[cell] < CW_HEX_DISTANCE_MAX) {
            int length = distance[cell] + weight(1, cw_hex_has_stone(board, position, color, cell));
            shortest = length < shortest ? length : shortest;
        }
    }
    return shortest;
}

/* ---- A dense solver: Gaussian elimination with pivoting over all cells and both poles ---- */

enum { DENSE_MAX = 19 * 19 + 2 };

static double slow_resistance(const cw_hex_board *board, const cw_state *position, int color) {
    static double matrix[DENSE_MAX][DENSE_MAX + 1];
    int size = board->size, count = size * size + 2, first = count - 2, last = count - 1;
    memset(matrix, 0, sizeof matrix);
    double resistance[DENSE_MAX];
    for (int i = 0; i < size * size; i++) {
        int cell = cw_hex_cell(board, i % size, i / size);
        resistance[i] = cw_hex_has_stone(board, position, color, cell)       ? CW_HEX_STONE_RESISTANCE
                        : cw_hex_has_stone(board, position, color ^ 1, cell) ? INFINITY
                                                                             : 1;
    }
    resistance[first] = resistance[last] = CW_HEX_STONE_RESISTANCE;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            bool wired = false;
            if (i >= first) {
                int along = color == CW_HEX_BLACK ? j / size : j % size;
                wired = j < first && along == (i == first ? 0 : size - 1);
            } else {
                int dx = i % size - j % size, dy = i / size - j / size;
                wired = (dx == 0 && dy == 1) || (dx == 1 && dy == 0) || (dx == -1 && dy == 1);
            }
            double conductance = wired ? 1 / (resistance[i] + resistance[j]) : 0;
            matrix[i][j] -= conductance;
            matrix[j][i] -= conductance;
            matrix[i][i] += conductance;
            matrix[j][j] += conductance;
        }
    }
    /* One ampere goes in at the first pole; the last is the ground. A whiff of leakage keeps islands
     * solvable. */
    for (int i = 0; i < count; i++)
        matrix[i][i] += 1e-13;
    matrix[first][count] = 1;
    for (int i = 0; i < count; i++)
        matrix[last][i] = i == last;
    for (int i = 0; i < count; i++) {
        int pivot = i;
        for (int j = i + 1; j < count; j++)
            pivot = fabs(matrix[j][i]) > fabs(matrix[pivot][i]) ? j : pivot;
        for (int k = i; k <= count; k++) {
            double swapped = matrix[i][k];
            matrix[i][k] = matrix[pivot][k];
            matrix[pivot][k] = swapped;
        }
        for (int j = 0; j < count; j++) {
            double factor = matrix[j][i] / matrix[i][i];
            for (int k = i; j != i && matrix[j][i] != 0 && k <= count; k++)
                matrix[j][k] -= k == i ? 0 : factor * matrix[i][k];
            if (j != i)
                matrix[j][i] = 0;
        }
    }
    return matrix[first][count] / matrix[first][first];
}

static void evaluators_equal_slow_references(void **state) {
    (void)state;
    static const int sizes[] = {1, 2, 3, 5, 7, 11, 12, 14};
    cw_rng rng = cw_rng_make(51, 0);
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        char spec[32];
        snprintf(spec, sizeof spec, "hex:size=%d", sizes[s]);
        cw_game *game = must_create_game(spec);
        const cw_hex_board *board = cw_hex_board_of(game);
        cw_state *position = cw_game_alloc_states(game, 1);
        for (int i = 0; i < 40; i++) {
            cw_move moves[CW_HEX_CELLS_MAX];
            game->type->start(game, position);
            int plies = (int)cw_rng_below(&rng, (uint32_t)(board->size * board->size));
            for (int ply = 0; ply < plies && position->winner < 0; ply++)
                game->type->play(
                    game, position,
                    moves[cw_rng_below(&rng, (uint32_t)game->type->moves(game, position, moves))]);
            for (int color = 0; color < 2; color++) {
                assert_int_equal(cw_hex_distance(board, position, color),
                                 slow_distance(board, position, color));
                double fast, slow = slow_resistance(board, position, color);
                assert_int_equal(cw_hex_resistance(board, position, color, &fast, NULL, NULL), CW_OK);
                if (position->winner == (color ^ 1))
                    assert_true(fast == CW_HEX_RESISTANCE_MAX);
                else if (fabs(fast - slow) > 1e-5 * (1 + slow))
                    fail_msg("size %d position %d colour %d: %.9g, dense %.9g", sizes[s], i, color, fast,
                             slow);
            }
        }
        free(position);
        cw_game_destroy(game);
    }
}

/* The empty board looks the same to both, and a stone helps its owner. */
static void evaluators_know_the_sides(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=11");
    cw_record *empty = must_play(game, ""), *centre = must_play(game, "f6"), *corner = must_play(game, "a1");
    for (const cw_evaluator *evaluator = game->type->evaluators; evaluator->base.name != NULL; evaluator++) {
        void *context = NULL;
        double start[2], good[2], poor[2];
        if (evaluator->base.create != NULL)
            assert_int_equal(evaluator->base.create(game, NULL, &context, NULL), CW_OK);
        evaluator->evaluate(game, context, cw_record_state(empty), start);
        evaluator->evaluate(game, context, cw_record_state(centre), good);
        evaluator->evaluate(game, context, cw_record_state(corner), poor);
        assert_true(fabs(start[0] - start[1]) < 1e-6);
        assert_true(good[0] - good[1] > start[0] - start[1]);
        assert_true(good[0] - good[1] >= poor[0] - poor[1]);
        if (evaluator->base.destroy != NULL)
            evaluator->base.destroy(context);
    }
    cw_record_destroy(empty);
    cw_record_destroy(centre);
    cw_record_destroy(corner);
    cw_game_destroy(game);
}

/* ---- Wires for virtual connections ---- */

static void points_of(const cw_game *game, const char *name, const cw_state *position, double points[2]) {
    const cw_evaluator *evaluator = cw_game_evaluator(game, name);
    void *context = NULL;
    assert_non_null(evaluator);
    assert_int_equal(evaluator->base.create(game, NULL, &context, NULL), CW_OK);
    evaluator->evaluate(game, context, position, points);
    evaluator->base.destroy(context);
}

static void connections_shorten_the_circuit(void **state) {
    (void)state;
    double points[2];
    drawn_position drawn = draw_position(".", CW_HEX_BLACK);
    points_of(drawn.game, "circuit-vc", drawn.state, points);
    assert_true(exp(-points[0]) <= 2 + 1e-5); /* the two poles are half connected as well, not fully */
    free_position(&drawn);
    drawn = draw_position(". . ."
                          " . b ."
                          "  . . .",
                          CW_HEX_WHITE);
    points_of(drawn.game, "circuit-vc", drawn.state, points);
    assert_true(exp(-points[0]) < 1e-4); /* the stone is virtually joined to both edges */
    assert_true(exp(-points[1]) > 1);
    free_position(&drawn);
}

/* More wires never raise a resistance (Rayleigh), so that circuit-vc is at least circuit for both players. */
static void more_wires_never_raise_resistance(void **state) {
    (void)state;
    static const int sizes[] = {3, 5, 8, 12};
    cw_rng rng = cw_rng_make(52, 0);
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        char spec[32];
        snprintf(spec, sizeof spec, "hex:size=%d", sizes[s]);
        cw_game *game = must_create_game(spec);
        cw_state *position = cw_game_alloc_states(game, 1);
        for (int i = 0; i < 8; i++) {
            cw_move moves[CW_HEX_CELLS_MAX];
            double plain[2], wired[2];
            game->type->start(game, position);
            for (int ply = 0; ply < sizes[s] * i / 2 && position->winner < 0; ply++)
                game->type->play(
                    game, position,
                    moves[cw_rng_below(&rng, (uint32_t)game->type->moves(game, position, moves))]);
            if (position->winner >= 0)
                continue;
            points_of(game, "circuit", position, plain);
            points_of(game, "circuit-vc", position, wired);
            for (int player = 0; player < 2; player++) {
                if (wired[player] < plain[player] - 1e-4)
                    fail_msg("size %d position %d player %d: %g, with connections %g", sizes[s], i, player,
                             plain[player], wired[player]);
            }
        }
        free(position);
        cw_game_destroy(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_by_hand),
        cmocka_unit_test(resistances_by_hand),
        cmocka_unit_test(evaluators_equal_slow_references),
        cmocka_unit_test(evaluators_know_the_sides),
        cmocka_unit_test(connections_shorten_the_circuit),
        cmocka_unit_test(more_wires_never_raise_resistance),
    };
    return RUN_TESTS(tests);
}

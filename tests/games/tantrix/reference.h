/* A slow and obvious Tantrix that shares nothing with the real one but the strings of the tiles: a big square
 * table, restrictions by the definition with filling, forced spaces by a flood from outside, scores by
 * walking along lines. */
#ifndef CW_TESTS_TANTRIX_REFERENCE_H
#define CW_TESTS_TANTRIX_REFERENCE_H

#include "games/tantrix/tiles.h"
#include "harness.h"

enum { REFERENCE_SIZE = 128, REFERENCE_MIDDLE = 64, REFERENCE_MOVES_MAX = 4096, REFERENCE_TEXT_MAX = 48 };

static const int reference_dq[6] = {1, 1, 0, -1, -1, 0};
static const int reference_dr[6] = {-1, 0, 1, 1, 0, -1};

typedef struct reference {
    int player_count;
    const char *colors;
    bool pass_in_deadlock;
    int tile[REFERENCE_SIZE][REFERENCE_SIZE]; /* 0: empty, else number */
    int turned[REFERENCE_SIZE][REFERENCE_SIZE];
    int low, high; /* all tiles have both coordinates from low to high */
    int laid, in_bag;
    bool bag[57];
    bool hand[4][57];
    int held[4];
    int player, draws, passes;
    bool free_done, over, drawn;
    bool forced; /* the decision is a forced play */
    long holes;  /* how often an enclosed cell with three neighbours was met */
} reference;

typedef struct reference_moves {
    char text[REFERENCE_MOVES_MAX][REFERENCE_TEXT_MAX];
    int count;
} reference_moves;

static inline char reference_color(int tile, int turned, int side) {
    return cw_tantrix_tile_string(tile - 1)[(side + 6 - turned) % 6];
}

/* The colour that faces side `side` of the cell from its neighbour; 0 if none is there. */
static inline char reference_facing(const reference *game, int q, int r, int side) {
    int other_q = q + reference_dq[side], other_r = r + reference_dr[side];
    int tile = game->tile[other_q][other_r];
    return tile == 0 ? 0 : reference_color(tile, game->turned[other_q][other_r], (side + 3) % 6);
}

static inline int reference_neighbors(int taken[REFERENCE_SIZE][REFERENCE_SIZE], int q, int r) {
    int count = 0;
    for (int side = 0; side < 6; side++)
        count += taken[q + reference_dq[side]][r + reference_dr[side]] != 0;
    return count;
}

static inline bool reference_fits(const reference *game, int q, int r, int tile, int turned) {
    for (int side = 0; side < 6; side++) {
        char facing = reference_facing(game, q, r, side);
        if (facing != 0 && facing != reference_color(tile, turned, side))
            return false;
    }
    return true;
}

/* R1 and R2: keep filling every empty cell with exactly three neighbours; none may ever have four. */
static inline bool reference_filling_is_allowed(const reference *game, int q, int r) {
    static int taken[REFERENCE_SIZE][REFERENCE_SIZE];
    memcpy(taken, game->tile, sizeof taken);
    taken[q][r] = 1;
    int low = (q < r ? q : r) - 2, high = (q > r ? q : r) + 2;
    low = low < game->low - 2 ? low : game->low - 2;
    high = high > game->high + 2 ? high : game->high + 2;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = low; i <= high; i++) {
            for (int j = low; j <= high; j++) {
                if (taken[i][j] != 0)
                    continue;
                int count = reference_neighbors(taken, i, j);
                if (count >= 4)
                    return false;
                if (count == 3) {
                    taken[i][j] = 1;
                    changed = true;
                }
            }
        }
    }
    return true;
}

/* R3: after the play no empty cell beside it has three edges of one colour. */
static inline bool reference_colors_are_allowed(reference *game, int q, int r, int tile, int turned) {
    game->tile[q][r] = tile;
    game->turned[q][r] = turned;
    bool allowed = true;
    for (int side = 0; side < 6; side++) {
        int other_q = q + reference_dq[side], other_r = r + reference_dr[side];
        if (game->tile[other_q][other_r] != 0)
            continue;
        int count[128] = {0};
        for (int other = 0; other < 6; other++) {
            char facing = reference_facing(game, other_q, other_r, other);
            if (facing != 0 && ++count[(int)facing] == 3)
                allowed = false;
        }
    }
    game->tile[q][r] = 0;
    return allowed;
}

/* Which empty cells can be reached from outside. */
static inline void reference_flood(const reference *game, bool outside[REFERENCE_SIZE][REFERENCE_SIZE]) {
    static int stack[REFERENCE_SIZE * REFERENCE_SIZE][2];
    int depth = 0, low = game->low - 2, high = game->high + 2;
    memset(outside, 0, sizeof(bool) * REFERENCE_SIZE * REFERENCE_SIZE);
    stack[depth][0] = stack[depth][1] = low;
    depth++;
    outside[low][low] = true;
    while (depth > 0) {
        depth--;
        int q = stack[depth][0], r = stack[depth][1];
        for (int side = 0; side < 6; side++) {
            int i = q + reference_dq[side], j = r + reference_dr[side];
            if (i < low || j < low || i > high || j > high || outside[i][j] || game->tile[i][j] != 0)
                continue;
            outside[i][j] = true;
            stack[depth][0] = i;
            stack[depth][1] = j;
            depth++;
        }
    }
}

/* The plays of a player; only those into forced spaces if asked for. */
static inline void reference_plays(reference *game, int player, bool forced_only, reference_moves *moves) {
    static bool outside[REFERENCE_SIZE][REFERENCE_SIZE];
    reference_flood(game, outside);
    moves->count = 0;
    for (int q = game->low - 1; q <= game->high + 1; q++) {
        for (int r = game->low - 1; r <= game->high + 1; r++) {
            int neighbors = reference_neighbors(game->tile, q, r);
            if (game->tile[q][r] != 0 || (game->laid > 0 && neighbors == 0))
                continue;
            if (game->laid == 0 && (q != REFERENCE_MIDDLE || r != REFERENCE_MIDDLE))
                continue;
            game->holes += forced_only && neighbors >= 3 && !outside[q][r];
            if (forced_only && (neighbors < 3 || !outside[q][r]))
                continue;
            if (game->in_bag > 0 && !reference_filling_is_allowed(game, q, r))
                continue;
            for (int tile = 1; tile <= 56; tile++) {
                for (int turned = 0; turned < 6 && game->hand[player][tile]; turned++) {
                    if (!reference_fits(game, q, r, tile, turned) ||
                        (game->in_bag > 0 && !reference_colors_are_allowed(game, q, r, tile, turned)))
                        continue;
                    assert_true(moves->count < REFERENCE_MOVES_MAX);
                    snprintf(moves->text[moves->count++], REFERENCE_TEXT_MAX, "%d@%d,%d/%d", tile,
                             q - REFERENCE_MIDDLE, r - REFERENCE_MIDDLE, turned);
                }
            }
        }
    }
}

/* Brings the game to its next decision and lists the moves there. */
static inline void reference_settle(reference *game, reference_moves *moves) {
    moves->count = 0;
    game->forced = false;
    if (game->over)
        return;
    if (game->draws > 0) {
        for (int tile = 1; tile <= 56; tile++) {
            if (game->bag[tile])
                snprintf(moves->text[moves->count++], REFERENCE_TEXT_MAX, "+%d", tile);
        }
        return;
    }
    if (game->laid == 56) {
        game->over = true;
        return;
    }
    for (;;) {
        reference_plays(game, game->player, true, moves);
        if (moves->count > 0) {
            game->forced = true;
            return;
        }
        if (!game->free_done && game->held[game->player] > 0)
            break;
        do
            game->player = (game->player + 1) % game->player_count;
        while (game->held[game->player] == 0);
        game->free_done = false;
    }
    reference_plays(game, game->player, false, moves);
    if (moves->count > 0)
        return;
    if (!game->pass_in_deadlock)
        game->over = game->drawn = true;
    else
        snprintf(moves->text[moves->count++], REFERENCE_TEXT_MAX, "pass");
}

static inline void reference_start(reference *game, int players, const char *colors, bool pass_in_deadlock) {
    memset(game, 0, sizeof *game);
    game->player_count = players;
    game->colors = colors;
    game->pass_in_deadlock = pass_in_deadlock;
    game->low = game->high = REFERENCE_MIDDLE;
    game->in_bag = 56;
    game->draws = 6;
    for (int tile = 1; tile <= 56; tile++)
        game->bag[tile] = true;
}

static inline void reference_draw(reference *game, int tile) {
    game->bag[tile] = false;
    game->in_bag--;
    game->hand[game->player][tile] = true;
    game->held[game->player]++;
    if (--game->draws == 0 && game->laid == 0) {
        game->player++;
        if (game->player < game->player_count)
            game->draws = 6;
        else
            game->player = 0;
    }
}

static inline void reference_lay(reference *game, int tile, int q, int r, int turned) {
    game->tile[q][r] = tile;
    game->turned[q][r] = turned;
    for (int i = 0; i < 2; i++) {
        int at = i == 0 ? q : r;
        game->low = at < game->low ? at : game->low;
        game->high = at > game->high ? at : game->high;
    }
    game->laid++;
    game->passes = 0;
    game->hand[game->player][tile] = false;
    game->held[game->player]--;
    if (!game->forced)
        game->free_done = true;
    if (game->in_bag > 0)
        game->draws = 1;
}

static inline void reference_play(reference *game, const char *text) {
    int tile, q, r, turned;
    if (sscanf(text, "+%d", &tile) == 1 && text[0] == '+') {
        reference_draw(game, tile);
    } else if (strcmp(text, "pass") == 0) {
        int players_with_tiles = 0;
        for (int player = 0; player < game->player_count; player++)
            players_with_tiles += game->held[player] > 0;
        if (++game->passes >= players_with_tiles) {
            game->over = game->drawn = true;
            return;
        }
        do
            game->player = (game->player + 1) % game->player_count;
        while (game->held[game->player] == 0);
        game->free_done = false;
    } else {
        assert_int_equal(sscanf(text, "%d@%d,%d/%d", &tile, &q, &r, &turned), 4);
        reference_lay(game, tile, q + REFERENCE_MIDDLE, r + REFERENCE_MIDDLE, turned);
    }
}

/* Follows the line of a colour out of one side of a tile; returns the number of tiles after the first one,
 * and whether the walk came back to where it began. */
static inline int reference_walk(const reference *game, int q, int r, int side, char color, bool *loop) {
    int start_q = q, start_r = r, count = 0;
    for (;;) {
        q += reference_dq[side];
        r += reference_dr[side];
        *loop = q == start_q && r == start_r;
        if (*loop || game->tile[q][r] == 0)
            return count;
        count++;
        int entry = (side + 3) % 6;
        for (side = 0; side < 6; side++) {
            if (side != entry && reference_color(game->tile[q][r], game->turned[q][r], side) == color)
                break;
        }
    }
}

static inline int reference_score(const reference *game, char color) {
    int best = 0;
    for (int q = game->low; q <= game->high; q++) {
        for (int r = game->low; r <= game->high; r++) {
            int sides[2], count = 0;
            for (int side = 0; side < 6 && game->tile[q][r] != 0; side++) {
                if (reference_color(game->tile[q][r], game->turned[q][r], side) == color)
                    sides[count++] = side;
            }
            if (count == 0)
                continue;
            bool loop;
            int points = 1 + reference_walk(game, q, r, sides[0], color, &loop);
            if (loop)
                points *= 2;
            else
                points += reference_walk(game, q, r, sides[1], color, &loop);
            best = points > best ? points : best;
        }
    }
    return best;
}

static inline void reference_result(const reference *game, cw_result *result) {
    int best = 0, sharing = 0;
    memset(result, 0, sizeof *result);
    for (int player = 0; player < game->player_count; player++) {
        result->score[player] = reference_score(game, game->colors[player]);
        best = result->score[player] > best ? result->score[player] : best;
    }
    for (int player = 0; player < game->player_count; player++)
        sharing += result->score[player] == best;
    for (int player = 0; player < game->player_count; player++) {
        if (game->drawn)
            result->reward[player] = 1.0 / game->player_count;
        else
            result->reward[player] = result->score[player] == best ? 1.0 / sharing : 0;
    }
    result->ending = game->drawn ? 1 : 0;
}

#endif

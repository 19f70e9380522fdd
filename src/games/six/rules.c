/* The rules: whose decision it is, the legal moves and what they do. */
#include <assert.h>
#include <string.h>

#include "games/six/groups.h"
#include "games/six/shapes.h"
#include "games/six/six.h"

/* ---- Tiles come and go ---- */

static uint64_t tile_hash(int color, int cell) {
    return cw_mix((uint64_t)(color * SIX_CELLS + cell));
}

/* The tile of a colour that lies on a cell. */
static int tile_at(const cw_state *state, int color, int cell) {
    int tile = 0;
    while (state->place[color][tile] != cell)
        tile++;
    return tile;
}

/* Tile `tile` of a colour comes to lie on a cell. */
static void put_tile(cw_state *state, int color, int tile, int cell) {
    state->place[color][tile] = (uint16_t)cell;
    six_add(state->rows[color], cell);
    state->used_rows |= 1ULL << six_r(cell);
    state->tiles_hash ^= tile_hash(color, cell);
    state->count[color]++;
}

/* Takes the tile on a cell off the table and returns which it was. */
static int take_tile(cw_state *state, int color, int cell) {
    int tile = tile_at(state, color, cell);
    state->place[color][tile] = SIX_NO_CELL;
    six_remove(state->rows[color], cell);
    if (six_occupied_row(state, six_r(cell)) == 0)
        state->used_rows &= ~(1ULL << six_r(cell));
    state->tiles_hash ^= tile_hash(color, cell);
    state->count[color]--;
    return tile;
}

int cw_six_next_tile(const cw_state *state, int color) {
    return state->phase == 1 ? state->count[color] : state->held;
}

/* ---- The course of the game ---- */

void cw_six_start(const cw_game *game, cw_state *state) {
    const six_rules *rules = six_rules_of(game);
    memset(state, 0, sizeof *state);
    for (int tile = 0; tile < SIX_TILES_MAX; tile++)
        state->place[SIX_RED][tile] = state->place[SIX_BLACK][tile] = SIX_NO_CELL;
    state->lifted = state->last = SIX_NO_CELL;
    state->phase = 1;
    state->stage = SIX_STAGE_LAY;
    state->ending = SIX_ONGOING;
    for (int color = 0; color < SIX_COLORS; color++)
        state->hand[color] = (uint8_t)(rules->tiles[color] - rules->pair);
    if (!rules->pair)
        return;
    put_tile(state, SIX_RED, 0, six_cell(0, 0));
    put_tile(state, SIX_BLACK, 0, six_cell(1, 0));
    if (state->hand[SIX_RED] == 0)
        state->player = 1;
    if (state->hand[SIX_RED] + state->hand[SIX_BLACK] == 0) {
        state->player = 0;
        state->phase = 2;
        state->stage = SIX_STAGE_LIFT;
    }
}

int cw_six_to_decide(const cw_game *game, const cw_state *state) {
    if (state->stage == SIX_STAGE_OVER)
        return CW_NOBODY;
    if (state->stage == SIX_STAGE_KEEP && six_rules_of(game)->random_ties)
        return CW_CHANCE;
    return state->player;
}

static void finish(cw_state *state, six_ending ending, int winner) {
    state->stage = SIX_STAGE_OVER;
    state->ending = (uint8_t)ending;
    state->winner = (uint8_t)winner;
}

/* The turn goes to the next player who has something to do. */
static void pass_turn(const six_rules *rules, cw_state *state) {
    state->player = (uint8_t)((state->player + 1) % rules->players);
    if (state->phase == 2) {
        state->stage = SIX_STAGE_LIFT;
    } else if (state->hand[SIX_RED] + state->hand[SIX_BLACK] == 0) {
        if (rules->half) {
            finish(state, SIX_NO_WIN, 0);
            return;
        }
        state->phase = 2;
        state->stage = SIX_STAGE_LIFT;
    } else if (state->hand[six_color_of(state->player)] == 0) {
        state->player = (uint8_t)((state->player + 1) % rules->players);
    }
    if (rules->moves_limit > 0 && state->move_count >= rules->moves_limit)
        finish(state, SIX_LIMIT, 0);
}

static void lay(const six_rules *rules, cw_state *state, int cell) {
    int color = six_color_of(state->player);
    put_tile(state, color, cw_six_next_tile(state, color), cell);
    if (state->phase == 1)
        state->hand[color]--;
    state->lifted = SIX_NO_CELL;
    state->last = (uint16_t)cell;
    state->move_count++;
    six_ending shape = cw_six_shape_at(state->rows[color], cell);
    if (shape != SIX_ONGOING)
        finish(state, shape, color);
    else
        pass_turn(rules, state);
}

/* ---- Lifting ---- */

/* The anchor must be a tile that stays: a neighbour of the lifted cell is one, for every group has one. */
static void move_anchor(cw_state *state, cw_axial lifted, const uint64_t staying[SIX_SIDE]) {
    for (int direction = 0; direction < CW_DIRECTIONS; direction++) {
        cw_axial neighbor = cw_neighbor(lifted, direction);
        if (six_has(staying, six_cell(neighbor.q, neighbor.r))) {
            state->anchor_q = neighbor.q;
            state->anchor_r = neighbor.r;
            return;
        }
    }
}

static int tile_total(const cw_state *state) {
    return state->count[SIX_RED] + state->count[SIX_BLACK];
}

static void split_here(const cw_state *state, six_split *split) {
    uint64_t occupied[SIX_SIDE];
    six_occupied(state, occupied);
    cw_six_split(occupied, tile_total(state), state->lifted, split);
}

/* Takes every tile outside the group off the table. */
static void capture_all_but(cw_state *state, const six_group *kept) {
    for (int color = 0; color < SIX_COLORS; color++) {
        for (uint64_t rows = state->used_rows; rows != 0; rows &= rows - 1) {
            int r = __builtin_ctzll(rows);
            for (uint64_t lost = state->rows[color][r] & ~kept->rows[r]; lost != 0; lost &= lost - 1)
                take_tile(state, color, six_cell(__builtin_ctzll(lost), r));
        }
    }
}

/* After a capture a side with fewer than six tiles, the lifted one included, is out. */
static void judge_capture(cw_state *state) {
    int mover = six_color_of(state->player);
    bool out[SIX_COLORS];
    for (int color = 0; color < SIX_COLORS; color++)
        out[color] = state->count[color] + (color == mover) < SIX_SHAPE_TILES;
    if (!out[SIX_RED] && !out[SIX_BLACK])
        return;
    state->move_count++;
    if (out[SIX_RED] && out[SIX_BLACK])
        finish(state, SIX_BOTH_SHUT_OUT, 0);
    else
        finish(state, SIX_SHUT_OUT, out[SIX_RED] ? SIX_BLACK : SIX_RED);
}

static void keep(cw_state *state, const six_group *group, cw_axial lifted) {
    if (!six_has(group->rows, six_cell(state->anchor_q, state->anchor_r)))
        move_anchor(state, lifted, group->rows);
    capture_all_but(state, group);
    state->stage = SIX_STAGE_LAY;
    judge_capture(state);
}

static void lift(cw_state *state, int cell) {
    cw_axial place = cw_six_coordinates(state, cell);
    state->held = (uint8_t)take_tile(state, six_color_of(state->player), cell);
    state->lifted = (uint16_t)cell;
    state->stage = SIX_STAGE_LAY;
    uint64_t occupied[SIX_SIDE];
    six_occupied(state, occupied);
    if (six_cell(state->anchor_q, state->anchor_r) == cell)
        move_anchor(state, place, occupied);
    if (cw_six_arcs[six_neighbor_mask(occupied, cell)] < 2)
        return;
    six_split split;
    cw_six_split(occupied, tile_total(state), cell, &split);
    if (split.count < 2)
        return;
    if (split.largest > 1)
        state->stage = SIX_STAGE_KEEP;
    else
        keep(state, &split.groups[0], place);
}

static void keep_named(cw_state *state, int name) {
    six_split split;
    split_here(state, &split);
    for (int i = 0; i < split.largest; i++) {
        if (cw_six_group_name(&split.groups[i]) == name) {
            keep(state, &split.groups[i], cw_six_coordinates(state, state->lifted));
            return;
        }
    }
    assert(false);
}

void cw_six_play(const cw_game *game, cw_state *state, cw_move move) {
    int cell = six_move_cell(move);
    switch (six_move_kind(move)) {
    case SIX_LAY:
        lay(six_rules_of(game), state, cell);
        break;
    case SIX_LIFT:
        lift(state, cell);
        break;
    case SIX_KEEP:
        keep_named(state, cell);
        break;
    }
}

/* ---- Legal moves ---- */

/* Red's first tile in the game with two tiles on the table and no first contact allowed. */
CW_INLINE bool must_stay_away(const six_rules *rules, const cw_state *state) {
    return rules->pair && !rules->first_contact && state->move_count == 0 && state->phase == 1 &&
           state->player == 0;
}

CW_INLINE uint64_t open_row(const six_rules *rules, const cw_state *state, int r) {
    if (state->used_rows == 0)
        return r == 0;
    uint64_t open =
        (six_touching_row(state->rows[SIX_RED], r) | six_touching_row(state->rows[SIX_BLACK], r)) &
        ~six_occupied_row(state, r) & six_table_row(rules, r);
    if (state->lifted != SIX_NO_CELL && !rules->same_cell && six_r(state->lifted) == r)
        open &= ~(1ULL << six_q(state->lifted));
    if (must_stay_away(rules, state))
        open &= ~six_touching_row(state->rows[SIX_RED], r);
    return open;
}

uint64_t cw_six_open_row(const cw_game *game, const cw_state *state, int r) {
    return open_row(six_rules_of(game), state, r & SIX_WRAP);
}

/* The rows that may hold open cells. */
CW_INLINE uint64_t open_rows(const cw_state *state) {
    if (state->used_rows == 0)
        return 1;
    return state->used_rows | six_from_east(state->used_rows, 1) | six_from_west(state->used_rows, 1);
}

CW_MULTIVERSION static int lays(const six_rules *rules, const cw_state *state, cw_move *moves) {
    int count = 0;
    for (uint64_t rows = open_rows(state); rows != 0; rows &= rows - 1) {
        int r = __builtin_ctzll(rows);
        for (uint64_t open = open_row(rules, state, r); open != 0; open &= open - 1)
            moves[count++] = six_move(SIX_LAY, six_cell(__builtin_ctzll(open), r));
    }
    return count;
}

CW_MULTIVERSION static int count_lays(const six_rules *rules, const cw_state *state) {
    int count = 0;
    for (uint64_t rows = open_rows(state); rows != 0; rows &= rows - 1)
        count += __builtin_popcountll(open_row(rules, state, __builtin_ctzll(rows)));
    return count;
}

static int lifts(const cw_state *state, cw_move *moves) {
    const uint64_t *own = state->rows[six_color_of(state->player)];
    int count = 0;
    for (uint64_t rows = state->used_rows; rows != 0; rows &= rows - 1) {
        int r = __builtin_ctzll(rows);
        for (uint64_t tiles = own[r]; tiles != 0; tiles &= tiles - 1)
            moves[count++] = six_move(SIX_LIFT, six_cell(__builtin_ctzll(tiles), r));
    }
    return count;
}

static int keeps(const cw_state *state, cw_move *moves) {
    six_split split;
    split_here(state, &split);
    for (int i = 0; i < split.largest; i++)
        moves[i] = six_move(SIX_KEEP, cw_six_group_name(&split.groups[i]));
    return split.largest;
}

int cw_six_moves(const cw_game *game, const cw_state *state, cw_move *moves) {
    switch ((six_stage)state->stage) {
    case SIX_STAGE_LAY:
        return lays(six_rules_of(game), state, moves);
    case SIX_STAGE_LIFT:
        return lifts(state, moves);
    case SIX_STAGE_KEEP:
        return keeps(state, moves);
    default:
        return 0;
    }
}

int cw_six_count_moves(const cw_game *game, const cw_state *state) {
    cw_move choices[SIX_GROUPS_MAX];
    switch ((six_stage)state->stage) {
    case SIX_STAGE_LAY:
        return count_lays(six_rules_of(game), state);
    case SIX_STAGE_LIFT:
        return state->count[six_color_of(state->player)];
    case SIX_STAGE_KEEP:
        return keeps(state, choices);
    default:
        return 0;
    }
}

bool cw_six_is_legal(const cw_game *game, const cw_state *state, cw_move move) {
    int cell = six_move_cell(move);
    if (move != six_move(six_move_kind(move), cell))
        return false;
    switch ((six_stage)state->stage) {
    case SIX_STAGE_LAY:
        return six_move_kind(move) == SIX_LAY &&
               (cw_six_open_row(game, state, six_r(cell)) >> six_q(cell) & 1) != 0;
    case SIX_STAGE_LIFT:
        return six_move_kind(move) == SIX_LIFT && six_has(state->rows[six_color_of(state->player)], cell);
    case SIX_STAGE_KEEP: {
        cw_move choices[SIX_GROUPS_MAX];
        int count = keeps(state, choices);
        for (int i = 0; i < count; i++) {
            if (choices[i] == move)
                return true;
        }
        return false;
    }
    default:
        return false;
    }
}

/* ---- What is known about a position ---- */

void cw_six_reward(const six_rules *rules, six_ending ending, int winner, cw_result *result) {
    *result = (cw_result){.ending = (int)ending};
    bool won = ending <= SIX_SHUT_OUT;
    for (int player = 0; player < rules->players; player++)
        result->reward[player] = won ? six_color_of(player) == winner : 0.5;
}

void cw_six_result(const cw_game *game, const cw_state *state, cw_result *result) {
    assert(state->stage == SIX_STAGE_OVER);
    cw_six_reward(six_rules_of(game), (six_ending)state->ending, state->winner, result);
}

/* Hands follow from the tiles on the table in phase one and are empty in phase two. The lifted cell matters
 * where the tile may not go back to it. */
uint64_t cw_six_hash(const cw_game *game, const cw_state *state) {
    const six_rules *rules = six_rules_of(game);
    uint64_t frame = (uint64_t)state->stage | (uint64_t)state->player << 4 | (uint64_t)state->phase << 8 |
                     (uint64_t)state->ending << 12 | (uint64_t)state->winner << 16;
    if (state->lifted != SIX_NO_CELL && (state->stage == SIX_STAGE_KEEP || !rules->same_cell))
        frame |= (uint64_t)(state->lifted + 1) << 20;
    if (rules->moves_limit > 0)
        frame |= (uint64_t)state->move_count << 36;
    return cw_mix(state->tiles_hash ^ cw_mix(frame ^ 0x5349582053495821u));
}

int cw_six_move_number(const cw_game *game, const cw_state *state) {
    (void)game;
    return state->move_count;
}

int cw_six_phase(const cw_game *game, const cw_state *state) {
    (void)game;
    return state->phase;
}

/* Phase one is the first half; in phase two the rest shrinks as one over the moves made. */
double cw_six_progress(const cw_game *game, const cw_state *state) {
    const six_rules *rules = six_rules_of(game);
    double first = rules->tiles[SIX_RED] + rules->tiles[SIX_BLACK] - 2 * rules->pair;
    double moves = state->move_count;
    if (moves <= 0)
        return 0;
    if (rules->half)
        return moves / first;
    return moves <= first ? 0.5 * moves / first : 1 - 0.5 * (first + 1) / (moves + 1);
}

uint32_t cw_six_key(const cw_game *game, const cw_state *state, cw_move move) {
    (void)game;
    (void)state;
    return six_key(six_move_kind(move), six_move_cell(move));
}

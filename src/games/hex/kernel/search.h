/* Proof search: depth-first proof-number search (df-pn) over positions after fill-in.
 *
 * A position is looked at in this order: fill in dead and captured cells; if the player to move has a
 * connection or semi-connection of its edges, it wins; if the opponent has a full one, it loses; otherwise
 * only moves in the must-play region that are not inferior are searched, those with much current (flow.h)
 * first, and only the first few count at a time (widening).
 *
 * A proof has a carrier, a set of empty cells: the winner wins even if all empty cells outside it were the
 * loser's. So when a move turns out to lose, every other move outside the carrier of that proof loses too and
 * is dropped (the must-play region shrinks). How carriers are put together:
 *
 *   by connection      the carrier of the connection
 *   by a winning move  the move, the child's carrier, and what was filled in for the winner in the child
 *   by having no move  all threats and proofs by which moves were dropped; and with a vulnerable cell its
 *                      killer, since it is the answer that makes leaving the cell out sound
 *
 * The table knows positions up to a turn of the board by half a circle. A node costs one step of both
 * networks (network_follow, network_derive), so df-pn's returns to known nodes are kept cheap by a generous
 * threshold, and each ply keeps the frame of the node visited last. */
#ifndef CW_GAMES_HEX_KERNEL_SEARCH_H
#define CW_GAMES_HEX_KERNEL_SEARCH_H

#include "games/hex/kernel/flow.h"
#include "games/hex/kernel/inferior.h"
#include "games/hex/kernel/network.h"
#include "games/hex/kernel/outside.h"

enum {
    BUCKET = 4,
    TABLE_FIRST = 1 << 12,  /* buckets to begin with */
    PROOF_MAX = 1000000000, /* the number that stands for "proven impossible" */
    PROOF_LIMIT = PROOF_MAX / 2,
    WIDTH_BASE = 1, /* how many open moves count: this many and a part of all */
    WIDTH_PERCENT = 25,
    MARGIN_PERCENT = 25, /* by how much a child may exceed its best sibling before one returns */
    WATCH_INTERVAL = KERNEL_WORDS == 1 ? 16 : 1, /* nodes between two questions whether to go on */
};

/* What is known of a position, for the player to move: `win` is the effort still thought necessary to prove a
 * win, `loss` to prove a loss; 0 means proven. `work` is the nodes spent, 0 an unused entry. */
typedef struct entry {
    uint64_t key;
    uint32_t win, loss;
    uint32_t work;
    cells carrier; /* of the proof */
} entry;

/* A position's hash as it lies and turned by half a circle. The smaller one is its key. */
typedef struct hashes {
    uint64_t hash[2];
} hashes;

typedef struct branch {
    int16_t move;
    bool open;    /* not yet known to lose */
    bool visited; /* has been looked at */
    uint32_t win,
        loss; /* what the table last told: entries that push each other out must not stop progress */
    stones filled;
    hashes keys;
} branch;

/* One ply of the line that is being searched. */
typedef struct frame {
    stones position;
    int turn;
    hashes keys;
    bool ready; /* the networks and children are those of the position */
    bool allocated;
    network net[2];
    cells must;  /* where the player to move must play */
    cells proof; /* the carrier of the proof that all else loses */
    inferior inferior;
    int count;
    branch children[CELLS_MAX];
} frame;

typedef struct search {
    const cw_hex_board *outside;
    layout board;
    cw_hex_limits limits;
    entry *table;
    uint64_t table_mask; /* buckets - 1 */
    uint64_t table_used; /* entries */
    frame *frames[CELLS_MAX + 1];
    circuit circuit;
    size_t bytes_max;
    cw_solver_watch watch;
    cw_solver_progress progress;
    bool stopped;
} search;

/* ---- The table ---- */

CW_INLINE uint64_t key_of(const hashes *keys, int turn) {
    uint64_t smaller = keys->hash[0] < keys->hash[1] ? keys->hash[0] : keys->hash[1];
    return cw_mix(smaller + (uint64_t)turn);
}

CW_INLINE bool is_turned(const hashes *keys) {
    return keys->hash[1] < keys->hash[0];
}

CW_INLINE void hash_stone(const layout *board, hashes *keys, int color, int cell) {
    keys->hash[0] ^= board->zobrist[color][cell];
    keys->hash[1] ^= board->zobrist[color][layout_turned(board, cell)];
}

static hashes hashes_of(const layout *board, const stones *position) {
    hashes keys = {{0, 0}};
    for (int color = 0; color < 2; color++)
        for (cells rest = position->of[color]; !cells_is_empty(rest);)
            hash_stone(board, &keys, color, cells_pop(&rest));
    return keys;
}

static cells turn_cells(const layout *board, cells set) {
    cells turned = cells_none();
    while (!cells_is_empty(set))
        cells_add(&turned, layout_turned(board, cells_pop(&set)));
    return turned;
}

static const entry *table_find(const search *self, const hashes *keys, int turn) {
    uint64_t key = key_of(keys, turn);
    const entry *bucket = self->table + (key & self->table_mask) * BUCKET;
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key && bucket[i].work > 0)
            return &bucket[i];
    return NULL;
}

/* The carrier of an entry's proof, as the position lies. */
CW_INLINE cells entry_carrier(const search *self, const entry *known, const hashes *keys) {
    return is_turned(keys) ? turn_cells(&self->board, known->carrier) : known->carrier;
}

/* Where to put a key: its own entry, a free one, or the one with the least work. */
static entry *table_slot(entry *bucket, uint64_t key) {
    entry *slot = bucket;
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].key == key && bucket[i].work > 0)
            return &bucket[i];
        if (bucket[i].work < slot->work)
            slot = &bucket[i];
    }
    return slot;
}

static size_t table_bytes(const search *self) {
    return (self->table_mask + 1) * BUCKET * sizeof(entry);
}

/* Doubles the table while memory lasts; without memory it goes on with the old one and forgets. */
static void table_grow(search *self) {
    size_t bytes = table_bytes(self);
    if (self->progress.bytes + 2 * bytes > self->bytes_max)
        return;
    entry *old = self->table, *wider = calloc(2 * (self->table_mask + 1) * BUCKET, sizeof(entry));
    if (wider == NULL)
        return;
    uint64_t count = (self->table_mask + 1) * BUCKET;
    self->table = wider;
    self->table_mask = 2 * self->table_mask + 1;
    self->progress.bytes += bytes;
    for (uint64_t i = 0; i < count; i++)
        if (old[i].work > 0)
            *table_slot(wider + (old[i].key & self->table_mask) * BUCKET, old[i].key) = old[i];
    free(old);
}

static void table_store(search *self, const frame *node, uint32_t win, uint32_t loss, uint32_t work,
                        cells carrier) {
    if (self->table_used * 3 > (self->table_mask + 1) * BUCKET)
        table_grow(self);
    uint64_t key = key_of(&node->keys, node->turn);
    entry *slot = table_slot(self->table + (key & self->table_mask) * BUCKET, key);
    if (slot->work == 0)
        self->table_used++;
    else if (slot->key == key)
        work = slot->work + work < PROOF_MAX ? slot->work + work : PROOF_MAX;
    *slot =
        (entry){key, win, loss, work, is_turned(&node->keys) ? turn_cells(&self->board, carrier) : carrier};
}

CW_INLINE void store_win(search *self, const frame *node, uint32_t work, cells carrier) {
    table_store(self, node, 0, PROOF_MAX, work, carrier);
}

CW_INLINE void store_loss(search *self, const frame *node, uint32_t work, cells carrier) {
    table_store(self, node, PROOF_MAX, 0, work, carrier);
}

/* ---- Looking at one position ---- */

/* With each vulnerable cell its killer belongs to the carrier of a loss. */
static cells add_killers(const frame *node, cells carrier) {
    cells todo = cells_and(carrier, node->inferior.vulnerable);
    while (!cells_is_empty(todo)) {
        int killer = node->inferior.reason[cells_pop(&todo)];
        if (cells_has(carrier, killer))
            continue;
        cells_add(&carrier, killer);
        if (cells_has(node->inferior.vulnerable, killer))
            cells_add(&todo, killer);
    }
    return carrier;
}

/* Lists moves by falling current. */
static void order_moves(search *self, frame *node, cells moves) {
    float flow[CELLS_MAX] = {0};
    add_flow(&self->circuit, &node->net[BLACK], flow);
    add_flow(&self->circuit, &node->net[WHITE], flow);
    node->count = 0;
    while (!cells_is_empty(moves)) {
        int move = cells_pop(&moves), i = node->count++;
        for (; i > 0 && flow[node->children[i - 1].move] < flow[move]; i--)
            node->children[i].move = node->children[i - 1].move;
        node->children[i].move = (int16_t)move;
    }
}

static void make_children(search *self, frame *node, cells moves) {
    order_moves(self, node, moves);
    for (int i = 0; i < node->count; i++) {
        branch *child = &node->children[i];
        stones position = node->position;
        cells_add(&position.of[node->turn], child->move);
        child->open = true;
        child->visited = false;
        child->win = child->loss = 1;
        child->filled = fill_in(&self->board, &position, self->board.neighbors[child->move]).of;
        child->keys = node->keys;
        hash_stone(&self->board, &child->keys, node->turn, child->move);
        for (int color = 0; color < 2; color++)
            for (cells rest = child->filled.of[color]; !cells_is_empty(rest);)
                hash_stone(&self->board, &child->keys, color, cells_pop(&rest));
    }
}

/* Brings one colour's network to the node's position, from the parent's if there is one. */
CW_INLINE void reach(const search *self, frame *node, const frame *parent, int color, int until) {
    if (parent != NULL)
        network_follow(&node->net[color], &parent->net[color], &self->limits, &node->position);
    else
        network_start(&node->net[color], &self->limits, &node->position);
    network_derive(&node->net[color], &self->limits, until);
}

/* Asks from time to time whether to go on. */
static void count_node(search *self) {
    if (++self->progress.nodes % WATCH_INTERVAL == 0 &&
        !self->watch.proceed(&self->progress, self->watch.payload))
        self->stopped = true;
}

/* Decides the position and stores the result (false), or lists the moves to search. */
static bool evaluate(search *self, frame *node, const frame *parent) {
    cells carrier;
    int key, turn = node->turn;
    count_node(self);
    node->ready = false;
    reach(self, node, parent, turn, UNTIL_SEMI);
    if (find_win(&node->net[turn], true, &carrier, &key)) {
        store_win(self, node, 1, carrier);
        return false;
    }
    reach(self, node, parent, !turn, UNTIL_FULL);
    if (find_win(&node->net[!turn], false, &carrier, &key)) {
        store_loss(self, node, 1, carrier);
        return false;
    }
    node->must = node->net[!turn].threats_common;
    node->proof = node->net[!turn].threats_union;
    find_inferior(&self->board, &node->position, turn, &node->inferior);
    cells moves = cells_minus(node->must, cells_or(node->inferior.vulnerable, node->inferior.dominated));
    if (cells_is_empty(moves)) {
        bool threatened = !cells_is_empty(node->proof);
        carrier = threatened ? node->proof : stones_empty(&self->board, &node->position);
        store_loss(self, node, 1, add_killers(node, carrier));
        return false;
    }
    make_children(self, node, moves);
    node->ready = true;
    return true;
}

/* ---- Searching ---- */

static frame *frame_at(search *self, int ply) {
    if (self->frames[ply] != NULL)
        return self->frames[ply];
    size_t bytes = sizeof(frame) + 2 * network_bytes(&self->board);
    frame *made = NULL;
    if (self->progress.bytes + bytes <= self->bytes_max)
        made = calloc(1, sizeof *made);
    if (made != NULL && (!network_create(&made->net[BLACK], &self->board, BLACK) ||
                         !network_create(&made->net[WHITE], &self->board, WHITE))) {
        network_release(&made->net[BLACK]);
        network_release(&made->net[WHITE]);
        free(made);
        made = NULL;
    }
    if (made == NULL) {
        self->progress.out_of_memory = true;
        self->stopped = true;
        return NULL;
    }
    self->progress.bytes += bytes;
    self->frames[ply] = made;
    return made;
}

/* The child to search next, with what its siblings have to say. */
typedef struct choice {
    int index;
    uint32_t win, loss;   /* the child's */
    uint32_t second_loss; /* of its best sibling */
    uint64_t total_win;   /* of all that count */
} choice;

/* Drops moves that are known to lose, and all others outside the carriers of those proofs. Returns the first
 * child that wins, or -1. */
static int drop_losing_moves(search *self, frame *node) {
    for (int i = 0; i < node->count; i++) {
        branch *child = &node->children[i];
        if (!child->open)
            continue;
        const entry *known = table_find(self, &child->keys, !node->turn);
        if (known == NULL)
            continue;
        child->visited = true;
        child->win = known->win;
        child->loss = known->loss;
        if (known->loss == 0)
            return i;
        if (known->win > 0)
            continue;
        cells carrier = cells_or(entry_carrier(self, known, &child->keys), child->filled.of[!node->turn]);
        node->must = cells_and(node->must, carrier);
        node->proof = cells_or(node->proof, carrier);
        child->open = false;
    }
    return -1;
}

/* Chooses among the first open moves; index -1: none is left. */
static choice choose(frame *node) {
    int open = 0, width;
    choice best = {.index = -1, .loss = UINT32_MAX, .second_loss = PROOF_MAX};
    for (int i = 0; i < node->count; i++) {
        branch *child = &node->children[i];
        child->open = child->open && cells_has(node->must, child->move);
        open += child->open;
    }
    width = WIDTH_BASE + open * WIDTH_PERCENT / 100;
    for (int i = 0; i < node->count && width > 0; i++) {
        const branch *child = &node->children[i];
        if (!child->open)
            continue;
        width--;
        best.total_win += child->win;
        if (child->loss < best.loss) {
            best.second_loss = best.loss < PROOF_MAX ? best.loss : PROOF_MAX;
            best.index = i;
            best.win = child->win;
            best.loss = child->loss;
        } else if (child->loss < best.second_loss) {
            best.second_loss = child->loss;
        }
    }
    return best;
}

static void search_node(search *self, frame *node, int ply, uint32_t win_limit, uint32_t loss_limit);

/* Goes to a child, looks at it if that has not been done, and searches it within its limits. */
static void descend(search *self, const frame *node, int ply, const choice *best, uint32_t win_limit,
                    uint32_t loss_limit) {
    const branch *child = &node->children[best->index];
    frame *next = frame_at(self, ply + 1);
    if (next == NULL)
        return;
    stones position = node->position;
    cells_add(&position.of[node->turn], child->move);
    for (int color = 0; color < 2; color++)
        position.of[color] = cells_or(position.of[color], child->filled.of[color]);
    bool same = next->ready && next->turn != node->turn &&
                cells_equal(next->position.of[BLACK], position.of[BLACK]) &&
                cells_equal(next->position.of[WHITE], position.of[WHITE]);
    if (!same) {
        next->position = position;
        next->turn = !node->turn;
        next->keys = child->keys;
        if (!evaluate(self, next, node))
            return;
    }
    uint32_t loss = (uint32_t)next->count;
    if (child->visited || (win_limit > 1 && loss_limit > loss))
        search_node(self, next, ply + 1, win_limit, loss_limit);
    else
        table_store(self, next, 1, loss, 1, cells_none());
}

/* Searches a node that has been looked at until it is decided or its effort reaches a limit. */
static void search_node(search *self, frame *node, int ply, uint32_t win_limit, uint32_t loss_limit) {
    uint64_t before = self->progress.nodes;
    for (;;) {
        uint32_t work = (uint32_t)(self->progress.nodes - before + 1);
        int winning = drop_losing_moves(self, node);
        if (winning >= 0) {
            const branch *child = &node->children[winning];
            cells carrier = entry_carrier(self, table_find(self, &child->keys, !node->turn), &child->keys);
            carrier = cells_or(carrier, child->filled.of[node->turn]);
            cells_add(&carrier, child->move);
            store_win(self, node, work, carrier);
            return;
        }
        choice best = choose(node);
        if (best.index < 0) {
            store_loss(self, node, work, add_killers(node, node->proof));
            return;
        }
        uint32_t total = best.total_win < PROOF_LIMIT ? (uint32_t)best.total_win : PROOF_LIMIT;
        if (ply == 0) {
            self->progress.win = best.loss;
            self->progress.loss = total;
        }
        if (best.loss >= win_limit || total >= loss_limit || self->stopped) {
            table_store(self, node, best.loss, total, work, cells_none());
            return;
        }
        uint64_t margin = best.second_loss + (uint64_t)best.second_loss * MARGIN_PERCENT / 100 + 1;
        descend(self, node, ply, &best, loss_limit - (total - best.win),
                margin < win_limit ? (uint32_t)margin : win_limit);
    }
}

/* ---- From outside ---- */

static void search_destroy(void *context) {
    search *self = context;
    if (self == NULL)
        return;
    for (int ply = 0; ply <= CELLS_MAX; ply++)
        if (self->frames[ply] != NULL) {
            network_release(&self->frames[ply]->net[BLACK]);
            network_release(&self->frames[ply]->net[WHITE]);
            free(self->frames[ply]);
        }
    free(self->table);
    free(self);
}

static void *search_create(const cw_hex_board *outside, size_t bytes_max) {
    search *self = calloc(1, sizeof *self);
    if (self == NULL)
        return NULL;
    self->outside = outside;
    self->limits = cw_hex_limits_standard;
    self->bytes_max = bytes_max;
    self->table_mask = TABLE_FIRST - 1;
    self->table = calloc(TABLE_FIRST * BUCKET, sizeof(entry));
    if (self->table == NULL) {
        free(self);
        return NULL;
    }
    self->progress.bytes = sizeof *self + table_bytes(self);
    layout_make(&self->board, outside->size);
    return self;
}

static void search_clear(void *context) {
    search *self = context;
    memset(self->table, 0, table_bytes(self));
    self->table_used = 0;
}

/* Sets up the root's frame; returns what was filled in, or false in `made` when memory is out. */
static frame *root_frame(search *self, const cw_hex_set sets[2], int turn, stones *filled) {
    frame *root = frame_at(self, 0);
    if (root == NULL)
        return NULL;
    root->position.of[BLACK] = set_inside(self->outside, &sets[BLACK]);
    root->position.of[WHITE] = set_inside(self->outside, &sets[WHITE]);
    *filled = fill_in(&self->board, &root->position, self->board.board).of;
    root->turn = turn;
    root->keys = hashes_of(&self->board, &root->position);
    return root;
}

static void begin(search *self, const cw_solver_watch *watch) {
    self->watch = *watch;
    self->stopped = false;
    self->progress.out_of_memory = false;
    self->progress.win = self->progress.loss = 1;
}

static int search_solve(void *context, const cw_hex_set sets[2], int turn, const cw_solver_watch *watch,
                        cw_hex_set *proof, cw_solver_progress *progress) {
    search *self = context;
    stones filled;
    begin(self, watch);
    frame *root = root_frame(self, sets, turn, &filled);
    const entry *known = root != NULL ? table_find(self, &root->keys, turn) : NULL;
    if (root != NULL && (known == NULL || (known->win > 0 && known->loss > 0))) {
        if (evaluate(self, root, NULL))
            search_node(self, root, 0, PROOF_LIMIT, PROOF_LIMIT);
        known = table_find(self, &root->keys, turn);
    }
    *progress = self->progress;
    if (known == NULL || (known->win > 0 && known->loss > 0))
        return -1;
    int winner = known->win == 0 ? turn : !turn;
    set_outside(self->outside, cells_or(entry_carrier(self, known, &root->keys), filled.of[winner]), proof);
    return winner;
}

/* The move of a looked-at and searched node: one that wins, or else the one that took most work to refute. */
static int best_child(const search *self, const frame *node) {
    int best = 0;
    uint32_t most = 0;
    for (int i = 0; i < node->count; i++) {
        const entry *known = table_find(self, &node->children[i].keys, !node->turn);
        if (known != NULL && known->loss == 0)
            return node->children[i].move;
        if (known != NULL && known->work > most) {
            most = known->work;
            best = i;
        }
    }
    return node->children[best].move;
}

/* The cell of a set through which most of a network's current flows; -1 if the set is empty. */
static int most_current(search *self, const network *net, cells among) {
    float flow[CELLS_MAX] = {0};
    int best = -1;
    add_flow(&self->circuit, net, flow);
    while (!cells_is_empty(among)) {
        int cell = cells_pop(&among);
        if (best < 0 || flow[cell] > flow[best])
            best = cell;
    }
    return best;
}

/* A move in a position that connections decide without fill-in, so that a line of play ends in stones: the
 * winner's key or, for either player, the cell that matters most in the winner's carrier; -1 if undecided. */
static int connecting_move(search *self, frame *plain, const stones *position, int turn) {
    plain->position = *position;
    plain->turn = turn;
    plain->ready = false;
    reach(self, plain, NULL, turn, UNTIL_DONE);
    reach(self, plain, NULL, !turn, UNTIL_DONE);
    for (int i = 0; i < 2; i++) {
        const network *net = &plain->net[turn ^ i];
        cells carrier;
        int key;
        if (find_win(net, i == 0, &carrier, &key))
            return key >= 0 ? key : most_current(self, net, carrier);
    }
    return -1;
}

/* A move in a position that was decided with fill-in: where the winner's proof has most current. */
static int decided_move(search *self, const frame *plain, const frame *root, const stones *filled) {
    const entry *known = table_find(self, &root->keys, root->turn);
    int winner = known->win == 0 ? root->turn : !root->turn;
    cells proof = cells_or(entry_carrier(self, known, &root->keys), filled->of[winner]);
    cells empty = stones_empty(&self->board, &plain->position);
    int move = most_current(self, &plain->net[winner], cells_and(proof, empty));
    return move >= 0 ? move : most_current(self, &plain->net[winner], empty);
}

static int search_move(void *context, const cw_hex_set sets[2], int turn, const cw_solver_watch *watch) {
    search *self = context;
    stones filled;
    begin(self, watch);
    frame *root = root_frame(self, sets, turn, &filled), *plain = root != NULL ? frame_at(self, 1) : NULL;
    if (plain == NULL)
        return CW_HEX_NO_CELL;
    const stones position = {{cells_minus(root->position.of[BLACK], filled.of[BLACK]),
                              cells_minus(root->position.of[WHITE], filled.of[WHITE])}};
    int move = connecting_move(self, plain, &position, turn);
    if (move < 0 && !evaluate(self, root, NULL)) {
        move = decided_move(self, plain, root, &filled);
    } else if (move < 0) {
        search_node(self, root, 0, PROOF_LIMIT, PROOF_LIMIT);
        move = best_child(self, root);
    }
    return move < 0 || self->stopped ? CW_HEX_NO_CELL : cell_outside(self->outside, move);
}

#endif

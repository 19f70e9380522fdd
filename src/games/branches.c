#include "games/branches.h"

#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"

/* ---- Places ---- */

/* In place of a ply: the node is in the middle of a turn, which its `note` has begun; and it is nowhere. */
enum { OPEN = -1, NOWHERE = -2 };

int cw_branches_main_count(const cw_sgf *sgf) {
    int count = 1;
    for (int node = cw_sgf_child(sgf, 0); node != CW_SGF_NONE; node = cw_sgf_child(sgf, node))
        count++;
    return count;
}

cw_status cw_branches_begin(cw_branches *self, const cw_sgf *sgf, cw_document *document, cw_error *error) {
    *self = (cw_branches){
        .sgf = sgf, .document = document, .main_count = cw_branches_main_count(sgf), .is_fresh = true};
    self->places = calloc((size_t)cw_sgf_node_count(sgf), sizeof *self->places);
    return self->places != NULL ? CW_OK : cw_fail(error, CW_NO_MEMORY, "out of memory for an SGF file");
}

void cw_branches_end(cw_branches *self) {
    free(self->places);
    free(self->state);
}

void cw_branches_mark(cw_branches *self, int node, int ply) {
    self->places[node] = (cw_spot){.ply = ply};
}

/* The last node before this one, or itself, that ends a turn. */
static int turn_before(const cw_branches *self, int node) {
    return node != CW_SGF_NONE && self->places[node].ply == OPEN ? self->places[node].note : node;
}

void cw_branches_mark_open(cw_branches *self, int node) {
    int before = turn_before(self, cw_sgf_parent(self->sgf, node));
    if (before == CW_SGF_NONE)
        cw_branches_mark(self, node, 0);
    else
        self->places[node] = (cw_spot){.ply = OPEN, .note = before};
}

void cw_branches_mark_before(cw_branches *self, int node) {
    self->places[node] = (cw_spot){.ply = NOWHERE};
}

/* ---- Reading branches ---- */

static cw_status make_notes(cw_document *document, cw_error *error) {
    if (document->notes == NULL)
        document->notes = calloc(1, sizeof *document->notes);
    return document->notes != NULL ? CW_OK : cw_fail(error, CW_NO_MEMORY, "out of memory for variations");
}

/* Puts the position of a place at hand: that of the game's line, and what was played beside it. */
static cw_status go_to(cw_branches *self, cw_spot place, cw_error *error) {
    const cw_game *game = self->document->game;
    const cw_note *note = cw_notes_find(self->document->notes, place.note);
    int ply = note != NULL ? note->ply : place.ply;
    cw_move *moves = malloc(sizeof *moves * ((size_t)ply + 1));
    if (self->state == NULL)
        self->state = cw_game_alloc_states(game, 1);
    if (moves == NULL || self->state == NULL) {
        free(moves);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a position");
    }
    int aside = cw_notes_path(self->document->notes, place.note, moves);
    memcpy(self->state, cw_record_state_at(self->document->record, ply - aside), game->state_size);
    for (int i = 0; i < aside; i++)
        game->type->play(game, self->state, moves[i]);
    free(moves);
    self->place = place;
    return CW_OK;
}

bool cw_branches_play(cw_branches *self, cw_move move) {
    const cw_document *document = self->document;
    const cw_game *game = document->game;
    if (game->type->to_decide(game, self->state) == CW_NOBODY || !cw_game_is_legal(game, self->state, move))
        return false;
    bool is_main = self->place.note == 0 && self->place.ply < cw_record_length(document->record) &&
                   cw_record_move(document->record, self->place.ply) == move;
    if (!is_main) {
        int number = cw_notes_add(document->notes, self->place, move);
        if (number == 0)
            return false;
        self->place.note = number;
    }
    self->place.ply++;
    game->type->play(game, self->state, move);
    return true;
}

static cw_status read_node(cw_branches *self, int node, cw_branch_act act, void *payload, cw_error *error) {
    int parent = cw_sgf_parent(self->sgf, node), before = turn_before(self, parent);
    if (self->places[before].ply == NOWHERE) {
        cw_branches_mark_before(self, node);
        self->document->left_out += parent < self->main_count;
        return CW_OK;
    }
    self->is_fresh = parent != node - 1;
    cw_status status = self->is_fresh ? go_to(self, self->places[before], error) : CW_OK;
    if (status != CW_OK)
        return status;
    self->places[node] = (cw_spot){.ply = NOWHERE};
    if (!act(self, node, payload))
        self->document->left_out++;
    else if (self->places[node].ply == NOWHERE)
        self->places[node] = self->place;
    return CW_OK;
}

/* ---- Reading comments ---- */

/* What is said in the middle of a turn is said of its end. */
static void close_turns(cw_branches *self, int count) {
    for (int node = count - 1; node >= 0; node--) {
        cw_spot *place = &self->places[node];
        int child = cw_sgf_child(self->sgf, node);
        if (place->ply == OPEN && child != CW_SGF_NONE && self->places[child].ply >= 0)
            *place = self->places[child];
        else if (place->ply == OPEN)
            *place = self->places[place->note];
    }
}

/* Bytes that are no UTF-8 are Latin-1, as files without CA[] are by rule; lines end in a newline alone. */
static void append_plain(cw_text *text, const char *said) {
    bool is_utf8 = cw_utf8_is_valid(said);
    for (const unsigned char *byte = (const unsigned char *)said; *byte != '\0'; byte++) {
        if (byte[0] == '\r' && byte[1] == '\n')
            continue;
        char high = (char)(0xC0 | *byte >> 6), low = (char)(0x80 | (*byte & 0x3F));
        if (!is_utf8 && *byte >= 0x80)
            cw_text_append_bytes(text, (char[]){high, low}, 2);
        else
            cw_text_append_char(text, *byte == '\r' ? '\n' : (char)*byte);
    }
}

/* Cuts a text that is longer than a comment may be, between two characters. */
static void shorten(cw_text *text) {
    static const char more[] = "...";
    size_t end = CW_COMMENT_MAX - strlen(more);
    if (text->length <= CW_COMMENT_MAX)
        return;
    while (end > 0 && ((unsigned char)text->data[end] & 0xC0) == 0x80)
        end--;
    text->data[end] = '\0';
    text->length = end;
    cw_text_append(text, more);
}

/* Adds to what is said at a place already. */
static bool say(cw_notes *notes, cw_spot place, const char *said) {
    cw_text text = {0};
    const char *before = cw_notes_comment(notes, place);
    if (before != NULL)
        cw_text_printf(&text, "%s\n", before);
    append_plain(&text, said);
    shorten(&text);
    bool is_said = !text.out_of_memory && cw_notes_say(notes, place, cw_text_string(&text));
    cw_text_free(&text);
    return is_said;
}

static cw_status read_comment(cw_branches *self, int node, cw_error *error) {
    const char *said = cw_sgf_find(self->sgf, node, "C");
    cw_spot place = self->places[node];
    if (said == NULL || said[0] == '\0' || (place.ply == NOWHERE && node >= self->main_count))
        return CW_OK;
    if (place.ply == NOWHERE) /* of the main line, before the game begins */
        place.ply = 0;
    return say(self->document->notes, place, said)
               ? CW_OK
               : cw_fail(error, CW_NO_MEMORY, "out of memory for comments");
}

/* The nodes of the first game of a collection. */
static int count_nodes(const cw_sgf *sgf) {
    int other = cw_sgf_sibling(sgf, 0);
    return other != CW_SGF_NONE ? other : cw_sgf_node_count(sgf);
}

cw_status cw_branches_read(cw_branches *self, cw_branch_act act, void *payload, cw_error *error) {
    int count = count_nodes(self->sgf);
    cw_status status = make_notes(self->document, error);
    for (int node = self->main_count; node < count && status == CW_OK; node++)
        status = read_node(self, node, act, payload, error);
    if (status == CW_OK)
        close_turns(self, count);
    for (int node = 0; node < count && status == CW_OK; node++)
        status = read_comment(self, node, error);
    return status;
}

/* ---- Writing ---- */

typedef struct writing {
    const cw_document *document;
    const cw_branch_writer *writer;
    cw_text *text;
} writing;

/* The first note at a place from `index` on, as its index + 1; 0: there is none. */
static int next_note(const writing *out, cw_spot place, int index) {
    const cw_notes *notes = out->document->notes;
    for (int i = index; notes != NULL && i < notes->count; i++) {
        if (notes->list[i].after == place.note && notes->list[i].ply == place.ply + 1)
            return i + 1;
    }
    return 0;
}

/* The game's own line ends with a node of its own, where the writer wants it or where variations would else
 * be read as its continuation. */
static const char *last_node(const writing *out, cw_spot place) {
    const char *plain = next_note(out, place, 0) > 0 ? ";N[end]" : NULL;
    return out->writer->last != NULL ? out->writer->last : plain;
}

/* The next way on from a place after the child `from`, which is at first -1: 0 is the game's own, others are
 * notes by their index + 1; -1: none. */
static int next_child(const writing *out, cw_spot place, int from) {
    int length = cw_record_length(out->document->record);
    bool has_main = place.note == 0 && (place.ply < length || (place.ply == length && last_node(out, place)));
    if (from < 0 && has_main)
        return 0;
    int note = next_note(out, place, from > 0 ? from : 0);
    return note > 0 ? note : -1;
}

static void write_comment(const writing *out, cw_spot place) {
    const char *said = out->document->notes != NULL ? cw_notes_comment(out->document->notes, place) : NULL;
    if (said != NULL)
        cw_sgf_write(out->text, "C", said);
}

/* Two positions side by side: the one at hand, and room for the next. */
static cw_state *copy_position(const writing *out, const cw_state *state) {
    const cw_game *game = out->document->game;
    cw_state *pair = cw_game_alloc_states(game, 2);
    if (pair != NULL)
        memcpy(pair, state, game->state_size);
    else
        out->text->out_of_memory = true;
    return pair;
}

/* Writes one way on from a place and goes there; false where that is the end. */
static bool write_child(const writing *out, cw_spot *place, cw_state *pair, int child) {
    const cw_record *record = out->document->record;
    const cw_game *game = out->document->game;
    if (child == 0 && place->ply == cw_record_length(record)) {
        cw_text_append(out->text, last_node(out, *place));
        return false;
    }
    const cw_note *note = child > 0 ? &out->document->notes->list[child - 1] : NULL;
    cw_move move = note != NULL ? note->move : cw_record_move(record, place->ply);
    cw_state *after = (cw_state *)((char *)pair + cw_game_state_stride(game));
    memcpy(after, pair, game->state_size);
    game->type->play(game, after, move);
    out->writer->write(&(cw_branch_step){game, place->ply, pair, after, move}, out->text);
    memcpy(pair, after, game->state_size);
    *place = (cw_spot){.ply = place->ply + 1, .note = note != NULL ? note->number : 0};
    write_comment(out, *place);
    return true;
}

static void write_from(const writing *out, cw_spot place, cw_state *pair);

/* One of several ways on, with all that follows. */
static void write_branch(const writing *out, cw_spot place, const cw_state *state, int child) {
    cw_state *pair = copy_position(out, state);
    if (pair == NULL)
        return;
    cw_text_append(out->text, "\n(");
    if (write_child(out, &place, pair, child))
        write_from(out, place, pair);
    cw_text_append_char(out->text, ')');
    free(pair);
}

/* All that follows a place: a line as far as there is one way on, then its branches. */
static void write_from(const writing *out, cw_spot place, cw_state *pair) {
    int child = next_child(out, place, -1);
    while (child >= 0 && next_child(out, place, child) < 0) {
        cw_text_append_char(out->text, '\n');
        child = write_child(out, &place, pair, child) ? next_child(out, place, -1) : -1;
    }
    for (; child >= 0; child = next_child(out, place, child))
        write_branch(out, place, pair, child);
}

void cw_branches_write(const cw_document *document, const cw_branch_writer *writer, cw_text *text) {
    writing out = {.document = document, .writer = writer, .text = text};
    cw_state *pair = copy_position(&out, cw_record_state_at(document->record, 0));
    write_comment(&out, (cw_spot){0});
    if (pair != NULL)
        write_from(&out, (cw_spot){0}, pair);
    free(pair);
}

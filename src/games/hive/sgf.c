/* Games of Hive in the SGF of BoardSpace: each node holds one action of a player, P0 (White) or P1.
 *
 *     P0[1 pick W 4 wS1]          a piece is taken from the hand (or with pickb from the board)
 *     P0[2 dropb wS1 N 13 .]      and put down at column N, row 13, here also told by a reference piece
 *     P1[4 move B bL1 M 12 /wS1]  both at once, as robots do; a leading p (pmove, pdropb) is a throw
 *     P0[3 done]                  ends the turn; what was put down last counts, and nothing at all is a pass
 *
 * Columns grow to the east, rows to the north-west. A reference of "." is the first piece or a climb. Branches
 * and comments become notes. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/sgf.h"
#include "games/branches.h"
#include "games/hive/document.h"
#include "games/hive/hive.h"
#include "games/hive/state.h"

enum { ACTION_MAX = 160, WORDS_MAX = 8 };

/* A turn as it is put together. */
typedef struct turn {
    char move[ACTION_MAX]; /* in notation; empty: nothing was put down yet */
    bool talk;             /* a draw was offered or answered: no move comes of it */
    bool is_begun;         /* something was done, and the turn is not ended */
} turn;

typedef struct converter {
    cw_document *document;
    cw_branches *branches; /* NULL on the main line */
    turn turn;
    bool has_origin;
    cw_axial origin; /* column and row of the first piece */
} converter;

/* ---- Reading ---- */

/* Splits an action into words; returns their number. */
static int split(char *action, char *words[WORDS_MAX]) {
    int count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(action, " \t\r\n", &rest); word != NULL && count < WORDS_MAX;
         word = strtok_r(NULL, " \t\r\n", &rest))
        words[count++] = word;
    return count;
}

/* The top piece at a place of the plane, or CW_HIVE_NO_PIECE. */
static int top_at(const cw_state *state, cw_axial place) {
    cw_axial places[32];
    cw_hive_locate(state, places);
    for (uint32_t rest = state->board & ~state->covered; rest != 0;) {
        int piece = cw_hive_pop(&rest);
        if (places[piece].q == place.q && places[piece].r == place.r)
            return piece;
    }
    return CW_HIVE_NO_PIECE;
}

/* The position in which the turn is made. */
static const cw_state *position_of(const converter *to) {
    return to->branches != NULL ? to->branches->state : cw_record_state(to->document->record);
}

/* Words: piece, column, row, reference. */
static cw_status put_down(converter *to, char *const *words, int count, cw_error *error) {
    if (count < 3 || strlen(words[1]) != 1 || !isalpha((unsigned char)words[1][0]))
        return cw_fail(error, CW_BAD_INPUT, "SGF: a piece is put down without a column and a row");
    cw_axial place = {toupper((unsigned char)words[1][0]) - 'A', -(int)strtol(words[2], NULL, 10)};
    if (!to->has_origin)
        to->origin = place;
    to->has_origin = true;
    place = (cw_axial){place.q - to->origin.q, place.r - to->origin.r};
    if (count >= 4 && strcmp(words[3], ".") != 0) {
        snprintf(to->turn.move, sizeof to->turn.move, "%s %s", words[0], words[3]);
        return CW_OK;
    }
    int below = top_at(position_of(to), place);
    char name[4] = "";
    if (below != CW_HIVE_NO_PIECE)
        cw_hive_piece_name(below, name);
    snprintf(to->turn.move, sizeof to->turn.move, "%s %s", words[0], name);
    return CW_OK;
}

static cw_status play_turn(converter *to, const char *move, cw_error *error) {
    cw_move parsed;
    if (to->branches == NULL)
        return cw_hive_document_play(to->document, move, error);
    cw_status status = cw_hive_parse_loosely(to->branches->state, move, &parsed, error);
    if (status == CW_OK && !cw_branches_play(to->branches, parsed))
        status = cw_fail(error, CW_ILLEGAL, "SGF: %s cannot be played in a branch", move);
    return status;
}

static bool is_over(const converter *to) {
    const cw_game *game = to->document->game;
    int decider = to->branches != NULL ? game->type->to_decide(game, to->branches->state)
                                       : cw_record_to_decide(to->document->record);
    return decider == CW_NOBODY;
}

static cw_status end_turn(converter *to, cw_error *error) {
    cw_status status = CW_OK;
    if (to->turn.move[0] != '\0')
        status = play_turn(to, to->turn.move, error);
    else if (!to->turn.talk && !is_over(to))
        status = play_turn(to, "pass", error);
    to->turn = (turn){.talk = false};
    return status;
}

static void give_up(converter *to, int player) {
    to->turn.talk = true;
    if (to->branches != NULL)
        return;
    to->document->loser = player;
    snprintf(to->document->how, sizeof to->document->how, "resign");
}

/* Acts on a player's value such as "7 dropb wA1 N 14 \wS1". */
static cw_status act(converter *to, int player, const char *value, cw_error *error) {
    char action[ACTION_MAX];
    char *words[WORDS_MAX];
    snprintf(action, sizeof action, "%s", value);
    int count = split(action, words);
    if (count < 2 || !isdigit((unsigned char)words[0][0]))
        return CW_OK; /* a name or a clock */
    const char *verb = words[1];
    if (strcasecmp(verb, "done") == 0)
        return end_turn(to, error);
    to->turn.is_begun = strcasecmp(verb, "start") != 0;
    if (strcasecmp(verb, "dropb") == 0 || strcasecmp(verb, "pdropb") == 0)
        return put_down(to, words + 2, count - 2, error);
    if (count >= 3 && (strcasecmp(verb, "move") == 0 || strcasecmp(verb, "pmove") == 0))
        return put_down(to, words + 3, count - 3, error);
    if (strcasecmp(verb, "pass") == 0)
        snprintf(to->turn.move, sizeof to->turn.move, "pass");
    if (strstr(verb, "draw") != NULL)
        to->turn.talk = true;
    if (strcasecmp(verb, "resign") == 0)
        give_up(to, player);
    if (strcasecmp(verb, "pickb") == 0 || strcasecmp(verb, "pick") == 0)
        to->turn.move[0] = '\0';
    return CW_OK;
}

static bool is_player(const char *name) {
    return strcmp(name, "P0") == 0 || strcmp(name, "P1") == 0;
}

static cw_status act_on_node(converter *to, const cw_sgf *sgf, int node, cw_error *error) {
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < cw_sgf_value_count(sgf, node); i++) {
        const char *name = cw_sgf_name(sgf, node, i);
        if (is_player(name))
            status = act(to, name[1] - '0', cw_sgf_value(sgf, node, i), error);
    }
    return status;
}

/* Marks a node by where the game is after it. */
static void mark(const converter *to, cw_branches *branches, int node) {
    if (to->turn.is_begun)
        cw_branches_mark_open(branches, node);
    else if (to->branches == NULL)
        cw_branches_mark(branches, node, cw_record_length(to->document->record));
}

static bool follow_node(cw_branches *branches, int node, void *payload) {
    converter *to = payload;
    to->branches = branches;
    if (branches->is_fresh)
        to->turn = (turn){.talk = false};
    bool is_followed = act_on_node(to, branches->sgf, node, NULL) == CW_OK;
    if (is_followed)
        mark(to, branches, node);
    return is_followed;
}

/* Reads the main line, and then what branches off it. */
static cw_status read_nodes(converter *to, const cw_sgf *sgf, cw_error *error) {
    cw_branches branches;
    cw_status status = cw_branches_begin(&branches, sgf, to->document, error);
    for (int node = 0; status == CW_OK && node < branches.main_count; node++) {
        status = act_on_node(to, sgf, node, error);
        mark(to, &branches, node);
    }
    if (status == CW_OK)
        status = cw_branches_read(&branches, follow_node, to, error);
    cw_branches_end(&branches);
    to->branches = NULL;
    return status;
}

/* Does a queen lie among the first two pieces put down? */
static bool lays_queen_first(const cw_sgf *sgf) {
    int pieces = 0;
    for (int node = 0; node != CW_SGF_NONE && pieces < 2; node = cw_sgf_child(sgf, node)) {
        for (int i = 0; i < cw_sgf_value_count(sgf, node); i++) {
            const char *value = cw_sgf_value(sgf, node, i);
            if (!is_player(cw_sgf_name(sgf, node, i)) || !isdigit((unsigned char)value[0]))
                continue;
            if (strcasestr(value, " dropb ") == NULL && strcasestr(value, " move ") == NULL)
                continue;
            if (strstr(value, " wQ ") != NULL || strstr(value, " bQ ") != NULL)
                return true;
            pieces++;
        }
    }
    return false;
}

/* The game type of a setup such as "hive-plm 2 0 101": letters after the dash are expansions. */
static const char *type_of(const char *setup) {
    char name[16] = "Base";
    size_t length = 4;
    const char *dash = strchr(setup, '-');
    if (dash == NULL)
        return cw_uhp_game_type(name, length);
    name[length++] = '+';
    for (const char *letter = dash + 1; *letter != '\0' && *letter != ' ' && length < sizeof name - 1;
         letter++)
        name[length++] = *letter;
    return cw_uhp_game_type(name, length);
}

/* A player's name stands in the root as P0[id "name"]. */
static void read_names(const cw_sgf *sgf, cw_document *document) {
    for (int i = 0; i < cw_sgf_value_count(sgf, 0); i++) {
        const char *name = cw_sgf_name(sgf, 0, i), *value = cw_sgf_value(sgf, 0, i);
        if (!is_player(name) || strncmp(value, "id \"", 4) != 0)
            continue;
        cw_document_tag(name[1] == '0' ? document->names[0] : document->names[1], value + 4,
                        strcspn(value + 4, "\""));
    }
}

static cw_status read_document(const cw_sgf *sgf, cw_document *document, cw_error *error) {
    const char *setup = cw_sgf_find(sgf, 0, "SU"), *date = cw_sgf_find(sgf, 0, "DT");
    const char *result = cw_sgf_find(sgf, 0, "RE"), *event = cw_sgf_find(sgf, 0, "GN");
    const char *type = type_of(setup != NULL ? setup : "hive");
    const char *number = cw_sgf_find(sgf, 0, "GM");
    if (number != NULL && strcmp(number, "27") != 0)
        return cw_fail(error, CW_BAD_INPUT, "SGF: GM[%.20s] is another game, Hive is 27", number);
    if (type == NULL || (setup != NULL && strncasecmp(setup, "hive", 4) != 0))
        return cw_fail(error, CW_BAD_INPUT, "SGF: '%.60s' is no set-up of Hive", setup);
    read_names(sgf, document);
    if (date != NULL)
        cw_document_tag(document->date, date, strlen(date));
    if (result != NULL)
        cw_document_tag(document->result, result, strlen(result));
    if (event != NULL)
        cw_document_tag(document->event, event, strlen(event));
    converter to = {.document = document};
    cw_status status = cw_hive_document_begin(document, type, lays_queen_first(sgf), error);
    return status == CW_OK ? read_nodes(&to, sgf, error) : status;
}

cw_status cw_hive_read_sgf(const char *text, size_t length, cw_document *document, cw_error *error) {
    cw_sgf *sgf = NULL;
    *document = (cw_document){.loser = -1};
    cw_status status = cw_sgf_read(text, length, &sgf, error);
    if (status != CW_OK)
        return status;
    status = read_document(sgf, document, error);
    if (status == CW_OK)
        cw_hive_document_end(document);
    else
        cw_document_clear(document);
    cw_sgf_destroy(sgf);
    return status;
}

/* ---- Writing ---- */

static void write_player(cw_text *text, int player, const char *name) {
    char property[4] = {'P', (char)('0' + player), '\0'}, value[CW_TAG_MAX + 8];
    snprintf(value, sizeof value, "id \"%s\"", name);
    cw_sgf_write(text, property, value);
    cw_text_append_char(text, '\n');
}

static void write_action(cw_text *text, int player, int number, const char *action) {
    char property[4] = {'P', (char)('0' + player), '\0'}, value[ACTION_MAX + 16];
    snprintf(value, sizeof value, "%d %s", number, action);
    cw_text_append(text, "; ");
    cw_sgf_write(text, property, value);
}

/* A column is one letter, the first piece's is N; beyond the alphabet it starts again. */
static char column_of(int q) {
    int column = ('N' - 'A' + q) % 26;
    return (char)('A' + (column < 0 ? column + 26 : column));
}

/* Does the letter alone tell the column? */
static bool has_own_column(int q) {
    return q >= 'A' - 'N' && q <= 'Z' - 'N';
}

/* One move as an action: "move W wS1 N 13 .". */
static void describe_move(const cw_branch_step *step, char action[ACTION_MAX]) {
    if (step->move == CW_HIVE_PASS) {
        snprintf(action, ACTION_MAX, "pass");
        return;
    }
    cw_text text = {0};
    step->game->type->print(step->game, step->before, step->move, &text);
    int piece = cw_hive_move_piece(step->move);
    const char *reference = strchr(cw_text_string(&text), ' ');
    cw_axial places[32];
    char name[4];
    cw_hive_locate(step->after, places);
    bool climbs = step->after->level[piece] > 0 && has_own_column(places[piece].q);
    cw_hive_piece_name(piece, name);
    snprintf(action, ACTION_MAX, "move %c %s %c %d %s", cw_hive_color(piece) == CW_HIVE_WHITE ? 'W' : 'B',
             name, column_of(places[piece].q), 13 - places[piece].r,
             reference == NULL || climbs ? "." : reference + 1);
    cw_text_free(&text);
}

/* A move and the end of its turn, numbered behind the action that starts the game. */
static void write_turn(const cw_branch_step *step, cw_text *text) {
    char action[ACTION_MAX];
    int player = step->ply % 2;
    describe_move(step, action);
    write_action(text, player, 2 * step->ply + 1, action);
    cw_text_append_char(text, '\n');
    write_action(text, player, 2 * step->ply + 2, "done");
}

/* The result as a sentence: "Game won by NAME", with what ended it where the board did not. */
static void describe_result(const cw_document *document, cw_text *text) {
    const char *result = cw_hive_document_result(document);
    bool white_won = strcmp(result, "WhiteWins") == 0, black_won = strcmp(result, "BlackWins") == 0;
    const char *winner = white_won ? document->names[0] : document->names[1];
    if (winner[0] == '\0' || strcmp(document->names[0], document->names[1]) == 0)
        winner = white_won ? "White" : "Black";
    if (white_won || black_won)
        cw_text_printf(text, "Game won by %s", winner);
    else if (strcmp(result, "Draw") == 0)
        cw_text_append(text, "The game is a draw");
    else if (!cw_uhp_is_game_state(result, strlen(result)))
        cw_text_append(text, result);
    if (document->how[0] != '\0')
        cw_text_printf(text, " (%s)", document->how);
}

void cw_hive_write_sgf(const cw_document *document, cw_text *text) {
    const char *type = cw_options_text(&document->game->options, "type");
    char setup[16] = "hive";
    if (type[4] == '+') {
        snprintf(setup, sizeof setup, "hive-%s", type + 5);
        for (char *letter = setup; *letter != '\0'; letter++)
            *letter = (char)tolower((unsigned char)*letter);
    }
    cw_text result = {0};
    describe_result(document, &result);
    cw_text_append(text, "(;\nGM[27]VV[1]\n");
    const char *const root[][2] = {
        {"SU", setup}, {"DT", document->date}, {"GN", document->event}, {"RE", cw_text_string(&result)}};
    for (size_t i = 0; i < sizeof root / sizeof root[0]; i++) {
        cw_sgf_write(text, root[i][0], root[i][1]);
        cw_text_append_char(text, '\n');
    }
    cw_text_free(&result);
    write_player(text, 0, document->names[0]);
    write_player(text, 1, document->names[1]);
    write_action(text, 0, 0, "Start P0");
    cw_branches_write(document, &(cw_branch_writer){.write = write_turn}, text);
    cw_text_append(text, "\n)\n");
}

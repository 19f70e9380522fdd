/* HTP: the board, moves and files. */
#include "protocol/hex/htp.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/files.h"
#include "core/numbers.h"
#include "games/hex/sgf.h"

enum { EXEC_DEPTH_MAX = 8 };

/* ---- Words ---- */

const char *cw_htp_color_name(int color) {
    return color == CW_HEX_BLACK ? "black" : "white";
}

cw_status cw_htp_read_color(const cw_gtp_request *request, int index, int *color, cw_error *error) {
    const char *word = index < request->count ? request->arguments[index] : "";
    *color = CW_HEX_BLACK;
    if (strcasecmp(word, "b") == 0 || strcasecmp(word, "black") == 0)
        return CW_OK;
    if (strcasecmp(word, "w") == 0 || strcasecmp(word, "white") == 0)
        *color = CW_HEX_WHITE;
    else
        return cw_fail(error, CW_BAD_INPUT, "argument %d must be color", index + 1);
    return CW_OK;
}

cw_status cw_htp_read_cell(const cw_gtp *gtp, const cw_gtp_request *request, int index, int *cell,
                           cw_error *error) {
    if (index >= request->count ||
        cw_hex_parse_cell(cw_htp_board(gtp), request->arguments[index], cell, NULL))
        return cw_fail(error, CW_BAD_INPUT, "argument %d must be cell", index + 1);
    return CW_OK;
}

static cw_status illegal(int color, const char *move, const char *why, cw_error *error) {
    return cw_fail(error, CW_ILLEGAL, "illegal move: %s %s (%s)", cw_htp_color_name(color), move, why);
}

/* ---- The game ---- */

static const char *swap_setting(const cw_htp *htp) {
    return !htp->allow_swap ? "off" : htp->old_swap ? "sides" : "pieces";
}

/* Makes a game whose record takes stones in any order. */
static cw_status make_game(const cw_htp *htp, int size, cw_game **game, cw_error *error) {
    char spec[64];
    snprintf(spec, sizeof spec, "hex:size=%d,swap=%s,free=on", size, swap_setting(htp));
    return cw_game_create(spec, game, error);
}

/* A game beside the session's, which takes its place when all of it went well: so a command that fails
 * changes nothing. */
typedef struct draft {
    cw_game *game;
    cw_record *record;
    int resigned;
} draft;

static void drop_draft(draft *made) {
    cw_record_destroy(made->record);
    cw_game_destroy(made->game);
}

static cw_status begin_draft(const cw_htp *htp, int size, draft *made, cw_error *error) {
    *made = (draft){.resigned = -1};
    cw_status status = make_game(htp, size, &made->game, error);
    if (status == CW_OK)
        status = cw_record_create(made->game, &made->record, error);
    if (status != CW_OK)
        drop_draft(made);
    return status;
}

/* Plays the moves of one record on another, from where it is. */
static cw_status copy_moves(const cw_record *from, cw_record *to, cw_error *error) {
    cw_status status = CW_OK;
    for (int i = 0; i < cw_record_length(from) && status == CW_OK; i++)
        status = cw_record_play(to, cw_record_move(from, i), error);
    return status;
}

/* Makes the draft the session's game, and leaves nothing of it to drop. */
static cw_status take_draft(cw_gtp *gtp, draft *made, cw_error *error) {
    cw_htp *htp = cw_htp_of(gtp);
    cw_game *game = made->game;
    made->game = NULL;
    cw_htp_forget_knowledge(htp);
    cw_htp_forget_solver(htp);
    cw_status status = cw_gtp_set_game(gtp, game, error);
    if (status == CW_OK) {
        htp->resigned = made->resigned;
        status = copy_moves(made->record, gtp->record, error);
    }
    cw_record_destroy(made->record);
    return status;
}

cw_status cw_htp_remake(cw_gtp *gtp, int size, bool keep_moves, cw_error *error) {
    cw_htp *htp = cw_htp_of(gtp);
    draft made;
    cw_status status = begin_draft(htp, size, &made, error);
    if (status != CW_OK)
        return status;
    if (keep_moves) {
        made.resigned = htp->resigned;
        status = copy_moves(gtp->record, made.record, error);
    }
    if (status == CW_OK)
        return take_draft(gtp, &made, error);
    drop_draft(&made);
    return status;
}

static cw_status give_turn(cw_record *record, int color, cw_error *error) {
    const cw_state *state = cw_record_state(record);
    return state->turn == color ? CW_OK : cw_record_play(record, CW_HEX_GIVE_TURN, error);
}

cw_status cw_htp_give_turn(cw_gtp *gtp, int color, cw_error *error) {
    return give_turn(gtp->record, color, error);
}

static cw_status run_boardsize(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)answer;
    int64_t sides[2] = {0, 0};
    for (int i = 0; i < 2 && i < request->count; i++) {
        if (!cw_whole_read(request->arguments[i], 1, CW_HEX_SIZE_MAX, &sides[i]))
            return cw_fail(error, CW_BAD_INPUT, "unacceptable size: %s, it takes 1 to %d",
                           request->arguments[i], CW_HEX_SIZE_MAX);
    }
    if (request->count > 1 && sides[0] != sides[1])
        return cw_fail(error, CW_UNSUPPORTED, "unacceptable size: %dx%d, boards are square", (int)sides[0],
                       (int)sides[1]);
    return cw_htp_remake(gtp, (int)sides[0], false, error);
}

static cw_status run_clear_board(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                 cw_error *error) {
    (void)request, (void)answer, (void)error;
    cw_htp_of(gtp)->resigned = -1;
    cw_gtp_new_game(gtp);
    return CW_OK;
}

/* ---- Moves ---- */

static bool is_swap_word(bool old_swap, const char *word) {
    const char *exact = old_swap ? "swap-sides" : "swap-pieces";
    return strcasecmp(word, exact) == 0 || strcasecmp(word, "swap") == 0 ||
           (old_swap && strcasecmp(word, "swap-pieces") == 0);
}

static cw_status play_swap(cw_record *record, int color, const char *word, cw_error *error) {
    const cw_hex_board *board = cw_hex_board_of(cw_record_game(record));
    const cw_state *state = cw_record_state(record);
    if (!is_swap_word(board->swap == CW_HEX_SWAP_SIDES, word) || !cw_hex_may_swap(board, state) ||
        color != state->turn)
        return illegal(color, word, "invalid", error);
    return cw_record_play(record, CW_HEX_SWAP, error);
}

/* Plays a word for a colour, whoever's turn it is. */
static cw_status play_word(cw_record *record, int *resigned, int color, const char *word, cw_error *error) {
    const cw_hex_board *board = cw_hex_board_of(cw_record_game(record));
    const cw_state *state = cw_record_state(record);
    int cell;
    if (strcasecmp(word, "resign") == 0) {
        *resigned = color;
        return CW_OK;
    }
    if (strncasecmp(word, "swap", 4) == 0)
        return play_swap(record, color, word, error);
    if (cw_hex_parse_cell(board, word, &cell, NULL) != CW_OK)
        return illegal(color, word, "invalid", error);
    if (!cw_hex_is_empty(board, state, cell))
        return illegal(color, word, "occupied", error);
    if (state->winner >= 0)
        return illegal(color, word, "game over", error);
    *resigned = -1;
    cw_move move = color == state->turn ? (cw_move)cell : cw_hex_free_stone(color, cell);
    return cw_record_play(record, move, error);
}

static cw_status run_play(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)answer;
    int color;
    if (request->count > 2)
        return cw_fail(error, CW_BAD_INPUT, "'%s' is too much, the usage is: play COLOR MOVE",
                       request->arguments[2]);
    cw_status status = cw_htp_read_color(request, 0, &color, error);
    if (status != CW_OK)
        return status;
    return play_word(gtp->record, &cw_htp_of(gtp)->resigned, color, request->arguments[1], error);
}

/* Plays a game from its beginning; if a move cannot be played, the game before stays. */
static cw_status run_play_game(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)answer;
    draft made = {.resigned = -1};
    cw_status status = cw_record_create(gtp->game, &made.record, error);
    for (int i = 0; i < request->count && status == CW_OK; i++)
        status = play_word(made.record, &made.resigned, cw_record_state(made.record)->turn,
                           request->arguments[i], error);
    if (status == CW_OK) {
        cw_gtp_new_game(gtp);
        cw_htp_of(gtp)->resigned = made.resigned;
        status = copy_moves(made.record, gtp->record, error);
    }
    drop_draft(&made);
    return status;
}

static cw_status run_undo(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)request, (void)answer;
    cw_htp *htp = cw_htp_of(gtp);
    if (htp->resigned >= 0) {
        htp->resigned = -1;
        return CW_OK;
    }
    cw_record *record = gtp->record;
    /* A turn given away is no move, it goes with the move after it. */
    while (cw_record_length(record) > 0 &&
           cw_record_move(record, cw_record_length(record) - 1) == CW_HEX_GIVE_TURN)
        cw_record_undo(record, NULL);
    cw_status status = cw_record_undo(record, error);
    while (status == CW_OK && cw_record_length(record) > 0 &&
           cw_record_move(record, cw_record_length(record) - 1) == CW_HEX_GIVE_TURN)
        cw_record_undo(record, NULL);
    return status;
}

static void print_move(const cw_gtp *gtp, cw_move move, cw_text *answer) {
    if (move == CW_HEX_SWAP)
        cw_text_append(answer, "swap-pieces"); /* with old_swap the old word for swap-sides */
    else
        cw_gtp_print_move(gtp, move, answer);
}

/* The colour that has won, on the board or because the other one resigned; or -1. */
static int winner_of(const cw_gtp *gtp) {
    int winner = cw_record_state(gtp->record)->winner, resigned = cw_htp_of(gtp)->resigned;
    return winner < 0 && resigned >= 0 ? resigned ^ 1 : winner;
}

static bool is_over(const cw_gtp *gtp) {
    return winner_of(gtp) >= 0;
}

/* Lets the player think for a colour. A game that is over gets `resign`. */
static cw_status think(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_move *move,
                       cw_error *error) {
    int color;
    *move = CW_MOVE_NONE;
    cw_status status = cw_htp_read_color(request, 0, &color, error);
    if (status != CW_OK)
        return status;
    if (is_over(gtp)) {
        cw_text_append(answer, "resign");
        return CW_OK;
    }
    status = cw_htp_give_turn(gtp, color, error);
    if (status == CW_OK)
        status = cw_gtp_think(gtp, error);
    if (status != CW_OK)
        return status;
    *move = gtp->analysis.best;
    print_move(gtp, *move, answer);
    return CW_OK;
}

static cw_status run_genmove(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    cw_move move;
    cw_status status = think(gtp, request, answer, &move, error);
    if (status != CW_OK || move == CW_MOVE_NONE)
        return status;
    return cw_record_play(gtp->record, move, error);
}

static cw_status run_reg_genmove(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                 cw_error *error) {
    cw_move move;
    int before = cw_record_length(gtp->record);
    cw_status status = think(gtp, request, answer, &move, error);
    while (cw_record_length(gtp->record) > before)
        cw_record_undo(gtp->record, NULL);
    return status;
}

static cw_status run_all_legal_moves(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                     cw_error *error) {
    (void)request;
    cw_move *moves = malloc(sizeof *moves * (size_t)gtp->game->moves_max);
    if (moves == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the moves");
    int count = is_over(gtp) ? 0 : gtp->game->type->moves(gtp->game, cw_record_state(gtp->record), moves);
    cw_text_append(answer, "resign");
    for (int i = 0; i < count; i++) {
        cw_text_append_char(answer, ' ');
        print_move(gtp, moves[i], answer);
    }
    free(moves);
    return CW_OK;
}

static cw_status run_result(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)request, (void)error;
    const cw_game *game = cw_record_game(gtp->record);
    int winner = winner_of(gtp);
    if (winner < 0) {
        cw_text_append(answer, "ongoing");
        return CW_OK;
    }
    bool first = cw_game_seat(game, cw_record_state(gtp->record), 0) == winner;
    cw_text_append(answer, first ? "1 0" : "0 1");
    return CW_OK;
}

static cw_status run_final_score(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                 cw_error *error) {
    (void)request, (void)error;
    int winner = winner_of(gtp);
    cw_text_append(answer, winner < 0 ? "cannot score" : winner == CW_HEX_BLACK ? "B+" : "W+");
    return CW_OK;
}

static cw_status run_interrupt(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)gtp, (void)request, (void)answer, (void)error;
    return CW_OK; /* that the command is there says that the line "# interrupt" is understood */
}

/* ---- Files ---- */

/* The rules of a session that plays what the file says: its own swap is allowed. */
static cw_htp adopt_swap_rule(const cw_htp *htp, const cw_hex_sgf *sgf) {
    cw_htp rules = *htp;
    if (sgf->rule != CW_HEX_SWAP_OFF) {
        rules.allow_swap = true;
        rules.old_swap = sgf->rule == CW_HEX_SWAP_SIDES;
    }
    for (int i = 0; i < sgf->count; i++) {
        cw_hex_step_kind kind = sgf->steps[i].kind;
        if (kind != CW_HEX_STEP_SWAP && kind != CW_HEX_STEP_SWAP_PIECES && kind != CW_HEX_STEP_SWAP_SIDES)
            continue;
        rules.allow_swap = true;
        if (kind != CW_HEX_STEP_SWAP)
            rules.old_swap = kind == CW_HEX_STEP_SWAP_SIDES;
    }
    return rules;
}

/* Takes a stone away that setup removes: the moves before are played again without it. */
static cw_status remove_stone(cw_record *record, int cell, cw_error *error) {
    int count = cw_record_length(record), kept = 0;
    cw_move *moves = malloc(sizeof *moves * (size_t)(count + 1));
    if (moves == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the moves");
    for (int i = 0; i < count; i++) {
        cw_move move = cw_record_move(record, i);
        bool is_stone = move != CW_HEX_SWAP && move != CW_HEX_GIVE_TURN;
        int color = move >= CW_HEX_FREE_STONE ? (int)(move / CW_HEX_FREE_STONE) - 1
                                              : cw_record_state_at(record, i)->turn;
        if (is_stone && (int)(move % CW_HEX_FREE_STONE) == cell)
            continue;
        /* Turns change when a move is left out, so that every stone names its colour. */
        moves[kept++] = is_stone ? cw_hex_free_stone(color, (int)(move % CW_HEX_FREE_STONE)) : move;
    }
    cw_record_clear(record);
    cw_status status = CW_OK;
    for (int i = 0; i < kept && status == CW_OK; i++)
        status = cw_record_play(record, moves[i], error);
    free(moves);
    return status;
}

static cw_status play_step(draft *made, const cw_hex_step *step, cw_error *error) {
    const cw_hex_board *board = cw_hex_board_of(made->game);
    char name[4];
    cw_hex_print_cell(board, cw_hex_cell(board, step->column, step->row), name);
    switch (step->kind) {
    case CW_HEX_STEP_REMOVE:
        return remove_stone(made->record, cw_hex_cell(board, step->column, step->row), error);
    case CW_HEX_STEP_TURN:
        return give_turn(made->record, step->color, error);
    case CW_HEX_STEP_RESIGN:
        return play_word(made->record, &made->resigned, step->color, "resign", error);
    case CW_HEX_STEP_STONE:
        return play_word(made->record, &made->resigned, step->color, name, error);
    default:
        return play_word(made->record, &made->resigned, step->color, "swap", error);
    }
}

/* Plays what the file says, up to before the move of this number. */
static cw_status play_steps(draft *made, const cw_hex_sgf *sgf, long before, cw_error *error) {
    cw_status status = CW_OK;
    long moves = 0;
    for (int i = 0; i < sgf->count && status == CW_OK; i++) {
        if (!sgf->steps[i].is_setup && ++moves >= before)
            break;
        status = play_step(made, &sgf->steps[i], error);
    }
    return status;
}

static cw_status load_steps(cw_gtp *gtp, const cw_hex_sgf *sgf, long before, cw_error *error) {
    cw_htp *htp = cw_htp_of(gtp), rules = adopt_swap_rule(htp, sgf);
    draft made;
    cw_status status = begin_draft(&rules, sgf->size, &made, error);
    if (status != CW_OK)
        return status;
    status = play_steps(&made, sgf, before > 0 ? before : (long)sgf->count + 1, error);
    if (status != CW_OK) {
        drop_draft(&made);
        return status;
    }
    status = take_draft(gtp, &made, error);
    if (status == CW_OK) {
        htp->allow_swap = rules.allow_swap;
        htp->old_swap = rules.old_swap;
    }
    return status;
}

static cw_status run_loadsgf(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)answer;
    cw_text text = {0};
    cw_hex_sgf sgf = {0};
    long before = request->count > 1 ? strtol(request->arguments[1], NULL, 10) : 0;
    cw_status status = cw_file_read(request->arguments[0], CW_FILE_BYTES_MAX, &text, error);
    if (status == CW_OK)
        status = cw_hex_sgf_read(cw_text_string(&text), text.length, &sgf, error);
    if (status == CW_OK)
        status = load_steps(gtp, &sgf, before, error);
    cw_text_free(&text);
    cw_hex_sgf_free(&sgf);
    return status;
}

static cw_status run_savesgf(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)answer;
    cw_text text = {0};
    int resigned = cw_htp_of(gtp)->resigned;
    cw_document document = {.game = gtp->game, .record = gtp->record};
    if (resigned >= 0) {
        snprintf(document.how, sizeof document.how, "resign");
        document.loser = cw_game_seat(gtp->game, cw_record_state(gtp->record), resigned);
    }
    cw_hex_write_sgf(&document, &text);
    cw_status status = cw_file_write(request->arguments[0], request->arguments[0], &text, error);
    cw_text_free(&text);
    return status;
}

/* Runs each line of a file; the first that fails ends it. */
static cw_status run_lines(cw_gtp *gtp, const char *path, char *text, cw_error *error) {
    int number = 1;
    cw_text output = {0};
    for (char *line = text; line != NULL && !gtp->quit; number++) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        cw_text_clear(&output);
        cw_gtp_answer(gtp, line, &output);
        if (output.length > 0 && output.data[0] == '?') {
            cw_fail(error, CW_BAD_INPUT, "%s, line %d: %.*s", path, number,
                    (int)strcspn(output.data + 2, "\n"), output.data + 2);
            cw_text_free(&output);
            return CW_BAD_INPUT;
        }
        line = end != NULL ? end + 1 : NULL;
    }
    cw_text_free(&output);
    return CW_OK;
}

static cw_status run_exec(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)answer;
    cw_htp *htp = cw_htp_of(gtp);
    if (htp->exec_depth >= EXEC_DEPTH_MAX)
        return cw_fail(error, CW_BAD_INPUT, "exec within exec more than %d times", EXEC_DEPTH_MAX);
    cw_text text = {0};
    cw_status status = cw_file_read(request->arguments[0], CW_FILE_BYTES_MAX, &text, error);
    htp->exec_depth++;
    if (status == CW_OK && text.length > 0)
        status = run_lines(gtp, request->arguments[0], text.data, error);
    htp->exec_depth--;
    cw_text_free(&text);
    return status;
}

const cw_gtp_command cw_htp_board_commands[] = {
    {"boardsize", "SIZE [SIZE]", 1, run_boardsize},
    {"clear_board", "", 0, run_clear_board},
    {"play", "COLOR MOVE", 2, run_play},
    {"play-game", "MOVE...", 1, run_play_game},
    {"undo", "", 0, run_undo},
    {"genmove", "COLOR", 1, run_genmove},
    {"reg_genmove", "COLOR", 1, run_reg_genmove},
    {"all_legal_moves", "", 0, run_all_legal_moves},
    {"final_score", "", 0, run_final_score},
    {"result", "", 0, run_result},
    {"gogui-interrupt", "", 0, run_interrupt},
    {"loadsgf", "FILE [MOVE]", 1, run_loadsgf},
    {"savesgf", "FILE", 1, run_savesgf},
    {"exec", "FILE", 1, run_exec},
    {NULL, NULL, 0, NULL},
};

/* ---- The dialect ---- */

static cw_status open_session(cw_gtp *gtp, cw_error *error) {
    cw_htp *htp = calloc(1, sizeof *htp);
    if (htp == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a session");
    const cw_hex_board *board = cw_hex_board_of(gtp->game);
    htp->allow_swap = board->swap != CW_HEX_SWAP_OFF;
    htp->old_swap = board->swap == CW_HEX_SWAP_SIDES;
    htp->resigned = -1;
    cw_options_defaults(&htp->reasoning, cw_htp_reasoning_options);
    gtp->dialect_data = htp;
    return CW_OK;
}

static void close_session(cw_gtp *gtp) {
    if (gtp->dialect_data != NULL) {
        cw_htp_forget_knowledge(gtp->dialect_data);
        cw_htp_forget_solver(gtp->dialect_data);
    }
    free(gtp->dialect_data);
    gtp->dialect_data = NULL;
}

static const cw_gtp_command *const tables[] = {cw_htp_board_commands,  cw_htp_parameter_commands,
                                               cw_htp_view_commands,   cw_htp_knowledge_commands,
                                               cw_htp_solver_commands, NULL};

const cw_gtp_dialect cw_htp_dialect = {.game = "hex",
                                       .option = "free",
                                       .value = "on",
                                       .tables = tables,
                                       .open = open_session,
                                       .close = close_session,
                                       .is_over = is_over};

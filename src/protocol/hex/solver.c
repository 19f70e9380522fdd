/* HTP: the solver. `dfpn-` and `dfs-` are two names for the same commands, as scripts use either. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"
#include "games/hex/solver.h"
#include "protocol/hex/htp.h"

static const size_t standard_bytes = (size_t)256 << 20;

void cw_htp_forget_solver(cw_htp *htp) {
    cw_hex_solver_destroy(htp->solver);
    htp->solver = NULL;
}

static bool proceed(const cw_solver_progress *progress, void *payload) {
    (void)progress;
    cw_gtp *gtp = payload;
    return !cw_flag_is_up(&gtp->stop);
}

/* A question about the present position with a colour to move. */
typedef struct question {
    cw_hex_solver *solver;
    int color;
    cw_hex_set stones[2];
    cw_solver_budget budget;
} question;

static cw_status ask(cw_gtp *gtp, const cw_gtp_request *request, question *asked, cw_error *error) {
    cw_htp *htp = cw_htp_of(gtp);
    const cw_hex_board *board = cw_htp_board(gtp);
    *asked = (question){.budget = {.seconds = htp->solver_seconds, .watch = {proceed, gtp}}};
    cw_status status = cw_htp_read_color(request, 0, &asked->color, error);
    if (status == CW_OK && htp->solver == NULL)
        status = cw_hex_solver_create(board, htp->solver_bytes > 0 ? htp->solver_bytes : standard_bytes,
                                      &htp->solver, error);
    if (status != CW_OK)
        return status;
    asked->solver = htp->solver;
    for (int color = CW_HEX_BLACK; color <= CW_HEX_WHITE; color++)
        cw_hex_stones_set(board, cw_record_state(gtp->record), color, &asked->stones[color]);
    return CW_OK;
}

/* What ended a search without an answer. */
static void print_unknown(const cw_gtp *gtp, const cw_solver_progress *progress, cw_text *answer) {
    if (progress->out_of_memory)
        cw_text_printf(answer, "unknown (memory of %zu MiB is full)", progress->bytes >> 20);
    else if (cw_flag_is_up(&gtp->stop))
        cw_text_append(answer, "unknown (interrupted)");
    else
        cw_text_printf(answer, "unknown (%.3g s are over)", progress->seconds);
}

static cw_status run_solve_state(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                 cw_error *error) {
    question asked;
    cw_hex_solution solution;
    cw_status status = ask(gtp, request, &asked, error);
    if (status != CW_OK)
        return status;
    cw_hex_solver_solve(asked.solver, asked.stones, asked.color, &asked.budget, &solution);
    if (solution.winner < 0)
        print_unknown(gtp, &solution.progress, answer);
    else
        cw_text_append(answer, cw_htp_color_name(solution.winner));
    return CW_OK;
}

static cw_status run_get_pv(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    question asked;
    int line[CW_HEX_LINE_MAX];
    cw_status status = ask(gtp, request, &asked, error);
    if (status != CW_OK)
        return status;
    int length = cw_hex_solver_line(asked.solver, asked.stones, asked.color, &asked.budget, line);
    for (int i = 0; i < length; i++) {
        char name[4];
        cw_hex_print_cell(cw_htp_board(gtp), line[i], name);
        cw_text_printf(answer, "%s%s", i > 0 ? " " : "", name);
    }
    return CW_OK;
}

static cw_status run_find_winning(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                  cw_error *error) {
    question asked;
    int8_t values[CW_HEX_CELLS_MAX];
    const cw_hex_board *board = cw_htp_board(gtp);
    cw_status status = ask(gtp, request, &asked, error);
    if (status != CW_OK)
        return status;
    cw_hex_solver_map(asked.solver, asked.stones, asked.color, &asked.budget, values);
    for (int cell = 0; cell < board->cell_limit; cell++) {
        char name[4];
        if (!cw_hex_set_has(&board->cells, cell) || values[cell] != 1)
            continue;
        cw_hex_print_cell(board, cell, name);
        cw_text_printf(answer, " %s", name);
    }
    return CW_OK;
}

/* Proof numbers at the root, or the winner when it is known: found without further search time. */
static cw_status run_get_bounds(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                cw_error *error) {
    question asked;
    cw_hex_solution solution;
    cw_status status = ask(gtp, request, &asked, error);
    if (status != CW_OK)
        return status;
    asked.budget.seconds = 0.001;
    cw_hex_solver_solve(asked.solver, asked.stones, asked.color, &asked.budget, &solution);
    if (solution.winner >= 0)
        cw_text_printf(answer, "%s wins", cw_htp_color_name(solution.winner));
    else
        cw_text_printf(answer, "proof %u disproof %u", solution.progress.win, solution.progress.loss);
    return CW_OK;
}

static cw_status run_clear_table(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                 cw_error *error) {
    (void)request, (void)answer, (void)error;
    if (cw_htp_of(gtp)->solver != NULL)
        cw_hex_solver_clear(cw_htp_of(gtp)->solver);
    return CW_OK;
}

/* param_dfpn [timelimit SECONDS | tt_bytes BYTES] */
static cw_status run_param(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    cw_htp *htp = cw_htp_of(gtp);
    if (request->count == 0) {
        cw_text_printf(answer, "\n[string] timelimit %.15g\n[string] tt_bytes %zu\n", htp->solver_seconds,
                       htp->solver_bytes > 0 ? htp->solver_bytes : standard_bytes);
        return CW_OK;
    }
    const char *word = request->count > 1 ? request->arguments[1] : "";
    double number;
    if (!cw_number_read(word, 0, 1e15, &number))
        return cw_fail(error, CW_BAD_INPUT, "expected no arguments, or a name and a number");
    if (strcmp(request->arguments[0], "timelimit") == 0) {
        htp->solver_seconds = number;
    } else if (strcmp(request->arguments[0], "tt_bytes") == 0) {
        htp->solver_bytes = (size_t)number;
        cw_htp_forget_solver(htp);
    } else {
        return cw_fail(error, CW_BAD_INPUT, "unknown parameter: %s, there are timelimit and tt_bytes",
                       request->arguments[0]);
    }
    return CW_OK;
}

const cw_gtp_command cw_htp_solver_commands[] = {
    {"param_dfpn", "[NAME VALUE]", 0, run_param},
    {"dfpn-solve-state", "COLOR", 1, run_solve_state},
    {"dfpn-get-pv", "COLOR", 1, run_get_pv},
    {"dfpn-solver-find-winning", "COLOR", 1, run_find_winning},
    {"dfpn-get-bounds", "COLOR", 1, run_get_bounds},
    {"dfpn-clear-tt", "", 0, run_clear_table},
    {"param_dfs", "[NAME VALUE]", 0, run_param},
    {"dfs-solve-state", "COLOR", 1, run_solve_state},
    {"dfs-get-pv", "COLOR", 1, run_get_pv},
    {"dfs-solver-find-winning", "COLOR", 1, run_find_winning},
    {"dfs-get-bounds", "COLOR", 1, run_get_bounds},
    {"dfs-clear-tt", "", 0, run_clear_table},
    {NULL, NULL, 0, NULL},
};

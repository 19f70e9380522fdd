/* HTP: what the evaluators say about a position. */
#include <math.h>

#include "games/hex/circuit.h"
#include "protocol/htp.h"

void cw_htp_forget_knowledge(cw_htp *htp) {
    htp->knowledge = NULL;
}

/* ---- Evaluation ---- */

/* The logarithm of the ratio of resistances, good for the colour when positive, and both resistances. */
static cw_status run_eval_resist(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                 cw_error *error) {
    int color;
    double resistance[2];
    cw_status status = cw_htp_read_color(request, 0, &color, error);
    for (int side = 0; side < 2 && status == CW_OK; side++)
        status = cw_hex_resistance(cw_htp_board(gtp), cw_record_state(gtp->record), side, &resistance[side],
                                   NULL, error);
    if (status == CW_OK)
        cw_text_printf(answer, "%.6g (black %.6g, white %.6g)",
                       log(resistance[color ^ 1] / resistance[color]), resistance[CW_HEX_BLACK],
                       resistance[CW_HEX_WHITE]);
    return status;
}

static cw_status run_eval_resist_cells(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                       cw_error *error) {
    const cw_hex_board *board = cw_htp_board(gtp);
    int color;
    double resistance, potentials[CW_HEX_CELLS_MAX];
    cw_status status = cw_htp_read_color(request, 0, &color, error);
    if (status == CW_OK)
        status =
            cw_hex_resistance(board, cw_record_state(gtp->record), color, &resistance, potentials, error);
    for (int cell = 0; status == CW_OK && cell < board->cell_limit; cell++) {
        char name[4];
        if (!cw_hex_set_has(&board->cells, cell) ||
            !cw_hex_is_empty(board, cw_record_state(gtp->record), cell))
            continue;
        cw_hex_print_cell(board, cell, name);
        cw_text_printf(answer, " %s %.3f", name, potentials[cell]);
    }
    return status;
}

/* The empty cells that each side still needs on its shortest path. */
static cw_status run_eval_twod(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    int color;
    cw_status status = cw_htp_read_color(request, 0, &color, error);
    if (status != CW_OK)
        return status;
    int own = cw_hex_distance(cw_htp_board(gtp), cw_record_state(gtp->record), color);
    int other = cw_hex_distance(cw_htp_board(gtp), cw_record_state(gtp->record), color ^ 1);
    cw_text_printf(answer, "%d (own %d, other %d)", (other - own) / 2, own / 2, other / 2);
    return CW_OK;
}

const cw_gtp_command cw_htp_knowledge_commands[] = {
    {"eval-resist", "COLOR", 1, run_eval_resist},
    {"eval-resist-cells", "COLOR", 1, run_eval_resist_cells},
    {"eval-twod", "COLOR", 1, run_eval_twod},
    {NULL, NULL, 0, NULL},
};

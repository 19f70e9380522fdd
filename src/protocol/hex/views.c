/* HTP: what HexGui shows of Causeway: its menu of analyze commands, the values of the last search, and live
 * graphics while it thinks (GoGui's convention: a block from "gogui-gfx:" to an empty line, on stderr). */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "protocol/hex/htp.h"

enum { GRAPHICS_CELLS_MAX = 20, TOP_MOVES = 5 };

/* ---- Values of the last search ---- */

/* The colour that decided when the last thought began: values are its expected rewards. */
static int thinker(const cw_gtp *gtp) {
    const cw_record *record = gtp->record;
    int length = cw_record_length(record);
    bool was_played = length > 0 && cw_record_move(record, length - 1) == gtp->analysis.best;
    return cw_record_state_at(record, was_played ? length - 1 : length)->turn;
}

static void print_pair(const cw_gtp *gtp, cw_move move, cw_text *answer) {
    cw_text_append_char(answer, ' ');
    cw_gtp_print_move(gtp, move, answer);
    cw_text_append_char(answer, ' ');
}

static cw_status run_values(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)request, (void)error;
    for (int i = 0; i < gtp->analysis.candidate_count; i++) {
        const cw_candidate *candidate = &gtp->analysis.candidates[i];
        if (candidate->visits == 0 || candidate->at_most)
            continue;
        print_pair(gtp, candidate->move, answer);
        cw_text_printf(answer, "%.3f@%" PRIu64, candidate->value, candidate->visits);
    }
    return CW_OK;
}

static cw_status run_rave_values(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                 cw_error *error) {
    (void)request, (void)error;
    for (int i = 0; i < gtp->analysis.candidate_count; i++) {
        const cw_candidate *candidate = &gtp->analysis.candidates[i];
        if (candidate->rave_visits == 0)
            continue;
        print_pair(gtp, candidate->move, answer);
        cw_text_printf(answer, "%.3f@%" PRIu64, candidate->rave_value, candidate->rave_visits);
    }
    return CW_OK;
}

static cw_status run_bounds(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)request, (void)error;
    for (int i = 0; i < gtp->analysis.candidate_count; i++) {
        const cw_candidate *candidate = &gtp->analysis.candidates[i];
        if (candidate->proof == CW_PROOF_NONE)
            continue;
        print_pair(gtp, candidate->move, answer);
        cw_text_append(answer, candidate->proof == CW_PROOF_WIN ? "W" : "L");
    }
    return CW_OK;
}

static void print_line(const cw_gtp *gtp, const cw_analysis *analysis, cw_text *answer) {
    for (int i = 0; i < analysis->line_length; i++) {
        if (i > 0)
            cw_text_append_char(answer, ' ');
        cw_gtp_print_move(gtp, analysis->line[i], answer);
    }
}

static cw_status run_get_pv(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    (void)request, (void)error;
    print_line(gtp, &gtp->analysis, answer);
    return CW_OK;
}

/* Thinks for a colour and tells the best moves in order, each with its rank. */
static cw_status run_find_top_moves(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                    cw_error *error) {
    int color, before = cw_record_length(gtp->record);
    long wanted = request->count > 1 ? strtol(request->arguments[1], NULL, 10) : TOP_MOVES;
    cw_status status = cw_htp_read_color(request, 0, &color, error);
    if (status != CW_OK || cw_record_state(gtp->record)->winner >= 0)
        return status;
    status = cw_htp_give_turn(gtp, color, error);
    if (status == CW_OK)
        status = cw_gtp_think(gtp, error);
    for (int i = 0; status == CW_OK && i < gtp->analysis.candidate_count && i < wanted; i++) {
        print_pair(gtp, gtp->analysis.candidates[i].move, answer);
        cw_text_printf(answer, "%d", i + 1);
    }
    while (cw_record_length(gtp->record) > before)
        cw_record_undo(gtp->record, NULL);
    return status;
}

static cw_status run_search_statistics(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                       cw_error *error) {
    (void)request, (void)error;
    const cw_analysis *analysis = &gtp->analysis;
    cw_text_printf(answer,
                   "\nColor        %s\nValue        %.4f\nSimulations  %" PRIu64 "\nNodes        %" PRIu64
                   "\nDepth        %d\nTime         %.3f\nMemory       %zu\n",
                   cw_htp_color_name(thinker(gtp)), analysis->value, analysis->simulations, analysis->nodes,
                   analysis->depth, analysis->seconds, analysis->memory_bytes);
    if (analysis->note[0] != '\0')
        cw_text_printf(answer, "Note         %s\n", analysis->note);
    return CW_OK;
}

/* ---- Live graphics ---- */

/* The block that GoGui's convention wants, drawn while the engine thinks. */
static void write_graphics(const cw_gtp *gtp, const cw_analysis *analysis, cw_text *block) {
    int color = cw_record_state(gtp->record)->turn;
    int shown =
        analysis->candidate_count < GRAPHICS_CELLS_MAX ? analysis->candidate_count : GRAPHICS_CELLS_MAX;
    cw_text_append(block, "gogui-gfx:\nVAR");
    for (int i = 0; i < analysis->line_length; i++) {
        if (analysis->line[i] == CW_HEX_SWAP)
            break;
        cw_text_append(block, (color ^ (i & 1)) == CW_HEX_BLACK ? " B " : " W ");
        cw_gtp_print_move(gtp, analysis->line[i], block);
    }
    cw_text_append(block, "\nINFLUENCE");
    for (int i = 0; i < shown; i++) {
        if (analysis->candidates[i].move == CW_HEX_SWAP)
            continue;
        print_pair(gtp, analysis->candidates[i].move, block);
        cw_text_printf(block, "%.2f", 2 * analysis->candidates[i].value - 1);
    }
    cw_text_append(block, "\nLABEL");
    for (int i = 0; i < shown; i++) {
        if (analysis->candidates[i].move == CW_HEX_SWAP)
            continue;
        print_pair(gtp, analysis->candidates[i].move, block);
        cw_text_printf(block, "%" PRIu64, analysis->candidates[i].visits);
    }
    cw_text_printf(block, "\nTEXT Simulations=%" PRIu64 " Value=%.3f\n\n", analysis->simulations,
                   analysis->value);
}

static void show_graphics(const cw_analysis *analysis, void *payload) {
    cw_text block = {0};
    write_graphics(payload, analysis, &block);
    fwrite(cw_text_string(&block), 1, block.length, stderr);
    fflush(stderr);
    cw_text_free(&block);
}

void cw_htp_set_live_graphics(cw_gtp *gtp, bool on) {
    cw_htp_of(gtp)->live_graphics = on;
    gtp->progress = on ? show_graphics : NULL;
    gtp->progress_payload = on ? gtp : NULL;
}

/* ---- The menu ---- */

static cw_status run_analyze_commands(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                      cw_error *error) {
    static const char *const lines[] = {
        "pspairs/Search Values/mohex-values",
        "pspairs/Search RAVE Values/mohex-rave-values",
        "pspairs/Search Bounds/mohex-bounds",
        "var/Search Line/mohex-get-pv",
        "pspairs/Search Top Moves/mohex-find-top-moves %c",
        "string/Search Statistics/mohex-search-statistics",
        "move/Think/reg_genmove %m",
        "string/Circuit Value/eval-resist %c",
        "pspairs/Circuit Potentials/eval-resist-cells %c",
        "string/Shortest Paths/eval-twod %c",
        "inferior/Build Connections/vc-build %c",
        "plist/Must Play/vc-get-mustplay %c",
        "vc/Full Between/vc-between-cells-full %c %P",
        "vc/Semi Between/vc-between-cells-semi %c %P",
        "plist/Full To/vc-connected-to-full %c %P",
        "plist/Semi To/vc-connected-to-semi %c %P",
        "plist/Union Full/vc-union-full %c %P",
        "plist/Union Semi/vc-union-semi %c %P",
        "plist/Intersection Full/vc-intersection-full %c %P",
        "plist/Intersection Semi/vc-intersection-semi %c %P",
        "plist/Maintenance Responses/vc-maintenance-responses %p",
        "inferior/Inferior Cells/compute-inferior %c",
        "inferior/Fill-in/compute-fillin %c",
        "string/Solve/dfpn-solve-state %c",
        "var/Solution Line/dfpn-get-pv %c",
        "plist/Winning Moves/dfpn-solver-find-winning %c",
        "param/Game Options/param_game",
        "param/Player Options/param_player",
        "string/Solver Bounds/dfpn-get-bounds %c",
        "none/Solver Clear/dfpn-clear-tt",
        "param/MoHex Options/param_mohex",
        "param/Connection Options/param_player_vc",
        "param/Inferior Cell Options/param_player_ice",
        "param/Solver Options/param_dfpn",
    };
    (void)request, (void)error;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        /* The command is the word after the second slash; what is not there is not offered. */
        char name[64];
        if (sscanf(lines[i], "%*[^/]/%*[^/]/%63s", name) == 1 && cw_gtp_find_command(gtp, name) != NULL)
            cw_text_printf(answer, "%s\n", lines[i]);
    }
    return CW_OK;
}

const cw_gtp_command cw_htp_view_commands[] = {
    {"hexgui-analyze_commands", "", 0, run_analyze_commands},
    {"gogui-analyze_commands", "", 0, run_analyze_commands},
    {"mohex-values", "", 0, run_values},
    {"mohex-rave-values", "", 0, run_rave_values},
    {"mohex-bounds", "", 0, run_bounds},
    {"mohex-get-pv", "", 0, run_get_pv},
    {"mohex-find-top-moves", "COLOR [COUNT]", 1, run_find_top_moves},
    {"mohex-search-statistics", "", 0, run_search_statistics},
    {NULL, NULL, 0, NULL},
};

/* HTP: what Causeway knows about a position: evaluation, connections, inferior cells. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "games/hex/circuit.h"
#include "games/hex/inferior.h"
#include "games/hex/limits.h"
#include "protocol/hex/htp.h"

enum { LISTED_MAX = 64 };

/* Everything there is room for. */
const cw_option cw_htp_reasoning_options[] = {
    CW_HEX_LIMIT_OPTIONS("8", "16", "8", "4"),
    {.name = "fill",
     .type = CW_OPTION_SWITCH,
     .standard = "on",
     .help = "give dead and captured cells to their colour before must-play regions are found"},
    {.name = NULL},
};

/* Connections of the position they were last asked about. */
typedef struct view {
    cw_hex_connections *connections; /* NULL before the first question */
    uint64_t zobrist;                /* of the stones */
} view;

/* Queries get the connections of the stones as they lie, view 0; the must-play region is found after fill-in,
 * which makes it smaller, in view 1. */
typedef struct knowledge {
    view views[2];
} knowledge;

void cw_htp_forget_knowledge(cw_htp *htp) {
    knowledge *known = htp->knowledge;
    for (int i = 0; known != NULL && i < 2; i++)
        cw_hex_connections_destroy(known->views[i].connections);
    free(known);
    htp->knowledge = NULL;
}

/* ---- Words ---- */

static void position_stones(const cw_gtp *gtp, cw_hex_set stones[2]) {
    for (int color = CW_HEX_BLACK; color <= CW_HEX_WHITE; color++)
        cw_hex_stones_set(cw_htp_board(gtp), cw_record_state(gtp->record), color, &stones[color]);
}

static const char *const edge_names[] = {"north", "south", "west", "east"};

/* A cell, or one of the four edges. */
static cw_status read_endpoint(const cw_gtp *gtp, const cw_gtp_request *request, int index, int *endpoint,
                               cw_error *error) {
    *endpoint = CW_HEX_NO_CELL;
    for (int edge = CW_HEX_NORTH; edge <= CW_HEX_EAST && index < request->count; edge++) {
        if (strcasecmp(request->arguments[index], edge_names[edge]) == 0)
            *endpoint = CW_HEX_ENDPOINT_EDGE + edge;
    }
    return *endpoint == CW_HEX_NO_CELL ? cw_htp_read_cell(gtp, request, index, endpoint, error) : CW_OK;
}

static void print_endpoint(const cw_gtp *gtp, int endpoint, cw_text *answer) {
    char name[4];
    if (endpoint >= CW_HEX_ENDPOINT_EDGE) {
        cw_text_append(answer, edge_names[endpoint - CW_HEX_ENDPOINT_EDGE]);
        return;
    }
    cw_hex_print_cell(cw_htp_board(gtp), endpoint, name);
    cw_text_append(answer, name);
}

/* Each cell of a set with a space before it and, unless NULL, a mark after it. */
static void print_cells(const cw_gtp *gtp, const cw_hex_set *cells, const char *mark, cw_text *answer) {
    const cw_hex_board *board = cw_htp_board(gtp);
    for (int cell = 0; cell < board->cell_limit; cell++) {
        char name[4];
        if (!cw_hex_set_has(&board->cells, cell) || !cw_hex_set_has(cells, cell))
            continue;
        cw_hex_print_cell(board, cell, name);
        cw_text_printf(answer, " %s%s%s", name, mark != NULL ? " " : "", mark != NULL ? mark : "");
    }
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

/* ---- Connections ---- */

/* The connections of the present position, found now unless they are at hand. */
static cw_status look_up(cw_gtp *gtp, bool fill, cw_hex_connections **connections, cw_error *error) {
    cw_htp *htp = cw_htp_of(gtp);
    if (htp->knowledge == NULL)
        htp->knowledge = calloc(1, sizeof(knowledge));
    if (htp->knowledge == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for connections");
    view *asked = &((knowledge *)htp->knowledge)->views[fill];
    uint64_t zobrist = cw_record_state(gtp->record)->zobrist;
    bool is_new = asked->connections == NULL;
    if (is_new) {
        const cw_hex_limits limits = cw_hex_limits_read(&htp->reasoning, cw_htp_reasoning_options);
        cw_status status = cw_hex_connections_create(cw_htp_board(gtp), &limits, &asked->connections, error);
        if (status != CW_OK)
            return status;
    }
    if (is_new || asked->zobrist != zobrist) {
        cw_hex_set stones[2];
        position_stones(gtp, stones);
        cw_hex_connections_build(asked->connections, stones, fill);
        asked->zobrist = zobrist;
    }
    *connections = asked->connections;
    return CW_OK;
}

static void print_inferior(cw_gtp *gtp, int color, bool fill_only, cw_text *answer) {
    const cw_hex_board *board = cw_htp_board(gtp);
    cw_hex_set stones[2];
    cw_hex_inferior *inferior = malloc(sizeof *inferior);
    if (inferior == NULL) {
        answer->out_of_memory = true;
        return;
    }
    position_stones(gtp, stones);
    cw_hex_find_inferior(board, stones, color, inferior);
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++) {
        inferior->filled[CW_HEX_BLACK].word[i] &= ~inferior->dead.word[i];
        inferior->filled[CW_HEX_WHITE].word[i] &= ~inferior->dead.word[i];
    }
    print_cells(gtp, &inferior->dead, "id", answer);
    print_cells(gtp, &inferior->filled[CW_HEX_BLACK], "fb", answer);
    print_cells(gtp, &inferior->filled[CW_HEX_WHITE], "fw", answer);
    for (int cell = 0; !fill_only && cell < board->cell_limit; cell++) {
        bool vulnerable = cw_hex_set_has(&inferior->vulnerable, cell);
        if (!vulnerable && !cw_hex_set_has(&inferior->dominated, cell))
            continue;
        char name[4], reason[4];
        cw_hex_print_cell(board, cell, name);
        cw_hex_print_cell(board, inferior->reason[cell], reason);
        cw_text_printf(answer, " %s %s[%s]", name, vulnerable ? "iv" : "ii", reason);
    }
    free(inferior);
}

/* Finds the connections and answers with the marks of inferior cells. */
static cw_status run_vc_build(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    int color;
    cw_hex_connections *connections;
    cw_status status = cw_htp_read_color(request, 0, &color, error);
    if (status == CW_OK)
        status = look_up(gtp, false, &connections, error);
    if (status == CW_OK)
        print_inferior(gtp, color, false, answer);
    return status;
}

/* compute-inferior and compute-fillin. */
static cw_status run_compute(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    int color;
    cw_status status = cw_htp_read_color(request, 0, &color, error);
    if (status == CW_OK)
        print_inferior(gtp, color, strstr(request->name, "fillin") != NULL, answer);
    return status;
}

static cw_status run_vc_get_mustplay(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                     cw_error *error) {
    int color;
    cw_hex_connections *connections;
    cw_hex_set cells;
    cw_status status = cw_htp_read_color(request, 0, &color, error);
    if (status == CW_OK)
        status = look_up(gtp, cw_options_switch(&cw_htp_of(gtp)->reasoning, "fill"), &connections, error);
    if (status != CW_OK)
        return status;
    cw_hex_connections_must_play(connections, color, &cells);
    print_cells(gtp, &cells, NULL, answer);
    return CW_OK;
}

/* What the queries about connections ask: the kind is in the command's name. */
typedef struct query {
    int color, from, to;
    cw_hex_connection_kind kind;
    cw_hex_connections *connections;
} query;

static cw_status read_query(cw_gtp *gtp, const cw_gtp_request *request, int endpoints, query *asked,
                            cw_error *error) {
    *asked = (query){.kind = strstr(request->name, "semi") != NULL ? CW_HEX_SEMI : CW_HEX_FULL};
    cw_status status = cw_htp_read_color(request, 0, &asked->color, error);
    if (status == CW_OK)
        status = read_endpoint(gtp, request, 1, &asked->from, error);
    if (status == CW_OK && endpoints > 1)
        status = read_endpoint(gtp, request, 2, &asked->to, error);
    return status == CW_OK ? look_up(gtp, false, &asked->connections, error) : status;
}

/* One a line, in MoHex's order: colour, ends, kind, rule, number of cells, the carrier, and a semi's key. */
static cw_status run_vc_between(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                cw_error *error) {
    query asked;
    cw_status status = read_query(gtp, request, 2, &asked, error);
    if (status != CW_OK)
        return status;
    cw_hex_connection list[LISTED_MAX];
    int count = cw_hex_connections_between(asked.connections, asked.color, asked.from, asked.to, asked.kind,
                                           list, LISTED_MAX);
    for (int i = 0; i < count; i++) {
        int cells = 0;
        for (int word = 0; word < CW_HEX_WIDE_WORDS; word++)
            cells += __builtin_popcountll(list[i].carrier.word[word]);
        cw_text_printf(answer, "\n%s ", cw_htp_color_name(asked.color));
        print_endpoint(gtp, asked.from, answer);
        cw_text_append_char(answer, ' ');
        print_endpoint(gtp, asked.to, answer);
        cw_text_printf(answer, " %s %s %d [", asked.kind == CW_HEX_FULL ? "full" : "semi",
                       asked.kind == CW_HEX_FULL ? "or" : "and", cells);
        print_cells(gtp, &list[i].carrier, NULL, answer);
        cw_text_append(answer, " ]");
        if (asked.kind == CW_HEX_SEMI) {
            cw_text_append_char(answer, ' ');
            print_endpoint(gtp, list[i].key, answer);
        }
    }
    return CW_OK;
}

static cw_status run_vc_connected_to(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                     cw_error *error) {
    query asked;
    cw_hex_set cells;
    cw_status status = read_query(gtp, request, 1, &asked, error);
    if (status != CW_OK)
        return status;
    unsigned edges =
        cw_hex_connections_linked(asked.connections, asked.color, asked.from, asked.kind, &cells);
    for (int edge = CW_HEX_NORTH; edge <= CW_HEX_EAST; edge++) {
        if (edges >> edge & 1)
            cw_text_printf(answer, " %s", edge_names[edge]);
    }
    print_cells(gtp, &cells, NULL, answer);
    return CW_OK;
}

/* vc-union-* and vc-intersection-*. */
static cw_status run_vc_combine(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                cw_error *error) {
    query asked;
    cw_hex_set all, common;
    cw_status status = read_query(gtp, request, 2, &asked, error);
    if (status != CW_OK)
        return status;
    cw_hex_connections_combine(asked.connections, asked.color, asked.from, asked.to, asked.kind, &all,
                               &common);
    print_cells(gtp, strstr(request->name, "union") != NULL ? &all : &common, NULL, answer);
    return CW_OK;
}

/* Where the colour that is not to move can answer a stone on the cell. */
static cw_status run_vc_responses(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                  cw_error *error) {
    int cell;
    cw_hex_connections *connections;
    cw_hex_set responses;
    cw_status status = cw_htp_read_cell(gtp, request, 0, &cell, error);
    if (status == CW_OK)
        status = look_up(gtp, false, &connections, error);
    if (status != CW_OK)
        return status;
    int owner = cw_record_state(gtp->record)->turn ^ 1;
    cw_hex_connections_responses(connections, owner, cell, &responses);
    print_cells(gtp, &responses, NULL, answer);
    return CW_OK;
}

const cw_gtp_command cw_htp_knowledge_commands[] = {
    {"eval-resist", "COLOR", 1, run_eval_resist},
    {"eval-resist-cells", "COLOR", 1, run_eval_resist_cells},
    {"eval-twod", "COLOR", 1, run_eval_twod},
    {"compute-inferior", "COLOR", 1, run_compute},
    {"compute-fillin", "COLOR", 1, run_compute},
    {"vc-build", "COLOR", 1, run_vc_build},
    {"vc-get-mustplay", "COLOR", 1, run_vc_get_mustplay},
    {"vc-between-cells-full", "COLOR CELL CELL", 3, run_vc_between},
    {"vc-between-cells-semi", "COLOR CELL CELL", 3, run_vc_between},
    {"vc-connected-to-full", "COLOR CELL", 2, run_vc_connected_to},
    {"vc-connected-to-semi", "COLOR CELL", 2, run_vc_connected_to},
    {"vc-union-full", "COLOR CELL CELL", 3, run_vc_combine},
    {"vc-union-semi", "COLOR CELL CELL", 3, run_vc_combine},
    {"vc-intersection-full", "COLOR CELL CELL", 3, run_vc_combine},
    {"vc-intersection-semi", "COLOR CELL CELL", 3, run_vc_combine},
    {"vc-maintenance-responses", "CELL", 1, run_vc_responses},
    {NULL, NULL, 0, NULL},
};

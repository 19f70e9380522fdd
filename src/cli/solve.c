/* `causeway solve`: the exact value of a Hex position, and maps of winning moves. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/position.h"
#include "core/clock.h"
#include "games/hex/solver.h"
#include "games/registry.h"

static const double progress_interval_seconds = 0.5;

static const char *const color_names[2] = {"black", "white"};

/* One question and what is needed to answer it. */
typedef struct task {
    const cli_arguments *arguments;
    cli_position position;
    const cw_hex_board *board;
    const cw_state *state;
    cw_hex_set stones[2];
    cw_hex_solver *solver;
    cw_hex_budget budget;
    double shown; /* when progress was last written, in seconds */
} task;

/* ---- Progress and interruption ---- */

static volatile sig_atomic_t interrupted;

static void interrupt(int signal_number) {
    (void)signal_number;
    interrupted = 1;
}

static bool proceed(const cw_hex_progress *progress, void *payload) {
    task *self = payload;
    double now = cw_clock_now();
    if (now - self->shown >= progress_interval_seconds && isatty(STDERR_FILENO)) {
        self->shown = now;
        fprintf(stderr,
                "\r%.0f s, %" PRIu64 " positions, %zu MB, proof numbers %" PRIu32 " and %" PRIu32 "\033[K",
                progress->seconds, progress->nodes, progress->bytes >> 20, progress->win, progress->loss);
        fflush(stderr);
    }
    return !interrupted;
}

static void clear_progress(const task *self) {
    if (self->shown > 0)
        fprintf(stderr, "\r\033[K");
}

/* ---- What was reached ---- */

static const char *stop_reason(const cw_hex_progress *progress) {
    if (progress->out_of_memory)
        return "memory";
    return interrupted ? "interrupted" : "time";
}

static void print_reached(const cw_hex_progress *progress, cw_text *text) {
    cw_text_printf(text, "unknown: stopped by %s after %.1f s, %" PRIu64 " positions, %zu MB\n",
                   stop_reason(progress), progress->seconds, progress->nodes, progress->bytes >> 20);
}

static json_t *progress_json(const cw_hex_progress *progress) {
    return json_pack("{s:f, s:I, s:I}", "seconds", progress->seconds, "positions",
                     (json_int_t)progress->nodes, "bytes", (json_int_t)progress->bytes);
}

static json_t *cell_json(const cw_hex_board *board, int cell) {
    char name[4];
    cw_hex_print_cell(board, cell, name);
    return json_string(name);
}

/* ---- One value ---- */

static json_t *value_json(const task *self, const cw_hex_solution *found, const int *line, int length) {
    json_t *object =
        json_pack("{s:i, s:s}", "size", self->board->size, "to_move", color_names[self->state->turn]);
    json_object_set_new(object, "winner",
                        found->winner < 0 ? json_null() : json_string(color_names[found->winner]));
    if (found->winner < 0)
        json_object_set_new(object, "stopped_by", json_string(stop_reason(&found->progress)));
    json_t *moves = json_array();
    for (int i = 0; i < length; i++)
        json_array_append_new(moves, cell_json(self->board, line[i]));
    json_object_set_new(object, "line", moves);
    json_object_set_new(object, "reached", progress_json(&found->progress));
    return object;
}

static void print_value(const task *self, const cw_hex_solution *found, const int *line, int length,
                        cw_text *text) {
    if (found->winner < 0) {
        print_reached(&found->progress, text);
        return;
    }
    if (self->state->winner >= 0) {
        cw_text_printf(text, "%s has won\n", color_names[found->winner]);
        return;
    }
    cw_text_printf(text, "%s wins, with %s to move\n", color_names[found->winner],
                   color_names[self->state->turn]);
    if (length > 0)
        cw_text_append(text, "line:");
    for (int i = 0; i < length; i++) {
        char name[4];
        cw_hex_print_cell(self->board, line[i], name);
        cw_text_printf(text, " %s", name);
    }
    if (length > 0)
        cw_text_append_char(text, '\n');
    cw_text_printf(text, "%" PRIu64 " positions in %.2f s\n", found->progress.nodes, found->progress.seconds);
}

/* The position after the line, as a picture. */
static void line_svg(const task *self, const int *line, int length, cw_text *text) {
    cw_state *state = cw_game_alloc_states(self->position.game, 1);
    cw_scene scene = {0};
    if (state == NULL) {
        text->out_of_memory = true;
        return;
    }
    memcpy(state, self->state, self->position.game->state_size);
    for (int i = 0; i < length; i++)
        self->position.game->type->play(self->position.game, state, (cw_move)line[i]);
    cw_game_draw(self->position.game, state, &scene);
    for (int i = 0; i < scene.cell_count; i++)
        for (int move = 0; move < length; move++)
            if (cw_hex_cell(self->board, scene.cells[i].q, scene.cells[i].r) == line[move])
                snprintf(scene.cells[i].glyph, sizeof scene.cells[i].glyph, "%u",
                         (unsigned)(move + 1) % 1000);
    cw_scene_svg(&scene, text);
    text->out_of_memory |= scene.out_of_memory;
    cw_scene_free(&scene);
    free(state);
}

static cw_status solve_value(task *self, cw_text *svg, cw_text *text, json_t **json) {
    cw_hex_solution found;
    int line[CW_HEX_LINE_MAX], length = 0;
    cw_hex_solver_solve(self->solver, self->stones, self->state->turn, &self->budget, &found);
    if (found.winner >= 0)
        length = cw_hex_solver_line(self->solver, self->stones, self->state->turn, &self->budget, line);
    clear_progress(self);
    line_svg(self, line, length, svg);
    print_value(self, &found, line, length, text);
    *json = value_json(self, &found, line, length);
    return CW_OK;
}

/* ---- A map ---- */

static bool is_empty_cell(const task *self, int cell) {
    return cw_hex_set_has(&self->board->cells, cell) && cw_hex_is_empty(self->board, self->state, cell);
}

static char value_sign(const task *self, const int8_t *values, int cell) {
    if (!is_empty_cell(self, cell))
        return cw_hex_has_stone(self->board, self->state, CW_HEX_BLACK, cell) ? 'b' : 'w';
    return values[cell] < 0 ? '?' : values[cell] ? '*' : '.';
}

static void print_map(const task *self, const int8_t *values, bool complete, const cw_hex_progress *progress,
                      cw_text *text) {
    for (int row = 0; row < self->board->size; row++) {
        cw_text_printf(text, "%*s", row, "");
        for (int column = 0; column < self->board->size; column++)
            cw_text_printf(text, "%s%c", column > 0 ? " " : "",
                           value_sign(self, values, cw_hex_cell(self->board, column, row)));
        cw_text_append_char(text, '\n');
    }
    if (!complete)
        print_reached(progress, text);
}

static json_t *map_json(const task *self, const int8_t *values, bool complete,
                        const cw_hex_progress *progress) {
    json_t *winning = json_array(), *unknown = json_array();
    for (int cell = 0; cell < self->board->cell_limit; cell++) {
        if (!is_empty_cell(self, cell) || values[cell] == 0)
            continue;
        json_array_append_new(values[cell] > 0 ? winning : unknown, cell_json(self->board, cell));
    }
    json_t *object = json_pack("{s:i, s:o}", "size", self->board->size, "winning", winning);
    if (complete) {
        json_decref(unknown);
        return object;
    }
    json_object_set_new(object, "unknown", unknown);
    json_object_set_new(object, "stopped_by", json_string(stop_reason(progress)));
    json_object_set_new(object, "reached", progress_json(progress));
    return object;
}

/* The board with a mark on each winning move. */
static void map_svg(const task *self, const int8_t *values, cw_text *text) {
    cw_scene scene = {0};
    cw_game_draw(self->position.game, self->state, &scene);
    for (int i = 0; i < scene.cell_count; i++) {
        cw_scene_cell *drawn = &scene.cells[i];
        int cell = cw_hex_cell(self->board, drawn->q, drawn->r);
        if (!is_empty_cell(self, cell))
            continue;
        snprintf(drawn->glyph, sizeof drawn->glyph, "%s", values[cell] < 0 ? "?" : values[cell] ? "*" : "");
        if (values[cell] > 0)
            drawn->fill = CW_COLOR_GREEN;
    }
    cw_text_printf(&scene.caption, "; * wins");
    cw_scene_svg(&scene, text);
    text->out_of_memory |= scene.out_of_memory;
    cw_scene_free(&scene);
}

static cw_status solve_map(task *self, cw_text *svg, cw_text *text, json_t **json) {
    int8_t values[CW_HEX_CELLS_MAX];
    cw_hex_progress progress =
        cw_hex_solver_map(self->solver, self->stones, self->state->turn, &self->budget, values);
    bool complete = true;
    for (int cell = 0; cell < self->board->cell_limit; cell++)
        complete = complete && !(is_empty_cell(self, cell) && values[cell] < 0);
    clear_progress(self);
    map_svg(self, values, svg);
    print_map(self, values, complete, &progress, text);
    *json = map_json(self, values, complete, &progress);
    return CW_OK;
}

/* ---- The command ---- */

static cw_status answer(task *self, cw_error *error) {
    cw_text svg = {0}, text = {0};
    json_t *json = NULL;
    cw_status status = cli_given(self->arguments, "--map") ? solve_map(self, &svg, &text, &json)
                                                           : solve_value(self, &svg, &text, &json);
    if (status == CW_OK && cli_given(self->arguments, "--svg"))
        status = cli_write_file(cli_value(self->arguments, "--svg"), &svg, error);
    cw_text_free(&svg);
    if (status == CW_OK && cli_given(self->arguments, "--json"))
        status = cli_print_json(json_incref(json), error);
    else if (status == CW_OK)
        status = cli_print(&text, error);
    cw_text_free(&text);
    json_decref(json);
    return status;
}

/* Is this a question that the solver understands? */
static cw_status check(const task *self, cw_error *error) {
    if (self->position.game->type != &cw_hex_game)
        return cw_fail(error, CW_UNSUPPORTED, "solve knows only hex, not %s: try 'causeway solve hex:size=5'",
                       self->position.game->type->name);
    if (cw_hex_board_of(self->position.game)->swap != CW_HEX_SWAP_OFF)
        return cw_fail(error, CW_UNSUPPORTED,
                       "solve gives values without swapping: leave out swap, or say swap=off");
    return CW_OK;
}

static cw_status prepare(task *self, cw_error *error) {
    static const cw_option time = {.type = CW_OPTION_DURATION, .low = 0, .high = 1e9, .standard = "0"};
    int64_t megabytes;
    cw_status status = check(self, error);
    if (status == CW_OK)
        status = cli_number(self->arguments, "--time", &time, &self->budget.seconds, error);
    if (status == CW_OK)
        status = cli_integer(self->arguments, "--memory", 1, 1 << 20, 1024, &megabytes, error);
    if (status != CW_OK)
        return status;
    self->board = cw_hex_board_of(self->position.game);
    self->state = cw_record_state(self->position.record);
    cw_hex_stones_set(self->board, self->state, CW_HEX_BLACK, &self->stones[CW_HEX_BLACK]);
    cw_hex_stones_set(self->board, self->state, CW_HEX_WHITE, &self->stones[CW_HEX_WHITE]);
    self->budget.watch = (cw_hex_watch){proceed, self};
    return cw_hex_solver_create(self->board, (size_t)megabytes << 20, &self->solver, error);
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    task self = {.arguments = arguments};
    cw_status status =
        cli_position_open(&self.position, cli_operand(arguments, 0), cli_value(arguments, "--moves"), error);
    if (status != CW_OK)
        return status;
    status = prepare(&self, error);
    if (status == CW_OK) {
        struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND}, before;
        sigaction(SIGINT, &action, &before);
        status = answer(&self, error);
        sigaction(SIGINT, &before, NULL);
    }
    cw_hex_solver_destroy(self.solver);
    cli_position_close(&self.position);
    return status;
}

static const cli_option options[] = {
    CLI_MOVES_OPTION,
    {.name = "--map", .help = "the value of every move: * wins, . loses"},
    {.name = "--json", .help = "one object; with --map {\"size\": 5, \"winning\": [\"e1\", ...]}"},
    {.name = "--svg",
     .value = "FILE",
     .help = "also save the map, or the position after the line, as a picture"},
    {.name = "--time",
     .value = "DURATION",
     .help = "stop after this long and say what was reached (0: never)"},
    {.name = "--memory", .value = "MB", .help = "most memory to use (default 1024)"},
    {.name = NULL},
};

const cli_command cli_solve_command = {
    .name = "solve",
    .operands = "GAME",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "the exact value of a Hex position, with a line of best play",
    .details = "Proof-number search with virtual connections and inferior cells. Swapping is left out.",
    .examples = "causeway solve hex:size=7\n"
                "causeway solve hex:size=5 --moves \"a1 c3\"\n"
                "causeway solve hex:size=6 --map --svg openings.svg",
    .options = options,
    .run = run,
};

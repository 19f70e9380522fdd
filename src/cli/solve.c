/* `causeway solve`: the exact value of a position, and maps of winning moves, where a game has a solver. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/position.h"
#include "core/clock.h"

static const double progress_interval_seconds = 0.5;

enum { LINE_MAX_MOVES = 1024 };

/* One question and what is needed to answer it. */
typedef struct task {
    const cli_arguments *arguments;
    cli_position position;
    const cw_game *game;
    const cw_state *state;
    const cw_solver *solver;
    void *context;
    cw_solver_budget budget;
    double shown; /* when progress was last written, in seconds */
} task;

/* What the solver found. */
typedef struct answer {
    int winner; /* a player, or -1: unknown */
    cw_solver_progress progress;
    cw_move *line;
    int length;
    cw_state *after; /* the position behind the line */
    json_t *texts;   /* of its moves */
} answer;

/* ---- Progress and interruption ---- */

static bool proceed(const cw_solver_progress *progress, void *payload) {
    task *self = payload;
    double now = cw_clock_now();
    if (now - self->shown >= progress_interval_seconds && isatty(STDERR_FILENO)) {
        self->shown = now;
        fprintf(stderr,
                "\r%.0f s, %" PRIu64 " positions, %zu MB, proof numbers %" PRIu32 " and %" PRIu32 "\033[K",
                progress->seconds, progress->nodes, progress->bytes >> 20, progress->win, progress->loss);
        fflush(stderr);
    }
    return !cli_is_interrupted();
}

static void clear_progress(const task *self) {
    if (self->shown > 0)
        fprintf(stderr, "\r\033[K");
}

/* ---- What was reached ---- */

static const char *stop_reason(const cw_solver_progress *progress) {
    if (progress->out_of_memory)
        return "memory";
    return cli_is_interrupted() ? "interrupt" : "time";
}

static void print_reached(const cw_solver_progress *progress, cw_text *text) {
    cw_text_printf(text, "unknown: stopped by %s after %.1f s, %" PRIu64 " positions, %zu MB\n",
                   stop_reason(progress), progress->seconds, progress->nodes, progress->bytes >> 20);
}

static json_t *progress_json(const cw_solver_progress *progress) {
    return json_pack("{s:f, s:I, s:I}", "seconds", progress->seconds, "positions",
                     (json_int_t)progress->nodes, "bytes", (json_int_t)progress->bytes);
}

/* The name of a player's colour. */
static const char *seat_name(const task *self, int player) {
    return self->game->seats[cw_game_seat(self->game, self->state, player)].name;
}

/* Boards have a size in most games that are solved. */
static json_t *begin_json(const task *self) {
    json_t *object = json_object();
    if (cw_options_find(&self->game->options, "size") != NULL)
        json_object_set_new(object, "size", json_integer(cw_options_integer(&self->game->options, "size")));
    return object;
}

/* The first cell that a person touches to make the move; false: none. */
static bool cell_of_move(const task *self, const cw_state *state, cw_move move, int *q, int *r) {
    cw_pick picks[CW_PICKS_MAX];
    int count = self->game->type->picks(self->game, state, move, picks);
    if (count == 0 || picks[0].kind != CW_PICK_CELL)
        return false;
    *q = picks[0].q;
    *r = picks[0].r;
    return true;
}

static cw_scene_cell *find_cell(cw_scene *scene, int q, int r) {
    for (int i = 0; i < scene->cell_count; i++) {
        if (scene->cells[i].q == q && scene->cells[i].r == r)
            return &scene->cells[i];
    }
    return NULL;
}

static void finish_svg(cw_scene *scene, cw_text *text) {
    cw_scene_svg(scene, text);
    text->out_of_memory |= scene->out_of_memory;
    cw_scene_free(scene);
}

/* ---- One value ---- */

static json_t *value_json(const task *self, const answer *found) {
    json_t *object = begin_json(self);
    int decider = self->game->type->to_decide(self->game, self->state);
    json_object_set_new(object, "to_move", decider < 0 ? json_null() : json_string(seat_name(self, decider)));
    json_object_set_new(object, "winner",
                        found->winner < 0 ? json_null() : json_string(seat_name(self, found->winner)));
    if (found->winner < 0)
        json_object_set_new(object, "stopped_by", json_string(stop_reason(&found->progress)));
    json_object_set(object, "line", found->texts);
    json_object_set_new(object, "reached", progress_json(&found->progress));
    return object;
}

static void print_value(const task *self, const answer *found, cw_text *text) {
    int decider = self->game->type->to_decide(self->game, self->state);
    if (found->winner < 0) {
        print_reached(&found->progress, text);
        return;
    }
    if (decider == CW_NOBODY) {
        cw_text_printf(text, "%s has won\n", seat_name(self, found->winner));
        return;
    }
    cw_text_printf(text, "%s wins, with %s to move\n", seat_name(self, found->winner),
                   seat_name(self, decider));
    if (found->length > 0)
        cw_text_append(text, "line:");
    for (int i = 0; i < found->length; i++)
        cw_text_printf(text, " %s", json_string_value(json_array_get(found->texts, (size_t)i)));
    if (found->length > 0)
        cw_text_append_char(text, '\n');
    cw_text_printf(text, "%" PRIu64 " position%s in %.2f s\n", found->progress.nodes,
                   found->progress.nodes == 1 ? "" : "s", found->progress.seconds);
}

/* The position after the line, as a picture with the moves' numbers. */
static void line_svg(const task *self, const answer *found, cw_text *text) {
    cw_scene scene = {0};
    int q, r;
    cw_game_draw(self->game, found->after, &scene);
    for (int move = 0; move < found->length; move++) {
        if (!cell_of_move(self, self->state, found->line[move], &q, &r))
            continue;
        cw_scene_cell *cell = find_cell(&scene, q, r);
        if (cell != NULL)
            snprintf(cell->glyph, sizeof cell->glyph, "%u", (unsigned)(move + 1) % 1000);
    }
    finish_svg(&scene, text);
}

/* Asks for the value and the line, and plays the line. */
static void find_value(task *self, answer *found) {
    found->winner = self->solver->solve(self->context, self->state, &self->budget, &found->progress);
    if (found->winner >= 0)
        found->length =
            self->solver->line(self->context, self->state, &self->budget, found->line, LINE_MAX_MOVES);
    memcpy(found->after, self->state, self->game->state_size);
    for (int i = 0; i < found->length; i++) {
        json_array_append_new(found->texts, cli_move_json(self->game, found->after, found->line[i]));
        self->game->type->play(self->game, found->after, found->line[i]);
    }
}

static cw_status solve_value(task *self, cw_text *svg, cw_text *text, json_t **json, cw_error *error) {
    answer found = {.line = malloc(sizeof(cw_move) * LINE_MAX_MOVES),
                    .after = cw_game_alloc_states(self->game, 1),
                    .texts = json_array()};
    cw_status status = CW_OK;
    if (found.line != NULL && found.after != NULL && found.texts != NULL) {
        find_value(self, &found);
        clear_progress(self);
        line_svg(self, &found, svg);
        print_value(self, &found, text);
        *json = value_json(self, &found);
    } else {
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for a line of moves");
    }
    json_decref(found.texts);
    free(found.after);
    free(found.line);
    return status;
}

/* ---- A map ---- */

/* The values of all moves. */
typedef struct value_map {
    cw_move *moves;
    int8_t *values;
    int count;
    bool complete;
    cw_solver_progress progress;
} value_map;

static char value_sign(int8_t value) {
    return value < 0 ? '?' : value > 0 ? '*' : '.';
}

/* The board with a sign on every cell that can be played. */
static void print_map(const task *self, const value_map *map, cw_text *text) {
    cw_scene scene = {0};
    int q, r;
    cw_game_draw(self->game, self->state, &scene);
    cw_text_clear(&scene.caption);
    for (int i = 0; i < scene.cell_count; i++)
        scene.cells[i].marks = 0;
    for (int i = 0; i < map->count; i++) {
        cw_scene_cell *cell =
            cell_of_move(self, self->state, map->moves[i], &q, &r) ? find_cell(&scene, q, r) : NULL;
        if (cell != NULL)
            snprintf(cell->glyph, sizeof cell->glyph, "%c", value_sign(map->values[i]));
    }
    cw_scene_print(&scene, (cw_scene_style){0}, text);
    if (!map->complete)
        print_reached(&map->progress, text);
    cw_scene_free(&scene);
}

static json_t *map_json(const task *self, const value_map *map) {
    json_t *winning = json_array(), *unknown = json_array();
    for (int i = 0; i < map->count; i++) {
        if (map->values[i] != 0)
            json_array_append_new(map->values[i] > 0 ? winning : unknown,
                                  cli_move_json(self->game, self->state, map->moves[i]));
    }
    json_t *object = begin_json(self);
    json_object_set_new(object, "winning", winning);
    if (map->complete) {
        json_decref(unknown);
        return object;
    }
    json_object_set_new(object, "unknown", unknown);
    json_object_set_new(object, "stopped_by", json_string(stop_reason(&map->progress)));
    json_object_set_new(object, "reached", progress_json(&map->progress));
    return object;
}

/* The board with a mark on each winning move. */
static void map_svg(const task *self, const value_map *map, cw_text *text) {
    cw_scene scene = {0};
    int q, r;
    cw_game_draw(self->game, self->state, &scene);
    for (int i = 0; i < map->count; i++) {
        cw_scene_cell *cell =
            cell_of_move(self, self->state, map->moves[i], &q, &r) ? find_cell(&scene, q, r) : NULL;
        if (cell == NULL)
            continue;
        snprintf(cell->glyph, sizeof cell->glyph, "%s",
                 map->values[i] < 0   ? "?"
                 : map->values[i] > 0 ? "*"
                                      : "");
        if (map->values[i] > 0)
            cell->fill = CW_COLOR_GREEN;
    }
    cw_text_printf(&scene.caption, "; * wins");
    finish_svg(&scene, text);
}

static cw_status solve_map(task *self, cw_text *svg, cw_text *text, json_t **json, cw_error *error) {
    value_map map = {.complete = true};
    map.moves = cli_position_moves(self->position.record, &map.count);
    map.values = calloc((size_t)map.count + 1, sizeof *map.values);
    if (map.moves == NULL || map.values == NULL) {
        free(map.moves);
        free(map.values);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a map");
    }
    map.progress =
        self->solver->values(self->context, self->state, &self->budget, map.moves, map.count, map.values);
    for (int i = 0; i < map.count; i++)
        map.complete = map.complete && map.values[i] >= 0;
    clear_progress(self);
    map_svg(self, &map, svg);
    print_map(self, &map, text);
    *json = map_json(self, &map);
    free(map.moves);
    free(map.values);
    return CW_OK;
}

/* ---- The command ---- */

static cw_status answer_question(task *self, cw_error *error) {
    cw_text svg = {0}, text = {0};
    json_t *json = NULL;
    cw_status status = cli_given(self->arguments, "--map") ? solve_map(self, &svg, &text, &json, error)
                                                           : solve_value(self, &svg, &text, &json, error);
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

/* The names of the games that have a solver. */
static cw_status no_solver(const cw_game *game, cw_error *error) {
    cw_text names = {0};
    for (int i = 0; i < cw_game_type_count(); i++) {
        if (cw_game_type_at(i)->solver != NULL)
            cw_text_printf(&names, "%s%s", names.length > 0 ? ", " : "", cw_game_type_at(i)->name);
    }
    cw_status status = cw_fail(error, CW_UNSUPPORTED, "solve knows only %s, not %s", cw_text_string(&names),
                               game->type->name);
    cw_text_free(&names);
    return status;
}

static cw_status prepare(task *self, cw_error *error) {
    static const cw_option time = {.type = CW_OPTION_DURATION, .low = 0, .high = 1e9, .standard = "0"};
    int64_t megabytes;
    self->game = self->position.game;
    self->state = cw_record_state(self->position.record);
    self->solver = self->game->type->solver;
    if (self->solver == NULL)
        return no_solver(self->game, error);
    cw_status status = cli_number(self->arguments, "--time", &time, &self->budget.seconds, error);
    if (status == CW_OK)
        status = cli_integer(self->arguments, "--memory", 1, 1 << 20, 1024, &megabytes, error);
    if (status != CW_OK)
        return status;
    self->budget.watch = (cw_solver_watch){proceed, self};
    return self->solver->create(self->game, (size_t)megabytes << 20, &self->context, error);
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    task self = {.arguments = arguments};
    cw_status status =
        cli_position_open(&self.position, cli_operand(arguments, 0), cli_value(arguments, "--moves"), error);
    if (status != CW_OK)
        return status;
    status = prepare(&self, error);
    if (status == CW_OK) {
        cli_interrupt_once(false);
        status = answer_question(&self, error);
    }
    if (status == CW_OK && cli_is_interrupted())
        status = cw_fail(error, CW_STOPPED, "%s", "");
    if (self.context != NULL)
        self.solver->destroy(self.context);
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
    .summary = "the exact value of a position, with a line of best play",
    .details = "For games that have a solver; 'causeway games' tells which, and how it works.",
    .examples = "causeway solve hex:size=7\n"
                "causeway solve hex:size=5 --moves \"a1 c3\"\n"
                "causeway solve hex:size=6 --map --svg openings.svg",
    .options = options,
    .run = run,
};

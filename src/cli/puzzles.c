/* `causeway puzzles`: positions with one winning move, to solve, to prove and to find. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/live.h"
#include "cli/output.h"
#include "cli/position.h"
#include "puzzles/find.h"

/* ---- Listing ---- */

static cw_status no_game(const char *name, cw_error *error) {
    const char *names[16];
    int count = 0;
    for (int i = 0; i < cw_game_type_count() && count < 16; i++)
        names[count++] = cw_game_type_at(i)->name;
    return cli_unknown("game", name, names, count, error);
}

static cw_status count_grades(const cw_game_type *type, int grades[CW_PUZZLE_GRADES + 1], cw_error *error) {
    for (int number = 1; number <= cw_puzzle_count(type); number++) {
        cw_puzzle puzzle;
        cw_status status = cw_puzzle_read(type, number, &puzzle, error);
        if (status != CW_OK)
            return status;
        grades[puzzle.grade]++;
        cw_puzzle_free(&puzzle);
    }
    return CW_OK;
}

static cw_status print_counts(const cli_arguments *arguments, cw_error *error) {
    cw_text text = {0};
    json_t *array = json_array();
    cw_status status = CW_OK;
    cw_text_append(&text, "game      puzzles   by grade 1 to 5\n");
    for (int i = 0; i < cw_game_type_count() && status == CW_OK; i++) {
        const cw_game_type *type = cw_game_type_at(i);
        int count = cw_puzzle_count(type), grades[CW_PUZZLE_GRADES + 1] = {0};
        status = count_grades(type, grades, error);
        cw_text_printf(&text, "%-9s %7d  ", type->name, count);
        json_t *by_grade = json_array();
        for (int grade = 1; grade <= CW_PUZZLE_GRADES; grade++) {
            cw_text_printf(&text, " %3d", grades[grade]);
            json_array_append_new(by_grade, json_integer(grades[grade]));
        }
        cw_text_append_char(&text, '\n');
        json_array_append_new(
            array, json_pack("{s:s, s:i, s:o}", "game", type->name, "puzzles", count, "grades", by_grade));
    }
    if (status == CW_OK && cli_given(arguments, "--json"))
        status = cli_print_json(json_incref(array), error);
    else if (status == CW_OK)
        status = cli_print(&text, error);
    json_decref(array);
    cw_text_free(&text);
    return status;
}

static cw_status open_puzzle(const cw_game_type *type, int number, cw_puzzle_case *self, cw_error *error) {
    cw_puzzle puzzle = {0};
    cw_status status = cw_puzzle_read(type, number, &puzzle, error);
    return status == CW_OK ? cw_puzzle_open(&puzzle, self, error) : status;
}

static void print_task(const cw_puzzle_case *self, cw_text *text) {
    const cw_state *state = cw_record_state_at(self->record, self->start);
    cw_puzzle_print_task(&self->puzzle, self->game->seats[cw_game_seat(self->game, state, self->player)].name,
                         text);
}

static json_t *puzzle_json(const cw_puzzle_case *self, bool with_solution) {
    cw_text task = {0};
    print_task(self, &task);
    json_t *json = json_pack("{s:i, s:s, s:i, s:i, s:s, s:s}", "number", self->puzzle.number, "game",
                             self->puzzle.game, "grade", self->puzzle.grade, "turns", self->puzzle.turns,
                             "task", cw_text_string(&task), "moves", self->puzzle.moves);
    if (with_solution)
        json_object_set_new(json, "solution", json_string(self->puzzle.solution));
    cw_text_free(&task);
    return json;
}

static cw_status list_puzzles(const cli_arguments *arguments, const cw_game_type *type, cw_error *error) {
    json_t *array = json_array();
    cw_text text = {0};
    cw_status status = CW_OK;
    int64_t grade;
    status = cli_integer(arguments, "--grade", 1, CW_PUZZLE_GRADES, 0, &grade, error);
    for (int number = 1, count = cw_puzzle_count(type); status == CW_OK && number <= count; number++) {
        cw_puzzle_case self;
        status = open_puzzle(type, number, &self, error);
        if (status != CW_OK)
            break;
        if (grade == 0 || grade == self.puzzle.grade) {
            json_array_append_new(array, puzzle_json(&self, cli_given(arguments, "--solution")));
            cw_text_printf(&text, "%4d  grade %d  %-24s ", number, self.puzzle.grade, self.puzzle.game);
            print_task(&self, &text);
            cw_text_append_char(&text, '\n');
        }
        cw_puzzle_close(&self);
    }
    if (status == CW_OK && cli_given(arguments, "--json"))
        status = cli_print_json(json_incref(array), error);
    else if (status == CW_OK)
        status = cli_print(&text, error);
    json_decref(array);
    cw_text_free(&text);
    return status;
}

/* ---- One puzzle ---- */

static cw_status show(const cli_arguments *arguments, cw_puzzle_case *self, cw_error *error) {
    cw_text text = {0};
    if (cli_given(arguments, "--json"))
        return cli_print_json(puzzle_json(self, cli_given(arguments, "--solution")), error);
    cli_draw(self->record, cli_style(cli_value(arguments, "--color")), &text);
    print_task(self, &text);
    cw_text_printf(&text, " (puzzle %d, grade %d)\n", self->puzzle.number, self->puzzle.grade);
    if (cli_given(arguments, "--solution"))
        cw_text_printf(&text, "solution: %s\n", self->puzzle.solution);
    return cli_print(&text, error);
}

/* Judges what stands at the end of the record and tells it. */
static cw_status judge(cw_puzzle_case *self, cw_puzzle_verdict *verdict, cw_error *error) {
    static const char *const words[] = {
        [CW_PUZZLE_GOES_ON] = "right", [CW_PUZZLE_SOLVED] = "right, solved", [CW_PUZZLE_WRONG] = "wrong"};
    cw_text text = {0};
    int before = cw_record_length(self->record);
    cw_status status = cw_puzzle_judge(self, verdict, error);
    if (status != CW_OK)
        return status;
    cw_text_append(&text, words[*verdict]);
    for (int i = before; i < cw_record_length(self->record); i++) {
        cw_text_append(&text, i > before ? "; " : "; the other side answers ");
        cw_record_print_move(self->record, i, &text);
    }
    cw_text_append_char(&text, '\n');
    return cli_print(&text, error);
}

/* What a person at a puzzle can say beside moves. */
typedef enum puzzle_word { WORD_NONE, WORD_HELP, WORD_SHOW, WORD_SOLUTION, WORD_QUIT } puzzle_word;

static puzzle_word word_of(const char *line) {
    static const char *const words[] = {
        [WORD_HELP] = "help", [WORD_SHOW] = "show", [WORD_SOLUTION] = "solution", [WORD_QUIT] = "quit"};
    for (int i = WORD_HELP; i <= WORD_QUIT; i++) {
        if (strcasecmp(line, words[i]) == 0)
            return (puzzle_word)i;
    }
    return strcasecmp(line, "q") == 0 ? WORD_QUIT : WORD_NONE;
}

static void draw(const cli_arguments *arguments, const cw_puzzle_case *self) {
    cw_text text = {0};
    cli_draw(self->record, cli_style(cli_value(arguments, "--color")), &text);
    fputs(cw_text_string(&text), stdout);
    cw_text_free(&text);
}

static void help(const char *notation) {
    cw_text text = {0};
    cw_text_printf(&text, "Type a move: %s.", notation != NULL ? notation : "its text");
    cli_print_wrapped("", cw_text_string(&text));
    cli_print_wrapped("", "Or: show draws the board again, solution tells it, quit leaves.");
    cw_text_free(&text);
}

static void obey(const cli_arguments *arguments, const cw_puzzle_case *self, puzzle_word word) {
    if (word == WORD_SHOW)
        draw(arguments, self);
    else if (word == WORD_SOLUTION)
        printf("the solution begins with %s\n", self->puzzle.solution);
    else if (word == WORD_HELP)
        help(self->game->type->notation);
}

/* Plays a typed move and judges it; a wrong one is taken back after its refutation was told. */
static cw_status try_move(const cli_arguments *arguments, cw_puzzle_case *self, const char *line,
                          cw_puzzle_verdict *verdict, cw_error *error) {
    cw_error reason = {0};
    int before = cw_record_length(self->record);
    if (cw_record_play_text(self->record, line, &reason) != CW_OK) {
        cli_print_wrapped("", reason.message);
        printf("('help' tells what can be typed)\n");
        return CW_OK;
    }
    cw_status status = judge(self, verdict, error);
    bool is_answered = cw_record_length(self->record) > before + 1;
    while (*verdict == CW_PUZZLE_WRONG && cw_record_length(self->record) > before)
        cw_record_undo(self->record, NULL);
    if (status == CW_OK && *verdict == CW_PUZZLE_GOES_ON && is_answered)
        draw(arguments, self);
    return status;
}

/* Takes moves until the puzzle is solved or left. */
static cw_status solve(const cli_arguments *arguments, cw_puzzle_case *self, cw_error *error) {
    cw_puzzle_verdict verdict = CW_PUZZLE_GOES_ON;
    cw_status status = CW_OK;
    printf("Type a move, or 'help'.\n");
    for (bool stays = true; stays && status == CW_OK && verdict != CW_PUZZLE_SOLVED;) {
        char *line = cli_input_line("your move: ", NULL);
        char *typed = line != NULL ? line + strspn(line, " \t") : NULL;
        for (size_t length = typed != NULL ? strlen(typed) : 0; length > 0 && typed[length - 1] == ' ';
             length--)
            typed[length - 1] = '\0';
        puzzle_word word = typed != NULL ? word_of(typed) : WORD_QUIT;
        stays = word != WORD_QUIT;
        if (word != WORD_NONE)
            obey(arguments, self, word);
        else if (typed[0] != '\0')
            status = try_move(arguments, self, typed, &verdict, error);
        free(line);
    }
    return status;
}

static cw_status answer(const cli_arguments *arguments, cw_puzzle_case *self, cw_error *error) {
    cw_puzzle_verdict verdict;
    cw_status status = cw_record_play_line(self->record, cli_value(arguments, "--answer"), error);
    return status == CW_OK ? judge(self, &verdict, error) : status;
}

static cw_status prove(const cw_game_type *type, int first, int last, cw_error *error) {
    cw_text text = {0};
    cw_status status = CW_OK;
    cli_live live;
    cli_live_begin(&live);
    for (int number = first; status == CW_OK && number <= last; number++) {
        cw_puzzle_case self;
        status = open_puzzle(type, number, &self, error);
        if (status != CW_OK)
            break;
        if (cli_live_is_due(&live)) {
            cw_text_printf(&text, "puzzle %d of %d", number, last);
            cli_live_draw(&live, &text);
            cw_text_clear(&text);
        }
        status = cw_puzzle_prove(&self, error);
        cw_puzzle_close(&self);
    }
    cli_live_end(&live);
    if (status == CW_OK)
        cw_text_printf(&text, "%d puzzle%s of %s: each has exactly the solution it claims\n",
                       last - first + 1, last == first ? "" : "s", type->name);
    return status == CW_OK ? cli_print(&text, error) : status;
}

/* ---- Finding ---- */

/* A search on its way. */
typedef struct hunt {
    cli_live live;
    int games, found;
} hunt;

static void show_hunt(int game, void *payload) {
    hunt *self = payload;
    if (!cli_live_is_due(&self->live))
        return;
    cw_text text = {0};
    cw_text_printf(&text, "game %d of %d, %d found (Ctrl-C: end)", game, self->games, self->found);
    cli_live_draw(&self->live, &text);
    cw_text_free(&text);
}

static void print_found(const cw_puzzle *puzzle, void *payload) {
    hunt *self = payload;
    cw_text text = {0};
    self->found++;
    cli_live_end(&self->live);
    cw_puzzle_print(puzzle, &text);
    fputs(cw_text_string(&text), stdout);
    fflush(stdout);
    cw_text_free(&text);
}

static cw_status find(const cli_arguments *arguments, const char *game, cw_error *error) {
    int64_t low, high, games, wanted, random, nodes;
    uint64_t seed;
    cw_status status = cli_integer(arguments, "--least-turns", 0, CW_PUZZLE_TURNS_MAX, 0, &low, error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--turns", 0, CW_PUZZLE_TURNS_MAX, 0, &high, error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--games", 1, 1000000, 100, &games, error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--count", 1, 1000000, 100, &wanted, error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--random-plies", 0, 1000, 4, &random, error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--nodes", 1000, 1000000000, 200000, &nodes, error);
    if (status == CW_OK)
        status = cli_seed(arguments, "--seed", 1, &seed, error);
    if (status != CW_OK)
        return status;
    const char *player = cli_value(arguments, "--player");
    hunt self = {.games = (int)games};
    cli_live_begin(&self.live);
    const cw_puzzle_search search = {.game = game,
                                     .player = player != NULL ? player : "mcts:sims=100",
                                     .random_plies = (int)random,
                                     .turns_low = (int)low,
                                     .turns_high = (int)high,
                                     .games = (int)games,
                                     .wanted = (int)wanted,
                                     .seed = seed,
                                     .nodes_max = (uint64_t)nodes,
                                     .found = print_found,
                                     .progress = show_hunt,
                                     .payload = &self,
                                     .stop = cli_interrupt_once(false)};
    status = cw_puzzle_find(&search, error);
    cli_live_end(&self.live);
    return status == CW_OK && cli_is_interrupted() ? cw_fail(error, CW_STOPPED, "%s", "") : status;
}

/* ---- The command ---- */

static cw_status with_puzzle(const cli_arguments *arguments, const cw_game_type *type, int number,
                             cw_error *error) {
    cw_puzzle_case self;
    bool plain = cli_given(arguments, "--json") || cli_given(arguments, "--solution");
    cw_status status = open_puzzle(type, number, &self, error);
    if (status != CW_OK)
        return status;
    if (cli_given(arguments, "--answer"))
        status = answer(arguments, &self, error);
    else
        status = show(arguments, &self, error);
    if (status == CW_OK && !plain && !cli_given(arguments, "--answer") && cli_input_is_interactive())
        status = solve(arguments, &self, error);
    cw_puzzle_close(&self);
    return status;
}

/* Refuses options of one puzzle for a list, and the reverse. */
static cw_status check_options(const cli_arguments *arguments, bool has_game, bool has_number,
                               cw_error *error) {
    if (has_number && cli_given(arguments, "--grade"))
        return cw_fail(error, CW_BAD_INPUT, "--grade is for a list: causeway puzzles GAME --grade N");
    if (!has_number && cli_given(arguments, "--answer"))
        return cw_fail(error, CW_BAD_INPUT,
                       "--answer wants a puzzle: causeway puzzles GAME NUMBER --answer ...");
    if (!has_game && (cli_given(arguments, "--grade") || cli_given(arguments, "--solution")))
        return cw_fail(error, CW_BAD_INPUT, "%s wants a game: causeway puzzles GAME",
                       cli_given(arguments, "--grade") ? "--grade" : "--solution");
    return CW_OK;
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    const char *first = cli_operand(arguments, 0);
    cw_status status = check_options(arguments, first != NULL, cli_operand(arguments, 1) != NULL, error);
    if (status != CW_OK)
        return status;
    if (first == NULL)
        return print_counts(arguments, error);
    bool is_proof = strcmp(first, "prove") == 0, is_search = strcmp(first, "find") == 0;
    const char *name = is_proof || is_search ? cli_operand(arguments, 1) : first;
    const char *last = cli_operand(arguments, is_proof ? 2 : 1);
    if (is_search)
        return find(arguments, name, error);
    const cw_game_type *type = cw_game_type_find(name);
    if (type == NULL)
        return no_game(name, error);
    int count = cw_puzzle_count(type);
    if (last == NULL)
        return is_proof ? prove(type, 1, count, error) : list_puzzles(arguments, type, error);
    int64_t number;
    status = cli_read_integer("the number of the puzzle", last, 1, count, &number, error);
    if (status != CW_OK)
        return status;
    return is_proof ? prove(type, (int)number, (int)number, error)
                    : with_puzzle(arguments, type, (int)number, error);
}

static const cli_option options[] = {
    {.name = "--grade", .value = "N", .help = "list only those of this grade, 1 (easy) to 5", .only = ""},
    {.name = "--answer",
     .value = "MOVES",
     .help = "judge these moves from the puzzle's position",
     .only = ""},
    {.name = "--solution", .help = "tell the solution", .only = ""},
    {.name = "--json", .help = "as JSON", .only = ""},
    {.name = "--color",
     .value = "auto|always|never",
     .help = "colours in the terminal (default auto)",
     .only = ""},
    {.name = "--turns",
     .value = "N",
     .help = "wins within so many turns (default 0: by the solver)",
     .only = "find"},
    {.name = "--least-turns", .value = "N", .help = "leave out what is won sooner", .only = "find"},
    {.name = "--player",
     .value = "PLAYER",
     .help = "who plays the games (default mcts:sims=100)",
     .only = "find"},
    {.name = "--random-plies",
     .value = "N",
     .help = "decisions at random to begin with (default 4)",
     .only = "find"},
    {.name = "--games", .value = "N", .help = "games to play at most (default 100)", .only = "find"},
    {.name = "--count", .value = "N", .help = "puzzles to find at most (default 100)", .only = "find"},
    {.name = "--nodes", .value = "N", .help = "positions for one question (default 200k)", .only = "find"},
    {.name = "--seed", .value = "SEED", .help = "seed of the games (default 1)", .only = "find"},
    {.name = NULL},
};

static const cli_action actions[] = {
    {.name = "", .operands = "[GAME [NUMBER]]", .operands_max = 2},
    {.name = "find", .operands = "GAME", .operands_min = 1, .operands_max = 1, .wants = "a game"},
    {.name = "prove", .operands = "GAME [NUMBER]", .operands_min = 1, .operands_max = 2, .wants = "a game"},
    {.name = NULL},
};

const cli_command cli_puzzles_command = {
    .name = "puzzles",
    .operands = "[find|prove] [GAME] [NUMBER]",
    .operands_min = 0,
    .operands_max = 3,
    .summary = "positions with one winning move: solve, prove and find them",
    .details =
        "Without operands it counts the puzzles of each game; with a game it lists them, and with a "
        "number\nit shows one and takes your moves. 'prove' proves that each has exactly the solution it "
        "claims;\n'find' plays games of a game spec and prints the puzzles in them as lines of "
        "puzzles.tsv.",
    .examples = "causeway puzzles hex 1\n"
                "causeway puzzles six --grade 2\n"
                "causeway puzzles prove six\n"
                "causeway puzzles find six --turns 3 --games 50",
    .options = options,
    .actions = actions,
    .run = run,
};

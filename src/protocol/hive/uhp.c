#include "protocol/hive/uhp.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "causeway/version.h"
#include "core/clock.h"
#include "core/numbers.h"
#include "games/hive/hive.h"
#include "games/hive/records.h"
#include "protocol/serve.h"

enum { SPEC_MAX = 1024, WORD_MAX = 64, PLAYERS_MAX = 128 };

struct cw_uhp {
    char player_spec[SPEC_MAX]; /* without what the options add */
    char first_spec[SPEC_MAX];  /* as the session began */
    uint64_t seed;
    int threads, memory_mib; /* 0: as the player's spec says */
    double seconds;          /* for a bestmove without limit */
    bool repetition;
    cw_game *game; /* NULL before the first newgame */
    cw_record *record;
    cw_player *player; /* NULL until it is needed */
    bool quit;
};

static const double standard_seconds = 5;
static const char standard_player[] = "hive-best";

/* A command's work: appends result lines, or fails with the text that follows err or invalidmove. `rest` is
 * what stands behind the keyword, without space around it. */
typedef cw_status (*uhp_function)(cw_uhp *uhp, const char *rest, cw_text *output, cw_error *error);

/* ---- Words ---- */

/* Takes the first word off `rest` in lower case; returns what follows it. */
static const char *take_word(const char *rest, char word[WORD_MAX]) {
    size_t length = strcspn(rest, " \t");
    for (size_t i = 0; i < length && i < WORD_MAX - 1; i++)
        word[i] = (char)tolower((unsigned char)rest[i]);
    word[length < WORD_MAX ? length : WORD_MAX - 1] = '\0';
    return rest + length + strspn(rest + length, " \t");
}

static bool read_whole(const char *text, int low, int high, int *number) {
    int64_t value;
    if (!cw_whole_read(text, low, high, &value))
        return false;
    *number = (int)value;
    return true;
}

/* ---- The game ---- */

static cw_status need_game(const cw_uhp *uhp, cw_error *error) {
    if (uhp->record == NULL)
        return cw_fail(error, CW_ILLEGAL, "No game in progress. Try 'newgame' to start a new game.");
    return CW_OK;
}

static cw_status need_open_game(const cw_uhp *uhp, cw_error *error) {
    cw_status status = need_game(uhp, error);
    if (status == CW_OK && cw_record_to_decide(uhp->record) == CW_NOBODY)
        status = cw_fail(error, CW_ILLEGAL, "The game is over. Try 'newgame' to start a new game.");
    return status;
}

static void print_game(const cw_uhp *uhp, cw_text *output) {
    cw_uhp_print_game(uhp->record, output);
    cw_text_append_char(output, '\n');
}

static void drop_player(cw_uhp *uhp) {
    cw_player_destroy(uhp->player);
    uhp->player = NULL;
}

/* Takes over a game that was made; the old one goes. */
static void set_game(cw_uhp *uhp, cw_game *game, cw_record *record) {
    drop_player(uhp);
    cw_record_destroy(uhp->record);
    cw_game_destroy(uhp->game);
    uhp->game = game;
    uhp->record = record;
}

static cw_status load(cw_uhp *uhp, const char *string, cw_error *error) {
    cw_game *game;
    cw_record *record;
    cw_status status =
        cw_uhp_read_game(string, uhp->repetition ? "repetition=3" : "repetition=off", &game, &record, error);
    if (status == CW_OK)
        set_game(uhp, game, record);
    return status;
}

/* ---- The player ---- */

/* Sets an option of the session in a plan, if the plan's player has it. */
static cw_status set_number(cw_plan *plan, const char *name, int value, cw_error *error) {
    char number[16];
    snprintf(number, sizeof number, "%d", value);
    bool applies = value > 0 && cw_options_find(&plan->options, name) != NULL;
    return applies ? cw_plan_set(plan, name, number, error) : CW_OK;
}

/* Plans a player from a spec and those options of the session that this player has. */
static cw_status plan_player(const cw_uhp *uhp, const char *spec, const cw_game *game, cw_plan *plan,
                             cw_error *error) {
    cw_status status = cw_plan_read(plan, spec, game, error);
    if (status == CW_OK)
        status = set_number(plan, "threads", uhp->threads, error);
    if (status == CW_OK)
        status = set_number(plan, "memory", uhp->memory_mib, error);
    return status;
}

/* Would this spec make a player of Hive? */
static cw_status try_player(const cw_uhp *uhp, const char *spec, cw_error *error) {
    cw_game *game;
    cw_plan plan;
    if (strlen(spec) >= SPEC_MAX)
        return cw_fail(error, CW_BAD_INPUT, "the player's spec is longer than %d characters", SPEC_MAX - 1);
    cw_status status = cw_game_create("hive", &game, error);
    if (status != CW_OK)
        return status;
    status = plan_player(uhp, spec, game, &plan, error);
    cw_game_destroy(game);
    return status;
}

static cw_status need_player(cw_uhp *uhp, cw_error *error) {
    if (uhp->player != NULL)
        return CW_OK;
    cw_plan plan;
    cw_status status = plan_player(uhp, uhp->player_spec, uhp->game, &plan, error);
    return status == CW_OK ? cw_player_make(&plan, uhp->seed, &uhp->player, error) : status;
}

/* ---- Commands: games and moves ---- */

static cw_status run_info(cw_uhp *uhp, const char *rest, cw_text *output, cw_error *error) {
    (void)uhp;
    (void)rest;
    (void)error;
    cw_text_printf(output, "id Causeway %s\nMosquito;Ladybug;Pillbug\n", cw_version());
    return CW_OK;
}

static cw_status run_newgame(cw_uhp *uhp, const char *rest, cw_text *output, cw_error *error) {
    cw_status status = load(uhp, *rest != '\0' ? rest : "Base", error);
    if (status == CW_OK)
        print_game(uhp, output);
    return status;
}

static cw_status run_play(cw_uhp *uhp, const char *rest, cw_text *output, cw_error *error) {
    cw_status status = cw_record_play_text(uhp->record, rest, error);
    if (status == CW_OK)
        print_game(uhp, output);
    return status;
}

static cw_status run_pass(cw_uhp *uhp, const char *rest, cw_text *output, cw_error *error) {
    (void)rest;
    return run_play(uhp, "pass", output, error);
}

static cw_status run_validmoves(cw_uhp *uhp, const char *rest, cw_text *output, cw_error *error) {
    (void)rest;
    cw_status status = need_open_game(uhp, error);
    if (status != CW_OK)
        return status;
    cw_move *moves = malloc(sizeof *moves * (size_t)uhp->game->moves_max);
    if (moves == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a list of moves");
    const cw_state *state = cw_record_state(uhp->record);
    int count = uhp->game->type->moves(uhp->game, state, moves);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            cw_text_append_char(output, ';');
        uhp->game->type->print(uhp->game, state, moves[i], output);
    }
    cw_text_append_char(output, '\n');
    free(moves);
    return CW_OK;
}

static cw_status run_undo(cw_uhp *uhp, const char *rest, cw_text *output, cw_error *error) {
    int count = 1;
    cw_status status = need_game(uhp, error);
    if (status != CW_OK)
        return status;
    if (*rest != '\0' && !read_whole(rest, 1, 1 << 20, &count))
        return cw_fail(error, CW_BAD_INPUT, "Unable to undo '%.60s' moves: a whole number from 1 on.", rest);
    if (count > cw_record_length(uhp->record))
        return cw_fail(error, CW_ILLEGAL, "Unable to undo %d moves, only %d were made.", count,
                       cw_record_length(uhp->record));
    for (int i = 0; i < count && status == CW_OK; i++)
        status = cw_record_undo(uhp->record, error);
    if (status == CW_OK)
        print_game(uhp, output);
    return status;
}

/* ---- Commands: thinking ---- */

/* Reads hh:mm:ss with an optional fraction of a second. */
static bool read_time(const char *text, double *seconds) {
    double parts[3];
    for (int i = 0; i < 3; i++) {
        size_t length = strcspn(text, ":");
        char part[32];
        if (length == 0 || length >= sizeof part || !isdigit((unsigned char)text[0]) ||
            (i < 2) != (text[length] == ':'))
            return false;
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        if (!cw_number_read(part, 0, 1e6, &parts[i]))
            return false;
        text += length + (i < 2);
    }
    *seconds = parts[0] * 3600 + parts[1] * 60 + parts[2];
    return true;
}

static cw_status read_limits(const cw_uhp *uhp, const char *rest, cw_limits *limits, cw_error *error) {
    char kind[WORD_MAX];
    const char *value = take_word(rest, kind);
    *limits = (cw_limits){.move_seconds = 0};
    if (kind[0] == '\0') {
        limits->move_seconds = uhp->seconds;
        return CW_OK;
    }
    bool good = false;
    if (strcmp(kind, "time") == 0)
        good = read_time(value, &limits->move_seconds);
    else if (strcmp(kind, "seconds") == 0)
        good = cw_number_read(value, 0, 1e6, &limits->move_seconds);
    else if (strcmp(kind, "depth") == 0)
        good = read_whole(value, 0, 1000, &limits->depth);
    if (!good)
        return cw_fail(error, CW_BAD_INPUT,
                       "'bestmove %.60s' is not understood: 'bestmove time hh:mm:ss' or 'bestmove depth N'",
                       rest);
    if (strcmp(kind, "depth") == 0 && limits->depth == 0)
        limits->depth = 1;
    if (strcmp(kind, "depth") != 0 && limits->move_seconds < 0.001)
        limits->move_seconds = 0.001;
    return CW_OK;
}

/* What is left of the time of a move, less what a loaded machine may take to hand over the answer. */
static double remaining(double seconds, double start) {
    double left = 0.95 * seconds - (cw_clock_now() - start);
    return left > 0.001 ? left : 0.001;
}

static cw_status run_bestmove(cw_uhp *uhp, const char *rest, cw_text *output, cw_error *error) {
    double start = cw_clock_now();
    cw_limits limits;
    cw_status status = need_open_game(uhp, error);
    if (status == CW_OK)
        status = read_limits(uhp, rest, &limits, error);
    if (status == CW_OK)
        status = need_player(uhp, error);
    if (status != CW_OK)
        return status;
    if (limits.move_seconds > 0)
        limits.move_seconds = remaining(limits.move_seconds, start);
    cw_analysis analysis = {0};
    status = cw_player_choose(uhp->player, uhp->record, &limits, &analysis, error);
    if (status == CW_OK) {
        uhp->game->type->print(uhp->game, cw_record_state(uhp->record), analysis.best, output);
        cw_text_append_char(output, '\n');
    }
    cw_analysis_free(&analysis);
    return status;
}

/* ---- Commands: options ---- */

typedef struct uhp_option {
    const char *name;
    void (*print)(const cw_uhp *uhp, cw_text *output); /* the line without its name */
    cw_status (*set)(cw_uhp *uhp, const char *value, cw_error *error);
} uhp_option;

static cw_status bad_value(const char *value, const char *wanted, cw_error *error) {
    return cw_fail(error, CW_BAD_INPUT, "The value '%.60s' is not valid, it must be %s.", value, wanted);
}

/* The names of all players of Hive that can be set. Another program is none: its command follows. */
static int list_players(const cw_uhp *uhp, const char *names[PLAYERS_MAX]) {
    int count = 0;
    for (const cw_preset *preset = cw_hive_presets; preset->name != NULL && count < PLAYERS_MAX; preset++)
        names[count++] = preset->name;
    for (int i = 0; i < cw_player_type_count() && count < PLAYERS_MAX; i++) {
        const cw_player_type *type = cw_player_type_at(i);
        if (!type->verbatim && try_player(uhp, type->name, NULL) == CW_OK)
            names[count++] = type->name;
    }
    return count;
}

/* The values of an enumeration contain the present one and the default. */
static void print_player(const cw_uhp *uhp, cw_text *output) {
    const char *names[PLAYERS_MAX];
    int count = list_players(uhp, names);
    bool lists_present = false, lists_first = false;
    for (int i = 0; i < count; i++) {
        lists_present = lists_present || strcmp(names[i], uhp->player_spec) == 0;
        lists_first = lists_first || strcmp(names[i], uhp->first_spec) == 0;
    }
    cw_text_printf(output, "enum;%s;%s", uhp->player_spec, uhp->first_spec);
    if (!lists_first)
        cw_text_printf(output, ";%s", uhp->first_spec);
    if (!lists_present && strcmp(uhp->player_spec, uhp->first_spec) != 0)
        cw_text_printf(output, ";%s", uhp->player_spec);
    for (int i = 0; i < count; i++)
        cw_text_printf(output, ";%s", names[i]);
}

static cw_status set_player(cw_uhp *uhp, const char *value, cw_error *error) {
    cw_status status = try_player(uhp, value, error);
    if (status != CW_OK)
        return status;
    snprintf(uhp->player_spec, sizeof uhp->player_spec, "%s", value);
    drop_player(uhp);
    return CW_OK;
}

static void print_threads(const cw_uhp *uhp, cw_text *output) {
    cw_text_printf(output, "int;%d;0;0;64", uhp->threads);
}

static cw_status set_threads(cw_uhp *uhp, const char *value, cw_error *error) {
    if (!read_whole(value, 0, 64, &uhp->threads))
        return bad_value(value, "a whole number from 0 (as the player has it) to 64", error);
    drop_player(uhp);
    return CW_OK;
}

static void print_memory(const cw_uhp *uhp, cw_text *output) {
    cw_text_printf(output, "int;%d;0;0;65536", uhp->memory_mib);
}

static cw_status set_memory(cw_uhp *uhp, const char *value, cw_error *error) {
    if (!read_whole(value, 0, 65536, &uhp->memory_mib))
        return bad_value(value, "a whole number of MiB from 0 (as the player has it) to 65536", error);
    drop_player(uhp);
    return CW_OK;
}

static void print_seconds(const cw_uhp *uhp, cw_text *output) {
    cw_text_printf(output, "double;%g;%g;0.001;86400", uhp->seconds, standard_seconds);
}

static cw_status set_seconds(cw_uhp *uhp, const char *value, cw_error *error) {
    if (!cw_number_read(value, 0.001, 86400, &uhp->seconds))
        return bad_value(value, "a number of seconds from 0.001 to 86400", error);
    return CW_OK;
}

static void print_repetition(const cw_uhp *uhp, cw_text *output) {
    cw_text_printf(output, "bool;%s;False", uhp->repetition ? "True" : "False");
}

/* The game goes on under the new rule, if there is one. */
static cw_status set_repetition(cw_uhp *uhp, const char *value, cw_error *error) {
    bool on = strcasecmp(value, "true") == 0, before = uhp->repetition;
    if (!on && strcasecmp(value, "false") != 0)
        return bad_value(value, "True or False", error);
    uhp->repetition = on;
    if (uhp->record == NULL)
        return CW_OK;
    cw_text string = {0};
    cw_uhp_print_game(uhp->record, &string);
    cw_status status = load(uhp, cw_text_string(&string), error);
    if (status != CW_OK)
        uhp->repetition = before;
    cw_text_free(&string);
    return status;
}

static const uhp_option option_table[] = {
    {"Player", print_player, set_player},
    {"Threads", print_threads, set_threads},
    {"MemoryMiB", print_memory, set_memory},
    {"MoveSeconds", print_seconds, set_seconds},
    {"Repetition", print_repetition, set_repetition},
};

enum { OPTION_COUNT = sizeof option_table / sizeof option_table[0] };

static void print_option(const cw_uhp *uhp, const uhp_option *option, cw_text *output) {
    cw_text_printf(output, "%s;", option->name);
    option->print(uhp, output);
    cw_text_append_char(output, '\n');
}

static cw_status run_options(cw_uhp *uhp, const char *rest, cw_text *output, cw_error *error) {
    char verb[WORD_MAX], name[WORD_MAX];
    const char *behind = take_word(rest, verb), *value = take_word(behind, name);
    if (verb[0] == '\0') {
        for (int i = 0; i < OPTION_COUNT; i++)
            print_option(uhp, &option_table[i], output);
        return CW_OK;
    }
    bool get = strcmp(verb, "get") == 0, set = strcmp(verb, "set") == 0;
    if ((!get && !set) || (set && *value == '\0') || (get && *value != '\0'))
        return cw_fail(
            error, CW_BAD_INPUT,
            "'options %.60s' is not understood: 'options', 'options get NAME' or 'options set NAME "
            "VALUE'",
            rest);
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (strcasecmp(option_table[i].name, name) != 0)
            continue;
        cw_status status = set ? option_table[i].set(uhp, value, error) : CW_OK;
        if (status == CW_OK)
            print_option(uhp, &option_table[i], output);
        return status;
    }
    return cw_fail(error, CW_BAD_INPUT, "There is no option '%s'.", name);
}

/* ---- The session ---- */

static cw_status run_exit(cw_uhp *uhp, const char *rest, cw_text *output, cw_error *error) {
    (void)rest;
    (void)output;
    (void)error;
    uhp->quit = true;
    return CW_OK;
}

static cw_status run_help(cw_uhp *uhp, const char *rest, cw_text *output, cw_error *error) {
    (void)uhp;
    (void)rest;
    (void)error;
    cw_text_append(output, "info\nnewgame [GameType|GameString]\nplay MoveString\npass\nvalidmoves\n"
                           "bestmove [time hh:mm:ss|depth N]\nundo [N]\noptions [get NAME|set NAME VALUE]\n"
                           "help\nexit\n");
    return CW_OK;
}

static const struct {
    const char *name;
    uhp_function run;
    bool moves; /* a failure on an open game is an invalid move */
} commands[] = {
    {"info", run_info, false},         {"newgame", run_newgame, false},       {"play", run_play, true},
    {"pass", run_pass, true},          {"validmoves", run_validmoves, false}, {"undo", run_undo, false},
    {"bestmove", run_bestmove, false}, {"options", run_options, false},       {"help", run_help, false},
    {"exit", run_exit, false},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void run_line(cw_uhp *uhp, const char *line, cw_text *output) {
    char keyword[WORD_MAX];
    cw_error error = {0};
    cw_text result = {0};
    const char *rest = take_word(line, keyword), *form = "err";
    cw_status status = cw_fail(&error, CW_BAD_INPUT, "Invalid command '%s'. Try 'help'.", keyword);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, keyword) != 0)
            continue;
        status = commands[i].moves ? need_open_game(uhp, &error) : CW_OK;
        if (status != CW_OK)
            break;
        form = commands[i].moves ? "invalidmove" : "err";
        status = commands[i].run(uhp, rest, &result, &error);
    }
    if (status == CW_OK)
        cw_text_append(output, cw_text_string(&result));
    else
        cw_text_printf(output, "%s %s\n", form, error.message);
    if (!uhp->quit)
        cw_text_append(output, "ok\n");
    cw_text_free(&result);
}

void cw_uhp_answer(cw_uhp *uhp, const char *line, cw_text *output) {
    char *copy = strdup(line);
    if (copy == NULL) {
        cw_text_append(output, "err out of memory for a command\nok\n");
        return;
    }
    char *start = copy + strspn(copy, " \t\r\n"), *end = start + strlen(start);
    while (end > start && isspace((unsigned char)end[-1]))
        *--end = '\0';
    if (*start != '\0')
        run_line(uhp, start, output);
    free(copy);
}

cw_status cw_uhp_open(const char *player, uint64_t seed, cw_uhp **uhp, cw_error *error) {
    cw_uhp *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a session");
    if (player == NULL)
        player = standard_player;
    made->seed = seed;
    made->seconds = standard_seconds;
    cw_status status = try_player(made, player, error);
    if (status != CW_OK) {
        free(made);
        return status;
    }
    snprintf(made->player_spec, sizeof made->player_spec, "%s", player);
    snprintf(made->first_spec, sizeof made->first_spec, "%s", player);
    *uhp = made;
    return CW_OK;
}

void cw_uhp_close(cw_uhp *uhp) {
    if (uhp == NULL)
        return;
    set_game(uhp, NULL, NULL);
    free(uhp);
}

static bool write_out(cw_text *answer, FILE *output) {
    bool written = fwrite(cw_text_string(answer), 1, answer->length, output) == answer->length;
    written = fflush(output) == 0 && written;
    cw_text_clear(answer);
    return written;
}

cw_status cw_uhp_serve(cw_uhp *uhp, FILE *input, FILE *output, cw_error *error) {
    cw_text answer = {0};
    char *line = NULL;
    size_t capacity = 0;
    cw_uhp_answer(uhp, "info", &answer);
    bool written = write_out(&answer, output);
    while (written && !uhp->quit && getline(&line, &capacity, input) >= 0) {
        cw_uhp_answer(uhp, line, &answer);
        written = write_out(&answer, output);
    }
    free(line);
    cw_text_free(&answer);
    return written ? CW_OK : cw_fail(error, CW_IO, "the answers cannot be written");
}

cw_status cw_uhp_run(const char *player, uint64_t seed, FILE *input, FILE *output, cw_error *error) {
    cw_uhp *uhp = NULL;
    cw_status status = cw_uhp_open(player, seed, &uhp, error);
    if (status != CW_OK)
        return status;
    status = cw_uhp_serve(uhp, input, output, error);
    cw_uhp_close(uhp);
    return status;
}

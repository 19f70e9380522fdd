/* A GTP session: its parts, the framing of commands and answers, and the clock. */
#include "protocol/gtp.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/line_reader.h"

/* ---- Opening and closing ---- */

static const cw_gtp_dialect *find_dialect(const cw_game *game) {
    for (const cw_gtp_dialect *const *dialect = cw_gtp_dialects; *dialect != NULL; dialect++) {
        if (strcmp((*dialect)->game, game->type->name) == 0)
            return *dialect;
    }
    return NULL;
}

/* Gives the game the setting that a dialect asks for. */
static cw_status adapt_game(cw_gtp *gtp, const cw_gtp_dialect *dialect, cw_error *error) {
    cw_game *game;
    cw_text spec = {0}, changed = {0};
    cw_game_print_spec(gtp->game, &spec);
    cw_spec_set(cw_text_string(&spec), dialect->option, dialect->value, &changed);
    cw_status status = cw_game_create(cw_text_string(&changed), &game, error);
    if (status == CW_OK) {
        cw_game_destroy(gtp->game);
        gtp->game = game;
    }
    cw_text_free(&spec);
    cw_text_free(&changed);
    return status;
}

static cw_status build(cw_gtp *gtp, const char *player, cw_error *error) {
    const cw_gtp_dialect *dialect = find_dialect(gtp->game);
    gtp->player_spec = strdup(player);
    if (gtp->player_spec == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a session");
    cw_status status = CW_OK;
    if (dialect != NULL && dialect->option != NULL)
        status = adapt_game(gtp, dialect, error);
    if (status == CW_OK)
        status = cw_record_create(gtp->game, &gtp->record, error);
    if (status == CW_OK)
        status = cw_player_create(player, gtp->game, gtp->seed, &gtp->player, error);
    if (status != CW_OK)
        return status;
    cw_gtp_new_game(gtp);
    if (dialect != NULL && dialect->open != NULL)
        status = dialect->open(gtp, error);
    if (status == CW_OK)
        gtp->dialect = dialect;
    return status;
}

cw_status cw_gtp_open(cw_game *game, const char *player, uint64_t seed, cw_gtp **gtp, cw_error *error) {
    cw_gtp *made = calloc(1, sizeof *made);
    if (made == NULL) {
        cw_game_destroy(game);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a session");
    }
    made->game = game;
    made->seed = seed;
    cw_status status = build(made, player, error);
    if (status != CW_OK) {
        cw_gtp_close(made);
        return status;
    }
    *gtp = made;
    return CW_OK;
}

void cw_gtp_close(cw_gtp *gtp) {
    if (gtp == NULL)
        return;
    if (gtp->dialect != NULL && gtp->dialect->close != NULL)
        gtp->dialect->close(gtp);
    cw_analysis_free(&gtp->analysis);
    cw_player_destroy(gtp->player);
    cw_record_destroy(gtp->record);
    cw_game_destroy(gtp->game);
    free(gtp->player_spec);
    free(gtp);
}

cw_status cw_gtp_set_game(cw_gtp *gtp, cw_game *game, cw_error *error) {
    cw_record *record = NULL;
    cw_player *player = NULL;
    cw_status status = cw_record_create(game, &record, error);
    if (status == CW_OK)
        status = cw_player_create(gtp->player_spec, game, gtp->seed, &player, error);
    if (status != CW_OK) {
        cw_record_destroy(record);
        cw_game_destroy(game);
        return status;
    }
    cw_player_destroy(gtp->player);
    cw_record_destroy(gtp->record);
    cw_game_destroy(gtp->game);
    gtp->game = game;
    gtp->record = record;
    gtp->player = player;
    cw_gtp_new_game(gtp);
    return CW_OK;
}

cw_status cw_gtp_set_player(cw_gtp *gtp, const char *spec, cw_error *error) {
    cw_player *player = NULL;
    char *copy = strdup(spec);
    if (copy == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player %s", spec);
    cw_status status = cw_player_create(spec, gtp->game, gtp->seed, &player, error);
    if (status != CW_OK) {
        free(copy);
        return status;
    }
    cw_player_destroy(gtp->player);
    free(gtp->player_spec);
    gtp->player = player;
    gtp->player_spec = copy;
    return CW_OK;
}

static void fill_clocks(cw_gtp *gtp) {
    bool has_main = gtp->main_seconds > 0, has_periods = gtp->period_seconds > 0 && gtp->period_moves > 0;
    cw_gtp_clock clock = {.is_set = has_main || has_periods, .seconds = gtp->main_seconds};
    if (!has_main && has_periods)
        clock = (cw_gtp_clock){true, gtp->period_seconds, gtp->period_moves};
    for (int player = 0; player < CW_PLAYERS_MAX; player++)
        gtp->clocks[player] = clock;
}

void cw_gtp_new_game(cw_gtp *gtp) {
    uint64_t seed = cw_rng_make(gtp->seed, gtp->games++).state;
    cw_record_clear(gtp->record);
    cw_analysis_clear(&gtp->analysis);
    cw_player_reset(gtp->player, seed);
    gtp->rng = cw_rng_make(seed, 2);
    fill_clocks(gtp);
}

void cw_gtp_set_time(cw_gtp *gtp, double main_seconds, double period_seconds, int period_moves) {
    bool is_endless = period_seconds > 0 && period_moves < 1;
    gtp->main_seconds = is_endless ? 0 : main_seconds;
    gtp->period_seconds = is_endless ? 0 : period_seconds;
    gtp->period_moves = period_seconds > 0 ? period_moves : 0;
    fill_clocks(gtp);
}

/* ---- Requests ---- */

/* A line cut into words. The strings live in `words`, the rests of the line in `line`. */
typedef struct parsed_line {
    cw_gtp_request request;
    char *line;  /* trimmed, without comment */
    char *words; /* the same with a NUL after each word */
} parsed_line;

/* Copies the line without its comment and the white space around it, tabs as spaces. */
static char *clean_copy(const char *line) {
    size_t length = strcspn(line, "#");
    char *copy = strndup(line, length);
    if (copy == NULL)
        return NULL;
    size_t kept = 0;
    for (size_t i = 0; copy[i] != '\0'; i++) {
        char byte = copy[i] == '\t' ? ' ' : copy[i];
        bool is_control = (unsigned char)byte < ' ' || byte == 127;
        if (!is_control && (byte != ' ' || kept > 0))
            copy[kept++] = byte;
    }
    while (kept > 0 && copy[kept - 1] == ' ')
        kept--;
    copy[kept] = '\0';
    return copy;
}

static bool is_number(const char *word) {
    return word[0] != '\0' && strspn(word, "0123456789") == strlen(word);
}

/* Adds the word at `start` of the line to the request: id, name or argument. */
static void add_word(cw_gtp_request *request, const char *word, const char *rest) {
    if (request->name[0] == '\0' && request->id[0] == '\0' && is_number(word)) {
        request->id = word;
    } else if (request->name[0] == '\0') {
        request->name = word;
    } else if (request->count < CW_GTP_WORDS_MAX) {
        request->arguments[request->count] = word;
        request->rest[request->count++] = rest;
    }
}

static bool parse_line(parsed_line *parsed, const char *line) {
    parsed->request = (cw_gtp_request){.id = "", .name = ""};
    parsed->line = clean_copy(line);
    parsed->words = parsed->line != NULL ? strdup(parsed->line) : NULL;
    if (parsed->words == NULL)
        return false;
    size_t length = strlen(parsed->words);
    for (size_t i = 0; i < length;) {
        size_t size = strcspn(parsed->words + i, " ");
        parsed->words[i + size] = '\0';
        if (size > 0)
            add_word(&parsed->request, parsed->words + i, parsed->line + i);
        i += size + 1;
    }
    return true;
}

static const cw_gtp_command *find_in_table(const cw_gtp_command *table, const char *name) {
    for (const cw_gtp_command *command = table; command != NULL && command->name != NULL; command++) {
        if (strcmp(command->name, name) == 0)
            return command;
    }
    return NULL;
}

const cw_gtp_command *cw_gtp_find_command(const cw_gtp *gtp, const char *name) {
    const cw_gtp_command *command = NULL;
    if (gtp->dialect != NULL) {
        for (int i = 0; command == NULL && gtp->dialect->tables[i] != NULL; i++)
            command = find_in_table(gtp->dialect->tables[i], name);
    }
    return command != NULL ? command : find_in_table(cw_gtp_general_commands, name);
}

static cw_status run_request(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer, cw_error *error) {
    const cw_gtp_command *command = cw_gtp_find_command(gtp, request->name);
    if (command == NULL)
        return cw_fail(error, CW_BAD_INPUT, "unknown command");
    if (request->count < command->arguments_min)
        return cw_fail(error, CW_BAD_INPUT, "arguments are missing, the usage is: %s %s", command->name,
                       command->usage);
    return command->run(gtp, request, answer, error);
}

/* ---- Answers ---- */

/* An empty line ends an answer, so there is none inside. */
static void append_without_blank_lines(const char *string, cw_text *output) {
    char last = ' ';
    size_t length = strlen(string);
    while (length > 0 && isspace((unsigned char)string[length - 1]))
        length--;
    for (size_t i = 0; i < length; i++) {
        if (string[i] != '\n' || last != '\n')
            cw_text_append_char(output, string[i]);
        last = string[i];
    }
}

void cw_gtp_answer(cw_gtp *gtp, const char *line, cw_text *output) {
    parsed_line parsed;
    cw_text answer = {0};
    cw_error error = {0};
    bool fits = parse_line(&parsed, line);
    if (!fits || parsed.request.name[0] != '\0' || parsed.request.id[0] != '\0') {
        cw_status status = fits ? run_request(gtp, &parsed.request, &answer, &error)
                                : cw_fail(&error, CW_NO_MEMORY, "out of memory");
        if (status == CW_OK && answer.out_of_memory)
            status = cw_fail(&error, CW_NO_MEMORY, "out of memory for the answer");
        cw_text_printf(output, "%c%s ", status == CW_OK ? '=' : '?', parsed.request.id);
        append_without_blank_lines(status == CW_OK ? cw_text_string(&answer) : error.message, output);
        cw_text_append(output, "\n\n");
    }
    cw_text_free(&answer);
    free(parsed.line);
    free(parsed.words);
}

static cw_status send(const cw_text *output, FILE *file, cw_error *error) {
    if (fwrite(cw_text_string(output), 1, output->length, file) != output->length || fflush(file) != 0)
        return cw_fail(error, CW_IO, "cannot send the answer: %s", strerror(errno));
    return CW_OK;
}

cw_status cw_gtp_serve(cw_gtp *gtp, int input, FILE *output, cw_error *error) {
    cw_line_reader *lines;
    cw_status status = cw_line_reader_open(input, "# interrupt", &gtp->stop, &lines, error);
    if (status != CW_OK)
        return status;
    char *line;
    cw_text text = {0};
    while (status == CW_OK && !gtp->quit && (line = cw_line_reader_next(lines)) != NULL) {
        cw_text_clear(&text);
        cw_gtp_answer(gtp, line, &text);
        free(line);
        status = send(&text, output, error);
    }
    cw_text_free(&text);
    cw_line_reader_close(lines);
    return status;
}

/* ---- Colours and thinking ---- */

const char *cw_gtp_color_name(const cw_gtp *gtp, int player) {
    if (player < 0)
        return player == CW_CHANCE ? "chance" : "nobody";
    return gtp->game->seats[cw_game_seat(gtp->game, cw_record_state(gtp->record), player)].name;
}

cw_status cw_gtp_read_color(const cw_gtp *gtp, const char *word, int *player, cw_error *error) {
    const cw_game *game = gtp->game;
    cw_text valid = {0};
    *player = CW_CHANCE;
    if (strcasecmp(word, "chance") == 0)
        return CW_OK;
    for (int i = 0; i < game->player_count; i++) {
        const cw_seat *seat = &game->seats[cw_game_seat(game, cw_record_state(gtp->record), i)];
        *player = i;
        if (strcasecmp(word, seat->letter) == 0 || strcasecmp(word, seat->name) == 0) {
            cw_text_free(&valid);
            return CW_OK;
        }
        cw_text_printf(&valid, "%s%s", i > 0 ? ", " : "", seat->letter);
    }
    cw_status status = cw_fail(error, CW_BAD_INPUT, "'%s' is not a colour, the colours are %s and chance",
                               word, cw_text_string(&valid));
    cw_text_free(&valid);
    return status;
}

/* Takes the time that a move took from the clock, which may go over to byo-yomi. */
static void run_clock(const cw_gtp *gtp, cw_gtp_clock *clock, double seconds) {
    clock->seconds -= seconds;
    bool period_is_over = clock->moves > 0 && --clock->moves == 0;
    if ((period_is_over || clock->seconds <= 0) && gtp->period_moves > 0)
        *clock = (cw_gtp_clock){true, gtp->period_seconds, gtp->period_moves};
}

cw_status cw_gtp_think(cw_gtp *gtp, cw_error *error) {
    int decider = cw_record_to_decide(gtp->record);
    assert(decider >= 0);
    cw_limits limits = {.stop = &gtp->stop, .progress = gtp->progress, .payload = gtp->progress_payload};
    cw_gtp_clock *clock = &gtp->clocks[decider];
    if (clock->is_set) {
        double least_seconds = 0.001; /* 0 would mean no limit */
        limits.clock_seconds = clock->seconds > least_seconds ? clock->seconds : least_seconds;
        limits.clock_moves = clock->moves;
    }
    cw_status status = cw_player_choose(gtp->player, gtp->record, &limits, &gtp->analysis, error);
    if (clock->is_set)
        run_clock(gtp, clock, gtp->analysis.seconds);
    return status;
}

void cw_gtp_print_move(const cw_gtp *gtp, cw_move move, cw_text *text) {
    gtp->game->type->print(gtp->game, cw_record_state(gtp->record), move, text);
}

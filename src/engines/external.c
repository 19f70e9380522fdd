/* Another program as a player. It is started for the first move it is asked for, follows the game move by
 * move, is killed with all it started when it does not answer in time, and started again for the next game.
 * Its time begins when it has started. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "engines/client.h"
#include "search/budget.h"

/* What a spec says. */
typedef struct external_settings {
    bool speaks_uhp;
    bool quiet;
    double timeout; /* seconds for any answer where no clock says otherwise */
    double start;   /* seconds to start, up to the first answer */
    double seconds; /* told to the engine as its time for a move; 0: nothing is told */
    double grace;   /* an answer may come so much after the time for a move */
} external_settings;

typedef struct external {
    external_settings settings;
    const cw_client_protocol *protocol;
    char *command;
    bool has_started;        /* it has answered once: from then on its failures are its own fault */
    double longest;          /* seconds that an answer took so far */
    double to_tell;          /* of silence, after which the next word about it is due */
    const cw_limits *limits; /* of the present decision */
    cw_client client;
    uint64_t *known; /* hashes of the positions the engine has been led through, the first is the start */
    int known_count, known_capacity; /* 0: the engine has no game */
} external;

/* Settings before the command, as in "gtp,timeout=30s:COMMAND". */
static const cw_option head_options[] = {
    {.name = "protocol",
     .type = CW_OPTION_CHOICE,
     .choices = "gtp|uhp",
     .standard = "gtp",
     .help = "the protocol",
     .place = CW_PLACE(external_settings, speaks_uhp)},
    {.name = "timeout",
     .type = CW_OPTION_DURATION,
     .low = 0.1,
     .high = 86400,
     .standard = "600",
     .help = "an answer that takes longer is given up, where no clock and no time a move is set",
     .place = CW_PLACE(external_settings, timeout)},
    {.name = "start",
     .type = CW_OPTION_DURATION,
     .low = 0.1,
     .high = 86400,
     .standard = "20",
     .help = "an engine that has not said a word by then does not start",
     .place = CW_PLACE(external_settings, start)},
    {.name = "time",
     .resource = CW_RESOURCE_SECONDS,
     .type = CW_OPTION_DURATION,
     .low = 0,
     .high = 86400,
     .standard = "0",
     .help = "time a move, told to the engine",
     .place = CW_PLACE(external_settings, seconds)},
    {.name = "grace",
     .type = CW_OPTION_DURATION,
     .low = 0,
     .high = 86400,
     .standard = "1",
     .help = "an answer may come so much later than the match's time a move, in whole seconds, says",
     .place = CW_PLACE(external_settings, grace)},
    {.name = "quiet",
     .type = CW_OPTION_SWITCH,
     .standard = "on",
     .help = "drop what the engine writes to stderr",
     .place = CW_PLACE(external_settings, quiet)},
    {.name = NULL},
};

static const cw_option options[] = {
    {.name = "text",
     .type = CW_OPTION_FILE,
     .standard = "",
     .help = "gtp:COMMAND or uhp:COMMAND; settings may follow the protocol: "
             "gtp,start=20s,timeout=600s,time=1s:COMMAND"},
    {.name = NULL},
};

/* ---- Making players ---- */

static void destroy(void *context) {
    external *player = context;
    cw_process_stop(player->client.process);
    cw_text_free(&player->client.line);
    cw_text_free(&player->client.answer);
    free(player->known);
    free(player->command);
    free(player);
}

static const cw_client_protocol *protocol_of(const external_settings *settings) {
    return settings->speaks_uhp ? &cw_uhp_client : &cw_gtp_client;
}

/* Reads "gtp,timeout=30s:COMMAND". */
static cw_status read_settings(const cw_game *game, const cw_options *from, external_settings *settings,
                               cw_error *error) {
    const char *text = cw_options_text(from, "text");
    size_t length = strcspn(text, ":");
    if (text[length] != ':' || text[length + 1] == '\0')
        return cw_fail(error, CW_BAD_INPUT,
                       "player ext:%s has no command, write ext:gtp:COMMAND or ext:uhp:COMMAND", text);
    char head[CW_OPTION_TEXT_MAX];
    snprintf(head, sizeof head, "protocol=%.*s", (int)(length < 256 ? length : 256), text);
    cw_options parsed;
    cw_options_defaults(&parsed, head_options);
    cw_status status = cw_options_parse(&parsed, "player ext", head, error);
    cw_options_fill(&parsed, head_options, settings);
    const cw_client_protocol *protocol = protocol_of(settings);
    if (status == CW_OK && protocol->game != NULL && strcmp(game->type->name, protocol->game) != 0)
        status = cw_fail(error, CW_BAD_INPUT, "player ext:%s plays %s, not %s", protocol->name,
                         protocol->game, game->type->name);
    return status;
}

static cw_status check(const cw_game *game, const cw_options *from, cw_error *error) {
    external_settings settings;
    return read_settings(game, from, &settings, error);
}

static double seconds(const cw_game *game, const cw_options *from) {
    external_settings settings;
    return read_settings(game, from, &settings, NULL) == CW_OK ? settings.seconds : 0;
}

static cw_status create(const cw_game *game, const cw_options *from, void **context, cw_error *error) {
    external *player = calloc(1, sizeof *player);
    if (player == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player ext");
    player->client.game = game;
    cw_status status = read_settings(game, from, &player->settings, error);
    if (status == CW_OK) {
        player->protocol = protocol_of(&player->settings);
        player->command = strdup(strchr(cw_options_text(from, "text"), ':') + 1);
        if (player->command == NULL)
            status = cw_fail(error, CW_NO_MEMORY, "out of memory for the player ext");
    }
    if (status != CW_OK) {
        destroy(player);
        return status;
    }
    *context = player;
    return CW_OK;
}

static void reset(void *context, uint64_t seed) {
    (void)seed;
    external *player = context;
    player->known_count = 0;
}

/* ---- Following the game ---- */

static void forget_process(external *player) {
    cw_process_kill(player->client.process);
    player->client.process = NULL;
    player->known_count = 0;
}

/* Tells of a silence that is long for this engine, and again whenever it has doubled. */
static void on_waiting(double silence, void *payload) {
    external *player = payload;
    if (player->limits->waiting == NULL || silence < player->to_tell)
        return;
    player->to_tell = 2 * silence;
    char words[160];
    snprintf(words, sizeof words, "the engine '%.60s' is silent for %.0f s%s", player->command, silence,
             player->has_started ? "" : ", it has not started yet");
    player->limits->waiting(words, player->limits->payload);
}

/* Sets what goes on while we wait; an engine that thinks `seconds` a move is not silent before. */
static void expect_silence(external *player, double seconds) {
    const double worth_a_word = 5;
    player->to_tell = fmax(seconds + worth_a_word, 2 * player->longest);
    cw_process_set_wait(player->client.process, (cw_process_wait){player->limits->stop, on_waiting, player});
}

static cw_status start(external *player, cw_error *error) {
    cw_status status =
        cw_process_start(player->command, player->settings.quiet, &player->client.process, error);
    if (status != CW_OK)
        return status;
    expect_silence(player, 0);
    return player->protocol->greet(&player->client, cw_clock_now() + player->settings.start, error);
}

/* A program that never answers is not a player that loses, but a mistake in the spec; nor is one that we are
 * too short of something to run. */
static cw_status ensure_started(external *player, cw_error *error) {
    if (player->client.process != NULL)
        return CW_OK;
    cw_error reason = {0};
    cw_status status = start(player, &reason);
    bool is_stopped = cw_flag_is_up(player->limits->stop);
    if (status != CW_OK && status != CW_NO_MEMORY && !player->has_started && !is_stopped)
        return cw_fail(error, CW_BAD_INPUT, "the engine '%.100s' does not start: %.300s", player->command,
                       reason.message);
    player->has_started = player->has_started || status == CW_OK;
    return status == CW_OK ? CW_OK : cw_fail(error, status, "%s", reason.message);
}

static cw_status note(external *player, uint64_t hash, cw_error *error) {
    if (player->known_count == player->known_capacity) {
        int capacity = player->known_capacity > 0 ? 2 * player->known_capacity : 128;
        uint64_t *known = realloc(player->known, sizeof *known * (size_t)capacity);
        if (known == NULL)
            return cw_fail(error, CW_NO_MEMORY, "out of memory for the player ext");
        player->known = known;
        player->known_capacity = capacity;
    }
    player->known[player->known_count++] = hash;
    return CW_OK;
}

/* Does the record go on from where the engine is? */
static bool goes_on(const external *player, const cw_record *record) {
    return player->known_count > 0 && player->known_count <= cw_record_length(record) + 1 &&
           memcmp(player->known, cw_record_hashes(record),
                  sizeof *player->known * (size_t)player->known_count) == 0;
}

/* An engine that refuses a legal move, or to move at all, has failed in this game and not in the next. */
static cw_status blame(cw_status status) {
    return status == CW_BAD_INPUT ? CW_ILLEGAL : status;
}

static cw_status follow(external *player, const cw_record *record, double deadline, cw_error *error) {
    cw_status status = CW_OK;
    const uint64_t *hashes = cw_record_hashes(record);
    if (!goes_on(player, record)) {
        player->known_count = 0;
        status = player->protocol->new_game(&player->client, deadline, error);
        if (status == CW_OK)
            status = note(player, hashes[0], error);
    }
    while (status == CW_OK && player->known_count <= cw_record_length(record)) {
        int index = player->known_count - 1;
        status = blame(player->protocol->tell_move(&player->client, record, index, deadline, error));
        if (status == CW_OK)
            status = note(player, hashes[index + 1], error);
    }
    return status;
}

/* Reads the engine's answer as a legal move. */
static cw_status read_move(external *player, const cw_record *record, cw_move *move, cw_error *error) {
    const cw_game *game = player->client.game;
    const char *text = cw_text_string(&player->client.answer);
    cw_error reason = {0};
    if (strcmp(text, "resign") == 0)
        return cw_fail(error, CW_ILLEGAL, "the engine resigned");
    if (game->type->parse(game, cw_record_state(record), text, move, &reason) != CW_OK)
        return cw_fail(error, CW_ILLEGAL, "the engine's move '%.60s' is illegal: %.300s", text,
                       reason.message);
    return CW_OK;
}

/* The engine has played the move on its own board: note where that leads. */
static cw_status note_own_move(external *player, const cw_record *record, cw_move move, cw_error *error) {
    const cw_game *game = player->client.game;
    cw_state *after = cw_game_alloc_states(game, 1);
    if (after == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player ext");
    memcpy(after, cw_record_state(record), game->state_size);
    game->type->play(game, after, move);
    cw_status status = note(player, game->type->hash(game, after), error);
    free(after);
    return status;
}

/* ---- Time ---- */

/* The time for a move as the engine is told it: a clock is shared out as our own players do. */
static cw_client_time time_for_move(const external *player, const cw_record *record,
                                    const cw_limits *limits) {
    cw_client_time time = {.move_seconds =
                               limits->move_seconds > 0 ? limits->move_seconds : player->settings.seconds};
    if (limits->clock_seconds <= 0)
        return time;
    const cw_game *game = player->client.game;
    double progress = game->type->progress(game, cw_record_state(record));
    cw_limits clock = {.clock_seconds = limits->clock_seconds, .clock_moves = limits->clock_moves};
    double share = cw_budget_start(&clock, 0, progress).seconds;
    if (time.move_seconds > 0 && time.move_seconds <= share)
        return time;
    return (cw_client_time){share, limits->clock_seconds, limits->clock_moves};
}

/* How long we wait: until the clock is over, or some grace after a time for each move, which never ends before the
 * time that the guest was told. Protocols know whole seconds only, so a move has the second it was told. */
static double seconds_to_wait(const external *player, const cw_limits *limits) {
    double seconds = INFINITY;
    if (limits->clock_seconds > 0)
        seconds = limits->clock_seconds;
    if (limits->move_seconds > 0)
        seconds = fmin(seconds, ceil(limits->move_seconds) + player->settings.grace);
    if (seconds < INFINITY)
        return seconds;
    double told = player->settings.seconds;
    return told > 0 ? fmax(player->settings.timeout, ceil(told) + player->settings.grace)
                    : player->settings.timeout;
}

/* ---- Deciding ---- */

static cw_status ask_move(external *player, const cw_record *record, cw_move *move, cw_error *error) {
    cw_client *client = &player->client;
    double start = cw_clock_now(), deadline = start + seconds_to_wait(player, player->limits);
    bool played = false;
    cw_client_time time = time_for_move(player, record, player->limits);
    expect_silence(player, time.move_seconds);
    cw_status status = follow(player, record, deadline, error);
    if (status == CW_OK)
        status = blame(player->protocol->ask_move(client, record, &time, deadline, &played, error));
    if (status == CW_OK)
        status = read_move(player, record, move, error);
    if (status == CW_OK && played)
        status = note_own_move(player, record, *move, error);
    player->longest = fmax(player->longest, cw_clock_now() - start);
    return status;
}

static cw_status choose(void *context, const cw_record *record, const cw_limits *limits,
                        cw_analysis *analysis, cw_error *error) {
    external *player = context;
    double start = cw_clock_now();
    player->limits = limits;
    cw_status status = ensure_started(player, error);
    analysis->start_seconds = cw_clock_now() - start;
    if (status == CW_OK)
        status = ask_move(player, record, &analysis->best, error);
    if (status != CW_OK)
        forget_process(player);
    else
        cw_process_set_wait(player->client.process, (cw_process_wait){0});
    player->limits = NULL;
    return status;
}

const cw_player_type cw_external_player = {
    .name = "ext",
    .summary = "another program, over GTP or UHP: ext:gtp:COMMAND",
    .options = options,
    .verbatim = true,
    .check = check,
    .create = create,
    .destroy = destroy,
    .reset = reset,
    .choose = choose,
    .seconds = seconds,
};

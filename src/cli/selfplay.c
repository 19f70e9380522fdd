/* `causeway selfplay`: games of a player against itself, written down to learn from. */
#include "cli/selfplay.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/output.h"

enum { GAMES_MAX = 1000000000, THREADS_MAX = 256, SHARD_GAMES = 64, PLIES_MAX = 65535, PROOFS_MAX = 10000 };

/* What "exact" stands for: every move of every position is valued, however long it takes. */
static const char exact_labels[] = "solver:nodes=0,memory=256";

static void show_progress(int64_t games, void *payload) {
    const cw_selfplay *selfplay = payload;
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r%" PRId64 " of %" PRId64 " games\033[K", games, selfplay->games);
        fflush(stderr);
    }
}

static cw_status read_plies(const cli_arguments *arguments, cw_selfplay *selfplay, cw_error *error) {
    const char *text = cli_value(arguments, "--plies");
    char end;
    selfplay->ply_low = 0;
    selfplay->ply_high = PLIES_MAX;
    if (text != NULL && (sscanf(text, "%d:%d%c", &selfplay->ply_low, &selfplay->ply_high, &end) != 2 ||
                         selfplay->ply_low < 0 || selfplay->ply_high < selfplay->ply_low))
        return cw_fail(error, CW_BAD_INPUT, "--plies %s is not valid, it takes two numbers such as 4:16",
                       text);
    return CW_OK;
}

static cw_status read_share(const cli_arguments *arguments, const char *option, double *share,
                            cw_error *error) {
    static const cw_option declared = {.type = CW_OPTION_REAL, .low = 0, .high = 1, .standard = "0"};
    return cli_number(arguments, option, &declared, share, error);
}

static cw_status read_numbers(const cli_arguments *arguments, cw_selfplay *selfplay, cw_error *error) {
    int64_t threads = 1, shard = SHARD_GAMES, opening = 0, proofs = 0;
    cw_status status = cli_integer(arguments, "--games", 1, GAMES_MAX, 64, &selfplay->games, error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--threads", 1, THREADS_MAX, 1, &threads, error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--shard", 1, 1000000, SHARD_GAMES, &shard, error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--opening", 0, 1000, 0, &opening, error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--proofs", 0, PROOFS_MAX, 0, &proofs, error);
    if (status == CW_OK)
        status = cli_seed(arguments, "--seed", 1, &selfplay->seed, error);
    if (status == CW_OK)
        status = read_share(arguments, "--balanced", &selfplay->balanced, error);
    if (status == CW_OK)
        status = read_share(arguments, "--played-out", &selfplay->played_out, error);
    if (status == CW_OK)
        status = read_share(arguments, "--skip", &selfplay->skipped, error);
    if (status == CW_OK)
        status = read_plies(arguments, selfplay, error);
    selfplay->threads = (int)threads;
    selfplay->shard_games = (int)shard;
    selfplay->random_plies = (int)opening;
    selfplay->proofs = (int)proofs;
    return status;
}

/* The number of the view that is asked for. A game without any is refused later. */
static cw_status read_view(const char *name, const cw_game *game, int *view, cw_error *error) {
    *view = 0;
    if (name == NULL || game->type->judges == NULL)
        return CW_OK;
    cw_text known = {0};
    const char *const *views = game->type->judges[0].views;
    for (int i = 0; views != NULL && views[i] != NULL; i++) {
        if (strcmp(views[i], name) == 0) {
            *view = i;
            cw_text_free(&known);
            return CW_OK;
        }
        cw_text_printf(&known, "%s%s", i > 0 ? ", " : "", views[i]);
    }
    cw_status status = cw_fail(error, CW_BAD_INPUT, "networks of %s have no view '%s'; known are: %s",
                               game->type->name, name, cw_text_string(&known));
    cw_text_free(&known);
    return status;
}

cw_status cli_selfplay_read(const cli_arguments *arguments, cw_selfplay *selfplay, cw_game **game,
                            cw_error *error) {
    const char *labels = cli_value(arguments, "--labels");
    *selfplay = (cw_selfplay){
        .player = cli_operand(arguments, 1),
        .folder = cli_value(arguments, "--out"),
        .labels = labels != NULL && strcmp(labels, "exact") == 0 ? exact_labels : labels,
        .values = cli_value(arguments, "--values"),
        .referee = cli_value(arguments, "--referee"),
        .resume = cli_given(arguments, "--resume"),
        .is_cut = cli_given(arguments, "--cut"),
    };
    if (selfplay->folder == NULL)
        return cw_fail(error, CW_BAD_INPUT, "selfplay needs --out FOLDER");
    cw_status status = read_numbers(arguments, selfplay, error);
    if (status == CW_OK)
        status = cw_game_create(cli_operand(arguments, 0), game, error);
    if (status == CW_OK)
        status = read_view(cli_value(arguments, "--view"), *game, &selfplay->view, error);
    if (status != CW_OK) {
        cw_game_destroy(*game);
        *game = NULL;
        return status;
    }
    selfplay->game = *game;
    selfplay->stop = cli_interrupt_once(true); /* the shards that are whole are kept */
    return CW_OK;
}

static cw_status tell(const cw_selfplay *selfplay, cw_error *error) {
    if (cli_is_interrupted()) {
        fprintf(stderr,
                "causeway: interrupted, whole files are kept; the same command with --resume goes on\n");
        return cw_fail(error, CW_STOPPED, "%s", "");
    }
    int64_t shards = (selfplay->games + selfplay->shard_games - 1) / selfplay->shard_games;
    cw_text text = {0};
    cw_text_printf(&text, "%" PRId64 " games in %" PRId64 " file%s: %s\n", shards * selfplay->shard_games,
                   shards, shards == 1 ? "" : "s", selfplay->folder);
    return cli_print(&text, error);
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    cw_selfplay selfplay;
    cw_game *game = NULL;
    cw_status status = cli_selfplay_read(arguments, &selfplay, &game, error);
    if (status != CW_OK)
        return status;
    selfplay.progress = show_progress;
    selfplay.payload = &selfplay;
    show_progress(0, &selfplay);
    status = cw_selfplay_run(&selfplay, error);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    cw_game_destroy(game);
    return status == CW_OK ? tell(&selfplay, error) : status;
}

const cli_option cli_selfplay_options[] = {
    {.name = "--out", .value = "FOLDER", .help = "where the shards and the manifest go"},
    {.name = "--games", .value = "N", .help = "games to play, made up to whole shards (default 64)"},
    {.name = "--shard", .value = "N", .help = "games in a file (default 64)"},
    {.name = "--seed", .value = "SEED", .help = "of the whole run (default 1)"},
    {.name = "--threads", .value = "K", .help = "threads, each on shards of its own (default 1)"},
    {.name = "--resume", .help = "go on in a folder that holds games, with the shards that are missing"},
    {.name = "--opening", .value = "N", .help = "moves made at random before the player begins (default 0)"},
    {.name = "--balanced",
     .value = "SHARE",
     .help = "share of games whose random moves must leave both sides a chance (default 0)"},
    {.name = "--view",
     .value = "NAME",
     .help =
         "what networks see: paths (default), connections, answers, stones; only networks of the same view "
         "can learn"},
    {.name = "--labels",
     .value = "exact|REASONER",
     .help = "value every move of every position by a reasoner: exact, or its spec"},
    {.name = "--values",
     .value = "REASONER",
     .help = "value every position by a reasoner, but not its moves"},
    {.name = "--proofs",
     .value = "N",
     .help = "write N of the positions that each proof of --values went through, too (default 0)"},
    {.name = "--referee", .value = "REASONER", .help = "a reasoner whose proof ends a game, such as vc"},
    {.name = "--played-out",
     .value = "SHARE",
     .help = "share of games that the referee leaves alone (default 0)"},
    {.name = "--skip",
     .value = "SHARE",
     .help = "share of positions that are left out by chance (default 0)"},
    {.name = "--plies", .value = "LOW:HIGH", .help = "write only positions after so many moves"},
    {.name = "--cut",
     .help = "end games after the last of these plies; how they would end is then not known"},
    {.name = NULL},
};

const cli_command cli_selfplay_command = {
    .name = "selfplay",
    .operands = "GAME PLAYER",
    .operands_min = 2,
    .operands_max = 2,
    .summary = "write games of a player against itself, to learn from",
    .details =
        "Every position goes to a file that NumPy reads, as the network sees it, with the policy that the\n"
        "player's search recommends, its value, the outcome, and exact values where they are proved\n"
        "(docs/selfplay-format.md). A game depends on the seed and its number alone; a run that was\n"
        "stopped goes on with --resume.",
    .examples =
        "causeway selfplay hex:size=7 mcts:sims=100 --games 640 --opening 2 --labels exact --out seven\n"
        "causeway selfplay hex:size=7 random --plies 4:9 --cut --values solver --proofs 50 --out solved\n"
        "causeway selfplay hex:size=11 net:temperature=1 --games 10k --opening 1 --threads 2 --out games",
    .options = cli_selfplay_options,
    .run = run,
};

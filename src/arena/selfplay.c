#include "arena/selfplay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/jobs.h"
#include "arena/selfplay_worker.h"

enum { VERSION = 1 };

/* ---- The manifest ---- */

static json_t *optional_text(const char *text) {
    return text != NULL ? json_string(text) : json_string("");
}

static json_t *make_manifest(const cw_selfplay *selfplay, const cw_judge_shape *shape) {
    char seed[32];
    cw_text spec = {0};
    cw_game_print_spec(selfplay->game, &spec);
    snprintf(seed, sizeof seed, "%" PRIu64, selfplay->seed);
    json_t *manifest = json_pack(
        "{s:s, s:i, s:s, s:s, s:s, s:i, s:i, s:f, s:o, s:o, s:i, s:o, s:f, s:f, s:[i, i], s:b, s:i, s:i, "
        "s:i, s:i}",
        "format", "causeway-selfplay", "version", VERSION, "game", cw_text_string(&spec), "player",
        selfplay->player, "seed", seed, "shard_games", selfplay->shard_games, "opening",
        selfplay->random_plies, "balanced", selfplay->balanced, "labels", optional_text(selfplay->labels),
        "values", optional_text(selfplay->values), "proofs", selfplay->proofs, "referee",
        optional_text(selfplay->referee), "played_out", selfplay->played_out, "skipped", selfplay->skipped,
        "plies", selfplay->ply_low, selfplay->ply_high, "cut", selfplay->is_cut, "planes", shape->planes,
        "rows", shape->rows, "columns", shape->columns, "outputs", shape->outputs);
    cw_text_free(&spec);
    return manifest;
}

static cw_status open_folder(const cw_selfplay *selfplay, cw_error *error) {
    cw_judge_shape shape;
    selfplay->game->type->judges[0].shape(selfplay->game, selfplay->view, &shape);
    json_t *manifest = make_manifest(selfplay, &shape);
    if (manifest == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a manifest");
    cw_status status = cw_shards_open(selfplay->game, selfplay->folder, manifest, selfplay->resume, error);
    json_decref(manifest);
    return status;
}

/* ---- Shards as jobs ---- */

static int parts_of(const cw_selfplay *selfplay) {
    return selfplay->parts > 0 ? selfplay->parts : 1;
}

static cw_status open_worker(void *payload, void **worker, cw_error *error) {
    cw_selfplay_worker *made = NULL;
    cw_status status = cw_selfplay_worker_create(payload, &made, error);
    *worker = made;
    return status;
}

static void close_worker(void *worker) {
    cw_selfplay_worker_destroy(worker);
}

/* There is no product: a shard lies in its file. */
static cw_status run_job(void *worker, int64_t number, void **product, cw_error *error) {
    *product = NULL;
    return cw_selfplay_make_shard(worker, number, error);
}

static bool deliver(void *payload, int64_t number, void *product) {
    const cw_selfplay *selfplay = payload;
    (void)product;
    if (selfplay->progress != NULL)
        selfplay->progress((number + 1) * selfplay->shard_games, selfplay->payload);
    return true;
}

static void discard(void *product) {
    (void)product;
}

cw_status cw_selfplay_open(const cw_selfplay *selfplay, cw_error *error) {
    const cw_game *game = selfplay->game;
    if (game->type->judges == NULL || game->type->judges[0].inputs == NULL)
        return cw_fail(error, CW_UNSUPPORTED, "%s has no network that could learn", game->type->name);
    cw_selfplay_worker *trial; /* so that a wrong spec leaves no folder behind */
    cw_status status = cw_selfplay_worker_create(selfplay, &trial, error);
    if (status != CW_OK)
        return status;
    cw_selfplay_worker_destroy(trial);
    return open_folder(selfplay, error);
}

cw_status cw_selfplay_play(const cw_selfplay *selfplay, cw_error *error) {
    const int64_t shards = (selfplay->games + selfplay->shard_games - 1) / selfplay->shard_games;
    const int parts = parts_of(selfplay);
    const cw_jobs jobs = {
        .count = (shards - selfplay->part + parts - 1) / parts,
        .threads = selfplay->threads,
        .stop = selfplay->stop,
        .payload = (void *)selfplay,
        .open = open_worker,
        .close = close_worker,
        .run = run_job,
        .deliver = deliver,
        .discard = discard,
    };
    return cw_jobs_run(&jobs, error);
}

cw_status cw_selfplay_run(const cw_selfplay *selfplay, cw_error *error) {
    cw_status status = cw_selfplay_open(selfplay, error);
    return status == CW_OK ? cw_selfplay_play(selfplay, error) : status;
}

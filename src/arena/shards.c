#include "arena/shards.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "records are written as they lie in memory");

enum { FACTS_BYTES = 3 * 4 + 2 * 2 + 4 + 2 * 2, PREAMBLE_UNIT = 64, PREAMBLE_MAX = 512 };

/* ---- Records ---- */

static size_t inputs_size(const cw_judge_shape *shape) {
    return (size_t)shape->planes * (size_t)shape->rows * (size_t)shape->columns;
}

size_t cw_shard_record_size(const cw_judge_shape *shape) {
    return inputs_size(shape) + sizeof(float) * (size_t)shape->outputs + FACTS_BYTES;
}

void cw_shard_free(cw_shard *shard) {
    free(shard->records);
    *shard = (cw_shard){.shape = shard->shape};
}

unsigned char *cw_shard_add(cw_shard *shard) {
    size_t size = cw_shard_record_size(&shard->shape);
    if (shard->count == shard->capacity) {
        size_t capacity = shard->capacity > 0 ? 2 * shard->capacity : 256;
        unsigned char *grown = realloc(shard->records, capacity * size);
        if (grown == NULL)
            return NULL;
        shard->records = grown;
        shard->capacity = capacity;
    }
    unsigned char *record = shard->records + size * shard->count++;
    memset(record, 0, size);
    return record;
}

unsigned char *cw_shard_at(const cw_shard *shard, size_t index) {
    return shard->records + index * cw_shard_record_size(&shard->shape);
}

uint8_t *cw_shard_inputs(unsigned char *record) {
    return record;
}

void cw_shard_set_policy(const cw_shard *shard, unsigned char *record, const float *policy) {
    memcpy(record + inputs_size(&shard->shape), policy, sizeof(float) * (size_t)shard->shape.outputs);
}

static unsigned char *put(unsigned char *place, const void *value, size_t size) {
    memcpy(place, value, size);
    return place + size;
}

void cw_shard_set_facts(const cw_shard *shard, unsigned char *record, const cw_position_facts *facts) {
    unsigned char *place = record + cw_shard_record_size(&shard->shape) - FACTS_BYTES;
    place = put(place, &facts->value, sizeof facts->value);
    place = put(place, &facts->outcome, sizeof facts->outcome);
    place = put(place, &facts->exact, sizeof facts->exact);
    place = put(place, &facts->move, sizeof facts->move);
    place = put(place, &facts->reply, sizeof facts->reply);
    place = put(place, &facts->game, sizeof facts->game);
    place = put(place, &facts->ply, sizeof facts->ply);
    put(place, &facts->flags, sizeof facts->flags);
}

/* ---- Files ---- */

static void print_name(cw_text *name, const char *folder, int64_t number) {
    cw_text_printf(name, "%s/shard-%06" PRId64 ".npy", folder, number);
}

bool cw_shard_exists(const char *folder, int64_t number) {
    cw_text name = {0};
    print_name(&name, folder, number);
    bool exists = access(cw_text_string(&name), F_OK) == 0;
    cw_text_free(&name);
    return exists;
}

/* What NumPy wants before the data: magic, version, length, and a description that ends at a multiple of 64
   bytes. Returns its length. */
static size_t write_preamble(const cw_shard *shard, char preamble[PREAMBLE_MAX]) {
    const cw_judge_shape *shape = &shard->shape;
    enum { BEFORE = 10 };
    int length = snprintf(preamble + BEFORE, PREAMBLE_MAX - BEFORE,
                          "{'descr': [('inputs', '|u1', (%d, %d, %d)), ('policy', '<f4', (%d,)), "
                          "('value', '<f4'), ('outcome', '<f4'), ('exact', '<f4'), ('move', '<i2'), "
                          "('reply', '<i2'), ('game', '<u4'), ('ply', '<u2'), ('flags', '<u2')], "
                          "'fortran_order': False, 'shape': (%zu,), }",
                          shape->planes, shape->rows, shape->columns, shape->outputs, shard->count);
    size_t total = ((size_t)(BEFORE + length + 1) + PREAMBLE_UNIT - 1) / PREAMBLE_UNIT * PREAMBLE_UNIT;
    memset(preamble + BEFORE + length, ' ', total - (size_t)(BEFORE + length));
    preamble[total - 1] = '\n';
    memcpy(preamble, "\x93NUMPY\x01", 8); /* and the minor version, 0 */
    preamble[8] = (char)((total - BEFORE) & 255);
    preamble[9] = (char)((total - BEFORE) >> 8);
    return total;
}

/* Locks an open file; false if it is no longer the one of that name, because who held it before has renamed it. */
static bool lock(int file, const char *name) {
    struct stat held, named;
    while (flock(file, LOCK_EX) != 0) {
        if (errno != EINTR)
            return true; /* a disk without locks: one writer is trusted to be alone */
    }
    return fstat(file, &held) == 0 && stat(name, &named) == 0 && held.st_dev == named.st_dev &&
           held.st_ino == named.st_ino;
}

/* Opens an empty file that no other program writes; what one that was killed has left there is overwritten. */
static FILE *open_alone(const char *name) {
    int file;
    while ((file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666)) >= 0 && !lock(file, name))
        close(file);
    if (file >= 0 && ftruncate(file, 0) == 0)
        return fdopen(file, "wb");
    if (file >= 0)
        close(file);
    return NULL;
}

/* Writes a file under another name and renames it when it is on the disk. */
static cw_status write_whole(const char *path, const void *head, size_t head_size, const void *body,
                             size_t body_size, cw_error *error) {
    cw_text beside = {0};
    cw_text_printf(&beside, "%s.part", path);
    FILE *file = open_alone(cw_text_string(&beside));
    bool written = file != NULL && fwrite(head, 1, head_size, file) == head_size &&
                   fwrite(body, 1, body_size, file) == body_size && fflush(file) == 0 &&
                   fsync(fileno(file)) == 0 && rename(cw_text_string(&beside), path) == 0;
    int reason = errno;
    if (!written && file != NULL)
        remove(cw_text_string(&beside));
    if (file != NULL)
        fclose(file); /* all of it is on the disk already; this lets others in */
    cw_text_free(&beside);
    return written ? CW_OK : cw_fail(error, CW_IO, "cannot write %s: %s", path, strerror(reason));
}

cw_status cw_shard_write(const cw_shard *shard, const char *folder, int64_t number, cw_error *error) {
    char preamble[PREAMBLE_MAX];
    size_t length = write_preamble(shard, preamble);
    cw_text name = {0};
    print_name(&name, folder, number);
    cw_status status = write_whole(cw_text_string(&name), preamble, length, shard->records,
                                   shard->count * cw_shard_record_size(&shard->shape), error);
    cw_text_free(&name);
    return status;
}

/* ---- The manifest ---- */

/* Specs may be spelt in other words. */
static bool is_same_value(const cw_game *game, const char *key, const json_t *old, const json_t *value) {
    static const char *const players[] = {"player", "labels", "values", "referee"};
    if (old == NULL) /* made before there was such a thing to say */
        return json_is_false(value) || (json_is_string(value) && json_string_length(value) == 0) ||
               (json_is_integer(value) && json_integer_value(value) == 0);
    if (json_equal(old, value))
        return true;
    if (!json_is_string(old) || !json_is_string(value))
        return false;
    if (strcmp(key, "game") == 0)
        return cw_game_is_same(game, json_string_value(old));
    bool is_player = false;
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++)
        is_player = is_player || strcmp(key, players[i]) == 0;
    return is_player && cw_plan_is_same(game, json_string_value(old), json_string_value(value));
}

/* Two manifests must agree in everything that the new one says. */
static cw_status compare(const cw_game *game, const json_t *there, const json_t *wanted, const char *path,
                         cw_error *error) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)wanted, key, value) {
        const json_t *old = json_object_get(there, key);
        if (is_same_value(game, key, old, value))
            continue;
        char *before = json_dumps(old, JSON_ENCODE_ANY), *now = json_dumps(value, JSON_ENCODE_ANY);
        cw_status status = cw_fail(error, CW_BAD_INPUT, "%s was made with %s %s, not %s", path, key,
                                   before != NULL ? before : "missing", now != NULL ? now : "?");
        free(before);
        free(now);
        return status;
    }
    return CW_OK;
}

static cw_status continue_folder(const cw_game *game, const char *path, const json_t *manifest,
                                 cw_error *error) {
    json_error_t fault;
    json_t *there = json_load_file(path, 0, &fault);
    if (!json_is_object(there)) {
        json_decref(there);
        return cw_fail(error, CW_BAD_INPUT, "%s cannot be read: %s", path,
                       there == NULL ? fault.text : "it is no object");
    }
    cw_status status = compare(game, there, manifest, path, error);
    json_decref(there);
    return status;
}

static cw_status begin_folder(const char *path, const json_t *manifest, cw_error *error) {
    char *dump = json_dumps(manifest, JSON_INDENT(2));
    if (dump == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for %s", path);
    cw_status status = write_whole(path, dump, strlen(dump), "\n", 1, error);
    free(dump);
    return status;
}

/* Makes a folder and those above it. */
static cw_status make_folders(const char *folder, cw_error *error) {
    cw_text path = {0};
    cw_status status = CW_OK;
    for (const char *place = folder; status == CW_OK && *place != '\0';) {
        size_t length = strcspn(place + 1, "/") + 1;
        cw_text_append_bytes(&path, place, length);
        place += length;
        if (mkdir(cw_text_string(&path), 0777) != 0 && errno != EEXIST)
            status = cw_fail(error, CW_IO, "cannot make the folder %s: %s", folder, strerror(errno));
    }
    cw_text_free(&path);
    return status;
}

cw_status cw_shards_open(const cw_game *game, const char *folder, const json_t *manifest, bool resume,
                         cw_error *error) {
    cw_status status = make_folders(folder, error);
    if (status != CW_OK)
        return status;
    cw_text path = {0};
    cw_text_printf(&path, "%s/manifest.json", folder);
    bool exists = access(cw_text_string(&path), F_OK) == 0;
    if (exists && !resume)
        status = cw_fail(error, CW_BAD_INPUT, "%s holds games already: --resume goes on with them", folder);
    else if (exists)
        status = continue_folder(game, cw_text_string(&path), manifest, error);
    else
        status = begin_folder(cw_text_string(&path), manifest, error);
    cw_text_free(&path);
    return status;
}

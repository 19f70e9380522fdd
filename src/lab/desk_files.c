/* The experiments on the desk: their files, and what was found of them. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files.h"
#include "lab/desk_inner.h"

enum { TABLE_BYTES_MAX = 1 << 20 };

/* ---- Files ---- */

static bool is_name(const char *name) {
    size_t length = strlen(name);
    return length > 0 && length < CW_DESK_NAME_MAX &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_") == length &&
           name[0] != '.';
}

cw_desk_entry *cw_desk_find(const cw_desk *desk, const char *name) {
    for (int i = 0; i < desk->entry_count; i++) {
        if (strcmp(desk->entries[i]->name, name) == 0)
            return desk->entries[i];
    }
    return NULL;
}

static void free_entry(cw_desk_entry *entry) {
    cw_experiment_destroy(entry->experiment);
    free(entry->findings);
    free(entry);
}

/* Reads the file of an entry anew. */
static void open_entry(cw_desk *desk, cw_desk_entry *entry) {
    cw_experiment_destroy(entry->experiment);
    free(entry->findings);
    entry->experiment = NULL;
    entry->findings = NULL;
    entry->is_read = false;
    entry->error = (cw_error){0};
    cw_experiment_read(entry->path, &entry->experiment, &entry->error);
    cw_desk_want_reading(desk, entry);
}

static void add_entry(cw_desk *desk, const char *folder, const char *name, bool is_own) {
    cw_desk_entry *entry = desk->entry_count < CW_DESK_ENTRIES_MAX ? calloc(1, sizeof *entry) : NULL;
    if (entry == NULL)
        return;
    snprintf(entry->name, sizeof entry->name, "%s", name);
    snprintf(entry->path, sizeof entry->path, "%s/%s.yaml", folder, name);
    entry->is_own = is_own;
    desk->entries[desk->entry_count++] = entry;
    open_entry(desk, entry);
}

static int is_experiment(const struct dirent *file) {
    const char *ending = strrchr(file->d_name, '.');
    return ending != NULL && strcmp(ending, ".yaml") == 0;
}

static void list_folder(cw_desk *desk, const char *folder, bool is_own) {
    struct dirent **files;
    int count = folder != NULL ? scandir(folder, &files, is_experiment, versionsort) : -1;
    for (int i = 0; i < count; i++) {
        *strrchr(files[i]->d_name, '.') = '\0';
        if (is_name(files[i]->d_name) && cw_desk_find(desk, files[i]->d_name) == NULL)
            add_entry(desk, folder, files[i]->d_name, is_own);
        free(files[i]);
    }
    if (count >= 0)
        free(files);
}

void cw_desk_list_files(cw_desk *desk) {
    list_folder(desk, desk->experiments, false);
    list_folder(desk, desk->own, true);
}

void cw_desk_free_files(cw_desk *desk) {
    for (int i = 0; i < desk->entry_count; i++)
        free_entry(desk->entries[i]);
    desk->entry_count = 0;
}

/* ---- A person's own ---- */

static cw_status check_size(const cw_experiment *experiment, cw_error *error) {
    int64_t games = 0;
    for (int i = 0; i < experiment->point_count; i++)
        games += cw_lab_all_games(&experiment->points[i], 1);
    if (experiment->point_count > CW_DESK_POINTS_MAX)
        return cw_fail(error, CW_BAD_INPUT, "%s:1: there are %d points, and at most %d may be",
                       experiment->file, experiment->point_count, CW_DESK_POINTS_MAX);
    if (games > CW_DESK_GAMES_MAX)
        return cw_fail(error, CW_BAD_INPUT, "%s:1: that would be %lld games, and at most %d may be",
                       experiment->file, (long long)games, CW_DESK_GAMES_MAX);
    return CW_OK;
}

/* Within the bounds on strangers. */
static cw_status hold(const cw_desk *desk, cw_experiment *experiment, cw_error *error) {
    cw_status status = check_size(experiment, error);
    return status == CW_OK ? cw_experiment_check_within(experiment, &desk->plan.bounds, error) : status;
}

cw_status cw_desk_read(const cw_desk *desk, const cw_desk_entry *entry, cw_experiment **experiment,
                       cw_error *error) {
    cw_status status = cw_experiment_read(entry->path, experiment, error);
    if (status == CW_OK && entry->is_own)
        status = hold(desk, *experiment, error);
    if (status != CW_OK && *experiment != NULL) {
        cw_experiment_destroy(*experiment);
        *experiment = NULL;
    }
    return status;
}

/* "name:12: what is wrong" in its parts. */
static void tell_trouble(const cw_error *error, json_t *answer) {
    const char *message = error->message, *colon = strchr(message, ':');
    int line = 0, length = 0;
    if (colon != NULL && sscanf(colon, ":%d: %n", &line, &length) == 1 && length > 0)
        message = colon + length;
    json_object_set_new(answer, "right", json_false());
    json_object_set_new(answer, "line", json_integer(line));
    json_object_set_new(answer, "trouble", json_string(message));
}

static cw_status parse(const cw_desk *desk, const char *text, cw_experiment **experiment, cw_error *error) {
    if (strlen(text) > CW_DESK_TEXT_MAX)
        return cw_fail(error, CW_BAD_INPUT, "text:1: it has more than %d bytes", CW_DESK_TEXT_MAX);
    cw_status status = cw_experiment_parse("text", text, experiment, error);
    return status == CW_OK ? hold(desk, *experiment, error) : status;
}

void cw_desk_check(cw_desk *desk, const char *text, json_t *answer) {
    cw_experiment *experiment = NULL;
    cw_error error = {0};
    if (parse(desk, text, &experiment, &error) != CW_OK) {
        tell_trouble(&error, answer);
    } else {
        int64_t games = 0;
        for (int i = 0; i < experiment->point_count; i++)
            games += cw_lab_all_games(&experiment->points[i], 1);
        json_object_set_new(answer, "right", json_true());
        json_object_set_new(answer, "points", json_integer(experiment->point_count));
        json_object_set_new(answer, "games", json_integer(games));
    }
    cw_experiment_destroy(experiment);
}

static cw_status check_own(const cw_desk *desk, const char *name, cw_error *error) {
    const cw_desk_entry *entry = cw_desk_find(desk, name);
    if (desk->own == NULL)
        return cw_fail(error, CW_UNSUPPORTED, "there is no store to keep experiments beside");
    if (!is_name(name))
        return cw_fail(error, CW_BAD_INPUT, "a name has letters, digits, dots and dashes, %d at most",
                       CW_DESK_NAME_MAX - 1);
    if (entry != NULL && !entry->is_own)
        return cw_fail(error, CW_ILLEGAL, "%s is an experiment that ships: choose another name", name);
    return CW_OK;
}

cw_status cw_desk_write(cw_desk *desk, const char *name, const char *text, cw_error *error) {
    cw_experiment *experiment = NULL;
    char path[1024];
    cw_text content = {0};
    cw_status status = check_own(desk, name, error);
    if (status == CW_OK)
        status = parse(desk, text, &experiment, error);
    cw_experiment_destroy(experiment);
    if (status != CW_OK)
        return status;
    if (mkdir(desk->own, 0777) != 0 && errno != EEXIST)
        return cw_fail(error, CW_IO, "cannot make the folder %s: %s", desk->own, strerror(errno));
    snprintf(path, sizeof path, "%s/%s.yaml", desk->own, name);
    cw_text_append(&content, text);
    status = cw_file_write(path, path, &content, error);
    cw_text_free(&content);
    if (status != CW_OK)
        return status;
    pthread_mutex_lock(&desk->mutex);
    cw_desk_entry *entry = cw_desk_find(desk, name);
    if (entry != NULL)
        open_entry(desk, entry);
    else
        add_entry(desk, desk->own, name, true);
    pthread_mutex_unlock(&desk->mutex);
    return CW_OK;
}

static bool is_at_work(const cw_desk *desk, const char *name) {
    for (int i = 0; i < desk->work_count; i++) {
        if (strcmp(desk->works[i]->name, name) == 0)
            return true;
    }
    return false;
}

cw_status cw_desk_erase(cw_desk *desk, const char *name, cw_error *error) {
    cw_desk_entry *entry = cw_desk_find(desk, name);
    cw_status status = check_own(desk, name, error);
    if (status == CW_OK && entry == NULL)
        status = cw_fail(error, CW_BAD_INPUT, "there is no experiment '%s'", name);
    pthread_mutex_lock(&desk->mutex);
    if (status == CW_OK && is_at_work(desk, name))
        status = cw_fail(error, CW_ILLEGAL, "%s is on the list of work: take it off first", name);
    if (status == CW_OK && unlink(entry->path) != 0 && errno != ENOENT)
        status = cw_fail(error, CW_IO, "cannot delete %s: %s", entry->path, strerror(errno));
    if (status == CW_OK) {
        int place = 0;
        while (desk->entries[place] != entry)
            place++;
        desk->entry_count--;
        memmove(&desk->entries[place], &desk->entries[place + 1],
                sizeof(cw_desk_entry *) * (size_t)(desk->entry_count - place));
        free_entry(entry);
    }
    pthread_mutex_unlock(&desk->mutex);
    return status;
}

/* ---- What was found ---- */

void cw_desk_want_reading(cw_desk *desk, cw_desk_entry *entry) {
    entry->wants_reading = true;
    pthread_cond_broadcast(&desk->changed);
}

static bool has_games(const cw_finding *findings, int count) {
    for (int i = 0; i < count; i++) {
        if (findings[i].games > 0)
            return true;
    }
    return false;
}

static cw_finding *read_store(const cw_desk *desk, const cw_experiment *experiment, double scale) {
    cw_store *store = NULL;
    cw_findings findings = {0};
    if (desk->store == NULL || cw_store_open_to_read(desk->store, &store, NULL) != CW_OK)
        return NULL;
    cw_lab run = {.experiment = experiment,
                  .scale = scale,
                  .time_scale = 1,
                  .threads = 1,
                  .store = store,
                  .stop = &desk->is_stopping};
    if (cw_lab_load(&run, NULL) == CW_OK)
        cw_findings_from_run(&run, &findings, NULL);
    cw_lab_release(&run);
    cw_store_close(store, NULL);
    return findings.points;
}

static cw_finding *read_table(const cw_desk *desk, const cw_experiment *experiment) {
    char path[1024];
    cw_text csv = {0};
    cw_findings findings = {0};
    if (desk->results == NULL)
        return NULL;
    snprintf(path, sizeof path, "%s/%s.csv", desk->results, experiment->name);
    if (cw_file_read(path, TABLE_BYTES_MAX, &csv, NULL) == CW_OK)
        cw_findings_from_csv(experiment, cw_text_string(&csv), &findings, NULL);
    cw_text_free(&csv);
    return findings.points;
}

/* From the store where something was played, else from the table that ships. The desk's mutex is not held:
 * the experiment is read anew, for this thread alone. */
static cw_finding *find_out(const cw_desk *desk, const char *path, double scale, int *count,
                            bool *is_from_table) {
    cw_experiment *experiment = NULL;
    *count = 0;
    *is_from_table = false;
    if (cw_experiment_read(path, &experiment, NULL) != CW_OK)
        return NULL;
    cw_finding *findings = read_store(desk, experiment, scale);
    if (findings == NULL || !has_games(findings, experiment->point_count)) {
        free(findings);
        findings = read_table(desk, experiment);
        *is_from_table = findings != NULL;
    }
    *count = experiment->point_count;
    cw_experiment_destroy(experiment);
    return findings;
}

/* What somebody looks at comes first. */
static cw_desk_entry *next_to_read(const cw_desk *desk) {
    cw_desk_entry *first = NULL;
    for (int i = 0; i < desk->entry_count; i++) {
        cw_desk_entry *entry = desk->entries[i];
        if (entry->wants_reading && (first == NULL || (entry->is_looked_at && !first->is_looked_at)))
            first = entry;
    }
    return first;
}

/* The share of its games at which an experiment was last played here. */
static double scale_of(const cw_desk *desk, const char *name) {
    for (int i = 0; i < desk->work_count; i++) {
        if (strcmp(desk->works[i]->name, name) == 0)
            return desk->works[i]->scale;
    }
    return 1;
}

/* With the mutex held, which is let go while it reads. */
static void read_entry(cw_desk *desk, cw_desk_entry *entry) {
    char name[CW_DESK_NAME_MAX], path[1024];
    int count;
    bool is_from_table;
    snprintf(name, sizeof name, "%s", entry->name);
    snprintf(path, sizeof path, "%s", entry->path);
    double scale = scale_of(desk, name);
    entry->wants_reading = false;
    pthread_mutex_unlock(&desk->mutex);
    cw_finding *findings = find_out(desk, path, scale, &count, &is_from_table);
    pthread_mutex_lock(&desk->mutex);
    entry = cw_desk_find(desk, name); /* it may be gone, or another */
    if (entry == NULL || entry->experiment == NULL || entry->experiment->point_count != count) {
        free(findings);
        return;
    }
    free(entry->findings);
    entry->findings = findings;
    entry->is_from_table = is_from_table;
    entry->is_read = true;
}

void *cw_desk_read_findings(void *payload) {
    cw_desk *desk = payload;
    pthread_mutex_lock(&desk->mutex);
    while (!desk->is_closing) {
        cw_desk_entry *entry = next_to_read(desk);
        if (entry != NULL)
            read_entry(desk, entry);
        else
            pthread_cond_wait(&desk->changed, &desk->mutex);
    }
    pthread_mutex_unlock(&desk->mutex);
    return NULL;
}

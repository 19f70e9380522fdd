/*  The conversation, all as JSON text:
 *
 *      rank 0 to all        the definition of a match, or an empty text: go home
 *      worker to rank 0     READY (no text), PART (the games of a unit) or FAILED (a message)
 *      rank 0 to worker     UNIT (a number), or -1: the match is over for you  */
#include "cluster/cluster.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "arena/definition.h"

enum { TAG_READY = 1, TAG_PART, TAG_FAILED, TAG_UNIT };

/* ---- Texts ---- */

static void send_text(int rank, int tag, const char *text) {
    MPI_Send(text, (int)strlen(text) + 1, MPI_CHAR, rank, tag, MPI_COMM_WORLD);
}

/* Receives a text from anybody; NULL when memory is out. */
static char *receive_text(MPI_Status *from) {
    int length = 0;
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, from);
    MPI_Get_count(from, MPI_CHAR, &length);
    char *text = malloc((size_t)length + 1);
    if (text == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Recv(text, length, MPI_CHAR, from->MPI_SOURCE, from->MPI_TAG, MPI_COMM_WORLD, from);
    text[length] = '\0';
    return text;
}

/* Rank 0 gives a text to all; the others get a copy. */
static char *broadcast_text(const char *text) {
    int length = text != NULL ? (int)strlen(text) + 1 : 0;
    MPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
    char *copy = malloc((size_t)length + 1);
    if (copy == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (text != NULL)
        memcpy(copy, text, (size_t)length);
    MPI_Bcast(copy, length, MPI_CHAR, 0, MPI_COMM_WORLD);
    return copy;
}

/* ---- Rank 0 ---- */

/* A match while it is handed out. */
typedef struct hand_out {
    const cw_match *match;
    const cw_match_listener *listener;
    int64_t units, next, delivered;
    int busy; /* ranks that still play */
    bool ending;
    cw_match_part **waiting; /* parts that came before an earlier one, by unit */
    bool *arrived;
    cw_status status;
    cw_error error;
} hand_out;

static void fail(hand_out *self, cw_status status, const char *message) {
    if (self->status == CW_OK)
        self->status = cw_fail(&self->error, status, "%s", message);
    self->ending = true;
}

/* Delivers all units whose turn it is. */
static void deliver_ready(hand_out *self) {
    const cw_match_listener *listener = self->listener;
    while (!self->ending && self->delivered < self->units && self->arrived[self->delivered]) {
        int64_t unit = self->delivered++;
        if (!listener->deliver(listener->payload, unit, self->waiting[unit]))
            self->ending = true;
        cw_match_part_free(self->waiting[unit]);
        self->waiting[unit] = NULL;
    }
}

/* The next unit that is not known yet, or -1. */
static int64_t next_unit(hand_out *self) {
    const cw_match_listener *listener = self->listener;
    const cw_flag *stop = self->match->terms.stop;
    if (cw_flag_is_up(stop))
        self->ending = true;
    while (!self->ending && self->next < self->units && listener->is_known != NULL &&
           listener->is_known(listener->payload, self->next)) {
        self->arrived[self->next++] = true;
        deliver_ready(self);
    }
    return self->ending || self->next == self->units ? -1 : self->next++;
}

static void take_part(hand_out *self, const char *text) {
    cw_match_part *part = NULL;
    cw_error error = {0};
    json_t *json = json_loads(text, 0, NULL);
    cw_status status = cw_match_part_from_json(json, &part, &error);
    json_decref(json);
    if (status == CW_OK && (part->unit < 0 || part->unit >= self->units || self->arrived[part->unit]))
        status = cw_fail(&error, CW_BAD_INPUT, "another machine sent games that nobody asked for");
    if (status != CW_OK) {
        cw_match_part_free(part);
        fail(self, status, error.message);
        return;
    }
    if (self->listener->done != NULL)
        self->listener->done(self->listener->payload, part);
    self->waiting[part->unit] = part;
    self->arrived[part->unit] = true;
    deliver_ready(self);
}

static void serve_workers(hand_out *self) {
    while (self->busy > 0) {
        MPI_Status from;
        char *text = receive_text(&from);
        if (from.MPI_TAG == TAG_PART)
            take_part(self, text);
        else if (from.MPI_TAG == TAG_FAILED)
            fail(self, CW_IO, text);
        free(text);
        int64_t unit = next_unit(self);
        self->busy -= unit < 0;
        MPI_Send(&unit, 1, MPI_INT64_T, from.MPI_SOURCE, TAG_UNIT, MPI_COMM_WORLD);
    }
    deliver_ready(self);
}

cw_status cw_cluster_dispatch(const cw_match *match, const cw_match_listener *listener, void *payload,
                              cw_error *error) {
    (void)payload;
    hand_out self = {.match = match, .listener = listener, .units = cw_match_units(match)};
    int ranks = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    self.busy = ranks - 1;
    self.waiting = calloc((size_t)self.units, sizeof *self.waiting);
    self.arrived = calloc((size_t)self.units, sizeof *self.arrived);
    json_t *json = cw_match_to_json(match);
    char *definition = json_dumps(json, JSON_REAL_PRECISION(17));
    if (self.waiting == NULL || self.arrived == NULL || definition == NULL) {
        self.status = cw_fail(&self.error, CW_NO_MEMORY, "out of memory for a match");
    } else {
        free(broadcast_text(definition));
        serve_workers(&self);
    }
    for (int64_t i = 0; self.waiting != NULL && i < self.units; i++)
        cw_match_part_free(self.waiting[i]);
    free(self.waiting);
    free(self.arrived);
    free(definition);
    json_decref(json);
    return self.status == CW_OK ? CW_OK : cw_fail(error, self.status, "%s", self.error.message);
}

void cw_cluster_dismiss(void) {
    free(broadcast_text(""));
}

/* ---- The other ranks ---- */

/* Tells rank 0 how things stand and gets the next unit. */
static int64_t ask_unit(int tag, const char *text) {
    int64_t unit = -1;
    send_text(0, tag, text);
    MPI_Recv(&unit, 1, MPI_INT64_T, 0, TAG_UNIT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return unit;
}

/* Plays a unit and reports it; returns the next one. */
static int64_t play_and_report(cw_match_worker *worker, int64_t unit) {
    cw_match_part *part = NULL;
    cw_error error = {0};
    if (cw_match_play_unit(worker, unit, &part, &error) != CW_OK)
        return ask_unit(TAG_FAILED, error.message);
    if (part->is_abandoned) {
        cw_match_part_free(part);
        return ask_unit(TAG_FAILED, "a rank was told to end");
    }
    json_t *json = cw_match_part_to_json(part);
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(json);
    cw_match_part_free(part);
    int64_t next = text != NULL ? ask_unit(TAG_PART, text) : ask_unit(TAG_FAILED, "out of memory for a game");
    free(text);
    return next;
}

static void play_match(const char *definition, const cw_flag *stop) {
    cw_owned_match owned = {0};
    cw_match_worker *worker = NULL;
    cw_error error = {0};
    json_t *json = json_loads(definition, 0, NULL);
    cw_status status = cw_match_from_json(json, &owned, &error);
    owned.match.terms.stop = stop;
    if (status == CW_OK)
        status = cw_match_worker_create(&owned.match, &worker, &error);
    int64_t unit = status == CW_OK ? ask_unit(TAG_READY, "") : ask_unit(TAG_FAILED, error.message);
    while (unit >= 0)
        unit = play_and_report(worker, unit);
    cw_match_worker_destroy(worker);
    cw_owned_match_free(&owned);
    json_decref(json);
}

void cw_cluster_serve(const cw_flag *stop) {
    for (;;) {
        char *definition = broadcast_text(NULL);
        bool dismissed = definition[0] == '\0';
        if (!dismissed)
            play_match(definition, stop);
        free(definition);
        if (dismissed)
            return;
    }
}

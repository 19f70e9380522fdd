#include "protocol/line_reader.h"

#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "causeway/text.h"

enum {
    LINE_BYTES_MAX = 1 << 20, /* what is longer is cut */
    WAITING_MAX = 1 << 14,    /* lines; a sender that is further ahead has to wait */
};

typedef struct waiting_line {
    struct waiting_line *next;
    char *string;
} waiting_line;

struct cw_line_reader {
    int descriptor;
    const char *interrupt;
    cw_flag *stop;
    int wake[2]; /* a pipe: a byte in it ends the thread */
    pthread_t thread;
    cw_text partial; /* the reader's alone: a line that has not ended yet */

    pthread_mutex_t mutex; /* guards all below */
    pthread_cond_t changed;
    waiting_line *first, *last;
    int waiting;
    uint64_t read, handed; /* lines so far */
    uint64_t interrupted;  /* lines up to this one are */
    bool ended, closing;
};

/* ---- The reader ---- */

static void hand_over(cw_line_reader *lines, const char *string) {
    waiting_line *line = calloc(1, sizeof *line);
    if (line != NULL)
        line->string = strdup(string);
    pthread_mutex_lock(&lines->mutex);
    while (lines->waiting == WAITING_MAX && !lines->closing)
        pthread_cond_wait(&lines->changed, &lines->mutex);
    if (line == NULL || line->string == NULL || lines->closing) {
        lines->ended = true;
        if (line != NULL)
            free(line->string);
        free(line);
    } else {
        if (lines->first == NULL)
            lines->first = line;
        else
            lines->last->next = line;
        lines->last = line;
        lines->waiting++;
        lines->read++;
    }
    pthread_cond_broadcast(&lines->changed);
    pthread_mutex_unlock(&lines->mutex);
}

static void interrupt(cw_line_reader *lines) {
    pthread_mutex_lock(&lines->mutex);
    lines->interrupted = lines->read;
    cw_flag_raise(lines->stop);
    pthread_mutex_unlock(&lines->mutex);
}

static void end_line(cw_line_reader *lines) {
    const char *string = cw_text_string(&lines->partial);
    if (strcmp(string, lines->interrupt) == 0)
        interrupt(lines);
    else
        hand_over(lines, string);
    cw_text_clear(&lines->partial);
}

static void take_in(cw_line_reader *lines, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == '\n')
            end_line(lines);
        else if ((byte >= ' ' || byte == '\t') && byte != 127 && lines->partial.length < LINE_BYTES_MAX)
            cw_text_append_char(&lines->partial, bytes[i]);
    }
}

/* Waits for input; false when the thread shall end. */
static bool wait_for_input(const cw_line_reader *lines) {
    struct pollfd sources[2] = {{.fd = lines->descriptor, .events = POLLIN},
                                {.fd = lines->wake[0], .events = POLLIN}};
    while (poll(sources, 2, -1) < 0)
        continue; /* a signal came between */
    return sources[1].revents == 0;
}

static void *read_lines(void *payload) {
    cw_line_reader *lines = payload;
    char bytes[4096];
    ssize_t length = 0;
    while (wait_for_input(lines) && (length = read(lines->descriptor, bytes, sizeof bytes)) > 0)
        take_in(lines, bytes, (size_t)length);
    if (lines->partial.length > 0)
        end_line(lines);
    pthread_mutex_lock(&lines->mutex);
    lines->ended = true;
    pthread_cond_broadcast(&lines->changed);
    pthread_mutex_unlock(&lines->mutex);
    return NULL;
}

/* ---- The owner ---- */

cw_status cw_line_reader_open(int descriptor, const char *interrupt_line, cw_flag *stop,
                              cw_line_reader **lines, cw_error *error) {
    cw_line_reader *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for reading lines");
    made->descriptor = descriptor;
    made->interrupt = interrupt_line;
    made->stop = stop;
    if (pipe(made->wake) != 0) {
        free(made);
        return cw_fail(error, CW_IO, "the system gives no pipe");
    }
    pthread_mutex_init(&made->mutex, NULL);
    pthread_cond_init(&made->changed, NULL);
    if (pthread_create(&made->thread, NULL, read_lines, made) != 0) {
        close(made->wake[0]);
        close(made->wake[1]);
        free(made);
        return cw_fail(error, CW_NO_MEMORY, "the system gives no thread for reading lines");
    }
    *lines = made;
    return CW_OK;
}

char *cw_line_reader_next(cw_line_reader *lines) {
    char *string = NULL;
    pthread_mutex_lock(&lines->mutex);
    while (lines->first == NULL && !lines->ended)
        pthread_cond_wait(&lines->changed, &lines->mutex);
    waiting_line *line = lines->first;
    if (line != NULL) {
        lines->first = line->next;
        lines->waiting--;
        lines->handed++;
        string = line->string;
        if (lines->handed <= lines->interrupted)
            cw_flag_raise(lines->stop);
        else
            cw_flag_lower(lines->stop);
        pthread_cond_broadcast(&lines->changed);
    }
    pthread_mutex_unlock(&lines->mutex);
    free(line);
    return string;
}

void cw_line_reader_close(cw_line_reader *lines) {
    if (lines == NULL)
        return;
    pthread_mutex_lock(&lines->mutex);
    lines->closing = true;
    pthread_cond_broadcast(&lines->changed);
    pthread_mutex_unlock(&lines->mutex);
    while (write(lines->wake[1], "", 1) < 0)
        continue; /* a signal came between */
    pthread_join(lines->thread, NULL);
    while (lines->first != NULL)
        free(cw_line_reader_next(lines));
    close(lines->wake[0]);
    close(lines->wake[1]);
    pthread_mutex_destroy(&lines->mutex);
    pthread_cond_destroy(&lines->changed);
    cw_text_free(&lines->partial);
    free(lines);
}

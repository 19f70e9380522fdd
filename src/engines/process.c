#include "engines/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/clock.h"

enum {
    LINE_MAX_BYTES = 1 << 20, /* a program that sends a longer line is out of its mind */
    BUFFER_BYTES = 4096,
};

struct cw_process {
    pid_t pid;
    int input, output;       /* its standard input and output, our ends */
    const atomic_bool *stop; /* not NULL: wait no longer when it becomes true */
    char buffer[BUFFER_BYTES];
    size_t start, end; /* what is read and not yet taken */
};

/* ---- Starting ---- */

static void run_child(const char *command, bool quiet, int input, int output) {
    setpgid(0, 0);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    if (quiet) {
        int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0)
            dup2(nowhere, STDERR_FILENO);
    }
    signal(SIGPIPE, SIG_DFL);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static void close_pair(const int *pair) {
    for (int i = 0; i < 2; i++) {
        if (pair[i] >= 0)
            close(pair[i]);
    }
}

/* Moves a descriptor out of the way of the standard ones, which may be closed on our side. */
static int lift(int file) {
    if (file < 0 || file > STDERR_FILENO)
        return file;
    int lifted = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(file);
    return lifted;
}

static bool make_pipe(int *pair) {
    if (pipe2(pair, O_CLOEXEC) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        pair[i] = lift(pair[i]);
    return pair[0] >= 0 && pair[1] >= 0;
}

/* Runs the command between two pipes; -1 when the system refuses. */
static pid_t run(const char *command, bool quiet, int *to_child, int *from_child) {
    if (!make_pipe(to_child) || !make_pipe(from_child))
        return -1;
    pid_t pid = fork();
    if (pid == 0)
        run_child(command, quiet, to_child[0], from_child[1]);
    return pid;
}

cw_status cw_process_start(const char *command, bool quiet, cw_process **process, cw_error *error) {
    cw_process *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for running '%s'", command);
    int to_child[2] = {-1, -1}, from_child[2] = {-1, -1};
    pid_t pid = run(command, quiet, to_child, from_child);
    if (pid < 0) {
        cw_status status = cw_fail(error, CW_NO_MEMORY, "cannot run '%s': %s", command, strerror(errno));
        close_pair(to_child);
        close_pair(from_child);
        free(made);
        return status;
    }
    setpgid(pid, pid); /* both sides do it, whoever comes first */
    close(to_child[0]);
    close(from_child[1]);
    made->pid = pid;
    made->input = to_child[1];
    made->output = from_child[0];
    fcntl(made->input, F_SETFL, O_NONBLOCK);
    fcntl(made->output, F_SETFL, O_NONBLOCK);
    *process = made;
    return CW_OK;
}

void cw_process_set_stop(cw_process *process, const atomic_bool *stop) {
    process->stop = stop;
}

/* ---- Ending ---- */

/* Waits up to `seconds` for the program to end. */
static bool wait_for_end(cw_process *process, double seconds) {
    double deadline = cw_clock_now() + seconds;
    do {
        if (waitpid(process->pid, NULL, WNOHANG) != 0)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    } while (cw_clock_now() < deadline);
    return false;
}

static void release(cw_process *process) {
    if (process->input >= 0)
        close(process->input);
    close(process->output);
    free(process);
}

void cw_process_stop(cw_process *process) {
    if (process == NULL)
        return;
    close(process->input);
    process->input = -1;
    bool ended = wait_for_end(process, 1.0);
    kill(-process->pid, SIGKILL); /* whatever it left behind, too */
    if (!ended)
        waitpid(process->pid, NULL, 0);
    release(process);
}

void cw_process_kill(cw_process *process) {
    if (process == NULL)
        return;
    kill(-process->pid, SIGKILL);
    waitpid(process->pid, NULL, 0);
    release(process);
}

/* ---- Talking ---- */

/* Waits until the file is ready; CW_TIMEOUT after the deadline, or when somebody asks to stop. */
static cw_status wait_ready(const cw_process *process, int file, short events, double deadline,
                            cw_error *error) {
    const double longest = process->stop != NULL ? 0.1 : 60; /* between two looks at `stop` */
    for (;;) {
        double left = deadline - cw_clock_now();
        if (left <= 0)
            return cw_fail(error, CW_TIMEOUT, "the engine did not answer in time");
        if (process->stop != NULL && atomic_load(process->stop))
            return cw_fail(error, CW_TIMEOUT, "the engine was interrupted");
        struct pollfd entry = {.fd = file, .events = events};
        int ready = poll(&entry, 1, (int)((left < longest ? left : longest) * 1000) + 1);
        if (ready > 0)
            return CW_OK;
        if (ready < 0 && errno != EINTR)
            return cw_fail(error, CW_NO_MEMORY, "cannot wait for the engine: %s", strerror(errno));
    }
}

/* Says that the program has ended, and how. It may close its output a moment before. */
static cw_status tell_end(const cw_process *process, cw_error *error) {
    siginfo_t about = {0};
    for (int i = 0; i < 20 && about.si_pid == 0; i++) {
        if (i > 0)
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        if (waitid(P_PID, (id_t)process->pid, &about, WEXITED | WNOHANG | WNOWAIT) != 0)
            break;
    }
    enum { SHELL_FOUND_NOTHING = 127 };
    if (about.si_pid == 0)
        return cw_fail(error, CW_IO, "the engine has ended");
    if (about.si_code != CLD_EXITED)
        return cw_fail(error, CW_IO, "the engine has ended by signal %d", about.si_status);
    if (about.si_status == SHELL_FOUND_NOTHING)
        return cw_fail(error, CW_IO, "the engine has ended: there is no such command");
    return cw_fail(error, CW_IO, "the engine has ended with status %d", about.si_status);
}

/* Writes all bytes. SIGPIPE is held back: a program that has ended is an answer, not a reason to die. */
static cw_status write_all(cw_process *process, const char *bytes, size_t length, double deadline,
                           cw_error *error) {
    while (length > 0) {
        ssize_t written = write(process->input, bytes, length);
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN) {
            cw_status status = wait_ready(process, process->input, POLLOUT, deadline, error);
            if (status != CW_OK)
                return status;
        } else if (errno != EINTR) {
            return tell_end(process, error);
        }
    }
    return CW_OK;
}

cw_status cw_process_write(cw_process *process, const char *line, double deadline, cw_error *error) {
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    cw_status status = write_all(process, line, strlen(line), deadline, error);
    if (status == CW_OK)
        status = write_all(process, "\n", 1, deadline, error);
    sigpending(&pending);
    if (sigismember(&pending, SIGPIPE) && !sigismember(&before, SIGPIPE))
        sigtimedwait(&pipe_signal, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

static cw_status fill_buffer(cw_process *process, double deadline, cw_error *error) {
    for (;;) {
        ssize_t count = read(process->output, process->buffer, sizeof process->buffer);
        if (count > 0) {
            process->start = 0;
            process->end = (size_t)count;
            return CW_OK;
        }
        if (count == 0)
            return tell_end(process, error);
        if (errno == EAGAIN) {
            cw_status status = wait_ready(process, process->output, POLLIN, deadline, error);
            if (status != CW_OK)
                return status;
        } else if (errno != EINTR) {
            return cw_fail(error, CW_IO, "cannot read from the engine: %s", strerror(errno));
        }
    }
}

cw_status cw_process_read(cw_process *process, cw_text *line, double deadline, cw_error *error) {
    cw_text_clear(line);
    for (;;) {
        if (process->start == process->end) {
            cw_status status = fill_buffer(process, deadline, error);
            if (status != CW_OK)
                return status;
        }
        const char *from = process->buffer + process->start;
        size_t length = process->end - process->start;
        const char *newline = memchr(from, '\n', length);
        if (newline != NULL)
            length = (size_t)(newline - from);
        cw_text_append_bytes(line, from, length);
        process->start += length + (newline != NULL);
        if (newline != NULL)
            break;
        if (line->length > LINE_MAX_BYTES)
            return cw_fail(error, CW_IO, "the engine sent a line without an end");
    }
    if (line->length > 0 && line->data[line->length - 1] == '\r')
        line->data[--line->length] = '\0';
    return CW_OK;
}

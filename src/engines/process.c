#include "engines/process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
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
    pid_t watchdog;    /* leads the group */
    int lifeline;      /* our end of the pipe that the watchdog waits at */
    int input, output; /* its standard input and output, our ends */
    cw_process_wait wait;
    char buffer[BUFFER_BYTES];
    size_t start, end; /* what is read and not yet taken */
};

/* ---- Starting ---- */

static void direct(int file, int standard) {
    int source = file >= 0 ? file : open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (source >= 0)
        dup2(source, standard);
}

/* A new program, and not a copy of ours: a copy would keep all memory that we write to from then on twice. */
static void run_watchdog(int lifeline) {
    setpgid(0, 0);
    direct(lifeline, STDIN_FILENO);
    direct(-1, STDOUT_FILENO);
    direct(-1, STDERR_FILENO);
    execl("/bin/sh", "sh", "-c", "read line; kill -KILL 0", (char *)NULL);
    _exit(127);
}

static void run_child(const char *command, bool quiet, pid_t group, int input, int output) {
    setpgid(0, group);
    direct(input, STDIN_FILENO);
    direct(output, STDOUT_FILENO);
    if (quiet)
        direct(-1, STDERR_FILENO);
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

/* Ends and forgets a child that may not be there. */
static void reap(pid_t pid) {
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

/* Starts the watchdog, and then the command between two pipes in its group, so that there is no moment without
 * one. False when the system refuses. */
static bool run(cw_process *process, const char *command, bool quiet, int *lifeline, int *to_child,
                int *from_child) {
    if (!make_pipe(lifeline) || !make_pipe(to_child) || !make_pipe(from_child))
        return false;
    process->watchdog = fork();
    if (process->watchdog == 0)
        run_watchdog(lifeline[0]);
    if (process->watchdog < 0)
        return false;
    setpgid(process->watchdog, process->watchdog); /* both sides do it, whoever comes first */
    process->pid = fork();
    if (process->pid == 0)
        run_child(command, quiet, process->watchdog, to_child[0], from_child[1]);
    if (process->pid < 0) {
        kill(process->watchdog, SIGKILL);
        reap(process->watchdog);
        return false;
    }
    setpgid(process->pid, process->watchdog);
    return true;
}

cw_status cw_process_start(const char *command, bool quiet, cw_process **process, cw_error *error) {
    cw_process *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for running '%s'", command);
    int lifeline[2] = {-1, -1}, to_child[2] = {-1, -1}, from_child[2] = {-1, -1};
    if (!run(made, command, quiet, lifeline, to_child, from_child)) {
        cw_status status = cw_fail(error, CW_NO_MEMORY, "cannot run '%s': %s", command, strerror(errno));
        close_pair(lifeline);
        close_pair(to_child);
        close_pair(from_child);
        free(made);
        return status;
    }
    close(lifeline[0]);
    close(to_child[0]);
    close(from_child[1]);
    made->lifeline = lifeline[1];
    made->input = to_child[1];
    made->output = from_child[0];
    fcntl(made->input, F_SETFL, O_NONBLOCK);
    fcntl(made->output, F_SETFL, O_NONBLOCK);
    *process = made;
    return CW_OK;
}

void cw_process_set_wait(cw_process *process, cw_process_wait wait) {
    process->wait = wait;
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

/* Ends what is left of the group: the watchdog, and whatever the program left behind. */
static void end_group(cw_process *process, bool has_ended) {
    kill(-process->watchdog, SIGKILL);
    if (!has_ended) {
        kill(process->pid, SIGKILL); /* it may have left the group */
        reap(process->pid);
    }
    reap(process->watchdog);
    close(process->lifeline);
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
    end_group(process, wait_for_end(process, 1.0));
}

void cw_process_kill(cw_process *process) {
    if (process != NULL)
        end_group(process, false);
}

/* ---- Talking ---- */

/* May we go on waiting? CW_TIMEOUT after the deadline, or when somebody asks to stop. */
static cw_status check_patience(const cw_process *process, double deadline, cw_error *error) {
    if (cw_clock_now() >= deadline)
        return cw_fail(error, CW_TIMEOUT, "the engine did not answer in time");
    if (cw_flag_is_up(process->wait.stop))
        return cw_fail(error, CW_TIMEOUT, "the engine was interrupted");
    return CW_OK;
}

/* Waits until the file is ready. */
static cw_status wait_ready(const cw_process *process, int file, short events, double deadline,
                            cw_error *error) {
    const cw_process_wait *wait = &process->wait;
    const double longest = wait->stop != NULL || wait->waiting != NULL ? 0.1 : 60; /* between two looks */
    for (double start = cw_clock_now();;) {
        cw_status status = check_patience(process, deadline, error);
        if (status != CW_OK)
            return status;
        double now = cw_clock_now();
        if (wait->waiting != NULL)
            wait->waiting(now - start, wait->payload);
        struct pollfd entry = {.fd = file, .events = events};
        int ready = poll(&entry, 1, (int)(fmax(fmin(deadline - now, longest), 0) * 1000) + 1);
        if (ready > 0)
            return CW_OK;
        if (ready < 0 && errno != EINTR)
            return cw_fail(error, CW_NO_MEMORY, "cannot wait for the engine: %s", strerror(errno));
    }
}

/* Says that the program has ended, and how. It may close its output a moment before: a busy machine gets two seconds. */
static cw_status tell_end(const cw_process *process, cw_error *error) {
    siginfo_t about = {0};
    for (int i = 0; i < 400 && about.si_pid == 0; i++) {
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

/* Reads what there is. A program that never ends its answer is as late as one that never begins it. */
static cw_status fill_buffer(cw_process *process, double deadline, cw_error *error) {
    cw_status patience = check_patience(process, deadline, error);
    if (patience != CW_OK)
        return patience;
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
    if (line->out_of_memory)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for what the engine says");
    if (line->length > 0 && line->data[line->length - 1] == '\r')
        line->data[--line->length] = '\0';
    return CW_OK;
}

/* Another program, run beside us and spoken to by lines. It gets a process group of its own, so that ending
 * it ends whatever it started. The group is led by a watchdog, a shell that waits at a pipe of ours: however we
 * end, be it by SIGKILL, the pipe closes, and the watchdog ends the group. */
#ifndef CW_ENGINES_PROCESS_H
#define CW_ENGINES_PROCESS_H

#include "causeway/flag.h"
#include "causeway/status.h"
#include "causeway/text.h"

typedef struct cw_process cw_process;

/* Starts a command line of the shell. Its standard error goes where ours goes, or nowhere if `quiet`. Fails
 * with CW_NO_MEMORY where the system has no process, descriptor or memory left. */
cw_status cw_process_start(const char *command, bool quiet, cw_process **process, cw_error *error);

/* Asks the program to end by closing its input, then kills the whole group if it does not end soon. */
void cw_process_stop(cw_process *process);

/* Kills the whole group at once. */
void cw_process_kill(cw_process *process);

/* What happens while we wait for the program. Zeroed: nothing. */
typedef struct cw_process_wait {
    const cw_flag *stop; /* not NULL: reads and writes end with CW_TIMEOUT as soon as it is up */
    void (*waiting)(double seconds, void *payload); /* not NULL: called about ten times a second */
    void *payload;
} cw_process_wait;

void cw_process_set_wait(cw_process *process, cw_process_wait wait);

/* Writes a line; CW_IO if the program does not take it, CW_TIMEOUT if it does not in time. */
cw_status cw_process_write(cw_process *process, const char *line, double deadline, cw_error *error);

/* Reads a line without its end. `deadline` is in the time of
 * cw_clock_now. CW_IO when the program has ended. */
cw_status cw_process_read(cw_process *process, cw_text *line, double deadline, cw_error *error);

#endif

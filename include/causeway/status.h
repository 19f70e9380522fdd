/* What the world does: status codes, and an error that says in one sentence what went wrong.
 *
 * Every function that can fail returns a cw_status and takes, last, a cw_error to fill (NULL: not wanted).
 * A message names the thing, the value and what would be right, and has no newline at its end. */
#ifndef CAUSEWAY_STATUS_H
#define CAUSEWAY_STATUS_H

/* CW_API marks what the library exports; to C++ as C. */
#ifdef __cplusplus
#define CW_API extern "C" __attribute__((visibility("default")))
#else
#define CW_API __attribute__((visibility("default")))
#endif
#define CW_PRINTF(string, first) __attribute__((format(printf, string, first)))

typedef enum cw_status {
    CW_OK = 0,
    CW_BAD_INPUT,   /* a spec, option, move or file that does not mean anything here */
    CW_ILLEGAL,     /* a move that the rules forbid now */
    CW_NO_MEMORY,   /* the system gave no memory */
    CW_IO,          /* a file, pipe or disk refused */
    CW_TIMEOUT,     /* somebody did not answer in time */
    CW_UNSUPPORTED, /* a sensible wish that this game or player does not grant */
    CW_STOPPED,     /* somebody asked to end it */
} cw_status;

typedef struct cw_error {
    cw_status status;
    char message[512];
} cw_error;

/* Writes the message (shortened if need be) and returns `status`,
 * so that callers can `return cw_fail(...)`. */
CW_API cw_status cw_fail(cw_error *error, cw_status status, const char *format, ...) CW_PRINTF(3, 4);

/* A short name such as "bad input". */
CW_API const char *cw_status_name(cw_status status);

#endif

/* Requests: reading a message, and checking its fields against what a request takes. */
#ifndef CW_PROTOCOL_SESSION_REQUEST_H
#define CW_PROTOCOL_SESSION_REQUEST_H

#include <jansson.h>
#include <stdbool.h>

#include "causeway/status.h"

typedef enum cw_field_type { CW_FIELD_TEXT, CW_FIELD_INTEGER, CW_FIELD_NUMBER, CW_FIELD_TEXTS } cw_field_type;

/* A field that a request takes. */
typedef struct cw_field {
    const char *name; /* NULL ends a list */
    cw_field_type type;
    bool is_required;
    double low, high; /* of a number; of texts the greatest count */
} cw_field;

/* Reads a message as a JSON object with an id; *id stays -1 where it has none. The object is released by the
 * caller. */
cw_status cw_request_read(const char *text, size_t length, json_t **request, int64_t *id, cw_error *error);

/* Refuses fields that are missing, unknown, or not of their type. */
cw_status cw_request_check(const json_t *request, const cw_field *fields, cw_error *error);

/* The value of a field that has been checked, or the standard one where it is left out. */
const char *cw_request_text(const json_t *request, const char *name); /* or NULL */
int64_t cw_request_integer(const json_t *request, const char *name, int64_t standard);
double cw_request_number(const json_t *request, const char *name, double standard);
int cw_request_texts(const json_t *request, const char *name, const char **texts, int most);

#endif

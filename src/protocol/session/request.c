#include "protocol/session/request.h"

#include <stdio.h>
#include <string.h>

static const double id_max = 9007199254740992.0;

cw_status cw_request_read(const char *text, size_t length, json_t **request, int64_t *id, cw_error *error) {
    json_error_t fault;
    *id = -1;
    *request = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);
    if (*request == NULL)
        return cw_fail(error, CW_BAD_INPUT, "this is not JSON: %s, at byte %d", fault.text, fault.position);
    const json_t *number = json_object_get(*request, "id");
    if (!json_is_object(*request))
        return cw_fail(error, CW_BAD_INPUT, "a message is a JSON object");
    if (!json_is_integer(number) || json_integer_value(number) < 0 ||
        (double)json_integer_value(number) > id_max)
        return cw_fail(error, CW_BAD_INPUT, "a request has an id, a whole number from 0 to 2^53");
    *id = json_integer_value(number);
    if (!json_is_string(json_object_get(*request, "do")))
        return cw_fail(error, CW_BAD_INPUT, "a request says in \"do\" what is wanted");
    return CW_OK;
}

static bool is_text_list(const json_t *value, double most) {
    size_t index;
    const json_t *entry;
    if (!json_is_array(value) || (double)json_array_size(value) > most)
        return false;
    json_array_foreach(value, index, entry) {
        if (!json_is_string(entry))
            return false;
    }
    return true;
}

static bool fits(const cw_field *field, const json_t *value) {
    double number = json_number_value(value);
    switch (field->type) {
    case CW_FIELD_TEXT:
        return json_is_string(value);
    case CW_FIELD_INTEGER:
        return json_is_integer(value) && number >= field->low && number <= field->high;
    case CW_FIELD_NUMBER:
        return json_is_number(value) && number >= field->low && number <= field->high;
    default:
        return is_text_list(value, field->high);
    }
}

static cw_status refuse(const cw_field *field, cw_error *error) {
    switch (field->type) {
    case CW_FIELD_TEXT:
        return cw_fail(error, CW_BAD_INPUT, "the field %s is a text", field->name);
    case CW_FIELD_INTEGER:
        return cw_fail(error, CW_BAD_INPUT, "the field %s is a whole number from %.15g to %.15g", field->name,
                       field->low, field->high);
    case CW_FIELD_NUMBER:
        return cw_fail(error, CW_BAD_INPUT, "the field %s is a number from %.15g to %.15g", field->name,
                       field->low, field->high);
    default:
        return cw_fail(error, CW_BAD_INPUT, "the field %s is a list of at most %.15g texts", field->name,
                       field->high);
    }
}

static const cw_field *find(const cw_field *fields, const char *name) {
    for (const cw_field *field = fields; field->name != NULL; field++) {
        if (strcmp(field->name, name) == 0)
            return field;
    }
    return NULL;
}

cw_status cw_request_check(const json_t *request, const cw_field *fields, cw_error *error) {
    const char *name, *wanted = cw_request_text(request, "do");
    json_t *value;
    json_object_foreach((json_t *)request, name, value) {
        const cw_field *field = find(fields, name);
        if (field == NULL && strcmp(name, "id") != 0 && strcmp(name, "do") != 0)
            return cw_fail(error, CW_BAD_INPUT, "%s takes no field '%.60s'", wanted, name);
        if (field != NULL && !fits(field, value))
            return refuse(field, error);
    }
    for (const cw_field *field = fields; field->name != NULL; field++) {
        if (field->is_required && json_object_get(request, field->name) == NULL)
            return cw_fail(error, CW_BAD_INPUT, "%s lacks the field %s", wanted, field->name);
    }
    return CW_OK;
}

const char *cw_request_text(const json_t *request, const char *name) {
    return json_string_value(json_object_get(request, name));
}

int64_t cw_request_integer(const json_t *request, const char *name, int64_t standard) {
    const json_t *value = json_object_get(request, name);
    return value != NULL ? json_integer_value(value) : standard;
}

double cw_request_number(const json_t *request, const char *name, double standard) {
    const json_t *value = json_object_get(request, name);
    return value != NULL ? json_number_value(value) : standard;
}

int cw_request_texts(const json_t *request, const char *name, const char **texts, int most) {
    const json_t *list = json_object_get(request, name);
    int count = (int)json_array_size(list) < most ? (int)json_array_size(list) : most;
    for (int i = 0; i < count; i++)
        texts[i] = json_string_value(json_array_get(list, (size_t)i));
    return count;
}

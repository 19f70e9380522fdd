/* JSON values held to a schema: as much of JSON Schema (draft 7) as
 * docs/session-protocol.schema.json uses. */
#ifndef CW_TESTS_SCHEMA_H
#define CW_TESTS_SCHEMA_H

#include <jansson.h>
#include <stdio.h>
#include <string.h>

typedef struct schema_check {
    const json_t *definitions;
    char fault[256]; /* where and why, of the first fault */
} schema_check;

static bool schema_fits(schema_check *check, const json_t *schema, const json_t *value, const char *path);

static bool schema_fault(schema_check *check, const char *path, const char *reason, const char *detail) {
    snprintf(check->fault, sizeof check->fault, "%.120s: %s %.80s", path, reason, detail);
    return false;
}

static bool schema_is_type(const char *type, const json_t *value) {
    return (strcmp(type, "object") == 0 && json_is_object(value)) ||
           (strcmp(type, "array") == 0 && json_is_array(value)) ||
           (strcmp(type, "string") == 0 && json_is_string(value)) ||
           (strcmp(type, "integer") == 0 && json_is_integer(value)) ||
           (strcmp(type, "number") == 0 && json_is_number(value)) ||
           (strcmp(type, "boolean") == 0 && json_is_boolean(value)) ||
           (strcmp(type, "null") == 0 && json_is_null(value));
}

static bool schema_type_fits(const json_t *type, const json_t *value) {
    size_t index;
    const json_t *entry;
    if (json_is_string(type))
        return schema_is_type(json_string_value(type), value);
    json_array_foreach(type, index, entry) {
        if (schema_is_type(json_string_value(entry), value))
            return true;
    }
    return false;
}

static bool schema_number_fits(const json_t *schema, const json_t *value) {
    const json_t *low = json_object_get(schema, "minimum"), *high = json_object_get(schema, "maximum");
    double number = json_number_value(value);
    return !json_is_number(value) || ((low == NULL || number >= json_number_value(low)) &&
                                      (high == NULL || number <= json_number_value(high)));
}

static bool schema_object_fits(schema_check *check, const json_t *schema, const json_t *value,
                               const char *path) {
    const json_t *properties = json_object_get(schema, "properties"),
                 *others = json_object_get(schema, "additionalProperties"), *name;
    size_t index;
    const char *key;
    json_t *entry;
    json_array_foreach(json_object_get(schema, "required"), index, name) {
        if (json_object_get(value, json_string_value(name)) == NULL)
            return schema_fault(check, path, "lacks", json_string_value(name));
    }
    json_object_foreach((json_t *)value, key, entry) {
        const json_t *rule = json_object_get(properties, key);
        char below[256];
        snprintf(below, sizeof below, "%.180s/%.60s", path, key);
        if (rule == NULL && json_is_false(others))
            return schema_fault(check, path, "may not have", key);
        rule = rule != NULL ? rule : others;
        if (json_is_object(rule) && !schema_fits(check, rule, entry, below))
            return false;
    }
    return true;
}

static bool schema_array_fits(schema_check *check, const json_t *schema, const json_t *value,
                              const char *path) {
    const json_t *least = json_object_get(schema, "minItems"), *most = json_object_get(schema, "maxItems"),
                 *rule = json_object_get(schema, "items"), *entry;
    size_t index, count = json_array_size(value);
    if ((least != NULL && (json_int_t)count < json_integer_value(least)) ||
        (most != NULL && (json_int_t)count > json_integer_value(most)))
        return schema_fault(check, path, "has a wrong number of items", "");
    json_array_foreach(value, index, entry) {
        char below[256];
        snprintf(below, sizeof below, "%.180s/%zu", path, index);
        if (rule != NULL && !schema_fits(check, rule, entry, below))
            return false;
    }
    return true;
}

static bool schema_one_fits(schema_check *check, const json_t *choices, const json_t *value,
                            const char *path) {
    size_t index;
    const json_t *choice;
    int fitting = 0;
    schema_check inner = {.definitions = check->definitions};
    json_array_foreach(choices, index, choice) {
        fitting += schema_fits(&inner, choice, value, path);
    }
    return fitting == 1 || schema_fault(check, path, "is none of the choices; of the last:", inner.fault);
}

static bool schema_is_among(const json_t *list, const json_t *value) {
    size_t index;
    const json_t *entry;
    json_array_foreach(list, index, entry) {
        if (json_equal(entry, value))
            return true;
    }
    return false;
}

static bool schema_fits(schema_check *check, const json_t *schema, const json_t *value, const char *path) {
    const char *reference = json_string_value(json_object_get(schema, "$ref"));
    if (reference != NULL) {
        schema = json_object_get(check->definitions, strrchr(reference, '/') + 1);
        return schema != NULL ? schema_fits(check, schema, value, path)
                              : schema_fault(check, path, "refers to nothing:", reference);
    }
    const json_t *type = json_object_get(schema, "type"), *constant = json_object_get(schema, "const"),
                 *words = json_object_get(schema, "enum"), *choices = json_object_get(schema, "oneOf");
    if (type != NULL && !schema_type_fits(type, value))
        return schema_fault(check, path, "is of a wrong type", "");
    if (constant != NULL && !json_equal(constant, value))
        return schema_fault(check, path, "is not the constant", "");
    if (words != NULL && !schema_is_among(words, value))
        return schema_fault(check, path, "is none of the words", "");
    if (!schema_number_fits(schema, value))
        return schema_fault(check, path, "is out of range", "");
    if (choices != NULL && !schema_one_fits(check, choices, value, path))
        return false;
    if (json_is_object(value))
        return schema_object_fits(check, schema, value, path);
    return !json_is_array(value) || schema_array_fits(check, schema, value, path);
}

#endif

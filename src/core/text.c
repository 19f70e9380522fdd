#include "causeway/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for `more` further characters and a NUL. */
static bool reserve(cw_text *text, size_t more) {
    if (text->out_of_memory)
        return false;
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity)
        return true;
    size_t capacity = text->capacity < 64 ? 64 : text->capacity;
    while (capacity < needed)
        capacity *= 2;
    char *data = realloc(text->data, capacity);
    if (data == NULL) {
        text->out_of_memory = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void cw_text_append_bytes(cw_text *text, const char *bytes, size_t length) {
    if (length == 0 || !reserve(text, length))
        return;
    memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void cw_text_append(cw_text *text, const char *string) {
    cw_text_append_bytes(text, string, strlen(string));
}

void cw_text_append_char(cw_text *text, char character) {
    cw_text_append_bytes(text, &character, 1);
}

void cw_text_vprintf(cw_text *text, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length > 0 && reserve(text, (size_t)length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void cw_text_printf(cw_text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    cw_text_vprintf(text, format, arguments);
    va_end(arguments);
}

void cw_text_clear(cw_text *text) {
    text->length = 0;
    text->out_of_memory = false;
    if (text->data != NULL)
        text->data[0] = '\0';
}

void cw_text_free(cw_text *text) {
    free(text->data);
    *text = (cw_text){0};
}

char *cw_text_take(cw_text *text) {
    char *taken = NULL;
    if (!text->out_of_memory)
        taken = text->data != NULL ? text->data : strdup("");
    else
        free(text->data);
    *text = (cw_text){0};
    return taken;
}

const char *cw_text_string(const cw_text *text) {
    return text->data != NULL ? text->data : "";
}

#include "network/program.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 12, LINE_MAX_BYTES = 320 };

/* One line of the text, taken apart. */
typedef struct reader {
    cw_network_program *program;
    const char *name; /* of the network, for messages */
    int line;
    char text[LINE_MAX_BYTES];
    char *words[WORDS_MAX];
    int count;
    cw_error *error;
} reader;

CW_PRINTF(2, 3) static cw_status refuse(reader *self, const char *format, ...) {
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return cw_fail(self->error, CW_BAD_INPUT, "network %s: line %d of its text: %s", self->name, self->line,
                   message);
}

static bool is_name(const char *word) {
    size_t length = strlen(word);
    for (size_t i = 0; i < length; i++) {
        if (!islower((unsigned char)word[i]) && !isdigit((unsigned char)word[i]))
            return false;
    }
    return length > 0 && length < CW_NETWORK_NAME_MAX;
}

static int find_slot(const cw_network_program *program, const char *name) {
    if (strcmp(name, "input") == 0)
        return CW_NETWORK_INPUT;
    for (int i = program->slot_count - 1; i >= 0; i--) {
        if (strcmp(program->slots[i].name, name) == 0)
            return i;
    }
    return CW_NETWORK_NONE;
}

/* The slot for a name that is given anew: the old one if it has the same shape. */
static cw_status make_slot(reader *self, const char *name, bool map, int width, int *slot) {
    cw_network_program *program = self->program;
    if (!is_name(name) || strcmp(name, "input") == 0)
        return refuse(self, "'%s' is no name for a result", name);
    *slot = find_slot(program, name);
    if (*slot >= 0 && program->slots[*slot].map == map && program->slots[*slot].width == width)
        return CW_OK;
    if (program->slot_count == CW_NETWORK_SLOTS_MAX)
        return refuse(self, "more than %d results", CW_NETWORK_SLOTS_MAX);
    *slot = program->slot_count++;
    cw_network_slot *made = &program->slots[*slot];
    *made = (cw_network_slot){.map = map, .width = width};
    snprintf(made->name, sizeof made->name, "%s", name);
    return CW_OK;
}

static cw_status read_number(reader *self, const char *word, const char *key, int low, int high,
                             int *number) {
    size_t length = strlen(key);
    if (strncmp(word, key, length) != 0 || !isdigit((unsigned char)word[length]))
        return refuse(self, "'%s' where '%sNUMBER' belongs", word, key);
    char *end;
    long value = strtol(word + length, &end, 10);
    if (*end != '\0' || value < low || value > high)
        return refuse(self, "%s, which goes from %d to %d", word, low, high);
    *number = (int)value;
    return CW_OK;
}

static cw_status read_input(reader *self) {
    cw_network_program *program = self->program;
    if (program->planes > 0 || program->size > 0)
        return refuse(self, "a second input");
    if (self->count == 3 && strcmp(self->words[1], "vector") == 0)
        return read_number(self, self->words[2], "size=", 1, CW_NETWORK_WIDTH_MAX, &program->size);
    if (self->count != 4 || strcmp(self->words[1], "board") != 0)
        return refuse(self, "an input is 'board planes=P border=B' or 'vector size=N'");
    cw_status status =
        read_number(self, self->words[2], "planes=", 1, CW_NETWORK_PLANES_MAX, &program->planes);
    if (status != CW_OK)
        return status;
    return read_number(self, self->words[3], "border=", 0, CW_NETWORK_BORDER_MAX, &program->border);
}

/* What a step reads: a map if `map`, else a vector. */
static cw_status read_source(reader *self, const char *word, bool map, int *slot, int *width) {
    const cw_network_program *program = self->program;
    *slot = find_slot(program, word);
    if (*slot == CW_NETWORK_NONE)
        return refuse(self, "there is no '%s' yet", word);
    bool is_map = *slot == CW_NETWORK_INPUT ? program->planes > 0 : program->slots[*slot].map;
    *width = *slot != CW_NETWORK_INPUT ? program->slots[*slot].width
             : is_map                  ? program->planes
                                       : program->size;
    if (is_map != map)
        return refuse(self, "'%s' is a %s", word, is_map ? "map" : "vector");
    return CW_OK;
}

/* add=Z, shift=V, relu, leaky. */
static cw_status read_manner(reader *self, const char *word, cw_network_step *step) {
    bool map = step->kind == CW_STEP_CONV;
    int width = step->out;
    cw_status status = CW_OK;
    if (strcmp(word, "relu") == 0)
        step->slope = 0;
    else if (strcmp(word, "leaky") == 0)
        step->slope = 0.01F;
    else if (strncmp(word, "add=", 4) == 0)
        status = read_source(self, word + 4, map, &step->add, &width);
    else if (map && strncmp(word, "shift=", 6) == 0)
        status = read_source(self, word + 6, false, &step->shift, &width);
    else
        return refuse(self, "'%s' means nothing here", word);
    if (status == CW_OK && (step->add == CW_NETWORK_INPUT || step->shift == CW_NETWORK_INPUT))
        return refuse(self, "the input cannot be added");
    if (status == CW_OK && width != step->out)
        return refuse(self, "%s has %d numbers, not %d", word, width, step->out);
    return status;
}

static cw_status read_shape(reader *self, int word, cw_network_step *step) {
    step->taps = 1;
    if (step->kind == CW_STEP_POOL) {
        step->out = 2 * step->in;
        return word == self->count ? CW_OK : refuse(self, "'%s' means nothing here", self->words[word]);
    }
    if (self->count < word + 1 + (step->kind == CW_STEP_CONV))
        return refuse(self, "too few words");
    cw_status status = CW_OK;
    if (step->kind == CW_STEP_CONV)
        status = read_number(self, self->words[word++], "taps=", 1, 19, &step->taps);
    if (status == CW_OK && step->taps != 1 && step->taps != 7 && step->taps != 19)
        return refuse(self, "taps=%d, which is one of 1, 7, 19", step->taps);
    if (status == CW_OK)
        status = read_number(self, self->words[word++], "out=", 1, CW_NETWORK_WIDTH_MAX / 2, &step->out);
    for (; status == CW_OK && word < self->count; word++)
        status = read_manner(self, self->words[word], step);
    return status;
}

static int radius(int taps) {
    return taps == 1 ? 0 : taps == 7 ? 1 : 2;
}

/* conv Y = X ..., pool Y = X, dense Y = X ... */
static cw_status read_step(reader *self, cw_step_kind kind) {
    cw_network_program *program = self->program;
    if (self->count < 4 || strcmp(self->words[2], "=") != 0)
        return refuse(self, "a step is '%s RESULT = SOURCE ...'", self->words[0]);
    if (program->step_count == CW_NETWORK_STEPS_MAX)
        return refuse(self, "more than %d steps", CW_NETWORK_STEPS_MAX);
    cw_network_step step = {.kind = kind, .add = CW_NETWORK_NONE, .shift = CW_NETWORK_NONE, .slope = 1};
    cw_status status = read_source(self, self->words[3], kind != CW_STEP_DENSE, &step.source, &step.in);
    if (status == CW_OK)
        status = read_shape(self, 4, &step);
    if (status == CW_OK)
        status = make_slot(self, self->words[1], kind == CW_STEP_CONV, step.out, &step.target);
    if (status != CW_OK)
        return status;
    if (kind == CW_STEP_POOL && step.source == CW_NETWORK_INPUT)
        return refuse(self, "the input cannot be pooled");
    if (kind == CW_STEP_CONV && step.target == step.source)
        return refuse(self, "a convolution cannot read and write '%s'", self->words[1]);
    if (radius(step.taps) > (step.source == CW_NETWORK_INPUT ? program->border : 1))
        return refuse(self, "taps=%d reach beyond the border", step.taps);
    program->steps[program->step_count++] = step;
    return CW_OK;
}

static cw_status read_output(reader *self, bool is_value, int *slot) {
    const cw_network_program *program = self->program;
    if (self->count != 2 || *slot != CW_NETWORK_NONE)
        return refuse(self, "'%s RESULT' belongs here once", self->words[0]);
    *slot = find_slot(program, self->words[1]);
    if (*slot < 0)
        return refuse(self, "there is no result '%s'", self->words[1]);
    const cw_network_slot *result = &program->slots[*slot];
    if ((is_value && result->map) || ((is_value || result->map) && result->width != 1))
        return refuse(self, "'%s' has the wrong shape for a %s", self->words[1], self->words[0]);
    return CW_OK;
}

static cw_status read_title(reader *self, const char *line) {
    cw_network_program *program = self->program;
    if (strcmp(self->words[0], "note") == 0) {
        if (self->count > 1)
            snprintf(program->note, sizeof program->note, "%.*s", CW_NETWORK_NOTE_MAX - 1,
                     line + strlen("note "));
        return CW_OK;
    }
    if (self->count != 2 || !is_name(self->words[1]) || program->game[0] != '\0')
        return refuse(self, "'game NAME' belongs here once");
    snprintf(program->game, sizeof program->game, "%s", self->words[1]);
    return CW_OK;
}

static cw_status read_line(reader *self, const char *line) {
    const char *word = self->words[0];
    if (strcmp(word, "game") == 0 || strcmp(word, "note") == 0)
        return read_title(self, line);
    if (strcmp(word, "input") == 0)
        return read_input(self);
    if (strcmp(word, "conv") == 0)
        return read_step(self, CW_STEP_CONV);
    if (strcmp(word, "pool") == 0)
        return read_step(self, CW_STEP_POOL);
    if (strcmp(word, "dense") == 0)
        return read_step(self, CW_STEP_DENSE);
    if (strcmp(word, "policy") == 0)
        return read_output(self, false, &self->program->policy);
    if (strcmp(word, "value") == 0)
        return read_output(self, true, &self->program->value);
    return refuse(self, "'%s' is no step", word);
}

/* Takes a line apart; words beyond the last count as part of it, which no step understands. */
static void split(reader *self, const char *line, size_t length) {
    memcpy(self->text, line, length);
    self->text[length] = '\0';
    self->count = 0;
    for (char *word = self->text; word != NULL && self->count < WORDS_MAX;) {
        self->words[self->count++] = word;
        word = self->count < WORDS_MAX ? strchr(word, ' ') : NULL;
        if (word != NULL)
            *word++ = '\0';
    }
}

cw_status cw_network_program_read(const char *text, size_t length, const char *name,
                                  cw_network_program *program, cw_error *error) {
    *program = (cw_network_program){.policy = CW_NETWORK_NONE, .value = CW_NETWORK_NONE};
    reader self = {.program = program, .name = name, .error = error};
    const char *end = text + length;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        self.line++;
        if (stop == NULL || stop - text >= LINE_MAX_BYTES ||
            memchr(text, '\0', (size_t)(stop - text)) != NULL)
            return refuse(&self, "it does not end, or is no text");
        char line[LINE_MAX_BYTES];
        snprintf(line, sizeof line, "%.*s", (int)(stop - text), text);
        split(&self, text, (size_t)(stop - text));
        cw_status status = read_line(&self, line);
        if (status != CW_OK)
            return status;
        text = stop + 1;
    }
    if (program->game[0] == '\0' || program->step_count == 0)
        return cw_fail(error, CW_BAD_INPUT, "network %s: its text names no game or no steps", name);
    return CW_OK;
}

#include "causeway/options.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Tables ---- */

static const cw_prefix no_prefix = {.name = ""};

static cw_status read_value(cw_options *options, cw_option_value *value, const char *owner, const char *text,
                            cw_error *error);

void cw_options_defaults(cw_options *options, const cw_option *table) {
    options->count = options->texts_length = 0;
    options->bounds = NULL;
    cw_options_extend(options, NULL, table);
}

static void set_default(cw_options *options, cw_option_value *value) {
    value->number = value->second = 0;
    value->given = value->set = false;
    if (value->option->standard[0] == '\0')
        return;
    cw_status status = read_value(options, value, "default", value->option->standard, NULL);
    assert(status == CW_OK);
    (void)status;
    value->given = false;
}

void cw_options_extend(cw_options *options, const cw_prefix *prefix, const cw_option *table) {
    if (table == NULL)
        return;
    for (const cw_option *option = table; option->name != NULL; option++) {
        assert(options->count < CW_OPTIONS_MAX);
        cw_option_value *value = &options->values[options->count++];
        *value = (cw_option_value){.option = option, .prefix = prefix != NULL ? prefix : &no_prefix};
        set_default(options, value);
    }
}

void cw_options_subset(const cw_options *options, const char *prefix, cw_options *subset) {
    *subset = *options;
    subset->count = 0;
    for (int i = 0; i < options->count; i++) {
        if (strcmp(options->values[i].prefix->name, prefix) != 0)
            continue;
        subset->values[subset->count] = options->values[i];
        subset->values[subset->count++].prefix = &no_prefix;
    }
}

/* ---- Looking up ---- */

/* Is `word` one of the words of "a|b|c"? */
static bool is_among(const char *words, const char *word) {
    size_t length = strlen(word);
    for (; words != NULL; words = strchr(words, '|') ? strchr(words, '|') + 1 : NULL) {
        if (strcspn(words, "|") == length && strncmp(words, word, length) == 0)
            return true;
    }
    return false;
}

static bool is_named_behind(const cw_option *option, const char *prefix, const char *name) {
    size_t length = strlen(prefix);
    return strncmp(name, prefix, length) == 0 &&
           (strcmp(name + length, option->name) == 0 || is_among(option->also, name + length));
}

static bool is_named(const cw_option_value *value, const char *name) {
    const cw_prefix *prefix = value->prefix;
    return is_named_behind(value->option, prefix->name, name) ||
           (prefix->also != NULL && is_named_behind(value->option, prefix->also, name)) ||
           is_among(value->option->also, name); /* from the time before it had a prefix */
}

const cw_option_value *cw_options_find(const cw_options *options, const char *name) {
    for (int i = 0; i < options->count; i++) {
        if (is_named(&options->values[i], name))
            return &options->values[i];
    }
    return NULL;
}

const cw_option_value *cw_options_value(const cw_options *options, const char *name) {
    const cw_option_value *value = cw_options_find(options, name);
    assert(value != NULL);
    return value;
}

double cw_options_real(const cw_options *options, const char *name) {
    return cw_options_value(options, name)->number;
}

int64_t cw_options_integer(const cw_options *options, const char *name) {
    return (int64_t)cw_options_value(options, name)->number;
}

bool cw_options_switch(const cw_options *options, const char *name) {
    return cw_options_value(options, name)->number != 0;
}

int cw_options_choice(const cw_options *options, const char *name) {
    return (int)cw_options_value(options, name)->number;
}

const char *cw_options_text(const cw_options *options, const char *name) {
    return cw_options_text_of(options, cw_options_value(options, name));
}

const char *cw_options_text_of(const cw_options *options, const cw_option_value *value) {
    return value->text == 0 ? value->option->standard : options->texts + value->text;
}

bool cw_options_is_set(const cw_options *options, const char *name) {
    return cw_options_value(options, name)->set;
}

/* ---- Nearest words ---- */

static int least(int a, int b, int c) {
    int smaller = a < b ? a : b;
    return smaller < c ? smaller : c;
}

enum { LETTERS_MAX = 63 };

/* The number of letters to insert, drop or change, or of neighbours
 * to exchange, up to words of 63 letters. */
static int edit_distance(const char *a, const char *b) {
    size_t length = strlen(b);
    if (strlen(a) > LETTERS_MAX || length > LETTERS_MAX)
        return LETTERS_MAX;
    int rows[3]
            [LETTERS_MAX + 1]; /* for the letters of a before this one, up to the last, and with this one */
    int *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= length; j++)
        last[j] = (int)j;
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        row[0] = (int)i;
        for (size_t j = 1; j <= length; j++) {
            int change = tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]);
            row[j] = least(last[j] + 1, row[j - 1] + 1, last[j - 1] + change);
            bool is_exchange = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (is_exchange && before[j - 2] + change < row[j])
                row[j] = before[j - 2] + change;
        }
        int *free_row = before;
        before = last;
        last = row;
        row = free_row;
    }
    return last[length];
}

const char *cw_nearest_word(const char *word, const char *const *words, int count) {
    const char *nearest = NULL;
    int slips = (int)strlen(word) / 3; /* further away than this is not a slip of the finger */
    int fewest = (slips < 1 ? 1 : slips > 3 ? 3 : slips) + 1;
    for (int i = 0; i < count; i++) {
        int distance = edit_distance(word, words[i]);
        if (distance < fewest && distance < (int)strlen(words[i])) {
            fewest = distance;
            nearest = words[i];
        }
    }
    return nearest;
}

/* ---- Reading values ---- */

static cw_status refuse(const cw_option_value *value, const char *owner, const char *text, cw_error *error) {
    cw_text valid = {0};
    cw_option_describe(value->option, &valid);
    cw_status status = cw_fail(error, CW_BAD_INPUT, "%s: %s%s=%s is not valid, it takes %s", owner,
                               value->prefix->name, value->option->name, text, cw_text_string(&valid));
    cw_text_free(&valid);
    return status;
}

/* Reads a number at the start of text; *end is what follows. */
static bool read_number(const char *text, double *number, const char **end) {
    if (isspace((unsigned char)text[0]) || text[0] == '\0')
        return false;
    char *stop;
    errno = 0;
    *number = strtod(text, &stop);
    *end = stop;
    return stop != text && errno == 0 && isfinite(*number);
}

static bool read_integer(const char *text, double *number, const char **end) {
    if (!read_number(text, number, end))
        return false;
    if (**end == 'k' || **end == 'M') {
        *number *= **end == 'k' ? 1e3 : 1e6;
        (*end)++;
    }
    return *number == floor(*number);
}

static bool read_duration(const char *text, double *number, const char **end) {
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}, {"", 1}};
    if (!read_number(text, number, end))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(*end, units[i].unit) == 0) {
            *number *= units[i].seconds;
            *end += strlen(*end);
            return true;
        }
    }
    return false;
}

static bool read_switch(const char *text, double *number) {
    static const char *const words[] = {"off", "on", "no", "yes", "false", "true", "0", "1"};
    for (int i = 0; i < 8; i++) {
        if (strcmp(text, words[i]) == 0) {
            *number = i % 2;
            return true;
        }
    }
    return false;
}

/* Finds the word among "a|b|on=b"; *index counts the words that stand for themselves. */
static bool read_choice(const char *choices, const char *text, double *index, char *meant, size_t room) {
    size_t length = strlen(text);
    int count = 0;
    for (const char *word = choices; word != NULL; word = strchr(word, '|') ? strchr(word, '|') + 1 : NULL) {
        size_t size = strcspn(word, "|"), name = strcspn(word, "=|");
        bool alias = name < size;
        if (name == length && strncmp(word, text, length) == 0) {
            if (alias) {
                char other[CW_OPTION_TEXT_MAX];
                snprintf(other, sizeof other, "%.*s", (int)(size - name - 1), word + name + 1);
                return read_choice(choices, other, index, meant, room);
            }
            *index = count;
            snprintf(meant, room, "%.*s", (int)name, word);
            return true;
        }
        count += !alias;
    }
    return false;
}

static bool in_range(const cw_option *option, double number) {
    return number >= option->low && number <= option->high;
}

/* Takes the text of a value out of the texts. */
static void drop_text(cw_options *options, cw_option_value *value) {
    if (value->text == 0)
        return;
    char *text = options->texts + value->text;
    int size = (int)strlen(text) + 1;
    memmove(text, text + size, (size_t)(options->texts_length - value->text - size));
    options->texts_length -= size;
    for (int i = 0; i < options->count; i++) {
        if (options->values[i].text > value->text)
            options->values[i].text = (uint16_t)(options->values[i].text - size);
    }
    value->text = 0;
}

/* Keeps the text of a value, unless it is that of the default; false if there is no room. */
static bool keep_text(cw_options *options, cw_option_value *value, const char *text) {
    bool is_standard = strcmp(text, value->option->standard) == 0;
    int size = is_standard ? 0 : (int)strlen(text) + 1;
    int freed = value->text == 0 ? 0 : (int)strlen(options->texts + value->text) + 1;
    if (options->texts_length == 0)
        options->texts_length = 1; /* no text begins at 0 */
    if (options->texts_length - freed + size > CW_OPTIONS_TEXTS)
        return false;
    drop_text(options, value);
    if (is_standard)
        return true;
    memcpy(options->texts + options->texts_length, text, (size_t)size);
    value->text = (uint16_t)options->texts_length;
    options->texts_length += size;
    return true;
}

static cw_status read_value(cw_options *options, cw_option_value *value, const char *owner, const char *text,
                            cw_error *error) {
    const cw_option *option = value->option;
    const char *end = "";
    double number = 0, second = 0;
    char meant[CW_OPTION_TEXT_MAX];
    if (strlen(text) >= sizeof meant)
        return cw_fail(error, CW_BAD_INPUT, "%s: the value of %s%s is longer than %d characters", owner,
                       value->prefix->name, option->name, CW_OPTION_TEXT_MAX - 1);
    snprintf(meant, sizeof meant, "%s", text);
    bool valid = true;
    switch (option->type) {
    case CW_OPTION_INTEGER:
        valid = read_integer(text, &number, &end) && in_range(option, number);
        break;
    case CW_OPTION_REAL:
        valid = read_number(text, &number, &end) && in_range(option, number);
        break;
    case CW_OPTION_DURATION:
        valid = read_duration(text, &number, &end) && in_range(option, number);
        break;
    case CW_OPTION_SWITCH:
        valid = read_switch(text, &number);
        snprintf(meant, sizeof meant, "%s", number != 0 ? "on" : "off");
        break;
    case CW_OPTION_CHOICE:
        valid = read_choice(option->choices, text, &number, meant, sizeof meant);
        break;
    case CW_OPTION_PAIR:
        valid = read_integer(text, &number, &end) && in_range(option, number);
        second = number;
        if (valid && *end == ':')
            valid = read_integer(end + 1, &second, &end) && in_range(option, second);
        break;
    case CW_OPTION_TEXT:
    case CW_OPTION_FILE:
        break;
    }
    if (!valid || *end != '\0')
        return refuse(value, owner, text, error);
    if (!keep_text(options, value, meant))
        return cw_fail(error, CW_BAD_INPUT, "%s: the settings are longer than %d characters", owner,
                       CW_OPTIONS_TEXTS - 1);
    value->number = number;
    value->second = second;
    value->set = value->given = true;
    return CW_OK;
}

static cw_status unknown_option(const cw_options *options, const char *owner, const char *name,
                                cw_error *error) {
    char names[CW_OPTIONS_MAX][64];
    const char *words[CW_OPTIONS_MAX];
    cw_text list = {0};
    for (int i = 0; i < options->count; i++) {
        snprintf(names[i], sizeof names[i], "%s%s", options->values[i].prefix->name,
                 options->values[i].option->name);
        words[i] = names[i];
        cw_text_printf(&list, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    const char *nearest = cw_nearest_word(name, words, options->count);
    cw_status status;
    if (nearest != NULL)
        status =
            cw_fail(error, CW_BAD_INPUT, "%s has no option '%s', did you mean '%s'?", owner, name, nearest);
    else if (options->count == 0)
        status = cw_fail(error, CW_BAD_INPUT, "%s has no option '%s', it takes none", owner, name);
    else
        status = cw_fail(error, CW_BAD_INPUT, "%s has no option '%s', the options are %s", owner, name,
                         cw_text_string(&list));
    cw_text_free(&list);
    return status;
}

cw_status cw_options_set(cw_options *options, const char *owner, const char *name, const char *text,
                         cw_error *error) {
    for (int i = 0; i < options->count; i++) {
        if (is_named(&options->values[i], name))
            return read_value(options, &options->values[i], owner, text, error);
    }
    return unknown_option(options, owner, name, error);
}

void cw_options_unset(cw_options *options, const char *name) {
    for (int i = 0; i < options->count; i++) {
        if (is_named(&options->values[i], name)) {
            drop_text(options, &options->values[i]);
            set_default(options, &options->values[i]);
        }
    }
}

void cw_options_suggest(cw_options *options, const char *name, const char *text) {
    for (int i = 0; i < options->count; i++) {
        cw_option_value *value = &options->values[i];
        if (value->given || !is_named(value, name))
            continue;
        cw_status status = read_value(options, value, "default", text, NULL);
        assert(status == CW_OK);
        (void)status;
        value->given = false;
    }
}

bool cw_options_adopt(cw_options *options, const cw_options *from) {
    for (int i = 0; i < from->count; i++) {
        const cw_option_value *given = &from->values[i];
        for (int k = 0; given->given && k < options->count; k++) {
            cw_option_value *value = &options->values[k];
            if (value->option != given->option || strcmp(value->prefix->name, given->prefix->name) != 0)
                continue;
            if (!keep_text(options, value, cw_options_text_of(from, given)))
                return false;
            value->number = given->number;
            value->second = given->second;
            value->given = value->set = true;
        }
    }
    return true;
}

/* Copies [start, end) without the white space around it; false if it does not fit. */
static bool copy_trimmed(char *to, size_t room, const char *start, const char *end) {
    while (start < end && isspace((unsigned char)*start))
        start++;
    while (end > start && isspace((unsigned char)end[-1]))
        end--;
    size_t length = (size_t)(end - start);
    if (length >= room)
        return false;
    memcpy(to, start, length);
    to[length] = '\0';
    return true;
}

/* One setting of a list. */
typedef struct setting {
    char name[64];
    char value[CW_OPTION_TEXT_MAX];
    bool has_value;
} setting;

/* Reads the setting at *cursor and moves on to the next one; false if it is too long. */
static bool next_setting(const char **cursor, setting *read) {
    const char *start = *cursor, *end = start + strcspn(start, ",");
    const char *equals = memchr(start, '=', (size_t)(end - start));
    read->has_value = equals != NULL;
    *cursor = *end == ',' ? end + 1 : end;
    return copy_trimmed(read->name, sizeof read->name, start, equals != NULL ? equals : end) &&
           copy_trimmed(read->value, sizeof read->value, equals != NULL ? equals + 1 : end, end);
}

/* Whether a setting of this option, under any of its names, stands in the settings before `end`. */
static bool stands_before(const char *settings, const char *end, const cw_option_value *value) {
    for (const char *cursor = settings; cursor < end;) {
        setting read;
        if (next_setting(&cursor, &read) && read.has_value && is_named(value, read.name))
            return true;
    }
    return false;
}

cw_status cw_options_parse(cw_options *options, const char *owner, const char *settings, cw_error *error) {
    for (const char *cursor = settings; *cursor != '\0';) {
        const char *start = cursor;
        setting read;
        if (!next_setting(&cursor, &read))
            return cw_fail(error, CW_BAD_INPUT, "%s: the setting '%.40s...' is too long", owner, start);
        if (!read.has_value)
            return cw_fail(error, CW_BAD_INPUT, "%s: '%s' is not a setting, write name=value", owner,
                           read.name);
        const cw_option_value *value = cw_options_find(options, read.name);
        if (value != NULL && stands_before(settings, start, value))
            return cw_fail(error, CW_BAD_INPUT, "%s: the option %s is set twice", owner, read.name);
        cw_status status = cw_options_set(options, owner, read.name, read.value, error);
        if (status != CW_OK)
            return status;
    }
    return CW_OK;
}

/* Finds the last setting of a name, or with `value` of any of its names. */
static bool peek(const char *settings, const char *name, const cw_option_value *value, char *text) {
    bool found = false;
    for (const char *cursor = settings; *cursor != '\0';) {
        setting read;
        if (next_setting(&cursor, &read) && read.has_value &&
            (value != NULL ? is_named(value, read.name) : strcmp(read.name, name) == 0)) {
            memcpy(text, read.value, sizeof read.value);
            found = true;
        }
    }
    return found;
}

bool cw_options_peek(const char *settings, const char *name, char value[CW_OPTION_TEXT_MAX]) {
    return peek(settings, name, NULL, value);
}

bool cw_options_peek_at(const cw_option_value *value, const char *settings, char text[CW_OPTION_TEXT_MAX]) {
    return peek(settings, NULL, value, text);
}

/* ---- Bounds ---- */

static bool is_beyond(const cw_option_value *value, const cw_bounds *bounds) {
    double most = bounds->most[value->option->resource];
    return value->option->resource != CW_RESOURCE_NONE && most > 0 && value->set && value->number > most;
}

void cw_options_hold(cw_options *options, const cw_bounds *bounds) {
    for (int i = 0; i < options->count; i++) {
        cw_option_value *value = &options->values[i];
        if (!is_beyond(value, bounds))
            continue;
        char text[32];
        value->number = bounds->most[value->option->resource];
        snprintf(text, sizeof text, "%.15g", value->number);
        keep_text(options, value, text);
    }
}

cw_status cw_options_check(const cw_options *options, const char *owner, const char *settings,
                           const cw_bounds *bounds, cw_error *error) {
    for (int i = 0; i < options->count; i++) {
        const cw_option_value *value = &options->values[i];
        char name[96], named[CW_OPTION_TEXT_MAX];
        snprintf(name, sizeof name, "%s%s", value->prefix->name, value->option->name);
        if (is_beyond(value, bounds))
            return cw_fail(error, CW_BAD_INPUT, "%s: %s=%s is more than is given here, at most %.15g%s",
                           owner, name, cw_options_text_of(options, value),
                           bounds->most[value->option->resource],
                           value->option->type == CW_OPTION_DURATION ? " s" : "");
        if (value->option->type == CW_OPTION_FILE && cw_options_peek_at(value, settings, named))
            return cw_fail(error, CW_BAD_INPUT, "%s: %s names a file, which is not allowed here", owner,
                           name);
    }
    return CW_OK;
}

/* ---- Writing ---- */

/* Whether a setting such as " size = 11" is of this name. */
static bool is_setting_of(const char *written, const char *name) {
    size_t length = strlen(name);
    written += strspn(written, " ");
    return strncmp(written, name, length) == 0 && written[length + strspn(written + length, " ")] == '=';
}

void cw_spec_set(const char *spec, const char *name, const char *value, cw_text *text) {
    size_t head = strcspn(spec, ":");
    bool is_written = false;
    const char *separator = ":";
    cw_text_append_bytes(text, spec, head);
    for (const char *cursor = spec[head] == ':' ? spec + head + 1 : ""; *cursor != '\0'; separator = ",") {
        size_t length = strcspn(cursor, ",");
        cw_text_append(text, separator);
        if (is_setting_of(cursor, name))
            cw_text_printf(text, "%s=%s", name, value);
        else
            cw_text_append_bytes(text, cursor, length);
        is_written = is_written || is_setting_of(cursor, name);
        cursor += length + (cursor[length] == ',');
    }
    if (!is_written)
        cw_text_printf(text, "%s%s=%s", separator, name, value);
}

void cw_options_print(const cw_options *options, cw_text *text) {
    const char *separator = "";
    for (int i = 0; i < options->count; i++) {
        const cw_option_value *value = &options->values[i];
        if (!value->given)
            continue;
        cw_text_printf(text, "%s%s%s=%s", separator, value->prefix->name, value->option->name,
                       cw_options_text_of(options, value));
        separator = ",";
    }
}

/* In one way, however it was written: 1k and 1000 are one number. */
static void print_plainly(const cw_options *options, const cw_option_value *value, cw_text *text) {
    switch (value->option->type) {
    case CW_OPTION_INTEGER:
    case CW_OPTION_REAL:
    case CW_OPTION_DURATION:
        cw_text_printf(text, "%.15g", value->number);
        break;
    case CW_OPTION_PAIR:
        cw_text_printf(text, "%.15g:%.15g", value->number, value->second);
        break;
    default:
        cw_text_append(text, cw_options_text_of(options, value));
    }
}

void cw_options_print_all(const cw_options *options, cw_text *text) {
    const char *separator = "";
    for (int i = 0; i < options->count; i++) {
        const cw_option_value *value = &options->values[i];
        if (!value->set)
            continue;
        cw_text_printf(text, "%s%s%s=", separator, value->prefix->name, value->option->name);
        print_plainly(options, value, text);
        separator = ",";
    }
}

static void describe_choices(const char *choices, cw_text *text) {
    bool first = true;
    cw_text_append(text, "one of ");
    for (const char *word = choices; word != NULL; word = strchr(word, '|') ? strchr(word, '|') + 1 : NULL) {
        size_t size = strcspn(word, "|"), name = strcspn(word, "=|");
        if (name < size)
            continue;
        cw_text_append(text, first ? "" : ", ");
        cw_text_append_bytes(text, word, name);
        first = false;
    }
}

void cw_option_describe(const cw_option *option, cw_text *text) {
    switch (option->type) {
    case CW_OPTION_INTEGER:
        cw_text_printf(text, "a whole number from %.15g to %.15g", option->low, option->high);
        break;
    case CW_OPTION_REAL:
        cw_text_printf(text, "a number from %.15g to %.15g", option->low, option->high);
        break;
    case CW_OPTION_SWITCH:
        cw_text_append(text, "on or off");
        break;
    case CW_OPTION_CHOICE:
        describe_choices(option->choices, text);
        break;
    case CW_OPTION_PAIR:
        cw_text_printf(text, "a whole number from %.15g to %.15g, or two such as %.15g:%.15g", option->low,
                       option->high, option->low, option->high);
        break;
    case CW_OPTION_DURATION:
        cw_text_printf(text, "a time such as 500ms, 2s or 1m, from %.15g to %.15g seconds", option->low,
                       option->high);
        break;
    case CW_OPTION_TEXT:
        cw_text_append(text, "any text");
        break;
    case CW_OPTION_FILE:
        cw_text_append(text, "the name of a file or program");
        break;
    }
}

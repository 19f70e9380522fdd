/* Options: what a game or a player lets one set, declared once in a table. The command line, the error
 * messages and the page are all made from such tables.
 *
 *     static const cw_option hex_options[] = {
 *         {.name = "size", .type = CW_OPTION_INTEGER, .low = 1, .high = 19, .standard = "11", .help = "..."},
 *         {.name = "swap", .type = CW_OPTION_CHOICE, .choices = "off|pieces", .standard = "off", .help = "..."},
 *         {.name = NULL},
 *     };
 *
 * A spec is a name and settings: `hex:size=11,swap=off`. Spaces around names and values do not matter. */
#ifndef CAUSEWAY_OPTIONS_H
#define CAUSEWAY_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "causeway/status.h"
#include "causeway/text.h"

typedef enum cw_option_type {
    CW_OPTION_INTEGER, /* a whole number from low to high; `k` and `M` may follow */
    CW_OPTION_REAL,    /* a number from low to high */
    CW_OPTION_SWITCH,  /* on or off */
    CW_OPTION_CHOICE, /* one of the words in `choices`, separated by | ; `word=other` makes word mean other */
    CW_OPTION_PAIR,   /* one or two whole numbers from low to high: `19` or `18:19` */
    CW_OPTION_DURATION, /* a time from low to high seconds: `1s`, `250ms`, `15m`, or a number of seconds */
    CW_OPTION_TEXT,     /* anything */
    CW_OPTION_FILE,     /* the name of a file or a program on this machine */
} cw_option_type;

/* Where the value of an option goes in a struct of settings; made by CW_PLACE. */
typedef enum cw_place_kind {
    CW_PLACE_NONE,
    CW_PLACE_BOOL,
    CW_PLACE_SIGNED,
    CW_PLACE_UNSIGNED, /* enumerations too */
    CW_PLACE_FLOATING,
    CW_PLACE_PAIR, /* int[2] */
    CW_PLACE_TEXT, /* an array of char */
} cw_place_kind;

typedef struct cw_place {
    cw_place_kind kind;
    unsigned size;
    size_t offset;
} cw_place;

#define CW_PLACE(structure, member)                                                                            \
    {                                                                                                          \
        _Generic(((structure *)0)->member,                                                                   \
            bool: CW_PLACE_BOOL,                                                                             \
            int: CW_PLACE_SIGNED,                                                                            \
            long: CW_PLACE_SIGNED,                                                                           \
            long long: CW_PLACE_SIGNED,                                                                      \
            unsigned char: CW_PLACE_UNSIGNED,                                                                \
            unsigned short: CW_PLACE_UNSIGNED,                                                               \
            unsigned: CW_PLACE_UNSIGNED,                                                                     \
            unsigned long: CW_PLACE_UNSIGNED,                                                                \
            unsigned long long: CW_PLACE_UNSIGNED,                                                           \
            float: CW_PLACE_FLOATING,                                                                        \
            double: CW_PLACE_FLOATING,                                                                       \
            int *: CW_PLACE_PAIR,                                                                            \
            char *: CW_PLACE_TEXT),                                                                          \
            sizeof((structure *)0)->member, offsetof(structure, member) \
    }

/* What a setting takes of the machine. */
typedef enum cw_resource {
    CW_RESOURCE_NONE,
    CW_RESOURCE_SECONDS, /* of thought for a move */
    CW_RESOURCE_THREADS,
    CW_RESOURCE_MEMORY, /* in MiB */
    CW_RESOURCE_COUNT,
} cw_resource;

/* What a spec that comes from a stranger may take of each resource (0: any amount). It may name no files. */
typedef struct cw_bounds {
    double most[CW_RESOURCE_COUNT];
} cw_bounds;

typedef struct cw_option {
    const char *name; /* NULL ends a table */
    cw_option_type type;
    double low, high;
    const char *choices;
    const char *standard; /* the default as text; "" means not set */
    const char *help;     /* one line, no full stop */
    const char *also;     /* NULL, or older names that are still understood, separated by | */
    cw_place place;       /* where cw_options_fill puts the value: CW_PLACE(settings, member) */
    double unit;          /* what 1 means there, such as 1 << 20 for a size in MiB; 0: 1 */
    cw_place is_set;      /* and a bool that tells whether there is one, where the default is "" */
    cw_resource resource; /* what the number is an amount of, if anything */
    bool is_prominent;    /* among the first things people choose: menus ask for it */
} cw_option;

enum { CW_OPTIONS_MAX = 96, CW_OPTION_TEXT_MAX = 512, CW_OPTIONS_TEXTS = 2048 };

/* What stands before the names of a table's options in a spec: nothing or, for named knowledge, its role. */
typedef struct cw_prefix {
    const char *name; /* "" or such as "eval." */
    const char *also; /* NULL, or an older one that is still understood */
} cw_prefix;

/* The value of one option. */
typedef struct cw_option_value {
    const cw_option *option;
    const cw_prefix *prefix; /* stands before the option's name */
    double number; /* INTEGER, REAL, DURATION in seconds, SWITCH 0 or 1, CHOICE the index, PAIR the first */
    double second; /* PAIR: the second number, equal to the first when one was given */
    uint16_t text; /* where it lies in the texts of its options; 0: it is the default's */
    bool given;    /* set in the spec, not by default */
    bool set;      /* has a value at all: false only for a default of "" */
} cw_option_value;

/* The values of all options of a table, or of several. A plain value: it may be copied. */
typedef struct cw_options {
    cw_option_value values[CW_OPTIONS_MAX];
    int count;
    int texts_length;
    char texts[CW_OPTIONS_TEXTS]; /* those that differ from the defaults, one after the other */
    const cw_bounds *bounds; /* that also hold for players made on behalf of these settings; NULL: none */
} cw_options;

/* Fills `options` with the defaults of a table that ends in a NULL name. */
CW_API void cw_options_defaults(cw_options *options, const cw_option *table);

/* Adds the defaults of a second table, for example those of a named evaluator, each name written with
 * `prefix` before it ("eval." makes `cap` the option `eval.cap`; NULL adds nothing). Both must outlive the
 * options. */
CW_API void cw_options_extend(cw_options *options, const cw_prefix *prefix, const cw_option *table);

/* The values under a prefix, as options of their own without it. */
CW_API void cw_options_subset(const cw_options *options, const char *prefix, cw_options *subset);

/* Reads `settings` such as "size=11,swap=on" over the values that are there. `owner` ("hex", "player mcts")
 * stands in error messages, which name the culprit, what is valid, and the nearest name. No option may be set
 * twice. */
CW_API cw_status cw_options_parse(cw_options *options, const char *owner, const char *settings,
                                  cw_error *error);

/* Lowers to the bounds what takes more of a resource, such as a preset that was made for a whole machine. */
CW_API void cw_options_hold(cw_options *options, const cw_bounds *bounds);

/* Refuses values beyond the bounds, and any of `settings` that names a file. */
CW_API cw_status cw_options_check(const cw_options *options, const char *owner, const char *settings,
                                  const cw_bounds *bounds, cw_error *error);

/* Finds the value that `settings` give to `name`, before any parsing; the last one counts. False: not there. */
CW_API bool cw_options_peek(const char *settings, const char *name, char value[CW_OPTION_TEXT_MAX]);

/* The same for an option, under any of its names. */
CW_API bool cw_options_peek_at(const cw_option_value *value, const char *settings,
                               char text[CW_OPTION_TEXT_MAX]);

/* Writes a spec with one setting changed: in the place of the setting of this name, or after the others. */
CW_API void cw_spec_set(const char *spec, const char *name, const char *value, cw_text *text);

/* Sets one option. */
CW_API cw_status cw_options_set(cw_options *options, const char *owner, const char *name, const char *value,
                                cw_error *error);

/* Gives an option that is not given another default than the table's, because of what others are. */
CW_API void cw_options_suggest(cw_options *options, const char *name, const char *value);

/* Takes over the values that were given in other options, as far as the same options are there. False:
 * there is no room for their texts. */
CW_API bool cw_options_adopt(cw_options *options, const cw_options *from);

/* Takes the setting of an option away: it has its default again. */
CW_API void cw_options_unset(cw_options *options, const char *name);

/* The value of an option; asking for a name that is not in the table is a programming error. */
CW_API const cw_option_value *cw_options_value(const cw_options *options, const char *name);
CW_API const cw_option_value *cw_options_find(const cw_options *options, const char *name); /* or NULL */
CW_API double cw_options_real(const cw_options *options, const char *name);
CW_API int64_t cw_options_integer(const cw_options *options, const char *name);
CW_API bool cw_options_switch(const cw_options *options, const char *name);
CW_API int cw_options_choice(const cw_options *options, const char *name);
CW_API const char *cw_options_text(const cw_options *options, const char *name);
CW_API bool cw_options_is_set(const cw_options *options, const char *name);

/* A value as written, or the default; of a choice the word meant. */
CW_API const char *cw_options_text_of(const cw_options *options, const cw_option_value *value);

/* Writes the values of one table's options to their places in a struct of settings. What is not set is 0,
 * false or "". */
CW_API void cw_options_fill(const cw_options *options, const cw_option *table, void *settings);

/* The settings that were given, in the table's order, in a form that parses to the same values. */
CW_API void cw_options_print(const cw_options *options, cw_text *text);

/* All options that have a value, given or by default, each value in one way however it was written: options
 * of one table that print the same are the same. */
CW_API void cw_options_print_all(const cw_options *options, cw_text *text);

/* What an option accepts, for help and errors: "a whole number from 1 to 19", "one of off, pieces, sides". */
CW_API void cw_option_describe(const cw_option *option, cw_text *text);

/* The word of `words` nearest to `word`, or NULL when none is near: for "did you mean". */
CW_API const char *cw_nearest_word(const char *word, const char *const *words, int count);

#endif

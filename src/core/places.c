/* From the values of options to the members of a struct of settings. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "causeway/options.h"

static void put_integer(char *to, unsigned size, uint64_t number) {
    const uint8_t one = (uint8_t)number;
    const uint16_t two = (uint16_t)number;
    const uint32_t four = (uint32_t)number;
    switch (size) {
    case 1:
        memcpy(to, &one, sizeof one);
        break;
    case 2:
        memcpy(to, &two, sizeof two);
        break;
    case 4:
        memcpy(to, &four, sizeof four);
        break;
    default:
        memcpy(to, &number, sizeof number);
    }
}

static void put_floating(char *to, unsigned size, double number) {
    float narrow = (float)number;
    if (size == sizeof narrow)
        memcpy(to, &narrow, sizeof narrow);
    else
        memcpy(to, &number, sizeof number);
}

static void put_pair(char *to, double first, double second) {
    int pair[2] = {(int)first, (int)second};
    memcpy(to, pair, sizeof pair);
}

static void put(const cw_options *options, const cw_option_value *value, const cw_place *place, char *to) {
    double number = value->option->unit > 0 ? value->number * value->option->unit : value->number;
    switch (place->kind) {
    case CW_PLACE_NONE:
        break;
    case CW_PLACE_BOOL:
        *(bool *)to = number != 0;
        break;
    case CW_PLACE_SIGNED:
        put_integer(to, place->size, (uint64_t)(int64_t)number);
        break;
    case CW_PLACE_UNSIGNED:
        put_integer(to, place->size, (uint64_t)number);
        break;
    case CW_PLACE_FLOATING:
        put_floating(to, place->size, number);
        break;
    case CW_PLACE_PAIR:
        assert(place->size == 2 * sizeof(int));
        put_pair(to, value->number, value->second);
        break;
    case CW_PLACE_TEXT:
        snprintf(to, place->size, "%s", cw_options_text_of(options, value));
        break;
    }
}

void cw_options_fill(const cw_options *options, const cw_option *table, void *settings) {
    const cw_option *end = table;
    while (end->name != NULL)
        end++;
    for (int i = 0; i < options->count; i++) {
        const cw_option_value *value = &options->values[i];
        if (value->option < table || value->option >= end)
            continue;
        put(options, value, &value->option->place, (char *)settings + value->option->place.offset);
        if (value->option->is_set.kind == CW_PLACE_BOOL)
            *(bool *)((char *)settings + value->option->is_set.offset) = value->set;
    }
}

/* A slow and obvious second implementation of networks, and a writer of network files, for tests.
 *
 * Nothing is shared with src/network: the text is read word by word with sscanf, maps are plain arrays with a
 * function that says what lies where, and every sum is made in double. */
#ifndef CW_TESTS_SLOW_NETWORK_H
#define CW_TESTS_SLOW_NETWORK_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causeway/rng.h"

enum { SLOW_SIDE = 24, SLOW_WIDTH = 160, SLOW_NAMES = 26 };

typedef struct slow_thing {
    int width, is_map;
    double at[SLOW_SIDE][SLOW_SIDE][SLOW_WIDTH]; /* a vector lies at [0][0] */
} slow_thing;

typedef struct slow_network {
    int rows, columns, planes, border;
    slow_thing things[SLOW_NAMES]; /* by the first letter of the name */
    slow_thing input;
    const float *weight;
    int policy, value;
} slow_network;

/* Is a cell at this distance in rows and columns within `radius` steps of a hexagonal board? */
static inline int slow_near(int row, int column, int radius) {
    return abs(row) <= radius && abs(column) <= radius && abs(row + column) <= radius;
}

static inline slow_thing *slow_find(slow_network *network, const char *name) {
    return strcmp(name, "input") == 0 ? &network->input : &network->things[name[0] - 'a'];
}

/* A number of a map, 0 off the board; of the input, also in its border. */
static inline double slow_at(const slow_network *network, const slow_thing *thing, int row, int column,
                             int channel) {
    int border = thing == &network->input ? network->border : 0;
    row += border;
    column += border;
    if (row < 0 || column < 0 || row >= network->rows + 2 * border || column >= network->columns + 2 * border)
        return 0;
    return thing->at[row][column][channel];
}

static inline void slow_conv(slow_network *network, slow_thing *target, const slow_thing *source, int taps,
                             int out, double slope, const slow_thing *add, const slow_thing *shift) {
    static slow_thing made;
    int radius = taps == 1 ? 0 : taps == 7 ? 1 : 2, in = source->width;
    const float *weights = network->weight, *biases = weights + taps * in * out;
    for (int row = 0; row < network->rows; row++) {
        for (int column = 0; column < network->columns; column++) {
            for (int channel = 0; channel < out; channel++) {
                double sum = biases[channel] + (add ? add->at[row][column][channel] : 0) +
                             (shift ? shift->at[0][0][channel] : 0);
                int tap = 0;
                for (int r = -radius; r <= radius; r++) {
                    for (int c = -radius; c <= radius; c++) {
                        if (!slow_near(r, c, radius))
                            continue;
                        for (int i = 0; i < in; i++)
                            sum += weights[(tap * in + i) * out + channel] *
                                   slow_at(network, source, row + r, column + c, i);
                        tap++;
                    }
                }
                made.at[row][column][channel] = sum > 0 ? sum : slope * sum;
            }
        }
    }
    made.width = out;
    made.is_map = 1;
    *target = made;
    network->weight = biases + out;
}

static inline void slow_dense(slow_network *network, slow_thing *target, const slow_thing *source, int out,
                              double slope, const slow_thing *add) {
    static slow_thing made;
    const float *biases = network->weight + source->width * out;
    for (int channel = 0; channel < out; channel++) {
        double sum = biases[channel] + (add ? add->at[0][0][channel] : 0);
        for (int i = 0; i < source->width; i++)
            sum += network->weight[i * out + channel] * source->at[0][0][i];
        made.at[0][0][channel] = sum > 0 ? sum : slope * sum;
    }
    made.width = out;
    made.is_map = 0;
    *target = made;
    network->weight = biases + out;
}

static inline void slow_pool(const slow_network *network, slow_thing *target, const slow_thing *source) {
    static slow_thing made;
    for (int i = 0; i < source->width; i++) {
        double sum = 0, most = -INFINITY;
        for (int row = 0; row < network->rows; row++) {
            for (int column = 0; column < network->columns; column++) {
                sum += source->at[row][column][i];
                most = fmax(most, source->at[row][column][i]);
            }
        }
        made.at[0][0][i] = sum / (network->rows * network->columns);
        made.at[0][0][source->width + i] = most;
    }
    made.width = 2 * source->width;
    made.is_map = 0;
    *target = made;
}

/* The number after `key` in a line, or `otherwise`. */
static inline int slow_number(const char *line, const char *key, int otherwise) {
    const char *place = strstr(line, key);
    return place != NULL ? (int)strtol(place + strlen(key), NULL, 10) : otherwise;
}

static inline const slow_thing *slow_named(slow_network *network, const char *line, const char *key) {
    const char *place = strstr(line, key);
    return place != NULL ? &network->things[place[strlen(key)] - 'a'] : NULL;
}

static inline void slow_line(slow_network *network, const char *line) {
    char kind[16] = "", target[16] = "", source[16] = "";
    sscanf(line, "%15s %15s = %15s", kind, target, source);
    int out = slow_number(line, " out=", 0);
    double slope = strstr(line, " relu") ? 0 : strstr(line, " leaky") ? 0.01F : 1;
    const slow_thing *add = slow_named(network, line, " add="), *shift = slow_named(network, line, " shift=");
    if (strcmp(kind, "conv") == 0)
        slow_conv(network, slow_find(network, target), slow_find(network, source),
                  slow_number(line, " taps=", 0), out, slope, add, shift);
    else if (strcmp(kind, "dense") == 0)
        slow_dense(network, slow_find(network, target), slow_find(network, source), out, slope, add);
    else if (strcmp(kind, "pool") == 0)
        slow_pool(network, slow_find(network, target), slow_find(network, source));
    else if (strcmp(kind, "policy") == 0)
        network->policy = target[0] - 'a';
    else if (strcmp(kind, "value") == 0)
        network->value = target[0] - 'a';
}

/* Computes what the text says; the input was filled by the caller:
 * at[row][column][plane], border included. */
static inline void slow_run(slow_network *network, const char *text, const float *weights) {
    network->weight = weights;
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        char copy[256];
        snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
        slow_line(network, copy);
    }
}

/* ---- Files ---- */

static inline uint32_t slow_crc(const unsigned char *bytes, size_t size) {
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    }
    return ~crc;
}

/* Writes a network file into memory that the caller frees. */
static inline unsigned char *slow_file(const char *text, const float *weights, uint32_t count, size_t *size) {
    uint32_t length = (uint32_t)strlen(text), version = 1;
    *size = 24 + length + 4 * (size_t)count;
    unsigned char *bytes = malloc(*size);
    memcpy(bytes,
           "\x89"
           "CWN\r\n\x1A\n",
           8);
    memcpy(bytes + 8, &version, 4);
    memcpy(bytes + 12, &length, 4);
    memcpy(bytes + 16, &count, 4);
    memcpy(bytes + 24, text, length);
    memcpy(bytes + 24 + length, weights, 4 * (size_t)count);
    uint32_t crc = slow_crc(bytes + 24, *size - 24);
    memcpy(bytes + 20, &crc, 4);
    return bytes;
}

/* Random weights, small enough that sums stay near 1. */
static inline float *slow_weights(uint32_t count, uint64_t seed, double scale) {
    cw_rng rng = cw_rng_make(seed, 0);
    float *weights = malloc(sizeof *weights * (count + 1));
    for (uint32_t i = 0; i < count; i++)
        weights[i] = (float)((cw_rng_unit(&rng) - 0.5) * scale);
    return weights;
}

#endif

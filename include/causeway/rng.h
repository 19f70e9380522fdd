/* The random generator: small, fast, seedable, and the same on every machine.
 *
 * Algorithm (the wyrand construction): the 64-bit state grows by an odd constant; the answer is the two
 * halves of the 128-bit product of the state and the state xor a second constant, folded with xor. A stream
 * is a starting point found by mixing (seed, stream) twice with the splitmix64 finaliser, so that streams of
 * one seed, and equal streams of neighbouring seeds, have nothing to do with each other. */
#ifndef CAUSEWAY_RNG_H
#define CAUSEWAY_RNG_H

#include <stdint.h>

typedef struct cw_rng {
    uint64_t state;
} cw_rng;

__extension__ typedef unsigned __int128 cw_uint128;

/* A bijection on 64 bits that leaves no trace of its input (the splitmix64 finaliser). */
static inline uint64_t cw_mix(uint64_t value) {
    value += 0x9E3779B97F4A7C15u;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

/* The generator number `stream` of the family `seed`. */
static inline cw_rng cw_rng_make(uint64_t seed, uint64_t stream) {
    cw_rng rng = {cw_mix(cw_mix(seed) ^ cw_mix(~stream))};
    return rng;
}

/* 64 random bits. */
static inline uint64_t cw_rng_next(cw_rng *rng) {
    rng->state += 0xA0761D6478BD642Fu;
    cw_uint128 product = (cw_uint128)rng->state * (rng->state ^ 0xE7037ED1A0B428DBu);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* A number from 0 to bound - 1, each exactly equally likely; bound is at least 1 (Lemire's method). */
static inline uint32_t cw_rng_below(cw_rng *rng, uint32_t bound) {
    uint64_t product = (uint64_t)(uint32_t)cw_rng_next(rng) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = (0u - bound) % bound;
        while ((uint32_t)product < threshold)
            product = (uint64_t)(uint32_t)cw_rng_next(rng) * bound;
    }
    return (uint32_t)(product >> 32);
}

/* A number in [0, 1) with 53 random bits. */
static inline double cw_rng_unit(cw_rng *rng) {
    return (double)(cw_rng_next(rng) >> 11) * (1.0 / 9007199254740992.0);
}

#endif

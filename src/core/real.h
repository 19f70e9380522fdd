/* Logarithm and exponential made of exactly rounded operations only, so that they are the same to the bit on
 * every machine (the C library's are not: it picks faster ones where the processor has them). */
#ifndef CW_CORE_REAL_H
#define CW_CORE_REAL_H

#include <stdint.h>
#include <string.h>

/* The natural logarithm of a normal number above 0, to about twelve digits. */
static inline double cw_log(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    int exponent = (int)(bits >> 52) - 1023;
    bits = (bits & 0xFFFFFFFFFFFFFu) | 0x3FF0000000000000u;
    double part; /* number = part * 2^exponent */
    memcpy(&part, &bits, sizeof part);
    if (part > 1.4142135623730951) {
        part *= 0.5;
        exponent++;
    }
    /* ln(part) = 2 artanh(t) with |t| < 0.172 */
    double t = (part - 1) / (part + 1), square = t * t, sum = 1.0 / 15;
    for (int odd = 13; odd >= 1; odd -= 2)
        sum = sum * square + 1.0 / odd;
    return 2 * t * sum + exponent * 0.6931471805599453;
}

/* e to the power of a number; beyond +-700 it is that of +-700. */
static inline double cw_exp(double number) {
    if (number > 700)
        number = 700;
    if (number < -700)
        number = -700;
    double turns = number * 1.4426950408889634;
    int exponent = (int)(turns + (turns < 0 ? -0.5 : 0.5));
    double rest = number - exponent * 0.6931471805599453, sum = 1; /* |rest| < 0.35 */
    for (int k = 12; k >= 1; k--)
        sum = 1 + sum * rest / k;
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return sum * power;
}

#endif

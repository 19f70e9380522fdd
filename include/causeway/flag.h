/* A flag that one thread raises, or a signal handler, and others look at: to end a long thought. A zeroed flag
 * is down. It is a plain struct, so that C and C++ see the same thing. */
#ifndef CAUSEWAY_FLAG_H
#define CAUSEWAY_FLAG_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cw_flag {
    unsigned char is_up; /* only through the functions below */
} cw_flag;

/* True: it was down before, so this was the first to raise it. */
static inline bool cw_flag_raise(cw_flag *flag) {
    return __atomic_exchange_n(&flag->is_up, (unsigned char)1, __ATOMIC_SEQ_CST) == 0;
}

static inline void cw_flag_lower(cw_flag *flag) {
    __atomic_store_n(&flag->is_up, (unsigned char)0, __ATOMIC_SEQ_CST);
}

/* Is it up? A flag that is not there (NULL) never is. */
static inline bool cw_flag_is_up(const cw_flag *flag) {
    return flag != NULL && __atomic_load_n(&flag->is_up, __ATOMIC_SEQ_CST) != 0;
}

#endif

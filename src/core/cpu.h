/* How hot code meets the processor.
 *
 * CW_MULTIVERSION before a hot function makes the compiler build it twice, for any x86-64 and for processors
 * with AVX2 and BMI2, and the program picks one when it starts. What such a function calls must be inlined
 * into it to profit: mark small helpers CW_INLINE. Both versions give the same results to the bit. (The level
 * is asked for by its features; "arch=haswell" would be taken on that one model only.) */
#ifndef CW_CORE_CPU_H
#define CW_CORE_CPU_H

/* Sanitizers run before the resolver may; they get the portable version. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CW_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CW_SANITIZED 1
#endif

#if defined(__x86_64__) && defined(__linux__) && !defined(CW_SANITIZED) && !defined(CW_PORTABLE)
#define CW_MULTIVERSION __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define CW_MULTIVERSION
#endif

/* Under sanitizers there is one version of everything and nothing
 * to force; forcing makes builds very slow. */
#ifdef CW_SANITIZED
#define CW_INLINE static inline
#else
#define CW_INLINE static inline __attribute__((always_inline))
#endif
#define CW_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define CW_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

#endif

/* Embeds a file in the program: CW_EMBED(name, "path") defines name_begin and name_end, between
 * which it lies. The path is one that the compiler finds; CMakeLists.txt gives it. */
#ifndef CW_CORE_EMBED_H
#define CW_CORE_EMBED_H

#include <stddef.h>
#include <stdint.h>

/* The bytes from one mark to the other, which C sees as two objects. */
static inline size_t cw_embedded_size(const unsigned char *begin, const unsigned char *end) {
    return (size_t)((uintptr_t)end - (uintptr_t)begin);
}

/* The marks are global and hidden: on some processors the linker gives local ones of a section one address. */
#define CW_EMBED(name, path)                                                                                 \
    __asm__(".section .rodata\n"                                                                             \
            ".globl " #name "_begin, " #name "_end\n"                                                        \
            ".hidden " #name "_begin, " #name "_end\n"                                                       \
            ".balign 16\n" #name "_begin:\n"                                                                 \
            ".incbin \"" path "\"\n" #name "_end:\n"                                                         \
            ".byte 0\n"                                                                                      \
            ".previous\n");                                                                                  \
    extern const unsigned char name##_begin[], name##_end[];

#endif

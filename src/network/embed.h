/* Embeds a file in the program: CW_NETWORK_EMBED(name, "path") defines name_begin and name_end. The path is
 * one that the compiler finds; CMakeLists.txt gives it. */
#ifndef CW_NETWORK_EMBED_H
#define CW_NETWORK_EMBED_H

#define CW_NETWORK_EMBED(name, path)                                                                         \
    __asm__(".section .rodata\n"                                                                             \
            ".balign 16\n" #name "_begin:\n"                                                                 \
            ".incbin \"" path "\"\n" #name "_end:\n"                                                         \
            ".byte 0\n"                                                                                      \
            ".previous\n");                                                                                  \
    extern const unsigned char name##_begin[], name##_end[];

#endif

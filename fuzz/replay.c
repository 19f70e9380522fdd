/* Gives a fuzzer the files of a folder, one after another: what its seeds reach, in a build without libFuzzer. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

enum { INPUT_MAX = 1 << 20 };

static void replay(const char *folder, const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(INPUT_MAX);
    fuzz_check(file != NULL && data != NULL, "an input can be read");
    size_t size = fread(data, 1, INPUT_MAX, file);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

int main(int argc, char **argv) {
    DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
    int count = 0;
    if (folder == NULL) {
        fprintf(stderr, "replay: a folder of inputs, please\n");
        return 2;
    }
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        replay(argv[1], entry->d_name);
        count++;
    }
    closedir(folder);
    printf("%d inputs\n", count);
    return count > 0 ? 0 : 1;
}

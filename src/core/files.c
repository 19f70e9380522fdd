#include "core/files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

cw_status cw_file_read(const char *path, size_t bytes_max, cw_text *text, cw_error *error) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return cw_fail(error, CW_IO, "cannot read the file %s: %s", path, strerror(errno));
    char buffer[4096];
    size_t before = text->length;
    for (size_t count = 1; count > 0 && text->length - before <= bytes_max;) {
        count = fread(buffer, 1, sizeof buffer, file);
        cw_text_append_bytes(text, buffer, count);
    }
    int reason = ferror(file) != 0 ? errno : 0;
    fclose(file);
    if (reason != 0)
        return cw_fail(error, CW_IO, "cannot read the file %s: %s", path, strerror(reason));
    if (text->out_of_memory || text->length - before > bytes_max)
        return cw_fail(error, CW_IO, "cannot read the file %s: it is too large", path);
    return CW_OK;
}

cw_status cw_file_write(const char *path, const char *name, const cw_text *text, cw_error *error) {
    if (text->out_of_memory)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the file %s", name);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return cw_fail(error, CW_IO, "cannot write the file %s: %s", name, strerror(errno));
    bool written = text->length == 0 || fwrite(text->data, 1, text->length, file) == text->length;
    int reason = errno;
    if (fclose(file) != 0) {
        reason = written ? errno : reason;
        written = false;
    }
    return written ? CW_OK : cw_fail(error, CW_IO, "cannot write the file %s: %s", name, strerror(reason));
}

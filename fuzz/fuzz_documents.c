/* Records of any game, told by what they hold; of several games the last. What was read can be written in
 * each format of its game. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cw_document document = {0};
    cw_error error = {0};
    char *text = fuzz_string(data, size);
    cw_status status = cw_document_read_at(text, size, cw_document_count(text, size), &document, &error);
    fuzz_check_error(status, &error);
    for (const cw_format *format = status == CW_OK ? document.game->type->formats : NULL;
         format != NULL && format->name != NULL; format++) {
        cw_text written = {0};
        format->write(&document, &written);
        fuzz_check(written.length > 0 && format->recognise(written.data, written.length),
                   "what is written is recognised");
        cw_text_free(&written);
    }
    cw_document_clear(&document);
    free(text);
    return 0;
}

/* Records of any game, told by what they hold; of several games the last. What was read can be written in
 * each format of its game, and SGF keeps every variation. */
#include "fuzz.h"
#include "games/notes.h"

static int count_notes(const cw_document *document) {
    return document->notes != NULL ? document->notes->count : 0;
}

static void check_variations(const cw_document *document, const cw_text *written) {
    cw_document again = {0};
    cw_error error = {0};
    fuzz_check(cw_document_read(written->data, written->length, &again, &error) == CW_OK, "it reads again");
    fuzz_check(count_notes(document) == count_notes(&again), "with as many variations");
    cw_document_clear(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cw_document document = {0};
    cw_error error = {0};
    char *text = fuzz_string(data, size);
    cw_status status = cw_document_read_at(text, size, cw_document_count(text, size), &document, &error);
    fuzz_check_error(status, &error);
    cw_document first = {0};
    fuzz_check_error(cw_document_read(text, size, &first, &error), &error);
    cw_document_clear(&first);
    for (const cw_format *format = status == CW_OK ? document.game->type->formats : NULL;
         format != NULL && format->name != NULL; format++) {
        cw_text written = {0};
        char path[64];
        snprintf(path, sizeof path, "game.%.*s", (int)strcspn(format->endings, "|"), format->endings);
        fuzz_check(cw_format_find(document.game->type, format->name) == format,
                   "a format is found by its name");
        fuzz_check(cw_format_of_file(document.game->type, path) != NULL, "and by the ending of a file");
        format->write(&document, &written);
        fuzz_check(written.length > 0 && format->recognise(written.data, written.length),
                   "what is written is recognised");
        if (count_notes(&document) > 0 && strcmp(format->name, "sgf") == 0)
            check_variations(&document, &written);
        cw_text_free(&written);
    }
    cw_document_clear(&document);
    free(text);
    return 0;
}

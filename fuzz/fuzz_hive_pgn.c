/* Files of Hive in PGN. What was read can be written and read again, to the same end. */
#include "fuzz.h"
#include "games/hive/records.h"

static uint64_t last_hash(const cw_document *document) {
    return cw_record_hashes(document->record)[cw_record_length(document->record)];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cw_document document = {0}, again = {0};
    cw_error error = {0};
    cw_status status = cw_hive_read_pgn((const char *)data, size, &document, &error);
    fuzz_check_error(status, &error);
    if (status != CW_OK)
        return 0;
    cw_text text = {0};
    cw_hive_write_pgn(&document, &text);
    fuzz_check(cw_hive_read_pgn(cw_text_string(&text), text.length, &again, &error) == CW_OK,
               "what is written reads");
    fuzz_check(last_hash(&document) == last_hash(&again), "to the same position");
    cw_text_free(&text);
    cw_document_clear(&again);
    cw_document_clear(&document);
    return 0;
}

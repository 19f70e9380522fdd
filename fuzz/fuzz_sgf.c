/* The Smart Game Format as a tree: every node is reached, and nodes point at nodes that exist. */
#include "formats/sgf.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cw_sgf *sgf = NULL;
    cw_error error = {0};
    cw_status status = cw_sgf_read((const char *)data, size, &sgf, &error);
    fuzz_check_error(status, &error);
    if (status != CW_OK)
        return 0;
    int count = cw_sgf_node_count(sgf);
    for (int node = 0; node < count; node++) {
        fuzz_check(cw_sgf_parent(sgf, node) < node, "a parent stands before its children");
        fuzz_check(cw_sgf_child(sgf, node) < count && cw_sgf_sibling(sgf, node) < count,
                   "links stay in the tree");
        for (int i = 0; i < cw_sgf_value_count(sgf, node); i++) {
            cw_text text = {0};
            cw_sgf_write(&text, cw_sgf_name(sgf, node, i), cw_sgf_value(sgf, node, i));
            fuzz_check(text.length > 0, "a value can be written");
            cw_text_free(&text);
        }
    }
    cw_sgf_destroy(sgf);
    return 0;
}

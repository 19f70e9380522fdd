/* Files of Hex in SGF. Steps name cells of a board that exists. */
#include "fuzz.h"
#include "games/hex/sgf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cw_hex_sgf sgf = {0};
    cw_error error = {0};
    cw_status status = cw_hex_sgf_read((const char *)data, size, &sgf, &error);
    fuzz_check_error(status, &error);
    if (status != CW_OK)
        return 0;
    fuzz_check(sgf.size >= 1 && sgf.size <= 19, "the size is one of Hex");
    for (int i = 0; i < sgf.count; i++) {
        const cw_hex_step *step = &sgf.steps[i];
        fuzz_check(step->color == 0 || step->color == 1, "a colour is black or white");
        if (step->kind == CW_HEX_STEP_STONE || step->kind == CW_HEX_STEP_REMOVE)
            fuzz_check(step->column >= 0 && step->column < sgf.size && step->row >= 0 && step->row < sgf.size,
                       "a cell lies on the board");
    }
    cw_hex_sgf_free(&sgf);
    return 0;
}

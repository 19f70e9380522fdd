/* The formats of Hex, and how their texts are told from others. */
#include <string.h>

#include "formats/sgf.h"
#include "games/hex/hex.h"
#include "games/hex/sgf.h"

/* A tree whose root says GM[11], or a tree of black and white stones that says nothing. */
static bool is_sgf(const char *text, size_t length) {
    cw_sgf *sgf;
    if (length == 0 || text[0] != '(' || cw_sgf_read(text, length, &sgf, NULL) != CW_OK)
        return false;
    const char *number = cw_sgf_find(sgf, 0, "GM");
    int second = cw_sgf_child(sgf, 0);
    bool has_stones = cw_sgf_find(sgf, 0, "AB") != NULL || cw_sgf_find(sgf, 0, "AW") != NULL ||
                      cw_sgf_find(sgf, 0, "B") != NULL ||
                      (second != CW_SGF_NONE && cw_sgf_find(sgf, second, "B") != NULL);
    bool is_it = number != NULL ? strcmp(number, "11") == 0 : has_stones;
    cw_sgf_destroy(sgf);
    return is_it;
}

const cw_format cw_hex_formats[] = {
    {.name = "sgf",
     .help = "the Smart Game Format of HexGui and Little Golem",
     .endings = "sgf",
     .recognise = is_sgf,
     .read = cw_hex_read_sgf,
     .extent = cw_sgf_extent,
     .write = cw_hex_write_sgf},
    {.name = NULL},
};

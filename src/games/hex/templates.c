#include "games/hex/templates.h"

#include <assert.h>
#include <string.h>

/* A cell seen from the template's stone, with the edge to the south. */
typedef struct offset {
    int8_t column, row;
} offset;

/* A reply, and the cells that it needs. */
typedef struct edge_threat {
    offset reply;
    offset carrier[11];
    int carrier_count;
} edge_threat;

typedef struct edge_shape {
    int height; /* the stone's row, counted from the edge, which is row 1 */
    offset cells[CW_HEX_TEMPLATE_CELLS_MAX];
    int cell_count;
    edge_threat threats[CW_HEX_REPLIES_MAX];
    int threat_count;
} edge_shape;

static const edge_shape ziggurat = {
    .height = 3,
    .cells = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}, {-2, 2}, {-1, 2}, {0, 2}, {1, 2}},
    .cell_count = 8,
    .threats = {{.reply = {0, 1}, .carrier = {{0, 1}, {-1, 2}, {0, 2}}, .carrier_count = 3},
                {.reply = {-1, 1}, .carrier = {{-1, 1}, {-2, 2}, {-1, 2}}, .carrier_count = 3},
                {.reply = {1, 1}, .carrier = {{1, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}}, .carrier_count = 5}},
    .threat_count = 3,
};

static const edge_shape level_four = {
    .height = 4,
    .cells = {{1, 0},
              {-2, 1},
              {-1, 1},
              {0, 1},
              {1, 1},
              {2, 1},
              {-3, 2},
              {-2, 2},
              {-1, 2},
              {0, 2},
              {1, 2},
              {2, 2},
              {-4, 3},
              {-3, 3},
              {-2, 3},
              {-1, 3},
              {0, 3},
              {1, 3},
              {2, 3}},
    .cell_count = 19,
    .threats =
        {{.reply = {-1, 2}, .carrier = {{-1, 1}, {0, 1}, {-1, 2}, {-2, 3}, {-1, 3}}, .carrier_count = 5},
         {.reply = {1, 1},
          .carrier =
              {{1, 0}, {0, 1}, {1, 1}, {2, 1}, {0, 2}, {1, 2}, {2, 2}, {-1, 3}, {0, 3}, {1, 3}, {2, 3}},
          .carrier_count = 11},
         {.reply = {-1, 1},
          .carrier = {{-1, 1}, {-2, 1}, {-1, 2}, {-2, 2}, {-3, 2}, {-1, 3}, {-2, 3}, {-3, 3}, {-4, 3}},
          .carrier_count = 9},
         {.reply = {0, 1},
          .carrier =
              {{0, 1}, {-1, 1}, {1, 1}, {-2, 2}, {-1, 2}, {0, 2}, {1, 2}, {-3, 3}, {-2, 3}, {0, 3}, {1, 3}},
          .carrier_count = 11}},
    .threat_count = 4,
};

/* One of the ways to lay a shape on the board: at one of four edges, mirrored or not. */
typedef struct placement {
    int edge;
    bool mirrored;
    int column, row; /* of the stone */
} placement;

static offset turned(offset cell, const placement *place) {
    if (place->mirrored)
        cell.column = (int8_t)(-cell.column - cell.row);
    if (place->edge == CW_HEX_NORTH || place->edge == CW_HEX_WEST)
        cell = (offset){(int8_t)-cell.column, (int8_t)-cell.row};
    if (place->edge == CW_HEX_WEST || place->edge == CW_HEX_EAST)
        cell = (offset){cell.row, cell.column};
    return cell;
}

/* The cell on the board, or CW_HEX_NO_CELL. */
static int placed(const cw_hex_board *board, const placement *place, offset cell) {
    offset turn = turned(cell, place);
    int column = place->column + turn.column, row = place->row + turn.row;
    bool inside = column >= 0 && column < board->size && row >= 0 && row < board->size;
    return inside ? cw_hex_cell(board, column, row) : CW_HEX_NO_CELL;
}

static bool needs(const edge_threat *threat, offset cell) {
    for (int i = 0; i < threat->carrier_count; i++) {
        if (threat->carrier[i].column == cell.column && threat->carrier[i].row == cell.row)
            return true;
    }
    return false;
}

static bool fits(const cw_hex_board *board, const edge_shape *shape, const placement *place) {
    for (int i = 0; i < shape->cell_count; i++) {
        if (placed(board, place, shape->cells[i]) == CW_HEX_NO_CELL)
            return false;
    }
    return true;
}

/* Adds the shape at one place to the table. */
static void add_place(const cw_hex_board *board, const edge_shape *shape, const placement *place,
                      cw_hex_templates *templates) {
    int owner = place->edge / 2, index = templates->count[owner]++;
    assert(index < CW_HEX_PLACES_MAX);
    uint64_t bit = UINT64_C(1) << index;
    cw_hex_template *made = &templates->list[owner][index];
    made->stone = (int16_t)cw_hex_cell(board, place->column, place->row);
    made->cell_count = (int16_t)shape->cell_count;
    templates->with_stone[owner][made->stone] |= bit;
    for (int i = 0; i < shape->cell_count; i++) {
        made->cells[i] = (int16_t)placed(board, place, shape->cells[i]);
        templates->with_cell[owner][made->cells[i]] |= bit;
        for (int j = 0; j < shape->threat_count; j++) {
            if (!needs(&shape->threats[j], shape->cells[i]))
                made->replies[i][made->reply_count[i]++] =
                    (int16_t)placed(board, place, shape->threats[j].reply);
        }
        assert(made->reply_count[i] > 0);
    }
}

static void make_templates(const cw_hex_board *board, const edge_shape *shape, cw_hex_templates *templates) {
    memset(templates, 0, sizeof *templates);
    for (int edge = CW_HEX_NORTH; edge <= CW_HEX_EAST; edge++) {
        bool far = edge == CW_HEX_SOUTH || edge == CW_HEX_EAST;
        int depth = far ? board->size - shape->height : shape->height - 1;
        for (int along = 0; along < 2 * board->size; along++) {
            placement place = {.edge = edge, .mirrored = along >= board->size};
            place.column = edge <= CW_HEX_SOUTH ? along % board->size : depth;
            place.row = edge <= CW_HEX_SOUTH ? depth : along % board->size;
            if (depth >= 0 && depth < board->size && fits(board, shape, &place))
                add_place(board, shape, &place, templates);
        }
    }
}

void cw_hex_make_ziggurats(const cw_hex_board *board, cw_hex_templates *templates) {
    make_templates(board, &ziggurat, templates);
}

void cw_hex_make_level_fours(const cw_hex_board *board, cw_hex_templates *templates) {
    make_templates(board, &level_four, templates);
}

int cw_hex_template_reply(const cw_hex_templates *templates, uint64_t broken, int owner, int cell,
                          cw_rng *rng) {
    assert(broken != 0);
    uint32_t skip = cw_rng_below(rng, (uint32_t)__builtin_popcountll(broken));
    while (skip-- > 0)
        broken &= broken - 1;
    const cw_hex_template *template = &templates->list[owner][__builtin_ctzll(broken)];
    int index = 0;
    while (template->cells[index] != cell)
        index++;
    return template->replies[index][cw_rng_below(rng, template->reply_count[index])];
}

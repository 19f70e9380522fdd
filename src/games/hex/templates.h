/* Edge templates: shapes of empty cells that join a stone to its edge whatever the opponent does, and what to
 * answer when the opponent plays into one.
 *
 *     the ziggurat (4-3-2), seen from the stone S:      a threat is a reply that joins S to the edge by
 *                                                       bridges alone, with the cells it needs:
 *                S  c
 *              b  a  d                                    a: a, and the edge cells 2 and 3
 *            1  2  3  4                                   b: b, and the edge cells 1 and 2
 *          ---------------- edge                          d: d over c or a, and the edge cells 3 and 4
 *
 * No cell is in all three threats, so every intrusion leaves a good answer.
 *
 *     the level-four template:             threats: A, a bridge to the second row; B, a bridge to a
 *                                          third-row stone with its ziggurat to the right; C, the step to
 *                  S  B                    the lower left with its ziggurat to the left; and E, the step
 *             o  C  E  B  o                to the lower right, which answers an intrusion at x, the one
 *           o  o  A  o  o  o               cell of all the others
 *         o  o  o  x  o  o  o
 *       ----------------------- edge
 *
 * A shape can lie on the board in at most 64 places for each colour (along two edges, mirrored or not), so
 * one word holds a set of places. Which templates are whole is then kept up to date by two operations a move:
 * those with the cell in their carrier are gone, those that wait for this stone have it. */
#ifndef CW_GAMES_HEX_TEMPLATES_H
#define CW_GAMES_HEX_TEMPLATES_H

#include "games/hex/board.h"

enum { CW_HEX_PLACES_MAX = 64, CW_HEX_TEMPLATE_CELLS_MAX = 20, CW_HEX_REPLIES_MAX = 4 };

/* Places in a ziggurat's list of cells: the second and the fourth cell of the edge row. */
enum { CW_HEX_ZIGGURAT_SECOND = 5, CW_HEX_ZIGGURAT_FOURTH = 7 };

/* A template at one place: its stone, its empty cells, and for each of them the good answers to a stone of
 * the opponent there. */
typedef struct cw_hex_template {
    int16_t stone;
    int16_t cell_count;
    int16_t cells[CW_HEX_TEMPLATE_CELLS_MAX];
    uint8_t reply_count[CW_HEX_TEMPLATE_CELLS_MAX];
    int16_t replies[CW_HEX_TEMPLATE_CELLS_MAX][CW_HEX_REPLIES_MAX];
} cw_hex_template;

/* All places of one shape on a board. Sets of places are indexed [owner][cell]. */
typedef struct cw_hex_templates {
    int count[2];
    cw_hex_template list[2][CW_HEX_PLACES_MAX];
    uint64_t with_cell[2][CW_HEX_CELLS_MAX];  /* places that need this cell empty */
    uint64_t with_stone[2][CW_HEX_CELLS_MAX]; /* places that need the owner's stone on this cell */
} cw_hex_templates;

/* Fill the table of a shape. */
void cw_hex_make_ziggurats(const cw_hex_board *board, cw_hex_templates *templates);
void cw_hex_make_level_fours(const cw_hex_board *board, cw_hex_templates *templates);

/* The templates of one shape in a game under way. */
typedef struct cw_hex_whole {
    uint64_t open[2];   /* all cells are empty */
    uint64_t stoned[2]; /* the stone is there */
} cw_hex_whole;

CW_INLINE void cw_hex_whole_clear(cw_hex_whole *whole) {
    *whole = (cw_hex_whole){.open = {~UINT64_C(0), ~UINT64_C(0)}};
}

/* Takes a new stone into account and returns the places of the other colour's templates that it breaks. */
CW_INLINE uint64_t cw_hex_whole_update(const cw_hex_templates *templates, cw_hex_whole *whole, int color,
                                       int cell) {
    const int other = color ^ 1;
    uint64_t touched = templates->with_cell[other][cell];
    uint64_t broken = whole->open[other] & whole->stoned[other] & touched;
    whole->open[other] &= ~touched;
    whole->open[color] &= ~templates->with_cell[color][cell];
    whole->stoned[color] |= templates->with_stone[color][cell];
    return broken;
}

/* A good answer to a stone at `cell` that broke the templates `broken` of `owner` (at least one): of a random
 * one of them, at random. */
int cw_hex_template_reply(const cw_hex_templates *templates, uint64_t broken, int owner, int cell,
                          cw_rng *rng);

#endif

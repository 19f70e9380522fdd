/* Games with branches in SGF: what stands in a tree beside its main line becomes notes to the game (notes.h),
 * with the comments of all nodes, and notes become branches.
 *
 *     (;root;B[c3](;W[b2];B[d4])(;W[d2]C[better]))
 *      0     1     2     3       4                    nodes; the main line comes first: 0 to 3
 *
 * What a node means is for the game; a turn may take several nodes. */
#ifndef CW_GAMES_BRANCHES_H
#define CW_GAMES_BRANCHES_H

#include "causeway/document.h"
#include "formats/sgf.h"
#include "games/notes.h"

/* ---- Reading ---- */

typedef struct cw_branches {
    const cw_sgf *sgf;
    cw_document *document; /* its game and record are read already */
    int main_count;        /* nodes of the main line */
    cw_spot *places;       /* of each node: where the game is after it */

    /* The node at hand. */
    bool is_fresh;   /* it does not go on from the node that was at hand before */
    cw_spot place;   /* where it begins, and after cw_branches_play where that leads */
    cw_state *state; /* the position there */
} cw_branches;

/* What a node does: plays what it holds; false when that cannot be played, which ends its branch. */
typedef bool (*cw_branch_act)(cw_branches *self, int node, void *payload);

/* The number of nodes of a tree's main line, which are its first ones. */
int cw_branches_main_count(const cw_sgf *sgf);

cw_status cw_branches_begin(cw_branches *self, const cw_sgf *sgf, cw_document *document, cw_error *error);
void cw_branches_end(cw_branches *self);

/* Tells where a node leads, of the main line before reading: so many decisions have been made; the node is in
 * the middle of a turn; or the game begins later, so that nothing can branch off. */
void cw_branches_mark(cw_branches *self, int node, int ply);
void cw_branches_mark_open(cw_branches *self, int node);
void cw_branches_mark_before(cw_branches *self, int node);

/* Plays a move at the place at hand; false when it is not legal there, or there is no room for it. */
bool cw_branches_play(cw_branches *self, cw_move move);

/* Reads the branches and all comments into the document's notes; all nodes of the main line are marked.
 * Branches that cannot be followed are counted in `left_out` of the document. */
cw_status cw_branches_read(cw_branches *self, cw_branch_act act, void *payload, cw_error *error);

/* ---- Writing ---- */

/* A decision to be written. */
typedef struct cw_branch_step {
    const cw_game *game;
    int ply; /* decisions before it */
    const cw_state *before, *after;
    cw_move move;
} cw_branch_step;

typedef struct cw_branch_writer {
    void (*write)(const cw_branch_step *step, cw_text *text); /* nodes, beginning with a semicolon */
    const char *last; /* a node that stands behind the last decision of the main line; NULL: only before
                         variations, which others would take for its continuation */
} cw_branch_writer;

/* Writes all decisions of a game and of its notes, each on a new line, and what is said of the start and of
 * each. The root's node, which the text ends with, is still open. */
void cw_branches_write(const cw_document *document, const cw_branch_writer *writer, cw_text *text);

#endif

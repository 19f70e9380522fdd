/* The Smart Game Format as a tree of nodes with named values, whatever the game.
 *
 *     (;GM[11]SZ[11];B[c3]PL[W](;W[...])(;W[...]))
 *      ^node 0       ^node 1    ^child   ^its sibling
 *
 * Nodes are numbered in the order of the text; a collection of several games makes the roots siblings. A
 * property with several values is several values of the same name. */
#ifndef CW_FORMATS_SGF_H
#define CW_FORMATS_SGF_H

#include <stddef.h>

#include "causeway/status.h"
#include "causeway/text.h"

typedef struct cw_sgf cw_sgf;

enum { CW_SGF_NONE = -1 };

/* Reads a text, which may hold NULs and need not end in one. What stands before the first parenthesis is
 * skipped. */
cw_status cw_sgf_read(const char *text, size_t length, cw_sgf **sgf, cw_error *error);
void cw_sgf_destroy(cw_sgf *sgf);

/* How much of a text is its first game, with what stands behind it up to the next. */
size_t cw_sgf_extent(const char *text, size_t length);

int cw_sgf_node_count(const cw_sgf *sgf); /* at least 1; node 0 is the first root */
int cw_sgf_parent(const cw_sgf *sgf, int node);
int cw_sgf_child(const cw_sgf *sgf, int node);   /* the first child, or CW_SGF_NONE */
int cw_sgf_sibling(const cw_sgf *sgf, int node); /* the next sibling, or CW_SGF_NONE */

/* The values of a node, with escapes resolved. */
int cw_sgf_value_count(const cw_sgf *sgf, int node);
const char *cw_sgf_name(const cw_sgf *sgf, int node, int index);
const char *cw_sgf_value(const cw_sgf *sgf, int node, int index);

/* The first value of a name in a node, or NULL. */
const char *cw_sgf_find(const cw_sgf *sgf, int node, const char *name);

/* Writes NAME[value] with what must be escaped escaped. */
void cw_sgf_write(cw_text *text, const char *name, const char *value);

#endif

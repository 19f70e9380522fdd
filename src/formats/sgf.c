#include "formats/sgf.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct sgf_node {
    int parent, child, last_child, sibling;
    int value_first, value_count;
} sgf_node;

/* A name and a value, as offsets into the text of all of them. */
typedef struct sgf_value {
    size_t name, value;
} sgf_value;

struct cw_sgf {
    sgf_node *nodes;
    int node_count, node_capacity;
    sgf_value *values;
    int value_count, value_capacity;
    cw_text strings;
};

/* ---- Reading ---- */

typedef struct reader {
    const char *at, *end, *start;
    cw_sgf *sgf;
    int *branches; /* the node to go back to, for each open parenthesis */
    int depth, depth_capacity;
    int node;      /* under which the next node goes; CW_SGF_NONE at the top */
    int last_root; /* the newest node without a parent */
    cw_error *error;
} reader;

static cw_status fail_at(const reader *in, const char *problem) {
    int line = 1;
    for (const char *c = in->start; c < in->at; c++)
        line += *c == '\n';
    return cw_fail(in->error, CW_BAD_INPUT, "SGF, line %d: %s", line, problem);
}

/* Makes room for one more item. */
static bool grow(void **items, int count, int *capacity, size_t size) {
    if (count < *capacity)
        return true;
    int wanted = *capacity > 0 ? 2 * *capacity : 64;
    void *moved = realloc(*items, (size_t)wanted * size);
    if (moved == NULL)
        return false;
    *items = moved;
    *capacity = wanted;
    return true;
}

static cw_status no_memory(const reader *in) {
    return cw_fail(in->error, CW_NO_MEMORY, "out of memory for an SGF file");
}

static void skip_space(reader *in) {
    while (in->at < in->end && (isspace((unsigned char)*in->at) || *in->at == '\0'))
        in->at++;
}

static cw_status add_node(reader *in) {
    cw_sgf *sgf = in->sgf;
    if (!grow((void **)&sgf->nodes, sgf->node_count, &sgf->node_capacity, sizeof *sgf->nodes))
        return no_memory(in);
    int index = sgf->node_count++;
    sgf->nodes[index] = (sgf_node){.parent = in->node,
                                   .child = CW_SGF_NONE,
                                   .last_child = CW_SGF_NONE,
                                   .sibling = CW_SGF_NONE,
                                   .value_first = sgf->value_count};
    int *elder = in->node == CW_SGF_NONE ? &in->last_root : &sgf->nodes[in->node].last_child;
    if (*elder != CW_SGF_NONE)
        sgf->nodes[*elder].sibling = index;
    else if (in->node != CW_SGF_NONE)
        sgf->nodes[in->node].child = index;
    *elder = index;
    in->node = index;
    return CW_OK;
}

/* Copies a value up to its bracket: a backslash makes the next character plain, and a newline after it
 * vanishes. */
static cw_status read_value(reader *in, size_t name) {
    cw_sgf *sgf = in->sgf;
    if (!grow((void **)&sgf->values, sgf->value_count, &sgf->value_capacity, sizeof *sgf->values))
        return no_memory(in);
    sgf->values[sgf->value_count++] = (sgf_value){.name = name, .value = sgf->strings.length};
    sgf->nodes[in->node].value_count++;
    for (in->at++; in->at < in->end && *in->at != ']'; in->at++) {
        if (*in->at == '\\' && in->at + 1 < in->end) {
            in->at++;
            if (*in->at == '\n')
                continue;
        }
        if (*in->at != '\0')
            cw_text_append_char(&sgf->strings, *in->at);
    }
    cw_text_append_char(&sgf->strings, '\0');
    if (in->at == in->end)
        return fail_at(in, "a value has no closing bracket");
    in->at++;
    return CW_OK;
}

static cw_status read_property(reader *in) {
    if (in->node == CW_SGF_NONE)
        return fail_at(in, "a property stands outside of any node");
    size_t name = in->sgf->strings.length;
    while (in->at < in->end && isalnum((unsigned char)*in->at))
        cw_text_append_char(&in->sgf->strings, *in->at++);
    cw_text_append_char(&in->sgf->strings, '\0');
    skip_space(in);
    if (in->at == in->end || *in->at != '[')
        return fail_at(in, "a property has no value in brackets");
    cw_status status = CW_OK;
    while (status == CW_OK && in->at < in->end && *in->at == '[') {
        status = read_value(in, name);
        skip_space(in);
    }
    return status;
}

static cw_status open_branch(reader *in) {
    if (!grow((void **)&in->branches, in->depth, &in->depth_capacity, sizeof *in->branches))
        return no_memory(in);
    in->branches[in->depth++] = in->node;
    return CW_OK;
}

static cw_status read_item(reader *in) {
    char here = *in->at;
    if (isalpha((unsigned char)here))
        return read_property(in);
    in->at++;
    if (here == '(')
        return open_branch(in);
    if (in->depth == 0)
        return CW_OK; /* chatter between games */
    if (here == ';')
        return add_node(in);
    if (here == ')') {
        in->node = in->branches[--in->depth];
        return CW_OK;
    }
    return fail_at(in, "neither a node, a property nor a parenthesis");
}

static cw_status read_all(reader *in) {
    const char *first = memchr(in->at, '(', (size_t)(in->end - in->at));
    if (first == NULL)
        return fail_at(in, "there is no opening parenthesis");
    in->at = first;
    cw_status status = CW_OK;
    for (skip_space(in); status == CW_OK && in->at < in->end; skip_space(in))
        status = read_item(in);
    if (status == CW_OK && in->depth > 0)
        status = fail_at(in, "a parenthesis is not closed");
    if (status == CW_OK && in->sgf->node_count == 0)
        status = fail_at(in, "there is no node");
    if (status == CW_OK && in->sgf->strings.out_of_memory)
        status = no_memory(in);
    return status;
}

cw_status cw_sgf_read(const char *text, size_t length, cw_sgf **sgf, cw_error *error) {
    cw_sgf *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for an SGF file");
    reader in = {.at = text,
                 .start = text,
                 .end = text + length,
                 .sgf = made,
                 .node = CW_SGF_NONE,
                 .last_root = CW_SGF_NONE,
                 .error = error};
    cw_status status = read_all(&in);
    free(in.branches);
    if (status != CW_OK) {
        cw_sgf_destroy(made);
        return status;
    }
    *sgf = made;
    return CW_OK;
}

void cw_sgf_destroy(cw_sgf *sgf) {
    if (sgf == NULL)
        return;
    free(sgf->nodes);
    free(sgf->values);
    cw_text_free(&sgf->strings);
    free(sgf);
}

/* ---- The tree ---- */

static const sgf_node *node_at(const cw_sgf *sgf, int node) {
    assert(node >= 0 && node < sgf->node_count);
    return &sgf->nodes[node];
}

/* Behind a value that begins here. */
static size_t skip_value(const char *text, size_t at, size_t length) {
    for (at++; at < length && text[at] != ']'; at++)
        at += text[at] == '\\';
    return at;
}

size_t cw_sgf_extent(const char *text, size_t length) {
    int depth = 0;
    bool is_over = false;
    for (size_t at = 0; at < length; at++) {
        if (text[at] == '(' && is_over)
            return at;
        if (text[at] == '[' && depth > 0)
            at = skip_value(text, at, length);
        else if (text[at] == '(')
            depth++;
        else if (text[at] == ')' && depth > 0)
            is_over = --depth == 0;
    }
    return length;
}

int cw_sgf_node_count(const cw_sgf *sgf) {
    return sgf->node_count;
}

int cw_sgf_parent(const cw_sgf *sgf, int node) {
    return node_at(sgf, node)->parent;
}

int cw_sgf_child(const cw_sgf *sgf, int node) {
    return node_at(sgf, node)->child;
}

int cw_sgf_sibling(const cw_sgf *sgf, int node) {
    return node_at(sgf, node)->sibling;
}

int cw_sgf_value_count(const cw_sgf *sgf, int node) {
    return node_at(sgf, node)->value_count;
}

static const sgf_value *value_at(const cw_sgf *sgf, int node, int index) {
    assert(index >= 0 && index < cw_sgf_value_count(sgf, node));
    return &sgf->values[node_at(sgf, node)->value_first + index];
}

const char *cw_sgf_name(const cw_sgf *sgf, int node, int index) {
    return cw_text_string(&sgf->strings) + value_at(sgf, node, index)->name;
}

const char *cw_sgf_value(const cw_sgf *sgf, int node, int index) {
    return cw_text_string(&sgf->strings) + value_at(sgf, node, index)->value;
}

const char *cw_sgf_find(const cw_sgf *sgf, int node, const char *name) {
    for (int i = 0; i < cw_sgf_value_count(sgf, node); i++) {
        if (strcmp(cw_sgf_name(sgf, node, i), name) == 0)
            return cw_sgf_value(sgf, node, i);
    }
    return NULL;
}

/* ---- Writing ---- */

void cw_sgf_write(cw_text *text, const char *name, const char *value) {
    cw_text_printf(text, "%s[", name);
    for (; *value != '\0'; value++) {
        if (*value == ']' || *value == '\\')
            cw_text_append_char(text, '\\');
        cw_text_append_char(text, *value);
    }
    cw_text_append_char(text, ']');
}

/* A YAML document whose nodes know their line, with checks that name it. */
#ifndef CW_LAB_YAML_H
#define CW_LAB_YAML_H

#include <yaml.h>

#include "causeway/status.h"

typedef struct cw_yaml {
    const char *path;
    yaml_document_t document;
} cw_yaml;

cw_status cw_yaml_read(const char *path, cw_yaml *yaml, cw_error *error);

/* The same from a text; messages name `path`. */
cw_status cw_yaml_parse(const char *path, const char *text, cw_yaml *yaml, cw_error *error);
void cw_yaml_free(cw_yaml *yaml);

yaml_node_t *cw_yaml_root(cw_yaml *yaml);
int cw_yaml_line(const yaml_node_t *node);

/* Fails with "file:line: message". */
cw_status cw_yaml_fail(const cw_yaml *yaml, const yaml_node_t *node, cw_error *error, const char *format, ...)
    CW_PRINTF(4, 5);

/* The value of a key of a mapping, or NULL. */
yaml_node_t *cw_yaml_get(cw_yaml *yaml, const yaml_node_t *mapping, const char *key);

/* The text of a scalar; NULL if the node is not one. */
const char *cw_yaml_text(const yaml_node_t *node);

/* Sequences and mappings by index. */
int cw_yaml_count(const yaml_node_t *node);
yaml_node_t *cw_yaml_item(cw_yaml *yaml, const yaml_node_t *sequence, int index);
void cw_yaml_pair(cw_yaml *yaml, const yaml_node_t *mapping, int index, yaml_node_t **key,
                  yaml_node_t **value);

/* Refuses keys that are not in a list that ends with NULL, and keys that stand twice. */
cw_status cw_yaml_check_keys(cw_yaml *yaml, const yaml_node_t *mapping, const char *const *valid,
                             cw_error *error);

#endif

#include "lab/yaml.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "causeway/options.h"

/* What most likely lies behind a complaint of the parser: players have signs in them that mean something to
 * YAML. */
static const char *hint_for(const char *problem) {
    if (strstr(problem, "expected ','") != NULL)
        return " (a text with { or } in it stands in quotes, as in [\"mcts:sims={n}\", random])";
    if (strstr(problem, "mapping values") != NULL)
        return " (a text with a colon and a space in it stands in quotes)";
    return "";
}

/* Loads what the parser has been given, and ends the parser. */
static cw_status load(cw_yaml *yaml, yaml_parser_t *parser, cw_error *error) {
    cw_status status = CW_OK;
    if (!yaml_parser_load(parser, &yaml->document)) {
        const char *problem = parser->problem != NULL ? parser->problem : "not YAML";
        status = cw_fail(error, CW_BAD_INPUT, "%s:%zu: %s%s", yaml->path, parser->problem_mark.line + 1,
                         problem, hint_for(problem));
    }
    yaml_parser_delete(parser);
    if (status != CW_OK)
        return status;
    yaml_node_t *root = cw_yaml_root(yaml);
    if (root == NULL || root->type != YAML_MAPPING_NODE) {
        cw_yaml_free(yaml);
        return cw_fail(error, CW_BAD_INPUT, "%s:1: an experiment is a mapping of settings", yaml->path);
    }
    return CW_OK;
}

cw_status cw_yaml_parse(const char *path, const char *text, cw_yaml *yaml, cw_error *error) {
    yaml_parser_t parser;
    yaml->path = path;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
    return load(yaml, &parser, error);
}

cw_status cw_yaml_read(const char *path, cw_yaml *yaml, cw_error *error) {
    yaml->path = path;
    struct stat about;
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        return cw_fail(error, CW_BAD_INPUT, "%s is a folder and no experiment", path);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return cw_fail(error, CW_BAD_INPUT, "cannot read the experiment %s: %s", path, strerror(errno));
    yaml_parser_t parser;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_file(&parser, file);
    cw_status status = load(yaml, &parser, error);
    fclose(file);
    return status;
}

void cw_yaml_free(cw_yaml *yaml) {
    yaml_document_delete(&yaml->document);
}

yaml_node_t *cw_yaml_root(cw_yaml *yaml) {
    return yaml_document_get_root_node(&yaml->document);
}

int cw_yaml_line(const yaml_node_t *node) {
    return (int)node->start_mark.line + 1;
}

cw_status cw_yaml_fail(const cw_yaml *yaml, const yaml_node_t *node, cw_error *error, const char *format,
                       ...) {
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return cw_fail(error, CW_BAD_INPUT, "%s:%d: %s", yaml->path, cw_yaml_line(node), message);
}

const char *cw_yaml_text(const yaml_node_t *node) {
    return node != NULL && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

int cw_yaml_count(const yaml_node_t *node) {
    if (node->type == YAML_SEQUENCE_NODE)
        return (int)(node->data.sequence.items.top - node->data.sequence.items.start);
    if (node->type == YAML_MAPPING_NODE)
        return (int)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
    return 0;
}

yaml_node_t *cw_yaml_item(cw_yaml *yaml, const yaml_node_t *sequence, int index) {
    return yaml_document_get_node(&yaml->document, sequence->data.sequence.items.start[index]);
}

void cw_yaml_pair(cw_yaml *yaml, const yaml_node_t *mapping, int index, yaml_node_t **key,
                  yaml_node_t **value) {
    yaml_node_pair_t pair = mapping->data.mapping.pairs.start[index];
    *key = yaml_document_get_node(&yaml->document, pair.key);
    *value = yaml_document_get_node(&yaml->document, pair.value);
}

yaml_node_t *cw_yaml_get(cw_yaml *yaml, const yaml_node_t *mapping, const char *name) {
    for (int i = 0; mapping != NULL && i < cw_yaml_count(mapping); i++) {
        yaml_node_t *key, *value;
        cw_yaml_pair(yaml, mapping, i, &key, &value);
        const char *text = cw_yaml_text(key);
        if (text != NULL && strcmp(text, name) == 0)
            return value;
    }
    return NULL;
}

cw_status cw_yaml_check_keys(cw_yaml *yaml, const yaml_node_t *mapping, const char *const *valid,
                             cw_error *error) {
    int count = 0;
    while (valid[count] != NULL)
        count++;
    for (int i = 0; i < cw_yaml_count(mapping); i++) {
        yaml_node_t *key, *value;
        cw_yaml_pair(yaml, mapping, i, &key, &value);
        const char *text = cw_yaml_text(key);
        bool known = false;
        for (int k = 0; text != NULL && k < count; k++)
            known |= strcmp(text, valid[k]) == 0;
        if (text != NULL && known && cw_yaml_get(yaml, mapping, text) != value)
            return cw_yaml_fail(yaml, key, error, "'%s' stands twice", text);
        if (known)
            continue;
        const char *nearest = text != NULL ? cw_nearest_word(text, valid, count) : NULL;
        if (nearest != NULL)
            return cw_yaml_fail(yaml, key, error, "there is no setting '%s', did you mean '%s'?", text,
                                nearest);
        return cw_yaml_fail(yaml, key, error, "there is no setting '%s', see docs/experiments.md",
                            text != NULL ? text : "(not a word)");
    }
    return CW_OK;
}

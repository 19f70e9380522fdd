#include "cli/describe.h"

#include <stdio.h>

void cli_describe_options(const cw_option *table, const char *prefix, const char *indent, cw_text *text) {
    for (const cw_option *option = table; option != NULL && option->name != NULL; option++) {
        char left[96];
        snprintf(left, sizeof left, "%s%s=%s", prefix, option->name, option->standard);
        cw_text_printf(text, "%s%-24s %s; ", indent, left, option->help);
        cw_option_describe(option, text);
        cw_text_append_char(text, '\n');
    }
}

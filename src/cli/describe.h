/* Tables of options as text, for `games` and `players`; as JSON they are in protocol/catalogue.h. */
#ifndef CW_CLI_DESCRIBE_H
#define CW_CLI_DESCRIBE_H

#include "causeway/causeway.h"

/* One line an option: prefix and name, default, what it accepts, help. */
void cli_describe_options(const cw_option *table, const char *prefix, const char *indent, cw_text *text);

#endif

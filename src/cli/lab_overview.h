/* The rulings on all experiments at a glance. */
#ifndef CW_CLI_LAB_OVERVIEW_H
#define CW_CLI_LAB_OVERVIEW_H

#include "lab/ruling.h"

enum { CLI_OVERVIEW_MAX = 512 };

typedef struct cli_overview_row {
    cw_experiment *experiment;
    cw_rulings rulings;
} cli_overview_row;

typedef struct cli_overview {
    cli_overview_row rows[CLI_OVERVIEW_MAX];
    int count;
} cli_overview;

/* Adds an experiment and what was ruled on it, both of which it then owns. */
void cli_overview_add(cli_overview *overview, cw_experiment *experiment, cw_rulings rulings);
void cli_overview_free(cli_overview *overview);

/* A line for each, grouped by paper, and the totals. */
void cli_overview_print(const cli_overview *overview, cw_text *text);

/* The rulings on each, as `lab check NAME --json` prints them, in an array; NULL: out of memory. */
json_t *cli_overview_json(const cli_overview *overview);

/* How many differ from their papers. */
int cli_overview_differ(const cli_overview *overview);

/* A page in Markdown with every figure, to lie in the folder of results, with links to what each experiment has
 * there. The folder may be NULL. */
void cli_overview_page(const cli_overview *overview, const char *results, cw_text *text);

#endif

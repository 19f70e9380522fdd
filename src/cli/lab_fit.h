/* `causeway lab fit`: finds what a paper leaves open by what comes nearest to its results. */
#ifndef CW_CLI_LAB_FIT_H
#define CW_CLI_LAB_FIT_H

#include "cli/cli.h"

cw_status cli_lab_fit(const cli_arguments *arguments, cw_error *error);

#endif

/* Which build of the program this is. */
#ifndef CW_CLI_VERSION_H
#define CW_CLI_VERSION_H

/* "causeway 0.1.0 (commit 1a2b3c4d5e, gcc 12.2.0, release)" */
const char *cli_version(void);

#endif

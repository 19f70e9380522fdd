/* Keeps games without making anybody wait: they are written by a thread of its own, the latest state of each
 * alone. Reading waits until all is written. */
#ifndef CW_SERVER_KEEPER_H
#define CW_SERVER_KEEPER_H

#include "arena/kept.h"

typedef struct cw_keeper cw_keeper;

cw_status cw_keeper_open(const char *path, cw_keeper **keeper, cw_error *error);
void cw_keeper_close(cw_keeper *keeper); /* writes what is left */

void cw_keeper_write(cw_keeper *keeper, const cw_kept_game *game);

/* The store to read from, when all is written. */
cw_kept *cw_keeper_reader(cw_keeper *keeper);

#endif

/* The page's files, built into the program (cmake/page.cmake writes the table). */
#ifndef CW_SERVER_ASSETS_H
#define CW_SERVER_ASSETS_H

#include <stddef.h>

typedef struct cw_asset {
    const char *path; /* "/main.js"; NULL ends the table */
    const char *type; /* "text/javascript" */
    const char *data;
    const char *end;
} cw_asset;

extern const cw_asset cw_assets[];

/* The file at exactly this path, or NULL. */
const cw_asset *cw_asset_find(const char *path);

#endif

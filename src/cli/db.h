/* A run of the store, read back, and its games in other formats. */
#ifndef CW_CLI_DB_H
#define CW_CLI_DB_H

#include "arena/stored.h"
#include "cli/cli.h"

/* A run with what it takes to replay its games. */
typedef struct cli_stored_run {
    int64_t id;
    cw_owned_match owned;
    cw_game *game;            /* of the match */
    const char *const *specs; /* of its players */
    int spec_count;
    cw_record *record;       /* room to replay games */
    cw_text *text;           /* what is being written */
    const cw_format *format; /* in which it is, or NULL: one that fits every game */
    char date[16];           /* when the run began: "2026-01-31" */
    int64_t skipped;         /* games without moves, which the format cannot tell */
    int64_t games;           /* that were looked at */
    json_t *bad;             /* those that do not replay, with the reason */
    cw_status status;
    cw_error error;
} cli_stored_run;

cw_status cli_load_run(cw_store *store, int64_t id, cli_stored_run *run, cw_error *error);
void cli_unload_run(cli_stored_run *run);

/* What is special about a run: seed, sides, openings, times and test. */
void cli_describe_run(const cw_stored_run *run, const json_t *definition, cw_text *text);

/* All that the store knows of a run beside its games. */
json_t *cli_stored_run_json(const cw_stored_run *run, json_t *definition);

/* Prints one game of a run: its last position, or every one with --step. */
cw_status cli_show_game(cw_store *store, int64_t id, int64_t number, const cli_arguments *arguments,
                        cw_error *error);

/* Writes all games of a run: as JSON lines, CSV or in a format of the game. Fails where none was kept. */
cw_status cli_export_run(cw_store *store, int64_t id, const cli_arguments *arguments, cw_error *error);

#endif

/* What came of an experiment, beside what its paper says: as a
 * table of text, CSV, figures and one HTML page. */
#ifndef CW_LAB_REPORT_H
#define CW_LAB_REPORT_H

#include "lab/laboratory.h"

/* Whether the time scale makes a difference to any player or clock. */
bool cw_report_depends_on_time(const cw_lab *run);

/* A table for the terminal. */
void cw_report_print(const cw_lab *run, cw_text *text);

void cw_report_csv(const cw_lab *run, cw_text *text);

/* A script for gnuplot that writes the figure to `path` with a terminal of gnuplot, such as "svg" or
 * "pngcairo". The data stand in the script. Empty where there is nothing to draw. */
void cw_report_gnuplot(const cw_lab *run, const char *terminal, const char *path, cw_text *script);

/* A page that needs no other file; `svg` is the figure, or NULL; `command` repeats the experiment. */
void cw_report_html(const cw_lab *run, const char *svg, const char *command, cw_text *text);

typedef enum cw_drawn { CW_DRAWN, CW_DRAWN_NOTHING, CW_DRAWN_NO_GNUPLOT } cw_drawn;

/* Writes NAME.csv, NAME.svg, NAME.png and NAME.html into a folder. Without gnuplot the figures are left out,
 * which *drawn tells. */
cw_status cw_report_write(const cw_lab *run, const char *folder, const char *command, cw_drawn *drawn,
                          cw_error *error);

#endif

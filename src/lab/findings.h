/* What an experiment found, as a table of measures: from its run in the store, or from the CSV file that a
 * report of it wrote, so that results can be looked at again where there is no store. */
#ifndef CW_LAB_FINDINGS_H
#define CW_LAB_FINDINGS_H

#include "lab/laboratory.h"
#include "lab/measure.h"

/* A point of the experiment. */
typedef struct cw_finding {
    int64_t games;       /* of the subject, which the shares are of */
    bool has_other_time; /* a player had another time a move than the experiment gives it */
    cw_measured
        measured[CW_MEASURES]; /* in the order of cw_measure_at; values are NAN where nothing is known */
} cw_finding;

typedef struct cw_findings {
    const cw_experiment *experiment;
    cw_finding *points; /* one for each of the experiment's */
} cw_findings;

/* So many points of which nothing is known, to be freed with free(); NULL: no memory. */
cw_finding *cw_findings_create(int count);

/* From a run that was loaded. */
cw_status cw_findings_from_run(const cw_lab *run, cw_findings *findings, cw_error *error);

/* From the text of a CSV file. Points that it does not name have no games. */
cw_status cw_findings_from_csv(const cw_experiment *experiment, const char *csv, cw_findings *findings,
                               cw_error *error);

void cw_findings_free(cw_findings *findings);

#endif

/* Fitting what a paper does not tell: readings and weights are drawn, put into the players of experiments,
 * and kept or dropped in stages by how near the results come to the published ones (successive halving).
 * docs/experiments.md describes the file.
 *
 * Every game goes through the store, so a fit that was ended goes on where it stood. */
#ifndef CW_LAB_FIT_H
#define CW_LAB_FIT_H

#include "lab/laboratory.h"

enum { CW_FIT_STAGES_MAX = 8, CW_FIT_EXPERIMENTS_MAX = 16, CW_FIT_PLAYERS_MAX = 8, CW_FIT_VALUES_MAX = 16 };
enum { CW_FIT_CANDIDATES_MAX = 10000 };

/* A variable and the values that are tried. */
typedef struct cw_fit_variable {
    char *name;
    char *values[CW_FIT_VALUES_MAX];
    int value_count;
} cw_fit_variable;

/* A player of the experiments, and what is put in its place: a spec with {variables}. */
typedef struct cw_fit_player {
    char *name, *spec;
} cw_fit_player;

typedef struct cw_fit_stage {
    char *experiments[CW_FIT_EXPERIMENTS_MAX];
    int experiment_count;
    int64_t games;  /* of each point, at most */
    int64_t points; /* of each experiment, at most; 0: all */
    int64_t keep;   /* candidates that go on */
} cw_fit_stage;

/* One choice of values. */
typedef struct cw_fit_candidate {
    int choice[CW_VARIABLES_MAX];                         /* an index of each variable's values */
    double distance;                                      /* mean of all experiments played so far */
    double sum;                                           /* of their distances */
    int experiments;                                      /* played so far */
    int stage;                                            /* the last one it was in */
    double of[CW_FIT_STAGES_MAX][CW_FIT_EXPERIMENTS_MAX]; /* the distance of each experiment */
} cw_fit_candidate;

typedef struct cw_fit {
    char *title;
    cw_fit_player players[CW_FIT_PLAYERS_MAX];
    int player_count;
    cw_fit_variable variables[CW_VARIABLES_MAX];
    int variable_count;
    cw_fit_stage stages[CW_FIT_STAGES_MAX];
    int stage_count;
    int64_t candidates_wanted;
    uint64_t seed;
    cw_fit_candidate *candidates; /* the best first, of the later stages before those of earlier ones */
    int candidate_count;

    /* For playing. */
    const char *folder; /* of the experiments */
    cw_store *store;
    int threads;
    bool any_version;
    const cw_flag *stop;
    void (*progress)(const struct cw_fit *fit, int stage, int candidate, void *payload); /* optional */
    void *payload;
} cw_fit;

/* Reads a file and draws the candidates. Errors name the file and the line. */
cw_status cw_fit_read(const char *path, cw_fit **fit, cw_error *error);

/* Plays all stages. The distance of an experiment is the mean difference of the shares it reports, in points
 * of a hundred. */
cw_status cw_fit_play(cw_fit *fit, cw_error *error);

/* Writes the spec of a player with a candidate's values. */
cw_status cw_fit_spec(const cw_fit *fit, const cw_fit_candidate *candidate, int player, cw_text *spec,
                      cw_error *error);

/* A table of the candidates that reached the last stage played, and the specs of the best. */
cw_status cw_fit_print(const cw_fit *fit, cw_text *text, cw_error *error);

void cw_fit_destroy(cw_fit *fit);

#endif

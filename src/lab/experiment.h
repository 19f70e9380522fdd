/* Experiments as data: one YAML file each. docs/experiments.md describes the format.
 *
 * An experiment is a list of points, each a match. A point is made of the experiment's own settings, what the
 * point itself sets, and one value of every sweep variable; `{name}` in a game, a player or another setting
 * stands for the variable of that name. A player written `@NAME` is the best scoring entrant of the earlier
 * point NAME. */
#ifndef CW_LAB_EXPERIMENT_H
#define CW_LAB_EXPERIMENT_H

#include "arena/schedule.h"

enum { CW_VARIABLES_MAX = 8, CW_REPORTED_MAX = 8, CW_POINTS_MAX = 1000 };

/* A name and its value, as text. */
typedef struct cw_variable {
    char *name, *value;
    bool is_swept; /* from `sweep`, not from `with` */
    bool is_used;  /* in the game, a player or another setting of the point */
} cw_variable;

/* A measure that the paper reports for a point. */
typedef struct cw_reported {
    char *measure; /* "wins", "draws", "losses", "score", "moves": see cw_measure_find */
    double value;  /* shares are in per cent */
} cw_reported;

/* One match of an experiment, with every variable put in. */
typedef struct cw_point {
    char *name; /* of its own, or made of the variables */
    int line;   /* in the file, for messages */
    cw_variable variables[CW_VARIABLES_MAX];
    int variable_count;
    char *game;
    int seat_count; /* of the game */
    char **players;
    int *player_lines; /* in the file */
    int player_count;
    int64_t games;
    int64_t paper_games; /* of the point in the paper; 0: as many as here */
    cw_sides sides;
    bool loser_starts, gauntlet;
    int random_plies;
    double clock_seconds;
    uint64_t seed;
    int subject;                           /* whose measures are shown: an index into players */
    cw_reported reported[CW_REPORTED_MAX]; /* of the subject */
    int reported_count;
    char *note; /* a word on this point, or NULL */
} cw_point;

/* Something the paper says in words. */
typedef struct cw_claim {
    char *says;  /* for people */
    char *holds; /* as a comparison, such as `moves[n=5] > moves[n=10]`: see ruling.h */
} cw_claim;

typedef struct cw_experiment {
    char *file;       /* its path */
    char *name;       /* of the file, without folder and ending */
    char *because;    /* why ours differs, where that is known; or NULL */
    bool is_chart;    /* the paper's figures are read off a chart */
    bool is_pooled;   /* the paper's figures are of the games of all points together */
    cw_claim *claims; /* what the paper says in words, so that it can be tested */
    int claim_count;
    char *title, *paper, *figure, *about, *expected; /* expected: what should come out; texts may be NULL */
    char **notes;                                    /* contradictions in the paper, and how they were read */
    int note_count;
    cw_point *points;
    int point_count;
    /* What a figure shows: one variable to the right, a measure
       upwards, one curve for each value of a third; a second measure with an axis of its own. */
    char *x, *y, *curve, *also;
    char *unit; /* of the variable to the right, or NULL; a unit of time makes it a time */
    bool log_x;
    int plot_line, sweep_line; /* in the file */
} cw_experiment;

/* Reads a file. Errors name the file and the line. */
cw_status cw_experiment_read(const char *path, cw_experiment **experiment, cw_error *error);

/* The same from a text; messages name `path`. */
cw_status cw_experiment_parse(const char *path, const char *text, cw_experiment **experiment,
                              cw_error *error);

/* Checks what reading does not: that all players can be made, that there are enough of them, that every sweep
 * makes a difference, and that the figure shows variables that there are. */
cw_status cw_experiment_check(const cw_experiment *experiment, cw_error *error);

/* The same for an experiment of strangers: every player is read within the bounds, and what that makes of it
 * takes its place. */
cw_status cw_experiment_check_within(cw_experiment *experiment, const cw_bounds *bounds, cw_error *error);
void cw_experiment_destroy(cw_experiment *experiment);

/* The value of a variable of a point, or NULL. */
const char *cw_point_variable(const cw_point *point, const char *name);

#endif

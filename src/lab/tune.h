/* Tuning numeric options of a player by matches: simultaneous perturbation stochastic approximation (SPSA,
 * Spall 1992). In each step the player meets itself, all parameters moved a little at random to one side
 * against all moved to the other side; what wins pulls the parameters its way. Steps and moves shrink as the
 * tuning goes on.
 *
 * Every step is appended to a file of JSON lines, from which a tuning that was ended goes on. */
#ifndef CW_LAB_TUNE_H
#define CW_LAB_TUNE_H

#include "causeway/player.h"

enum { CW_TUNE_PARAMETERS_MAX = 16 };

typedef struct cw_tune_parameter {
    char name[64];
    double low, high;
    double start;  /* where the tuning begins */
    double value;  /* where it stands */
    bool is_whole; /* an integer option */
} cw_tune_parameter;

typedef struct cw_tuning {
    const cw_game *game;
    const char *spec; /* the player; settings for the parameters are added to it */
    cw_tune_parameter parameters[CW_TUNE_PARAMETERS_MAX];
    int parameter_count;
    int64_t steps;
    int pairs;        /* pairs of games in a step, each with a direction of its own */
    double strength;  /* how far a step may pull, as a share of the range */
    double width;     /* how far the two sides are apart at the start, as a share of half the range */
    int random_plies; /* each pair begins with so many moves at random, the same for both games */
    uint64_t seed;
    int threads;
    const char *path; /* the file of steps */
    const cw_flag *stop;

    int64_t steps_done, steps_found; /* those made, and those of them that stood in the file */
    int64_t steps_planned;           /* when the file was begun: sets how steps shrink */
    double score;                    /* of the side that was moved up, over all games; for progress */

    void (*progress)(const struct cw_tuning *tuning, void *payload); /* optional: after every step */
    void *payload;
} cw_tuning;

/* Reads "name=low:high" and finds type and start value from the player's own options. */
cw_status cw_tune_add(cw_tuning *tuning, const char *text, cw_error *error);

/* Goes on from the file where there is one of the same tuning, and makes the steps that are missing. The file
 * may have been made for fewer steps: then steps go on to shrink as they did. */
cw_status cw_tune_run(cw_tuning *tuning, cw_error *error);

/* The player with values put in. */
void cw_tune_print_spec(const cw_tuning *tuning, const double *values, cw_text *text);

/* Draws the way of the parameters with gnuplot; false without gnuplot. */
bool cw_tune_draw(const cw_tuning *tuning, const char *path);

#endif

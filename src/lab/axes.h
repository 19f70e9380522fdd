/* The axes of a figure: which numbers stand to the right, in which unit, and how far the axes go. */
#ifndef CW_LAB_AXES_H
#define CW_LAB_AXES_H

#include "lab/laboratory.h"
#include "lab/measure.h"

typedef struct cw_axis {
    double low, high; /* with a little room around the data */
} cw_axis;

typedef struct cw_axes {
    bool is_numeric;  /* else the values to the right stand side by side under their names */
    const char *unit; /* of the numbers to the right; "" is none */
    double factor;    /* from a number of the experiment to what was played: times may have been scaled */
    cw_axis x, y;     /* both reach from the first to the last of what is shown; x only of numbers */
} cw_axes;

/* What stands to the right of a point: the value of a variable, or without one the point's name; NULL: the
 * point is not shown. */
const char *cw_axes_value(const cw_experiment *experiment, int point);

/* The number for a value, in the unit of the axis. */
double cw_axes_place(const cw_axes *axes, const cw_experiment *experiment, const char *value);

/* The measure of a point, with an interval wherever it has one; false: it has no games or is not shown. */
bool cw_axes_measure(const cw_lab *run, int point, const cw_measure *measure, cw_measured *measured);

/* What the paper reports of a point, or NAN. */
double cw_axes_reported(const cw_point *point, const cw_measure *measure);

cw_axes cw_axes_fit(const cw_lab *run, const cw_measure *measure);

#endif

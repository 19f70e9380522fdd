/* The shape of a pointy-top hexagon whose sides have length 1, with y growing downwards as on a screen.
 *
 *            corner 0
 *     side 5   /\   side 0          A line across a tile leaves and enters at the middle of a side, at right
 *   corner 5  /  \  corner 1        angles to it: neighbouring sides are joined by a tight arc round their
 *     side 4  |  |  side 1          common corner, sides two apart by a gentle arc round the point where the
 *   corner 4  \  /  corner 2        two sides would meet, and opposite sides by a straight line.
 *     side 3   \/   side 2
 *            corner 3                                                                                      */
#ifndef CW_SCENE_GEOMETRY_H
#define CW_SCENE_GEOMETRY_H

#include <stdbool.h>

/* Half the width of a hexagon with sides of 1: the distance from its middle to a side. */
#define CW_HEX_INRADIUS 0.86602540378443864676

typedef struct cw_hexagon_point {
    double x, y;
} cw_hexagon_point;

/* The way of a line from one side to another. */
typedef struct cw_hexagon_curve {
    cw_hexagon_point from, to;
    bool straight;
    cw_hexagon_point center; /* of the arc */
    double radius;           /* of the arc */
    double angle, turn;      /* where the arc begins, and how far it turns, in radians */
} cw_hexagon_curve;

/* The middle of the cell at q,r, with the cell at 0,0 in the origin. */
cw_hexagon_point cw_hexagon_center(double q, double r);
cw_hexagon_point cw_hexagon_corner(int corner);
cw_hexagon_point cw_hexagon_side(int side);

/* `from` and `to` are different sides, 0 to 5. */
cw_hexagon_curve cw_hexagon_curve_between(int from, int to);

/* The point at a part `t` of the way, from 0 to 1. */
cw_hexagon_point cw_hexagon_curve_at(const cw_hexagon_curve *curve, double t);

/* How far a point of the tile is from the line. */
double cw_hexagon_curve_distance(const cw_hexagon_curve *curve, cw_hexagon_point point);

/* Does a point lie in the hexagon round the origin? */
bool cw_hexagon_contains(cw_hexagon_point point);

#endif

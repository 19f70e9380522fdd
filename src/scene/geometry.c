#include "scene/geometry.h"

#include <assert.h>
#include <math.h>

static const double pi = 3.14159265358979323846;

static cw_hexagon_point polar(double radius, double angle) {
    return (cw_hexagon_point){radius * cos(angle), radius * sin(angle)};
}

cw_hexagon_point cw_hexagon_center(double q, double r) {
    return (cw_hexagon_point){2 * CW_HEX_INRADIUS * (q + r / 2), 1.5 * r};
}

cw_hexagon_point cw_hexagon_corner(int corner) {
    return polar(1, (corner - 1.5) * pi / 3);
}

cw_hexagon_point cw_hexagon_side(int side) {
    return polar(CW_HEX_INRADIUS, (side - 1) * pi / 3);
}

/* The turn from one angle to another on the shorter way round. */
static double shorter_turn(double from, double to) {
    return remainder(to - from, 2 * pi);
}

cw_hexagon_curve cw_hexagon_curve_between(int from, int to) {
    assert(from >= 0 && from < 6 && to >= 0 && to < 6 && from != to);
    cw_hexagon_curve curve = {.from = cw_hexagon_side(from), .to = cw_hexagon_side(to)};
    int clockwise = (to - from + 6) % 6;
    if (clockwise == 3) {
        curve.straight = true;
        return curve;
    }
    int first = clockwise < 3 ? from : to;
    bool tight = clockwise == 1 || clockwise == 5;
    curve.center = tight ? cw_hexagon_corner(first + 1) : polar(2 * CW_HEX_INRADIUS, first * pi / 3);
    curve.radius = tight ? 0.5 : 1.5;
    curve.angle = atan2(curve.from.y - curve.center.y, curve.from.x - curve.center.x);
    curve.turn = shorter_turn(curve.angle, atan2(curve.to.y - curve.center.y, curve.to.x - curve.center.x));
    return curve;
}

cw_hexagon_point cw_hexagon_curve_at(const cw_hexagon_curve *curve, double t) {
    if (curve->straight)
        return (cw_hexagon_point){curve->from.x + t * (curve->to.x - curve->from.x),
                                  curve->from.y + t * (curve->to.y - curve->from.y)};
    cw_hexagon_point offset = polar(curve->radius, curve->angle + t * curve->turn);
    return (cw_hexagon_point){curve->center.x + offset.x, curve->center.y + offset.y};
}

double cw_hexagon_curve_distance(const cw_hexagon_curve *curve, cw_hexagon_point point) {
    if (!curve->straight)
        return fabs(hypot(point.x - curve->center.x, point.y - curve->center.y) - curve->radius);
    double length = hypot(curve->to.x - curve->from.x, curve->to.y - curve->from.y);
    double across = (point.x - curve->from.x) * (curve->to.y - curve->from.y) -
                    (point.y - curve->from.y) * (curve->to.x - curve->from.x);
    return fabs(across) / length;
}

bool cw_hexagon_contains(cw_hexagon_point point) {
    for (int side = 0; side < 3; side++) {
        cw_hexagon_point normal = polar(1, side * pi / 3);
        if (fabs(point.x * normal.x + point.y * normal.y) > CW_HEX_INRADIUS)
            return false;
    }
    return true;
}

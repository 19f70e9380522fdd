/* An insight: what a game knows of a position, as data that can be laid over its picture. Signs on cells, signs on
 * what is in the hand of whoever decides, and links between cells stand in layers, which people switch on and off
 * by their titles. Like a scene it says what to show; whoever shows it knows no game.
 *
 *     layer "connections"          area  area              belongs to Black
 *          o ==== link ==== o      choice                  a cell where one should play
 *
 * A game fills it by its type's `insight` (game.h). */
#ifndef CAUSEWAY_INSIGHT_H
#define CAUSEWAY_INSIGHT_H

#include "causeway/flag.h"
#include "causeway/scene.h"

typedef enum cw_sign {
    CW_SIGN_AREA,   /* belongs to the colour, or to what the layer tells of */
    CW_SIGN_CHOICE, /* a place to play */
    CW_SIGN_WIN,    /* a place that wins */
    CW_SIGN_DANGER, /* a place that must be watched */
    CW_SIGN_IDLE,   /* does not count */
    CW_SIGN_HELD,   /* may not move */
    CW_SIGN_COUNT,
} cw_sign;

enum { CW_LAYER_NAME_MAX = 16, CW_LAYER_TITLE_MAX = 32, CW_LAYER_SUMMARY_MAX = 192 };

typedef struct cw_insight_layer {
    char name[CW_LAYER_NAME_MAX];       /* one word, the same in all positions */
    char title[CW_LAYER_TITLE_MAX];     /* of its switch */
    char summary[CW_LAYER_SUMMARY_MAX]; /* what it says of this position, in a sentence; may be empty */
} cw_insight_layer;

typedef struct cw_insight_mark {
    int layer;
    bool is_hand; /* on the item `index` of the hand of whoever decides; otherwise on the cell q,r */
    int q, r, index;
    cw_sign sign;
    cw_color color;          /* whose; NONE: nobody's */
    char text[CW_GLYPH_MAX]; /* a few letters, may be empty */
    char note[CW_NOTE_MAX];  /* a word about it, shown when pointed at */
} cw_insight_mark;

typedef struct cw_insight_link {
    int layer;
    int q, r, to_q, to_r;
    cw_color color;
} cw_insight_link;

typedef struct cw_insight {
    cw_insight_layer *layers;
    int layer_count, layer_capacity;
    cw_insight_mark *marks;
    int mark_count, mark_capacity;
    cw_insight_link *links;
    int link_count, link_capacity;
    bool more; /* with more time it would say more */
} cw_insight;

/* How long to think. */
typedef struct cw_insight_budget {
    double seconds;      /* about; 0: only what is quick */
    const cw_flag *stop; /* not NULL: end soon when it becomes true */
} cw_insight_budget;

/* Begins a layer, to which all marks and links belong that are added after it. These never return NULL: when memory
 * is out, a spare place. */
CW_API cw_insight_layer *cw_insight_add_layer(cw_insight *insight, const char *name, const char *title);
CW_API cw_insight_mark *cw_insight_add_mark(cw_insight *insight, int q, int r, cw_sign sign);
CW_API cw_insight_mark *cw_insight_add_hand_mark(cw_insight *insight, int index, cw_sign sign);
CW_API cw_insight_link *cw_insight_add_link(cw_insight *insight, int q, int r, int to_q, int to_r);

CW_API const char *cw_sign_name(cw_sign sign); /* "area" */
CW_API void cw_insight_free(cw_insight *insight);

#endif

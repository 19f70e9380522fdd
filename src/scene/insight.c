#include "causeway/insight.h"

#include <stdio.h>
#include <stdlib.h>

#include "scene/growth.h"

cw_insight_layer *cw_insight_add_layer(cw_insight *insight, const char *name, const char *title) {
    static _Thread_local cw_insight_layer spare;
    void *array = insight->layers;
    cw_insight_layer *layer =
        cw_scene_grow(&array, &insight->layer_count, &insight->layer_capacity, sizeof *layer);
    insight->layers = array;
    if (layer == NULL)
        layer = &spare;
    snprintf(layer->name, sizeof layer->name, "%s", name);
    snprintf(layer->title, sizeof layer->title, "%s", title);
    return layer;
}

static cw_insight_mark *add_mark(cw_insight *insight, cw_sign sign) {
    static _Thread_local cw_insight_mark spare;
    void *array = insight->marks;
    cw_insight_mark *mark =
        cw_scene_grow(&array, &insight->mark_count, &insight->mark_capacity, sizeof *mark);
    insight->marks = array;
    if (mark == NULL)
        mark = &spare;
    mark->layer = insight->layer_count - 1;
    mark->sign = sign;
    return mark;
}

cw_insight_mark *cw_insight_add_mark(cw_insight *insight, int q, int r, cw_sign sign) {
    cw_insight_mark *mark = add_mark(insight, sign);
    mark->q = q;
    mark->r = r;
    return mark;
}

cw_insight_mark *cw_insight_add_hand_mark(cw_insight *insight, int index, cw_sign sign) {
    cw_insight_mark *mark = add_mark(insight, sign);
    mark->is_hand = true;
    mark->index = index;
    return mark;
}

cw_insight_link *cw_insight_add_link(cw_insight *insight, int q, int r, int to_q, int to_r) {
    static _Thread_local cw_insight_link spare;
    void *array = insight->links;
    cw_insight_link *link =
        cw_scene_grow(&array, &insight->link_count, &insight->link_capacity, sizeof *link);
    insight->links = array;
    if (link == NULL)
        link = &spare;
    *link = (cw_insight_link){.layer = insight->layer_count - 1, .q = q, .r = r, .to_q = to_q, .to_r = to_r};
    return link;
}

const char *cw_sign_name(cw_sign sign) {
    static const char *const names[CW_SIGN_COUNT] = {
        [CW_SIGN_AREA] = "area",     [CW_SIGN_CHOICE] = "choice", [CW_SIGN_WIN] = "win",
        [CW_SIGN_DANGER] = "danger", [CW_SIGN_IDLE] = "idle",     [CW_SIGN_HELD] = "held",
    };
    return names[sign];
}

void cw_insight_free(cw_insight *insight) {
    free(insight->layers);
    free(insight->marks);
    free(insight->links);
    *insight = (cw_insight){0};
}

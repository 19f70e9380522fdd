#include "protocol/session/views.h"

static void set_words(json_t *object, const char *key, const char *text) {
    if (text[0] != '\0')
        json_object_set_new(object, key, json_string(text));
}

static json_t *view_mark(const cw_insight_mark *mark) {
    json_t *object = json_pack("{s:s}", "sign", cw_sign_name(mark->sign));
    if (mark->is_hand)
        json_object_set_new(object, "hand", json_integer(mark->index));
    else
        json_object_set_new(object, "cell", json_pack("{s:i, s:i}", "q", mark->q, "r", mark->r));
    if (mark->color != CW_COLOR_NONE)
        json_object_set_new(object, "color", cw_view_color(mark->color));
    set_words(object, "text", mark->text);
    set_words(object, "note", mark->note);
    return object;
}

static json_t *view_link(const cw_insight_link *link) {
    json_t *object = json_pack("{s:{s:i, s:i}, s:{s:i, s:i}}", "from", "q", link->q, "r", link->r, "to", "q",
                               link->to_q, "r", link->to_r);
    if (link->color != CW_COLOR_NONE)
        json_object_set_new(object, "color", cw_view_color(link->color));
    return object;
}

static json_t *view_layer(const cw_insight *insight, int number) {
    const cw_insight_layer *layer = &insight->layers[number];
    json_t *marks = json_array(), *links = json_array();
    for (int i = 0; i < insight->mark_count; i++) {
        if (insight->marks[i].layer == number)
            json_array_append_new(marks, view_mark(&insight->marks[i]));
    }
    for (int i = 0; i < insight->link_count; i++) {
        if (insight->links[i].layer == number)
            json_array_append_new(links, view_link(&insight->links[i]));
    }
    json_t *object = json_pack("{s:s, s:s, s:o, s:o}", "name", layer->name, "title", layer->title, "marks",
                               marks, "links", links);
    set_words(object, "summary", layer->summary);
    return object;
}

json_t *cw_view_layers(const cw_insight *insight) {
    json_t *array = json_array();
    for (int i = 0; i < insight->layer_count; i++)
        json_array_append_new(array, view_layer(insight, i));
    return array;
}

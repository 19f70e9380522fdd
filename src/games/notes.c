#include "games/notes.h"

#include <stdlib.h>
#include <string.h>

void cw_notes_free(cw_notes *notes) {
    for (int i = 0; i < notes->comment_count; i++)
        free(notes->comments[i].text);
    free(notes->comments);
    free(notes->list);
    *notes = (cw_notes){0};
}

/* Numbers rise through the list. */
static int index_of(const cw_notes *notes, int number) {
    int low = 0, high = notes->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (notes->list[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < notes->count && notes->list[low].number == number ? low : -1;
}

const cw_note *cw_notes_find(const cw_notes *notes, int number) {
    int index = index_of(notes, number);
    return index >= 0 ? &notes->list[index] : NULL;
}

static bool make_room(void **array, int count, int *capacity, size_t size) {
    if (count < *capacity)
        return true;
    int more = *capacity > 0 ? 2 * *capacity : 16;
    void *larger = realloc(*array, size * (size_t)more);
    if (larger == NULL)
        return false;
    *array = larger;
    *capacity = more;
    return true;
}

int cw_notes_add(cw_notes *notes, cw_spot place, cw_move move) {
    const cw_note *before = cw_notes_find(notes, place.note);
    int ply = (before != NULL ? before->ply : place.ply) + 1;
    for (int i = 0; i < notes->count; i++) {
        const cw_note *note = &notes->list[i];
        if (note->after == place.note && note->ply == ply && note->move == move)
            return note->number;
    }
    void *array = notes->list;
    if (notes->count == CW_NOTES_MAX ||
        !make_room(&array, notes->count, &notes->capacity, sizeof *notes->list))
        return 0;
    notes->list = array;
    notes->list[notes->count++] =
        (cw_note){.number = ++notes->last_number, .after = place.note, .ply = ply, .move = move};
    return notes->last_number;
}

/* ---- Taking away ---- */

/* Keeps the notes that are not marked as gone, by a number of 0, nor come after one that is. */
static void sweep(cw_notes *notes, const bool *is_gone) {
    int kept = 0;
    for (int i = 0; i < notes->count; i++) {
        if (!is_gone[i])
            notes->list[kept++] = notes->list[i];
    }
    notes->count = kept;
    kept = 0;
    for (int i = 0; i < notes->comment_count; i++) {
        cw_comment comment = notes->comments[i];
        if (comment.place.note == 0 || cw_notes_find(notes, comment.place.note) != NULL)
            notes->comments[kept++] = comment;
        else
            free(comment.text);
    }
    notes->comment_count = kept;
}

/* Those that come after one that is gone go, too. */
static void spread(const cw_notes *notes, bool *is_gone) {
    for (int i = 0; i < notes->count; i++) {
        int before = index_of(notes, notes->list[i].after);
        is_gone[i] = is_gone[i] || (before >= 0 && is_gone[before]);
    }
}

void cw_notes_remove(cw_notes *notes, int number) {
    bool is_gone[CW_NOTES_MAX] = {false};
    int index = index_of(notes, number);
    if (index < 0)
        return;
    is_gone[index] = true;
    spread(notes, is_gone);
    sweep(notes, is_gone);
}

void cw_notes_cut(cw_notes *notes, int ply) {
    bool is_gone[CW_NOTES_MAX] = {false};
    for (int i = 0; i < notes->count; i++)
        is_gone[i] = notes->list[i].after == 0 && notes->list[i].ply - 1 > ply;
    spread(notes, is_gone);
    for (int i = 0; i < notes->comment_count; i++) {
        cw_comment *comment = &notes->comments[i];
        if (comment->place.note == 0 && comment->place.ply > ply)
            comment->place.note = -1; /* no note has this number */
    }
    sweep(notes, is_gone);
}

/* ---- Comments ---- */

static cw_comment *find_comment(const cw_notes *notes, cw_spot place) {
    for (int i = 0; i < notes->comment_count; i++) {
        cw_comment *comment = &notes->comments[i];
        if (comment->place.note == place.note && (place.note != 0 || comment->place.ply == place.ply))
            return comment;
    }
    return NULL;
}

const char *cw_notes_comment(const cw_notes *notes, cw_spot place) {
    const cw_comment *comment = find_comment(notes, place);
    return comment != NULL ? comment->text : NULL;
}

bool cw_notes_say(cw_notes *notes, cw_spot place, const char *text) {
    cw_comment *comment = find_comment(notes, place);
    if (comment != NULL) {
        free(comment->text);
        *comment = notes->comments[--notes->comment_count];
    }
    if (text[0] == '\0')
        return true;
    void *array = notes->comments;
    char *copy = strdup(text);
    if (copy == NULL ||
        !make_room(&array, notes->comment_count, &notes->comment_capacity, sizeof *notes->comments)) {
        free(copy);
        return false;
    }
    notes->comments = array;
    notes->comments[notes->comment_count++] = (cw_comment){.place = place, .text = copy};
    return true;
}

int cw_notes_path(const cw_notes *notes, int number, cw_move *moves) {
    int count = 0;
    for (const cw_note *note = cw_notes_find(notes, number); note != NULL;
         note = cw_notes_find(notes, note->after))
        count++;
    int place = count;
    for (const cw_note *note = cw_notes_find(notes, number); note != NULL;
         note = cw_notes_find(notes, note->after))
        moves[--place] = note->move;
    return count;
}

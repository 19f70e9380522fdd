/* Arrays that grow as they are filled. */
#ifndef CW_SCENE_GROWTH_H
#define CW_SCENE_GROWTH_H

#include <stddef.h>

/* Returns a zeroed place at the end of a growing array, or NULL when memory is out. */
void *cw_scene_grow(void **array, int *count, int *capacity, size_t size);

#endif

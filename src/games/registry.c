#include "games/registry.h"

#include <string.h>

#define LIST_GAME(name) &cw_##name##_game,

static const cw_game_type *const types[] = {CW_GAMES(LIST_GAME) NULL};

int cw_game_type_count(void) {
    return (int)(sizeof types / sizeof types[0]) - 1;
}

const cw_game_type *cw_game_type_at(int index) {
    return types[index];
}

const cw_game_type *cw_game_type_find(const char *name) {
    for (int i = 0; i < cw_game_type_count(); i++) {
        if (strcmp(types[i]->name, name) == 0)
            return types[i];
    }
    return NULL;
}

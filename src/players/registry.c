#include "players/registry.h"

#include <stdio.h>
#include <string.h>

#include "engines/client.h"
#include "search/searches.h"

static const cw_player_type *const types[] = {
    &cw_random_player, &cw_alphabeta_player, &cw_mcts_player,     &cw_flat_player,
    &cw_turns_player,  &cw_net_player,       &cw_external_player, &cw_best_player,
};

int cw_player_type_count(void) {
    return (int)(sizeof types / sizeof types[0]);
}

const cw_player_type *cw_player_type_at(int index) {
    return types[index];
}

const cw_player_type *cw_player_type_find(const char *name) {
    for (int i = 0; i < cw_player_type_count(); i++) {
        if (strcmp(types[i]->name, name) == 0)
            return types[i];
    }
    return NULL;
}

const cw_preset *cw_preset_find(const char *name, const cw_game *game) {
    const cw_preset *preset = game->type->presets;
    for (; preset != NULL && preset->name != NULL; preset++) {
        if (strcmp(preset->name, name) == 0)
            return preset;
    }
    return NULL;
}

const cw_preset *cw_preset_at(int index, const cw_game_type **game) {
    for (int i = 0; i < cw_game_type_count(); i++) {
        const cw_preset *preset = cw_game_type_at(i)->presets;
        for (; preset != NULL && preset->name != NULL; preset++) {
            if (index-- > 0)
                continue;
            if (game != NULL)
                *game = cw_game_type_at(i);
            return preset;
        }
    }
    return NULL;
}

const char *cw_player_standard(const cw_game *game) {
    char best[64];
    snprintf(best, sizeof best, "%s-best", game->type->name);
    const cw_preset *preset = cw_preset_find(best, game);
    if (preset != NULL)
        return preset->name;
    return cw_player_type_find("mcts") != NULL ? "mcts" : types[0]->name;
}

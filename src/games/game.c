/* What holds for every game: making one from its spec, and the defaults of the optional functions. */
#include "causeway/game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making games ---- */

static cw_status unknown_game(const char *name, cw_error *error) {
    const char *names[16];
    cw_text list = {0};
    int count = cw_game_type_count() < 16 ? cw_game_type_count() : 16;
    for (int i = 0; i < count; i++) {
        names[i] = cw_game_type_at(i)->name;
        cw_text_printf(&list, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    const char *nearest = cw_nearest_word(name, names, count);
    cw_status status;
    if (nearest != NULL)
        status = cw_fail(error, CW_BAD_INPUT, "there is no game '%s', did you mean '%s'? The games are %s",
                         name, nearest, cw_text_string(&list));
    else
        status = cw_fail(error, CW_BAD_INPUT, "there is no game '%s', the games are %s", name,
                         cw_text_string(&list));
    cw_text_free(&list);
    return status;
}

cw_status cw_game_create(const char *spec, cw_game **game, cw_error *error) {
    char name[64];
    size_t length = strcspn(spec, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), spec);
    const cw_game_type *type = cw_game_type_find(name);
    if (type == NULL)
        return unknown_game(name, error);
    return cw_game_create_from(type, spec[length] == ':' ? spec + length + 1 : "", game, error);
}

cw_status cw_game_create_from(const cw_game_type *type, const char *settings, cw_game **game,
                              cw_error *error) {
    cw_game *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the game %s", type->name);
    made->type = type;
    cw_options_defaults(&made->options, type->options);
    cw_status status = cw_options_parse(&made->options, type->name, settings, error);
    if (status == CW_OK)
        status = type->configure(made, error);
    if (status != CW_OK) {
        free(made);
        return status;
    }
    assert(made->player_count >= 1 && made->player_count <= CW_PLAYERS_MAX);
    assert(made->state_size > 0 && made->moves_max > 0);
    *game = made;
    return CW_OK;
}

void cw_game_destroy(cw_game *game) {
    if (game == NULL)
        return;
    if (game->type->release != NULL)
        game->type->release(game);
    free(game);
}

void cw_game_print_spec(const cw_game *game, cw_text *text) {
    cw_text settings = {0};
    cw_options_print(&game->options, &settings);
    cw_text_printf(text, "%s%s%s", game->type->name, settings.length > 0 ? ":" : "",
                   cw_text_string(&settings));
    cw_text_free(&settings);
}

/* Whether settings of a table, which may be old, come to the values of these options. */
static bool come_to(const char *settings, const cw_option *table, const cw_options *options) {
    cw_options read;
    cw_text values[2] = {{0}, {0}};
    cw_options_defaults(&read, table);
    bool is_same = cw_options_parse(&read, "game", settings, NULL) == CW_OK;
    cw_options_print_all(&read, &values[0]);
    cw_options_print_all(options, &values[1]);
    is_same = is_same && strcmp(cw_text_string(&values[0]), cw_text_string(&values[1])) == 0;
    cw_text_free(&values[0]);
    cw_text_free(&values[1]);
    return is_same;
}

bool cw_game_is_same(const cw_game *game, const char *spec) {
    size_t length = strcspn(spec, ":");
    bool is_named = strlen(game->type->name) == length && strncmp(spec, game->type->name, length) == 0;
    const char *settings = spec[length] == ':' ? spec + length + 1 : "";
    return is_named && come_to(settings, game->type->options, &game->options);
}

void *cw_game_alloc_states(const cw_game *game, int count) {
    assert(count > 0);
    return aligned_alloc(64, cw_game_state_stride(game) * (size_t)count);
}

/* ---- Defaults of optional functions ---- */

bool cw_game_is_legal(const cw_game *game, const cw_state *state, cw_move move) {
    if (game->type->is_legal != NULL)
        return game->type->is_legal(game, state, move);
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    if (moves == NULL)
        return false;
    int count = game->type->moves(game, state, moves);
    bool found = false;
    for (int i = 0; i < count && !found; i++)
        found = moves[i] == move;
    free(moves);
    return found;
}

int cw_game_phase(const cw_game *game, const cw_state *state) {
    return game->type->phase != NULL ? game->type->phase(game, state) : 1;
}

int cw_game_seat(const cw_game *game, const cw_state *state, int player) {
    return game->type->seat != NULL ? game->type->seat(game, state, player) : player;
}

double cw_game_fair_share(const cw_game *game) {
    int members = 0; /* of the first player's team; all teams are equally large */
    for (int player = 0; player < game->player_count; player++)
        members += cw_game_allied(game, 0, player);
    return (double)members / game->player_count;
}

void cw_game_draw(const cw_game *game, const cw_state *state, cw_scene *scene) {
    cw_scene_clear(scene);
    for (int player = 0; player < game->player_count; player++)
        snprintf(scene->hands[player], sizeof scene->hands[player], "%s",
                 game->seats[cw_game_seat(game, state, player)].name);
    game->type->draw(game, state, scene);
}

void cw_result_draw(const cw_game *game, int ending, cw_result *result) {
    *result = (cw_result){.ending = ending};
    for (int player = 0; player < game->player_count; player++)
        result->reward[player] = cw_game_fair_share(game);
}

/* ---- Perft ---- */

bool cw_game_deal(const cw_game *game, cw_state *state, cw_rng *draws, cw_move *moves) {
    bool has_decided = false;
    while (game->type->to_decide(game, state) == CW_CHANCE) {
        int count = game->type->moves(game, state, moves);
        game->type->play(game, state, moves[cw_rng_below(draws, (uint32_t)count)]);
        has_decided = true;
    }
    return has_decided;
}

/* Uses the state up. `space` holds a state and `moves` a list of moves for each ply to come, and one more. */
static uint64_t count_leaves(const cw_game *game, cw_state *state, int depth, const cw_rng *draws,
                             char *space, cw_move *moves) {
    cw_rng rest;
    if (depth == 0)
        return 1;
    if (draws != NULL) {
        rest = *draws;
        cw_game_deal(game, state, &rest, moves);
    }
    if (game->type->to_decide(game, state) == CW_NOBODY)
        return 0;
    if (depth == 1 && game->type->count_moves != NULL)
        return (uint64_t)game->type->count_moves(game, state);
    int count = game->type->moves(game, state, moves);
    if (depth == 1)
        return (uint64_t)count;
    uint64_t leaves = 0;
    cw_state *next = (cw_state *)space;
    for (int i = 0; i < count; i++) {
        memcpy(next, state, game->state_size);
        game->type->play(game, next, moves[i]);
        leaves += count_leaves(game, next, depth - 1, draws != NULL ? &rest : NULL,
                               space + cw_game_state_stride(game), moves + game->moves_max);
    }
    return leaves;
}

cw_status cw_game_perft(const cw_game *game, const cw_state *state, int depth, const cw_rng *draws,
                        uint64_t *leaves, cw_error *error) {
    if (depth > 0 && draws == NULL && game->type->perft != NULL) {
        *leaves = game->type->perft(game, state, depth);
        return CW_OK;
    }
    char *space = cw_game_alloc_states(game, depth + 2);
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max * (size_t)(depth + 1));
    cw_status status = CW_OK;
    if (space == NULL || moves == NULL) {
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for perft to depth %d", depth);
    } else {
        memcpy(space, state, game->state_size);
        *leaves =
            count_leaves(game, (cw_state *)space, depth, draws, space + cw_game_state_stride(game), moves);
    }
    free(space);
    free(moves);
    return status;
}

/* ---- Knowledge by name ---- */

/* Lists of knowledge hold structs of different sizes that all begin with a cw_knowledge. */
static const struct {
    cw_knowledge_words words;
    size_t offset, size;
} kinds[CW_KNOWLEDGE_KINDS] = {
    [CW_POLICY] = {{"playout policy", "policies", "policy"},
                   offsetof(cw_game_type, policies),
                   sizeof(cw_policy)},
    [CW_EVALUATOR] = {{"evaluator", "evaluators", "eval"},
                      offsetof(cw_game_type, evaluators),
                      sizeof(cw_evaluator)},
    [CW_REASONER] = {{"reasoner", "reasoners", "reason"},
                     offsetof(cw_game_type, reasoners),
                     sizeof(cw_reasoner)},
    [CW_PRIOR] = {{"prior", "priors", "prior"}, offsetof(cw_game_type, priors), sizeof(cw_prior)},
    [CW_JUDGE] = {{"judge", "judges", "judge"}, offsetof(cw_game_type, judges), sizeof(cw_judge)},
    [CW_CUSTOM] = {{"custom", "customs", "custom"}, offsetof(cw_game_type, customs), sizeof(cw_custom)},
};

const cw_knowledge_words *cw_knowledge_words_of(cw_knowledge_kind kind) {
    return &kinds[kind].words;
}

const cw_knowledge *cw_game_knowledge_at(const cw_game_type *type, cw_knowledge_kind kind, int index) {
    const char *list;
    memcpy(&list, (const char *)type + kinds[kind].offset, sizeof list);
    if (list == NULL)
        return NULL;
    const cw_knowledge *entry = (const void *)(list + kinds[kind].size * (size_t)index);
    return entry->name != NULL ? entry : NULL;
}

const cw_knowledge *cw_game_knowledge(const cw_game_type *type, cw_knowledge_kind kind, const char *name) {
    const cw_knowledge *entry;
    for (int i = 0; (entry = cw_game_knowledge_at(type, kind, i)) != NULL; i++) {
        if (strcmp(entry->name, name) == 0)
            return entry;
    }
    return NULL;
}

const cw_policy *cw_game_policy(const cw_game *game, const char *name) {
    return (const cw_policy *)cw_game_knowledge(game->type, CW_POLICY, name);
}

const cw_evaluator *cw_game_evaluator(const cw_game *game, const char *name) {
    return (const cw_evaluator *)cw_game_knowledge(game->type, CW_EVALUATOR, name);
}

const cw_reasoner *cw_game_reasoner(const cw_game *game, const char *name) {
    return (const cw_reasoner *)cw_game_knowledge(game->type, CW_REASONER, name);
}

const cw_prior *cw_game_prior(const cw_game *game, const char *name) {
    return (const cw_prior *)cw_game_knowledge(game->type, CW_PRIOR, name);
}

const cw_judge *cw_game_judge(const cw_game *game, const char *name) {
    return (const cw_judge *)cw_game_knowledge(game->type, CW_JUDGE, name);
}

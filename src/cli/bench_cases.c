#include "cli/bench_cases.h"

#include <stdio.h>
#include <string.h>

/* Six when there is something to decide. */
#define SIX_OPENING "0,0 1,0 0,1 -1,0"

/* Tantrix when both hands are full. */
#define TANTRIX_DEAL "+1 +2 +3 +4 +5 +6 +7 +8 +9 +10 +11 +12"

/* The games under the names that cases begin with. */
typedef struct bench_game {
    const char *label;
    const char *game;
    const char *moves; /* to a position where a search has something to do */
    const char *limit; /* the depth of a shallow search, or nodes where each takes long */
} bench_game;

static const bench_game games[] = {
    {"hex11", "hex:size=11", NULL, "depth=2"},
    {"hive", "hive", NULL, "depth=4"},
    {"six", "six", SIX_OPENING, "depth=3"},
    {"tantrix", "tantrix", TANTRIX_DEAL, "depth=2,nodes=2000"},
};
enum { GAMES = sizeof games / sizeof games[0] };

/* The last position of the public perft table for Hive: the middle game with all expansions. */
#define HIVE_LATE_MOVES "wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ"

static const bench_case fixed_cases[] = {
    {"hive/playout-plies", BENCH_PLIES, "hive", NULL, "", 0, 1},
    {"six/games", BENCH_GAMES, "six", NULL, "", 0, 1},
    {"six/half-games", BENCH_GAMES, "six:phases=1", NULL, "", 0, 1},
    {"tantrix/games", BENCH_GAMES, "tantrix", NULL, "", 0, 1},
    {"tantrix4/games", BENCH_GAMES, "tantrix:players=4", NULL, "", 0, 1},
    {"hive/perft", BENCH_PERFT, "hive", NULL, "", 6, 1},
    {"hive/perft-late", BENCH_PERFT, "hive:type=Base+MLP", HIVE_LATE_MOVES, "", 4, 1},
    {"six/perft", BENCH_PERFT, "six", NULL, "", 5, 1},
    {"hex11/mcts/uct", BENCH_SEARCH, "hex:size=11", NULL, "mcts:sims=1M", 0, 1},
    {"hex11/mcts/rave", BENCH_SEARCH, "hex:size=11", NULL, "mcts:sims=1M,rave=0.00025,c=0", 0, 1},
    {"hex11/mcts/rave-bridges", BENCH_SEARCH, "hex:size=11", NULL,
     "mcts:sims=100000,rave=0.00025,c=0,policy=bridges", 0, 1},
    {"hex11/mcts/uct-2threads", BENCH_SEARCH, "hex:size=11", NULL, "mcts:sims=1M,threads=2", 0, 2},
    {"hex11/mcts/rave-2threads", BENCH_SEARCH, "hex:size=11", NULL, "mcts:sims=1M,rave=0.00025,c=0,threads=2",
     0, 2},
    {"hex11/flat", BENCH_SEARCH, "hex:size=11", NULL, "flat:playouts=1000", 0, 1},
    {"hive/mcts/uct", BENCH_SEARCH, "hive", NULL, "mcts:sims=2000", 0, 1},
    {"six/mcts/uct", BENCH_SEARCH, "six", SIX_OPENING, "mcts:sims=20000", 0, 1},
    {"tantrix/mcts/uct", BENCH_SEARCH, "tantrix", TANTRIX_DEAL, "mcts:sims=20000", 0, 1},
};

/* Does this build have the game, and the policy or player that the case is about? */
static bool can_be_measured(const bench_case *candidate) {
    cw_game *game;
    cw_player *player = NULL;
    if (cw_game_create(candidate->game, &game, NULL) != CW_OK)
        return false;
    bool is_there = true;
    if (candidate->kind == BENCH_SEARCH || candidate->kind == BENCH_NODES) {
        is_there = cw_player_create(candidate->subject, game, 0, &player, NULL) == CW_OK;
        cw_player_destroy(player);
    }
    cw_game_destroy(game);
    return is_there;
}

static int add_case(bench_case *cases, int count, const bench_case *added) {
    if (count == BENCH_CASES_MAX || !can_be_measured(added))
        return count;
    cases[count] = *added;
    return count + 1;
}

/* The playouts of every policy, and a shallow alpha-beta search with every evaluator. */
static int add_knowledge(bench_case *cases, int count, const bench_game *game, const cw_game_type *type) {
    for (const cw_policy *policy = type->policies; policy->base.name != NULL; policy++) {
        bench_case made = {.kind = BENCH_PLAYOUTS, .game = game->game, .threads = 1};
        snprintf(made.name, sizeof made.name, "%s/playouts/%s", game->label, policy->base.name);
        snprintf(made.subject, sizeof made.subject, "%s", policy->base.name);
        count = add_case(cases, count, &made);
    }
    for (const cw_evaluator *evaluator = type->evaluators; evaluator != NULL && evaluator->base.name != NULL;
         evaluator++) {
        bench_case made = {.kind = BENCH_NODES, .game = game->game, .moves = game->moves, .threads = 1};
        snprintf(made.name, sizeof made.name, "%s/alphabeta/%s", game->label, evaluator->base.name);
        snprintf(made.subject, sizeof made.subject, "alphabeta:%s,memory=1,eval=%s", game->limit,
                 evaluator->base.name);
        count = add_case(cases, count, &made);
    }
    return count;
}

int bench_list_cases(bench_case cases[BENCH_CASES_MAX]) {
    int count = 0;
    for (int i = 0; i < GAMES; i++) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(games[i].game, ":"), games[i].game);
        const cw_game_type *type = cw_game_type_find(name);
        if (type != NULL)
            count = add_knowledge(cases, count, &games[i], type);
    }
    for (size_t i = 0; i < sizeof fixed_cases / sizeof fixed_cases[0]; i++)
        count = add_case(cases, count, &fixed_cases[i]);
    return count;
}

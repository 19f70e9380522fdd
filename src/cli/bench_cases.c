#include "cli/bench_cases.h"

#include <stdio.h>
#include <string.h>

/* Does this build have the policy or player that the case is about? */
static bool can_be_measured(const bench_case *candidate) {
    cw_game *game;
    cw_plan plan;
    if (cw_game_create_from(candidate->type, candidate->settings, &game, NULL) != CW_OK)
        return false;
    bool is_there = true;
    if (candidate->kind == CW_BENCH_SEARCH || candidate->kind == CW_BENCH_NODES)
        is_there = cw_plan_read(&plan, candidate->subject, game, NULL) == CW_OK;
    cw_game_destroy(game);
    return is_there;
}

/* One way to measure, under a name below the label. */
static int add_case(bench_case *cases, int count, bench_case made, const char *label, const char *name) {
    snprintf(made.name, sizeof made.name, "%s/%s", label, name);
    if (count == BENCH_CASES_MAX || !can_be_measured(&made))
        return count;
    cases[count] = made;
    return count + 1;
}

/* What measures a game for which nothing is said. */
static const char *or_else(const char *text, const char *otherwise) {
    return text != NULL ? text : otherwise;
}

/* The playouts of every policy, and a shallow alpha-beta search with every evaluator. */
static int add_knowledge(bench_case *cases, int count, const cw_game_type *type, const cw_bench *bench) {
    const char *label = or_else(bench->label, type->name);
    char name[BENCH_NAME_MAX / 2];
    const cw_knowledge *entry;
    bench_case made = {.type = type, .settings = or_else(bench->settings, ""), .moves = "", .threads = 1};
    made.kind = CW_BENCH_PLAYOUTS;
    for (int i = 0; (entry = cw_game_knowledge_at(type, CW_POLICY, i)) != NULL; i++) {
        snprintf(name, sizeof name, "playouts/%s", entry->name);
        snprintf(made.subject, sizeof made.subject, "%s", entry->name);
        count = add_case(cases, count, made, label, name);
    }
    made.kind = CW_BENCH_NODES;
    made.moves = or_else(bench->moves, "");
    for (int i = 0; (entry = cw_game_knowledge_at(type, CW_EVALUATOR, i)) != NULL; i++) {
        snprintf(name, sizeof name, "alphabeta/%s", entry->name);
        snprintf(made.subject, sizeof made.subject, "alphabeta:%s,memory=1,eval=%s",
                 or_else(bench->limit, "depth=2"), entry->name);
        count = add_case(cases, count, made, label, name);
    }
    return count;
}

int bench_add_game(bench_case cases[BENCH_CASES_MAX], int count, const cw_game_type *type) {
    static const cw_bench nothing_said = {0};
    const cw_bench *bench = type->bench != NULL ? type->bench : &nothing_said;
    count = add_knowledge(cases, count, type, bench);
    for (const cw_bench_case *one = bench->cases; one != NULL && one->name != NULL; one++) {
        bench_case made = {.kind = one->kind, .type = type, .depth = one->depth};
        made.threads = one->threads > 0 ? one->threads : 1;
        made.settings = or_else(one->settings, or_else(bench->settings, ""));
        made.moves = or_else(one->moves, or_else(bench->moves, ""));
        snprintf(made.subject, sizeof made.subject, "%s", or_else(one->subject, ""));
        count =
            add_case(cases, count, made, or_else(one->label, or_else(bench->label, type->name)), one->name);
    }
    return count;
}

int bench_list_cases(bench_case cases[BENCH_CASES_MAX]) {
    int count = 0;
    for (int i = 0; i < cw_game_type_count(); i++)
        count = bench_add_game(cases, count, cw_game_type_at(i));
    return count;
}

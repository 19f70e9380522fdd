#include "search/mcts/settings.h"

#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"

const cw_option cw_mcts_options[] = {
    /* Budget. */
    {.name = "sims",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1e12,
     .standard = "",
     .help = "playouts for a move",
     .place = CW_PLACE(cw_mcts_settings, playouts_max),
     .is_set = CW_PLACE(cw_mcts_settings, limits_playouts)},
    {.name = "iterations",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1e12,
     .standard = "",
     .help = "descents of the tree for a move",
     .place = CW_PLACE(cw_mcts_settings, iterations_max),
     .is_set = CW_PLACE(cw_mcts_settings, limits_iterations)},
    {.name = "time",
     .resource = CW_RESOURCE_SECONDS,
     .type = CW_OPTION_DURATION,
     .low = 0,
     .high = 86400,
     .standard = "",
     .help = "time for a move; 1s when no budget is given",
     .place = CW_PLACE(cw_mcts_settings, seconds),
     .is_set = CW_PLACE(cw_mcts_settings, seconds_given)},
    {.name = "memory",
     .resource = CW_RESOURCE_MEMORY,
     .type = CW_OPTION_INTEGER,
     .low = 2,
     .high = 65536,
     .standard = "256",
     .help = "MiB for the tree; when full, the search goes on without growing it",
     .place = CW_PLACE(cw_mcts_settings, memory_bytes),
     .unit = 1 << 20},
    {.name = "reuse",
     .type = CW_OPTION_SWITCH,
     .standard = "on",
     .help = "keep the part of the tree that was reached by the moves played",
     .place = CW_PLACE(cw_mcts_settings, reuse)},
    /* Selection. */
    {.name = "c",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 100,
     .standard = "0.35",
     .help = "weight of exploration: value + c * sqrt(ln N / n)",
     .place = CW_PLACE(cw_mcts_settings, c)},
    {.name = "n_plus",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1,
     .standard = "0",
     .help = "1: explore by sqrt(ln N / (n + 1)), N the visits of the last decision above",
     .place = CW_PLACE(cw_mcts_settings, n_plus)},
    {.name = "fpu",
     .type = CW_OPTION_TEXT,
     .standard = "parent",
     .help = "first-play value of a move not yet tried: parent, parent less a number (parent-0.1), inf, or a "
             "number from 0 to 100"},
    {.name = "rave",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1000,
     .standard = "",
     .help = "RAVE with this bias: the weight of AMAF is rc / (rc + n + rc * n * bias)",
     .place = CW_PLACE(cw_mcts_settings, rave_weight),
     .is_set = CW_PLACE(cw_mcts_settings, with_rave)},
    {.name = "amaf",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1000,
     .standard = "",
     .help = "RAVE with this b: the weight of AMAF is rc / (rc + n + 4 * rc * n * b^2)"},
    {.name = "prior",
     .type = CW_OPTION_TEXT,
     .standard = "",
     .help = "progressive bias from this prior of the game"},
    {.name = "prior_weight",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 100,
     .standard = "0.5",
     .help = "w in the bias w * h / (n + 1), h the weight of the move beside the best one's",
     .place = CW_PLACE(cw_mcts_settings, prior_weight)},
    {.name = "puct",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 100,
     .standard = "0",
     .help = "p in p * P * sqrt(N) / (n + 1), P the move's share of all weights, in place of that bias",
     .place = CW_PLACE(cw_mcts_settings, puct)},
    {.name = "judge",
     .type = CW_OPTION_TEXT,
     .standard = "",
     .help = "judge of the game: its value and priors in place of playouts; c=0, puct=0.6 and fpu=parent-0.2 "
             "unless given"},
    {.name = "transpose",
     .type = CW_OPTION_SWITCH,
     .standard = "on",
     .help = "a position reached by several orders of moves has one node (judge, two players, no repetition)",
     .place = CW_PLACE(cw_mcts_settings, share_positions)},
    {.name = "gumbel",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 10000,
     .standard = "0",
     .help = "moves that share the sims at the root by sequential halving, for few sims; 0: puct (judge)",
     .place = CW_PLACE(cw_mcts_settings, gumbel)},
    {.name = "gumbel_scale",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1000,
     .standard = "1",
     .help = "weight of the values beside the priors (gumbel)",
     .place = CW_PLACE(cw_mcts_settings, gumbel_scale)},
    {.name = "noise",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 100,
     .standard = "0",
     .help = "weight of chance in the choice; 1 draws moves as one who learns should (gumbel)",
     .place = CW_PLACE(cw_mcts_settings, noise)},
    {.name = "noise_until",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1e6,
     .standard = "0",
     .help = "decisions of a game after which there is no noise; 0: never (gumbel)",
     .place = CW_PLACE(cw_mcts_settings, noise_until)},
    {.name = "final",
     .type = CW_OPTION_CHOICE,
     .choices = "visits|value|bound",
     .standard = "visits",
     .help =
         "the move played is the one most visited, of highest value, or of highest value less 0.5 / sqrt(n)",
     .place = CW_PLACE(cw_mcts_settings, final)},
    /* Growth. */
    {.name = "expand",
     .type = CW_OPTION_CHOICE,
     .choices = "all|one",
     .standard = "all",
     .help = "all moves of a node compete at once, or each is tried once first, in random order"},
    {.name = "expand_at",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 1e9,
     .standard = "8",
     .help = "visits after which a move gets a node of its own",
     .place = CW_PLACE(cw_mcts_settings, expand_at)},
    /* Simulation. */
    {.name = "policy", .type = CW_OPTION_TEXT, .standard = "default", .help = "playout policy of the game"},
    {.name = "spi",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 10000,
     .standard = "1",
     .help = "playouts per iteration",
     .place = CW_PLACE(cw_mcts_settings, playouts)},
    {.name = "eval",
     .also = "leaf",
     .type = CW_OPTION_TEXT,
     .standard = "",
     .help = "evaluator mixed with the playouts"},
    {.name = "mix",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1,
     .standard = "0.5",
     .help = "weight of the evaluator; with 1 there are no playouts",
     .place = CW_PLACE(cw_mcts_settings, mix)},
    {.name = "cut",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1e6,
     .standard = "0",
     .help =
         "decisions after which a playout ends with what the evaluator expects, in place of mix; 0: never",
     .place = CW_PLACE(cw_mcts_settings, cut)},
    {.name = "chance",
     .type = CW_OPTION_CHOICE,
     .choices = "sample|average|open",
     .standard = "sample",
     .help = "a move before chance is worth the mean of its playouts, or of its outcomes; open: outcomes "
             "are told apart only where they change which moves come next"},
    {.name = "widen",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1000,
     .standard = "0",
     .help = "outcomes of chance looked at: 1 + widen * sqrt(visits), at random; 0 takes all from the start",
     .place = CW_PLACE(cw_mcts_settings, widen)},
    /* Proof. */
    {.name = "solver",
     .type = CW_OPTION_SWITCH,
     .standard = "on",
     .help = "back up proven results",
     .place = CW_PLACE(cw_mcts_settings, solver)},
    {.name = "reason",
     .type = CW_OPTION_TEXT,
     .standard = "",
     .help = "reasoner that proves nodes or cuts their moves"},
    {.name = "reason_at",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 1e9,
     .standard = "400",
     .help = "visits of a node after which the reasoner looks at it, with a judge fewer where a side is far "
             "ahead; at the root it looks at once",
     .place = CW_PLACE(cw_mcts_settings, reason_at)},
    /* Threads. */
    {.name = "threads",
     .resource = CW_RESOURCE_THREADS,
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 256,
     .standard = "1",
     .help = "threads; with 1 the search repeats for a seed",
     .place = CW_PLACE(cw_mcts_settings, threads)},
    {.name = "parallel",
     .type = CW_OPTION_CHOICE,
     .choices = "tree|root|leaf",
     .standard = "tree",
     .help = "threads share one tree, grow a tree each, or share the playouts of a leaf",
     .place = CW_PLACE(cw_mcts_settings, parallel)},
    {.name = "virtual_loss",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1000,
     .standard = "1",
     .help = "visits lost in advance by a move another thread is looking at (tree; not at the busiest nodes)",
     .place = CW_PLACE(cw_mcts_settings, virtual_loss)},
    {.name = "leaf_stop",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1e6,
     .standard = "0",
     .help = "give up the other playouts of a leaf when the first so many are lost; 0: never (leaf)",
     .place = CW_PLACE(cw_mcts_settings, leaf_stop)},
    {.name = "workers",
     .type = CW_OPTION_CHOICE,
     .choices = "pool|spawn",
     .standard = "pool",
     .help = "standing threads, or new ones for each leaf (leaf)",
     .place = CW_PLACE(cw_mcts_settings, spawn)},
    {.name = NULL},
};

/* ---- Knowledge ---- */

static const cw_role policy_role = {CW_POLICY, "policy", {"policy.", NULL}};
static const cw_role evaluator_role = {CW_EVALUATOR, "eval", {"eval.", "leaf."}};
static const cw_role reason_role = {CW_REASONER, "reason", {"reason.", NULL}};
static const cw_role prior_role = {CW_PRIOR, "prior", {"prior.", NULL}};
static const cw_role judge_role = {CW_JUDGE, "judge", {"judge.", NULL}};

static bool is_name(const char *name) {
    return name[0] != '\0' && strcmp(name, "none") != 0;
}

/* Whether there is a judge as soon as the settings are read. */
static bool will_name_judge(const cw_options *options, const char *settings) {
    char name[CW_OPTION_TEXT_MAX];
    if (cw_options_peek_at(cw_options_value(options, "judge"), settings, name))
        return is_name(name);
    return is_name(cw_options_text(options, "judge"));
}

cw_status cw_mcts_extend(const cw_game *game, const char *settings, cw_options *options, cw_error *error) {
    cw_status status = cw_role_extend(game, &policy_role, settings, options, error);
    if (status == CW_OK)
        status = cw_role_extend(game, &evaluator_role, settings, options, error);
    if (status == CW_OK)
        status = cw_role_extend(game, &reason_role, settings, options, error);
    if (status == CW_OK)
        status = cw_role_extend(game, &prior_role, settings, options, error);
    if (status == CW_OK)
        status = cw_role_extend(game, &judge_role, settings, options, error);
    if (status == CW_OK && will_name_judge(options, settings)) {
        cw_options_suggest(options, "c", "0");
        cw_options_suggest(options, "puct", "0.6");
        cw_options_suggest(options, "fpu", "parent-0.2");
    }
    return status;
}

static cw_status check_policy(const cw_mcts_skills *skills, const cw_options *options, cw_error *error) {
    const cw_policy *policy = (const cw_policy *)skills->policy.base;
    if (policy == NULL)
        return cw_fail(error, CW_BAD_INPUT, "player mcts: policy=%s leaves nothing to play out with",
                       cw_options_text(options, "policy"));
    if (cw_options_integer(options, "cut") > 0 && !policy->leaves_position)
        return cw_fail(
            error, CW_UNSUPPORTED,
            "player mcts: the policy %s does not tell the position it reached, so cut cannot be used",
            policy->base.name);
    return CW_OK;
}

cw_status cw_mcts_skills_create(const cw_game *game, const cw_options *options, cw_mcts_skills *skills,
                                cw_error *error) {
    *skills = (cw_mcts_skills){0};
    cw_status status = cw_role_create(game, &policy_role, options, &skills->policy, error);
    if (status == CW_OK)
        status = check_policy(skills, options, error);
    if (status == CW_OK)
        status = cw_role_create(game, &evaluator_role, options, &skills->leaf, error);
    if (status == CW_OK)
        status = cw_role_create(game, &reason_role, options, &skills->reason, error);
    if (status == CW_OK)
        status = cw_role_create(game, &prior_role, options, &skills->prior, error);
    if (status == CW_OK)
        status = cw_role_create(game, &judge_role, options, &skills->judge, error);
    if (status != CW_OK)
        cw_mcts_skills_destroy(skills);
    return status;
}

void cw_mcts_skills_destroy(cw_mcts_skills *skills) {
    cw_skill_destroy(&skills->policy);
    cw_skill_destroy(&skills->leaf);
    cw_skill_destroy(&skills->reason);
    cw_skill_destroy(&skills->prior);
    cw_skill_destroy(&skills->judge);
}

static bool names_knowledge(const cw_options *options, const char *option) {
    return is_name(cw_options_text(options, option));
}

/* ---- Reading ---- */

static bool is_given(const cw_options *options, const char *name) {
    return cw_options_value(options, name)->given;
}

static cw_status read_fpu(const cw_options *options, cw_mcts_settings *settings, cw_error *error) {
    const char *text = cw_options_text(options, "fpu");
    if (cw_options_choice(options, "expand") == 1) {
        if (is_given(options, "fpu") && strcmp(text, "inf") != 0)
            return cw_fail(error, CW_BAD_INPUT,
                           "player mcts: expand=one tries every move once first, so fpu=%s contradicts it; "
                           "use fpu=inf or expand=all",
                           text);
        settings->fpu = CW_FPU_INFINITE;
        return CW_OK;
    }
    if (strcmp(text, "parent") == 0) {
        settings->fpu = CW_FPU_PARENT;
        return CW_OK;
    }
    if (strcmp(text, "inf") == 0) {
        settings->fpu = CW_FPU_INFINITE;
        return CW_OK;
    }
    bool less = strncmp(text, "parent-", 7) == 0;
    double number;
    if (!cw_number_read(less ? text + 7 : text, 0, 100, &number))
        return cw_fail(error, CW_BAD_INPUT,
                       "player mcts: fpu=%s is not valid, it takes parent, parent-0.1 or the like, inf or a "
                       "number from 0 to 100",
                       text);
    settings->fpu = less ? CW_FPU_PARENT : CW_FPU_NUMBER;
    settings->fpu_number = (float)number;
    return CW_OK;
}

static cw_status read_rave(const cw_game *game, const cw_options *options, cw_mcts_settings *settings,
                           cw_error *error) {
    bool rave = settings->with_rave, amaf = cw_options_is_set(options, "amaf");
    if (rave && amaf)
        return cw_fail(error, CW_BAD_INPUT,
                       "player mcts: rave and amaf are two forms of the same thing, give one of them");
    settings->with_rave = rave || amaf;
    if (!settings->with_rave)
        return CW_OK;
    if (game->type->key == NULL || game->key_count <= 0 || game->key_count > UINT16_MAX + 1)
        return cw_fail(error, CW_UNSUPPORTED,
                       "player mcts: %s has no move keys, so %s cannot be used; leave it out",
                       game->type->name, rave ? "rave" : "amaf");
    double b = cw_options_real(options, "amaf");
    if (amaf)
        settings->rave_weight = (float)(4 * b * b);
    return CW_OK;
}

static void read_budget(cw_mcts_settings *settings) {
    if (settings->seconds_given && settings->seconds == 0) { /* no time at all: not one playout */
        settings->limits_playouts = true;
        settings->playouts_max = 0;
    }
    if (!settings->seconds_given && !settings->limits_playouts && !settings->limits_iterations)
        settings->seconds = 1;
}

static cw_status check_threads(const cw_options *options, const cw_mcts_settings *settings, cw_error *error) {
    if (settings->parallel != CW_PARALLEL_LEAF) {
        const char *stray = is_given(options, "leaf_stop") ? "leaf_stop"
                            : is_given(options, "workers") ? "workers"
                                                           : NULL;
        if (stray != NULL)
            return cw_fail(error, CW_BAD_INPUT, "player mcts: %s belongs to parallel=leaf, which is not set",
                           stray);
    }
    if (settings->parallel != CW_PARALLEL_TREE && is_given(options, "virtual_loss"))
        return cw_fail(error, CW_BAD_INPUT,
                       "player mcts: virtual_loss belongs to parallel=tree, and parallel=%s is set",
                       cw_options_text(options, "parallel"));
    return CW_OK;
}

/* Settings of knowledge without the knowledge they belong to. */
static cw_status check_companions(const cw_options *options, cw_error *error) {
    static const char *const pairs[][2] = {
        {"mix", "eval"},   {"cut", "eval"},     {"reason_at", "reason"}, {"prior_weight", "prior"},
        {"puct", "prior"}, {"gumbel", "judge"}, {"transpose", "judge"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        bool judged = strcmp(pairs[i][0], "puct") == 0 && names_knowledge(options, "judge");
        if (is_given(options, pairs[i][0]) && !names_knowledge(options, pairs[i][1]) && !judged)
            return cw_fail(error, CW_BAD_INPUT, "player mcts: %s means nothing without %s=NAME", pairs[i][0],
                           pairs[i][1]);
    }
    if (is_given(options, "mix") && cw_options_integer(options, "cut") > 0)
        return cw_fail(
            error, CW_BAD_INPUT,
            "player mcts: with cut the evaluator is asked where playouts end, so mix means nothing");
    if (is_given(options, "prior_weight") && cw_options_real(options, "puct") > 0)
        return cw_fail(
            error, CW_BAD_INPUT,
            "player mcts: prior_weight and puct are two uses of one prior; give one, or set puct=0");
    return CW_OK;
}

/* What a judge replaces, and what belongs to gumbel. */
static cw_status check_judge(const cw_options *options, cw_error *error) {
    static const char *const replaced[] = {"policy", "spi", "eval", "mix", "cut", "prior", "rave", "amaf"};
    static const char *const of_gumbel[] = {"gumbel_scale", "noise", "noise_until"};
    bool judged = names_knowledge(options, "judge"), gumbel = cw_options_integer(options, "gumbel") > 0;
    for (size_t i = 0; judged && i < sizeof replaced / sizeof replaced[0]; i++) {
        if (is_given(options, replaced[i]))
            return cw_fail(error, CW_BAD_INPUT,
                           "player mcts: a judge stands in place of playouts and priors, so %s means nothing",
                           replaced[i]);
    }
    for (size_t i = 0; !gumbel && i < sizeof of_gumbel / sizeof of_gumbel[0]; i++) {
        if (is_given(options, of_gumbel[i]))
            return cw_fail(error, CW_BAD_INPUT, "player mcts: %s means nothing without gumbel", of_gumbel[i]);
    }
    if (judged && is_given(options, "expand_at") && cw_options_integer(options, "expand_at") != 1)
        return cw_fail(error, CW_BAD_INPUT,
                       "player mcts: with a judge every position looked at gets a node, so expand_at is 1");
    if (judged && cw_options_choice(options, "parallel") == CW_PARALLEL_LEAF)
        return cw_fail(error, CW_BAD_INPUT, "player mcts: a judge has no playouts to share by parallel=leaf");
    if (gumbel && cw_options_choice(options, "parallel") != CW_PARALLEL_TREE)
        return cw_fail(error, CW_BAD_INPUT, "player mcts: gumbel needs parallel=tree");
    if (gumbel && !cw_options_is_set(options, "sims"))
        return cw_fail(error, CW_BAD_INPUT, "player mcts: gumbel shares out a number of sims, so give sims");
    return CW_OK;
}

/* With a judge: what it replaces. */
static void read_judge(const cw_game *game, const cw_options *options, cw_mcts_settings *settings) {
    settings->judged = names_knowledge(options, "judge");
    settings->share_positions = settings->share_positions && settings->judged && !settings->open_chance &&
                                !settings->average_chance && game->player_count == 2 &&
                                game->repetition_limit == 0;
    if (!settings->judged) {
        settings->gumbel = 0;
        return;
    }
    settings->with_priors = true;
    settings->expand_at = 1;
    settings->playouts = 1;
}

cw_status cw_mcts_read(const cw_game *game, const cw_options *options, cw_mcts_settings *settings,
                       cw_error *error) {
    *settings = (cw_mcts_settings){
        .with_priors = names_knowledge(options, "prior"),
        .average_chance = cw_options_choice(options, "chance") == 1,
        .open_chance = cw_options_choice(options, "chance") == 2,
    };
    cw_options_fill(options, cw_mcts_options, settings);
    if (!names_knowledge(options, "eval") || settings->cut > 0)
        settings->mix = 0;
    read_budget(settings);
    if (settings->open_chance && settings->widen > 0)
        return cw_fail(error, CW_BAD_INPUT, "player mcts: widen means nothing with chance=open");
    cw_status status = check_companions(options, error);
    if (status == CW_OK)
        status = read_fpu(options, settings, error);
    if (status == CW_OK)
        status = read_rave(game, options, settings, error);
    if (status == CW_OK)
        status = check_judge(options, error);
    if (status == CW_OK)
        status = check_threads(options, settings, error);
    if (status == CW_OK)
        read_judge(game, options, settings);
    return status;
}

/* HTP: param_* commands. Without arguments they list their knobs, one a line as "[bool] name value" or
 * "[string] name value"; with a name and a value they set one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"
#include "protocol/hex/htp.h"

static cw_status read_switch(const char *name, const char *word, bool *value, cw_error *error) {
    *value = false;
    if (strcmp(word, "0") != 0 && strcmp(word, "1") != 0)
        return cw_fail(error, CW_BAD_INPUT, "%s takes 0 or 1, not '%s'", name, word);
    *value = word[0] == '1';
    return CW_OK;
}

static cw_status read_number(const char *name, const char *word, double low, double high, double *value,
                             cw_error *error) {
    if (!cw_number_read(word, low, high, value))
        return cw_fail(error, CW_BAD_INPUT, "%s takes a number from %.15g to %.15g, not '%s'", name, low,
                       high, word);
    return CW_OK;
}

static cw_status check_count(const cw_gtp_request *request, cw_error *error) {
    if (request->count == 2)
        return CW_OK;
    return cw_fail(error, CW_BAD_INPUT, "expected no arguments, or a name and a value");
}

/* ---- param_game ---- */

static cw_status set_game_time(cw_gtp *gtp, double seconds) {
    cw_htp_of(gtp)->game_seconds = seconds;
    cw_gtp_set_time(gtp, seconds, 0, 0);
    return CW_OK;
}

/* Changes a swap setting and plays the game so far again under it; if that cannot be, nothing changes. */
static cw_status set_swap(cw_gtp *gtp, const char *name, bool *setting, bool value, cw_error *error) {
    bool before = *setting;
    const cw_record *record = gtp->record;
    for (int i = 0; i < cw_record_length(record); i++) {
        if (cw_record_move(record, i) == CW_HEX_SWAP && value != before)
            return cw_fail(error, CW_ILLEGAL, "%s cannot change, a swap has been played", name);
    }
    *setting = value;
    cw_status status = cw_htp_remake(gtp, cw_htp_board(gtp)->size, true, error);
    if (status != CW_OK)
        *setting = before;
    return status;
}

static cw_status run_param_game(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                cw_error *error) {
    cw_htp *htp = cw_htp_of(gtp);
    if (request->count == 0) {
        cw_text_printf(answer,
                       "\n[bool] allow_swap %d\n[bool] old_swap %d\n[bool] live_graphics %d\n"
                       "[string] game_time %.15g\n",
                       htp->allow_swap, htp->old_swap, htp->live_graphics, htp->game_seconds);
        return CW_OK;
    }
    cw_status status = check_count(request, error);
    if (status != CW_OK)
        return status;
    const char *name = request->arguments[0], *word = request->arguments[1];
    bool flag;
    double seconds;
    if (strcmp(name, "game_time") == 0) {
        status = read_number(name, word, 0, 1e8, &seconds, error);
        return status == CW_OK ? set_game_time(gtp, seconds) : status;
    }
    bool *setting = strcmp(name, "allow_swap") == 0 ? &htp->allow_swap
                    : strcmp(name, "old_swap") == 0 ? &htp->old_swap
                                                    : NULL;
    if (setting == NULL && strcmp(name, "live_graphics") != 0)
        return cw_fail(error, CW_BAD_INPUT,
                       "unknown parameter: %s, there are allow_swap, old_swap, live_graphics and game_time",
                       name);
    status = read_switch(name, word, &flag, error);
    if (status != CW_OK)
        return status;
    if (setting != NULL)
        return set_swap(gtp, name, setting, flag, error);
    cw_htp_set_live_graphics(gtp, flag);
    return CW_OK;
}

/* ---- param_player: the options of the player that thinks ---- */

static const cw_options *player_options(const cw_gtp *gtp) {
    return &cw_player_plan(gtp->player)->options;
}

/* Sets one option of the player, or with NULL takes its setting away. */
static cw_status set_option(cw_gtp *gtp, const char *name, const char *value, cw_error *error) {
    cw_plan plan = *cw_player_plan(gtp->player);
    cw_status status = cw_plan_set(&plan, name, value, error);
    if (status != CW_OK)
        return status;
    cw_text spec = {0};
    cw_plan_print(&plan, &spec);
    status = cw_gtp_set_player(gtp, cw_text_string(&spec), error);
    cw_text_free(&spec);
    return status;
}

static void list_option(const cw_options *options, const cw_option_value *value, const char *name,
                        cw_text *answer) {
    if (value->option->type == CW_OPTION_SWITCH)
        cw_text_printf(answer, "\n[bool] %s %d", name, value->number > 0);
    else
        cw_text_printf(answer, "\n[string] %s %s", name, cw_options_text_of(options, value));
}

/* HTP writes switches as 0 and 1, options as off and on. */
static const char *switch_word(const cw_options *options, const char *name, const char *word) {
    const cw_option_value *value = cw_options_find(options, name);
    bool is_switch = value != NULL && value->option->type == CW_OPTION_SWITCH;
    if (is_switch && (strcmp(word, "0") == 0 || strcmp(word, "1") == 0))
        return word[0] == '1' ? "on" : "off";
    return word;
}

static cw_status run_param_player(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                  cw_error *error) {
    const cw_options *options = player_options(gtp);
    for (int i = 0; request->count == 0 && i < options->count; i++) {
        char name[CW_OPTION_TEXT_MAX];
        snprintf(name, sizeof name, "%s%s", options->values[i].prefix->name, options->values[i].option->name);
        list_option(options, &options->values[i], name, answer);
    }
    if (request->count == 0)
        return CW_OK;
    cw_status status = check_count(request, error);
    if (status != CW_OK)
        return status;
    return set_option(gtp, request->arguments[0],
                      switch_word(options, request->arguments[0], request->arguments[1]), error);
}

/* ---- param_mohex: MoHex's names for options that have a counterpart ---- */

typedef struct counterpart {
    const char *name, *option;
    bool is_switch;
    double unit; /* MoHex's value of 1 of ours: memory is in bytes there and in MiB here */
} counterpart;

static const counterpart counterparts[] = {
    {"max_games", "sims", false, 1},
    {"max_time", "time", false, 1},
    {"num_threads", "threads", false, 1},
    {"use_rave", "rave", true, 1},
    {"reuse_subtree", "reuse", true, 1},
    {"expand_threshold", "expand_at", false, 1},
    {"knowledge_threshold", "reason_at", false, 1},
    {"uct_bias_constant", "c", false, 1},
    {"first_play_urgency", "fpu", false, 1},
    {"max_memory", "memory", false, 1048576},
    {"virtual_loss", "virtual_loss", false, 1},
};

static const char standard_rave_bias[] = "0.00025";

static void list_counterpart(const cw_options *options, const counterpart *entry, cw_text *answer) {
    const cw_option_value *value = cw_options_find(options, entry->option);
    if (value == NULL)
        return;
    if (strcmp(entry->option, "rave") == 0)
        cw_text_printf(answer, "\n[bool] %s %d", entry->name, value->set);
    else if (entry->is_switch)
        cw_text_printf(answer, "\n[bool] %s %d", entry->name, value->number > 0);
    else if (entry->unit > 1)
        cw_text_printf(answer, "\n[string] %s %.15g", entry->name, value->number * entry->unit);
    else
        cw_text_printf(answer, "\n[string] %s %s", entry->name,
                       value->set ? cw_options_text_of(options, value) : "none");
}

static cw_status set_counterpart(cw_gtp *gtp, const counterpart *entry, const char *word, cw_error *error) {
    if (cw_options_find(player_options(gtp), entry->option) == NULL)
        return cw_fail(error, CW_UNSUPPORTED, "the player %s has no counterpart of %s", gtp->player_spec,
                       entry->name);
    char value[64];
    bool flag = false;
    double number;
    cw_status status = CW_OK;
    snprintf(value, sizeof value, "%s", word);
    if (entry->is_switch) {
        status = read_switch(entry->name, word, &flag, error);
        snprintf(value, sizeof value, "%s", flag ? "on" : "off");
    } else if (entry->unit > 1) {
        status = read_number(entry->name, word, entry->unit, 1e15, &number, error);
        if (status == CW_OK)
            snprintf(value, sizeof value, "%.0f", number / entry->unit);
    }
    if (status != CW_OK)
        return status;
    if (strcmp(entry->option, "rave") == 0)
        return flag ? set_option(gtp, "rave", standard_rave_bias, error)
                    : set_option(gtp, "rave", NULL, error);
    return set_option(gtp, entry->option, value, error);
}

static cw_status run_param_mohex(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                 cw_error *error) {
    enum { COUNT = sizeof counterparts / sizeof counterparts[0] };
    if (request->count == 0) {
        for (int i = 0; i < COUNT; i++)
            list_counterpart(player_options(gtp), &counterparts[i], answer);
        return CW_OK;
    }
    cw_status status = check_count(request, error);
    if (status != CW_OK)
        return status;
    for (int i = 0; i < COUNT; i++) {
        if (strcmp(counterparts[i].name, request->arguments[0]) == 0)
            return set_counterpart(gtp, &counterparts[i], request->arguments[1], error);
    }
    return cw_fail(error, CW_BAD_INPUT, "unknown parameter: %s, see param_mohex without arguments",
                   request->arguments[0]);
}

/* ---- param_player_vc, param_player_ice: how queries and the player's reasoner look for connections ---- */

typedef struct reasoning_knob {
    const char *name, *option; /* MoHex's name where it has one */
} reasoning_knob;

static const reasoning_knob connection_knobs[] = {
    {"softlimit_full", "full"}, {"softlimit_semi", "semi"}, {"max_ors", "or"}, {"cells", "cells"},
    {"steps", "steps"},         {"time", "time"},           {NULL, NULL},
};

static const reasoning_knob inferior_knobs[] = {{"fill", "fill"}, {NULL, NULL}};

/* Sets a knob of the queries, and of the player if it reasons by connections too. */
static cw_status set_reasoning(cw_gtp *gtp, const char *option, const char *word, cw_error *error) {
    cw_htp *htp = cw_htp_of(gtp);
    char players_option[64];
    snprintf(players_option, sizeof players_option, "reason.%s", option);
    cw_status status = cw_options_set(&htp->reasoning, "the search for connections", option, word, error);
    if (status == CW_OK && cw_options_find(player_options(gtp), players_option) != NULL)
        status = set_option(gtp, players_option, word, error);
    cw_htp_forget_knowledge(htp);
    return status;
}

static cw_status reasoning_command(cw_gtp *gtp, const cw_gtp_request *request, const reasoning_knob *knobs,
                                   cw_text *answer, cw_error *error) {
    const cw_options *reasoning = &cw_htp_of(gtp)->reasoning;
    if (request->count == 0) {
        for (const reasoning_knob *knob = knobs; knob->name != NULL; knob++)
            list_option(reasoning, cw_options_find(reasoning, knob->option), knob->name, answer);
        return CW_OK;
    }
    cw_status status = check_count(request, error);
    if (status != CW_OK)
        return status;
    for (const reasoning_knob *knob = knobs; knob->name != NULL; knob++) {
        if (strcmp(knob->name, request->arguments[0]) == 0)
            return set_reasoning(gtp, knob->option,
                                 switch_word(&cw_htp_of(gtp)->reasoning, knob->option, request->arguments[1]),
                                 error);
    }
    return cw_fail(error, CW_BAD_INPUT, "unknown parameter: %s, see %s without arguments",
                   request->arguments[0], request->name);
}

static cw_status run_param_player_vc(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                     cw_error *error) {
    return reasoning_command(gtp, request, connection_knobs, answer, error);
}

static cw_status run_param_player_ice(cw_gtp *gtp, const cw_gtp_request *request, cw_text *answer,
                                      cw_error *error) {
    return reasoning_command(gtp, request, inferior_knobs, answer, error);
}

const cw_gtp_command cw_htp_parameter_commands[] = {
    {"param_game", "[NAME VALUE]", 0, run_param_game},
    {"param_player", "[NAME VALUE]", 0, run_param_player},
    {"param_player_vc", "[NAME VALUE]", 0, run_param_player_vc},
    {"param_player_ice", "[NAME VALUE]", 0, run_param_player_ice},
    {"param_mohex", "[NAME VALUE]", 0, run_param_mohex},
    {NULL, NULL, 0, NULL},
};

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "games/hive/records.h"

/* ---- Writing ---- */

static const char *type_of(const cw_record *record) {
    return cw_options_text(&cw_record_game(record)->options, "type");
}

bool cw_uhp_is_game_state(const char *word, size_t length) {
    static const char *const states[] = {"NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"};
    for (int i = 0; i < 5; i++) {
        if (strlen(states[i]) == length && strncmp(word, states[i], length) == 0)
            return true;
    }
    return false;
}

const char *cw_uhp_game_state(const cw_record *record) {
    if (cw_record_to_decide(record) != CW_NOBODY)
        return cw_record_length(record) == 0 ? "NotStarted" : "InProgress";
    cw_result result;
    cw_record_result(record, &result);
    if (result.reward[0] == result.reward[1])
        return "Draw";
    return result.reward[0] > result.reward[1] ? "WhiteWins" : "BlackWins";
}

void cw_uhp_print_turn(const cw_record *record, cw_text *text) {
    int ply = cw_record_length(record);
    cw_text_printf(text, "%s[%d]", ply % 2 == 0 ? "White" : "Black", ply / 2 + 1);
}

void cw_uhp_print_game(const cw_record *record, cw_text *text) {
    cw_text_printf(text, "%s;%s;", type_of(record), cw_uhp_game_state(record));
    cw_uhp_print_turn(record, text);
    for (int i = 0; i < cw_record_length(record); i++) {
        cw_text_append_char(text, ';');
        cw_record_print_move(record, i, text);
    }
}

/* ---- Reading ---- */

const char *cw_uhp_game_type(const char *name, size_t length) {
    static const char *const types[] = {"Base",   "Base+M",  "Base+L",  "Base+ML",
                                        "Base+P", "Base+MP", "Base+LP", "Base+MLP"};
    static const char letters[] = "MLP";
    if (length < 4 || strncasecmp(name, "Base", 4) != 0 || (length > 4 && (name[4] != '+' || length == 5)))
        return NULL;
    unsigned expansions = 0;
    for (size_t i = 5; i < length; i++) {
        const char *letter = strchr(letters, toupper((unsigned char)name[i]));
        if (letter == NULL || *letter == '\0' || expansions >> (letter - letters) & 1u)
            return NULL;
        expansions |= 1u << (letter - letters);
    }
    return types[expansions];
}

const char *cw_uhp_moves(const char *string) {
    for (int fields = 0; fields < 3; fields++) {
        string += strcspn(string, ";");
        if (*string == ';')
            string++;
    }
    return string;
}

cw_status cw_uhp_read_game(const char *string, const char *settings, cw_game **game, cw_record **record,
                           cw_error *error) {
    string += strspn(string, " \t\r\n");
    size_t length = strcspn(string, ";");
    while (length > 0 && isspace((unsigned char)string[length - 1]))
        length--;
    const char *type = cw_uhp_game_type(string, length);
    if (type == NULL)
        return cw_fail(error, CW_BAD_INPUT,
                       "'%.*s' is no game type: it is Base, or Base+ with some of M, L and P",
                       (int)(length < 60 ? length : 60), string);
    char spec[160];
    snprintf(spec, sizeof spec, "hive:type=%s%s%s", type, settings[0] != '\0' ? "," : "", settings);
    cw_status status = cw_game_create(spec, game, error);
    if (status != CW_OK)
        return status;
    status = cw_record_create(*game, record, error);
    if (status == CW_OK) {
        status = cw_record_play_line(*record, cw_uhp_moves(string), error);
        if (status != CW_OK)
            cw_record_destroy(*record);
    }
    if (status != CW_OK)
        cw_game_destroy(*game);
    return status;
}

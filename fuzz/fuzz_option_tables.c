/* Settings for a table with every type of option. What is printed parses to the same text again. */
#include "fuzz.h"

static const cw_option table[] = {
    {.name = "size", .type = CW_OPTION_INTEGER, .low = -5, .high = 1e9, .standard = "11", .help = "a"},
    {.name = "c", .type = CW_OPTION_REAL, .low = 0, .high = 10, .standard = "0.5", .help = "b"},
    {.name = "reuse", .type = CW_OPTION_SWITCH, .standard = "on", .help = "c"},
    {.name = "swap",
     .type = CW_OPTION_CHOICE,
     .choices = "off|pieces|sides|on=pieces",
     .standard = "off",
     .help = "d"},
    {.name = "tiles", .type = CW_OPTION_PAIR, .low = 1, .high = 30, .standard = "19", .help = "e"},
    {.name = "time", .type = CW_OPTION_DURATION, .low = 0, .high = 3600, .standard = "", .help = "f"},
    {.name = "name", .type = CW_OPTION_TEXT, .standard = "", .help = "g"},
    {.name = NULL},
};

static void check_prints(const cw_options *options, const char *expected, const char *claim) {
    cw_text printed = {0};
    cw_options_print(options, &printed);
    fuzz_check(strcmp(cw_text_string(&printed), expected) == 0, claim);
    cw_text_free(&printed);
}

/* Others take the settings over, and each can be taken away again. */
static void check_changes(const cw_options *options, cw_options *again, const char *printed) {
    cw_options_defaults(again, table);
    if (!cw_options_adopt(again, options))
        return;
    check_prints(again, printed, "settings that were taken over print the same");
    for (const cw_option *option = table; option->name != NULL; option++)
        cw_options_unset(again, option->name);
    check_prints(again, "", "without its settings nothing is printed");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static cw_options options, again;
    char *settings = fuzz_string(data, size), value[CW_OPTION_TEXT_MAX];
    cw_error error = {0};
    cw_options_defaults(&options, table);
    cw_options_peek(settings, "time", value);
    cw_status status = cw_options_parse(&options, "fuzz", settings, &error);
    fuzz_check_error(status, &error);
    if (status == CW_OK) {
        cw_text printed = {0}, twice = {0};
        cw_options_print(&options, &printed);
        cw_options_defaults(&again, table);
        fuzz_check(cw_options_parse(&again, "fuzz", cw_text_string(&printed), &error) == CW_OK,
                   "printed settings parse");
        cw_options_print(&again, &twice);
        fuzz_check(strcmp(cw_text_string(&printed), cw_text_string(&twice)) == 0, "and print the same");
        check_changes(&options, &again, cw_text_string(&printed));
        cw_text_free(&printed);
        cw_text_free(&twice);
    }
    free(settings);
    return 0;
}

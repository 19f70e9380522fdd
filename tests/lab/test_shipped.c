/* Every experiment that ships can be read, and its games and players exist. */
#include <dirent.h>

#include "harness.h"
#include "lab/experiment.h"

static void all_experiments_are_sound(void **state) {
    (void)state;
    DIR *folder = opendir("experiments");
    assert_non_null(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (strstr(entry->d_name, ".yaml") == NULL)
            continue;
        char path[512];
        cw_experiment *experiment = NULL;
        cw_error error = {0};
        snprintf(path, sizeof path, "experiments/%s", entry->d_name);
        if (cw_experiment_read(path, &experiment, &error) != CW_OK)
            fail_msg("%s", error.message);
        if (cw_experiment_check(experiment, &error) != CW_OK)
            fail_msg("%s", error.message);
        cw_experiment_destroy(experiment);
        count++;
    }
    closedir(folder);
    assert_true(count > 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_experiments_are_sound)};
    return RUN_TESTS(tests);
}

/* Every experiment that ships can be read, and its games and players exist. */
#include <dirent.h>

#include "harness.h"
#include "lab/experiment.h"

static void check_point(const char *file, const cw_point *point) {
    cw_game *game = NULL;
    cw_error error = {0};
    if (cw_game_create(point->game, &game, &error) != CW_OK)
        fail_msg("%s, line %d: %s", file, point->line, error.message);
    if (point->player_count < game->player_count)
        fail_msg("%s, line %d: fewer players than seats", file, point->line);
    for (int i = 0; i < point->player_count; i++) {
        cw_player *player = NULL;
        if (point->players[i][0] == '@')
            continue;
        if (cw_player_create(point->players[i], game, 0, &player, &error) != CW_OK)
            fail_msg("%s, line %d: %s", file, point->line, error.message);
        cw_player_destroy(player);
    }
    cw_game_destroy(game);
}

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
        for (int i = 0; i < experiment->point_count; i++)
            check_point(entry->d_name, &experiment->points[i]);
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

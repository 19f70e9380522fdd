/* Two players play one game against each other.
 *
 *     cc selfplay.c $(pkg-config --cflags --libs causeway) -o selfplay
 *     ./selfplay hex:size=7 random random */
#include <causeway/causeway.h>
#include <stdio.h>
#include <stdlib.h>

/* Plays to the end; chance, where a game has it, draws at random. */
static cw_status play(cw_record *record, cw_player **players, cw_rng *rng, cw_error *error) {
    const cw_game *game = cw_record_game(record);
    cw_analysis analysis = {0};
    cw_move *outcomes = malloc(sizeof *outcomes * (size_t)game->moves_max);
    cw_status status = outcomes != NULL ? CW_OK : cw_fail(error, CW_NO_MEMORY, "out of memory");
    while (status == CW_OK && cw_record_to_decide(record) != CW_NOBODY) {
        int decides = cw_record_to_decide(record);
        if (decides == CW_CHANCE) {
            int count = game->type->moves(game, cw_record_state(record), outcomes);
            status = cw_record_play(record, outcomes[cw_rng_below(rng, (uint32_t)count)], error);
        } else {
            status = cw_player_choose(players[decides % 2], record, NULL, &analysis, error);
            if (status == CW_OK)
                status = cw_record_play(record, analysis.best, error);
        }
    }
    free(outcomes);
    cw_analysis_free(&analysis);
    return status;
}

static void show(const cw_record *record) {
    const cw_game *game = cw_record_game(record);
    cw_scene scene = {0};
    cw_text text = {0};
    cw_result result;
    cw_game_draw(game, cw_record_state(record), &scene);
    cw_scene_print(&scene, (cw_scene_style){0}, &text);
    cw_text_append(&text, "moves: ");
    cw_record_print(record, &text);
    puts(cw_text_string(&text));
    cw_record_result(record, &result);
    for (int player = 0; player < game->player_count; player++)
        printf("%s: %g\n", game->seats[player].name, result.reward[player]);
    cw_text_free(&text);
    cw_scene_free(&scene);
}

int main(int count, char **arguments) {
    const char *spec = count > 1 ? arguments[1] : "hex:size=7";
    cw_error error = {0};
    cw_game *game = NULL;
    cw_record *record = NULL;
    cw_player *players[2] = {NULL, NULL};
    cw_rng rng = cw_rng_make(1, 0);

    cw_status status = cw_game_create(spec, &game, &error);
    if (status == CW_OK)
        status = cw_record_create(game, &record, &error);
    for (int i = 0; i < 2 && status == CW_OK; i++) {
        const char *player = count > 2 + i ? arguments[2 + i] : "random";
        status = cw_player_create(player, game, (uint64_t)i + 1, &players[i], &error);
    }
    if (status == CW_OK)
        status = play(record, players, &rng, &error);
    if (status == CW_OK)
        show(record);
    else
        fprintf(stderr, "selfplay: %s\n", error.message);

    cw_player_destroy(players[0]);
    cw_player_destroy(players[1]);
    cw_record_destroy(record);
    cw_game_destroy(game);
    return status == CW_OK ? 0 : 2;
}

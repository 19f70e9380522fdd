#include "search/expect.h"

#include "core/real.h"

double cw_expect_reward(double lead, double scale) {
    return 1 / (1 + cw_exp(-lead / scale));
}

double cw_expect_lead(double reward, double scale) {
    return scale * cw_log(reward / (1 - reward));
}

void cw_expect_rewards(const cw_game *game, const cw_skill *skill, const cw_state *state, double *rewards) {
    const cw_evaluator *evaluator = (const cw_evaluator *)skill->base;
    double points[CW_PLAYERS_MAX] = {0}, shares[CW_PLAYERS_MAX], sum = 0;
    evaluator->evaluate(game, skill->context, state, points);
    for (int player = 0; player < game->player_count; player++) {
        /* Differences to the first player keep the exponents small. */
        shares[player] = cw_exp((points[player] - points[0]) / evaluator->scale);
        sum += shares[player];
    }
    for (int player = 0; player < game->player_count; player++) {
        rewards[player] = 0;
        for (int ally = 0; ally < game->player_count; ally++)
            rewards[player] += cw_game_allied(game, player, ally) ? shares[ally] / sum : 0;
    }
}

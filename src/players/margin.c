#include "players/margin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const cw_role role = {CW_EVALUATOR, "margin", {"margin.", NULL}};

/* From this value on a move counts as a sure win, if it was looked at for a tenth as long as the best one and
 * none is proven. */
static const double sure_value = 0.99;
static const uint64_t sure_share = 10;

cw_status cw_margin_extend(const cw_game *game, const char *settings, cw_options *options, cw_error *error) {
    return cw_role_extend(game, &role, settings, options, error);
}

cw_status cw_margin_create(cw_margin *margin, const cw_game *game, const cw_options *options,
                           cw_error *error) {
    if (cw_options_find(options, role.option) == NULL)
        return CW_OK;
    cw_status status = cw_role_create(game, &role, options, &margin->evaluator, error);
    if (status != CW_OK || margin->evaluator.base == NULL)
        return status;
    margin->state = cw_game_alloc_states(game, 1);
    return margin->state != NULL ? CW_OK : cw_fail(error, CW_NO_MEMORY, "out of memory for a position");
}

void cw_margin_destroy(cw_margin *margin) {
    cw_skill_destroy(&margin->evaluator);
    free(margin->state);
}

/* How far the player is ahead of the best of the others after a move. */
static double lead_after(cw_margin *margin, const cw_game *game, const cw_state *state, cw_move move) {
    const cw_evaluator *evaluator = (const cw_evaluator *)margin->evaluator.base;
    int player = game->type->to_decide(game, state);
    double points[CW_PLAYERS_MAX] = {0}, best_other = -INFINITY;
    memcpy(margin->state, state, game->state_size);
    game->type->play(game, margin->state, move);
    evaluator->evaluate(game, margin->evaluator.context, margin->state, points);
    for (int other = 0; other < game->player_count; other++) {
        if (!cw_game_allied(game, other, player))
            best_other = fmax(best_other, points[other]);
    }
    return points[player] - best_other;
}

void cw_margin_apply(cw_margin *margin, const cw_game *game, const cw_state *state, cw_analysis *analysis) {
    if (margin->evaluator.base == NULL || analysis->value < sure_value)
        return;
    uint64_t most = 0;
    bool proven = false;
    for (int i = 0; i < analysis->candidate_count; i++) {
        most = analysis->candidates[i].visits > most ? analysis->candidates[i].visits : most;
        proven = proven || analysis->candidates[i].proof == CW_PROOF_WIN;
    }
    double best = -INFINITY;
    for (int i = 0; i < analysis->candidate_count; i++) {
        const cw_candidate *candidate = &analysis->candidates[i];
        bool looked_at = candidate->visits > 0 && candidate->visits >= most / sure_share;
        bool seems_sure = !proven && looked_at && candidate->value >= sure_value;
        if (candidate->proof != CW_PROOF_WIN && !seems_sure)
            continue;
        double lead = lead_after(margin, game, state, candidate->move);
        if (lead > best) {
            best = lead;
            analysis->best = analysis->line[0] = candidate->move;
            analysis->line_length = 1;
        }
    }
}

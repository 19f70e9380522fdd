#include "search/root.h"

#include <stdlib.h>
#include <string.h>

cw_status cw_root_open(cw_root *root, const cw_record *record, cw_error *error) {
    const cw_game *game = cw_record_game(record);
    *root = (cw_root){0};
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    int count = moves != NULL ? game->type->moves(game, cw_record_state(record), moves) : 0;
    if (moves != NULL)
        root->moves = calloc((size_t)count, sizeof *root->moves);
    if (root->moves == NULL) {
        free(moves);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the moves of a position");
    }
    for (int i = 0; i < count; i++)
        root->moves[i].move = moves[i];
    root->count = count;
    free(moves);
    return CW_OK;
}

void cw_root_close(cw_root *root) {
    free(root->moves);
    *root = (cw_root){0};
}

void cw_root_bring_to_front(cw_root *root, int index) {
    cw_root_move first = root->moves[index];
    memmove(root->moves + 1, root->moves, (size_t)index * sizeof *root->moves);
    root->moves[0] = first;
}

void cw_root_report(const cw_root *root, cw_analysis *analysis) {
    analysis->candidate_count = 0;
    for (int i = 0; i < root->count; i++) {
        const cw_root_move *move = &root->moves[i];
        cw_candidate *candidate = cw_analysis_add(analysis, move->move);
        if (candidate == NULL)
            break;
        candidate->visits = move->looks;
        candidate->value = move->value;
        candidate->at_most = move->at_most;
        candidate->proof = move->proof;
    }
    analysis->best = analysis->line[0] = root->moves[0].move;
    analysis->line_length = 1;
    analysis->value = root->moves[0].value;
    analysis->proof = root->moves[0].proof;
}

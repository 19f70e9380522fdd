/* What an evaluator wants to know of a position: who can move, who is held, and what reaches the queens. */
#ifndef CW_GAMES_HIVE_SURVEY_H
#define CW_GAMES_HIVE_SURVEY_H

#include "games/hive/state.h"

typedef struct cw_hive_survey {
    uint32_t pinned;      /* top pieces at articulation points */
    uint32_t mobile;      /* pieces of both sides that could move by themselves if it were their turn */
    uint32_t attackers;   /* mobile pieces that are not beside the enemy queen and can get there */
    uint8_t moves[32];    /* of each piece: how many cells it could go to, of ants give or take one */
    uint32_t beside[2];   /* top pieces beside the queen of each side */
    int ring[2];          /* taken neighbours of the queen of each side; 0 while it is in hand */
    int places[2];        /* cells where each side could lay a piece */
    int places_beside[2]; /* those of them beside the enemy queen */
} cw_hive_survey;

/* Surveys a position; `state` is changed while it works and the same afterwards. Stunning and throws are left
 * aside; a side whose queen is in hand has no mobile pieces. */
void cw_hive_survey_position(cw_state *state, cw_hive_survey *survey);

#endif

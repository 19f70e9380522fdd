/* Attacks of phase one: a chain of threats to win, each of which leaves the opponent one answer, until two
 * threats come at once. What it finds is certain; that it finds nothing means nothing. */
#ifndef CW_SIX_ATTACK_H
#define CW_SIX_ATTACK_H

#include "games/six/windows.h"

typedef struct six_attack {
    uint64_t rows[SIX_COLORS][SIX_SIDE];
    uint64_t used_rows;
    int attacker;         /* a colour; its turn is next */
    int hand[SIX_COLORS]; /* tiles left to lay */
    int moves_left;       /* before the game ends as a draw */
    int nodes, nodes_max; /* positions looked at, and their limit */
} six_attack;

/* Sets up an attack by a colour in a position of phase one where tiles are laid. */
void cw_six_attack_begin(six_attack *attack, const six_rules *rules, const cw_state *state, int attacker,
                         int nodes_max);

/* Does the attacker win by threats, if it is his turn? Then `first` is the cell that begins the chain (or
 * wins at once). The position must have no shape yet. */
bool cw_six_attack_wins(six_attack *attack, int *first);

#endif

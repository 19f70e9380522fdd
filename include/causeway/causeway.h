/* Causeway: one fast engine and laboratory for hexagonal board games.
 *
 * Start here: cw_game_create makes a game, cw_record_create a record of it, cw_player_create a player, and
 * cw_player_choose asks it for a move. examples/selfplay.c shows all of it in one page, and
 * examples/selfplay.cpp the same in C++. */
#ifndef CAUSEWAY_CAUSEWAY_H
#define CAUSEWAY_CAUSEWAY_H

#include "causeway/analysis.h"
#include "causeway/document.h"
#include "causeway/faces.h"
#include "causeway/flag.h"
#include "causeway/game.h"
#include "causeway/insight.h"
#include "causeway/options.h"
#include "causeway/player.h"
#include "causeway/player_type.h"
#include "causeway/record.h"
#include "causeway/rng.h"
#include "causeway/scene.h"
#include "causeway/status.h"
#include "causeway/text.h"
#include "causeway/version.h"

#endif

#include "lab/replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "players/time.h"

/* The games of a point that are to be played again. */
typedef struct selection {
    cw_replay *replay;
    const cw_match *match;
    cw_match_worker *worker;
    const char *point;
    int64_t stored, wanted; /* games of the point */
    int64_t seen;
    cw_status status;
    cw_error *error;
} selection;

static bool is_same(const cw_match_game *kept, const cw_match_game *again, int player_count) {
    if (kept->outcome.moves != again->outcome.moves)
        return false;
    for (int i = 0; i < player_count; i++) {
        double difference = kept->outcome.result.reward[i] - again->outcome.result.reward[i];
        if (difference > 1e-9 || difference < -1e-9)
            return false;
    }
    return kept->moves == NULL || again->moves == NULL || strcmp(kept->moves, again->moves) == 0;
}

static const cw_match_game *find_game(const cw_match_part *part, int64_t number) {
    for (int i = 0; i < part->game_count; i++) {
        if (part->games[i].pairing.number == number)
            return &part->games[i];
    }
    return NULL;
}

static void compare(selection *self, const cw_match_game *kept, const cw_match_game *again) {
    cw_replay *replay = self->replay;
    replay->played++;
    if (again != NULL && is_same(kept, again, self->match->game->player_count)) {
        replay->same++;
        return;
    }
    if (replay->example[0] == '\0')
        snprintf(replay->example, sizeof replay->example,
                 "game %" PRId64 " of %.100s had %d moves, and has %d now", kept->pairing.number + 1,
                 self->point, (int)kept->outcome.moves, again != NULL ? (int)again->outcome.moves : 0);
}

/* Plays every so-manieth stored game again. */
static bool take_game(const cw_match_game *kept, void *payload) {
    selection *self = payload;
    int64_t index = self->seen++;
    if (index * self->wanted / self->stored == (index + 1) * self->wanted / self->stored)
        return true;
    cw_match_part *part = NULL;
    int64_t unit = kept->pairing.number / cw_match_games_per_unit(self->match);
    self->status = cw_match_play_unit(self->worker, unit, &part, self->error);
    if (self->status != CW_OK)
        return false;
    compare(self, kept, find_game(part, kept->pairing.number));
    cw_match_part_free(part);
    return true;
}

/* Does a player of the match think by the clock? Doubling the time then changes its spec. */
static bool is_timed(const cw_run *match_run) {
    const cw_match *match = &match_run->match;
    bool timed = match->terms.clock_seconds > 0;
    for (int i = 0; !timed && i < match->schedule.entrant_count; i++) {
        cw_text scaled = {0};
        timed = cw_player_scale_time(match->specs[i], match->game, 2, &scaled, NULL) != CW_OK ||
                strcmp(cw_text_string(&scaled), match->specs[i]) != 0;
        cw_text_free(&scaled);
    }
    return timed;
}

static cw_status replay_point(const cw_lab *run, int index, cw_run *match_run, void *payload,
                              cw_error *error) {
    cw_replay *replay = payload;
    int64_t points = run->experiment->point_count;
    int64_t stored = run->results[index].standings->first.games;
    int64_t wanted = replay->wanted / points + (index < replay->wanted % points);
    if (stored == 0 || wanted == 0)
        return CW_OK;
    if (is_timed(match_run)) {
        replay->timed++;
        return CW_OK;
    }
    match_run->match.keep_moves = true;
    selection self = {.replay = replay,
                      .match = &match_run->match,
                      .point = run->experiment->points[index].name,
                      .stored = stored,
                      .wanted = wanted < stored ? wanted : stored,
                      .error = error};
    cw_status status = cw_match_worker_create(self.match, &self.worker, error);
    if (status == CW_OK)
        status = cw_store_games(run->store, cw_run_chosen(match_run), take_game, &self, error);
    cw_match_worker_destroy(self.worker);
    return status == CW_OK ? self.status : status;
}

cw_status cw_replay_run(cw_lab *run, cw_replay *replay, cw_error *error) {
    run->loaded = replay_point;
    run->loaded_payload = replay;
    cw_status status = cw_lab_load(run, error);
    run->loaded = NULL;
    return status;
}

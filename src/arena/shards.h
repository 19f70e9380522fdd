/* Folders of positions to learn from, as docs/selfplay-format.md describes them: shards of records that NumPy
 * reads, and a manifest. A shard is there in full or not at all. */
#ifndef CW_ARENA_SHARDS_H
#define CW_ARENA_SHARDS_H

#include <jansson.h>

#include "causeway/player.h"

/* What is known of a position; -1 means not known. */
typedef struct cw_position_facts {
    float value, outcome, exact;
    int16_t move, reply;
    uint32_t game;
    uint16_t ply, flags;
} cw_position_facts;

enum {
    CW_POSITION_POLICY = 1,  /* the policy is a target to learn */
    CW_POSITION_WINS = 2,    /* it lists all winning moves */
    CW_POSITION_PLAYED = 4,  /* it is only the move that was played */
    CW_POSITION_EASY = 8,    /* the game's first reasoner proves the position */
    CW_POSITION_PARTLY = 16, /* the policy tells what is proved of single moves */
    CW_POSITION_ASIDE = 32,  /* no position of the game, but one that a proof went through */
};

/* The positions of a shard, as the file holds them. */
typedef struct cw_shard {
    cw_judge_shape shape;
    unsigned char *records;
    size_t count, capacity;
} cw_shard;

void cw_shard_free(cw_shard *shard);

/* The bytes of one record. */
size_t cw_shard_record_size(const cw_judge_shape *shape);

/* Adds a record with zeros in it; NULL when memory is out. Valid until the next one is added. */
unsigned char *cw_shard_add(cw_shard *shard);

/* Record `index` of the shard. */
unsigned char *cw_shard_at(const cw_shard *shard, size_t index);

/* The parts of a record. The policy and the facts may lie anywhere and are copied. */
uint8_t *cw_shard_inputs(unsigned char *record);
void cw_shard_set_policy(const cw_shard *shard, unsigned char *record, const float *policy);
void cw_shard_set_facts(const cw_shard *shard, unsigned char *record, const cw_position_facts *facts);

/* Is shard `number` there? */
bool cw_shard_exists(const char *folder, int64_t number);

/* Writes shard `number`. What cannot be written in full leaves nothing behind. */
cw_status cw_shard_write(const cw_shard *shard, const char *folder, int64_t number, cw_error *error);

/* Makes the folder and its manifest. Where there is a manifest already: with `resume` it must say the same as
 * this one, in whatever words of the game's and the players' options; without it that is an error. */
cw_status cw_shards_open(const cw_game *game, const char *folder, const json_t *manifest, bool resume,
                         cw_error *error);

#endif

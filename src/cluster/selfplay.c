/* Self-play on many machines: every rank makes the shards that are its own. Where ranks share a disk they
 * fill one folder, else each its own; the shards are the same, and have names of their own. */
#include "cli/selfplay.h"

#include <mpi.h>
#include <stdio.h>

#include "cluster/cluster.h"

const cli_command cw_cluster_selfplay_command = {
    .name = "selfplay",
    .operands = "GAME PLAYER",
    .operands_min = 2,
    .operands_max = 2,
    .summary = "games to learn from, on all ranks",
    .examples = "mpirun -n 16 causeway-mpi selfplay hex mcts:sims=100 --games 10k --out games --resume",
    .options = cli_selfplay_options,
};

/* Is everything well on all ranks? */
static bool agree(cw_status status) {
    int mine = status != CW_OK, any = 0;
    MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return any == 0;
}

/* Rank 0 makes the folder; the others find it, or make their own. */
static cw_status open_on_all(cw_selfplay *selfplay, cw_error *error) {
    cw_status status = selfplay->part == 0 ? cw_selfplay_open(selfplay, error) : CW_OK;
    if (!agree(status))
        return status;
    selfplay->resume = true;
    if (selfplay->part > 0)
        status = cw_selfplay_open(selfplay, error);
    return status;
}

cw_status cw_cluster_selfplay(int rank, int ranks, int count, char *const *words, cw_error *error) {
    cli_arguments arguments;
    cw_selfplay selfplay = {0};
    cw_game *game = NULL;
    cw_status status = cli_arguments_parse(&cw_cluster_selfplay_command, count, words, &arguments, error);
    if (status == CW_OK)
        status = cli_selfplay_read(&arguments, &selfplay, &game, error);
    selfplay.part = rank;
    selfplay.parts = ranks;
    bool ready = agree(status);
    if (ready) {
        status = open_on_all(&selfplay, error);
        ready = agree(status);
    }
    if (ready)
        status = cw_selfplay_play(&selfplay, error);
    cw_game_destroy(game);
    return status;
}

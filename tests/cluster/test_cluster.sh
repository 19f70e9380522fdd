#!/bin/sh
# Four ranks play the games of one process; a run whose rank is killed goes on to the same end.
# usage: test_cluster.sh CAUSEWAY CAUSEWAY-MPI
set -eu
single=$1 cluster=$2
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The standings without what depends on the clock.
counts() { sed 's/  [0-9.e+-]* s and.*//; s/  [0-9.e+-]* s a decision.*//; s/[0-9.e+-]* s a game$//; / s in all$/d'; }

ranks() { mpirun --oversubscribe -n 4 "$cluster" "$@"; }

# Waits until games of a run are kept, or a process has ended.
await_games() {
    while kill -0 "$2" 2>/dev/null; do
        ! "$single" db list --db "$1" --json 2>/dev/null | grep -q '"played": [1-9]' || return 0
        sleep 0.1
    done
}

match="match hex:size=5 flat:mode=basic,playouts=20 random --games 60 --seed 3"
# shellcheck disable=SC2086 # the words of the command are meant
{
    "$single" $match --no-db | counts >"$folder/one"
    ranks $match --db "$folder/games.db" | counts >"$folder/four"
}
cmp "$folder/one" "$folder/four"
"$single" db verify --db "$folder/games.db"

long="match hex:size=9 flat:mode=basic,playouts=100 random --games 30 --seed 4"
# shellcheck disable=SC2086
{
    "$single" $long --no-db --threads 2 | counts >"$folder/one"
    ranks $long --db "$folder/killed.db" >"$folder/output" 2>"$folder/farewell" &
    runner=$!
    await_games "$folder/killed.db" "$runner"
    pkill -9 -n -f "$folder/killed.db" || true
    wait $runner || true
    # Where the kill came too late there is a table, else the command to go on with.
    grep -q " s in all$" "$folder/output" ||
        grep -q "to go on: mpirun -n 4 causeway-mpi match hex:size=9.* --resume$" "$folder/farewell"
    ranks $long --db "$folder/killed.db" --resume | counts >"$folder/four"
}
cmp "$folder/one" "$folder/four"

if "$cluster" match hex random random 2>"$folder/error"; then
    echo "one rank alone should be refused" && exit 1
fi
grep -q "at least two ranks" "$folder/error"

# Help needs no ranks, and is help.
"$cluster" --help | grep -q "mpirun -n 5 causeway-mpi match"
"$cluster" match --help | grep -q "^Usage: causeway-mpi match GAME"

# A rank plays one game at a time: threads are refused, and not passed over.
if ranks match hex:size=3 random random --games 2 --no-db --threads 2 2>"$folder/error"; then
    echo "threads should be refused" && exit 1
fi
grep -q "no option of 'match' named '--threads'" "$folder/error"

# Self-play: the shards of four ranks are those of one process, also when some are there already.
play="selfplay hex:size=4 mcts:sims=20 --games 36 --shard 4 --seed 5"
# shellcheck disable=SC2086
{
    "$single" $play --out "$folder/alone"
    ranks $play --out "$folder/shared"
    diff -r "$folder/alone" "$folder/shared"
    rm "$folder/shared/shard-000005.npy" "$folder/shared/shard-000002.npy"
    ranks $play --out "$folder/shared" --resume
    diff -r "$folder/alone" "$folder/shared"
    if ranks $play --out "$folder/shared" 2>"$folder/error"; then
        echo "a folder that holds games should be refused" && exit 1
    fi
    grep -q -e "--resume goes on" "$folder/error"
}

#!/usr/bin/python3
"""A stand-in for `causeway` in the tests of the teacher: `selfplay` and `match` as documented, slow and obvious.

Games are random ones of Hex on 3x3, every position solved by looking at all that can follow.
"""

import functools
import json
import os
import sys

import numpy

SIZE = 3
CELLS = SIZE * SIZE
RECORD = numpy.dtype([
    ("inputs", "u1", (3, SIZE + 4, SIZE + 4)), ("policy", "<f4", (CELLS,)), ("value", "<f4"), ("outcome", "<f4"),
    ("exact", "<f4"), ("move", "<i2"), ("reply", "<i2"), ("game", "<u4"), ("ply", "<u2"), ("flags", "<u2")])


def neighbors(cell):
    row, column = divmod(cell, SIZE)
    for down, right in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE:
            yield (row + down) * SIZE + column + right


def joins(stones):
    """Does the set of cells join top and bottom?"""
    reached = [cell for cell in stones if cell < SIZE]
    for cell in reached:
        reached += [other for other in neighbors(cell) if other in stones and other not in reached]
    return any(cell >= CELLS - SIZE for cell in reached)


def turned(stones):
    """Rows and columns change places, as the other side sees the board."""
    return frozenset(cell % SIZE * SIZE + cell // SIZE for cell in stones)


@functools.lru_cache(maxsize=None)
def winning_moves(own, enemy):
    """The moves that win for who joins top and bottom."""
    free = [cell for cell in range(CELLS) if cell not in own | enemy]
    return [cell for cell in free
            if joins(own | {cell}) or not winning_moves(turned(enemy), turned(own | {cell}))]


def record_of(own, enemy, move, game, ply):
    record = numpy.zeros(1, RECORD)[0]
    planes = record["inputs"]
    planes[0, [0, 1, -2, -1], :] = 1
    planes[1][:, [0, 1, -2, -1]] = 1
    inner = planes[:, 2:-2, 2:-2].reshape(3, CELLS)
    inner[0, list(own)] = 1
    inner[1, list(enemy)] = 1
    inner[2] = 1 - inner[0] - inner[1]
    planes[:, 2:-2, 2:-2] = inner.reshape(3, SIZE, SIZE)
    wins = winning_moves(own, enemy)
    record["policy"] = [-1 if cell in own | enemy else cell in wins and 1 / len(wins) for cell in range(CELLS)]
    record["value"], record["outcome"], record["exact"] = -1, -1, len(wins) > 0
    record["move"], record["reply"], record["game"], record["ply"] = move, -1, game, ply
    record["flags"] = 3 if wins else 0
    return record


def play(rng, game):
    own, enemy, records = frozenset(), frozenset(), []
    while not joins(turned(enemy)):
        move = int(rng.choice([cell for cell in range(CELLS) if cell not in own | enemy]))
        records.append(record_of(own, enemy, move, game, len(records)))
        own, enemy = turned(enemy), turned(own | {move})
    return records


def write_manifest(path, manifest):
    """A folder is gone on with only as it was begun."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            old = json.load(file)
        if old != manifest:
            sys.exit(f"{path} was made with {old}, not {manifest}")
    with open(path + ".part", "w", encoding="utf-8") as file:
        json.dump(manifest, file)
    os.replace(path + ".part", path)


def selfplay(game, player, wish):
    folder, seed = wish["--out"], int(wish["--seed"])
    os.makedirs(folder, exist_ok=True)
    records = [record for number in range(int(wish["--games"]))
               for record in play(numpy.random.default_rng([seed, number]), number)]
    manifest = {"format": "causeway-selfplay", "version": 1, "game": game, "player": player, "seed": str(seed),
                "shard_games": 1000000, "opening": 0, "labels": "exact", "planes": 3, "rows": SIZE + 4,
                "columns": SIZE + 4, "outputs": CELLS}
    write_manifest(os.path.join(folder, "manifest.json"), manifest)
    numpy.save(os.path.join(folder, "shard-000000.npy.part.npy"), numpy.array(records, RECORD))
    os.replace(os.path.join(folder, "shard-000000.npy.part.npy"), os.path.join(folder, "shard-000000.npy"))


def main():
    command, game, player, *rest = sys.argv[1:]
    if command == "selfplay":
        selfplay(game, player, dict(zip(rest[0::2], rest[1::2])))
    elif command == "match":
        print(json.dumps({"players": [{"spec": player, "score": 0.75}, {"spec": rest[0], "score": 0.25}]}))
    else:
        sys.exit(f"no command {command}")


if __name__ == "__main__":
    main()

"""The solver's test: does the network know who wins, and does its first choice win, in positions that are not easy?

The positions come from games of their own seed, which no run learns from: plies 4 to 16 of random games, and none in
which virtual connections already show who wins. Who wins, and whether the network's first choice does, says the
solver.
"""

import os

import numpy
import torch

from data import FLAG_EASY, read_folder, to_batch
from engine import Solver
from model import averaged

FIRST_PLY = 4
LAST_PLY = 16
SEED = 20110711  # never a seed of games to learn from: those are below SEED_LIMIT
SEED_LIMIT = 1000000
GAMES_AT_ONCE = 256
# Labels are asked for because they tell what is easy; the solver itself is asked later, about single moves.
ARGUMENTS = ["--labels", "solver:nodes=1,memory=8", "--referee", "vc", "--plies", f"{FIRST_PLY}:{LAST_PLY}"]


def undecided(records, wanted):
    """Up to `wanted` different positions whose value virtual connections do not prove."""
    inside = (records["ply"] >= FIRST_PLY) & (records["ply"] <= LAST_PLY)
    fitting = records[inside & (records["flags"] & FLAG_EASY == 0)]
    _, first = numpy.unique(fitting["inputs"].reshape(len(fitting), -1), axis=0, return_index=True)
    return fitting[numpy.sort(first)][:wanted]


def stones(record, border=2):
    """Own and enemy stones of the board itself."""
    return record["inputs"][:2, border:-border, border:-border]


def make(engine, folder, size, wanted, view, heed=lambda: None):
    """The test's positions with their exact values, as networks of that view see them, made once and kept in
    `folder`; it takes a minute or two, so it calls `heed` again and again, which may raise."""
    path = os.path.join(folder, f"undecided-{view}-{size}x{size}-{wanted}.npy")
    if os.path.exists(path):
        return numpy.load(path)
    games = os.path.join(folder, f"games-{view}-{size}x{size}")
    found, count = [], 0
    while len(found) < wanted:
        count += GAMES_AT_ONCE
        engine.selfplay(f"hex:size={size}", "random", count, SEED, games, [*ARGUMENTS, "--view", view])
        found = undecided(numpy.concatenate([shard.records for shard in read_folder(games)]), wanted)
    with Solver(engine.program, size) as solver:
        for record in found:
            heed()
            record["exact"] = solver.mover_wins(*stones(record))
    numpy.save(path + ".part.npy", found)
    os.replace(path + ".part.npy", path)
    return found


def measure(engine, network, records):
    """Shares from 0 to 1: `side`, who wins is right; `move`, where a win exists the first choice wins."""
    batch = to_batch(records)
    policy, value = averaged(network, batch.inputs)
    wins = records["exact"] > 0.5
    choices = policy.masked_fill(~batch.legal, -torch.inf).argmax(1)
    size = round(policy.shape[1] ** 0.5)
    with Solver(engine.program, size) as solver:
        good = [solver.mover_wins(*stones(record), choice) for record, choice in zip(records[wins], choices[wins])]
    return {"positions": len(records), "side": float(((value > 0).numpy() == wins).mean()),
            "move": sum(good) / max(1, len(good)), "wins": int(wins.sum())}

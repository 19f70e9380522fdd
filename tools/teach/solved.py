"""The solver's test: does the network know who wins, and does its first choice win, in positions that are not easy?

The positions come from games of their own seed, which no run learns from: `causeway selfplay --labels exact` knows
the value and every winning move. Plies 4 to 16, and none in which virtual connections already show who wins.
"""

import os

import numpy
import torch

from data import FLAG_EASY, read_folder, to_batch
from model import averaged

FIRST_PLY = 4
LAST_PLY = 16
SEED = 20110711  # never a seed of games to learn from: those are below SEED_LIMIT
SEED_LIMIT = 1000000
GAMES_AT_ONCE = 64
PLAYER = "random"
ARGUMENTS = ["--labels", "exact", "--referee", "vc"]


def undecided(records, wanted):
    """Up to `wanted` different positions whose value is known, but not by virtual connections."""
    inside = (records["ply"] >= FIRST_PLY) & (records["ply"] <= LAST_PLY)
    fitting = records[inside & (records["exact"] >= 0) & (records["flags"] & FLAG_EASY == 0)]
    _, first = numpy.unique(fitting["inputs"].reshape(len(fitting), -1), axis=0, return_index=True)
    return fitting[numpy.sort(first)][:wanted]


def make(engine, folder, size, wanted):
    """The test's positions, made once and kept in `folder`."""
    path = os.path.join(folder, f"undecided-{size}x{size}-{wanted}.npy")
    if os.path.exists(path):
        return numpy.load(path)
    games = os.path.join(folder, f"games-{size}x{size}")
    found, count = [], 0
    while len(found) < wanted:
        count += GAMES_AT_ONCE
        engine.selfplay(f"hex:size={size}", PLAYER, count, SEED, games,
                        [*ARGUMENTS, "--plies", f"{FIRST_PLY}:{LAST_PLY}"])
        found = undecided(numpy.concatenate([shard.records for shard in read_folder(games)]), wanted)
    numpy.save(path + ".part.npy", found)
    os.replace(path + ".part.npy", path)
    return found


def measure(network, records):
    """Shares from 0 to 1: `side`, who wins is right; `move`, where a win exists the first choice wins."""
    batch = to_batch(records)
    policy, value = averaged(network, batch.inputs)
    wins = batch.value > 0.5
    first = policy.masked_fill(~batch.legal, -torch.inf).argmax(1)
    is_right = batch.policy.gather(1, first[:, None]).squeeze(1) > 0
    return {"positions": len(records), "side": ((value > 0) == wins).float().mean().item(),
            "move": is_right[wins].float().mean().item(), "wins": int(wins.sum())}

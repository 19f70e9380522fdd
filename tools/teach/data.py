"""Reads what `causeway selfplay` wrote (docs/selfplay-format.md) and deals it out in batches."""

import json
import os
import re
from dataclasses import dataclass

import numpy
import torch

FORMAT = "causeway-selfplay"
VERSION = 1
FLAG_POLICY = 1
FLAG_WINS = 2
FLAG_PLAYED = 4
FLAG_EASY = 8
FLAG_PARTLY = 16
FLAG_ASIDE = 32
NO_MOVE = -1  # in a policy: the output is no legal move
LEAST_LEFT = 0.05  # of the shares of a policy, when a refuted move is taken out, so that the rest is worth learning
EASY_SHARE = 4  # of the positions that a virtual connection decides, one in so many is learnt


class BadFolder(Exception):
    """A folder that holds no games of self-play, or of a version this teacher does not read."""


@dataclass
class Lessons:
    """What the other positions of its game tell about each record."""

    values: numpy.ndarray  # what to learn of who wins, for the mover, -1 unknown
    refuted: numpy.ndarray  # bool: the move that was played is proved to lose a position that is proved to be won

    def of(self, rows):
        return Lessons(self.values[rows], self.refuted[rows])

    @staticmethod
    def joined(parts):
        return Lessons(numpy.concatenate([part.values for part in parts]),
                       numpy.concatenate([part.refuted for part in parts]))


@dataclass
class Shard:
    """The positions of some games, on the disk."""

    path: str
    records: numpy.ndarray
    size: int
    rows: numpy.ndarray  # which of the records are learnt
    lessons: Lessons


def read_manifest(folder):
    path = os.path.join(folder, "manifest.json")
    try:
        with open(path, encoding="utf-8") as file:
            manifest = json.load(file)
    except (OSError, ValueError) as problem:
        raise BadFolder(f"{path}: {problem}") from problem
    if manifest.get("format") != FORMAT or manifest.get("version") != VERSION:
        raise BadFolder(f"{path}: not version {VERSION} of {FORMAT}")
    return manifest


def rows_to_learn(records):
    """All that are hard, and a part of the easy ones; none of which nothing is known but how random moves went on."""
    rows = numpy.arange(len(records))
    flags = records["flags"]
    has_ended = (flags & FLAG_PLAYED != 0) & (records["outcome"] >= 0)
    is_known = (records["exact"] >= 0) | (records["value"] >= 0) | (flags & FLAG_POLICY != 0) | has_ended
    return rows[is_known & ((flags & FLAG_EASY == 0) | (rows % EASY_SHARE == 0))]


def lessons_of(records):
    exact = numpy.array(records["exact"])
    refuted = numpy.zeros(len(records), dtype=bool)
    has_output = records["move"][:-1] >= 0
    refuted[:-1] = is_followed(records) & has_output & (exact[:-1] == 1) & (exact[1:] == 1)
    return Lessons(value_targets(records, balanced_thoughts(records)).astype("f4"), refuted)


def is_aside(records):
    """Is it no position of its game, but one that a proof went through?"""
    return records["flags"] & FLAG_ASIDE != 0


def is_followed(records):
    """Of all records but the last one: is the next one what the move led to?"""
    is_next = (records["game"][1:] == records["game"][:-1]) & (records["ply"][1:] == records["ply"][:-1] + 1)
    return is_next & ~is_aside(records)[1:]


def balanced_thoughts(records):
    """What a search thought of each position. It takes the best of many uncertain moves for its own and so thinks too
    well of who decides; the enemy's thought a move later errs to the other side, so their mean is taken."""
    own = numpy.array(records["value"])
    both = is_followed(records) & (own[1:] >= 0) & (own[:-1] >= 0)
    thoughts = own.copy()
    thoughts[:-1][both] = ((own[:-1] + 1 - own[1:]) / 2)[both]
    return thoughts


def proved_outcomes(records):
    """How each game ended for the mover, or ought to have ended from the first later position on whose value is
    proved: a mistake after it says nothing of what came before."""
    outcomes = numpy.array(records["outcome"])
    game, ply, exact = (numpy.array(records[name]) for name in ("game", "ply", "exact"))
    aside = is_aside(records)
    proof = -1  # the record of the earliest proof after this one
    for here in range(len(records) - 1, -1, -1):
        if proof >= 0 and game[proof] == game[here] and outcomes[here] >= 0:
            is_same_mover = (int(ply[proof]) - int(ply[here])) % 2 == 0
            outcomes[here] = exact[proof] if is_same_mover else 1 - exact[proof]
        if exact[here] >= 0 and not aside[here]:
            proof = here
    return outcomes


def value_targets(records, thoughts):
    """The proved value where there is one; else half how the game ended, half what a search thought. Without a search
    a network's thought is just what it knows already: such games teach how they ended."""
    outcomes, exact = proved_outcomes(records), records["exact"]
    is_searched = (thoughts >= 0) & (records["flags"] & FLAG_PLAYED == 0)
    both = numpy.where(is_searched, (outcomes + thoughts) / 2, outcomes)
    return numpy.where(exact >= 0, exact, numpy.where(outcomes >= 0, both, thoughts))


def read_folder(folder):
    """The shards of a folder, in order; those half written have another name and are not seen."""
    manifest = read_manifest(folder)
    names = sorted(name for name in os.listdir(folder) if re.fullmatch(r"shard-\d+\.npy", name))
    shards = []
    for name in names:
        path = os.path.join(folder, name)
        try:
            records = numpy.load(path, mmap_mode="r")
        except ValueError as problem:
            raise BadFolder(f"{path}: {problem}") from problem
        if len(records) > 0:
            shards.append(Shard(path, records, board_size(manifest), rows_to_learn(records), lessons_of(records)))
    return shards


def board_size(manifest):
    """Outputs of one cell each lie on a square board."""
    return round(manifest["outputs"] ** 0.5)


@dataclass
class Batch:
    """Positions of one size as tensors; what a record leaves unknown is -1."""

    inputs: torch.Tensor  # (batch, planes, rows, columns), bytes
    policy: torch.Tensor  # (batch, outputs), shares; 0 where no legal move
    legal: torch.Tensor  # (batch, outputs), bool
    value: torch.Tensor  # (batch), between 0 and 1
    outcome: torch.Tensor  # (batch), -1, or 0 to 1
    is_exact: torch.Tensor  # (batch), bool: the value is proved
    move: torch.Tensor  # (batch)
    reply: torch.Tensor  # (batch)
    has_policy: torch.Tensor  # (batch), bool
    has_wins: torch.Tensor  # (batch), bool: moves are proved to win or to lose
    proved: torch.Tensor  # (batch, outputs), bool: which moves these are

    def turned(self, which):
        """The positions of `which` (bool) turned by half a turn: the same game, seen from the other end."""
        count = self.policy.shape[1]

        def flip_cells(values):
            return torch.where(which[:, None], values.flip(1), values)

        def flip_index(index):
            return torch.where(which & (index >= 0), count - 1 - index, index)

        inputs = torch.where(which[:, None, None, None], self.inputs.flip(2, 3), self.inputs)
        return Batch(inputs, flip_cells(self.policy), flip_cells(self.legal), self.value, self.outcome, self.is_exact,
                     flip_index(self.move), flip_index(self.reply), self.has_policy, self.has_wins,
                     flip_cells(self.proved))


def without_refuted(records, refuted):
    """The shares of the moves without those that are refuted, and bool: nothing is left that is worth learning."""
    policy = numpy.array(records["policy"])
    rows = numpy.nonzero(refuted & (records["flags"] & (FLAG_WINS | FLAG_PARTLY) == 0))[0]
    policy[rows, records["move"][rows]] = 0
    left = numpy.maximum(policy[rows], 0).sum(axis=1)
    is_bare = numpy.zeros(len(records), dtype=bool)
    is_bare[rows] = left < LEAST_LEFT
    policy[rows] /= numpy.maximum(left, LEAST_LEFT)[:, None]
    return numpy.maximum(policy, 0), is_bare


def to_batch(records, lessons=None):
    """Records as tensors; without `lessons` they are learnt from these records alone."""
    def tensor(values):
        return torch.from_numpy(numpy.ascontiguousarray(values))

    lessons = lessons_of(records) if lessons is None else lessons
    policy, is_bare = without_refuted(records, lessons.refuted)
    exact = records["exact"]
    flags = records["flags"]
    # Where the mover has lost, and no search says more, every move is known to lose.
    all_lose = (exact == 0) & (flags & (FLAG_POLICY | FLAG_PLAYED) == 0)
    has_wins = (flags & (FLAG_WINS | FLAG_PARTLY) != 0) | all_lose
    return Batch(
        inputs=tensor(records["inputs"]),
        policy=tensor(policy),
        legal=tensor(records["policy"] != NO_MOVE),
        value=tensor(lessons.values),
        outcome=tensor(records["outcome"]),
        is_exact=tensor(exact >= 0),
        move=tensor(records["move"].astype("i8")),
        reply=tensor(records["reply"].astype("i8")),
        has_policy=tensor((flags & FLAG_POLICY != 0) & ~is_bare),
        has_wins=tensor(has_wins),
        proved=tensor((records["policy"] >= 0) & has_wins[:, None]),
    )


class Window:
    """The newest positions of each size, as many as the window holds, older ones falling out."""

    def __init__(self, rng):
        self.rng = rng
        self.shards = {}  # size: shards, oldest first

    def add(self, shards):
        for shard in shards:
            self.shards.setdefault(shard.size, []).append(shard)

    def count(self, size):
        return sum(len(shard.rows) for shard in self.shards.get(size, []))

    def trim(self, size, positions):
        """Lets the oldest shards go that are not needed for `positions` positions; returns them."""
        gone = []
        shards = self.shards.get(size, [])
        while shards and self.count(size) - len(shards[0].rows) >= positions:
            gone.append(shards.pop(0))
        return gone

    def batch(self, size, length):
        """Positions drawn at random, each as it is or turned by half a turn."""
        shards = self.shards[size]
        ends = numpy.cumsum([len(shard.rows) for shard in shards])
        chosen = numpy.sort(self.rng.integers(0, ends[-1], length))
        places = numpy.searchsorted(ends, chosen, side="right")
        records, lessons = [], []
        for place in numpy.unique(places):
            shard = shards[place]
            rows = shard.rows[chosen[places == place] - (ends[place] - len(shard.rows))]
            records.append(shard.records[rows])
            lessons.append(shard.lessons.of(rows))
        batch = to_batch(numpy.concatenate(records), Lessons.joined(lessons))
        return batch.turned(torch.from_numpy(self.rng.random(length) < 0.5))

"""Learning: losses, the optimiser with averaged weights, and a state small enough to be kept with the source."""

import copy
import io
import json
import math
import os
import zipfile
from dataclasses import dataclass

import numpy
import torch
from torch.nn import functional

from model import Shape, made, members_of
from optimiser import Levelled, is_matrix

STATE_VERSION = 1
REPLY_WEIGHT = 0.15
NORM_EVERY = 8  # steps between two looks at the means and widths of the averaged network
NO_MOVE = -1e9  # a logit that leaves nothing of its share


@dataclass(frozen=True)
class Settings:
    """How fast and how carefully is learnt."""

    rate: float = 1e-3
    last_rate: float = 5e-5
    warm_up: int = 1000  # steps
    decay_share: float = 0.15  # of all steps, at the end, the rate falls along a cosine
    weight_decay: float = 0.01
    clip: float = 1.0
    average: float = 0.999
    batch: int = 256
    policy_weight: float = 1.0  # of its loss; that of the value counts 1
    levelled: bool = False  # matrices are learnt by steps whose directions all weigh the same, not by AdamW
    halves: bool = False  # 16-bit floats inside the network, where the processor has them


def processor_flags():
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            return set(file.read().split())
    except OSError:
        return set()


def halves_fail():
    """Where the processor multiplies matrices of 16-bit floats (AMX), Debian's PyTorch dies of a fault in oneDNN 2.6."""
    return "amx_bf16" in processor_flags()


def has_halves():
    """Does the processor multiply 16-bit floats itself? Elsewhere they are slower than whole ones."""
    return "avx512_bf16" in processor_flags() and not halves_fail()


def rate_at(step, total, settings):
    """The learning rate: up in a line, level, at the end down along a cosine."""
    if step < settings.warm_up:
        return settings.rate * (step + 1) / settings.warm_up
    fall = max(1, round(total * settings.decay_share))
    done = min(1.0, max(0, step - (total - fall)) / fall)
    return settings.last_rate + (settings.rate - settings.last_rate) * (1 + math.cos(math.pi * done)) / 2


# ---- Losses ----


def mean_where(values, where):
    return (values * where).sum() / where.sum().clamp(min=1)


def winning_moves_loss(logits, batch):
    """Where the solver knows moves: each of these is judged by itself, and the first choice must win."""
    wins = (batch.policy > 0).float()
    proved = batch.proved.float()
    each = functional.binary_cross_entropy_with_logits(logits, wins, reduction="none")
    each = (each * proved).sum(1) / proved.sum(1).clamp(min=1)
    shares = functional.log_softmax(logits.masked_fill(~batch.legal, NO_MOVE), dim=1)
    missed = -torch.logsumexp(shares.masked_fill(wins == 0, NO_MOVE), dim=1)
    return each + torch.where(batch.has_policy, missed, torch.zeros_like(missed))


def shares_loss(logits, batch):
    shares = functional.log_softmax(logits.masked_fill(~batch.legal, NO_MOVE), dim=1)
    return -(batch.policy * shares).sum(1)


def policy_loss(logits, batch):
    """What a search or a proof says of the moves; games without either teach values alone."""
    is_shares = batch.has_policy & ~batch.has_wins
    zero = torch.zeros(len(logits))
    loss = torch.where(batch.has_wins, winning_moves_loss(logits, batch), zero)
    loss = torch.where(is_shares, shares_loss(logits, batch), loss)
    return mean_where(loss, batch.has_wins | is_shares)


def value_loss(logits, batch):
    loss = functional.binary_cross_entropy_with_logits(logits, batch.value.clamp(min=0), reduction="none")
    return mean_where(loss, batch.value >= 0)


def reply_loss(logits, batch):
    """Only replies that a thinking player chose are worth foreseeing."""
    loss = functional.cross_entropy(logits, batch.reply.clamp(min=0), reduction="none")
    is_thought = batch.has_policy & ~batch.has_wins
    return mean_where(loss, (batch.reply >= 0) & is_thought)


def losses(network, batch):
    """Each member learns by itself; what is told is the mean of all."""
    members = members_of(network)
    each = zip(*(losses_of(member, batch) for member in members))
    return tuple(sum(values) / len(members) for values in each)


def losses_of(network, batch):
    policy, value, reply = (logits.float() for logits in network(batch.inputs))
    return policy_loss(policy, batch), value_loss(value, batch), reply_loss(reply, batch)


# ---- The learner ----


class Learner:
    """A network that learns, and the average of its weights, which plays."""

    def __init__(self, shape, settings=Settings(), seed=1):
        torch.manual_seed(seed)
        self.settings = settings
        self.step = 0
        self.adopt(made(shape))

    def adopt(self, network):
        self.network = network
        self.averaged = copy.deepcopy(network).eval()
        self.halves = self.settings.halves and has_halves()
        choice = {"lr": self.settings.rate, "weight_decay": self.settings.weight_decay}
        matrices = [each for each in network.parameters() if self.is_levelled(each)]
        others = [each for each in network.parameters() if not self.is_levelled(each)]
        self.optimisers = [torch.optim.AdamW(others, **choice)]
        if matrices:
            self.optimisers.append(Levelled(matrices, **choice))

    def is_levelled(self, weights):
        return self.settings.levelled and is_matrix(weights)

    def learn(self, batch, total):
        """One step; returns the losses of policy, value and reply."""
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.halves):
            policy, value, reply = losses(self.network, batch)
        self.network.zero_grad()
        (self.settings.policy_weight * policy + value + REPLY_WEIGHT * reply).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.clip)
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = rate_at(self.step, total, self.settings)
            optimiser.step()
        self.step += 1
        self.follow(batch.inputs)
        return policy.item(), value.item(), reply.item()

    def follow(self, inputs):
        """The average follows quickly at first, so that it does not remember how it began."""
        share = min(self.settings.average, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            for mean, now in zip(self.averaged.parameters(), self.network.parameters()):
                mean.lerp_(now, 1 - share)
        if self.network.shape.normed and self.step % NORM_EVERY == 0:
            self.observe(inputs)

    def observe(self, inputs):
        """Averaged weights have means and widths of their own; norms note them while they learn."""
        self.averaged.train()
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.halves):
            self.averaged(inputs)
        self.averaged.eval()

    def grow(self, **larger):
        """Adds blocks at the end or planes to the input; they change nothing until they learn."""
        arrays = self.state()
        shape = Shape.from_dict(self.network.shape.as_dict() | larger)
        planes = shape.planes - self.network.shape.planes
        self.adopt(made(shape))
        self.restore({name: with_planes(values, planes) if name.endswith("stem.weight") else values
                      for name, values in arrays.items()})

    # ---- The state ----

    def state(self):
        """Arrays that say all: averaged weights whole; differences to them and the optimiser's moments halved."""
        arrays = {}
        for name, now in self.network.named_parameters():
            slot = self.slot(now)
            mean = self.averaged.get_parameter(name).detach()
            arrays["mean/" + name] = mean.numpy()
            arrays["now/" + name] = (now.detach() - mean).numpy().astype("f2")
            if "exp_avg" in slot:
                arrays["first/" + name] = halved(slot["exp_avg"])
            if "exp_avg_sq" in slot:
                # Squares of small numbers are too small for 16 bits, their roots are not.
                arrays["second/" + name] = halved(slot["exp_avg_sq"].sqrt())
        for name, seen in observed(self.averaged):
            arrays["seen/" + name] = seen.numpy()
        return arrays

    def slot(self, weights):
        """What an optimiser remembers of some weights, empty before the first step."""
        return next((each.state[weights] for each in self.optimisers if weights in each.state), {})

    def restore(self, arrays):
        """Takes over what `state` gave; a layer that it does not know stays as it is."""
        with torch.no_grad():
            for name, now in self.network.named_parameters():
                if "mean/" + name not in arrays:
                    continue
                mean = torch.from_numpy(arrays["mean/" + name].copy())
                self.averaged.get_parameter(name).copy_(mean)
                now.copy_(mean + torch.from_numpy(arrays["now/" + name].astype("f4")))
                self.restore_moments(now, arrays.get("first/" + name), arrays.get("second/" + name))
            for name, seen in observed(self.averaged):
                if "seen/" + name in arrays:
                    seen.copy_(torch.from_numpy(arrays["seen/" + name]))

    def restore_moments(self, weights, first, second):
        """The other optimiser needs less than AdamW, which begins anew where it lacks its second moments."""
        if first is not None and self.is_levelled(weights):
            self.optimisers[-1].state[weights] = {"exp_avg": whole(first)}
        elif first is not None and second is not None:
            self.optimisers[0].state[weights] = {
                "step": torch.tensor(float(self.step)),
                "exp_avg": whole(first),
                "exp_avg_sq": whole(second).square(),
            }


def observed(network):
    """What norms know of the means and widths of their channels, with names."""
    return [(name, values) for name, values in network.named_buffers() if name.endswith(("_mean", "_var"))]


def with_planes(weights, count):
    """The weights of the first layer with `count` more planes, to which it is blind."""
    return numpy.pad(weights, ((0, 0), (0, count), (0, 0), (0, 0)))


SCALE = 1024.0  # keeps the optimiser's moments away from the smallest 16-bit floats


def halved(values):
    return (values * SCALE).clamp(-65000, 65000).numpy().astype("f2")


def whole(values):
    return torch.from_numpy(values.astype("f4")) / SCALE


class BadState(Exception):
    """A file that does not hold the state of a learner."""


def save(learner, run, path):
    """Writes the learner and what its run remembers (a dict), under another name first: a kill leaves the old file."""
    meta = {"version": STATE_VERSION, "shape": learner.network.shape.as_dict(), "step": learner.step, "run": run}
    content = io.BytesIO()
    numpy.savez_compressed(content, meta=numpy.array(json.dumps(meta)), **learner.state())
    with open(path + ".part", "wb") as file:
        file.write(content.getvalue())
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".part", path)


def load(path, settings):
    """The learner and what its run remembers."""
    try:
        arrays = dict(numpy.load(path))
        meta = json.loads(str(arrays.pop("meta")))
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile) as problem:
        raise BadState(f"{path}: no state of a learner ({problem})") from problem
    if meta["version"] != STATE_VERSION:
        raise BadState(f"{path}: version {meta['version']}, this teacher reads {STATE_VERSION}")
    learner = Learner(Shape.from_dict(meta["shape"]), settings)
    learner.step = meta["step"]
    learner.restore(arrays)
    return learner, meta["run"]

"""The loop of self-play, learning and measuring.

A run lives in a folder:

    plan.json           what it does, copied when it began
    state.npz           the learner and how far the run is; all that must survive
    network.cwn         the averaged weights of that state, for play
    exports/            the same every so many steps, enemies of later ones
    games/R-B-SxS/      the games of round R on board B of the stage, of size S
    held/               positions of the solver's test
    journal.jsonl       everything measured, one line each

One round makes games with the newest export and learns from all in the window, at most `samples` times as many
positions as were new. Whatever moment the run is killed at, it goes on from the last state; if nothing but the state
is left, it plays without learning until its window is filled again.
"""

import json
import os
import shutil
import signal
import threading
import time

import numpy

import solved
from data import Window, read_folder
from engine import EngineFailed
from export import write
from learner import Learner, Settings, load, rate_at, save
from model import Shape

SAVE_EVERY = 500  # steps
EXPORTS_KEPT = 60


class Stopped(Exception):
    """Somebody asked the run to end."""


class BadPlan(Exception):
    """A plan that lacks something or says something that this teacher does not know."""


KEYS = {"game", "seed", "shape", "settings", "window", "refill", "samples", "export_every", "measure_every", "stages",
        "solved", "match"}
STAGE_KEYS = {"name", "steps", "boards", "blocks", "samples"}
BOARD_KEYS = {"size", "player", "games", "arguments"}


def check_keys(place, found, allowed):
    unknown = set(found) - allowed
    if unknown:
        raise BadPlan(f"{place}: unknown {', '.join(sorted(unknown))}; known are {', '.join(sorted(allowed))}")


def read_plan(path):
    try:
        with open(path, encoding="utf-8") as file:
            plan = json.load(file)
    except ValueError as problem:
        raise BadPlan(f"{path}: {problem}") from problem
    check_keys(path, plan, KEYS)
    if not plan.get("stages"):
        raise BadPlan(f"{path}: no stages")
    for stage in plan["stages"]:
        check_keys(f"{path}, stage {stage.get('name')}", stage, STAGE_KEYS)
        for board in stage["boards"]:
            check_keys(f"{path}, stage {stage.get('name')}", board, BOARD_KEYS)
    return plan


class Ahead:
    """Work for another core: one call at a time that runs beside the rest, with an engine of its own."""

    def __init__(self, engine):
        self.engine = engine
        self.thread = None
        self.problem = None

    def begin(self, work, *arguments):
        self.thread = threading.Thread(target=self.do, args=(work, arguments))
        self.thread.start()

    def do(self, work, arguments):
        try:
            work(self.engine, *arguments)
        except Exception as problem:  # told to who waits for the end
            self.problem = problem

    def end(self):
        """Waits for the work; what went wrong in it goes wrong here."""
        if self.thread is not None:
            self.thread.join()
        problem, self.thread, self.problem = self.problem, None, None
        if problem is not None:
            raise problem

    def give_up(self):
        self.engine.stop()
        if self.thread is not None:
            self.thread.join()


class Run:
    def __init__(self, folder, plan, engine, begin_with=None, is_new_plan=False, ahead=None):
        self.folder = folder
        self.plan = plan
        self.engine = engine
        self.ahead = None if ahead is None else Ahead(ahead)
        self.stopped = False
        self.settings = Settings(**plan.get("settings", {}))
        for name in ("exports", "games", "held"):
            os.makedirs(self.path(name), exist_ok=True)
        self.begin(begin_with)
        if is_new_plan:
            self.drop_round()
        self.window = Window(numpy.random.default_rng([plan["seed"], self.learner.step]))
        self.read_window()

    def path(self, *names):
        return os.path.join(self.folder, *names)

    # ---- State and journal ----

    def begin(self, begin_with):
        """Takes up the folder's state, or another run's, or begins anew."""
        state = self.path("state.npz")
        shape = Shape(**{"game": self.plan["game"], **self.plan.get("shape", {})})
        if not os.path.exists(state) and begin_with is not None:
            shutil.copy(begin_with, state)
        if os.path.exists(state):
            self.learner, self.run = load(state, self.settings)
            if self.learner.network.shape.planes < shape.planes:
                self.learner.grow(planes=shape.planes)
        else:
            self.learner = Learner(Shape.from_dict(shape.as_dict()), self.settings, self.plan["seed"])
            self.run = {"round": 0, "learnt": 0, "stage": 0, "stage_step": 0, "positions": 0, "exported": -1,
                        "plays": -1, "elo": []}
        if not os.path.exists(self.newest_export()):
            self.export()

    def save(self):
        save(self.learner, self.run, self.path("state.npz"))
        write(self.learner.averaged, self.path("network.cwn"))

    def write_down(self, kind, values):
        line = {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "kind": kind, "step": self.learner.step,
                "round": self.run["round"], "stage": self.stage()["name"], **values}
        print(json.dumps(line), flush=True)
        with open(self.path("journal.jsonl"), "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def stage(self):
        return self.plan["stages"][min(self.run["stage"], len(self.plan["stages"]) - 1)]

    def total_steps(self):
        return sum(stage["steps"] for stage in self.plan["stages"])

    def is_done(self):
        return self.run["stage"] >= len(self.plan["stages"])

    def heed(self):
        """Ends the round here if the run was told to stop."""
        if self.stopped:
            raise Stopped

    # ---- Games ----

    def round_folder(self, number, place, size):
        return self.path("games", f"{number:06d}-{place}-{size}x{size}")

    def read_window(self):
        """The games of earlier rounds that are on the disk."""
        for name in sorted(os.listdir(self.path("games"))):
            if int(name.split("-")[0]) < self.run["round"]:
                self.window.add(read_folder(self.path("games", name)))

    def make_games(self, engine, number, stage, plays):
        """Fills the folders of round `number`, as far as they are not full already."""
        for place, board in enumerate(stage["boards"]):
            engine.selfplay(f"{self.plan['game']}:size={board['size']}",
                            board["player"].replace("{network}", self.export_path(plays)), board["games"],
                            self.seed(number, place), self.round_folder(number, place, board["size"]),
                            [*board.get("arguments", []), "--view", self.learner.network.shape.view()])
            self.heed()

    def choose_player(self):
        """A round keeps the export that it began with, so that half of it can be gone on with."""
        is_chosen = self.run["learnt"] > 0 or self.run.get("made_ahead", False)
        if not is_chosen or not os.path.exists(self.export_path(self.run["plays"])):
            self.run["plays"] = self.run["exported"]

    def play(self):
        """Makes this round's games and returns the new positions by size."""
        new = {}
        begun = time.monotonic()
        self.choose_player()
        self.make_games(self.engine, self.run["round"], self.stage(), self.run["plays"])
        for place, board in enumerate(self.stage()["boards"]):
            shards = read_folder(self.round_folder(self.run["round"], place, board["size"]))
            new[board["size"]] = new.get(board["size"], 0) + sum(len(shard.rows) for shard in shards)
            self.window.add(shards)
            self.forget(board["size"])
        if self.run["learnt"] == 0:
            self.run["positions"] += sum(new.values())
        self.write_down("games", {"positions": new, "seconds": round(time.monotonic() - begun, 1)})
        return new

    def begin_ahead(self, steps):
        """Lets the next round's games be made while this one learns, by the network as it was when that began."""
        stage = self.stage_after(steps)
        if self.ahead is None or stage is None:
            return
        if self.run.get("ahead", -1) < 0 or not os.path.exists(self.export_path(self.run["ahead"])):
            self.run["ahead"] = self.run["exported"]
        self.ahead.begin(self.make_games, self.run["round"] + 1, stage, self.run["ahead"])

    def stage_after(self, steps):
        """The stage that so many steps more lead to; None after the last one."""
        steps += self.run["stage_step"]
        for stage in self.plan["stages"][self.run["stage"]:]:
            if steps < stage["steps"]:
                return stage
            steps -= stage["steps"]
        return None

    def end_ahead(self):
        if self.ahead is not None:
            self.ahead.end()
        self.run["made_ahead"] = self.run.get("ahead", -1) >= 0
        if self.run["made_ahead"]:
            self.run["plays"] = self.run["ahead"]
        self.run["ahead"] = -1

    def drop_round(self):
        """Half a round by another plan cannot be gone on with; games that are whole stay."""
        self.run["round"] += self.run["learnt"] > 0
        self.run["learnt"] = 0
        self.run["made_ahead"], self.run["ahead"] = False, -1
        for name in os.listdir(self.path("games")):
            if int(name.split("-")[0]) >= self.run["round"]:
                shutil.rmtree(self.path("games", name))

    def forget(self, size):
        """Removes from the disk what has fallen out of the window."""
        for shard in self.window.trim(size, self.window_length()):
            os.remove(shard.path)
            folder = os.path.dirname(shard.path)
            if os.listdir(folder) == ["manifest.json"]:
                shutil.rmtree(folder)

    def seed(self, number, place):
        return (self.plan["seed"] * 7919 + number * 20 + place) % solved.SEED_LIMIT

    def window_length(self):
        """Positions kept of each size: more when more were made."""
        first, last = self.plan.get("window", [200000, 1500000])
        return int(min(last, max(first, self.run["positions"] / 2)))

    def lacks_games(self):
        """After a loss of all games the window is filled before learning goes on."""
        wanted = min(self.plan.get("refill", 20000), self.run["positions"] // 2)
        return sum(self.window.count(board["size"]) for board in self.stage()["boards"]) < wanted

    # ---- Learning ----

    def steps_of(self, new):
        """How much a round's new positions allow to learn."""
        samples = self.stage().get("samples", self.plan.get("samples", 4))
        return int(sum(new.values()) * samples / self.settings.batch)

    def learn(self, new, steps):
        """Learns `steps` steps from the window."""
        sizes = sorted(new)
        shares = numpy.array([new[size] for size in sizes]) / sum(new.values())
        sums, count, begun = numpy.zeros(3), 0, time.monotonic()
        while self.run["learnt"] < steps and not self.is_done():
            self.heed()
            size = sizes[self.window.rng.choice(len(sizes), p=shares)]
            sums += self.learner.learn(self.window.batch(size, self.settings.batch), self.total_steps())
            count += 1
            self.run["learnt"] += 1
            self.advance()
            if self.learner.step % self.export_every() == 0:
                self.export()
                if self.learner.step % self.plan.get("measure_every", self.export_every()) == 0:
                    self.measure()
            if self.learner.step % SAVE_EVERY == 0:
                self.save()
        if count > 0:
            self.note_losses(sums / count, count / (time.monotonic() - begun))

    def note_losses(self, means, rate):
        self.write_down("learn", {
            "policy": round(means[0], 4), "value": round(means[1], 4), "reply": round(means[2], 4),
            "rate": rate_at(self.learner.step, self.total_steps(), self.settings),
            "positions_a_second": round(rate * self.settings.batch),
            "window": {size: self.window.count(size) for size in sorted(self.window.shards)}})

    def advance(self):
        """Counts a step; the next stage may begin with a larger network."""
        self.run["stage_step"] += 1
        if self.run["stage_step"] < self.stage()["steps"]:
            return
        self.run["stage"] += 1
        self.run["stage_step"] = 0
        blocks = self.stage().get("blocks", self.learner.network.shape.blocks)
        if blocks > self.learner.network.shape.blocks:
            self.learner.grow(blocks=blocks)

    # ---- Measuring ----

    def export_every(self):
        return self.plan.get("export_every", 2000)

    def export_path(self, step):
        return self.path("exports", f"{step:07d}.cwn")

    def newest_export(self):
        return self.export_path(self.run["exported"])

    def export(self):
        self.run["exported"] = self.learner.step
        write(self.learner.averaged, self.newest_export())
        self.save()

    def measure(self):
        self.measure_solved()
        self.measure_match()
        self.save()

    def measure_solved(self):
        for test in self.plan.get("solved", []):
            view = self.learner.network.shape.view()
            records = solved.make(self.engine, self.path("held"), test["size"], test["positions"], view, self.heed)
            self.write_down("solved", {"size": test["size"], **solved.measure(self.engine, self.learner.averaged, records)})

    def enemies(self):
        """The last exports that are still on the disk: the newest two, and one further back."""
        there = [entry for entry in self.run["elo"] if os.path.exists(self.export_path(entry[0]))]
        return there[-2:] + there[-6:-5]

    def measure_match(self):
        """The bare network against earlier ones; its Elo is the mean of what each match says."""
        wish = self.plan.get("match")
        if wish is None:
            return
        size = max(self.stage()["boards"], key=lambda board: board["games"])["size"]
        found = []
        for step, elo in self.enemies():
            score = self.engine.match(f"{self.plan['game']}:size={size}", f"net:judge={self.newest_export()}",
                                      f"net:judge={self.export_path(step)}", wish["games"], self.learner.step)
            self.heed()
            found.append(elo + elo_of(score, wish["games"]))
            self.write_down("match", {"size": size, "enemy": step, "games": wish["games"], "score": round(score, 4)})
        elo = sum(found) / len(found) if found else 0.0
        self.run["elo"] = (self.run["elo"] + [[self.learner.step, round(elo, 1)]])[-EXPORTS_KEPT:]
        self.write_down("elo", {"size": size, "elo": round(elo, 1)})

    # ---- The loop ----

    def stop(self, *_):
        self.stopped = True
        self.engine.stop()
        if self.ahead is not None:
            self.ahead.engine.stop()

    def go(self, until=None):
        """Runs to the end of the plan, to a time, or until it is told to stop."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        try:
            while not self.is_done() and (until is None or time.monotonic() < until):
                self.one_round()
            self.measure()
        except (Stopped, EngineFailed):
            if not self.stopped:
                raise
            self.save()
        finally:
            if self.ahead is not None:
                self.ahead.give_up()

    def one_round(self):
        new = self.play()
        if not self.lacks_games():
            steps = self.steps_of(new)
            self.begin_ahead(steps - self.run["learnt"])
            self.learn(new, steps)
        self.end_ahead()
        self.run["round"] += 1
        self.run["learnt"] = 0
        self.save()


def elo_of(score, games):
    """The difference that a score tells, kept finite where every game was won."""
    score = min(max(score, 0.5 / games), 1 - 0.5 / games)
    return -400 * numpy.log10(1 / score - 1)

"""What is killed with SIGKILL at random moments, and how it is known that nothing was lost.

A kind of work is begun, killed, gone on with and killed again until it comes to its end; then its result must be that of
the same work undisturbed, to the byte where time does not matter."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

from session import PATIENCE, Session, free_port

EXPERIMENT = """\
title: Killed now and then
game: "hex:size=4"
players:
  - "flat:mode=basic,playouts={n}"
  - random
games: 300
sides: fixed
seed: SEED
sweep:
  n: [1, 2, 4]
plot: {x: n, y: wins}
"""
PLAN = {"game": "hex", "seed": 2, "shape": {"planes": 3, "channels": 8, "blocks": 2, "pooled": [1]}, "refill": 200,
        "settings": {"warm_up": 10, "batch": 64}, "export_every": 20, "match": {"games": 2},
        "stages": [{"name": "solved", "steps": 200, "boards": [{"size": 3, "player": "random", "games": 40}]}]}


class Loss(Exception):
    """Something that was finished is gone, or is not what it should be."""


def quiet(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, **options)


def must(command, **options):
    done = quiet(command, **options)
    if done.returncode != 0:
        raise Loss(f"{' '.join(command)} fails: {done.stderr.strip()[-400:]}")
    return done.stdout


class Work:
    """Something that runs for about `seconds`, in which it is killed, and can be gone on with."""
    name, seconds, share = "", 2.0, 1.0

    def __init__(self, build, folder, seed):
        self.causeway = os.path.join(build, "causeway")
        self.build, self.folder, self.seed = build, folder, seed
        os.makedirs(folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def command(self):
        raise NotImplementedError

    def start(self):
        return subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=open(self.path("errors"), "w", encoding="utf-8"), start_new_session=True)

    def victim(self, process):
        """Whom to kill."""
        return process.pid

    def check_after_kill(self):
        """Raises Loss when something that was there before is gone."""

    def check_end(self):
        """Raises Loss when the result is not that of undisturbed work."""


def export(causeway, store):
    """All games of a store, each run's in order; a store that was killed before its first page has none."""
    if not os.path.exists(store) or os.path.getsize(store) == 0:
        return {}
    runs = json.loads(must([causeway, "db", "list", "--db", store, "--json"]))
    return {run["run"]: must([causeway, "db", "export", str(run["run"]), "--db", store]).splitlines()
            for run in runs if run["played"] > 0}


class Arena(Work):
    name = "arena"
    kept = 0

    def match(self):
        return ["match", "hex:size=5", "flat:mode=basic,playouts=10", "random", "--games", "1500", "--threads", "2",
                "--seed", str(self.seed)]

    def command(self):
        return [self.causeway, *self.match(), "--db", self.path("games.db"), "--resume"]

    def games(self):
        return export(self.causeway, self.path("games.db")).get(1, [])

    def check_after_kill(self):
        count = len(self.games())
        if count < self.kept:
            raise Loss(f"{self.kept} games were kept, now {count}")
        self.kept = count

    def check_end(self):
        must([self.causeway, "db", "verify", "--db", self.path("games.db")])
        must([self.causeway, *self.match(), "--db", self.path("calm.db")])
        if self.games() != export(self.causeway, self.path("calm.db"))[1]:
            raise Loss("the games differ from those of a match that nobody disturbed")


class Ranks(Arena):
    """Kills one of the ranks, or mpirun itself."""
    name, seconds, share = "mpi", 4.0, 0.1

    def command(self):
        return ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n", "3", os.path.join(self.build, "causeway-mpi"),
                *[word for word in self.match() if word not in ("--threads", "2")],
                "--db", self.path("games.db"), "--resume"]

    def victim(self, process):
        listed = quiet(["ps", "-o", "pid=", "--ppid", str(process.pid)]).stdout.split()
        return random.choice([process.pid] + [int(pid) for pid in listed])


class Laboratory(Work):
    name = "laboratory"

    def run_words(self, store):
        return [self.causeway, "lab", "run", self.path("killed.yaml"), "--db", self.path(store), "--threads", "2"]

    def __init__(self, build, folder, seed):
        super().__init__(build, folder, seed)
        with open(self.path("killed.yaml"), "w", encoding="utf-8") as file:
            file.write(EXPERIMENT.replace("SEED", str(seed)))

    def command(self):
        return self.run_words("games.db")

    def check_end(self):
        must(self.run_words("calm.db"))
        must([self.causeway, "db", "verify", "--db", self.path("games.db")])
        games, calm = (sorted(export(self.causeway, self.path(store)).values()) for store in ("games.db", "calm.db"))
        if games != calm:
            raise Loss("the games differ from those of an experiment that nobody disturbed")


class Selfplay(Work):
    name = "selfplay"

    def words(self, folder):
        return [self.causeway, "selfplay", "hex:size=4", "mcts:sims=20", "--games", "400", "--shard", "4", "--threads", "2",
                "--seed", str(self.seed), "--out", self.path(folder)]

    def command(self):
        return self.words("games") + ["--resume"]

    def check_end(self):
        must(self.words("calm"))
        difference = quiet(["diff", "-r", self.path("games"), self.path("calm")])
        if difference.returncode != 0:
            raise Loss("the shards differ: " + difference.stdout[:300])


class Teaching(Work):
    """The teacher, on games of a program that stands in for Causeway."""
    name, seconds, share = "teaching", 12.0, 0.02
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

    def __init__(self, build, folder, seed):
        super().__init__(build, folder, seed)
        self.steps = 0
        with open(self.path("plan.json"), "w", encoding="utf-8") as file:
            json.dump({**PLAN, "seed": seed}, file)

    @staticmethod
    def is_possible():
        return quiet([sys.executable, "-c", "import torch, numpy"]).returncode == 0

    def command(self):
        return [sys.executable, os.path.join(self.source, "tools", "teach", "teach.py"), "run", "--plan", self.path("plan.json"),
                "--folder", self.path("run"), "--causeway", os.path.join(self.source, "tests", "tools", "teach", "stand_in.py")]

    def journal(self):
        path = self.path("run/journal.jsonl")
        if not os.path.exists(path):
            return []
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")[:-1]  # what has no end of line was not finished
        return [json.loads(line) for line in lines]

    def check_after_kill(self):
        steps = max((entry.get("step", 0) for entry in self.journal()), default=0)
        if steps < self.steps:
            raise Loss(f"step {self.steps} was journalled, now {steps}")
        self.steps = steps

    def check_end(self):
        self.check_after_kill()
        if self.steps != 200 or not os.path.exists(self.path("run/state.npz")):
            raise Loss(f"the teaching ended at step {self.steps}")


class Server(Work):
    """A person plays on; what the server has answered must be there after it was killed."""
    name = "server"

    def __init__(self, build, folder, seed):
        super().__init__(build, folder, seed)
        self.token, self.moves, self.port, self.games = None, [], free_port(), 0
        self.random = random.Random(seed)

    def command(self):
        return [self.causeway, "serve", "--port", str(self.port), "--db", self.path("games.db")]

    def play_until(self, process, deadline):
        """Plays until the moment of the kill; what was asked and not yet answered may or may not have happened."""
        session = Session.connect(self.port)
        table = self.greet(session)
        while time.monotonic() < deadline and process.poll() is None:
            if table is None or table["to_decide"] is None:
                table = session.ask("new", game="hex:size=5", seats=["human", "human"])["table"]
                self.moves = []
                self.games += 1
            move = self.random.choice(table["legal"])["move"]
            table = session.ask("move", move=move, ply=table["ply"])["table"]
            self.moves = [played["move"] for played in table["moves"]]
            time.sleep(0.03)  # the server bears 40 messages a second
        session.close()

    def greet(self, session):
        hello = session.ask("hello", **({"session": self.token} if self.token else {}))
        if self.moves and not hello["resumed"]:
            raise Loss("the session is gone")
        self.token = hello["session"]
        table = hello["table"]
        found = [played["move"] for played in table["moves"]] if table else []
        if found[:len(self.moves)] != self.moves:
            raise Loss(f"{len(self.moves)} moves were answered, now there are {len(found)}")
        return table


KINDS = {work.name: work for work in (Arena, Laboratory, Ranks, Selfplay, Teaching, Server)}


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def end_session(process):
    """Nothing that was started stays, whatever was killed."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def kill_once(work, chance):
    """Starts the work and kills it at a random moment: True. It came to its end first: False."""
    process = work.start()
    moment = chance.uniform(0, work.seconds)
    if isinstance(work, Server):
        work.play_until(process, time.monotonic() + moment)
    else:
        try:
            process.wait(moment)
        except subprocess.TimeoutExpired:
            pass
    status = process.poll()
    if status is None:
        kill(work.victim(process))
        if isinstance(work, Ranks):
            try:
                process.wait(PATIENCE)  # mpirun ends the others
            except subprocess.TimeoutExpired as stuck:
                raise Loss("a run whose rank was killed does not end") from stuck
        end_session(process)
        return True
    if status != 0:
        with open(work.path("errors"), encoding="utf-8") as file:
            raise Loss(f"it ended with status {status}: {file.read()[-400:]}")
    return False


def run_kind(kind, count, build, folder, seed, report):
    """Kills one kind of work `count` times; returns how often, and how many works came to their end."""
    chance, kills, ends, seconds = random.Random(seed), 0, 0, KINDS[kind].seconds
    while kills < count:
        work = KINDS[kind](build, os.path.join(folder, f"{kind}-{seed}-{ends}"), seed * 1000 + ends)
        work.seconds = seconds
        while kills < count and kill_once(work, chance):
            kills += 1
            seconds = work.seconds = min(seconds * 1.05, 2 * KINDS[kind].seconds)
            work.check_after_kill()
            if kills % 10 == 0:
                report(kills)
        seconds *= 0.8  # moments that come after the end are of no use
        if not isinstance(work, Server):
            must(work.command())  # what is left, or nothing
        work.check_end()
        shutil.rmtree(work.folder)
        ends += 1
    return kills, ends

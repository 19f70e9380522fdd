"""The program `causeway` as the teacher uses it: games against itself, matches, and what virtual connections prove."""

import json
import subprocess

COLUMNS = "abcdefghijklmnopqrs"


class EngineFailed(Exception):
    """The program ended with an error; the message is its own."""


class Engine:
    def __init__(self, program, threads=1):
        self.program = program
        self.threads = threads

    def call(self, arguments):
        """Runs a command to its end and returns what it printed."""
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            words = done.stderr.strip() or f"ended with status {done.returncode}"
            raise EngineFailed(f"{self.program} {' '.join(arguments)}: {words}")
        return done.stdout

    def selfplay(self, game, player, games, seed, folder, arguments):
        """Fills a folder with games, or goes on where an earlier call was stopped."""
        self.call(["selfplay", game, player, "--games", str(games), "--seed", str(seed), "--out", folder,
                   "--threads", str(self.threads), "--resume", *arguments])

    def match(self, game, player, enemy, games, seed):
        """The score of `player` against `enemy`, from 0 to 1, from both sides of random openings of two stones."""
        printed = self.call(["match", game, player, enemy, "--games", str(games), "--seed", str(seed), "--openings",
                             "random:2", "--threads", str(self.threads), "--no-db", "--json"])
        return score_in(printed)


def score_in(printed):
    """The first player's mean reward, from the summary that ends the output of a match."""
    summary = json.loads(printed.strip().splitlines()[-1])
    return summary["players"][0]["score"]


class Connections:
    """Which Hex positions virtual connections decide, asked over GTP of one running program."""

    def __init__(self, program, size):
        self.process = subprocess.Popen([program, "gtp", "hex"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.size = size
        self.ask(f"boardsize {size}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def ask(self, command):
        """Sends a command and returns the answer, which ends with an empty line."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if line == "":
                raise EngineFailed(f"causeway gtp ended at '{command}'")
            if line == "\n" and lines:
                break
            lines.append(line)
        answer = "".join(lines).strip()
        if not answer.startswith("="):
            raise EngineFailed(f"causeway gtp: '{command}': {answer}")
        return answer[1:].strip()

    def decide(self, planes):
        """Does a connection decide the position, seen by who is to move, who joins top and bottom?"""
        self.ask("clear_board")
        for color, plane in (("black", planes[0]), ("white", planes[1])):
            for row, column in zip(*plane.nonzero()):
                self.ask(f"play {color} {COLUMNS[column]}{row + 1}")
        questions = ("full black north south", "semi black north south", "full white west east")
        return any(self.joined(question) for question in questions)

    def joined(self, question):
        kind, rest = question.split(" ", 1)
        return self.ask(f"vc-between-cells-{kind} {rest}") != ""

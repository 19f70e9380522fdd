"""The program `causeway` as the teacher uses it: games against itself, matches, and exact values."""

import json
import subprocess


class EngineFailed(Exception):
    """The program ended with an error; the message is its own."""


class Engine:
    def __init__(self, program, threads=1):
        self.program = program
        self.threads = threads
        self.process = None

    def call(self, arguments):
        """Runs a command to its end and returns what it printed."""
        with subprocess.Popen([self.program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as self.process:
            printed, complaint = self.process.communicate()
        if self.process.returncode != 0:
            words = complaint.strip() or f"ended with status {self.process.returncode}"
            raise EngineFailed(f"{self.program} {' '.join(arguments)}: {words}")
        return printed

    def stop(self):
        """Asks the command that runs to end soon; self-play keeps what is whole."""
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()

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


class Solver:
    """The exact value of Hex positions, asked over GTP of one running program."""

    COLUMNS = "abcdefghijklmnopqrs"

    def __init__(self, program, size):
        self.process = subprocess.Popen([program, "gtp", "hex"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.size = size
        self.ask(f"boardsize {size}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def ask(self, command):
        """Sends a command and returns the answer, which ends with an empty line."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line == "\n" and lines:
                break
            lines.append(line)
        answer = "".join(lines).strip()
        if not answer.startswith("="):
            raise EngineFailed(f"{self.process.args[0]} gtp: '{command}': {answer or 'no answer'}")
        return answer[1:].strip()

    def lay(self, color, cell):
        row, column = divmod(int(cell), self.size)
        self.ask(f"play {color} {self.COLUMNS[column]}{row + 1}")

    def mover_wins(self, own, enemy, move=None):
        """Does who is to move and joins top and bottom win? With a move: does it win by that move?"""
        self.ask("clear_board")
        for cell in own.flatten().nonzero()[0]:
            self.lay("black", cell)
        for cell in enemy.flatten().nonzero()[0]:
            self.lay("white", cell)
        if move is not None:
            self.lay("black", move)
        return self.ask(f"dfpn-solve-state {'black' if move is None else 'white'}") == "black"

#!/usr/bin/python3
"""Teaches a network by games against itself; docs/learning.md tells how.

    teach.py run --plan PLAN --folder FOLDER     the whole loop, from nothing or from where it was stopped
    teach.py test --folder FOLDER                the solver's test of the newest weights
    teach.py plot --folder FOLDER --out FILE     the curve as SVG
    teach.py table --folder FOLDER               the same as a table in Markdown
    teach.py keep --folder FOLDER --network FILE --state FILE    copies of all that must survive
"""

import argparse
import os
import resource
import shutil
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PLANS = os.path.join(HERE, "plans")

# OpenBLAS's threads wait by spinning, on the core that makes games. It reads this once, when PyTorch is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

try:
    import torch

    import solved
    from data import BadFolder
    from engine import Engine, EngineFailed
    from export import BadFile, read
    from learner import BadState
    from plot import NothingToDraw, draw, read_journal, table
    from run import BadPlan, Run, read_plan
except ModuleNotFoundError as lacking:
    sys.exit(f"teach: Python lacks {lacking.name}; on Debian: apt install python3-torch python3-numpy")


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="play, learn and measure")
    run.add_argument("--plan", help="stages as JSON: a file, or the name of one in tools/teach/plans "
                     "(needed when the folder is new)")
    run.add_argument("--from-state", metavar="FILE", help="begin a new folder with the state another run kept")
    run.add_argument("--hours", type=float, help="stop after so long; the same command goes on later")
    run.add_argument("--ahead", action="store_true", help="make the next games while learning, on another core")
    run.add_argument("--learn-threads", type=int, default=1, help="threads of learning (default 1)")
    test = commands.add_parser("test", help="the solver's test")
    test.add_argument("--network", metavar="FILE", help="test this one instead of the folder's")
    test.add_argument("--size", type=int, default=7)
    test.add_argument("--positions", type=int, default=1000)
    test.add_argument("--floor", type=float, default=0.95, help="fail below this share (default 0.95)")
    plot = commands.add_parser("plot", help="draw the curve")
    plot.add_argument("--out", required=True, metavar="FILE")
    rows = commands.add_parser("table", help="print the curve as a table")
    rows.add_argument("--every", type=int, default=500, metavar="STEPS", help="a row for each so many (default 500)")
    keep = commands.add_parser("keep", help="copy the newest network and the state")
    keep.add_argument("--network", required=True, metavar="FILE")
    keep.add_argument("--state", required=True, metavar="FILE")
    keep.add_argument("--journal", metavar="FILE", help="copy the journal, too")
    for command in (run, test, plot, rows, keep):
        command.add_argument("--folder", required=True, help="of the run")
    for command in (run, test):
        command.add_argument("--causeway", default=os.path.join(HERE, "..", "..", "build", "causeway"),
                             help="the program (default: the one built here)")
        command.add_argument("--threads", type=int, default=1, help="games at a time (default 1)")
    return parser.parse_args()


def plan_of(wish):
    """The plan to follow, and whether it is another one than before. A plan is copied into the folder; without
    --plan that copy counts."""
    inside = os.path.join(wish.folder, "plan.json")
    old = read_plan(inside) if os.path.exists(inside) else None
    if wish.plan is None and old is None:
        sys.exit(f"teach: {wish.folder} is new: say --plan, one of {', '.join(sorted(os.listdir(PLANS)))}")
    if wish.plan is not None:
        named = os.path.join(PLANS, wish.plan + ".json")
        path = named if os.path.exists(named) else wish.plan
        read_plan(path)
        os.makedirs(wish.folder, exist_ok=True)
        shutil.copy(path, inside)
    plan = read_plan(inside)
    return plan, plan != old


def allow_many_files():
    """Every shard of the window is an open file; the usual limit is soon reached."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run(wish):
    allow_many_files()
    torch.set_num_threads(wish.learn_threads)
    plan, is_new_plan = plan_of(wish)
    ahead = Engine(wish.causeway, wish.threads) if wish.ahead else None
    loop = Run(wish.folder, plan, Engine(wish.causeway, wish.threads), wish.from_state, is_new_plan, ahead)
    loop.go(None if wish.hours is None else time.monotonic() + 3600 * wish.hours)


def test(wish):
    torch.set_num_threads(1)
    network = read(wish.network or os.path.join(wish.folder, "network.cwn"))
    held = os.path.join(wish.folder, "held")
    os.makedirs(held, exist_ok=True)
    engine = Engine(wish.causeway, wish.threads)
    records = solved.make(engine, held, wish.size, wish.positions, network.shape.view())
    found = solved.measure(engine, network, records)
    print(f"{found['positions']} undecided positions on {wish.size}x{wish.size}: the side that wins is right in "
          f"{100 * found['side']:.1f} %, the first choice wins in {100 * found['move']:.1f} % of {found['wins']}")
    return found["side"] >= wish.floor and found["move"] >= wish.floor


def keep(wish):
    shutil.copy(os.path.join(wish.folder, "network.cwn"), wish.network)
    shutil.copy(os.path.join(wish.folder, "state.npz"), wish.state)
    if wish.journal is not None:
        shutil.copy(os.path.join(wish.folder, "journal.jsonl"), wish.journal)


def main():
    wish = parse()
    try:
        if wish.command == "run":
            run(wish)
        elif wish.command == "test":
            return 0 if test(wish) else 1
        elif wish.command == "plot":
            draw(os.path.join(wish.folder, "journal.jsonl"), wish.out)
        elif wish.command == "table":
            print("\n".join(table(read_journal(os.path.join(wish.folder, "journal.jsonl")), wish.every)))
        else:
            keep(wish)
    except (BadFile, BadFolder, BadPlan, BadState, EngineFailed, NothingToDraw, OSError) as problem:
        sys.exit(f"teach: {problem}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

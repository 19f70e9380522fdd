"""What a journal tells: the curve of a run by gnuplot (losses, the solver's test and Elo over the steps), and a table."""

import json
import os
import subprocess
import tempfile


class NothingToDraw(Exception):
    """A journal without figures, or a machine without gnuplot."""


def read_journal(path):
    """The lines of a journal; the last one may have been cut by a kill."""
    entries = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            try:
                entries.append(json.loads(line))
            except ValueError:
                continue
    return entries


def series(entries):
    """What is drawn: (panel, title, points)."""

    def points(kind, field, scale=1, **wanted):
        return [(entry["step"], scale * entry[field]) for entry in entries
                if entry["kind"] == kind and all(entry[key] == value for key, value in wanted.items())]

    result = [("loss", "policy", points("learn", "policy")), ("loss", "value", points("learn", "value"))]
    for size in sorted({entry["size"] for entry in entries if entry["kind"] == "solved"}):
        result.append(("right, %", f"{size}x{size} side that wins", points("solved", "side", 100, size=size)))
        result.append(("right, %", f"{size}x{size} first choice", points("solved", "move", 100, size=size)))
    result.append(("Elo of the bare network", "against earlier exports", points("elo", "elo")))
    return [part for part in result if part[2]]


def table(entries, every):
    """Lines of Markdown, one for each Elo at a multiple of `every` steps and for the last one."""
    lines = ["| step | stage | positions made | solver's test, side and first choice | Elo of the bare network |",
             "|---|---|---|---|---|"]
    made, test = 0, ""
    measured = [entry["step"] for entry in entries if entry["kind"] == "elo"]
    for entry in entries:
        if entry["kind"] == "games":
            made += sum(entry["positions"].values())
        elif entry["kind"] == "solved":
            test = f"{100 * entry['side']:.1f} and {100 * entry['move']:.1f} %"
        elif entry["kind"] == "elo" and (entry["step"] % every == 0 or entry["step"] == measured[-1]):
            lines.append(f"| {entry['step']:,} | {entry['stage']} | {made:,} | {test} | "
                         f"{entry['elo']:,.0f} ({entry['size']}x{entry['size']}) |")
            test = ""
    return lines


def script(parts, folder, out):
    panels = list(dict.fromkeys(panel for panel, _, _ in parts))
    lines = [f"set terminal svg size 800,{260 * len(panels)} font 'sans,12' background 'white'",
             f"set output '{out}'", "set grid", "set xlabel 'steps'", "set key below",
             f"set xrange [0:{max(step for _, _, points in parts for step, _ in points)}]",
             f"set multiplot layout {len(panels)},1"]
    for panel in panels:
        curves = []
        for number, (place, title, points) in enumerate(parts):
            if place != panel:
                continue
            name = os.path.join(folder, f"{number}.dat")
            with open(name, "w", encoding="utf-8") as file:
                file.writelines(f"{step} {value}\n" for step, value in points)
            curves.append(f"'{name}' with linespoints pointsize 0.4 title '{title}'")
        lines += [f"set ylabel '{panel}'", "plot " + ", ".join(curves)]
    return "\n".join(lines + ["unset multiplot"]) + "\n"


def draw(journal, out):
    parts = series(read_journal(journal))
    if not parts:
        raise NothingToDraw(f"{journal}: nothing measured yet")
    with tempfile.TemporaryDirectory() as folder:
        try:
            subprocess.run(["gnuplot"], input=script(parts, folder, out), text=True, check=True)
        except (OSError, subprocess.CalledProcessError) as problem:
            raise NothingToDraw(f"gnuplot: {problem}") from problem

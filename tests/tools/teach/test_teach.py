#!/usr/bin/python3
"""Tests of tools/teach; skipped (status 77) where PyTorch is not there."""

import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib
from dataclasses import replace

HERE = os.path.dirname(os.path.abspath(__file__))
TEACH = os.path.join(HERE, "..", "..", "..", "tools", "teach")
sys.path[:0] = [TEACH, HERE]

try:
    import numpy
    import torch
except ModuleNotFoundError as lacking:
    print(f"skipped: Python lacks {lacking.name}")
    sys.exit(77)

import export
import stand_in
from data import (EASY_SHARE, FLAG_ASIDE, FLAG_EASY, FLAG_PARTLY, FLAG_PLAYED, FLAG_POLICY, Window, balanced_thoughts, lessons_of,
                  proved_outcomes,
                  read_folder, rows_to_learn, to_batch)
from engine import Engine, Solver
from learner import Learner, Settings, halves_fail, load, losses, policy_loss, rate_at, reply_loss, save
from model import Network, Shape, averaged, folded, hexagon, made
from optimiser import levelled
from plot import read_journal, series, table
from run import read_plan
from solved import make, measure, stones, undecided

SMALL = Shape(planes=3, channels=8, blocks=2, pooled=(1,))
NORMED = replace(SMALL, normed=True)
PANEL = replace(SMALL, members=3)
STAND_IN = os.path.join(HERE, "stand_in.py")
torch.set_num_threads(1)


def noisy_network(shape=SMALL, seed=1):
    """A network none of whose weights is zero where it counts."""
    torch.manual_seed(seed)
    network = made(shape)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter += 0.1 * torch.randn_like(parameter)
    return network


def solved_records(games=200, seed=5):
    return numpy.array([record for game in range(games)
                        for record in stand_in.play(numpy.random.default_rng([seed, game]), game)], stand_in.RECORD)


def solved_batch(games=200, seed=5):
    return to_batch(solved_records(games, seed))


# ---- A slow and obvious reader of docs/network-format.md ----


def hexagonal_taps(count):
    radius = {1: 0, 7: 1, 19: 2}[count]
    steps = range(-radius, radius + 1)
    return [(row, column) for row in steps for column in steps if abs(row + column) <= radius]


class SlowNetwork:
    """Computes a network file line by line, cell by cell."""

    def __init__(self, path):
        text, self.weights = export.read_parts(path)
        self.lines = text.splitlines()

    def take(self, *shape):
        count = int(numpy.prod(shape))
        part = self.weights[self.used:self.used + count].reshape(shape)
        self.used += count
        return part.astype("f8")

    def evaluate(self, planes):
        """`planes` are (planes, rows, columns) with the border; returns policy logits and the value's."""
        self.used, self.border = 0, 0
        self.held = {"input": planes.transpose(1, 2, 0).astype("f8")}
        for line in self.lines[2:]:
            words = line.split()
            settings = dict(word.split("=") for word in words if "=" in word and word != "=")
            getattr(self, "do_" + words[0])(words, settings)
        assert self.used == len(self.weights)
        return self.policy, self.value

    def do_input(self, words, settings):
        self.border = int(settings["border"])

    def do_conv(self, words, settings):
        source, out, taps = self.held[words[3]], int(settings["out"]), hexagonal_taps(int(settings["taps"]))
        weights, bias = self.take(len(taps), source.shape[2], out), self.take(out)
        border = self.border if words[3] == "input" else 0
        size = source.shape[0] - 2 * border
        result = numpy.zeros((size, size, out)) + bias
        for row in range(size):
            for column in range(size):
                for tap, (down, right) in enumerate(taps):
                    y, x = row + border + down, column + border + right
                    if 0 <= y < source.shape[0] and 0 <= x < source.shape[1]:
                        result[row, column] += source[y, x] @ weights[tap]
        self.finish(words, settings, result)

    def do_pool(self, words, _):
        source = self.held[words[3]]
        self.held[words[1]] = numpy.concatenate([source.mean((0, 1)), source.max((0, 1))])

    def do_dense(self, words, settings):
        source, out = self.held[words[3]], int(settings["out"])
        weights, bias = self.take(len(source), out), self.take(out)
        self.finish(words, settings, source @ weights + bias)

    def finish(self, words, settings, result):
        for name in ("shift", "add"):
            if name in settings:
                result = result + self.held[settings[name]]
        self.held[words[1]] = numpy.maximum(result, 0) if "relu" in words else result

    def do_policy(self, words, _):
        self.policy = self.held[words[1]].reshape(-1)

    def do_value(self, words, _):
        self.value = float(self.held[words[1]][0])


class TestModel(unittest.TestCase):
    def test_kernel_is_a_hexagon(self):
        self.assertEqual([int(hexagon(radius).sum()) for radius in (0, 1, 2)], [1, 7, 19])
        self.assertEqual([hexagon(1)[row, column].item() for row, column in ((0, 0), (0, 2), (2, 0), (2, 2))],
                         [0, 1, 1, 0])

    def test_one_network_takes_every_size(self):
        network = noisy_network()
        for size in (1, 5, 11, 19):
            policy, value, reply = network(torch.rand(2, 3, size + 4, size + 4))
            self.assertEqual((policy.shape, value.shape, reply.shape), ((2, size ** 2), (2,), (2, size ** 2)))

    def test_a_panel_decides_by_the_mean_of_its_members(self):
        panel, inputs = noisy_network(PANEL), torch.rand(2, 3, 9, 9)
        for together, *opinions in zip(panel(inputs), *(member(inputs) for member in panel.members)):
            torch.testing.assert_close(together, sum(opinions) / 3)

    def test_growth_changes_nothing_at_first(self):
        inputs = torch.rand(3, 5, 9, 9)
        for shape in (SMALL, NORMED, PANEL):
            learner = Learner(shape)
            learner.network = noisy_network(shape)
            before = learner.network(inputs[:, :3])
            learner.grow(blocks=4, planes=5)
            self.assertEqual(learner.network.shape.blocks, 4)
            for old, new in zip(before, learner.network(inputs)):
                torch.testing.assert_close(old, new, atol=2e-3, rtol=2e-3)  # the state keeps differences in 16 bits


class TestExport(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "small.cwn")
        self.network = noisy_network()
        export.write(self.network, self.path)

    def check_file(self, network):
        export.write(network, self.path)
        slow = SlowNetwork(self.path)
        for size in (3, 5):
            planes = numpy.random.default_rng(size).integers(0, 2, (3, size + 4, size + 4)).astype("u1")
            policy, value = slow.evaluate(planes)
            with torch.no_grad():
                logits, judged, _ = network(torch.from_numpy(planes[None]).float())
            numpy.testing.assert_allclose(logits[0].numpy(), policy, atol=1e-4)
            self.assertAlmostEqual(judged.item(), value, places=4)

    def test_file_computes_what_the_network_does(self):
        self.check_file(self.network)
        self.check_file(noisy_network(PANEL))

    def test_a_panel_is_read_again(self):
        panel = noisy_network(PANEL)
        export.write(panel, self.path)
        copy = export.read(self.path)
        self.assertEqual(copy.shape, PANEL)
        numpy.testing.assert_allclose(export.weights_of(copy), export.weights_of(panel), rtol=1e-6)

    def test_norms_become_part_of_the_convolutions(self):
        learner, batch = Learner(NORMED, Settings(warm_up=10, rate=3e-3)), solved_batch(50)
        for _ in range(40):
            learner.learn(batch, 1000)
        export.write(learner.averaged, self.path)
        copy = export.read(self.path)
        self.assertEqual(copy.shape, SMALL)
        for written, learnt in zip(averaged(copy, batch.inputs), averaged(learner.averaged, batch.inputs)):
            torch.testing.assert_close(written, learnt, atol=1e-4, rtol=1e-4)

    def test_read_gives_the_same_network(self):
        copy = export.read(self.path)
        self.assertEqual(copy.shape, self.network.shape)
        numpy.testing.assert_array_equal(export.weights_of(copy), export.weights_of(self.network))

    def refused(self, change, words):
        with open(self.path, "rb") as file:
            content = bytearray(file.read())
        with open(self.path, "wb") as file:
            file.write(change(content))
        with self.assertRaisesRegex(export.BadFile, words):
            export.read(self.path)

    def test_cut_file_is_refused(self):
        self.refused(lambda content: content[:-4], "damaged")

    def test_changed_weight_is_refused(self):
        self.refused(lambda content: content[:-1] + bytes([content[-1] ^ 1]), "damaged")

    def test_other_version_is_refused(self):
        self.refused(lambda content: content[:8] + struct.pack("<I", 2) + content[12:], "version 2")

    def test_other_file_is_refused(self):
        self.refused(lambda content: b"something else altogether", "no network")

    def test_network_of_another_kind_is_refused(self):
        text = b"game tantrix\ninput vector size=2\ndense v = input out=1\nvalue v\n"
        body = text + numpy.zeros(3, "<f4").tobytes()
        header = export.MAGIC + struct.pack("<IIII", 1, len(text), 3, zlib.crc32(body))
        self.refused(lambda content: header + body, "another kind")


class TestData(unittest.TestCase):
    def test_half_turn_keeps_the_truth(self):
        batch = solved_batch(30)
        turned = batch.turned(torch.ones(len(batch.move), dtype=torch.bool))
        for row in range(len(batch.move)):
            own, enemy = ({int(cell) for cell in plane.flatten().nonzero()}
                          for plane in turned.inputs[row, :2, 2:-2, 2:-2])
            wins = stand_in.winning_moves(frozenset(own), frozenset(enemy))
            self.assertEqual([int(cell) for cell in (turned.policy[row] > 0).nonzero()], wins)
            self.assertTrue(turned.legal[row, turned.move[row]])
        torch.testing.assert_close(turned.inputs[:, 2, 2:-2, 2:-2].flatten(1) > 0, turned.legal)

    def test_values_prefer_proof_then_mix(self):
        records = numpy.zeros(3, stand_in.RECORD)
        records["exact"], records["outcome"], records["value"] = [1, -1, -1], [0, 1, 1], [0.5, 0.5, -1]
        batch = to_batch(records)
        self.assertEqual(batch.value.tolist(), [1.0, 0.75, 1.0])

    def test_thoughts_of_both_sides_are_balanced(self):
        records = numpy.zeros(6, stand_in.RECORD)
        records["game"], records["ply"] = [1, 1, 1, 1, 2, 2], [3, 4, 6, 7, 8, 9]
        records["value"] = [0.75, 0.5, 0.875, -1, 0.25, 0.5]
        self.assertEqual(balanced_thoughts(records).tolist(), [0.625, 0.5, 0.875, -1, 0.375, 0.5])
        records["outcome"], records["exact"] = 1, -1
        self.assertEqual(to_batch(records).value.tolist()[:2], [0.8125, 0.75])

    def test_a_proof_later_in_the_game_counts_more_than_its_end(self):
        records = numpy.zeros(6, stand_in.RECORD)
        records["game"], records["ply"], records["value"] = [1, 1, 1, 1, 2, 2], [3, 4, 5, 6, 8, 9], -1
        records["exact"] = [-1, -1, 1, -1, -1, 1]
        records["outcome"] = [0, 1, 0, 1, -1, 1]
        self.assertEqual(proved_outcomes(records).tolist(), [1, 0, 0, 1, -1, 1])
        self.assertEqual(to_batch(records).value.tolist(), [1, 0, 1, 1, -1, 1])

    def test_a_move_that_throws_a_win_away_is_not_learnt(self):
        records = numpy.zeros(5, stand_in.RECORD)
        records["game"], records["ply"] = [1, 1, 2, 2, 2], [3, 4, 5, 6, 7]
        records["exact"] = [1, 1, 1, 1, 0]
        records["flags"] = FLAG_POLICY
        records["policy"][:, :3] = [[0.5, 0.25, 0.25], [1, 0, 0], [1, 0, 0], [0.5, 0.5, 0], [1, 0, 0]]
        batch = to_batch(records)
        self.assertEqual(batch.policy[:, :3].tolist(), [[0, 0.5, 0.5], [1, 0, 0], [0, 0, 0], [0.5, 0.5, 0], [1, 0, 0]])
        self.assertEqual(batch.has_policy.tolist(), [True, True, False, True, True])
        records["policy"][:, 5] = -1  # and what is no move does not become one
        self.assertFalse(to_batch(records).legal[:, 5].any())
        records["policy"][:, 5] = 0
        records["move"] = -1  # a swap has no share that could be taken out
        self.assertEqual(to_batch(records).policy.tolist(), records["policy"].tolist())

    def test_positions_aside_of_a_game_tell_nothing_of_it(self):
        records = numpy.zeros(3, stand_in.RECORD)
        records["game"], records["ply"], records["value"] = 1, [3, 4, 5], -1
        records["exact"], records["outcome"] = [-1, -1, 1], [0, 1, -1]
        records["flags"] = [0, 0, FLAG_ASIDE | FLAG_PARTLY]
        self.assertEqual(proved_outcomes(records).tolist(), [0, 1, -1])
        self.assertEqual(to_batch(records).value.tolist(), [0, 1, 1])
        records["exact"], records["flags"] = 1, [FLAG_POLICY, FLAG_POLICY, FLAG_ASIDE | FLAG_PARTLY]
        self.assertEqual(lessons_of(records).refuted.tolist(), [True, False, False])

    def test_moves_that_are_proved_are_learnt_one_by_one(self):
        records = numpy.zeros(2, stand_in.RECORD)
        records["policy"][:, :4] = [[1, 0, -2, -1], [0, 0, 0, -1]]
        records["flags"], records["exact"] = [FLAG_PARTLY | FLAG_POLICY, FLAG_PARTLY], [1, 0]
        batch = to_batch(records)
        self.assertEqual(batch.proved[:, :4].tolist(), [[True, True, False, False], [True, True, True, False]])
        self.assertEqual(batch.legal[:, :4].tolist(), [[True, True, True, False]] * 2)
        logits = torch.zeros(batch.policy.shape)
        before = policy_loss(logits, batch)
        logits[0, 2] = -5  # of which nothing is known, but that another move wins
        self.assertLess(policy_loss(logits, batch), before)
        logits[0, 1] = 5  # which loses
        self.assertGreater(policy_loss(logits, batch), before)

    def test_games_that_were_cut_and_not_thought_about_teach_nothing(self):
        records = numpy.zeros(3, stand_in.RECORD)
        records["flags"], records["value"] = FLAG_PLAYED, -1
        records["exact"], records["outcome"] = [-1, 1, -1], [-1, -1, 1]
        self.assertEqual(rows_to_learn(records).tolist(), [1, 2])

    def test_easy_positions_are_learnt_less_often(self):
        records = numpy.zeros(10 * EASY_SHARE, stand_in.RECORD)
        records["flags"][::2] = FLAG_EASY
        kept = records[rows_to_learn(records)]
        self.assertEqual((kept["flags"] == 0).sum(), 5 * EASY_SHARE)
        self.assertEqual((kept["flags"] != 0).sum(), 10)

    def test_how_random_moves_went_on_is_not_learnt(self):
        records = numpy.zeros(5, stand_in.RECORD)
        records["exact"], records["value"] = [-1, 1, -1, -1, 0], [-1, -1, 0.4, -1, -1]
        records["flags"][3] = FLAG_PLAYED
        self.assertEqual(list(rows_to_learn(records)), [1, 2, 3, 4])

    def test_undecided_positions_are_of_the_right_plies_and_differ(self):
        records = solved_records(40)
        records["flags"][records["ply"] == 5] |= FLAG_EASY
        kept = undecided(records, 1000)
        self.assertEqual(set(kept["ply"]), {4, 6, 7, 8} & set(records["ply"]))
        self.assertEqual(len({record["inputs"].tobytes() for record in kept}), len(kept))

    def test_window_forgets_the_oldest(self):
        with tempfile.TemporaryDirectory() as folder:
            window = Window(numpy.random.default_rng(1))
            for number in range(3):
                part = os.path.join(folder, str(number))
                stand_in.selfplay("hex:size=3", "random", {"--out": part, "--seed": number, "--games": 10})
                window.add(read_folder(part))
            oldest = window.shards[3][0]
            needed = window.count(3) - len(oldest.records)
            self.assertEqual(window.trim(3, needed + 1), [])
            self.assertEqual(window.trim(3, needed), [oldest])
            self.assertEqual(window.count(3), needed)
            self.assertEqual(window.batch(3, 64).inputs.shape, (64, 3, 7, 7))


class TestLearner(unittest.TestCase):
    def test_rate_rises_stays_and_falls(self):
        settings = Settings(warm_up=10)
        rates = [rate_at(step, 1000, settings) for step in (0, 10, 800, 925, 1000)]
        for rate, right in zip(rates, (1e-4, 1e-3, 1e-3, 5.25e-4, 5e-5)):
            self.assertAlmostEqual(rate, right, places=6)

    def test_learns_solved_positions(self):
        batch = solved_batch()
        for shape in (SMALL, NORMED, PANEL):
            learner = Learner(shape, Settings(warm_up=10, rate=3e-3))
            before = sum(losses(learner.network, batch)).item()
            for _ in range(150):
                learner.learn(batch, 10000)
            self.assertLess(sum(losses(learner.network, batch)).item(), before / 2)
            self.assertLess(sum(losses(learner.averaged, batch)).item(), before)

    def test_games_without_search_teach_values_alone(self):
        records = solved_records(20)
        records["flags"], records["exact"], records["outcome"], records["value"] = FLAG_PLAYED, -1, 1, 0.5
        batch = to_batch(records)
        logits = torch.zeros(len(records), 9, requires_grad=True)
        (policy_loss(logits, batch) + reply_loss(logits, batch)).backward()
        self.assertEqual(int((logits.grad != 0).sum()), 0)
        self.assertTrue((batch.value == 1).all())

    def check_a_kept_state(self, settings, shape=SMALL):
        batch = solved_batch(50)
        learner = Learner(shape, settings)
        for _ in range(30):
            learner.learn(batch, 1000)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "state.npz")
            save(learner, {"round": 7}, path)
            again, run = load(path, learner.settings)
        self.assertEqual((run, again.step), ({"round": 7}, 30))
        numpy.testing.assert_array_equal(*(export.weights_of(folded(each.averaged)) for each in (again, learner)))
        for _ in range(10):
            first, second = learner.learn(batch, 1000), again.learn(batch, 1000)
            numpy.testing.assert_allclose(first, second, rtol=0.02)

    def test_state_goes_on_as_if_never_stopped(self):
        self.check_a_kept_state(Settings(warm_up=10))
        self.check_a_kept_state(Settings(warm_up=10, levelled=True))
        self.check_a_kept_state(Settings(warm_up=10, levelled=True), replace(NORMED, members=2))

    def test_either_optimiser_goes_on_with_the_state_of_the_other(self):
        batch = solved_batch(50)
        for before, after in ((True, False), (False, True)):
            learner = Learner(SMALL, Settings(warm_up=10, levelled=before))
            learner.learn(batch, 1000)
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "state.npz")
                save(learner, {}, path)
                again, _ = load(path, Settings(warm_up=10, levelled=after))
            first = again.learn(batch, 1000)
            for _ in range(60):
                last = again.learn(batch, 1000)
            self.assertLess(sum(last), sum(first))

    def test_a_levelled_matrix_has_singular_values_near_one(self):
        torch.manual_seed(1)
        for rows, columns in ((8, 30), (30, 8)):
            strong = torch.randn(rows, 1) @ torch.randn(1, columns)
            found = torch.linalg.svdvals(levelled(torch.randn(rows, columns) + 5 * strong))
            self.assertTrue(((found > 0.6) & (found < 1.3)).all(), found)

    @unittest.skipIf(halves_fail(), "16-bit floats end the process here")
    def test_half_floats_learn_the_same(self):
        batch = solved_batch(50)
        whole, half = (Learner(SMALL, Settings(warm_up=10, levelled=True)) for _ in range(2))
        half.halves = True
        for _ in range(40):
            first, second = whole.learn(batch, 1000), half.learn(batch, 1000)
        numpy.testing.assert_allclose(sum(second), sum(first), rtol=0.1)

    def test_state_and_weights_are_small(self):
        learner = Learner(Shape(blocks=8, pooled=(2, 4)))
        inputs = torch.rand(2, learner.network.shape.planes, 9, 9)
        policy, value, reply = learner.network(inputs)
        (policy.sum() + value.sum() + reply.sum()).backward()
        for optimiser in learner.optimisers:
            optimiser.step()
        with tempfile.TemporaryDirectory() as folder:
            save(learner, {}, os.path.join(folder, "state.npz"))
            export.write(learner.averaged, os.path.join(folder, "network.cwn"))
            self.assertLess(sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder)), 3e6)


class TestJournal(unittest.TestCase):
    def test_table_counts_positions_and_picks_rows(self):
        entries = [{"kind": "games", "positions": {"7": 1000, "9": 500}},
                   {"kind": "solved", "step": 500, "side": 0.84, "move": 0.871},
                   {"kind": "elo", "step": 500, "stage": "seven", "size": 7, "elo": 0.0},
                   {"kind": "games", "positions": {"9": 250}},
                   {"kind": "elo", "step": 750, "stage": "nine", "size": 9, "elo": 99.0},
                   {"kind": "elo", "step": 900, "stage": "nine", "size": 9, "elo": 1234.4}]
        self.assertEqual(table(entries, 500)[2:],
                         ["| 500 | seven | 1,500 | 84.0 and 87.1 % | 0 (7x7) |", "| 900 | nine | 1,750 |  | 1,234 (9x9) |"])


class TestRun(unittest.TestCase):
    PLAN = {"game": "hex", "seed": 2, "shape": {"planes": 3, "channels": 8, "blocks": 2, "pooled": [1]}, "refill": 200,
            "settings": {"warm_up": 10, "batch": 64}, "export_every": 20, "match": {"games": 2},
            "stages": [
                {"name": "solved", "steps": 40, "boards": [
                    {"size": 3, "player": "net:judge={network}", "games": 40}, {"size": 3, "player": "random", "games": 20}]},
                {"name": "more", "steps": 20, "boards": [{"size": 3, "player": "random", "games": 30}]}]}

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.run_folder = os.path.join(self.folder.name, "run")
        self.plan = os.path.join(self.folder.name, "plan.json")
        with open(self.plan, "w", encoding="utf-8") as file:
            json.dump(self.PLAN, file)

    def start(self, *more):
        return subprocess.Popen([sys.executable, os.path.join(TEACH, "teach.py"), "run", "--plan", self.plan, "--folder",
                                 self.run_folder, "--causeway", STAND_IN, *more], stdout=subprocess.DEVNULL)

    def entries(self):
        path = os.path.join(self.run_folder, "journal.jsonl")
        return read_journal(path) if os.path.exists(path) else []

    def wait_for(self, kind):
        deadline = time.monotonic() + 120
        while not any(entry["kind"] == kind for entry in self.entries()):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def shards(self):
        return [shard for name in sorted(os.listdir(os.path.join(self.run_folder, "games")))
                for shard in read_folder(os.path.join(self.run_folder, "games", name))]

    def test_survives_a_kill_and_the_loss_of_all_but_its_state(self):
        killed = self.start()
        self.wait_for("elo")
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        state = os.path.join(self.run_folder, "state.npz")
        reached = load(state, Settings())[0].step
        self.assertGreaterEqual(reached, 20)
        for name in ("games", "exports"):
            subprocess.run(["rm", "-r", os.path.join(self.run_folder, name)], check=True)
        before = len(self.entries())
        self.assertEqual(self.start().wait(), 0)
        later = self.entries()[before:]
        self.assertEqual(later[-1]["step"], 60)
        self.assertEqual([entry["kind"] for entry in later[:2]], ["games", "learn"])
        shards = self.shards()
        self.assertEqual(len({bytes(shard.records) for shard in shards}), len(shards))
        self.assertGreater(later[1]["step"], reached)
        self.assertTrue({"policy", "value"} < {title for _, title, _ in series(self.entries())})

    def test_games_made_ahead_are_those_of_their_round(self):
        killed = self.start("--ahead")
        self.wait_for("elo")
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        self.assertEqual(self.start("--ahead").wait(), 0)
        self.assertEqual(self.entries()[-1]["step"], 60)
        games = [bytes(shard.records) for shard in self.shards()]
        self.assertEqual(len(set(games)), len(games))
        subprocess.run(["rm", "-r", self.run_folder], check=True)
        self.assertEqual(self.start().wait(), 0)
        one_by_one = [bytes(shard.records) for shard in self.shards()]
        self.assertEqual(games[:len(one_by_one)], one_by_one)

    def test_unknown_key_of_a_plan_is_refused(self):
        with open(self.plan, "w", encoding="utf-8") as file:
            json.dump(self.PLAN | {"stage": []}, file)
        done = subprocess.run([sys.executable, os.path.join(TEACH, "teach.py"), "run", "--plan", self.plan, "--folder",
                               self.run_folder], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, "unknown stage;" in done.stderr), (1, True))


@unittest.skipUnless("CAUSEWAY" in os.environ, "the program is not there")
class TestProgram(unittest.TestCase):
    """What the teacher asks of the real program."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.network = os.path.join(self.folder.name, "small.cwn")
        export.write(noisy_network(), self.network)
        self.engine = Engine(os.environ["CAUSEWAY"])

    def test_plans_can_be_played(self):
        plans = os.path.join(TEACH, "plans")
        boards = {json.dumps(board, sort_keys=True) for name in os.listdir(plans)
                  for stage in read_plan(os.path.join(plans, name))["stages"] for board in stage["boards"]}
        for number, board in enumerate(map(json.loads, sorted(boards))):
            folder = os.path.join(self.folder.name, str(number))
            arguments = board["arguments"] if "--shard" in board["arguments"] else [*board["arguments"], "--shard", "4"]
            self.engine.selfplay(f"hex:size={board['size']}", board["player"].replace("{network}", self.network), 4, 1,
                                 folder, arguments)
            self.assertEqual([shard.size for shard in read_folder(folder)], [board["size"]])

    def test_inputs_are_those_of_the_format(self):
        folder = os.path.join(self.folder.name, "games")
        self.engine.selfplay("hex:size=3", "random", 20, 1, folder, ["--labels", "exact", "--shard", "20"])
        records = read_folder(folder)[0].records
        for record in records:
            own, enemy = (frozenset(int(cell) for cell in plane.flatten().nonzero()[0])
                          for plane in record["inputs"][:2, 2:-2, 2:-2])
            right = stand_in.record_of(own, enemy, 0, 0, 0)
            numpy.testing.assert_array_equal(record["inputs"][:3], right["inputs"])
            numpy.testing.assert_allclose(record["policy"], right["policy"], atol=1e-6)
            self.assertEqual(record["exact"], right["exact"])

    def test_solver_agrees_with_looking_at_everything(self):
        records = solved_records(10)
        with Solver(self.engine.program, 3) as solver:
            for record in records:
                own, enemy = stones(record)
                self.assertEqual(solver.mover_wins(own, enemy), record["exact"] == 1)
                move = int((record["policy"] >= 0).nonzero()[0][0])
                self.assertEqual(solver.mover_wins(own, enemy, move), bool(record["policy"][move] > 0))

    def test_solvers_test_measures_shares(self):
        for planes in (20, 31):
            shape = Shape(planes=planes, channels=8, blocks=2, pooled=(1,))
            records = make(self.engine, self.folder.name, 6, 20, shape.view())
            self.assertEqual(len(records), 20)
            self.assertEqual(records["inputs"].shape[1], planes)
            self.assertEqual(set(records["exact"]) - {0, 1}, set())
            found = measure(self.engine, noisy_network(shape), records)
            self.assertTrue(0 <= found["side"] <= 1 and 0 <= found["move"] <= 1 and found["wins"] <= 20)

    def test_matches_are_understood(self):
        score = self.engine.match("hex:size=3", "mcts:sims=100", "random", 20, 1)
        self.assertGreater(score, 0.6)


if __name__ == "__main__":
    unittest.main()

"""Tests of golden.py and generators.py: tools/env/enter --with=torch python3
tools/golden/golden_test.py"""

import contextlib
import hashlib
import io
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile
import types
import unittest
from unittest import mock

import mpmath
import numpy as np
import torch

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import check  # noqa: E402
import generators  # noqa: E402
import golden  # noqa: E402
import pack  # noqa: E402
import plain  # noqa: E402
import scalars  # noqa: E402

FIXTURE = pathlib.Path(__file__).parents[2] / "testing" / "testdata"


class GeneratorTest(unittest.TestCase):
    def test_depends_on_the_name_alone(self):
        for name in generators.GENERATORS:
            for dtype in (torch.float32, torch.bfloat16, torch.int8):
                first, _ = generators.generate(name, dtype, 4099, 1, "key", 0)
                second, _ = generators.generate(name, dtype, 4099, 1, "key", 0)
                self.assertTrue(torch.equal(first.nan_to_num(), second.nan_to_num()), name)
                for key, operand in (("key2", 0), ("key", 1)):
                    other, _ = generators.generate(name, dtype, 4099, 1, key, operand)
                    self.assertFalse(torch.equal(first.nan_to_num(), other.nan_to_num()), name)

    def test_does_not_move(self):
        # The stream of numbers itself: a change would remake every golden file.
        self.assertEqual(
            generators.Draw("1/v0001").uniform(3).tolist(),
            generators.Draw("1/v0001").uniform(5).tolist()[:3])
        values, _ = generators.generate("gelu_derivative", torch.float32, 1, 1, "v0001", 0)
        self.assertEqual(values.item().hex(), "0x1.5440d40000000p+0")

    def test_inputs_are_windows_of_one_pool(self):
        pool, marks = generators.pool("hardswish", torch.float32, 1)
        twice, twice_marks = torch.cat([pool,
                                        pool]).nan_to_num(nan=7), np.concatenate([marks, marks])
        for key in ("a", "b", "c"):
            values, special = generators.generate("hardswish", torch.float32, 17, 1, key, 0)
            starts = [
                start for start in range(generators.POOL)
                if torch.equal(twice[start:start + 17], values.nan_to_num(nan=7))
            ]
            self.assertEqual(len(starts), 1)
            self.assertEqual(starts[0] % generators.STEP, 0)
            self.assertEqual(special.tolist(), twice_marks[starts[0]:starts[0] + 17].tolist())

    def test_operands_lie_alike_in_every_record(self):
        def start(key, operand):
            twice = torch.cat([generators.pool("normal", torch.float64, 1)[0]] *
                              2).nan_to_num(nan=7)
            values = generators.generate("normal", torch.float64, 17, 1, key,
                                         operand)[0].nan_to_num(nan=7)
            return next(at for at in range(generators.POOL)
                        if torch.equal(twice[at:at + 17], values))
        apart = {(start(key, 1) - start(key, 0)) % generators.POOL for key in "abcdefgh"}
        self.assertEqual(apart, {generators.STEP * generators.APART})

    def test_pools_have_all_specials_and_begin_windows_with_others(self):
        for name, generator in generators.GENERATORS.items():
            for dtype in (torch.float32, torch.bfloat16):
                values, marks = generators.pool(name, dtype, 1)
                self.assertFalse(marks[::generators.STEP].any())
                self.assertTrue(torch.isfinite(values[::generators.STEP]).all())
                bits = torch.int16 if dtype == torch.bfloat16 else torch.int32
                specials = torch.tensor(generator.specials(dtype), dtype=torch.float64).to(dtype)
                held, wanted = (set(golden.packed(each).view(bits).tolist())
                                for each in (values[torch.from_numpy(marks)], specials))
                self.assertEqual(held, wanted, name)
                self.assertAlmostEqual(marks.mean(), 1 / generator.scatter, delta=0.05)

    def test_indices(self):
        for least, greatest in ((0, 4), (-5, 4), (0, 0), (-300, 299)):
            for dtype in (torch.int32, torch.int64):
                count = 3 * generators.POOL
                exist, beyond = (
                    generators.generate_indices(name, dtype, count, (least, greatest), 1, "key", 0)
                    for name in ("indices", "indices_beyond"))
                self.assertEqual(exist.dtype, dtype)
                self.assertEqual((exist.min().item(), exist.max().item()), (least, greatest))
                share = ((beyond < least) | (beyond > greatest)).double().mean().item()
                self.assertTrue(0.1 < share < 0.4, share)
                info, found = torch.iinfo(dtype), set(beyond.tolist())
                self.assertLess({least - 1, greatest + 1, info.min, info.max}, found)
                # Which exist where somebody keeps 32 bits.
                wide = [index for index in found if abs(index) > 2**31]
                self.assertEqual(any(index % 2**32 <= greatest for index in wide),
                                 dtype == torch.int64)
        none = generators.generate_indices("indices", torch.int32, 100, (0, -1), 1, "key", 0)
        self.assertGreater(len(set(none.tolist())), 3)

    def test_a_pool_without_room_is_rejected(self):
        crowded = generators.Generator(lambda dtype: [float(i) for i in range(generators.POOL)],
                                       lambda draw, count: draw.uniform(count))
        with mock.patch.dict(generators.GENERATORS, {"crowded": crowded}), self.assertRaisesRegex(
                ValueError, "has 1151 special values"):
            generators.pool("crowded", torch.float32, 1)

    def test_mandatory_points(self):
        values, _ = generators.pool("gelu_derivative", torch.float32, 1)
        held = set(values.tolist())
        for point in (-0.0, float("inf"), float("-inf"), 2.0**-149, -(2.0**-149),
                      torch.finfo(torch.float32).max, float.fromhex("-0x1.80ead2p-1"),
                      float.fromhex("-0x1.8142a0p-1"), float.fromhex("-0x1.cb4bb8p+3")):
            self.assertIn(point, held)
        self.assertTrue(any(math.isnan(value) for value in held))
        self.assertEqual(len(generators.around(3.0, torch.bfloat16)), 9)
        self.assertEqual(generators.around(3.0, torch.float16, 1), [2.998046875, 3.0, 3.001953125])

    def test_integers_reach_the_ends(self):
        values, _ = generators.pool("integers", torch.int32, 1)
        self.assertEqual((values.min().item(), values.max().item()), (-(2**31), 2**31 - 1))

    def test_one_kind_of_nan(self):
        for dtype, bits in ((torch.bfloat16, 0x7FC0), (torch.float16, 0x7E00)):
            values = golden.packed(torch.tensor([-1, 0x7FFF, 1], dtype=torch.int16).view(dtype))
            self.assertEqual(values.view(torch.int16).tolist(), [bits, bits, 1])

    def test_unknown(self):
        with self.assertRaisesRegex(ValueError,
                                    "unknown generator 'odd'; known: .*, arithmetic, .*, gelu"):
            generators.generate("odd", torch.float32, 1, 1, "k", 0)


class InputsTest(unittest.TestCase):
    def draw(self, shape, **more):
        spec = {"dtype": "float32", "shape": shape, "generator": "normal", **more}
        return golden.draw_inputs({"window": "k",
                                   "inputs": {"x": spec}}, 1)[0]["x"].nan_to_num(nan=7)

    def test_a_split_input_is_two_operands(self):
        lower, upper = (generators.generate("normal", torch.float32, 15, 1, "k",
                                            operand)[0].nan_to_num(nan=7).reshape(3, 5)
                        for operand in (0, 1))
        whole = self.draw([3, 10], split_dim=1)
        self.assertTrue(torch.equal(whole[:, :5], lower))
        self.assertTrue(torch.equal(whole[:, 5:], upper))

    def test_repeated_halves_are_equal(self):
        whole = self.draw([4, 5], split_dim=0, repeat_dims=[0])
        self.assertTrue(torch.equal(whole, whole[:1].expand(4, 5)))


class UlpTest(unittest.TestCase):
    def test_follows_the_binade(self):
        for exact, dtype, unit in ((1.0, "float32", 2.0**-23), (0.99, "float32", 2.0**-24),
                                   (-3.9, "float32", 2.0**-22), (0.0, "float32", 2.0**-149),
                                   (1e-44, "float32", 2.0**-149), (1.0, "bfloat16", 2.0**-7),
                                   (2.0**-20, "float16", 2.0**-24), (5.0, "int8", 1.0)):
            self.assertEqual(float(golden.ulp(mpmath.mpf(exact), dtype)), unit)


class TrimmedTest(unittest.TestCase):
    def test_stays_on_its_side_of_every_tie(self):
        for dtype, one in (("float32", 2.0**-23), ("float16", 2.0**-10), ("bfloat16", 2.0**-7)):
            tie = 1 + one / 2
            values = torch.tensor([
                tie,
                math.nextafter(tie, 0),
                math.nextafter(tie, 2), -tie, 1.0, 0.0, math.inf, -math.inf, 1e-310
            ])
            values = values.to(torch.float64)
            values[1], values[2] = math.nextafter(tie, 0), math.nextafter(tie, 2)
            trimmed = golden.trimmed(values, dtype)
            for exact in (0, 3, 4, 5, 6, 7):
                self.assertEqual(trimmed[exact].item(), values[exact].item())
            self.assertEqual(trimmed[1].item(), values[1].item())
            self.assertEqual(trimmed[2].item(), values[2].item())

    def test_is_near_and_short(self):
        values = torch.from_numpy(
            np.random.default_rng(1).standard_normal(1000) * 2.0**np.arange(-500, 500))
        for dtype in ("float32", "float16", "bfloat16", "int32"):
            trimmed = golden.trimmed(values, dtype)
            for value, near in zip(values.tolist(), trimmed.tolist()):
                unit = golden.ulp(mpmath.mpf(value), dtype)
                self.assertLessEqual(abs(mpmath.mpf(value) - near), unit * 2.0**-golden.TRUTH_BITS)
            self.assertTrue(
                torch.equal(
                    golden.round_to(trimmed, dtype).nan_to_num(),
                    golden.round_to(values, dtype).nan_to_num()))
            self.assertTrue(torch.equal(golden.trimmed(trimmed, dtype), trimmed))
        self.assertTrue(torch.equal(golden.trimmed(values, "float64"), values))

    def test_the_low_half_of_a_float64_keeps_13_bits(self):
        unit = 2.0**-52 / 2**golden.TRUTH_BITS  # of 1.5
        rows = [(2.5, 3), (2.0, 2), (3.5, 3), (-2.5, -3), (-0.5, -1), (4094.5, 4095),
                (4095.5, 4095.5), (-4096.25, -4096.25)]
        for units, want in rows:
            self.assertEqual(golden.trimmed_low(1.5, mpmath.mpf(units * unit), "float64"),
                             want * unit)
        self.assertEqual(golden.trimmed_low(1.5, mpmath.mpf(2.5 * unit), "int64"), 2.5 * unit)
        self.assertEqual(golden.trimmed_low(1.5, mpmath.mpf(0), "float64"), 0)


class GoldenTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.cases = json.loads((FIXTURE / "cases.json").read_text())
        self.reference = (FIXTURE / "reference.py").read_text()

    def run_tool(self, *extra):
        (self.folder / "cases.json").write_text(json.dumps(self.cases))
        (self.folder / "reference.py").write_text(self.reference)
        arguments = [
            "golden.py", "--cases",
            str(self.folder / "cases.json"), "--reference",
            str(self.folder / "reference.py"), "--out",
            str(self.folder / "golden"), *extra
        ]
        output = io.StringIO()
        with mock.patch.object(sys, "argv", arguments), contextlib.redirect_stdout(output):
            return golden.main(), output.getvalue()

    def state(self):
        return {
            path.name: (path.read_bytes(), path.stat().st_mtime_ns)
            for path in (self.folder / "golden").iterdir()
        }

    def test_second_run_touches_nothing(self):
        code, text = self.run_tool()
        self.assertEqual(code, 0)
        self.assertIn("6 records added", text)
        unpacked = self.folder / "unpacked"
        unpacked.mkdir()
        (unpacked / "MANIFEST.json").write_bytes(
            (self.folder / "golden" / "MANIFEST.json").read_bytes())
        (unpacked / "scaled.safetensors").write_bytes(
            pack.unpack((self.folder / "golden" / "scaled.safetensors.z").read_bytes()))
        self.assertEqual(check.faults(self.cases, unpacked), [])
        before = self.state()
        code, text = self.run_tool()
        self.assertEqual(code, 0)
        self.assertIn("up to date (6 records", text)
        self.assertEqual(self.state(), before)

    def test_says_what_changed(self):
        self.run_tool()
        before = self.state()
        removed = self.cases["values"].pop(0)["key"]
        self.reference = self.reference.replace("1 / 64", "1 / 32")
        code, text = self.run_tool("--check")
        self.assertEqual(code, 1)
        self.assertEqual(self.state(), before)
        code, text = self.run_tool()
        self.assertEqual(code, 0)
        self.assertIn(f"1 records removed: {removed}", text)
        self.assertIn("records changed: ", text)
        self.assertIn("up to date", self.run_tool()[1])

    def test_new_spec_changes_only_the_manifest(self):
        self.run_tool()
        before = self.state()
        self.cases["spec_sha256"] = "fixture-2"
        self.assertIn("the MANIFEST changes", self.run_tool()[1])
        after = self.state()
        self.assertEqual(before["scaled.safetensors.z"], after["scaled.safetensors.z"])
        self.assertIn(b"fixture-2", after["MANIFEST.json"][0])

    def test_edited_file_is_made_again(self):
        self.run_tool()
        data = self.folder / "golden" / "scaled.safetensors.z"
        good = data.read_bytes()
        data.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
        self.assertIn("edited by hand", self.run_tool()[1])
        self.assertEqual(data.read_bytes(), good)

    def test_an_input_with_a_wrong_bit_is_found_though_the_manifest_agrees(self):
        self.run_tool()
        golden = self.folder / "golden"
        data, manifest = golden / "scaled.safetensors.z", golden / "MANIFEST.json"
        raw = pack.unpack(data.read_bytes())
        length = struct.unpack("<Q", raw[:8])[0]
        header = json.loads(raw[8:8 + length])
        name = next(
            name for name in header
            if "/in/" in name and header[name]["data_offsets"][1] > header[name]["data_offsets"][0])
        place = 8 + length + header[name]["data_offsets"][0]
        wrong = raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1:]
        manifest.write_text(manifest.read_text().replace(
            hashlib.sha256(raw).hexdigest(),
            hashlib.sha256(wrong).hexdigest()))
        data.write_bytes(pack.pack(wrong))
        code, text = self.run_tool("--check")
        self.assertEqual(code, 1)
        self.assertIn(f"1 records changed: {name.split('/')[0]}", text)

    def refused(self, pattern):
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors):
            code, _ = self.run_tool()
        self.assertEqual(code, 1)
        self.assertRegex(errors.getvalue(), "^refused: .*" + pattern)
        self.assertFalse((self.folder / "golden").exists())

    def test_several_operators_do_not_depend_on_each_other(self):
        self.run_tool()
        before = self.state()
        (self.folder / "empty.py").write_text("")
        (self.folder / "unknown.py").write_text(self.reference + "\nOTHERWISE['unknown'] = None\n")
        arguments = [sys.executable, golden.__file__]
        for reference, out in (("empty", "first"), ("unknown", "second"), ("reference", "golden"),
                               ("reference", "fourth")):
            arguments += ["--cases", str(self.folder / "cases.json"), "--reference",
                          str(self.folder / f"{reference}.py"), "--out", str(self.folder / out)]
        done = subprocess.run(arguments, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("has no attribute 'reference'", done.stderr)
        self.assertRegex(done.stderr, r"refused: .*unknown.py: OTHERWISE has \['sign', 'unknown'\]")
        self.assertIn("scaled: up to date", done.stdout)
        self.assertIn("scaled: wrote 6 records", done.stdout)
        self.assertFalse((self.folder / "first").exists())
        self.assertFalse((self.folder / "second").exists())
        self.assertEqual(self.state(), before)
        self.assertEqual((self.folder / "fourth" / "scaled.safetensors.z").read_bytes(),
                         before["scaled.safetensors.z"][0])
        done = subprocess.run(arguments[:-2], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("once for each operator", done.stderr)

    def test_refuses_equal_results(self):
        self.reference = self.reference.replace(
            'inputs["gradOutput"] * inputs["self"] * _factor(attrs)',
            'inputs["gradOutput"] * inputs["self"] * 0')
        self.refused("MISTRUSTED: (all|[0-9]+%)")

    def test_refuses_infinities(self):
        record = {"key": "v1", "inputs": {"x": {"dtype": "float32"}}, "outputs": {}}
        with self.assertRaisesRegex(
                golden.Refused,
                "record v1, output out: MISTRUSTED: 60% of 20 results are infinite or NaN"):
            golden.refuse_if_blind(record, "out",
                                   torch.tensor([math.inf] * 6 + [math.nan] * 6 + list(range(8))))
        golden.refuse_if_blind(record, "out", torch.tensor([math.inf] * 15))  # too small to vary
        golden.refuse_if_blind(record, "out", torch.tensor([math.nan] * 10 + list(range(10))))

    def test_a_number_and_bools_may_have_one_result(self):
        record = {"key": "v1", "inputs": {"x": {"dtype": "bool"}}, "outputs": {},
                  "attrs": {"number": {"dtype": "int64", "value": 1}}}
        golden.refuse_if_blind(record, "out", torch.zeros(100))
        record["attrs"] = {"mode": "fancy"}
        with self.assertRaisesRegex(golden.Refused, "all 100 results are 0.0"):
            golden.refuse_if_blind(record, "out", torch.zeros(100))

    def test_lets_results_be_one_of_few_values(self):
        record = {"key": "v1", "inputs": {"x": {"dtype": "float32"}}, "outputs": {}}
        signs = torch.tensor([-1.0] * 36 + [1.0] * 64)
        with self.assertRaisesRegex(golden.Refused,
                                    "MISTRUSTED: 64% of 100 results are 1.0 .at most 50%"):
            golden.refuse_if_blind(record, "out", signs)
        golden.refuse_if_blind({**record, "few_values": True}, "out", signs)
        golden.refuse_if_blind({**record, "inputs": {"x": {"dtype": "bool"}}}, "out", signs)
        golden.refuse_if_blind({**record, "few_values": True}, "out", torch.ones(63))
        with self.assertRaisesRegex(golden.Refused,
                                    "MISTRUSTED: 96% of 100 results are 1.0 .at most 95%"):
            golden.refuse_if_blind({
                **record, "few_values": True
            }, "out", torch.tensor([-1.0] * 4 + [1.0] * 96))

    def test_takes_another_window_where_results_are_the_input(self):
        record = {"key": "k", "inputs": {"x": {"dtype": "float32", "shape": [2]}},
                  "outputs": {"y": {"dtype": "float32", "shape": [2]}}}
        windows = []

        def make(record, reference, seed):
            windows.append(record["window"])
            truth = torch.tensor([1.0, 2.0 if len(windows) < 3 else 3.0], dtype=torch.float64)
            return {"k/in/x": torch.tensor([1.0, 2.0]), "k/truth/y": truth}, {}
        with mock.patch.object(golden, "make_tensors", make):
            golden.make_record(record, None, 1)
            self.assertEqual((windows, record["window"]), (["k", "k/1", "k/2"], "k/2"))
            windows[:] = []
            record["outputs"]["y"]["dtype"] = "float16"  # never in place of the input
            golden.make_record(record, None, 1)
            self.assertEqual((windows, record["window"]), (["k"], "k"))

    def test_takes_another_window_where_chunks_begin_as_they_end(self):
        outputs = {"y": {"dtype": "bool", "shape": [600]}}
        record = {"key": "k", "inputs": {}, "outputs": outputs, "few_values": True}
        windows = []

        def make(record, reference, seed):
            windows.append(record["window"])
            truth = torch.ones(600)
            truth[511] = 2 - len(windows)  # the last of the second chunk
            return {"k/truth/y": truth}, {}
        with mock.patch.object(golden, "make_tensors", make):
            golden.make_record(record, None, 1)
        self.assertEqual((windows, record["window"]), (["k", "k/1"], "k/1"))

    def test_shared_windows_are_tried_first(self):
        record = {"key": "k", "inputs": {"x": {"dtype": "float32"}, "y": {"dtype": "int8"}}}
        own, shared = (golden.windows_of(record, types.SimpleNamespace(SHARES_WINDOWS=shares))
                       for shares in (False, True))
        self.assertEqual(own, ["k", "k/1", "k/2", "k/3"])
        self.assertEqual(
            shared, ["float32/int8", "float32/int8/1", "float32/int8/2", "float32/int8/3"] + own)
        del record["inputs"]["y"]
        self.assertEqual(golden.windows_of(record, types.SimpleNamespace(SHARES_WINDOWS=True)), own)

    def test_refuses_an_inexact_truth(self):
        head, tail = self.reference.split("def exact")
        self.reference = head + "def exact" + tail.replace("_factor(attrs)",
                                                           "_factor(attrs) * 1.0000001")
        self.refused(r"element \d+ \(gradOutput = .+, self = .+\): truth is .+, mpmath says .+ off")

    def test_refuses_a_wrong_shape(self):
        self.cases["values"][0]["outputs"]["out"]["shape"] = [36]
        self.refused(
            r"reference gives torch.float64 \[4, 9\], cases.json says float64 or int64 \[36\]")

    def test_refuses_a_decision_that_no_case_holds(self):
        self.cases["deviations"][0]["held_by"] = ["aclnnScaled.plain.0x3"]
        self.refused("deviation sign: no case like aclnnScaled.plain.0x3 would fail")

    def test_refuses_a_decision_without_its_alternative(self):
        self.cases["deviations"].append({"id": "other", "decides": "values", "held_by": ["*"]})
        self.refused(
            r"OTHERWISE has \['sign'\], but the deviations that decide values are \['other', "
            r"'sign'\]"
        )

    def test_names_the_element_that_holds_a_decision(self):
        self.run_tool()
        manifest = json.loads((self.folder / "golden" / "MANIFEST.json").read_text())
        witness = manifest["deviations"]["sign"]["aclnnScaled.*"]
        self.assertAlmostEqual(float(witness["truth"]), -float(witness["otherwise"]))


class CutTest(unittest.TestCase):
    def test_pieces_are_outputs(self):
        reference = types.SimpleNamespace(**plain.cut("splitSize"))
        for dtype in ("float32", "float64", "int64", "bool"):
            shapes = {"out_0": [2, 5], "out_1": [1, 5]}
            record = {"key": "key", "window": "key", "attrs": {"splitSize": [2, 1], "dim": 0},
                      "inputs": {"self": {"dtype": dtype, "shape": [3, 5],
                                          "generator": "conversion"}},
                      "outputs": {name: {"dtype": dtype, "shape": shape}
                                  for name, shape in shapes.items()}}
            with mpmath.workprec(300):
                tensors, report = golden.make_tensors(record, reference, 1)
            self.assertEqual(report.keys(), shapes.keys())
            for part in ("truth", "pytorch"):
                pieces = [tensors[f"key/{part}/{name}"] for name in shapes]
                self.assertEqual([list(piece.shape) for piece in pieces], list(shapes.values()))
                joined, source = torch.cat(pieces).double(), tensors["key/in/self"].double()
                self.assertTrue(torch.equal(joined.nan_to_num(7), source.nan_to_num(7)))
            self.assertEqual("key/truth_low/out_1" in tensors, dtype in golden.WIDE)


class FormulaTest(unittest.TestCase):
    HALF, FLOAT = torch.tensor([2048.0, -3.0]).half(), torch.tensor([1.5, 0.5])

    def test_hands_over_inputs_and_numbers(self):
        made = plain.formula(
            lambda x, y, n: x - n * y, lambda x, y, n: {"out": x, "more": n},
            lambda x, y, n: x - n * y if n else None, ["x", "y"],
            numbers=lambda attrs: [attrs["n"]])
        values = {"y": self.FLOAT, "x": self.HALF}
        self.assertEqual(made["reference"](values, {"n": 2})["out"].tolist(), [2045.0, -4.0])
        # PyTorch gets the type that both promote to.
        self.assertEqual(made["pytorch"](values, {"n": 2})["out"].dtype, torch.float32)
        self.assertIsNone(made["pytorch"](values, {"n": 0}))
        self.assertEqual(made["exact"]({"x": 5, "y": 6}, {"n": 7}), {"out": 5, "more": 7})
        self.assertNotIn("OTHERWISE", made)

    def test_otherwise_takes_float64_or_what_is_stored(self):
        made = plain.formula(None, None, None, otherwise={"wide": lambda x: x + 1},
                             otherwise_stored={"stored": lambda x: x + 1})
        for name, dtype in (("wide", torch.float64), ("stored", torch.float16)):
            self.assertEqual(made["OTHERWISE"][name]({"self": self.HALF}, {})["out"].dtype, dtype)

    def test_as_is_keeps_integers(self):
        made = plain.formula_as_is(lambda x: x + 0.5 if x.is_floating_point() else x + 1,
                                   lambda x: x + 1, plain.of_floats(torch.exp))
        large, attrs = torch.tensor([2**62 + 1]), {"dtypes": {"self": "int64", "out": "int64"}}
        self.assertEqual(made["reference"]({"self": large}, attrs)["out"].tolist(), [2**62 + 2])
        self.assertEqual(made["exact"]({"self": mpmath.mpf(3.7)}, attrs), {"out": 4})
        self.assertIsNone(made["pytorch"]({"self": large}, attrs))
        self.assertIsNotNone(made["pytorch"]({"self": self.FLOAT}, attrs))

    def test_gated_joins_what_it_has_split(self):
        def swapped(x, y):
            return {"activated": y, "other": x}

        made = plain.gated("self", plain.formula(swapped, None, swapped, ["activated", "other"]),
                           "grad")
        inputs = {"self": torch.arange(8).reshape(2, 4)}
        for attrs in ({"dim": 1}, {"dim": 0, "activateLeft": False}):
            halves = made["operands"](inputs, attrs)
            results = made["reference"](halves, attrs)
            joined = made["assemble"](results, attrs)["grad"]
            half = inputs["self"].shape[attrs["dim"]] // 2
            self.assertEqual(joined.tolist(), inputs["self"].roll(half, attrs["dim"]).tolist())
            self.assertEqual(joined.tolist(), made["pytorch"](inputs, attrs)["grad"].tolist())
        self.assertEqual(halves["activated"].tolist(), [[4, 5, 6, 7]])


class MeasuredTest(unittest.TestCase):
    INPUTS, OUTPUTS = {"self": "of self", "other": "of other"}, {"out": "of out"}

    def peer(self, *arguments, **attrs):
        return plain.measured(*arguments)["peer"](self.INPUTS, self.OUTPUTS, attrs)

    def test_hands_over_what_the_call_names(self):
        call = "torch.add(self, other, alpha={alpha}, out=out)"
        self.assertEqual(
            self.peer(call, alpha=2),
            (self.INPUTS | self.OUTPUTS, "torch.add(self, other, alpha=2, out=out)"))
        # The keyword out names no tensor.
        call = "torch.neg(self, out=other)"
        self.assertEqual(self.peer(lambda attrs: call), (self.INPUTS, call))
        self.assertIsNone(self.peer(None))
        self.assertIsNone(self.peer(lambda attrs: None))
        measured = plain.measured("torch.elu(self, {}, {scale}, {})",
                                  numbers=scalars.numbers_for("alpha", "isResult", beside=["self"]))
        attrs = {"alpha": 0.1, "isResult": True, "scale": 3, "dtypes": {"self": "float64"}}
        self.assertEqual(measured["peer"](self.INPUTS, self.OUTPUTS, attrs)[1],
                         "torch.elu(self, 0.1, 3, True)")
        attrs["dtypes"] = {"self": "float16"}
        self.assertEqual(measured["peer"](self.INPUTS, self.OUTPUTS, attrs)[1],
                         "torch.elu(self, 0.10000000149011612, 3, True)")

    def test_hands_over_more(self):
        measured = plain.measured("torch.neg(half, out=other)",
                                  more=lambda tensors, attrs: {"half": tensors["out"][attrs["at"]],
                                                               "other": "replaced"})
        self.assertEqual(measured["peer"](self.INPUTS, self.OUTPUTS, {"at": 3})[0],
                         {"half": "o", "other": "replaced"})

    def test_goals_and_onednn(self):
        self.assertNotIn("onednn", plain.measured("out.zero_()"))
        self.assertEqual(plain.measured("out.zero_()")["goals"]({}),
                         {"in_cache": 1.0, "out_of_cache": 1.0})
        measured = plain.measured(
            None, onednn=lambda attrs: attrs["name"] and {"algorithm": attrs["name"]},
            in_cache=lambda attrs: attrs["goal"], out_of_cache=1.5, high_precision_ns=2)
        self.assertEqual(measured["goals"]({"goal": 4}),
                         {"in_cache": 4, "out_of_cache": 1.5, "high_precision_ns": 2})
        self.assertEqual(measured["onednn"]({"name": "elu"}),
                         {"algorithm": "elu", "source": "self", "result": "out"})
        self.assertIsNone(measured["onednn"]({"name": None}))
        onednn = plain.measured(None, {"algorithm": "elu", "source": "x", "result": "y"})["onednn"]
        self.assertEqual(onednn({}), {"algorithm": "elu", "source": "x", "result": "y"})


if __name__ == "__main__":
    unittest.main()

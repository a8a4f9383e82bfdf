#!/usr/bin/env python3
"""Tests of the accuracy table: counted errors, a library with planted errors, the page."""

import json
import math
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path("tools/bench").absolute()))
sys.dont_write_bytecode = True

import numpy as np

import accuracy_page
from accuracy import functions, measure
from accuracy.library import BLOCK, DTYPES, Absent, Library, filled, loaded

ORACLE = measure.Oracle()
FUNCTIONS = {function.name: function for function in functions.read(pathlib.Path("."))}


def float32(*values):
    return np.array(values, np.float32).view(np.uint32)


def counts(nearest, special, max_ulp, count=100, worst="1"):
    return {"count": count, "nearest": nearest, "special": special, "max_ulp": max_ulp,
            "worst": worst}


class Planted(Library):
    """Copies its input, but for errors at known places."""

    name, package = "planted", "none"

    def __init__(self, errors):
        self.errors = errors  # {place: bits}

    def version(self):
        return "1"

    def has(self, function, dtype):
        return True

    def evaluate(self, function, dtype, inputs, out):
        out[:] = inputs
        for place, bits in self.errors.items():
            out[place] = bits


class CountTest(unittest.TestCase):
    def count(self, dtype, got, truth):
        return ORACLE.count(dtype, got, np.array(truth, np.float64))

    def test_units_in_the_last_place(self):
        # The unit is that of the truth's binade, 2^-23 at 1, also for results below it.
        got = float32(1 + 2**-23, 1 - 2**-24, 1, 1)
        counted = self.count("float32", got, [1, 1, 1, 1 + 2**-24])
        self.assertEqual((counted.count, counted.nearest, counted.special), (4, 3, 0))
        self.assertEqual((counted.max_ulp, counted.worst), (1, 0))
        self.assertEqual(self.count("float32", float32(1 - 2**-24), [1]).max_ulp, 0.5)
        self.assertEqual(self.count("float32", float32(2**-149), [0]).max_ulp, 1)
        self.assertEqual(self.count("float32", float32(0), [2**-126]).max_ulp, 2**23)

    def test_sixteen_bits(self):
        half = np.array([1 + 3 * 2**-10], np.float16).view(np.uint16)
        self.assertEqual(self.count("float16", half, [1]).max_ulp, 3)
        self.assertEqual(self.count("bfloat16", np.array([0x3F83], np.uint16), [1]).max_ulp, 3)

    def test_nan_and_infinity_are_counted_apart(self):
        got = float32(math.nan, math.inf, 1, 1, math.nan, math.inf, -math.inf, math.inf)
        truth = [1, 1, math.nan, math.inf, math.nan, math.inf, math.inf, 2.0**200]
        counted = self.count("float32", got, truth)
        self.assertEqual((counted.nearest, counted.special, counted.max_ulp, counted.worst),
                         (3, 5, 0, -1))

    def test_a_result_just_beyond_half_a_unit_is_not_correctly_rounded(self):
        counted = self.count("float32", float32(1, 1), [1 + 2**-24 * (1 + 2**-20), 1 + 2**-25])
        self.assertEqual(counted.nearest, 1)

    def test_a_dtype_that_does_not_exist(self):
        with self.assertRaisesRegex(ValueError, "no dtype float8"):
            self.count("float8", float32(1), [1])


class TruthTest(unittest.TestCase):
    def test_every_function_has_a_truth_and_the_numbers_of_its_benchmark(self):
        for function in FUNCTIONS.values():
            if function.oracle:
                self.assertTrue(np.isfinite(ORACLE.truth(function, "float32", np.array([0.75]))[0]))
        truth = ORACLE.truth(FUNCTIONS["leaky_relu"], "float32", np.array([-2.0]))
        self.assertEqual(truth[0], -2 * float(np.float32(0.01)))
        truth = ORACLE.truth(FUNCTIONS["pow, y = 2.5"], "float32", np.array([4.0]))
        self.assertAlmostEqual(truth[0], 32)

    def test_the_truth_next_to_a_tie_has_all_digits(self):
        # Of SiLU's derivative, by mpmath with 300 bits: 2^-20 ULP from the middle of two float32
        # numbers. What is far from one of bfloat16 need not have them.
        for x, exact in [("-0x1.0acddap+0", "0x1.ea3bb2ffffdd1p-5"),
                         ("-0x1.0e5c6cp+0", "0x1.c98a8b0000233p-5")]:
            x, exact = np.array([float.fromhex(x)]), float.fromhex(exact)
            self.assertEqual(ORACLE.truth(FUNCTIONS["silu_backward"], "float32", x)[0], exact)
            near = ORACLE.truth(FUNCTIONS["silu_backward"], "bfloat16", x)[0]
            self.assertNotEqual(near, exact)
            self.assertLess(abs(near - exact), exact * 2.0**-45)

    def test_a_wrong_number_of_numbers(self):
        wrong = functions.Function("gelu", "none", "GeluErf", (), 3.0)
        with self.assertRaisesRegex(ValueError, "no GeluErf of x and 1 numbers"):
            ORACLE.truth(wrong, "float32", np.array([1.0]))


class MeasureTest(unittest.TestCase):
    def test_planted_errors_are_found(self):
        function = FUNCTIONS["tanh"]  # any: the truth below is the input
        inputs = np.arange(BLOCK, dtype=np.uint16)
        truth = measure.Truth(ORACLE, "float16", inputs, measure.values_of("float16", inputs))
        three, nan, none = 0x3C00 + 3, 0x7E00, {}
        right = measure.measure(Planted(none), function, truth)
        self.assertEqual(right, counts(BLOCK, 0, 0, BLOCK, None))
        planted = Planted({0x3C00: three, 0x4000: nan, 0x5000: 0x5001})
        wrong = measure.measure(planted, function, truth)
        self.assertEqual(wrong, counts(BLOCK - 3, 1, 3, BLOCK, "1"))

    def test_what_is_nearest_need_not_be_looked_at(self):
        # The whole, element by element, counts the same: numbers, zeros, overflow, NaN, ties.
        random = np.random.default_rng(1)
        bits = random.integers(0, 2**32, 2000, np.uint32)
        of = measure.values_of("float32", bits) * (1 + random.integers(-3, 4, 2000) * 2.0**-25)
        truth = measure.Truth(ORACLE, "float32", bits, of)
        for off in (0, 1, 2):
            got = bits + random.integers(0, off + 1, 2000, np.uint32)
            whole, parts = ORACLE.count("float32", got, of), truth.count(got)
            self.assertEqual((whole.nearest, whole.special, whole.max_ulp),
                             (parts["nearest"], parts["special"], parts["max_ulp"]))
        best = truth.count(truth.nearest)
        self.assertEqual((best["nearest"], best["special"]), (2000, 0))
        self.assertEqual(best["max_ulp"], np.max(truth.error_of_nearest))

    def test_inputs(self):
        for dtype in ("float16", "bfloat16"):
            self.assertEqual(
                np.unique(measure.sampled(ORACLE, FUNCTIONS["gelu, none"], dtype)).size, BLOCK)
        bits = measure.sampled(ORACLE, FUNCTIONS["gelu_backward, none"], "float32")
        self.assertEqual(len(set(bits >> 23)), 512)  # all exponents of both signs
        # The root of the derivative and its neighbours.
        near = np.count_nonzero(np.abs(measure.values_of("float32", bits) + 0.7517915) < 1e-5)
        self.assertGreater(near, 100)

    def test_shards_are_everything_once(self):
        function = FUNCTIONS["gelu, none"]
        whole = measure.sampled(ORACLE, function, "float32")
        parts = [np.concatenate(list(measure.chunks(ORACLE, function, "float32", False, shard, 3)))
                 for shard in range(3)]
        self.assertTrue(np.array_equal(np.sort(np.concatenate(parts)), np.sort(whole)))
        self.assertLess(max(part.size for part in parts), whole.size / 2)
        first = next(measure.chunks(ORACLE, function, "float32", True, 1, 4096))
        self.assertEqual((first[0], first[BLOCK]), (BLOCK, 4097 * BLOCK))

    def test_values(self):
        for dtype in DTYPES:
            like = np.zeros(1, np.uint32 if dtype == "float32" else np.uint16)
            self.assertEqual(measure.values_of(dtype, filled(dtype, -1.5, like))[0], -1.5)

    def test_an_absent_library(self):
        class Gone(Planted):
            name, package = "gone", "libgone-dev"

            def __init__(self):
                raise OSError("libgone.so: cannot open shared object file")

        absent = loaded(Gone)
        self.assertIsInstance(absent, Absent)
        self.assertEqual((absent.package, absent.name), ("libgone-dev", "gone"))


class PageTest(unittest.TestCase):
    def data(self, **results):
        return {"format": "openaclnn-accuracy-table/1", "processor": "abacus", "date": "2000-01-01",
                "seconds": 1, "inputs": {"float32": "some"},
                "libraries": [
                    {"name": "openaclnn", "package": "", "version": "1"},
                    {"name": "openaclnn, high_precision", "package": "", "version": "1"},
                    {"name": "other", "package": "libother-dev", "version": "2"},
                    {"name": "gone", "package": "libgone-dev", "missing": "no file"}],
                "rows": [{"function": "square", "dtype": "float32", "results": results}]}

    def measured(self, ours, other):
        return self.data(**{"openaclnn": ours, "openaclnn, high_precision": counts(100, 0, 0.5),
                            "other": other})

    def test_cells(self):
        self.assertEqual(accuracy_page.cell(counts(100, 0, 0.5)), "0.50 / 100 %")
        self.assertEqual(accuracy_page.cell(counts(999999, 0, 8388608.0, 1000000)),
                         "8.4e+06 / 99.99 %")
        self.assertEqual(accuracy_page.cell(counts(97, 2, 1.25)), "1.25 / 97.00 %, 2 NaN or inf")
        self.assertEqual(accuracy_page.cell(None), "")

    def test_a_missing_library_is_no_silent_gap(self):
        page = accuracy_page.page(self.measured(counts(99, 0, 1), counts(98, 0, 2)))
        self.assertIn("| gone | not measured: libgone-dev missing |", page)
        self.assertIn("| 2.00 / 98.00 % | not measured |", page)

    def test_where_we_are_worse_is_said(self):
        worse = accuracy_page.message(self.measured(counts(97, 0, 1.5), counts(98, 0, 0.75)))
        self.assertIn("the greater error in 1 and fewer correctly rounded results in 1", worse)
        self.assertIn("Greater error: square (float32) 1.50 to 0.75.", worse)
        better = accuracy_page.message(self.measured(counts(99, 0, 0.5), counts(98, 0, 0.75)))
        self.assertIn("the greater error in 0 and fewer correctly rounded results in 0", better)

    def test_what_is_not_correctly_rounded_is_said(self):
        data = self.measured(counts(99, 0, 1), counts(98, 0, 2))
        self.assertNotIn("is correctly rounded but", accuracy_page.message(data))
        data["rows"][0]["results"][accuracy_page.PRECISE] = counts(97, 0, 0.5001)
        self.assertIn("of a function: square (float32) 3.", accuracy_page.message(data))

    def test_shards_are_added(self):
        one = self.measured(counts(99, 1, 3, worst="7"), counts(98, 0, 1))
        two = self.measured(counts(95, 2, 2, worst="8"), counts(97, 0, 4, worst="9"))
        results = accuracy_page.merged([one, two])["rows"][0]["results"]
        self.assertEqual(results["openaclnn"], counts(194, 3, 3, 200, "7"))
        self.assertEqual(results["other"], counts(195, 0, 4, 200, "9"))
        with self.assertRaisesRegex(ValueError, "processor"):
            accuracy_page.merged([one, json.loads(json.dumps(two)) | {"processor": "hand"}])
        with self.assertRaisesRegex(ValueError, "inputs: some; others"):
            accuracy_page.merged([one, two | {"inputs": {"float32": "others"}}])

    def test_all_inputs_take_the_place_of_some(self):
        some, half = (self.measured(counts(count - 1, 0, 3, count), counts(count, 0, 1, count))
                      for count in (100, 2**31))
        half["inputs"] = {}
        page = accuracy_page.page(accuracy_page.merged([some, half, half]))
        self.assertIn("float32: all 4,294,967,296 in 1 of 1 rows.", page)
        self.assertNotIn("some", page)
        self.assertIn("| square | float32 | all | 3.00 / 99.99 % |", page)
        self.assertIn("| square | float32 | 100 | 3.00 / 99.00 % |", accuracy_page.page(some))
        for runs in ([half], [some, half], [half, half, half]):
            with self.assertRaisesRegex(ValueError, "float32: measured at [0-9,]* of 4,294"):
                accuracy_page.merged(runs)


if __name__ == "__main__":
    unittest.main()

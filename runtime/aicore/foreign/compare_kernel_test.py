#!/usr/bin/env python3
"""compare_kernel_test.py SCALED_ADD ADD_OFFSET: what compare_kernel.py prints, and how it measures
errors."""

import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

import numpy as np

sys.dont_write_bytecode = True
sys.path.insert(0, "runtime/aicore")
import compare_kernel  # noqa: E402

SCALED_ADD, ADD_OFFSET = sys.argv[1:3]
del sys.argv[1:]
ROOM = pathlib.Path("runtime/aicore/foreign")
REFERENCE = ROOM / "scaled_add_reference.py"


def compare(library, reference, *options):
    command = [sys.executable, "runtime/aicore/compare_kernel.py", library, reference, *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def ulp(got, want, dtype):
    return compare_kernel.largest_ulp(np.asarray(got), np.asarray(want), dtype)


class Comparison(unittest.TestCase):
    def test_right_kernels_pass(self):
        status, printed = compare(SCALED_ADD, REFERENCE, "--soc=Ascend910B3", "--soc=ascend_950",
                                  "--max-ulp=1", "--shape=16", "--shape=7x1024")
        self.assertEqual(status, 0, printed)
        self.assertIn("\n12 cases, 0 failed\n", printed)
        status, printed = compare(ADD_OFFSET, ROOM / "add_offset_reference.py", "--max-ulp=0.5")
        self.assertEqual(status, 0, printed)
        line = r"\nAscend910B3 +8 +float32,float32 +0\.\d+  passed  +\d+  0/0 1/3 1/54 1/38\n"
        self.assertRegex(printed, line)

    def test_tiling_by_hand(self):
        by_hand = REFERENCE.read_text() + textwrap.dedent("""
            import ctypes

            class Tiling(ctypes.Structure):
                _fields_ = [("total", ctypes.c_uint32), ("tile", ctypes.c_uint32),
                            ("alpha", ctypes.c_float), ("end", ctypes.c_uint32)]

            def launch(shape, dtypes):
                return {"tiling": Tiling(shape[0], 16, ALPHA), "tiling_key": 1, "blocks": 2}
            """)
        with tempfile.TemporaryDirectory() as folder:
            reference = pathlib.Path(folder, "by_hand.py")
            reference.write_text(by_hand)
            status, printed = compare(SCALED_ADD, reference, "--shape=64", "--dtype=float32",
                                      "--max-ulp=1")
            self.assertEqual(status, 0, printed)
            # Two blocks of two tiles.
            self.assertRegex(printed, r"0\.\d+  passed  +\d+  0/0 8/\d+ 8/432 4/152\n")

    def test_wrong_results_fail(self):
        with tempfile.TemporaryDirectory() as folder:
            wrong = pathlib.Path(folder, "wrong.py")
            right = REFERENCE.read_text()
            wrong.write_text(right.replace("x + ALPHA * y", "x + 0.751 * y"))
            status, printed = compare(SCALED_ADD, wrong, "--max-ulp=1", "--dtype=float32")
            self.assertEqual(status, 1)
            self.assertIn("\n3 cases, 3 failed\n", printed)
            wrong.write_text(right.replace('"attrs"', '"attributes"'))
            status, printed = compare(SCALED_ADD, wrong)
            self.assertEqual(status, 1)
            self.assertIn("launch() returns attributes; accepted are operator, attrs,", printed)
            wrong.write_text(right.replace("ALPHA}", "1}"))
            status, printed = compare(SCALED_ADD, wrong)
            self.assertEqual(status, 1)
            self.assertIn("attribute alpha has another type in the definition", printed)

    def test_mistakes_are_shown(self):
        status, printed = compare(SCALED_ADD, REFERENCE, "--dtype=float16", "--shape=3x5")
        self.assertEqual(status, 1)
        self.assertIn("DataCopy: count: 30 bytes; DataCopy moves whole blocks", printed)
        self.assertIn("\n1 cases, 1 failed\n", printed)
        status, printed = compare(SCALED_ADD, REFERENCE, "--soc=Ascend910B5", "--shape=16")
        self.assertEqual(status, 1)
        self.assertIn("Ascend910B5 is no chip or product", printed)

    def test_no_cases_fail(self):
        status, printed = compare(SCALED_ADD, REFERENCE, "--dtype=int8")
        self.assertEqual((status, printed.splitlines()[-1]), (1, "0 cases, 0 failed"))


class Errors(unittest.TestCase):
    def test_units_in_the_last_place(self):
        self.assertEqual(ulp([1.0], [1.0 + 2**-11], "float16"), 0.5)
        self.assertEqual(ulp([1.0, 2.0], [1.0, 2.0 + 2**-8], "float16"), 2.0)
        self.assertEqual(ulp([0.0], [2.0**-24], "float16"), 1.0)
        self.assertEqual(ulp([1.0], [1.0 + 2**-7], "bfloat16"), 1.0)
        self.assertEqual(ulp([1.0], [1.0 - 2**-24], "float32"), 1.0)
        self.assertEqual(ulp([3], [5], "int32"), 2.0)

    def test_what_is_no_number(self):
        inf, nan = np.inf, np.nan
        right = [inf, nan, -inf, 65504.0, -65504.0]
        self.assertEqual(ulp(right, [1e6, nan, -inf, 1e6, -7e4], "float16"), 0.0)
        self.assertEqual(ulp([65504.0], [inf], "float16"), inf)
        self.assertEqual(ulp([65504.0], [-1e6], "float16"), inf)
        self.assertEqual(ulp([65472.0], [1e6], "float16"), inf)
        self.assertEqual(ulp([nan], [1.0], "float16"), inf)
        self.assertEqual(ulp([1.0], [nan], "float16"), inf)
        self.assertEqual(ulp([inf], [-inf], "float32"), inf)

    def test_bfloat16_rounds_once(self):
        bits = np.arange(65536, dtype=np.uint16)
        values = compare_kernel.decode(bits, "bfloat16")
        same = compare_kernel.encode(values, "bfloat16") == bits
        self.assertTrue(same[~np.isnan(values)].all())
        # Of two neighbours the nearer one, of ties the even one, also where float32 would round
        # to the tie.
        low = values[0x3F80:0x3FFF]
        step = 2.0**-7
        for offset, up in [(0.5 - 2**-40, 0), (0.5 + 2**-40, 1), (0.25, 0), (0.75, 1)]:
            got = compare_kernel.encode(low + offset * step, "bfloat16")
            self.assertTrue((got == bits[0x3F80:0x3FFF] + up).all(), offset)
        tie = compare_kernel.encode(low + 0.5 * step, "bfloat16")
        self.assertTrue((tie % 2 == 0).all())


if __name__ == "__main__":
    unittest.main()

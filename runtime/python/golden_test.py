#!/usr/bin/env python3
"""Tests that the functions of the wheel give what the golden data of all operators says."""

import functools
import sys
import unittest

import numpy

sys.path.insert(0, "runtime/python")
import golden
import testing
from testing import ALL, openaclnn


def dtype_number(value, dtype):
    return numpy.dtype(dtype).type(value)


class Golden(unittest.TestCase):
    def test_golden_data_of_every_operator(self):
        seen = set()
        for record in golden.calls(testing.golden_ops(), openaclnn.soc_name()):
            if "bfloat16" in str([record.dtypes, record.results]):
                continue  # torch_test
            with self.subTest(op=record.op, key=record.key):
                call = functools.partial(getattr(openaclnn, record.op), **record.inputs,
                                         **record.attrs)
                results = call()
                results = results if isinstance(results, (tuple, list)) else (results,)
                wanted = [(dtype, truth[0].shape)
                          for truth, dtype in zip(record.truths, record.results)]
                # Some operators convert or repeat, where out= says so.
                if [(result.dtype, result.shape) for result in results] != wanted:
                    results = tuple(numpy.empty(shape, dtype) for dtype, shape in wanted)
                    call(out=results if len(results) > 1 else results[0])
                self.assertEqual(len(results), len(record.truths))
                for result, truth, dtype in zip(results, record.truths, record.results):
                    self.assertEqual(result.shape, truth[0].shape)
                    self.assertLessEqual(golden.errors(result, truth, dtype),
                                         2 if numpy.dtype(dtype).kind == "f" else 0)
            seen.add(record.op)
        self.assertEqual(seen, {op.name for op in ALL})

    def test_what_golden_data_is_compared_by(self):
        for dtype, unit in [("float16", 2.0**-10), ("float32", 2.0**-23), ("float64", 2.0**-52)]:
            one = numpy.ones(1, dtype)
            self.assertEqual(golden.errors(one + unit, (one, 0), dtype), 1)
            self.assertEqual(golden.errors(one, (one.astype("float64"), -unit / 4), dtype), 0.25)
            most = numpy.array([numpy.finfo(dtype).max], dtype)
            for got, want in [(numpy.inf, numpy.nan), (numpy.nan, 1.0), (0.0, numpy.nan)]:
                self.assertEqual(
                    golden.errors(one * dtype_number(got, dtype), (numpy.array([want]), 0), dtype),
                    numpy.inf)
            self.assertEqual(golden.errors(most, (numpy.array([numpy.inf]), 0), dtype), 1)
            self.assertGreater(
                golden.errors(one * dtype_number(numpy.inf, dtype), (numpy.array([-numpy.inf]), 0),
                              dtype), 2**10)
            least = numpy.finfo(dtype).smallest_subnormal
            self.assertEqual(
                golden.errors(numpy.array([3 * least], dtype), (numpy.zeros(1), 0), dtype), 3)
        most = numpy.array([2**63 - 1])
        self.assertEqual(
            golden.errors(most, (numpy.array([2.0**63]), numpy.array([-1.0])), "int64"), 0)
        self.assertEqual(
            golden.errors(most - 1, (numpy.array([2.0**63]), numpy.array([-1.0])), "int64"), 1)
        self.assertEqual(golden.errors(numpy.array([True]), (numpy.zeros(1), 0), "bool"), 1)
        self.assertEqual(
            golden.errors(numpy.array([255], "uint8"), (numpy.array([1e9]), 0), "uint8"), 0)


if __name__ == "__main__":
    unittest.main()

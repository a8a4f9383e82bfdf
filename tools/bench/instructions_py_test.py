#!/usr/bin/env python3
"""Tests of the comparison in instructions.py."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path("tools/bench").absolute()))
import instructions


def counts(plan=100, normal=10.0, **more):
    return {"instructions_per_call": {"plan": plan},
            "instructions_per_element": {"high_performance": {"none.float32": {"normal": normal, **more}}}}


class InstructionsTest(unittest.TestCase):
    def lines(self, old, new, tolerance=instructions.TOLERANCE):
        return list(instructions.differences(old, new, tolerance))

    def test_ten_percent_either_way(self):
        self.assertEqual(self.lines(counts(), counts(plan=110, normal=9.0)), [])
        self.assertEqual(self.lines(counts(), counts(normal=11.1)), ["high_performance, none.float32, normal: 10.0 -> 11.1 (+11.0%)"])
        self.assertEqual(self.lines(counts(), counts(plan=89)), ["call, plan: 100 -> 89 (-11.0%)"])

    def test_what_comes_and_goes(self):
        self.assertEqual(self.lines(counts(), counts(wide=5)), ["high_performance, none.float32, wide: new, 5"])
        self.assertEqual(self.lines(counts(wide=5), counts()), ["high_performance, none.float32, wide: was 5, is not counted any more"])
        self.assertEqual(len(self.lines({}, counts())), 2)

    def test_an_update_reports_every_change(self):
        self.assertEqual(len(self.lines(counts(), counts(normal=10.1), tolerance=0)), 1)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Tests of the comparison in instructions.py."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path("tools/bench").absolute()))
import instructions


def counts(plan=100, normal=10.0, **more):
    return {
        "instructions_per_call": {"plan": plan},
        "instructions_per_element": {
            "high_performance": {"none.float32": {"normal": normal, **more}}
        }
    }


class InstructionsTest(unittest.TestCase):
    def lines(self, old, new, tolerance=instructions.TOLERANCE):
        return list(instructions.differences(old, new, tolerance))

    def test_ten_percent_either_way(self):
        self.assertEqual(self.lines(counts(), counts(plan=110, normal=9.0)), [])
        self.assertEqual(self.lines(counts(), counts(normal=11.1)),
                         ["high_performance, none.float32, normal: 10.0 -> 11.1 (+11.0%)"])
        self.assertEqual(self.lines(counts(), counts(plan=89)), ["call, plan: 100 -> 89 (-11.0%)"])

    def test_what_comes_and_goes(self):
        self.assertEqual(self.lines(counts(), counts(wide=5)),
                         ["high_performance, none.float32, wide: new, 5"])
        self.assertEqual(self.lines(counts(wide=5), counts()),
                         ["high_performance, none.float32, wide: was 5, is not counted any more"])
        self.assertEqual(len(self.lines({}, counts())), 2)

    def test_an_update_reports_every_change(self):
        self.assertEqual(len(self.lines(counts(), counts(normal=10.1), tolerance=0)), 1)


# Of a program whose pages are at 0x5000 and 0x9000: the function that is counted has two pieces,
# and calls another.
LOG = """\
IN: main
0x5ff0:  bl #0x5100

IN: CountedByCallgrind
0x5100:  stp x29, x30
0x5104:  blr x1

IN: kernel
0x9100:  add x0, x0, #1
0x9104:  cbnz x0, #0x9100

IN: CountedByCallgrind
0x5108:  ldp x29, x30
0x510c:  ret

IN: other
0x910c:  ret
"""


def trace(*pieces):
    names = {0x5100: "CountedByCallgrind", 0x5108: "CountedByCallgrind", 0x9100: "kernel"}
    return [f"Trace 0: 0x7f00 [00000000/{piece:016x}/00100000/ff000000] "
            f"{names.get(piece, 'main')}\n" for piece in pieces]


class QemuTest(unittest.TestCase):
    def count(self, *pieces):
        return instructions.count_log(LOG.splitlines(keepends=True) + trace(*pieces), 0x100, 0x10c)

    def test_the_function_and_what_it_calls(self):
        self.assertEqual(self.count(0x5ff0, 0x5100, 0x9100, 0x5108, 0x5ff0), [6])
        self.assertEqual(self.count(0x5100, 0x9100, 0x9100, 0x9100, 0x5108,
                                    0x9100, 0x5100, 0x5108), [10, 4])

    def test_other_code_at_the_same_place_of_its_page(self):
        self.assertEqual(self.count(0x9100, 0x910c), [])
        self.assertEqual(self.count(0x5100, 0x910c, 0x5108), [5])

    def test_code_that_is_translated_again(self):
        log = (LOG.splitlines(keepends=True) + trace(0x5100, 0x5108) +
               ["IN: kernel\n", "0x9100:  ret\n"] + trace(0x5100, 0x9100, 0x5108))
        self.assertEqual(instructions.count_log(log, 0x100, 0x10c), [4, 5])


if __name__ == "__main__":
    unittest.main()

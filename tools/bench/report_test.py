#!/usr/bin/env python3
"""Tests of report.py, on rows made here."""

import copy
import json
import pathlib
import sys
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path("tools/bench").absolute()))
import report


def row(**changes):
    base = {
        "op": "square",
        "variant": "none",
        "dtype": "float32",
        "layout": "contiguous",
        "elements": report.CACHE,
        "threads": 1,
        "ns_per_call": {"ours": 65536.0, "precise": 98304.0, "pytorch": 131072.0,
                        "onednn": 196608.0},
        "times_ours": {"precise": 1.5, "pytorch": 2.0, "onednn": 3.0},
        "max_ulp": {"ours": 0.5, "precise": 0.5, "pytorch": 7.0},
        "goals": {"in_cache": 1.5, "out_of_cache": 2.5, "high_precision_ns": 1.6}
    }
    return {**copy.deepcopy(base), **changes}


def data(*rows):
    return {"format": "openaclnn-compare/1", "machine": {"processor": "abacus"}, "seconds": 1,
            "faults": [], "rows": list(rows)}


def verdicts(measured):
    return {goal.title: goal.lines() for goal in report.goals(measured)}


class ReportTest(unittest.TestCase):
    def test_the_best_peer_decides(self):
        lines = verdicts(data(row()))
        title = "1.5 times as fast as the best peer in cache, 2.5 times out of cache: square"
        self.assertEqual(lines[title], [f"met: {title}"])
        slow = row(times_ours={"precise": 1.5, "pytorch": 2.0, "onednn": 1.2})
        self.assertEqual(
            verdicts(data(row(), slow))[title], [
                f"missed in 1 of 2: {title}",
                "    square, none, float32, 64 Ki, 1 thread: 1.2x (goal 1.5x)"
            ])

    def test_the_worst_miss_comes_first_and_only_five_are_shown(self):
        rows = [
            row(op=f"op{number}", times_ours={"pytorch": ratio})
            for number, ratio in enumerate((1.4, 0.5, 1.0, 1.3, 1.2, 1.1))
        ]
        (lines,) = [lines for title, lines in verdicts(data(*rows)).items() if "best peer" in title]
        self.assertTrue(lines[1].startswith("    op1, none"))
        self.assertTrue(lines[5].startswith("    op3, none"))
        self.assertEqual(lines[6], "    and 1 more")

    def test_a_row_without_peers_is_no_row_of_that_goal(self):
        lines = verdicts(data(row(times_ours={})))
        title = "1.5 times as fast as the best peer in cache, 2.5 times out of cache: square"
        self.assertEqual(lines[title], [f"not measured: {title}"])

    def test_operators_without_goals_of_their_own(self):
        self.assertFalse([title for title in verdicts(data(row(goals={}))) if "best peer" in title])

    def test_what_has_no_limit_has_no_ratio_to_it(self):
        data = {"rows": [row(elements=report.MEMORY)]}
        _, lines = report.table_contiguous(data, report.MEMORY, 1)
        self.assertEqual(lines[0][-1], "")

    def test_the_limit(self):
        title = "out of cache, float32 takes at most 1.15 times what non-temporal streams take"
        near = row(elements=report.MEMORY, times_ours={"limit_non_temporal": 1 / 1.14})
        far = row(elements=report.MEMORY, times_ours={"limit_non_temporal": 1 / 1.16})
        narrow = row(elements=report.MEMORY, dtype="float16",
                     times_ours={"limit_non_temporal": 0.1})
        self.assertEqual(verdicts(data(near, narrow))[title], [f"met: {title}"])
        self.assertIn("1.16x (goal 1.15x)", verdicts(data(near, far))[title][1])

    def test_calls(self):
        call = row(elements=report.CALL, ns_per_call={"ours": 1600.0}, ns_per_plan=399.0,
                   times_ours={"pytorch": 1.9})
        lines = verdicts(data(call))
        self.assertTrue(lines["a complete call on 1 Ki elements takes at most 1500 ns"]
                        [0].startswith("missed in 1 of 1"))
        self.assertTrue(lines["phase 1 takes at most 400 ns"][0].startswith("met"))
        self.assertFalse([title for title in lines if "from Python" in title])
        self.assertTrue(
            lines["a complete call on 1 Ki elements is twice as fast as PyTorch's from TorchScript"]
            [0].startswith("missed"))

    def test_threads(self):
        two = row(threads=2, times_ours={"one_thread": 1.7})
        lines = verdicts(data(two))
        self.assertTrue(lines["two threads are 1.8 times as fast as one in cache (64 Ki)"]
                        [0].startswith("missed"))
        self.assertTrue(
            lines["all threads are never slower than one (within 3%)"][0].startswith("met"))

    def test_layouts_and_high_precision(self):
        lines = verdicts(data(row(), row(layout="stepped", times_ours={"pytorch": 1.4})))
        self.assertTrue(lines["layouts that are not contiguous: 1.5 times as fast as PyTorch"]
                        [0].startswith("missed in 1 of 1"))
        self.assertTrue(
            lines["high_precision in cache, float32, ns per element"][0].startswith("met"))
        slow = row(ns_per_call={"ours": 65536.0, "precise": 65536 * 1.7})
        self.assertIn("1.7 ns (goal 1.6 ns)",
                      verdicts(data(slow))["high_precision in cache, float32, ns per element"][1])

    def test_tables_have_every_row(self):
        text = report.text(
            data(row(), row(threads=2, times_ours={"one_thread": 1.9, "pytorch": 4.0})))
        self.assertIn("processor: abacus", text)
        self.assertRegex(text, r"square, none  float32  1\.000 +1\.500 +2\.000 +3\.000 +2\.00x")
        self.assertIn("1.90x", text)

    def test_classes(self):
        def rated(ratio, **changes):
            times = {"pytorch": ratio, "onednn": 9}
            return row(**{"structure": "elementwise", "times_ours": times, **changes})

        plain = {"in_cache": 1.0}
        head, lines = report.table_classes(data(
            rated(1.5), rated(0.5), rated(4), rated(2, dtype="float16"),
            rated(1, elements=report.CALL), rated(7, layout="strided"), rated(0.75, goals=plain),
            rated(3, structure="moved"), rated(5, times_ours={}),
            rated(8, elements=report.MEMORY), row()))
        self.assertEqual(head, ["class", "elements", "functions", "float32", "float16"])
        self.assertEqual(lines, [
            ["arithmetic and selection", "64 Ki", "1", "0.75, 0.75, 0.8", ""],
            ["movement", "64 Ki", "1", "3.00, 3.00, 3.0", ""],
            ["transcendental", "64 Ki", "3", "0.50, 1.50, 4.0", "2.00, 2.00, 2.0"],
            ["transcendental", "16 Mi", "1", "8.00, 8.00, 8.0", ""]])

    def test_a_busy_machine_is_said(self):
        measured = data(row())
        for share, busy in (("9%", False), ("11%", True)):
            measured["machine"]["busy before"] = share
            for text in (report.text(measured), report.page(measured)):
                self.assertEqual("NOT AT REST" in text, busy)

    def test_the_chart_is_xml(self):
        rows = [
            row(dtype=dtype, elements=elements) for dtype in ("float32", "float16")
            for elements in (report.CACHE, report.MEMORY)
        ]
        xml.etree.ElementTree.fromstring(report.svg(data(*rows)))
        xml.etree.ElementTree.fromstring(report.svg(data()))
        chart = report.svg(data(*rows))
        self.assertIn("higher is better", chart)
        self.assertIn(">2.0 PyTorch</text>", chart)
        self.assertIn("prefers-color-scheme: dark", chart)
        # The tables have the other dtypes.
        self.assertEqual(report.svg(data(*rows, row(dtype="int32"))), chart)
        # Colours are the style's.
        self.assertNotRegex(chart, r'(fill|stroke)="(white|black|#[0-9a-f]+)"')

    def test_the_page_keeps_what_is_written_by_hand(self):
        top = f"{report.BEGIN_MESSAGE}\nstale\n{report.END_MESSAGE}\n"
        old = f"above\n{top}{report.BEGIN}\nstale\n{report.END}\nbelow\n"
        new = report.with_generated(old, data(row()))
        self.assertTrue(new.startswith("above\n") and new.endswith("\nbelow\n"))
        self.assertNotIn("stale", new)
        self.assertIn("| square, none | float32 | 1.000 |", new)
        self.assertEqual(report.with_generated(new, data(row())), new)
        for page in ("no marks", top):
            with self.assertRaises(SystemExit):
                report.with_generated(page, data(row()))

    def test_the_message(self):
        def rated(ratio, **changes):
            return row(times_ours={"pytorch": ratio, "onednn": 9.0}, **changes)

        lines = report.message(
            data(rated(2.0), rated(8.0, dtype="float16"), rated(0.96, op="slow"),
                 rated(1.5, elements=report.MEMORY), rated(99.0, threads=2),
                 rated(99.0, layout="stepped"),
                 rated(1.0, elements=report.CALL, ns_per_call={"ours": 1234.0}))).splitlines()
        self.assertEqual(
            lines[0],
            "* Measured: 2 operators in float32, float16; the others are not in these numbers.")
        self.assertEqual(
            lines[1],
            "* In cache (64 Ki elements, 1 thread): 0.96 to 8.00 times as fast as the best of "
            "PyTorch and oneDNN, "
            "geometric mean 2.49; slower: slow, none, float32 (0.96).")
        self.assertEqual(
            lines[2],
            "* Out of cache (16 Mi elements, 1 thread): 1.50 to 1.50 times as fast as the best of "
            "PyTorch and oneDNN, "
            "geometric mean 1.50.")
        self.assertEqual(lines[3],
                         "* A complete call on 1 Ki elements from C takes 1.23 to 1.23 us.")
        self.assertIn("performance.svg", lines[-1])

    def test_the_message_stands_in_the_first_20_lines(self):
        page = pathlib.Path("docs/performance.md").read_text().splitlines()[:20]
        self.assertIn(report.END_MESSAGE, page)

    def test_dump_is_json(self):
        self.assertEqual(json.loads(report.dump(data(row(), row()))), data(row(), row()))

    def test_the_median_run(self):
        runs = [data(row(ns_per_call={"ours": time})) for time in (3.0, 1.0, 2.0)]
        self.assertIs(report.median_run(runs), runs[2])


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""timeline_test.py SAMPLE: tests timeline.py on traces made by hand, and on those of the program
SAMPLE (timeline_sample.cc), which runs one kernel with one buffer in each queue or with two."""

import contextlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, "runtime/aicore")
import timeline  # noqa: E402

SAMPLE = sys.argv.pop(1)
PIPES = {pipe: number for number, pipe in enumerate(timeline.PIPES)}


def row(name, core, pipe, start, free, complete, after, block=0, code="./k.cc:1"):
    return {"name": name, "ph": "X", "pid": 1, "tid": 4 * core + PIPES[pipe], "ts": start,
            "dur": free - start,
            "args": {"block": block, "elements": 64, "bytes": 256, "issued": 0,
                     "complete": complete, "after": after, "code": code}}


def names(number=1):
    return [{"name": "process_name", "ph": "M", "pid": number,
             "args": {"name": f"launch {number}: k on Ascend910B3"}},
            {"name": "process_labels", "ph": "M", "pid": number,
             "args": {"labels": "", "megahertz": 1000, "numbers": "from measured tables"}},
            {"name": "thread_name", "ph": "M", "pid": number, "tid": 0, "args": {"name": "core 0"}}]


# A copy in, two vector instructions, a copy out. Another core does less.
BY_HAND = [
    *names(),
    row("DataCopy", 0, "MTE2", 10, 200, 300, -1),
    row("Abs", 0, "V", 300, 500, 560, 0, code="./k.cc:2"),
    row("Mul", 0, "V", 560, 700, 740, 1, code="./k.cc:3"),
    row("DataCopy", 0, "MTE3", 750, 900, 950, 2, code="./k.cc:4"),
    row("GetValue", 1, "S", 0, 8, 8, -1, block=1),
]


class TimelineTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        os.environ["BUILD_WORKING_DIRECTORY"] = temporary.name

    def draw(self, rows, *options):
        """(text, SVG)"""
        (self.folder / "trace.json").write_text(json.dumps(rows))
        with contextlib.redirect_stdout(io.StringIO()) as out:
            timeline.main(["--trace=trace.json", "--svg=drawn.svg", *options])
        return out.getvalue(), (self.folder / "drawn.svg").read_text()

    def test_text(self):
        text, _ = self.draw(BY_HAND)
        self.assertEqual(text.splitlines(), [
            "launch 1: k on Ascend910B3, core 0 (of 2), cycles 0 to 950",
            "     " + "".join(f"{cycle:<10}" for cycle in range(0, 1000, 100)).rstrip(),
            "     |" + 9 * "         |",
            "S",
            "V" + 34 * " " + 20 * "#" + "......" + 14 * "#" + "....",
            "MTE2  " + 19 * "#" + 10 * ".",
            "MTE3" + 76 * " " + 15 * "#" + ".....",
            timeline.LEGEND,
            "about 950 cycles, 0.95 us at 1000 MHz (from measured tables)",
            "busy: S 0%, V 36%, MTE2 20%, MTE3 16%",
            "critical path: S 2%, V 46%, MTE2 31%, MTE3 21%; most of it:",
            "   31%      290 cycles  MTE2 DataCopy  k.cc:1",
            "   27%      260 cycles  V    Abs  k.cc:2",
            "   21%      200 cycles  MTE3 DataCopy  k.cc:4",
            "   19%      180 cycles  V    Mul  k.cc:3",
            "    2%       20 cycles  S    issue of instructions, or other cores",
            "drawn in drawn.svg"])

    def test_places(self):
        lines = self.draw(BY_HAND, "--places=1")[0].splitlines()
        self.assertEqual(lines[-2], "   31%      290 cycles  MTE2 DataCopy  k.cc:1")
        lines = self.draw(BY_HAND, "--places=0")[0].splitlines()
        self.assertEqual(lines[-2], "critical path: S 2%, V 46%, MTE2 31%, MTE3 21%")

    def test_zoom(self):
        text, svg = self.draw(BY_HAND, "--from=480", "--to=575")
        rows = text.splitlines()
        self.assertEqual(rows[1].split(), ["480", "490", "500", "510", "520", "530", "540", "550",
                                           "560", "570"])
        # A cycle is a column.
        self.assertEqual(rows[4], "V    " + 20 * "#" + 60 * "." + 15 * "#")
        self.assertEqual(rows[5], "MTE2")
        self.assertNotIn("DataCopy", svg)
        # What is out of the window counts as before.
        self.assertIn("busy: S 0%, V 36%, MTE2 20%, MTE3 16%", rows)

    def test_shares_of_columns(self):
        rows = [*names(), row("Abs", 0, "V", 0, 5, 5, -1), row("Abs", 0, "V", 10, 12, 12, 0),
                row("Abs", 0, "V", 20, 30, 35, 1), row("Abs", 0, "V", 949, 950, 950, 2)]
        text, _ = self.draw(rows)
        self.assertEqual(text.splitlines()[4], "V    =-#." + 90 * " " + "-")

    def test_the_core_that_ends_last(self):
        late = [*BY_HAND, row("Abs", 2, "V", 0, 960, 960, -1, block=2)]
        self.assertIn("core 2 (of 3), cycles 0 to 960", self.draw(late)[0])
        self.assertIn("core 1 (of 3), cycles 0 to 8\n", self.draw(late, "--core=1")[0])

    def test_the_longest_launch(self):
        second = [dict(each, pid=2) for each in (row("Exp", 0, "V", 0, 990, 990, -1),)]
        both = [*BY_HAND, *names(2), *second]
        self.assertIn("launch 2: k", self.draw(both)[0])
        self.assertIn("launch 1: k", self.draw(both, "--launch=1")[0])

    def test_critical_path_goes_through_all_blocks_of_a_core(self):
        rows = [*names(), row("Abs", 0, "V", 0, 100, 100, -1, block=0),
                row("Exp", 0, "V", 0, 60, 60, -1, block=0),
                row("Mul", 0, "V", 110, 150, 150, -1, block=1)]
        text, _ = self.draw(rows)
        self.assertIn("critical path: S 7%, V 93%, MTE2 0%, MTE3 0%", text)
        self.assertNotIn("Exp", text)

    def test_critical_path_counts_no_cycle_twice(self):
        # The second starts before the results of the first are complete.
        rows = [*names(), row("Abs", 0, "V", 0, 100, 130, -1), row("Exp", 0, "V", 100, 200, 230, 0)]
        text, _ = self.draw(rows)
        self.assertIn("   57%      130 cycles  V    Exp", text)
        self.assertIn("   43%      100 cycles  V    Abs", text)

    def test_svg(self):
        text, svg = self.draw(BY_HAND)
        tree = xml.etree.ElementTree.fromstring(svg)
        space = "{http://www.w3.org/2000/svg}"
        boxes = [(each.find(f"{space}title").text, float(each.get("x")), float(each.get("width")))
                 for each in tree.iter(f"{space}rect") if each.find(f"{space}title") is not None]
        scale = timeline.SVG_WIDTH / 950
        self.assertEqual(
            [(title.split(":")[0], round((left - timeline.SVG_LEFT) / scale), round(width / scale))
             for title, left, width in boxes],
            [("Abs", 300, 200), ("Mul", 560, 140), ("DataCopy", 10, 190), ("DataCopy", 750, 150)])
        self.assertEqual(boxes[0][0], "Abs: 64 elements, 256 bytes, cycles 300 to 500, "
                                      "complete 560, block 0 k.cc:2")
        words = [each.text for each in tree.iter(f"{space}text")]
        for line in text.splitlines()[:1] + text.splitlines()[8:10] + list(timeline.PIPES):
            self.assertIn(line, words)
        self.assertEqual(svg.count("#dc2626"), 4)  # all are on the critical path
        self.assertNotIn("href", svg)

    def test_svg_joins_what_is_too_narrow(self):
        rows = [*names(), *(row("Abs", 0, "V", at, at + 1, at + 1, at - 1) for at in range(20000))]
        svg = self.draw(rows)[1]
        self.assertLess(svg.count("<title>"), 1200)
        self.assertIn("<title>19 instructions, the first is Abs: ", svg)

    def test_names_are_escaped(self):
        rows = json.loads(json.dumps(BY_HAND).replace(": k on", ": k<float> on"))
        svg = self.draw(rows)[1]
        self.assertIn("k&lt;float&gt;", svg)
        xml.etree.ElementTree.fromstring(svg)

    def test_what_is_wrong(self):
        for option, message in (
                ("--core=7", "--core=7; accepted: 0, 1"),
                ("--launch=3", "--launch=3; accepted: 1"),
                ("--from=950", "--from=950 --to=950; accepted: 0 <= from < to"),
                ("--from=-1", "--from=-1 --to=950; accepted: 0 <= from < to")):
            with self.subTest(option=option), self.assertRaises(timeline.TimelineError) as raised:
                self.draw(BY_HAND, option)
            self.assertEqual(str(raised.exception), message)
        with self.assertRaises(timeline.TimelineError) as raised:
            self.draw(names())
        self.assertIn("trace.json: no instructions", str(raised.exception))

    def test_runs_an_operator(self):
        # Stands in for the program that calls operators: notes what it was told, writes a trace.
        (self.folder / "trace.json").write_text(json.dumps(BY_HAND))
        program = self.folder / "program"
        program.write_text(f'#!/bin/sh\necho "$@" > {self.folder}/told\n'
                           f'[ ! -e {self.folder}/trace.json ] ||'
                           f' cp {self.folder}/trace.json "$OPENACLNN_TRACE"\n')
        program.chmod(0o755)
        benchmarks = [{"id": name, "products": ["atlas_a2", "atlas_a3"]} for name in (
            "int32.contiguous.65536", "float32.contiguous.1024", "float32.contiguous.65536")]
        benchmarks.append({"id": "x.contiguous.65536", "products": ["atlas_a3"]})

        def run(*options, structure="elementwise", benchmarks=benchmarks):
            (self.folder / "cases.json").write_text(json.dumps(
                {"structure": structure, "benchmarks": benchmarks}))
            with contextlib.redirect_stdout(io.StringIO()) as out:
                timeline.main([f"--program={program}", "--operator=libmodule.so",
                               f"--cases={self.folder}/cases.json", *options])
            self.assertIn("--backend=aicore", (self.folder / "told").read_text())
            return out.getvalue().splitlines()[0], (self.folder / "told").read_text().split()

        first, told = run()
        self.assertEqual(first, "float32.contiguous.65536, 320 rows, atlas_a2")
        for option in ("--product=atlas_a2", "--once=float32.contiguous.65536", "--rows=320"):
            self.assertIn(option, told)
        # Shapes of their own: of operators that move elements, and of cases that were asked for.
        self.assertIn("--rows=0", run(structure="moved")[1])
        first, told = run("--case=float32*", "--product=atlas_a3")
        self.assertEqual(first, "float32.contiguous.1024, atlas_a3")
        self.assertIn("--rows=0", told)
        self.assertIn("--once=int32.contiguous.65536", run(benchmarks=benchmarks[:1])[1])
        # An operator that the representative product lacks.
        self.assertIn("--product=atlas_a3", run(benchmarks=benchmarks[3:])[1])
        for options, message in (
                (["--case=no"], "--case=no; accepted: int32.contiguous.65536, "
                 "float32.contiguous.1024, float32.contiguous.65536"),
                (["--product=no"], "--product=no; accepted: atlas_a2, atlas_a3")):
            with self.subTest(message), self.assertRaises(timeline.TimelineError) as raised:
                run(*options)
            self.assertEqual(str(raised.exception), message)
        (self.folder / "trace.json").unlink()
        with self.assertRaises(timeline.TimelineError) as raised:
            run()
        self.assertEqual(str(raised.exception),
                         "float32.contiguous.65536 runs no device kernel on atlas_a2; "
                         "--case chooses another")

    def sample(self, buffers):
        path = self.folder / "sample.json"
        subprocess.run([SAMPLE, str(buffers)], check=True,
                       env={**os.environ, "OPENACLNN_TRACE": str(path)})
        return json.loads(path.read_text())

    def test_one_and_two_buffers_can_be_told_apart(self):
        cycles = {}
        for buffers in (1, 2):
            rows = self.sample(buffers)
            text, _ = self.draw(rows)
            lines = text.splitlines()
            self.assertTrue(all(len(line) <= timeline.COLUMNS for line in lines), text)
            self.assertEqual(lines[0], "launch 1: roots on Ascend910B3, core 0 (of 1), cycles 0 to "
                             + re.search(r"about (\d+) cycles", text)[1])
            cycles[buffers] = int(re.search(r"about (\d+) cycles", text)[1])
            drawn = {line[:5].rstrip(): line[5:].ljust(95) for line in lines[3:7]}
            both = sum(copy in "#=" and vector in "#="
                       for copy, vector in zip(drawn["MTE2"], drawn["V"]))
            copies = sum(copy in "#=" for copy in drawn["MTE2"])
            # With one buffer the next copy waits for the vector unit, with two it does not.
            if buffers == 1:
                self.assertEqual(both, 0, text)
            else:
                self.assertGreater(both, copies / 3, text)
            self.assertRegex(text, r"MTE2 DataCopy  runtime/aicore/timeline_sample.cc:\d+\n")
        self.assertLess(cycles[2], 0.8 * cycles[1])


if __name__ == "__main__":
    unittest.main()

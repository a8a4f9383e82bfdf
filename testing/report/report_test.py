#!/usr/bin/env python3
"""Tests of the report, on the specs of all operators and results made up for them: report_test
--cases=CASES.JSON..."""

import collections
import contextlib
import html.parser
import io
import json
import pathlib
import re
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import collect  # noqa: E402
import page  # noqa: E402
import picture  # noqa: E402
import plots  # noqa: E402
import report  # noqa: E402

CASES = [pathlib.Path(arg.split("=", 1)[1]) for arg in sys.argv[1:] if arg.startswith("--cases=")]
VOID = {"meta", "br", "rect", "path", "hr", "link", "img", "input", "wbr"}


class Page(html.parser.HTMLParser):
    """What a browser would see of a page."""

    def __init__(self, source):
        super().__init__()
        self.open, self.ids, self.links = [], [], []
        self.loads, self.faults, self.words = [], [], []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)
        self.note(tag, attrs)

    def handle_startendtag(self, tag, attrs):
        self.note(tag, attrs)

    def note(self, tag, attrs):
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            elif name == "href" and tag == "a":
                self.links.append(value)
            elif name in ("src", "href", "data", "srcset", "xlink:href") or (name == "style"
                                                                             and "url(" in value):
                self.loads.append((tag, value))
        if tag in ("script", "link", "iframe", "object", "embed"):
            self.loads.append((tag, ""))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data):
        self.words.append(data)


def results_of(cases, status="PASSED"):
    """A conformance.json in which every case has this status."""
    output = {
        "count": 10,
        "max_ulp": 0.5,
        "inexact": 1,
        "failed": 0,
        "histogram": [9, 1, 0, 0, 0, 0],
        "vendor": {"cann-mixed@2026-09": {"passed": True}},
        "worst": {"element": 3, "at": "[3]", "got": "0x1 (1)", "want": "0x2 (2)", "ulp": 0.5,
                  "inputs": {"<x>": "0x3 (3)"}}
    }
    entries, profiles = [], []
    for case in cases["cases"]:
        for product in case["products"]:
            entry = {"id": case["id"], "product": product, "mode": "high_precision",
                     "status": status}
            if case["kind"] == "positive":
                entry["outputs"] = {"out": output}
            entries.append(entry)
    for function in cases["functions"]:
        for param in function["params"]:
            if param["kind"] == "input":
                profiles.append({"source": "high_precision", "function": function["name"],
                                 "output": "out", "dtype": "float32", "operand": param["name"],
                                 "bins": [[-96, 0.25], [0, 0], [49, None]]})
    return {"op": cases["op"], "backend": "cpu", "spec_sha256": cases["spec_sha256"],
            "targets": ["EMU128"], "cases": entries,
            "pytorch": {cases["values"][0]["key"]: {"out": output | {"max_ulp": None}}},
            "profiles": profiles}


class ReportTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.assertTrue(CASES)
        self.use(CASES[:1])

    def one_case_of_each(self, path):
        """cases.json with the first case of each function, product and types of arguments."""
        cases, seen, kept = json.loads(path.read_text()), set(), []
        for case in cases["cases"]:
            types = tuple(argument.get("dtype") for argument in case["args"].values()
                          if isinstance(argument, dict))
            cells = {(case["function"], product, types) for product in case["products"]}
            if not cells <= seen:
                kept.append(case)
                seen |= cells
        copy = self.folder / f"{cases['op']}.json"
        copy.write_text(json.dumps(cases | {"cases": kept}))
        return copy

    def use(self, paths):
        self.paths = paths
        self.specs = [json.loads(path.read_text()) for path in paths]

    def leave(self, name, results):
        path = self.folder / "testlogs" / name / "test.outputs"
        path.mkdir(parents=True, exist_ok=True)
        (path / ("kills.json" if "kills" in results else "conformance.json")).write_text(
            json.dumps(results))

    def run_report(self, *more):
        (self.folder / "testlogs").mkdir(exist_ok=True)
        arguments = [f"--cases={path}" for path in self.paths] + [
            f"--testlogs={self.folder / 'testlogs'}", f"--out={self.folder / 'out'}", *more
        ]
        with contextlib.redirect_stdout(io.StringIO()) as out:
            code = report.main(arguments)
        self.source = (self.folder / "out" / "index.html").read_text()
        self.json = json.loads((self.folder / "out" / "report.json").read_text())
        self.junit = ElementTree.parse(self.folder / "out" / "junit.xml").getroot()
        return code, out.getvalue()

    def pass_all(self):
        for cases in self.specs:
            for backend in cases["accuracy"]:
                self.leave(f"{cases['op']}_{backend}", results_of(cases) | {"backend": backend})

    def test_shows_every_function_product_and_dtype(self):
        self.use([self.one_case_of_each(path) for path in CASES])
        self.pass_all()
        code, _ = self.run_report()
        self.assertEqual(code, 0)
        rows = {(row[0], row[1]) for row in self.table_rows(self.source)}
        expected = set()
        for cases in self.specs:
            for function in cases["functions"]:
                for product, dtypes in function["products"].items():
                    self.assertIn(product, self.source)
                    expected.update((function["name"], dtype) for dtype in dtypes)
        self.assertEqual(expected - rows, set())
        declared = {(cell["function"], cell["product"], cell["dtype"])
                    for cell in self.json["cells"] if cell["declared"]}
        self.assertEqual(
            declared, {(function["name"], product, dtype) for cases in self.specs
                       for function in cases["functions"]
                       for product, dtypes in function["products"].items() for dtype in dtypes})

    @staticmethod
    def table_rows(source):
        matrix = source[source.index("<h2 id=matrix>"):source.index("<h2 id=accuracy>")]
        for line in matrix.split("<tr ")[1:]:
            yield [re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<td[^>]*>.*?</td>", line)]

    def test_needs_no_network_and_is_well_formed(self):
        self.pass_all()
        self.leave(
            "selu_mutants", {
                "schema": "openaclnn-kills/1",
                "op": self.specs[0]["op"],
                "backend": "cpu",
                "kills": [{"mutant": "a < b & c", "dtype": "fp32", "function": "f", "kernel": 0,
                           "mode": "m", "status": "KILLED", "first_case": "x", "failed": 1,
                           "ran": 2}]
            })
        self.run_report()
        page = Page(self.source)
        self.assertEqual(page.loads, [])
        self.assertEqual(page.faults, [])
        self.assertEqual(page.open, [])
        for words in ("http://", "https://", "@import", "url("):
            self.assertNotIn(words, self.source)
        self.assertEqual([
            identifier for identifier, count in collections.Counter(page.ids).items() if count > 1
        ], [])
        self.assertEqual(
            [link for link in page.links if not link.startswith("#") or link[1:] not in page.ids],
            [])
        self.assertIn("a < b & c", "".join(page.words))

    def test_without_results_everything_is_untested(self):
        code, out = self.run_report()
        self.assertEqual(code, 1)
        self.assertIn("untested", out)
        self.assertNotIn("PASSED", self.json["totals"])
        self.assertIn(f"tools/bazel test //ops/{self.specs[0]['op']}/...", self.source)
        self.assertTrue(Page(self.source).links)

    def test_one_failure_is_a_failure(self):
        self.pass_all()
        cases = self.specs[0]
        victim = cases["cases"][0]
        again = results_of({**cases, "cases": [victim]}, "FAILED")
        self.leave("again", again)
        code, out = self.run_report()
        self.assertEqual(code, 1)
        self.assertIn(f"{len(victim['products'])} failed", out)
        failed = [
            test.get("name") for test in self.junit.iter("testcase")
            if test.find("failure") is not None
        ]
        self.assertEqual(failed, [victim["id"]])
        self.assertIn('class="failed"', self.source)

    def leave_failure_on_one_product(self):
        """Results in which the last product of a case that must be right has a wrong element.
        Returns (case, product)."""
        cases = self.specs[0]
        victim = next(case for case in cases["cases"]
                      if case["kind"] == "positive" and len(case["products"]) > 1)
        product = victim["products"][-1]
        results = results_of({**cases, "cases": [victim]})
        results["cases"] = [entry for entry in results["cases"] if entry["product"] == product]
        results["cases"][0] |= {
            "status": "FAILED",
            "what": "out[3] (vector): got 0x9 (9) <x>",
            "again": "tools/bazel run //ops/x:conformance -- --case='y'",
            "replay": "tools/bazel run //ops/x:conformance -- --replay=z/failure_1.safetensors"
        }
        output = results["cases"][0]["outputs"]["out"]
        worst = {**output["worst"], "got": "0x9 (9)", "ulp": 77.0}
        results["cases"][0]["outputs"]["out"] = output | {
            "max_ulp": 77.0,
            "failed": 1,
            "histogram": [9, 0, 0, 0, 1, 0],
            "vendor": {"cann-mixed@2026-09": {"passed": False}},
            "worst": worst
        }
        # Read last: the other products' good results are there before.
        self.leave("zzz", results)
        return victim, product

    def test_the_failing_product_is_the_one_that_is_shown(self):
        self.pass_all()
        victim, product = self.leave_failure_on_one_product()
        code, _ = self.run_report()
        self.assertEqual(code, 1)
        operator = self.json["ops"][0]
        key = {"function": victim["function"], "dtype": victim["dtype"],
               "source": "cpu high_precision"}

        def entry(name):
            (found,) = [entry for entry in operator[name] if key.items() <= entry.items()]
            return found

        self.assertEqual(entry("histograms")["max_ulp"], 77.0)
        self.assertEqual(entry("histograms")["buckets"][4], 1)
        self.assertEqual(entry("vendor")["records"] - entry("vendor")["passed"], 1)
        self.assertEqual((entry("worst")["ulp"], entry("worst")["product"], entry("worst")["got"]),
                         (77.0, product, "0x9 (9)"))
        self.assertIn("<b>77 ULP</b><span>greatest error, cpu high_precision</span>", self.source)
        bound = operator["accuracy"]["cpu"]["high_precision"][victim["dtype"]]
        self.assertEqual((entry("worst")["bound"], entry("worst")["ratio"]), (bound, 77.0 / bound))
        self.assertIn(
            f"<span>of {bound:.4g} in <code>{victim['function']}</code> {victim['dtype']}</span>",
            self.source)
        # It comes first among the worst elements.
        cards = self.source.split("<div class=card ")
        self.assertIn("<b>77 ULP</b>", cards[1])

    def test_a_failure_leads_to_its_text_and_commands(self):
        self.pass_all()
        victim, product = self.leave_failure_on_one_product()
        self.run_report()
        page = Page(self.source)
        self.assertEqual((page.faults, page.open), ([], []))
        self.assertEqual(
            [link for link in page.links if not link.startswith("#") or link[1:] not in page.ids],
            [])
        self.assertIn(
            "<a href='#failures'>",
            self.source[self.source.index("class='verdict bad'"):self.source.index("class=tiles")])
        section = self.source[self.source.index("<h2 id=failures>"):self.source.
                              index("<h2 id=matrix>")]
        words = "".join(Page(section).words)
        for part in (
                victim["id"], product, "out[3] (vector): got 0x9 (9) <x>",
                "again: tools/bazel run //ops/x:conformance -- --case='y'",
                "replay: tools/bazel run //ops/x:conformance -- --replay=z/failure_1.safetensors"):
            self.assertIn(part, words)

    def test_a_good_report_has_no_failures(self):
        self.pass_all()
        code, _ = self.run_report()
        self.assertEqual(code, 0)
        self.assertNotIn("#failures", self.source)

    def test_no_plot_is_empty(self):
        cases = self.specs[0]
        results = results_of(cases)
        results["profiles"] += [
            profile | {"dtype": "float16", "bins": []} for profile in results["profiles"]
        ]
        self.leave("first", results)
        self.run_report()
        plots = self.source.split("<figure ")[1:]
        self.assertTrue(plots)
        for plot in plots:
            self.assertRegex(plot, r"stroke='var\(--s\d\)'")
            self.assertNotIn("d=''", plot)

    def test_plots_are_folded_and_end_at_1000(self):
        self.use(CASES[:plots.MAX_OPEN + 1])
        self.pass_all()
        self.run_report()
        folds = re.findall(r"<details( open)?[^>]*><summary>(\w+): \d+ plots</summary>",
                           self.source)
        self.assertEqual([operator["op"] for operator in self.json["ops"] if operator["profiles"]],
                         [name for _, name in folds])
        self.assertEqual({bool(opened) for opened, _ in folds}, {len(folds) <= plots.MAX_OPEN})
        axis = plots.Vertical(plots.AXIS)
        self.assertEqual(axis.y_of(None), axis.y_of(1000))
        self.assertEqual(axis.y_of(1e8), axis.y_of(1000))
        self.assertGreater(axis.y_of(1) - axis.y_of(2), 10)  # can be told apart
        self.assertIn("≥1000", self.source)
        self.assertEqual(
            plots.beyond([("a", [(0, 4.25e7), (1, 2)]), ("b", [(0, None)]), ("c", [(0, 1000)])]),
            "a up to 4.2e+07; b up to ∞")

    def test_a_row_of_the_matrix_has_both_backends(self):
        self.pass_all()
        self.run_report()
        rows = list(self.table_rows(self.source))
        keys = [tuple(row[:2]) for row in rows]
        self.assertEqual(len(keys), len(set(keys)))
        backends = list(self.specs[0]["accuracy"])
        self.assertRegex(" ".join(rows[0][2:]), rf"{re.escape(' + '.join(backends))} (\d+)/\1\b")
        victim, product = self.leave_failure_on_one_product()
        self.run_report()
        column = 2 + list(self.json["products"]).index(product)
        (cell, ) = [
            row[column] for row in self.table_rows(self.source)
            if row[:2] == [victim["function"], victim["dtype"]]
        ]
        self.assertRegex(cell, r"^cpu (\d+)/(\d+)aicore \2/\2$")

    def test_columns_of_errors_are_named_by_their_bounds(self):
        self.pass_all()
        self.run_report()
        head = [
            re.sub("<[^>]*>", "", cell) for cell in re.findall(
                r"<th.*?</th>", self.source[self.source.index("<h2 id=accuracy>"):])
        ]
        self.assertEqual(head[4:10], ["≤ 0.5", "≤ 1", "≤ 2", "≤ 10", "≤ 100", "&gt; 100"])

    def test_the_greatest_error_stands_beside_its_bound(self):
        self.specs[0]["accuracy"]["cpu"]["high_precision"] = {
            dtype: "1 + x^2" for dtype in self.specs[0]["accuracy"]["cpu"]["high_precision"]}
        path = self.folder / "cases.json"
        path.write_text(json.dumps(self.specs[0]))
        self.paths = [path]
        results = results_of(self.specs[0])
        records = {}
        for entry in results["cases"]:
            if "outputs" in entry:
                records.setdefault(
                    next(case["values"] for case in self.specs[0]["cases"]
                         if case["id"] == entry["id"]), []).append(entry)
        (far, *_), (near, *_) = list(records.values())[:2]
        for entry, ulp, x in ((far, 40.0, 7), (near, 4.0, 1)):
            output = entry["outputs"]["out"]
            entry["outputs"] = {
                "out": output | {
                    "max_ulp": ulp,
                    "worst": output["worst"] | {"ulp": ulp, "inputs": {"x": f"0x0 ({x})"}}
                }
            }
        self.leave("first", results)
        self.run_report()
        tile = re.sub("<[^>]*>", "|", self.source[self.source.index("<b>40 ULP</b>"):])
        self.assertRegex(
            tile,
            r"^\|40 ULP\|\|greatest error, cpu high_precision\|\|of 1 \+ x\^2 = 50 in \|aclnn")
        self.assertRegex(tile, r"^[^\n]*greatest part of a bound: \|200 %\|")

    def test_filters_have_what_is_shown(self):
        self.pass_all()
        self.leave("npu", results_of(self.specs[0]) | {"backend": "npu Ascend910B3"})
        self.run_report()
        marked = {name: set(" ".join(re.findall(rf" data-{name}='([^']*)'", self.source)).split())
                  for name in ("function", "dtype", "product", "backend")}
        for name, values in marked.items():
            select = re.search(rf"<select id=only-{name} .*?</select>", self.source)[0]
            options = set(re.findall(r"<option value='([^']+)'", select))
            self.assertTrue(options, name)
            self.assertEqual(options - values, set(), name)
            for option in options:
                self.assertIn(
                    f"body:has(#only-{name} option[value='{option}']:checked) "
                    f"[data-{name}]:not([data-{name}~='{option}'])",
                    self.source)
        self.assertIn("npu_Ascend910B3", marked["backend"])
        self.assertIn("@supports not selector(:has(*))", self.source)

    def run_with_baseline(self, baseline):
        """(exit status, what was printed, changes found)."""
        path = self.folder / "baseline.json"
        path.write_text(json.dumps(baseline))
        code, out = self.run_report(f"--baseline={path}")
        return code, out, [
            tuple(entry[name] for name in ("kind", "what", "where", "before", "after"))
            for entry in self.json["changes"]["found"]
        ]

    def test_a_baseline_shows_what_changed(self):
        self.pass_all()
        self.run_report()
        self.assertNotIn("<h2 id=changes>", self.source)
        good = self.json
        code, out, found = self.run_with_baseline(good)
        self.assertEqual((code, found), (0, []))
        self.assertIn("since the baseline: nothing changed\n", out)

        victim, product = self.leave_failure_on_one_product()
        code, out, found = self.run_with_baseline(good)
        where = f"{victim['function']} {victim['dtype']}"
        self.assertEqual(code, 1)
        self.assertIn("since the baseline: 2 worse\n", out)
        self.assertEqual(
            found,
            [("worse", "1 cases", f"{where} cpu", "PASSED", "FAILED"),
             ("worse", "greatest error", f"{where} cpu high_precision", "0.5 ULP", "77 ULP")])
        page = Page(self.source)
        self.assertEqual((page.faults, page.open), ([], []))
        section = self.source[self.source.index("<h2 id=changes>"):self.source.
                              index("<h2 id=matrix>")]
        self.assertIn(f"{victim['id']} on {product}", "".join(Page(section).words))

        bad = self.json
        (self.folder / "testlogs" / "zzz" / "test.outputs" / "conformance.json").unlink()
        _, out, found = self.run_with_baseline(bad)
        self.assertIn("since the baseline: 2 better\n", out)
        self.assertEqual({kind for kind, *_ in found}, {"better"})

    def test_mutants_and_cases_are_compared_with_the_baseline(self):
        self.pass_all()
        self.run_report()
        old = self.json
        gone = old["ops"][0]["cases"].pop()
        self.leave(
            "mutants", {
                "op": self.specs[0]["op"],
                "backend": "cpu",
                "kills": [{"mutant": "m", "dtype": "fp32", "function": "f", "kernel": 0,
                           "mode": "m", "status": "SURVIVED", "failed": 0, "ran": 2}]
            })
        _, _, found = self.run_with_baseline(old)
        self.assertEqual(
            found[0],
            ("worse", "mutant", f"{self.specs[0]['op']} m cpu m fp32 f", "killed", "survived"))
        self.assertEqual({(kind, before, after) for kind, _, _, before, after in found[1:]},
                         {("other", "no case", "PASSED")})
        self.assertTrue(
            all(
                where.startswith(f"{gone['function']} {gone['dtype']}")
                for _, _, where, _, _ in found[1:]))

    def test_a_baseline_must_be_a_report(self):
        self.pass_all()
        other = self.folder / "other.json"
        other.write_text('{"schema": "something/1"}')
        for path, message in ((other,
                               "whose schema is something/1; accepted is openaclnn-report/1"),
                              (self.folder / "none.json", "No such file")):
            with self.assertRaises(SystemExit) as raised, contextlib.redirect_stderr(
                    io.StringIO()) as err:
                self.run_report(f"--baseline={path}")
            self.assertEqual(raised.exception.code, 2)
            self.assertIn(message, err.getvalue())

    def test_a_survivor_is_a_failure(self):
        self.pass_all()
        self.leave(
            "mutants", {
                "op": self.specs[0]["op"],
                "backend": "cpu",
                "kills": [{"mutant": "m", "dtype": "fp32", "function": "f", "kernel": 0,
                           "mode": "m", "status": "SURVIVED", "failed": 0, "ran": 2}]
            })
        code, out = self.run_report()
        self.assertEqual(code, 1)
        self.assertIn("1 mutants survived", out)
        self.assertIn("Wrong kernels that no case failed for", self.source)

    def test_kills_are_shown_for_each_backend(self):
        self.pass_all()
        kill = {"mutant": "wrong", "dtype": "fp32", "function": "f", "kernel": "0", "mode": "",
                "status": "KILLED", "first_case": "x", "failed": 1, "ran": 2}
        for backend, kills in (("cpu", [kill]), ("aicore", [kill, kill])):
            self.leave(f"mutants_{backend}", {"op": self.specs[0]["op"], "backend": backend,
                                              "kills": kills})
        self.run_report()
        self.assertEqual([(row["backend"], row["dtypes"]["fp32"]["killed"])
                          for row in self.json["ops"][0]["kills"]], [("aicore", 2), ("cpu", 1)])
        self.assertIn("wrong <small>aicore</small>", self.source)

    def test_results_of_another_spec_are_left_out(self):
        self.pass_all()
        self.leave("other", results_of(self.specs[0], "FAILED") | {"spec_sha256": "other"})
        code, _ = self.run_report()
        self.assertEqual(code, 0)
        self.assertIn("belong to other specs", self.source)

    def test_results_from_elsewhere_are_a_column(self):
        self.pass_all()
        self.leave("npu", results_of(self.specs[0]) | {"backend": "npu Ascend910B3"})
        self.run_report()
        self.assertIn("npu Ascend910B3", self.source)

    def test_results_in_archives_are_found(self):
        import zipfile
        folder = self.folder / "testlogs" / "x"
        folder.mkdir(parents=True)
        with zipfile.ZipFile(folder / "outputs.zip", "w") as archive:
            archive.writestr("conformance.json", json.dumps(results_of(self.specs[0])))
        self.run_report()
        self.assertGreater(self.json["totals"]["PASSED"], 0)


class PictureTest(unittest.TestCase):
    def test_shows_both(self):
        profiles = [{
            "source": source,
            "function": "f",
            "output": "o",
            "dtype": "float32",
            "operand": "x",
            "bins": [[0, 0.5], [9, error]]
        } for source, error in (("cpu high_performance", 1.5), ("cpu high_precision", 0.5),
                                ("pytorch", None))]
        made = {
            "ops": [{"profiles": profiles,
                     "accuracy": {"cpu": {"high_performance": {"float32": 2.0}}}}]
        }
        root = ElementTree.fromstring(picture.picture(made, "f", "float32", "x"))
        words = "".join(root.itertext())
        for word in ("PyTorch", "openaclnn", "by x"):
            self.assertIn(word, words)
        colours = [path.get("stroke") for path in root.iter("{http://www.w3.org/2000/svg}path")]
        self.assertEqual(colours[-2:], ["var(--s3)", "var(--s0)"])
        self.assertRaisesRegex(ValueError, "no results of PyTorch and openaclnn for g",
                               picture.picture, made, "g", "float32", "x")


class BoundTest(unittest.TestCase):
    def test_bounds_that_are_formulas(self):
        formula = "4 + min(max(self, -20), 0)^2"
        self.assertEqual(collect.evaluated(formula, {"self": "0xc0e00000 (-7)"}), 53)
        self.assertEqual(collect.evaluated(formula, {"self": "0x7f800000 (inf)"}), 4)
        self.assertEqual(collect.evaluated("-x^2", {"x": "0x40400000 (3)"}), -9)
        for inputs in ({}, {"self": "nothing"}):
            self.assertIsNone(collect.evaluated(formula + " + self", inputs))

    def test_the_element_nearest_to_its_bound_counts(self):
        elements = [{"ulp": 9.0, "ratio": 0.1}, {"ulp": 2.0, "ratio": 0.9}, {
            "ulp": 3.0,
            "ratio": None
        }, {"ulp": None, "ratio": None}, {"ulp": 0.5, "ratio": 1.0}]
        self.assertEqual(sorted(elements, key=collect.nearness),
                         [elements[place] for place in (4, 2, 0, 1, 3)])


    def test_shares_of_bounds(self):
        self.assertEqual([page.share(ratio) for ratio in (0.507, 1, 9.5, 38.5, None)],
                         ["50.7 %", "100 %", "950 %", "38.5 times", "∞"])


class HistogramTest(unittest.TestCase):
    def test_infinite_errors_stay_infinite(self):
        histogram = collect.Histogram()
        for ulp in (1.0, None, 2.0):
            histogram.add({"histogram": [1, 0, 0, 0, 0, 0], "count": 1, "inexact": 0,
                           "max_ulp": ulp})
        self.assertEqual(histogram.json(), {"buckets": [3, 0, 0, 0, 0, 0], "count": 3, "inexact": 0,
                                            "max_ulp": None})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

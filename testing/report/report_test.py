#!/usr/bin/env python3
"""Tests of the report, on the specs of all operators and results made up for them: report_test --cases=CASES.JSON..."""

import collections
import contextlib
import html.parser
import io
import json
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import collect  # noqa: E402
import picture  # noqa: E402
import report  # noqa: E402

CASES = [pathlib.Path(arg.split("=", 1)[1]) for arg in sys.argv[1:] if arg.startswith("--cases=")]
VOID = {"meta", "br", "rect", "path", "hr", "link", "img", "input"}


class Page(html.parser.HTMLParser):
    """What a browser would see of a page."""

    def __init__(self, source):
        super().__init__()
        self.open, self.ids, self.links, self.loads, self.faults, self.words = [], [], [], [], [], []
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
            elif name in ("src", "href", "data", "srcset", "xlink:href") or (name == "style" and "url(" in value):
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
    output = {"count": 10, "max_ulp": 0.5, "inexact": 1, "failed": 0, "histogram": [9, 1, 0, 0, 0, 0],
              "vendor": {"cann-mixed@2026-09": {"passed": True}},
              "worst": {"element": 3, "at": "[3]", "got": "0x1 (1)", "want": "0x2 (2)", "ulp": 0.5, "inputs": {"<x>": "0x3 (3)"}}}
    entries, profiles = [], []
    for case in cases["cases"]:
        for product in case["products"]:
            entry = {"id": case["id"], "product": product, "mode": "high_precision", "status": status}
            if case["kind"] == "positive":
                entry["outputs"] = {"out": output}
            entries.append(entry)
    for function in cases["functions"]:
        for param in function["params"]:
            if param["kind"] == "input":
                profiles.append({"source": "high_precision", "function": function["name"], "output": "out", "dtype": "float32",
                                 "operand": param["name"], "bins": [[-96, 0.25], [0, 0], [49, None]]})
    return {"op": cases["op"], "backend": "cpu", "spec_sha256": cases["spec_sha256"], "targets": ["EMU128"], "cases": entries,
            "pytorch": {cases["values"][0]["key"]: {"out": output | {"max_ulp": None}}}, "profiles": profiles}


class ReportTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.assertTrue(CASES)
        self.use(CASES[:1])

    def use(self, paths):
        self.paths = paths
        self.specs = [json.loads(path.read_text()) for path in paths]

    def leave(self, name, results):
        path = self.folder / "testlogs" / name / "test.outputs"
        path.mkdir(parents=True, exist_ok=True)
        (path / ("kills.json" if "kills" in results else "conformance.json")).write_text(json.dumps(results))

    def run_report(self):
        (self.folder / "testlogs").mkdir(exist_ok=True)
        arguments = [f"--cases={path}" for path in self.paths] + [f"--testlogs={self.folder / 'testlogs'}", f"--out={self.folder / 'out'}"]
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
        self.use(CASES)
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
        declared = {(cell["function"], cell["product"], cell["dtype"]) for cell in self.json["cells"] if cell["declared"]}
        self.assertEqual(declared, {(function["name"], product, dtype) for cases in self.specs for function in cases["functions"]
                                    for product, dtypes in function["products"].items() for dtype in dtypes})

    @staticmethod
    def table_rows(source):
        matrix = source[source.index("<h2 id=matrix>"):source.index("<h2 id=accuracy>")]
        for line in matrix.split("<tr>")[2:]:
            cells = [cell.split("</td>")[0] for cell in line.split("<td>")[1:]]
            yield [cell.replace("<code>", "").replace("</code>", "") for cell in cells[:3]]

    def test_needs_no_network_and_is_well_formed(self):
        self.pass_all()
        self.leave("selu_mutants", {"schema": "openaclnn-kills/1", "op": self.specs[0]["op"], "backend": "cpu", "kills": [
            {"mutant": "a < b & c", "dtype": "fp32", "function": "f", "kernel": 0, "mode": "m", "status": "KILLED", "first_case": "x", "failed": 1,
             "ran": 2}]})
        self.run_report()
        page = Page(self.source)
        self.assertEqual(page.loads, [])
        self.assertEqual(page.faults, [])
        self.assertEqual(page.open, [])
        for words in ("http://", "https://", "@import", "url("):
            self.assertNotIn(words, self.source)
        self.assertEqual([identifier for identifier, count in collections.Counter(page.ids).items() if count > 1], [])
        self.assertEqual([link for link in page.links if not link.startswith("#") or link[1:] not in page.ids], [])
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
        failed = [test.get("name") for test in self.junit.iter("testcase") if test.find("failure") is not None]
        self.assertEqual(failed, [victim["id"]])
        self.assertIn("class=failed", self.source)

    def leave_failure_on_one_product(self):
        """Results in which the last product of a case that must be right has a wrong element. Returns (case, product)."""
        cases = self.specs[0]
        victim = next(case for case in cases["cases"] if case["kind"] == "positive" and len(case["products"]) > 1)
        product = victim["products"][-1]
        results = results_of({**cases, "cases": [victim]})
        results["cases"] = [entry for entry in results["cases"] if entry["product"] == product]
        results["cases"][0] |= {"status": "FAILED", "what": "out[3] (vector): got 0x9 (9) <x>", "again": "tools/bazel run //ops/x:conformance -- --case='y'",
                                "replay": "tools/bazel run //ops/x:conformance -- --replay=z/failure_1.safetensors"}
        output = results["cases"][0]["outputs"]["out"]
        worst = {**output["worst"], "got": "0x9 (9)", "ulp": 77.0}
        results["cases"][0]["outputs"]["out"] = output | {
            "max_ulp": 77.0, "failed": 1, "histogram": [9, 0, 0, 0, 1, 0], "vendor": {"cann-mixed@2026-09": {"passed": False}}, "worst": worst}
        # Read last: the other products' good results are there before.
        self.leave("zzz", results)
        return victim, product

    def test_the_failing_product_is_the_one_that_is_shown(self):
        self.pass_all()
        victim, product = self.leave_failure_on_one_product()
        code, _ = self.run_report()
        self.assertEqual(code, 1)
        operator = self.json["ops"][0]
        key = {"function": victim["function"], "dtype": victim["dtype"], "source": "cpu high_precision"}

        def entry(name):
            (found,) = [entry for entry in operator[name] if key.items() <= entry.items()]
            return found

        self.assertEqual(entry("histograms")["max_ulp"], 77.0)
        self.assertEqual(entry("histograms")["buckets"][4], 1)
        self.assertEqual(entry("vendor")["records"] - entry("vendor")["passed"], 1)
        self.assertEqual((entry("worst")["ulp"], entry("worst")["product"], entry("worst")["got"]), (77.0, product, "0x9 (9)"))
        self.assertIn("<b>77 ULP</b><span>greatest error, cpu high_precision</span>", self.source)

    def test_a_failure_leads_to_its_text_and_commands(self):
        self.pass_all()
        victim, product = self.leave_failure_on_one_product()
        self.run_report()
        page = Page(self.source)
        self.assertEqual((page.faults, page.open), ([], []))
        self.assertEqual([link for link in page.links if not link.startswith("#") or link[1:] not in page.ids], [])
        self.assertIn("<a href='#failures'>", self.source[self.source.index("class='verdict bad'"):self.source.index("class=tiles")])
        section = self.source[self.source.index("<h2 id=failures>"):self.source.index("<h2 id=matrix>")]
        words = "".join(Page(section).words)
        for part in (victim["id"], product, "out[3] (vector): got 0x9 (9) <x>", "again: tools/bazel run //ops/x:conformance -- --case='y'",
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
        results["profiles"] += [profile | {"dtype": "float16", "bins": []} for profile in results["profiles"]]
        self.leave("first", results)
        self.run_report()
        plots = self.source.split("<figure>")[1:]
        self.assertTrue(plots)
        for plot in plots:
            self.assertRegex(plot, r"stroke='var\(--s\d\)'")
            self.assertNotIn("d=''", plot)

    def test_a_survivor_is_a_failure(self):
        self.pass_all()
        self.leave("mutants", {"op": self.specs[0]["op"], "backend": "cpu", "kills": [
            {"mutant": "m", "dtype": "fp32", "function": "f", "kernel": 0, "mode": "m", "status": "SURVIVED", "failed": 0, "ran": 2}]})
        code, out = self.run_report()
        self.assertEqual(code, 1)
        self.assertIn("1 mutants survived", out)
        self.assertIn("Wrong kernels that no case failed for", self.source)

    def test_kills_are_shown_for_each_backend(self):
        self.pass_all()
        kill = {"mutant": "wrong", "dtype": "fp32", "function": "f", "kernel": "0", "mode": "", "status": "KILLED", "first_case": "x", "failed": 1,
                "ran": 2}
        for backend, kills in (("cpu", [kill]), ("aicore", [kill, kill])):
            self.leave(f"mutants_{backend}", {"op": self.specs[0]["op"], "backend": backend, "kills": kills})
        self.run_report()
        self.assertEqual([(row["backend"], row["dtypes"]["fp32"]["killed"]) for row in self.json["ops"][0]["kills"]], [("aicore", 2), ("cpu", 1)])
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
        profiles = [{"source": source, "function": "f", "output": "o", "dtype": "float32", "operand": "x", "bins": [[0, 0.5], [9, error]]}
                    for source, error in (("cpu high_performance", 1.5), ("cpu high_precision", 0.5), ("pytorch", None))]
        made = {"ops": [{"profiles": profiles, "accuracy": {"cpu": {"high_performance": {"float32": 2.0}}}}]}
        root = ElementTree.fromstring(picture.picture(made, "f", "float32", "x"))
        words = "".join(root.itertext())
        for word in ("PyTorch", "openaclnn", "by x"):
            self.assertIn(word, words)
        colours = [path.get("stroke") for path in root.iter("{http://www.w3.org/2000/svg}path")]
        self.assertEqual(colours[-2:], ["var(--s3)", "var(--s0)"])
        self.assertRaisesRegex(ValueError, "no results of PyTorch and openaclnn for g", picture.picture, made, "g", "float32", "x")


class HistogramTest(unittest.TestCase):
    def test_infinite_errors_stay_infinite(self):
        histogram = collect.Histogram()
        for ulp in (1.0, None, 2.0):
            histogram.add({"histogram": [1, 0, 0, 0, 0, 0], "count": 1, "inexact": 0, "max_ulp": ulp})
        self.assertEqual(histogram.json(), {"buckets": [3, 0, 0, 0, 0, 0], "count": 3, "inexact": 0, "max_ulp": None})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

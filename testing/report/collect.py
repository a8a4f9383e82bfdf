"""Everything the report shows, as one JSON value: from specs (cases.json), golden files
(MANIFEST.json, ACCURACY.json) and results of tests.

Results are the files conformance.json and kills.json that tests leave below a folder, by default
bazel-testlogs (docs/golden_format.md).
"""

import collections
import datetime
import json
import math
import os
import pathlib
import platform
import re
import subprocess
import zipfile

SCHEMA = "openaclnn-report/1"
# Errors in ULP, testing/ulp.h.
BUCKETS = ["≤ 0.5", "≤ 1", "≤ 2", "≤ 10", "≤ 100", "> 100"]
# Statuses, the worst first: of several runs of a case the worst counts (testing/verdicts.h).
STATUSES = ["FAILED", "MISTRUSTED", "UNTESTED", "SKIPPED", "PASSED"]
BAD = {"FAILED", "MISTRUSTED", "UNTESTED"}


def worse(a, b):
    return a if a is not None and STATUSES.index(a) <= STATUSES.index(b) else b


def source_name(backend, mode):
    """What made a result, as the report names it."""
    return f"{backend} {mode}".strip()


def texts_in(folder, name):
    """Contents of every file of this name below the folder, zipped or not."""
    for path in sorted(folder.glob(f"**/{name}")):
        yield path.read_text()
    for path in sorted(folder.glob("**/outputs.zip")):
        with zipfile.ZipFile(path) as archive:
            for entry in archive.namelist():
                if pathlib.PurePath(entry).name == name:
                    yield archive.read(entry).decode()


def severity(output):
    """Orders results of one output: wrong elements first, then verdicts of other standards, then
    errors."""
    verdicts = [verdict["passed"] for verdict in output.get("vendor", {}).values()].count(False)
    return (output.get("failed", 0), verdicts,
            math.inf if output["max_ulp"] is None else output["max_ulp"], output["inexact"])


def again_command(op, backend, product, case, mode):
    """Runs one case again; as testing/conformance.cc prints it."""
    words = [
        "tools/bazel run", f"//ops/{op}:conformance", "--", f"--backend={backend}",
        f"--product={product}", f"--case='{case}'"
    ]
    return " ".join(words + ([f"--mode={mode}"] if mode else []))


def nearness(element):
    """Orders elements by their error over the bound where there is one, and by their error. An
    error that is None is infinite. No result is better than the nearest number: those come last."""
    ulp = math.inf if element["ulp"] is None else element["ulp"]
    ratio = math.inf if element["ulp"] is None else element["ratio"] or 0
    return (ratio if ulp > 0.5 else 0, ulp)


def value_of(shown):
    """The number in a text like "0x3f800000 (1)"."""
    found = re.search(r"\((.*)\)$", shown)
    try:
        return float(found[1]) if found else math.nan
    except ValueError:
        return math.nan


def evaluated(formula, inputs):
    """The value of a bound that depends on the inputs, in the words of testing/formula.h. None if
    the texts of the inputs have no numbers for it."""
    names = {name: value_of(shown) for name, shown in inputs.items()} | {
        "min": min, "max": max, "abs": abs, "__builtins__": {}}
    try:
        value = float(eval(formula.replace("^", "**"), names))  # of our own specs
    except (ArithmeticError, NameError, TypeError, SyntaxError):
        return None
    return value if math.isfinite(value) else None


def greater(a, b):
    """The greater of two errors, of which None is infinite."""
    return None if a is None or b is None else max(a, b)


class Histogram:
    """Errors of many results."""

    def __init__(self):
        self.buckets = [0] * len(BUCKETS)
        self.count = self.inexact = 0
        self.max_ulp = 0

    def add(self, output):
        self.buckets = [a + b for a, b in zip(self.buckets, output["histogram"])]
        self.count += output["count"]
        self.inexact += output["inexact"]
        self.max_ulp = greater(self.max_ulp, output["max_ulp"])

    def json(self):
        return {"buckets": self.buckets, "count": self.count, "inexact": self.inexact,
                "max_ulp": self.max_ulp}


class Operator:
    """One operator: what its spec declares, and what came of it."""

    def __init__(self, cases, manifest, measured):
        self.cases, self.manifest, self.measured = cases, manifest, measured
        self.by_id = {case["id"]: case for case in cases["cases"]}
        self.records = {record["key"]: record for record in cases["values"]}
        # Golden record -> (function, dtype) of its cases.
        self.functions_of = collections.defaultdict(set)
        for case in cases["cases"]:
            if case["kind"] == "positive":
                self.functions_of[case["values"]].add((case["function"], case["dtype"]))
        self.statuses = {}  # (case, backend, product) -> worst status
        self.notes = {}  # the same -> why it was skipped, mistrusted ...
        # The same -> of a failed case: what went wrong, and the commands that show it again.
        self.failures = {}
        # Products, layouts and aliasing share a golden record and should give the same bits: the
        # worst counts, once.
        self.outputs = {}  # (function, dtype, record, output, source) -> (case, product, output)
        self.pytorch = collections.defaultdict(Histogram)  # (function, dtype)
        self.profiles = {}  # (function, output, dtype, operand, source) -> {bin: error}
        self.kills = []
        self.survivors = []  # mutants no case failed for
        self.targets = set()
        self.stale = 0
        self._weights = {}  # of each of the outputs, its severity
        self._seen = set()

    def backends(self):
        return list(self.cases["accuracy"])

    def bound_of(self, source, dtype, inputs):
        """{bound, bound_text}: what the spec says of an element of a source; null if nothing."""
        backend, _, mode = source.partition(" ")
        bounds = self.cases["accuracy"].get(backend, {})
        bound = (bounds.get(mode, {}) if mode else bounds).get(dtype)
        formula = isinstance(bound, str)
        return {"bound": evaluated(bound, inputs) if formula else bound,
                "bound_text": bound if formula else ""}

    def add_results(self, results):
        if results.get("spec_sha256", self.cases["spec_sha256"]) != self.cases["spec_sha256"]:
            self.stale += 1
            return
        backend = results["backend"]
        self.targets.update(results.get("targets", []))
        for entry in results["cases"]:
            case = self.by_id.get(entry["id"])
            if case is None:
                self.stale += 1
                continue
            key = (entry["id"], backend, entry["product"])
            status = worse(self.statuses.get(key), entry["status"])
            if status in ("FAILED", "MISTRUSTED") and status != self.statuses.get(key):
                self.failures[key] = {
                    "mode": entry["mode"],
                    "what": entry.get("what", entry.get("note", "")),
                    "replay": entry.get("replay", ""),
                    "again":
                        entry.get("again") or
                        (again_command(self.cases["op"], backend, entry["product"], entry["id"],
                                       entry["mode"]) if backend in self.backends() else "")
                }
            self.statuses[key] = status
            if "note" in entry:
                self.notes[key] = entry.get(
                    "skipped", "") + (": " if "skipped" in entry else "") + entry["note"]
            source = source_name(backend, entry["mode"])
            for name, output in entry.get("outputs", {}).items():
                group = (case["function"], case["dtype"], case["values"], name, source)
                weight = severity(output)
                if group not in self._weights or weight > self._weights[group]:
                    self._weights[group] = weight
                    self.outputs[group] = (case["id"], entry["product"], output)
        for record, outputs in results.get("pytorch", {}).items():
            for function, dtype in self.functions_of.get(record, ()):
                for name, output in outputs.items():
                    if (function, record, name, "pytorch") not in self._seen:
                        self._seen.add((function, record, name, "pytorch"))
                        self.pytorch[function, dtype].add(output)
        for profile in results.get("profiles", []):
            source = "pytorch" if profile["source"] == "pytorch" else source_name(
                backend, profile["source"])
            bins = self.profiles.setdefault((profile["function"], profile["output"],
                                             profile["dtype"], profile["operand"], source), {})
            for bin_, error in profile["bins"]:
                bins[bin_] = greater(bins.get(bin_, 0), error)

    def summaries(self):
        """Histograms by (function, dtype, source), and vendors' verdicts by (function, dtype,
        source, standard) as [passed, all]. Also by (function, dtype, source), the element that is
        nearest to its bound and the one with the greatest error: they differ where bounds are
        formulas."""
        histograms, vendor, worst = collections.defaultdict(Histogram), collections.defaultdict(
            lambda: [0, 0]), {}
        greatest = {}
        for (function, dtype, _, name, source), (case, product,
                                                 output) in sorted(self.outputs.items()):
            key = (function, dtype, source)
            histograms[key].add(output)
            for standard, verdict in output.get("vendor", {}).items():
                counts = vendor[key + (standard,)]
                counts[0] += verdict["passed"]
                counts[1] += 1
            element = output.get("worst")
            if element is None:
                continue
            element = {"case": case, "product": product, "output": name} | element
            element |= self.bound_of(source, dtype, element["inputs"])
            bounded = element["ulp"] is not None and element["bound"]
            element["ratio"] = element["ulp"] / element["bound"] if bounded else None
            if key not in greatest or nearness(element)[1] > nearness(greatest[key])[1]:
                greatest[key] = {
                    name: element[name] for name in ("ulp", "bound", "bound_text", "ratio")
                }
            if key not in worst or nearness(element) > nearness(worst[key]):
                backend, _, mode = source.partition(" ")
                if backend in self.backends():
                    element["again"] = again_command(self.cases["op"], backend, product, case, mode)
                worst[key] = element
        for (function, dtype), histogram in self.pytorch.items():
            histograms[function, dtype, "pytorch"] = histogram
        return histograms, vendor, worst, greatest

    def json(self):
        cases = self.cases
        histograms, vendor, worst, greatest = self.summaries()
        manifest = {
            key: value for key, value in (self.manifest or {}).items()
            if key not in ("truth", "deviations")
        }
        truths = [
            entry["max_ulp_error"] for dtypes in (self.manifest or {}).get("truth", {}).values()
            for entry in dtypes.values()
        ]
        if truths:
            manifest["truth_max_ulp_error"] = max(truths)
        return {
            "op": cases["op"],
            "spec_sha256": cases["spec_sha256"],
            "counts": cases["counts"],
            "accuracy": cases["accuracy"],
            "functions": cases["functions"],
            "deviations": cases["deviations"],
            "known_failures": cases.get("known_failures", []),
            "golden": manifest,
            "measured": (self.measured or {}).get("measurements", []),
            "kills": self.kill_matrix(),
            "cases": self.cases_json(),
            "histograms": [
                dict(zip(("function", "dtype", "source"), key)) | histogram.json()
                for key, histogram in sorted(histograms.items())
            ],
            "vendor": [
                dict(zip(("function", "dtype", "source", "standard"), key)) | {
                    "passed": passed,
                    "records": records
                } for key, (passed, records) in sorted(vendor.items())
            ],
            "greatest": [
                dict(zip(("function", "dtype", "source"), key)) | entry
                for key, entry in sorted(greatest.items())
            ],
            "worst": [
                dict(zip(("function", "dtype", "source"), key)) | worst
                for key, worst in sorted(worst.items())
            ],
            "profiles": [
                dict(zip(("function", "output", "dtype", "operand", "source"), key)) | {
                    "bins": sorted(bins.items())
                } for key, bins in sorted(self.profiles.items()) if bins
            ],
            "failures": self.failures_json(),
            "untested": self.untested_json(),
            "survivors": self.survivors,
            "operands": self.operands(),
            "stale_results": self.stale,
        }

    def failures_json(self):
        """Failed cases, those of one case and backend together: what went wrong on the first
        product, and how to see it again."""
        found = collections.OrderedDict()
        for (name, backend, product), status in sorted(self.statuses.items()):
            if status not in ("FAILED", "MISTRUSTED"):
                continue
            case = self.by_id[name]
            entry = found.setdefault(
                (name, backend), {"case": name, "function": case["function"],
                                  "dtype": case["dtype"], "backend": backend, "products": [],
                                  "status": status})
            entry["products"].append(product)
            details = self.failures[name, backend, product]
            # The first test of several that left a file for a replay.
            if "again" not in entry or (details["replay"] and not entry["replay"]):
                entry.update(details)
        return list(found.values())

    def untested_json(self):
        """Number of cases without result: {backend: {product: count}}."""
        counts = {}
        for case in self.cases["cases"]:
            for backend in self.backends():
                for product in case["products"]:
                    if (case["id"], backend, product) not in self.statuses:
                        counts.setdefault(backend, collections.Counter())[product] += 1
        return counts

    def cases_json(self):
        elsewhere, notes = collections.defaultdict(list), collections.defaultdict(set)
        for name, backend, product in self.statuses:
            if backend not in self.backends():
                elsewhere[name].append((backend, product))
        for (name, _, _), note in self.notes.items():
            notes[name].add(note)
        return [self.case_json(case, elsewhere, notes) for case in self.cases["cases"]]

    def case_json(self, case, elsewhere, notes):
        statuses = {
            backend: {
                product: self.statuses.get((case["id"], backend, product), "UNTESTED")
                for product in case["products"]
            } for backend in self.backends()
        }
        # Results from elsewhere have a backend that the spec does not know.
        for backend, product in elsewhere.get(case["id"], ()):
            statuses.setdefault(backend, {})[product] = self.statuses[case["id"], backend, product]
        result = {"id": case["id"], "kind": case["kind"], "function": case["function"],
                  "dtype": case["dtype"], "statuses": statuses}
        return result | ({"notes": sorted(notes[case["id"]])} if case["id"] in notes else {})

    def operands(self):
        """Inputs that plots have on their axis: those whose values are made for the function, or
        all if none is."""
        generators = {}
        for record in self.cases["values"]:
            for name, value in record["inputs"].items():
                generators[name] = value["generator"]
        chosen = [
            name for name, generator in generators.items()
            if generator not in ("gradient", "normal", "integers")
        ]
        return chosen or list(generators)

    def kill_matrix(self):
        matrix = collections.OrderedDict()
        for entry in self.kills:
            cell = matrix.setdefault((entry["mutant"], entry.get("backend", "cpu")),
                                     {}).setdefault(entry["dtype"], {
                                         "killed": 0,
                                         "applicable": 0,
                                         "failed": 0,
                                         "ran": 0,
                                         "first_case": "",
                                         "reasons": []
                                     })
            cell["applicable"] += entry["status"] != "NOT_APPLICABLE"
            if entry["status"] == "KILLED":
                cell["killed"] += 1
                cell["failed"] += entry["failed"]
                cell["ran"] += entry["ran"]
                cell["first_case"] = cell["first_case"] or entry["first_case"]
            elif "reason" in entry and entry["reason"] not in cell["reasons"]:
                cell["reasons"].append(entry["reason"])
        return [{"mutant": mutant, "backend": backend,
                 "dtypes": dtypes} for (mutant, backend), dtypes in matrix.items()]


def dtypes_of(case, function):
    """The dtypes that the case counts for: that of its result, and if it converts, that of its
    inputs."""
    names = [param["name"] for param in function["params"] if param["kind"] == "input"]
    inputs = {
        case["args"][name]["dtype"] for name in names if isinstance(case["args"].get(name), dict)
    }
    return {case["dtype"]} | (inputs if len(inputs) == 1 else set())


def cells_of(operator):
    """The support matrix: (function, dtype, backend, product) -> counts of cases by status, and
    what the spec declares."""
    cells = []
    elsewhere = sorted({backend for _, backend, _ in operator.statuses} - set(operator.backends()))
    for function in operator.cases["functions"]:
        counts = collections.defaultdict(collections.Counter)
        for case in operator.cases["cases"]:
            if case["function"] != function["name"] or case["kind"] == "error":
                continue
            for product in case["products"]:
                for dtype in dtypes_of(case, function):
                    for backend in operator.backends():
                        status = operator.statuses.get((case["id"], backend, product), "UNTESTED")
                        counts[dtype, backend, product][status] += 1
                    # Results from elsewhere are of one product, and of cases that must be right.
                    for backend in elsewhere:
                        if (case["id"], backend, product) in operator.statuses:
                            counts[dtype, backend, product][operator.statuses[case["id"], backend,
                                                                              product]] += 1
        for (dtype, backend, product), statuses in counts.items():
            declared = dtype in function["products"].get(product, [])
            cells.append({"op": operator.cases["op"], "function": function["name"], "dtype": dtype,
                          "backend": backend, "product": product, "declared": declared,
                          "statuses": dict(statuses)})
    return cells


def environment(workspace, operators):
    def output(*command):
        try:
            return subprocess.run(command, capture_output=True, text=True, check=True, cwd=workspace
                                  or None).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            return ""

    model = ""
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    result = {"processor": f"{model or platform.machine()}, {os.cpu_count()} threads",
              "system": platform.platform(), "python": platform.python_version()}
    targets = sorted(set().union(*[operator.targets for operator in operators]))
    if targets:
        result["SIMD targets run"] = " ".join(targets)
    compiler = output("g++", "--version").splitlines()
    if compiler:
        result["compiler"] = compiler[0]
    commit = output("git", "-c", "safe.directory=*", "log", "-1", "--format=%h %s")
    if commit:
        result["commit"] = commit + (" (and changes)" if output(
            "git", "-c", "safe.directory=*", "status", "--porcelain", "-uno") else "")
    return result


def collect(ops, folders, workspace=None, now=None):
    """`ops`: list of (path of cases.json, folder of golden files). `folders`: where results of
    tests are."""
    operators = {}
    socs = {}
    for cases_path, golden in ops:
        def read(name):
            path = pathlib.Path(golden, name)
            return json.loads(path.read_text()) if path.is_file() else None

        cases = json.loads(pathlib.Path(cases_path).read_text())
        socs |= cases["socs"]
        operators[cases["op"]] = Operator(cases, read("MANIFEST.json"), read("ACCURACY.json"))
    for folder in folders:
        for text in texts_in(pathlib.Path(folder), "conformance.json"):
            results = json.loads(text)
            if results["op"] in operators:
                operators[results["op"]].add_results(results)
        for text in texts_in(pathlib.Path(folder), "kills.json"):
            kills = json.loads(text)
            if kills["op"] in operators:
                operators[kills["op"]].survivors += [{
                    name: entry[name] for name in ("mutant", "dtype", "function", "kernel", "mode")
                } | {
                    "backend": kills["backend"]
                } for entry in kills["kills"] if entry["status"] == "SURVIVED"]
                operators[kills["op"]].kills += [
                    entry | {"backend": kills["backend"]} for entry in kills["kills"]
                ]
    reports = [operator.json() for operator in operators.values()]
    cells = [cell for operator in operators.values() for cell in cells_of(operator)]
    totals = collections.Counter()
    for operator in reports:
        for case in operator["cases"]:
            for products in case["statuses"].values():
                totals.update(products.values())
    mutants = collections.Counter(entry["status"] for operator in operators.values()
                                  for entry in operator.kills)
    return {
        "schema": SCHEMA,
        "generated":
            (now or datetime.datetime.now(datetime.timezone.utc)).strftime("%Y-%m-%d %H:%M UTC"),
        "environment": environment(workspace, operators.values()),
        "products": socs,
        "totals": dict(totals),
        "mutants": dict(mutants),
        "cells": cells,
        "ops": reports
    }


def failures(report):
    """What makes the report a failure."""
    bad = [
        f"{report['totals'][status]} {status.lower()}" for status in STATUSES
        if status in BAD and report["totals"].get(status)
    ]
    if report["mutants"].get("SURVIVED"):
        bad.append(f"{report['mutants']['SURVIVED']} mutants survived")
    return bad

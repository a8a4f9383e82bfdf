"""What differs between this report and an earlier one, its baseline."""

import collections
import json
import math
import pathlib

# Names of cases that a change of many is shown with.
EXAMPLES = 5
WORSE, BETTER, OTHER = "worse", "better", "other"


class BaselineError(Exception):
    """The file is no report that this one can be compared with."""


def read(path, schema):
    try:
        baseline = json.loads(pathlib.Path(path).read_text())
    except (OSError, ValueError) as error:
        raise BaselineError(f"--baseline is {path}: {error}") from None
    found = baseline.get("schema") if isinstance(baseline, dict) else None
    if found != schema:
        raise BaselineError(f"--baseline is {path}, whose schema is {found}; accepted is {schema} "
                            "(report.json of `tools/bazel run //testing:report`)")
    return baseline


def statuses_of(report):
    """(function, dtype, case, backend, product) -> status."""
    return {(case["function"], case["dtype"], case["id"], backend, product): status
            for operator in report["ops"] for case in operator["cases"]
            for backend, products in case["statuses"].items()
            for product, status in products.items()}


def errors_of(report):
    """(function, dtype, source) -> (greatest error, share of results that are not the nearest)."""
    return {(entry["function"], entry["dtype"], entry["source"]):
            (math.inf if entry["max_ulp"] is None else entry["max_ulp"],
             entry["inexact"] / max(entry["count"], 1))
            for operator in report["ops"] for entry in operator["histograms"]}


def survivors_of(report):
    return {(operator["op"], entry["mutant"], entry["backend"], entry["mode"], entry["dtype"],
             entry["function"]) for operator in report["ops"] for entry in operator["survivors"]}


def change(kind, what, where, before, after, examples=()):
    return {"kind": kind, "what": what, "where": where, "before": before, "after": after,
            "examples": list(examples)}


def of_statuses(old, new):
    grouped = collections.defaultdict(list)
    for key in sorted(old.keys() | new.keys()):
        before, after = old.get(key, "no case"), new.get(key, "no case")
        if before != after:
            function, dtype, case, backend, product = key
            grouped[function, dtype, backend, before, after].append(f"{case} on {product}")
    for (function, dtype, backend, before, after), cases in grouped.items():
        kind = (OTHER if "no case" in (before, after) and after in ("no case", "PASSED", "SKIPPED")
                else BETTER if after == "PASSED" else WORSE)
        yield change(kind, f"{len(cases)} cases", f"{function} {dtype} {backend}", before, after,
                     cases[:EXAMPLES])


def of_errors(old, new):
    for key in sorted(old.keys() & new.keys()):
        where = " ".join(key)
        for place, what, show in ((0, "greatest error", "{:.6g} ULP"),
                                  (1, "not the nearest number", "{:.4%}")):
            before, after = old[key][place], new[key][place]
            if before != after:
                yield change(WORSE if after > before else BETTER, what, where, show.format(before),
                             show.format(after))


def changes(report, baseline):
    """Changes, the worse first."""
    found = [*of_statuses(statuses_of(baseline), statuses_of(report)),
             *of_errors(errors_of(baseline), errors_of(report))]
    old, new = survivors_of(baseline), survivors_of(report)
    for kind, mutants, words in ((WORSE, new - old, ("killed", "survived")),
                                 (BETTER, old - new, ("survived", "killed or gone"))):
        found += [change(kind, "mutant", " ".join(entry), *words) for entry in sorted(mutants)]
    rank = (WORSE, BETTER, OTHER)
    return {"baseline": {name: baseline.get(name) for name in ("generated", "totals")}
            | {"commit": baseline["environment"].get("commit", "")},
            "found": sorted(found, key=lambda entry: rank.index(entry["kind"]))}


def in_words(compared):
    """One line: "3 worse, 1 better"."""
    counts = collections.Counter(entry["kind"] for entry in compared["found"])
    words = [f"{counts[kind]} {kind}" for kind in (WORSE, BETTER, OTHER) if counts[kind]]
    return ", ".join(words) or "nothing changed"

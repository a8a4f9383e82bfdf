#!/usr/bin/env python3
"""The generated part of docs/accuracy_table.md. Needs nothing but Python.

accuracy_page.py RUN.json ...   writes docs/accuracy_table.json, the sum of the runs, and the page
accuracy_page.py --check        is the page what docs/accuracy_table.json gives?

A run may be docs/accuracy_table.json itself: functions that the others measured at all inputs then
take the place of those that it measured at some.
"""

import argparse
import json
import math
import os
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).absolute().parent))

import report

BEGIN = "<!-- generated: tools/bazel run //tools/bench:accuracy_table -->"
END = "<!-- end of what is generated -->"
OURS, PRECISE = "openaclnn", "openaclnn, high_precision"
ALL = {"float32": 1 << 32, "float16": 1 << 16, "bfloat16": 1 << 16}  # inputs
EVERYWHERE = "all"
# Errors and shares that differ by less are taken for equal.
ULP, SHARE = 0.01, 0.0001


# --- JSON ---


def added(old, new):
    """Two measurements of different inputs as one; `old` may be None."""
    if old is None:
        return new
    sums = {key: old[key] + new[key] for key in ("count", "nearest", "special")}
    worse = max(old, new, key=lambda counts: counts["max_ulp"])
    return sums | {"max_ulp": worse["max_ulp"], "worst": worse["worst"]}


def count_of(row):
    """The number of inputs."""
    return next(iter(row["results"].values()))["count"]


def is_whole(row):
    """Was the row measured at all inputs of its dtype?"""
    return count_of(row) == ALL[row["dtype"]]


def merged(runs):
    """Runs of different shards, or of different functions, as one."""
    first = runs[0]
    rows, everywhere, inputs = {}, {}, {}  # {(function, dtype): row} twice; {dtype: text}
    for run in runs:
        for key in ("format", "libraries", "processor"):
            if run[key] != first[key]:
                raise ValueError(f"runs differ in {key}: {first[key]}, {run[key]}")
        for row in run["rows"]:
            text = run["inputs"].get(row["dtype"], EVERYWHERE)
            if is_whole(row) or text == EVERYWHERE:
                add(everywhere, row)
                rows.setdefault(key_of(row), {})  # for the order
            elif inputs.setdefault(row["dtype"], text) != text:
                raise ValueError(f"runs differ in inputs: {inputs[row['dtype']]}; {text}")
            else:
                add(rows, row)
    for row in everywhere.values():
        if not is_whole(row):
            raise ValueError(f"{row['function']}, {row['dtype']}: measured at {count_of(row):,} of "
                             f"{ALL[row['dtype']]:,} inputs; are there shards missing, or twice?")
    published = [everywhere.get(key, row) for key, row in rows.items()]
    sampled = {row["dtype"] for row in published if not is_whole(row)}
    return first | {"seconds": sum(run["seconds"] for run in runs),
                    "date": max(run["date"] for run in runs),
                    "inputs": {dtype: inputs[dtype] for dtype in inputs if dtype in sampled},
                    "rows": published}


def key_of(row):
    return row["function"], row["dtype"]


def add(rows, row):
    """Adds a measurement of other inputs to the row of its function and dtype."""
    old = rows.get(key_of(row), {}).get("results", {})
    rows[key_of(row)] = row | {"results": {name: added(old.get(name), counts)
                                   for name, counts in row["results"].items()}}


# --- page ---


def share_of(counts):
    return counts["nearest"] / counts["count"]


def ulp_text(error):
    return f"{error:.2f}" if error < 1000 else f"{error:.1e}"


def share_text(counts):
    """Rounded down, so that 100 % means all."""
    if counts["nearest"] == counts["count"]:
        return "100 %"
    return f"{math.floor(share_of(counts) * 10000) / 100:.2f} %"


def cell(counts):
    if counts is None:
        return ""
    special = f", {counts['special']:,} NaN or inf" if counts["special"] else ""
    return f"{ulp_text(counts['max_ulp'])} / {share_text(counts)}{special}"


def table(data):
    head = ["function", "dtype", "inputs"] + [library["name"] for library in data["libraries"]]
    lines = []
    for row in data["rows"]:
        cells = [
            "not measured" if "missing" in library else cell(row["results"].get(library["name"]))
            for library in data["libraries"]
        ]
        inputs = EVERYWHERE if is_whole(row) else f"{count_of(row):,}"
        lines.append([row["function"], row["dtype"], inputs, *cells])
    return report.markdown(head, lines)


def results_of(data, name):
    """(row, counts) of all that the library was measured in."""
    return [(row, row["results"][name]) for row in data["rows"] if name in row["results"]]


def libraries(data):
    """One line for each library: what it is, and how it fares over all rows."""
    head = ["library", "version", "rows", "all correctly rounded", "at most 1 ULP",
            "wrong NaN or inf", "greatest error"]
    lines = []
    for library in data["libraries"]:
        if "missing" in library:
            lines.append([library["name"], f"not measured: {library['package']} missing"] +
                         [""] * 5)
            continue
        found = results_of(data, library["name"])
        counted = [sum(test(counts) for _, counts in found) for test in (
            lambda counts: counts["nearest"] == counts["count"],
            lambda counts: counts["max_ulp"] <= 1 and not counts["special"],
            lambda counts: counts["special"] > 0)]
        row, worst = max(found, key=lambda pair: pair[1]["max_ulp"])
        lines.append([library["name"], library["version"], str(len(found)), *map(str, counted),
                      f"{ulp_text(worst['max_ulp'])} ULP: {row['function']}, {row['dtype']}, at "
                      f"x = {worst['worst']}"])
    return report.markdown(head, lines)


def greatest(data, name):
    """The greatest error of a library for each dtype, as words."""
    worst = {}
    for row, counts in results_of(data, name):
        worst[row["dtype"]] = max(worst.get(row["dtype"], 0), counts["max_ulp"])
    return ", ".join(f"{error:.6g} ULP in {dtype}" for dtype, error in worst.items())


def worse(data, other):
    """Where this library in its default mode is worse than `other`: rows with a greater error,
    and rows with fewer correctly rounded results."""
    errors, shares = [], []
    for row in data["rows"]:
        ours, theirs = (row["results"].get(name) for name in (OURS, other))
        if ours is None or theirs is None:
            continue
        name = f"{row['function']} ({row['dtype']})"
        if ours["max_ulp"] > theirs["max_ulp"] + ULP and ours["special"] >= theirs["special"]:
            errors.append(f"{name} {ulp_text(ours['max_ulp'])} to {ulp_text(theirs['max_ulp'])}")
        if share_of(ours) < share_of(theirs) - SHARE:
            shares.append(f"{name} {share_text(ours)} to {share_text(theirs)}")
    return errors, shares


def inputs_of(data):
    """How many inputs the rows of each dtype have, and which."""
    lines = []
    for dtype, all_of_them in ALL.items():
        rows = [row for row in data["rows"] if row["dtype"] == dtype]
        whole = sum(map(is_whole, rows))
        if whole:
            lines.append(f"* {dtype}: all {all_of_them:,} in {whole} of {len(rows)} rows.")
        if whole < len(rows):
            lines.append(f"* {dtype}{', other rows' if whole else ''}: {data['inputs'][dtype]}.")
    return "\n".join(lines)


def message(data):
    lines = [f"* **{name}**: at most {greatest(data, name)}." for name in (OURS, PRECISE)]
    second = [f"{row['function']} ({row['dtype']}) {counts['count'] - counts['nearest']:,}"
              for row, counts in results_of(data, PRECISE) if counts["nearest"] < counts["count"]]
    if second:
        lines.append("* high_precision is correctly rounded but for so many results of a function: "
                     + "; ".join(second) + ".")
    wrong = sum(counts["special"] for name in (OURS, PRECISE)
                for _, counts in results_of(data, name))
    lines.append(f"* In both modes together, {wrong:,} results are NaN or infinite where the truth "
                 "is not, or the other way round.")
    for library in data["libraries"]:
        name = library["name"]
        if name in (OURS, PRECISE) or "missing" in library:
            continue
        errors, shares = worse(data, name)
        common = sum(OURS in row["results"] for row, _ in results_of(data, name))
        lines.append(
            f"* Against **{name}**, in {common} rows, the default mode has the greater "
            f"error in {len(errors)} and fewer correctly rounded results in {len(shares)}.")
        lines += [f"  * {what}: {'; '.join(where)}." for what, where in
                  [("Greater error", errors), ("Fewer correctly rounded", shares)] if where]
    return "\n".join(lines)


def page(data):
    """What stands between the marks in docs/accuracy_table.md."""
    return "\n\n".join([
        "## What is seen", message(data), "## Libraries", libraries(data),
        f"Measured on {data['date']}, {data['processor']}, in {data['seconds']} s.",
        "## Inputs", inputs_of(data), "## Errors", table(data)])


def write(data):
    docs = pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", ".")) / "docs"
    target = docs / "accuracy_table.md"
    (docs / "accuracy_table.json").write_text(report.dump(data))
    target.write_text(report.replaced(target.read_text(), BEGIN, END, page(data)))
    print(f"{target} written from {len(data['rows'])} rows")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="*", metavar="RUN.json")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    if args.check:
        docs = pathlib.Path("docs")
        data = json.loads((docs / "accuracy_table.json").read_text())
        old = (docs / "accuracy_table.md").read_text()
        if old != report.replaced(old, BEGIN, END, page(data)):
            print("docs/accuracy_table.md is not what docs/accuracy_table.json gives; run: "
                  "tools/bazel run //tools/bench:accuracy_page -- $PWD/docs/accuracy_table.json")
            return 1
        return 0
    if not args.runs:
        parser.error("which runs?")
    folder = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    write(merged([json.loads((folder / run).read_text()) for run in args.runs]))
    return 0


if __name__ == "__main__":
    sys.exit(main())

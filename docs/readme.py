#!/usr/bin/env python3
"""readme.py [--update]: do the numbers of README.md, docs/accuracy.md and docs/performance.md hold?
With --update it writes those that do. Needs nothing but Python.

Run at the top of the checkout, or by `tools/bazel run //docs:update_readme`. Exit status: 1 if a
number does not hold.
"""

import json
import os
import pathlib
import re
import sys


def specs_of(root):
    ops = re.findall(r'"(\w+)"',
                     (root / "ops/ops.bzl").read_text().partition("OPS = [")[2].partition("]")[0])
    return [(root / "ops" / op / "spec.yaml").read_text() for op in ops]


def killed_mutants(root):
    """How many wrong kernels the cases of all operators catch, which their mutants tests hold."""
    files = [json.loads(path.read_text()) for path in root.glob("ops/*/golden/MUTANTS.json")]
    return sum(backend["killed"] for counts in files for backend in counts.values())


def greatest_bound(specs, mode, *dtypes):
    """The greatest error that a spec allows the CPU kernels."""
    lines = [line for spec in specs for line in re.findall(rf"{mode}: {{(.*)}}", spec)]
    bounds = [float(bound) for line in lines for dtype in dtypes
              for bound in re.findall(rf"\b{dtype}: ([\d.]+)", line)]
    return f"{max(bounds):g}"


def numbers(root):
    """[(what, pattern of its place with one group, text it must have)] of README.md, from the
    specs, the counts of mutants and docs/performance.json."""
    specs = specs_of(root)
    functions = sum(len(re.findall(r"^- \{?name: aclnn\w+", spec, re.MULTILINE)) for spec in specs)
    expected = [
        re.search(r"expect: \{positive: (\d+), rejected: (\d+), errors: (\d+)\}", spec)
        for spec in specs
    ]
    cases = sum(int(count) for found in expected for count in found.groups())
    rows = [
        row for row in json.loads((root / "docs/performance.json").read_text())["rows"]
        if (row["layout"], row["dtype"], row["elements"], row["threads"]) == ("contiguous",
                                                                              "float32", 65536, 1)
    ]
    times = [
        min(row["times_ours"][peer] for peer in ("pytorch", "onednn") if peer in row["times_ours"])
        for row in rows if row["times_ours"].keys() & {"pytorch", "onednn"}
    ]
    return [("functions", r"\*\*(\d+) functions\*\*", str(functions)),
            ("operators", r"of (\d+) operators", str(len(specs))),
            ("greatest error", r"\*\*([\d.]+) ULP\*\*",
             greatest_bound(specs, "high_performance", "float32")),
            ("cases", r"\*\*([\d,]+) cases\*\*", f"{cases:,}"),
            ("wrong kernels", r"\*\*([\d,]+) wrong kernels\*\*", f"{killed_mutants(root):,}"),
            ("speed", r"\*\*([\d.]+ to [\d.]+) times\*\*", f"{min(times):.1f} to {max(times):.1f}"),
            ("measured operators", r"\((\d+) operators measured",
             str(len({row["op"] for row in rows})))]


def accuracy_numbers(root):
    """The same of docs/accuracy.md."""
    specs = specs_of(root)
    precise = greatest_bound(specs, "high_precision", "float32", "float16", "bfloat16")
    return [("float32", r"\*\*([\d.]+) ULP\*\* for float32",
             greatest_bound(specs, "high_performance", "float32")),
            ("16-bit floats", r"\*\*([\d.]+) ULP\*\* for 16-bit floats",
             greatest_bound(specs, "high_performance", "float16", "bfloat16")),
            ("high_precision", r"can tell, at\s+most \*\*([\d.]+) ULP\*\*", precise),
            ("float64", r"for float64 at\s+most \*\*([\d.]+) ULP\*\*",
             greatest_bound(specs, r"high_p\w+", "float64"))]


def instruction_table(root):
    """A line for each operator and dtype that are counted for both SIMD targets
    (tools/bench/instructions.py): instructions per element of the first variant, near zero."""
    rows = ["| operator | variant | AVX2 | NEON |", "|---|---|---|---|"]
    for path in sorted(root.glob("ops/*/golden/INSTRUCTIONS.json")):
        counts = json.loads(path.read_text())
        of = [target.get("instructions_per_element", {}).get("high_performance", {})
              for target in (counts, counts.get("neon", {}))]
        dtypes = {}
        for case in of[0].keys() & of[1].keys():
            dtypes.setdefault(case.rpartition(".")[2], []).append(case)
        for dtype in [dtype for dtype in ("float32", "float16", "bfloat16") if dtype in dtypes]:
            case = min(dtypes[dtype], key=list(of[0]).index)
            avx2, neon = (counted[case]["normal"] for counted in of)
            rows.append(f"| {path.parts[-3]} | {case} | {avx2:.2f} | {neon:.2f} |")
    return "\n".join(rows)


def performance_tables(root):
    """Those of docs/performance.md that no run of the benchmarks makes."""
    place = r"<!-- instructions -->\n([\s\S]*?)\n<!-- end of instructions -->"
    return [("instructions", place, instruction_table(root))]


PAGES = {"README.md": numbers, "docs/accuracy.md": accuracy_numbers,
         "docs/performance.md": performance_tables}


def updated(text, wanted):
    """The text with all numbers as wanted. ValueError if one has no place in it."""
    for what, pattern, value in wanted:
        found = re.search(pattern, text)
        if not found:
            raise ValueError(
                f"the page does not say the number of {what}: nothing in it is like {pattern}")
        text = text[:found.start(1)] + value + text[found.end(1):]
    return text


def main(argv):
    root = pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))
    stale = []
    for page, wanted in PAGES.items():
        text = (root / page).read_text()
        new = updated(text, wanted(root))
        if "--update" in argv:
            (root / page).write_text(new)
        elif new != text:
            stale.append(page)
    if stale:
        print(
            f"numbers do not hold in {', '.join(stale)}; run: tools/bazel run //docs:update_readme")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

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


def pages_of(root):
    """The pages of the operators, which specgen makes of their specs."""
    ops = re.findall(r'"(\w+)"',
                     (root / "ops/ops.bzl").read_text().partition("OPS = [")[2].partition("]")[0])
    return [(root / f"docs/ops/{op}.md").read_text() for op in ops]


def killed_mutants(root):
    """How many wrong kernels the cases of all operators catch, which their mutants tests hold."""
    files = [json.loads(path.read_text()) for path in root.glob("ops/*/golden/MUTANTS.json")]
    return sum(backend["killed"] for counts in files for backend in counts.values())


def greatest_bound(pages, mode, *dtypes):
    """The greatest error that a spec allows the CPU kernels."""
    bounds = []
    for page in pages:
        heading = re.search(r"^\| backend \| mode \|(.*)\|$", page, re.MULTILINE)[1].split("|")
        for row in re.findall(rf"^\| cpu \| {mode} \|(.*)\|$", page, re.MULTILINE):
            bounds += [float(bound) for dtype, bound in zip(heading, row.split("|"))
                       if dtype.strip() in dtypes]
    return f"{max(bounds):g}"


def numbers(root):
    """[(what, pattern of its place with one group, text it must have)] of README.md, from the
    operators' pages, the counts of mutants and docs/performance.json."""
    pages = pages_of(root)
    functions = sum(len(re.findall(r"^aclnnStatus \w+\(void\* workspace,", page, re.MULTILINE))
                    for page in pages)
    counts = [
        re.search(r"^(\d+) calls that must be right, (\d+) with .* and (\d+) with a broken", page,
                  re.MULTILINE) for page in pages
    ]
    cases = sum(int(count) for found in counts for count in found.groups())
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
            ("operators", r"of (\d+) operators", str(len(pages))),
            ("greatest error", r"\*\*([\d.]+) ULP\*\*",
             greatest_bound(pages, "high_performance", "float32")),
            ("cases", r"\*\*([\d,]+) cases\*\*", f"{cases:,}"),
            ("wrong kernels", r"\*\*([\d,]+) wrong kernels\*\*", f"{killed_mutants(root):,}"),
            ("speed", r"\*\*([\d.]+ to [\d.]+) times\*\*", f"{min(times):.1f} to {max(times):.1f}"),
            ("measured operators", r"\((\d+) operators measured",
             str(len({row["op"] for row in rows})))]


def accuracy_numbers(root):
    """The same of docs/accuracy.md."""
    pages = pages_of(root)
    precise = greatest_bound(pages, "high_precision", "float32", "float16", "bfloat16")
    return [("float32", r"\*\*([\d.]+) ULP\*\* for float32",
             greatest_bound(pages, "high_performance", "float32")),
            ("16-bit floats", r"\*\*([\d.]+) ULP\*\* for 16-bit floats",
             greatest_bound(pages, "high_performance", "float16", "bfloat16")),
            ("high_precision", r"can tell, at\s+most \*\*([\d.]+) ULP\*\*", precise),
            ("float64", r"for float64 at\s+most \*\*([\d.]+) ULP\*\*",
             greatest_bound(pages, r"high_p\w+", "float64"))]


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

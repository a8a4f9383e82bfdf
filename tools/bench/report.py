#!/usr/bin/env python3
"""Tables, goals and chart of what compare.py has measured, and the generated part of
docs/performance.md. Needs nothing but Python.

report.py RUN.json RUN.json RUN.json   writes docs/performance.{json,svg} and the page, from the
median of the runs. report.py --check                      are the page and the chart what
docs/performance.json gives?
"""

import argparse
import json
import math
import os
import pathlib
import statistics
import sys

CACHE, MEMORY, CALL = 65536, 16777216, 1024
SIZES = {CALL: "1 Ki", CACHE: "64 Ki", MEMORY: "16 Mi"}
PEERS = {"pytorch": "PyTorch", "onednn": "oneDNN"}
BEGIN = "<!-- generated: tools/bazel run //tools/bench:report -->"
END = "<!-- end of what is generated -->"
# The same for what the page says first.
BEGIN_MESSAGE, END_MESSAGE = "<!-- generated: the message -->", "<!-- end of the message -->"
# Two measurements of the same thing differ by so much.
NOISE = 0.03
# Per cent of the cores' time, in the second before, up to which nothing else was running that
# matters.
AT_REST = 10


def dump(data):
    """JSON with one row in a line."""
    head = {key: value for key, value in data.items() if key != "rows"}
    rows = ",\n".join("  " + json.dumps(row) for row in data["rows"])
    return json.dumps(head, indent=1)[:-2] + ',\n "rows": [\n' + rows + "\n ]\n}\n"


def name_of(row):
    return row["op"] + (f", {row['variant']}" if row["variant"] else "")


def where(row):
    layout = "" if row["layout"] == "contiguous" else f" {row['layout']}"
    size, threads = SIZES[row["elements"]], threads_text(row["threads"])
    return f"{name_of(row)}, {row['dtype']}, {size}{layout}, {threads}"


def threads_text(threads):
    return "1 thread" if threads == 1 else f"{threads} threads"


def per_element(row, contestant):
    value = row["ns_per_call"].get(contestant)
    return None if value is None else value / row["elements"]


def best_peer(row):
    """Times of ours that the best peer takes, or None if nobody else does this."""
    ratios = [row["times_ours"][peer] for peer in PEERS if peer in row["times_ours"]]
    return min(ratios) if ratios else None


def over_limit(row):
    ratio = row["times_ours"].get("limit_non_temporal")
    return None if ratio is None else 1 / ratio


def select(data, **wanted):
    return [row for row in data["rows"] if all(row[key] == value for key, value in wanted.items())]


# --- goals ---


class Goal:
    """`least`: the value must be at least the bound of its row, else at most."""

    def __init__(self, title, checks, least, unit):
        self.title, self.least, self.unit = title, least, unit
        self.checks = [(where(row), value, bound) for row, value, bound in checks
                       if value is not None]

    def missed(self):
        """(how far off as a factor, where, value, bound) of each miss, the worst first."""
        found = [((bound / value if self.least else value / bound), place, value, bound)
                 for place, value, bound in self.checks
                 if (value < bound if self.least else value > bound)]
        return sorted(found, reverse=True)

    def lines(self):
        missed = self.missed()
        if not self.checks:
            return [f"not measured: {self.title}"]
        verdict = "met" if not missed else f"missed in {len(missed)} of {len(self.checks)}"
        lines = [f"{verdict}: {self.title}"]
        for _, place, value, bound in missed[:5]:
            lines.append(f"    {place}: {value:.3g}{self.unit} (goal {bound:.3g}{self.unit})")
        if len(missed) > 5:
            lines.append(f"    and {len(missed) - 5} more")
        return lines


def goals(data):
    result = []
    contiguous = [row for row in data["rows"] if row["layout"] == "contiguous"]
    groups = {}
    for row in contiguous:
        if not row["goals"]:
            continue
        groups.setdefault((row["goals"]["in_cache"], row["goals"]["out_of_cache"]),
                          set()).add(row["op"])
    for (in_cache, out_of_cache), ops in sorted(groups.items(), reverse=True):
        rows = [row for row in contiguous if row["op"] in ops]
        checks = [(row, best_peer(row), in_cache) for row in rows if row["elements"] == CACHE]
        checks += [(row, best_peer(row), out_of_cache) for row in rows if row["elements"] == MEMORY]
        result.append(
            Goal(
                f"{in_cache:g} times as fast as the best peer in cache, {out_of_cache:g} times out "
                "of cache: "
                f"{', '.join(sorted(ops))}", checks, True, "x"))
    result.append(
        Goal("out of cache, float32 takes at most 1.15 times what non-temporal streams take",
             [(row, over_limit(row), 1.15)
              for row in contiguous if row["elements"] == MEMORY and row["dtype"] == "float32"],
             False, "x"))
    calls = [row for row in contiguous if row["elements"] == CALL and row["threads"] == 1]
    result.append(
        Goal("a complete call on 1 Ki elements takes at most 1500 ns",
             [(row, row["ns_per_call"]["ours"], 1500) for row in calls], False, " ns"))
    # Ours is called from C: PyTorch's loop may have no Python in it either.
    result.append(
        Goal("a complete call on 1 Ki elements is twice as fast as PyTorch's from TorchScript",
             [(row, row["times_ours"].get("pytorch"), 2) for row in calls], True, "x"))
    result.append(
        Goal("phase 1 takes at most 400 ns", [(row, row.get("ns_per_plan"), 400) for row in calls],
             False, " ns"))
    several = [row for row in contiguous if row["threads"] > 1]
    # What the goal says of two threads, of as many as there are.
    result.append(
        Goal("two threads are 1.8 times as fast as one in cache (64 Ki)",
             [(row, row["times_ours"]["one_thread"], 1.8)
              for row in several if row["elements"] == CACHE and row["threads"] == 2], True, "x"))
    result.append(
        Goal(f"all threads are never slower than one (within {NOISE:.0%})",
             [(row, row["times_ours"]["one_thread"], 1 - NOISE) for row in several], True, "x"))
    result.append(
        Goal("layouts that are not contiguous: 1.5 times as fast as PyTorch",
             [(row, row["times_ours"].get("pytorch"), 1.5)
              for row in data["rows"] if row["layout"] != "contiguous"], True, "x"))
    precise = [
        row for row in contiguous
        if row["dtype"] == "float32" and row["threads"] == 1 and row["elements"] == CACHE
    ]
    result.append(
        Goal("high_precision in cache, float32, ns per element",
             [(row, per_element(row, "precise"), row["goals"]["high_precision_ns"])
              for row in precise if "high_precision_ns" in row["goals"]], False, " ns"))
    result.append(
        Goal("high_precision out of cache, all threads, float32: at most 1.15 times the limit",
             [(row, row.get("precise_over_limit"), 1.15)
              for row in several if row["elements"] == MEMORY and row["dtype"] == "float32"], False,
             "x"))
    return result


# --- tables ---


def number(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}"


def factor(ratio):
    return "" if ratio is None else f"{ratio:.2f}x"


def table_contiguous(data, elements, threads):
    rows = select(data, layout="contiguous", elements=elements, threads=threads)
    head = ["operator", "dtype", "ours", "high_precision", "PyTorch", "oneDNN", "best peer / ours"]
    memory = elements == MEMORY
    head += (["limit", "limit non-temporal", "ours / limit"]
             if memory else []) + (["one thread / ours"] if threads > 1 else [])
    lines = []
    for row in rows:
        ratio = best_peer(row)
        line = [name_of(row), row["dtype"]] + [
            number(per_element(row, who), 3) for who in ("ours", "precise", "pytorch", "onednn")
        ]
        line.append(factor(ratio))
        if memory:
            line += [number(per_element(row, who), 3) for who in ("limit", "limit_non_temporal")]
            line.append(factor(over_limit(row)))
        if threads > 1:
            line.append(factor(row["times_ours"]["one_thread"]))
        lines.append(line)
    return head, lines


def table_calls(data):
    head = [
        "operator", "dtype", "ours, ns", "phase 1 alone, ns", "PyTorch, ns", "oneDNN, ns",
        "PyTorch / ours"
    ]
    lines = []
    for row in select(data, layout="contiguous", elements=CALL, threads=1):
        call = row["ns_per_call"]
        times = [
            call["ours"],
            row.get("ns_per_plan"), *(call.get(who) for who in ("pytorch", "onednn"))
        ]
        lines.append([name_of(row), row["dtype"]] + [number(value, 0) for value in times]
                     + [factor(row["times_ours"].get("pytorch"))])
    return head, lines


def table_layouts(data):
    head = [
        "operator", "dtype", "layout", "elements", "threads", "ours", "PyTorch", "PyTorch / ours"
    ]
    lines = []
    for row in data["rows"]:
        if row["layout"] != "contiguous" and "pytorch" in row["times_ours"]:
            lines.append([
                name_of(row), row["dtype"], row["layout"], SIZES[row["elements"]],
                str(row["threads"]),
                *(number(per_element(row, who), 3) for who in ("ours", "pytorch")),
                factor(row["times_ours"]["pytorch"])
            ])
    return head, lines


def table_errors(data):
    head = ["operator", "dtype", "ours", "high_precision", "PyTorch", "oneDNN"]
    worst = {}
    for row in data["rows"]:
        key = (name_of(row), row["dtype"])
        for who, error in row["max_ulp"].items():
            worst.setdefault(key, {})[who] = max(error, worst.get(key, {}).get(who, 0))
    names = ("ours", "precise", "pytorch", "onednn")
    return head, [[*key] + [f"{errors[who]:.3g}" if who in errors else "" for who in names]
                  for key, errors in worst.items()]


def class_of(row):
    """Functions that only move elements; those with a transcendental function, whose goal is more
    than their peers' speed; the others."""
    if row["structure"] != "elementwise":
        return "movement"
    return "transcendental" if row["goals"].get("in_cache", 0) > 1 else "arithmetic and selection"


def table_classes(data):
    """Of contiguous operands on one thread, for each class the least, the median and the greatest
    ratio of the best peer's time to ours. Old measurements, whose rows have no structure, have
    none."""
    ratios, dtypes = {}, []
    for row in select(data, layout="contiguous", threads=1):
        if row["elements"] == CALL or "structure" not in row or best_peer(row) is None:
            continue
        by_dtype = ratios.setdefault((class_of(row), row["elements"]), {})
        by_dtype.setdefault(row["dtype"], []).append(best_peer(row))
        if row["dtype"] not in dtypes:
            dtypes.append(row["dtype"])
    lines = []
    for (kind, elements), by_dtype in sorted(ratios.items()):
        cells = []
        for dtype in dtypes:
            found = by_dtype.get(dtype)
            cells.append(f"{min(found):.2f}, {statistics.median(found):.2f}, {max(found):.1f}"
                         if found else "")
        lines.append([kind, SIZES[elements], str(max(map(len, by_dtype.values()))), *cells])
    return ["class", "elements", "functions", *dtypes], lines


def tables(data):
    """(title, head, lines) of all that are not empty."""
    result = []
    for threads in sorted({row["threads"] for row in data["rows"]}):
        for elements in (CACHE, MEMORY):
            title = f"{SIZES[elements]} elements, {threads_text(threads)}: ns per element"
            result.append((title, *table_contiguous(data, elements, threads)))
    result.append((
        "A complete call on 1 Ki elements, 1 thread (ours and oneDNN from C, PyTorch from "
        "TorchScript)",
        *table_calls(data)))
    result.append(("Best peer / ours, contiguous, 1 thread: least, median, greatest",
                   *table_classes(data)))
    result.append(("Layouts: ns per element", *table_layouts(data)))
    result.append(("Greatest error on the timed data, ULP", *table_errors(data)))
    return [entry for entry in result if entry[2]]


def aligned(head, lines):
    widths = [max(len(line[column]) for line in [head, *lines]) for column in range(len(head))]
    text = lambda line: "  ".join(
        cell.ljust(width) if column < 2 else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(line, widths))).rstrip()
    return "\n".join([text(head), *map(text, lines)])


def markdown(head, lines):
    rows = [head, ["---"] * 2 + ["--:"] * (len(head) - 2), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def machine_lines(data):
    lines = [f"{key}: {value}" for key, value in data["machine"].items() if value != ""]
    if float(data["machine"].get("busy before", "0%").rstrip("%")) > AT_REST:
        lines.append(
            "THE MACHINE WAS NOT AT REST: other programs ran (busy before), so these are no results"
        )
    return lines


def text(data):
    parts = ["\n".join(machine_lines(data))]
    parts += [f"{title}\n\n{aligned(head, lines)}" for title, head, lines in tables(data)]
    parts.append("Goals\n\n" + "\n".join(line for goal in goals(data) for line in goal.lines()))
    return "\n\n".join(parts)


def span_of_ratios(rows):
    """Words on how much longer the best peer takes; rows that have none are left out."""
    rated = [(best_peer(row), row) for row in rows if best_peer(row) is not None]
    ratios = [ratio for ratio, _ in rated]
    if not rated:
        return "not measured"
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    words = (f"{min(ratios):.2f} to {max(ratios):.2f} times as fast as the best of PyTorch and "
             f"oneDNN, geometric mean {mean:.2f}")
    slower = sorted((ratio, f"{name_of(row)}, {row['dtype']}") for ratio, row in rated
                    if ratio < 1 - NOISE)
    if slower:
        words += "; slower: " + "; ".join(f"{name} ({ratio:.2f})" for ratio, name in slower)
    return words


def message(data):
    """What the page says first, with the chart."""
    contiguous = [row for row in data["rows"] if row["layout"] == "contiguous"]
    one = [row for row in contiguous if row["threads"] == 1]
    calls = [row["ns_per_call"]["ours"] / 1000 for row in one if row["elements"] == CALL]
    ops = {row["op"] for row in data["rows"]}
    dtypes = list(dict.fromkeys(row["dtype"] for row in one if best_peer(row) is not None))
    lines = [f"* Measured: {len(ops)} operators in {', '.join(dtypes)}; the others are not in "
             "these numbers."]
    for elements, place in ((CACHE, "In cache"), (MEMORY, "Out of cache")):
        rows = [row for row in one if row["elements"] == elements]
        lines.append(f"* {place} ({SIZES[elements]} elements, 1 thread): {span_of_ratios(rows)}.")
    if calls:
        lines.append(f"* A complete call on {SIZES[CALL]} elements from C takes {min(calls):.2f} "
                     f"to {max(calls):.2f} us.")
    chart = ("![Speed-up over the best of PyTorch and oneDNN, by operator and dtype]"
             "(performance.svg)")
    return "\n".join(lines) + "\n\n" + chart


def page(data):
    """What stands between the marks in docs/performance.md."""
    parts = ["## Machine", "\n".join(f"* {line}" for line in machine_lines(data)), "## Goals"]
    lines = [line for goal in goals(data) for line in goal.lines()]
    parts.append("\n".join(f"  * {line.strip()}" if line.startswith(" ") else f"* {line}"
                           for line in lines))
    parts.append("## Times")
    for title, head, lines in tables(data):
        parts += [f"### {title}", markdown(head, lines)]
    return "\n\n".join(parts)


# --- chart ---


# Text, back and grid, then a colour for each dtype, for light and dark pages.
STYLE = """
svg { --text: #1c2128; --back: #ffffff; --grid: #d1d9e0; \
--float32: #0969da; --bfloat16: #c2570c; --float16: #1a7f37; }
@media (prefers-color-scheme: dark) {
  svg { --text: #e6edf3; --back: #0d1117; --grid: #3d444d; \
--float32: #58a6ff; --bfloat16: #f0883e; --float16: #56d364; } }
text { fill: var(--text); } .back { fill: var(--back); } .grid { stroke: var(--grid); } \
.one { stroke: var(--text); }
.float32 { fill: var(--float32); } .bfloat16 { fill: var(--bfloat16); } \
.float16 { fill: var(--float16); } \
.value { font-size: 8.5px; }
"""


def svg(data):
    """Bars of how many times longer the best peer takes, for each operator and dtype of the chart,
    one thread, in and out of cache."""
    dtypes = ("float32", "bfloat16", "float16")
    panels = [(elements, select(data, layout="contiguous", elements=elements, threads=1))
              for elements in (CACHE, MEMORY)]
    panels = [(elements,
               [row for row in rows if best_peer(row) is not None and row["dtype"] in dtypes])
              for elements, rows in panels]
    names = list(dict.fromkeys(name_of(row) for _, rows in panels for row in rows))
    left, width, value, bar, gap, top = 190, 300, 70, 10, 12, 70
    longest = max([best_peer(row) for _, rows in panels for row in rows], default=1)
    greatest = max(2, math.ceil(longest))
    step = max(1, math.ceil(greatest / 8))
    height = top + len(names) * (len(dtypes) * bar + gap) + 30
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + 2 * (width + value)}" '
        f'height="{height}" font-family="sans-serif" '
        f'font-size="11"><style>{STYLE}</style>', '<rect width="100%" height="100%" class="back"/>',
        '<text x="10" y="20" font-size="14">Speed-up over the best of PyTorch and oneDNN (higher '
        'is better)</text>',
        '<text x="310" y="41">1 thread; the name after the number is the peer</text>'
    ]
    for index, dtype in enumerate(dtypes):
        x = 10 + 90 * index
        out.append(
            f'<rect x="{x}" y="32" width="10" height="10" class="{dtype}"/><text x="{x + 14}" '
            f'y="41">{dtype}</text>'
        )
    for index, name in enumerate(names):
        out.append(
            f'<text x="{left - 8}" y="{top + index * (len(dtypes) * bar + gap) + 2 * bar}" '
            f'text-anchor="end">{name}</text>'
        )
    for panel, (elements, rows) in enumerate(panels):
        x = left + panel * (width + value)
        out.append(
            f'<text x="{x}" y="{top - 8}" font-weight="bold">{SIZES[elements]} elements</text>')
        for mark in range(0, greatest + 1, step):
            at = x + width * mark / greatest
            out.append(
                f'<line x1="{at:.1f}" y1="{top}" x2="{at:.1f}" y2="{height - 25}" class="grid"/>'
                f'<text x="{at:.1f}" y="{height - 12}" text-anchor="middle">{mark}x</text>')
        for row in rows:
            y = top + names.index(name_of(row)) * (len(dtypes) * bar + gap) + dtypes.index(
                row["dtype"]) * bar + 2
            ratio, length = best_peer(row), width * best_peer(row) / greatest
            peer = next(words for name, words in PEERS.items()
                        if row["times_ours"].get(name) == ratio)
            out.append(
                f'<rect x="{x}" y="{y}" width="{length:.1f}" height="{bar - 1}" '
                f'class="{row["dtype"]}">'
                f'<title>{where(row)}: {ratio:.2f}x</title></rect>'
                f'<text x="{x + length + 3:.1f}" y="{y + bar - 2}" class="value">{ratio:.1f} '
                f'{peer}</text>'
            )
        at = x + width / greatest
        out.append(f'<line x1="{at:.1f}" y1="{top}" x2="{at:.1f}" y2="{height - 25}" class="one"/>')
    return "\n".join([*out, "</svg>"]) + "\n"


# --- the page ---


def overall(data):
    """Geometric mean of ours per element: what runs are ordered by."""
    values = [math.log(row["ns_per_call"]["ours"] / row["elements"]) for row in data["rows"]]
    return math.exp(sum(values) / len(values))


def median_run(runs):
    return sorted(runs, key=overall)[(len(runs) - 1) // 2]


def replaced(old, begin, end, new):
    """The page with what stands between two marks replaced."""
    before, found, rest = old.partition(begin)
    _, found_end, after = rest.partition(end)
    if not (found and found_end):
        sys.exit(f"the page has lost the lines '{begin}' and '{end}'")
    return f"{before}{begin}\n\n{new}\n\n{end}{after}"


def with_generated(old, data):
    """The page with its generated parts replaced."""
    new = replaced(old, BEGIN_MESSAGE, END_MESSAGE, message(data))
    return replaced(new, BEGIN, END, page(data))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="*", metavar="RUN.json")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    docs = pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", ".")) / "docs"
    old = (docs / "performance.md").read_text()
    if args.check:
        data = json.loads((docs / "performance.json").read_text())
        if old != with_generated(old, data) or (docs / "performance.svg").read_text() != svg(data):
            print(
                "docs/performance.md or .svg is not what docs/performance.json gives; run: "
                "tools/bazel run //tools/bench:report -- "
                "$PWD/docs/performance.json")
            return 1
        return 0
    if not args.runs:
        parser.error("which runs?")
    folder = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    runs = [json.loads((folder / run).read_text()) for run in args.runs]
    if any(run["faults"] for run in runs):
        sys.exit("a contestant was wrong in one of the runs; see its faults")
    names = ("op", "variant", "dtype", "layout", "elements", "threads")
    keys = [{tuple(row[name] for name in names) for row in run["rows"]} for run in runs]
    if any(key != keys[0] for key in keys):
        sys.exit("the runs measured different things")
    data = median_run(runs)
    (docs / "performance.json").write_text(dump(data))
    (docs / "performance.svg").write_text(svg(data))
    (docs / "performance.md").write_text(with_generated(old, data))
    print(
        f"docs/performance.md written from run {runs.index(data) + 1} of {len(runs)} (ns per "
        "element, geometric means: "
        f"{', '.join(f'{overall(run):.4f}' for run in runs)})")
    return 0


if __name__ == "__main__":
    sys.exit(main())

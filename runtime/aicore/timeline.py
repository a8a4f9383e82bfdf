#!/usr/bin/env python3
"""timeline.py [--trace=FILE]: draws when the pipes of a core were busy, as text and as SVG.

FILE is a trace of the simulated AI Core (OPENACLNN_TRACE=FILE.json of any program that runs
kernels). `tools/bazel run //ops/<op>:timeline` makes one of an operator and draws it.
"""

import argparse
import collections
import dataclasses
import fnmatch
import html
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap

PIPES = ("S", "V", "MTE2", "MTE3")
COLUMNS = 100  # of the text
LEGEND = ("# busy all the time   = at least half of it   - less   "
          ". starts nothing, waits for results")
# Several tiles of every core of the representative product, for an operator that computes each
# element by itself; all others are drawn with the benchmark's own shapes.
ROWS = 320
REPRESENTATIVE = "atlas_a2"
CASE = ".contiguous.65536"


class TimelineError(Exception):
    """What a user did wrong."""


@dataclasses.dataclass(frozen=True)
class Event:
    """An instruction. The next one of its pipe can start at `free`, its results are complete at
    `end`; `after` is the number of the event of its block it waited for last, or -1."""

    name: str
    pipe: str
    block: int
    start: int
    free: int
    end: int
    after: int
    elements: int
    bytes: int
    code: str

    def describe(self):
        return (f"{self.name}: {self.elements} elements, {self.bytes} bytes, "
                f"cycles {self.start} to {self.free}, complete {self.end}, "
                f"block {self.block} {self.code}").rstrip()


@dataclasses.dataclass
class Launch:
    """The events of every core, in the order of issue."""

    title: str = ""
    megahertz: float = 0
    numbers: str = ""
    cores: dict = dataclasses.field(default_factory=lambda: collections.defaultdict(list))

    def end(self, core):
        return max(event.end for event in self.cores[core])

    def latest(self):
        return max(sorted(self.cores), key=self.end)


def read(rows):
    """{number: Launch} of a trace."""
    launches = collections.defaultdict(Launch)
    for row in rows:
        launch, args = launches[row["pid"]], row["args"]
        if row["name"] == "process_name":
            launch.title = args["name"]
        elif row["name"] == "process_labels":
            launch.megahertz, launch.numbers = args["megahertz"], args["numbers"]
        elif row["ph"] == "X":
            core, pipe = divmod(row["tid"], len(PIPES))
            launch.cores[core].append(Event(
                row["name"], PIPES[pipe], args["block"], row["ts"], row["ts"] + row["dur"],
                args["complete"], args["after"], args["elements"], args["bytes"],
                args["code"].removeprefix("./")))
    return {number: launch for number, launch in launches.items() if launch.cores}


def critical_path(events):
    """[(event, cycles)] of a core from its end back to 0: the last instruction to end, what it
    waited for, and so on. The event is None for cycles that issued instructions, or waited for
    other cores."""
    blocks = {}
    for event in events:
        blocks.setdefault(event.block, []).append(event)
    path = []
    ends = [0]  # of the blocks, which ran one after another
    for block in blocks.values():
        ends.append(max(event.end for event in block))
    for block, begin in reversed(list(zip(blocks.values(), ends))):
        at = max(range(len(block)), key=lambda number: block[number].end)
        until = block[at].end
        while True:
            event = block[at]
            path.append((event, until - event.start))
            until = event.start
            at = event.after
            if at < 0:
                break
            end = min(until, block[at].end)
            path.append((None, until - end))
            until = end
        path.append((None, until - begin))
    return path


def shares(fills, first, last, columns):
    """Of each column, which share of it the intervals (begin, end) cover; more than 1 where they
    overlap."""
    span = last - first
    covered = [0] * columns
    for begin, end in fills:
        begin, end = max(begin, first), min(end, last)
        # In units of 1 / columns of a cycle a column has `span` of them.
        low, high = (begin - first) * columns, (end - first) * columns
        while low < high:
            column = low // span
            step = min(high, (column + 1) * span)
            covered[column] += step - low
            low = step
    return [units / span for units in covered]


def ticks(first, last, columns, least):
    """[(cycle, column)] at round numbers, at least so many columns apart."""
    step = next(digit * 10**power for power in range(20) for digit in (1, 2, 5)
                if digit * 10**power * columns >= least * (last - first))
    return [(cycle, (cycle - first) * columns // (last - first))
            for cycle in range(-(-first // step) * step, last, step)]


def pipe_rows(events, first, last, columns):
    """{pipe: text of so many columns}"""
    rows = {}
    for pipe in PIPES:
        mine = [event for event in events if event.pipe == pipe]
        busy = shares([(event.start, event.free) for event in mine], first, last, columns)
        waits = shares([(event.start, event.end) for event in mine], first, last, columns)
        rows[pipe] = "".join(
            "#" if now >= 1 else "=" if now >= 0.5 else "-" if now > 0 else "." if later else " "
            for now, later in zip(busy, waits))
    return rows


def picture(events, first, last):
    """Lines of at most COLUMNS columns."""
    margin = max(map(len, PIPES)) + 1
    columns = COLUMNS - margin
    numbers, marks = [" "] * COLUMNS, [" "] * COLUMNS
    for cycle, column in ticks(first, last, columns, 10):
        at = margin + column
        marks[at] = "|"
        # The last number may not fit.
        if at + len(str(cycle)) <= COLUMNS:
            numbers[at:at + len(str(cycle))] = str(cycle)
    lines = ["".join(numbers), "".join(marks)]
    for pipe, row in pipe_rows(events, first, last, columns).items():
        lines.append(f"{pipe:<{margin}}{row}")
    return [line.rstrip() for line in lines]


def percent(part, whole):
    return f"{round(100 * part / whole)}%"


def facts(launch, core, places):
    """Lines of numbers about a core, and of so many places on its critical path."""
    events, end = launch.cores[core], launch.end(core)
    busy = collections.Counter()
    for event in events:
        busy[event.pipe] += event.free - event.start
    spent, by_place = collections.Counter(), collections.Counter()
    for event, cycles in critical_path(events):
        spent[event.pipe if event else "S"] += cycles
        key = (event.pipe, event.name, event.code) if event else (
            "S", "issue of instructions, or other cores", "")
        by_place[key] += cycles
    lines = [
        f"about {end} cycles, {end / launch.megahertz:.2f} us at {launch.megahertz} MHz "
        f"({launch.numbers})",
        "busy: " + ", ".join(f"{pipe} {percent(busy[pipe], end)}" for pipe in PIPES),
        "critical path: " + ", ".join(f"{pipe} {percent(spent[pipe], end)}" for pipe in PIPES)
        + ("; most of it:" if places else "")]
    for (pipe, name, code), cycles in by_place.most_common(places):
        if cycles > 0:
            lines.append(f"  {percent(cycles, end):>4} {cycles:>8} cycles  {pipe:<4} {name}  "
                         f"{code}".rstrip())
    return lines


def heading(launch, core, first, last):
    of = f"core {core} (of {len(launch.cores)}), cycles {first} to {last}"
    return textwrap.wrap(f"{launch.title}, {of}", COLUMNS)


def as_text(launch, core, first, last, places):
    lines = [*heading(launch, core, first, last), *picture(launch.cores[core], first, last),
             LEGEND, *facts(launch, core, places)]
    return "".join(line + "\n" for line in lines)


# --- SVG ---

SVG_LEFT, SVG_WIDTH, SVG_ROW = 60, 1100, 44
# Of each pipe, of consecutive instructions in turn.
SVG_COLORS = {"S": ("#6b7280", "#9ca3af"), "V": ("#1d4ed8", "#60a5fa"),
              "MTE2": ("#15803d", "#4ade80"), "MTE3": ("#b45309", "#fbbf24")}


def joined(events, width_of):
    """Consecutive events in groups, so that none is narrower than a pixel."""
    group = []
    for event in events:
        group.append(event)
        if width_of(group[0].start, event.free) >= 1:
            yield group
            group = []
    if group:
        yield group


def as_svg(launch, core, first, last):
    events = [event for event in launch.cores[core] if event.end > first and event.start < last]
    path = critical_path(launch.cores[core])
    critical = {id(event) for event, cycles in path if event and cycles}

    def x(cycle):
        return SVG_LEFT + (min(max(cycle, first), last) - first) * SVG_WIDTH / (last - first)

    def rectangle(begin, end, y, height, rest):
        return (f'<rect x="{x(begin):.2f}" y="{y}" width="{x(end) - x(begin):.2f}" '
                f'height="{height}" {rest}')

    def text(left, y, words):
        return f'<text x="{left:.2f}" y="{y}">{html.escape(words)}</text>'

    above = [*heading(launch, core, first, last), *facts(launch, core, 0)[:2]]
    top = 22 + 18 * len(above)
    bottom = top + 26 + SVG_ROW * len(PIPES)
    lines = [text(10, 22 + 18 * number, words) for number, words in enumerate(above)]
    for cycle, _ in ticks(first, last, SVG_WIDTH, 90):
        lines.append(f'<line x1="{x(cycle):.2f}" y1="{top + 18}" x2="{x(cycle):.2f}" y2="{bottom}" '
                     'stroke="#d1d5db"/>')
        lines.append(text(x(cycle) + 3, top + 14, str(cycle)))
    for row, pipe in enumerate(PIPES):
        y = top + 26 + SVG_ROW * row
        lines.append(text(10, y + 20, pipe))
        mine = [event for event in events if event.pipe == pipe]
        for number, group in enumerate(joined(mine, lambda begin, end: x(end) - x(begin))):
            begin, end = group[0].start, group[-1].free
            color = SVG_COLORS[pipe][number % 2]
            title = group[0].describe() if len(group) == 1 else (
                f"{len(group)} instructions, the first is {group[0].describe()}")
            lines.append(rectangle(begin, max(event.end for event in group), y + 10, 10,
                                   f'fill="{color}" fill-opacity="0.3"/>'))
            lines.append(rectangle(begin, end, y, 30, f'fill="{color}">')
                         + f"<title>{html.escape(title)}</title></rect>")
            if any(id(event) in critical for event in group):
                lines.append(rectangle(begin, end, y + 32, 4, 'fill="#dc2626"/>'))
    lines.append(text(SVG_LEFT, bottom + 14, "wide: the pipe is busy; pale: results are under way; "
                      "red: on the critical path"))
    width, height = SVG_LEFT + SVG_WIDTH + 20, bottom + 26
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="sans-serif" font-size="13">\n'
            '<rect width="100%" height="100%" fill="#ffffff"/>\n' + "\n".join(lines) + "\n</svg>\n")


# --- the program ---

def accepted(what, got, values):
    shown = ", ".join(map(str, values))
    return TimelineError(f"--{what}={got}; accepted: {shown}")


def from_user(path):
    """A path given to `tools/bazel run`, which starts programs in another folder."""
    return pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."), path)


def trace_of_operator(args, path):
    """Runs one benchmark of the operator on the simulator, which writes the trace."""
    cases = json.loads(pathlib.Path(args.cases).read_text())
    products = sorted({name for case in cases["benchmarks"] for name in case["products"]})
    default = REPRESENTATIVE if REPRESENTATIVE in products else products[0]
    product = args.product or default
    if product not in products:
        raise accepted("product", product, products)
    names = [case["id"] for case in cases["benchmarks"] if product in case["products"]]
    # An operator without float32 is drawn with the first type it has.
    wanted = [args.case] if args.case else ["*float32" + CASE, "*" + CASE]
    found = [name for glob in wanted for name in names if fnmatch.fnmatchcase(name, glob)]
    if not found:
        raise accepted("case", args.case or "*" + CASE, names)
    name = found[0]
    rows = ROWS if cases["structure"] != "moved" and not args.case else 0
    subprocess.run(
        [args.program, f"--cases={args.cases}", f"--operator={args.operator}",
         f"--product={product}", "--backend=aicore", f"--once={name}", f"--rows={rows}"],
        env={**os.environ, "OPENACLNN_TRACE": str(path)}, stdout=sys.stderr, check=True)
    if not path.exists():
        raise TimelineError(f"{name} runs no device kernel on {product}; --case chooses another")
    print(name + (f", {rows} rows" if rows else "") + f", {product}")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trace", help="draw this trace instead of running anything")
    parser.add_argument("--case", help="the first benchmark whose name matches (* and ?), with its "
                        "own shapes; default: contiguous float32, of several tiles")
    parser.add_argument("--product", help=f"default: {REPRESENTATIVE} if it has the operator")
    parser.add_argument("--launch", type=int, help="default: the longest")
    parser.add_argument("--core", type=int, help="default: the one that ends last")
    parser.add_argument("--from", dest="first", type=int, default=0, help="first cycle drawn")
    parser.add_argument("--to", dest="last", type=int, help="cycle behind the last one drawn")
    parser.add_argument("--places", type=int, default=5,
                        help="how many places on the critical path are named")
    parser.add_argument("--svg", default="timeline.svg", help="file to write")
    for name in ("program", "operator", "cases"):
        parser.add_argument("--" + name, help="(set by the build)")
    args = parser.parse_args(arguments)
    if not args.trace and not args.program:
        parser.error("--trace=FILE is missing")
    with tempfile.TemporaryDirectory() as folder:
        path = from_user(args.trace) if args.trace else pathlib.Path(folder, "trace.json")
        if not args.trace:
            trace_of_operator(args, path)
        launches = read(json.loads(path.read_text()))
    if not launches:
        raise TimelineError(f"{path}: no instructions")
    longest = max(launches, key=lambda n: launches[n].end(launches[n].latest()))
    number = longest if args.launch is None else args.launch
    if number not in launches:
        raise accepted("launch", number, launches)
    launch = launches[number]
    core = launch.latest() if args.core is None else args.core
    if core not in launch.cores:
        raise accepted("core", core, sorted(launch.cores))
    end = launch.end(core)
    last = end if args.last is None else args.last
    if not 0 <= args.first < last:
        raise TimelineError(f"--from={args.first} --to={last}; accepted: 0 <= from < to")
    sys.stdout.write(as_text(launch, core, args.first, last, args.places))
    from_user(args.svg).write_text(as_svg(launch, core, args.first, last))
    print(f"drawn in {args.svg}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (TimelineError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"timeline: {error}")

"""The report as one HTML page that needs nothing else: inline SVG, no scripts, no network, light and dark."""

import html
import math

from collect import BUCKETS, STATUSES, failures

STYLE = """
:root { color-scheme: light dark;
  --back: #fff; --text: #1c2128; --soft: #59636e; --line: #d1d9e0; --panel: #f6f8fa; --link: #0757ba;
  --good: #1a7f37; --good-back: #dafbe1; --bad: #b3141d; --bad-back: #ffe3e0; --none: #8c959f; --warn: #8a5a00; --warn-back: #fff3cd;
  --s0: #0969da; --s1: #7a3fc4; --s2: #c2570c; --s3: #bf3989; --s4: #1a7f37;
  --b0: #2da44e; --b1: #8cc152; --b2: #e3b341; --b3: #ef8a3c; --b4: #e5534b; --b5: #8b1a2b; }
@media (prefers-color-scheme: dark) { :root {
  --back: #0d1117; --text: #e6edf3; --soft: #9198a1; --line: #3d444d; --panel: #161b22; --link: #6cb0ff;
  --good: #56d364; --good-back: #12361f; --bad: #ff8a80; --bad-back: #4a1a1c; --none: #7d8590; --warn: #e3b341; --warn-back: #3a2d0a;
  --s0: #58a6ff; --s1: #bc8cff; --s2: #f0883e; --s3: #f778ba; --s4: #56d364;
  --b0: #2ea043; --b1: #7fae4b; --b2: #d1a33b; --b3: #dd7a2e; --b4: #d6483f; --b5: #a3283c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1280px; padding: 1rem 1.25rem 4rem; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, "Segoe UI", "Liberation Sans", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: .4rem 0; } h2 { font-size: 1.25rem; margin: 2.4rem 0 .5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .4rem; } h4 { font-size: .95rem; margin: 1rem 0 .3rem; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
p, li { max-width: 62rem; } .soft, small { color: var(--soft); }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1rem; padding: .4rem 0; position: sticky; top: 0; background: var(--back);
  border-bottom: 1px solid var(--line); z-index: 1; }
:target { scroll-margin-top: 3rem; } h2, h3, table, details { scroll-margin-top: 3rem; }
.tiles { display: flex; flex-wrap: wrap; gap: .7rem; margin: 1rem 0; }
.tile { border: 1px solid var(--line); background: var(--panel); border-radius: 8px; padding: .6rem .9rem; min-width: 9rem; }
.tile b { display: block; font-size: 1.35rem; } .tile span { color: var(--soft); font-size: .85rem; }
.verdict { border-radius: 8px; padding: .7rem 1rem; font-weight: 600; margin: 1rem 0; }
.verdict.good { background: var(--good-back); color: var(--good); } .verdict.bad { background: var(--bad-back); color: var(--bad); }
.verdict a { color: inherit; text-decoration: underline; }
.failure { border-left: 3px solid var(--bad); padding-left: .8rem; margin: .8rem 0; }
pre { margin: .2rem 0; padding: .3rem .5rem; background: var(--panel); white-space: pre-wrap; overflow-wrap: anywhere;
  font: .84em ui-monospace, "Liberation Mono", "DejaVu Sans Mono", monospace; }
pre.commands { user-select: all; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .86rem; margin: .4rem 0; }
th, td { border: 1px solid var(--line); padding: .18rem .5rem; text-align: left; vertical-align: top; }
td.by { white-space: nowrap; }
th { background: var(--panel); font-weight: 600; } td.num, th.num { text-align: right; font-variant-numeric: tabular-nums; }
td.passed { background: var(--good-back); } td.failed { background: var(--bad-back); } td.open { background: var(--warn-back); }
td.passed, td.passed a { color: var(--good); } td.failed, td.failed a { color: var(--bad); } td.open, td.open a { color: var(--warn); }
td.refused, td.refused a, td.none { color: var(--none); }
code { font: .92em ui-monospace, "Liberation Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
details { margin: .3rem 0; } summary { cursor: pointer; }
svg { display: block; max-width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 10px; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(390px, 1fr)); gap: .8rem 1.2rem; }
.plots figure { margin: 0; } figcaption { font-size: .86rem; margin-bottom: .1rem; }
.key { display: inline-flex; align-items: center; gap: .35rem; margin-right: 1rem; font-size: .86rem; }
.key i { display: inline-block; width: .9rem; height: .7rem; border-radius: 2px; }
"""

# Bins of error profiles: testing/operands.h.
LAST_BIN, BINS_PER_OCTAVE, LEAST_EXPONENT = 96, 4, -12
# The vertical axis of plots: decades of ULP. What is smaller or greater stands at the edge.
LOWEST, HIGHEST = -2, 9
DTYPES = ["float32", "float16", "bfloat16", "int32", "int8"]


def text(value):
    return html.escape(str(value))


def number(value):
    """An error, of which None is infinite."""
    if value is None:
        return "∞"
    return f"{value:.4g}" if value < 1e5 else f"{value:.2g}"


def table(head, rows, identifier=""):
    """Rows are lists of cells: HTML, or (class, HTML)."""
    def cell(tag, content):
        kind, inner = content if isinstance(content, tuple) else ("", content)
        return f"<{tag}{f' class={kind}' if kind else ''}>{inner}</{tag}>"

    lines = ["".join(cell("th", item) for item in head)] + ["".join(cell("td", item) for item in row) for row in rows]
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f"<div class=scroll><table{f' id={chr(34)}{identifier}{chr(34)}' if identifier else ''}>\n{body}\n</table></div>"


def order_of(dtype):
    return (DTYPES.index(dtype) if dtype in DTYPES else len(DTYPES), dtype)


def case_anchor(function, dtype):
    return f"cases-{function}-{dtype}"


def sources_in(report):
    """Every source of results, in the order of its colour."""
    found = {entry["source"] for operator in report["ops"] for entry in operator["histograms"]}
    rank = {"cpu high_performance": 0, "cpu high_precision": 1, "aicore": 2, "pytorch": 3}
    return sorted(found, key=lambda source: (rank.get(source, 4), source))


def color_of(source):
    return {"cpu high_performance": "--s0", "cpu high_precision": "--s1", "aicore": "--s2", "pytorch": "--s3"}.get(source, "--s4")


def summary(report):
    bad = failures(report)
    total = sum(report["totals"].values())
    functions = [function for operator in report["ops"] for function in operator["functions"]]
    if bad:
        verdict = (f"<p class='verdict bad'>FAILED: <a href='#failures'>{text(', '.join(bad))}</a> (of {total} cases by product and backend). "
                   "<a href='#failures'>What failed, and the commands that show it again</a></p>")
    else:
        verdict = f"<p class='verdict good'>PASSED: all {total} cases by product and backend are as their specs say.</p>"
    tiles = [(len(functions), f"functions of {len(report['ops'])} operators"), (len(report["products"]), "products"),
             (report["totals"].get("PASSED", 0), f"of {total} cases passed")]
    if report["totals"].get("SKIPPED"):
        tiles.append((report["totals"]["SKIPPED"], "cases skipped, for a listed reason"))
    for source in sources_in(report):
        worst = 0
        for operator in report["ops"]:
            for entry in operator["histograms"]:
                if entry["source"] == source:
                    worst = None if worst is None or entry["max_ulp"] is None else max(worst, entry["max_ulp"])
        tiles.append((number(worst) + " ULP", f"greatest error, {source}"))
    if report["mutants"]:
        tiles.append((f"{report['mutants'].get('KILLED', 0)} of {report['mutants'].get('KILLED', 0) + report['mutants'].get('SURVIVED', 0)}",
                      "wrong kernels noticed"))
    stale = sum(operator["stale_results"] for operator in report["ops"])
    note = f"<p class=soft>{stale} results of tests belong to other specs than these and are left out: run the tests again.</p>" if stale else ""
    return verdict + "<div class=tiles>" + "".join(f"<div class=tile><b>{text(value)}</b><span>{text(name)}</span></div>"
                                                   for value, name in tiles) + "</div>" + note


def matrix(report):
    products = list(report["products"])
    rows = {}
    for cell in report["cells"]:
        # What is refused everywhere is a line in the list of cases, not in the matrix.
        rows.setdefault((cell["function"], cell["dtype"], cell["backend"]), {})[cell["product"]] = cell
    lines = []
    shown = sorted((key for key, cells in rows.items() if any(cell["declared"] for cell in cells.values())),
                   key=lambda key: (key[0], order_of(key[1]), key[2]))
    for key in shown:
        function, dtype, backend = key
        line = [f"<code>{text(function)}</code>", text(dtype), text(backend)]
        for product in products:
            cell = rows[key].get(product)
            if cell is None:
                line.append(("none", "–"))
                continue
            statuses = cell["statuses"]
            total, passed = sum(statuses.values()), statuses.get("PASSED", 0) + statuses.get("SKIPPED", 0)
            words = f"{passed}/{total}" if cell["declared"] else f"refused {passed}/{total}"
            kind = "passed" if cell["declared"] else "refused"
            if statuses.get("FAILED") or statuses.get("MISTRUSTED"):
                kind = "failed"
            elif statuses.get("UNTESTED"):
                kind = "open"
            line.append((kind, f"<a href='#{case_anchor(function, dtype)}'>{words}</a>"))
        lines.append(line)
    head = ["function", "dtype", "backend"] + [f"{text(product)}<br><small>{text(soc)}</small>" for product, soc in report["products"].items()]
    return ("<h2 id=matrix>Support matrix</h2><p>Cases that are as the spec says, of all there are; each number leads to its cases. "
            "<i>refused</i>: the product lacks the function or the type, and the cases show that it is refused with the documented code. Yellow: "
            "no result of a test was found. Types that no product accepts are refused everywhere; their cases are in the lists below.</p>"
            + table(head, lines))


# Failures listed with their text and commands; the rest are counted, and stand among the cases.
MAX_FAILURES = 100


def failed_cases(report):
    """The section "Failures"; empty if the report has none."""
    if not failures(report):
        return ""
    parts = ["<h2 id=failures>Failures</h2>"]
    entries = [(operator, entry) for operator in report["ops"] for entry in operator["failures"]]
    if entries:
        parts.append("<p>Each failed case once for each backend. <i>again</i> runs the case, <i>replay</i> runs the file of inputs that the test left "
                     "and shows one element in full.</p>")
    for operator, entry in entries[:MAX_FAILURES]:
        commands = [("again", entry["again"]), ("replay", entry["replay"])]
        lines = "\n".join(f"{name}: {command}" for name, command in commands if command)
        parts.append(f"<div class=failure><p><b>{text(entry['status'])}</b> <code>{text(entry['case'])}</code> {text(entry['backend'])} "
                     f"{text(entry['mode'])} on {text(', '.join(entry['products']))} "
                     f"<a href='#{case_anchor(entry['function'], entry['dtype'])}'>all cases of {text(entry['function'])} {text(entry['dtype'])}</a></p>"
                     f"<pre>{text(entry['what'])}</pre>" + (f"<pre class=commands>{text(lines)}</pre>" if lines else "") + "</div>")
    if len(entries) > MAX_FAILURES:
        parts.append(f"<p>{len(entries) - MAX_FAILURES} more failures stand in the lists of cases.</p>")
    rows = [[text(operator["op"]), text(entry["mutant"]), text(entry["backend"]), text(entry["mode"]), text(entry["dtype"]),
             f"<code>{text(entry['function'])}</code>"] for operator in report["ops"] for entry in operator["survivors"]]
    if rows:
        parts.append("<h3>Wrong kernels that no case failed for</h3>" + table(["operator", "mutant", "backend", "mode", "dtype", "function"], rows)
                     + "<pre class=commands>again: tools/bazel test //ops/...</pre>")
    rows = [[text(operator["op"]), text(backend), text(", ".join(f"{product} {count}" for product, count in products.items())),
             f"<code>tools/bazel test //ops/{text(operator['op'])}/...</code>"]
            for operator in report["ops"] for backend, products in operator["untested"].items()]
    if rows:
        parts.append("<h3>Cases without a result</h3>" + table(["operator", "backend", "products and number of cases", "run"], rows))
    return "".join(parts)


def bar(buckets, width=260, height=12):
    total = sum(buckets) or 1
    parts, x = [], 0.0
    for index, count in enumerate(buckets):
        if not count:
            continue
        share = max(width * count / total, 1.5)  # what is rare must still be seen
        parts.append(f"<rect x='{x:.1f}' y='0' width='{min(share, width - x):.1f}' height='{height}' fill='var(--b{index})'/>")
        x = min(x + share, width - 1.5)
    return f"<svg width='{width}' height='{height}' viewBox='0 0 {width} {height}' role='img' style='margin-top:.3rem'>{''.join(parts)}</svg>"


def histograms(report):
    keys = "".join(f"<span class=key><i style='background:var(--b{i})'></i>{text(name)} ULP</span>" for i, name in enumerate(BUCKETS))
    parts = ["<h2 id=accuracy>Accuracy</h2><p>Errors against the exact result, in units in the last place of the output's type, on the golden "
             "inputs (each record once). 0 is the nearest number of the type; 1 means at most 1 ULP.</p><p>", keys, "</p>"]
    order = {source: index for index, source in enumerate(sources_in(report))}
    for operator in report["ops"]:
        vendor = {}
        for entry in operator["vendor"]:
            vendor.setdefault((entry["function"], entry["dtype"], entry["source"]), []).append(entry)
        rows = []
        for entry in sorted(operator["histograms"], key=lambda entry: (entry["function"], order_of(entry["dtype"]), order[entry["source"]])):
            verdicts = "<br>".join(f"{text(verdict['standard'])}: {verdict['passed']}/{verdict['records']}"
                                   for verdict in vendor.get((entry["function"], entry["dtype"], entry["source"]), []))
            rows.append([("by", f"<code>{text(entry['function'])}</code>"), text(entry["dtype"]), ("by", text(entry["source"])), bar(entry["buckets"])]
                        + [("num", str(count) if count else "") for count in entry["buckets"]]
                        + [("num", number(entry["max_ulp"])), ("num", f"{100 * entry['inexact'] / max(entry['count'], 1):.2f} %"), ("by", verdicts)])
        parts.append(f"<h3>{text(operator['op'])}</h3>")
        if not rows:
            parts.append("<p class=soft>No results of tests were found.</p>")
            continue
        parts.append(table(["function", "dtype", "made by", "errors"] + [("num", text(name)) for name in BUCKETS]
                           + [("num", "greatest"), ("num", "not nearest"), "vendor's standard, records that pass"], rows))
    return "".join(parts)


PLOT_WIDTH, PLOT_HEIGHT = 420, 190


def drawing(operator, dtype, series):
    """The inside of an SVG of PLOT_WIDTH x PLOT_HEIGHT: greatest error by the value of an operand. `series`: (source, [(bin, error)])."""
    width, height, left, right, top, bottom = PLOT_WIDTH, PLOT_HEIGHT, 38, 6, 8, 22
    step = (width - left - right) / (2 * LAST_BIN + 1)

    def x_of(bin_):
        return left + (bin_ + LAST_BIN) * step

    def y_of(error):
        exponent = HIGHEST if error is None else math.log10(error) if error > 0 else LOWEST
        exponent = min(max(exponent, LOWEST), HIGHEST)
        return top + (HIGHEST - exponent) / (HIGHEST - LOWEST) * (height - top - bottom)

    parts = [f"<rect x='{left}' y='{top}' width='{width - left - right}' height='{height - top - bottom}' fill='var(--panel)'/>"]
    for exponent in (-2, 0, 2, 4, 6, 8):
        y = y_of(10 ** exponent)
        label = {-2: "0.01", 0: "1", 2: "100"}.get(exponent, f"1e{exponent}")
        parts.append(f"<path d='M{left} {y:.1f}H{width - right}' stroke='var(--line)' stroke-width='.6'/>"
                     f"<text x='{left - 4}' y='{y + 3:.1f}' text-anchor='end'>{label}</text>")
    for exponent, label in ((-6, "1/64"), (0, "1"), (6, "64")):
        bin_ = 1 + (exponent - LEAST_EXPONENT) * BINS_PER_OCTAVE
        for sign, mark in ((1, ""), (-1, "−")):
            x = x_of(sign * bin_) + step / 2
            parts.append(f"<path d='M{x:.1f} {top}V{height - bottom}' stroke='var(--line)' stroke-width='.6'/>"
                         f"<text x='{x:.1f}' y='{height - bottom + 13}' text-anchor='middle'>{mark}{label}</text>")
    x = x_of(0) + step / 2
    parts.append(f"<text x='{x:.1f}' y='{height - bottom + 13}' text-anchor='middle'>0</text>")
    bounds = {bound[dtype] for modes in operator["accuracy"].values() for bound in (modes.values() if all(isinstance(mode, dict) for mode in modes.values()) else [modes])
              if isinstance(bound.get(dtype), (int, float))}
    for bound in sorted(bounds):
        y = y_of(bound)
        parts.append(f"<path d='M{left} {y:.1f}H{width - right}' stroke='var(--soft)' stroke-dasharray='4 3' stroke-width='1'/>")
    for above, (source, bins) in zip(reversed(range(len(series))), series):
        dots = "".join(f"M{x_of(bin_):.1f} {y_of(error):.1f}h{max(step, 2.2):.1f}" for bin_, error in bins)
        # What others cover is broader than they are.
        parts.append(f"<path d='{dots}' stroke='var({color_of(source)})' stroke-width='{2.2 + 1.8 * above:.1f}' fill='none'/>")
    return "".join(parts)


def plot(operator, function, dtype, operand, series):
    label = f"{function} {dtype}: error by {operand}"
    return (f"<figure><figcaption><code>{text(function)}</code> {text(dtype)}, by {text(operand)}</figcaption>"
            f"<svg viewBox='0 0 {PLOT_WIDTH} {PLOT_HEIGHT}' role='img' aria-label='{text(label)}'>{drawing(operator, dtype, series)}</svg></figure>")


def plots(report):
    sources = sources_in(report)
    keys = "".join(f"<span class=key><i style='background:var({color_of(source)})'></i>{text(source)}</span>" for source in sources)
    parts = ["<h2 id=plots>Error by input</h2><p>Greatest error in ULP (vertical, logarithmic; what is infinite or beyond stands at the upper edge, "
             "0.01 and less at the lower) over the value of an input (quarters of octaves on both sides of 0). Where several have the same "
             "error, those below show at the edges. Dashed: the bounds of the spec, where they are numbers.</p><p>", keys, "</p>"]
    for operator in report["ops"]:
        grouped = {}
        for profile in operator["profiles"]:
            if any(profile["operand"] == name or profile["operand"].startswith(name + " (") for name in operator["operands"]):
                key = (profile["function"], order_of(profile["dtype"]), profile["output"], profile["operand"], profile["dtype"])
                grouped.setdefault(key, {})[profile["source"]] = profile["bins"]
        if not grouped:
            continue
        parts.append(f"<h3>{text(operator['op'])}</h3><div class=plots>")
        for (function, _, output, operand, dtype), series in sorted(grouped.items()):
            outputs = {key[2] for key in grouped if key[0] == function}
            shown = operand if len(outputs) == 1 else f"{operand}, {output}"
            # PyTorch first, so that what is ours lies above it.
            ordered = sorted(series.items(), key=lambda item: -sources.index(item[0]) if item[0] in sources else 0)
            parts.append(plot(operator, function, dtype, shown, ordered))
        parts.append("</div>")
    return "".join(parts)


def worst(report):
    def lines(bits_and_number):
        return "by", f"<code>{text(bits_and_number).replace(' (', '<br>(')}</code>"

    rows = []
    for operator in report["ops"]:
        for entry in sorted(operator["worst"], key=lambda entry: (entry["function"], order_of(entry["dtype"]), entry["source"])):
            inputs = "<br>".join(f"{text(name)} = <code>{text(value)}</code>" for name, value in entry["inputs"].items())
            rows.append([("by", f"<code>{text(entry['function'])}</code>"), text(entry["dtype"]), ("by", text(entry["source"])),
                         ("num", number(entry["ulp"])), inputs, lines(entry["got"]), lines(entry["want"]),
                         f"<code>{text(entry['case'])}</code> {text(entry['output'])}{text(entry['at'])} on {text(entry['product'])}"
                         + (f"<br><code>{text(entry['again'])}</code>" if "again" in entry else "")])
    if not rows:
        return "<h2 id=worst>Worst elements</h2><p class=soft>No results of tests were found.</p>"
    return ("<h2 id=worst>Worst elements</h2><p>The element with the greatest error of each function, type and implementation.</p>"
            + table(["function", "dtype", "made by", ("num", "ULP"), "inputs", "got", "nearest (exact)", "where"], rows))


def measured(report):
    rows = []
    for operator in report["ops"]:
        for entry in operator["measured"]:
            rows.append([text(operator["op"]), text(entry["sweep"]), text(entry["dtype"]), text(entry["mode"]), ("num", f"{entry['count']}"),
                         ("num", f"{entry['inexact']}"), ("num", text(entry["max_ulp"]))])
    return ("<h2 id=measured>Measured against the oracle</h2><p>All 65,536 inputs of 16-bit types with several gradients, a sample of 2<sup>20</sup> float32 "
            "inputs, all int8 inputs, against MPFR. The test <code>accuracy_test</code> of each operator fails when a number is no longer true.</p>"
            + table(["operator", "sweep", "dtype", "mode", ("num", "results"), ("num", "not nearest"), ("num", "greatest ULP")], rows))


def kill_matrix(report):
    parts = ["<h2 id=mutants>Mutants</h2><p>Wrong kernels put in place of the right ones, and in how many of the combinations of function, kernel and "
             "mode the cases noticed (failed cases of those run). Every one must be noticed; n/a by the rule in the hint.</p>"]
    found = False
    for operator in report["ops"]:
        if not operator["kills"]:
            continue
        found = True
        labels = sorted({label for row in operator["kills"] for label in row["dtypes"]})
        rows = []
        for row in operator["kills"]:
            line = [text(row["mutant"]) + ("" if row["backend"] == "cpu" else f" <small>{text(row['backend'])}</small>")]
            for label in labels:
                cell = row["dtypes"].get(label)
                if cell is None:
                    line.append(("none", ""))
                elif cell["applicable"] == 0:
                    line.append(("none", f"<span title='{text('; '.join(cell['reasons']))}'>n/a</span>"))
                else:
                    kind = "passed" if cell["killed"] == cell["applicable"] else "failed"
                    line.append((kind, f"<span title='first: {text(cell['first_case'])}'>{cell['killed']}/{cell['applicable']} "
                                       f"<small>({cell['failed']} of {cell['ran']})</small></span>"))
            rows.append(line)
        killed = sum(cell["killed"] for row in operator["kills"] for cell in row["dtypes"].values())
        parts.append(f"<details><summary>{text(operator['op'])}: {killed} killed</summary>{table(['mutant'] + labels, rows)}</details>")
    return "".join(parts) + ("" if found else "<p class=soft>No results of mutants_test were found.</p>")


def deviations(report):
    parts = ["<h2 id=deviations>Where sources disagree</h2>"]
    for operator in report["ops"]:
        rows = [[text(entry["id"]), text(entry["what"]), text(entry["we"]), text(entry["why"]),
                 "<br>".join(f"<code>{text(pattern)}</code>" for pattern in entry["held_by"])] for entry in operator["deviations"]]
        if rows:
            parts.append(f"<details><summary>{text(operator['op'])}: {len(rows)}</summary>"
                         + table(["", "what differs", "here", "why", "held by the cases"], rows) + "</details>")
    known = [[text(operator["op"]), "<br>".join(f"<code>{text(pattern)}</code>" for pattern in entry["cases"]), text(entry["backend"]),
              text(entry["reason"])] for operator in report["ops"] for entry in operator["known_failures"]]
    parts.append("<h3 id=known>Known failures</h3>" + (table(["operator", "cases", "backend", "why"], known) if known else "<p>None.</p>"))
    return "".join(parts)


def provenance(report):
    rows = []
    for operator in report["ops"]:
        golden = operator["golden"]
        rows.append([text(operator["op"]), f"<code>{text(golden.get('file', 'none'))}</code>", ("num", text(golden.get("records", 0))),
                     text(f"PyTorch {golden.get('pytorch')}, NumPy {golden.get('numpy')}, mpmath {golden.get('mpmath')}"), text(golden.get("seed")),
                     ("num", number(golden.get("truth_max_ulp_error", 0))), f"<code>{text(golden.get('sha256', '')[:16])}</code>",
                     "yes" if golden.get("spec_sha256") == operator["spec_sha256"] else "no"])
    environment = [[text(name), text(value)] for name, value in report["environment"].items()]
    return ("<h2 id=provenance>Provenance</h2><p>The golden files: float64 truth made by PyTorch and checked against mpmath with 300 bits.</p>"
            + table(["operator", "file", ("num", "records"), "made with", "seed", ("num", "truth off by at most (ULP)"), "sha256", "of this spec"], rows)
            + "<h3>Environment of this report</h3>" + table(["", ""], environment))


def cases(report):
    parts = ["<h2 id=cases>Cases</h2><p>Every case by function and type, with its worst status on each backend and product.</p>"]
    for operator in report["ops"]:
        grouped = {}
        for case in operator["cases"]:
            grouped.setdefault((case["function"], case["dtype"]), []).append(case)
        for (function, dtype), group in sorted(grouped.items(), key=lambda item: (item[0][0], order_of(item[0][1]))):
            rows, counts = [], {}
            for case in group:
                words = []
                for backend, products in case["statuses"].items():
                    by_status = {}
                    for product, status in products.items():
                        by_status.setdefault(status, []).append(product)
                        counts[status] = counts.get(status, 0) + 1
                    words.append(f"{backend}: " + "; ".join(
                        status + (f" {len(on)}" if status == "PASSED" else " " + ", ".join(on))
                        for status, on in sorted(by_status.items(), key=lambda item: STATUSES.index(item[0]))))
                statuses = {status for products in case["statuses"].values() for status in products.values()}
                kind = "failed" if statuses & {"FAILED", "MISTRUSTED"} else "open" if "UNTESTED" in statuses else "passed"
                notes = "".join(f"<br><small>{text(note)}</small>" for note in case.get("notes", []))
                rows.append([f"<code>{text(case['id'])}</code>", text(case["kind"]), (kind, text(" / ".join(words)) + notes)])
            totals = ", ".join(f"{count} {status}" for status, count in sorted(counts.items(), key=lambda item: STATUSES.index(item[0])))
            opened = " open" if any(status in ("FAILED", "MISTRUSTED") for status in counts) else ""
            parts.append(f"<details{opened}><summary><code>{text(function)}</code> {text(dtype)}: {len(group)} cases, by product and backend "
                         f"{text(totals)}</summary>" + table(["case", "kind", "status (number of products)"], rows, case_anchor(function, dtype))
                         + "</details>")
    return "".join(parts)


def page(report):
    sections = ((("failures", "Failures"),) if failures(report) else ()) + (("matrix", "Support matrix"), ("accuracy", "Accuracy"), ("plots", "Error by input"), ("worst", "Worst elements"),
                ("measured", "Measured"), ("mutants", "Mutants"), ("deviations", "Disagreements"), ("provenance", "Provenance"), ("cases", "Cases"))
    links = "".join(f"<a href='#{identifier}'>{name}</a>" for identifier, name in sections)
    body = "".join(part(report) for part in (failed_cases, matrix, histograms, plots, worst, measured, kill_matrix, deviations, provenance, cases))
    return f"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>openaclnn: conformance</title>
<style>{STYLE}</style></head>
<body>
<h1>openaclnn: conformance</h1>
<p class=soft>{text(report['generated'])}, {text(report['environment'].get('processor', ''))}{text(', commit ' + report['environment']['commit']) if
'commit' in report['environment'] else ''}</p>
{summary(report)}
<nav>{links}</nav>
{body}
</body>
</html>
"""

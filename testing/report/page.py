"""The report as one HTML page that needs nothing else: inline SVG, no scripts, no network."""

from changes import in_words
from collect import BUCKETS, STATUSES, failures, nearness
from filters import filter_style, filters
from parts import (backend_of, case_anchor, code, marks, number, order_of, sources_in, table, text)
from plots import plots
from style import STYLE

# Failures listed with their text and commands; the rest are counted, and stand among the cases.
MAX_FAILURES = 100


# Of errors beside their bounds: a bound of 0.5000002 is not 0.5.
DIGITS = 7


def share(ratio):
    """An error as a part of its bound, or if it is much greater, as a multiple."""
    if ratio is None:
        return "∞"
    return f"{100 * ratio:.3g} %" if ratio < 10 else f"{ratio:.3g} times"


def bound_words(entry):
    """The bound of an element: "4 + x^2 = 60.3"."""
    bound = number(entry["bound"], DIGITS)
    formula = entry["bound_text"]
    return bound if formula == bound or not formula else f"{formula} = {bound}"


def error_tile(report, source):
    """(value, lines) of the greatest error of a source, with its bound, and of the error that is
    nearest to its own bound."""
    worst = 0
    for operator in report["ops"]:
        for entry in operator["histograms"]:
            if entry["source"] == source:
                worst = (None if worst is None or entry["max_ulp"] is None
                         else max(worst, entry["max_ulp"]))
    lines = [f"greatest error, {text(source)}"]
    def elements(kind):
        return [entry for operator in report["ops"] for entry in operator[kind]
                if entry["source"] == source]

    for entry in elements("greatest"):
        if entry["ulp"] == worst and entry["bound"] is not None:
            lines.append(f"of {text(bound_words(entry))} in {code(entry['function'])} "
                         f"{text(entry['dtype'])}")
            break
    # Results of at most 0.5 ULP are the nearest numbers: there are no better ones.
    rated = [entry for entry in elements("worst") if entry["bound"] and nearness(entry)[0] > 0]
    if rated:
        nearest = max(rated, key=nearness)
        lines.append(f"greatest part of a bound: <a href='#worst'>{share(nearest['ratio'])}</a> in "
                     f"{code(nearest['function'])} {text(nearest['dtype'])}")
    if worst is None:
        lines.append("∞: a result is NaN or infinite and the exact one is not, or the reverse")
    return number(worst) + " ULP", lines


def summary(report):
    bad = failures(report)
    total = sum(report["totals"].values())
    functions = [function for operator in report["ops"] for function in operator["functions"]]
    if bad:
        verdict = (f"<p class='verdict bad'>FAILED: <a href='#failures'>{text(', '.join(bad))}</a> "
                   f"(of {total} cases by product and backend). <a href='#failures'>What failed, "
                   "and the commands that show it again</a></p>")
    else:
        verdict = (f"<p class='verdict good'>PASSED: all {total} cases by product and backend are "
                   "as their specs say.</p>")
    tiles = [(len(functions), [f"functions of {len(report['ops'])} operators"]),
             (len(report["products"]), ["products"]),
             (report["totals"].get("PASSED", 0), [f"of {total} cases passed"])]
    if report["totals"].get("SKIPPED"):
        tiles.append((report["totals"]["SKIPPED"], ["cases skipped, for a listed reason"]))
    tiles += [error_tile(report, source) for source in sources_in(report)]
    killed, survived = (report["mutants"].get(status, 0) for status in ("KILLED", "SURVIVED"))
    if report["mutants"]:
        tiles.append((f"{killed} of {killed + survived}", ["wrong kernels killed"]))
    stale = sum(operator["stale_results"] for operator in report["ops"])
    note = (f"<p class=soft>{stale} results of tests belong to other specs than these and are left "
            "out: run the tests again.</p>" if stale else "")
    return verdict + "<div class=tiles>" + "".join(
        f"<div class=tile><b>{text(value)}</b>"
        + "".join(f"<span>{line}</span>" for line in lines) + "</div>"
        for value, lines in tiles) + "</div>" + note


def changed(report):
    """The section on what differs from the baseline; empty without one."""
    compared = report.get("changes")
    if compared is None:
        return ""
    baseline = compared["baseline"]
    rows = [(marks(), [(entry["kind"], text(entry["kind"])), ("by", text(entry["where"])),
                       text(entry["what"]), text(entry["before"]), text(entry["after"]),
                       "<br>".join(code(example) for example in entry["examples"])])
            for entry in compared["found"]]
    head = ["", "where", "what", "before", "now", "among them"]
    since = " ".join(filter(None, (baseline["generated"], baseline["commit"])))
    return (f"<h2 id=changes>Changes</h2><p>Since the report of {text(since)}: "
            f"{text(in_words(compared))}.</p>"
            + (f"<div class=tall>{table(head, rows)}</div>" if rows else ""))


def matrix_line(cell):
    """(class, words) of one backend in a cell of the support matrix."""
    statuses = cell["statuses"]
    passed = statuses.get("PASSED", 0) + statuses.get("SKIPPED", 0)
    words = f"{'' if cell['declared'] else 'rejects '}{passed}/{sum(statuses.values())}"
    if statuses.get("FAILED") or statuses.get("MISTRUSTED"):
        return "failed", words
    if statuses.get("UNTESTED"):
        return "open", words
    return ("passed" if cell["declared"] else "refused"), words


def matrix_cell(cells):
    """(class, HTML): a line for each backend, or one for those that agree."""
    lines = {}
    for cell in cells:
        lines.setdefault(matrix_line(cell), []).append(cell["backend"])
    kind = min((kind for kind, _ in lines), key=KINDS_OF_CELLS.index)
    return kind, "".join(f"<i{marks(backend=backends)}>{text(' + '.join(backends))} {words}</i>"
                         for (_, words), backends in lines.items())


def matrix(report):
    products = list(report["products"])
    rows = {}
    for cell in report["cells"]:
        # What is rejected everywhere is a line in the list of cases, not in the matrix.
        rows.setdefault((cell["function"], cell["dtype"]), {}).setdefault(
            cell["product"], []).append(cell)
    lines = []
    for function, dtype in sorted(rows, key=lambda key: (key[0], order_of(key[1]))):
        cells = rows[function, dtype]
        if not any(cell["declared"] for found in cells.values() for cell in found):
            continue
        line = [code(function), text(dtype)]
        for product in products:
            shown = marks(product=product)
            if product not in cells:
                line.append(("none", "–", shown))
                continue
            kind, words = matrix_cell(cells[product])
            line.append((kind, f"<a href='#{case_anchor(function, dtype)}'>{words}</a>", shown))
        lines.append((marks(function=function, dtype=dtype), line))
    head = ["function", "dtype"] + [
        ("", f"{text(product)}<br><small>{text(soc)}</small>", marks(product=product))
        for product, soc in report["products"].items()]
    return (
        "<h2 id=matrix>Support matrix</h2><p>For each backend: cases that are as the spec says, "
        "of all. Each cell leads to its cases. <i>rejects</i>: the product lacks the function "
        "or the dtype, and the cases show that it is rejected with the documented code. "
        "Yellow: no result of a test was found. Dtypes that no product accepts stand in the "
        f"lists of cases only.</p><div class=matrix>{table(head, lines)}</div>")


# Of the lines in a cell of the matrix the first of these gives its colour.
KINDS_OF_CELLS = ("failed", "open", "passed", "refused")


def failed_cases(report):
    """The section "Failures"; empty if the report has none."""
    if not failures(report):
        return ""
    parts = ["<h2 id=failures>Failures</h2>"]
    entries = [(operator, entry) for operator in report["ops"] for entry in operator["failures"]]
    if entries:
        parts.append(
            "<p>Each failed case once for each backend. <i>again</i> runs the case, <i>replay</i> "
            "runs the file of inputs that the test left "
            "and shows one element in full.</p>")
    for operator, entry in entries[:MAX_FAILURES]:
        commands = [("again", entry["again"]), ("replay", entry["replay"])]
        lines = "\n".join(f"{name}: {command}" for name, command in commands if command)
        shown = marks(function=entry["function"], dtype=entry["dtype"], backend=entry["backend"],
                      product=entry["products"])
        parts.append(
            f"<div class=failure{shown}><p><b>{text(entry['status'])}</b> "
            f"<code>{text(entry['case'])}</code> {text(entry['backend'])} "
            f"{text(entry['mode'])} on {text(', '.join(entry['products']))} "
            f"<a href='#{case_anchor(entry['function'], entry['dtype'])}'>all cases of "
            f"{text(entry['function'])} {text(entry['dtype'])}</a></p>"
            f"<pre>{text(entry['what'])}</pre>" +
            (f"<pre class=commands>{text(lines)}</pre>" if lines else "") + "</div>")
    if len(entries) > MAX_FAILURES:
        parts.append(
            f"<p>{len(entries) - MAX_FAILURES} more failures stand in the lists of cases.</p>")
    rows = [[
        text(operator["op"]),
        text(entry["mutant"]),
        text(entry["backend"]),
        text(entry["mode"]),
        text(entry["dtype"]), f"<code>{text(entry['function'])}</code>"
    ] for operator in report["ops"] for entry in operator["survivors"]]
    if rows:
        parts.append("<h3>Wrong kernels that no case failed for</h3>" +
                     table(["operator", "mutant", "backend", "mode", "dtype", "function"], rows) +
                     "<pre class=commands>again: tools/bazel test //ops/...</pre>")
    rows = [[
        text(operator["op"]),
        text(backend),
        text(", ".join(f"{product} {count}" for product, count in products.items())),
        f"<code>tools/bazel test //ops/{text(operator['op'])}/...</code>"
    ] for operator in report["ops"] for backend, products in operator["untested"].items()]
    if rows:
        parts.append("<h3>Cases without a result</h3>" +
                     table(["operator", "backend", "products and number of cases", "run"], rows))
    return "".join(parts)


BAR_WIDTH, BAR_HEIGHT, BAR_LEAST = 220, 14, 5


def bar(buckets):
    """Shares as widths, side by side; what is rare is still wide enough to be seen."""
    total, shown = sum(buckets) or 1, [index for index, count in enumerate(buckets) if count]
    room = BAR_WIDTH - BAR_LEAST * len(shown)
    parts, x = [], 0.0
    for index in shown:
        width = BAR_LEAST + room * buckets[index] / total
        parts.append(f"<rect x='{x:.1f}' y='0' width='{width:.1f}' height='{BAR_HEIGHT}' "
                     f"fill='var(--b{index})'/>")
        x += width
    return (f"<svg width='{BAR_WIDTH}' height='{BAR_HEIGHT}' viewBox='0 0 {BAR_WIDTH} "
            f"{BAR_HEIGHT}' role='img' style='margin-top:.2rem'>{''.join(parts)}</svg>")


def histogram_rows(operator, order):
    vendor = {}
    for entry in operator["vendor"]:
        vendor.setdefault((entry["function"], entry["dtype"], entry["source"]), []).append(entry)
    for entry in sorted(operator["histograms"], key=lambda entry: (
            entry["function"], order_of(entry["dtype"]), order[entry["source"]])):
        function, dtype, source = (entry[name] for name in ("function", "dtype", "source"))
        verdicts = "<br>".join(
            f"{text(verdict['standard'])}: {verdict['passed']}/{verdict['records']}"
            for verdict in vendor.get((function, dtype, source), []))
        shown = {"function": function, "dtype": dtype}
        if source != "pytorch":
            shown["backend"] = backend_of(source)
        yield (marks(**shown),
               [("by", code(function)), text(dtype), ("by", text(source)), bar(entry["buckets"])]
               + [("num", str(count) if count else "") for count in entry["buckets"]]
               + [("num", number(entry["max_ulp"])),
                  ("num", f"{100 * entry['inexact'] / max(entry['count'], 1):.2f} %"),
                  ("by", verdicts)])


def histograms(report):
    keys = "".join(f"<span class=key><i style='background:var(--b{i})'></i>{text(name)}</span>"
                   for i, name in enumerate(BUCKETS))
    parts = ["<h2 id=accuracy>Accuracy</h2><p>Number of results by their error: the distance from "
             "the exact result in units in the last place (ULP) of the output's dtype, on the "
             "golden inputs, each record once. ≤ 0.5 is the nearest number of the dtype.</p><p>",
             keys, "</p>"]
    order = {source: index for index, source in enumerate(sources_in(report))}
    head = (["function", "dtype", "made by", "errors"] + [("num", text(name)) for name in BUCKETS]
            + [("num", "greatest"), ("num", "not nearest"), "vendor's standard, records that pass"])
    for operator in report["ops"]:
        rows = list(histogram_rows(operator, order))
        if not rows:
            parts.append(f"<p class=soft>{text(operator['op'])}: no results of tests were found."
                         "</p>")
            continue
        functions = {entry["function"] for entry in operator["histograms"]}
        dtypes = {entry["dtype"] for entry in operator["histograms"]}
        parts.append(f"<section{marks(function=functions, dtype=dtypes)}>"
                     f"<h3>{text(operator['op'])}</h3>{table(head, rows)}</section>")
    return "".join(parts)


def card(entry):
    """One of the worst elements."""
    facts = [*entry["inputs"].items(), ("got", entry["got"]), ("nearest", entry["want"])]
    facts = [(name, f"<code>{text(value)}</code>") for name, value in facts]
    facts.append(("where", f"{code(entry['case'])} {text(entry['output'] + entry['at'])} on "
                  f"{text(entry['product'])}"))
    shown = marks(function=entry["function"], dtype=entry["dtype"], product=entry["product"],
                  backend=backend_of(entry["source"]))
    bound = (f" of {text(bound_words(entry))}: {share(entry['ratio'])}" if entry["bound"]
             else " of 0" if entry["bound"] == 0 else "")
    again = f"<pre class=commands>{text(entry['again'])}</pre>" if "again" in entry else ""
    return (f"<div class=card{shown}><p><b>{number(entry['ulp'], DIGITS)} ULP</b>{bound}</p>"
            f"<p>{code(entry['function'])} {text(entry['dtype'])}, {text(entry['source'])}</p><dl>"
            + "".join(f"<dt>{text(name)}</dt><dd>{value}</dd>" for name, value in facts)
            + f"</dl>{again}</div>")


def worst(report):
    found = sorted((entry for operator in report["ops"] for entry in operator["worst"]),
                   key=nearness, reverse=True)
    if not found:
        return ("<h2 id=worst>Worst elements</h2><p class=soft>No results of tests were found.</p>")
    return ("<h2 id=worst>Worst elements</h2><p>Of each function, dtype and implementation the "
            "element that is nearest to its bound, the nearest first; results that are the nearest "
            "number of their dtype come last. The command runs the case "
            f"again.</p><div class=cards>{''.join(map(card, found))}</div>")


def measured(report):
    rows = []
    for operator in report["ops"]:
        for entry in operator["measured"]:
            rows.append([
                text(operator["op"]),
                text(entry["sweep"]),
                text(entry["dtype"]),
                text(entry["mode"]), ("num", f"{entry['count']}"), ("num", f"{entry['inexact']}"),
                ("num", text(entry["max_ulp"]))
            ])
    return (
        "<h2 id=measured>Measured against the oracle</h2><p>All 65,536 inputs of 16-bit types with "
        "several gradients, a sample of 2<sup>20</sup> float32 "
        "inputs, all int8 inputs, against MPFR. The test <code>accuracy_test</code> of each "
        "operator fails when a number is no longer true.</p>"
        + table([
            "operator", "sweep", "dtype", "mode", ("num", "results"), ("num", "not nearest"),
            ("num", "greatest ULP")
        ], rows))


def kill_matrix(report):
    parts = [
        "<h2 id=mutants>Mutants</h2><p>Wrong kernels put in place of the right ones, and in how "
        "many of the combinations of function, kernel and "
        "mode the cases noticed (failed cases of those run). Every one must be noticed; n/a by the "
        "rule in the hint.</p>"
    ]
    found = False
    for operator in report["ops"]:
        if not operator["kills"]:
            continue
        found = True
        labels = sorted({label for row in operator["kills"] for label in row["dtypes"]})
        rows = []
        for row in operator["kills"]:
            line = [
                text(row["mutant"]) +
                ("" if row["backend"] == "cpu" else f" <small>{text(row['backend'])}</small>")
            ]
            rows.append(line)
            cells = row["dtypes"].values()
            reasons = {"; ".join(cell["reasons"]) for cell in cells}
            if len(reasons) == 1 and not any(cell["applicable"] for cell in cells):
                line.append(("none", f"n/a: {text(*reasons)}", f" colspan={len(labels)}"))
                continue
            for label in labels:
                cell = row["dtypes"].get(label)
                if cell is None:
                    line.append(("none", ""))
                elif cell["applicable"] == 0:
                    line.append(
                        ("none", f"<span title='{text('; '.join(cell['reasons']))}'>n/a</span>"))
                else:
                    kind = "passed" if cell["killed"] == cell["applicable"] else "failed"
                    line.append((
                        kind,
                        "<span title='first: "
                        f"{text(cell['first_case'])}'>{cell['killed']}/{cell['applicable']} "
                        f"<small>({cell['failed']} of {cell['ran']})</small></span>"))
        killed = sum(cell["killed"] for row in operator["kills"] for cell in row["dtypes"].values())
        parts.append(
            f"<details><summary>{text(operator['op'])}: {killed} "
            f"killed</summary>{table(['mutant'] + labels, rows)}</details>"
        )
    return "".join(parts) + ("" if found else
                             "<p class=soft>No results of mutants_test were found.</p>")


def deviations(report):
    parts = ["<h2 id=deviations>Where sources disagree</h2>"]
    for operator in report["ops"]:
        rows = [[
            text(entry["id"]),
            text(entry["what"]),
            text(entry["we"]),
            text(entry["why"]), "<br>".join(f"<code>{text(pattern)}</code>"
                                            for pattern in entry["held_by"])
        ] for entry in operator["deviations"]]
        if rows:
            parts.append(f"<details><summary>{text(operator['op'])}: {len(rows)}</summary>" +
                         table(["", "what differs", "here", "why", "held by the cases"], rows) +
                         "</details>")
    known = [[
        text(operator["op"]), "<br>".join(f"<code>{text(pattern)}</code>"
                                          for pattern in entry["cases"]),
        text(entry["backend"]),
        text(entry["reason"])
    ] for operator in report["ops"] for entry in operator["known_failures"]]
    parts.append("<h3 id=known>Known failures</h3>" + (
        table(["operator", "cases", "backend", "why"], known) if known else "<p>None.</p>"))
    return "".join(parts)


def provenance(report):
    rows = []
    for operator in report["ops"]:
        golden = operator["golden"]
        rows.append([
            text(operator["op"]), f"<code>{text(golden.get('file', 'none'))}</code>",
            ("num", text(golden.get("records", 0))),
            text(
                f"PyTorch {golden.get('pytorch')}, NumPy {golden.get('numpy')}, mpmath "
                f"{golden.get('mpmath')}"
            ),
            text(golden.get("seed")), ("num", number(golden.get("truth_max_ulp_error", 0))),
            f"<code>{text(golden.get('sha256', '')[:16])}</code>",
            "yes" if golden.get("spec_sha256") == operator["spec_sha256"] else "no"
        ])
    environment = [[text(name), text(value)] for name, value in report["environment"].items()]
    return (
        "<h2 id=provenance>Provenance</h2><p>The golden files: float64 truth made by PyTorch and "
        "checked against mpmath with 300 bits.</p>"
        + table([
            "operator", "file", ("num", "records"), "made with", "seed",
            ("num", "truth off by at most (ULP)"), "sha256", "of this spec"
        ], rows) + "<h3>Environment of this report</h3>" + table(["", ""], environment))


def case_words(case):
    """(class, status of a case on every backend and product), e.g. "cpu: PASSED 6"."""
    words = []
    for backend, products in case["statuses"].items():
        by_status = {}
        for product, status in products.items():
            by_status.setdefault(status, []).append(product)
        words.append(f"{backend}: " + "; ".join(
            status + (f" {len(on)}" if status == "PASSED" else " " + ", ".join(on))
            for status, on in sorted(by_status.items(), key=lambda item: STATUSES.index(item[0]))))
    statuses = {status for products in case["statuses"].values() for status in products.values()}
    kind = ("failed" if statuses & {"FAILED", "MISTRUSTED"} else
            "open" if "UNTESTED" in statuses else "passed")
    return kind, " / ".join(words)


def group_of_cases(group):
    """Cases of one function and dtype: a row for each that did not pass everywhere, and the names
    of those that did."""
    rows, passed = [], {}
    for case in group:
        statuses = {status for products in case["statuses"].values()
                    for status in products.values()}
        if statuses == {"PASSED"} and not case.get("notes"):
            passed.setdefault(case["kind"], []).append(case["id"])
            continue
        kind, words = case_words(case)
        notes = "".join(f"<br><small>{text(note)}</small>" for note in case.get("notes", []))
        rows.append([code(case["id"]), text(case["kind"]), (kind, text(words) + notes)])
    parts = [table(["case", "kind", "status (number of products)"], rows)] if rows else []
    for kind, names in passed.items():
        # All begin with the function. Lines may break anywhere: there are 100,000 names.
        function = names[0].partition(".")[0]
        short = ", ".join(name.removeprefix(f"{function}.") for name in names)
        parts.append(f"<p class=names><b>{text(kind)}</b>, PASSED on every backend and product, "
                     f"{code(function + '.')}: <code>{text(short)}</code></p>")
    return "".join(parts)


def cases(report):
    parts = ["<h2 id=cases>Cases</h2><p>Every case by function and dtype. Those that did not pass "
             "everywhere have a row with their worst status on each backend and product.</p>"]
    for operator in report["ops"]:
        grouped = {}
        for case in operator["cases"]:
            grouped.setdefault((case["function"], case["dtype"]), []).append(case)
        for function, dtype in sorted(grouped, key=lambda key: (key[0], order_of(key[1]))):
            group, counts = grouped[function, dtype], {}
            for case in group:
                for products in case["statuses"].values():
                    for status in products.values():
                        counts[status] = counts.get(status, 0) + 1
            totals = ", ".join(f"{counts[status]} {status}" for status in STATUSES
                               if status in counts)
            opened = " open" if counts.keys() & {"FAILED", "MISTRUSTED"} else ""
            parts.append(f"<details{opened} id='{case_anchor(function, dtype)}'"
                         f"{marks(function=function, dtype=dtype)}>"
                         f"<summary>{code(function)} {text(dtype)}: {len(group)} cases, by product "
                         f"and backend {text(totals)}</summary>{group_of_cases(group)}</details>")
    return "".join(parts)


SECTIONS = (("failures", "Failures", failed_cases), ("changes", "Changes", changed),
            ("matrix", "Support matrix", matrix), ("accuracy", "Accuracy", histograms),
            ("plots", "Error by input", plots), ("worst", "Worst elements", worst),
            ("measured", "Measured", measured), ("mutants", "Mutants", kill_matrix),
            ("deviations", "Disagreements", deviations), ("provenance", "Provenance", provenance),
            ("cases", "Cases", cases))


def page(report):
    made = [(identifier, name, section(report)) for identifier, name, section in SECTIONS]
    made = [item for item in made if item[2]]
    links = "".join(f"<a href='#{identifier}'>{name}</a>" for identifier, name, _ in made)
    commit = report["environment"].get("commit")
    return f"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>openaclnn: conformance</title>
<style>{STYLE}{filter_style(report)}</style></head>
<body>
<h1>openaclnn: conformance</h1>
<p class=soft>{text(report['generated'])}, {text(report['environment'].get('processor', ''))}{
    text(', commit ' + commit) if commit else ''}</p>
{summary(report)}
<div class=bar><nav>{links}</nav>{filters(report)}</div>
{"".join(section for _, _, section in made)}
</body>
</html>
"""

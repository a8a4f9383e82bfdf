"""Pieces of HTML that the sections of the report are made of."""

import html

# The commonest first; others follow by name.
DTYPES = ["float32", "float16", "bfloat16", "int32", "int8"]
COLORS = {"cpu high_performance": "--s0", "cpu high_precision": "--s1", "aicore": "--s2",
          "pytorch": "--s3"}


def text(value):
    return html.escape(str(value))


def code(value):
    """Names of cases are long: a line may end behind their dots."""
    return f"<code>{text(value).replace('.', '.<wbr>')}</code>"


def number(value, digits=4):
    """An error, of which None is infinite."""
    if value is None:
        return "∞"
    return f"{value:.{digits}g}" if value < 1e5 else f"{value:.2g}"


def word(value):
    """A name as filters compare it, without spaces."""
    return text(value).replace(" ", "_")


def marks(**values):
    """Attributes that filters look at: dtype="float16" gives data-dtype='float16'. What
    is marked with several values is shown if one of them is chosen."""
    words = {name: [value] if isinstance(value, str) else sorted(value)
             for name, value in values.items()}
    return "".join(f" data-{name}='{' '.join(map(word, found))}'" for name, found in words.items())


def table(head, rows, attributes=""):
    """Rows are lists of cells: HTML, or (class, HTML), or (class, HTML, attributes). A row may be
    (attributes, list)."""
    def cell(tag, content):
        kind, inner, more = (content if isinstance(content, tuple) else ("", content)) + ("",) * (
            3 - len(content) if isinstance(content, tuple) else 1)
        return f"<{tag}{f' class={chr(34)}{kind}{chr(34)}' if kind else ''}{more}>{inner}</{tag}>"

    lines = ["<thead><tr>" + "".join(cell("th", item) for item in head) + "</tr></thead>"]
    for row in rows:
        more, cells = row if isinstance(row, tuple) else ("", row)
        lines.append(f"<tr{more}>" + "".join(cell("td", item) for item in cells) + "</tr>")
    body = "\n".join(lines)
    return f"<div class=scroll><table{attributes}>\n{body}\n</table></div>"


def order_of(dtype):
    return (DTYPES.index(dtype) if dtype in DTYPES else len(DTYPES), dtype)


def case_anchor(function, dtype):
    return f"cases-{function}-{dtype}"


def sources_in(report):
    """Every source of results, in the order of its colour."""
    found = {entry["source"] for operator in report["ops"] for entry in operator["histograms"]}
    rank = {source: place for place, source in enumerate(COLORS)}
    return sorted(found, key=lambda source: (rank.get(source, len(rank)), source))


def backend_of(source):
    return source.partition(" ")[0] if source.partition(" ")[0] in ("cpu", "aicore") else source


def color_of(source):
    return COLORS.get(source, "--s4")

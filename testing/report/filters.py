"""Filters of the report, without a script: style rules look at which options are chosen. Browsers
that do not know :has() show everything and no filters."""

from parts import order_of, text, word

# What can be chosen: (attribute, what is shown while nothing is).
KINDS = (("function", "all functions"), ("dtype", "all dtypes"), ("product", "all products"),
         ("backend", "all backends"))


def choices(report):
    cells = [cell for cell in report["cells"] if cell["declared"]]
    return {"function": sorted({cell["function"] for cell in cells}),
            "dtype": sorted({cell["dtype"] for cell in cells}, key=order_of),
            "product": list(report["products"]),
            "backend": sorted({cell["backend"] for cell in cells})}


def filter_style(report):
    """A rule for each option: hides what is marked with other values of the same kind."""
    rules = []
    for kind, values in choices(report).items():
        for value in values:
            rules.append(f"body:has(#only-{kind} option[value='{word(value)}']:checked) "
                         f"[data-{kind}]:not([data-{kind}~='{word(value)}'])")
    hidden = ",\n".join(rules) + " { display: none !important; }\n" if rules else ""
    return "@supports not selector(:has(*)) { .filters { display: none; } }\n" + hidden


def filters(report):
    found = choices(report)
    fields = []
    for kind, nothing in KINDS:
        options = "".join(f"<option value='{word(value)}'>{text(value)}</option>"
                          for value in found[kind])
        fields.append(f"<select id=only-{kind} aria-label='{kind}'><option value=''>{nothing}"
                      f"</option>{options}</select>")
    return ("<form class=filters autocomplete=off><span>Show</span>" + "".join(fields)
            + "<button type=reset>everything</button></form>")

"""Plots of errors by the value of an operand."""

import math

from parts import backend_of, code, color_of, marks, number, sources_in, text

# Bins of error profiles: testing/operands.h.
LAST_BIN, BINS_PER_OCTAVE, LEAST_EXPONENT = 96, 4, -12
PLOT_WIDTH, PLOT_HEIGHT = 420, 190
LEFT, RIGHT, TOP, BOTTOM = 38, 6, 8, 22
STEP = (PLOT_WIDTH - LEFT - RIGHT) / (2 * LAST_BIN + 1)
# Vertical axis, in decades of ULP: ends at 1000, so that errors of 1 and 2 ULP can be told apart.
AXIS = (-1, 3)
# Plots of more operators than these are folded.
MAX_OPEN = 3


def decade(exponent):
    return {-2: "0.01", -1: "0.1", 0: "1", 1: "10", 2: "100", 3: "1000"}.get(
        exponent, f"1e{exponent}")


def bounds_of(operator, dtype):
    """The bounds of the spec that are numbers."""
    found = set()
    for modes in operator["accuracy"].values():
        for bounds in (modes.values() if all(isinstance(mode, dict) for mode in modes.values())
                       else [modes]):
            if isinstance(bounds.get(dtype), (int, float)):
                found.add(bounds[dtype])
    return sorted(found)


def x_of(bin_):
    return LEFT + (bin_ + LAST_BIN) * STEP


class Vertical:
    """The vertical axis: decades from the first to the last; what is beyond stands at the edge."""

    def __init__(self, axis):
        self.lowest, self.highest = axis

    def y_of(self, error):
        exponent = (self.highest if error is None
                    else math.log10(error) if error > 0 else self.lowest)
        share = (self.highest - min(max(exponent, self.lowest), self.highest)) / (
            self.highest - self.lowest)
        return TOP + share * (PLOT_HEIGHT - TOP - BOTTOM)

    def grid(self):
        step = 1 if self.highest - self.lowest < 6 else 2
        for exponent in range(self.lowest, self.highest + 1, step):
            y = self.y_of(10 ** exponent)
            edge = {self.lowest: "≤", self.highest: "≥"}.get(exponent, "")
            yield (f"<path d='M{LEFT} {y:.1f}H{PLOT_WIDTH - RIGHT}' stroke='var(--line)' "
                   f"stroke-width='.6'/><text x='{LEFT - 4}' y='{y + 3:.1f}' "
                   f"text-anchor='end'>{edge}{decade(exponent)}</text>")


def level(bins, vertical):
    """Neighbours that are drawn at the same height, as (first bin, how many, height)."""
    found = []
    for bin_, error in bins:
        y = f"{vertical.y_of(error):.1f}"
        if found and found[-1][0] + found[-1][1] == bin_ and found[-1][2] == y:
            found[-1][1] += 1
        else:
            found.append([bin_, 1, y])
    return found


def drawing(operator, dtype, series, axis=AXIS):
    """The inside of an SVG of PLOT_WIDTH x PLOT_HEIGHT: greatest error by the value of an operand.
    `series`: (source, [(bin, error)]); PyTorch's is an area, the others are lines above it."""
    vertical, foot = Vertical(axis), PLOT_HEIGHT - BOTTOM
    parts = [f"<rect x='{LEFT}' y='{TOP}' width='{PLOT_WIDTH - LEFT - RIGHT}' "
             f"height='{foot - TOP}' fill='var(--panel)'/>", *vertical.grid()]
    for exponent, label in ((-6, "1/64"), (0, "1"), (6, "64")):
        bin_ = 1 + (exponent - LEAST_EXPONENT) * BINS_PER_OCTAVE
        for sign, mark in ((1, ""), (-1, "−")):
            x = x_of(sign * bin_) + STEP / 2
            parts.append(f"<path d='M{x:.1f} {TOP}V{foot}' stroke='var(--line)' "
                         f"stroke-width='.6'/><text x='{x:.1f}' y='{foot + 13}' "
                         f"text-anchor='middle'>{mark}{label}</text>")
    parts.append(f"<text x='{x_of(0) + STEP / 2:.1f}' y='{foot + 13}' text-anchor='middle'>0"
                 "</text>")
    for source, bins in series:
        if source == "pytorch":
            bars = "".join(f"M{x_of(bin_):.1f} {foot}V{y}h{count * STEP:.1f}V{foot}"
                           for bin_, count, y in level(bins, vertical) if float(y) < foot)
            parts.append(f"<path d='{bars}' fill='var({color_of(source)})' fill-opacity='.22'/>")
    for bound in bounds_of(operator, dtype):
        parts.append(f"<path d='M{LEFT} {vertical.y_of(bound):.1f}H{PLOT_WIDTH - RIGHT}' "
                     "stroke='var(--soft)' stroke-dasharray='4 3' stroke-width='1'/>")
    for above, (source, bins) in zip(reversed(range(len(series))), series):
        dots = "".join(f"M{x_of(bin_):.1f} {y}h{max(count * STEP, 2.2):.1f}"
                       for bin_, count, y in level(bins, vertical))
        # What others cover is broader than they are.
        parts.append(f"<path d='{dots}' stroke='var({color_of(source)})' "
                     f"stroke-width='{2.2 + 1.2 * above:.1f}' fill='none'/>")
    return "".join(parts)


def beyond(series):
    """Words on errors that the axis has no room for: "pytorch up to 4.2e+07"."""
    found = []
    for source, bins in series:
        errors = [error for _, error in bins]
        if None in errors:
            found.append(f"{source} up to ∞")
        elif errors and max(errors) > 10 ** AXIS[1]:
            found.append(f"{source} up to {number(max(errors))}")
    return "; ".join(found)


def plot(operator, function, dtype, operand, series):
    label = f"{function} {dtype}: greatest error in ULP by {operand}"
    far = beyond(series)
    shown = marks(function=function, dtype=dtype,
                  backend={backend_of(source) for source, _ in series})
    return (f"<figure{shown}><figcaption>{code(function)} {text(dtype)}: ULP by {text(operand)}"
            + (f" <small>beyond the axis: {text(far)}</small>" if far else "") + "</figcaption>"
            f"<svg viewBox='0 0 {PLOT_WIDTH} {PLOT_HEIGHT}' role='img' "
            f"aria-label='{text(label)}'>{drawing(operator, dtype, series)}</svg></figure>")


def plots_of(operator, sources):
    grouped = {}
    for profile in operator["profiles"]:
        operand = profile["operand"]
        if any(operand == name or operand.startswith(name + " (") for name in operator["operands"]):
            key = (profile["function"], profile["dtype"], profile["output"], operand)
            grouped.setdefault(key, {})[profile["source"]] = profile["bins"]
    figures = []
    for (function, dtype, output, operand), series in sorted(grouped.items()):
        outputs = {key[2] for key in grouped if key[0] == function}
        shown = operand if len(outputs) == 1 else f"{operand}, {output}"
        # PyTorch first, so that what is ours lies above it.
        ordered = sorted(series.items(), key=lambda item: -sources.index(item[0])
                         if item[0] in sources else 0)
        figures.append(plot(operator, function, dtype, shown, ordered))
    return figures, {key[0] for key in grouped}, {key[1] for key in grouped}


def plots(report):
    sources = sources_in(report)
    keys = "".join(f"<span class=key><i style='background:var({color_of(source)})'></i>"
                   f"{text(source)}</span>" for source in sources)
    parts = ["<h2 id=plots>Error by input</h2><p>Vertical: greatest error in ULP, logarithmic from "
             "0.1 to 1000; what is smaller or greater stands at the edge. Horizontal: the value of "
             "an input, in quarters of octaves on both sides of 0. PyTorch is the shaded area. "
             "Dashed: the bounds of the spec that are numbers.</p><p>", keys, "</p>"]
    drawn = [(operator, *plots_of(operator, sources)) for operator in report["ops"]]
    drawn = [item for item in drawn if item[1]]
    for operator, figures, functions, dtypes in drawn:
        opened = " open" if len(drawn) <= MAX_OPEN else ""
        parts.append(f"<details{opened}{marks(function=functions, dtype=dtypes)}>"
                     f"<summary>{text(operator['op'])}: {len(figures)} plots</summary>"
                     f"<div class=plots>{''.join(figures)}</div></details>")
    return "".join(parts)

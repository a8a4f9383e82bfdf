#!/usr/bin/env python3
"""picture.py REPORT.json FUNCTION DTYPE OPERAND OUT.svg: one plot of the report as a picture of its
own, of PyTorch and our default mode.

REPORT.json is what `tools/bazel run //testing:report` leaves in bazel-testlogs/report.
docs/gelu_gradient_error.svg was made so, from

    tools/bazel test //ops/gelu_backward/... && tools/bazel run //testing:report
    testing/report/picture.py bazel-testlogs/report/report.json aclnnGeluBackwardV2 float32 self
    docs/gelu_gradient_error.svg
"""

import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import parts  # noqa: E402
import plots  # noqa: E402

SHOWN = {"pytorch": "PyTorch", "cpu high_performance": "openaclnn"}
# Decades of ULP: the picture shows how far off PyTorch is.
AXIS = (-2, 9)
STYLE = """
svg { --text: #1c2128; --soft: #59636e; --back: #ffffff; --line: #d1d9e0; --panel: #f6f8fa; \
--s0: #0969da; --s3: #bf3989; }
@media (prefers-color-scheme: dark) {
  svg { --text: #e6edf3; --soft: #9198a1; --back: #0d1117; --line: #3d444d; --panel: #161b22; \
--s0: #58a6ff; --s3: #f778ba; } }
text { fill: var(--soft); font-size: 10px; } .title { fill: var(--text); font-size: 12px; }
"""


def picture(report, function, dtype, operand):
    """The SVG. ValueError if the report has no such plot."""
    for operator in report["ops"]:
        series = [
            (profile["source"], profile["bins"]) for profile in operator["profiles"]
            if profile["source"] in SHOWN and (profile["function"], profile["dtype"],
                                               profile["operand"]) == (function, dtype, operand)
        ]
        if len(series) == len(SHOWN):
            break
    else:
        raise ValueError(
            f"the report has no results of {' and '.join(SHOWN.values())} for {function}, {dtype}, "
            f"by {operand}"
        )
    series.sort(key=lambda item: item[0] != "pytorch")  # ours is drawn last, above it
    width, top = plots.PLOT_WIDTH, 40
    keys = "".join(
        f"<rect x='{38 + 90 * place}' y='24' width='10' height='8' "
        f"fill='var({parts.color_of(source)})'/>"
        f"<text x='{52 + 90 * place}' y='32'>{name}</text>"
        for place, (source, name) in enumerate(SHOWN.items()))
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} "
        f"{plots.PLOT_HEIGHT + top + 14}' font-family='sans-serif'>"
        f"<style>{STYLE}</style><rect width='100%' height='100%' fill='var(--back)'/>"
        f"<text x='38' y='16' class='title'>{parts.text(function)}, {parts.text(dtype)}: greatest "
        f"error in ULP, by {parts.text(operand)}</text>{keys}"
        f"<g transform='translate(0 {top})'>{plots.drawing(operator, dtype, series, AXIS)}</g>"
        f"<text x='{width / 2}' y='{plots.PLOT_HEIGHT + top + 8}' "
        f"text-anchor='middle'>{parts.text(operand)} (logarithmic on both sides of 0); "
        "dashed: our bounds</text></svg>\n")


def main(argv):
    if len(argv) != 5:
        print(__doc__, file=sys.stderr)
        return 2
    report = json.loads(pathlib.Path(argv[0]).read_text())
    pathlib.Path(argv[4]).write_text(picture(report, *argv[1:4]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

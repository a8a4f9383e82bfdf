#!/usr/bin/env python3
"""pages.py PAGE ...: prints what is wrong with links and paths in the given pages. Run by
tools/lint/check in the top folder."""

import pathlib
import re
import sys

OPS = sorted(path.parent.name for path in pathlib.Path("ops").glob("*/spec.yaml"))
# What the reader of a page makes.
MADE = {"docs/tutorial.md": "ops/squared_relu/"}
PLACEHOLDER = re.compile(r"<[a-z_]+>")


def broken_links(page, text):
    """Links that lead to no file, or to no heading of it."""
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        linked = (page.parent / path) if path else page
        if not linked.exists():
            yield f"{page}: the link {target} leads nowhere"
        elif anchor:
            headings = re.findall(r"^#+ (.*)$", linked.read_text(), re.MULTILINE)
            if anchor not in [
                    re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
                    for heading in headings
            ]:
                yield f"{page}: {target}: there is no such heading"


def has(op, path):
    """Whether an operator is expected to have the file: a kernel unless it only converts or moves
    data, one for the device if it plans one, and its measured accuracy if its BUILD file says what
    to measure."""
    host = pathlib.Path("ops", op, "host.cc").read_text()
    if path.endswith("cpu_kernel.cc"):
        return "plan.Elementwise" in host
    if path.endswith("device_kernel.h"):
        return "device_kernel.h" in host
    build = pathlib.Path("ops", op, "BUILD").read_text()
    return not path.endswith("ACCURACY.json") or " sweeps = " in build


def missing_files(page, text):
    """Paths in code, such as `ops/ops.bzl`, that do not exist. Words with <op> stand for every
    operator that has the file."""
    code = re.findall(r"`([^`\n]+)`", text) + re.findall(r"^ {4}(.*)$", text, re.MULTILINE)
    pattern = re.compile(
        r"(?<![\w/.~-])(?:docs|ops|runtime|testing|third_party|tools)/[\w./<>-]*[\w/>]")
    for path in [path for snippet in code for path in pattern.findall(snippet)]:
        for op in [op for op in OPS if has(op, path)] if "<op>" in path else [""]:
            concrete = path.replace("<op>", op)
            # <name> of something else is to be written by the reader.
            is_made = concrete.startswith(MADE.get(str(page), "//"))
            if not PLACEHOLDER.search(concrete) and not is_made and not pathlib.Path(
                    concrete).exists():
                yield f"{page}: there is no file {concrete}"


def main():
    problems = []
    for page in map(pathlib.Path, sys.argv[1:]):
        text = page.read_text()
        problems += [*broken_links(page, text), *missing_files(page, text)]
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

"""Checks that what is known about a mathematical function stands in its room, ops/math/<function>/.

Outside the room, rooms and operators that depend on it, the operators whose names begin with it,
generated files and ops/ops.bzl, no file may name the function. The files that still do are in
rooms_known.txt, one "ROOM FILE" a line; a line that is no longer needed is a problem as well.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).absolute().parents[2]
# Pages and data that are made from the operators, the history of measurements, the vendor's list of
# functions, and what other libraries call them.
GENERATED = re.compile(
    r"^(docs/ops/|docs/performance|docs/accuracy_table|tools/bench/accuracy|docs/notes/|"
    r"ops/ops\.bzl$|tools/install/(known|client)_functions\.|tools/lint/rooms_known\.txt$)|/golden/"
)
# Functions that C, Highway, Ascend C or other formulas name too: they are looked for under the
# names that only this project gives them.
WORDS = {
    "arithmetic", "axpy", "elu", "erf", "exp", "leaky_relu", "log", "pow", "sigmoid", "silu", "sin",
    "softplus", "tanh", "trigonometric"
}


def is_made_of(file, room):
    """Whether the file is in a room or an operator whose function is made of this one."""
    own = re.match(r"ops/(math/)?\w+/", file)
    return own and f'"//ops/math/{room}"' in (ROOT / own[0] / "BUILD").read_text()


def offenders(room):
    """Files outside its rooms that name the function, with or without underscores and capitals."""
    pattern = room.replace("_", "_?")
    if room in WORDS:
        pattern = rf"aclnn(inplace)?{pattern}\b|aclnn_{pattern}\b|ops/(math/)?{pattern}/"
    found = subprocess.run(["git", "grep", "--untracked", "-lIiE", pattern], cwd=ROOT,
                           capture_output=True, text=True, check=False)
    own = re.compile(r"^ops/(math/%s/|%s[a-z_]*/)" % (room, room))
    return {
        file for file in found.stdout.split()
        if not own.match(file) and not GENERATED.search(file) and not is_made_of(file, room)
    }


def main():
    rooms = sorted(path.parent.name for path in (ROOT / "ops" / "math").glob("*/BUILD"))
    known_path = pathlib.Path(__file__).with_name("rooms_known.txt")
    found = {f"{room} {file}" for room in rooms for file in offenders(room)}
    if "--update" in sys.argv:
        known_path.write_text("".join(line + "\n" for line in sorted(found)))
        return 0
    known = set(known_path.read_text().split("\n")) - {""}
    for line in sorted(found - known):
        room, file = line.split(" ", 1)
        print(f"lint: {file} names {room}, which belongs in ops/math/{room}", file=sys.stderr)
    for line in sorted(known - found):
        print(f"lint: tools/lint/rooms_known.txt: '{line}' is no longer so; delete it",
              file=sys.stderr)
    return 1 if found != known else 0


if __name__ == "__main__":
    sys.exit(main())

"""Plants the faults of faults.toml, one after the other, and expects the named test of each to go
red.

They are planted in a copy of the tree (tracked files as they are now) in the cache folder, whose
Bazel output is kept from fault to fault and from run to run. A test counts as red if it ran and
failed; it must be green without the fault. A fault whose code is not where the list says is an
error, and so is one that does not compile.
"""

import argparse
import fnmatch
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAULTS = pathlib.Path(__file__).with_name("faults.toml")
TREE = pathlib.Path(os.environ["OPENACLNN_CACHE"]) / "faults" / "tree"
# Of Bazel: everything ran and tests failed.
TESTS_FAILED = 3
# A fault may make a test wait for ever.
TIMEOUT = 300


class Unusable(Exception):
    """A fault that cannot be planted, or whose test says nothing."""


def pattern(code):
    """What finds the code however its lines are broken."""
    tokens = re.findall(r"\w+|[^\w\s]", code)
    gaps = (r"\s+" if a[-1].isalnum() and b[0].isalnum() else r"\s*"
            for a, b in itertools.pairwise(tokens))
    return re.compile("".join(itertools.chain(*zip(map(re.escape, tokens), [*gaps, ""]))))


def problems(fault, root):
    """What is wrong with an entry of the list, one sentence each."""
    keys = {"name", "why", "plant", "check"
            } if "plant" in fault else {"name", "why", "test", "filter", "slow", "edits"}
    missing = keys - {"filter", "slow"} - set(fault)
    yield from (f"{fault.get('name')}: {key} is missing" for key in sorted(missing))
    yield from (f"{fault.get('name')}: unknown key {key}" for key in sorted(set(fault) - keys))
    for edit in fault.get("edits", []):
        path = root / edit["file"]
        count = len(pattern(edit["find"]).findall(path.read_text())) if path.exists() else 0
        if count != 1:
            yield f"{fault['name']}: {edit['file']} has {count} times: {edit['find'].strip()}"
    package = fault.get("test", "//:").removeprefix("//").partition(":")[0]
    if not (root / package / "BUILD").exists():
        yield f"{fault['name']}: there is no package {package}"


def copy_tree():
    """The tracked files of the checkout as they are now, in TREE; those that did not change keep
    their times."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, capture_output=True,
                            text=True).stdout
    names = {name for name in listed.split("\0") if name and (ROOT / name).exists()}
    for name in names:
        to = TREE / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if not to.exists() or to.read_bytes() != (ROOT / name).read_bytes():
            shutil.copy(ROOT / name, to)
    for path in TREE.rglob("*"):
        relative = path.relative_to(TREE)
        if path.is_file() and not path.is_symlink() and str(relative) not in names:
            path.unlink()


def run_in_tree(command):
    """A broken program may print bytes that are no text."""
    return subprocess.run(command, cwd=TREE, capture_output=True, text=True, errors="replace")


def runs_red(fault):
    """Whether the fault's test fails in TREE as it is."""
    if "check" in fault:
        return run_in_tree(fault["check"]).returncode != 0
    command = [
        "tools/bazel", "test", f"--test_timeout={TIMEOUT}", "--test_output=errors", fault["test"]
    ]
    command += [] if fault.get("slow") else ["--config=quick"]
    command += [f"--test_filter={fault['filter']}"] if "filter" in fault else []
    done = run_in_tree(command)
    if done.returncode not in (0, TESTS_FAILED):
        raise Unusable(f"{' '.join(command)} ended with {done.returncode}:\n" +
                       "\n".join((done.stdout + done.stderr).splitlines()[-15:]))
    return done.returncode == TESTS_FAILED


def planted(fault):
    """Plants the fault; returns the files it touches, with their contents."""
    if "plant" in fault:
        before = {
            path: path.read_bytes()
            for path in (TREE / "ops" / fault["plant"][-1] / "golden").iterdir()
        }
        subprocess.run(fault["plant"], cwd=TREE, check=True)
        return before
    before = {}
    for edit in fault["edits"]:
        path = TREE / edit["file"]
        before.setdefault(path, path.read_bytes())
        replacement = edit["replace"].strip("\n")
        path.write_text(pattern(edit["find"]).sub(lambda _: replacement, path.read_text()))
    return before


def verdict(fault):
    """"killed" or "survived"."""
    if runs_red(fault):
        raise Unusable("its test fails without it")
    before = planted(fault)
    try:
        return "killed" if runs_red(fault) else "survived"
    finally:
        for path, content in before.items():
            path.write_bytes(content)


def chosen(faults, args):
    if args.name:
        for name in args.name:
            if not any(fnmatch.fnmatchcase(fault["name"], name) for fault in faults):
                sys.exit(f"there is no fault {name}")
        return [
            fault for fault in faults if any(
                fnmatch.fnmatchcase(fault["name"], name) for name in args.name)
        ]
    index, count = (0, 10) if args.tenth else map(int, (args.shard or "0/1").split("/"))
    return faults[index::count]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter,
                                     prog="testing/faults/run")
    parser.add_argument("--check", action="store_true",
                        help="only look whether the list fits the code")
    parser.add_argument("--tenth", action="store_true",
                        help="a fixed tenth of the list, as CI runs it")
    parser.add_argument("--shard", metavar="I/N",
                        help="every N-th fault from the I-th on, counted from 0")
    parser.add_argument("name", nargs="*", help="only these faults; * stands for any letters")
    args = parser.parse_args()
    faults = tomllib.loads(FAULTS.read_text())["fault"]
    wrong = [problem for fault in faults for problem in problems(fault, ROOT)]
    names = [fault["name"] for fault in faults]
    wrong += [f"{name} stands twice" for name in sorted(set(names)) if names.count(name) > 1]
    for problem in wrong:
        print(f"testing/faults/faults.toml: {problem}", file=sys.stderr)
    if args.check or wrong:
        return 1 if wrong else 0

    copy_tree()
    todo, counts = chosen(faults, args), {"killed": 0, "survived": 0, "unusable": 0}
    for number, fault in enumerate(todo, 1):
        started, note = time.monotonic(), ""
        try:
            said = verdict(fault)
        except Unusable as problem:
            said, note = "unusable", f": {problem}"
        counts[said] += 1
        file = fault["edits"][0]["file"] if "edits" in fault else " ".join(fault["plant"])
        test = fault.get("test") or " ".join(fault["check"])
        print(
            f"{number:2}/{len(todo)} {said:8} {time.monotonic() - started:4.0f} s  "
            f"{fault['name']:40} {file:36} {test}{note}",
            flush=True)
    print(f"{counts['killed']} killed, {counts['survived'] + counts['unusable']} survived")
    return 1 if counts["survived"] + counts["unusable"] else 0


if __name__ == "__main__":
    sys.exit(main())

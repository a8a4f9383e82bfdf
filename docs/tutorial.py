#!/usr/bin/env python3
"""tutorial.py FOLDER: does everything that docs/tutorial.md says, in a clone of this checkout.

The clone is FOLDER/openaclnn. Takes ten minutes and more, and needs the environment of tools/bazel.
Prints each command; ends with an error at the first whose output is not what the page shows.
//docs:tutorial_test does the steps that take seconds.

Steps are the fenced blocks of the page. After words like "in `ops/x/spec.yaml`:" a block is that
file, or if its language is diff, a change of it. A block of the language console has commands
behind dollars. Below each stand lines of its output, in this order and perhaps with others between
them; "..." in a line stands for anything. A command must succeed, unless the words before the block
end with "fails:".
"""

import dataclasses
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path("docs/tutorial.md")


class StepError(Exception):
    """A step that cannot be done, or gives something else than the page shows."""


@dataclasses.dataclass
class File:
    path: str
    text: str

    def do(self, root):
        path = root / self.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text)


@dataclasses.dataclass
class Change:
    path: str
    lines: list

    def do(self, root):
        old = "".join(line[1:] + "\n" for line in self.lines if line[0] in " -")
        new = "".join(line[1:] + "\n" for line in self.lines if line[0] in " +")
        path = root / self.path
        text = path.read_text()
        if text.count(old) != 1:
            raise StepError(f"{self.path} has {text.count(old)} places like {old!r}")
        path.write_text(text.replace(old, new))


@dataclasses.dataclass
class Command:
    words: str
    shown: list
    fails: bool

    def check(self, status, output):
        """StepError unless this is what the page shows."""
        if (status != 0) != self.fails:
            raise StepError(f"{self.words}: exit status {status}\n{output}")
        lines = iter(output.splitlines())
        for wanted in self.shown:
            pattern = ".*".join(map(re.escape, wanted.split("...")))
            if not any(re.fullmatch(pattern, line) for line in lines):
                raise StepError(f"{self.words}: its output has no line {wanted!r} here:\n{output}")

    def do(self, root):
        print("$", self.words, flush=True)
        run = subprocess.run(["bash", "-euo", "pipefail", "-c", self.words], cwd=root, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.check(run.returncode, run.stdout)


def commands(block, fails):
    found = []
    for line in block:
        if line.startswith("$ "):
            found.append(Command(line[2:], [], fails))
        elif line:
            found[-1].shown.append(line)
    return found


def steps(text):
    """The steps of a page. `words` is the paragraph before the block."""
    found, block, language, words, is_over = [], None, "", "", True
    for line in text.splitlines():
        fence = re.match(r"```(\w*)$", line)
        if block is None and fence:
            block, language = [], fence[1]
        elif block is not None and fence:
            place = re.search(r"in `([\w./]+)`:$", words)
            if language == "console":
                found += commands(block, words.endswith("fails:"))
            elif place and language == "diff":
                found.append(Change(place[1], block))
            elif place:
                found.append(File(place[1], "\n".join(block) + "\n"))
            else:
                raise StepError(f"what is done with this block: {block[:1]}")
            block, words, is_over = None, "", True
        elif block is not None:
            block.append(line)
        elif line:
            words, is_over = line if is_over else f"{words} {line}", False
        else:
            is_over = True
    return found


def main(argv):
    if len(argv) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    source = pathlib.Path(__file__).resolve().parent.parent
    root = pathlib.Path(argv[0]).resolve() / "openaclnn"
    subprocess.run(["git", "clone", "-q", str(source), str(root)], check=True)
    if (source / "user.bazelrc").exists():
        (root / "user.bazelrc").write_text((source / "user.bazelrc").read_text())
    try:
        for step in steps((source / PAGE).read_text()):
            step.do(root)
        print(f"every command of {PAGE} gives what it shows")
    except StepError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        subprocess.run(["tools/bazel", "shutdown"], cwd=root, check=False)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Tests that README.md, CONTRIBUTING.md and docs/ are true. (That the files they name exist is
checked by tools/lint/check.)

docs_test.py NAMED_TARGETS: Bazel's answer to which of the targets they name exist (docs/BUILD).

Commands are run: the fenced blocks marked `sh` of every page, and the indented lines of README.md
that begin with `tools/bazel run`. Those of one section are run one after another in one empty
folder. A block of another language after words like "in `CMakeLists.txt`:" becomes that file there.
What follows a command that begins with a dollar is its output:

    $ tools/bazel run //ops/gelu_backward:example
    gradInput: 1 2 3
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, "docs")
import readme  # noqa: E402

README = pathlib.Path("README.md")
PAGES = [README, pathlib.Path("CONTRIBUTING.md"), *sorted(pathlib.Path("docs").rglob("*.md"))]
# The operator that docs/tutorial.md makes.
MADE = "//ops/squared_relu"
OPS = sorted(path.parent.name for path in pathlib.Path("ops").glob("*/spec.yaml"))
NAMED_TARGETS = set(pathlib.Path(sys.argv.pop(1)).read_text().split())

# Stands in for tools/bazel, which cannot be run inside itself: runs, as it would, what was built
# before.
BAZEL = f"""#!/usr/bin/env bash
[ "$1" = run ] || {{ echo "only 'tools/bazel run' can be tested, not '$1'" >&2; exit 1; }}
program=${{2#//}}
program={os.getcwd()}/${{program//://}}
[ -x "$program" ] || {{ echo "$2 is no program in data of docs_test (docs/BUILD)" >&2; exit 1; }}
shift 2
[ "${{1:-}}" != -- ] || shift
export BUILD_WORKING_DIRECTORY=$PWD
cd {os.getcwd()} && exec "$program" "$@"
"""


def canonical(label):
    """The full label; of a whole package or tree, or of a test, the label of its BUILD file: a
    query of tests would need Bazel's coverage tools, which are downloaded."""
    label = label.rstrip(".:") if not label.endswith("...") else label
    if label.endswith(("/...", ":all")):
        return re.sub(r"(/\.\.\.|:all)$", ":BUILD", label)
    if label.endswith("_test"):
        return re.sub(r":\w+$", ":BUILD", label)
    return label if ":" in label else f"{label}:{label.rsplit('/', 1)[-1]}"


def labels(text):
    """All targets of this workspace named in a text, with every operator in the place of <op>."""
    found = set()
    for label in re.findall(r"(?<![:\w/])//[\w./:<>-]+", text.replace("@openaclnn//", "//")):
        if label != "//..." and not label.startswith(MADE) and not label.endswith(".bzl"):
            found |= {
                canonical(label.replace("<op>", op)) for op in (OPS if "<op>" in label else [""])
            }
    return found


class Section:
    """The commands between two headings, with the output they must have (or None), and the files
    they find in their folder."""

    def __init__(self, title):
        self.title = title
        self.commands = []
        self.files = {}

    def add(self, lines):
        for line in lines:
            if line.startswith("$ "):
                self.commands.append((line[2:], []))
            elif self.commands and self.commands[-1][1] is not None and line:
                self.commands[-1][1].append(line)
            elif line:
                self.commands.append((line, None))


def sections(page):
    """The sections of a page that have commands."""
    found = [Section("")]
    block, language, last_text, dollar = None, "", "", False
    for line in page.read_text().splitlines():
        fence = re.match(r"```(\w*)$", line)
        if block is not None and fence:
            named = re.search(r"in `([\w.]+)`:$", last_text)
            if language == "sh":
                found[-1].add(block)
            elif named:
                found[-1].files[named[1]] = "\n".join(block) + "\n"
            block = None
        elif block is not None:
            block.append(line)
        elif fence:
            block, language = [], fence[1]
        elif line.startswith("#"):
            found.append(Section(line.lstrip("# ")))
        elif page == README and line.startswith("    "):
            dollar = line.startswith("    $ tools/bazel run") or (dollar
                                                                  and not line.startswith("    $ "))
            if dollar or line.startswith("    tools/bazel run"):
                found[-1].add([re.sub(r" +# .*", "", line[4:])])
        else:
            dollar = False
            last_text = line or last_text
    return [section for section in found if section.commands]


class DocsTest(unittest.TestCase):
    def test_pages_are_there(self):
        self.assertGreaterEqual(len(PAGES), 10 + len(OPS))
        self.assertTrue(OPS)

    def test_targets_exist(self):
        named = {}
        for page in PAGES:
            for label in labels(page.read_text()):
                named.setdefault(label, page)
        for label in sorted(set(named) - NAMED_TARGETS):
            self.fail(
                f"{named[label]} names {label}: add it to NAMED_TARGETS in docs/BUILD, by which "
                "Bazel checks that it exists"
            )
        self.assertEqual(sorted(NAMED_TARGETS - set(named)), [],
                         "NAMED_TARGETS in docs/BUILD has targets that no page names")

    def run_section(self, section):
        with tempfile.TemporaryDirectory() as folder:
            shim = pathlib.Path(folder, "tools/bazel")
            shim.parent.mkdir()
            shim.write_text(BAZEL)
            shim.chmod(0o755)
            for name, text in section.files.items():
                pathlib.Path(folder, name).write_text(text)
            # The output of each command goes to a file of its own.
            script = "\n".join(f"{{\n{command}\n}} >.output{number}"
                               for number, (command, _) in enumerate(section.commands))
            run = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=folder,
                                 capture_output=True, text=True, timeout=250, check=False)
            self.assertEqual(run.returncode, 0, f"{run.stderr}\nof: {script}")
            for number, (command, output) in enumerate(section.commands):
                if output is not None:
                    self.assertEqual(
                        pathlib.Path(folder, f".output{number}").read_text().splitlines(), output,
                        command)

    def test_commands_run(self):
        found = [(page, section) for page in PAGES for section in sections(page)]
        commands = [command for _, section in found for command in section.commands]
        self.assertGreaterEqual(len(commands), 15)
        self.assertGreaterEqual(len([output for _, output in commands if output]), 2,
                                "the output of too few commands is shown")
        for page, section in found:
            with self.subTest(page=str(page), section=section.title):
                self.run_section(section)

    def test_the_numbers_of_pages_hold(self):
        for page, numbers in readme.PAGES.items():
            wanted = numbers(pathlib.Path("."))
            text = pathlib.Path(page).read_text()
            self.assertEqual(readme.updated(text, wanted), text,
                             "run: tools/bazel run //docs:update_readme")
            for what, _, value in wanted:
                with self.subTest(page=page, what=what):
                    (pattern,) = [pattern for name, pattern, _ in wanted if name == what]
                    self.assertNotEqual(readme.updated(text, [(what, pattern, "7")]), text, value)

    def test_every_function_is_in_the_index_and_on_its_page(self):
        index = pathlib.Path("docs/ops/README.md").read_text()
        self.assertIn("(docs/ops/README.md)", README.read_text())
        for op in OPS:
            functions = re.findall(r"^aclnnStatus (\w+)\(void\* workspace,",
                                   pathlib.Path(f"docs/ops/{op}.md").read_text(), re.MULTILINE)
            self.assertTrue(functions, op)
            for function in functions:
                with self.subTest(function=function):
                    self.assertIn(f"| `{function}` | [{op}]({op}.md) |", index)


if __name__ == "__main__":
    unittest.main()

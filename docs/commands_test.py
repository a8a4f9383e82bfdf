#!/usr/bin/env python3
"""Tests that the commands which the pages show do what the pages say.

Commands are run: the fenced blocks marked `sh` of every page, and the indented lines of README.md
that begin with `tools/bazel run`. Those of one section are run one after another in one empty
folder. A block of another language after words like "in `CMakeLists.txt`:" becomes that file there.
What follows a command that begins with a dollar is its output:

    $ tools/bazel run //some:program
    what it prints
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
from pages import PAGES, README  # noqa: E402

# Stands in for tools/bazel, which cannot be run inside itself: runs, as it would, what was built
# before.
BAZEL = f"""#!/usr/bin/env bash
[ "$1" = run ] || {{ echo "only 'tools/bazel run' can be tested, not '$1'" >&2; exit 1; }}
program=${{2#//}}
program={os.getcwd()}/${{program//://}}
[ -x "$program" ] || {{ echo "$2 is not in data of //docs:commands_test" >&2; exit 1; }}
shift 2
[ "${{1:-}}" != -- ] || shift
export BUILD_WORKING_DIRECTORY=$PWD
cd {os.getcwd()} && exec "$program" "$@"
"""


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


class CommandsTest(unittest.TestCase):
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
        # Bazel runs the shards side by side, and wants to see that they know of it.
        if status := os.environ.get("TEST_SHARD_STATUS_FILE"):
            pathlib.Path(status).touch()
            found = found[int(os.environ["TEST_SHARD_INDEX"])::int(os.environ["TEST_TOTAL_SHARDS"])]
        for page, section in found:
            with self.subTest(page=str(page), section=section.title):
                self.run_section(section)


if __name__ == "__main__":
    unittest.main()

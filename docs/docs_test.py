#!/usr/bin/env python3
"""Tests that README.md, CONTRIBUTING.md and docs/ are true.

docs_test.py NAMED_TARGETS: Bazel's answer to which of the targets they name exist (docs/BUILD).

Reads the pages and what they link to in the checkout itself, where the link of README.md in the runfiles leads. Blocks of commands look like
this; what follows a command that begins with a dollar is its output:

    $ tools/bazel run //ops/gelu_backward:example
    gradInput: 1 2 3
"""

import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path("README.md").resolve().parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
OPS = sorted(path.parent.name for path in ROOT.glob("ops/*/spec.yaml"))
NAMED_TARGETS = set(pathlib.Path(sys.argv.pop(1)).read_text().split())

PLACEHOLDER = re.compile(r"<[a-z_]+>")


def canonical(label):
    """The full label; of a whole package or tree, the label of its BUILD file."""
    label = label.rstrip(".:") if not label.endswith("...") else label
    if label.endswith(("/...", ":all")):
        return re.sub(r"(/\.\.\.|:all)$", ":BUILD", label)
    return label if ":" in label else f"{label}:{label.rsplit('/', 1)[-1]}"


def labels(text):
    """All targets named in a text, with every operator in the place of <op>."""
    found = set()
    for label in re.findall(r"(?<![:\w/])//[\w./:<>-]+", text):
        if label != "//...":
            found |= {canonical(label.replace("<op>", op)) for op in (OPS if "<op>" in label else [""])}
    return found


def command_blocks(text):
    """(command, expected output or None) of the indented and fenced lines that call tools/bazel run."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        command = re.match(r"( *)(\$ )?(tools/bazel run [^#]*)", line)
        if not command:
            continue
        output = None
        if command[2]:
            output = []
            for following in lines[number + 1:]:
                if not following.strip() or not following.startswith(command[1]) or following.lstrip().startswith(("$", "```")):
                    break
                output.append(following[len(command[1]):])
        yield command[3].strip(), output


class DocsTest(unittest.TestCase):
    def test_pages_are_there(self):
        self.assertGreaterEqual(len(PAGES), 6 + len(OPS))
        self.assertTrue(OPS)

    def test_targets_exist(self):
        named = {}
        for page in PAGES:
            for label in labels(page.read_text()):
                named.setdefault(label, page.relative_to(ROOT))
        for label in sorted(set(named) - NAMED_TARGETS):
            self.fail(f"{named[label]} names {label}: add it to NAMED_TARGETS in docs/BUILD, by which Bazel checks that it exists")
        self.assertEqual(sorted(NAMED_TARGETS - set(named)), [], "NAMED_TARGETS in docs/BUILD has targets that no page names")

    def test_links_lead_somewhere(self):
        for page in PAGES:
            for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
                if re.match(r"[a-z]+:", target):
                    continue
                path, _, anchor = target.partition("#")
                linked = (page.parent / path) if path else page
                with self.subTest(page=str(page.relative_to(ROOT)), link=target):
                    self.assertTrue(linked.exists(), "there is no such file")
                    if anchor:
                        headings = re.findall(r"^#+ (.*)$", linked.read_text(), re.MULTILINE)
                        slugs = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]
                        self.assertIn(anchor, slugs)

    def test_files_exist(self):
        """Of paths in code: `ops/ops.bzl`, tools/golden/update. Words with <op> stand for every operator."""
        for page in PAGES:
            text = page.read_text()
            code = re.findall(r"`([^`\n]+)`", text) + re.findall(r"^ {4}(.*)$", text, re.MULTILINE)
            for snippet in code:
                for path in re.findall(r"(?<![\w/.~-])(?:docs|ops|runtime|testing|third_party|tools)/[\w./<>-]*[\w/>]", snippet):
                    for op in OPS if "<op>" in path else [""]:
                        concrete = path.replace("<op>", op)
                        if PLACEHOLDER.search(concrete):
                            continue  # <name> of something that is to be written
                        with self.subTest(page=str(page.relative_to(ROOT)), path=concrete):
                            self.assertTrue((ROOT / concrete).exists(), "there is no such file")

    def test_commands_of_the_readme_run(self):
        blocks = list(command_blocks((ROOT / "README.md").read_text()))
        self.assertTrue(any(output for _, output in blocks), "README.md shows the output of no command")
        for command, output in blocks:
            with self.subTest(command=command):
                label = re.search(r"//\S+", command)[0]
                program = pathlib.Path(label.removeprefix("//").replace(":", "/"))
                self.assertTrue(program.exists(), f"{label} is no program in data of docs_test (docs/BUILD)")
                run = subprocess.run([program], capture_output=True, text=True, timeout=60, check=False)
                self.assertEqual(run.returncode, 0, run.stderr)
                if output is not None:
                    self.assertEqual(run.stdout.splitlines(), output)

    def test_every_function_is_in_the_readme_in_the_index_and_on_its_page(self):
        index = (ROOT / "docs/ops/README.md").read_text()
        readme = (ROOT / "README.md").read_text()
        self.assertIn("(docs/ops/README.md)", (ROOT / "README.md").read_text())
        for op in OPS:
            functions = re.findall(r"^- name: (aclnn\w+)$", (ROOT / f"ops/{op}/spec.yaml").read_text(), re.MULTILINE)
            self.assertTrue(functions, op)
            for function in functions:
                with self.subTest(function=function):
                    self.assertIn(f"| `{function}` | [{op}]({op}.md) |", index)
                    self.assertRegex(readme, rf"\(docs/ops/{op}\.md\) \|.*`{function}`")
                    self.assertIn(f"aclnnStatus {function}(", (ROOT / f"docs/ops/{op}.md").read_text())


if __name__ == "__main__":
    unittest.main()

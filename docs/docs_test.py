#!/usr/bin/env python3
"""Tests that README.md, CONTRIBUTING.md and docs/ are true. (That the files they name exist is
checked by tools/lint/check, and that their commands work by commands_test.py.)

docs_test.py NAMED_TARGETS: Bazel's answer to which of the targets they name exist (docs/BUILD).
"""

import pathlib
import re
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, "docs")
import readme  # noqa: E402
from pages import PAGES, README  # noqa: E402

# The operator that docs/tutorial.md makes.
MADE = "//ops/squared_relu"
OPS = sorted(path.parent.name for path in pathlib.Path("ops").glob("*/spec.yaml"))
NAMED_TARGETS = set(pathlib.Path(sys.argv.pop(1)).read_text().split())


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

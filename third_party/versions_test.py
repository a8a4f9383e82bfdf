#!/usr/bin/env python3
"""The three lists of what the project depends on name the same releases: MODULE.bazel, the files
here (WORKSPACE), and those of the build environment."""

import pathlib
import re
import unittest


def read(path):
    return pathlib.Path(path).read_text()


def modules():
    """{module: version} of MODULE.bazel."""
    calls = re.findall(r"^bazel_dep\((.*?)\)$", read("MODULE.bazel"), re.DOTALL | re.MULTILINE)
    fields = [dict(re.findall(r'(\w+) = "([^"]+)"', call)) for call in calls]
    return {each["name"]: each["version"] for each in fields}


def archives():
    """{repository: the text of its archive} of the files here."""
    texts = (path.read_text() for path in pathlib.Path("third_party").glob("*.bzl"))
    calls = (call for text in texts
             for call in re.findall(r"upstream\(\n(.*?)\n    \)", text, re.DOTALL))
    return {re.search(r'name = "([^"]+)"', call)[1]: call for call in calls}


def sources():
    """(repository, module, version) of each library of the environment."""
    listed = re.search(r"^ENV_SOURCES=\((.*?)^\)", read("tools/env/definition.sh"),
                       re.DOTALL | re.MULTILINE)[1]
    for repository, module, _, version in re.findall(
            r'"([^|"]+)\|([^|]+)\|([^|]+)\|([^|]+)\|', listed):
        yield repository, module, re.split(r"[+-]", version)[0]


class VersionsTest(unittest.TestCase):

    def test_libraries(self):
        found = list(sources())
        self.assertGreaterEqual(len(found), 6)
        for repository, module, version in found:
            with self.subTest(module):
                self.assertEqual(modules()[module], version)
                self.assertIn(f"-{version}\"", archives()[repository])

    def test_rule_sets(self):
        for module in ("bazel_skylib", "platforms", "rules_cc"):
            with self.subTest(module):
                self.assertIn(modules()[module], archives()[module])


if __name__ == "__main__":
    unittest.main()

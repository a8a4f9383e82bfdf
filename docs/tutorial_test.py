#!/usr/bin/env python3
"""Tests docs/tutorial.md as far as that takes seconds: its files and changes fit, and specgen says
what the page shows.

tutorial_test.py SPECGEN PRODUCTS PROFILE...
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, "docs")
import tutorial  # noqa: E402

SPECGEN, PRODUCTS, *PROFILES = sys.argv[1:]
del sys.argv[1:]
CASES = re.compile(r"tools/bazel build //ops/(\w+):cases.json$")


class TutorialTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)
        self.steps = tutorial.steps(tutorial.PAGE.read_text())
        made = {step.path for step in self.steps if isinstance(step, tutorial.File)}
        for step in self.steps:
            if isinstance(step, tutorial.Change) and step.path not in made:
                tutorial.File(step.path, pathlib.Path(step.path).read_text()).do(self.root)

    def specgen(self, op):
        """What `tools/bazel build //ops/OP:cases.json` runs: (exit status, output)."""
        out = self.root / "out"
        out.mkdir(exist_ok=True)
        profiles = ",".join(str(pathlib.Path(profile).resolve()) for profile in PROFILES)
        run = subprocess.run(
            [pathlib.Path(SPECGEN).resolve(), "op",
             f"--products={pathlib.Path(PRODUCTS).resolve()}", f"--profiles={profiles}",
             f"--headers=aclnn_{op}.h", f"--out={out}", f"ops/{op}/spec.yaml"],
            cwd=self.root, capture_output=True, text=True, check=False)
        return run.returncode, run.stdout + run.stderr

    def test_files_fit_and_specgen_says_what_is_shown(self):
        built = 0
        for step in self.steps:
            if not isinstance(step, tutorial.Command):
                step.do(self.root)
            elif CASES.match(step.words):
                step.check(*self.specgen(CASES.match(step.words)[1]))
                built += 1
        self.assertGreaterEqual(built, 2)

    def test_other_output_is_an_error(self):
        command = tutorial.Command("run", ["one", "t...e PASSED in ... s"], False)
        command.check(0, "one\nbetween\nthree PASSED in 1.2 s\n")
        for status, output in ((1, "one\nthree PASSED in 1 s\n"), (0, "three PASSED in 1 s\none\n"),
                               (0, "one\n"), (0, "one\nthree FAILED in 1 s\n")):
            self.assertRaises(tutorial.StepError, command.check, status, output)
        self.assertRaises(tutorial.StepError, tutorial.Command("run", [], True).check, 0, "")

    def test_a_change_must_fit(self):
        tutorial.File("a/b", "x\ny\n").do(self.root)
        tutorial.Change("a/b", [" x", "-y", "+z"]).do(self.root)
        self.assertEqual((self.root / "a/b").read_text(), "x\nz\n")
        self.assertRaises(tutorial.StepError, tutorial.Change("a/b", ["-y", "+z"]).do, self.root)


if __name__ == "__main__":
    unittest.main()

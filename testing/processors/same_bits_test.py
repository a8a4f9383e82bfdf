#!/usr/bin/env python3
"""Tests of same_bits.py."""

import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, "testing/processors")
import same_bits  # noqa: E402


class SameBits(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def logs(self, name, digests):
        """Logs in which `digests` are those of the cases of operator x, for both backends."""
        logs = pathlib.Path(self.folder.name, name)
        for backend in same_bits.BACKENDS:
            outputs = logs / "ops/x" / f"conformance_{backend}_test" / "test.outputs"
            outputs.mkdir(parents=True)
            cases = [{"id": case, "product": "p", "mode": "",
                      "outputs": {"y": {"digest": digest}} if digest else {}}
                     for case, digest in digests.items()]
            (outputs / "conformance.json").write_text(json.dumps({"cases": cases}))
        return str(logs)

    def compare(self, here, there):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            status = same_bits.main([self.logs("here", here), self.logs("there", there), "x"])
        return status, printed.getvalue().splitlines()

    def test_equal_digests(self):
        digests = {"f.types.2.float32": "1", "f.types.2.float16": "2", "f.error.null": None}
        status, lines = self.compare(digests, digests)
        self.assertEqual(status, 0)
        self.assertEqual(lines, ["x: float16 2, float32 2",
                                 "4 outputs of 1 operators compared, 0 differ"])

    def test_a_difference(self):
        status, lines = self.compare({"f.float32": "1", "f.bool": "2"},
                                     {"f.float32": "1", "f.bool": "3"})
        self.assertEqual(status, 1)
        self.assertEqual(lines[0], "DIFFERENT x cpu f.bool p  y: 2, 3")
        self.assertEqual(lines[-2:], ["x: bool 2 (2 differ), float32 2",
                                      "4 outputs of 1 operators compared, 2 differ"])

    def test_an_output_that_one_machine_lacks(self):
        here, there = {"f.float32": "1", "g.float32": "1"}, {"f.float32": "1"}
        self.assertEqual(self.compare(here, there)[0], 1)

    def test_nothing_to_compare(self):
        self.assertEqual(self.compare({"f.float32": None}, {"f.float32": None})[0], 1)


if __name__ == "__main__":
    unittest.main()

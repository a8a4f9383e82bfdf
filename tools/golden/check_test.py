#!/usr/bin/env python3
"""Tests of check.py."""

import hashlib
import json
import pathlib
import struct
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import check  # noqa: E402


class CheckTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.cases = {
            "op": "twice",
            "spec_sha256": "abc",
            "seed": 1,
            "values": [{"key": "v1", "inputs": {"x": {"dtype": "float32", "shape": [1]}},
                        "outputs": {"y": {"dtype": "float32", "shape": [1]}}}],
            "cases": [{"id": "aclnnTwice.one", "kind": "positive"}, {
                "id": "aclnnTwice.error",
                "kind": "error"
            }],
            "deviations": [{"id": "sign", "decides": "values", "held_by": ["*.one"]}, {
                "id": "null",
                "decides": "acceptance",
                "held_by": ["*"]
            }]
        }
        self.header = {"v1/in/x": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]},
                       "v1/truth/y": {"dtype": "F64", "shape": [1], "data_offsets": [4, 12]}}
        self.manifest = {"format": "openaclnn-golden/2", "op": "twice", "spec_sha256": "abc",
                         "seed": 1, "records": 1, "file": "twice.safetensors",
                         "truth": {"y": {"float32": {}}},
                         "deviations": {"sign": {"*.one": {"case": "aclnnTwice.one"}}}}

    def faults(self):
        text = json.dumps(self.header).encode()
        raw = struct.pack("<Q", len(text)) + text + bytes(12)
        (self.folder / "twice.safetensors").write_bytes(raw)
        self.manifest.setdefault("sha256", hashlib.sha256(raw).hexdigest())
        (self.folder / "MANIFEST.json").write_text(json.dumps(self.manifest))
        return " ".join(check.faults(self.cases, self.folder))

    def test_whole(self):
        self.assertEqual(self.faults(), "")

    def test_decision_without_an_element(self):
        del self.manifest["deviations"]["sign"]["*.one"]
        self.assertIn("no element of a case like *.one that holds the deviation sign",
                      self.faults())

    def test_decision_held_by_another_case(self):
        self.manifest["deviations"]["sign"]["*.one"]["case"] = "aclnnTwice.error"
        self.assertIn("aclnnTwice.error is no positive case like *.one", self.faults())

    def test_no_manifest(self):
        self.assertIn("is missing", check.faults(self.cases, self.folder)[0])

    def test_other_spec(self):
        self.manifest["spec_sha256"] = "abd"
        self.assertIn("spec_sha256 is 'abd'", self.faults())

    def test_other_format(self):
        self.manifest["format"] = "openaclnn-golden/0"
        self.assertIn("openaclnn-golden/0", self.faults())

    def test_edited_data(self):
        self.manifest["sha256"] = "0"
        self.assertIn("sha256 differs", self.faults())

    def test_missing_record(self):
        del self.header["v1/truth/y"]
        self.assertIn("v1/truth/y is missing", self.faults())

    def test_wrong_type(self):
        self.header["v1/in/x"]["dtype"] = "F16"
        self.assertIn("v1/in/x is F16", self.faults())

    def test_stray_record(self):
        self.header["v2/in/x"] = self.header["v1/in/x"]
        self.assertIn("v2/in/x belongs to no record", self.faults())

    def test_wrong_count(self):
        self.manifest["records"] = 2
        self.assertIn("counts 2", self.faults())

    def test_unknown_error(self):
        self.manifest["truth"] = {}
        self.assertIn("how exact", self.faults())


if __name__ == "__main__":
    unittest.main()

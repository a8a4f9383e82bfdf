#!/usr/bin/env python3
"""Export, driver with our library, import: the verdicts must be those of running the cases
directly."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, "testing/driver")
import import_returned  # noqa: E402

# A product that lacks some of the operators.
PRODUCT, SOC = "atlas_training", "Ascend910A"
ARGS = None


def read(path):
    results = json.loads(pathlib.Path(path).read_text())
    return {case["id"]: case for case in results["cases"] if "outputs" in case}


class ExchangeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(os.environ["TEST_TMPDIR"])
        cls.returned = cls.folder / "returned.safetensors"
        # What the driver runs on, and in which mode, is up to the library.
        environment = os.environ | {"OPENACLNN_DEVICES": SOC}
        cls.output = subprocess.run(
            [ARGS.driver,
             str(pathlib.Path(ARGS.exported).parent), PRODUCT,
             str(cls.returned)], env=environment, check=True, capture_output=True, text=True).stdout

    def test_verdicts_are_those_of_running_directly(self):
        self.assertIn(" done", self.output)
        self.assertNotIn("failed", self.output)
        out = self.folder / "imported"
        importer = subprocess.run(
            [sys.executable, ARGS.importer,
             str(self.returned), "--bounds=cpu", f"--out={out}"] +
            [f"--conformance={binary}" for binary in ARGS.conformance], capture_output=True,
            text=True)
        self.assertEqual(importer.returncode, 0, importer.stdout + importer.stderr)
        results = {
            binary: read(out / pathlib.Path(binary).parent.name / "conformance.json")
            for binary in ARGS.conformance
        }
        self.assertEqual(
            {case["status"] for imported in results.values() for case in imported.values()},
            {"PASSED"})
        # The operator with most results directly: error by error.
        binary = max(results, key=lambda key: len(results[key]))
        direct = self.folder / "direct.json"
        subprocess.run([
            binary, f"--flagfile={binary}.flags", f"--product={PRODUCT}", "--mode=high_performance",
            "--threads=1", f"--results={direct}"
        ], check=True, capture_output=True)
        imported = results[binary]
        ran = read(direct)
        self.assertEqual(set(imported), set(ran))
        self.assertGreater(len(ran), 100)
        for name, case in ran.items():
            self.assertEqual(imported[name]["outputs"], case["outputs"], name)

    def test_other_product_is_skipped_and_a_wrong_result_fails(self):
        raw = bytearray(self.returned.read_bytes())
        raw[-1] ^= 0x40  # the exponent of the last result
        returned = import_returned.Returned(self.returned)
        ends = {
            function: max((tensor["data_offsets"][1] for tensor in tensors.values()), default=0)
            for function, (_, tensors) in returned.by_function.items()
        }
        last = max(ends, key=ends.get)
        # The others' results are imported above.
        (binary,) = [
            binary for binary in ARGS.conformance
            if last in import_returned.functions_of(binary)
        ]
        wrong = self.folder / "wrong.safetensors"
        wrong.write_bytes(raw)
        importer = subprocess.run([
            sys.executable, ARGS.importer,
            str(wrong), "--bounds=cpu", f"--out={self.folder / 'wrong'}",
            f"--conformance={binary}"
        ], capture_output=True, text=True)
        self.assertEqual(importer.returncode, 1, importer.stdout)
        self.assertIn("FAILED", importer.stdout)
        self.assertIn("skipped other_product", self.output)

    def run_driver(self, folder, product):
        return subprocess.run(
            [ARGS.driver, str(folder), product,
             str(self.folder / "none.safetensors")], check=False, capture_output=True, text=True,
            env=os.environ | {"OPENACLNN_DEVICES": SOC})

    def test_an_unknown_product_is_rejected(self):
        for product in ("atlas_a4", "", "atlas_a2,atlas_a3"):
            run = self.run_driver(pathlib.Path(ARGS.exported).parent, product)
            self.assertEqual(run.returncode, 2, run.stdout)
            self.assertIn(f"PRODUCT is '{product}'; accepted are", run.stderr)
            self.assertIn(PRODUCT, run.stderr)

    def test_a_run_that_skips_every_case_fails(self):
        folder = self.folder / "skipped"
        folder.mkdir()
        lines = pathlib.Path(ARGS.exported).read_text().splitlines()
        starts = [number
                  for number, line in enumerate(lines) if line.startswith("case ")] + [len(lines)]
        other = [
            lines[begin:end] for begin, end in zip(starts, starts[1:])
            if PRODUCT not in lines[begin].split()[3].split(",")
        ]
        self.assertTrue(other)
        first = lines[0].split()
        (folder / "cases.txt").write_text("\n".join([f"{first[0]} 1 {first[2]}", *other[0]]) + "\n")
        (folder / "data.bin").write_bytes(
            pathlib.Path(ARGS.exported).with_name("data.bin").read_bytes())
        run = self.run_driver(folder, PRODUCT)
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn("no case ran", run.stderr)

    def test_what_is_no_file_of_results_is_refused(self):
        importer = subprocess.run([sys.executable, ARGS.importer, __file__], capture_output=True,
                                  text=True)
        self.assertEqual(importer.returncode, 2)
        self.assertIn("holds no returned results", importer.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("driver", "exported", "importer"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--conformance", action="append")
    ARGS = parser.parse_args()
    unittest.main(argv=sys.argv[:1])

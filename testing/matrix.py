#!/usr/bin/env python3
"""matrix.py CASES.json...: which (function, product, dtype, backend) combinations the cases run,
and which they show to be refused.

A cell is the number of cases that must be right ("12"), or "refused" with the number of cases that
show it. If results of tests are found (--results, by default bazel-testlogs), a cell with failures
says so. Needs nothing but Python.
"""

import argparse
import collections
import json
import os
import pathlib
import sys
import zipfile


def results_in(folder):
    """(op, backend, case id, product) -> worst status, from every conformance.json below the
    folder, zipped or not."""
    found = {}
    texts = [path.read_text() for path in folder.glob("**/conformance.json")]
    for path in folder.glob("**/outputs.zip"):
        with zipfile.ZipFile(path) as archive:
            texts += [
                archive.read(name).decode() for name in archive.namelist()
                if name.endswith("conformance.json")
            ]
    for text in texts:
        results = json.loads(text)
        for case in results["cases"]:
            key = (results["op"], results["backend"], case["id"], case["product"])
            if found.get(key, "PASSED") == "PASSED":
                found[key] = case["status"]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="+")
    parser.add_argument("--results", help="folder with the outputs of tests")
    args = parser.parse_args()
    folder = pathlib.Path(
        args.results
        or os.path.join(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."), "bazel-testlogs"))
    statuses = results_in(folder) if folder.is_dir() else {}

    cells = collections.defaultdict(lambda: collections.Counter())
    products, seen = [], 0
    for path in args.cases:
        file = json.loads(pathlib.Path(path).read_text())
        for product in file["socs"]:
            if product not in products:
                products.append(product)
        for case in file["cases"]:
            if case["kind"] == "error":
                continue
            for backend in file["accuracy"]:
                for product in case["products"]:
                    cell = cells[(case["function"], case["dtype"], backend), product]
                    cell[case["kind"]] += 1
                    status = statuses.get((file["op"], backend, case["id"], product))
                    seen += status is not None
                    cell["failed"] += status not in (None, "PASSED")

    def text(counter):
        if counter["positive"]:
            words = str(counter["positive"])
        elif counter["rejected"]:
            words = f"refused {counter['rejected']}"
        else:
            return ""
        return words + (f" FAILED {counter['failed']}" if counter["failed"] else "")

    rows = sorted({key for key, _ in cells})
    table = [["function", "dtype", "backend"] + products]
    table += [
        list(row) +
        [text(cells[row, product]) if (row, product) in cells else "" for product in products]
        for row in rows
    ]
    widths = [max(len(line[i]) for line in table) for i in range(len(table[0]))]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
    run = [counter for counter in cells.values() if counter["positive"]]
    refused = [
        counter for counter in cells.values() if counter["rejected"] and not counter["positive"]
    ]
    failed = sum(1 for counter in cells.values() if counter["failed"])
    cases = sum(counter["positive"] for counter in run)
    print(f"{len(run)} combinations run by {cases} cases, {len(refused)} refused as declared; " +
          (f"results of tests found for {seen} cases, {failed} combinations with failures"
           if seen else f"no results of tests in {folder}"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

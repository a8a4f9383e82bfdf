#!/usr/bin/env python3
"""tags_test --products=A,B --dtypes=A,B FILE...: the conformance tests of every operator have the
tags by which a query finds them, and cases for every product and dtype that the tags name.

FILE: tags.txt (what Bazel knows of an operator's tests) and cases.json of each operator.
"""

import argparse
import json
import pathlib
import sys

# The dtypes that have a tag of their own (LabelOf in testing/cases.cc).
TAG_OF_DTYPE = {"float32": "fp32", "float16": "fp16", "bfloat16": "bf16", "int32": "int32",
                "int8": "int8"}


def faults_of_tags(op, tests, grid):
    """What is wrong with the tags {test: tags} of one operator, one sentence each."""
    backends = {
        tag.split(":")[1] for tags in tests.values() for tag in tags if tag.startswith("backend:")
    }
    if "cpu" not in backends:
        yield f"{op} has no tests for the CPU backend"
    for test, tags in sorted(tests.items()):
        if "op:" + op not in tags:
            yield f"op:{op} does not find {test}"
        of_grid = {tag for tag in tags if tag.startswith(("product:", "dtype:"))}
        wanted = grid if test in {f"conformance_{backend}_test" for backend in backends} else set()
        if of_grid != wanted:
            yield f"{op}: {test} has or lacks the tags {sorted(of_grid ^ wanted)}"
    for backend in sorted(backends):
        if f"conformance_{backend}_test" not in tests:
            yield f"{op} has no conformance_{backend}_test"


def faults_of_cases(cases, products, dtypes):
    """Products and dtypes for which an operator has no case; one that says how they are refused is
    a case, too."""
    known = {(product, TAG_OF_DTYPE.get(case["dtype"], "other")) for case in cases["cases"]
             for product in case["products"]}
    for product in products:
        for dtype in dtypes:
            if (product, dtype) not in known:
                yield f"{cases['op']} has no case of dtype {dtype} on {product}"
    for product, dtype in sorted(known):
        if product not in products or dtype not in dtypes:
            yield f"{cases['op']}: there is no tag for the cases of dtype {dtype} on {product}"


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", type=lambda text: text.split(","))
    parser.add_argument("--dtypes", type=lambda text: text.split(","))
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    args = parser.parse_args(argv)
    grid = {"product:" + product
            for product in args.products} | {"dtype:" + dtype for dtype in args.dtypes}
    faults, tests = [], 0
    for path in args.files:
        if path.name == "cases.json":
            faults += faults_of_cases(json.loads(path.read_text()), args.products, args.dtypes)
            continue
        tags = {}
        for line in path.read_text().splitlines():
            name, *own = line.split()
            tags[name] = set(own)
        tests += len(tags)
        faults += faults_of_tags(path.parent.name, tags, grid)
    print("\n".join(faults)
          or f"{tests} tests have the tags they should, and cases for every product and dtype")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

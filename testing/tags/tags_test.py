#!/usr/bin/env python3
"""tags_test --products=A,B --dtypes=A,B OPS/OP/TAGS.TXT...: the conformance tests that a query by tags finds are those that should be found."""

import argparse
import pathlib
import sys


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", type=lambda text: text.split(","))
    parser.add_argument("--dtypes", type=lambda text: text.split(","))
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    args = parser.parse_args(argv)
    tags = {}
    for path in args.files:
        for line in path.read_text().splitlines():
            name, *own = line.split()
            tags[path.parent.name, name] = set(own)

    def query(*wanted):
        return {test for test, own in tags.items() if set(wanted) <= own}

    faults = []
    for op in (path.parent.name for path in args.files):
        backends = {tag.split(":")[1] for (owner, _), own in tags.items() if owner == op for tag in own if tag.startswith("backend:")}
        if "cpu" not in backends:
            faults.append(f"{op} has no tests for the CPU backend")
        if query("op:" + op) != {test for test in tags if test[0] == op}:
            faults.append(f"op:{op} does not find the tests of {op}")
        for backend in backends:
            for product in args.products:
                for dtype in args.dtypes:
                    wanted = {(op, f"conformance_{backend}_{product}_{dtype}")}
                    found = query(f"op:{op}", f"backend:{backend}", f"product:{product}", f"dtype:{dtype}")
                    if found != wanted:
                        faults.append(f"op:{op} backend:{backend} product:{product} dtype:{dtype} finds {sorted(found)}")
    for tag, values, part in (("product", args.products, 0), ("dtype", args.dtypes, 1)):
        for value in values:
            others = args.dtypes if part == 0 else args.products
            ends = {f"{value}_{other}" if part == 0 else f"{other}_{value}" for other in others}
            wrong = query(f"{tag}:{value}") ^ {test for test in tags if test[1].startswith("conformance_") and any(
                test[1].endswith("_" + end) for end in ends)}
            if wrong:
                faults.append(f"{tag}:{value} should or should not find {sorted(wrong)}")
    print("\n".join(faults) or f"{len(tags)} tests have the tags they should")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

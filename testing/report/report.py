#!/usr/bin/env python3
"""report [--testlogs=FOLDER]... [--out=FOLDER] [--baseline=REPORT.JSON]

Collects specs, golden files and the results that tests left (by default all below bazel-testlogs)
into one page, index.html, with report.json and junit.xml for machines. Run the tests first:
tools/bazel test //ops/... Exit status: 1 if a case failed, is mistrusted or has no result, or a
mutant survived, 2 if --baseline is no report. With --baseline, an earlier report.json, the page
says what has changed since. Needs nothing but Python.
"""

import argparse
import gc
import json
import os
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import changes  # noqa: E402
import collect  # noqa: E402
import junit  # noqa: E402
import page  # noqa: E402


def main(argv):
    # Millions of objects stay to the end; looking for cycles among them takes a third of the time.
    gc.disable()
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", action="append", default=[],
                        help="cases.json of an operator (set by the build)")
    parser.add_argument("--testlogs", action="append", default=[],
                        help="folder with outputs of tests, or results that were sent back")
    parser.add_argument("--out", help="folder to write; default: bazel-testlogs/report")
    parser.add_argument("--baseline", help="an earlier report.json, to compare with")
    args = parser.parse_args(argv)
    workspace = os.environ.get("BUILD_WORKSPACE_DIRECTORY", "")
    here = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    testlogs = [here / folder
                for folder in args.testlogs] or [pathlib.Path(workspace, "bazel-testlogs")]
    out = here / args.out if args.out else pathlib.Path(workspace, "bazel-testlogs", "report")
    ops = [(path, pathlib.Path(path).parent / "golden") for path in args.cases]
    baseline = None
    if args.baseline:
        # Read first: it may be the file that is written below.
        try:
            baseline = changes.read(here / args.baseline, collect.SCHEMA)
        except changes.BaselineError as error:
            parser.error(str(error))
    report = collect.collect(ops, testlogs, workspace)
    if baseline:
        report["changes"] = changes.changes(report, baseline)
    out.mkdir(parents=True, exist_ok=True)
    (out / "index.html").write_text(page.page(report))
    (out / "report.json").write_text(json.dumps(report, indent=None) + "\n")
    (out / "junit.xml").write_text(junit.junit(report))
    bad = collect.failures(report)
    if baseline:
        print(f"since the baseline: {changes.in_words(report['changes'])}")
    print(f"{out / 'index.html'}\n{'FAILED: ' + ', '.join(bad) if bad else 'PASSED'}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""compatibility.py ABSENT UNIMPLEMENTED HEADER ...: the page that says which functions of the C API
exist, on standard output.

HEADER are the public headers, those of graph mode in a folder graph/include; ABSENT is
absent_functions.txt, UNIMPLEMENTED unimplemented.txt (tools/specgen).
"""

import fnmatch
import pathlib
import re
import sys

INTRODUCTION = """<!-- Generated from the headers, tools/install/absent_functions.txt and
known_functions.yaml: tools/bazel run //ops:update_docs -->
# Which functions of the C API exist

A program that uses only the functions of the first table compiles and links unchanged; their rules
are in the headers named. The functions of operators are listed with their dtypes in the
[support matrix](README.md). The libraries export these functions and nothing else
([exported_symbols.txt](exported_symbols.txt)).

| header | functions |
|---|---|"""

UNIMPLEMENTED = """
## Functions of operators that are not implemented

The vendor has more. Of these {count} the parameters are known, so their headers are installed, and
programs that call them compile. They link with `-lopenaclnn_unimplemented`, or by the vendor's
names after an installation with `--with-unimplemented`. Each of the functions returns 561003,
touches nothing, and `aclGetRecentErrMsg` says that it is not implemented.

| header | functions |
|---|---|"""

GRAPH = """
## Graph mode

What exists of namespace `ge` ([how to use it](../graph.md)); the libraries export these functions
as well. The prototypes of operator types are on the pages of their operators.

| header | classes with their functions, and functions |
|---|---|"""

ABSENT = """
## What does not exist

| functions | why | instead |
|---|---|---|"""


def declared(header):
    """Names of the functions a header declares."""
    return re.findall(r"^(?:ACL_FUNC_VISIBILITY|ACLNN_API) [^(]*[ *](\w+)\(",
                      pathlib.Path(header).read_text(), re.MULTILINE)


def declared_in_cpp(header):
    """Classes with their public functions, and free functions, of a header that clang-format
    wrote."""
    method = re.compile(r"  (?:static |const )*\w[\w:]*[\w:<>, *&]* [*&]?(\w+)\(")
    found, current, public = {}, "", False
    for line in pathlib.Path(header).read_text().splitlines():
        if match := re.match(r"class (\w+) {$", line):
            current, public = match[1], False
            found[current] = []
        elif line == "};":
            current = ""
        elif re.match(r" (public|protected|private):$", line):
            public = line == " public:"
        elif current and public and (match := method.match(line)):
            if match[1] not in [current, *found[current]]:
                found[current].append(match[1])
        elif (match := re.match(r"\w[\w:]* (\w+)\(", line)) and not current:
            found[match[1]] = []
    return found


def main(absent_file, unimplemented_file, *all_headers):
    headers = [header for header in all_headers if "/graph/include/" not in header]
    functions = {
        header.rpartition("include/")[2]: names for header in headers if (names := declared(header))
    }
    print(INTRODUCTION)
    for header in sorted(functions):
        # The two phases of an operator are one function to the reader.
        names = [
            name for name in functions[header] if name + "GetWorkspaceSize" not in functions[header]
        ]
        listed = ", ".join(f"`{name.replace('GetWorkspaceSize', '')}`" for name in names)
        print(f"| `{header}` | {listed} |")

    unimplemented = {}
    for line in pathlib.Path(unimplemented_file).read_text().splitlines():
        header, name = line.split()
        unimplemented.setdefault(header, []).append(f"`{name}`")
    print(UNIMPLEMENTED.format(count=sum(map(len, unimplemented.values()))))
    for header, names in sorted(unimplemented.items()):
        print(f"| `aclnnop/{header}` | {', '.join(names)} |")

    print(GRAPH)
    for header in sorted(set(all_headers) - set(headers)):
        if found := declared_in_cpp(header):
            listed = "; ".join(
                f"`{name}`" + (f" ({', '.join(methods)})" if methods else "")
                for name, methods in found.items()
            )
            print(f"| `{header.rpartition('/include/')[2]}` | {listed} |")

    existing = {name for names in functions.values() for name in names}
    print(ABSENT)
    for number, line in enumerate(pathlib.Path(absent_file).read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        columns = [column.strip() for column in line.split("|")]
        if len(columns) != 3:
            sys.exit(
                f"{absent_file}:{number}: {len(columns)} columns; wanted: name | why | what to do "
                "instead"
            )
        names = re.split(r", *", columns[0])
        for name in names:
            if found := fnmatch.filter(existing, name):
                sys.exit(
                    f"{absent_file}:{number}: {name} is listed as absent, but the headers declare "
                    f"{', '.join(sorted(found))}"
                )
        print(
            f"| {', '.join(f'`{name}`' for name in names)} | {columns[1] or '-'} | {columns[2]} |")


if __name__ == "__main__":
    main(*sys.argv[1:])

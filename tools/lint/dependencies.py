"""Checks that every C++ target names in `deps` the libraries whose headers it includes.

clang's builds refuse a header of a library that a target reaches only by way of others
(layering_check); GCC, with which everything is built, does not look. So a missing name would be
found only when somebody runs a sanitizer or a fuzzer.
"""

import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).absolute().parents[2]
# Libraries of others, with the packages that are needed here: some of theirs cannot be loaded.
OTHERS = [
    "@com_google_absl//...",
    "@highway//:all",
    "@com_google_googletest//:all",
    "@com_github_google_benchmark//:all",
    "@nlohmann_json//:all",
    "@yaml-cpp//:all",
]
RAW_STRING = re.compile(r'R"(\w*)\(.*?\)\1"', re.DOTALL)  # what generated code includes
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def rules():
    """The rules here and of the libraries used, as {label: (class, {attribute: [value]})}."""
    wanted = " + ".join(["//...", *OTHERS])
    query = f'kind("(cc_library|cc_binary|cc_test|alias|filegroup) rule", {wanted})'
    command = ["tools/bazel", "query", query, "--output=xml"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if found.returncode != 0:
        sys.exit(f"dependencies.py: tools/bazel query says:\n{found.stderr}")
    result = {}
    for rule in xml.etree.ElementTree.fromstring(found.stdout).iter("rule"):
        attributes = {}
        for child in rule:
            items = child if child.tag == "list" else [child]
            values = [item.get("value") for item in items]
            attributes[child.get("name")] = [value for value in values if value]
        result[rule.get("name")] = (rule.get("class"), attributes)
    return result


class Graph:
    def __init__(self, rules):
        self.rules = rules

    def files(self, labels):
        """Labels of files, those of filegroups taken apart."""
        for label in labels:
            kind, attributes = self.rules.get(label, (None, {}))
            if kind == "filegroup":
                yield from self.files(attributes.get("srcs", []))
            else:
                yield label

    def actual(self, label):
        kind, attributes = self.rules.get(label, (None, {}))
        return self.actual(attributes["actual"][0]) if kind == "alias" else label

    def reached(self, label):
        """The libraries it may include: those it names, and what one without files stands for."""
        _, attributes = self.rules.get(label, (None, {}))
        for dep in attributes.get("deps", []) + attributes.get("implementation_deps", []):
            library = self.actual(dep)
            yield library
            _, own = self.rules.get(library, (None, {}))
            if not any(own.get(name) for name in ("srcs", "hdrs", "textual_hdrs")):
                yield from self.reached(library)

    def headers(self, label):
        """The library's headers, each with the names by which it may be included."""
        _, attributes = self.rules.get(label, (None, {}))
        package = label.split("//")[1].split(":")[0]
        for file in self.files(attributes.get("hdrs", []) + attributes.get("textual_hdrs", [])):
            path = file.split("//")[1].replace(":", "/").lstrip("/")
            yield file, path
            for folder in attributes.get("includes", []):
                prefix = str(pathlib.PurePosixPath(package) / folder).removesuffix("/.") + "/"
                if path.startswith(prefix):
                    yield file, path.removeprefix(prefix)
            if "strip_include_prefix" in attributes:
                prefix = f"{package}/{attributes['strip_include_prefix'][0]}/".lstrip("/")
                yield file, path.removeprefix(prefix)


def opted_out(label):
    """Whether the target's package says that its files name what they include in their own way."""
    package = label.removeprefix("//").split(":")[0]
    return '"-layering_check"' in (ROOT / package / "BUILD").read_text()


def main():
    graph = Graph(rules())
    named = {}  # by the name in #include: files
    exported = {}  # by library: files
    for label, (kind, _) in graph.rules.items():
        if kind == "cc_library":
            for file, header in graph.headers(label):
                named.setdefault(header, set()).add(file)
                exported.setdefault(label, set()).add(file)
    problems = []
    for label, (kind, attributes) in sorted(graph.rules.items()):
        is_ours = kind in ("cc_library", "cc_binary", "cc_test") and label.startswith("//")
        if not is_ours or opted_out(label):
            continue
        own = [
            file
            for name in ("srcs", "hdrs", "textual_hdrs")
            for file in graph.files(attributes.get(name, []))
        ]
        reached = set(own)
        for library in graph.reached(label):
            reached |= exported.get(library, set())
        for file in own:
            path = ROOT / file.split("//")[1].replace(":", "/").lstrip("/")
            if not path.is_file():
                continue  # generated
            for header in INCLUDE.findall(RAW_STRING.sub("", path.read_text())):
                if header in named and not named[header] & reached:
                    files = named[header]
                    owners = sorted(name for name, theirs in exported.items() if theirs & files)
                    where = path.relative_to(ROOT)
                    problems.append(f"{label}: {where} includes {header} of {' or '.join(owners)}")
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

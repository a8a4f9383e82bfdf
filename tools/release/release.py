#!/usr/bin/env python3
"""Makes the files of a release, the same bytes from every clone of its commit.

tools/bazel run //tools/release -- VERSION [--out=DIR] [--draft]

DIR (default: dist) then has, for the processor CPU that Bazel builds for:
  openaclnn-VERSION.tar.gz             what is in the repository
  openaclnn-VERSION-linux-CPU.tar.gz   libraries, headers, pages, examples; for any folder
  openaclnn-VERSION-py3-none-linux_CPU.whl
  openaclnn-VERSION.spdx.json          what the libraries contain (SPDX 2.3)
  openaclnn-VERSION.md                 what has changed
  SHA256SUMS

Files of the same commit for another processor stay, and the last three count them in. So
    tools/bazel run --config=aarch64 //tools/release -- VERSION
after it adds those for aarch64.
"""

import argparse
import datetime
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import uuid

# What the libraries contain: name in MODULE.bazel, name, licence. The text of each licence is in
# tools/install/THIRD_PARTY.txt.
CONTAINED = [("abseil-cpp", "Abseil", "Apache-2.0"),
             ("highway", "Highway", "Apache-2.0 OR BSD-3-Clause"),
             ("nlohmann_json", "JSON for Modern C++", "MIT")]
RUNTIME = ("libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1")
LICENCE = "Apache-2.0"
# SPDX wants a namespace that no other document has; this one is that of our documents.
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "openaclnn")


class Refused(Exception):
    """The release cannot be made; the message says why and what to do."""


# --- what the repository says ---


def versions(module):
    """{"": the module's version, name of a dependency: its version} of the text of MODULE.bazel."""
    found = dict(re.findall(r'bazel_dep\(name = "([^"]+)", version = "([^"]+)"', module))
    return found | {"": re.search(r'module\(.*?version = "([^"]+)"', module, re.DOTALL)[1]}


def changes(changelog, version, draft):
    """The section of a version, without its heading; of a draft what is not released yet."""
    for heading in [version] + ["Unreleased"] * draft:
        section = re.search(rf"^## {re.escape(heading)}(?: [^\n]*)?\n(.*?)(?=^## |\Z)", changelog,
                            re.MULTILINE | re.DOTALL)
        if section:
            return section[1].strip() + "\n"
    raise Refused(f"CHANGELOG.md has no section {version}; rename Unreleased, or add --draft")


class Commit:
    """The commit that is released."""

    def __init__(self, checkout, draft):
        self.checkout = checkout
        if not (checkout / ".git").exists():
            raise Refused(f"{checkout} is no Git repository; a release is made from a clone")
        changed = self.git("status", "--porcelain").decode().splitlines()
        if changed and not draft:
            raise Refused("these are not committed, and the source archive would lack them: "
                          + ", ".join(line[3:] for line in changed[:5])
                          + " ..." * (len(changed) > 5) + "; commit them, or add --draft")
        self.time = int(self.git("log", "-1", "--format=%ct"))

    def git(self, *arguments):
        return subprocess.run(["git", "-C", self.checkout, *arguments], check=True,
                              stdout=subprocess.PIPE).stdout

    def archive(self, folder):
        """All files in `folder`, as a tar file."""
        return self.git("-c", "tar.umask=0022", "archive", "--format=tar", f"--prefix={folder}/",
                        "HEAD")


# --- files that are the same every time ---


def compressed(data):
    """By gzip, without name and time."""
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as file:
        file.write(data)
    return out.getvalue()


def packed(root, folder, time):
    """All below `root`, in `folder`, as a tar file: sorted, of one time, of nobody."""
    def same(entry):
        entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = time, 0, 0, "", ""
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path in [root, *sorted(root.rglob("*"))]:
            name = pathlib.PurePath(folder, path.relative_to(root))
            tar.add(path, str(name), recursive=False, filter=same)
    return out.getvalue()


def installed(time, folder):
    """What tools/bazel run //:install makes."""
    with tempfile.TemporaryDirectory() as stage:
        # Inside the build environment it would write outside of it.
        outside = {name: value for name, value in os.environ.items()
                   if name not in ("OPENACLNN_INSIDE", "DESTDIR")}
        subprocess.run(["tools/install/install.sh", f"--prefix={stage}/prefix"], check=True,
                       env=outside, stdout=subprocess.DEVNULL)
        return packed(pathlib.Path(stage, "prefix"), folder, time)


def bill_of_materials(version, time, contained, files, compiler):
    """SPDX 2.3 as JSON: a package for each of `files` ({name: (bytes, whether the libraries are in
    it)}) and for each of the works `contained`, which those link statically."""
    def package(identity, name, version, licence, **more):
        return {"SPDXID": f"SPDXRef-{identity}", "name": name, "versionInfo": version,
                "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
                "licenseConcluded": licence, "licenseDeclared": licence,
                "copyrightText": "NOASSERTION"} | more

    def relation(one, kind, other):
        return {"spdxElementId": f"SPDXRef-{one}", "relationshipType": kind,
                "relatedSpdxElement": f"SPDXRef-{other}"}

    works = [(name, contained[module], licence) for module, name, licence in CONTAINED]
    works.append((RUNTIME[0], compiler, RUNTIME[1]))
    identity = {name: "work-" + re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
                for name, _, _ in works}
    packages = [package(identity[name], name, number, licence) for name, number, licence in works]
    relations = []
    for number, (name, (data, has_libraries)) in enumerate(files.items()):
        digest = hashlib.sha256(data).hexdigest()
        packages.append(package(f"file-{number}", "openaclnn", version, LICENCE,
                                packageFileName=name,
                                checksums=[{"algorithm": "SHA256", "checksumValue": digest}]))
        relations.append(relation("DOCUMENT", "DESCRIBES", f"file-{number}"))
        relations += [relation(f"file-{number}", "STATIC_LINK", identity[work])
                      for work, _, _ in works if has_libraries]
    created = datetime.datetime.fromtimestamp(time, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    content = hashlib.sha256(b"".join(data for data, _ in files.values())).hexdigest()
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"openaclnn-{version}",
        "documentNamespace": f"urn:uuid:{uuid.uuid5(NAMESPACE, content)}",
        "creationInfo": {"created": created, "creators": [f"Tool: openaclnn-release-{version}"]},
        "packages": packages, "relationships": relations}
    return (json.dumps(document, indent=1) + "\n").encode()


# --- the release ---


def of_other_processors(version, folder, source, cpu):
    """{name: bytes} of what a release of the same source archive has left in the folder."""
    ours = re.compile(rf"openaclnn-{re.escape(version)}-(?:linux-(\w+)\.tar\.gz"
                      r"|py3-none-linux_(\w+)\.whl)")
    present = {path.name: path for path in (folder.iterdir() if folder.is_dir() else [])}
    matches = {name: ours.fullmatch(name) for name in present}
    others = {name for name, match in matches.items() if match and cpu not in match.groups()}
    known = {name for name, match in matches.items() if match} | {
        f"openaclnn-{version}{suffix}" for suffix in (".tar.gz", ".spdx.json", ".md")}
    if strange := sorted(present.keys() - known - {"SHA256SUMS"}):
        raise Refused(f"{folder} has other files, {', '.join(strange[:5])}; name another by --out")
    archive = present.get(f"openaclnn-{version}.tar.gz")
    if others and (archive is None or archive.read_bytes() != source):
        raise Refused(f"{folder} has files of another commit, {', '.join(sorted(others))}; remove "
                      "them, or name another folder by --out")
    return {name: present[name].read_bytes() for name in sorted(others)}


def make(version, checkout, wheel, draft, folder):
    """{name: bytes} of all files; `folder` has those of other processors."""
    contained = versions((checkout / "MODULE.bazel").read_text())
    if version != contained[""]:
        raise Refused(f"VERSION is {version}; MODULE.bazel and tools/install/version.bzl say "
                      f"{contained['']}")
    if f"-{version}-" not in wheel.name:
        raise Refused("tools/install/version.bzl has another version than MODULE.bazel: "
                      + wheel.name)
    notes = changes((checkout / "CHANGELOG.md").read_text(), version, draft)
    commit = Commit(checkout, draft)
    name = f"openaclnn-{version}"
    cpu = re.search(r"-linux_(\w+)\.whl$", wheel.name)[1]
    binary = f"{name}-linux-{cpu}"
    source = compressed(commit.archive(name))
    others = of_other_processors(version, folder, source, cpu)
    libraries = others | {f"{binary}.tar.gz": compressed(installed(commit.time, binary)),
                          wheel.name: wheel.read_bytes()}
    archives = {f"{name}.tar.gz": (source, False)}
    archives |= {file: (libraries[file], True) for file in sorted(libraries)}
    compiler = subprocess.run(["gcc", "-dumpfullversion"], check=True, stdout=subprocess.PIPE,
                              text=True).stdout.strip()
    bill = bill_of_materials(version, commit.time, contained, archives, compiler)
    files = {file: data for file, (data, _) in archives.items()}
    files |= {f"{name}.spdx.json": bill, f"{name}.md": notes.encode()}
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {file}\n"
                   for file, data in sorted(files.items()))
    return files | {"SHA256SUMS": sums.encode()}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version", metavar="VERSION")
    parser.add_argument("--out", default="dist")
    parser.add_argument("--draft", action="store_true", help="of changes that are not committed, "
                        "and without a section in CHANGELOG.md")
    parser.add_argument("--wheel", required=True, help=argparse.SUPPRESS)
    args = parser.parse_args()
    out = pathlib.Path(os.environ["BUILD_WORKING_DIRECTORY"], args.out)
    checkout = pathlib.Path(os.environ["BUILD_WORKSPACE_DIRECTORY"])
    try:
        files = make(args.version, checkout, pathlib.Path(args.wheel), args.draft, out)
        out.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (out / name).write_bytes(data)
            print(f"{len(data):>12,}  {out / name}")
    except (Refused, OSError) as problem:
        sys.exit(f"release: {problem}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Tests of what a release says of itself, and that its archives are the same every time."""

import io
import json
import os
import pathlib
import sys
import tarfile
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path("tools/release").absolute()))
sys.dont_write_bytecode = True

import release

MODULE = pathlib.Path("MODULE.bazel").read_text()
CHANGELOG = """# Changes

## Unreleased

* New.

## 1.2.0 (2000-01-01)

* Old.

### Fixed

* Older.

## 1.2

* Oldest.
"""


class RepositoryTest(unittest.TestCase):
    def test_versions(self):
        found = release.versions(MODULE)
        built = pathlib.Path("tools/install/version.bzl").read_text()
        self.assertIn(f'VERSION = "{found[""]}"', built)
        for module, _, _ in release.CONTAINED:
            self.assertRegex(found[module], r"^\d+\.\d+")

    def test_the_licence_of_everything_contained_is_installed(self):
        licences = pathlib.Path("tools/install/THIRD_PARTY.txt").read_text()
        listed = [line for line in licences.splitlines() if line.startswith("* ")]
        self.assertEqual(len(listed), len(release.CONTAINED) + 1)
        for (_, name, _), line in zip(release.CONTAINED, listed):
            self.assertIn(name, line)

    def test_changes(self):
        self.assertEqual(release.changes(CHANGELOG, "1.2.0", False),
                         "* Old.\n\n### Fixed\n\n* Older.\n")
        self.assertEqual(release.changes(CHANGELOG, "1.2", False), "* Oldest.\n")
        self.assertEqual(release.changes(CHANGELOG, "1.3", True), "* New.\n")
        with self.assertRaisesRegex(release.Refused, "no section 1.3; rename Unreleased"):
            release.changes(CHANGELOG, "1.3", False)
        self.assertTrue(release.changes(pathlib.Path("CHANGELOG.md").read_text(), "0", True))

    def test_another_version(self):
        wheel = pathlib.Path("openaclnn-0.0.1-py3-none-any.whl")
        with self.assertRaisesRegex(release.Refused, "VERSION is 7; MODULE.bazel and .* say"):
            release.make("7", pathlib.Path(), wheel, True, pathlib.Path())
        with self.assertRaisesRegex(release.Refused, "version.bzl has another version"):
            release.make(release.versions(MODULE)[""], pathlib.Path(), wheel, True, pathlib.Path())

    def test_no_repository(self):
        with self.assertRaisesRegex(release.Refused, "is no Git repository"):
            release.Commit(pathlib.Path(os.environ["TEST_TMPDIR"]), False)


class ArchiveTest(unittest.TestCase):
    def packed(self, order, time, mode):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "lib").mkdir()
            for name in order:
                (root / "lib" / name).write_text(name)
                (root / "lib" / name).chmod(mode)
                os.utime(root / "lib" / name, (time, time))
            (root / "lib64").symlink_to("lib")
            return release.compressed(release.packed(root, "it", 86400))

    def test_same_bytes(self):
        one, two = self.packed("ab", 1, 0o600), self.packed("ba", 2, 0o664)
        self.assertEqual(one, two)
        with tarfile.open(fileobj=io.BytesIO(one)) as tar:
            self.assertEqual(tar.getnames(), ["it", "it/lib", "it/lib/a", "it/lib/b", "it/lib64"])
            self.assertEqual({(entry.mtime, entry.uid, entry.uname) for entry in tar},
                             {(86400, 0, "")})
            self.assertEqual(tar.getmember("it/lib/a").mode, 0o644)
            self.assertEqual(tar.getmember("it/lib64").linkname, "lib")
        with tarfile.open(fileobj=io.BytesIO(self.packed("a", 1, 0o700))) as tar:
            self.assertEqual(tar.getmember("it/lib/a").mode, 0o755)


class OtherProcessorsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def others(self, *names, source=b"source", folder=None):
        for name in names:
            (self.folder / name).write_bytes(b"source" if name == "openaclnn-1.2.tar.gz"
                                             else name.encode())
        return release.of_other_processors("1.2", folder or self.folder, source, "x86_64")

    def test_those_of_the_same_source_stay(self):
        arm = {"openaclnn-1.2-linux-aarch64.tar.gz", "openaclnn-1.2-py3-none-linux_aarch64.whl"}
        found = self.others(*arm, "openaclnn-1.2-linux-x86_64.tar.gz", "SHA256SUMS",
                            "openaclnn-1.2.tar.gz", "openaclnn-1.2.md", "openaclnn-1.2.spdx.json",
                            "openaclnn-1.2-py3-none-linux_x86_64.whl")
        self.assertEqual(found, {name: name.encode() for name in arm})

    def test_none(self):
        self.assertEqual(self.others("openaclnn-1.2.tar.gz", source=b"new"), {})
        self.assertEqual(self.others(folder=self.folder / "new"), {})

    def test_files_of_another_commit(self):
        for more in ((), ("openaclnn-1.2.tar.gz",)):
            with self.assertRaisesRegex(release.Refused, "has files of another commit, openaclnn"):
                self.others("openaclnn-1.2-linux-aarch64.tar.gz", *more, source=b"new")

    def test_strange_files(self):
        for name in ("notes.txt", "openaclnn-1.1.tar.gz", "openaclnn-1.2-linux-aarch64.tar.gz.bak"):
            with self.assertRaisesRegex(release.Refused, f"has other files, {name}; name another"):
                self.others(name)
            (self.folder / name).unlink()


class BillTest(unittest.TestCase):
    def bill(self, libraries=b"libraries"):
        files = {"source": (b"source", False), "libraries": (libraries, True)}
        return json.loads(release.bill_of_materials(
            "1.2", 86400, release.versions(MODULE), files, "16.1"))

    def test_packages(self):
        packages = {package["SPDXID"]: package for package in self.bill()["packages"]}
        self.assertEqual(len(packages), len(release.CONTAINED) + 3)
        highway = packages["SPDXRef-work-Highway"]
        self.assertEqual(highway["versionInfo"], release.versions(MODULE)["highway"])
        self.assertEqual(packages["SPDXRef-work-libstdc"]["versionInfo"], "16.1")
        source = packages["SPDXRef-file-0"]
        self.assertEqual((source["packageFileName"], source["versionInfo"]), ("source", "1.2"))
        self.assertEqual(source["checksums"][0]["checksumValue"],
                         "41cf6794ba4200b839c53531555f0f3998df4cbb01a4d5cb0b94e3ca5e23947d")

    def test_relationships(self):
        bill = self.bill()
        known = {package["SPDXID"] for package in bill["packages"]} | {"SPDXRef-DOCUMENT"}
        links = []
        for relation in bill["relationships"]:
            self.assertLessEqual({relation["spdxElementId"], relation["relatedSpdxElement"]}, known)
            links += [relation["spdxElementId"]] * (relation["relationshipType"] == "STATIC_LINK")
        self.assertEqual(links, ["SPDXRef-file-1"] * (len(release.CONTAINED) + 1))

    def test_the_namespace_is_that_of_these_files(self):
        one, two, other = self.bill(), self.bill(), self.bill(b"other")
        self.assertEqual(one, two)
        self.assertNotEqual(one["documentNamespace"], other["documentNamespace"])
        self.assertEqual(one["creationInfo"]["created"], "1970-01-02T00:00:00Z")


if __name__ == "__main__":
    unittest.main()

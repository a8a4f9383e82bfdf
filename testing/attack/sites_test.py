#!/usr/bin/env python3
"""Tests of sites.py."""

import pathlib
import stat
import sys
import tempfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, "testing/attack")
import sites  # noqa: E402

# What addr2line would say: address -> [(function, place)], innermost first.
PLACES = {"0x1": [("operator new", "new_op.cc:50"), ("Grow", "/src/runtime/schedule/event.cc:12")],
          "0x2": [("aclrtCreateEvent", "/src/runtime/acl/event.cc:30")],
          "0x3": [("TestBody", "/src/runtime/acl/event_test.cc:9")],
          "0x4": [("_GLOBAL__sub_I_x", "/src/runtime/acl/event.cc:1")],
          "0x5": [("Operator", "/src/runtime/graph/operator.cc:7")],
          "0x6": [("testing8internal", "gtest.cc:2000")]}


class Sites(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def record(self, name, path, *lines):
        folder = self.folder / "stacks"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text("\0".join([path, path, "--all"]) + "\0\n" + "\n".join(lines))
        return folder

    def sites_of(self, folder):
        with mock.patch.object(sites, "places_of",
                               lambda _, addresses: {each: PLACES[each] for each in addresses}):
            return sites.sites_of(folder)

    def test_a_site_is_the_innermost_place_of_the_library(self):
        folder = self.record("1", "/x/bazel-out/bin/a", "h1 0x1 0x2 0x3", "h2 0x2 0x3")
        program = sites.Program("/x/bazel-out/bin/a", ("--all",))
        self.assertEqual(self.sites_of(folder), {"runtime/schedule/event.cc:12": [(program, "h1")],
                                                 "runtime/acl/event.cc:30": [(program, "h2")]})

    def test_tests_and_what_is_before_main_and_classes_of_programs_are_none(self):
        folder = self.record("1", "/x/bazel-out/bin/a", "h1 0x3", "h2 0x1 0x4", "h3 0x5 0x2", "")
        self.assertEqual(self.sites_of(folder), {})

    def test_programs_of_the_system_are_not_read(self):
        folder = self.record("1", "/usr/bin/ps", "h1 0x1 0x2")
        (folder / "2").write_text("")
        self.assertEqual(self.sites_of(folder), {})

    def test_stacks_through_the_border_come_first(self):
        folder = self.record("1", "/x/bazel-out/bin/a", "h1 0x1", "h2 0x1 0x6", "h3 0x1 0x2")
        (found,) = self.sites_of(folder).values()
        self.assertEqual([stack for _, stack in found], ["h3", "h2", "h1"])

    def problem(self, script):
        program = self.folder / "program"
        program.write_text("#!/bin/sh\n" + script)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        (self.folder / "program.runfiles" / "_main").mkdir(parents=True)
        return sites.fail_at(sites.Program(str(program), ()), "h1", "")

    def test_an_error_is_no_problem(self):
        self.assertEqual(self.problem('[ "$OPENACLNN_FAILING_STACK" = h1 ] && exit 1'), "")

    def test_a_signal_is_one(self):
        self.assertEqual(self.problem("echo the last word; kill -ABRT $$"),
                         "ended by signal 6\nthe last word")

    def test_a_fuzz_target_ends_itself(self):
        self.assertEqual(self.problem("echo 'calls.cc:3: not true: code == 0'; kill -ABRT $$"), "")

    def test_abseil_ends_a_program(self):
        self.assertEqual(self.problem("echo low_level_alloc.cc:570; kill -ABRT $$"),
                         "ended by Abseil, a known limit")


if __name__ == "__main__":
    unittest.main()

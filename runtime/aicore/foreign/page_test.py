#!/usr/bin/env python3
"""page_test.py PAGE PREFIX_TAR CONFIG: docs/ascendc.md, "Your kernel, unchanged", is true, with
Bazel and with CMake."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOM = pathlib.Path("runtime/aicore/foreign")
PAGE, PREFIX, CONFIG = (pathlib.Path(argument) for argument in sys.argv[1:4])
del sys.argv[1:]
FILES = ["op_host/scaled_add.cpp", "op_host/scaled_add_tiling.h", "op_kernel/scaled_add.cpp",
         "scaled_add_reference.py"]
TESTS = ["scaled_add_test.cc", "kernel_alone_test.cc"]
SECTION = PAGE.read_text().split("\n## ")[1]


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", SECTION, re.DOTALL)


def run(*command, cwd=None):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


class Page(unittest.TestCase):
    def test_it_is_the_first_section(self):
        self.assertTrue(SECTION.startswith("Your kernel, unchanged\n"))

    def test_bazel(self):
        build = (ROOM / "BUILD").read_text()
        shown = blocks("python")
        self.assertEqual(len(shown), 2)
        for block in shown:
            for target in block.replace("@openaclnn//", "//").strip().split("\n\n"):
                self.assertIn(target, build)
        self.assertEqual(blocks("cpp"), [(ROOM / test).read_text() for test in TESTS])
        for block in blocks("cpp"):
            self.assertLessEqual(len(block.splitlines()), 20)

    def test_comparison(self):
        shown = re.search(r"\n    \$ tools/bazel run (.*?)\n\n", SECTION, re.DOTALL)
        command, *output = shown[1].splitlines()
        target, arguments = command.split(" -- ")
        self.assertEqual(target, f"//{ROOM}:compare_scaled_add")
        files = [ROOM / "libcompare_scaled_add.so", ROOM / "scaled_add_reference.py"]
        printed = run(ROOM / "compare_scaled_add", *files, *arguments.split())
        self.assertEqual([line.removeprefix("    ") for line in output], printed.splitlines())

    def test_cmake(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            prefix = folder / "a prefix"
            prefix.mkdir()
            run("tar", "-C", prefix, "-xf", PREFIX)
            run("cp", CONFIG, prefix / "lib/cmake/openaclnn")
            for file in FILES + TESTS:
                (folder / file).parent.mkdir(exist_ok=True)
                (folder / file).write_bytes((ROOM / file).read_bytes())
            (lists,) = blocks("cmake")
            (folder / "CMakeLists.txt").write_text(lists)
            run("cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}",
                "-DCMAKE_BUILD_TYPE=Release", cwd=folder)
            # Messages name the line, and what was changed is compiled again and linked.
            kernel = folder / "op_kernel/scaled_add.cpp"
            right = kernel.read_text()
            call = "Add(z, x, z, count)"
            line = right[:right.index(call)].count("\n") + 1
            kernel.write_text(right.replace(call, "Add(z[1], x, z, count)"))
            run("cmake", "--build", "build", cwd=folder)
            for test in TESTS:
                with self.assertRaisesRegex(AssertionError, rf"Add: dst: .*/{kernel.name}:{line}]"):
                    run(f"build/{test.removesuffix('.cc')}", cwd=folder)
            kernel.write_text(right)
            run("cmake", "--build", "build", cwd=folder)
            for test in TESTS:
                run(f"build/{test.removesuffix('.cc')}", cwd=folder)

            commands = re.findall(r"^    (cmake --build .*|python3 .*)$", SECTION, re.MULTILINE)
            self.assertEqual(len(commands), 2)
            for command in commands:
                words = [word.replace("DIR", str(prefix)) for word in command.split()]
                if words[0] == "python3":
                    words.append("--dtype=float32")
                printed = run(*words, cwd=folder)
            self.assertRegex(printed, r"Ascend910B3 +16 +float32,float32,float32 +0\.\d+  passed")
            self.assertRegex(printed, r"\n3 cases, 0 failed\n$")

    def test_cmake_says_what_is_wrong(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            run("tar", "-C", folder, "-xf", PREFIX)
            lists = ("cmake_minimum_required(VERSION 3.19)\nproject(k CXX)\n"
                     "include(lib/cmake/openaclnn/openaclnnAscendcKernel.cmake)\n"
                     "openaclnn_ascendc_kernel(k %s)")
            for arguments, message in {
                    "SOURCE k.cpp ARCHS 2200": "ARCHS 2200; accepted are",
                    "SOURCE k.cpp DTYPES x=float16 y=float16,float32":
                        "y has 2 dtypes, other operands 1",
                    "SOURCE k.cpp DTYPES x:float16":
                        "DTYPES x:float16; written as x=float16,float32",
                    "k.cpp": "SOURCE is needed; not understood: 'k.cpp'"}.items():
                (folder / "CMakeLists.txt").write_text(lists % arguments)
                done = subprocess.run(["cmake", "-S", ".", "-B", "build"], cwd=folder,
                                      capture_output=True, text=True, check=False)
                self.assertNotEqual(done.returncode, 0, arguments)
                self.assertIn(message, " ".join(done.stderr.split()))


if __name__ == "__main__":
    unittest.main()

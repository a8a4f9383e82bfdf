#!/usr/bin/env python3
"""Tests the wheel with NumPy."""

import base64
import doctest
import functools
import hashlib
import inspect
import os
import pathlib
import pickle
import subprocess
import sys
import threading
import unittest
import zipfile

import numpy

sys.path.insert(0, "runtime/python")
import testing
from testing import ALL, BINARY, OPS, PAIRS, SPLIT, UNARY, function, numbers, openaclnn


def in_a_process(program, **environment):
    """What a program that has imported the package prints."""
    program = "import numpy, openaclnn\nfrom openaclnn._ops import OPS\n" + program
    path = str(pathlib.Path(openaclnn.__file__).parents[1])
    run = subprocess.run([sys.executable, "-c", program], check=False, text=True,
                         capture_output=True, timeout=120,
                         env=os.environ | {"PYTHONPATH": path} | environment)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


class Memory(unittest.TestCase):
    LAYOUTS = {
        "transposed": lambda x: numpy.ascontiguousarray(x.T).T,
        "stepped": lambda x: numpy.repeat(x, 3, axis=1)[:, 1::3],
        "reversed": lambda x: numpy.ascontiguousarray(x[::-1, ::-1])[::-1, ::-1],
        "offset": lambda x: numpy.pad(x, ((2, 1), (3, 4)))[2:-1, 3:-4],
    }

    def test_views_are_used_where_they_are(self):
        for op in UNARY + BINARY:
            want = function(op)(*[numbers(6, 8, seed=i) for i in range(len(op.inputs))])
            for name, layout in self.LAYOUTS.items():
                with self.subTest(op=op.name, layout=name):
                    views = [layout(numbers(6, 8, seed=i)) for i in range(len(op.inputs))]
                    whole = numpy.full((20, 30), 7, "float32")
                    out = layout(numpy.zeros(
                        (6, 8), "float32")) if name != "offset" else whole[5:11, 4:12]
                    self.assertFalse(any(view.flags.c_contiguous for view in views))
                    with testing.Handles().watch() as handles:
                        self.assertIs(function(op)(*views, out=out), out)
                    numpy.testing.assert_array_equal(out.view("uint32"), want.view("uint32"))
                    lowest = [
                        numpy.lib.array_utils.byte_bounds(array)[0] for array in [*views, out]
                    ]
                    self.assertEqual(sorted(handles.addresses), sorted(lowest))
                    if name == "offset":
                        whole[5:11, 4:12] = 7
                        self.assertTrue((whole == 7).all())

    def test_elements_do_not_move_in_place(self):
        x = numbers(4, 4)
        for name, *args in [("flip", [0]), ("permute", [1, 0]), ("roll", [1], [0])]:
            with self.subTest(op=name):
                before = x.copy()
                self.assertRaisesRegex(openaclnn.Error, "161002.*elements move",
                                       getattr(openaclnn, name), x, *args, out=x)
                numpy.testing.assert_array_equal(x, before)
        numpy.testing.assert_array_equal(openaclnn.permute(x, [0, 1], out=x), before)
        numpy.testing.assert_array_equal(openaclnn.triangle(x, "lower", 0, out=x),
                                         numpy.tril(before))

    def test_shapes_that_follow_from_indices(self):
        x, index = numbers(3, 5, 4), numpy.array([[4, 0, -1], [2, 2, 1]], "int32")
        equal, gather = numpy.testing.assert_array_equal, openaclnn.gather
        equal(gather(x, 1, index), x[:, index])
        equal(gather(x, -3, index[1]), x[index[1]])
        equal(gather(x, 0, numpy.array(2), wraps=False), x[2:])
        equal(gather(x, 0, index[0], wraps=False)[2], numpy.zeros((5, 4)))
        rows = openaclnn.index_copy(x, 0, numpy.array([2, 0, 2]), -x)
        equal(rows, [-x[1], x[1], -x[2]])
        filled = openaclnn.index_fill(x, 2, [0, -1], 7)
        equal(filled[:, :, [0, 3]], numpy.full((3, 5, 2), 7))
        with self.assertRaisesRegex(openaclnn.Error, r"161002.*index.*R\.dtype"):
            gather(x, 0, x)
        with self.assertRaisesRegex(openaclnn.Error, r"161002.*R\.max_rank"):
            gather(x, 0, index, wraps=False)

    def test_shapes_that_follow_from_numbers(self):
        x = numbers(3, 5)
        numpy.testing.assert_array_equal(openaclnn.slice(x, -1, -4, 100, 2), x[:, -4:100:2])
        numpy.testing.assert_array_equal(openaclnn.slice(x, 0, 2, 1, 1), x[2:1])
        numpy.testing.assert_array_equal(openaclnn.repeat(x, [2, 1, 3]), numpy.tile(x, [2, 1, 3]))
        for repeats in ([2], [2, -1]):
            with self.assertRaisesRegex(openaclnn.Error, "161002.*needs a number of at least 0"):
                openaclnn.repeat(x, repeats)
        self.assertRaisesRegex(openaclnn.Error, "161002.*step", openaclnn.slice, x, 0, 0, 3, 0)

    def test_broadcast_views(self):
        for op in UNARY:
            x = numpy.broadcast_to(numbers(1, 5), (4, 5))
            numpy.testing.assert_array_equal(function(op)(x), function(op)(x.copy()))

    def test_in_place(self):
        for op in UNARY:
            x = numbers(100)
            want = function(op)(x)
            self.assertIs(function(op)(x, out=x), x)
            numpy.testing.assert_array_equal(x, want)

    def test_an_operator_with_two_results(self):
        for op in PAIRS:
            x = numbers(4, 6)
            want = function(op)(x)
            self.assertEqual([result.shape for result in want], [(4, 3), (4, 3)])
            out = numpy.empty((4, 3), "float32"), numpy.empty((3, 4), "float32").T
            got = function(op)(x, out=out)
            for one, two, three in zip(want, out, got):
                self.assertIs(two, three)
                numpy.testing.assert_array_equal(one, two)
            self.assertEqual([result.shape for result in function(op)(x, dim=0)], [(2, 6), (2, 6)])

    def test_shapes_at_the_edges(self):
        for op in UNARY:
            self.assertEqual(function(op)(numpy.array(1, "float32")).shape, ())
            self.assertEqual(function(op)(numpy.empty((0, 3), "float32")).shape, (0, 3))
            self.assertEqual(function(op)(numbers(1, 1, 7).transpose(2, 0, 1)).shape, (7, 1, 1))


class Refusals(unittest.TestCase):
    def test_the_library_says_why(self):
        for op in UNARY:
            with self.subTest(op=op.name), self.assertRaises(openaclnn.Error) as raised:
                function(op)(numbers(3).astype("complex64"))
            error = raised.exception
            self.assertEqual(error.code, 161002)
            self.assertRegex(error.function, "^aclnn.*GetWorkspaceSize$")
            self.assertIn("complex64", error.message)
            self.assertIn("R.dtype", error.message)
            self.assertIn("accepts float32", error.message)
            self.assertIn(error.message, str(error))
            again = pickle.loads(pickle.dumps(error))
            self.assertEqual((again.code, again.function, again.message),
                             (error.code, error.function, error.message))

    def test_a_message_is_of_one_call(self):
        for dtype in testing.UNKNOWN:
            with self.assertRaises(openaclnn.Error) as raised:
                function(UNARY[0])(numbers(3).astype(dtype))
            self.assertEqual(raised.exception.message.count("R.dtype"), 1)
            self.assertIn(dtype, raised.exception.message)

    def test_a_message_has_the_words_of_python(self):
        for op in UNARY:
            with self.subTest(op=op.name):
                with self.assertRaises(openaclnn.Error) as raised:
                    function(op)(numbers(3), out=numpy.empty(4, "float32"))
                self.assertRegex(raised.exception.message, r"^aclnn\w+: (out|.* of out) ")
                self.assertNotIn("PID", str(raised.exception))
                if "float64" in function(op).__doc__:
                    continue
                with self.assertRaises(openaclnn.Error) as raised:
                    function(op)(numbers(3).astype("float64"))
                self.assertTrue(
                    raised.exception.message.endswith(
                        f'; use {op.inputs[0].name}.astype("float32")'), raised.exception.message)
        for op in PAIRS:
            with self.assertRaises(openaclnn.Error) as raised:
                function(op)(numbers(4), out=(numpy.empty(2, "float32"), numpy.empty(3, "float32")))
            self.assertRegex(raised.exception.message, r"out\[1\] ")

    def test_mixed_dtypes(self):
        for op in BINARY:
            halves = numbers(3).astype("float16")
            try:
                result = function(op)(halves, numbers(3))
            except openaclnn.Error as error:
                self.assertRegex(error.message, r"R\.same_dtype")
            else:
                self.assertEqual(result.dtype, "float32")
                numpy.testing.assert_array_equal(result,
                                                 function(op)(halves.astype("float32"), numbers(3)))

    def test_shapes_that_do_not_fit(self):
        for op in BINARY:
            with self.subTest(op=op.name), self.assertRaisesRegex(openaclnn.Error,
                                                                  r"161002.*\[4\]"):
                function(op)(numbers(3), numbers(4))
        for op in UNARY:
            with self.subTest(op=op.name), self.assertRaisesRegex(
                    openaclnn.Error, r"161002.*R\.(same_shape|broadcast)"):
                function(op)(numbers(3), out=numpy.empty(4, "float32"))
        for op in SPLIT:
            if len(op.inputs) > 1:
                continue
            with self.subTest(op=op.name):
                self.assertRaisesRegex(openaclnn.Error, r"161002.*R\.half", function(op),
                                       numbers(3))
                self.assertRaisesRegex(openaclnn.Error, r"161002.*dim is 5.*R\.dim", function(op),
                                       numbers(4), dim=5)

    def test_overlaps(self):
        for op in UNARY:
            x = numbers(100)
            self.assertRaisesRegex(openaclnn.Error, "161002.*overlaps", function(op), x[1:],
                                   out=x[:-1])
            self.assertRaisesRegex(openaclnn.Error, r"161002.*R\.output", function(op),
                                   numbers(2, 3),
                                   out=numpy.lib.stride_tricks.as_strided(x, (2, 3), (0, 4)))

    def test_what_cannot_be_passed_on(self):
        for op in UNARY:
            call = function(op)
            name = op.inputs[0].name
            x = numbers(8)
            frozen = numbers(8)
            frozen.flags.writeable = False
            packed = numpy.zeros(4, numpy.dtype([("a", "i1"), ("b", "f4")]))["b"]
            self.assertRaisesRegex(
                TypeError, f"{name} is a list; accepted are numpy.ndarray and torch.Tensor", call,
                [1.0])
            self.assertRaisesRegex(TypeError, f"{name} is a NoneType", call, None)
            masked = numpy.ma.masked_equal(x, x[0])
            self.assertRaisesRegex(TypeError,
                                   f"{name} is a masked array, whose mask would be ignored", call,
                                   masked)
            self.assertRaisesRegex(TypeError, "out is a masked array", call, x, out=masked)
            self.assertRaisesRegex(TypeError, "out is a int", call, x, out=3)
            self.assertRaisesRegex(TypeError, f"{name} has dtype >f4; accepted is the byte order",
                                   call, x.astype(">f4"))
            self.assertRaisesRegex(TypeError,
                                   f"{name} has dtype <U1, which the library does not know", call,
                                   numpy.array(["a"]))
            self.assertRaisesRegex(ValueError, "is read-only", call, x, out=frozen)
            self.assertRaisesRegex(
                ValueError, r"has strides \(5,\); accepted are multiples of the element size, 4",
                call, packed)
            numpy.testing.assert_array_equal(call(frozen), call(frozen.copy()))
        some = {"input": numbers(4), "input_list": [numbers(4)], "scalar": 1.0, "int": 1, "dim": 0,
                "int_array": [0]}
        for op in ALL:
            args = {
                param.name: next(iter(param.values)) if param.values else some[param.kind]
                for param in op.params
                if param.default is None and (param.values or param.kind in some)
            }
            for param in op.attrs:
                if param.values:
                    call = functools.partial(function(op), **args | {param.name: "loud"})
                    self.assertRaisesRegex(ValueError, f"{param.name} is 'loud'; accepted are '",
                                           call)
                if param.kind in ("int", "dim"):
                    self.assertRaisesRegex(
                        ValueError, "64 bits",
                        functools.partial(function(op), **args | {param.name: 2**63}))
                    self.assertRaises(TypeError,
                                      functools.partial(function(op), **args | {param.name: 1.5}))
        for op in PAIRS:
            self.assertRaisesRegex(ValueError, "out has 1 arrays", function(op), numbers(4),
                                   out=(numbers(2), ))

    def test_lists_of_arrays(self):
        ops = [op for op in ALL if any(param.is_list for param in op.inputs)]
        self.assertGreater(len(ops), 0)
        for op in ops:
            call, name = functools.partial(function(op), dim=0), op.inputs[0].name
            with self.subTest(op=op.name):
                with testing.Handles().watch() as handles:
                    result = call([numbers(2, 3), numbers(2, 3)])
                    again = call((numbers(2, 3), numbers(2, 3)), out=numpy.empty_like(result))
                    numpy.testing.assert_array_equal(again, result)
                    mixed = call([numbers(2, 3).astype("int32"), numbers(2, 3).astype("float32")])
                    self.assertRaisesRegex(openaclnn.Error, rf"161002.*{name}\[1\] has shape", call,
                                           [numbers(2, 3), numbers(5, 5, 5)])
                    self.assertRaisesRegex(TypeError, rf"{name}\[1\] has dtype >f4", call,
                                           [numbers(2), numbers(2).astype(">f4")])
                self.assertEqual(mixed.dtype, "float32")
                self.assertEqual(handles.held(), {})
                self.assertIn("tensor lists", handles.open)
                self.assertRaisesRegex(TypeError, f"{name} is a ndarray; accepted are lists", call,
                                       numbers(2, 3))
                self.assertRaisesRegex(TypeError, rf"{name}\[1\] is a int; accepted are", call,
                                       [numbers(2), 3])
                self.assertRaisesRegex(ValueError, f"{name} has no arrays", call, [])

    def test_results_in_lists(self):
        ops = [op for op in ALL if any(param.is_list for param in op.outputs)]
        self.assertGreater(len(ops), 0)
        for op in ops:
            x = numbers(5, 3)
            with self.subTest(op=op.name):
                with testing.Handles().watch() as handles:
                    pieces = function(op)(x, [2, 3], 0)
                    self.assertRaisesRegex(openaclnn.Error, r"161002.*add up to 5", function(op), x,
                                           [2, 2], 0)
                    again = [numpy.empty_like(piece) for piece in pieces]
                    function(op)(x, [2, 3], 0, out=again)
                self.assertEqual([piece.shape for piece in pieces], [(2, 3), (3, 3)])
                for result in (pieces, again):
                    numpy.testing.assert_array_equal(numpy.concatenate(result), x, strict=True)
                self.assertEqual(handles.held(), {})
                self.assertRaisesRegex(TypeError, "out is a ndarray; accepted are lists",
                                       function(op), x, [2, 3], 0, out=numbers(5, 3))
                self.assertRaisesRegex(TypeError, r"out\[1\] is a int; accepted are", function(op),
                                       x, [2, 3], 0, out=[numbers(2, 3), 3])
                self.assertRaisesRegex(openaclnn.Error, r"161002.*out\[1\] has shape", function(op),
                                       x, [2, 3], 0, out=[numbers(2, 3), numbers(2, 3)])

    def test_numbers_that_follow(self):
        ops = [op for op in ALL if any(param.follows for param in op.attrs)]
        self.assertGreater(len(ops), 0)
        for op in ops:
            (follows,) = [param.name for param in op.attrs if param.follows]
            for dim in [-1, 0] if "dim" in op.by_name else [None]:
                x, dims = numbers(2, 3), {} if dim is None else {"dim": dim}
                result = function(op)(x, 4, **dims)
                numpy.testing.assert_array_equal(result, numpy.repeat(x, 4, dim), strict=True)
                size = result.shape[dim or 0]
                again = function(op)(x, 4, **dims, **{follows: size})
                numpy.testing.assert_array_equal(again, result)
                self.assertRaisesRegex(openaclnn.Error, f"161002.*{follows} is {size + 1}",
                                       function(op), x, 4, **dims, **{follows: size + 1})

    def test_an_address_that_is_not_aligned(self):
        for op in UNARY:
            bytes_ = numpy.zeros(41, "uint8")
            start = 1 if bytes_.ctypes.data % 4 == 0 else 0
            x = numpy.frombuffer(bytes_.data, "float32", 8, start)
            self.assertRaisesRegex(openaclnn.Error, "161002.*not a multiple of its element size",
                                   function(op), x)

    def test_nothing_is_left_behind(self):
        x = numbers(8)
        with testing.Handles().watch() as handles:
            for op in UNARY:
                function(op)(x)
                for wrong in [
                        dict(out=x[:4]),
                        dict(out=x[1:]),
                        dict(out=5),
                        dict(out=x.astype(">f4"))
                ]:
                    self.assertRaises((openaclnn.Error, TypeError), function(op), x[:-1], **wrong)
                self.assertRaises(openaclnn.Error, function(op), x.astype(testing.UNKNOWN[0]))
        self.assertGreater(len(handles.addresses), 6 * len(UNARY))
        self.assertEqual(handles.held(), {})


class Threads(unittest.TestCase):
    def test_threads_share_inputs_and_keep_their_errors(self):
        op = function(UNARY[0])
        x = numbers(20000)
        part = x[3:-3:2]
        want, want_part = op(x), op(part)
        failures = []

        def work(number):
            try:
                for repeat in range(40):
                    numpy.testing.assert_array_equal(op(x), want)
                    numpy.testing.assert_array_equal(op(part), want_part)
                    dtype = testing.UNKNOWN[number]
                    try:
                        op(x[:5].astype(dtype))
                        failures.append(f"{dtype} was accepted")
                    except openaclnn.Error as error:
                        if error.message.count("R.dtype") != 1 or f" {dtype} " not in error.message:
                            failures.append(error.message)
            except Exception as error:  # pylint: disable=broad-exception-caught  # told below
                failures.append(repr(error))

        threads = [threading.Thread(target=work, args=[number]) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_a_thread_takes_its_context_with_it(self):
        destroyed = []
        core = testing._core
        library = core._lib

        class Library:
            def __getattr__(self, name):
                return (lambda handle: destroyed.append(library.aclrtDestroyContext(handle))
                        ) if name == "aclrtDestroyContext" else getattr(library, name)

        core._lib = Library()
        try:
            thread = threading.Thread(target=lambda: function(UNARY[0])(numbers(3)))
            thread.start()
            thread.join()
        finally:
            core._lib = library
        self.assertEqual(destroyed, [0])

    def test_a_forked_process_is_told(self):
        program = """
import os
def child():
    if os.fork() == 0:
        try:
            getattr(openaclnn, {0!r})(numpy.zeros(1 << 20, "float32"))
            print("ran", flush=True)
        except RuntimeError as error:
            print(error, flush=True)
        os._exit(0)
    os.wait()
child()
getattr(openaclnn, {0!r})(numpy.zeros(1 << 20, "float32"))
child()
""".format(UNARY[0].name)
        first, second = in_a_process(program).splitlines()
        self.assertEqual(first, "ran")
        self.assertRegex(second, "was in use when this process was forked.*spawn")


class Devices(unittest.TestCase):
    # Refused on every product, in the product's own name.
    REFUSED = """
def product():
    try:
        op = [op for op, *_ in OPS.values() if len(op.inputs) == 2][0]
        getattr(openaclnn, op.name)(numpy.zeros(1, "complex64"), numpy.zeros(1, "complex64"))
    except openaclnn.Error as error:
        words = error.message.replace(";", " ").split()
        return [word for word in words if word.startswith(("atlas_", "ascend_"))][:1]
"""

    def test_the_default(self):
        self.assertEqual(
            in_a_process("print(openaclnn.device_count(), openaclnn.soc_name())",
                         OPENACLNN_DEVICES=""), "1 Ascend910B3")

    def test_several(self):
        program = self.REFUSED + """
print(openaclnn.device_count(), openaclnn.soc_name(), product())
with openaclnn.device(1):
    print(product())
    with openaclnn.device(0):
        print(product())
    print(product())
try:
    with openaclnn.device(2): product()
except Exception as error:
    print(error)
"""
        lines = in_a_process(
            program.replace("return [word", "return openaclnn.soc_name() and [word"),
            OPENACLNN_DEVICES="Ascend910B3,Ascend310P3").splitlines()
        self.assertEqual(lines[0], "2 Ascend910B3 ['atlas_a2']")
        self.assertEqual(lines[1:4], ["['atlas_inference']", "['atlas_a2']", "['atlas_inference']"])

    def test_a_device_that_is_not_there(self):
        program = """
try:
    with openaclnn.device(2): openaclnn.{}(numpy.zeros(1, "float32"))
except openaclnn.Error as error:
    print(error.code, error.message)
""".format(UNARY[0].name)
        self.assertRegex(in_a_process(program), "^107001 .*2")
        self.assertRegex(in_a_process(program.replace("(2)", "(0)"), OPENACLNN_DEVICES="Ascend9"),
                         'OPENACLNN_DEVICES names the chip "Ascend9"; accepted are')

    def test_configure(self):
        program = self.REFUSED + """
for wrong in [dict(devices=["Ascend9"]), dict(impl_mode="exact"), dict(threads=0)]:
    try:
        openaclnn.configure(**wrong)
    except openaclnn.Error as error:
        print(error.code)
openaclnn.configure(devices=["Ascend310P3", "Ascend910B3"], impl_mode="high_precision", threads=1)
print(openaclnn.device_count(), openaclnn.soc_name(), product())
try:
    openaclnn.configure()
except RuntimeError as error:
    print(type(error).__name__)
"""
        self.assertEqual(
            in_a_process(program).split("\n"),
            ["100008", "100008", "100008", "2 Ascend310P3 ['atlas_inference']", "RuntimeError"])
        twice = ("openaclnn.configure()\ntry:\n    openaclnn.configure()\n"
                 "except openaclnn.Error as error:\n    print(error.code)")
        self.assertEqual(in_a_process(twice), "100002")


class Package(unittest.TestCase):
    def test_positional_arguments_have_the_order_of_c(self):
        for op in ALL:
            names = [
                name for name in inspect.signature(function(op)).parameters
                if name in [*op.by_name, "out"]
            ]
            own = [param.name for param in op.params if param not in op.outputs]
            self.assertEqual(names, own if "out" in own else own + ["out"])

    def test_every_function_is_documented(self):
        self.assertTrue({op.name for overloads in OPS.values()
                         for op in overloads} < set(openaclnn.__all__))
        for name in openaclnn.__all__:
            self.assertTrue(getattr(openaclnn, name).__doc__, name)
        for op, is_one_of_many in [(op, len(overloads) > 1) for overloads in OPS.values()
                                   for op in overloads]:
            text = function(op).__doc__
            of = f" of {op.functions[0][0]}:" if is_one_of_many else ":"
            for part in [
                    "Args:", "Returns:", "Products and dtypes" + of, "Raises" + of,
                    " out: where to write", "161002: ", "561003: "
            ]:
                self.assertIn(part, text)
            for param in op.inputs + op.attrs:
                self.assertIn(f" {param.name}: ", text)

    def test_examples(self):
        self.assertEqual(doctest.testmod(openaclnn).failed, 0)
        result = unittest.TestResult()
        testing.doctests_of_the_readme(with_torch=False).run(result)
        self.assertEqual([text for _, text in result.failures + result.errors], [])

    def test_the_wheel_says_what_is_in_it(self):
        (path,) = pathlib.Path("runtime/python").glob("*.whl")
        wheel = zipfile.ZipFile(path)
        name, version = path.name.split("-")[:2]
        info = f"{name}-{version}.dist-info"
        metadata = wheel.read(f"{info}/METADATA").decode()
        self.assertIn(f"\nName: {name}\nVersion: {version}\n", metadata)
        self.assertIn("\nRequires-Dist: numpy\n", metadata)
        self.assertIn(f"\nTag: {'-'.join(path.stem.split('-')[2:])}\n",
                      wheel.read(f"{info}/WHEEL").decode())
        recorded = {}
        for line in wheel.read(f"{info}/RECORD").decode().splitlines():
            file, digest, size = line.rsplit(",", 2)
            recorded[file] = (digest, size)
        self.assertEqual(set(recorded), set(wheel.namelist()))
        self.assertEqual(openaclnn.__version__, version)
        for file in ("_ops.pyi", "py.typed"):
            self.assertIn(f"openaclnn/{file}", recorded)
        self.assertEqual(recorded.pop(f"{info}/RECORD"), ("", ""))
        for file, (digest, size) in recorded.items():
            data = wheel.read(file)
            self.assertEqual(int(size), len(data))
            self.assertEqual(
                digest, "sha256=" +
                base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("="))
        self.assertTrue({f"{name}/libopenaclnn.so", f"{name}/_ops.py", f"{info}/licenses/LICENSE"} <
                        set(recorded))
        self.assertEqual({entry.date_time[0] for entry in wheel.infolist()}, {1980})


if __name__ == "__main__":
    unittest.main()

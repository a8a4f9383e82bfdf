#!/usr/bin/env python3
"""Tests what the wheel takes as numbers, lists of numbers and other attributes."""

import contextlib
import functools
import sys
import unittest

import numpy

sys.path.insert(0, "runtime/python")
import testing
from testing import ALL, OPS, _core, function, numbers, openaclnn


def attributes(op):
    """A value for each attribute that must be given."""
    values = {"bool": False, "dim": 0, "int": 0, "int_array": [0, 0]}
    named = {("scalar", "end"): 2.25}  # a range of 4 numbers, as the arrays have
    return {param.name: next(iter(param.values)) if param.values
            else named.get((param.kind, param.name), values.get(param.kind, 0.5))
            for param in op.attrs if param.default is None}


class Numbers(unittest.TestCase):
    """Attributes that are numbers or dtypes, and functions that take a tensor or a number."""

    def made(self, kind, value):
        """What the C function is given for the value; of a scalar its bytes and its dtype."""
        library, given = _core._lib, []

        class Library:
            def __getattr__(_, name):
                return getattr(library, name)

            @staticmethod
            def aclCreateScalar(data, dtype):
                given.append((data, dtype))
                return library.aclCreateScalar(data, dtype)

        _core._lib = Library()
        try:
            with contextlib.ExitStack() as cleanup, testing.Handles().watch() as handles:
                value = _core.Param("x", kind).attribute(value, cleanup)
                self.assertEqual(handles.open, {"scalars": 1} if kind == "scalar" else {})
                cleanup.close()
                self.assertEqual(set(handles.open.values()), {0} if kind == "scalar" else set())
        finally:
            _core._lib = library
        return given[0] if kind == "scalar" else value

    def test_a_scalar_has_the_dtype_of_its_kind(self):
        for value, dtype, number in [(True, "bool", numpy.bool_(True)),
                                     (-3, "int64", numpy.int64(-3)),
                                     (0.1, "float64", numpy.float64(0.1)),
                                     (numpy.float32(0.1), "float32", numpy.float32(0.1)),
                                     (numpy.int8(-7), "int8", numpy.int8(-7)),
                                     (numpy.float64(0.1), "float64", numpy.float64(0.1)),
                                     (numpy.bool_(False), "bool", numpy.bool_(False)),
                                     (numpy.float16(2), "float16", numpy.float16(2)),
                                     (numpy.uint64(2**64 - 1), "uint64", numpy.uint64(2**64 - 1)),
                                     (float("-inf"), "float64", numpy.float64(-numpy.inf))]:
            self.assertEqual(self.made("scalar", value), (number.tobytes(), _core.DTYPES[dtype]))

    def test_other_numbers(self):
        for kind in ["double", "float"]:
            for value in [True, 3, 0.5, numpy.float16(0.5), numpy.int8(3), float("inf")]:
                self.assertEqual(self.made(kind, value), float(value))
        self.assertEqual(self.made("double", 1e300), 1e300)
        for kind in ["int", "dim"]:
            for value in [True, -(2**63), numpy.uint8(200)]:
                self.assertEqual(self.made(kind, value), int(value))
        for value in ["float16", numpy.float16, numpy.dtype("float16")]:
            self.assertEqual(self.made("dtype", value), _core.DTYPES["float16"])
        self.assertEqual(self.made("dtype", "bfloat16"), _core.DTYPES["bfloat16"])
        self.assertEqual(self.made("dtype", bool), _core.DTYPES["bool"])

    def test_values_that_no_number_has(self):
        def refused(kind, value, error, message):
            with self.subTest(kind=kind, value=value):
                self.assertRaisesRegex(error, message, _core.Param("x", kind).check, value)

        array = numpy.ones(1)
        for value, name in [("1", "str"), (1j, "complex"), (array, "ndarray"), (None, "NoneType"),
                            (numpy.str_("1"), "str_")]:
            for kind in ["scalar", "double", "float"]:
                refused(kind, value, TypeError,
                        f"^x is a {name}; accepted are bool, int, float and numbers of NumPy$")
        refused("scalar", 2**63, ValueError, f"^x is {2**63}; accepted are integers of 64 bits$")
        refused("float", 1e39, ValueError, r"^x is 1e\+39; accepted are numbers of float32$")
        refused("double", 10**400, ValueError, "; accepted are numbers of float64$")
        refused("double", numpy.complex64(1), TypeError, "^x is .*1.*; accepted are real numbers$")
        for kind in ["int", "dim"]:
            refused(kind, 2**63, ValueError, "64 bits")
            refused(kind, 1.5, TypeError, "^x is 1.5; accepted are integers of 64 bits$")
        for value, text in [("float33", "float33"), ("U3", "U3"), (None, "None"), (7, "7"),
                            (numpy.str_, "str")]:
            refused("dtype", value, ValueError,
                    f"^x is {text}; accepted are float32, float16, .*bfloat16")

    def overloads(self):
        tensor, number = _core.Param("self", "input"), _core.Param("alpha", "scalar", default=1)
        result = dict(kind="output", shape_of=("self",))
        return [
            _core.Op("twice", params, (), overload=overload)
            for overload, params in [("Tensor", (tensor, _core.Param("other", "input"), number,
                                                 _core.Param("out", **result, dtype_of=("self",
                                                                                        "other")))),
                                     ("Scalar", (tensor, _core.Param("other", "scalar"), number,
                                                 _core.Param("out", **result, dtype_of=("self",
                                                                                        "other")))),
                                     ("Scalar_target",
                                      (tensor, _core.Param("other", "scalar"),
                                       _core.Param("target", "dtype"),
                                       _core.Param("out", **result, dtype_of=("target", ))))]
        ]

    def chosen(self, given):
        op, values = _core._choose(
            self.overloads(),
            dict(self=numbers(3), other=None, alpha=None, target=None) | given)
        return op.overload, {
            name: value for name, value in values.items() if name not in ("self", "other")
        }

    def test_what_is_given_chooses_the_function(self):
        self.assertEqual(self.chosen(dict(other=numbers(3))), ("Tensor", {"alpha": 1}))
        self.assertEqual(self.chosen(dict(other=numpy.float32(2), alpha=3)), ("Scalar", {
            "alpha": 3
        }))
        self.assertEqual(self.chosen(dict(other=numpy.array(2.0))), ("Tensor", {"alpha": 1}))
        self.assertEqual(self.chosen(dict(other=2, target="int8")), ("Scalar_target", {
            "target": "int8"
        }))
        for values, message in [
            (dict(), "other is a NoneType; accepted are numpy.ndarray, torch.Tensor, numbers"),
            (dict(other=numbers(3), alpha=numbers(1)), "alpha is a ndarray; accepted are numbers"),
            (dict(other=1, self=1), "self is a int; accepted are numpy.ndarray, torch.Tensor"),
            (dict(other=1, alpha=2, target="int8"),
             r"no function of twice takes \(self: ndarray, other: int, alpha: int, target: str\);"
             r" accepted are \(self, other, alpha\) or \(self, other, alpha\) or \(self, other, "
             r"target\)"
             )
        ]:
            with self.subTest(values=values), self.assertRaisesRegex(TypeError, f"^{message}$"):
                self.chosen(values)

    def test_a_tensor_that_need_not_be_given(self):
        x = numpy.arange(6, dtype="float32").reshape(2, 3)
        least, greatest = numpy.array([1, 2, 9], "float32"), numpy.float32(3)
        at_least = numpy.maximum(x, least)
        for given, want in [(dict(min=least), at_least), (dict(max=least), numpy.minimum(x, least)),
                            (dict(min=least, max=numpy.array(greatest)),
                             numpy.minimum(at_least, greatest)),
                            (dict(min=1, max=greatest), numpy.clip(x, 1, greatest)),
                            (dict(max=2.5), numpy.minimum(x, numpy.float32(2.5)))]:
            for _ in range(2):  # the second call is a kept one
                numpy.testing.assert_array_equal(openaclnn.clamp(x, **given), want)
            out = numpy.empty_like(x)
            self.assertIs(openaclnn.clamp(x, **given, out=out), out)
            numpy.testing.assert_array_equal(out, want)
        wide = openaclnn.clamp(numpy.ones(2, "int8"), max=numpy.ones((3, 1), "int32"))
        self.assertEqual((wide.shape, wide.dtype), ((3, 2), "int32"))
        some = "are null; at least one of them is required"
        with self.assertRaisesRegex(openaclnn.Error, some) as context:
            openaclnn.clamp(x)
        self.assertEqual(context.exception.code, 161001)
        mixed = r"^no function of clamp takes \(self: ndarray, min: ndarray, max: int\)"
        with self.assertRaisesRegex(TypeError, mixed):
            openaclnn.clamp(x, least, 3)

    def test_dtypes_of_new_results(self):
        tensor, scalar, named = self.overloads()

        def result(op, dtype, **values):
            return str(op.new_outputs(dict(self=numpy.ones(2, dtype)) | values)[0].dtype)

        for one, other, want in [("int32", "int8", "int32"), ("int8", "uint8", "int16"),
                                 ("bool", "int64", "int64"), ("float16", "int64", "float16"),
                                 ("float32", "float16", "float32"),
                                 ("float64", "float32", "float64"), ("bool", "bool", "bool")]:
            self.assertEqual(result(tensor, one, other=numpy.ones(2, other)), want)
            self.assertEqual(result(tensor, other, other=numpy.ones(2, one)), want)
        for dtype, other, want in [("int8", 300, "int8"), ("int8", 0.5, "float32"),
                                   ("float16", 0.5, "float16"), ("bool", 2, "int64"),
                                   ("bool", True, "bool"), ("bool", numpy.int16(2), "int16"),
                                   ("float32", numpy.float64(2), "float32"),
                                   ("int32", True, "int32")]:
            self.assertEqual(result(scalar, dtype, other=other), want)
        self.assertEqual(result(named, "bool", other=1, target="uint16"), "uint16")
        with self.assertRaisesRegex(
                TypeError,
                "^the result has dtype bfloat16, which NumPy has only if ml_dtypes is imported, or "
                "in out=$"
        ):
            result(named, "bool", other=1, target="bfloat16")

    def test_a_number_gives_what_a_tensor_of_it_gives(self):
        count = 0
        for overloads in OPS.values():
            if [op.overload for op in overloads] == ["Tensor", "Scalar"]:
                named = {
                    param.name: next(iter(param.values)) for param in overloads[0].attrs
                    if param.values and param.default is None
                }
                call = functools.partial(function(overloads[0]), **named)
                x = numbers(5)
                numpy.testing.assert_array_equal(call(x, 2.5), call(x,
                                                                    numpy.full(5, 2.5, "float32")))
                ones = numpy.ones(3, "int8")
                numpy.testing.assert_array_equal(call(ones, 2), call(ones, 2 * ones))
                for value, same in [(2, "int8"), (2.0, "float32"), (numpy.float16(2), "float32")]:
                    self.assertEqual(call(ones, value).dtype, call(ones, numpy.ones(3, same)).dtype)
                self.assertRaisesRegex(
                    TypeError, "is a list; accepted are numpy.ndarray, torch.Tensor, numbers$",
                    call, x, [2])
                count += 1
        self.assertGreater(count, 0)

    def test_a_dtype_that_is_named(self):
        for op in ALL:
            for param in op.attrs:
                if param.kind == "dtype" and len(op.inputs) == len(op.attrs) == 1:
                    for dtype in ["int32", numpy.float16, numpy.dtype("bool")]:
                        result = function(op)(numpy.array([1.0, 0.0]), dtype)
                        numpy.testing.assert_array_equal(result, numpy.array([1, 0], dtype),
                                                         strict=True)
                    self.assertRaisesRegex(ValueError,
                                           f"{param.name} is float33; accepted are float32, ",
                                           function(op), numbers(2), "float33")
                    self.assertRaisesRegex(openaclnn.Error, r"561103.*R\.named_dtype", function(op),
                                           numbers(2), "int8", out=numpy.ones(2, "int16"))

    def test_handles_of_numbers_are_destroyed(self):
        count = 0
        for op in ALL:
            if any(param.kind == "scalar" for param in op.attrs):
                # By name: numbers may stand between tensors.
                args = {param.name: numbers(4, seed=i) for i, param in enumerate(op.inputs)}
                args |= attributes(op)
                with testing.Handles().watch() as handles:
                    function(op)(**args)
                    with self.assertRaises(openaclnn.Error):
                        function(op)(**args, out=numpy.ones(5, "float32"))
                self.assertIn("scalars", handles.open)
                self.assertEqual(handles.held(), {})
                count += 1
        self.assertGreater(count, 0)

    def test_arrays_of_integers(self):
        ops = [op for op in ALL if any(param.kind == "int_array" for param in op.attrs)
               and not op.outputs[0].is_list]
        self.assertGreater(len(ops), 0)
        for op in ops:
            arrays = [param.name for param in op.attrs if param.kind == "int_array"]

            def call(*given):
                # By name: numbers may stand beside the arrays.
                return function(op)(numbers(2, 3), **attributes(op) | dict(zip(arrays, given)))

            with self.subTest(op=op.name):
                want = None
                for order in ([1, 0], (1, 0), numpy.array([1, 0])):
                    with testing.Handles().watch() as handles:
                        result = call(*[order] * len(arrays))
                    want = result if want is None else want
                    numpy.testing.assert_array_equal(result, want)
                    self.assertEqual(handles.held(), {})
                    self.assertIn("int arrays", handles.open)
                for wrong in (1, "10", None, 1.5, iter([1, 0])):
                    self.assertRaisesRegex(TypeError, "accepted are sequences of integers", call,
                                           *[wrong] * len(arrays))
                for wrong in ([0.5, 1], ["0", "1"], [None]):
                    self.assertRaises((TypeError, ValueError), call, *[wrong] * len(arrays))
                # No array of dimensions and no array of counts accepts a number below -3 here; only
                # the former is limited by the rank.
                of_dims = arrays[-1] == "dims"
                for wrong in [[0, -4]] + of_dims * [[0, 2], [1, 1, 1], [0, 2**62]]:
                    with self.assertRaises(openaclnn.Error) as raised:
                        call(*[[1, 0]] * (len(arrays) - 1), wrong)
                    self.assertEqual(raised.exception.code, 161002)
                self.assertRaisesRegex(ValueError, "", call, *[[0, 2**64]] * len(arrays))

    def test_a_value_that_no_function_has(self):
        mode, flip = _core.Param("mode", "string", values={
            "plain": 0,
            "odd": 1
        }), _core.Param("flip", "bool")
        op = _core.Op("pair", (_core.Param("x", "input"), mode, flip), ())
        op.functions = [("aclnnOne", {"mode": "plain"}, (), {}, None, None), ("aclnnTwo", {
            "mode": "odd",
            "flip": True
        }, (), {}, None, None)]
        with self.assertRaisesRegex(
                ValueError,
                r"no function of pair has mode='odd', flip=False; accepted are those of aclnnOne "
                r"\(mode='plain'\)"
                r" or aclnnTwo \(mode='odd', flip=True\)$"):
            op.run(dict(x=numbers(1), mode="odd", flip=False))


if __name__ == "__main__":
    unittest.main()

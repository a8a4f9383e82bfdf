#!/usr/bin/env python3
"""Tests the package with PyTorch: tensors where they are, gradients, and what PyTorch asks of
custom operators. Run by torch_test.sh."""

import contextlib
import functools
import importlib.util
import itertools
import os
import subprocess
import sys
import threading
import unittest
import unittest.mock
import warnings

import numpy
import torch

sys.path.insert(0, "runtime/python")
import golden
import testing
from testing import ALL, BINARY, OPS, PAIRS, SPLIT, UNARY, _core, function, openaclnn

import openaclnn.torch as _  # registers; not called torch here

DTYPES = [torch.float32, torch.float16, torch.bfloat16]
DIFFERENTIABLE = [op for op in ALL if op.backward]


def numbers(*shape, dtype=torch.float32, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)).to(dtype)


def same(one, two):
    return one.dtype == two.dtype and torch.equal(one.contiguous().view(torch.uint8),
                                                  two.contiguous().view(torch.uint8))


def gradient_of(op, x, gradient, *attrs):
    """Of the operator's differentiable result."""
    x = x.detach().requires_grad_()
    result = function(op)(x, *attrs)
    results = result if isinstance(result, tuple) else (result,)
    (differentiable,) = [each for each in results if each.requires_grad]
    differentiable.backward(gradient)
    return x.grad


def attributes(op):
    """Every combination of values of the attributes, of numbers some."""
    values = {"bool": [False, True], "dim": [-1, 0], "int": [-1, 0]}
    return itertools.product(*(list(param.values or values.get(param.kind, [0.5, 2]))
                               for param in op.attrs))


def required(op):
    """A value for each attribute without a default, by name."""
    values = {"scalar": 0.5, "double": 0.5, "float": 0.5, "int": 1, "dim": 0, "bool": True,
              "dtype": torch.float16,
              "int_array": [4, 0] if op.outputs[0].is_list else [1, 0]}  # pieces of four rows
    fixed = op.functions[0][1]  # what the overload's functions are for
    named = {("scalar", "end"): 12.25}  # a range of the 24 elements of the tensors below
    return {param.name: fixed.get(param.name, next(iter(param.values))) if param.values
            else named.get((param.kind, param.name), values[param.kind])
            for param in op.attrs if param.default is None and not param.follows}


class Results(unittest.TestCase):
    def test_golden_data_of_every_operator(self):
        def tensor(array, dtype):
            if isinstance(array, list):
                return [tensor(*pair) for pair in zip(array, dtype)]
            value = torch.from_numpy(array.copy())
            return value.view(torch.bfloat16) if dtype == "bfloat16" else value

        count = 0
        for record in golden.calls(testing.golden_ops(), openaclnn.soc_name()):
            with self.subTest(op=record.op, key=record.key):
                inputs = {
                    name: tensor(array, record.dtypes[name])
                    for name, array in record.inputs.items()
                }
                call = functools.partial(getattr(openaclnn, record.op), **inputs, **record.attrs)
                results = call()
                results = results if isinstance(results, (tuple, list)) else (results,)
                wanted = [(getattr(torch, dtype), truth[0].shape)
                          for truth, dtype in zip(record.truths, record.results)]
                if [(result.dtype, result.shape) for result in results] != wanted:
                    results = tuple(torch.empty(shape, dtype=dtype) for dtype, shape in wanted)
                    call(out=results if len(results) > 1 else results[0])
                for result, truth, dtype in zip(results, record.truths, record.results):
                    self.assertEqual(result.shape, truth[0].shape)
                    array = result.to(
                        torch.float64).numpy() if dtype == "bfloat16" else result.numpy()
                    self.assertLessEqual(golden.errors(array, truth, dtype),
                                         2 if result.is_floating_point() else 0)
                count += "bfloat16" in record.results
        self.assertGreater(count, 100)


class Memory(unittest.TestCase):
    LAYOUTS = {
        "transposed": lambda x: x.T.contiguous().T,
        "stepped": lambda x: x.repeat_interleave(3, 1)[:, 1::3],
        "offset": lambda x: torch.nn.functional.pad(x, (3, 4, 2, 1))[2:-1, 3:-4],
    }

    def test_views_are_used_where_they_are(self):
        for op in UNARY + BINARY:
            for dtype in DTYPES:
                args = [numbers(6, 8, dtype=dtype, seed=i) for i in range(len(op.inputs))]
                want = function(op)(*args)
                for name, layout in self.LAYOUTS.items():
                    with self.subTest(op=op.name, dtype=dtype, layout=name):
                        views = [layout(arg) for arg in args]
                        self.assertFalse(any(view.is_contiguous() for view in views))
                        whole = torch.full((20, 30), 7, dtype=dtype)
                        out = whole[5:11, 4:20:2]
                        with testing.Handles().watch() as handles:
                            self.assertIs(function(op)(*views, out=out), out)
                        self.assertTrue(same(out, want))
                        self.assertEqual(sorted(handles.addresses),
                                         sorted(tensor.data_ptr() for tensor in [*views, out]))
                        self.assertEqual(handles.held(), {})
                        out.fill_(7)
                        self.assertTrue((whole == 7).all())
                        self.assertTrue(same(function(op)(*views), want))

    def test_expanded_and_empty_tensors(self):
        for op in UNARY:
            x = numbers(1, 5).expand(4, 5)
            self.assertTrue(same(function(op)(x), function(op)(x.contiguous())))
            self.assertEqual(function(op)(torch.empty(0, 3)).shape, (0, 3))
            self.assertEqual(function(op)(torch.tensor(1.0)).shape, ())

    def test_memory_shared_with_numpy(self):
        for op in UNARY:
            x = numbers(10)
            want = function(op)(x.clone())
            self.assertIs(function(op)(x, out=x), x)
            self.assertTrue(same(x, want))
            self.assertTrue(same(torch.from_numpy(function(op)(numbers(10).numpy())), want))


    def test_a_view_that_is_negated_when_it_is_read(self):
        for op in UNARY:
            x = torch.tensor([1 + 2j, 3 - 4j]).conj().imag
            self.assertTrue(x.is_neg())
            want = function(op)(torch.tensor([-2.0, 4.0]))
            self.assertTrue(same(function(op)(x), want))
            self.assertRaisesRegex(ValueError, "resolve_neg", function(op), x, out=torch.empty(2))
            self.assertRaisesRegex(ValueError, "resolve_neg", function(op), want, out=x)


class Kept(unittest.TestCase):
    """Calls like earlier ones, which make no plan (kept_test.py has more)."""

    def test_tensors_are_told_apart(self):
        for seed in range(3):
            x = numbers(4, 6) + seed
            for view in [x, x.T, x[:, ::2], x.half(), x.bfloat16(), x.double(), x.int()]:
                self.assertTrue(torch.equal(openaclnn.neg(view), -view))
                y = torch.empty_like(view)
                self.assertIs(openaclnn.neg(view, out=y), y)
                self.assertTrue(torch.equal(y, -view))

    def test_arguments_are_told_apart_without_out(self):
        x, ints = numbers(4, 6), torch.arange(6)
        for _ in range(3):
            for form in ["none", "tanh"]:
                want = torch.nn.functional.gelu(x, approximate=form)
                torch.testing.assert_close(openaclnn.gelu(x, form), want)
            for other in [1, True, 1.5, 2, ints, x]:
                self.assertTrue(torch.equal(openaclnn.add(ints[:6], other), ints + other))
            for other in [1, True]:
                self.assertTrue(same(openaclnn.add(x > 0, other), (x > 0) + other))
            for value in [0.0, -0.0, 2.0]:
                given = openaclnn.threshold(x - 100, 0.0, value)
                self.assertTrue(same(given, torch.full_like(x, value)))
            self.assertTrue(openaclnn.gelu(x.clone().requires_grad_()).requires_grad)
            with self.assertRaisesRegex(TypeError, "strided"):
                openaclnn.gelu(x.to_sparse())

    def test_views_with_other_values_are_refused_each_time(self):
        x = numbers(4)
        openaclnn.neg(x, out=torch.empty(4))
        negated = torch.imag(torch.complex(x, x).conj())
        self.assertTrue(negated.is_neg())
        with self.assertRaisesRegex(ValueError, "negated"):
            openaclnn.neg(negated, out=torch.empty(4))

    def test_a_gradient_is_refused_each_time(self):
        x, y = numbers(4).requires_grad_(), torch.empty(4)
        for _ in range(2):
            with torch.no_grad():
                openaclnn.neg(x, out=y)
            with self.assertRaisesRegex(ValueError, "has no gradient"):
                openaclnn.neg(x, out=y)


class Refusals(unittest.TestCase):
    def test_the_library_says_why(self):
        for op in UNARY:
            for call in [function(op), getattr(torch.ops.openaclnn, op.name)]:
                with self.assertRaises(openaclnn.Error) as raised:
                    call(torch.ones(3, dtype=torch.complex64))
                self.assertEqual(raised.exception.code, 161002)
                self.assertRegex(raised.exception.message, "dtype complex64.*accepts float32")
        for op in BINARY:
            self.assertRaisesRegex(openaclnn.Error, r"161002.*\[4\]", function(op), torch.ones(3),
                                   torch.ones(4))
        for op in PAIRS:
            self.assertRaisesRegex(openaclnn.Error, r"161002.*R\.half", function(op), torch.ones(3))

    def test_what_cannot_be_passed_on(self):
        for op in UNARY:
            self.assertRaisesRegex(TypeError, r"accepted are torch\.strided ones", function(op),
                                   torch.eye(3).to_sparse())
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # PyTorch is giving this kind up
                quantized = torch.quantize_per_tensor(torch.ones(3), 1, 0, torch.quint8)
            self.assertRaisesRegex(TypeError, "dtype torch.quint8, which the library does not know",
                                   function(op), quantized)
        for op in ALL:
            for param in op.attrs:
                if param.values:
                    for call in [function(op), getattr(torch.ops.openaclnn, op.name)]:
                        args = {given.name: torch.ones(4) for given in op.inputs} | required(op) | {
                            param.name: "loud"
                        }
                        self.assertRaisesRegex(ValueError, "'loud'.*; accepted",
                                               functools.partial(call, **args))

    def test_numpy_and_pytorch_are_not_mixed(self):
        for op in BINARY:
            second = op.inputs[1].name
            self.assertRaisesRegex(
                TypeError,
                rf"^{op.inputs[0].name} is a torch\.Tensor and {second} a numpy\.ndarray; [^\n]*$",
                function(op), torch.ones(3),
                torch.ones(3).numpy())
        for op in UNARY:
            self.assertRaisesRegex(TypeError, "out is a torch.Tensor", function(op),
                                   torch.ones(3).numpy(), out=torch.ones(3))

    def test_out_has_no_gradient(self):
        for op in UNARY:
            x = torch.ones(3, requires_grad=True)
            self.assertRaisesRegex(ValueError, "no_grad", function(op), x, out=torch.empty(3))
            with torch.no_grad():
                function(op)(x, out=torch.empty(3))


class Numbers(unittest.TestCase):
    def test_dtypes_are_those_of_pytorch(self):
        known = [
            torch.float32, torch.float16, torch.bfloat16, torch.float64, torch.int8, torch.int16,
            torch.int32, torch.int64, torch.uint8, torch.bool
        ]

        def name(dtype):
            return str(dtype).removeprefix("torch.")

        for one in known:
            for other in known:
                self.assertEqual(_core.PROMOTED[name(one)][name(other)],
                                 name(torch.promote_types(one, other)))
            for value, dtype in [(2.5, "float64"), (3, "int64"), (True, "bool")]:
                self.assertEqual(_core.PROMOTED_WITH_SCALAR[name(one)][dtype],
                                 name(torch.result_type(torch.ones(2, dtype=one), value)))

    def test_a_tensor_or_a_number(self):
        count = 0
        for overloads in OPS.values():
            if [op.overload for op in overloads] == ["Tensor", "Scalar"]:
                named = {
                    param.name: next(iter(param.values)) for param in overloads[0].attrs
                    if param.values and param.default is None
                }
                packet = getattr(torch.ops.openaclnn, overloads[0].name)
                call, *packets = (functools.partial(run, **named)
                                  for run in (function(overloads[0]), packet, packet.Tensor,
                                              packet.Scalar))
                of_any, of_tensor, of_scalar = packets
                for x, value in itertools.product(
                    [numbers(5), numbers(5).to(torch.int16),
                     numbers(5) > 0], [2.5, 3, True, numpy.float32(2.5)]):
                    plain = value.item() if isinstance(value, numpy.generic) else value
                    want = of_scalar(x, plain)
                    same_number = torch.full((5,), plain, dtype=torch.result_type(x, plain))
                    for got in [
                            call(x, value),
                            of_any(x, plain),
                            call(x, same_number),
                            of_tensor(x, same_number),
                            call(x, value, out=torch.empty_like(want))
                    ]:
                        self.assertTrue(same(got, want))
                compiled = torch.compile(lambda x: call(x, 2.5) + call(x, x), fullgraph=True,
                                         backend="aot_eager")
                self.assertTrue(
                    same(compiled(numbers(5)),
                         call(numbers(5), 2.5) + call(numbers(5), numbers(5))))
                count += 1
        self.assertGreater(count, 0)

    def test_a_tensor_that_need_not_be_given(self):
        x, least, greatest = numbers(12).reshape(3, 4), numbers(4) - 1, torch.tensor(0.5)
        for given in [dict(min=least), dict(max=greatest), dict(min=least, max=greatest),
                      dict(min=-0.5), dict(min=-0.5, max=0.5)]:
            want = torch.clamp(x, **given)
            for call in [openaclnn.clamp, torch.ops.openaclnn.clamp]:
                for _ in range(2):  # the second call is a kept one
                    self.assertTrue(same(call(x, **given), want))
            compiled = torch.compile(lambda x, given=given: openaclnn.clamp(x, **given),
                                     fullgraph=True, backend="aot_eager")
            self.assertTrue(same(compiled(x), want))
            self.assertTrue(same(openaclnn.clamp(x, **given, out=torch.empty_like(x)), want))
        with torch.autocast("cpu", torch.bfloat16):
            narrow = openaclnn.clamp(x, max=greatest.to(torch.bfloat16))
            self.assertTrue(same(narrow, torch.clamp(x, max=greatest)))

    def test_a_dtype_that_is_named(self):
        for op in ALL:
            for param in op.attrs:
                if param.kind == "dtype" and len(op.inputs) == len(op.attrs) == 1:
                    x = numbers(5) * 3
                    for dtype, given in [(torch.bfloat16, ["bfloat16", torch.bfloat16]),
                                         (torch.int8, ["int8", torch.int8, numpy.int8])]:
                        for value in given:
                            self.assertTrue(same(function(op)(x, value), x.to(dtype)))
                    self.assertRaisesRegex(ValueError,
                                           f"{param.name} is qint8; accepted are float32, ",
                                           function(op), x, torch.qint8)


class Gradients(unittest.TestCase):
    def test_are_those_of_the_operator_the_spec_names(self):
        for op in DIFFERENTIABLE:
            for dtype in DTYPES:
                with self.subTest(op=op.name, dtype=dtype):
                    x = numbers(6, 8, dtype=dtype).requires_grad_()
                    results = function(op)(x)
                    results = results if isinstance(results, tuple) else (results,)
                    self.assertEqual([result.requires_grad for result in results],
                                     [True] + [False] * (len(results) - 1))
                    gradient = numbers(*results[0].shape, dtype=dtype, seed=1)
                    results[0].backward(gradient)
                    values = dict(zip([param.name for param in op.outputs], results))
                    values |= {param.name: param.default for param in op.attrs} | {
                        op.inputs[0].name: x.detach()
                    }
                    name, sources = op.backward
                    args = [
                        gradient
                        if source == "gradient" else values[value] if source == "param" else value
                        for source, value in sources
                    ]
                    args = [arg.detach() if isinstance(arg, torch.Tensor) else arg for arg in args]
                    self.assertTrue(same(x.grad, getattr(openaclnn, name)(*args)))

    def test_are_slopes(self):
        """A wrong pair of operators, or wrong arguments of it, would show against differences of
        the operator itself."""
        for op in DIFFERENTIABLE:
            for attrs in attributes(op):

                def first(value):
                    result = function(op)(value, *attrs)
                    return result[0] if isinstance(result, tuple) else result

                with self.subTest(op=op.name, attrs=attrs):
                    x = torch.linspace(-2.9, 2.9, 96).reshape(8, 12)
                    step = 2.0**-8
                    gradient = numbers(*first(x).shape, seed=1)
                    got = gradient_of(op, x, gradient, *attrs)
                    for index in [(0, 0), (1, 5), (3, 7), (6, 2), (7, 11)]:
                        moved = torch.zeros_like(x)
                        moved[index] = step
                        slope = ((first(x + moved).double() - first(x - moved).double()) *
                                 gradient).sum() / (2 * step)
                        # The third derivative times step^2, and rounding: 2^-24 of values up to 10,
                        # over the step.
                        self.assertLess(abs(float(slope) - float(got[index])), 1e-3)

    def test_are_those_of_pytorch(self):
        """At corners too, where there is no slope and sources disagree."""
        sys.path.insert(0, "tools/golden")  # what references import
        for op in DIFFERENTIABLE:
            spec = importlib.util.spec_from_file_location(op.name, f"ops/{op.name}/reference.py")
            reference = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(reference)
            for attrs in attributes(op):
                with self.subTest(op=op.name, attrs=attrs):
                    x = (torch.arange(-24, 24) / 4).reshape(6, 8).requires_grad_()
                    names = {golden.snake(name): name for name in golden.parameters(op.name)}
                    values = dict(zip([names[param.name] for param in op.attrs], attrs)) | {
                        names[op.inputs[0].name]: x
                    }
                    values["dtypes"] = dict.fromkeys(names.values(), "float32")
                    theirs = next(iter(reference.pytorch(values, values).values()))
                    gradient = numbers(*theirs.shape, seed=1)
                    theirs.backward(gradient)
                    got = gradient_of(op, x, gradient, *attrs)
                    # Rounding in float32, theirs in several operators.
                    torch.testing.assert_close(got, x.grad, rtol=1e-5, atol=1e-5)

    def test_a_second_derivative_is_an_error(self):
        for op in DIFFERENTIABLE:
            with self.subTest(op=op.name):
                x = numbers(6, 8).requires_grad_()
                first = function(op)(x)
                first = first[0] if isinstance(first, tuple) else first
                (slope, ) = torch.autograd.grad(first, x, numbers(*first.shape, seed=1),
                                                create_graph=True)
                self.assertTrue(slope.requires_grad)
                self.assertRaisesRegex(NotImplementedError,
                                       f"openaclnn::{op.backward[0]} has no derivative",
                                       slope.sum().backward)

    def test_gradients_of_views(self):
        for op in DIFFERENTIABLE:
            x = numbers(8, 6).T
            for gradient in [torch.ones(()), numbers(1)]:
                with self.subTest(op=op.name):
                    result = function(op)(x)
                    result = result[0] if isinstance(result, tuple) else result
                    expanded = gradient.expand(result.shape)
                    self.assertTrue(
                        same(gradient_of(op, x, expanded),
                             gradient_of(op, x.contiguous(), expanded.contiguous())))

    def test_what_was_saved_may_not_be_changed(self):
        for op in DIFFERENTIABLE:
            x = numbers(4, 4).requires_grad_() * 1
            result = function(op)(x)
            result = result[0] if isinstance(result, tuple) else result
            kept = {value for source, value in op.backward[1] if source == "param"}
            with self.subTest(op=op.name), torch.no_grad():
                (x if op.inputs[0].name in kept else result).add_(1)
                with torch.enable_grad():
                    loss = (result * 1).sum()
                self.assertRaisesRegex(RuntimeError, "modified by an inplace operation",
                                       loss.backward)

    def test_threads_record_their_own(self):
        failures = []
        op = DIFFERENTIABLE[0]
        x = numbers(300, 40)
        want = gradient_of(op, x,
                           torch.ones(()).expand_as(function(op)(x)[0] if op in PAIRS else x))

        def work():
            for _ in range(20):
                if not same(
                        gradient_of(
                            op, x,
                            torch.ones(
                                ()).expand_as(function(op)(x)[0] if op in PAIRS else x)), want):
                    failures.append("another gradient")

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])


class CustomOperators(unittest.TestCase):
    def test_what_pytorch_asks_of_them(self):
        """Schema, shapes without data, registration of the gradient, tracing with it:
        torch.library.opcheck."""
        for op in ALL:
            with self.subTest(op=op.name), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                args = []
                for i, param in enumerate(op.inputs):
                    # The gradient of a halved result has half the extent, and so has what was saved
                    # of it.
                    is_half = op in SPLIT and len(
                        op.inputs) > 1 and param.name not in op.outputs[0].shape_of
                    # Above 0, because opcheck takes NaN, the logarithm of a negative number, for a
                    # difference.
                    value = numbers(4, 3 if is_half else 6, seed=i).abs() + 0.5
                    # Where the others promote, an input that does not says which elements are
                    # meant.
                    chooses = len(
                        op.outputs[0].dtype_of) > 1 and param.name not in op.outputs[0].dtype_of
                    value = value > 1 if chooses else value.requires_grad_(op.backward is not None)
                    args.append([value, value + 1] if param.is_list else value)
                call = getattr(getattr(torch.ops.openaclnn, op.name), op.overload or "default")
                # Of integers only, or with indices of its rows as one of the inputs.
                rows = torch.arange(4, dtype=torch.int32)
                others = [[arg.detach().to(torch.int32) for arg in args if torch.is_tensor(arg)]]
                others += [args[:i] + [rows] + args[i + 1:] for i in range(len(args))]
                for candidate in [args, *others]:
                    with contextlib.suppress(openaclnn.Error):
                        call(*candidate, **required(op))
                        break
                else:
                    self.fail("no arguments that it accepts")
                torch.library.opcheck(call, candidate, required(op))

    def test_autocast(self):
        """One tensor is computed as it is; several become the widest, as PyTorch's functions do."""
        wide, narrow = numbers(4, 6), numbers(4, 6, seed=1).bfloat16()
        with torch.autocast("cpu", torch.bfloat16):
            for x in [wide, narrow]:
                self.assertTrue(same(openaclnn.gelu(x), torch.ops.openaclnn.gelu(x)))
                self.assertEqual(openaclnn.gelu(x).dtype, torch.nn.functional.gelu(x).dtype)
            half = wide.half()
            for one, two in [(wide, narrow), (narrow, wide), (narrow, narrow), (half, narrow)]:
                given = torch.ops.openaclnn.tanh_backward(one, two)
                widest = torch.promote_types(one.dtype, two.dtype)
                with torch.autocast("cpu", enabled=False):
                    want = torch.ops.openaclnn.tanh_backward(one.to(widest), two.to(widest))
                self.assertTrue(same(given, want))
            rows = torch.tensor([2, 0])
            moved = torch.ops.openaclnn.index_copy(wide, rows, narrow[:2], 0)
            self.assertTrue(same(moved, torch.index_copy(wide, 0, rows, narrow[:2])))
            self.assertTrue(same(openaclnn.add(rows, rows), rows + rows))
        with self.assertRaisesRegex(openaclnn.Error, "R.same_dtype"):
            openaclnn.tanh_backward(wide, narrow)

    def test_gradients_under_autocast(self):
        """Of a layer in bfloat16 between weights in float32, as PyTorch's function gives them."""
        gradients = []
        for gelu in [openaclnn.gelu, torch.nn.functional.gelu]:
            weights = numbers(6, 6).requires_grad_()
            with torch.autocast("cpu", torch.bfloat16):
                hidden = gelu(torch.nn.functional.linear(numbers(4, 6, seed=1), weights))
                self.assertEqual(hidden.dtype, torch.bfloat16)
                (hidden * numbers(4, 6, seed=2)).sum().backward()
            gradients.append(weights.grad)
        torch.testing.assert_close(*gradients, rtol=2e-2, atol=2e-2)

    def test_without_a_gradient_the_dispatcher_is_asked_once(self):
        """Transformations, modes and lazy views have their turn all the same."""
        neg, x = torch.ops.openaclnn.neg, numbers(3, 4)

        class Seen(torch.utils._python_dispatch.TorchDispatchMode):
            def __init__(self):
                super().__init__()
                self.calls = []

            def __torch_dispatch__(self, func, types, args=(), kwargs=None):
                self.calls.append(func)
                return func(*args, **kwargs or {})

        for _ in range(2):  # a set of dispatch keys that is met for the first time, and once more
            with unittest.mock.patch.object(torch._ops.OpOverload, "redispatch", None):
                self.assertTrue(torch.equal(neg(x), -x))
                self.assertTrue(torch.equal(neg(x.T), -x.T))
                with torch.no_grad():
                    self.assertTrue(torch.equal(neg(x.clone().requires_grad_()), -x))
            negated = torch.complex(x, x).conj().imag
            self.assertTrue(negated.is_neg())
            self.assertTrue(torch.equal(neg(negated), x))
            with Seen() as seen:
                self.assertTrue(torch.equal(neg(x), -x))
            self.assertIn(neg.default, seen.calls)
            self.assertEqual(neg(x.to("meta")).shape, x.shape)
            self.assertTrue(torch.equal(torch.func.vmap(neg)(x), -x))
            # PyTorch has no such gradients of custom operators, and says so.
            slope = torch.func.grad(lambda x: openaclnn.gelu(x).sum())
            self.assertRaisesRegex(RuntimeError, "functorch", slope, x)
            with torch._subclasses.FakeTensorMode(allow_non_fake_inputs=True):
                self.assertIsInstance(neg(x), torch._subclasses.FakeTensor)
            self.assertTrue(openaclnn.gelu(x.clone().requires_grad_()).requires_grad)

    def test_a_compiled_function(self):
        for op in DIFFERENTIABLE:

            def plain(x):
                result = function(op)(x * 2)
                return (result[0] if isinstance(result, tuple) else result).square().sum()

            x = numbers(4, 6).requires_grad_()
            plain(x).backward()
            y = numbers(4, 6).requires_grad_()
            # The whole function in one graph; the backend that needs no C++ compiler.
            torch._dynamo.reset()  # it compiles one function for a few operators only
            torch.compile(plain, fullgraph=True, backend="aot_eager")(y).backward()
            self.assertTrue(same(x.grad, y.grad))


class Package(unittest.TestCase):
    def test_an_old_pytorch_is_refused_with_the_version_that_is_needed(self):
        program = ("import torch, numpy, openaclnn; del torch.library.register_fake\n"
                   "print(openaclnn.gelu(numpy.ones(1, 'float32'))[0])\n"
                   "try: openaclnn.gelu(torch.ones(1, requires_grad=True))\n"
                   "except ImportError as error: print(error)")
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        printed = subprocess.run([sys.executable, "-c", program], env=environment,
                                 stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertRegex(
            printed,
            r"(?s)^0\.841.*needs PyTorch 2\.4 or newer.*this is " + torch.__version__.split("+")[0])

    def test_examples(self):
        result = unittest.TestResult()
        testing.doctests_of_the_readme(with_torch=True).run(result)
        self.assertEqual([text for _, text in result.failures + result.errors], [])


if __name__ == "__main__":
    unittest.main()

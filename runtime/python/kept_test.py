#!/usr/bin/env python3
"""Tests that a call like an earlier one makes no plan, and is that call all the same."""

import copy
import gc
import sys
import threading
import unittest

import numpy

sys.path.insert(0, "runtime/python")
import testing
from testing import UNARY, _core, function, openaclnn

MOST = sys.modules["openaclnn._kept"].MOST_CALLS


def numbers(*shape, dtype="float32", seed=0):
    return numpy.random.default_rng(seed).normal(size=shape).astype(dtype)


class KeptTest(unittest.TestCase):
    def setUp(self):
        _core._thread.calls.clear()

    def test_nothing_is_made_twice(self):
        with testing.Handles().watch() as handles:
            for seed in range(3):
                x, y = numbers(5, 7, seed=seed), numpy.empty((5, 7), "float32")
                self.assertIs(openaclnn.neg(x, out=y), y)
                numpy.testing.assert_array_equal(y, -x)
                numpy.testing.assert_array_equal(openaclnn.neg(x), -x)
            # Once with outputs that were given, once with new ones.
            self.assertEqual(len(handles.addresses), 4)
            self.assertEqual(handles.held(), {})

    def test_new_outputs_are_new(self):
        x = numbers(4)
        first = openaclnn.neg(x)
        second = openaclnn.neg(x + 1)
        self.assertFalse(numpy.shares_memory(first, second))
        numpy.testing.assert_array_equal(first, -x)

    def test_several_outputs(self):
        x = numbers(4, 6)
        for _ in range(3):
            for op in [op for op in testing.PAIRS if len(op.inputs) == 1]:
                first = function(op)(x)
                again = tuple(map(numpy.empty_like, first))
                self.assertIsInstance(function(op)(x, out=again), tuple)
                numpy.testing.assert_array_equal(again, first)

    def test_layouts_are_told_apart(self):
        whole = numbers(6, 8)
        for _ in range(2):
            for x in [
                    whole, whole.T, whole[::-1], whole[:, ::-2], whole[1:, 3:], whole[::2],
                    whole[:1], whole[3], whole[2, 5:6].reshape(()),
                    numpy.broadcast_to(whole[0], (6, 8))
            ]:
                numpy.testing.assert_array_equal(openaclnn.neg(x), -x)
                y = numpy.full((9, 9), 7, "float32")
                part = y[8:8 - len(x):-1, :8] if x.shape == (6, 8) else None
                if part is not None:
                    openaclnn.neg(x, out=part)
                    numpy.testing.assert_array_equal(part, -x)
                    self.assertEqual((y == 7).sum(), 81 - 48)

    def test_dtypes_are_told_apart(self):
        for _ in range(2):
            for dtype in ["float32", "float16", "int32", "int8", "float64", "int64"]:
                x = numpy.arange(-3, 4).astype(dtype)
                result = openaclnn.abs(x)
                self.assertEqual(result.dtype, x.dtype)
                numpy.testing.assert_array_equal(result, abs(x))

    def test_numbers_are_told_apart(self):
        x = numpy.ones(3, "float32")
        for _ in range(2):
            for number in [2.0, 0.0, -0.0, float("nan"), float("inf"), 1, 1.0, True, 2]:
                result = openaclnn.mul(x, number)
                numpy.testing.assert_array_equal(result, x * numpy.float32(number))
                self.assertEqual(numpy.signbit(result[0]), numpy.signbit(numpy.float32(number)))
            for number, dtype in [(1, "int64"), (1.0, "float32"), (True, "bool")]:
                self.assertEqual(openaclnn.mul(x.astype("bool"), number).dtype, dtype)

    def test_attributes_are_told_apart(self):
        x = numbers(50)
        chosen = [(op, param) for op in UNARY for param in op.attrs
                  if param.values and len(param.values) > 1]
        self.assertTrue(chosen)
        for op, param in chosen:
            modes = list(param.values)[:2]
            results = [function(op)(x, **{param.name: mode}) for mode in modes * 2]
            self.assertFalse((results[0] == results[1]).all())
            numpy.testing.assert_array_equal(results[:2], results[2:])

    def test_in_place(self):
        for seed in range(3):
            x = numbers(33, seed=seed)
            want = -x
            self.assertIs(openaclnn.neg(x, out=x), x)
            numpy.testing.assert_array_equal(x, want)

    def test_what_is_the_same_array_may_change(self):
        same = lambda x, y, out: (x, x, x)
        apart = lambda x, y, out: (x, y, out)
        inside = lambda x, y, out: (x, y, y)
        for order in [(same, apart, inside), (apart, same, inside), (inside, apart, same)]:
            _core._thread.calls.clear()
            for choose in order:
                x, y, out = choose(numbers(9), numbers(9, seed=1), numbers(9, seed=2))
                want = x + y
                openaclnn.add(x, y, out=out)
                numpy.testing.assert_array_equal(out, want)

    def test_broadcast(self):
        for seed in range(3):
            x, y = numbers(3, 1, seed=seed), numbers(4, seed=seed + 9)
            numpy.testing.assert_array_equal(openaclnn.add(x, y), x + y)

    def test_no_elements(self):
        for _ in range(3):
            self.assertEqual(openaclnn.neg(numpy.empty((0, 4), "float32")).shape, (0, 4))

    def test_a_mistake_is_told_as_before(self):
        x, y = numbers(8), numbers(16)
        openaclnn.neg(x, out=y[:8])
        for _ in range(2):
            with self.assertRaises(openaclnn.Error) as caught:
                openaclnn.neg(y[:8], out=y[1:9])
            self.assertEqual(caught.exception.code, 161002)
            self.assertIn("overlap", caught.exception.message)
        read_only = numbers(8)
        want = read_only.copy()
        read_only.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "out is read-only"):
            openaclnn.neg(x, out=read_only)
        numpy.testing.assert_array_equal(read_only, want)
        openaclnn.neg(x, out=y[:8])
        numpy.testing.assert_array_equal(y[:8], -x)

    def test_an_input_may_be_read_only(self):
        x = numbers(8)
        x.flags.writeable = False
        for _ in range(2):
            numpy.testing.assert_array_equal(openaclnn.neg(x), -x)

    def test_subclasses_are_looked_at(self):
        x = numbers(8)
        openaclnn.neg(x)
        with self.assertRaisesRegex(TypeError, "masked"):
            openaclnn.neg(numpy.ma.masked_array(x, x > 0))

    def test_not_more_than_a_number_of_calls_is_kept(self):
        with testing.Handles().watch() as handles:
            for size in range(1, MOST + 20):
                openaclnn.neg(numpy.ones(size, "float32"))
            self.assertEqual(len(_core._thread.calls), MOST)
            self.assertEqual(handles.open["tensors"], 2 * MOST)
            self.assertEqual(handles.held(), {})

    def test_each_thread_keeps_its_own_and_lets_go_at_its_end(self):
        x = numbers(100)
        openaclnn.neg(x)
        wrong = []

        def work():
            for seed in range(200):
                mine = numbers(100, seed=seed)
                if not (openaclnn.neg(mine) == -mine).all():
                    wrong.append(seed)

        with testing.Handles().watch() as handles:
            threads = [threading.Thread(target=work) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            del threads, thread
            gc.collect()
            self.assertEqual(handles.held(), {})
            self.assertEqual(len(handles.addresses), 8)
        self.assertEqual(wrong, [])

    def test_what_the_compiled_part_refuses(self):
        calls = sys.modules["openaclnn._calls"]
        x = numbers(8)
        openaclnn.neg(x)
        (kept,) = _core._thread.calls.values()
        for arguments in [(), (kept._prepared,), (kept._prepared, (x,)), (kept._prepared, [x, x]),
                          (kept._prepared, (x, x, x)), (x, (x, x)), (kept._prepared, (x, "text"))]:
            with self.assertRaises((TypeError, ValueError, SystemError)):
                calls.run(*arguments)
        # A null address is refused by the library.
        self.assertNotEqual(calls.run(kept._prepared, (0, 0)), 0)


class Workspace(unittest.TestCase):
    """No operator of the CPU backend asks for any, so one is made to."""

    def run_with(self, size):
        core = testing._core
        changes, saved = [], vars(core).copy()

        def counted(name):
            def call(*args):
                saved[name](*args)
                changes.append(name)

            return call

        for name in ["_malloc", "_free", "_destroy_executor"]:
            setattr(core, name, counted(name))
        op = copy.copy(UNARY[0])
        name, fixed, own, written, phase1, phase2 = op.functions[0]

        def greedy(*args):
            phase1(*args)
            args[-2]._obj.value = size

        def checked(workspace, bytes_, executor, stream):
            self.assertTrue(workspace.value)
            self.assertEqual(bytes_.value, size)
            phase2(workspace, bytes_, executor, stream)

        op.functions = [(name, fixed, own, written, greedy, checked)]
        try:
            return core.call((op, ), {param.name: param.default
                                      for param in op.attrs} | {op.inputs[0].name: numbers(5)},
                             None), changes
        except openaclnn.Error as error:
            return error, changes
        finally:
            core._thread.calls.clear()
            vars(core).update(saved)

    def test_is_allocated_and_freed(self):
        # A kept call keeps its workspace, unless it is large.
        for size, then in [(1000, ["_free", "_destroy_executor"]), (2 << 20, ["_free"])]:
            result, changes = self.run_with(size)
            numpy.testing.assert_array_equal(result, function(UNARY[0])(numbers(5)))
            self.assertEqual(changes, ["_malloc", *then])

    def test_more_than_there_is(self):
        error, changes = self.run_with(1 << 60)
        self.assertEqual((error.code, error.function), (207001, "aclrtMalloc"))
        self.assertIn("out of memory", error.message)
        self.assertEqual(changes, ["_destroy_executor"])


if __name__ == "__main__":
    unittest.main()

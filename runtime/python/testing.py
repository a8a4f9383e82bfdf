"""What the tests of the package for NumPy and for PyTorch share."""

import contextlib
import doctest
import pathlib
import sys
import tempfile
import unittest
import zipfile

import golden
import numpy

# Where pip has put the package already (torch_test), or from the wheel.
try:
    import openaclnn
except ImportError:
    # As long as the process.
    _folder = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
    (_wheel,) = pathlib.Path("runtime/python").glob("*.whl")
    zipfile.ZipFile(_wheel).extractall(_folder.name)
    sys.path.insert(0, _folder.name)
    import openaclnn

from openaclnn import _core
from openaclnn._ops import OPS

# Operators are found by what they are like; their names are nobody's business here.
def _usual_functions():
    """Names of the C functions that the device has which is there without any settings."""
    for cases in pathlib.Path("ops").glob("*/cases.json"):
        contents = golden.about(cases)
        (product, ) = [
            product for product, soc in contents["socs"].items() if soc == openaclnn.soc_name()
        ]
        yield from (function["name"] for function in contents["functions"]
                    if product in function["products"])


_USUAL = set(_usual_functions())
ALL = [
    op for overloads in OPS.values() for op in overloads
    if any(name in _USUAL for name, *_ in op.functions)
]
# Those that can be called with arrays alone.
PLAIN = [op for op in ALL if all(param.default is not None for param in op.attrs)]
# Those that split a tensor along a dimension, and the others, by the number of their inputs.
SPLIT = [op for op in PLAIN if any(attr.kind == "dim" for attr in op.attrs)]
UNARY = [op for op in PLAIN if len(op.inputs) == 1 and len(op.outputs) == 1 and op not in SPLIT]
BINARY = [op for op in PLAIN if len(op.inputs) == 2 and op not in SPLIT]
PAIRS = [op for op in PLAIN if len(op.outputs) == 2]
# Dtypes that no operator of UNARY and BINARY accepts.
UNKNOWN = ["complex64", "complex128", "uint16", "uint64"]


def numbers(*shape, dtype="float32", seed=0):
    return numpy.random.default_rng(seed).normal(size=shape).astype(dtype)


def function(op):
    return getattr(openaclnn, op.name)


def golden_ops():
    """For golden.calls()."""
    return {
        name: (getattr(openaclnn,
                       name), {c_name for op in overloads for c_name, *_ in op.functions})
        for name, overloads in OPS.items()
    }


class Handles:
    """Counts what the library was asked to hold, by the address of the memory, and what it was
    asked to let go."""

    def __init__(self):
        self.addresses = []
        self.open = {}  # of each kind that was made, how many are held

    def _change(self, what, by):
        self.open[what] = self.open.get(what, 0) + by

    def held(self):
        """What was not let go, by kind, when no call is kept any more."""
        _core._thread.calls.clear()
        return {what: count for what, count in self.open.items() if count}

    @contextlib.contextmanager
    def watch(self):
        _core._thread.calls.clear()  # so that all is made anew
        library, saved = _core._lib, vars(_core).copy()

        class Library:
            def __getattr__(_, name):
                return getattr(library, name)

            @staticmethod
            def aclCreateScalar(*args):
                self._change("scalars", 1)
                return library.aclCreateScalar(*args)

            @staticmethod
            def aclCreateTensor(*args):
                self.addresses.append(args[-1])
                self._change("tensors", 1)
                return library.aclCreateTensor(*args)

            @staticmethod
            def aclCreateIntArray(*args):
                self._change("int arrays", 1)
                return library.aclCreateIntArray(*args)

            @staticmethod
            def aclCreateTensorList(handles, count):
                self._change("tensors", -count)  # the list destroys them
                self._change("tensor lists", 1)
                return library.aclCreateTensorList(handles, count)

        def counting(name, what, by):
            def call(*args):
                saved[name](*args)
                self._change(what, by)

            return call

        _core._lib = Library()
        _core._destroy_tensor = counting("_destroy_tensor", "tensors", -1)
        _core._destroy_scalar = counting("_destroy_scalar", "scalars", -1)
        _core._destroy_int_array = counting("_destroy_int_array", "int arrays", -1)
        _core._destroy_tensor_list = counting("_destroy_tensor_list", "tensor lists", -1)
        _core._register = counting("_register", "regions", 1)
        _core._unregister = counting("_unregister", "regions", -1)
        try:
            yield self
        finally:
            vars(_core).update(saved)


def doctests_of_the_readme(with_torch):
    """The examples of README.md in which Python is shown; those from the heading on that says
    PyTorch only where it is there."""
    text = pathlib.Path("runtime/python/README.md").read_text()
    numpy_part, heading, torch_part = text.partition("\n## PyTorch\n")
    assert heading
    # A fence would be taken for output.
    examples = (torch_part if with_torch else numpy_part).replace("```", "")
    test = doctest.DocTestParser().get_doctest(examples, {}, "README.md",
                                               "runtime/python/README.md", 0)
    assert test.examples
    return unittest.TestSuite([doctest.DocTestCase(test)])

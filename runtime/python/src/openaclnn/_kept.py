"""Calls that are kept: one with arrays like those of an earlier one needs no plan of its own.

A call from Python plans an operator, makes tensors and destroys them again, which takes far longer
than a small operator. What it made is kept instead, and the next call with the same attributes and
with arrays of the same dtypes, shapes and strides only gives it other addresses.
"""

import functools
import os
import sys
import weakref

import numpy

import openaclnn._library  # pylint: disable=unused-import  # _calls uses what it loads
from openaclnn import _calls

MOST_CALLS = 256  # kept by a thread; after that the oldest one goes
MOST_WORKSPACE = 1 << 20  # bytes that a call may keep
_KEYED = frozenset([str, int, bool, type(None)])


def plain_key(value):
    """What tells a plain value from others in a key; None for what is no plain value."""
    kind = type(value)
    if kind in _KEYED:
        return kind, value
    return repr(value) if kind is float else None  # 0.0 equals -0.0, and NaN not itself


def _part(value):
    """What a kept call must have in common with a new one because of this argument, and as what it
    takes an array; (None, None) for what no call is kept."""
    kind = type(value)
    if kind is numpy.ndarray:
        dtype = value.dtype
        if dtype.isbuiltin == 1:
            return (dtype, value.shape, value.strides), value
        # Of others, as bfloat16, there are no buffers, which would tell what is read-only.
        part = dtype, value.shape, value.strides, value.flags.writeable
        return part, value.__array_interface__["data"][0]
    plain = plain_key(value)
    if plain is not None:
        return plain, None
    torch = sys.modules.get("torch")
    if (torch is not None and kind is torch.Tensor and value.is_cpu
            and value.layout is torch.strided and not (value.is_neg() or value.is_conj())):
        # Where it is refused for its gradient, there is no call to keep.
        has_gradient = value.requires_grad and torch.is_grad_enabled()
        try:
            address = value.data_ptr()
        except RuntimeError:  # inside a transformation, as of torch.func
            return None, None
        return (value.dtype, tuple(value.shape), value.stride(), has_gradient), address
    return None, None


def _maker(output):
    """What makes arrays like this output."""
    if isinstance(output, numpy.ndarray):
        return functools.partial(numpy.empty, output.shape, output.dtype)
    # Extents one by one take a third less time than as a tuple, which only rank 0 needs.
    extents = tuple(output.shape) or ((),)
    return functools.partial(sys.modules["torch"].empty, *extents, dtype=output.dtype)


def _array(output):
    """As what a call takes a new output: as _part says."""
    if isinstance(output, numpy.ndarray):
        return output if output.dtype.isbuiltin == 1 else output.__array_interface__["data"][0]
    return output.data_ptr()


def _release(owner, process):
    if process == os.getpid():  # elsewhere the library has none of it
        owner.close()


class Call:
    """What is left of a call, all of which `owner` (an ExitStack) releases in the end."""

    def __init__(self, owner, outputs, *prepared):
        self._prepared = _calls.prepare(*prepared)
        self._makers = [_maker(output) for output in outputs]
        # At the end of the thread, or of the program.
        weakref.finalize(self, _release, owner, os.getpid())

    def new_outputs(self):
        """New outputs, and as what a call takes them."""
        outputs = [make() for make in self._makers]
        return outputs, [_array(output) for output in outputs]

    def run(self, arrays):
        """Whether the call succeeded; if not, made in full it fails with an error that says why."""
        try:
            return _calls.run(self._prepared, arrays) == 0
        except (BufferError, ValueError):  # an array is read-only
            return False


class Calls(dict):
    """The calls that a thread keeps."""

    def keep(self, key, call):
        while len(self) >= MOST_CALLS:
            del self[next(iter(self))]
        self[key] = call

    def run(self, operator, device, values, out):
        """A key for the call, and its outputs if a kept one was made again; None for a call that
        cannot be kept. `operator` is an Op or a tuple of them, `values` are its inputs and
        attributes; `out` has the outputs, or is None for new ones."""
        key, arrays = [operator, device], []
        for value in (*values, *(out or ())):
            part, array = _part(value)
            if part is None:
                return None, None
            key.append(part)
            if array is not None:
                arrays.append(array)
        key = tuple(key)
        call = self.get(key)
        if call is None:
            return key, None
        outputs = out
        if out is None:
            outputs, new = call.new_outputs()
            arrays += new
        return key, outputs if call.run(tuple(arrays)) else None

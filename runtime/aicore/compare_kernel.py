#!/usr/bin/env python3
"""Runs a kernel that ascendc_kernel compiled over shapes and element types, and compares it with a function in Python.

compare_kernel.py LIBRARY REFERENCE [option ...]

LIBRARY is a shared library with the kernel (Bazel: ascendc_kernel_comparison; CMake: the target <kernel>_library).
REFERENCE is a file in Python that describes the kernel:

    KERNEL = "scaled_add"
    OUTPUTS = ["z"]                                 # names of parameters that the kernel writes
    DTYPES = [{"x": "float16", "y": "float16", "z": "float16"}, ...]   # in the order of the build
    SHAPES = [(16,), (1000, 32), ...]

    def inputs(shape, random):                      # random: numpy.random.Generator
        return {"x": random.standard_normal(shape), "y": random.standard_normal(shape)}

    def reference(x, y):                            # in float64 or int64; each output, or a tuple of them
        return x + 3 * y

    def launch(shape, dtypes):                      # the operator and its attributes: its host side does the rest
        return {"operator": "ScaledAdd", "attrs": {"alpha": 3.0}}

For a kernel without a host side launch() returns instead what that would decide, with these defaults:

        return {"tiling": b"", "tiling_key": 0, "blocks": 1, "workspace": 0, "scalars": []}

A dtype "float16" is one of float16, float32, bfloat16, bool, int8 ... int64, uint8 ... uint64. `reference` gets the
inputs as the kernel does: rounded to their dtypes. With TORCH = True they are PyTorch tensors. A tiling may be
anything that bytes() takes, a ctypes.Structure for example; scalars are numpy scalars or ctypes.Structures; attributes
are of bool, int, float, str or lists of int.

For each case one line says how far the worst result is from the reference, in units of the last place of the output's
dtype (integers: the difference), whether the simulator found a mistake, and what ran on each pipe.
"""

import argparse
import ctypes
import pathlib
import runpy
import sys

import numpy as np

PIPES = ["S", "V", "MTE2", "MTE3"]
# Explicit bits of the significand, exponent of the least normal number.
FLOATS = {"float16": (10, -14), "bfloat16": (7, -126), "float32": (23, -126)}
# ge::DataType.
NUMBERS = {"float32": 0, "float16": 1, "int8": 2, "int32": 3, "uint8": 4, "int16": 6, "uint16": 7, "uint32": 8, "int64": 9,
           "uint64": 10, "bool": 12, "bfloat16": 27}
# Parameter::Kind of launch.h, by numpy's letter.
KINDS = {"i": 1, "u": 1, "b": 1, "f": 2}
STRUCTURE = 3


class Tensor(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("data", ctypes.c_void_p), ("bytes", ctypes.c_int64),
                ("writable", ctypes.c_int64), ("type", ctypes.c_int64), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("rank", ctypes.c_int64)]


class Scalar(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("bytes", ctypes.c_int64), ("kind", ctypes.c_int64)]


class Attr(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("kind", ctypes.c_int64), ("integer", ctypes.c_int64), ("number", ctypes.c_double),
                ("text", ctypes.c_char_p), ("list", ctypes.POINTER(ctypes.c_int64)), ("list_size", ctypes.c_int64)]

    @classmethod
    def of(cls, name, value):
        attr = cls(name.encode(), [bool, int, float, str, list].index(type(value)))
        if isinstance(value, (bool, int)):
            attr.integer = value
        elif isinstance(value, float):
            attr.number = value
        elif isinstance(value, str):
            attr.text = value.encode()
        else:
            attr.list, attr.list_size = (ctypes.c_int64 * len(value))(*value), len(value)
        return attr


class Call(ctypes.Structure):
    _fields_ = [("op", ctypes.c_char_p), ("soc", ctypes.c_char_p), ("attrs", ctypes.POINTER(Attr)),
                ("attr_count", ctypes.c_int64), ("kernel", ctypes.c_char_p), ("dtypes", ctypes.c_char_p),
                ("tensors", ctypes.POINTER(Tensor)), ("tensor_count", ctypes.c_int64),
                ("scalars", ctypes.POINTER(Scalar)), ("scalar_count", ctypes.c_int64),
                ("tiling", ctypes.c_char_p), ("tiling_bytes", ctypes.c_int64), ("tiling_key", ctypes.c_uint64),
                ("workspace_bytes", ctypes.c_int64), ("blocks", ctypes.c_int64), ("fast", ctypes.c_int64)]


def encode(values, dtype):
    """The memory of values of a dtype: float64 is rounded to nearest even."""
    if dtype != "bfloat16":
        with np.errstate(over="ignore", under="ignore"):
            return np.ascontiguousarray(values).astype(dtype)
    wide = np.ascontiguousarray(values, dtype=np.float64)
    with np.errstate(over="ignore", under="ignore"):
        narrow = wide.astype(np.float32)
    # Rounded to odd first, so that rounding twice is as rounding once.
    bits = narrow.view(np.uint32)
    inexact = np.isfinite(narrow) & (narrow.astype(np.float64) != wide)
    away = np.abs(narrow.astype(np.float64)) > np.abs(wide)
    bits = np.where(inexact, np.where(away, bits - np.uint32(1), bits) | np.uint32(1), bits)
    rounded = (bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16)
    return np.where(np.isnan(wide), np.uint32(0x7FC0), rounded).astype(np.uint16)


def memory_of(value):
    """The bytes of a number of numpy's, a ctypes.Structure or bytes."""
    return value.tobytes() if isinstance(value, np.generic) else bytes(value)


def decode(memory, dtype):
    """The values as float64 or int64."""
    if dtype == "bfloat16":
        with np.errstate(invalid="ignore"):  # of NaNs that signal
            return (memory.astype(np.uint32) << np.uint32(16)).view(np.float32).astype(np.float64)
    return memory.astype(np.float64 if dtype in FLOATS else np.int64)


def largest_ulp(got, want, dtype):
    """The largest distance in units of the last place of `dtype`. Beyond its range infinity and the largest finite
    number are right, since products differ."""
    if got.size == 0:
        return 0.0
    if dtype not in FLOATS:
        return float(np.max(np.abs(got.astype(np.float64) - want.astype(np.float64))))
    digits, least = FLOATS[dtype]
    rounded = decode(encode(want, dtype), dtype)
    largest = np.copysign((2 - 2.0**-digits) * 2.0 ** (1 - least), want)
    comparable = np.isfinite(got) & np.isfinite(rounded)
    right = (got == rounded) | (np.isnan(got) & np.isnan(rounded)) | ((got == largest) & ~np.isfinite(rounded) & np.isfinite(want))
    exponent = np.maximum(np.frexp(np.where(comparable, want, 1.0))[1] - 1, least)
    with np.errstate(invalid="ignore"):
        distance = np.abs(got - want) / np.ldexp(1.0, exponent - digits)
    return float(np.max(np.where(comparable, distance, np.where(right, 0.0, np.inf))))


class Kernel:
    """A kernel of a shared library, with its description."""

    def __init__(self, library, description):
        self.function = ctypes.CDLL(str(library)).OpenaclnnRunKernel
        self.function.restype = None
        self.__dict__.update(description)

    def expected(self, inputs):
        if not getattr(self, "TORCH", False):
            results = self.reference(**inputs)
        else:
            import torch
            results = self.reference(**{name: torch.from_numpy(values) for name, values in inputs.items()})
        results = results if isinstance(results, (tuple, list)) else (results,)
        return dict(zip(self.OUTPUTS, (np.asarray(result) for result in results)))

    def run(self, soc, dtypes, shape, fast=False, seed=0):
        """Message, the largest ULP of each output, and counters by pipe of one case."""
        generated = self.inputs(shape, np.random.default_rng(seed))
        memory = {name: encode(values, dtypes[name]) for name, values in generated.items()}
        expected = self.expected({name: decode(values, dtypes[name]) for name, values in memory.items()})
        for name, values in expected.items():
            memory[name] = np.zeros_like(encode(values, dtypes[name]))
        chosen = {"operator": None, "attrs": {}, "tiling": b"", "tiling_key": 0, "blocks": 1, "workspace": 0, "scalars": []}
        unknown = set(self.launch(shape, dtypes)) - set(chosen)
        if unknown:
            raise ValueError(f"launch() returns {', '.join(sorted(unknown))}; accepted are {', '.join(chosen)}")
        chosen.update(self.launch(shape, dtypes))
        tensors = (Tensor * len(memory))(*[
            Tensor(name.encode(), values.ctypes.data, values.nbytes, name in expected, NUMBERS[dtypes[name]],
                   (ctypes.c_int64 * values.ndim)(*values.shape), values.ndim) for name, values in memory.items()])
        attrs = (Attr * len(chosen["attrs"]))(*[Attr.of(*attr) for attr in chosen["attrs"].items()])
        kept = [(ctypes.create_string_buffer(memory_of(value)), value) for value in chosen["scalars"]]
        scalars = (Scalar * len(kept))(*[
            Scalar(ctypes.addressof(buffer), len(buffer) - 1, KINDS[value.dtype.kind] if isinstance(value, np.generic) else STRUCTURE)
            for buffer, value in kept])
        tiling = memory_of(chosen["tiling"])
        operator = chosen["operator"].encode() if chosen["operator"] else None
        call = Call(operator, soc.encode(), attrs, len(attrs), self.KERNEL.encode(), ",".join(dtypes.values()).encode(), tensors,
                    len(tensors), scalars, len(scalars), tiling, len(tiling), chosen["tiling_key"], chosen["workspace"],
                    chosen["blocks"], fast)
        counters = (ctypes.c_int64 * (4 * len(PIPES)))()
        message = ctypes.create_string_buffer(4096)
        self.function(ctypes.byref(call), counters, message, ctypes.c_size_t(len(message)))
        ulps = {name: largest_ulp(decode(memory[name], dtypes[name]), values, dtypes[name]) for name, values in expected.items()}
        pipes = {pipe: list(counters[4 * i:4 * i + 4]) for i, pipe in enumerate(PIPES)}
        return message.value.decode(), ulps, pipes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("reference", type=pathlib.Path)
    parser.add_argument("--soc", action="append", help="a chip or product; may be repeated (default: Ascend910B3)")
    parser.add_argument("--dtype", help="only combinations with this dtype")
    parser.add_argument("--shape", action="append", help="instead of SHAPES, such as 16x1000; may be repeated")
    parser.add_argument("--seed", type=int, default=0, help="of the inputs")
    parser.add_argument("--fast", action="store_true", help="only the checks that cost little")
    parser.add_argument("--max-ulp", type=float, default=float("inf"), help="a case with a larger error fails")
    options = parser.parse_args()
    kernel = Kernel(options.library, runpy.run_path(str(options.reference)))
    shapes = [tuple(map(int, shape.split("x"))) for shape in options.shape or []] or kernel.SHAPES
    combinations = [dtypes for dtypes in kernel.DTYPES if not options.dtype or options.dtype in dtypes.values()]
    failed = ran = 0
    print(f"{'chip':17} {'shape':12} {'dtypes':26} {'max ULP':>8}  checks  instructions/units of {' '.join(PIPES)}")
    for soc in options.soc or ["Ascend910B3"]:
        for dtypes in combinations:
            for shape in shapes:
                message, ulps, pipes = kernel.run(soc, dtypes, shape, options.fast, options.seed)
                worst = max(ulps.values())
                ran += 1
                failed += bool(message) or worst > options.max_ulp
                case = f"{soc:17} {'x'.join(map(str, shape)):12} {','.join(dtypes.values()):26}"
                if message:
                    print(f"{case} {'-':>8}  {message}")
                else:
                    counts = " ".join(f"{instructions}/{units}" for instructions, _, _, units in pipes.values())
                    print(f"{case} {worst:8.3f}  passed  {counts}")
    print(f"{ran} cases, {failed} failed")
    return 1 if failed or ran == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Runs a kernel that ascendc_kernel compiled over shapes and element types, and compares it with a
function in Python.

compare_kernel.py LIBRARY REFERENCE [option ...]

LIBRARY is a shared library with the kernel (Bazel: ascendc_kernel_comparison; CMake: the target
<kernel>_library). REFERENCE is a file in Python that describes the kernel:

    KERNEL = "scaled_add"
    OUTPUTS = ["z"]                                 # what the kernel writes
    DTYPES = [{"x": "float16", "y": "float16", "z": "float16"}, ...]  # in the order of the build
    SHAPES = [(16,), (1000, 32), ...]

    def inputs(shape, random):                      # random: numpy.random.Generator
        return {"x": random.standard_normal(shape), "y": random.standard_normal(shape)}

    def reference(x, y):                            # an output, or a tuple of outputs
        return x + 3 * y

    def launch(shape, dtypes):                      # its host side does the rest
        return {"operator": "ScaledAdd", "attrs": {"alpha": 3.0}}

For a kernel without a host side launch() returns instead what that would decide, with these
defaults:

        return {"tiling": b"", "tiling_key": 0, "blocks": 1, "workspace": 0, "scalars": []}

A dtype is one of float16, float32, bfloat16, bool, int8 ... int64, uint8 ... uint64. `reference`
gets the inputs as the kernel does, rounded to their dtypes, in float64 or int64. With TORCH = True
they are PyTorch tensors. A tiling is anything that bytes() takes, a ctypes.Structure for example;
scalars are numpy scalars or ctypes.Structures; attributes are of bool, int, float, str or lists of
int.

For each case one line says how far the worst result is from the reference, in units of the last
place of the output's dtype (integers: the difference), whether the simulator found a mistake, and
what ran on each pipe, with an estimate of cycles (not with --fast).
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
# Parameter::Kind of launch.h, by numpy's letter.
KINDS = {"i": 1, "u": 1, "b": 1, "f": 2}
STRUCTURE = 3
# The order of gert::RuntimeAttrs::Value.
ATTRS = [bool, int, float, str, list]
# What launch() may return.
LAUNCH = {"operator": None, "attrs": {}, "tiling": b"", "tiling_key": 0, "blocks": 1,
          "workspace": 0, "scalars": []}

TEXT = ctypes.c_char_p
INT = ctypes.c_int64
INTS = ctypes.POINTER(INT)


class Tensor(ctypes.Structure):
    _fields_ = [("name", TEXT), ("data", ctypes.c_void_p), ("bytes", INT), ("writable", INT),
                ("dtype", TEXT), ("shape", INTS), ("rank", INT)]


class Scalar(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("bytes", INT), ("kind", INT)]


class Attr(ctypes.Structure):
    _fields_ = [("name", TEXT), ("kind", INT), ("integer", INT), ("number", ctypes.c_double),
                ("text", TEXT), ("list", INTS), ("list_size", INT)]

    @classmethod
    def of(cls, name, value):
        attr = cls(name.encode(), ATTRS.index(type(value)))
        if isinstance(value, (bool, int)):
            attr.integer = value
        elif isinstance(value, float):
            attr.number = value
        elif isinstance(value, str):
            attr.text = value.encode()
        else:
            attr.list, attr.list_size = (INT * len(value))(*value), len(value)
        return attr


class Call(ctypes.Structure):
    _fields_ = [("op", TEXT), ("soc", TEXT), ("attrs", ctypes.POINTER(Attr)), ("attr_count", INT),
                ("kernel", TEXT), ("dtypes", TEXT), ("tensors", ctypes.POINTER(Tensor)),
                ("tensor_count", INT), ("scalars", ctypes.POINTER(Scalar)), ("scalar_count", INT),
                ("tiling", TEXT), ("tiling_bytes", INT), ("tiling_key", ctypes.c_uint64),
                ("workspace_bytes", INT), ("blocks", INT), ("fast", INT)]


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
    half = np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))
    rounded = (bits + half) >> np.uint32(16)
    return np.where(np.isnan(wide), np.uint32(0x7FC0), rounded).astype(np.uint16)


def decode(memory, dtype):
    """The values as float64 or int64."""
    if dtype == "bfloat16":
        wide = memory.astype(np.uint32) << np.uint32(16)
        with np.errstate(invalid="ignore"):  # of NaNs that signal
            return wide.view(np.float32).astype(np.float64)
    return memory.astype(np.float64 if dtype in FLOATS else np.int64)


def memory_of(value):
    """The bytes of a number of numpy's, a ctypes.Structure or bytes."""
    return value.tobytes() if isinstance(value, np.generic) else bytes(value)


def largest_ulp(got, want, dtype):
    """The largest distance in units of the last place of `dtype`. Beyond its range infinity and
    the largest finite number are right, since products differ."""
    if got.size == 0:
        return 0.0
    if dtype not in FLOATS:
        return float(np.max(np.abs(got.astype(np.float64) - want.astype(np.float64))))
    digits, least = FLOATS[dtype]
    rounded = decode(encode(want, dtype), dtype)
    largest = np.copysign((2 - 2.0**-digits) * 2.0 ** (1 - least), want)
    comparable = np.isfinite(got) & np.isfinite(rounded)
    too_large = ~np.isfinite(rounded) & np.isfinite(want)
    right = (got == rounded) | (np.isnan(got) & np.isnan(rounded)) | (too_large & (got == largest))
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
        if getattr(self, "TORCH", False):
            import torch
            inputs = {name: torch.from_numpy(values) for name, values in inputs.items()}
        results = self.reference(**inputs)
        results = results if isinstance(results, (tuple, list)) else (results,)
        return dict(zip(self.OUTPUTS, map(np.asarray, results)))

    def chosen(self, shape, dtypes):
        given = self.launch(shape, dtypes)
        unknown = sorted(set(given) - set(LAUNCH))
        if unknown:
            accepted = ", ".join(LAUNCH)
            raise ValueError(f"launch() returns {', '.join(unknown)}; accepted are {accepted}")
        return {**LAUNCH, **given}

    def run(self, soc, dtypes, shape, fast=False, seed=0):
        """Message, the largest ULP of each output, counters by pipe and cycles of one case."""
        generated = self.inputs(shape, np.random.default_rng(seed))
        memory = {name: encode(values, dtypes[name]) for name, values in generated.items()}
        expected = self.expected(
            {name: decode(values, dtypes[name]) for name, values in memory.items()})
        for name, values in expected.items():
            memory[name] = np.zeros_like(encode(values, dtypes[name]))
        tensors = (Tensor * len(memory))(*[
            Tensor(name.encode(), values.ctypes.data, values.nbytes, name in expected,
                   dtypes[name].encode(), (INT * values.ndim)(*values.shape), values.ndim)
            for name, values in memory.items()])

        chosen = self.chosen(shape, dtypes)
        attrs = [Attr.of(name, value) for name, value in chosen["attrs"].items()]
        attrs = (Attr * len(attrs))(*attrs)
        # The memory of scalars must live as long as the call.
        values = [ctypes.create_string_buffer(memory_of(value)) for value in chosen["scalars"]]
        kinds = [KINDS[value.dtype.kind] if isinstance(value, np.generic) else STRUCTURE
                 for value in chosen["scalars"]]
        scalars = (Scalar * len(values))(*[
            Scalar(ctypes.addressof(value), len(value) - 1, kind)
            for value, kind in zip(values, kinds)])
        tiling = memory_of(chosen["tiling"])
        call = Call(
            chosen["operator"] and chosen["operator"].encode(), soc.encode(), attrs, len(attrs),
            self.KERNEL.encode(), ",".join(dtypes.values()).encode(), tensors, len(tensors),
            scalars, len(scalars), tiling, len(tiling), chosen["tiling_key"], chosen["workspace"],
            chosen["blocks"], fast)
        counters = (INT * (4 * len(PIPES) + 1))()
        message = ctypes.create_string_buffer(4096)
        self.function(ctypes.byref(call), counters, message, ctypes.c_size_t(len(message)))
        ulps = {name: largest_ulp(decode(memory[name], dtypes[name]), values, dtypes[name])
                for name, values in expected.items()}
        pipes = {pipe: list(counters[4 * i:4 * i + 4]) for i, pipe in enumerate(PIPES)}
        return message.value.decode(), ulps, pipes, counters[4 * len(PIPES)]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("reference", type=pathlib.Path)
    parser.add_argument("--soc", action="append", default=[],
                        help="a chip or product; may be repeated (default: Ascend910B3)")
    parser.add_argument("--dtype", help="only combinations with this dtype")
    parser.add_argument("--shape", action="append", default=[],
                        help="instead of SHAPES, such as 16x1000; may be repeated")
    parser.add_argument("--seed", type=int, default=0, help="of the inputs")
    parser.add_argument("--fast", action="store_true", help="only the checks that cost little")
    parser.add_argument("--max-ulp", type=float, default=float("inf"),
                        help="a case with a larger error fails")
    options = parser.parse_args()
    kernel = Kernel(options.library, runpy.run_path(str(options.reference)))
    shapes = [tuple(map(int, shape.split("x"))) for shape in options.shape] or kernel.SHAPES
    cases = [(soc, dtypes, shape) for soc in options.soc or ["Ascend910B3"]
             for dtypes in kernel.DTYPES if not options.dtype or options.dtype in dtypes.values()
             for shape in shapes]
    print(f"{'chip':17} {'shape':12} {'dtypes':26} {'max ULP':>8}  checks  "
          f"cycles  instructions/busy cycles of {' '.join(PIPES)}")
    failed = 0
    for soc, dtypes, shape in cases:
        message, ulps, pipes, cycles = kernel.run(soc, dtypes, shape, options.fast, options.seed)
        worst = max(ulps.values())
        failed += bool(message) or worst > options.max_ulp
        case = f"{soc:17} {'x'.join(map(str, shape)):12} {','.join(dtypes.values()):26}"
        if message:
            print(f"{case} {'-':>8}  {message}")
            continue
        ran = " ".join(f"{instructions}/{busy}" for instructions, _, _, busy in pipes.values())
        print(f"{case} {worst:8.3f}  passed  {cycles:6}  {ran}")
    print(f"{len(cases)} cases, {failed} failed")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())

"""Errors of a Library over inputs, against the repository's truth, by its definition of a ULP."""

import ctypes
import pathlib

import numpy as np

from accuracy.library import BLOCK

# The float32 inputs of a measurement that is not exhaustive. As in testing/exhaustive, the bit
# patterns are a fixed step apart that shares no factor with 2^32: all exponents, and all low bits.
PATTERNS, STEP = 1 << 18, 0x9E3779B1
EVENLY = ((16, 1 << 14), (128, 1 << 13))  # numbers from -limit to limit
POINTS = 1 << 17  # at most, of the function's room
CHUNK = 32  # blocks that are measured together

INPUTS = {
    "float16": "all 65,536", "bfloat16": "all 65,536",
    "float32": "2^18 bit patterns 0x9E3779B1 apart; 2^14 numbers from -16 to 16 and 2^13 from -128 "
               "to 128, evenly spaced; and where the function's room in ops/math says to look "
               "closely, 1,024 numbers of each range and 128 neighbours of each root and point"}
EXHAUSTIVE = "all 2^32"


def values_of(dtype, bits):
    """The numbers as float64."""
    if dtype == "bfloat16":
        bits, dtype = bits.astype(np.uint32) << 16, "float32"
    with np.errstate(invalid="ignore"):  # signalling NaN
        return bits.view(dtype).astype(np.float64)


class Counts(ctypes.Structure):
    _fields_ = [("count", ctypes.c_int64), ("nearest", ctypes.c_int64), ("special", ctypes.c_int64),
                ("max_ulp", ctypes.c_double), ("worst", ctypes.c_int64)]


class Oracle:
    """libaccuracy.so."""

    def __init__(self, path="tools/bench/libaccuracy.so"):
        self.c = ctypes.CDLL(str(pathlib.Path(path).absolute()))
        for name in ["accuracy_truth", "accuracy_count"]:
            getattr(self.c, name).restype = ctypes.c_bool
        self.c.accuracy_points.restype = ctypes.c_size_t

    def truth(self, function, x):
        numbers = np.array(function.oracle_numbers, np.float64)
        truth = np.empty_like(x)
        if not self.c.accuracy_truth(
                function.oracle.encode(), pointer(numbers), ctypes.c_size_t(numbers.size),
                pointer(x), ctypes.c_size_t(x.size), pointer(truth)):
            raise ValueError(f"the oracle has no {function.oracle} of x and {numbers.size} numbers")
        return truth

    def points(self, function):
        points = np.empty(POINTS, np.float32)
        found = self.c.accuracy_points(
            function.oracle.encode(), pointer(points), ctypes.c_size_t(POINTS))
        if found > POINTS:
            raise ValueError(f"{function.name}: {found} points, more than {POINTS}")
        return points[:found]

    def count(self, dtype, got, truth):
        counts = Counts()
        if not self.c.accuracy_count(dtype.encode(), pointer(got), pointer(truth),
                                     ctypes.c_size_t(truth.size), ctypes.byref(counts)):
            raise ValueError(f"there is no dtype {dtype}")
        return counts


def pointer(array):
    return ctypes.c_void_p(array.ctypes.data)


def sampled(oracle, function, dtype):
    """The bits of the inputs."""
    if dtype != "float32":
        return np.arange(BLOCK, dtype=np.uint16)
    parts = [np.arange(PATTERNS, dtype=np.uint32) * np.uint32(STEP)]
    parts += [np.linspace(-limit, limit, count, dtype=np.float32).view(np.uint32)
              for limit, count in EVENLY]
    parts.append(oracle.points(function).view(np.uint32))
    return np.concatenate(parts)


def chunks(oracle, function, dtype, exhaustive, shard, shards):
    """Arrays of inputs that together are those of the shard."""
    if not exhaustive or dtype != "float32":
        whole = sampled(oracle, function, dtype)[shard::shards]
        for start in range(0, whole.size, CHUNK * BLOCK):
            yield whole[start:start + CHUNK * BLOCK]
        return
    blocks = np.arange(shard, 1 << 16, shards, dtype=np.uint32)
    for start in range(0, len(blocks), CHUNK):
        yield (blocks[start:start + CHUNK, None] * np.uint32(BLOCK)
               + np.arange(BLOCK, dtype=np.uint32)).ravel()


def measure(oracle, library, function, dtype, inputs, truth):
    """Counts of the library at these inputs, as a row of the JSON has them."""
    padded = np.pad(inputs, (0, -inputs.size % BLOCK))
    out = np.empty_like(padded)
    for start in range(0, padded.size, BLOCK):
        block = slice(start, start + BLOCK)
        library.evaluate(function, dtype, padded[block], out[block])
    counts = oracle.count(dtype, out, truth)
    worst = None
    if counts.worst >= 0:
        worst = f"{values_of(dtype, inputs[[counts.worst]])[0]:.9g}"
    return {"count": counts.count, "nearest": counts.nearest, "special": counts.special,
            "max_ulp": counts.max_ulp, "worst": worst}

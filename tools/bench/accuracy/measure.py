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
BITS = {"float32": np.uint32, "float16": np.uint16, "bfloat16": np.uint16}
INFINITY = {"float32": np.uint32(0x7F800000), "float16": np.uint16(0x7C00),
            "bfloat16": np.uint16(0x7F80)}
CHUNK = 8  # blocks that are measured together

SAMPLED = (
    "2^18 bit patterns 0x9E3779B1 apart; 2^14 numbers from -16 to 16 and 2^13 from -128 "
               "to 128, evenly spaced; and where the function's room in ops/math says to look "
               "closely, 1,024 numbers of each range and 128 neighbours of each root and point")


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
        for name in ["accuracy_truth", "accuracy_nearest", "accuracy_count"]:
            getattr(self.c, name).restype = ctypes.c_bool
        self.c.accuracy_points.restype = ctypes.c_size_t

    def truth(self, function, dtype, x):
        numbers = np.array(function.oracle_numbers, np.float64)
        truth = np.empty_like(x)
        if not self.c.accuracy_truth(
                dtype.encode(), function.oracle.encode(), pointer(numbers),
                ctypes.c_size_t(numbers.size), pointer(x), ctypes.c_size_t(x.size), pointer(truth)):
            raise ValueError(f"the oracle has no {function.oracle} of x and {numbers.size} numbers "
                             f"for {dtype}")
        return truth

    def points(self, function):
        points = np.empty(POINTS, np.float32)
        found = self.c.accuracy_points(
            function.oracle.encode(), pointer(points), ctypes.c_size_t(POINTS))
        if found > POINTS:
            raise ValueError(f"{function.name}: {found} points, more than {POINTS}")
        return points[:found]

    def nearest(self, dtype, truth):
        """The bits of the correctly rounded results, and their errors."""
        bits = np.empty(truth.size, BITS[dtype])
        errors = np.empty_like(truth)
        if not self.c.accuracy_nearest(dtype.encode(), pointer(truth), ctypes.c_size_t(truth.size),
                                       pointer(bits), pointer(errors)):
            raise ValueError(f"there is no dtype {dtype}")
        return bits, errors

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


class Truth:
    """The inputs, as bits, and what the function makes of them: `of`, an array of float64."""

    def __init__(self, oracle, dtype, inputs, of):
        self.oracle, self.dtype, self.inputs, self.of = oracle, dtype, inputs, of
        self.nearest, self.error_of_nearest = oracle.nearest(dtype, of)
        self.is_nan = np.isnan(of)
        self.has_nan = self.is_nan.any()

    def count(self, got):
        """Counts of results, as a row of the JSON has them."""
        # Most are the nearest, whose errors are known; the others are looked at one by one.
        is_nearest = got == self.nearest
        if self.has_nan:
            is_nearest |= self.is_nan & ((got << 1) > (INFINITY[self.dtype] << 1))
        others = np.flatnonzero(~is_nearest)
        counts = self.oracle.count(self.dtype, got[others], self.of[others])
        worst = others[counts.worst] if counts.worst >= 0 else -1
        if counts.max_ulp < 0.5:
            errors = np.where(is_nearest, self.error_of_nearest, 0)
            best = errors.argmax()
            if errors[best] > counts.max_ulp:
                counts.max_ulp, worst = errors[best], best
        return {"count": got.size, "nearest": counts.nearest + got.size - others.size,
                "special": counts.special, "max_ulp": counts.max_ulp,
                "worst": None if worst < 0 else
                f"{values_of(self.dtype, self.inputs[[worst]])[0]:.9g}"}


def measure(library, function, truth):
    """Counts of the library at the inputs of a Truth."""
    inputs, dtype = truth.inputs, truth.dtype
    padded = np.pad(inputs, (0, -inputs.size % BLOCK))
    out = np.empty_like(padded)
    for start in range(0, padded.size, BLOCK):
        block = slice(start, start + BLOCK)
        library.evaluate(function, dtype, padded[block], out[block])
    return truth.count(out[:inputs.size])

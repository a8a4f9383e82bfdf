"""What scaled_add computes, for compare_kernel.py."""

import ctypes
import math

KERNEL = "scaled_add"
OUTPUTS = ["z"]
DTYPES = [dict.fromkeys("xyz", dtype) for dtype in ["float16", "float32", "bfloat16"]]
SHAPES = [(16,), (7, 1024), (100, 1000)]
ALPHA = 0.75


class ScaledAddTilingData(ctypes.Structure):
    _fields_ = [("totalLength", ctypes.c_uint32), ("tileLength", ctypes.c_uint32), ("alpha", ctypes.c_float),
                ("padding", ctypes.c_uint32)]


def inputs(shape, random):
    return {name: random.uniform(1, 2, shape) for name in "xy"}


def reference(x, y):
    return x + ALPHA * y


def launch(shape, dtypes):
    tiling = ScaledAddTilingData(math.prod(shape), 2048, ALPHA)
    return {"tiling": tiling, "tiling_key": 1, "blocks": 8}

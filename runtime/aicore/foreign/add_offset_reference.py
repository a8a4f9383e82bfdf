"""What add_offset computes, for compare_kernel.py; in PyTorch where that is installed."""

import importlib.util

import numpy as np

KERNEL = "add_offset"
TORCH = importlib.util.find_spec("torch") is not None
OUTPUTS = ["y"]
DTYPES = [{"x": "float32", "y": "float32"}]
SHAPES = [(8,), (4, 256)]


def inputs(shape, random):
    return {"x": random.standard_normal(shape)}


def reference(x):
    return x.double().add(0.5) if TORCH else x + 0.5


def launch(shape, dtypes):
    return {"scalars": [np.uint32(np.prod(shape)), np.float32(0.5)]}

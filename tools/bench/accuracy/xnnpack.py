"""XNNPACK, by its C API: one operator, run on a buffer with the padding it may read."""

import ctypes
import pathlib
import re
from ctypes import c_size_t, c_void_p

import numpy as np

from accuracy.library import BLOCK, Library

TYPES = {"float32": 1, "float16": 2}  # enum xnn_datatype
EXTRA = 128  # bytes that may be read beyond the end
# enum xnn_unary_operator, read from the header, and the attribute that is its parameter.
HEADER = pathlib.Path("/usr/include/xnnpack.h")
FUNCTIONS = {
    "elu": ("elu", "alpha"), "exp": ("exp", None), "gelu, none": ("gelu", None),
    "hardswish": ("hardswish", None), "leaky_relu": ("leaky_relu", "negativeSlope"),
    "log, log": ("log", None), "sigmoid": ("sigmoid", None), "sqrt": ("square_root", None),
    "rsqrt": ("reciprocal_square_root", None), "tanh": ("tanh", None), "cos": ("cosine", None),
    "sin": ("sine", None)}


class XnnPack(Library):
    name, package = "XNNPACK", "libxnnpack-dev"

    def __init__(self):
        self.c = ctypes.CDLL("libXNNPACK.so")
        if self.c.xnn_initialize(None) != 0:
            raise OSError("xnn_initialize failed")
        names = re.search(r"enum xnn_unary_operator \{(.*?)\}", HEADER.read_text(), re.DOTALL)[1]
        self.numbers = re.findall(r"xnn_unary_(\w+),", names)
        self.operators = {}

    def version(self):
        """That of its file: the day of its sources. The library has no function for it."""
        with open("/proc/self/maps") as maps:
            return re.search(r"libXNNPACK\.so\.([\d.]+)", maps.read())[1]

    def has(self, function, dtype):
        return (function.name in FUNCTIONS and dtype in TYPES
                and self.operator(function, dtype) is not None)

    def operator(self, function, dtype):
        """None if there is none for this machine."""
        if (function, dtype) not in self.operators:
            operator, attribute = FUNCTIONS[function.name]
            parameters = (ctypes.c_float * 2)(function.attrs[attribute] if attribute else 0)
            kind, made = TYPES[dtype], c_void_p()
            status = self.c.xnn_create_unary_elementwise_nc(self.numbers.index(operator), kind,
                                                            kind, parameters, None, None, 0,
                                                            ctypes.byref(made))
            self.operators[function, dtype] = made if status == 0 else None
        return self.operators[function, dtype]

    def evaluate(self, function, dtype, inputs, out):
        operator = self.operator(function, dtype)
        source = np.concatenate([inputs, np.zeros(EXTRA // inputs.itemsize, inputs.dtype)])
        target = np.empty_like(source)
        one, size = c_size_t(1), c_size_t(BLOCK)
        statuses = [
            self.c.xnn_reshape_unary_elementwise_nc(operator, one, size, size, size, None),
            self.c.xnn_setup_unary_elementwise_nc(
                operator, c_void_p(source.ctypes.data), c_void_p(target.ctypes.data)),
            self.c.xnn_run_operator(operator, None)]
        if any(statuses):
            raise RuntimeError(f"XNNPACK: {function.name}, {dtype}: statuses {statuses}")
        out[:] = target[:BLOCK]

"""ggml, by its C API: graphs of one node on its CPU backend, the best it has for this machine."""

import ctypes
from ctypes import c_bool, c_float, c_int, c_int64, c_size_t, c_void_p

from accuracy.library import BLOCK, Library, filled

TYPES = {"float32": 0, "float16": 1, "bfloat16": 30}  # enum ggml_type
STRUCTURES = 1 << 20  # bytes of those of a graph
CPU = 0  # enum ggml_backend_dev_type
FUNCTIONS = {
    "gelu, none": "gelu_erf", "gelu, tanh": "gelu", "silu": "silu", "silu_backward": "silu_back",
    "elu": "elu", "leaky_relu": "leaky_relu", "hardswish": "hardswish", "sigmoid": "sigmoid",
    "hardsigmoid": "hardsigmoid", "softplus": "softplus", "tanh": "tanh", "exp": "exp",
    "log, log": "log", "sin": "sin", "cos": "cos", "sqrt": "sqrt"}

ABORTS = [("silu_backward", "bfloat16"), ("leaky_relu", "bfloat16")]  # although it says yes


class Parameters(ctypes.Structure):
    _fields_ = [("bytes", c_size_t), ("buffer", c_void_p), ("no_alloc", c_bool)]


class Ggml(Library):
    name, package = "ggml", "libggml-dev"

    def __init__(self):
        loader, self.base = ctypes.CDLL("libggml.so"), ctypes.CDLL("libggml-base.so")
        loader.ggml_backend_load_all()
        loader.ggml_backend_init_by_type.restype = c_void_p
        self.cpu = c_void_p(loader.ggml_backend_init_by_type(CPU, None))
        self.key = None

    def version(self):
        self.base.ggml_version.restype = ctypes.c_char_p
        return self.base.ggml_version().decode()

    def made(self, name, *arguments):
        """The pointer that a function of ggml returns."""
        function = getattr(self.base, "ggml_" + name)
        function.restype = c_void_p
        return c_void_p(function(*arguments))

    def has(self, function, dtype):
        return (function.name in FUNCTIONS and (function.name, dtype) not in ABORTS
                and self.prepare(function, dtype))

    def prepare(self, function, dtype):
        """Makes the graph, unless it is that of the call before; false if ggml refuses it."""
        if self.key == (function, dtype):
            return True
        self.key = None
        context = self.made("init", Parameters(STRUCTURES, None, True))
        kind, count = c_int(TYPES[dtype]), c_int64(BLOCK)
        self.x, self.ones = (self.made("new_tensor_1d", context, kind, count) for _ in range(2))
        operands = [self.ones, self.x] if function.name == "silu_backward" else [self.x]
        if function.name == "leaky_relu":
            operands += [c_float(function.attrs["negativeSlope"]), c_bool(False)]
        self.y = self.made(FUNCTIONS[function.name], context, *operands)
        self.base.ggml_backend_supports_op.restype = c_bool
        if not self.base.ggml_backend_supports_op(self.cpu, self.y):
            return False
        self.graph = self.made("new_graph", context)
        self.base.ggml_build_forward_expand(self.graph, self.y)
        self.made("backend_alloc_ctx_tensors", context, self.cpu)
        self.key = (function, dtype)
        return True

    def evaluate(self, function, dtype, inputs, out):
        self.prepare(function, dtype)
        ones, size = filled(dtype, 1, inputs), c_size_t(inputs.nbytes)
        for tensor, values in [(self.x, inputs), (self.ones, ones)]:
            self.base.ggml_backend_tensor_set(tensor, c_void_p(values.ctypes.data), c_size_t(0),
                                              size)
        if self.base.ggml_backend_graph_compute(self.cpu, self.graph) != 0:
            raise RuntimeError(f"ggml_backend_graph_compute failed: {function.name}, {dtype}")
        self.base.ggml_backend_tensor_get(self.y, c_void_p(out.ctypes.data), c_size_t(0), size)

"""This library in both modes and PyTorch, as tools/bench/compare.py calls them."""

import ctypes

import compare
import numpy as np
import torch

from accuracy.library import BLOCK, DTYPES, Library, filled


class Benchmarks:
    """The operators' benchmarks of BLOCK elements, on memory that they share."""

    def __init__(self, functions):
        self.library = compare.Library()
        self.onednn_problem = compare.OneDnn.load()
        torch.set_grad_enabled(False)
        torch.set_num_threads(1)
        self.operators = {name: compare.Operator(self.library, name)
                          for name in {function.op for function in functions}}
        soc = next(iter(self.operators.values())).soc
        self.library.session(soc, "high_performance", 1)
        places = [("input", 0), ("input", 1), ("output", 0)]
        self.memory = compare.Memory(self.library, {place: 4 * BLOCK for place in places})
        self.key = self.benchmark = None

    def of(self, function, dtype):
        """None if the operator has no such dtype."""
        if self.key != (function, dtype):
            self.key = function, dtype
            operator = self.operators[function.op]
            wanted = {"variant": function.variant, "dtype": dtype, "elements": BLOCK,
                      "layout": "contiguous"}
            found = [bench for bench in operator.cases["benchmarks"]
                     if operator.product in bench["products"]
                     and all(bench[key] == value for key, value in wanted.items())]
            self.benchmark = found and compare.Benchmark(
                self.library, self.memory, operator, found[0], 1, self.onednn_problem is None)
        return self.benchmark or None

    @staticmethod
    def source(benchmark, function):
        """The name of the parameter that is x."""
        name, = benchmark.inputs.keys() - function.constants.keys()
        return name

    def reference(self, function, dtype, x):
        """The operator's reference.py at an array of float64."""
        benchmark = self.of(function, dtype)
        operands = {name: torch.full((x.size,), function.constants[name], dtype=torch.float64)
                    for name in benchmark.inputs.keys() & function.constants.keys()}
        operands[self.source(benchmark, function)] = torch.from_numpy(x)
        truth, = benchmark.operator.reference.reference(operands, benchmark.attrs).values()
        return truth.numpy()


def bits_of(tensor):
    """The elements of a tensor of the benchmark as an array of bits, in the same memory."""
    kind = ctypes.c_uint32 if tensor.itemsize == 4 else ctypes.c_uint16
    return np.ctypeslib.as_array((kind * tensor.numel()).from_address(tensor.data_ptr()))


class Contestant(Library):
    contestant = ""  # its name in compare.py

    def __init__(self, benchmarks):
        self.benchmarks = benchmarks

    def version(self):
        return "this commit, on " + self.benchmarks.library.text("bench_target")

    def has(self, function, dtype):
        return self.found(function, dtype) is not None

    def found(self, function, dtype):
        benchmark = self.benchmarks.of(function, dtype)
        contestants = benchmark.contestants if benchmark else []
        return next((each for each in contestants if each.name == self.contestant), None)

    def evaluate(self, function, dtype, inputs, out):
        contestant = self.found(function, dtype)
        benchmark = self.benchmarks.of(function, dtype)
        for name, tensor in benchmark.inputs.items():
            constant = function.constants.get(name)
            bits_of(tensor)[:] = inputs if constant is None else filled(dtype, constant, inputs)
        result, = benchmark.outputs.values()
        contestant.run(1)
        out[:] = bits_of(result)


class Ours(Contestant):
    name, contestant = "openaclnn", "ours"


class OursPrecise(Contestant):
    name, contestant = "openaclnn, high_precision", "precise"


class PyTorch(Contestant):
    name, package, contestant = "PyTorch", "python3-torch", "pytorch"

    def version(self):
        return torch.__version__

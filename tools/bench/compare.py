#!/usr/bin/env python3
"""Measures this library against PyTorch, oneDNN and the memory limit, in one process and on the
same memory.

Every contestant is first run once and its result compared with the float64 truth. Then they take
turns, round by round, each for a sample of some calls; a time is the median of its samples, a ratio
the median of the ratios of each round. The library is called through its C API, both phases and
waiting included; PyTorch by its out= variants from TorchScript, so that no Python is in its loop;
oneDNN by its C API. Results are printed and written to compare.txt, compare.json and compare.svg.
docs/performance.md explains them.
"""

import argparse
import ctypes
import datetime
import gc
import importlib.util
import json
import math
import os
import pathlib
import platform
import re
import statistics
import sys
import time

THREADS = len(os.sched_getaffinity(0))
# Threads of a pool stay awake when a loop has ended, OpenMP's by default so long that whoever is
# measured next has no core for itself. This is still far longer than the pause between two calls,
# and over after SETTLE, as is the library's own waiting.
os.environ["GOMP_SPINCOUNT"] = "20000"
os.environ["OMP_NUM_THREADS"] = str(THREADS)
SETTLE = 0.003

ROOT = pathlib.Path.cwd()  # of the runfiles
HERE = ROOT / "tools/bench"
sys.path += [str(HERE), str(ROOT / "tools/golden")]
sys.dont_write_bytecode = True

import report

try:
    import numpy as np
    import torch
    import golden
except ImportError as error:
    sys.exit(
        f"{error}. PyTorch is in an environment of its own, which tools/bazel enters if it is "
        "called from outside of one as\n"
        "  tools/bazel run //tools/bench:compare")

PRODUCT = "atlas_a2"  # where an operator lacks it: the first that has it
DEFAULT_DTYPES = ["float32", "bfloat16", "float16"]
DTYPES = {
    name: golden.DTYPES[name]
    for name in [*DEFAULT_DTYPES, "float64", "int32", "int64", "int16", "int8", "uint8", "bool"]
}
LAYOUTS = ["contiguous", "stepped", "expanded", "column"]
INTEGER_SCALE = 20  # of random integers, as in call.cc
FAR_FROM_CACHE = 1 << 20  # elements; fewer are in cache
DRAWN = 1 << 20  # random numbers before they repeat
CHECKED_ROWS = 16  # of a large tensor
HEADERS = pathlib.Path("/usr/include/oneapi/dnnl")


class Library:
    """libcompare.so."""

    def __init__(self):
        self.c = ctypes.CDLL(str(HERE / "libcompare.so"))
        pointers = ["bench_allocate", "bench_cases", "bench_call"]
        numbers = ["bench_run", "bench_plan", "bench_streams", "bench_onednn"]
        for name in ["bench_error", "bench_target", "bench_compiler"]:
            getattr(self.c, name).restype = ctypes.c_char_p
        for name in pointers:
            getattr(self.c, name).restype = ctypes.c_void_p
        for name in numbers:
            getattr(self.c, name).restype = ctypes.c_double
        self.c.bench_allocate.argtypes = [ctypes.c_size_t]
        self.c.bench_call.argtypes = [
            ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t
        ]
        self.c.bench_release.argtypes = [ctypes.c_void_p]
        self.c.bench_run.argtypes = self.c.bench_plan.argtypes = [ctypes.c_void_p, ctypes.c_int64]
        self.c.bench_streams.argtypes = [
            ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64,
            ctypes.c_int, ctypes.c_int, ctypes.c_int64
        ]
        self.c.bench_onednn.argtypes = [
            ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int,
            ctypes.c_void_p, ctypes.c_int64
        ]
        self.session_key = None

    def good(self, result):
        """The pointer, or time; ends the program if it says failure."""
        if result is None or result < 0:
            sys.exit(f"error: {self.c.bench_error().decode()}")
        return result

    def session(self, soc, mode, threads):
        if self.session_key != (soc, mode, threads):
            self.good(self.c.bench_session(soc.encode(), mode.encode(), threads))
            self.session_key = (soc, mode, threads)

    def text(self, name):
        return getattr(self.c, name)().decode()


class Memory:
    """Blocks from aclrtMalloc, one for each place among the inputs or outputs, that all operators
    and contestants share."""

    def __init__(self, library, sizes):
        self.blocks = {}
        self.filled = {}
        random = np.random.default_rng(1)
        self.drawn = {}
        for place, size in sizes.items():
            address = library.good(library.c.bench_allocate(size))
            self.blocks[place] = (address, size)
            self.drawn[place] = torch.from_numpy(random.standard_normal(DRAWN, dtype=np.float32))

    def address(self, place):
        return self.blocks[place][0]

    def flat(self, place, dtype):
        """The whole block as a tensor; that of an input holds normal random numbers, integers
        INTEGER_SCALE times those, rounded."""
        address, size = self.blocks[place]
        tensor = torch.frombuffer((ctypes.c_char * size).from_address(address), dtype=dtype)
        if place[0] == "input" and self.filled.get(place) != dtype:
            drawn = self.drawn[place]
            if not dtype.is_floating_point:
                limits = (0, 1) if dtype == torch.bool else (torch.iinfo(dtype).min,
                                                             torch.iinfo(dtype).max)
                drawn = (drawn * INTEGER_SCALE).round().clamp(*map(float, limits))
            drawn = drawn.to(dtype)
            for start in range(0, tensor.numel(), DRAWN):
                part = tensor[start:start + DRAWN]
                part.copy_(drawn[:part.numel()])
            self.filled[place] = dtype
        return tensor


def laid_out(flat, tensor):
    """The view of the memory that a tensor of cases.json is."""
    shape, layout = tensor["shape"], tensor["layout"]
    stored = flat[:stored_elements(tensor)]
    if layout == "stepped":
        return stored.view(*shape[:-1], shape[-1] * 2)[..., ::2]
    if layout == "expanded":
        return stored.view(1, *shape[1:]).expand(shape)
    return stored.view(shape)


def stored_elements(tensor):
    """Of a contiguous tensor all, of a stepped one twice as many, of an expanded one those of a
    row."""
    shape, layout = tensor["shape"], tensor["layout"]
    return {"contiguous": math.prod(shape), "stepped": math.prod(shape) * 2,
            "expanded": math.prod(shape[1:])}[layout]


# --- contestants: each has run(times) -> nanoseconds ---


class Ours:
    """The library in one of its modes."""

    def __init__(self, library, name, mode, threads, soc, call):
        self.library, self.name, self.key, self.call = library, name, (soc, mode, threads), call

    def run(self, times):
        self.library.session(*self.key)
        return self.library.good(self.library.c.bench_run(self.call, times))


class PyTorch:
    """The statements in a loop of TorchScript, which has no Python in it.

    What they name, `values`, is tensors, numbers and None.
    """

    name = "pytorch"
    KINDS = {float: "float", int: "int", type(None): "Optional[float]"}

    def __init__(self, values, statements):
        body = "".join(f"        {line}\n" for line in statements.strip().splitlines())
        arguments = ", ".join(f"{name}: {self.KINDS.get(type(value), 'Tensor')}"
                              for name, value in values.items())
        code = f"def loop(times: int, {arguments}):\n    for _ in range(times):\n{body}"
        self.loop = torch.jit.CompilationUnit(code).loop
        self.values = list(values.values())

    def run(self, times):
        start = time.perf_counter_ns()
        self.loop(times, *self.values)
        return time.perf_counter_ns() - start


class OneDnn:
    """Its element-wise primitive. Constants are read from its headers."""

    DTYPES = {torch.float32: "f32", torch.bfloat16: "bf16", torch.float16: "f16"}
    library = constants = None

    @classmethod
    def load(cls):
        """What is missing, or None."""
        if not HEADERS.is_dir():
            return "oneDNN's headers are not installed"
        try:
            cls.library = ctypes.CDLL("libdnnl.so")
        except OSError as error:
            return str(error)
        cls.constants = {}
        following = 0
        for name in ["dnnl_common_types.h", "dnnl_types.h"]:
            for line in (HEADERS / name).read_text().splitlines():
                if line.startswith("typedef enum"):
                    following = 0
                elif match := re.match(r"\s*#define (DNNL_ARG_\w+) (\w+)", line):
                    cls.constants[match[1]] = int(
                        match[2]) if match[2].isdigit() else cls.constants.get(match[2])
                elif match := re.match(r"\s+(dnnl_\w+)(?: = (\w+))?,", line):
                    if match[2]:
                        following = int(match[2].rstrip("uU"),
                                        0) if match[2][0].isdigit() else cls.constants.get(match[2])
                    if following is None:
                        continue
                    cls.constants[match[1]] = following
                    following += 1
        cls.engine = cls.made("dnnl_engine_create", ctypes.c_int(cls.constants["dnnl_cpu"]),
                              ctypes.c_size_t(0))
        cls.stream = cls.made("dnnl_stream_create", cls.engine,
                              ctypes.c_uint(cls.constants["dnnl_stream_default_flags"]))
        return None

    @classmethod
    def version(cls):
        class Version(ctypes.Structure):
            _fields_ = [("major", ctypes.c_int), ("minor", ctypes.c_int), ("patch", ctypes.c_int)]
        cls.library.dnnl_version.restype = ctypes.POINTER(Version)
        version = cls.library.dnnl_version().contents
        return f"{version.major}.{version.minor}.{version.patch}"

    @classmethod
    def made(cls, function, *arguments):
        """The object a function of oneDNN makes."""
        made = ctypes.c_void_p()
        status = getattr(cls.library, function)(ctypes.byref(made), *arguments)
        if status == cls.constants["dnnl_unimplemented"]:
            raise NotImplementedError(function)
        if status != cls.constants["dnnl_success"]:
            sys.exit(f"error: {function} returned {status}")
        return made

    def __init__(self, bench, wanted, tensors):
        self.name, self.bench = "onednn", bench
        constant = self.constants
        source, result = tensors[wanted["source"]], tensors[wanted["result"]]
        short = self.DTYPES[source.dtype]
        dims = (ctypes.c_int64 * 12)(source.numel())
        self.description = self.made("dnnl_memory_desc_create_with_tag", 1, dims,
                                     constant[f"dnnl_{short}"], constant["dnnl_a"])
        algorithm = constant["dnnl_eltwise_" + wanted["algorithm"]]
        alpha, beta = (ctypes.c_float(wanted.get(name, 0)) for name in ("alpha", "beta"))
        what = (self.description, self.description)
        # Only for inference where nothing is needed for a backward pass.
        kind = constant["dnnl_forward_training" if "gradient" in
                        wanted else "dnnl_forward_inference"]
        primitive = self.made("dnnl_eltwise_forward_primitive_desc_create", self.engine, kind,
                              algorithm, *what, alpha, beta, None)
        from_result = wanted["algorithm"].endswith("use_dst_for_bwd")
        operands = {"DNNL_ARG_DST" if from_result else "DNNL_ARG_SRC": source}
        if "gradient" in wanted:
            primitive = self.made("dnnl_eltwise_backward_primitive_desc_create", self.engine,
                                  algorithm, *what, self.description, alpha, beta, primitive, None)
            operands["DNNL_ARG_DIFF_DST"] = tensors[wanted["gradient"]]
        operands["DNNL_ARG_DIFF_SRC" if "gradient" in wanted else "DNNL_ARG_DST"] = result
        self.primitive = self.made("dnnl_primitive_create", primitive)

        class Argument(ctypes.Structure):
            _fields_ = [("index", ctypes.c_int), ("memory", ctypes.c_void_p)]

        memories = {
            name: self.made("dnnl_memory_create", self.description, self.engine,
                            ctypes.c_void_p(tensor.data_ptr()))
            for name, tensor in operands.items()
        }
        self.arguments = (Argument * len(memories))(
            *[Argument(constant[name], memory.value) for name, memory in memories.items()])

    def run(self, times):
        execute, wait = (ctypes.cast(getattr(self.library, name), ctypes.c_void_p)
                         for name in ("dnnl_primitive_execute", "dnnl_stream_wait"))
        return self.bench.good(
            self.bench.c.bench_onednn(execute, wait, self.primitive, self.stream,
                                      len(self.arguments),
                                      ctypes.cast(self.arguments, ctypes.c_void_p), times))


class Limit:
    """A fused multiply-add over as many streams as the operator has, each of as many bytes as its
    elements."""

    INPUTS, OUTPUTS = 4, 2  # at most, and at least no input and one output

    def __init__(self, library, name, memory, inputs, outputs, stream_bytes, non_temporal, threads):
        self.library, self.name = library, name
        self.inputs = (ctypes.c_void_p *
                       len(inputs))(*[memory.address(place) + offset for place, offset in inputs])
        self.outputs = (ctypes.c_void_p * len(outputs))(
            *[memory.address(place) + offset for place, offset in outputs])
        self.rest = (stream_bytes, int(non_temporal), threads)

    def run(self, times):
        return self.library.good(
            self.library.c.bench_streams(self.inputs, len(self.inputs), self.outputs,
                                         len(self.outputs), *self.rest, times))


# --- correctness ---


def ulp_errors(got, truth):
    """Errors in units in the last place of the type of `got` (docs/golden_format.md), which is 1
    for integers and bool."""
    if not got.dtype.is_floating_point:
        return (got.double() - truth.double()).abs()
    info = torch.finfo(got.dtype)
    exponent = torch.frexp(truth)[1] - 1
    least = int(np.log2(info.smallest_normal))
    unit = torch.ldexp(torch.full_like(truth, info.eps), exponent.clamp(min=least))
    overflows = got.isinf() & (got == truth.to(got.dtype))
    right = (got == truth) | (got.isnan() & truth.isnan()) | overflows
    return torch.where(right, 0, (got.double() - truth).abs() / unit)


def result_error(outputs, truths, bounds):
    """The greatest error in ULP of all outputs, and whether they are right: within the bounds in
    ULP (dtype -> bound, 0 for integers and bool that have none) if there are any, else close."""
    worst, right = 0.0, True
    for name, truth in truths.items():
        got = outputs[name]
        error = float(torch.nan_to_num(ulp_errors(got, truth), nan=float("inf")).max())
        worst = max(worst, error)
        if bounds is None:
            unit = torch.finfo(got.dtype).eps if got.dtype.is_floating_point else 0
            rounded = truth.to(got.dtype).double()  # infinite, where the type ends before
            close = torch.isclose(got.double(), rounded, rtol=4 * unit, atol=1e-5, equal_nan=True)
            right = right and bool(close.all())
        else:
            right = right and error <= bounds.get(str(got.dtype).removeprefix("torch."), 0)
    return worst, right


# --- one benchmark ---


class Operator:
    def __init__(self, library, name):
        self.name = name
        path = ROOT / "ops" / name
        self.cases = json.loads((path / "cases.json").read_text())
        self.handle = library.good(library.c.bench_cases(str(path / "cases.json").encode()))
        spec = importlib.util.spec_from_file_location(f"reference_{name}", path / "reference.py")
        self.reference = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.reference)
        benchmarks = self.cases["benchmarks"]
        self.product = PRODUCT if any(PRODUCT in bench["products"]
                                      for bench in benchmarks) else benchmarks[0]["products"][0]
        self.soc = self.cases["socs"][self.product]
        self.parameters = {
            function["name"]: function["params"] for function in self.cases["functions"]
        }

    def said(self, function, *arguments):
        """What one of the functions in reference.py that need not be there returns, or None."""
        return getattr(self.reference, function)(
            *arguments) if hasattr(self.reference, function) else None

    def attributes_of(self, bench):
        """The attributes of a benchmark as reference.py takes them."""
        tensors = {"input": {}, "output": {}}
        for (kind, _), name, tensor in self.tensors_of(bench):
            tensors[kind][name] = tensor
            tensors["output"].update({output: tensor for output in self.written_by(bench, name)})
        return golden.attributes_of({"attrs": bench["attrs"], "inputs": tensors["input"],
                                     "outputs": tensors["output"]})

    @staticmethod
    def written_by(bench, name):
        """The outputs that the argument is, of a function that writes it in place."""
        return [
            output for output, argument in bench.get("in_place", {}).items() if argument == name
        ]

    def tensors_of(self, bench):
        """(place, parameter, tensor) of each tensor argument of a benchmark, in order. What is
        written in place is an output's memory."""
        count = {"input": 0, "output": 0}
        for parameter in self.parameters[bench["function"]]:
            kind = parameter["kind"]
            name = parameter["name"]
            is_list = kind.endswith("_list")
            kind = kind.removesuffix("_list")
            if kind not in count:
                continue
            kind = "output" if self.written_by(bench, name) else kind
            tensors = bench["args"][name]
            # References name the members of a list so.
            members = {f"{name}_{i}": tensor
                       for i, tensor in enumerate(tensors)}.items() if is_list else [(name,
                                                                                      tensors)]
            for member, tensor in members:
                yield (kind, count[kind]), member, tensor
                count[kind] += 1

    def benchmarks(self, args):
        for bench in self.cases["benchmarks"]:
            if (self.product in bench["products"] and bench["dtype"] in args.dtype
                    and bench["elements"] in args.size and bench["layout"] in args.layout
                    and (bench["layout"] == "contiguous" or bench["elements"] in args.layout_size)
                    and (not args.variant or bench["variant"] in args.variant)):
                yield bench


class Benchmark:
    """One call on its memory, and everybody who can do it."""

    def __init__(self, library, memory, operator, bench, threads, onednn):
        self.operator, self.bench, self.threads = operator, bench, threads
        self.dtype = DTYPES[bench["dtype"]]
        places = list(operator.tensors_of(bench))
        views = {
            name: laid_out(memory.flat(place, DTYPES[tensor["dtype"]]), tensor)
            for place, name, tensor in places
        }
        for place, name, tensor in places:
            if "indices" in tensor:
                least, greatest = tensor["indices"]
                least = max(least, 0)  # PyTorch's functions count none from the end
                generator = torch.Generator().manual_seed(1)
                shape = views[name].shape
                views[name].copy_(torch.randint(least, greatest + 1, shape, generator=generator))
                memory.filled[place] = None
        aliases = {
            output: views[name] for name in views for output in operator.written_by(bench, name)
        }
        kinds = {
            parameter["name"]: parameter["kind"]
            for parameter in operator.parameters[bench["function"]]
        }
        is_input = {
            name for _, name, _ in places
            if kinds.get(name, kinds.get(name.rpartition("_")[0])).startswith("input")
        }
        self.inputs = {name: view for name, view in views.items() if name in is_input}
        self.outputs = {name: view
                        for name, view in views.items() if name not in is_input} | aliases
        addresses = (ctypes.c_void_p *
                     len(places))(*[memory.address(place) for place, _, _ in places])
        self.library = library
        library.session(operator.soc, "high_performance", threads)
        self.call = library.good(
            library.c.bench_call(operator.handle, bench["id"].encode(), addresses, len(places)))
        self.attrs = attrs = operator.attributes_of(bench)
        contiguous = bench["layout"] == "contiguous"

        self.contestants = [
            Ours(library, "ours", "high_performance", threads, operator.soc, self.call)
        ]
        if contiguous:
            self.contestants.append(
                Ours(library, "precise", "high_precision", threads, operator.soc, self.call))
        if threads > 1:
            self.contestants.append(
                Ours(library, "one_thread", "high_performance", 1, operator.soc, self.call))
        if peer := operator.said("peer", self.inputs, self.outputs, attrs):
            self.contestants.append(PyTorch(*peer))
        self.onednn_computes = None
        wanted = operator.said(
            "onednn", attrs) if contiguous and onednn and self.dtype in OneDnn.DTYPES else None
        if wanted is not None:
            self.onednn_computes = wanted.get("computes")
            try:
                self.contestants.append(OneDnn(library, wanted, views))
            except NotImplementedError:
                pass
        if contiguous and bench["elements"] > 1024:
            self.contestants += self.limits(memory, places, views)

    def limits(self, memory, places, views):
        """What non-temporal and other stores allow; nothing of a call with more streams than these
        have.

        A tensor that is split in halves is two streams, one that is far smaller than the others
        none. Streams are of one size: that of the tensors on average.
        """
        elements = self.bench["elements"]
        streams = {"input": [], "output": []}
        for place, name, _ in places:
            count = views[name].numel() // elements or int(views[name].numel() * 4 >= elements)
            for part in range(count):
                streams[place[0]].append((place, part * elements * views[name].itemsize))
        if len(streams["input"]) > Limit.INPUTS or not 1 <= len(streams["output"]) <= Limit.OUTPUTS:
            return []
        moved = sum(view.numel() * view.itemsize for view in views.values())
        stream_bytes = moved // len(streams["input"] + streams["output"])
        return [Limit(self.library, name, memory, streams["input"], streams["output"], stream_bytes,
                      non_temporal, self.threads)
                for name, non_temporal in [("limit", False), ("limit_non_temporal", True)]]

    def truths(self, computes=None):
        step = max(1,
                   next(iter(self.inputs.values())).shape[0] // CHECKED_ROWS) if self.far() else 1
        reference, attrs = self.operator.reference, self.attrs
        # Rows are chosen of operands, because elements of inputs may belong to other rows of the
        # result.
        operands = golden.operands_of(reference, self.inputs, attrs)
        operands = golden.widened(reference,
                                  {name: tensor[::step] for name, tensor in operands.items()})
        if computes is not None:
            (name,) = self.outputs
            return {name: computes(operands)}, step
        results = reference.reference(operands, attrs)
        return golden.outputs_of(reference, results, attrs), step

    def far(self):
        return self.bench["elements"] >= FAR_FROM_CACHE

    def check(self):
        """{contestant: greatest error in ULP}, and a list of who is wrong."""
        errors, wrong = {}, []
        truths, step = self.truths()
        accuracy = self.operator.cases["accuracy"]["cpu"]
        for contestant in self.contestants:
            if contestant.name.startswith("limit"):
                continue
            for output in self.outputs.values():
                output.fill_(
                    float("nan") if output.dtype.is_floating_point else output.dtype != torch.bool)
            contestant.run(1)
            own = truths
            if contestant.name == "onednn" and self.onednn_computes is not None:
                own, _ = self.truths(self.onednn_computes)
            mode = {"ours": "high_performance", "one_thread": "high_performance",
                    "precise": "high_precision"}.get(contestant.name)
            bounds = accuracy[mode] if mode else None
            error, right = result_error(
                {name: output[::step] for name, output in self.outputs.items()}, own, bounds)
            errors[contestant.name] = round(error, 4)
            if not right:
                wrong.append(
                    f"{self.operator.name} {self.bench['id']}, {self.threads} threads: "
                    f"{contestant.name} is {error:.4g} ULP off"
                    + (f" (at most {bounds.get(self.bench['dtype'], 0)})" if mode else ""))
        return errors, wrong

    def measure(self, rounds, sample_ns):
        """{contestant: [nanoseconds per call, for each round]}."""
        times, samples = {}, {}
        for contestant in self.contestants:
            once = contestant.run(1)
            if not self.far():  # warm-up, and a guess that an interruption does not spoil
                for _ in range(3):
                    count = max(1, int(sample_ns / 4 / once))
                    once = min(once, contestant.run(count) / count)
            times[contestant.name] = max(1, int(sample_ns / once))
            samples[contestant.name] = []
            self.settle()
        for _ in range(rounds):
            for contestant in self.contestants:
                if not self.far():
                    # Brings the operands back into the caches of the cores that will use them.
                    contestant.run(1)
                count = times[contestant.name]
                samples[contestant.name].append(contestant.run(count) / count)
                self.settle()
        return samples

    def settle(self):
        if self.threads > 1:
            time.sleep(SETTLE)

    def plan_ns(self, rounds):
        self.library.session(self.operator.soc, "high_performance", self.threads)
        plan = self.library.c.bench_plan
        self.library.good(plan(self.call, 1000))
        return statistics.median(
            self.library.good(plan(self.call, 1000)) / 1000 for _ in range(rounds))

    def row(self, rounds, sample_ns):
        errors, wrong = self.check()
        samples = self.measure(rounds, sample_ns)
        ours = samples["ours"]
        row = {
            "op": self.operator.name,
            "structure": self.operator.cases["structure"],
            "threads": self.threads,
            **{key: self.bench[key] for key in ["variant", "dtype", "layout", "elements"]},
            "ns_per_call": {
                name: round(statistics.median(values), 1) for name, values in samples.items()
            },
            "times_ours": {
                name: round(statistics.median(value / own for value, own in zip(values, ours)), 4)
                for name, values in samples.items() if name != "ours"
            },
            "max_ulp": errors,
            "goals": self.operator.said("goals", self.attrs) or {}
        }
        if "one_thread" in samples and "precise" in samples and "limit_non_temporal" in samples:
            row["precise_over_limit"] = round(
                statistics.median(
                    value / limit
                    for value, limit in zip(samples["precise"], samples["limit_non_temporal"])), 4)
        if self.bench["elements"] == 1024 and self.bench["layout"] == "contiguous":
            row["ns_per_plan"] = round(self.plan_ns(rounds), 1)
        return row, wrong

    def release(self):
        self.library.c.bench_release(self.call)


# --- the machine ---


def read(path):
    try:
        return pathlib.Path(path).read_text().strip()
    except OSError:
        return ""


def machine(library, onednn_problem):
    cpuinfo = read("/proc/cpuinfo")
    model = re.search(r"^model name\s*: (.*)$", cpuinfo, re.MULTILINE)
    caches = [
        f"L{read(folder / 'level')} {read(folder / 'type').lower()} {read(folder / 'size')}"
        for folder in sorted(pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("index*"))
    ]
    memory = re.search(r"^MemTotal:\s+(\d+) kB", read("/proc/meminfo"), re.MULTILINE)
    return {
        "processor": model[1] if model else platform.machine(),
        "cores": THREADS,
        "caches": ", ".join(caches),
        "memory": f"{int(memory[1]) / 2**20:.0f} GiB" if memory else "",
        "kernel": platform.release(),
        "SIMD target": library.text("bench_target"),
        "compiler": f"GCC {library.text('bench_compiler')}",
        "PyTorch": f"{torch.__version__}, {torch.backends.cpu.get_cpu_capability()}",
        "oneDNN": onednn_problem or OneDnn.version(),
        "busy before": f"{busy_share():.0%}",
        "date": datetime.date.today().isoformat(),
    }


def busy_share():
    """Share of all cores' time that something ran in, over a second. (The load average remembers
    the run before.)"""
    def times():
        numbers = [
            int(number)
            for number in pathlib.Path("/proc/stat").read_text().split("\n")[0].split()[1:9]
        ]
        return sum(numbers), numbers[3] + numbers[4]  # all, idle or waiting for a disk

    before, idle_before = times()
    time.sleep(1)
    after, idle_after = times()
    return 1 - (idle_after - idle_before) / max(after - before, 1)


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--operators", help=argparse.SUPPRESS, required=True)
    parser.add_argument("--op", action="append",
                        help="only this operator (may be repeated, as all that follow)")
    parser.add_argument("--variant", action="append",
                        help="only this variant: a word of the operator's attributes")
    parser.add_argument("--dtype", action="append", choices=list(DTYPES),
                        help="default: float32, bfloat16 and float16")
    parser.add_argument("--size", action="append", type=int,
                        help="elements: 1024, 65536 or 16777216")
    parser.add_argument("--layout", action="append", choices=LAYOUTS)
    parser.add_argument("--layout-size", action="append", type=int,
                        help="sizes of layouts that are not contiguous (default: 65536)")
    parser.add_argument("--threads", action="append", type=int, help=f"default: 1 and {THREADS}")
    parser.add_argument("--quick", action="store_true",
                        help="float32, contiguous, one thread, few rounds: under a minute")
    parser.add_argument(
        "--out",
        help="folder for compare.txt, compare.json and compare.svg (default: the current one)")
    args = parser.parse_args()
    known = args.operators.split(",")
    for op in args.op or []:
        if op not in known:
            parser.error(f"there is no operator {op}; there are {', '.join(known)}")
    for count in args.threads or []:
        if not 1 <= count <= THREADS:
            parser.error(f"--threads is {count}; this process may use 1 to {THREADS}")
    args.op = args.op or known
    args.dtype = args.dtype or (["float32"] if args.quick else DEFAULT_DTYPES)
    args.size = args.size or [1024, 65536, 16777216]
    args.layout = args.layout or (["contiguous"] if args.quick else LAYOUTS)
    args.layout_size = args.layout_size or [65536]
    args.threads = args.threads or ([1] if args.quick else sorted({1, THREADS}))
    args.out = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."), args.out or ".")
    try:
        args.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"--out: {error}")
    return args


def main():
    args = parse()
    gc.disable()
    torch.set_grad_enabled(False)
    library = Library()
    problem = OneDnn.load()
    operators = [Operator(library, name) for name in args.op]
    library.session(operators[0].soc, "high_performance", 1)
    todo = [(operator, bench) for operator in operators for bench in operator.benchmarks(args)]
    if not todo:
        sys.exit("error: no benchmark is selected")
    sizes = {}
    for operator, bench in todo:
        places = list(operator.tensors_of(bench))
        widest = max(DTYPES[tensor["dtype"]].itemsize for _, _, tensor in places)
        for place, _, tensor in places:
            # Streams of a small tensor may be as long as those of the others.
            stored = max(stored_elements(tensor), bench["elements"])
            sizes[place] = max(sizes.get(place, 0), stored * widest)
    memory = Memory(library, sizes)
    # Inputs are filled once for each type.
    todo.sort(key=lambda item: list(DTYPES).index(item[1]["dtype"]))

    started = time.monotonic()
    described = machine(library, problem)
    rows, faults = [], []
    for threads in args.threads:
        torch.set_num_threads(threads)
        for number, (operator, bench) in enumerate(todo):
            if sys.stderr.isatty():
                print(
                    f"\r\033[K{threads} threads, {number + 1} of {len(todo)}: {operator.name} "
                    f"{bench['id']}",
                    end="", file=sys.stderr, flush=True)
            benchmark = Benchmark(library, memory, operator, bench, threads, problem is None)
            far = benchmark.far()
            rounds = (5 if far else 7) if args.quick else (7 if far else 15)
            # Cores that have slept are slow at first, which one thread has no time to do.
            row, wrong = benchmark.row(rounds, 1e6 if threads == 1 else 8e6)
            benchmark.release()
            rows.append(row)
            faults += wrong
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    described["SIMD target"] = library.text("bench_target")
    data = {"format": "openaclnn-compare/1", "machine": described,
            "seconds": round(time.monotonic() - started), "faults": faults, "rows": rows}
    text = report.text(data)
    print(text)
    (args.out / "compare.txt").write_text(text + "\n")
    (args.out / "compare.json").write_text(report.dump(data))
    (args.out / "compare.svg").write_text(report.svg(data))
    print(f"{args.out / 'compare'}.txt, .json and .svg written; {data['seconds']} s")
    for fault in faults:
        print(f"WRONG: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

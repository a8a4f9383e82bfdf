#!/usr/bin/env python3
"""[OPERATOR ...]: times of calls from Python, of this package and of PyTorch, on the same tensors
in one process; without names of all operators that PyTorch has too.

Contestants take turns in rounds; a time is the median of its rounds. Everybody runs on one thread
and writes to memory that there is (`out=`). Operators of torch.ops, and the functions of PyTorch
they are compared with, make their results.
"""

import os
import pathlib
import statistics
import sys
import tempfile
import time
import zipfile

os.environ["OPENACLNN_NUM_THREADS"] = "1"

ROUNDS, SAMPLE_SECONDS = 21, 0.005


def contestants(torch, openaclnn, op, size):
    """{who: what is called}, of an operator that PyTorch has by the same name."""
    theirs = getattr(torch.ops.aten, op.name)
    ours, custom = getattr(openaclnn, op.name), getattr(torch.ops.openaclnn, op.name)
    new = getattr(torch, op.name, None) or getattr(torch.nn.functional, op.name)
    x = [torch.randn(size) for _ in op.inputs]
    y = torch.empty(size)
    arrays, out = [each.numpy() for each in x], y.numpy()
    return {
        "numpy": lambda: ours(*arrays, out=out),
        "torch": lambda: ours(*x, out=y),
        "PyTorch": lambda: theirs.out(*x, out=y),
        "torch.ops": lambda: custom(*x),
        "F": lambda: new(*x),
    }


def common(torch, ops):
    """The operators with a function of the same name in PyTorch that takes the same tensors, and no
    attribute that must be given."""
    return [
        op for op, *_ in ops.values()
        if hasattr(torch.ops.aten, op.name) and "out" in getattr(torch.ops.aten, op.name).overloads(
        ) and (hasattr(torch, op.name) or hasattr(torch.nn.functional, op.name)) and
        len(op.inputs) <= 2 and len(op.outputs) == 1 and not any(param.is_list
                                                                 for param in op.inputs) and all(
                                                                     param.default is not None
                                                                     for param in op.attrs)
    ]


def measured(calls):
    """{contestant: microseconds of a call}."""

    def sample(call, count):
        start = time.perf_counter()
        for _ in range(count):
            call()
        return (time.perf_counter() - start) / count

    counts = {}
    for who, call in calls.items():
        sample(call, 20)
        counts[who] = max(1, int(SAMPLE_SECONDS / sample(call, 100)))
    times = {who: [] for who in calls}
    for _ in range(ROUNDS):
        for who, call in calls.items():
            times[who].append(sample(call, counts[who]) * 1e6)
    return {who: statistics.median(values) for who, values in times.items()}


def main():
    try:
        import torch  # pylint: disable=import-outside-toplevel  # says what is missing
    except ImportError as error:
        sys.exit(
            f"{error}; tools/bazel run //runtime/python:calls_benchmark enters an environment with "
            "PyTorch"
        )
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    with tempfile.TemporaryDirectory() as folder:
        (wheel,) = pathlib.Path("runtime/python").glob("*.whl")
        zipfile.ZipFile(wheel).extractall(folder)
        sys.path.insert(0, folder)
        import openaclnn  # pylint: disable=import-outside-toplevel
        import openaclnn.torch  # pylint: disable=import-outside-toplevel,unused-import
        from openaclnn._ops import OPS  # pylint: disable=import-outside-toplevel

        ops = common(torch, OPS)
        if unknown := set(sys.argv[1:]) - {op.name for op in ops}:
            sys.exit(f"{', '.join(sorted(unknown))}: not among {', '.join(op.name for op in ops)}")
        chosen = [op for op in ops if not sys.argv[1:] or op.name in sys.argv[1:]]
        print("float32, one thread, us per call from Python\n")
        print(
            "| operator | elements | NumPy, `out=` | tensors, `out=` | PyTorch, `out=` | "
            "`torch.ops.openaclnn` | PyTorch |"
        )
        print("|---|---|---|---|---|---|---|")
        for size in (1024, 65536):
            for op in chosen:
                times = measured(contestants(torch, openaclnn, op, size))
                row = [
                    f"{times[who]:.2f}" for who in ("numpy", "torch", "PyTorch", "torch.ops", "F")
                ]
                print(f"| {op.name} | {size} | {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()

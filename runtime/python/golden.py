"""The golden data of all operators (docs/golden_format.md), as calls of the Python functions."""

import json
import pathlib
import re

import numpy

_NUMPY = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I32": "<i4", "I8": "i1"}


def snake(name):
    """gradOutput -> grad_output."""
    return re.sub(r"([A-Z])", r"_\1", name).lower()


def parameters(op):
    """What cases.json calls the parameters of an operator."""
    functions = json.loads(pathlib.Path(f"ops/{op}/cases.json").read_text())["functions"]
    return [param["name"] for function in functions for param in function["params"]]


def _safetensors(path):
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    tensors = {}
    for name, entry in json.loads(data[8:start]).items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            tensors[name] = numpy.frombuffer(data[start + begin:start + end], _NUMPY[entry["dtype"]]).reshape(entry["shape"])
    return tensors


def calls(functions):
    """(operator, key, arguments by name, exact results, their dtypes) of every record that belongs to a case of one of these C functions.
    bfloat16 comes as uint16."""
    for cases in sorted(pathlib.Path("ops").glob("*/cases.json")):
        op = cases.parent.name
        tensors = _safetensors(cases.parent / f"golden/{op}.safetensors")
        contents = json.loads(cases.read_text())
        keys = {case["values"] for case in contents["cases"] if case["kind"] == "positive" and case["function"] in functions}
        for record in contents["values"]:
            key = record["key"]
            if key not in keys:
                continue
            args = {snake(name): tensors[f"{key}/in/{name}"] for name in record["inputs"]}
            args |= {snake(name): value for name, value in record["attrs"].items()}
            truths = [tensors[f"{key}/truth/{name}"] for name in record["outputs"]]
            yield op, key, args, truths, [output["dtype"] for output in record["outputs"].values()]


def errors(got, truth, dtype):
    """The largest error in units in the last place of the dtype; infinite where a NaN or an infinity is missing or too many. This is to see
    that arguments arrive where they belong; the accuracy is tested in ops/*."""
    got = got.astype("float64")
    if dtype.startswith("int"):
        limits = numpy.iinfo(dtype)
        return float(numpy.abs(got - numpy.clip(numpy.rint(numpy.nan_to_num(truth, nan=0)), limits.min, limits.max)).max(initial=0))
    bits, least, greatest = {"float32": (24, 2.0**-126, 2.0**128), "float16": (11, 2.0**-14, 2.0**16),
                             "bfloat16": (8, 2.0**-126, 2.0**128)}[dtype]
    unit = 2.0 ** (numpy.floor(numpy.log2(numpy.clip(numpy.nan_to_num(numpy.abs(truth)), least, greatest / 2))) - bits + 1)
    # Infinity counts as the number that would follow the greatest one.
    distance = numpy.abs(numpy.clip(got, -greatest, greatest) - numpy.clip(truth, -greatest, greatest)) / unit
    distance = numpy.where(numpy.isnan(got) == numpy.isnan(truth), numpy.nan_to_num(distance, nan=0.0), numpy.inf)
    return float(distance.max(initial=0))

"""The golden data of all operators (docs/golden_format.md), as calls of the Python functions."""

import dataclasses
import functools
import inspect
import json
import pathlib
import re

import numpy

_NUMPY = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4",
          "I16": "<i2", "I8": "i1", "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "u1",
          "BOOL": "?"}


@dataclasses.dataclass(frozen=True)
class Record:
    """A golden record as a call of a Python function. bfloat16 comes as uint16; `dtypes` has the
    dtypes of arguments and results."""

    op: str
    key: str
    inputs: dict  # name -> array, or a list of them
    attrs: dict  # name -> value
    truths: list  # of each result two arrays, whose sum is exact
    dtypes: dict  # input -> name of its dtype, or of those in its list
    results: list  # names of the results' dtypes


@functools.cache
def snake(name):
    """gradOutput -> grad_output."""
    return re.sub(r"([A-Z])", r"_\1", name).lower()


def about(cases):
    """What a cases.json says before its cases, which are nearly all of it: `socs`, `functions`."""
    text = ""
    with cases.open() as file:
        for chunk in iter(lambda: file.read(2**16), ""):
            text += chunk
            about_them, separator, _ = text.partition(',"values":')
            if separator:
                return json.loads(about_them + "}")
    raise ValueError(f"{cases} has no values")


def parameters(op):
    """What cases.json calls the parameters of an operator."""
    functions = about(pathlib.Path(f"ops/{op}/cases.json"))["functions"]
    return [param["name"] for function in functions for param in function["params"]]


def _safetensors(path):
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    tensors = {}
    for name, entry in json.loads(data[8:start]).items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            tensors[name] = numpy.frombuffer(data[start + begin:start + end],
                                             _NUMPY[entry["dtype"]]).reshape(entry["shape"])
    return tensors


def _attribute(value):
    """An attribute of a record, as Python's functions take it: numbers of a dtype as NumPy's, in
    float32 those that NumPy has no type for."""
    if isinstance(value, dict):
        dtype = "float32" if value["dtype"] == "bfloat16" else value["dtype"]
        return numpy.dtype(dtype).type(_attribute(value["value"]))
    return float(value) if value in ("inf", "-inf", "nan") else value


def calls(ops, soc):
    """Every record that belongs to a case of one of the C functions of these operators on the
    product of `soc`; `ops` has their Python functions by name, each with the names of its C
    functions."""
    for cases in sorted(pathlib.Path("ops").glob("*/cases.json")):
        op = cases.parent.name
        function, names = ops[op]
        tensors = _safetensors(cases.parent / f"golden/{op}.safetensors")
        contents = json.loads(cases.read_text())
        (product,) = [product for product, its_soc in contents["socs"].items() if its_soc == soc]
        keys = {
            case["values"] for case in contents["cases"] if case["kind"] == "positive"
            and case["function"] in names and product in case["products"]
        }
        params = inspect.signature(function).parameters
        c_names = {
            param["name"]: param["c_name"] for each in contents["functions"]
            for param in each["params"] if each["name"] in names
        }

        params_of_c = [param for each in contents["functions"] for param in each["params"]]
        lists = [param["name"] for param in params_of_c if param["kind"] == "input_list"]

        def inputs(values):
            """By the names of Python; tensors_0 and so on as one list."""
            result = {}
            for name, value in values.items():
                its_list = re.sub(r"_\d+$", "", name)
                if its_list in lists:
                    result.setdefault(python(its_list), []).append(value)
                else:
                    result[python(name)] = value
            return result

        def python(name):
            """Parameters in one another's place have the name of the first."""
            if snake(name) in params:
                return snake(name)
            c_name = c_names[name]
            others = [param["name"] for param in params_of_c if param["c_name"] == c_name]
            return next(snake(other) for other in [c_name, *others] if snake(other) in params)

        for record in contents["values"]:
            key = record["key"]
            if key not in keys:
                continue
            truths = [tensors[f"{key}/truth/{name}"] for name in record["outputs"]]
            lows = [
                tensors.get(f"{key}/truth_low/{name}", numpy.zeros(()))
                for name in record["outputs"]
            ]
            yield Record(
                op, key, inputs({name: tensors[f"{key}/in/{name}"] for name in record["inputs"]}),
                {python(name): _attribute(value) for name, value in record["attrs"].items()},
                list(zip(truths, lows)),
                inputs({name: spec["dtype"] for name, spec in record["inputs"].items()}),
                [output["dtype"] for output in record["outputs"].values()])


# Bits of the significand, exponents of the least normal number and of the number that would follow
# the greatest.
_FLOATS = {"float64": (53, -1022, 1024), "float32": (24, -126, 128), "float16": (11, -14, 16),
           "bfloat16": (8, -126, 128)}


def errors(got, truth, dtype):
    """The largest error, in units in the last place of a floating-point dtype; infinite where a NaN
    is missing or too many.
    `truth` is two arrays whose sum is exact. This is to see that arguments arrive where they
    belong; the accuracy is tested in ops/*."""
    high, low = truth
    # 64 bits need more than a float64.
    got, want = got.astype("longdouble"), high.astype("longdouble")
    if dtype not in _FLOATS:
        limits = (0, 1) if dtype == "bool" else (numpy.iinfo(dtype).min, numpy.iinfo(dtype).max)
        want = numpy.rint(numpy.nan_to_num(want, nan=0) + low)
        return float(
            numpy.abs(got - numpy.clip(want, *map(numpy.longdouble, limits))).max(initial=0))
    bits, least, most = _FLOATS[dtype]
    bound = numpy.ldexp(numpy.longdouble(1), most)
    got, want = numpy.clip(got, -bound, bound), numpy.clip(want, -bound, bound)
    exponent = numpy.clip(numpy.where(want == 0, least, numpy.frexp(want)[1] - 1), least, most - 1)
    distance = numpy.ldexp(numpy.abs(got - want - low), bits - 1 - exponent)
    distance = numpy.where(
        numpy.isnan(got) == numpy.isnan(want), numpy.nan_to_num(distance, nan=0.0), numpy.inf)
    return float(distance.max(initial=0))

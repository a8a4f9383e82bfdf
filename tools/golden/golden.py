"""Writes the golden data of operators: golden.py --cases CASES.json --reference REFERENCE.py
--out DIR [--cases ...] [--check]. See docs/golden_format.md.

Exit code 0: written or up to date; 1: refused, or --check found a difference.
"""

import argparse
import concurrent.futures
import fnmatch
import hashlib
import importlib.util
import json
import math
import multiprocessing
import os
import pathlib
import sys
import traceback

import mpmath
import numpy as np
import safetensors.torch
import torch

import conversions
import generators
import pack

FORMAT = "openaclnn-golden/2"
DTYPES = {"float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16,
          "float64": torch.float64, "int8": torch.int8, "int16": torch.int16, "int32": torch.int32,
          "int64": torch.int64, "bool": torch.bool, "uint8": torch.uint8, "uint16": torch.uint16,
          "uint32": torch.uint32, "uint64": torch.uint64}
# Types that a float64 is not accurate enough for: their truth is the sum of two.
WIDE = ("float64", "int64", "uint64")
# precision in bits and least exponent of a normal number
FLOAT_FORMATS = {"float32": (24, -126), "float16": (11, -14), "bfloat16": (8, -126),
                 "float64": (53, -1022)}

# A record whose outputs are mostly one value could hide a wrong kernel. Records below SMALL
# elements need not vary.
SMALL = 16
MAX_SAME_SHARE = 0.5
# The same for results of which there are two or three only: they or an input are bool, or the spec
# says few_values.
SMALL_OF_FEW = 64
MAX_SAME_SHARE_OF_FEW = 0.95
# Elements that the tests' kernels compute at a time.
CHUNK = 256
# Elements compared with mpmath in each record: all specials, and this many of the others.
SAMPLE = 24
# The truth must be much better than what it decides.
MAX_TRUTH_ULP = 0.001
# Bits of the truth that are stored beyond the last of the output's type, float64 included: 2^-13
# units in the last place are 0.00012.
TRUTH_BITS = 13


# Windows of the pools that are tried for a record, until one can fail: a bad generator has none.
WINDOWS = 4


class Refused(Exception):
    """The data would be no good; the message says which record and why."""


class Blind(Refused):
    """A record could hide a wrong kernel."""


def ulp(exact, dtype):
    """The unit in the last place of the type at the exact value (an mpf), as documented in
    docs/golden_format.md."""
    if dtype not in FLOAT_FORMATS:
        return mpmath.mpf(1)
    precision, least = FLOAT_FORMATS[dtype]
    exponent = mpmath.frexp(exact)[1] - 1 if exact else least
    return mpmath.ldexp(mpmath.mpf(1), max(exponent, least) - precision + 1)


def round_to(truth, dtype):
    """The truth in the output type: nearest-even, integers saturated."""
    target = DTYPES[dtype]
    if target.is_floating_point:
        # Torch rounds float64 to 16-bit types by way of float32.
        return conversions.rounded(truth, dtype).to(target)
    if not truth.is_floating_point() or dtype in WIDE:  # saturated by reference.py itself
        return truth.to(torch.int64)
    low, high = limits_of(dtype)
    return torch.round(truth).clamp(low, high).to(target)


def limits_of(dtype):
    """The least and the greatest number of an integer type, or of bool."""
    if dtype == "bool":
        return 0, 1
    info = torch.iinfo(DTYPES[dtype])
    return info.min, info.max


def trimmed(truth, dtype):
    """The truth as a multiple of 2^-TRUTH_BITS units in the last place of the output's type, so
    that it takes little room. Rounded to odd (towards zero, and away from it if that leaves an even
    multiple): it stays on the same side of every tie, and of every bound that is an even multiple.
    So errors above half a unit are found without a margin for what was left out. A truth next to a
    tie keeps all its bits: there results may be wrong by as little as the truth itself."""
    precision, least = FLOAT_FORMATS.get(dtype, (None, None))
    if precision is None:
        unit = torch.full(truth.shape, -TRUTH_BITS)
    else:
        exponent = torch.frexp(truth.nan_to_num(nan=1.0, posinf=1.0, neginf=1.0))[1] - 1
        unit = exponent.clamp(min=least) - precision + 1 - TRUTH_BITS
    multiple = torch.ldexp(truth, -unit)
    whole = torch.trunc(multiple)
    odd = torch.where((whole != multiple) & (torch.fmod(whole, 2) == 0),
                      whole + torch.sign(multiple), whole)
    # Beyond 2^52 units, and in float64 itself, nothing can be left out.
    keep = ~torch.isfinite(truth) | (multiple.abs() >= 2.0**52) | (truth == 0)
    from_tie = torch.fmod(multiple.abs(), 2.0**TRUTH_BITS) - 2.0 ** (TRUTH_BITS - 1)
    keep |= from_tie.abs() < 1
    return torch.where(keep, truth, torch.ldexp(odd, unit))


NAN_BITS = {torch.float64: (torch.int64, 0x7FF8 << 48), torch.float32: (torch.int32, 0x7FC0 << 16),
            torch.float16: (torch.int16, 0x7E00), torch.bfloat16: (torch.int16, 0x7FC0)}


def packed(values):
    """A copy with the strides of row-major order, also where an extent of 1 would let torch keep
    others, and with one kind of NaN: which one torch makes depends on the processor."""
    copy = torch.empty(values.shape, dtype=values.dtype).copy_(values)
    if copy.dtype in NAN_BITS and copy.numel() > 0:
        integer, bits = NAN_BITS[copy.dtype]
        copy.view(integer).masked_fill_(torch.isnan(copy), bits)
    return copy


def attributes_of(record):
    """The attributes of a record as reference.py takes them: scalars and texts of numbers as
    numbers, the dtype of a scalar as "<name>_dtype", in "dtypes" the dtypes of all tensors by name,
    and in "shapes" their shapes."""
    def number(value):
        return float(value) if isinstance(value, str) and value in ("inf", "-inf", "nan") else value
    tensors = record["inputs"] | record["outputs"]
    attrs = {
        key + "s": {name: spec[key] for name, spec in tensors.items()} for key in ("dtype", "shape")
    }
    for name, value in record["attrs"].items():
        if isinstance(value, dict):
            attrs[name], attrs[name + "_dtype"] = number(value["value"]), value["dtype"]
        else:
            attrs[name] = number(value)
    return attrs


def value_in(dtype, value):
    """A number of a tensor of results: those of uint64 are the int64 numbers of the same bits."""
    return value + 2**64 if dtype == "uint64" and value < 0 else value


def trimmed_low(high, low, dtype):
    """The low half of a truth (an mpf), as trimmed() has it: TRUTH_BITS bits beyond the last of a
    float64, rounded to odd, all of them next to a tie. Numbers of 64 bits keep what they have:
    their results must be equal."""
    if dtype != "float64":
        return float(low)
    unit = mpmath.ldexp(ulp(mpmath.mpf(high), dtype), -TRUTH_BITS)
    multiple = low / unit
    whole = int(multiple)
    if whole == multiple or abs(abs(multiple) - 2 ** (TRUTH_BITS - 1)) < 1:
        return float(low)
    return float((whole if whole % 2 else whole + (1 if low > 0 else -1)) * unit)


def halves_of(values, dtype, exact):
    """Values as two float64 tensors whose sum they are, the second one trimmed: `exact` gives those
    elements, by place, that are known to more digits."""
    high = values.to(torch.float64).contiguous()
    low = torch.zeros_like(high)
    flat = values.flatten().tolist()
    for place in range(len(flat)):
        value = exact.get(place, mpmath.mpf(value_in(dtype, flat[place])))
        if not mpmath.isfinite(value):
            continue
        high.view(-1)[place] = float(value)
        if math.isfinite(float(value)):
            low.view(-1)[place] = trimmed_low(float(value), value - mpmath.mpf(float(value)), dtype)
    return high, low


def draw_inputs(record, seed):
    """The inputs of a record, and which of their elements are special. A tensor that the operator
    splits is two operands, joined."""
    inputs, special, operand = {}, {}, 0
    for param, spec in record["inputs"].items():
        shape, split = spec["shape"], spec.get("split_dim")
        if "indices" in spec:
            values = generators.generate_indices(
                spec["generator"], DTYPES[spec["dtype"]], math.prod(shape), spec["indices"], seed,
                record["window"], operand)
            # What is special moves as the elements do.
            inputs[param] = special[param] = packed(values.reshape(shape))
            operand += 1
            continue
        repeated = spec.get("repeat_dims", [])
        if split in repeated:  # then its halves are equal
            split = None
        drawn = [1 if dim in repeated else extent for dim, extent in enumerate(shape)]
        if split is not None:
            drawn[split] //= 2
        parts = []
        for _ in range(1 if split is None else 2):
            values, marks = generators.generate(spec["generator"], DTYPES[spec["dtype"]],
                                                math.prod(drawn), seed, record["window"], operand)
            parts.append((values.reshape(drawn), torch.from_numpy(marks).reshape(drawn)))
            operand += 1
        values, marks = (part[0] if split is None else torch.cat(part, split)
                         for part in zip(*parts))
        inputs[param], special[param] = packed(values.expand(shape)), marks.expand(shape)
    return inputs, special


def operands_of(reference, tensors, attrs):
    """The tensors (inputs, or marks of what is special in them) as operands whose elements at one
    place belong together: what reference.operands() makes of them, or the tensors themselves,
    broadcast."""
    if hasattr(reference, "operands"):
        return reference.operands(tensors, attrs)
    shape = torch.broadcast_shapes(*[value.shape for value in tensors.values()])
    return {name: value.expand(shape) for name, value in tensors.items()}


def refuse_if_blind(record, param, values):
    """The statuses of docs/golden_format.md: a record that cannot fail is refused."""
    flat = values.flatten()
    if flat.numel() < SMALL or record.get("filled"):
        return
    tensors = [record["outputs"].get(param, {}), *record["inputs"].values()]
    few_values = record.get("few_values") or any(spec.get("dtype") == "bool" for spec in tensors)
    if few_values and flat.numel() < SMALL_OF_FEW:
        return
    # A number and bools may have one result only: none is greater than 1.
    if [spec["dtype"] for spec in record["inputs"].values()] == ["bool"] and any(
            isinstance(attr, dict) for attr in record.get("attrs", {}).values()):
        return
    limit = MAX_SAME_SHARE_OF_FEW if few_values else MAX_SAME_SHARE
    where = f"record {record['key']}, output {param}: MISTRUSTED:"
    # Zeros of both signs compare equal.
    plain = torch.where(flat == 0, torch.zeros_like(flat), flat)
    # One of two results may be infinite, as log(0) of bool inputs.
    if plain.is_floating_point() and not few_values:
        if (share := (~torch.isfinite(plain)).double().mean().item()) > MAX_SAME_SHARE:
            raise Blind(
                f"{where} {share:.0%} of {flat.numel()} results are infinite or NaN (at most "
                f"{MAX_SAME_SHARE:.0%})"
            )
        plain = plain[torch.isfinite(plain)]
    counts = torch.unique(plain.double(), return_counts=True)
    if counts[0].numel() == 1:
        raise Blind(f"{where} all {flat.numel()} results are {counts[0].item()}")
    share = counts[1].max().item() / flat.numel()
    if share > limit:
        value = counts[0][counts[1].argmax()].item()
        raise Blind(
            f"{where} {share:.0%} of {flat.numel()} results are {value} (at most {limit:.0%})")


def check_truth(record, reference, operands, special, results):
    """Compares results with mpmath. Returns {result: {max_ulp_error, compared}}."""
    report = {name: {"max_ulp_error": 0.0, "compared": 0} for name in results}
    worst = {}  # of each result: the element of the greatest error

    def where(name, place):
        values = ", ".join(f"{key} = {value.flatten()[place].item()!r}"
                           for key, value in operands.items())
        return f"record {record['key']}, output {name}, element {place} ({values})"

    wide = {name for name in results if dtype_of_result(record, name) in WIDE}
    for place, exact in exact_elements(record, reference, operands, special):
        for name, want in exact.items():
            dtype = dtype_of_result(record, name)
            got = value_in(dtype, results[name].flatten()[place].item())
            if got == want or (name in wide and got == float(want)) or (math.isnan(got)
                                                                        and mpmath.isnan(want)):
                report[name]["compared"] += 1
                continue
            if not math.isfinite(got):
                raise Refused(f"{where(name, place)}: truth is {got}, "
                              f"mpmath says {mpmath.nstr(want, 17)}")
            got = mpmath.mpf(got)
            if name in wide:
                # mpmath's value is the truth; reference.py must still agree as far as a float64
                # can.
                if abs(got - want) > max(abs(want), mpmath.mpf(2) ** -1000) * mpmath.mpf(2) ** -44:
                    raise Refused(f"{where(name, place)}: truth is {got}, "
                                  f"mpmath says {mpmath.nstr(want, 20)}")
                got = want
            if not DTYPES[dtype].is_floating_point:  # beyond the type's range all is saturated
                low, high = limits_of(dtype)
                got, want = (min(max(value, low - 1), high + 1) for value in (got, want))
            error = abs(got - want)
            entry = report[name]
            if error / ulp(want, dtype) > entry["max_ulp_error"]:
                entry["max_ulp_error"] = float(error / ulp(want, dtype))
                worst[name] = (f"{where(name, place)}: truth is {mpmath.nstr(got, 20)}, "
                               f"mpmath says {mpmath.nstr(want, 20)}")
            entry["compared"] += 1
    for name, entry in report.items():
        if entry["max_ulp_error"] > MAX_TRUTH_ULP:
            raise Refused(
                f"{worst[name]}, {entry['max_ulp_error']:.3g} units in the last place off "
                f"(at most {MAX_TRUTH_ULP})")
        # Rounded upwards and to few digits, so that the number is a bound and does not move with
        # every digit.
        entry["max_ulp_error"] = float(f"{entry['max_ulp_error'] * 1.01:.2e}")
    return report


def exact_elements(record, reference, operands, special):
    """(place, exact results) of the specials and a sample of the others, where all operands are
    finite; of all elements where a result needs more digits than a float64 has."""
    flat = {name: value.flatten().tolist() for name, value in operands.items()}
    attrs = attributes_of(record)
    chosen = torch.stack([marks.flatten() for marks in special.values()]).any(dim=0)
    chosen[:: max(1, chosen.numel() // SAMPLE)] = True
    every = any(output["dtype"] in WIDE for output in record["outputs"].values())
    if every:
        chosen[:] = True
    seen = {}
    for place in torch.nonzero(chosen).flatten().tolist():
        values = {name: value[place] for name, value in flat.items()}
        if not all(map(math.isfinite, values.values())):
            continue
        key = tuple(values.values())
        if key not in seen:
            seen[key] = reference.exact({name: mpmath.mpf(value) for name, value in values.items()},
                                        attrs)
        elif not every:
            continue
        # mpmath has no negative zero, from which a pole is seen from its other side.
        if any(value == 0 and math.copysign(1, value) < 0
               for value in values.values()) and any(map(mpmath.isinf, seen[key].values())):
            continue
        yield place, seen[key]


def differs(truth, other, dtype):
    """By how many units in the last place `other` is wrong once it is rounded to the type; infinite
    where only one is finite or NaN."""
    target = DTYPES[dtype]
    if not target.is_floating_point:
        return (round_to(truth, dtype).double() -
                round_to(other.double().nan_to_num(), dtype).double()).abs()
    other, want = other.double().to(target).double(), round_to(truth, dtype).double()
    precision, least = FLOAT_FORMATS[dtype]
    exponent = torch.frexp(truth.nan_to_num(nan=1.0, posinf=1.0, neginf=1.0))[1].double() - 1
    unit = torch.exp2(exponent.clamp(min=least) - precision + 1)
    same = (want == other) | (want.isnan() & other.isnan())
    return torch.where(same, torch.zeros_like(unit),
                       ((truth - other).abs() / unit).nan_to_num(nan=math.inf))


def find_witness(pattern, deviation, cases, reference, records):
    """An element of a case like `pattern` that would be wrong had `deviation` been decided
    otherwise."""
    bounds = cases["accuracy"]["cpu"].values()
    best = None
    for case in cases["cases"]:
        record = records.get(case.get("values"))
        if record is None or not fnmatch.fnmatchcase(case["id"], pattern):
            continue
        attrs = attributes_of(record)
        native = operands_of(reference, draw_inputs(record, cases["seed"])[0], attrs)
        truth = reference.reference(widened(reference, native), attrs)
        for name, other in reference.OTHERWISE[deviation](native, attrs).items():
            dtype = dtype_of_result(record, name)
            ratio = differs(truth[name], other,
                            dtype).flatten() / (max(bound.get(dtype, 0) for bound in bounds) or 0.5)
            if ratio.numel() == 0 or ratio.max() <= 1 or (best and
                                                          best["times_the_bound"] >= ratio.max()):
                continue
            place = ratio.argmax().item()
            best = {
                "case": case["id"],
                "result": name,
                "operands":
                    {key: str(value.flatten()[place].item()) for key, value in native.items()},
                "truth": str(truth[name].flatten()[place].item()),
                "otherwise": str(other.flatten()[place].item()),
                "times_the_bound": float(f"{ratio[place].item():.3g}")
            }
    if best is None:
        raise Refused(
            f"deviation {deviation}: no case like {pattern} would fail if it were decided as "
            "OTHERWISE has it"
        )
    best["times_the_bound"] = str(best["times_the_bound"])  # JSON has no infinity
    return best


def widened(reference, tensors):
    """The tensors as float64; as they are for operators that compute in the types of their operands
    (NATIVE in reference.py)."""
    return tensors if getattr(reference, "NATIVE", False) else {
        name: value.to(torch.float64) for name, value in tensors.items()
    }


def windows_of(record, reference):
    """Names of the windows of the pools that are tried for a record. With SHARES_WINDOWS = True in
    reference.py those of all records whose inputs have the same types come before its own. So a
    result is stored once, however many shapes have it. Records of one input and numbers keep their
    own: each number needs other elements to be seen."""
    names = [record["key"]]
    if getattr(reference, "SHARES_WINDOWS", False) and len(record["inputs"]) > 1:
        names.insert(0, "/".join(spec["dtype"] for spec in record["inputs"].values()))
    return [f"{name}/{number}" if number else name for name in names for number in range(WINDOWS)]


def make_record(record, reference, seed):
    """The tensors of a record, and how exact its truth is. The record keeps the name of its window.
    Wanted is the first that can fail, whose results are not simply an input (which in place would
    hide that nothing is written), and, if they have few values, show where chunks begin. Else it is
    the first that can fail."""
    found, blind = [], None
    for window in windows_of(record, reference):
        record["window"] = window
        try:
            made = make_tensors(record, reference, seed)
        except Blind as refusal:
            blind = refusal
            continue
        found.append((window, made))
        hides = record.get("few_values") and hides_chunks(made[0])
        if not hides and not is_input(record, made[0]):
            return made
    if not found:
        raise blind
    record["window"], made = found[0]
    return made


def hides_chunks(tensors):
    """Whether each first result of a chunk is that of the element before it, as may be where there
    are few values."""
    for key, value in tensors.items():
        flat = value.flatten()
        if "/truth/" in key and flat.numel() > CHUNK and torch.equal(flat[CHUNK::CHUNK],
                                                                     flat[CHUNK - 1:-1:CHUNK]):
            return True
    return False


def is_input(record, tensors):
    """Whether an output is, element by element, an input."""
    for output, made in record["outputs"].items():
        results = round_to(tensors[f"{record['key']}/truth/{output}"],
                           made["dtype"]).to(DTYPES[made["dtype"]])
        for name, given in record["inputs"].items():
            if (given["dtype"], given["shape"]) == (made["dtype"],
                                                    made["shape"]) and results.numel() > 0:
                given_values = tensors[f"{record['key']}/in/{name}"]
                if torch.equal(
                        packed(results).flatten().view(torch.uint8),
                        given_values.flatten().view(torch.uint8)):
                    return True
    return False


def dtype_of_result(record, name):
    """Results that become other outputs, joined or cut, all have the type of these."""
    outputs = record["outputs"]
    return outputs.get(name, next(iter(outputs.values())))["dtype"]


def outputs_of(reference, results, attrs):
    """The outputs that the results become: joined by reference.assemble() or cut by
    reference.cut()."""
    for change in ("assemble", "cut"):
        if hasattr(reference, change):
            return getattr(reference, change)(results, attrs)
    return results


def make_tensors(record, reference, seed):
    inputs, special = draw_inputs(record, seed)
    attrs = attributes_of(record)
    operands = operands_of(reference, widened(reference, inputs), attrs)
    results = reference.reference(operands, attrs)
    report = check_truth(record, reference, operands, operands_of(reference, special, attrs),
                         results)
    tensors = {f"{record['key']}/in/{name}": value for name, value in inputs.items()}
    truth = outputs_of(reference, results, attrs)
    for name, spec in record["outputs"].items():
        if list(truth[name].shape) != spec["shape"] or truth[name].dtype not in (torch.float64,
                                                                                 torch.int64):
            raise Refused(
                f"record {record['key']}, output {name}: reference gives {truth[name].dtype} "
                f"{list(truth[name].shape)}, "
                f"cases.json says float64 or int64 {spec['shape']}")
        refuse_if_blind(record, name, round_to(truth[name], spec["dtype"]))
    elements = []
    if any(spec["dtype"] in WIDE for spec in record["outputs"].values()):
        elements += exact_elements(record, reference, operands,
                                   operands_of(reference, special, attrs))
    high, low = {}, {}
    for name, values in results.items():
        dtype = dtype_of_result(record, name)
        if dtype in WIDE:
            exact = {place: want[name] for place, want in elements if name in want}
            high[name], low[name] = halves_of(values, dtype, exact)
        else:
            high[name] = trimmed(values.to(torch.float64), dtype)
    for part, values in (("truth", high), ("truth_low", low)):
        for name, value in (outputs_of(reference, values, attrs) if values else {}).items():
            tensors[f"{record['key']}/{part}/{name}"] = packed(value)
    if truth.keys() != results.keys():  # results became other outputs: each has the errors of all
        entry = {"max_ulp_error": max(each["max_ulp_error"] for each in report.values()),
                 "compared": sum(each["compared"] for each in report.values())}
        report = {name: dict(entry) for name in truth}
    native = inputs if hasattr(reference, "operands") else operands_of(reference, inputs, attrs)
    theirs = reference.pytorch(native, attrs)
    for name, value in (theirs or {}).items():
        spec = record["outputs"][name]
        if value.dtype == DTYPES[spec["dtype"]] and list(value.shape) == spec["shape"]:
            tensors[f"{record['key']}/pytorch/{name}"] = packed(value)
    return tensors, report


def load_reference(path):
    spec = importlib.util.spec_from_file_location("reference", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def differences(old, new):
    """Names of records by what happened to them."""
    def bits(tensors):
        grouped = {}
        for name, value in tensors.items():
            data = value.flatten().view(torch.uint8)
            grouped.setdefault(name.split("/")[0],
                               {})[name] = (str(value.dtype), tuple(value.shape),
                                            bytes(data.numpy()))
        return grouped
    a, b = bits(old), bits(new)
    return {"added": sorted(b.keys() - a.keys()), "removed": sorted(a.keys() - b.keys()),
            "changed": sorted(key for key in a.keys() & b.keys() if a[key] != b[key])}


def update(cases_path, reference_path, out, check):
    """Writes the golden data of one operator, or with `check` only says what would change. Returns
    the exit code."""
    torch.set_num_threads(1)
    mpmath.mp.prec = 300
    cases = json.loads(cases_path.read_text())
    if cases["schema"] != "openaclnn-cases/1":
        raise Refused(
            f"{cases_path}: schema is '{cases['schema']}', this tool reads 'openaclnn-cases/1'")
    op = cases["op"]
    reference = load_reference(reference_path)
    tensors, errors = {}, {}
    for record in cases["values"]:
        record["few_values"] = cases.get("few_values", False)
        record["filled"] = cases["structure"] == "filled"
        made, report = make_record(record, reference, cases["seed"])
        tensors.update(made)
        for name, entry in report.items():
            known = errors.setdefault(name, {}).setdefault(record["outputs"][name]["dtype"], {
                "max_ulp_error": 0.0,
                "compared": 0
            })
            known["max_ulp_error"] = max(known["max_ulp_error"], entry["max_ulp_error"])
            known["compared"] += entry["compared"]

    records = {record["key"]: record for record in cases["values"]}
    decided = {
        deviation["id"]: deviation["held_by"] for deviation in cases["deviations"]
        if deviation["decides"] == "values"
    }
    otherwise = getattr(reference, "OTHERWISE", {})
    if decided.keys() != otherwise.keys():
        raise Refused(
            f"{reference_path}: OTHERWISE has {sorted(otherwise)}, but the deviations that "
            f"decide values are {sorted(decided)}"
        )
    witnesses = {
        name:
        {pattern: find_witness(pattern, name, cases, reference, records) for pattern in held_by}
        for name, held_by in decided.items()
    }

    data_path, manifest_path = out / f"{op}.safetensors.z", out / "MANIFEST.json"
    old_manifest, old = {}, {}
    if manifest_path.exists() and data_path.exists():
        try:
            raw = pack.unpack(data_path.read_bytes())
        except ValueError:
            raw = b""
        old_manifest = json.loads(manifest_path.read_text())
        if hashlib.sha256(raw).hexdigest() == old_manifest.get("sha256"):
            old = safetensors.torch.load(raw)
        else:
            print(
                f"{op}: {data_path} is not what its MANIFEST says (edited by hand?); writing all "
                "of it again"
            )
    change = differences(old, tensors)
    same_data = bool(old) and not any(change.values())
    provenance = {"pytorch": torch.__version__, "numpy": np.__version__,
                  "mpmath": mpmath.__version__}
    if same_data:
        # The versions that made the data, not the latest.
        provenance = {name: old_manifest[name] for name in provenance}
    data = raw if same_data else safetensors.torch.save(tensors, {"openaclnn": json.dumps(
        {"format": FORMAT, "op": op, "seed": cases["seed"], **provenance}, sort_keys=True)})
    manifest = {"format": FORMAT, "op": op, "spec_sha256": cases["spec_sha256"],
                "seed": cases["seed"], **provenance, "records": len(cases["values"]),
                "file": f"{op}.safetensors", "sha256": hashlib.sha256(data).hexdigest(),
                "deviations": witnesses, "truth": errors}
    text = json.dumps(manifest, indent=2) + "\n"
    if same_data and manifest_path.read_text() == text:
        print(
            f"{op}: up to date ({len(cases['values'])} records, {data_path.stat().st_size} bytes)")
        return 0
    for what, keys in change.items():
        if keys:
            print(
                f"{op}: {len(keys)} records {what}: "
                f"{', '.join(keys[:10])}{' ...' if len(keys) > 10 else ''}"
            )
    if same_data:
        print(f"{op}: the data are the same, the MANIFEST changes")
    if check:
        return 1
    out.mkdir(parents=True, exist_ok=True)
    if not same_data:
        data_path.write_bytes(pack.pack(data))
    manifest_path.write_text(text)
    print(f"{op}: wrote {len(cases['values'])} records, {data_path.stat().st_size} bytes")
    return 0


def update_or_refuse(*operator):
    try:
        return update(*operator)
    except Refused as refusal:
        print(f"refused: {refusal}", file=sys.stderr)
        return 1
    except Exception:  # the other operators go on
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, what in (("--cases", "cases of an operator"), ("--reference", "its reference"),
                       ("--out", "folder of its golden files")):
        parser.add_argument(name, required=True, action="append", type=pathlib.Path,
                            help=f"{what}; once for each operator")
    parser.add_argument("--check", action="store_true",
                        help="write nothing; fail if something would change")
    options = parser.parse_args()
    if not len(options.cases) == len(options.reference) == len(options.out):
        parser.error("--cases, --reference and --out are given once for each operator")
    operators = [(*operator, options.check)
                 for operator in zip(options.cases, options.reference, options.out)]
    if len(operators) == 1:
        return update_or_refuse(*operators[0])
    # Importing PyTorch takes as long as most operators do: workers begin with it.
    fork = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(len(os.sched_getaffinity(0)), fork) as workers:
        return max(workers.map(update_or_refuse, *zip(*operators)))


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""export FOLDER [--op=NAME]...

Writes the golden cases that must be right, in a form that a machine with an NPU needs nothing for
but a compiler: cases.txt and data.bin (docs/golden_format.md, "Results from elsewhere"), the
driver's source, the calls it makes, and how to build and run it.
"""

import argparse
import json
import os
import pathlib
import shutil
import struct
import sys

# safetensors' names, and aclDataType of acl_base_rt.h.
# dtype -> name in safetensors, number in aclDataType, bytes of an element
TYPES = {"float32": ("F32", 0, 4), "float16": ("F16", 1, 2), "bfloat16": ("BF16", 27, 2),
         "float64": ("F64", 11, 8), "bool": ("BOOL", 12, 1), "int8": ("I8", 2, 1),
         "int16": ("I16", 6, 2), "int32": ("I32", 3, 4), "int64": ("I64", 9, 8),
         "uint8": ("U8", 4, 1), "uint16": ("U16", 7, 2), "uint32": ("U32", 8, 4),
         "uint64": ("U64", 10, 8)}
# dtype -> how struct packs a scalar of it
PACKED = {"float32": "<f", "float16": "<e", "float64": "<d", "bool": "<?", "int8": "<b",
          "int16": "<h", "int32": "<i", "int64": "<q", "uint8": "<B", "uint16": "<H",
          "uint32": "<I", "uint64": "<Q"}


def scalar_bytes(scalar):
    """The value of {"dtype": ..., "value": ...} in its type, as hexadecimal digits."""
    value = scalar["value"]
    if scalar["dtype"] == "bfloat16":
        return struct.pack("<f", float(value))[2:].hex()
    form = PACKED[scalar["dtype"]]
    return struct.pack(form, float(value) if form[1] in "fed" else value).hex()


README = """Cases of openaclnn, to be run where there is an NPU.

    ./build.sh          needs the vendor's toolkit (ASCEND_HOME_PATH) and a C++17 compiler
    ./driver . PRODUCT returned.safetensors

PRODUCT is one of: {products}. Send returned.safetensors back; there,
`tools/bazel run //testing:import_returned -- returned.safetensors` compares it, and
`tools/bazel run //testing:report` shows it as one more column. Exit status: 1 if no case could be
run.
"""

BUILD_SH = """#!/bin/sh
# Against the vendor's libraries; functions whose headers it lacks are left out, and reported as
# such.
set -e
: "${ASCEND_HOME_PATH:?the folder of the toolkit}"
cd "$(dirname "$0")"
${CXX:-g++} -std=c++17 -O1 -o driver driver.cc -I. -I"$ASCEND_HOME_PATH/include" \\
  -L"$ASCEND_HOME_PATH/lib64" -lascendcl -lnnopbase -lopapi
"""


def strides_of(shape):
    strides, size = [], 1
    for extent in reversed(shape):
        strides.insert(0, size)
        size *= extent
    return strides


def layout_of(tensor):
    """Strides, offset and number of elements of the storage, as testing/cases.cc lays tensors
    out."""
    shape, layout = tensor["shape"], tensor.get("layout", "contiguous")
    strides, offset, storage = strides_of(shape), 0, shape
    if shape and 0 not in shape:
        wide = {"stepped": shape[-1] * 2, "padded": shape[-1] + 3}.get(layout)
        if wide is not None:
            storage = shape[:-1] + [wide]
            strides = strides_of(storage)
            strides[-1], offset = (2, 0) if layout == "stepped" else (1, 1)
        elif layout == "transposed":
            strides = list(reversed(strides_of(list(reversed(shape)))))
        elif layout == "offset":
            offset, storage = 7, [count_of(shape) + 9]
        elif layout == "reversed":
            strides[-1], offset = -1, shape[-1] - 1
        elif layout == "expanded":
            strides[0], storage = 0, [1] + shape[1:]
    strides, offset = tensor.get("strides", strides), tensor.get("offset", offset)
    return strides, offset, count_of(tensor.get("storage_shape", storage))


def count_of(shape):
    count = 1
    for extent in shape:
        count *= extent
    return count


class Golden:
    """Tensors of a golden file, and where they were put in data.bin."""

    def __init__(self, path, data):
        raw = pathlib.Path(path).read_bytes()
        (length,) = struct.unpack("<Q", raw[:8])
        self.header, self.raw = json.loads(raw[8:8 + length]), raw[8 + length:]
        self.data, self.places = data, {}

    def place(self, name):
        if name not in self.places:
            begin, end = self.header[name]["data_offsets"]
            self.places[name] = len(self.data)
            self.data += self.raw[begin:end]
        return self.places[name]


def words_of(case, name, tensor, is_output, golden):
    """A tensor as the driver reads it."""
    written = [output for output, source in case.get("in_place", {}).items() if source == name]
    written += [name] if is_output else []
    strides, offset, storage = layout_of(tensor)
    place = -1 if is_output else golden.place(f"{case['values']}/in/{name}")
    type_, dtype, size = TYPES[tensor["dtype"]]
    shape = tensor["shape"]
    numbers = [dtype, size, place, offset, storage, len(shape), *shape, *strides]
    return ["tensor", written[0] if written else "-", type_, *map(str, numbers)]


def line_of(cases, case, golden):
    """The case as the driver reads it; None if a type of it cannot be exchanged."""
    function = next(function for function in cases["functions"]
                    if function["name"] == case["function"])
    in_place = case.get("in_place", {})
    names = [param["name"] for param in function["params"]]
    words = ["case", case["id"], case["function"], ",".join(case["products"]), str(len(names))]
    for param in function["params"]:
        name, value, kind = param["name"], case["args"][param["name"]], param["kind"]
        if value is None:
            words += ["null"]
        elif kind in ("int", "enum", "dim"):
            words += ["int", str(value)]
        elif kind == "bool":
            words += ["int", str(int(value))]
        elif kind == "string":
            words += ["string", value]
        elif kind in ("double", "float"):
            words += ["double", repr(float(value))]
        elif kind == "dtype":
            words += ["int", str(TYPES[value][1])]
        elif kind == "int_array":
            words += ["ints", str(len(value))] + [str(number) for number in value]
        elif kind == "scalar":
            words += ["scalar", str(TYPES[value["dtype"]][1]), scalar_bytes(value)]
        elif name in in_place:
            words += ["same", str(names.index(in_place[name]))]
        else:
            is_list = kind.endswith("_list")
            tensors = [(name, value)]
            if is_list:
                tensors = [(f"{name}_{number}", tensor) for number, tensor in enumerate(value)]
            if any(tensor["dtype"] not in TYPES for _, tensor in tensors):
                return None
            words += ["list", str(len(tensors))] * is_list
            for its_name, tensor in tensors:
                words += words_of(case, its_name, tensor, kind.startswith("output"), golden)
    return " ".join(words)


def calls_of(functions):
    """C++ source: a table of the calls, without those whose header the library does not have."""
    argument = {"input": "args[{}].tensor", "output": "args[{}].tensor",
                "string": "&args[{}].text[0]", "int": "args[{}].number", "dim": "args[{}].number",
                "enum": "args[{}].number", "bool": "args[{}].number != 0",
                "double": "args[{}].real", "float": "static_cast<float>(args[{}].real)",
                "dtype": "static_cast<aclDataType>(args[{}].number)", "scalar": "args[{}].scalar",
                "int_array": "args[{}].int_array", "input_list": "args[{}].tensors",
                "output_list": "args[{}].tensors"}
    headers = sorted({function["header"] for function in functions})
    lines = ["// Generated by testing/driver/export.py from the specs."]
    for header in headers:
        lines += [
            f"#if __has_include(\"aclnnop/{header}\")", f"#include \"aclnnop/{header}\"", "#endif"
        ]
    lines += ["namespace {", "const Call kCalls[] = {"]
    for function in functions:
        arguments = ", ".join(argument[param["kind"]].format(i)
                              for i, param in enumerate(function["params"]))
        name = function["name"]
        lines += [
            f"#if __has_include(\"aclnnop/{function['header']}\")",
            f"    {{\"{name}\", [](Args& args, uint64_t* size, aclOpExecutor** executor) -> int {{",
            f"       return {name}GetWorkspaceSize({arguments}, size, executor);",
            f"     }}, {name}}},", "#endif"
        ]
    return "\n".join(lines + ["};", "}  // namespace", ""])


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--op", action="append", default=[], help="only this operator")
    parser.add_argument("--cases", action="append", default=[],
                        help="cases.json of an operator (set by the build)")
    parser.add_argument("--golden", action="append", default=[],
                        help="golden file of an operator (set by the build)")
    args = parser.parse_args(argv)
    golden_of = {pathlib.Path(path).stem: path for path in args.golden}
    lines, functions, data, products = [], [], bytearray(), {}
    for path in args.cases:
        cases = json.loads(pathlib.Path(path).read_text())
        if args.op and cases["op"] not in args.op:
            continue
        products |= cases["socs"]
        functions += cases["functions"]
        golden = Golden(golden_of[cases["op"]], data)
        lines += [
            line for case in cases["cases"] if case["kind"] == "positive"
            if (line := line_of(cases, case, golden)) is not None
        ]
    if not lines:
        print(f"there is no operator {', '.join(args.op)}", file=sys.stderr)
        return 2
    folder = pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", "."), args.folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder /
     "cases.txt").write_text("\n".join([f"openaclnn-exchange/2 {len(lines)} {','.join(products)}"] +
                                       lines) + "\n")
    (folder / "data.bin").write_bytes(data)
    (folder / "calls.inc").write_text(calls_of(functions))
    driver = pathlib.Path(__file__).resolve().parent / "driver.cc"
    if driver.is_file():
        shutil.copyfile(driver, folder / "driver.cc")
    (folder / "build.sh").write_text(BUILD_SH)
    (folder / "build.sh").chmod(0o755)
    (folder / "README.md").write_text(README.format(products=", ".join(products)))
    print(f"{len(lines)} cases of {len(functions)} functions in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

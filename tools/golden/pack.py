#!/usr/bin/env python3
"""pack.py PACKED FILE.safetensors: unpacks golden data, as the build does. Needs nothing but Python.

Golden data are stored compressed. What makes them small, measured for gelu (38,192 elements, 222 records, 570 KB of safetensors):
zlib alone gives 367 KB; storing the bytes of one significance together, and PyTorch's results as differences from the rounded truth,
355 KB; a truth of 13 bits beyond the output's type instead of float64's 52 (golden.py, trimmed), 245 KB; several chunks of work shown
by 1,027 elements instead of 4,099 (testing/profiles), 114 KB. LZMA in place of zlib would save 4 %.

The packed file is zlib's format around: the length of a JSON header, 8 bytes, little-endian; the header, which is that of the safetensors
file without the places of the tensors; then the tensors in the header's order by role (pytorch last) and type, each group shuffled:
the first bytes of all elements, then the second bytes, and so on.
"""

import json
import math
import pathlib
import struct
import sys
import zlib

SIZES = {"F64": 8, "I64": 8, "U64": 8, "F32": 4, "I32": 4, "U32": 4, "F16": 2, "BF16": 2, "I16": 2, "U16": 2, "I8": 1, "U8": 1, "BOOL": 1}


def shuffle(data, size):
    return b"".join(data[i::size] for i in range(size))


def unshuffle(data, size):
    result = bytearray(len(data))
    count = len(data) // size
    for i in range(size):
        result[i::size] = data[i * count:(i + 1) * count]
    return bytes(result)


def nearest(truth, dtype):
    """The truth (float64 as bytes) in the type, as bytes: nearest, where PyTorch's result mostly is. Exactness does not matter, as
    packing and unpacking use the same function."""
    if dtype == "F64":
        return truth
    values = struct.unpack(f"<{len(truth) // 8}d", truth)
    if dtype not in ("F32", "F16", "BF16"):
        bits = 8 * SIZES[dtype]
        low, high = -(1 << bits - 1), (1 << bits - 1) - 1
        return b"".join((max(low, min(high, round(value))) if math.isfinite(value) else 0).to_bytes(bits // 8, "little", signed=True)
                        for value in values)
    code = "<e" if dtype == "F16" else "<f"
    result = []
    for value in values:
        try:
            packed = struct.pack(code, value)
        except OverflowError:
            packed = struct.pack(code, math.copysign(math.inf, value))
        if dtype == "BF16":
            (bits,) = struct.unpack("<I", packed)
            if value == value:
                bits += 0x7FFF + (bits >> 16 & 1)
            packed = struct.pack("<H", bits >> 16)
        result.append(packed)
    return b"".join(result)


def xor(a, b):
    return (int.from_bytes(a, "little") ^ int.from_bytes(b, "little")).to_bytes(len(a), "little")


def groups(header):
    """[((whether it is PyTorch's, role, type), [name])] in the order of a packed file: a truth comes before what is stored as its difference."""
    found = {}
    for name, entry in header.items():
        if name != "__metadata__":
            role = name.split("/")[-2]
            found.setdefault((role == "pytorch", role, entry["dtype"]), []).append(name)
    return sorted(found.items())


def of_truth(name, dtype, data):
    """What a result of PyTorch is stored as a difference from."""
    key, _, param = name.rsplit("/", 2)
    return nearest(data[f"{key}/truth/{param}"], dtype)


def pack(safetensors):
    """The packed form of the bytes of a safetensors file."""
    end = 8 + struct.unpack("<Q", safetensors[:8])[0]
    header = json.loads(safetensors[8:end])
    data = {name: safetensors[end + entry["data_offsets"][0]:end + entry["data_offsets"][1]] for name, entry in header.items()
            if name != "__metadata__"}
    streams = []
    for (theirs, _, dtype), names in groups(header):
        stored = [xor(data[name], of_truth(name, dtype, data)) if theirs else data[name] for name in names]
        streams.append(shuffle(b"".join(stored), SIZES[dtype]))
    slim = {"__metadata__": header["__metadata__"], "tensors": [[name, header[name]["dtype"], header[name]["shape"]] for name in data]}
    text = json.dumps(slim, separators=(",", ":")).encode()
    packed = zlib.compress(struct.pack("<Q", len(text)) + text + b"".join(streams), 9)
    if unpack(packed) != safetensors:
        raise ValueError("the safetensors library has changed the order in which it writes")
    return packed


def unpack(packed):
    """The bytes of the safetensors file. ValueError if `packed` is no packed file."""
    try:
        raw = zlib.decompress(packed)
        end = 8 + struct.unpack("<Q", raw[:8])[0]
        slim = json.loads(raw[8:end])
        header, place = {"__metadata__": slim["__metadata__"]}, 0
        for name, dtype, shape in slim["tensors"]:
            size = SIZES[dtype] * math.prod(shape)
            header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [place, place + size]}
            place += size
        data = {}
        for (theirs, _, dtype), names in groups(header):
            sizes = [header[name]["data_offsets"][1] - header[name]["data_offsets"][0] for name in names]
            stream, begin = unshuffle(raw[end:end + sum(sizes)], SIZES[dtype]), 0
            end += sum(sizes)
            for name, size in zip(names, sizes):
                stored = stream[begin:begin + size]
                data[name] = xor(stored, of_truth(name, dtype, data)) if theirs else stored
                begin += size
        if end != len(raw):
            raise ValueError(f"{len(raw) - end} bytes too many")
    except (zlib.error, struct.error, KeyError, TypeError, IndexError) as error:
        raise ValueError(f"not a packed golden file: {error}") from error
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(data[name] for name, _, _ in slim["tensors"])


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        pathlib.Path(sys.argv[2]).write_bytes(unpack(pathlib.Path(sys.argv[1]).read_bytes()))
    except ValueError as error:
        print(f"{sys.argv[1]}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

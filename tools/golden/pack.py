#!/usr/bin/env python3
"""pack.py PACKED FILE.safetensors: unpacks golden data, as the build does. Needs nothing but
Python.

Records have much in common: their inputs are windows of the same pools (generators.py), and so are
results of inputs that lie alike. So each run of elements is stored once, and again only its place
and its length. What is left is random; its bytes of one significance stand together, because
exponents compress and last digits do not. PyTorch's results are stored as differences from the
rounded truth, and a truth has only 13 bits beyond the output's type (golden.py, trimmed).

The packed file is the xz format around: the length of a JSON header, 8 bytes, little-endian; the
header, which has the metadata and the tensors of the safetensors file (columns_of), and the number
of runs and of stored elements of each group; then the groups.
A group is the tensors of one role (pytorch last) and type, the largest first: its runs and its
stored elements, both shuffled: the first bytes of all, then the second bytes, and so on. A run is
three numbers of 4 bytes: how many stored elements come next, then how many elements of the group so
far are repeated, and from where.
"""

import array
import json
import lzma
import math
import pathlib
import struct
import sys

SIZES = {"F64": 8, "I64": 8, "U64": 8, "F32": 4, "I32": 4, "U32": 4, "F16": 2, "BF16": 2, "I16": 2,
         "U16": 2, "I8": 1, "U8": 1, "BOOL": 1}


# Next to each other stand bytes of one significance: neither the byte before nor the place tells
# which comes next.
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 0, "pb": 0}]

# A run that is repeated has at least this many elements and bytes: its place takes as many.
LEAST_ELEMENTS, LEAST_BYTES = 4, 12
# Places that are tried for each run; more would find few longer ones.
PLACES = 32


def shuffle(data, size):
    return b"".join(data[i::size] for i in range(size))


def unshuffle(data, size):
    result = bytearray(len(data))
    count = len(data) // size
    for i in range(size):
        result[i::size] = data[i * count:(i + 1) * count]
    return bytes(result)


def nearest(truth, dtype):
    """The truth (float64 as bytes) in the type, as bytes: nearest, where PyTorch's result mostly
    is. Exactness does not matter, as packing and unpacking use the same function."""
    if dtype == "F64":
        return truth
    values = struct.unpack(f"<{len(truth) // 8}d", truth)
    if dtype not in ("F32", "F16", "BF16"):
        bits = 8 * SIZES[dtype]
        low, high = -(1 << bits - 1), (1 << bits - 1) - 1
        return b"".join((max(low, min(high, round(value))) if math.isfinite(value) else 0
                         ).to_bytes(bits // 8, "little", signed=True) for value in values)
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
    """[((whether it is PyTorch's, role, type), [name])] in the order of a packed file: a truth
    comes before what is stored as its difference."""
    found = {}
    for name, entry in header.items():
        if name != "__metadata__":
            role = name.split("/")[-2]
            found.setdefault((role == "pytorch", role, entry["dtype"]), []).append(name)
    for names in found.values():
        names.sort(key=lambda name: -math.prod(header[name]["shape"]))
    return sorted(found.items())


def runs_of(data, size):
    """The elements as (runs, stored elements)."""
    elements = memoryview(data).cast({1: "B", 2: "H", 4: "I", 8: "Q"}[size]).tolist()
    least = max(LEAST_ELEMENTS, LEAST_BYTES // size)
    places, runs, stored = {}, array.array("I"), bytearray()
    begin = at = 0
    while at < len(elements):
        key = tuple(elements[at:at + least])
        known = places.setdefault(key, [])
        longest, start = 0, 0
        for place in known if len(key) == least else ():
            length = least
            while at + length < len(elements) and elements[place + length] == elements[at + length]:
                length += 1
            if length > longest:
                longest, start = length, place
        if longest == 0:
            if len(known) < PLACES:
                known.append(at)
            at += 1
            continue
        stored += data[begin * size:at * size]
        runs.extend((at - begin, longest, start))
        begin = at = at + longest
    runs.extend((len(elements) - begin, 0, 0))
    return runs, bytes(stored + data[begin * size:])


def repeated(runs, stored, size):
    """The elements of runs_of()."""
    data, begin = bytearray(), 0
    for count, again, place in zip(*[iter(runs)] * 3):
        data += stored[begin:begin + count * size]
        begin += count * size
        place, rest = place * size, again * size
        if rest > 0 and place >= len(data):
            raise ValueError("a run repeats what comes after it")
        while rest > 0:  # what is repeated may reach into itself
            piece = data[place:place + rest]
            data += piece
            place, rest = place + len(piece), rest - len(piece)
    return bytes(data)


def of_truth(name, dtype, data):
    """What a result of PyTorch is stored as a difference from."""
    key, _, param = name.rsplit("/", 2)
    return nearest(data[f"{key}/truth/{param}"], dtype)


def columns_of(header):
    """The tensors of a header: types in their order, keys of records, and for each record the
    number of the list of its tensors' names and types, and of the list of their shapes: few are
    different."""
    records, dtypes = {}, {}
    for name, entry in header.items():
        if name != "__metadata__":
            key, role, param = name.rsplit("/", 2)
            records.setdefault(key, []).append((f"{role}/{param}", entry["dtype"], entry["shape"]))
            dtypes[entry["dtype"]] = None
    keys, kinds, shapes, kind, shape = sorted(records), {}, {}, [], []
    for key in keys:
        names, types, extents = zip(*sorted(records[key]))
        kind.append(kinds.setdefault((names, types), len(kinds)))
        shape.append(shapes.setdefault(json.dumps(extents), len(shapes)))
    return {"dtypes": list(dtypes), "kinds": list(kinds), "shapes": list(map(json.loads, shapes)),
            "keys": keys, "kind": kind, "shape": shape}


def tensors_of(slim):
    """(name, type, shape) of the tensors of columns_of() in the order of a file: by type and
    name."""
    tensors = [
        (f"{key}/{name}", dtype, shape)
        for key, kind, shapes in zip(slim["keys"], slim["kind"], slim["shape"], strict=True)
        for name, dtype, shape in zip(*slim["kinds"][kind], slim["shapes"][shapes], strict=True)
    ]
    return sorted(tensors, key=lambda tensor: (slim["dtypes"].index(tensor[1]), tensor[0]))


def pack(safetensors):
    """The packed form of the bytes of a safetensors file."""
    end = 8 + struct.unpack("<Q", safetensors[:8])[0]
    header = json.loads(safetensors[8:end])
    data = {
        name: safetensors[end + entry["data_offsets"][0]:end + entry["data_offsets"][1]]
        for name, entry in header.items() if name != "__metadata__"
    }
    streams, counts = [], []
    for (theirs, _, dtype), names in groups(header):
        size = SIZES[dtype]
        runs, stored = runs_of(
            b"".join(
                xor(data[name], of_truth(name, dtype, data)) if theirs else data[name]
                for name in names), size)
        if sys.byteorder == "big":
            runs.byteswap()
        streams += [shuffle(runs.tobytes(), 4), shuffle(stored, size)]
        counts.append([len(runs) // 3, len(stored) // size])
    slim = {"__metadata__": header["__metadata__"], "groups": counts, **columns_of(header)}
    text = json.dumps(slim, separators=(",", ":")).encode()
    packed = lzma.compress(struct.pack("<Q", len(text)) + text + b"".join(streams), filters=FILTERS)
    if unpack(packed) != safetensors:
        raise ValueError("the safetensors library has changed the order in which it writes")
    return packed


def unpack(packed):
    """The bytes of the safetensors file. ValueError if `packed` is no packed file."""
    try:
        raw = lzma.decompress(packed)
        end = 8 + struct.unpack("<Q", raw[:8])[0]
        slim = json.loads(raw[8:end])
        header, place = {"__metadata__": slim["__metadata__"]}, 0
        for name, dtype, shape in tensors_of(slim):
            size = SIZES[dtype] * math.prod(shape)
            header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [place, place + size]}
            place += size
        data = {}
        for ((theirs, _, dtype),
             names), (run_count, stored_count) in zip(groups(header), slim["groups"], strict=True):
            size = SIZES[dtype]
            middle, next_end = end + 12 * run_count, end + 12 * run_count + size * stored_count
            runs = array.array("I", unshuffle(raw[end:middle], 4))
            if sys.byteorder == "big":
                runs.byteswap()
            stream, begin = repeated(runs, unshuffle(raw[middle:next_end], size), size), 0
            end = next_end
            for name in names:
                length = header[name]["data_offsets"][1] - header[name]["data_offsets"][0]
                stored = stream[begin:begin + length]
                data[name] = xor(stored, of_truth(name, dtype, data)) if theirs else stored
                begin += length
            if begin != len(stream):
                raise ValueError(f"{len(stream) - begin} bytes too many of type {dtype}")
        if end != len(raw):
            raise ValueError(f"{len(raw) - end} bytes too many")
    except (lzma.LZMAError, struct.error, KeyError, TypeError, IndexError) as error:
        raise ValueError(f"not a packed golden file: {error}") from error
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(
        data[name] for name in header if name != "__metadata__")


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

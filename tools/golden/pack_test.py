#!/usr/bin/env python3
"""Tests of pack.py."""

import json
import lzma
import math
import pathlib
import struct
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import pack  # noqa: E402

TRUTH = [0.1, -2.5, 3.5, 1e300, -1e300, math.inf, math.nan, 0.0, 7e4, 1e-50]


def safetensors(tensors):
    """The bytes of a file with {name: (dtype, shape, data)}."""
    header, place = {"__metadata__": {"openaclnn": "{}"}}, 0
    for name, (dtype, shape, data) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [place, place + len(data)]}
        place += len(data)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(data for _, _, data in tensors.values())


def file_of(dtype, pytorch):
    truth = struct.pack(f"<{len(TRUTH)}d", *TRUTH)
    tensors = {"a/in/x": (dtype, [0], b""), "a/truth/y": ("F64", [0], b""),
               "b/in/x": (dtype, [10], pytorch[::-1]), "b/pytorch/y": (dtype, [2, 5], pytorch),
               "b/truth/y": ("F64", [2, 5], truth), "b/truth_low/y": ("F64", [2, 5], truth[::-1])}
    # By type, then by name, as the library writes them.
    return safetensors(dict(sorted(tensors.items(), key=lambda item: item[1][0] != "F64")))


class PackTest(unittest.TestCase):
    def test_unpacking_gives_the_same_bytes(self):
        for dtype, size in pack.SIZES.items():
            raw = file_of(dtype, bytes(range(10 * size)))
            self.assertEqual(pack.unpack(pack.pack(raw)), raw, dtype)
        with self.assertRaises(ValueError):
            pack.pack(safetensors({"b/in/x": ("I8", [1], b"1"), "a/in/x": ("I8", [1], b"1")}))

    def test_lists_of_tensors_are_stored_once(self):
        def header(keys):
            return {"__metadata__": {}} | {
                f"{key}/{name}": {"dtype": dtype, "shape": [3]}
                for name, dtype in (("truth/y", "F64"), ("in/x", "F16")) for key in keys}
        columns = pack.columns_of(header("abc"))
        self.assertEqual((len(columns["kinds"]), columns["kind"]), (1, [0, 0, 0]))
        self.assertEqual((columns["shapes"], columns["shape"]), ([[[3], [3]]], [0, 0, 0]))
        self.assertEqual(pack.tensors_of(columns), [
            (name, entry["dtype"], entry["shape"]) for name, entry in header("abc").items()
            if name != "__metadata__"])

    def test_runs_are_stored_once(self):
        pool = bytes(i * i % 251 for i in range(4000))
        for size in (1, 2, 4, 8):
            window = pool[8 * size:48 * size]
            data = pool[:100 * size] + window + pool[100 * size:101 *
                                                     size] + window + 50 * window[-size:]
            runs, stored = pack.runs_of(data, size)
            self.assertEqual(pack.repeated(runs, stored, size), data)
            self.assertLess(len(stored), 104 * size + 12)
        self.assertEqual(pack.repeated([1, 9, 0, 0, 0, 0], b"ab", 2), b"ab" * 10)  # into itself
        with self.assertRaises(ValueError):
            pack.repeated([1, 1, 1], b"ab", 2)

    def test_what_a_result_is_compared_with(self):
        def values(dtype, code):
            data = pack.nearest(struct.pack(f"<{len(TRUTH)}d", *TRUTH), dtype)
            return struct.unpack(f"<{len(TRUTH)}{code}", data)
        self.assertEqual(values("I32", "i"), (0, -2, 4, 2**31 - 1, -(2**31), 0, 0, 0, 70000, 0))
        half = values("F16", "e")
        self.assertEqual((half[1], half[3], half[4], half[8]),
                         (-2.5, math.inf, -math.inf, math.inf))
        self.assertEqual(
            values("F32", "f")[:3], (struct.unpack("<f", struct.pack("<f", 0.1))[0], -2.5, 3.5))
        self.assertEqual([hex(bits) for bits in values("BF16", "H")[:6]],
                         ["0x3dcd", "0xc020", "0x4060", "0x7f80", "0xff80", "0x7f80"])

    def test_broken_files_are_rejected(self):
        packed = pack.pack(file_of("F32", bytes(40)))
        raw = lzma.decompress(packed)
        broken_content = map(lzma.compress, (raw[:4], raw[:-1], raw + b"1"))
        for broken in (b"", b"no xz", packed[:-1], *broken_content):
            with self.assertRaises(ValueError):
                pack.unpack(broken)


if __name__ == "__main__":
    unittest.main()

"""How the inputs of golden records are drawn.

Each generator is a list of special values, which must appear, and a distribution for all other elements. Random numbers come from the raw
output of Philox 4x64-10 (a counter-based generator that NumPy keeps stable), keyed by SHA-256 of "seed/key/param", and only exactly
rounded arithmetic is done with them. So a record depends on nothing but its own name, and is the same on every machine.
"""

import hashlib

import numpy as np
import torch

import functions

_BITS = {torch.float32: torch.int32, torch.float16: torch.int16, torch.bfloat16: torch.int16}


class Draw:
    """The random numbers of one input."""

    def __init__(self, seed, key, param):
        digest = hashlib.sha256(f"{seed}/{key}/{param}".encode()).digest()
        self._raw = np.random.Philox(key=np.frombuffer(digest[:16], dtype="<u8")).random_raw

    def uniform(self, count, low=0.0, high=1.0):
        """`count` float64 values in [low, high)."""
        return low + (high - low) * ((self._raw(count) >> np.uint64(11)).astype(np.float64) * 2.0**-53)

    def integers(self, count, low, high):
        """`count` int64 values in [low, high]; ranges are far below 2^53, so scaling is even enough."""
        return np.floor(self.uniform(count, low, high + 1)).astype(np.int64)

    def normal(self, count):
        """`count` values of mean 0 and variance 1: the sum of twelve uniform ones, which needs no function of a maths library."""
        return self.uniform(count * 12).reshape(count, 12).sum(axis=1) - 6.0


def around(value, dtype, reach=4):
    """`value` rounded to the type, and its `reach` neighbours in the type on each side."""
    centre = torch.tensor([value], dtype=torch.float64).to(dtype)
    bits = centre.view(_BITS[dtype]).to(torch.int64) + torch.arange(-reach, reach + 1)
    return bits.to(_BITS[dtype]).view(dtype).to(torch.float64).tolist()


def limits(dtype):
    """What the edges of the type are: zeros, smallest and greatest values, infinities, NaN."""
    info = torch.finfo(dtype)
    values = [0.0, info.smallest_normal, info.smallest_normal / 2, info.tiny * info.eps, info.max, float("inf")]
    return [sign * value for value in values for sign in (1.0, -1.0)] + [float("nan")]


def mix(draw, count, parts):
    """Each element from one of the `parts`: (share, array of `count` values)."""
    pick = draw.uniform(count)
    result = np.zeros(count)
    low = 0.0
    for share, values in parts:
        result = np.where((pick >= low) & (pick < low + share), values, result)
        low += share
    return result


def log_uniform(draw, count, low, high):
    """Either sign, 2^low <= |value| < 2^(high + 1), every binade equally often."""
    sign = np.where(draw.uniform(count) < 0.5, -1.0, 1.0)
    return sign * np.ldexp(draw.uniform(count, 1, 2), draw.integers(count, low, high))


def _gradient(draw, count):
    return mix(draw, count, [
        (0.40, np.where(draw.uniform(count) < 0.5, -1.0, 1.0)), (0.20, np.ldexp(1.0, draw.integers(count, -6, 6))),
        (0.40, log_uniform(draw, count, -8, 7))])


def _gradient_specials(dtype):
    return [-0.3, 1e4, -1e-3] + limits(dtype)


def _normal_specials(dtype):
    return [1.0, -1.0, 0.5, 5.0, -6.0] + limits(dtype)


def _normal(draw, count):
    return mix(draw, count, [(0.9, draw.normal(count)), (0.1, log_uniform(draw, count, -8, 7))])


class Generator:
    """`specials(dtype)` -> list; `bulk(draw, count)` -> float64 array; `scatter`: specials are one of so many instead of standing together;
    `few_negatives`: of integers only a quarter is negative, for functions that are constant there."""

    def __init__(self, specials, bulk, scatter=0, few_negatives=False):
        self.specials, self.bulk, self.scatter, self.few_negatives = specials, bulk, scatter, few_negatives


GENERATORS = {
    # Specials of a gradient are spread, so that those of the other operand meet ordinary gradients as well.
    "gradient": Generator(_gradient_specials, _gradient, scatter=16),
    "normal": Generator(_normal_specials, _normal),
    # For integer types: see _integer_values. Every generator gives integers when asked for an integer type.
    "integers": Generator(_normal_specials, lambda draw, count: draw.normal(count)),
}


def _add_rooms():
    """The generators of ops/math/<function>/generators.py, which import what they need from this module."""
    for path in sorted(functions.ROOMS.glob("*/generators.py")):
        for name, generator in functions.load(path).GENERATORS.items():
            if name in GENERATORS:
                raise ImportError(f"{path}: there is another generator '{name}'")
            GENERATORS[name] = generator


def _integer_values(dtype, draw, count):
    info = torch.iinfo(dtype)
    # Small values, where products with a constant come near ties; all of the range; and the range's ends.
    values = np.where(draw.uniform(count) < 0.5, draw.integers(count, max(info.min, -128), min(info.max, 127)),
                      draw.integers(count, info.min, info.max))
    return [1, -1, 0, 2, -2, 3, -3, 100, -100, info.max, info.min, info.max - 1, info.min + 1], values


def generate(name, dtype, count, seed, key, param):
    """Values of one input as (tensor of `count` elements, bool array: which of them are special).

    In a record with room for all specials twice they stand at the beginning and again at the end, so that each meets both vector and
    remainder code. In a smaller one they begin at a place in their list drawn at random, so that small records together cover the list; the
    first is an ordinary value, so that a record of one element can fail.
    """
    if name not in GENERATORS:
        raise ValueError(f"unknown generator '{name}'; known: {', '.join(sorted(GENERATORS))}")
    generator = GENERATORS[name]
    draw = Draw(seed, key, param)
    if dtype.is_floating_point:
        specials, values = generator.specials(dtype), generator.bulk(draw, count)
    else:
        specials, values = _integer_values(dtype, draw, count)
        if generator.few_negatives:
            values = np.where(draw.uniform(count) < 0.5, np.abs(values), values)
    values = np.array(values)
    special = np.zeros(count, dtype=bool)
    total = len(specials)
    if generator.scatter:
        places = np.nonzero(draw.uniform(count) < 1.0 / generator.scatter)[0]
        places = places[places > 0]
        start = int(draw.integers(1, 0, total - 1)[0])
        for i, place in enumerate(places):
            values[place] = specials[(start + i) % total]
        special[places] = True
    elif count >= 3 * total:
        values[:total] = specials
        values[count - total:] = specials
        special[:total] = True
        special[count - total:] = True
    elif count > 1:
        # Every third element: special values make zeros and NaNs, and most results must tell something.
        start = int(draw.integers(1, 0, total - 1)[0])
        places = np.arange(1, count, 3)[:total]
        for i, place in enumerate(places):
            values[place] = specials[(start + i) % total]
        special[places] = True
    return torch.from_numpy(values).to(dtype), special


# Last, because rooms import names from above.
_add_rooms()

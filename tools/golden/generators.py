"""How the inputs of golden records are drawn.

Each generator is a list of special values, which must appear, and a distribution for all other
elements. For each type it has one pool of values, repeated without end, and every input is a window
of it. So inputs, and results of inputs that lie alike in their pools, are stored once (pack.py),
however many records there are.

Random numbers come from the raw output of Philox 4x64-10 (a counter-based generator that NumPy
keeps stable), keyed by SHA-256 of a name, and only exactly rounded arithmetic is done with them. A
pool depends on its name, a window on that of its record: both are the same on every machine, and a
record that is added moves no other.
"""

import functools
import hashlib

import numpy as np
import torch

import functions

_BITS = {torch.float64: torch.int64, torch.float32: torch.int32, torch.float16: torch.int16,
         torch.bfloat16: torch.int16}


# Elements of a pool: a prime, so that no chunk or vector always begins at the same value of a long
# tensor.
POOL = 1151
# Windows begin at multiples of this, where pools have ordinary values: a record of one element can
# fail.
STEP = 4
# By so many steps the window of an operand lies behind that of the operand before it.
APART = 61


class Draw:
    """The random numbers that belong to a name."""

    def __init__(self, name):
        digest = hashlib.sha256(name.encode()).digest()
        self._raw = np.random.Philox(key=np.frombuffer(digest[:16], dtype="<u8")).random_raw

    def uniform(self, count, low=0.0, high=1.0):
        """`count` float64 values in [low, high)."""
        return low + (high - low) * (
            (self._raw(count) >> np.uint64(11)).astype(np.float64) * 2.0**-53)

    def integers(self, count, low, high):
        """`count` int64 values in [low, high]; ranges are far below 2^53, so scaling is even
        enough."""
        return np.floor(self.uniform(count, low, high + 1)).astype(np.int64)

    def bits(self, count):
        """`count` uint64 values of random bits."""
        return self._raw(count)

    def normal(self, count):
        """`count` values of mean 0 and variance 1: the sum of twelve uniform ones, which needs no
        function of a maths library."""
        return self.uniform(count * 12).reshape(count, 12).sum(axis=1) - 6.0


def around(value, dtype, reach=4):
    """`value` rounded to the type, and its `reach` neighbours in the type on each side."""
    centre = torch.tensor([value], dtype=torch.float64).to(dtype)
    bits = centre.view(_BITS[dtype]).to(torch.int64) + torch.arange(-reach, reach + 1)
    return bits.to(_BITS[dtype]).view(dtype).to(torch.float64).tolist()


def limits(dtype):
    """What the edges of the type are: zeros, smallest and greatest values, infinities, NaN."""
    info = torch.finfo(dtype)
    values = [
        0.0, info.smallest_normal, info.smallest_normal / 2, info.tiny * info.eps, info.max,
        float("inf")
    ]
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
    return mix(draw, count, [(0.40, np.where(draw.uniform(count) < 0.5, -1.0, 1.0)),
                             (0.20, np.ldexp(1.0, draw.integers(count, -6, 6))),
                             (0.40, log_uniform(draw, count, -8, 7))])


def _gradient_specials(dtype):
    return [-0.3, 1e4, -1e-3] + limits(dtype)


def _normal_specials(dtype):
    return [1.0, -1.0, 0.5, 5.0, -6.0] + limits(dtype)


def _normal(draw, count):
    return mix(draw, count, [(0.9, draw.normal(count)), (0.1, log_uniform(draw, count, -8, 7))])


def _conversion_specials(dtype):
    ends = [2.0**bits for bits in (7, 8, 15, 16, 31, 32, 63, 64)]
    values = [0.5, 1.5, 2.5, 127.5, 255.5, 300.7, 65535.5, 1e30
              ] + ends + [end - 1 for end in ends] + [end * (1 + 2.0**-7) for end in ends]
    return [sign * value for value in values for sign in (1.0, -1.0)] + limits(dtype)


def _conversion(draw, count):
    return mix(draw, count, [(0.4, draw.uniform(count, -120, 120)),
                             (0.2, draw.integers(count, -120, 120) + 0.5),
                             (0.2, log_uniform(draw, count, -6, 15)),
                             (0.2, log_uniform(draw, count, 15, 66))])


def _arithmetic_specials(dtype):
    # Of a kernel without bounds any number may be the wrong one; the mutants take 3 and -3.
    return [3.0, -3.0, 1.0, -1.0, 0.5, -6.0] + limits(dtype)


def _arithmetic(draw, count):
    return mix(draw, count, [(0.5, draw.uniform(count, -100, 100)),
                             (0.3, log_uniform(draw, count, -12, 12)),
                             (0.2, draw.integers(count, -100, 100))])


def _truth(draw, count):
    return mix(draw, count, [(0.1, _arithmetic(draw, count)),
                             (0.45, log_uniform(draw, count, -2, 4)),
                             (0.3, log_uniform(draw, count, -14, -2)),
                             (0.15, log_uniform(draw, count, -60, -25))])


def _positive(draw, count):
    return mix(draw, count, [
        (0.6, np.abs(_arithmetic(draw, count))), (0.2, np.abs(log_uniform(draw, count, -50, -13))),
        (0.15, np.abs(log_uniform(draw, count, 13, 31))), (0.05, draw.uniform(count, -4, 0))])


def _corner_specials(dtype):
    return around(3.0, dtype) + around(-3.0, dtype) + [1.0, -1.0, 2.5, -2.5, 1e30, -1e30
                                                       ] + limits(dtype)


def _fraction_specials(dtype):
    ends = [2.0**22 + 0.5, 2.0**23 - 0.5, 2.0**23, 2.0**24, 2.0**52 - 0.5]
    near = [value for middle in (3.0, -3.0, 0.5, -0.5) for value in around(middle, dtype, 1)]
    return near + [1.5, -1.5, 2.5, -2.5] + ends + [-end for end in ends] + limits(dtype)


def _square_specials(dtype):
    # Squares that are almost, and just not, infinite or subnormal.
    info = torch.finfo(dtype)
    ends = around(info.max**0.5, dtype, 2) + around(info.smallest_normal**0.5 / 2, dtype, 2)
    return ends + _arithmetic_specials(dtype)


def _mostly_positive(draw, count):
    return np.where(draw.uniform(count) < 0.4, -1.0, 1.0) * np.abs(_arithmetic(draw, count))


class Generator:
    """`specials(dtype)` -> list; `bulk(draw, count)` -> float64 array; `scatter`: one of so many
    values is special;
    `few_negatives`: of integers only a quarter is negative, for functions that are constant there;
    `small`: this share of integers is small, that is from -`span` to `span` - 1;
    `zeros`: this share of all values is 0; `often`: of ten values nine are one of these, or their
    low bits; `ties`: this share of integers lies just above the middle of two bfloat16 numbers;
    `first`: windows begin with one of these, those of all operands of a record with the same;
    `repeats`: this share of a second operand's values are those of the first."""

    def __init__(self, specials, bulk, scatter=3, few_negatives=False, small=0.5, span=128,
                 zeros=0.0, ties=0.0, often=(), first=(), repeats=0.0):
        self.specials, self.bulk, self.scatter = specials, bulk, scatter
        self.few_negatives = few_negatives
        self.small, self.span, self.zeros, self.ties, self.often = small, span, zeros, ties, often
        self.first, self.repeats = first, repeats


GENERATORS = {
    # Few specials, so that those of the other operand meet ordinary gradients as well.
    "gradient": Generator(_gradient_specials, _gradient, scatter=7),
    "normal": Generator(_normal_specials, _normal),
    # For functions that are constant, or nearly so, for inputs that are not positive.
    "rectified": Generator(_arithmetic_specials, lambda draw, count: _normal(draw, count) - 0.3,
                           scatter=6),
    # For conversions: what lies at and beyond the ends of the integer types, and between integers.
    "conversion": Generator(_conversion_specials, _conversion, small=0.75, zeros=0.1, ties=0.1),
    # For arithmetic: all magnitudes, of which sums and products neither always cancel nor always
    # absorb.
    "arithmetic": Generator(_arithmetic_specials, _arithmetic, scatter=4, small=0.85),
    # For logic: often 0.
    "truth": Generator(_arithmetic_specials, _truth, scatter=5, small=0.85, span=8, zeros=0.4),
    # For comparisons: often equal, and equal where windows begin: results are true or false, and a
    # wrong one should not be right by chance in a record of two. 257 and 1.00000000001 are of few
    # types, and 257 is 256 in bfloat16.
    "comparison": Generator(lambda dtype: 3 * [np.nan] + _arithmetic_specials(dtype), _truth,
                            scatter=6, zeros=0.12, first=(1, 1, 1, 1, 1, 3), repeats=0.3,
                            often=(1, 1, -1, 3, -3, 256, 257, 257, 1000, 1.00000000001)),
    # For functions of positive numbers: all magnitudes, and a few negative numbers.
    "positive": Generator(_arithmetic_specials, _positive, scatter=8, few_negatives=True,
                          small=0.97),
    # For squares: magnitudes whose squares are numbers of float32.
    "squares": Generator(_square_specials, lambda draw, count: mix(draw, count, [
        (0.6, _arithmetic(draw, count)), (0.4, log_uniform(draw, count, -50, 50))]),
        scatter=4, small=0.85),
    # For functions that are a single number where the input is negative.
    "mostly_positive": Generator(_arithmetic_specials, _mostly_positive, scatter=8,
                                 few_negatives=True, small=0.85),
    # The same for bounds of 0 and 90; half of the windows begin beyond a bound, so that results
    # differ from inputs there.
    "bounded": Generator(_arithmetic_specials, _mostly_positive, scatter=8, few_negatives=True,
                         small=0.85, first=(120, 3)),
    # For bounds that are tensors: where windows begin, they change what is drawn as "bounded".
    "least": Generator(_arithmetic_specials, _arithmetic, scatter=4, small=0.85, first=(125, 100)),
    "greatest": Generator(_arithmetic_specials, _arithmetic, scatter=4, small=0.85, first=(50, 2)),
    # The same as "bounded" with a threshold of 0.1.
    "thresholds": Generator(lambda dtype: around(0.1, dtype, 1) + _arithmetic_specials(dtype),
                            _mostly_positive, scatter=8, few_negatives=True, small=0.85),
    # For numbers that are divided by six; some quotients are among the greatest of float16.
    "sixfold": Generator(lambda dtype: [3e5, -3e5, 3.8e5, -3.8e5] + _arithmetic_specials(dtype),
                         _arithmetic, scatter=4, small=0.85),
    # For roundings to integers.
    "fractions": Generator(_fraction_specials, _conversion, small=0.75),
    # For functions that are constant beyond 3 and -3.
    "corners": Generator(_corner_specials, lambda draw, count: draw.uniform(count, -5, 5), span=5,
                         small=0.9),
    # For integer types: see _integer_values. Every generator gives integers when asked for an
    # integer type.
    "integers": Generator(_normal_specials, lambda draw, count: draw.normal(count)),
}


def _add_rooms():
    """The generators of ops/math/<function>/generators.py, which import what they need from this
    module."""
    for path in sorted(functions.ROOMS.glob("*/generators.py")):
        for name, generator in functions.load(path).GENERATORS.items():
            if name in GENERATORS:
                raise ImportError(f"{path}: there is another generator '{name}'")
            GENERATORS[name] = generator


def _integer_values(dtype, draw, count, small, span):
    if dtype == torch.bool:
        return [1, 0], draw.integers(count, 0, 1)
    info = torch.iinfo(dtype)
    # Small values, where products with a constant come near ties; all of the range; and the range's
    # ends.
    values = np.where(
        draw.uniform(count) < small,
        draw.integers(count, max(info.min, -span), min(info.max, span - 1)),
        _whole_range(dtype, draw, count))
    specials = [1, -1, 0, 2, -2, 3, -3, 100, -100, info.max, info.min, info.max - 1, info.min + 1]
    return [value for value in specials if value >= info.min], values


def _whole_range(dtype, draw, count):
    """Integers of the type, each equally likely; 64-bit ones are random bits, for which a float64
    is too narrow."""
    info = torch.iinfo(dtype)
    return draw.bits(count).astype(np.int64) if info.bits == 64 else draw.integers(
        count, info.min, info.max)


@functools.cache
def pool(name, dtype, seed):
    """The pool of a generator as (tensor, bool array: which elements are special). Specials stand
    at places drawn at random, one after the other in the order of their list, which is gone through
    more than once."""
    if name not in GENERATORS:
        raise ValueError(f"unknown generator '{name}'; known: {', '.join(sorted(GENERATORS))}")
    generator = GENERATORS[name]
    draw = Draw(f"{seed}/{name}/{dtype}")
    if dtype.is_floating_point:
        specials, values = generator.specials(dtype), generator.bulk(draw, POOL)
    else:
        specials, values = _integer_values(dtype, draw, POOL, generator.small, generator.span)
        if generator.few_negatives:
            values = np.where(draw.uniform(POOL) < 0.5, np.abs(values), values)
    if generator.ties and not dtype.is_floating_point and dtype != torch.bool:
        exponent = draw.integers(POOL, 1, max(torch.iinfo(dtype).bits - 2, 1))
        middles = np.left_shift(1, exponent) + np.where(
            exponent >= 8, np.left_shift(1, np.maximum(exponent - 8, 0)), 0) + 1
        values = np.where(
            draw.uniform(POOL) < generator.ties,
            np.minimum(middles, min(torch.iinfo(dtype).max, 2**63 - 1)), values)
    if generator.often and dtype != torch.bool:
        often = torch.tensor(generator.often, dtype=torch.float64)
        often = (often if dtype.is_floating_point else often.to(torch.int64).to(dtype)).numpy()
        values = np.where(
            draw.uniform(POOL) < 0.9, often[draw.integers(POOL, 0,
                                                          len(often) - 1)], values)
    if generator.zeros:
        values = np.where(draw.uniform(POOL) < generator.zeros, np.zeros_like(values), values)
    # uint64 goes by way of the int64 of the same bits.
    specials = [value - 2**64 if value >= 2**63 else value
                for value in specials] if dtype == torch.uint64 else specials
    values = np.array(values)
    special = (np.arange(POOL) % STEP != 0) & (draw.uniform(POOL) < STEP /
                                               (STEP - 1) / generator.scatter)
    places = np.nonzero(special)[0]
    if len(places) < len(specials):
        raise ValueError(
            f"generator '{name}' has {len(specials)} special values, its pool room for "
            f"{len(places)}"
        )
    values[places] = np.resize(specials, len(places))
    if generator.first:
        steps = len(values[::STEP])
        values[::STEP] = np.array(generator.first).astype(values.dtype)[np.arange(steps) % APART %
                                                                        len(generator.first)]
    if generator.repeats:
        # In order, so that a third operand may repeat the first, too.
        for place in np.nonzero(draw.uniform(POOL - STEP * APART) < generator.repeats)[0]:
            values[place + STEP * APART], special[place +
                                                  STEP * APART] = values[place], special[place]
    drawn = torch.from_numpy(values)
    return drawn.view(dtype) if dtype == torch.uint64 else drawn.to(dtype), special


def _window(count, seed, key, operand):
    """Places in a pool of an operand of the record `key`."""
    start = STEP * (int(Draw(f"{seed}/{key}").integers(1, 0, POOL // STEP - 1)[0]) +
                    APART * operand)
    return (start + np.arange(count)) % POOL


def generate(name, dtype, count, seed, key, operand):
    """Values of one operand of the record `key` as (tensor of `count` elements, bool array: which
    of them are special). `operand` is its number among the record's: operands that are drawn alike
    are not equal, but lie alike in their pools in every record."""
    values, special = pool(name, dtype, seed)
    places = _window(count, seed, key, operand)
    return values[torch.from_numpy(places)], special[places]


# Of indices: which are drawn beside those there is an element for.
INDICES = {"indices": False, "indices_beyond": True}


@functools.cache
def _index_pool(dtype, least, greatest, beyond, seed):
    """Indices from `least` to `greatest`, often the ends and 0; or a third of them just beyond, and
    far beyond in ways that fewer bits would not notice."""
    draw = Draw(f"{seed}/indices/{least}/{greatest}/{beyond}/{dtype}")
    low, high = (least, greatest) if least <= greatest else (-2, 2)
    values = draw.integers(POOL, low, high)
    others = [low, high] + ([0] if low < 0 <= high else [])
    if beyond:
        info = torch.iinfo(dtype)
        others += [low - 1, high + 1, low - 1, high + 1, high + 2, info.max, info.min]
        others += [2**32, 2**32 + high, -2**32] if info.bits == 64 else []
    special = draw.uniform(POOL) < 1 / 3
    values[special] = np.array(others)[draw.integers(POOL, 0, len(others) - 1)][special]
    values[::STEP] = draw.integers(len(values[::STEP]), low, high)
    return torch.from_numpy(values).to(dtype)


def generate_indices(name, dtype, count, domain, seed, key, operand):
    """As generate(), but indices, of which those from domain[0] to domain[1] exist."""
    values = _index_pool(dtype, *domain, INDICES[name], seed)
    return values[torch.from_numpy(_window(count, seed, key, operand))]


# Last, because rooms import names from above.
_add_rooms()

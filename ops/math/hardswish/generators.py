"""How the inputs of hardswish are drawn."""

from generators import Generator, around, limits


def _hardswish_specials(dtype):
    return (around(3.0, dtype) + around(-3.0, dtype) + around(-1.5, dtype) +
            [1.0, -1.0, 2.5, -2.5, 1e30, -1e30] + limits(dtype))


GENERATORS = {
    "hardswish": Generator(_hardswish_specials, lambda draw, count: draw.uniform(count, -5, 5)),
}

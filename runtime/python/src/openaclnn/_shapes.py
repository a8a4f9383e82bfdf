"""Shapes of results that are neither those of the inputs nor what they broadcast to."""

import math


def _sliced(shape, dim, start, end, step):
    if -len(shape) <= dim < len(shape) and step > 0:
        shape[dim] = len(range(shape[dim])[start:end:step])
    return shape


def _repeated(shape, repeats):
    aligned = [1] * (len(repeats) - len(shape)) + shape
    return [extent * count for extent, count in zip(aligned, repeats)]


def _padded(shape, pads):
    for dim, (before, after) in enumerate(zip(pads[::2], pads[1::2]), start=1):
        if dim <= len(shape):
            shape[-dim] += before + after
    return shape


def _interleaved_size(shape, repeats, dim=None):
    if dim is None:
        return math.prod(shape) * repeats
    return shape[dim] * repeats if -len(shape) <= dim < len(shape) else 0


# Numbers that follow from the shape of an input.
FOLLOWING = {"interleaved": _interleaved_size}


def _reflected(shape, pads):
    return [*shape[:-1], shape[-1] + sum(pads)] if shape else shape


def _interleaved(shape, repeats, size, dim=None):
    if dim is None:
        return [size]
    if -len(shape) <= dim < len(shape):
        shape[dim] = size
    return shape


def _joined(shapes, dim):
    shapes = [shape for shape in shapes if shape != [0]] or shapes
    shape = list(shapes[0]) if shapes else []
    if -len(shape) <= dim < len(shape):
        shape[dim] = sum(other[dim] for other in shapes if len(other) == len(shape))
    return shape


def _stacked(shapes, dim):
    shape = list(shapes[0]) if shapes else []
    shape.insert(dim if dim >= 0 else dim + len(shape) + 1, len(shapes))
    return shape


def _gathered(shapes, dim, wraps):
    del wraps
    shape, index = shapes
    if not shape:
        return []
    if -len(shape) <= dim < len(shape):
        shape[dim:dim % len(shape) + 1] = index or [1]
    return shape


def _not_negative(shape):
    return [max(extent, 0) for extent in shape]


def _split(shape, dim, sizes):
    """The shapes of the pieces."""
    pieces = []
    for size in sizes:
        pieces.append(list(shape))
        if -len(shape) <= dim < len(shape):
            pieces[-1][dim] = max(size, 0)
    return pieces


# The rules from which shapes of results follow, as functions of the input's shape, or of the shapes
# in a list or of several inputs. Arguments that they reject are left for the library to reject.
RESHAPED = {
    "joined": _joined,
    "split": _split,
    "stacked": _stacked,
    "gathered": _gathered,
    "permuted": lambda shape, dims: [shape[dim] for dim in dims if -len(shape) <= dim < len(shape)],
    "sliced": _sliced,
    "repeated": lambda shape, repeats: _not_negative(_repeated(shape, repeats)),
    "padded": lambda shape, pads: _not_negative(_padded(shape, pads)),
    "interleaved": lambda *args: _not_negative(_interleaved(*args)),
    "reflected": lambda shape, pads: _not_negative(_reflected(shape, pads)),
}

"""What a library whose accuracy is measured must say and do: one plug-in each, in this folder."""

import abc

import numpy as np

DTYPES = ("float32", "float16", "bfloat16")
BLOCK = 65536  # elements of a call


class Library(abc.ABC):
    """A library that is there. `name` and `package`, the Debian package it is in, are class
    attributes; the constructor raises ImportError or OSError where the package is missing."""

    name = package = ""

    @abc.abstractmethod
    def version(self):
        """Text for the head of the table."""

    @abc.abstractmethod
    def has(self, function, dtype):
        """Whether it computes the Function (functions.py) from and to the dtype."""

    @abc.abstractmethod
    def evaluate(self, function, dtype, inputs, out):
        """Computes out[i] = function(inputs[i]). Both are arrays of the bits of BLOCK elements,
        uint32 or uint16. Only called where has() is true."""


class Absent:
    """Stands in the table for a library that is not there."""

    def __init__(self, kind, reason):
        self.name, self.package, self.reason = kind.name, kind.package, str(reason)


def loaded(kind, *arguments):
    """The library, or what says that it is absent."""
    try:
        return kind(*arguments)
    except (ImportError, OSError) as error:
        return Absent(kind, error)


def filled(dtype, value, like):
    """An array of the bits of a number of the dtype, rounded to it, as long as `like`."""
    bits = np.float32(value).view(np.uint32)
    if dtype == "float16":
        bits = np.float16(value).view(np.uint16)
    elif dtype == "bfloat16":
        bits = (int(bits) + 0x7FFF + (int(bits) >> 16 & 1)) >> 16  # to nearest even
    return np.full_like(like, bits)

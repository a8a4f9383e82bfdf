"""The library of this package, which others find by its name once it is loaded."""

import ctypes
import pathlib

LIBRARY = ctypes.CDLL(str(pathlib.Path(__file__).with_name("libopenaclnn.so")))

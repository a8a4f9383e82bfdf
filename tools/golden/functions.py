"""The functions that golden data is made of: every public function of ops/math/<function>/truth.py,
under its own name.

Each function of x comes as name(x) on float64 tensors and exact_name(x) on mpmath numbers, to check
the first.
"""

import importlib.util
import inspect
import pathlib

ROOMS = pathlib.Path(__file__).absolute().parents[2] / "ops" / "math"


def load(path):
    """The module in the file at `path`."""
    spec = importlib.util.spec_from_file_location(f"{path.stem}_{path.parent.name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


for _path in sorted(ROOMS.glob("*/truth.py")):
    _module = load(_path)
    for _name, _function in inspect.getmembers(_module, inspect.isfunction):
        if _name.startswith("_") or _function.__module__ != _module.__name__:
            continue
        if _name in globals():
            raise ImportError(f"{_path}: {_name} is in another room, or in functions.py, too")
        globals()[_name] = _function

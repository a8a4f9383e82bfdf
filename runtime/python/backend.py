"""What pip calls to install this directory (PEP 517): Bazel builds the wheel, with the shared
library in it."""

import pathlib
import shutil
import subprocess

_CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
_TARGET = "//runtime/python:wheel"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Puts the wheel into the directory and returns its name."""
    del config_settings, metadata_directory
    bazel = [_CHECKOUT / "tools/bazel"]
    subprocess.run([*bazel, "build", _TARGET], cwd=_CHECKOUT, check=True)
    query = [*bazel, "cquery", "--output=files", _TARGET]
    built = subprocess.run(query, cwd=_CHECKOUT, check=True, stdout=subprocess.PIPE,
                           text=True).stdout.split()[-1]
    root = subprocess.run([*bazel, "info", "execution_root"], cwd=_CHECKOUT, check=True,
                          stdout=subprocess.PIPE, text=True).stdout.strip()
    return pathlib.Path(shutil.copy(pathlib.Path(root, built), wheel_directory)).name


def build_sdist(sdist_directory, config_settings=None):
    """There is none: the package is built from the whole checkout."""
    raise NotImplementedError("openaclnn is built from a checkout of the repository, with Bazel")

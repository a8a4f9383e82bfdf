#!/usr/bin/env python3
"""make_wheel.py OUT PYPROJECT VERSION TAG NAME_IN_WHEEL=FILE ...: a wheel, the same bytes whenever
and wherever it is made.

The names beginning with LICENSE: are licence files; the metadata is what PYPROJECT says under
[project].
"""

import base64
import hashlib
import pathlib
import sys
import tomllib
import zipfile


def main(out, pyproject, version, tag, *files):
    project = tomllib.loads(pathlib.Path(pyproject).read_text())["project"]
    info = f"{project['name']}-{version}.dist-info"
    contents = {}
    licences = []
    for file in files:
        name, _, path = file.partition("=")
        if name.startswith("LICENSE:"):
            licences.append(name.removeprefix("LICENSE:"))
            name = f"{info}/licenses/{licences[-1]}"
        contents[name] = pathlib.Path(path).read_bytes()
    metadata = [
        "Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {version}",
        f"Summary: {project['description']}", f"License-Expression: {project['license']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"License-File: {licence}" for licence in licences),
        *(f"Requires-Dist: {need}" for need in project["dependencies"])
    ]
    contents[f"{info}/METADATA"] = "\n".join([*metadata, ""]).encode()
    wheel = f"Wheel-Version: 1.0\nGenerator: openaclnn\nRoot-Is-Purelib: false\nTag: {tag}\n"
    contents[f"{info}/WHEEL"] = wheel.encode()
    record = []
    for name in sorted(contents):
        digest = base64.urlsafe_b64encode(hashlib.sha256(
            contents[name]).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(contents[name])}")
    contents[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name in sorted(contents):
            entry = zipfile.ZipInfo(name)  # dated 1980
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            wheel.writestr(entry, contents[name])


if __name__ == "__main__":
    main(*sys.argv[1:])

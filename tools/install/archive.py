#!/usr/bin/env python3
"""archive.py ARCHIVE FOLDER:FILE[:NAME] ...: a tar archive of what //:install installs.

Each FILE is put into its FOLDER under its own name, but headers below their last folder `include`,
and the example of an operator under the operator's. A *.tar stands for the files in it. A FILE with
a NAME is a shared library, which programs load under that name and link by a link without its
version. Where two have the same name the second stays.
"""

import io
import pathlib
import sys
import tarfile


def name_of(folder, file):
    """ops/OP/example.cc becomes FOLDER/OP.cc, x/include/acl/acl.h FOLDER/acl/acl.h."""
    path = pathlib.PurePath(file)
    if folder == "include":
        return f"include/{file.rpartition('include/')[2]}"
    if folder.endswith("/examples"):
        return f"{folder}/{path.parent.name}{path.suffix}"
    return f"{folder}/{path.name}"


def entry_of(name, size, mode=0o644):
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = size, mode
    return entry


def entries_of_file(folder, file, name=""):
    """[(entry, content)]: a link has no content."""
    content = pathlib.Path(file).read_bytes()
    if not name:
        return [(entry_of(name_of(folder, file), len(content)), content)]
    link = tarfile.TarInfo(f"{folder}/{name.partition('.so.')[0]}.so")
    link.type, link.linkname = tarfile.SYMTYPE, name
    return [(entry_of(f"{folder}/{name}", len(content), 0o755), content), (link, None)]


def entries_of_archive(folder, file):
    with tarfile.open(file) as archive:
        for member in archive:
            if member.isfile():
                name = pathlib.PurePath(folder, member.name)  # without the folder "."
                yield entry_of(str(name), member.size, member.mode), archive.extractfile(
                    member).read()


def main(argv):
    entries = {}
    for argument in argv[1:]:
        folder, file, *name = argument.split(":")
        found = (entries_of_archive(folder, file) if file.endswith(".tar") else entries_of_file(
            folder, file, *name))
        entries |= {entry.name: (entry, content) for entry, content in found}
    with tarfile.open(argv[0], "w", format=tarfile.GNU_FORMAT) as archive:
        for _, (entry, content) in sorted(entries.items()):
            archive.addfile(entry, None if content is None else io.BytesIO(content))


if __name__ == "__main__":
    main(sys.argv[1:])

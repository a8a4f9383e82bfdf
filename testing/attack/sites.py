"""Allocation sites from the call stacks that processes recorded: see testing/attack/sites."""

import collections
import pathlib
import re
import subprocess
import sys

# A site is the innermost place in these files. Tests are not part of what they test.
_RUNTIME = re.compile(r"(?:^|/)(runtime/[^:]*):(\d+)")
_TEST = re.compile(r"_test\.cc$|_benchmark\.cc$|/testing/")
GOAL = 0.95


def stacks_by_program(folder):
    """{program: its different stacks, each a tuple of addresses} of all files in `folder`."""
    stacks = collections.defaultdict(set)
    for file in sorted(pathlib.Path(folder).iterdir()):
        program, *lines = file.read_text().splitlines()
        stacks[program].update(tuple(line.split()) for line in lines)
    return stacks


def places_of(program, addresses):
    """{address: places, innermost first, of the calls that were inlined there}."""
    addresses = sorted(addresses)
    output = subprocess.run(["addr2line", "-a", "-i", "-e", program],
                            input="\n".join(addresses), capture_output=True, text=True,
                            check=True).stdout
    places, current = {}, []
    for line in output.splitlines():
        if line.startswith("0x"):
            current = places[int(line, 16)] = []
        else:
            current.append(line)
    return {address: places[int(address, 16)] for address in addresses}


def site_of(stack, places):
    """The innermost place of a stack in runtime/, as "FILE:LINE", or None."""
    for address in stack:
        for place in places[address]:
            found = _RUNTIME.search(place)
            if found and not _TEST.search(found[1]):
                return f"{found[1]}:{found[2]}"
    return None


def sites_of(folder):
    """{site: a program that was there} of what was recorded in `folder`."""
    sites = {}
    for program, stacks in stacks_by_program(folder).items():
        if "/bazel-out/" not in program:
            continue
        places = places_of(program, {address for stack in stacks for address in stack})
        for stack in stacks:
            site = site_of(stack, places)
            if site is not None:
                sites.setdefault(site, program)
    return sites


def main():
    every, failed = sites_of(sys.argv[1]), sites_of(sys.argv[2])
    every.update(failed)
    for site in sorted(set(every) - set(failed)):
        print(f"{site} does not fail; {pathlib.Path(every[site]).name} was there")
    print(f"{len(failed)} of {len(every)} allocation sites fail "
          f"({100 * len(failed) / len(every):.1f} %)")
    return 0 if len(failed) >= GOAL * len(every) else 1


if __name__ == "__main__":
    sys.exit(main())

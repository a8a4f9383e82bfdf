"""compare_fusion.py PROGRAM TYPE EXPRESSION: what testing/graph/compare_fusion prints."""

import re
import subprocess
import sys
import time

import torch

ELEMENTS = 64 << 20
ROUNDS = 5
CALLS = 3  # of PyTorch in a round


def ours(program, kind):
    """Milliseconds of each way to compute the chain, from the lines of tensors."""
    text = subprocess.run([program, kind], check=True, capture_output=True, text=True).stdout
    line = rf"^ *{ELEMENTS} elements, by tensors +(three calls|graph|fused) +([0-9.]+) ms"
    found = re.findall(line, text, re.MULTILINE)
    assert len(found) == 3, text
    return {"openaclnn, " + way: float(least) for way, least in found}


def peers(expression):
    """The calls of PyTorch."""
    if ", out=out" not in expression:
        sys.exit("'%s' does not end with ', out=out)'" % expression)
    a, b, c = ((torch.arange(ELEMENTS) % 1000).float() / 250 - 2 for _ in range(3))
    product, middle, result = (torch.empty(ELEMENTS) for _ in range(3))
    into = eval("lambda x, out: " + expression, {"torch": torch})
    new = eval("lambda x: " + expression.replace(", out=out", ""), {"torch": torch})

    def eager():
        torch.mul(a, b, out=product)
        into(product, middle)
        torch.add(middle, c, out=result)

    @torch.compile
    def chain(a, b, c, result):
        result.copy_(new(a * b) + c)

    def compiled():
        chain(a, b, c, result)

    eager()
    wanted = result.clone()
    result.zero_()
    compiled()
    torch.testing.assert_close(result, wanted)
    return {"PyTorch, eager": eager, "PyTorch, compiled": compiled}


def milliseconds(call):
    begin = time.perf_counter()
    call()
    return 1e3 * (time.perf_counter() - begin)


def main(program, kind, expression):
    least = {}
    calls = peers(expression)
    for _ in range(ROUNDS):
        times = ours(program, kind)
        for name, call in calls.items():
            times[name] = min(milliseconds(call) for _ in range(CALLS))
        least = {name: min(value, least.get(name, value)) for name, value in times.items()}
    for name, value in least.items():
        ratio = value / least["openaclnn, fused"]
        print("%-24s %7.1f ms, %5.2f times what fused nodes take" % (name, value, ratio))


if __name__ == "__main__":
    main(*sys.argv[1:])

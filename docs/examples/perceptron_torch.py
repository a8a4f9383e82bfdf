#!/usr/bin/env python3
"""What docs/examples/perceptron.cc prints, computed by PyTorch in float64.

    python3 docs/examples/perceptron_torch.py           # writes docs/examples/perceptron.txt
    python3 docs/examples/perceptron_torch.py --check   # fails if it would write something else
"""

import pathlib
import sys

import torch

RESULT = pathlib.Path(__file__).with_name("perceptron.txt")


def compute():
    def tensor(*rows):
        return torch.tensor(rows, dtype=torch.float32).double()

    x, target = tensor([0.5, -1], [1.5, 2], [-0.25, 0.75], [-2, 1]), tensor([1], [-1], [0.5], [2])
    w1, b1 = tensor([0.1, -0.4, 0.7], [0.2, 0.5, -0.3]), tensor([0.1, 0, -0.2])
    w2, b2 = tensor([0.6], [-0.8], [0.3]), tensor([0.05])
    parameters = {"w1": w1, "b1": b1, "w2": w2, "b2": b2}
    for parameter in parameters.values():
        parameter.requires_grad_()
    squares = (torch.nn.functional.softplus(x @ w1 + b1) @ w2 + b2 - target) ** 2
    squares.mean().backward()
    yield "sum of squares", squares.sum()
    for name, parameter in parameters.items():
        yield f"gradient of {name}", parameter.grad


def main():
    lines = [
        "%s: %s" % (name, " ".join("%.9g" % value for value in values.flatten().tolist()))
        for name, values in compute()
    ]
    text = "\n".join(lines) + "\n"
    if "--check" not in sys.argv[1:]:
        RESULT.write_text(text)
    elif RESULT.read_text() != text:
        sys.exit(
            f"{RESULT} is not what PyTorch computes; run: python3 docs/examples/perceptron_torch.py"
        )


if __name__ == "__main__":
    main()

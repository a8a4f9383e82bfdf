#!/usr/bin/env python3
"""Trains a small network in PyTorch twice, once with this library's GeGLU and once with PyTorch's
own operators, and compares them step by step, in float32 and in bfloat16.

    python3 docs/examples/train_torch.py   # where PyTorch and the package are installed
    (runtime/python/README.md) runtime/python/torch_test.sh           # among other things, in the
    project's environment

The network maps a point (a, b) to the number sin(3 a) * b: linear -> GeGLU -> linear -> GeGLU ->
linear. Two comparisons:

* lockstep: at each step both compute loss and gradients from the same weights, so that differences
are those of one pass;
* apart: each goes its own way from the same start, so that differences grow over the steps.

Exits with 1 if a difference is beyond its bound, or if the loss does not fall.
"""

import copy
import sys

import torch

import openaclnn

STEPS = 60
SAMPLES = 256
WIDTH = 16

# Relative difference of losses and of gradients (the norm of the difference to the norm): in
# lockstep, and of losses apart. PyTorch rounds after the activation and again after the product, in
# the dtype that is trained; this library once. float32 has 2^-24 = 6e-8 for a rounding, bfloat16
# 2^-9 = 2e-3. Least fall: of the loss, from the first step to the last.
BOUNDS = {
    torch.float32: {"loss": 5e-6, "gradient": 1e-5, "apart": 1e-4, "fall": 20},
    torch.bfloat16: {"loss": 3e-2, "gradient": 6e-2, "apart": 0.1, "fall": 20},
}


class Theirs(torch.nn.Module):
    """GeGLU of PyTorch's operators: the right half is activated."""

    def forward(self, x):
        left, right = x.chunk(2, -1)
        return left * torch.nn.functional.gelu(right, approximate="tanh")


class Ours(torch.nn.Module):
    def forward(self, x):
        return openaclnn.geglu(x, dim=-1, approximate="tanh")[0]


def network(activation, dtype):
    torch.manual_seed(1)
    linear = torch.nn.Linear
    return torch.nn.Sequential(linear(2, 2 * WIDTH), activation(), linear(WIDTH, 2 * WIDTH),
                               activation(), linear(WIDTH, 1)).to(dtype)


def batch(step, dtype):
    points = torch.rand(SAMPLES, 2, generator=torch.Generator().manual_seed(step)) * 2 - 1
    targets = torch.sin(3 * points[:, :1]) * points[:, 1:]
    return points.to(dtype), targets.to(dtype)


def loss_and_gradient(model, points, targets):
    """The loss, and the gradients of all weights in one vector; they stay in the model for the
    optimizer."""
    model.zero_grad()
    loss = (model(points).float() - targets.float()).square().mean()
    loss.backward()
    return float(loss.detach()), torch.cat(
        [weight.grad.flatten().float() for weight in model.parameters()])


def difference(one, other):
    return float(
        torch.linalg.vector_norm(torch.as_tensor(one) - torch.as_tensor(other)) /
        torch.linalg.vector_norm(torch.as_tensor(other)))


def train(dtype):
    """The greatest differences of all steps, and how far the loss fell."""
    ours, theirs = network(Ours, dtype), network(Theirs, dtype)
    optimizers = [torch.optim.Adam(model.parameters(), lr=0.02) for model in (ours, theirs)]
    worst = {"loss": 0.0, "gradient": 0.0, "apart": 0.0}
    first = fall = None
    for step in range(STEPS):
        points, targets = batch(step, dtype)
        # Their activations on our weights.
        twin = network(Theirs, dtype)
        twin.load_state_dict(copy.deepcopy(ours.state_dict()))
        their_loss, their_gradient = loss_and_gradient(twin, points, targets)
        loss, gradient = loss_and_gradient(ours, points, targets)
        loss_apart, _ = loss_and_gradient(theirs, points, targets)
        worst["loss"] = max(worst["loss"], difference(loss, their_loss))
        worst["gradient"] = max(worst["gradient"], difference(gradient, their_gradient))
        worst["apart"] = max(worst["apart"], difference(loss, loss_apart))
        first = first or loss
        fall = first / loss
        for optimizer in optimizers:
            optimizer.step()
    return worst, fall


def main():
    failed = False
    for dtype, bounds in BOUNDS.items():
        worst, fall = train(dtype)
        for name, value in worst.items():
            failed |= not value <= bounds[name]
            print(
                f"{dtype}: greatest relative difference, {name}: {value:.1e} (bound "
                f"{bounds[name]:.1e})"
            )
        failed |= not fall >= bounds["fall"]
        print(
            f"{dtype}: the loss fell to a {fall:.0f}th in {STEPS} steps (at least a "
            f"{bounds['fall']}th)"
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

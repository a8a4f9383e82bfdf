"""Leaky ReLU and its gradient, for any slope: in float64 with PyTorch and with mpmath."""

import torch


def leaky_relu(x, slope):
    return torch.where(x > 0, x, slope * x)


def exact_leaky_relu(x, slope):
    return x if x > 0 else slope * x


def leaky_relu_backward(grad, x, slope):
    """`grad` where x > 0, slope * grad elsewhere, NaN x included."""
    return torch.where(x > 0, grad, slope * grad)


def exact_leaky_relu_backward(grad, x, slope):
    return grad if x > 0 else slope * grad

"""Softplus and its gradient: in float64 with PyTorch and with mpmath. Softplus is linear where beta
x, rounded to float32 unless float64 is computed in, is above the threshold."""

import mpmath
import torch


def softplus(x, beta, threshold):
    t = x * beta
    value = (t.clamp(min=0) + torch.log1p(torch.exp(-t.abs()))) / beta
    return torch.where(t.float().double() > threshold, x, value)


def exact_softplus(x, beta, threshold):
    t = x * mpmath.mpf(beta)
    if torch.tensor(float(t), dtype=torch.float64).float().item() > threshold:
        return x
    return mpmath.log1p(mpmath.exp(t)) / beta if t < 0 else (t +
                                                             mpmath.log1p(mpmath.exp(-t))) / beta


def softplus_backward(grad, x, beta, threshold, is_float64):
    t = x * beta
    # e^t in two steps: a great gradient makes up for a tiny derivative.
    decay = torch.exp(t.clamp(max=0) / 2)
    value = grad * decay / (1 + torch.exp(-t.abs())) * decay
    # Only at -infinity the derivative is 0.
    value = torch.where(grad.isinf() & ~t.isinf() & ~t.isnan(), grad, value)
    return torch.where((t if is_float64 else t.float().double()) > threshold, grad, value)


def exact_softplus_backward(grad, x, beta, threshold, is_float64):
    t = x * mpmath.mpf(beta)
    compared = torch.tensor(float(t), dtype=torch.float64)
    if (compared if is_float64 else compared.float()).item() > threshold:
        return grad
    return grad / (1 + mpmath.exp(-t))

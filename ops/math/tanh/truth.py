"""The gradient of tanh from its result: in float64 with PyTorch and with mpmath."""


def tanh_backward(grad, y):
    t = abs(y)
    # In this order nothing overflows before the result does.
    return grad * (1 - t) * (1 + t)


def exact_tanh_backward(grad, y):
    return grad * (1 - y) * (1 + y)

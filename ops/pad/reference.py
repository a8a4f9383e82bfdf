"""A tensor with margins."""

from plain import measured, moved, number_bits


def expression(attrs):
    bits, dtype = number_bits(attrs["value"], attrs["dtypes"]["self"])
    return f"torch.constant_pad_nd(self, {attrs['pad']}, {bits} if dtype == {dtype} else 0)"


globals().update(
    moved(expression) | measured("torch.constant_pad_nd(self, {pad}, {value}, out=out)"))

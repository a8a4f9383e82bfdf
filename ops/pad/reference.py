"""A tensor with margins."""

from plain import moved, number_bits


def expression(attrs):
    bits, dtype = number_bits(attrs["value"], attrs["dtypes"]["self"])
    return f"torch.constant_pad_nd(x, {attrs['pad']}, {bits} if dtype == {dtype} else 0)"


globals().update(moved(expression))


def peer(inputs, outputs, attrs):
    return {
        "x": inputs["self"],
        "out": outputs["out"]
    }, f"torch.constant_pad_nd(x, {attrs['pad']}, {attrs['value']}, out=out)"

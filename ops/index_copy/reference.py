"""Elements at indices of a dimension replaced by others."""

import torch
from plain import rearranged


def copied(last_wins):
    def copy(bits, attrs, _):
        x, source, dim = bits["self"].clone(), bits["source"], attrs["dim"]
        rows = x.reshape(x.shape or [1]).movedim(dim, 0)
        others = source.reshape(source.shape or [1]).movedim(dim, 0)
        indices = list(enumerate(bits["index"].flatten().tolist()))
        for number, index in indices if last_wins else reversed(indices):
            if 0 <= index < rows.shape[0]:
                rows[index] = others[number]
        return x

    return copy


def peer(inputs, outputs, attrs):
    names = {"x": inputs["self"], "i": inputs["index"].long(), "s": inputs["source"]}
    return names | {"out": outputs["out"]}, f"torch.index_copy(x, {attrs['dim']}, i, s, out=out)"


globals().update(rearranged(copied(True), peer))
_OPERANDS = globals()["operands"]
_FIRST = rearranged(copied(False), peer)["operands"]


def operands(tensors, attrs):
    return _OPERANDS(tensors, attrs) | {"first": _FIRST(tensors, attrs)["self"]}


OTHERWISE = {"duplicates": lambda results, attrs: {"out": results["first"]}}

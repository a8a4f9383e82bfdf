"""Elements at indices of a dimension replaced by others."""

from plain import measured, rearranged


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


globals().update(
    rearranged(copied(last_wins=True), first=copied(last_wins=False))
    | measured("torch.index_copy(self, {dim}, index, source, out=out)",
               more=lambda tensors, attrs: {"index": tensors["index"].long()}))
OTHERWISE = {"duplicates": lambda results, attrs: {"out": results["first"]}}

"""Elements at indices of a dimension."""

import torch
from plain import measured, rearranged


def gathered(bits, attrs, _):
    x, index, dim = bits["self"], bits["index"].to(torch.int64), attrs["dim"]
    rank, index = x.dim(), index.reshape(index.shape or [1])
    x = (x if rank else x.reshape(1)).movedim(dim, 0)
    extent = x.shape[0]
    place = torch.where((index < 0) & bool(attrs["wraps"]), index + extent, index)
    exists = (place >= 0) & (place < extent)
    if extent == 0:
        result = torch.zeros([*index.shape, *x.shape[1:]], dtype=x.dtype)
    else:
        rows = x[torch.where(exists, place, 0)]
        result = torch.where(exists.reshape([*index.shape] + [1] * (x.dim() - 1)), rows, 0)
    result = result.movedim(list(range(index.dim())), list(range(dim, dim + index.dim())))
    return result if rank else result.reshape([])


globals().update(
    rearranged(gathered) | measured("torch.index_select(self, {dim}, index, out=out)"))

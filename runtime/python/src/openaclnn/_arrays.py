"""Arrays of NumPy and tensors of PyTorch: their dtypes, and where their elements lie."""

import functools
import sys

import numpy

DTYPES = {}  # name -> aclDataType; filled by _ops.py


class Numpy:
    """What _core.py needs to know of a numpy.ndarray; Torch has the same for a torch.Tensor."""

    @staticmethod
    def layout(name, array, writable):
        """(shape, strides in elements, bytes of an element, address)."""
        if not array.dtype.isnative:
            raise TypeError(
                f"{name} has dtype {array.dtype.str}; accepted is the byte order of this machine")
        if writable and not array.flags.writeable:
            raise ValueError(f"{name} is read-only")
        size = array.itemsize
        if any(stride % size for stride in array.strides):
            raise ValueError(
                f"{name} has strides {array.strides}; accepted are multiples of the element size, "
                f"{size}"
            )
        strides = [stride // size for stride in array.strides]
        return array.shape, strides, size, array.__array_interface__["data"][0]

    @staticmethod
    def new(shape, arrays, name):
        """An array of the dtype with this name, whose type one of the arrays may have brought
        along."""
        known = [
            array.dtype for array in arrays if array.dtype.isnative and dtype_name(array) == name
        ]
        try:
            return numpy.empty(shape, known[0] if known else name)
        except TypeError:
            raise TypeError(
                f"the result has dtype {name}, which NumPy has only if ml_dtypes is imported, or "
                "in out="
            ) from None


class Torch:
    @staticmethod
    def layout(name, tensor, writable):
        del writable  # every tensor is
        if tensor.is_neg() or tensor.is_conj():
            raise ValueError(
                f"{name} is a negated or conjugated view, whose memory has other values; "
                "resolve_neg() and resolve_conj() copy it"
            )
        return tensor.shape, tensor.stride(), tensor.element_size(), tensor.data_ptr()

    @staticmethod
    def new(shape, arrays, name):
        return arrays[0].new_empty(shape, dtype=getattr(sys.modules["torch"], name))


@functools.cache  # NumPy makes the name anew each time, which takes longer than all the rest
def numpy_dtype_name(dtype):
    return dtype.name


def dtype_name(array):
    """Of an array of either library, as in DTYPES."""
    if isinstance(array, numpy.ndarray):
        return numpy_dtype_name(array.dtype)
    return str(array.dtype).removeprefix("torch.")


def is_torch(value):
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def is_traced():
    """Whether torch.compile or torch.export is reading this function, which knows no addresses."""
    compiler = getattr(sys.modules.get("torch"), "compiler", None)  # PyTorch before 2.1 has none
    return compiler is not None and compiler.is_compiling()


def kind_of(name, value):
    """Numpy or Torch; TypeError for what cannot become an aclTensor."""
    if isinstance(value, numpy.ma.MaskedArray):
        raise TypeError(
            f"{name} is a masked array, whose mask would be ignored; x.filled(0) has none")
    kind = Numpy if isinstance(value, numpy.ndarray) else Torch if is_torch(value) else None
    if kind is None:
        raise TypeError(
            f"{name} is a {type(value).__name__}; accepted are numpy.ndarray and torch.Tensor")
    if kind is Torch and (value.device.type not in ("cpu", "meta")
                          or value.layout is not sys.modules["torch"].strided):
        raise TypeError(
            f"{name} is a {value.layout} tensor on {value.device}; accepted are torch.strided ones "
            "in memory of the CPU"
        )
    if dtype_name(value) not in DTYPES:
        raise TypeError(f"{name} has dtype {value.dtype}, which the library does not know")
    return kind


def is_array(value):
    return isinstance(value, numpy.ndarray) or is_torch(value)


def named_dtype(name, value):
    """The name, as in DTYPES, of a dtype given as NumPy or PyTorch has it, or by its name."""
    torch = sys.modules.get("torch")
    if isinstance(value, str):
        text = value
    elif torch is not None and isinstance(value, torch.dtype):
        text = str(value).removeprefix("torch.")
    else:
        try:
            text = numpy.dtype(value).name if value is not None else "None"
        except TypeError:
            text = repr(value)
    if text not in DTYPES:
        raise ValueError(f"{name} is {text}; accepted are {', '.join(DTYPES)}")
    return text

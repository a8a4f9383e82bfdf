"""The operators' way into libopenaclnn.so: arrays become aclTensors over the memory they have, nothing is copied."""

import contextlib
import ctypes
import dataclasses
import functools
import itertools
import json
import operator
import os
import pathlib
import sys
import tempfile
import threading
import typing
import weakref

import numpy

_lib = ctypes.CDLL(str(pathlib.Path(__file__).with_name("libopenaclnn.so")))

DTYPES = {}  # name -> aclDataType; filled by _ops.py
_FORMAT_ND = 2
_MALLOC_HUGE_FIRST = 0
_REGISTER_MAPPED = 0


class Error(RuntimeError):
    """The library refused a call.

    Attributes:
        code: what the function returned, e.g. 161002 (ACLNN_ERR_PARAM_INVALID).
        function: its name.
        message: what aclGetRecentErrMsg says.
    """

    __module__ = "openaclnn"

    def __init__(self, function, code, message):
        super().__init__(f"{function} returned {code}: {message}")
        self.function = function
        self.code = code
        self.message = message

    def __reduce__(self):
        return Error, (self.function, self.code, self.message)


def _message():
    return (_lib.aclGetRecentErrMsg() or b"").decode(errors="replace").strip()


def _returns_status(name, *argtypes):
    """The C function, raising Error instead of returning a code. It runs without Python's lock."""
    function = getattr(_lib, name)
    function.argtypes = argtypes
    function.restype = ctypes.c_int

    def call(*args):
        code = function(*args)
        if code != 0:
            raise Error(name, code, _message())

    return call


_pointer, _int64, _uint64 = ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint64
_lib.aclGetRecentErrMsg.restype = ctypes.c_char_p
_lib.aclrtGetSocName.restype = ctypes.c_char_p
_lib.aclCreateTensor.restype = _pointer
_lib.aclCreateTensor.argtypes = [_pointer, _uint64, ctypes.c_int, _pointer, _int64, ctypes.c_int, _pointer, _uint64, _pointer]
_init = _returns_status("aclInit", ctypes.c_char_p)
_create_context = _returns_status("aclrtCreateContext", _pointer, ctypes.c_int32)
_set_context = _returns_status("aclrtSetCurrentContext", _pointer)
_synchronize = _returns_status("aclrtSynchronizeStream", _pointer)
_get_device_count = _returns_status("aclrtGetDeviceCount", _pointer)
_malloc = _returns_status("aclrtMalloc", _pointer, ctypes.c_size_t, ctypes.c_int)
_free = _returns_status("aclrtFree", _pointer)
_register = _returns_status("aclrtHostRegister", _pointer, _uint64, ctypes.c_int, _pointer)
_unregister = _returns_status("aclrtHostUnregister", _pointer)
_destroy_tensor = _returns_status("aclDestroyTensor", _pointer)
_destroy_executor = _returns_status("aclDestroyAclOpExecutor", _pointer)


# ---- Devices


class _Context:
    """A device as one thread uses it, with a stream of its own: threads neither wait for each other nor see each other's failures."""

    made = False  # by any thread
    forked = False  # from a process in which one was made

    def __init__(self, index):
        handle = _pointer()
        _create_context(ctypes.byref(handle), index)
        self.handle = handle
        _Context.made = True
        weakref.finalize(self, _lib.aclrtDestroyContext, handle)  # at the end of the thread, or of the program


class _Thread(threading.local):
    def __init__(self):
        self.device = 0
        self.contexts = {}

    def enter(self):
        """Makes the thread's device current in the library."""
        if _Context.forked:
            raise RuntimeError("openaclnn was in use when this process was forked, and its threads are not in it; start processes by spawn or"
                               " forkserver")
        if self.device not in self.contexts:
            self.contexts[self.device] = _Context(self.device)
        _set_context(self.contexts[self.device].handle)


_thread = _Thread()


def _after_fork():
    _Context.forked = _Context.made


os.register_at_fork(after_in_child=_after_fork)


def configure(devices=None, impl_mode=None, threads=None):
    """Chooses devices and arithmetic for the whole process, before its first operator. What is None is left to the environment.

    Args:
        devices: list of chips, each with a backend or without, e.g. ["Ascend910B3", "Ascend310P3:aicore"]; else OPENACLNN_DEVICES.
        impl_mode: "high_performance" or "high_precision"; else OPENACLNN_IMPL_MODE.
        threads: of the CPU backend, 1 to 1024; else OPENACLNN_NUM_THREADS.

    Raises:
        openaclnn.Error: a value is not known (100008), or the library has been configured already (100002).
        RuntimeError: an operator was called before.
    """
    if _Context.made:
        raise RuntimeError("openaclnn.configure comes before the first operator")
    given = {"devices": devices, "impl_mode": impl_mode, "threads": threads}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"openaclnn": {key: value for key, value in given.items() if value is not None}}, file)
        file.flush()
        _init(os.fsencode(file.name))


def device_count():
    """Number of devices."""
    count = ctypes.c_uint32()
    _get_device_count(ctypes.byref(count))
    return count.value


def soc_name():
    """Name of the chip that device 0 is, e.g. "Ascend910B3"."""
    name = _lib.aclrtGetSocName()
    if name is None:
        raise Error("aclrtGetSocName", 500000, _message())
    return name.decode()


@contextlib.contextmanager
def device(index):
    """Operators that this thread calls inside `with openaclnn.device(index):` run on that device; elsewhere on device 0."""
    previous = _thread.device
    _thread.device = operator.index(index)
    try:
        yield
    finally:
        _thread.device = previous


# ---- Arrays


class _Numpy:
    """What this module needs to know of a numpy.ndarray; _Torch has the same for a torch.Tensor."""

    @staticmethod
    def layout(name, array, writable):
        """(shape, strides in elements, bytes of an element, address)."""
        if not array.dtype.isnative:
            raise TypeError(f"{name} has dtype {array.dtype.str}; accepted is the byte order of this machine")
        if writable and not array.flags.writeable:
            raise ValueError(f"{name} is read-only")
        size = array.itemsize
        if any(stride % size for stride in array.strides):
            raise ValueError(f"{name} has strides {array.strides}; accepted are multiples of the element size, {size}")
        return array.shape, [stride // size for stride in array.strides], size, array.__array_interface__["data"][0]

    @staticmethod
    def new(shape, like, name):
        return numpy.empty(shape, like.dtype if _dtype_name(like) == name else name)


class _Torch:
    @staticmethod
    def layout(name, tensor, writable):
        del writable  # every tensor is
        if tensor.is_neg() or tensor.is_conj():
            raise ValueError(f"{name} is a negated or conjugated view, whose memory has other values; resolve_neg() and resolve_conj() copy it")
        return tensor.shape, tensor.stride(), tensor.element_size(), tensor.data_ptr()

    @staticmethod
    def new(shape, like, name):
        return like.new_empty(shape, dtype=getattr(sys.modules["torch"], name))


@functools.cache  # NumPy makes the name anew each time, which takes longer than all the rest
def _numpy_dtype_name(dtype):
    return dtype.name


def _dtype_name(array):
    """Of an array of either library, as in DTYPES."""
    return _numpy_dtype_name(array.dtype) if isinstance(array, numpy.ndarray) else str(array.dtype).removeprefix("torch.")


def _is_torch(value):
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def _kind(name, value):
    """_Numpy or _Torch; TypeError for what cannot become an aclTensor."""
    if isinstance(value, numpy.ndarray):
        kind = _Numpy
    elif _is_torch(value):
        kind = _Torch
        if value.device.type not in ("cpu", "meta") or value.layout is not sys.modules["torch"].strided:
            raise TypeError(f"{name} is a {value.layout} tensor on {value.device}; accepted are torch.strided ones in memory of the CPU")
    else:
        raise TypeError(f"{name} is a {type(value).__name__}; accepted are numpy.ndarray and torch.Tensor")
    if _dtype_name(value) not in DTYPES:
        raise TypeError(f"{name} has dtype {value.dtype}, which the library does not know")
    return kind


def _tensor(name, value, writable, cleanup):
    """An aclTensor over the memory of an array, for as long as `cleanup`."""
    shape, strides, size, address = _kind(name, value).layout(name, value, writable)
    lowest = highest = 0  # elements from the first one
    if 0 not in shape:
        for extent, stride in zip(shape, strides):
            reach = (extent - 1) * stride
            lowest, highest = lowest + min(reach, 0), highest + max(reach, 0)
        start = address + lowest * size
        _register(start, (highest - lowest + 1) * size, _REGISTER_MAPPED, ctypes.byref(_pointer()))
        cleanup.callback(_unregister, start)
    rank = len(shape)
    array_type = _int64 * rank
    storage = _int64(highest - lowest + 1)
    handle = _lib.aclCreateTensor(array_type(*shape), rank, DTYPES[_dtype_name(value)], array_type(*strides), -lowest, _FORMAT_ND,
                                  ctypes.byref(storage), 1, address + lowest * size)
    if not handle:
        raise Error("aclCreateTensor", 161002, _message())
    cleanup.callback(_destroy_tensor, handle)
    return handle


# ---- Operators


@dataclasses.dataclass(frozen=True)
class Param:
    """A parameter of an operator. Outputs also say what a new one has to be: the shape that the inputs `shape_of` broadcast to, with half the
    extent along the dimension in the attribute `halved`, and the dtype that the inputs `dtype_of` promote to."""

    name: str
    kind: str  # input, output, string, enum, int, bool
    values: typing.Optional[dict] = None
    default: typing.Any = None
    shape_of: tuple = ()
    dtype_of: tuple = ()
    halved: typing.Optional[str] = None

    def attribute(self, value):
        """The value for the C function; for int and bool, what Python takes as one."""
        if self.kind == "bool":
            return bool(value)
        if self.kind == "int":
            value = operator.index(value)
            if not -2**63 <= value < 2**63:
                raise ValueError(f"{self.name} is {value}; accepted are integers of 64 bits")
            return value
        if value not in self.values:
            raise ValueError(f"{self.name} is {value!r}; accepted are {', '.join(map(repr, self.values))}")
        return value.encode() if self.kind == "string" else self.values[value]


class Op:
    """An operator: its parameters in the order of C, the functions that do it, each with the attributes it has fixed, and its gradient: an
    operator, and for each of that one's arguments ("gradient", output), ("param", parameter of this one) or ("value", value)."""

    def __init__(self, name, params, functions, backward=None):
        self.name = name
        self.params = params
        self.inputs = [param for param in params if param.kind == "input"]
        self.outputs = [param for param in params if param.kind == "output"]
        self.attrs = [param for param in params if param.kind not in ("input", "output")]
        self.backward = backward
        self.functions = []
        types = {"string": ctypes.c_char_p, "enum": _int64, "int": _int64, "bool": ctypes.c_bool}
        for function, fixed in functions:
            own = [param for param in params if param.name not in fixed]
            phase1 = _returns_status(function + "GetWorkspaceSize", *[types.get(param.kind, _pointer) for param in own], _pointer, _pointer)
            phase2 = _returns_status(function, _pointer, _uint64, _pointer, _pointer)
            self.functions.append((function, fixed, own, phase1, phase2))

    def new_outputs(self, values):
        """Outputs for the named arguments, of the kind of the first input. What does not fit together is left for the library to refuse."""
        like = values[self.inputs[0].name]
        outputs = []
        for param in self.outputs:
            shapes = [values[name].shape for name in param.shape_of]
            aligned = itertools.zip_longest(*map(reversed, shapes), fillvalue=1)
            shape = [next((extent for extent in extents if extent != 1), 1) for extents in aligned][::-1]
            dim = values.get(param.halved, 0)
            if param.halved and -len(shape) <= dim < len(shape):
                shape[dim] //= 2
            dtypes = [_dtype_name(values[name]) for name in param.dtype_of]
            mixed_floats = len(set(dtypes)) > 1 and set(dtypes) <= {"float16", "bfloat16", "float32"}
            outputs.append(_kind(self.inputs[0].name, like).new(shape, like, "float32" if mixed_floats else dtypes[0]))
        return outputs

    def run(self, values):
        """Calls the C function with the named arguments, outputs included."""
        attributes = {param.name: param.attribute(values[param.name]) for param in self.attrs}
        for _, fixed, own, phase1, phase2 in self.functions:
            if all(values[name] == value for name, value in fixed.items()):
                break
        else:
            raise ValueError(f"no function of {self.name} has these attributes")
        _thread.enter()
        with contextlib.ExitStack() as cleanup:
            args = []
            for param in own:
                is_tensor = param.name not in attributes
                args.append(_tensor(param.name, values[param.name], param.kind == "output", cleanup) if is_tensor else attributes[param.name])
            size, executor, workspace = _uint64(), _pointer(), _pointer()
            phase1(*args, ctypes.byref(size), ctypes.byref(executor))
            if size.value:
                try:
                    _malloc(ctypes.byref(workspace), size, _MALLOC_HUGE_FIRST)
                except Error:
                    _destroy_executor(executor)
                    raise
                cleanup.callback(_free, workspace)
            phase2(workspace, size, executor, None)
            _synchronize(None)


def call(op, inputs, attrs, out):
    """What the function of an operator does, with its arguments in order: the result, or a tuple of results."""
    for param, value in zip(op.inputs, inputs):
        _kind(param.name, value)
    for param, value in zip(op.attrs, attrs):
        param.attribute(value)
    if any(map(_is_torch, inputs)):
        torch = sys.modules["torch"]
        if out is None:
            import openaclnn.torch  # pylint: disable=import-outside-toplevel  # only where PyTorch is in use

            return getattr(torch.ops.openaclnn, op.name)(*inputs, *attrs)
        if torch.is_grad_enabled() and any(_is_torch(value) and value.requires_grad for value in inputs):
            raise ValueError(f"{op.name} with out= has no gradient, but an input requires one; call it under torch.no_grad()")
    values = dict(zip([param.name for param in op.inputs + op.attrs], (*inputs, *attrs)))
    outputs = op.new_outputs(values) if out is None else [out] if len(op.outputs) == 1 else list(out)
    if len(outputs) != len(op.outputs):
        raise ValueError(f"out has {len(outputs)} arrays; {op.name} gives {len(op.outputs)}")
    values.update(zip([param.name for param in op.outputs], outputs))
    op.run(values)
    return outputs[0] if len(outputs) == 1 else tuple(outputs)

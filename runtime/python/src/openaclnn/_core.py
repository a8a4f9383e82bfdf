"""The operators' way into libopenaclnn.so: arrays become aclTensors over the memory they have,
nothing is copied."""

import collections.abc
import contextlib
import ctypes
import dataclasses
import itertools
import json
import math
import operator
import os
import re
import sys
import tempfile
import threading
import weakref

import numpy

from openaclnn import _kept
from openaclnn._arrays import (DTYPES, dtype_name, is_array, is_torch, is_traced, kind_of,
                               named_dtype, numpy_dtype_name)
from openaclnn._library import LIBRARY as _lib
from openaclnn._shapes import FOLLOWING, RESHAPED

# Filled by _ops.py, as DTYPES is.
# dtype of a tensor -> dtype of another -> the dtype they are computed in; none where the library
# has no rule.
PROMOTED = {}
PROMOTED_WITH_SCALAR = {}  # dtype of a tensor -> dtype of a number -> the same
_FORMAT_ND = 2
_MALLOC_HUGE_FIRST = 0
_REGISTER_MAPPED = 0


class Error(RuntimeError):
    """The library refused a call.

    Attributes:
        code: what the function returned, e.g. 161002 (ACLNN_ERR_PARAM_INVALID).
        function: its name.
        message: what aclGetRecentErrMsg says, without the lines that name process and time.
    """

    __module__ = "openaclnn"

    def __init__(self, function, code, message):
        super().__init__(f"{function} returned {code}: {message}")
        self.function = function
        self.code = code
        self.message = message

    def __reduce__(self):
        return Error, (self.function, self.code, self.message)


# What stands before a message's text: "EZ9999: Internal error!", "[PID: 12]
# 2026-01-02-03:04:05.678.901 ...(EZ1001): ".
_FRAME = re.compile(r"\A(\w+: Internal error!\n)?\[PID: \d+\] \S+ [^(\n]*\(\w+\): ")


def _message():
    return _FRAME.sub("", (_lib.aclGetRecentErrMsg()
                           or b"").decode(errors="replace").strip()).strip()


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
_lib.aclCreateTensor.argtypes = [
    _pointer, _uint64, ctypes.c_int, _pointer, _int64, ctypes.c_int, _pointer, _uint64, _pointer
]
_lib.aclCreateScalar.restype = _pointer
_lib.aclCreateScalar.argtypes = [_pointer, ctypes.c_int]
_lib.aclCreateIntArray.restype = _pointer
_lib.aclCreateIntArray.argtypes = [_pointer, _uint64]
_lib.aclCreateTensorList.restype = _pointer
_lib.aclCreateTensorList.argtypes = [_pointer, _uint64]
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
_destroy_scalar = _returns_status("aclDestroyScalar", _pointer)
_destroy_int_array = _returns_status("aclDestroyIntArray", _pointer)
_destroy_tensor_list = _returns_status("aclDestroyTensorList", _pointer)
_set_repeatable = _returns_status("aclSetAclOpExecutorRepeatable", _pointer)
_destroy_executor = _returns_status("aclDestroyAclOpExecutor", _pointer)


# ---- Devices


class _Context:
    """A device as one thread uses it, with a stream of its own: threads neither wait for each other
    nor see each other's failures."""

    made = False  # by any thread
    forked = False  # from a process in which one was made

    def __init__(self, index):
        handle = _pointer()
        _create_context(ctypes.byref(handle), index)
        self.handle = handle
        _Context.made = True
        # At the end of the thread, or of the program.
        weakref.finalize(self, _lib.aclrtDestroyContext, handle)


class _Thread(threading.local):
    def __init__(self):
        self.device = 0
        self.contexts = {}
        self.calls = _kept.Calls()
        self.torch_calls = {}  # _torch_key -> what call() found out of such arguments

    def enter(self):
        """Makes the thread's device current in the library."""
        if _Context.forked:
            raise RuntimeError(
                "openaclnn was in use when this process was forked, and its threads are not in it; "
                "start processes by spawn or"
                " forkserver")
        if self.device not in self.contexts:
            self.contexts[self.device] = _Context(self.device)
        _set_context(self.contexts[self.device].handle)


_thread = _Thread()


def _after_fork():
    _Context.forked = _Context.made
    _thread.calls = _kept.Calls()  # the executors are the parent's


os.register_at_fork(after_in_child=_after_fork)


def configure(devices=None, impl_mode=None, threads=None):
    """Chooses devices and arithmetic for the whole process, before its first operator. What is None
    is left to the environment.

    Args:
        devices: list of chips, each with a backend or without, e.g.
            ["Ascend910B3", "Ascend310P3:aicore"]; else OPENACLNN_DEVICES.
        impl_mode: "high_performance" or "high_precision"; else OPENACLNN_IMPL_MODE.
        threads: of the CPU backend, 1 to 1024; else OPENACLNN_NUM_THREADS.

    Raises:
        openaclnn.Error: a value is not known (100008), or the library has been configured already
        (100002). RuntimeError: an operator was called before.
    """
    if _Context.made:
        raise RuntimeError("openaclnn.configure comes before the first operator")
    given = {"devices": devices, "impl_mode": impl_mode, "threads": threads}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"openaclnn": {key: value for key, value in given.items() if value is not None}},
                  file)
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
    """Operators that this thread calls inside `with openaclnn.device(index):` run on that device;
    elsewhere on device 0."""
    previous = _thread.device
    _thread.device = operator.index(index)
    try:
        yield
    finally:
        _thread.device = previous


# ---- Arrays


def _tensor(name, value, writable, cleanup, owner):
    """An aclTensor over the memory of an array, which is registered for as long as `cleanup`; the
    handle lives as long as `owner`. Also the bytes from the first element to the lowest one, and
    from there on."""
    shape, strides, size, address = kind_of(name, value).layout(name, value, writable)
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
    handle = _lib.aclCreateTensor(array_type(*shape), rank, DTYPES[dtype_name(value)],
                                  array_type(*strides), -lowest, _FORMAT_ND, ctypes.byref(storage),
                                  1, address + lowest * size)
    if not handle:
        raise Error("aclCreateTensor", 161002, _message())
    owner.callback(_destroy_tensor, handle)
    return handle, lowest * size, (highest - lowest + 1) * size


def _tensor_list(name, values, writable, cleanup):
    """An aclTensorList of arrays, for as long as `cleanup`."""
    with contextlib.ExitStack() as members:
        handles = [_tensor(f"{name}[{number}]", value, writable, cleanup, members)[0]
                   for number, value in enumerate(values)]
        handle = _lib.aclCreateTensorList((_pointer * len(handles))(*handles), len(handles))
        if not handle:
            raise Error("aclCreateTensorList", 161002, _message())
        members.pop_all()  # the list destroys them
    cleanup.callback(_destroy_tensor_list, handle)
    return handle


# ---- Numbers


def _dtype_of_number(value):
    """The dtype that a number has as an aclScalar, as in DTYPES; None for what is no number."""
    if isinstance(value, numpy.generic):
        dtype = numpy_dtype_name(value.dtype)
        return dtype if dtype in DTYPES else None
    if isinstance(value, (bool, int, float)):
        return "bool" if isinstance(value,
                                    bool) else "int64" if isinstance(value, int) else "float64"
    if torch := sys.modules.get("torch"):
        for kind, dtype in [(torch.SymBool, "bool"), (torch.SymInt, "int64"),
                            (torch.SymFloat, "float64")]:
            if isinstance(value, kind):  # a number that is not known while a program is traced
                return dtype
    return None


def _number_dtype(name, value):
    """The dtype of a number; TypeError for anything else."""
    if dtype := _dtype_of_number(value):
        return dtype
    raise TypeError(
        f"{name} is a {type(value).__name__}; accepted are bool, int, float and numbers of NumPy")


def _check_integer(name, value):
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; accepted are integers of 64 bits") from None
    if not -2**63 <= number < 2**63:
        raise ValueError(f"{name} is {value}; accepted are integers of 64 bits")


def _check_real(name, value, kind):
    """Of the kinds double and float: a finite number must not become infinite."""
    if _number_dtype(name, value).startswith("complex"):
        raise TypeError(f"{name} is {value!r}; accepted are real numbers")
    try:
        real = float(value)
        is_kept = kind == "double" or not math.isfinite(real) or math.isfinite(
            ctypes.c_float(real).value)
    except OverflowError:
        is_kept = False
    if not is_kept:
        raise ValueError(
            f"{name} is {value}; accepted are numbers of "
            f"{'float64' if kind == 'double' else 'float32'}"
        )


def _scalar(value, cleanup):
    """An aclScalar, for as long as `cleanup`."""
    dtype = _number_dtype("", value)
    data = numpy.asarray(value, None if isinstance(value, numpy.generic) else dtype).tobytes()
    handle = _lib.aclCreateScalar(data, DTYPES[dtype])
    if not handle:
        raise Error("aclCreateScalar", 161002, _message())
    cleanup.callback(_destroy_scalar, handle)
    return handle


def _sequence(name, value):
    """The value, which must be a sequence."""
    if isinstance(value, (str, bytes)) or not isinstance(value,
                                                         (collections.abc.Sequence, numpy.ndarray)):
        raise TypeError(f"{name} is a {type(value).__name__}; accepted are sequences of integers")
    return value


def _int_array(value, cleanup):
    """An aclIntArray, for as long as `cleanup`."""
    numbers = list(map(operator.index, value))
    handle = _lib.aclCreateIntArray((_int64 * len(numbers))(*numbers), len(numbers))
    if not handle:
        raise Error("aclCreateIntArray", 161002, _message())
    cleanup.callback(_destroy_int_array, handle)
    return handle


# ---- Operators

_ATTRIBUTE_TYPES = {"string": ctypes.c_char_p, "enum": _int64, "dim": _int64, "int": _int64,
                    "bool": ctypes.c_bool, "scalar": _pointer, "double": ctypes.c_double,
                    "float": ctypes.c_float, "dtype": ctypes.c_int, "int_array": _pointer}


@dataclasses.dataclass(frozen=True)
class Param:
    """A parameter of an operator. Outputs also say what a new one has to be. Its shape is that
    which the inputs `shape_of` broadcast to, with half the extent along the dimension in the
    attribute `halved`. Or it is `reshaped` by a rule and the attributes it names (those of a list:
    their shapes). Its dtype is that which the inputs and numbers `dtype_of` promote to, or that
    the attribute there names."""

    name: str
    # input, output, input_list, output_list, string, enum, dim, bool, scalar, double, float, int,
    # dtype, int_array
    kind: str
    values: dict | None = None
    default: object = None
    optional: bool = False  # None is passed on as null
    shape_of: tuple = ()
    dtype_of: tuple = ()
    result: str = "promoted"  # floating: float32 in place of integers; bool
    halved: str | None = None
    reshaped: tuple = ()
    follows: tuple = ()  # None is the number that follows: by a rule, an input and attributes

    @property
    def is_tensor(self):
        return self.kind in ("input", "output")

    @property
    def is_list(self):
        return self.kind in ("input_list", "output_list")

    def arrays(self, value):
        """The arrays that the value is or has, by their names in messages."""
        if value is None and self.optional:
            return []
        if not self.is_list:
            return [(self.name, value)]
        return [(f"{self.name}[{number}]", array) for number, array in enumerate(value)]

    def accepted(self):
        """What may be given, in words."""
        if self.is_tensor:
            return ["numpy.ndarray", "torch.Tensor"]
        if self.is_list:
            return ["lists of numpy.ndarray", "of torch.Tensor"]
        if self.values is not None:
            return list(map(repr, self.values))
        return {"bool": ["bool"], "dtype": ["dtypes"], "dim": ["integers"], "int": ["integers"],
                "int_array": ["sequences of integers"]}.get(self.kind, ["numbers"])

    def check(self, value):
        """TypeError or ValueError for what cannot be the attribute."""
        if value is None and self.optional:
            return
        if self.kind in ("int", "dim"):
            _check_integer(self.name, value)
        elif self.kind == "scalar":
            if _number_dtype(self.name, value) == "int64":
                _check_integer(self.name, value)
        elif self.kind in ("double", "float"):
            _check_real(self.name, value, self.kind)
        elif self.kind == "dtype":
            named_dtype(self.name, value)
        elif self.kind == "int_array":
            for number in _sequence(self.name, value):
                _check_integer(self.name, number)
        elif self.values is not None and (is_array(value) or value not in self.values):
            raise ValueError(f"{self.name} is {value!r}; accepted are {', '.join(self.accepted())}")

    def attribute(self, value, cleanup):
        """The value for the C function; for bool, what Python takes as one. What it is made of
        lives as long as `cleanup`."""
        self.check(value)
        if value is None:
            return None
        if self.kind == "scalar":
            return _scalar(value, cleanup)
        if self.kind == "dtype":
            return DTYPES[named_dtype(self.name, value)]
        if self.kind == "int_array":
            return _int_array(value, cleanup)
        if self.values is not None:
            return value.encode() if self.kind == "string" else self.values[value]
        return {"bool": bool, "double": float, "float": float}.get(self.kind, operator.index)(value)

    def for_torch(self, value):
        """The value as PyTorch's schemas know it: numbers of Python, and dtypes of PyTorch."""
        if self.kind == "dtype":
            return getattr(sys.modules["torch"], named_dtype(self.name, value))
        if self.kind == "int_array":
            return list(map(operator.index, value))
        return value.item() if isinstance(value, numpy.generic) else value


class Op:
    """An operator with one list of parameters, in the order of C; the functions that do it, each
    with the attributes it has fixed, and if it is in place the outputs that stand for inputs, which
    it does not read; and its gradient: an operator, and for each of that one's arguments
    ("gradient", output), ("param", parameter of this one) or ("value", value).
    `overload` tells it from others of the name, whose parameters differ."""

    def __init__(self, name, params, functions, backward=None, overload=""):
        self.name = name
        self.overload = overload
        self.params = params
        self.by_name = {param.name: param for param in params}
        self.inputs = [param for param in params if param.kind in ("input", "input_list")]
        self.outputs = [param for param in params if param.kind in ("output", "output_list")]
        self.attrs = [param for param in params if not param.is_tensor and not param.is_list]
        # As the caller knows them: C has names of its own.
        self.output_names = {
            param.name: "out" if len(self.outputs) == 1 else f"out[{number}]"
            for number, param in enumerate(self.outputs)
        }
        self.backward = backward
        self.functions = []
        for function, fixed, *in_place in functions:
            written = in_place[0] if in_place else {}
            own = [self.by_name[written.get(param.name, param.name)] for param in params
                   if param.name not in fixed and param.name not in written.values()]
            types = [_ATTRIBUTE_TYPES.get(param.kind, _pointer) for param in own]
            phase1 = _returns_status(function + "GetWorkspaceSize", *types, _pointer, _pointer)
            phase2 = _returns_status(function, _pointer, _uint64, _pointer, _pointer)
            self.functions.append((function, fixed, own, written, phase1, phase2))

    def fits(self, name, value):
        """Whether this overload has a parameter of the name for an array, a number or something
        else; or the value is None, and it has none or one with a default."""
        param = self.by_name.get(name)
        if value is None:
            return param is None or param.default is not None or param.optional
        if param is None:
            return False
        if param.kind in ("scalar", "double", "float"):
            return _dtype_of_number(value) is not None
        if param.is_list:
            return isinstance(value, (list, tuple)) and all(map(is_array, value))
        return is_array(value) == param.is_tensor

    def arrays(self, values):
        """The arrays of all inputs, by their names in messages. TypeError for what is no list."""
        for param in self.inputs:
            value = values[param.name]
            if param.is_list and not isinstance(value, (list, tuple)):
                raise TypeError(f"{param.name} is a {type(value).__name__}; "
                                f"accepted are {', '.join(param.accepted())}")
        return [item for param in self.inputs for item in param.arrays(values[param.name])]

    def _dtype_of(self, sources, values):
        """What the named tensors and numbers promote to, or the dtype that an attribute names."""
        result = None
        for name in sources:
            kind, value = self.by_name[name].kind, values[name]
            if value is None and self.by_name[name].optional:
                continue
            if kind == "dtype":
                return named_dtype(name, value)
            table = PROMOTED_WITH_SCALAR if kind == "scalar" else PROMOTED
            for item in value if kind == "input_list" else [value]:
                dtype = _number_dtype(name, item) if kind == "scalar" else dtype_name(item)
                result = table.get(result, {}).get(dtype, result) if result is not None else dtype
        return result

    def _completed(self, values):
        """The named arguments with the numbers that follow from others, where they are not
        given."""
        for param in self.attrs:
            if param.follows and values[param.name] is None:
                rule, source, *names = param.follows
                number = FOLLOWING[rule](values[source].shape, *[values[name] for name in names])
                values = values | {param.name: number}
        return values

    def new_outputs(self, values):
        """Outputs for the named arguments, of the kind of the first input. What does not fit
        together is left for the library to refuse."""
        values = self._completed(values)
        arrays = [array for _, array in self.arrays(values)]
        if not arrays:
            raise ValueError(f"{self.inputs[0].name} has no arrays; at least one is required")
        outputs = []
        for param in self.outputs:
            sources = [(self.by_name[name], values[name]) for name in param.shape_of]
            shapes = [list(array.shape) for source, value in sources
                      for _, array in source.arrays(value)]
            aligned = itertools.zip_longest(*map(reversed, shapes), fillvalue=1)
            shape = [next((extent for extent in extents if extent != 1), 1)
                     for extents in aligned][::-1]
            if param.reshaped:
                rule, *names = param.reshaped
                of = shapes if sources[0][0].is_list or len(sources) > 1 else shape
                shape = RESHAPED[rule](of, *[values[name] for name in names])
            dim = values.get(param.halved, 0)
            if param.halved and -len(shape) <= dim < len(shape):
                shape[dim] //= 2
            dtype = "bool" if param.result == "bool" else self._dtype_of(param.dtype_of, values)
            if param.result == "floating" and dtype is not None and "float" not in dtype:
                dtype = "float32"
            kind = kind_of(self.inputs[0].name, arrays[0])
            new = [kind.new(each, arrays, dtype) for each in (shape if param.is_list else [shape])]
            outputs.append(new if param.is_list else new[0])
        return outputs

    def run_new(self, args):
        """Calls the C function with inputs and attributes in this order, and new outputs, which are
        the result. Those that are None, or left out at the end, have their default."""
        key, outputs = _thread.calls.run(self, _thread.device, args, None)
        if outputs is None:
            values = self.by_position(args)
            outputs = self.new_outputs(values)
            self.run(values | {param.name: output for param, output in zip(self.outputs, outputs)},
                     key)
        return outputs

    def by_position(self, args):
        """The arguments of run_new by name."""
        params = self.inputs + self.attrs
        values = itertools.chain(args, itertools.repeat(None))
        return {param.name: param.default if value is None else value
                for param, value in zip(params, values)}

    def _in_words_of_python(self, error, values):
        """The error with parameters named as the caller knows them, and what to convert float64 to
        where it is not accepted."""

        def own(word):
            name = re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), word[0])
            return self.output_names.get(name, name if name in self.by_name else word[0])

        message = re.sub(r"\b[a-z]\w*\b", own, error.message)
        wide = [
            param.name for param in self.inputs
            if re.search(rf"\b{param.name} has dtype float64\b", message)
        ]
        if wide and "R.dtype" in message:
            message += f"; use {wide[0]}." + ("to(torch.float32)" if is_torch(values[wide[0]]) else
                                              'astype("float32")')
        return Error(error.function, error.code, message)

    def run(self, values, key=None):
        """Calls the C function with the named arguments, outputs included. With a key the call is
        kept, whose arrays are then the inputs and outputs in the order of `values`."""
        values = self._completed(values)
        for function, fixed, own, written, phase1, phase2 in self.functions:
            if all(values[name] == value for name, value in fixed.items()):
                break
        else:
            given = ", ".join(f"{param.name}={values[param.name]!r}" for param in self.attrs)
            known = " or ".join(
                f"{function} ({', '.join(f'{name}={value!r}' for name, value in fixed.items())})"
                for function, fixed, *_ in self.functions)
            raise ValueError(
                f"no function of {self.name} has {given}; accepted are those of {known}")
        for name, output in written.items():
            # C has no such parameter; where it has, this is the code.
            like, given = values[name], values[output]
            if kind_of(name, given).layout(name, given, False)[0] != kind_of(name, like).layout(
                    name, like, False)[0]:
                raise Error(
                    function, 161002,
                    f"{self.output_names[output]} has shape {tuple(given.shape)}; accepted is "
                    f"{tuple(like.shape)} (that of {name})"
                )
            if dtype_name(given) != dtype_name(like):
                raise Error(
                    function, 161002,
                    f"{self.output_names[output]} has dtype {dtype_name(given)}; accepted is "
                    f"{dtype_name(like)} (that of {name})"
                )
        _thread.enter()
        with contextlib.ExitStack() as owner, contextlib.ExitStack() as cleanup:
            args, operands = [], {}
            for param in own:
                value = values[param.name]
                name = self.output_names.get(param.name, param.name)
                writable = param.kind == "output"
                if param.is_list:
                    args.append(_tensor_list(name, value, param.kind == "output_list", cleanup))
                elif value is None and param.optional:
                    args.append(None)
                elif param.is_tensor:
                    handle, lowest, size = _tensor(name, value, writable, cleanup, owner)
                    args.append(handle)
                    operands[param.name] = handle, lowest, size, writable
                else:
                    args.append(param.attribute(value, cleanup))
            size, executor, workspace = _uint64(), _pointer(), _pointer()
            try:
                phase1(*args, ctypes.byref(size), ctypes.byref(executor))
            except Error as error:
                raise self._in_words_of_python(error, values) from None
            is_kept = (key is not None
                       and operands.keys() == {param.name for param in self.inputs + self.outputs
                                               if values[param.name] is not None}
                       and size.value <= _kept.MOST_WORKSPACE
                       and not any(0 in values[name].shape for name in operands))
            if is_kept:
                _set_repeatable(executor)
                owner.callback(_destroy_executor, executor)
            if size.value:
                try:
                    _malloc(ctypes.byref(workspace), size, _MALLOC_HUGE_FIRST)
                except Error:
                    if not is_kept:
                        _destroy_executor(executor)
                    raise
                owner.callback(_free, workspace)
            phase2(workspace, size, executor, None)
            _synchronize(None)
            if not is_kept:
                return
            context = _thread.contexts[_thread.device].handle
            phase2_address = ctypes.cast(getattr(_lib, function), _pointer).value
            in_order = tuple(operands[name] for name in values if name in operands)
            outputs = [values[param.name] for param in self.outputs]
            call = _kept.Call(owner.pop_all(), outputs, context.value, executor.value,
                              phase2_address, workspace.value or 0, size.value, in_order)
            _thread.calls.keep(key, call)


def _refuse_mixture(given):
    """TypeError unless all named arrays are of one library."""
    kinds = {
        is_torch(value): name for name, value in given.items()
        if is_torch(value) or isinstance(value, numpy.ndarray)
    }
    if len(kinds) > 1:
        raise TypeError(
            f"{kinds[True]} is a torch.Tensor and {kinds[False]} a numpy.ndarray; accepted are all "
            "of one kind"
            " (torch.from_numpy, Tensor.numpy)")


def _choose(ops, values):
    """The overload that has parameters for what is given, and the values of all of them by name."""
    op = next((op for op in ops if all(op.fits(*item) for item in values.items())), ops[0])
    if len(ops) > 1 and not all(op.fits(*item) for item in values.items()):
        for name, value in values.items():
            if not any(op.fits(name, value) for op in ops):
                accepted = [
                    word for op in ops if name in op.by_name
                    for word in op.by_name[name].accepted()
                ]
                raise TypeError(
                    f"{name} is a {type(value).__name__}; accepted are "
                    f"{', '.join(dict.fromkeys(accepted))}"
                )
        given = ", ".join(f"{name}: {type(value).__name__}" for name, value in values.items()
                          if value is not None)
        known = " or ".join(f"({', '.join(param.name for param in op.inputs + op.attrs)})"
                            for op in ops)
        raise TypeError(f"no function of {ops[0].name} takes ({given}); accepted are {known}")
    if len(ops) > 1:
        params = op.by_name
        values = {
            name: params[name].default if value is None else value
            for name, value in values.items() if name in params
        }
    return op, values


def _torch_key(ops, values):
    """What arguments of torch.ops have in common with others that are passed on alike; None if they
    must be looked at, or if no tensor is among them."""
    torch = sys.modules.get("torch")
    if torch is None:
        return None
    key, found = [ops], False
    for value in values:
        if type(value) is torch.Tensor and value.is_cpu and value.layout is torch.strided:
            key.append(value.dtype)  # quantized ones are refused
            found = True
        elif (plain := _kept.plain_key(value)) is not None:
            key.append(plain)
        else:
            return None
    return tuple(key) if found else None


def call(ops, values, out):
    """What the function of an operator does, with the named arguments, by the overload that takes
    them: the result, or a tuple of results."""
    key = torch_key = None
    traced = is_traced()
    if out is None and not traced:
        torch_key = _torch_key(ops, values.values())
        if torch_key in _thread.torch_calls:
            overload, names, attributes = _thread.torch_calls[torch_key]
            return overload(*[values[name] for name in names], *attributes)
    if torch_key is None and not traced:
        outputs = out if type(out) in (tuple, type(None)) else (out,)
        key, outputs = _thread.calls.run(ops, _thread.device, values.values(), outputs)
        if outputs is not None:
            return outputs[0] if len(outputs) == 1 else tuple(outputs)
    op, values = _choose(ops, values)
    given = dict(op.arrays(values))
    for name, value in given.items():
        kind_of(name, value)
    inputs = list(given.values())
    for param in op.attrs:
        param.check(values[param.name])
    if out is not None:
        out = [out] if len(op.outputs) == 1 else list(out)
        for param, value in zip(op.outputs, out):
            if not param.is_list:
                given[op.output_names[param.name]] = value
            elif isinstance(value, (list, tuple)):
                given |= dict(param.arrays(value))
            else:
                raise TypeError(f"{op.output_names[param.name]} is a {type(value).__name__}; "
                                f"accepted are {', '.join(param.accepted())}")
    _refuse_mixture(given)
    if any(map(is_torch, inputs)):
        torch = sys.modules["torch"]
        if out is None:
            # Only where PyTorch is in use.
            import openaclnn.torch  # pylint: disable=import-outside-toplevel

            overload = openaclnn.torch.overload_of(op)
            names = [param.name for param in op.inputs]
            attributes = [param.for_torch(values[param.name]) for param in op.attrs]
            if torch_key is not None:
                if len(_thread.torch_calls) >= _kept.MOST_CALLS:
                    _thread.torch_calls.clear()
                _thread.torch_calls[torch_key] = overload, names, attributes
            return overload(*[values[name] for name in names], *attributes)
        if torch.is_grad_enabled() and any(
                is_torch(value) and value.requires_grad for value in inputs):
            raise ValueError(
                f"{op.name} with out= has no gradient, but an input requires one; call it under "
                "torch.no_grad()"
            )
    outputs = op.new_outputs(values) if out is None else out
    if len(outputs) != len(op.outputs):
        raise ValueError(f"out has {len(outputs)} arrays; {op.name} gives {len(op.outputs)}")
    op.run(values | {param.name: output for param, output in zip(op.outputs, outputs)}, key)
    return outputs[0] if len(outputs) == 1 else tuple(outputs)

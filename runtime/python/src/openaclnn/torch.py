"""The operators as torch.ops.openaclnn.*, with gradients; also for torch.compile and torch.export,
which see their shapes only."""

import functools
import itertools

import torch
from openaclnn._ops import OPS

if not hasattr(torch.library, "register_fake"):
    raise ImportError(
        f"openaclnn needs PyTorch 2.4 or newer for torch.Tensor; this is {torch.__version__} "
        "(NumPy arrays do not need it)"
    )

# Sets of dispatch keys with which the kernel for CPU tensors would run behind autograd, and those
# with which something else would: a mode, a transformation, a lazy negation, another device.
_DIRECT, _INDIRECT = set(), set()
_BEHIND_AUTOGRAD = getattr(torch._C, "_after_ADInplaceOrView_keyset", None)


def _runs_next(keys):
    """Whether behind autograd the kernel for CPU tensors comes; of a set not met before."""
    found = (keys & _BEHIND_AUTOGRAD).highestPriorityTypeId() == torch._C.DispatchKey.CPU
    (_DIRECT if found else _INDIRECT).add(keys.raw_repr())
    return found


def _without_detour(op, autograd):
    """`autograd`, PyTorch's kernel for the gradient of `op`; but where no gradient is wanted, the
    operator runs at once, in two thirds of the time that kernel takes."""
    count = len(op.inputs)

    def kernel(keys, *args):
        known = keys.raw_repr()
        if known in _DIRECT or known not in _INDIRECT and _runs_next(keys):
            if torch.is_grad_enabled():
                for value in args[:count]:
                    if value is not None and value.requires_grad:
                        return autograd(keys, *args)
            return _result(op.run_new(args))
        return autograd(keys, *args)

    return kernel


class _Library(torch.library.Library):
    """Operators whose kernels for gradients step aside where there are none."""

    def impl(self, op_name, fn, dispatch_key="", **options):
        if dispatch_key == "Autograd" and options.get("with_keyset") and op_name in _BY_NAME:
            fn = _without_detour(_BY_NAME[op_name], fn)
        super().impl(op_name, fn, dispatch_key, **options)


_library = _Library("openaclnn", "DEF")
_TYPES = {"input": "Tensor", "input_list": "Tensor[]", "string": "str", "enum": "str", "dim": "int",
          "bool": "bool", "scalar": "Scalar", "double": "float",
          "float": "float", "int": "int", "dtype": "ScalarType", "int_array": "int[]"}


def _name(op):
    """The overload's name in schemas, such as add.Scalar."""
    return f"{op.name}.{op.overload}" if op.overload else op.name


def overload_of(op):
    """What PyTorch has registered for the operator."""
    return getattr(getattr(torch.ops.openaclnn, op.name), op.overload or "default")


def _schema(op):
    arguments = []
    for param in op.inputs + op.attrs:
        default = "" if param.default is None else f"={param.default!r}"
        if param.optional:
            arguments.append(f"{_TYPES[param.kind]}? {param.name}=None")
        elif default and param.kind == "dtype":  # of which schemas have no values
            arguments.append(f"ScalarType? {param.name}=None")
        else:
            arguments.append(f"{_TYPES[param.kind]} {param.name}{default}")
    results = ", ".join("Tensor[]" if param.is_list else "Tensor" for param in op.outputs)
    return f"{_name(op)}({', '.join(arguments)}) -> ({results})"


def _result(values):
    return values[0] if len(values) == 1 else tuple(values)


def _define(op):
    def kernel(*args):
        return _result(op.run_new(args))

    def fake(*args):
        return _result(op.new_outputs(op.by_position(args)))

    _library.define(_schema(op))
    _library.impl(_name(op), kernel, "CPU")
    torch.library.register_fake(f"openaclnn::{_name(op)}", fake, lib=_library)


def _define_gradient(op):
    backward, sources = op.backward
    (output,) = [name for source, name in sources if source == "gradient"]
    index = [param.name for param in op.outputs].index(output)
    tensors = {param.name for param in op.inputs + op.outputs}
    # Sources stand in the order of the spec, arguments of schemas do not: tensors come first.
    parameters = [param.name for param in OPS[backward][0].params if param.kind != "output"]

    def save(ctx, inputs, output):
        outputs = output if isinstance(output, tuple) else (output,)
        values = op.by_position(inputs) | {
            param.name: value for param, value in zip(op.outputs, outputs)
        }
        ctx.save_for_backward(
            *[values[name] for source, name in sources if source == "param" and name in tensors])
        ctx.attributes = {name: value for name, value in values.items() if name not in tensors}
        ctx.mark_non_differentiable(
            *[value for number, value in enumerate(outputs) if number != index])

    def gradient(ctx, *gradients):
        saved = iter(ctx.saved_tensors)
        args = {}
        for parameter, (source, value) in zip(parameters, sources, strict=True):
            if source == "gradient":
                value = gradients[index]
            elif source == "param":
                value = next(saved) if value in tensors else ctx.attributes[value]
            args[parameter] = value
        result = getattr(torch.ops.openaclnn, backward)(**args)
        return (result, *[None] * (len(op.inputs) - 1 + len(op.attrs)))

    torch.library.register_autograd(f"openaclnn::{_name(op)}", gradient, setup_context=save,
                                    lib=_library)


def _refuse_gradient(op):
    """Without this, results of the operator would not require a gradient, and second derivatives
    would be lost in silence."""

    def gradient(ctx, *gradients):
        raise NotImplementedError(
            f"openaclnn::{op.name} has no derivative; a result that need not have one comes from "
            "torch.no_grad()"
        )

    torch.library.register_autograd(f"openaclnn::{_name(op)}", gradient, lib=_library)


def _promote_in_autocast(op):
    """Under torch.autocast tensors of several floating-point types meet. They become the widest, as
    for PyTorch's own functions of several tensors; a single tensor is computed as it is."""

    def is_float(value):
        return isinstance(value, torch.Tensor) and value.is_floating_point()

    def kernel(*args):
        types = {value.dtype for value in args if is_float(value)}
        if len(types) > 1:
            widest = functools.reduce(torch.promote_types, types)
            args = [value.to(widest) if is_float(value) else value for value in args]
        with torch.autocast("cpu", enabled=False):
            return overload(*args)

    overload = overload_of(op)
    _library.impl(_name(op), kernel, "AutocastCPU")


_ALL = list(itertools.chain.from_iterable(OPS.values()))
# Lists, and versions of PyTorch without what is asked above, take the long way.
_BY_NAME = {}
if _BEHIND_AUTOGRAD is not None:
    _BY_NAME = {_name(op): op for op in _ALL if not any(param.is_list for param in op.inputs)}
for _op in _ALL:
    _define(_op)
for _op in _ALL:
    if _op.backward is not None:
        _define_gradient(_op)
    else:
        _refuse_gradient(_op)
    if len(_op.inputs) > 1:
        _promote_in_autocast(_op)

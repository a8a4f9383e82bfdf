"""References of operators that are one formula. `globals().update(unary(...))` in a reference.py
defines all that golden data and the comparison of speed want (docs/adding_an_op.md)."""

import functools
import itertools
import re

import mpmath
import torch

from conversions import (convert, exact_convert, exact_low_bits, exact_rounded, exact_stored,
                         from_integers, is_float, promoted, promoted_with_scalar, rounded, stored)
from scalars import number_in, number_to_fill, tensor_of


def measured(call, onednn=None, in_cache=1.0, out_of_cache=1.0, more=None,
             numbers=lambda attrs: (), **goals):
    """What speed is compared with, and its goals (docs/performance.md): `peer`, `onednn`, `goals`.

    `call` is TorchScript: PyTorch's way to the results. Its tensors, and {attributes}, have the
    names of the operator's parameters; each {} is the next of what `numbers(attrs)` gives.
    `more(tensors, attrs)` gives what else it names, such as halves of a tensor, or what replaces
    one. `onednn` is oneDNN's {"algorithm", "alpha", ...}; the "source" is self and the "result" out
    if it says no others. `in_cache` and `out_of_cache` are how many times as fast as the faster of
    both this library shall be.

    All but `more` and `numbers` may be functions of the attributes. None: there is nothing to
    compare with.
    """
    goals = {"in_cache": in_cache, "out_of_cache": out_of_cache, **goals}

    def at(attrs, value):
        return value(attrs) if callable(value) else value

    def peer(inputs, outputs, attrs):
        text = at(attrs, call)
        if text is None:
            return None
        text = text.format(*numbers(attrs), **attrs)
        tensors = inputs | outputs
        tensors |= more(tensors, attrs) if more else {}
        words = re.findall(r"\w+\b(?!=)", text)  # not the keyword out in out=product
        return {word: tensors[word] for word in words if word in tensors}, text

    def algorithm(attrs):
        found = at(attrs, onednn)
        return found and {"source": "self", "result": "out", **found}

    return {
        "peer": peer,
        "goals": lambda attrs: {name: at(attrs, goal) for name, goal in goals.items()},
        **({"onednn": algorithm} if onednn else {}),
    }


def formula(real, exact, pytorch, inputs=("self",), out="out", numbers=lambda attrs: (),
            otherwise=None, otherwise_stored=None, widen=torch.Tensor.double):
    """`reference`, `exact`, `pytorch` and, if there is any, `OTHERWISE` of a function that is
    computed element by element.

    Each function takes the tensors `inputs`, which have one shape, and then what `numbers(attrs)`
    gives. It returns the result `out`, or {name: result} if there are several. `real` takes float64
    tensors, and `exact` mpmath numbers. `pytorch` takes tensors of one type, to which those of the
    inputs promote, and returns None where PyTorch has no result.

    `otherwise` has what the sources that are not followed would give (deviations of spec.yaml).
    These functions take float64 tensors, those of `otherwise_stored` tensors in the types of the
    inputs. `widen` makes the tensors that `real` and `otherwise` take.
    """

    def of(function, change):
        def result(values, attrs):
            tensors = change([values[name] for name in inputs])
            answer = function(*tensors, *numbers(attrs))
            return answer if answer is None or isinstance(answer, dict) else {out: answer}

        return result

    def wide(tensors):
        return map(widen, tensors)

    def alike(tensors):
        dtype = functools.reduce(torch.promote_types, [x.dtype for x in tensors])
        return [x.to(dtype) for x in tensors]

    others = {name: of(function, wide) for name, function in (otherwise or {}).items()}
    others |= {name: of(function, list) for name, function in (otherwise_stored or {}).items()}
    return {"reference": of(real, wide), "exact": of(exact, list), "pytorch": of(pytorch, alike),
            **({"OTHERWISE": others} if others else {})}


def formula_as_is(real, exact, pytorch, inputs=("self",), out="out", **more):
    """`formula` where integers stay what they are. `real` and `otherwise` take int64 tensors of
    them, and the result is converted to the type of `out`."""

    def widen(x):
        return x.double() if x.is_floating_point() else x.long()

    plain = formula(real, exact, pytorch, inputs, out, widen=widen, **more)

    def reference(operands, attrs):
        return {out: convert(plain["reference"](operands, attrs)[out], attrs["dtypes"][out])}

    def exact_result(operands, attrs):
        answer, dtypes = plain["exact"](operands, attrs)[out], attrs["dtypes"]
        return {out: exact_convert(answer, dtypes[out], is_float(dtypes[inputs[0]]))}

    return plain | {"NATIVE": True, "reference": reference, "exact": exact_result}


def of_floats(function):
    """A function that PyTorch has for tensors of floating-point types only."""
    return lambda x, *others: function(x, *others) if x.is_floating_point() else None


def _activated_first(halves, attrs):
    return halves if attrs.get("activateLeft", True) else halves[::-1]


def halves(**names):
    """A function of tensors and attributes that gives halves along `dim` names: to those of `self`
    with `self=("activated", "other")`. The left one has the first name, unless the attribute
    activateLeft is false."""

    def named(tensors, attrs):
        result = {}
        for tensor, pair in names.items():
            parts = tensors[tensor].chunk(2, attrs["dim"])
            result |= zip(pair, _activated_first(parts, attrs))
        return result

    return named


def gated(split, plain, gradient=None):
    """What `plain`, a formula, gives with the halves of the tensor `split` as its operands
    activated and other. With `gradient` the results of these names are halves of that output."""
    split_halves = halves(**{split: ("activated", "other")})

    def operands(tensors, attrs):
        result = {}
        for name, tensor in tensors.items():
            result |= split_halves(tensors, attrs) if name == split else {name: tensor}
        return result

    def assemble(results, attrs):
        pair = _activated_first([results["activated"], results["other"]], attrs)
        return {gradient: torch.cat(pair, attrs["dim"])}

    def pytorch(inputs, attrs):
        results = plain["pytorch"](operands(inputs, attrs), attrs)
        return assemble(results, attrs) if gradient else results

    return plain | {"operands": operands, "pytorch": pytorch,
                    **({"assemble": assemble} if gradient else {})}


def unary(name, exact, function=None, onednn=None, in_cache=1.2):
    """A function of real numbers, of every type: `torch.<name>`, with mpmath `exact`. `function` is
    its form on float64 tensors if PyTorch's is not accurate enough, `onednn` its algorithm
    {"algorithm", "alpha", ...}."""
    of_float64 = function or getattr(torch, name)

    def rounded_twice(inputs, attrs):
        """As documented: in the type of self, or in float32, and then converted."""
        dtype = attrs["dtypes"]["self"]
        return {
            "out": rounded(of_float64(inputs["self"].double()),
                           dtype if is_float(dtype) else "float32")
        }

    return {
        **formula(of_float64, exact, getattr(torch, name)),
        "OTHERWISE": {"one_rounding": rounded_twice},
        **measured(f"torch.{name}(self, out=out)", onednn, in_cache),
    }


def by_attribute(param, variants):
    """What `variants`, enum value -> what unary() or the like gives, say for the value of the
    attribute `param`."""

    def of(key):
        return lambda *arguments: variants[arguments[-1][param]].get(key, lambda *_: None)(
            *arguments)

    def alternative(key):
        return lambda inputs, attrs: variants[attrs[param]]["OTHERWISE"][key](inputs, attrs)

    first = next(iter(variants.values()))
    result = {key: of(key) if callable(value) else value for key, value in first.items()}
    if "OTHERWISE" in first:
        result["OTHERWISE"] = {key: alternative(key) for key in first["OTHERWISE"]}
    return result


def unary_as_is(name, function, real=None, boolean=None, refused=(), out="out", onednn=None):
    """A function computed in the type of its input, integers included, and rounded to it before it
    is converted to that of `out`:
    `torch.<name>`, which refuses the types `refused`.

    `function` computes mpmath numbers, Python integers (of which the low bits count) and, unless
    there are `real` and `boolean` for them, float64 tensors and 0 and 1.
    """

    def whole(x, dtype):
        if dtype == "bool":
            return int((boolean or function)(int(x)) != 0)
        return exact_low_bits(int(function(int(x))), dtype)

    def reference(inputs, attrs):
        x, dtype, kind = inputs["self"], attrs["dtypes"]["self"], attrs["dtypes"][out]
        if is_float(dtype):
            answer = (real or function)(x.double())
            return {out: convert(answer if dtype == kind else rounded(answer, dtype), kind)}
        answers = [whole(value, dtype) for value in x.flatten().tolist()]
        return {out: convert(from_integers(answers, x.shape), kind)}

    def exact(inputs, attrs):
        x, dtype, kind = inputs["self"], attrs["dtypes"]["self"], attrs["dtypes"][out]
        if is_float(dtype):
            answer = mpmath.mpf(function(mpmath.mpf(x)))
            return {
                out: answer if dtype == kind or not mpmath.isfinite(answer) else exact_rounded(
                    answer, dtype)
            }
        return {out: exact_convert(whole(x, dtype), kind, False)}

    def pytorch(inputs, attrs):
        return None if attrs["dtypes"]["self"] in refused else {
            out: getattr(torch, name)(inputs["self"])
        }

    return {"NATIVE": True, "reference": reference, "exact": exact, "pytorch": pytorch,
            **measured(f"torch.{name}(self, out={out})", onednn)}


def binary(name, real, integer=None, boolean=None, exact=None, operands=("self", "other"),
           numbers=(), result="promoted", in_cache=1.0, refused=(), numbers_as_tensors=False):
    """A function of two operands, each a tensor or, under <name>Scalar, a number, and of `numbers`.
    It is computed in the type they promote to, and rounded to it before it is converted to that of
    out.

    `real` computes float64 tensors, `exact` (else `real`) mpmath numbers (None: nothing to compare
    with), `integer` (else `real`) int64 tensors and Python integers, of which the low bits count,
    `boolean` (else `integer`) those of 0 and 1. `result` is that of R.castable: promoted, floating
    or bool.
    PyTorch takes no operands of the types `refused`. `numbers_as_tensors`: operands that are
    numbers are converted to the type that is computed in; else float16 and bfloat16 compute with
    float32 numbers.
    """
    first, second = operands
    exact, integer = exact or real, integer or real
    boolean = boolean or integer

    def types(attrs):
        """What is computed in, and the type of the result."""
        dtypes = attrs["dtypes"]
        if first in dtypes and second in dtypes:
            dtype = promoted(dtypes[first], dtypes[second])
        else:
            tensor, scalar = (first, second) if first in dtypes else (second, first)
            dtype = promoted_with_scalar(dtypes[tensor], attrs[f"{scalar}Scalar_dtype"])
        if result == "floating" and not is_float(dtype):
            dtype = "float32"
        return dtype, "bool" if result == "bool" else dtype

    def values(inputs, attrs, dtype, tensor):
        pair = [
            tensor(inputs[name], attrs["dtypes"][name]) if name in inputs else number_in(
                attrs[f"{name}Scalar"], dtype, numbers_as_tensors) for name in operands
        ]
        return pair + [number_in(attrs[name], dtype) for name in numbers]

    def reference(inputs, attrs):
        dtype, kind = types(attrs)
        out = attrs["dtypes"]["out"]
        arguments = values(inputs, attrs, dtype, lambda value, source: stored(value, dtype))
        if is_float(dtype):
            answer = real(*[torch.as_tensor(value, dtype=torch.float64) for value in arguments])
            if is_float(kind) and kind != out:
                answer = rounded(answer, kind)
        else:
            answer = (boolean if dtype == "bool" else integer)(
                *[torch.as_tensor(value, dtype=torch.int64) for value in arguments])
            answer = convert(answer, kind)
        return {
            "out": convert(answer if answer.dtype != torch.bool else answer.to(torch.int64), out)
        }

    def exact_result(inputs, attrs):
        dtype, kind = types(attrs)
        out = attrs["dtypes"]["out"]

        def tensor(value, source):
            return exact_stored(value, dtype, is_float(source))

        arguments = values(inputs, attrs, dtype, tensor)
        if is_float(dtype):
            answer = exact(*map(mpmath.mpf, arguments))
            if answer is None:
                return {}
            answer = mpmath.mpf(answer)
            if is_float(kind) and kind != out and mpmath.isfinite(answer):
                answer = exact_rounded(answer, kind)
        else:
            answer = int((boolean if dtype == "bool" else integer)(*arguments))
            answer = mpmath.mpf(answer if kind == "bool" else exact_low_bits(answer, kind))
        return {
            "out": exact_convert(answer, out, is_float(kind)) if mpmath.isfinite(answer) else answer
        }

    def argument(inputs, attrs, name):
        return inputs[name] if name in inputs else attrs[f"{name}Scalar"]

    def keywords(attrs):
        return {name: attrs[name] for name in numbers}

    def pytorch(inputs, attrs):
        dtype, _ = types(attrs)
        if any(attrs["dtypes"].get(operand) in refused for operand in operands):
            return None
        if not is_float(dtype) and not all(isinstance(attrs[number], int) for number in numbers):
            return None
        return {
            "out": getattr(torch, name)(*[argument(inputs, attrs, operand) for operand in operands],
                                        **keywords(attrs))
        }

    def call(attrs):
        words = [operand if operand in attrs["dtypes"] else repr(attrs[f"{operand}Scalar"])
                 for operand in operands]
        words += [f"{number}={value}" for number, value in keywords(attrs).items()]
        return f"torch.{name}({', '.join(words)}, out=out)"

    return {"NATIVE": True, "reference": reference, "exact": exact_result, "pytorch": pytorch,
            **measured(call, in_cache=in_cache)}


def in_one_type(dtype, operands, real, exact):
    """A function computed in the type `dtype(attrs)`, and converted to that of out. It takes what
    is in `operands(attrs, tensor)`, where tensor(name) is a tensor in this type.

    `real` takes float64 or int64 tensors, and for PyTorch's own result the inputs as they are.
    `exact` takes mpmath numbers; None: there is nothing to compare with.
    """

    def reference(inputs, attrs):
        answer = real(*operands(attrs, lambda name: stored(inputs[name], dtype(attrs))))
        return {"out": convert(answer, attrs["dtypes"]["out"])}

    def exact_result(inputs, attrs):
        kind, dtypes = dtype(attrs), attrs["dtypes"]

        def element(name):
            return mpmath.mpf(exact_stored(inputs[name], kind, is_float(dtypes[name])))

        answer = exact(*operands(attrs, element))
        return {} if answer is None else {
            "out": exact_convert(mpmath.mpf(answer), dtypes["out"], is_float(kind))
        }

    def pytorch(inputs, attrs):
        return {"out": real(*operands(attrs, inputs.get))}

    return {"NATIVE": True, "reference": reference, "exact": exact_result, "pytorch": pytorch}


# PyTorch moves integers with a sign of every size.
_INTEGERS = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def _converted(operand, out, dtype=None):
    """`operand` converted to the type of `out`. `dtype(attrs)` is the type that it has, if it is no
    tensor of the operator."""

    def is_real(attrs):
        return is_float(dtype(attrs) if dtype else attrs["dtypes"][operand])

    return {
        "NATIVE": True,
        "reference": lambda operands, attrs: {
            out: convert(operands[operand], attrs["dtypes"][out])
        },
        "exact": lambda operands, attrs: {
            out: exact_convert(operands[operand], attrs["dtypes"][out], is_real(attrs))
        },
    }


def copied(source, out):
    """The elements of `source`, repeated to the shape of `out` and converted to its type."""

    def pytorch(inputs, attrs):
        dtype = attrs["dtypes"][out]
        if is_float(attrs["dtypes"][source]) and not is_float(dtype):
            return None  # undefined where the number does not fit
        made = torch.empty(attrs["shapes"][out], dtype=getattr(torch, dtype))
        return {out: made.copy_(inputs[source])}

    def rounded_once(operands, attrs):
        return {out: operands[source].float().double()}

    return {
        "operands": lambda tensors, attrs: {source: tensors[source].expand(attrs["shapes"][out])},
        "pytorch": pytorch,
        "OTHERWISE": {"one_rounding": rounded_once},
        **_converted(source, out),
        **measured(f"{out}.copy_({source})"),
    }


def rearranged(function, **others):
    """Elements of self, with all their bits, in other places: what `function(bits, attrs, dtype)`
    makes of the inputs as integers of their sizes. `dtype` was self's, or is torch.bool where marks
    stand in place of elements, to say which of the results are special. `others` are functions that
    make further operands, for OTHERWISE."""

    def move(function, tensors, attrs):
        bits = {name: values.view(_INTEGERS[values.element_size()])
                for name, values in tensors.items()}
        dtype = tensors["self"].dtype
        return function(bits, attrs, dtype).view(dtype)

    makers = {"self": function, **others}
    return {
        **_converted("self", "out"),
        "operands": lambda tensors, attrs: {
            name: move(maker, tensors, attrs) for name, maker in makers.items()
        },
        "pytorch": lambda inputs, attrs: {"out": move(function, inputs, attrs)},
    }


def moved(expression):
    """Elements of self, with all their bits, in other places: those of `self` in the expression of
    PyTorch that `expression(attrs)` gives. `dtype` is self's, or torch.bool where what moves says
    which of the elements are special."""

    def move(bits, attrs, dtype):
        return eval(expression(attrs), {"torch": torch, "self": bits["self"], "dtype": dtype})

    # TorchScript leaves out what nobody reads, and some of the functions only make a view.
    return rearranged(move) | measured(lambda attrs: f"out.copy_({expression(attrs)})")


def number_bits(value, dtype):
    """The bits of a number in a tensor of the dtype, as an integer, and torch's name of it."""
    element = stored(tensor_of(number_to_fill(value, dtype)), dtype).to(getattr(torch, dtype))
    return element.view(_INTEGERS[element.element_size()]).item(), element.dtype


def cut(sizes):
    """The elements of self in several outputs, whose extents along `dim` the attribute `sizes`
    has."""

    def pieces(x, attrs):
        views = x.split(attrs[sizes], attrs["dim"])
        return {f"out_{number}": view for number, view in enumerate(views)}

    def call(attrs):
        starts = itertools.accumulate(attrs[sizes], initial=0)
        return "\n".join(f"out_{number}.copy_(self.narrow({attrs['dim']}, {start}, {size}))"
                         for number, (start, size) in enumerate(zip(starts, attrs[sizes])))

    return moved(lambda attrs: "self") | {
        **_converted("self", "self"),
        "cut": lambda results, attrs: pieces(results["self"], attrs),
        "pytorch": lambda inputs, attrs: pieces(inputs["self"], attrs),
        **measured(call),
    }


def as_promoted(x, dtype):
    """A tensor converted to the type that it promotes to with others, integers rounded once."""
    if is_float(dtype) and not x.dtype.is_floating_point:
        values = x.flatten().tolist()
        answers = [float(exact_rounded(mpmath.mpf(int(value)), dtype)) for value in values]
        x = torch.tensor(answers, dtype=torch.float64).reshape(x.shape)
    return x if x.dtype == getattr(torch, dtype) else x.to(getattr(torch, dtype))


def joined(function):
    """The tensors of a list, converted to what they promote to, joined by `torch.<function>` along
    the dimension `dim`, and converted to out."""

    def members(values):
        count = sum(name.startswith("tensors_") for name in values)
        return [values[f"tensors_{number}"] for number in range(count)]

    def common(attrs):
        return functools.reduce(promoted, members(attrs["dtypes"]))

    def join(values, attrs):
        tensors = [as_promoted(x, common(attrs)) for x in members(values)]
        bits = [x.view(_INTEGERS[x.element_size()]) for x in tensors]
        return getattr(torch, function)(bits, attrs["dim"]).view(tensors[0].dtype)

    def pytorch(inputs, attrs):
        dtypes = set(members(attrs["dtypes"]))
        # Elsewhere PyTorch rounds twice, or its results are undefined.
        is_mixed = any(map(is_float, dtypes)) and not all(map(is_float, dtypes))
        if attrs["dtypes"]["out"] != common(attrs) or is_mixed:
            return None
        return {"out": join(inputs, attrs)}

    def call(attrs):
        names = [f"tensors_{number}" for number in range(len(members(attrs["dtypes"])))]
        return f"torch.{function}([{', '.join(names)}], {attrs['dim']}, out=out)"

    return {
        **_converted("tensors", "out", common),
        "operands": lambda tensors, attrs: {"tensors": join(tensors, attrs)},
        "pytorch": pytorch,
        **measured(call),
    }


def of(tensors, numbers):
    """A formula for `binary` that is one function of tensors and another of numbers."""
    return lambda a, b: tensors(a, b) if isinstance(a, torch.Tensor) else numbers(a, b)

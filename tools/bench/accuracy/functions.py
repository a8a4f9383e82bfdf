"""The functions of the accuracy table: the operators' benchmarks, seen as functions of one
variable.

Numbers such as alpha are those of the operator's benchmarks (cases.json); the gradient is 1.
"""

import dataclasses
import json


@dataclasses.dataclass(frozen=True)
class Function:
    """`oracle`: the function in testing/oracle that is the truth; its operands after x are the
    benchmark's attributes `numbers`, or `exponent`. Without one the truth is the operator's own
    reference.py in float64, which for these is division or a square root, right to 2^-52."""

    op: str
    variant: str = ""
    oracle: str = ""
    numbers: tuple = ()
    exponent: float | None = None
    attrs: dict = dataclasses.field(default_factory=dict, compare=False)  # names -> numbers

    @property
    def name(self):
        parts = [self.op, self.variant, "" if self.exponent is None else f"y = {self.exponent:g}"]
        return ", ".join(part for part in parts if part)

    @property
    def constants(self):
        """What fills the tensors besides x, by the name of the parameter."""
        return {"gradOutput": 1.0, "exponent": self.exponent}

    @property
    def oracle_numbers(self):
        """The oracle's operands after x."""
        numbers = [self.attrs[name] for name in self.numbers]
        return numbers if self.exponent is None else [self.exponent]


_ELU = ("alpha", "scale", "inputScale")

FUNCTIONS = (
    Function("gelu", "none", "GeluErf"),
    Function("gelu", "tanh", "GeluTanh"),
    Function("gelu_backward", "none", "GeluErfDerivative"),
    Function("gelu_backward", "tanh", "GeluTanhDerivative"),
    Function("silu", "", "Silu"),
    Function("silu_backward", "", "SiluDerivative"),
    Function("selu", "", "Selu"),
    Function("selu_backward", "", "SeluDerivative"),
    Function("elu", "", "Elu", _ELU),
    Function("elu_backward", "", "EluDerivative", _ELU),
    Function("leaky_relu", "", "LeakyRelu", ("negativeSlope",)),
    Function("leaky_relu_backward", "", "LeakyReluDerivative", ("negativeSlope",)),
    Function("hardswish", "", "Hardswish"),
    Function("hardswish_backward", "inclusive", "HardswishDerivative"),
    Function("hardswish_backward", "exclusive", "HardswishDerivativeOuter"),
    Function("hardsigmoid"),
    Function("hardsigmoid_backward"),
    Function("softplus", "", "Softplus", ("beta",)),
    Function("softplus_backward", "", "SoftplusDerivative", ("beta",)),
    Function("sigmoid", "", "Sigmoid"),
    Function("sigmoid_backward", "", "SigmoidDerivative"),
    Function("tanh", "", "Tanh"),
    Function("tanh_backward", "", "TanhDerivative"),
    Function("erf", "", "Erf"),
    Function("exp", "", "Exp"),
    Function("log", "log", "Log"),
    Function("log", "log2", "Log2"),
    Function("log", "log10", "Log10"),
    Function("log", "log1p", "Log1p"),
    Function("sin", "", "Sin"),
    Function("cos", "", "Cos"),
    Function("sqrt"),
    Function("rsqrt"),
    Function("reciprocal"),
    Function("pow", "", "Pow", (), 2.5),
    Function("pow", "", "Pow", (), -0.75),
)


def read(root):
    """FUNCTIONS with the numbers that `root`/ops/<op>/cases.json has."""
    functions = []
    for function in FUNCTIONS:
        cases = json.loads((root / "ops" / function.op / "cases.json").read_text())
        attrs = next(bench["attrs"] for bench in cases["benchmarks"]
                     if bench["variant"] == function.variant and bench["dtype"] == "float32")
        numbers = {name: value["value"] for name, value in attrs.items() if isinstance(value, dict)}
        functions.append(dataclasses.replace(function, attrs=numbers))
    return functions

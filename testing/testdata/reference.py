"""The operator of the fixture: out = gradOutput * self / 64, negated on demand."""


def _factor(attrs):
    return -1 / 64 if attrs["mode"] == "negated" else 1 / 64


def reference(inputs, attrs):
    return {"out": inputs["gradOutput"] * inputs["self"] * _factor(attrs)}


def pytorch(inputs, attrs):
    if not inputs["self"].dtype.is_floating_point:
        return None
    return {"out": inputs["gradOutput"] * inputs["self"] * _factor(attrs)}


def exact(inputs, attrs):
    return {"out": inputs["gradOutput"] * inputs["self"] * _factor(attrs)}


# What the sources that are not followed would give.
OTHERWISE = {
    "sign": lambda inputs, attrs: {
        "out": -reference({name: value.double() for name, value in inputs.items()}, attrs)["out"]
    }
}

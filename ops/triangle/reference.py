"""A triangle of matrices."""

from plain import moved

NAMES = {"lower": "tril", "upper": "triu"}


def expression(attrs):
    diagonal = max(min(attrs["diagonal"], 2**40), -2**40)  # PyTorch adds row numbers to it
    return f"torch.{NAMES[attrs['triangle']]}(x, {diagonal})"


globals().update(moved(expression))


def peer(inputs, outputs, attrs):
    return {"x": inputs["self"],
            "out": outputs["out"]}, expression(attrs).replace(")", ", out=out)")

"""A triangle of matrices."""

from plain import measured, moved

NAMES = {"lower": "tril", "upper": "triu"}


def expression(attrs):
    diagonal = max(min(attrs["diagonal"], 2**40), -2**40)  # PyTorch adds row numbers to it
    return f"torch.{NAMES[attrs['triangle']]}(self, {diagonal})"


globals().update(
    moved(expression) | measured(lambda attrs: expression(attrs).replace(")", ", out=out)")))

"""Exponential function."""

from functions import exact_exp
from plain import unary

globals().update(unary("exp", exact_exp, onednn={"algorithm": "exp"}))

"""The logistic function."""

from functions import exact_sigmoid
from plain import unary

globals().update(unary("sigmoid", exact_sigmoid, onednn={"algorithm": "logistic"}))

"""Logarithms."""

from functions import exact_log, exact_log1p
from plain import by_attribute, unary

globals().update(by_attribute("form", {
    "log": unary("log", exact_log, onednn={"algorithm": "log"}),
    "log2": unary("log2", lambda x: exact_log(x, 2)),
    "log10": unary("log10", lambda x: exact_log(x, 10)),
    "log1p": unary("log1p", exact_log1p),
}))

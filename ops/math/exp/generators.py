"""How the inputs of the exponential function are drawn."""

from generators import Generator, around, limits, log_uniform, mix

# Where results of float16, float32 and float64 overflow, become subnormal, and 0.
EDGES = [
    11.09, -9.704, -17.33, 88.722839, -87.336545, -103.97208, 709.782712893384, -708.3964185322641,
    -745.1332191019411
]


def _specials(dtype):
    values = [1.0, -1.0, 0.5, -0.5, 3.0, -3.0, 20.0, -20.0]
    return values + [value for edge in EDGES for value in around(edge, dtype, 1)] + limits(dtype)


def _bulk(draw, count):
    return mix(draw, count, [(0.50, draw.uniform(count, -9, 9)), (0.20, draw.normal(count)),
                             (0.15, draw.uniform(count, -105, 89)),
                             (0.15, log_uniform(draw, count, -20, -2))])


GENERATORS = {"exp": Generator(_specials, _bulk)}

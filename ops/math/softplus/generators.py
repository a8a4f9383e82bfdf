"""How the inputs of softplus are drawn."""

from generators import Generator, around, limits, log_uniform, mix


def _specials(dtype):
    # Where 1 + e^t passes sqrt(2), the usual threshold, and the ends of the tail.
    edges = [
        value for edge in (-0.8813736, 0.8813736, 20.0, 0.1) for value in around(edge, dtype, 1)
    ]
    tail = [-8.0, -17.0, -79.9, -80.1, -87.5, -103.0, -104.5]
    return edges + [1.0, -1.0, 0.5, 3.0, -3.0, 30.0] + tail + limits(dtype)


def _bulk(draw, count):
    return mix(draw, count, [(0.55, draw.uniform(count, -9, 9)), (0.20, draw.normal(count)),
                             (0.10, draw.uniform(count, -100, 0)),
                             (0.05, draw.uniform(count, 9, 30)),
                             (0.10, log_uniform(draw, count, -20, -2))])


GENERATORS = {"softplus": Generator(_specials, _bulk)}

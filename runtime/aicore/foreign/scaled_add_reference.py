"""What scaled_add computes, for compare_kernel.py."""

KERNEL = "scaled_add"
OUTPUTS = ["z"]
DTYPES = [dict.fromkeys("xyz", dtype) for dtype in ["float16", "float32", "bfloat16"]]
SHAPES = [(16,), (7, 1024), (100, 1000)]
ALPHA = 0.75


def inputs(shape, random):
    return {name: random.uniform(1, 2, shape) for name in "xy"}


def reference(x, y):
    return x + ALPHA * y


def launch(shape, dtypes):
    return {"operator": "ScaledAdd", "attrs": {"alpha": ALPHA}}

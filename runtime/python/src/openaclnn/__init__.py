"""aclnn operators on NumPy arrays and PyTorch tensors, in the memory where they are.

    >>> import numpy, openaclnn
    >>> x = numpy.array([-1, 0, 1], "float32")
    >>> openaclnn.gelu_backward(numpy.ones(3, "float32"), x).round(4)
    array([-0.0833,  0.5   ,  1.0833], dtype=float32)

A refused call raises openaclnn.Error. `import openaclnn.torch` makes the operators known to
PyTorch, with their gradients.
"""

from openaclnn._core import Error, configure, device, device_count, soc_name
from openaclnn._ops import *
from openaclnn._ops import __all__ as _operators
from openaclnn._version import __version__

__all__ = ["Error", "__version__", "configure", "device", "device_count", "soc_name", *_operators]

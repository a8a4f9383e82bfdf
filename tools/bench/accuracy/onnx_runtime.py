"""ONNX Runtime: models of one node on its CPU provider."""

from accuracy.library import BLOCK, Library

OPSETS = {"": 20, "com.microsoft": 1}
# The operator and its attributes.
FUNCTIONS = {
    "gelu, none": ("Gelu", {"approximate": "none"}),
    "gelu, tanh": ("Gelu", {"approximate": "tanh"}),
    "silu": ("QuickGelu", {"alpha": 1.0, "domain": "com.microsoft"}),
    "selu": ("Selu", {}),
    "elu": ("Elu", {"alpha": 1.0}),
    "leaky_relu": ("LeakyRelu", {}),
    "hardswish": ("HardSwish", {}),
    "hardsigmoid": ("HardSigmoid", {"alpha": 1 / 6, "beta": 0.5}),
    "softplus": ("Softplus", {}),
    "sigmoid": ("Sigmoid", {}),
    "tanh": ("Tanh", {}),
    "erf": ("Erf", {}),
    "exp": ("Exp", {}),
    "log, log": ("Log", {}),
    "sin": ("Sin", {}),
    "cos": ("Cos", {}),
    "sqrt": ("Sqrt", {}),
    "reciprocal": ("Reciprocal", {}),
    "pow, y = 2.5": ("Pow", {}),
    "pow, y = -0.75": ("Pow", {})
}


class OnnxRuntime(Library):
    name, package = "ONNX Runtime", "python3-onnxruntime"

    def __init__(self):
        import onnx
        import onnxruntime
        self.onnx, self.runtime = onnx, onnxruntime
        self.sessions = {}

    def version(self):
        return self.runtime.__version__

    def type_of(self, dtype):
        return getattr(self.onnx.TensorProto, {"float32": "FLOAT"}.get(dtype, dtype.upper()))

    def has(self, function, dtype):
        return function.name in FUNCTIONS and self.session(function, dtype) is not None

    def session(self, function, dtype):
        """None if the provider has no kernel for it."""
        if (function, dtype) not in self.sessions:
            options = self.runtime.SessionOptions()
            options.intra_op_num_threads = 1
            options.log_severity_level = 4
            model = self.model(function, dtype).SerializeToString()
            session = None
            try:
                session = self.runtime.InferenceSession(model, options, ["CPUExecutionProvider"])
            except Exception as refusal:  # its exceptions have no common base but this
                if "NOT_IMPLEMENTED" not in str(refusal) and "INVALID_GRAPH" not in str(refusal):
                    raise
            self.sessions[function, dtype] = session
        return self.sessions[function, dtype]

    def model(self, function, dtype):
        make, kind = self.onnx.helper, self.type_of(dtype)
        name, attributes = FUNCTIONS[function.name]
        if function.name == "leaky_relu":
            attributes = {"alpha": function.attrs["negativeSlope"]}
        constants = []
        if function.exponent is not None:
            constants.append(make.make_tensor("exponent", kind, [], [function.exponent]))
        inputs = ["x"] + [each.name for each in constants]
        node = make.make_node(name, inputs, ["y"], **attributes)
        x, y = (make.make_tensor_value_info(each, kind, [BLOCK]) for each in "xy")
        graph = make.make_graph([node], "one_node", [x], [y], constants)
        opsets = [make.make_opsetid(*each) for each in OPSETS.items()]
        return make.make_model(graph, opset_imports=opsets, ir_version=9)

    def evaluate(self, function, dtype, inputs, out):
        session = self.session(function, dtype)
        binding, kind = session.io_binding(), self.type_of(dtype)
        binding.bind_input("x", "cpu", 0, kind, [BLOCK], inputs.ctypes.data)
        binding.bind_output("y", "cpu", 0, kind, [BLOCK], out.ctypes.data)
        session.run_with_iobinding(binding)

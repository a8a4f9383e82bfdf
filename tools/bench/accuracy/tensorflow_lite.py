"""TensorFlow Lite, by its C API: models of one operator, which it takes as flatbuffers only."""

import ctypes
from ctypes import c_size_t, c_void_p

from accuracy.library import BLOCK, Library

# BuiltinOperator, and BuiltinOptions, whose one field is the attribute of the function or true.
FUNCTIONS = {
    "gelu, none": (150, None, None), "gelu, tanh": (150, 116, None), "sigmoid": (14, None, None),
    "tanh": (28, None, None), "exp": (47, None, None), "sin": (66, None, None),
    "log, log": (73, None, None), "sqrt": (75, None, None), "rsqrt": (76, None, None),
    "leaky_relu": (98, 75, "negativeSlope"), "cos": (108, None, None), "elu": (111, None, None),
    "hardswish": (117, None, None)}


class TensorFlowLite(Library):
    name, package = "TensorFlow Lite", "libtensorflow-lite-dev"

    def __init__(self):
        from flatbuffers import builder
        self.builder, self.c = builder, ctypes.CDLL("libtensorflow-lite.so")
        for name in ["ModelCreate", "InterpreterCreate", "InterpreterGetInputTensor",
                     "InterpreterGetOutputTensor", "Version"]:
            getattr(self.c, "TfLite" + name).restype = c_void_p
        self.interpreters = {}

    def version(self):
        return ctypes.c_char_p(self.c.TfLiteVersion()).value.decode()

    def has(self, function, dtype):
        """Its float16 is a type to store numbers in."""
        return function.name in FUNCTIONS and dtype == "float32"

    def model(self, function):
        """Slots of tables are those of schema.fbs, from 0."""
        made = self.builder.Builder(256)
        def table(slots, **fields):
            made.StartObject(slots)
            for field, value in fields.items():
                kind, slot = field.split("_")
                getattr(made, f"Prepend{kind}Slot")(int(slot), value, 0)
            return made.EndObject()
        def vector(values, prepend=made.PrependUOffsetTRelative):
            made.StartVector(4, len(values), 4)
            for value in reversed(values):
                prepend(value)
            return made.EndVector()
        ints = lambda *values: vector(values, made.PrependInt32)
        number, kind, attribute = FUNCTIONS[function.name]
        field = {"Float32_0": function.attrs[attribute]} if attribute else {"Bool_0": True}
        options = {"UOffsetTRelative_4": table(1, **field), "Uint8_3": kind} if kind else {}
        code = table(4, Int8_0=min(number, 127), Int32_2=1, Int32_3=number)
        tensors = [table(4, UOffsetTRelative_0=ints(BLOCK)) for _ in range(2)]
        node = table(5, UOffsetTRelative_1=ints(0), UOffsetTRelative_2=ints(1), **options)
        graph = table(5, UOffsetTRelative_0=vector(tensors), UOffsetTRelative_1=ints(0),
                      UOffsetTRelative_2=ints(1), UOffsetTRelative_3=vector([node]))
        made.Finish(
            table(5, Uint32_0=3, UOffsetTRelative_1=vector([code]),
                  UOffsetTRelative_2=vector([graph]), UOffsetTRelative_4=vector([table(1)])),
            file_identifier=b"TFL3")
        return bytes(made.Output())

    def interpreter(self, function):
        if function not in self.interpreters:
            text = self.model(function)
            model = c_void_p(self.c.TfLiteModelCreate(text, c_size_t(len(text))))
            made = c_void_p(self.c.TfLiteInterpreterCreate(model, None))
            if not made or self.c.TfLiteInterpreterAllocateTensors(made) != 0:
                raise RuntimeError(f"TensorFlow Lite refuses {function.name}")
            self.interpreters[function] = made, text  # the model points into the text
        return self.interpreters[function][0]

    def evaluate(self, function, dtype, inputs, out):
        interpreter, size = self.interpreter(function), c_size_t(inputs.nbytes)
        x = c_void_p(self.c.TfLiteInterpreterGetInputTensor(interpreter, 0))
        y = c_void_p(self.c.TfLiteInterpreterGetOutputTensor(interpreter, 0))
        if (self.c.TfLiteTensorCopyFromBuffer(x, c_void_p(inputs.ctypes.data), size)
                or self.c.TfLiteInterpreterInvoke(interpreter)
                or self.c.TfLiteTensorCopyToBuffer(y, c_void_p(out.ctypes.data), size)):
            raise RuntimeError(f"TensorFlow Lite fails in {function.name}")

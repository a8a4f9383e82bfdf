#!/usr/bin/env python3
"""Tests that the stubs say what the functions are: stubs_test.py OPS.PY OPS.PYI"""

import ast
import pathlib
import sys
import unittest

OPS, STUBS = (ast.parse(pathlib.Path(path).read_text()) for path in sys.argv[1:3])
del sys.argv[1:3]


def functions(tree):
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def shape(function):
    """Names, order and defaults of the parameters."""
    args = function.args
    return ([arg.arg for arg in args.args], [arg.arg for arg in args.kwonlyargs],
            [ast.unparse(value) for value in args.defaults])


class StubsTest(unittest.TestCase):
    def test_stubs_have_the_parameters_of_the_functions(self):
        real, stubs = functions(OPS), functions(STUBS)
        self.assertGreater(len(real), 50)
        self.assertEqual(list(stubs), list(real))
        for name, function in real.items():
            self.assertEqual(shape(stubs[name]), shape(function), name)

    def test_everything_has_a_type(self):
        for name, function in functions(STUBS).items():
            for arg in function.args.args + function.args.kwonlyargs:
                self.assertIsNotNone(arg.annotation, f"{name}: {arg.arg}")
            self.assertIsNotNone(function.returns, name)

    def test_types(self):
        stubs = functions(STUBS)
        relations = "Literal['eq', 'ne', 'gt', 'ge', 'lt', 'le']"
        for name, param, wanted in (("add", "other", "_Array | float"),
                                    ("cat", "tensors", "Sequence[_Array]"),
                                    ("clamp", "min", "float | _Array | None"),
                                    ("flip", "dims", "Sequence[int]"),
                                    ("compare", "relation", relations),
                                    ("bitwise", "other", "_Array | None")):
            args = {arg.arg: ast.unparse(arg.annotation) for arg in stubs[name].args.args}
            self.assertEqual(args[param], wanted, name)
        self.assertEqual(ast.unparse(stubs["split"].returns), "list[_Array]")


if __name__ == "__main__":
    unittest.main()

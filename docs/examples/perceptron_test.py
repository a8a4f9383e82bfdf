#!/usr/bin/env python3
"""Compares what the program perceptron prints (first argument) with what PyTorch computed in
float64 (second argument)."""

import subprocess
import sys


def numbers(text):
    return {
        line.split(":")[0]: [float(word) for word in line.split(":")[1].split()]
        for line in text.splitlines()
    }


program, expected = sys.argv[1:]
ours = numbers(subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True).stdout)
with open(expected, encoding="utf-8") as file:
    theirs = numbers(file.read())
good = ours.keys() == theirs.keys()
for name, values in theirs.items():
    got = ours.get(name, [])
    # A few roundings of float32, of sums that cancel by at most a digit.
    close = len(got) == len(values) and all(
        abs(a - b) <= 2e-6 * max(1, abs(b)) for a, b in zip(got, values))
    good = good and close
    print("as PyTorch" if close else f"not as PyTorch, {values}:", name, got)
sys.exit(0 if good else 1)

#!/usr/bin/env python3
"""Runs the program tensor_library (first argument) on both backends, whose calls need no workspace
on the one and many on the other."""

import os
import re
import subprocess
import sys

good = True
for devices in ("Ascend910B3", "Ascend910B3:aicore"):
    run = subprocess.run([sys.argv[1]], env=os.environ | {"OPENACLNN_DEVICES": devices},
                         stdout=subprocess.PIPE, text=True)
    numbers = re.search(r"^workspaces: (\d+) in (\d+) blocks and (\d+) in (\d+) blocks$",
                        run.stdout, re.M)
    workspaces, blocks = map(int, numbers.groups()[:2]) if numbers else (-1, -1)
    # More workspaces than blocks: the pool gave a block again.
    pooled = workspaces > blocks > 0 if devices.endswith(":aicore") else workspaces == blocks == 0
    wanted = "as" if pooled else "NOT as"
    print(f"{devices}: exit code {run.returncode}, {wanted} wanted\n{run.stdout}")
    good = good and run.returncode == 0 and pooled
sys.exit(0 if good else 1)

#!/usr/bin/env python3
"""Run each kernel of examples/batched on every target that this machine runs or
emulates, and compare it with the oracle.
Usage: batched_targets.py [--full] PIRCH_RUN DIR"""
import argparse
import itertools
import os
import pathlib
import re
import shlex
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "../../Inputs"))
from cpu_targets import cpu_targets
from sampling import sample

parser = argparse.ArgumentParser()
parser.add_argument("--full", action="store_true", help="all sizes from 1 to 32")
parser.add_argument("runner")
parser.add_argument("directory", type=pathlib.Path)
options = parser.parse_args()

# Up to 16 rows are in private arrays, more in memory of the group.
cases = [("double", 5), ("float", 17)]
if options.full:
    cases = [(real, size) for real in ("double", "float") for size in range(1, 33)]
failures = 0
kernels = [(source, kernel) for source in sorted(options.directory.glob("*.cl"))
           for kernel in re.findall(r"__kernel void (\w+)", source.read_text())]
runs = sample(itertools.product(kernels, [*cpu_targets(), "ve", "nvvm", "rocdl"], cases), 4)
for (source, kernel), target, (real, size) in runs:
    command = [options.runner, str(source), f"--kernel={kernel}", f"--target={target}",
               f"-DREAL={real}", f"--wg-size={size}", "--groups=19", "--check"]
    # As GPUs want rows to be exchanged.
    if target in ("nvvm", "rocdl"):
        command.append("-DSHUFFLE_ROWS=1")
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode:
        failures += 1
        print(shlex.join(command), done.stdout + done.stderr[:2000], sep="\n", flush=True)
print(f"{len(runs)} runs, {failures} failures")
sys.exit(bool(failures))

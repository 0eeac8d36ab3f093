#!/usr/bin/env python3
"""Run each kernel of features.cl and compare with the oracle.
Usage: features.py PIRCH_RUN SOURCE"""
import itertools
import os
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "../../Inputs"))
from cpu_targets import cpu_targets

runner, source = sys.argv[1:]
failures = runs = 0
for kernel, size, (pack, order), target in itertools.product(
        ("control", "arrays", "exchange", "integers", "math"), (1, 3, 4, 8),
        (("1", "wg-wi-ix"), ("2", "wg-wi-ix"), ("8", "ix-wi-wg"), ("auto", "auto")),
        cpu_targets()):
    command = [runner, source, f"--kernel={kernel}", f"--wg-size={size}",
               f"--wg-pack={pack}", f"--lane-order={order}", f"--target={target}",
               "--groups=21", "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    runs += 1
    if done.returncode:
        failures += 1
        print(" ".join(command), done.stdout, done.stderr[:2000], sep="\n")
print(f"{runs} runs, {failures} failures")
sys.exit(1 if failures else 0)

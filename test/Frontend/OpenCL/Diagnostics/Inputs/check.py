#!/usr/bin/env python3
"""Compile every malformed source: exit status 1, the expected first error at its
line and column, and no output file. Usage: check.py PIRCHC DIRECTORY"""
import os
import subprocess
import sys

from cases import CASES

compiler, directory = sys.argv[1:]
os.makedirs(directory, exist_ok=True)
failures = 0
for name, (source, expected) in CASES.items():
    path = os.path.join(directory, name + ".cl")
    output = os.path.join(directory, name + ".o")
    with open(path, "w") as file:
        file.write(source)
    if os.path.exists(output):  # left by an earlier run
        os.remove(output)
    done = subprocess.run([compiler, path, "--wg-size=4", "-o", output],
                          capture_output=True, text=True)
    errors = [line for line in done.stderr.splitlines() if "error: " in line]
    wanted = path + ":" + expected
    if done.returncode != 1 or not errors or errors[0] != wanted or os.path.exists(output):
        failures += 1
        print(f"{name}: exit status {done.returncode}\n  wanted: {wanted}\n  "
              f"got: {errors[:1]}\n{done.stderr}")
print(f"{len(CASES)} sources, {failures} failures")
sys.exit(1 if failures or len(CASES) < 60 else 0)

#!/usr/bin/env python3
"""Run kernels over work-group sizes, packs, lane orders, types and group counts,
and compare each run with the oracle. Usage: sweep.py [--full] PIRCH_RUN KERNEL..."""
import itertools
import subprocess
import sys

full = "--full" in sys.argv
runner, *kernels = [arg for arg in sys.argv[1:] if arg != "--full"]
sizes = range(1, 33) if full else (1, 2, 3, 5, 8, 12, 16)
packs = ("1", "2", "4", "8", "auto")
orders = ("wg-wi-ix", "ix-wi-wg")
groups = (0, 1, 19)

cases = [
    case
    for case in itertools.product(kernels, sizes, ("double", "float"), packs, orders)
    # A cheap subset: all packs at small sizes, the extremes at large ones.
    if full or case[1] <= 5 or case[3] in ("1", "8")
]
failures = runs = 0
for kernel, size, real, pack, order in cases:
    for count in groups:
        command = [runner, kernel, f"--wg-size={size}", f"-DREAL={real}",
                   f"--wg-pack={pack}", f"--lane-order={order}",
                   f"--groups={count}", "--check"]
        done = subprocess.run(command, capture_output=True, text=True)
        runs += 1
        if done.returncode:
            failures += 1
            print(" ".join(command), done.stdout, done.stderr, sep="\n")
print(f"{runs} runs, {failures} failures")
sys.exit(1 if failures else 0)

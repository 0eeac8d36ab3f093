#!/usr/bin/env python3
"""Sectors that emulated warps ask of memory, against the fewest that would do,
for kernels of matrices: at most 1.25 times as many.
Usage: coalesced.py [--full] PIRCH-RUN DIR"""
import itertools
import pathlib
import re
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "Inputs"))
from sampling import sample

full = "--full" in sys.argv
runner, directory = [a for a in sys.argv[1:] if a != "--full"]
sizes = range(1, 33) if full else (1, 2, 3, 4, 8, 16, 17, 31, 32)
packs = ("1", "2", "4") if full else ("1", "2")
failures = runs = 0
worst = 0.0
cases = itertools.product(("gema", "ldus", "trsv"), ("double", "float"), sizes, packs)
for kernel, real, size, pack in cases if full else sample(cases, 2):
    command = [runner, f"{directory}/{kernel}.cl", "--target=nvvm",
               f"--wg-size={size}", f"--wg-pack={pack}", f"-DREAL={real}",
               "--groups=45", "--check", "--trace-memory"]
    done = subprocess.run(command, capture_output=True, text=True)
    runs += 1
    counts = re.findall(r"(\d+) sectors where (\d+) would do", done.stdout)
    ratio = 0.0
    if counts:
        ratio = sum(int(c[0]) for c in counts) / sum(int(c[1]) for c in counts)
    worst = max(worst, ratio)
    if done.returncode or len(counts) != 2 or ratio > 1.25:
        failures += 1
        print(" ".join(command), done.stdout[-300:], done.stderr[-300:])
print(f"{runs} runs, {failures} failures, at most {worst:.3f} times the least")
sys.exit(1 if failures else 0)

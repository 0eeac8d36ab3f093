#!/usr/bin/env python3
"""Compile the kernels for VE and look at what comes out: arithmetic on lanes must
be vector instructions, and none of it done lane by lane.
Usage: assembly.py [--full] PIRCHC DIR"""
import itertools
import pathlib
import re
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "Inputs"))
from sampling import sample

full = "--full" in sys.argv
compiler, directory = [a for a in sys.argv[1:] if a != "--full"]
cases = list(itertools.product(
    ("double", "float"), (4, 8, 12, 16, 20, 24, 28, 32) if full else (4, 12, 16),
    ("1", "2", "4", "8", "auto") if full else ("1", "4", "auto")))
# What all lanes share may be computed once, as a scalar: a few instructions, where
# a lane loop would take hundreds. Only floats are counted; addresses and counters are scalars on any machine.
scalar = re.compile(r"\s(fadd|fsub|fmul|fdiv|fcmp|fmax|fmin|fsqrt)\.[ds]\b")
vector = re.compile(r"\s(pv|v)f(add|sub|mul|div|mad|msb|nmad|nmsb|cmp|sqrt)\.[ds]\b")
failures = runs = 0
for source in sorted(pathlib.Path(directory).glob("*.cl")):
    for real, size, pack in cases if full else sample(cases, 3, source.stem):
        done = subprocess.run(
            [compiler, str(source), "--target=ve", f"--wg-size={size}",
             f"--wg-pack={pack}", f"-DREAL={real}", "--emit=asm"],
            capture_output=True, text=True)
        runs += 1
        vectors = len(vector.findall(done.stdout))
        scalars = len(scalar.findall(done.stdout))
        if done.returncode or not vectors or scalars * 16 > vectors:
            failures += 1
            print(f"{source.stem} {real} {size} {pack}: {vectors} vector and "
                  f"{scalars} scalar instructions; {done.stderr[:500]}")
print(f"{runs} compilations, {failures} failures")
sys.exit(1 if failures else 0)

#!/usr/bin/env python3
"""Checks that the script which --print-schedule prints makes the compiler do what
it does by itself: the same assembly to the byte, and the same script again.
Prints for each target how many kernels had remainders of their own, packs for
data in caches, forms for one group at a time, and padded rows.
Usage: schedules.py PIRCHC FOLDER TARGET,... SIZE,... KERNEL.cl..."""
import collections
import itertools
import os
import subprocess
import sys


sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Inputs"))
from sampling import sample


def compile_kernel(compiler, source, target, size, *words):
    run = subprocess.run(
        [compiler, source, "--target=" + target, "--wg-size=" + size, "-DREAL=float",
         "-o", "-", *words], capture_output=True, text=True)
    return run.stdout if run.returncode == 0 else "error: " + run.stderr


def main():
    compiler, folder, targets, sizes, *sources = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    script = os.path.join(folder, "schedule.mlir")
    failures = 0
    for target in targets.split(","):
        counts = collections.Counter()
        emit = "--emit=" + ("ptx" if target == "nvvm" else "asm")
        for source, size in sample(itertools.product(sources, sizes.split(",")), 3, target):
            plain = compile_kernel(compiler, source, target, size, emit)
            if plain.startswith("error: "):
                counts["refused"] += 1
                continue
            text = compile_kernel(compiler, source, target, size, "--print-schedule")
            with open(script, "w") as file:
                file.write(text)
            given = "--schedule=" + script
            scheduled = compile_kernel(compiler, source, target, size, emit, given)
            again = compile_kernel(compiler, source, target, size, "--print-schedule", given)
            counts["compared"] += 1
            counts["remainders"] += text.count("#pirch.pack") > 1
            for word in ("cached", "single", "padded"):
                counts[word] += word + " = true" in text
            if scheduled != plain or again != text:
                failures += 1
                print("DIFFERS: %s for %s, %s" % (source, target, size))
                print(scheduled[:500] if scheduled.startswith("error: ") else
                      again if again != text else text)
        print(target + ": " + ", ".join(
            "%d %s" % (counts[word], word) for word in
            ("compared", "refused", "remainders", "cached", "single", "padded")))
    return failures != 0


sys.exit(main())

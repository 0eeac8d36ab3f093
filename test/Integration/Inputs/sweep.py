#!/usr/bin/env python3
"""Run kernels over work-group sizes, packs, lane orders, types and group counts,
and compare each run with the oracle. Sources that import to the same program
are one kernel: only the first runs.
Usage: sweep.py [--full] [--jobs N] PIRCH_RUN PIRCHC KERNEL..."""
import argparse
import itertools
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

parser = argparse.ArgumentParser()
parser.add_argument("--full", action="store_true")
parser.add_argument("--jobs", type=int, default=os.cpu_count())
parser.add_argument("runner")
parser.add_argument("compiler")
parser.add_argument("kernels", nargs="+")
options = parser.parse_args()

sizes = range(1, 33) if options.full else (1, 2, 3, 5, 8, 12, 16)
packs = ("1", "2", "4", "8", "auto")
orders = ("wg-wi-ix", "ix-wi-wg")


def imported(kernel, size, real):
    """The work-item form of a kernel."""
    return subprocess.run(
        [options.compiler, kernel, f"--wg-size={size}", f"-DREAL={real}",
         "--emit=mlir-workitem", "-o", "-"],
        check=True, capture_output=True).stdout


def run(case):
    """What a failed run prints; nothing after a good one."""
    kernel, size, real, pack, order = case
    command = [options.runner, kernel, f"--wg-size={size}", f"-DREAL={real}",
               f"--wg-pack={pack}", f"--lane-order={order}",
               "--groups=0,1,19", "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    checks = done.stdout.count("check: ")
    if done.returncode or checks != 3:
        return " ".join(command) + "\n" + done.stdout + done.stderr
    return ""


cases, same = [], 0
for size, real in itertools.product(sizes, ("double", "float")):
    seen = set()
    for kernel in options.kernels:
        program = imported(kernel, size, real)
        same += program in seen
        if program in seen:
            continue
        seen.add(program)
        # A cheap subset: all packs at small sizes, the extremes at large ones.
        cases += [(kernel, size, real, pack, order)
                  for pack, order in itertools.product(packs, orders)
                  if options.full or size <= 5 or pack in ("1", "8")]
failures = 0
# The largest take longest: first, so that no core waits for them.
with ThreadPoolExecutor(options.jobs) as pool:
    for output in pool.map(run, reversed(cases)):
        failures += bool(output)
        print(output, end="", flush=True)
print(f"{3 * len(cases)} runs, {failures} failures; "
      f"{same} sources import to a program that ran")
sys.exit(1 if failures else 0)

#!/usr/bin/env python3
"""Run the kernels of examples/kernels over types, work-group sizes, packs and
lane orders, and compare each run with the oracle. Without --full a subset of
less than a minute.
With --target=ve (run on a reference of its instructions) and --target=nvvm (run
on emulated warps) the cases are others, and with --target=all-but-best the
host's other targets go through a few.
Usage: kernels.py [--full] [--target T] [--limit SECONDS] [--only NAME,...]
                  PIRCH_RUN DIR"""
import argparse
import itertools
import os
import pathlib
import shlex
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "../../Inputs"))
from cpu_targets import cpu_targets
from sampling import sample

parser = argparse.ArgumentParser()
parser.add_argument("--full", action="store_true")
parser.add_argument("--target", default="host")
parser.add_argument("--limit", type=float, default=60, help="seconds per run")
parser.add_argument("--only", type=lambda text: text.split(","), help="kernels")
parser.add_argument("runner")
parser.add_argument("directory", type=pathlib.Path)
options = parser.parse_args()

reals = ("double", "float")
if options.target == "ve":
    sizes = (4, 8, 12, 16, 20, 24, 28, 32) if options.full else (4, 12)
    packs = ("1", "2", "4", "8", "auto") if options.full else ("1", "4")
    cases = list(itertools.product(reals, sizes, packs, ("auto",)))
    if not options.full:
        cases += itertools.product(reals, (4,), ("auto",), ("auto",))
elif options.target == "nvvm":
    sizes = (*range(1, 33), 33, 48, 64) if options.full else (1, 5, 8, 32, 48)
    packs = ("1", "2", "4") if options.full else ("1", "2")
    cases = list(itertools.product(reals, sizes, packs, ("auto",)))
elif options.target == "all-but-best":
    cases = list(itertools.product(
        reals, (4, 8), (("1", "wg-wi-ix"), ("auto", "auto"))))
    cases += itertools.product(reals, (5, 12), (("4", "ix-wi-wg"),))
    cases = [(real, size, *layout) for real, size, layout in cases]
elif options.full:
    cases = list(itertools.product(
        reals, (1, 2, 3, 4, 5, 7, 8, 12, 16, 20, 24, 28, 32),
        ("1", "2", "4", "8"), ("wg-wi-ix", "ix-wi-wg")))
else:
    # Rows along the lanes one group at a time, problems side by side with three
    # groups left over, and the orders between on sizes that fill no register.
    # One large size alone: such code takes long to compile.
    cases = list(itertools.product(
        reals, (1, 3, 4, 8), (("1", "wg-wi-ix"), ("8", "ix-wi-wg"))))
    cases += itertools.product(
        reals, (5, 12), (("2", "ix-wi-wg"), ("2", "ix-wg-wi")))
    cases += itertools.product(reals, (7,), (("4", "wg-wi-ix"),))
    cases += itertools.product(reals, (16,), (("1", "wg-wi-ix"),))
    cases = [(real, size, *layout) for real, size, layout in cases]

targets = [options.target]
if options.target == "all-but-best":
    targets = [name for name in cpu_targets()[1:] if name != "generic"]
sources = sorted(options.directory.glob("*.cl"))
if options.only:
    sources = [source for source in sources if source.stem in options.only]
if not sources:
    sys.exit(f"no kernels in {options.directory}")

failures = runs = 0
for source in sources:
    slowest, begin, failed = (0, ""), time.monotonic(), failures
    chosen = list(itertools.product(targets, cases))
    if not options.full:
        chosen = sample(chosen, 3, source.stem)
    for target, (real, size, pack, order) in chosen:
        # More than one iteration and a remainder, whatever pack is chosen.
        groups = 300 if pack == "auto" else 19
        if options.target in ("ve", "nvvm") and source.stem == "enum":
            groups = 258 if pack == "auto" else 5
        command = [options.runner, str(source), f"--target={target}",
                   f"--wg-size={size}", f"--wg-pack={pack}",
                   f"--lane-order={order}", f"-DREAL={real}", f"--groups={groups}",
                   "--check"]
        start = time.monotonic()
        try:
            done = subprocess.run(command, capture_output=True, text=True,
                                  timeout=options.limit)
            code, output = done.returncode, done.stdout + done.stderr
        except subprocess.TimeoutExpired:
            code, output = 1, f"still running after {options.limit:g} s\n"
        runs += 1
        slowest = max(slowest, (time.monotonic() - start, shlex.join(command)))
        if code:
            failures += 1
            print(shlex.join(command), output[:2000], sep="\n", flush=True)
    print(f"{source.stem}: {len(chosen)} runs, {failures - failed} failures, "
          f"{time.monotonic() - begin:.1f} s; slowest {slowest[0]:.1f} s: "
          f"{slowest[1]}", flush=True)
print(f"{runs} runs, {failures} failures")
sys.exit(1 if failures else 0)

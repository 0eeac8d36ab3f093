#!/usr/bin/env python3
"""Run the kernels of a folder on emulated wavefronts, compare each with the
oracle, assemble it, and look for scratch memory.
Usage: kernels.py [--full] PIRCH_RUN PIRCHC DIR"""
import argparse
import itertools
import pathlib
import re
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "Inputs"))
from sampling import sample

parser = argparse.ArgumentParser()
parser.add_argument("--full", action="store_true")
parser.add_argument("runner")
parser.add_argument("compiler")
parser.add_argument("directory", type=pathlib.Path)
options = parser.parse_args()

sizes = range(1, 65) if options.full else (4, 13, 32, 40)
failures = runs = 0


def run(*command):
    global failures, runs
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    runs += 1
    if done.returncode:
        failures += 1
        print(" ".join(command), done.stdout, done.stderr[:2000], sep="\n")
    return done.stdout


cases = [case for case in itertools.product(
    sorted(options.directory.glob("*.cl")), ("float", "double"), ("gfx90a", "gfx1100"), sizes)
    if options.full or case[-1] <= 13 or case[1] == "float"]
for source, real, chip, size in cases if options.full else sample(cases, 3):
    kernel = [str(source), "--target=rocdl", "--chip=" + chip, f"-DREAL={real}",
              f"--wg-size={size}", "--wg-pack=1"]
    run(options.runner, *kernel, "--groups=5", "--check")
    if size > 16:
        continue
    code = run(options.compiler, *kernel, "--emit=asm")
    scratch = re.findall(r"\.private_segment_fixed_size: (\d+)", code)
    if not scratch or any(int(size) for size in scratch):
        failures += 1
        print(" ".join(kernel), "takes scratch memory:", scratch)
print(f"{runs} runs, {failures} failures")
sys.exit(bool(failures))

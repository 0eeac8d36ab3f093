#!/usr/bin/env python3
"""Run kernels with buffers in compact layouts on every target, and compare them
with the oracle, which is given the problems one behind the other.
Usage: compact.py [--full] PIRCH_RUN EXAMPLES"""
import itertools
import os
import shlex
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "../../Inputs"))
from cpu_targets import cpu_targets
from sampling import sample

full = "--full" in sys.argv
runner, examples = [word for word in sys.argv[1:] if word != "--full"]
kernels = {"kernels/gemm": (["mat_a"], ["mat_b", "mat_c"]),
           "kernels/trsv": (["mat_lu", "vec_b"],), "kernels/ldus": (["mat_a"],),
           "batched/layout": (["to"], ["from"]),
           "batched/qr --kernel=geqrf": (["mat_a", "tau"],)}
sizes, layouts = (3, 8), ("5", "8")
if full:
    sizes, layouts = range(1, 17), ("1", "4", "5", "8", "16", "32")
failures = runs = 0
for kernel, variants in kernels.items():
    source, *words = kernel.split()
    chosen = itertools.product([*cpu_targets(), "ve", "nvvm", "rocdl"], variants, sizes, layouts)
    for target, names, size, groups in chosen if full else sample(chosen, 3, kernel):
        # The first size is no multiple of a register, the last is one.
        command = [runner, f"{examples}/{source}.cl", *words, f"--target={target}",
                   f"--wg-size={size}", "--groups=0,19,77", "--check",
                   *(f"--layout={name}=compact:{groups}" for name in names)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        runs += 1
        if done.returncode:
            failures += 1
            print(shlex.join(command), done.stdout + done.stderr[:2000], sep="\n",
                  flush=True)
print(f"{runs} runs, {failures} failures")
sys.exit(bool(failures))

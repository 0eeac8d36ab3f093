#!/usr/bin/env python3
"""Compile the kernels to PTX and assemble them with ptxas, where there is one:
no stack and no spills where registers suffice, no local memory anywhere.
Usage: assemble.py [--full] PIRCHC DIR"""
import itertools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "Inputs"))
from sampling import sample

full = "--full" in sys.argv
compiler, directory = [a for a in sys.argv[1:] if a != "--full"]
ptxas = shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas")
if not ptxas:
    print("no ptxas here: PTX is written, but not assembled")
chips = ("sm_70", "sm_75", "sm_80", "sm_90", "sm_100") if full else ("sm_70",
                                                                     "sm_90")
sizes = range(1, 33) if full else (5, 8, 24, 32)
packs = ("1", "2", "4") if full else ("1",)
failures = runs = 0


def fits(kernel, real, size, pack):
    """Where the registers of a thread must suffice."""
    if pack != "1":
        return False
    most = {"gema": 32, "gemm": 32, "trsv": 32, "ldus": 24 if real == "double" else 32}
    return size <= most.get(kernel, 0)


with tempfile.TemporaryDirectory() as scratch:
    file = pathlib.Path(scratch) / "kernel.ptx"
    for source in sorted(pathlib.Path(directory).glob("*.cl")):
        cases = itertools.product(("double", "float"), sizes, packs, chips)
        for real, size, pack, chip in cases if full else sample(cases, 2, source.stem):
            name = f"{source.stem} {real} {size} {pack} {chip}"
            done = subprocess.run(
                [compiler, str(source), "--target=nvvm", f"--chip={chip}",
                 f"--wg-size={size}", f"--wg-pack={pack}", f"-DREAL={real}",
                 "--emit=ptx", "-o", str(file)], capture_output=True, text=True)
            runs += 1
            problems = []
            if done.returncode:
                problems = [done.stderr]
            elif re.search(r"\b(ld|st)\.local", file.read_text()):
                problems = ["local memory"]
            elif ptxas and chip != "sm_70":  # which CUDA 13 no longer assembles
                out = subprocess.run([ptxas, "-v", "-arch=" + chip, str(file),
                                      "-o", "/dev/null"],
                                     capture_output=True, text=True)
                if out.returncode:
                    problems = [out.stdout + out.stderr]
                elif (fits(source.stem, real, size, pack) and
                      not re.search(r"\b0 bytes stack frame, 0 bytes spill stores"
                                    r", 0 bytes spill loads",
                                    out.stdout + out.stderr)):
                    problems = [out.stdout + out.stderr]
            if problems:
                failures += 1
                print(name, problems[0][:500])
print(f"{runs} kernels, {failures} failures")
sys.exit(1 if failures else 0)

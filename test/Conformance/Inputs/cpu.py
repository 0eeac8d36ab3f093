"""Run the conformance kernels on objects of each target that this CPU runs.

Usage: cpu.py RUN_PY LINKER"""
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Inputs"))
from cpu_targets import cpu_targets

program, linker = sys.argv[1:]
sampled = pathlib.Path(__file__).parent / "sampled.py"
failures = 0
for target in cpu_targets():
    for options in ("", "--wg-pack=4 --lane-order=ix-wi-wg"):
        done = subprocess.run(
            [sys.executable, sampled, "3", program, "--cc", linker, "--compile",
             f"pirchc {{input}} --target={target} {options} -o {{output}}"],
            capture_output=True, text=True)
        failures += done.returncode != 0
        print(target, options, done.stdout, done.stderr, sep="\n", end="")
print(f"{len(cpu_targets())} targets, {failures} failures")
sys.exit(failures > 0)

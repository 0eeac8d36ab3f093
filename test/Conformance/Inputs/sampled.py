"""Run some of the conformance kernels, as test/Inputs/sampling.py chooses them.

Usage: sampled.py EVERY RUN_PY OPTION..."""
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Inputs"))
from sampling import sample

every, program, *options = sys.argv[1:]
folder = pathlib.Path(program).parent
sys.path.append(str(folder))
from kernels import read_kernels

names = [kernel.name for path in sorted(folder.glob("*.mlir")) for kernel in read_kernels(path)]
sys.exit(subprocess.run([sys.executable, program, *options,
                         "--kernel=" + ",".join(sample(names, int(every)))]).returncode)

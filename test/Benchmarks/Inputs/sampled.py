"""Have the rivals of some of the benchmark's kernels compute the same as PIRCH, without
measuring. test/Inputs/sampling.py chooses the kernels.

Usage: sampled.py EVERY KERNELS BENCH OPTION..."""
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Inputs"))
from sampling import sample

every, folder, program, *options = sys.argv[1:]
names = [path.stem for path in sorted(pathlib.Path(folder).glob("*.cl"))]
sys.exit(subprocess.run([sys.executable, program, "general", *options, "--check-only",
                         "--kernels", ",".join(sample(names, int(every)))]).returncode)

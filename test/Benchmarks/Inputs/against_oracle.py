"""Compare each kernel of a directory with the oracle, bit for bit, at one type
and size.
Usage: against_oracle.py PIRCH_RUN DIR"""
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Inputs"))
from sampling import sample

runner, directory = sys.argv[1], pathlib.Path(sys.argv[2])
sources = sample(sorted(directory.glob("*.cl")), 3)
failures = 0
for source in sources:
    done = subprocess.run(
        [runner, str(source), "--wg-size=8", "-DREAL=double", "--groups=37",
         "--check"], capture_output=True, text=True, timeout=60)
    if done.returncode:
        failures += 1
        print(source.stem, done.stdout, done.stderr, sep="\n")
print(f"{len(sources)} kernels, {failures} failures")
sys.exit(1 if failures else 0)

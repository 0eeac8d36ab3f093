"""strided_loops.py RUNNER SOURCE: each kernel of the source on each target, for group
sizes and bounds around each other."""
import itertools
import os
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Inputs"))
from cpu_targets import cpu_targets

runner, source = sys.argv[1:3]
GROUPS = 11
ARRAYS = {"usum": {"a": 37, "out": 1}, "scale": {"a": 37}, "bump": {"a": 37},
          "find": {"a": 37, "out": 33}, "norm": {"a": 37, "out": 1}, "last": {"out": 33},
          "nested": {"a": 37}, "guarded": {"a": 37},
          "mean": {"a": 37, "out": 33}, "resume": {"a": 37}, "resume_after_break": {"a": 37},
          "resume_short_steps": {"a": 33}}

cases = list(itertools.product([*cpu_targets(), "ve", "nvvm", "rocdl"], ARRAYS,
                               [(1, 7), (3, 0), (8, 8), (8, 37), (33, 1), (33, 37)]))
failures = 0
for target, kernel, (size, bound) in cases:
    command = [runner, source, "--kernel=" + kernel, "--target=" + target,
               "--wg-size=%d" % size, "--groups=%d" % GROUPS, "--check",
               "--arg", "n=%d" % bound]
    for name, extent in ARRAYS[kernel].items():
        command += ["--arg", "%s=rand(%d)" % (name, GROUPS * extent)]
    if kernel == "scale":
        command += ["--arg", "f=1.5"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        failures += 1
        print(" ".join(command), done.stdout, done.stderr, sep="\n")
print("%d of %d runs agree with the oracle" % (len(cases) - failures, len(cases)))
sys.exit(bool(failures))

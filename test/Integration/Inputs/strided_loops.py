"""strided_loops.py RUNNER SOURCE: each kernel of the source on each target, for group
sizes and bounds around each other."""
import itertools
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Inputs"))
from agree import check_command, run_all
from cpu_targets import cpu_targets
from sampling import sample

runner, source = sys.argv[1:3]
GROUPS = 11
ARRAYS = {"usum": {"a": 37, "out": 1}, "scale": {"a": 37}, "bump": {"a": 37},
          "find": {"a": 37, "out": 33}, "norm": {"a": 37, "out": 1}, "last": {"out": 33},
          "nested": {"a": 37}, "guarded": {"a": 37},
          "mean": {"a": 37, "out": 33}, "resume": {"a": 37}, "resume_after_break": {"a": 37},
          "resume_short_steps": {"a": 33}}

cases = list(itertools.product([*cpu_targets(), "ve", "nvvm", "rocdl"], ARRAYS,
                               [(1, 7), (3, 0), (8, 8), (8, 37), (33, 1), (33, 37)]))
commands = [
    check_command(runner, source, kernel, target, size, GROUPS,
                  {"n": bound, **({"f": 1.5} if kernel == "scale" else {}),
                   **{name: "rand(%d)" % (GROUPS * extent)
                      for name, extent in ARRAYS[kernel].items()}})
    for target, kernel, (size, bound) in sample(cases, 4)]
sys.exit(run_all(commands))

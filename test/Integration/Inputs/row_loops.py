"""row_loops.py RUNNER SOURCE: each kernel of the source on each target, for lengths of
rows around the numbers of iterations that are unrolled."""
import itertools
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Inputs"))
from agree import check_command, run_all
from cpu_targets import cpu_targets
from sampling import sample

runner, source = sys.argv[1:3]
GROUPS, ROW, ITEMS = 7, 40, 33
ALL = GROUPS * ROW * ITEMS
ARRAYS = {"dot": {"out": "zeros", "a": "rand", "x": "rand"}, "centre": {"a": "rand"},
          "prefix": {"out": "zeros", "a": "rand"},
          "differences": {"out": "zeros", "a": "rand"},
          "overlap": {"out": "zeros", "a": "rand"}, "recurrence": {"a": "rand"},
          "wraps": {"out": "zeros", "a": "rand"}, "apart": {"out": "zeros", "a": "rand"},
          "chosen": {"out": "zeros", "a": "rand", "first": "rand"}}

cases = [(target, kernel, size, n, extra)
         for (size, n), target in itertools.product(
             [(1, 5), (4, 37), (8, 16), (8, 33), (13, 17), (16, 0), (16, 38)],
             cpu_targets())
         for kernel in ARRAYS
         for extra in [[], ["--wg-pack=4", "--lane-order=ix-wi-wg"]][:1 + (size == 8)]]
cases += [(target, kernel, 8, 20, [])
          for target in ("ve", "nvvm", "rocdl") for kernel in ARRAYS
          if (target, kernel) != ("ve", "prefix")]  # no lanes of 8 bits
commands = [
    check_command(runner, source, kernel, target, size, GROUPS,
                  {"n": n, **{name: "%s(%d)" % (fill, ALL + ROW)
                              for name, fill in ARRAYS[kernel].items()}}, extra)
    for target, kernel, size, n, extra in sample(cases, 4)]
sys.exit(run_all(commands))

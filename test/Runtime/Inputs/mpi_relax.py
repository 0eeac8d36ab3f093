"""Run examples/mpi/relax.c: whole, with one of its processes killed half-way and once
more, and with arguments that it refuses.

Usage: mpi_relax.py PROGRAM FOLDER"""
import array
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
# Only this machine, and whoever runs the tests.
MPIRUN = ["mpirun", "--mca", "plm", "isolated", "--oversubscribe"]
environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1",
               "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
PROBLEMS, STEPS = 41 * 500 - 7, 20_000


def start(processes, *words):
    return subprocess.Popen([*MPIRUN, "-np", str(processes), program, *map(str, words)],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=environment)


def report(what, run):
    output, errors = run.communicate(timeout=300)
    if run.returncode:
        said = re.findall("relax: .*", errors)
        print(f"{what}: status {run.returncode}", *said[:1])
    else:
        print(f"{what}: {output.strip()}")


def members(program):
    """The processes that run the program."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(entry / "exe") == os.path.realpath(program):
                found.append(int(entry.name))
        except OSError:
            pass
    return found


def kill_half_way(steps):
    """Kill a process when some blocks are done; the status of the run."""
    run = start(2, folder / "input", folder / "killed", steps)
    done = folder / "killed.done"
    while run.poll() is None:
        if done.exists() and done.read_bytes()[16:].count(1) >= 4:
            os.kill(members(program)[0], signal.SIGKILL)
            break
        time.sleep(0.001)
    run.communicate(timeout=300)
    return run.returncode


numbers = random.Random(1)
array.array("d", (numbers.random() for _ in range(8 * PROBLEMS))).tofile(
    open(folder / "input", "wb"))
steps = STEPS
report("no run was killed", start(2, folder / "input", folder / "whole", steps))
status = kill_half_way(steps)
print("one process was killed: status", abs(status))
report("the next run", start(3, folder / "input", folder / "killed", steps))
same = (folder / "whole").read_bytes() == (folder / "killed").read_bytes()
print("the same result" if same else "another result")
report("another number of steps", start(1, folder / "input", folder / "killed", 1))
report("refused", start(1, folder / "input", folder / "killed", -3))
(folder / "odd").write_bytes(bytes(100))
report("refused", start(1, folder / "odd", folder / "killed", 1))

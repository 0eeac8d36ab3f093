"""Running kernels of an MLIR source with pirch-run, and comparing with NumPy."""

import pathlib
import subprocess
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Inputs"))
from cpu_targets import cpu_targets


class Runner:
    """Runs kernels of `source`, a file of this folder, as a script's command line
    says: PIRCH_RUN FOLDER TARGET,...|cpu, where FOLDER is made and keeps data."""

    def __init__(self, source):
        self.pirch_run, folder, targets = sys.argv[1:]
        self.source = pathlib.Path(__file__).parent / source
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(exist_ok=True)
        self.targets = cpu_targets() if targets == "cpu" else targets.split(",")
        self.failures = 0

    def __call__(self, kernel, groups, arguments, expected, refused={}, tolerance=0.0):
        """`arguments` are arrays and numbers by name; `expected` what buffers hold
        after the run, within `tolerance` of values (absolute and relative), or the
        same bits; `refused` the errors of targets that do not take the kernel."""
        words = []
        for name, value in arguments.items():
            if isinstance(value, np.ndarray):
                path = self.folder / f"{kernel}-{name}.npy"
                np.save(path, value)
                value = path
            words.append(f"--arg={name}={value}")
        saves = {name: self.folder / f"{kernel}-{name}-out.npy" for name in expected}
        words += [f"--save={name}={path}" for name, path in saves.items()]
        for target in self.targets:
            done = subprocess.run(
                [self.pirch_run, self.source, f"--kernel={kernel}", f"--groups={groups}",
                 f"--target={target}", *words], capture_output=True, text=True)
            if target in refused:
                if done.returncode == 0 or refused[target] not in done.stderr:
                    self.fail(kernel, target, "is not refused:", done.stderr)
                continue
            wrong = [] if done.returncode else [
                name for name, path in saves.items()
                if not is_same(np.load(path), expected[name], tolerance)]
            if done.returncode or wrong:
                self.fail(kernel, target, "is wrong in", wrong, done.stderr)
            else:
                print(kernel, "on", target, "agrees")

    def fail(self, kernel, target, *words):
        self.failures += 1
        print(kernel, "on", target, *words)


def is_same(got, expected, tolerance):
    got = got.reshape(expected.shape)
    if tolerance:
        return np.allclose(got, expected, rtol=tolerance, atol=tolerance)
    return np.array_equal(got, expected, equal_nan=expected.dtype.kind == "f")

"""Run integration tests of MLIR's gpu dialect on this CPU, through PIRCH.

For each file: its kernels become functions over vectors, its launches calls of
them, the host part is lowered as usual and run by mlir-runner, and what it prints
is compared with the CHECK lines of the file. The files are not a part of PIRCH;
they lie in mlir/test/Integration/GPU of LLVM's sources.

Usage: upstream.py BUILD_FOLDER TARGET FILE..."""
import os
import pathlib
import re
import subprocess
import sys

build, target, *files = sys.argv[1:]
prefix = pathlib.Path(subprocess.run(["llvm-config-22", "--prefix"], check=True,
                                     capture_output=True, text=True).stdout.strip())
plugin = os.path.join(build, "lib", "PirchPlugin.so")
KERNELS = ["--canonicalize", "--pirch-import", f"--pirch-attach-target=target=#pirch.{target}<>",
           "--pirch-to-chunks", "--pirch-lower-lookups", "--pirch-call-kernels"]
HOST = ["--expand-strided-metadata", "--lower-affine", "--convert-math-to-llvm",
        "--convert-math-to-libm", "--convert-vector-to-llvm", "--convert-scf-to-cf",
        "--finalize-memref-to-llvm", "--convert-arith-to-llvm", "--convert-ub-to-llvm",
        "--convert-cf-to-llvm", "--convert-func-to-llvm", "--reconcile-unrealized-casts"]


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().split("\n")[0])
    return done.stdout


failures = 0
for name in files:
    try:
        # What GPU runtimes do to find a buffer's place on the device.
        source = re.sub(r"(func.func private @mgpuMemGetDevice\w+)\(%?\w* *:? *(memref<\S+>)\) *"
                        r"-> *\(?(memref<[^)\s]+>)\)?",
                        r"\1(%p: \2) -> \3 { return %p : \2 }",
                        pathlib.Path(name).read_text())
        kernels = run([os.path.join(build, "bin", "pirch-opt"), "-", *KERNELS], source)
        host = run([prefix / "bin" / "mlir-opt", f"--load-dialect-plugin={plugin}",
                    *HOST], kernels)
        # The runner does not know PIRCH's attributes, which functions still carry.
        plain = re.sub(r'pirch\.\w+ = ("[^"]*"|#pirch[^>]*>)(, )?', "", host)
        libraries = [f"--shared-libs={prefix}/lib/libmlir_{part}.so"
                     for part in ("runner_utils", "c_runner_utils")]
        printed = run([prefix / "bin" / "mlir-runner", "--entry-point-result=void",
                       *libraries], plain)
        run([prefix / "bin" / "FileCheck", name], printed)
        print("runs:", name)
    except RuntimeError as error:
        failures += 1
        print("does not run:", name, "-", error)
sys.exit(failures)

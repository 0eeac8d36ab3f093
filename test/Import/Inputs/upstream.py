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
SECONDS = 60
# The program is whole, so that functions of the host which launch kernels with blocks
# of a size that their callers know become parts of these callers.
KERNELS = ["inline", "symbol-dce", "canonicalize", "pirch-import",
           f"pirch-attach-target{{target=#pirch.{target}<>}}", "pirch-to-chunks",
           "func.func(pirch-lower-lookups)", "pirch-call-kernels"]
HOST = ["--async-to-async-runtime", "--async-runtime-ref-counting", "--convert-async-to-llvm",
        "--convert-linalg-to-loops", "--expand-strided-metadata", "--lower-affine",
        "--convert-math-to-llvm", "--convert-math-to-libm", "--convert-vector-to-scf",
        "--convert-vector-to-llvm", "--convert-scf-to-cf", "--finalize-memref-to-llvm",
        "--convert-arith-to-llvm", "--convert-ub-to-llvm", "--convert-cf-to-llvm",
        "--convert-func-to-llvm", "--reconcile-unrealized-casts"]
LIBRARIES = ["runner_utils", "c_runner_utils", "async_runtime"]
# Functions of GPUs' runtimes, which look up a buffer's place on the device and fill a
# buffer with a value.
RUNTIME = [
    (r"(func\.func private @mgpuMemGetDevice\w+)\(%?\w* *:? *(memref<\S+>)\) *"
     r"-> *\(?(memref<[^)\s]+>)\)?",
     r"\1(%p: \2) -> \3 { return %p : \2 }"),
    (r"(func\.func private @fill\w+)\(%\w+ *: *(memref<\S+>), *%\w+ *: *(\w+)\)",
     r"\1(%p: \2, %v: \3) { linalg.fill ins(%v : \3) outs(%p : \2) return }"),
]


def run(command, text):
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True,
                              timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"{os.path.basename(command[0])} was stopped after "
                           f"{SECONDS} seconds") from None
    if done.returncode:
        lines = done.stderr.strip().split("\n")
        raise RuntimeError(next((line for line in lines if "error:" in line), lines[0]))
    return done.stdout


def check(name):
    source = pathlib.Path(name).read_text()
    if "@main" not in source:
        raise RuntimeError("holds no function main")
    program = re.sub(r"func\.func @(?!main\b)", "func.func private @", source)
    for declared, defined in RUNTIME:
        program = re.sub(declared, defined, program)
    optimizer = [prefix / "bin" / "mlir-opt", f"--load-dialect-plugin={plugin}"]
    kernels = run([*optimizer, f"--load-pass-plugin={plugin}",
                   f"--pass-pipeline=builtin.module({','.join(KERNELS)})"], program)
    host = run([*optimizer, *HOST], kernels)
    # The runner does not know PIRCH's attributes, which functions still carry.
    plain = re.sub(r'pirch\.\w+ = ("[^"]*"|#pirch[^>]*>|\d+ : i64)(, )?', "", host)
    plain = plain.replace(", }", "}")
    libraries = [f"--shared-libs={prefix}/lib/libmlir_{part}.so" for part in LIBRARIES]
    # LLVM's pipeline for -O0 turns the coroutines of asynchronous parts into functions.
    printed = run([prefix / "bin" / "mlir-runner", "-O0", "--entry-point-result=void",
                   *libraries], plain)
    if re.search(r"//\s*CHECK", source):
        run([prefix / "bin" / "FileCheck", name], printed)


failures = 0
for name in files:
    try:
        check(name)
        print("runs:", name, flush=True)
    except RuntimeError as error:
        failures += 1
        print("does not run:", name, "-", error, flush=True)
sys.exit(failures)

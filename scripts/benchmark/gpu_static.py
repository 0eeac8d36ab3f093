"""Code for GPUs, counted: what PIRCH makes beside CUDA written by hand
(benchmarks/gpu/rivals.cuh), compiled by nvcc for the same chip.

For each kernel, type and size, of PIRCH and of the hand-written form that reads memory
as PIRCH does, 16 bytes for each thread from consecutive addresses by way of shared
memory: instructions of PTX, shuffles and divisions among them, instructions of machine
code, registers and bytes of local memory of each thread.
"""
import os
import re
import subprocess
import sys
import tempfile

from results import geomean

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("PIRCH_BUILD_DIR", os.path.join(ROOT, "build"))
SIGNATURES = {"gema": "T *, const T *, const T *, int64_t",
              "gemm": "T *, const T *, const T *, int64_t",
              "trsv": "T *, const T *, T, int64_t", "ldus": "T *, T, int64_t"}
FORM = "Staged"
COUNTS = ("PTX", "shuffles", "divisions", "machine", "registers", "local bytes")
# How many times the hand-written count a kernel may have.
MOST = {"machine": 1.1, "shuffles": 1.1, "registers": 1.3}


def count_ptx(text):
    """Instructions of PTX."""
    return len(re.findall(r"^\t+(?:@!?%p\d+ )?[a-z][\w.:]*[ \t][^\n]*;$|^\tret;$",
                          text, re.M))


def count_machine_code(cubin):
    """Instructions of 16 bytes in the sections of code."""
    done = subprocess.run(["llvm-readelf-22", "--section-headers", "--wide", "-"],
                          input=cubin, check=True, capture_output=True)
    sizes = re.findall(r" \.text\.\S+ +PROGBITS +\w+ \w+ (\w+)",
                       done.stdout.decode())
    return sum(int(size, 16) for size in sizes) // 16


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(" ".join(command) + "\n" + done.stderr)
    return done.stdout + done.stderr


def count(ptx, chip, folder):
    """The counts of the one kernel in a text of PTX."""
    source, cubin = os.path.join(folder, "k.ptx"), os.path.join(folder, "k.cubin")
    with open(source, "w") as file:
        file.write(ptx)
    said = run(["ptxas", "-v", "-O3", "-arch=" + chip, source, "-o", cubin])
    with open(cubin, "rb") as file:
        machine = count_machine_code(file.read())
    local = re.search(r"(\d+) bytes stack frame", said)
    return dict(zip(COUNTS, (
        count_ptx(ptx), ptx.count("\tshfl."),
        len(re.findall(r"\t(?:div|rcp)\.(?!u|s\d)", ptx)), machine,
        int(re.search(r"Used (\d+) registers", said)[1]),
        int(local[1]) if local else 0)))


def count_ours(kernel, real, size, args, folder):
    return count(run([
        os.path.join(BUILD, "bin", "pirchc"), "--target=nvvm", "--chip=" + args.chip,
        "--wg-size=%d" % size, "-DREAL=" + real, "--emit=ptx", "-o", "-",
        os.path.join(ROOT, "examples", "kernels", kernel + ".cl")]), args.chip, folder)


def count_theirs(kernel, real, size, args, folder):
    source, ptx = (os.path.join(folder, "rival." + kind) for kind in ("cu", "ptx"))
    with open(source, "w") as file:
        file.write('#include "rivals.cuh"\nusing T = %s;\n'
                   "template __global__ void rivals::%s<T, %d, rivals::%s>(%s);\n" % (
                       real, kernel, size, FORM, SIGNATURES[kernel]))
    run(["nvcc", "-std=c++17", "-O3", "-arch=" + args.chip, "-ptx", source, "-o", ptx,
         "-I" + os.path.join(ROOT, "benchmarks", "gpu")])
    with open(ptx) as file:
        return count(file.read(), args.chip, folder)


def gpu_static(args):
    """Print the table, and the rows in which PIRCH has more than MOST allows."""
    for tool in ("nvcc", "ptxas"):
        if subprocess.run(["which", tool], capture_output=True).returncode:
            print("no %s here: nothing to compare with" % tool)
            return
    kernels = [kernel for kernel in args.kernels.split(",") if kernel in SIGNATURES]
    header = ["kernel", "type", "size"] + [
        "%s: PIRCH, by hand" % name for name in COUNTS]
    print("Counted for %s\n\n| %s |\n%s|" % (
        args.chip, " | ".join(header), "|---" * len(header)))
    ratios, over = {name: [] for name in MOST}, []
    with tempfile.TemporaryDirectory() as folder:
        for kernel in kernels:
            for real in args.types.split(","):
                for size in map(int, args.sizes.split(",")):
                    ours = count_ours(kernel, real, size, args, folder)
                    theirs = count_theirs(kernel, real, size, args, folder)
                    print("| %s | %s | %d | %s |" % (
                        kernel, real, size, " | ".join(
                            "%d, %d" % (ours[name], theirs[name]) for name in COUNTS)),
                        flush=True)
                    for name, most in MOST.items():
                        ratio = max(ours[name], 1) / max(theirs[name], 1)
                        ratios[name].append(ratio)
                        if ratio > most:
                            over.append("%s %s %d: %.2f times the %s" % (
                                kernel, real, size, ratio, name))
    print("\nGeometric means, PIRCH over by hand: " + ", ".join(
        "%s %.2f (at most %.1f)" % (name, geomean(ratios[name]), most)
        for name, most in MOST.items()))
    print("\n".join(["More than that:"] + over) if over else "No row has more.")

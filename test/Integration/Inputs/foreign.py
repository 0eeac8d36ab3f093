"""Objects of the generic target for other machines, run under user-mode
emulation and compared bit for bit with what the oracle confirms on the host.

usage: foreign.py DIR_OF_KERNELS [--only NAME,...] [--machines NAME,...]
"""
import argparse
import itertools
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Inputs"))
from sampling import sample

# name: C compiler, emulator, options of pirchc
MACHINES = {
    "aarch64": ("aarch64-linux-gnu-gcc", ["qemu-aarch64"],
                ["--triple=aarch64-linux-gnu", "--cpu=cortex-a72",
                 "--vector-bits=128"]),
    "riscv64": ("riscv64-linux-gnu-gcc",
                ["qemu-riscv64", "-cpu",
                 "rv64,v=true,vext_spec=v1.0,vlen=128"],
                ["--triple=riscv64-linux-gnu",
                 "--features=+m,+a,+f,+d,+c,+v", "--vector-bits=128"]),
    "avx2": ("gcc", [],
             ["--triple=x86_64-linux-gnu", "--cpu=haswell",
              "--vector-bits=256"]),
}
GROUPS = 11
FORMATS = {"double": ("<f8", "d"), "float": ("<f4", "f"),
           "int32_t": ("<i4", "i"), "uint32_t": ("<u4", "I"),
           "int64_t": ("<i8", "q"), "uint64_t": ("<u8", "Q")}


def run(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, timeout=60, **more)
    if done.returncode:
        raise RuntimeError(" ".join(command) + "\n" + done.stdout)
    return done.stdout


def write_npy(name, dtype, data):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }" % (
        dtype, len(data) // int(dtype[2:]))
    header += " " * (63 - (len(header) + 10) % 64) + "\n"
    with open(name, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        file.write(header.encode() + data)


def read_npy(name):
    with open(name, "rb") as file:
        content = file.read()
    return content[10 + struct.unpack("<H", content[8:10])[0]:]


def arguments_of(source, names):
    """What the `// pirch-run:` lines say of each parameter."""
    values = {}
    for line in re.findall(r"// pirch-run:(.*)", source):
        for name, value in re.findall(
                r"--arg (\w+)=((?:zeros|rand)\([^)]*\)|\S+)", line):
            values[name] = value
    return {name: value if not value.startswith(("zeros", "rand")) else
            (value[:4], eval("[%s]" % value[value.index("(") + 1:-1], {},
                             names))
            for name, value in values.items()}


def make_inputs(folder, params, arguments):
    """A .npy file for each array; a literal for each scalar."""
    rng = random.Random(7)
    inputs = {}
    for ctype, is_pointer, name in params:
        value = arguments[name]
        dtype, code = FORMATS[ctype]
        if not is_pointer:
            inputs[name] = value
            continue
        kind, dims = value
        count = 1
        for dim in dims:
            count *= int(dim)
        if kind == "zero":
            numbers = [0] * count
        elif code in "df":
            numbers = [rng.random() for _ in range(count)]
        else:
            numbers = [rng.randrange(10) for _ in range(count)]
        inputs[name] = os.path.join(folder, name + ".npy")
        write_npy(inputs[name], dtype,
                  struct.pack("<%d%s" % (count, code), *numbers))
    return inputs


def prototype(header):
    name, params = re.search(r"^void (\w+)\((.*), int64_t first_group_*,", header,
                             re.M).groups()
    return name, [(re.sub(r"const |\*", "", param).split()[0], "*" in param,
                   param.split()[-1].lstrip("*"))
                  for param in params.split(", ")]


def driver(header_name, kernel, params, inputs):
    """A C program that reads raw arrays, calls the kernel, and writes them."""
    lines = ["#include <stdio.h>", "#include <stdlib.h>",
             '#include "%s"' % header_name,
             "static void *get(const char *name, long *size) {",
             '  FILE *f = fopen(name, "rb"); fseek(f, 0, SEEK_END);',
             "  *size = ftell(f); rewind(f); char *p = malloc(*size + 1);",
             "  if (fread(p, 1, *size, f) != *size) exit(2);",
             "  fclose(f); return p; }", "int main(void) {", "  long size;"]
    arrays = [name for _, is_pointer, name in params if is_pointer]
    for name in arrays:
        lines.append('  long n_%s; void *%s = get("%s.raw", &n_%s);' %
                     (name, name, name, name))
    call = [name if is_pointer else inputs[name]
            for _, is_pointer, name in params]
    # In two parts: the second starts within a pack.
    for first, count in ((0, GROUPS - 4), (GROUPS - 4, 4)):
        lines.append("  %s(%s, %d, %d);" %
                     (kernel, ", ".join(call), first, count))
    for name in arrays:
        lines.append('  { FILE *f = fopen("%s.out", "wb"); '
                     "fwrite(%s, 1, n_%s, f); fclose(f); }" %
                     (name, name, name))
    lines += ["  (void)size;", "  return 0;", "}", ""]
    return "\n".join(lines)


def check(path, real, size, machines):
    source = open(path).read()
    names = {"WG_SIZE": size, "GROUPS": GROUPS}
    common = [path, "--target=generic", "--wg-size=%d" % size, "-DREAL=" + real]
    with tempfile.TemporaryDirectory() as folder:
        failures = []
        header = os.path.join(folder, "kernel.h")
        run(["pirchc", *common, "-o", os.path.join(folder, "host.o"),
             "--header=" + header])
        kernel, params = prototype(open(header).read())
        inputs = make_inputs(folder, params, arguments_of(source, names))
        command = ["pirch-run", *common, "--groups=%d" % GROUPS, "--check"]
        arrays = [name for _, is_pointer, name in params if is_pointer]
        for name, value in inputs.items():
            command += ["--arg", name + "=" + value]
        for name in arrays:
            command += ["--save",
                        name + "=" + os.path.join(folder, name + ".want.npy")]
        run(command)
        with open(os.path.join(folder, "main.c"), "w") as file:
            file.write(driver("kernel.h", kernel, params, inputs))
        for name in arrays:
            with open(os.path.join(folder, name + ".raw"), "wb") as file:
                file.write(read_npy(inputs[name]))
        for machine in machines:
            compiler, emulator, options = MACHINES[machine]
            program = os.path.join(folder, machine)
            run(["pirchc", *common, *options, "-o", program + ".o"])
            run([compiler, "-static", "-O1", "-DGROUPS=%d" % GROUPS,
                 "-DWG_SIZE=%d" % size, "-o", program,
                 os.path.join(folder, "main.c"), program + ".o", "-lm"])
            run([*emulator, program], cwd=folder)
            for name in arrays:
                want = read_npy(os.path.join(folder, name + ".want.npy"))
                with open(os.path.join(folder, name + ".out"), "rb") as file:
                    if file.read() != want:
                        failures.append("%s %s %s WG_SIZE %d: %s differs" %
                                        (machine, kernel, real, size, name))
        return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--only", default="")
    parser.add_argument("--sizes", default="1,5,8")
    parser.add_argument("--machines", default=",".join(MACHINES))
    args = parser.parse_args()
    machines = []
    for machine in args.machines.split(","):
        compiler, emulator, _ = MACHINES[machine]
        missing = [tool for tool in [compiler, *emulator[:1]]
                   if not shutil.which(tool)]
        if missing:
            print("skipped: %s needs %s" % (machine, ", ".join(missing)))
        elif machine == "avx2" and " avx2 " not in open("/proc/cpuinfo").read():
            print("skipped: this CPU has no AVX2")
        else:
            machines.append(machine)
    failures, runs = [], 0
    files = [file for file in sorted(os.listdir(args.folder)) if file.endswith(".cl") and
             (not args.only or file[:-3] in args.only.split(","))]
    for file, real, size in sample(
            itertools.product(files, ("double", "float"), map(int, args.sizes.split(","))), 3):
        runs += len(machines)
        try:
            failures += check(os.path.join(args.folder, file), real, size, machines)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            failures.append(str(error))
    for failure in failures:
        print("FAILED:", failure)
    print("%d runs on %s, %d failures" %
          (runs, ", ".join(machines) or "nothing", len(failures)))
    sys.exit(bool(failures))


main()

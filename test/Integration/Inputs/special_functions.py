#!/usr/bin/env python3
"""special_functions.py PIRCH-RUN: erfc, tgamma and lgamma of random f64 beside Python's own functions.

Prints the function, and whether the difference is above the number of ulp that Language.md says, and what Python's own
functions may be wrong by."""
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

SOURCE = """__kernel void k(__global const double *x, __global double *e, __global double *g, __global double *l) {
  size_t i = get_global_id(0);
  e[i] = erfc(x[i]); g[i] = tgamma(x[i]); l[i] = lgamma(x[i]);
}
"""
RANGES = [(-5, 5), (0.4, 0.6), (0, 26), (-30, 0), (0, 12), (0, 171), (-170, 0), (1e-9, 1), (12, 1000)]
FUNCTIONS = {"e": (math.erfc, 8), "g": (math.gamma, 16), "l": (math.lgamma, 16)}


def write(path, numbers):
    header = "{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % len(numbers)
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack("<%dd" % len(numbers), *numbers))


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    data = data[10 + struct.unpack("<H", data[8:10])[0]:]
    return struct.unpack("<%dd" % (len(data) // 8), data)


def wrong_by(name, x, result):
    """In ulp; of lgamma next to its zeros, where Python's own is inexact, in ulp of 1."""
    try:
        expected = FUNCTIONS[name][0](x)
    except (OverflowError, ValueError):
        return 0.0 if math.isinf(result) or math.isnan(result) else math.inf
    unit = math.ulp(max(abs(expected), 1)) if name == "l" else math.ulp(expected)
    return abs(result - expected) / unit


def main():
    random.seed(1)
    numbers = [random.uniform(low, high) for low, high in RANGES for _ in range(512)]
    with tempfile.TemporaryDirectory() as folder:
        place = lambda name: os.path.join(folder, name)
        with open(place("k.cl"), "w") as file:
            file.write(SOURCE)
        write(place("x.npy"), numbers)
        command = [sys.argv[1], place("k.cl"), "--wg-size=4", "--groups=%d" % (len(numbers) // 4),
                   "--arg=x=" + place("x.npy")]
        for name in FUNCTIONS:
            command += ["--arg=%s=zeros(GROUPS, WG_SIZE)" % name, "--save=%s=%s" % (name, place(name + ".npy"))]
        subprocess.run(command, check=True, timeout=300, stdout=subprocess.DEVNULL)
        for name, (function, most) in FUNCTIONS.items():
            worst = max((wrong_by(name, x, y), x) for x, y in zip(numbers, read(place(name + ".npy"))))
            print(function.__name__, "ok" if worst[0] <= most else "WRONG by %.1f ulp at %r" % worst)


if __name__ == "__main__":
    main()

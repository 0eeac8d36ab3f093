#!/usr/bin/env python3
"""Random kernels, interpreted after every pass on infregs.

Takes the options of random_kernels.py and makes the same kernels. Instead of
running machine code, pirch-run interprets each kernel's IR after every pass from
the forming of infregs to the selection of reorders, compares each result with
the first, and the last with the oracle, bit for bit. A failure names the pass
after which the kernel computes something else, or reads a lane that holds no
value. Exit status 1 on any failure.
"""
import sys

import random_kernels

# What goes with machine code alone.
MACHINE_ONLY = ("--guard", "--threads", "--stream-bytes")

make_compiled_case = random_kernels.make_case


def make_case(number, target, features):
    case = make_compiled_case(number, target, features)
    case.options = [word for word in case.options
                    if not word.startswith(MACHINE_ONLY)]
    case.options.append("--interpret=each-pass")
    return case


if __name__ == "__main__":
    random_kernels.make_case = make_case
    sys.exit(random_kernels.main())

#!/usr/bin/env python3
"""Compile every kernel of DIR for both types and all widths; print what each
object exports. usage: compile_ispc.py DIR OUT"""
import glob
import os
import subprocess
import sys

folder, out = sys.argv[1:]
for kernel in sorted(glob.glob(os.path.join(folder, "*.ispc"))):
    for real in ("double", "float"):
        for width in (4, 8, 16):
            subprocess.run(["ispc", kernel, "-O1",
                            "--target=avx2-i32x%d" % width, "-DREAL=" + real,
                            "-DSIZE=12", "--wno-perf", "-o", out], check=True)
            names = subprocess.run(["llvm-nm-22", "-g", "--defined-only", "-j",
                                    out], check=True, capture_output=True,
                                   text=True).stdout.split()
            print(os.path.basename(kernel), real, width,
                  *[name for name in ("rows", "problems") if name in names])

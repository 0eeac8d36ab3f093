#!/usr/bin/env python3
"""Collect the seeds of both fuzzers. Usage: seeds.py BIN_DIR SOURCE_DIR OUT_DIR

OpenCL: every kernel of the tests and examples, every case of the diagnostics.
IR: every piece of every .mlir test, and each kernel after each stage."""
import hashlib
import pathlib
import subprocess
import sys

tools, root, out = (pathlib.Path(arg) for arg in sys.argv[1:])
sys.path.insert(0, str(root / "test/Frontend/OpenCL/Diagnostics/Inputs"))
from cases import CASES


def write(kind, text):
    folder = out / kind
    folder.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha1(text.encode()).hexdigest()[:16]
    (folder / name).write_text(text)


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True,
                          text=True, timeout=60)
    return done.stdout if done.returncode == 0 else ""


kernels = [path for folder in ("test", "examples") for path in (root / folder).rglob("*.cl")]
for path in kernels:
    write("opencl", path.read_text())
    write("opencl", "//! wg-size=3 wg-pack=4 target=generic vector-bits=256 "
          "lane-order=ix-wi-wg\n" + path.read_text())
    for size in (2, 4):
        options = [path, f"--wg-size={size}"]
        for stage in ("mlir-workitem", "mlir-infreg", "mlir"):
            text = run(tools / "pirchc", *options, f"--emit={stage}")
            if len(text) < 60000:
                write("ir", text)
            if stage != "mlir-infreg":
                continue
            work = out / "stage.mlir"
            work.write_text(text)
            for lanes in ("wg-wi-ix", "ix-wi-wg"):
                packed = run(tools / "pirch-opt", work,
                             f"--pirch-pack-work-groups=wg-pack=2 lane-order={lanes}",
                             f"--pirch-assign-lanes=lane-order={lanes}")
                if len(packed) < 60000:
                    write("ir", packed)
            work.unlink()
for source, _ in CASES.values():
    write("opencl", source)
for path in (root / "test").rglob("*.mlir"):
    for piece in path.read_text().split("// -----"):
        write("ir", "\n".join(line for line in piece.splitlines()
                              if not line.strip().startswith("//")) + "\n")
print(*(f"{kind}: {len(list((out / kind).iterdir()))} seeds" for kind in ("opencl", "ir")),
      sep=", ")

"""Run the kernels of kernels.mlir on targets, and compare with NumPy.

Usage: gpu_run.py PIRCH_RUN FOLDER TARGET,...|cpu"""
import sys

import numpy as np

from runner import Runner

run = Runner("kernels.mlir")
rng = np.random.default_rng(7)

# vecadd: the last block has threads that are outside.
a, b = rng.random((2, 96), np.float32)
run("vecadd", 3, {"a": a, "b": b, "c": np.zeros_like(a), "n": 77},
    {"c": np.where(np.arange(96) < 77, a + b, 0).astype(np.float32)})

x = rng.integers(-2**31, 2**31, (5, 40), np.int32)
u = x.view(np.uint32)
bits = [np.bitwise_and, np.bitwise_or, np.bitwise_xor]
with np.errstate(over="ignore"):
    total = x.sum(1, dtype=np.int32)
run("all_reduce", 5, {"in": x, "out": np.zeros((5, 9), np.int32)},
    {"out": np.stack([total, *(f.reduce(x, 1) for f in bits), x.min(1), x.max(1),
                      u.min(1).view(np.int32), u.max(1).view(np.int32), total], 1)})

x = rng.random((4, 12)) - 0.5
x[1, 7] = np.nan
run("all_reduce_floats", 4, {"in": x, "out": np.zeros((4, 4))},
    {"out": np.stack([x.max(1), np.nanmax(x, 1), np.nanmin(x, 1), x.min(1)], 1)},
    {"ve": "not supported yet: no arith.maximumf"})

x = rng.integers(-1000, 1000, (3, 80), np.int32)
t = np.arange(80)
lane = t % 32


def clusters(size, stride):
    """For each thread, the sum over the threads of its cluster."""
    key = (t // 32) * 1000 + (lane // (size * stride)) * 32 + lane % stride
    return np.stack([x[:, key == k].sum(1) for k in key], 1)


run("subgroups", 3, {"in": x, "out": np.zeros((3, 80, 5), np.int32)},
    {"out": np.stack([clusters(32, 1), clusters(4, 1), clusters(4, 2),
                      np.tile(lane, (3, 1)), np.tile(t // 32 * 32 + 3, (3, 1))],
                     2).astype(np.int32)})

x = rng.integers(0, 1000, (6, 16), np.int32)
t = np.arange(16)
for by in (0, 1, 3, 7):
    columns = []
    # Eight threads take part: the others keep their value, which is not valid.
    for place in (t ^ by, t - by, t + by, t * 0 + by):
        valid = (place >= 0) & (place < 8) & (t < 8)
        columns += [x[:, np.where(valid, place, t)], np.tile(valid, (6, 1))]
    columns += [x[:, (t & ~7) + (t + 3) % 8], np.tile(t < 8, (6, 1))]
    run("shuffles", 6, {"in": x, "by": by, "out": np.zeros((6, 16, 10), np.int32)},
        {"out": np.stack(columns, 2).astype(np.int32)})

# Numbers of few bits, so that sums are exact in any order.
a, b = (rng.integers(-8, 8, shape).astype(np.float32) for shape in ((8, 12), (12, 20)))
run("matmul", "5x2", {"a": a, "a_size1": 12, "b": b, "b_size1": 20,
                      "c": np.zeros((8, 20), np.float32), "c_size1": 20}, {"c": a @ b})

x = rng.integers(0, 1000, (2, 8, 6), np.int32)
part = x[:, 2:6, 1:6:2]
run("view", 2, {"in": x, "out": np.zeros((2, 24), np.int32)},
    {"out": np.concatenate([part, 2 * part], 2).reshape(2, 24)})

x = rng.integers(1, 10000, 48)


def steps(v):
    count = 0
    while v > 1:
        v = 3 * v + 1 if v % 2 else v // 2
        count += 1
    return count


counts = np.array([steps(int(v)) for v in x])
run("collatz", 3, {"in": x, "out": np.zeros(48, np.int64), "histogram": np.zeros(8, np.int32)},
    {"out": counts, "histogram": np.bincount(counts & 7, minlength=8).astype(np.int32)})
sys.exit(run.failures)

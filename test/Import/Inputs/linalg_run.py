"""Run the kernels of linalg.mlir on targets, and compare with NumPy.

Usage: linalg_run.py PIRCH_RUN FOLDER TARGET,...|cpu"""
import sys

import numpy as np

from runner import Runner

run_kernel = Runner("linalg.mlir")
rng = np.random.default_rng(11)
# A number of entries that no number of lanes divides.
N = 19


def small(*shape, dtype):
    """Numbers of few bits, whose products and sums have no rounding."""
    return rng.integers(-8, 8, shape).astype(dtype)


def run(name, *buffers, tolerance=0.0):
    """Each of `buffers` is an array, or a pair of what a buffer holds before the
    run and after it."""
    arguments, expected = {}, {}
    for place, buffer in enumerate(buffers):
        if isinstance(buffer, tuple):
            buffer, expected[f"arg{place}"] = buffer
        arguments[f"arg{place}"] = buffer
    run_kernel(f"{name}_batched0", N, arguments, expected, tolerance=tolerance)


f32, f64 = np.float32, np.float64
a, b, c = (small(N, 8, 8, dtype=f32) for _ in range(3))
run("product", a, b, (c, a @ b))
p, q, r = small(N, 5, 7, dtype=f64), small(N, 7, 6, dtype=f64), small(N, 5, 6, dtype=f64)
run("accumulate", p, q, (r, r + p @ q))
m, x, y = small(N, 6, 9, dtype=f64), small(N, 9, dtype=f64), small(N, 6, dtype=f64)
run("matvec", m, x, (y, y + np.einsum("nij,nj->ni", m, x)))
x = rng.normal(size=(N, 10)).astype(f32)
e = np.exp(x - x.max(1, keepdims=True))
run("softmax", x, (np.zeros_like(x), e / e.sum(1, keepdims=True)), tolerance=1e-6)
x, w, bias = small(N, 4, 6, dtype=f32), small(6, 8, dtype=f32), small(8, dtype=f32)
run("layer", x, w, bias, (np.zeros((N, 4, 8), f32), np.maximum(x @ w + bias, 0)))
run("twice", a, b, (c, (a @ b) @ b))
x, w, y = small(N, 18, dtype=f32), small(3, dtype=f32), small(N, 16, dtype=f32)
run("convolution", x, w,
    (y, y + sum(w[k] * x[:, k:k + 16] for k in range(3)).astype(f32)))
x = rng.normal(size=(N, 12)).astype(f32)
run("argmax", x, (np.full(N, -np.inf, f32), x.max(1)),
    (np.zeros(N, np.int32), x.argmax(1).astype(np.int32)))
a, b, c = (small(N, 8, 8, dtype=f64) for _ in range(3))
run("loop", a, b, (c, c + a @ b))
x = rng.normal(size=(N, 6, 6))
x = x @ x.transpose(0, 2, 1) + 6 * np.eye(6)
run("cholesky", (x, np.tril(np.linalg.cholesky(x)) + np.triu(x, 1)), tolerance=1e-12)
l = np.tril(rng.normal(size=(N, 4, 4))) + 4 * np.eye(4)
x = rng.normal(size=(N, 4))
run("sequence", l, (x, np.linalg.solve(l, x[..., None])[..., 0]), tolerance=1e-12)
p, q, r = small(N, 3, 4, 5, dtype=f64), small(N, 3, 5, 6, dtype=f64), small(N, 4, 6, dtype=f64)
run("reduce", p, q, (r, r + (p @ q).sum(1)))
sys.exit(run_kernel.failures)

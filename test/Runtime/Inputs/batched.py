"""libpirch-batched and pirch.linalg beside numpy.linalg."""
import ctypes
import doctest
import itertools
import random
import sys
from ctypes import c_double, c_int, c_int64, c_void_p

import numpy
import pirch
from pirch import linalg

failures = 0


def expect(condition, what):
    global failures
    if not condition:
        failures += 1
        print("failed:", what)


def near(a, b, factor=1000):
    a, b = numpy.asarray(a), numpy.asarray(b)
    return a.shape == b.shape and numpy.abs(a - b).max() <= (
        factor * numpy.finfo(a.dtype).eps * max(1, numpy.abs(b).max()))


def refuses(error, function, *arguments):
    try:
        function(*arguments)
    except error as reason:
        return str(reason)
    return None


generator = numpy.random.default_rng(7)
for n, dtype in ((4, "float64"), (3, "float32")):
    a = (generator.uniform(-1, 1, (5, 2, n, n)) + n * numpy.eye(n)).astype(dtype)
    b = generator.uniform(-1, 1, (5, 2, n, 2)).astype(dtype)
    positive = a @ a.transpose(0, 1, 3, 2)
    what = f"{n} {dtype}"
    expect(near(linalg.solve(a, b), numpy.linalg.solve(a, b)), f"solve {what}")
    expect(near(linalg.inv(a), numpy.linalg.inv(a)), f"inv {what}")
    expect(near(linalg.cholesky(positive), numpy.linalg.cholesky(positive)),
           f"cholesky {what}")
    factors, pivots, info = linalg.lu(a)
    lower = numpy.tril(factors, -1) + numpy.eye(n, dtype=dtype)
    permuted = a.copy()
    for index in numpy.ndindex(5, 2):
        for k, pivot in enumerate(pivots[index]):
            permuted[index][[k, pivot - 1]] = permuted[index][[pivot - 1, k]]
    expect(near(lower @ numpy.triu(factors), permuted) and not info.any(), f"lu {what}")
    q, r = linalg.qr(a[..., :2])
    expect(near(q @ r, a[..., :2]) and near(q.transpose(0, 1, 3, 2) @ q,
           numpy.broadcast_to(numpy.eye(2, dtype=dtype), (5, 2, 2, 2))), f"qr {what}")
    values, vectors = linalg.eigh(positive)
    expect(near(values, numpy.linalg.eigh(positive)[0]), f"eigh {what}")
    expect(near(vectors * values[..., None, :], positive @ vectors), f"eigenvectors {what}")

singular = numpy.stack([numpy.eye(4), numpy.zeros((4, 4))])
expect(refuses(linalg.LinAlgError, linalg.inv, singular) == "matrix 1 is singular", "inv")
expect(refuses(linalg.LinAlgError, linalg.cholesky, -singular) ==
       "matrix 0 is not positive definite", "cholesky")
expect("33 by 33" in refuses(pirch.NotSupportedError, linalg.inv, numpy.eye(33)), "33")
expect(linalg.inv(numpy.zeros((0, 4, 4))).shape == (0, 4, 4), "no matrices")

# The C interface: every way to store and to transpose.
batch, m, n, k = 9, 3, 2, 4
library = linalg._BATCHED
ROW, COLUMN, NO, YES = 101, 102, 111, 112


def stored(order, rows, columns, gap=1):
    """A batch in memory with gaps, its view as matrices, and where it is."""
    inner, outer = (columns, rows) if order == ROW else (rows, columns)
    memory = generator.uniform(-1, 1, (batch, outer + gap, inner + gap))
    view = memory[:, :outer, :inner]
    return (memory, view if order == ROW else view.transpose(0, 2, 1),
            [c_void_p(memory.ctypes.data), c_int64(inner + gap),
             c_int64((outer + gap) * (inner + gap))])


def turned(view, transpose):
    return view.transpose(0, 2, 1) if transpose == YES else view


for order, first, second in itertools.product((ROW, COLUMN), (NO, YES), (NO, YES)):
    a = stored(order, *((m, k) if first == NO else (k, m)))
    b = stored(order, *((k, n) if second == NO else (n, k)))
    c = stored(order, m, n)
    beta = 0.5 if first == second else 0
    expected = 2 * turned(a[1], first) @ turned(b[1], second) + beta * c[1]
    before = c[0].copy()
    status = library.pirch_dgemm_batch_strided(
        order, first, second, c_int64(m), c_int64(n), c_int64(k), c_double(2), *a[2],
        *b[2], c_double(beta), *c[2], c_int64(batch), 1)
    expect(status == 0 and near(c[1], expected), f"gemm {order} {first} {second}")
    c[1][...] = 0
    before_view = before[:, :c[0].shape[1] - 1, :c[0].shape[2] - 1]
    before_view[...] = 0
    expect(numpy.array_equal(before, c[0]), "gemm writes between matrices")

cases = list(itertools.product((ROW, COLUMN), (141, 142), (121, 122), (NO, YES), (131, 132)))
random.Random(3).shuffle(cases)
for order, side, triangle, transpose, diagonal in cases[:None if "--full" in sys.argv else 10]:
    size = m if side == 141 else n
    a, b = stored(order, size, size), stored(order, m, n)
    a[1][:, range(size), range(size)] += 3
    matrix = (numpy.triu if triangle == 121 else numpy.tril)(a[1])
    if diagonal == 132:
        matrix[:, range(size), range(size)] = 1
    matrix, right = turned(matrix, transpose), 2 * b[1].copy()
    status = library.pirch_dtrsm_batch_strided(
        order, side, triangle, transpose, diagonal, c_int64(m), c_int64(n), c_double(2),
        *a[2], *b[2], c_int64(batch), 1)
    product = matrix @ b[1] if side == 141 else b[1] @ matrix
    expect(status == 0 and near(product, right),
           f"trsm {order} {side} {triangle} {transpose} {diagonal}")

expect(library.pirch_dinverse_batch_strided(ROW, c_int64(3), None, c_int64(2), c_int64(9),
                                            None, c_int64(1), 1) == 1, "leading dimension")
print(library.pirch_batched_error_text().decode())
failures += doctest.testmod(linalg).failed
print(f"{failures} failures")
sys.exit(bool(failures))

#!/usr/bin/env python3
"""Run the factorizations of examples/batched and compare them with LAPACK: on
matrices that are well and ill conditioned, singular, and that hold a NaN or an
infinity among others that do not. Each run is compared with the oracle as well.
Usage: batched.py [--full] [--targets T,...] [--sizes N,...] PIRCH_RUN DIR"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import numpy

import lapack

parser = argparse.ArgumentParser()
parser.add_argument("--full", action="store_true", help="all sizes from 1 to 32")
parser.add_argument("--targets", default="host")
parser.add_argument("--sizes", default="1,3,8,17")
parser.add_argument("--options", default="", help="more words for pirch-run")
parser.add_argument("runner")
parser.add_argument("directory", type=pathlib.Path)
options = parser.parse_args()
sizes = range(1, 33) if options.full else [int(n) for n in options.sizes.split(",")]
failures = checks = 0


def expect(condition, what):
    global failures, checks
    checks += 1
    if not condition:
        failures += 1
        print(what, flush=True)


def run(source, kernel, target, arrays, inputs):
    """The buffers of `arrays` after a run of the kernel on them."""
    first = next(iter(inputs.values()))
    real = {"float64": "double", "float32": "float"}[first.dtype.name]
    with tempfile.TemporaryDirectory() as folder:
        command = [options.runner, str(options.directory / (source + ".cl")),
                   f"--kernel={kernel}", f"--target={target}", f"-DREAL={real}",
                   f"--wg-size={first.shape[1]}", f"--groups={len(first)}", "--check",
                   *options.options.split()]
        for name, values in inputs.items():
            numpy.save(f"{folder}/{name}-in.npy", values)
            command += ["--arg", f"{name}={folder}/{name}-in.npy"]
        command += [f"--save={name}={folder}/{name}.npy" for name in arrays]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if done.returncode:
            sys.exit(" ".join(command) + "\n" + done.stdout + done.stderr)
        return [numpy.load(f"{folder}/{name}.npy") for name in arrays]


def close(real, value, reference, scale, factor):
    """Whether the largest difference is at most `factor` roundings of `scale`."""
    difference = numpy.abs(value.astype("float64") - reference.astype("float64"))
    return difference.max() <= factor * numpy.finfo(real).eps * scale


def make_matrices(n, real):
    """Random matrices; behind `regular` of them an ill-conditioned one and, for
    n > 1, singular ones; at last one with a NaN and one with an infinity."""
    random = numpy.random.default_rng(n)
    regular = [random.uniform(-1, 1, (n, n)) for _ in range(13)]
    i = numpy.arange(n)
    regular.append(1.0 / (i[:, None] + i[None, :] + 1))
    singular = [numpy.zeros((n, n))]
    if n > 1:
        column = random.uniform(-1, 1, (n, n))
        column[:, n // 2] = 0
        singular += [column, numpy.ones((n, n))]
    strange = [random.uniform(-1, 1, (n, n)) for _ in range(2)]
    strange[0][n // 2, n // 3] = numpy.nan
    strange[1][n // 3, n // 2] = numpy.inf
    # Numbers behind them, which must not notice.
    behind = [random.uniform(-1, 1, (n, n)) for _ in range(2)]
    every = numpy.array(regular + singular + strange + behind).astype(real)
    good = [*range(len(regular)), *range(len(every) - 2, len(every))]
    return every, good, range(len(regular), len(regular) + len(singular)), [
        len(every) - 4, len(every) - 3]


def check_lu(target, n, real):
    what = f"lu {target} {n} {real}:"
    matrices, good, singular, _ = make_matrices(n, real)
    factors, pivots, info = run("lu", "getrf", target, ["mat_a", "pivots", "info"],
                                {"mat_a": matrices})
    pivots = pivots.reshape(-1, n)
    reference, reference_pivots, reference_info = lapack.getrf(matrices)
    expect((info[good] == 0).all(), f"{what} info {info[good]}")
    expect((info[singular] == reference_info[singular]).all(),
           f"{what} info {info[singular]}, LAPACK's is {reference_info[singular]}")
    for at in [*good, *singular]:
        lower = numpy.tril(factors[at].astype("float64"), -1) + numpy.eye(n)
        upper = numpy.triu(factors[at].astype("float64"))
        permuted = matrices[at].copy()
        for k, pivot in enumerate(pivots[at]):
            permuted[[k, pivot - 1]] = permuted[[pivot - 1, k]]
        expect(close(real, permuted, lower @ upper, 1, 4 * n), f"{what} P A = L U of {at}")
        expect(numpy.abs(lower).max() <= 1, f"{what} multipliers of {at}")
    # Of a random matrix no two elements of a column are of one size.
    expect((pivots[:13] == reference_pivots[:13]).all(), f"{what} pivots")

    right = numpy.random.default_rng(1).uniform(-1, 1, (len(matrices), n)).astype(real)
    (solved,) = run("lu", "getrs", target, ["mat_b"],
                    {"mat_a": factors, "mat_b": right, "pivots": pivots})
    together, both_info = run("lu", "gesv", target, ["mat_b", "info"],
                              {"mat_a": matrices, "mat_b": right})
    expect((both_info == info).all(), f"{what} info of gesv")
    solved, together = solved.reshape(-1, n), together.reshape(-1, n)
    for at in good:
        for x in (solved[at], together[at]):
            size = max(1, numpy.abs(x).max())
            expect(close(real, matrices[at].astype("float64") @ x, right[at], size, 8 * n * n),
                   f"{what} A x = b of {at}")


def check_inverse(target, n, real):
    what = f"inverse {target} {n} {real}:"
    matrices, good, singular, strange = make_matrices(n, real)
    inverses, info = run("inverse", "getri", target, ["mat_a", "info"],
                         {"mat_a": matrices})
    reference_info = lapack.getrf(matrices)[2]
    expect((info[good] == 0).all(), f"{what} info {info[good]}")
    expect((info[singular] != 0).all(), f"{what} info {info[singular]}")
    expect((info[singular] == reference_info[singular]).all(),
           f"{what} info {info[singular]}, LAPACK's is {reference_info[singular]}")
    for at in good:
        size = numpy.linalg.cond(matrices[at].astype("float64"))
        if size * numpy.finfo(real).eps > 1:
            continue
        expect(close(real, matrices[at].astype("float64") @ inverses[at],
                     numpy.eye(n), size, 16 * n), f"{what} A inverse(A) of {at}")


def check_cholesky(target, n, real):
    what = f"cholesky {target} {n} {real}:"
    matrices, good, singular, strange = make_matrices(n, real)
    product = matrices.astype("float64")
    product = product @ product.transpose(0, 2, 1) + 0.1 * numpy.eye(n)
    product[singular] = -matrices[singular] - numpy.diag(
        numpy.where(numpy.arange(n) < n // 2, -2.0 * n - 1, 1))
    matrices = product.astype(real)
    factors, info = run("cholesky", "potrf", target, ["mat_a", "info"],
                        {"mat_a": matrices})
    reference, reference_info = lapack.potrf(matrices)
    expect((info[good] == 0).all(), f"{what} info {info[good]}")
    expect((info[singular] == reference_info[singular]).all(),
           f"{what} info {info[singular]}, LAPACK's is {reference_info[singular]}")
    # The root of an infinity is one.
    expect((info[strange[: 1 if n == 1 else 2]] != 0).all(),
           f"{what} info {info[strange]}")
    above = numpy.triu_indices(n, 1)
    expect(numpy.array_equal(factors[:, above[0], above[1]],
                             matrices[:, above[0], above[1]], equal_nan=True),
           f"{what} what is above the diagonal")
    right = numpy.random.default_rng(1).uniform(-1, 1, (len(matrices), n)).astype(real)
    (solved,) = run("cholesky", "potrs", target, ["mat_b"],
                    {"mat_a": factors, "mat_b": right})
    solved = solved.reshape(-1, n)
    for at in good:
        lower = numpy.tril(factors[at].astype("float64"))
        size = numpy.abs(matrices[at]).max()
        expect(close(real, matrices[at], lower @ lower.T, size, 4 * n), f"{what} A = L L^T of {at}")
        residual = matrices[at].astype("float64") @ solved[at]
        expect(close(real, residual.astype(real), right[at],
                     size * max(1, numpy.abs(solved[at]).max()), 8 * n * n),
               f"{what} A x = b of {at}")


def check_qr(target, n, real):
    what = f"qr {target} {n} {real}:"
    matrices, good, singular, strange = make_matrices(n, real)
    factors, tau = run("qr", "geqrf", target, ["mat_a", "tau"], {"mat_a": matrices})
    tau = tau.reshape(-1, n)
    reference, reference_tau = lapack.geqrf(matrices)
    for at in range(13):
        # Errors of the vectors are those of the factors over their heads.
        expect(close(real, numpy.triu(factors[at]), numpy.triu(reference[at]), 1,
                     200 * n * numpy.linalg.cond(matrices[at].astype("float64"))),
               f"{what} R of {at}")
    for at in [*good, *singular]:
        q = numpy.eye(n)
        for k in range(n):
            v = factors[at][:, k].astype("float64")
            v[:k], v[k] = 0, 1
            q = q - tau[at][k] * numpy.outer(q @ v, v)
        eye = (q @ q.T).astype(real)
        expect(close(real, eye, numpy.eye(n), 1, 8 * n), f"{what} Q Q^T of {at}")
        expect(close(real, matrices[at], q @ numpy.triu(factors[at]), 1, 8 * n * n),
               f"{what} A = Q R of {at}")

    # Least squares with fewer columns than rows.
    columns = max(1, n - n // 3)
    narrow = numpy.ascontiguousarray(matrices[:, :, :columns])
    right = numpy.random.default_rng(1).uniform(-1, 1, (len(matrices), n)).astype(real)
    options.options, kept = f"-DCOLUMNS={columns} --arg=size={columns}", options.options
    solved, info = run("qr", "gels", target, ["mat_b", "info"],
                       {"mat_a": narrow, "mat_b": right})
    options.options = kept
    expect((info[good] == 0).all(), f"{what} info {info[good]}")
    expect(info[singular[0]] == 1, f"{what} info of the zero matrix {info[singular[0]]}")
    for at in good:
        a, b = narrow[at].astype("float64"), right[at].astype("float64")
        x = solved.reshape(-1, n)[at][:columns].astype("float64")
        # What remains has nothing in the columns' space.
        expect(close(real, (a.T @ (a @ x - b)).astype(real), numpy.zeros(columns),
                     max(1, numpy.abs(x).max()), 16 * n * n), f"{what} A^T (A x - b) of {at}")


def check_eigen(target, n, real):
    what = f"eigen {target} {n} {real}:"
    matrices, good, singular, strange = make_matrices(n, real)
    matrices = matrices + matrices.transpose(0, 2, 1)
    vectors, values, info = run("eigen", "syev", target, ["mat_a", "values", "info"],
                                {"mat_a": matrices})
    values = values.reshape(-1, n)
    expect((info[[*good, *singular]] == 0).all(), f"{what} info {info}")
    expect((info[strange] == 1).all(), f"{what} info {info[strange]}")
    reference = lapack.syev(matrices)
    for at in [*good, *singular]:
        size = max(1, numpy.abs(matrices[at]).max() * n)
        v = vectors[at].astype("float64")
        expect(close(real, values[at], reference[at], size, 8 * n), f"{what} values of {at}")
        expect(close(real, (v.T @ v).astype(real), numpy.eye(n), 1, 32 * n),
               f"{what} vectors of {at}")
        expect(close(real, (v * values[at]).astype(real), matrices[at].astype("float64") @ v, size,
                     32 * n), f"{what} A v = v w of {at}")


for target in options.targets.split(","):
    for n in sizes:
        for real in ("float64", "float32"):
            for check in (check_lu, check_inverse, check_cholesky, check_qr, check_eigen):
                check(target, n, real)
print(f"{checks} checks, {failures} failures")
sys.exit(1 if failures else 0)

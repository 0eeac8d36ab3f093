"""Linear algebra on many small matrices, as in `numpy.linalg`: over the last two
axes of arrays of float32 or float64, of at most 32 rows and columns.

>>> import numpy
>>> a = numpy.array([[[4.0, 1.0], [2.0, 3.0]]] * 1000)
>>> solve(a, numpy.ones((1000, 2, 1)))[7, :, 0]
array([0.2, 0.2])

A routine is compiled when it is called for the first time with a shape, and kept
on disk. Where one of the matrices is singular, or not positive definite,
`numpy.linalg.LinAlgError` says which is the first.
"""
import ctypes
import os
import pathlib
from ctypes import c_char_p, c_int, c_int64, c_void_p
from typing import NamedTuple, Tuple

import numpy
from numpy.linalg import LinAlgError

from . import _library

__all__ = ["LinAlgError", "cholesky", "eigh", "inv", "lu", "qr", "solve", "threads"]

#: Calls take at most so many threads; 0: as many as there are cores.
threads = 0
_ROW_MAJOR, _LOWER, _MOST = 101, 122, 32


def _load() -> ctypes.CDLL:
    name = f"libpirch-batched.so.{_library.MAJOR}"
    given = os.environ.get("PIRCH_BATCHED_LIBRARY")
    beside = pathlib.Path(_library.LIBRARY._name).parent / name
    for place in filter(None, (given, str(beside), name)):
        try:
            library = ctypes.CDLL(place)
        except OSError as error:
            reason = error
            continue
        library.pirch_batched_error_text.restype = c_char_p
        return library
    raise ImportError(f"{name} is not found; PIRCH_BATCHED_LIBRARY may say where "
                      f"it is: {reason}")


_BATCHED = _load()


class QR(NamedTuple):
    Q: numpy.ndarray
    R: numpy.ndarray


class Eigen(NamedTuple):
    eigenvalues: numpy.ndarray
    eigenvectors: numpy.ndarray


def _call(name: str, dtype: numpy.dtype, *arguments: object) -> None:
    function = getattr(_BATCHED, f"pirch_{'d' if dtype == 'float64' else 's'}{name}_batch_strided")
    # The order and other enumerations come first, as c_int.
    given = [argument if not isinstance(argument, (int, numpy.ndarray)) else
             c_int64(argument) if isinstance(argument, int) else
             c_void_p(argument.ctypes.data) for argument in arguments]
    status = function(*given, c_int(threads))
    if status:
        text = _BATCHED.pirch_batched_error_text().decode(errors="replace")
        raise _library._ERRORS.get(status, _library.Error)(text)


def _matrices(a: object, square: bool = True) -> Tuple[numpy.ndarray, Tuple[int, ...]]:
    """A copy of the matrices, as three axes, and the axes before the last two."""
    array = numpy.asarray(a)
    if array.ndim < 2:
        raise LinAlgError(f"{array.ndim}-dimensional array given; at least two "
                          "dimensions are needed")
    if array.dtype not in (numpy.float32, numpy.float64):
        array = array.astype(numpy.float64)
    m, n = array.shape[-2:]
    if square and m != n:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    if max(m, n) > _MOST:
        raise _library.NotSupportedError(
            f"not supported yet: matrices of {m} by {n} elements, more than {_MOST}")
    count = int(numpy.prod(array.shape[:-2]))
    return numpy.array(array, order="C", copy=True).reshape(count, m, n), array.shape[:-2]


def _check(info: numpy.ndarray, what: str) -> None:
    failed = numpy.flatnonzero(info)
    if failed.size:
        raise LinAlgError(f"matrix {failed[0]} {what}")


def solve(a: object, b: object) -> numpy.ndarray:
    """Solutions x of a x = b, where `b` has as many axes as `a`."""
    matrices, outer = _matrices(a)
    right, other = _matrices(b, square=False)
    if other != outer or right.shape[1] != matrices.shape[1]:
        raise ValueError(f"the shapes {numpy.shape(a)} and {numpy.shape(b)} do not match")
    right = right.astype(matrices.dtype, copy=False)
    count, n, width = right.shape
    pivots, info = numpy.empty((count, n), "int32"), numpy.zeros(count, "int32")
    _call("gesv", matrices.dtype, c_int(_ROW_MAJOR), n, width, matrices, n, n * n, pivots, n,
          right, max(width, 1), n * width, info, count)
    _check(info, "is singular")
    return right.reshape(*outer, n, width)


def inv(a: object) -> numpy.ndarray:
    """Inverses.

    >>> inv([[[2.0, 0.0], [0.0, 4.0]]])
    array([[[0.5 , 0.  ],
            [0.  , 0.25]]])
    """
    matrices, outer = _matrices(a)
    count, n, _ = matrices.shape
    info = numpy.zeros(count, "int32")
    _call("inverse", matrices.dtype, c_int(_ROW_MAJOR), n, matrices, n, n * n, info, count)
    _check(info, "is singular")
    return matrices.reshape(*outer, n, n)


def cholesky(a: object) -> numpy.ndarray:
    """Lower triangular factors L with a = L L^T, of the lower triangles of `a`."""
    matrices, outer = _matrices(a)
    count, n, _ = matrices.shape
    info = numpy.zeros(count, "int32")
    _call("potrf", matrices.dtype, c_int(_ROW_MAJOR), c_int(_LOWER), n, matrices, n, n * n,
          info, count)
    _check(info, "is not positive definite")
    return numpy.tril(matrices).reshape(*outer, n, n)


def lu(a: object) -> Tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """The factors of LAPACK's getrf, its pivots counted from 1, and its info."""
    matrices, outer = _matrices(a)
    count, n, _ = matrices.shape
    pivots, info = numpy.zeros((count, n), "int32"), numpy.zeros(count, "int32")
    _call("getrf", matrices.dtype, c_int(_ROW_MAJOR), n, matrices, n, n * n, pivots, n, info,
          count)
    return (matrices.reshape(*outer, n, n), pivots.reshape(*outer, n), info.reshape(outer))


def qr(a: object) -> QR:
    """Factors Q, with orthonormal columns, and R, upper triangular, of matrices
    that have no more columns than rows: `numpy.linalg.qr` in its mode "reduced"."""
    matrices, outer = _matrices(a, square=False)
    count, m, n = matrices.shape
    tau = numpy.zeros((count, n), matrices.dtype)
    _call("geqrf", matrices.dtype, c_int(_ROW_MAJOR), m, n, matrices, n, m * n, tau, count)
    upper = numpy.triu(matrices[:, :n, :])
    _call("orgqr", matrices.dtype, c_int(_ROW_MAJOR), m, n, matrices, n, m * n, tau, count)
    return QR(matrices.reshape(*outer, m, n), upper.reshape(*outer, n, n))


def eigh(a: object) -> Eigen:
    """Eigenvalues, ascending, and eigenvectors, as columns, of symmetric matrices,
    of which both triangles are read."""
    matrices, outer = _matrices(a)
    count, n, _ = matrices.shape
    values, info = numpy.zeros((count, n), matrices.dtype), numpy.zeros(count, "int32")
    _call("syev", matrices.dtype, c_int(_ROW_MAJOR), n, matrices, n, n * n, values, info, count)
    _check(info, "has eigenvalues that did not converge")
    return Eigen(values.reshape(*outer, n), matrices.reshape(*outer, n, n))

"""The routines of LAPACK beside which examples/batched is tested, on batches of
matrices in row-major order."""
import ctypes

import numpy

LAPACK = ctypes.CDLL("liblapack.so.3")


def call(name, matrices, *arguments):
    """Call a routine, without its precision's letter, for each matrix."""
    function = getattr(LAPACK, ("d" if matrices.dtype == "float64" else "s") + name + "_")
    for at in range(len(matrices)):
        function(*(ctypes.byref(ctypes.c_int(argument)) if isinstance(argument, int)
                   else argument.encode() if isinstance(argument, str)
                   else argument[at].ctypes.data_as(ctypes.c_void_p)
                   for argument in arguments))


def columns(matrices):
    return matrices.transpose(0, 2, 1).copy(order="C")


def getrf(matrices):
    n, work = matrices.shape[1], columns(matrices)
    pivots = numpy.zeros((len(work), n), numpy.int32)
    info = numpy.zeros((len(work), 1), numpy.int32)
    call("getrf", work, n, n, work, n, pivots, info)
    return columns(work), pivots, info[:, 0]


def potrf(matrices):
    n, work = matrices.shape[1], columns(matrices)
    info = numpy.zeros((len(work), 1), numpy.int32)
    call("potrf", work, "L", n, work, n, info)
    return columns(work), info[:, 0]


def geqrf(matrices):
    m, n = matrices.shape[1:]
    work = columns(matrices)
    tau = numpy.zeros((len(work), n), matrices.dtype)
    info = numpy.zeros((len(work), 1), numpy.int32)
    scratch = numpy.zeros((len(work), 64 * n), matrices.dtype)
    call("geqrf", work, m, n, work, m, tau, scratch, 64 * n, info)
    return columns(work), tau


def syev(matrices):
    n, work = matrices.shape[1], columns(matrices)
    values = numpy.zeros((len(work), n), matrices.dtype)
    info = numpy.zeros((len(work), 1), numpy.int32)
    scratch = numpy.zeros((len(work), 64 * n), matrices.dtype)
    call("syev", work, "V", "L", n, work, n, values, scratch, 64 * n, info)
    return values

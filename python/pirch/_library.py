"""libpirch, as ctypes sees it: its functions, structures and errors.

ctypes and not an extension module: one package serves every version of Python,
needs no compiler and no headers where it is installed, and lets other threads
run while a kernel does.
"""
import ctypes
import os
import pathlib
from ctypes import POINTER, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint64, c_void_p

import numpy

#: The major version, with which the name of the library ends.
MAJOR = 0
SONAME = f"libpirch.so.{MAJOR}"


class Error(RuntimeError):
    """What PIRCH refused. The message is the library's own text."""


class CompilationError(Error):
    """The source has errors: the message has them with lines and columns."""


class NotSupportedError(Error):
    """What is asked for is not there yet, or this machine cannot do it."""


class Param(ctypes.Structure):
    """`pirch_param` of pirch.h."""
    _fields_ = [("name", c_char_p), ("c_type", c_char_p), ("type", c_int),
                ("type_size", c_size_t), ("is_buffer", c_int),
                ("is_const", c_int), ("is_extent_known", c_int),
                ("extent", c_int64), ("extent_per_group", c_int64),
                ("compact_groups", c_int64), ("compact_elements", c_int64)]


class KernelInfo(ctypes.Structure):
    """`pirch_kernel_info` of pirch.h."""
    _fields_ = [("name", c_char_p), ("num_params", c_size_t),
                ("num_dims", c_int), ("wg_shape", c_int64 * 3),
                ("has_offset", c_int), ("wg_pack", c_int64),
                ("lane_order", c_char_p), ("estimated_cost", c_double),
                ("prototype", c_char_p), ("num_staged", c_size_t)]


class Range(ctypes.Structure):
    """`pirch_range` of pirch.h."""
    _fields_ = [("groups", c_int64 * 3), ("offset", c_int64 * 3)]


class Trial(ctypes.Structure):
    """`pirch_trial` of pirch.h."""
    _fields_ = [("wg_pack", c_int64), ("lane_order", c_char_p),
                ("nanoseconds", c_double), ("number", c_int), ("count", c_int)]


#: `pirch_trial_callback` of pirch.h.
TRIAL_CALLBACK = ctypes.CFUNCTYPE(None, c_void_p, POINTER(Trial))


class CacheStats(ctypes.Structure):
    """`pirch_cache_stats` of pirch.h."""
    _fields_ = [(name, c_uint64) for name in (
        "memory_hits", "disk_hits", "compilations", "rejected",
        "write_failures", "evictions", "memory_bytes", "special_launches",
        "general_launches")]


#: NumPy's types by the numbers of `pirch_type`.
DTYPES = [numpy.dtype(name) for name in (
    "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
    "float32", "float64")]

_WORDS = POINTER(c_char_p)
_FUNCTIONS = {
    # name: (result, arguments)
    "pirch_version": (c_int, []),
    "pirch_version_text": (c_char_p, []),
    "pirch_error_text": (c_char_p, []),
    "pirch_compile": (c_int, [c_char_p, c_char_p, _WORDS, c_size_t,
                              POINTER(c_void_p)]),
    "pirch_module_release": (None, [c_void_p]),
    "pirch_module_diagnostics": (c_char_p, [c_void_p]),
    "pirch_module_origin": (c_int, [c_void_p]),
    "pirch_module_kernel": (c_int, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "pirch_emit": (c_int, [c_char_p, c_char_p, _WORDS, c_size_t, c_char_p,
                           POINTER(c_void_p), POINTER(c_size_t),
                           POINTER(c_void_p)]),
    "pirch_free": (None, [c_void_p]),
    "pirch_kernel_get_info": (POINTER(KernelInfo), [c_void_p]),
    "pirch_kernel_get_param": (POINTER(Param), [c_void_p, c_size_t]),
    "pirch_launch": (c_int, [c_void_p, POINTER(c_void_p), POINTER(Range),
                             c_int]),
    "pirch_kernel_staged_name": (c_char_p, [c_void_p, c_size_t]),
    "pirch_prepare": (c_int, [c_void_p, POINTER(c_void_p), POINTER(Range),
                              c_int]),
    "pirch_tune": (c_int, [c_void_p, POINTER(c_void_p), POINTER(Range), c_int,
                           TRIAL_CALLBACK, c_void_p, POINTER(c_void_p)]),
    "pirch_cache_configure": (c_int, [c_char_p, c_uint64, c_uint64]),
    "pirch_cache_get_stats": (None, [POINTER(CacheStats), c_size_t]),
}


def _candidates():
    """Where the library may be, the best place first."""
    given = os.environ.get("PIRCH_LIBRARY")
    if given:
        yield given
        return
    # Installed by CMake, this file is in PREFIX/lib/python3/dist-packages/pirch.
    for folder in list(pathlib.Path(__file__).resolve().parents)[:5]:
        for place in (folder, folder / "lib"):
            if (place / SONAME).exists():
                yield str(place / SONAME)
    yield SONAME


def _load():
    reasons = []
    for place in _candidates():
        try:
            library = ctypes.CDLL(place)
        except OSError as reason:
            reasons.append(str(reason))
            continue
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        return library
    raise ImportError(f"{SONAME} is not found; PIRCH_LIBRARY may say where it "
                      f"is: " + "; ".join(reasons))


LIBRARY = _load()
_ERRORS = {2: CompilationError, 3: NotSupportedError}


def check(status):
    """Raise the error that a function of the library returned."""
    if status:
        text = LIBRARY.pirch_error_text().decode(errors="replace")
        raise _ERRORS.get(status, Error)(text)


def words(options):
    """An array of C strings, and its length."""
    array = (c_char_p * len(options))(*[word.encode() for word in options])
    return array, len(options)

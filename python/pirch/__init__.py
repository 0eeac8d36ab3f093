"""Batched OpenCL C kernels on NumPy arrays.

>>> import numpy
>>> add = kernel('''
...     __kernel void add(__global float *a, __global const float *b) {
...       a[get_global_id(0)] += b[get_global_id(0)];
...     }''', wg_size=8)
>>> a, b = numpy.ones((4, 8), "float32"), numpy.full((4, 8), 2, "float32")
>>> add[4](a, b)
>>> a[3, 7]
3.0

Kernels are compiled when they are made, and kept on disk: see `cache_stats`.
"""
from typing import Dict, Optional

from . import _library
from ._kernel import Kernel, Launcher, Param, Trial, kernel
from ._library import CompilationError, Error, NotSupportedError

__all__ = ["CompilationError", "Error", "Kernel", "Launcher", "NotSupportedError",
           "Param", "Trial", "cache_configure", "cache_stats", "kernel", "version"]

# Where users find them, not where they are written.
for _error in (CompilationError, Error, NotSupportedError):
    _error.__module__ = __name__


def version() -> str:
    """The versions of PIRCH and LLVM.

    >>> version().startswith("PIRCH 0.1")
    True
    """
    return _library.LIBRARY.pirch_version_text().decode()


def cache_configure(folder: Optional[str] = None, disk_bytes: int = 0,
                    memory_bytes: int = 0) -> None:
    """Let compiled kernels be kept in a folder ("": none on disk), and so many
    bytes of them on disk and in memory; `None` and 0 are the library's defaults."""
    _library.check(_library.LIBRARY.pirch_cache_configure(
        None if folder is None else str(folder).encode(), disk_bytes, memory_bytes))


def cache_stats() -> Dict[str, int]:
    """What this process found in the cache, and how often it compiled.

    >>> sorted(cache_stats())[:3]
    ['compilations', 'disk_hits', 'evictions']
    """
    stats = _library.CacheStats()
    _library.LIBRARY.pirch_cache_get_stats(stats, _library.ctypes.sizeof(stats))
    return {name: getattr(stats, name) for name, _ in stats._fields_}

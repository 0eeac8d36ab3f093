"""Kernels on the blocks of Dask arrays, on the cores of one machine or of many.

>>> import dask.array, pirch
>>> import pirch.dask
>>> normalize = pirch.kernel('''
...     __kernel void normalize(__global double *a) {
...       double x = a[get_global_id(0)];
...       a[get_global_id(0)] = x / sub_group_reduce_add(x);
...     }''', wg_size=8)
>>> batch = dask.array.ones((1000, 8), chunks=(300, 8))
>>> rows = map_blocks(normalize, batch)
>>> rows
dask.array<normalize-a, shape=(1000, 8), dtype=float64, chunksize=(300, 8), chunktype=numpy.ndarray>
>>> float(rows[999, 7].compute())
0.125

The kernel travels to a worker as its source, and each worker compiles it once, for
its own CPU.
"""
import functools
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import dask.array
import dask.base
import numpy
from dask.highlevelgraph import HighLevelGraph

from ._kernel import Kernel, Param, _restore
from ._library import NotSupportedError

__all__ = ["map_blocks"]


@functools.lru_cache(maxsize=256)
def _compile(source: str, name: str, words: Tuple[str, ...], threads: int,
             file: str) -> Kernel:
    """The kernel, compiled for the process that calls this function."""
    return _restore(source, name, list(words), threads, file)


@dataclass(frozen=True)
class _Launch:
    """What a task of the graph calls: one launch over the groups of a block."""
    #: The kernel, as arguments of `_compile`.
    recipe: Tuple[Any, ...]
    #: The value of each scalar by the number of its parameter.
    scalars: Tuple[Tuple[int, Any], ...]
    #: The numbers of the parameters whose arrays the task is called with.
    buffers: Tuple[int, ...]
    #: The number of groups of the block.
    groups: int

    def __call__(self, *arrays: numpy.ndarray) -> List[numpy.ndarray]:
        """The arrays that the kernel wrote: copies, as Dask's own are shared."""
        kernel = _compile(*self.recipe)
        given: Dict[int, Any] = dict(self.scalars)
        written = []
        for number, array in zip(self.buffers, arrays):
            if kernel.params[number].is_const:
                given[number] = numpy.ascontiguousarray(array)
            else:
                given[number] = numpy.array(array, order="C")
                written.append(given[number])
        if self.groups:
            kernel[self.groups](*[given[number] for number in sorted(given)])
        return written


def _get_written(written: List[numpy.ndarray], index: int) -> numpy.ndarray:
    return written[index]


def _check_split(param: Param, array: dask.array.Array, groups: int) -> None:
    """A Dask array fits a parameter if each group accesses one element along its
    first axis."""
    where = f"argument '{param.name}'"
    if not param.is_buffer:
        raise TypeError(f"{where} takes a number, not a Dask array")
    if param.compact_groups:
        raise NotSupportedError(f"not supported yet: {where} has the compact layout of "
                                f"{param.compact_groups} groups")
    if not param.is_opaque and array.dtype != param.dtype:
        raise TypeError(f"{where} takes an array of {param.dtype}, not of "
                        f"{array.dtype}: convert it with astype")
    if array.ndim == 0 or numpy.isnan(array.shape).any():
        raise ValueError(f"{where} has the shape {array.shape}: its first axis must "
                         "count the work groups, and all lengths must be known "
                         "(compute_chunk_sizes)")
    if array.shape[0] != groups:
        raise ValueError(f"{where} has {array.shape[0]} rows, another argument has "
                         f"{groups}: the first axis of each Dask array counts the "
                         "work groups")
    if param.extent is None:
        return
    row = int(numpy.prod(array.shape[1:])) * array.dtype.itemsize // param.dtype.itemsize
    first, per_group = param.extent
    if per_group == 0:
        raise ValueError(f"{where} is split, but all groups access the same elements "
                         "of it" + ("; a NumPy array is given to each block whole"
                                    if param.is_const else ""))
    if per_group != row:
        raise ValueError(f"{where} has rows of {row} elements, but the kernel goes on "
                         f"by {per_group} elements from group to group")
    if first > 0:
        raise NotSupportedError(f"not supported yet: {where} is accessed up to {first} "
                                "elements behind the row of a group, which may be those "
                                "of another block")


def _check_shared(param: Param, value: Any) -> Any:
    """An argument that each block gets whole: a number, or an array that the kernel
    only reads."""
    if not param.is_buffer:
        param._check_scalar(value)
        return value
    where = f"argument '{param.name}'"
    if not param.is_const:
        raise TypeError(f"{where} is written by the kernel: it takes a Dask array, not "
                        f"{type(value).__name__}")
    if param.extent and param.extent[1]:
        raise TypeError(f"{where} has other elements for each group: it takes a Dask "
                        f"array, not {type(value).__name__}")
    # Arrays that are shared have no extent that grows with the groups.
    return param._check_array(value, 1)


def map_blocks(kernel: Kernel, *args: Any, threads: Optional[int] = None,
               **named: Any) -> Union[dask.array.Array, Tuple[dask.array.Array, ...]]:
    """The arrays that a kernel writes, computed block by block.

    Arguments are those of the kernel, in its order or by name. Dask arrays are split
    along their first axis, which counts the work groups: the kernel is launched once
    for each block, with as many groups as the block has rows, numbered from 0. The
    other axes become one block. NumPy arrays, for parameters that are `const`, and
    numbers go to each block whole.

    The arguments stay as they are. For each Dask array whose parameter is not
    `const` there is a new one with what the kernel wrote: the result is that array,
    or a tuple of them in the order of the parameters. A parameter that is only
    written needs values all the same, and `dask.array.empty` has them:

    >>> import numpy, pirch
    >>> sums = pirch.kernel('''
    ...     __kernel void sums(__global float *sum, __global const float *a,
    ...                        __global const float *weights, float by) {
    ...       float x = a[get_global_id(0)] * weights[get_local_id(0)] * by;
    ...       x = sub_group_reduce_add(x);
    ...       if (get_local_id(0) == 0) sum[get_group_id(0)] = x;
    ...     }''', wg_size=4)
    >>> a = dask.array.ones((10, 4), chunks=(5, 4), dtype="float32")
    >>> sum = dask.array.empty(10, chunks=5, dtype="float32")
    >>> map_blocks(sums, sum, a, numpy.arange(4, dtype="float32"), by=2).compute()[9]
    12.0

    A launch takes as many threads as `kernel.threads` or `threads` says, and one by
    default, since Dask computes several blocks at once. Where a worker is lost, Dask
    computes its blocks again on another one.

    A kernel sees the groups of its block alone: it must not access another group's
    rows, and the numbers of its groups are those within the block. Where the compiler
    knows what each group accesses (`Param.extent`), arrays that do not fit are refused.
    """
    params = kernel.params
    if len(kernel.wg_size) > 1:
        raise NotSupportedError(f"not supported yet: the range of kernel '{kernel.name}' "
                                f"has {len(kernel.wg_size)} dimensions, and blocks of "
                                "Dask arrays are split along one")
    given = kernel._bind(args, named)
    split = [number for number, value in enumerate(given)
             if isinstance(value, dask.array.Array)]
    if not split:
        raise TypeError(f"no argument of kernel '{kernel.name}' is a Dask array")
    first = given[split[0]]
    for number, (param, value) in enumerate(zip(params, given)):
        if number in split:
            _check_split(param, value, first.shape[0])
        else:
            given[number] = _check_shared(param, value)
    if not any(params[number].is_buffer and not params[number].is_const
               for number in split):
        raise TypeError(f"kernel '{kernel.name}' writes none of its arguments")
    rows = first.chunks[0]
    for number in split:
        whole = {axis: -1 for axis in range(1, given[number].ndim)}
        given[number] = given[number].rechunk({0: rows, **whole})
    if threads is None:
        threads = kernel.threads or 1
    source, name, words, _, file = kernel.__reduce__()[1]
    return _make_arrays(params, given, split, rows,
                        (source, name, tuple(words), threads, file))


def _make_arrays(params: Sequence[Param], given: Sequence[Any], split: Sequence[int],
                 rows: Tuple[int, ...], recipe: Tuple[Any, ...]) -> Any:
    """The graph of one launch for each block, and the arrays that it makes."""
    token = dask.base.tokenize(recipe, given)
    launches = f"launch-{recipe[1]}-{token}"
    buffers = [number for number, param in enumerate(params) if param.is_buffer]
    scalars = tuple((number, given[number]) for number, param in enumerate(params)
                    if not param.is_buffer)
    layer: Dict[Any, Any] = {}
    for number in buffers:
        if number not in split:
            layer[launches, "shared", number] = given[number]
    for block, groups in enumerate(rows):
        keys = [(given[number].name, block) + (0,) * (given[number].ndim - 1)
                if number in split else (launches, "shared", number)
                for number in buffers]
        launch = _Launch(recipe, scalars, tuple(buffers), groups)
        layer[launches, block] = (launch, *keys)

    written = [number for number in buffers if not params[number].is_const]
    arrays = []
    for index, number in enumerate(written):
        array = given[number]
        key = f"{recipe[1]}-{params[number].name}-{token}"
        parts = {(key, block) + (0,) * (array.ndim - 1):
                 (_get_written, (launches, block), index) for block in range(len(rows))}
        graph = HighLevelGraph.from_collections(
            launches, layer, dependencies=[given[number] for number in split])
        graph = HighLevelGraph({**graph.layers, key: parts},
                               {**graph.dependencies, key: {launches}})
        arrays.append(dask.array.Array(graph, key, array.chunks, dtype=array.dtype))
    return arrays[0] if len(arrays) == 1 else tuple(arrays)

"""Kernels on NumPy arrays."""
import ctypes
import inspect
import itertools
import sys
import textwrap
import weakref
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy

from . import _library
from ._library import DTYPES, LIBRARY, Error, check

#: Work groups along x, y and z.
Groups = Union[int, Sequence[int]]


def _option_words(wg_size: Optional[Groups], define: Optional[Mapping[str, Any]],
                  include: Sequence[str], staged: Sequence[str],
                  options: Mapping[str, Any]) -> List[str]:
    """The words of pirchc's command line for options of Python."""
    words = []
    if wg_size is not None:
        extents = [wg_size] if isinstance(wg_size, int) else wg_size
        words.append("--wg-size=" + "x".join(str(int(extent)) for extent in extents))
    for name, value in (define or {}).items():
        words.append(f"-D{name}={value}")
    words += [f"-I{folder}" for folder in include]
    words += [f"--staged={param}" for param in staged]
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not False and value is not None:
            words.append(f"{option}={value}")
    return words

#: What scalars may be given as.
_NUMBERS = (int, float, numpy.integer, numpy.floating, numpy.bool_)


class Param:
    """A parameter of a kernel.

    >>> k = kernel("__kernel void k(__global const float *a, int n) {}", wg_size=4)
    >>> k.params
    [<const float *a>, <int32_t n>]
    >>> k.params[0].dtype
    dtype('float32')
    """

    def __init__(self, param: _library.Param):
        self.name: str = param.name.decode()
        self.c_type: str = param.c_type.decode()
        self.dtype: numpy.dtype = DTYPES[param.type]
        self.is_buffer = bool(param.is_buffer)
        self.is_const = bool(param.is_const)
        #: Whether the parameter is a pointer to void, which any array fits;
        #: `dtype` has the width at which the kernel accesses it.
        self.is_opaque = self.c_type.endswith("void *")
        self._ctype = numpy.ctypeslib.as_ctypes_type(self.dtype)
        self._bounds: Optional[Tuple[int, int]] = None
        if self.dtype.kind != "f":
            limits = numpy.iinfo(self.dtype)
            self._bounds = int(limits.min), int(limits.max)
        #: Elements that n groups access: `extent[0] + n * extent[1]`, if known.
        self.extent: Optional[Tuple[int, int]] = (
            (param.extent, param.extent_per_group) if param.is_extent_known else None)
        #: The number L of groups whose elements the compact layout
        #: [group / L][element][group % L] of the buffer interleaves; 0 for buffers
        #: that are not in such a layout.
        self.compact_groups: int = param.compact_groups

    def __repr__(self) -> str:
        return f"<{self.c_type}{'' if self.c_type.endswith('*') else ' '}{self.name}>"

    def _check_array(self, value: Any, groups: int) -> numpy.ndarray:
        where = f"argument '{self.name}'"
        if not isinstance(value, numpy.ndarray):
            raise TypeError(f"{where} is a buffer: it takes a NumPy array of "
                            f"{self.dtype}, not {type(value).__name__}")
        if not self.is_opaque and value.dtype != self.dtype:
            raise TypeError(f"{where} takes an array of {self.dtype}, not of "
                            f"{value.dtype}: convert it with astype, which copies")
        flags = value.flags
        if not flags.c_contiguous:
            raise ValueError(f"{where} has strides {value.strides}: kernels take "
                             "arrays without gaps in C's order; "
                             "numpy.ascontiguousarray copies")
        if not flags.aligned or value.ctypes.data % self.dtype.itemsize:
            raise ValueError(f"{where} is not aligned for {self.dtype}")
        if not self.is_const and not flags.writeable:
            raise ValueError(f"{where} is written by the kernel, but the array is "
                             "read-only")
        if self.extent and groups > 0:
            needs = self.extent[0] + groups * self.extent[1]
            if value.nbytes < needs * self.dtype.itemsize:
                size = value.nbytes // self.dtype.itemsize
                raise ValueError(f"{where} has {size} elements; {groups} "
                                 f"groups access {needs}")
        return value

    def _check_scalar(self, value: Any) -> Any:
        """The value as ctypes has it."""
        where = f"argument '{self.name}'"
        if not isinstance(value, _NUMBERS):
            raise TypeError(f"{where} takes a number, not {type(value).__name__}")
        if self._bounds is None:
            return self._ctype(value)
        if isinstance(value, (float, numpy.floating)):
            raise TypeError(f"{where} takes an integer ({self.c_type}), not {value!r}")
        low, high = self._bounds
        if not low <= int(value) <= high:
            raise OverflowError(f"{where} takes {low} to {high} "
                                f"({self.c_type}), not {value}")
        return self._ctype(int(value))


class Trial(NamedTuple):
    """A configuration that was tuned for, and how long a group took."""
    wg_pack: int
    lane_order: str
    nanoseconds: float


class Launcher:
    """A kernel and its range; what `kernel[groups]` is. Calling it runs the kernel."""

    def __init__(self, kernel: "Kernel", groups: Groups):
        extents = [groups] if isinstance(groups, (int, numpy.integer)) else list(groups)
        if len(extents) > 3:
            raise ValueError(f"a range has at most 3 dimensions, not {len(extents)}")
        extents = [int(extent) for extent in extents]
        self._kernel = kernel
        self._groups = extents[0] if len(extents) == 1 else 0
        self._range = _library.Range()
        self._range.groups[:] = extents + [1] * (3 - len(extents))

    def offset(self, *offset: int) -> "Launcher":
        """The same range with a global offset along each dimension, for kernels that
        are compiled with `global_offset=True`.

        >>> k = kernel('''__kernel void k(__global long *a) {
        ...   a[get_local_id(0)] = get_global_id(0);
        ... }''', wg_size=4, global_offset=True)
        >>> a = numpy.zeros(4, "int64")
        >>> k[1].offset(10)(a)
        >>> a
        array([10, 11, 12, 13])
        """
        self._range.offset[:] = [*offset] + [0] * (3 - len(offset))
        return self

    def __call__(self, *args: Any, **named: Any) -> None:
        given = self._check(args, named)
        check(LIBRARY.pirch_launch(self._kernel._handle, self._address(given),
                                   ctypes.byref(self._range), self._kernel.threads))

    def _check(self, args: Sequence[Any], named: Dict[str, Any]) -> List[Any]:
        """The arguments as the library takes them."""
        params = self._kernel.params
        given = [param._check_array(value, self._groups) if param.is_buffer
                 else param._check_scalar(value)
                 for param, value in zip(params, self._kernel._bind(args, named))]
        _check_overlap(params, given)
        return given

    def _address(self, given: List[Any]) -> Any:
        """Where they are."""
        return (ctypes.c_void_p * len(given))(
            *[value.ctypes.data if param.is_buffer else ctypes.addressof(value)
              for param, value in zip(self._kernel.params, given)])

    def tune(self, *args: Any, progress: Optional[bool] = None,
             **named: Any) -> List[Trial]:
        """Time the kernel with these arguments in every configuration that is worth
        it, and keep the fastest: the kernel has it from now on, and so have those
        that are made of the same source and options, by the cache. Arrays are
        copied first, so that they stay as they are. Gives the trials, the fastest
        first.

        >>> k = kernel("__kernel void k(__global float *a) { a[get_global_id(0)] += 1; }",
        ...            wg_size=4)
        >>> a = numpy.zeros((100, 4), "float32")
        >>> trials = k[100].tune(a)
        >>> (trials[0].wg_pack, trials[0].lane_order) == (k.wg_pack, k.lane_order)
        True
        >>> float(a.max())
        0.0

        With `progress` a bar is shown, if the package tqdm is there; by default on
        terminals.
        """
        given = self._check(args, named)
        copies = [value.copy() if param.is_buffer else value
                  for param, value in zip(self._kernel.params, given)]
        trials: List[Trial] = []
        bar = _ProgressBar(progress)

        def note(_: Any, trial: Any) -> None:
            trials.append(Trial(trial.contents.wg_pack,
                                trial.contents.lane_order.decode(),
                                trial.contents.nanoseconds))
            bar.show(trial.contents.number, trial.contents.count)

        best = ctypes.c_void_p()
        try:
            check(LIBRARY.pirch_tune(self._kernel._handle, self._address(copies),
                                     ctypes.byref(self._range), self._kernel.threads,
                                     _library.TRIAL_CALLBACK(note), None,
                                     ctypes.byref(best)))
        finally:
            bar.close()
        self._kernel._adopt(best, self._kernel.name)
        return sorted(trials, key=lambda trial: trial.nanoseconds)


class _ProgressBar:
    """A bar of tqdm, or nothing."""

    def __init__(self, is_wanted: Optional[bool]):
        self._bar = None
        if is_wanted is None:
            is_wanted = sys.stderr.isatty()
        if is_wanted:
            try:
                import tqdm
            except ImportError:
                return
            self._bar = tqdm.tqdm(unit=" configurations")

    def show(self, number: int, count: int) -> None:
        if self._bar is not None:
            self._bar.total = count
            self._bar.update(number - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def _check_overlap(params: List[Param], given: List[Any]) -> None:
    """Buffers of different parameters do not overlap, unless they are only read."""
    buffers = [(param, array) for param, array in zip(params, given)
               if param.is_buffer and array.size]
    for index, (param, array) in enumerate(buffers):
        for other, its in buffers[:index]:
            if not (param.is_const and other.is_const) and numpy.may_share_memory(array, its):
                raise ValueError(f"arguments '{other.name}' and '{param.name}' share "
                                 "memory, which kernels do not expect")


class Kernel:
    """A kernel of an OpenCL C source, compiled for this process; see `kernel`."""

    def __init__(self, source: str, name: Optional[str] = None, *,
                 wg_size: Optional[Groups] = None,
                 define: Optional[Mapping[str, Any]] = None,
                 include: Sequence[str] = (), staged: Sequence[str] = (),
                 threads: int = 0, file: str = "kernel.cl", **options: Any):
        self._source = source
        self._file = file
        self._options = _option_words(wg_size, define, include,
                                      [staged] if isinstance(staged, str) else staged,
                                      options)
        #: Launches take at most so many threads; 0: as many as there are cores.
        self.threads = threads
        self._compile(name)

    def _compile(self, name: Optional[str]) -> None:
        module = ctypes.c_void_p()
        check(LIBRARY.pirch_compile(self._source.encode(), self._file.encode(),
                                    *_library.words(self._options),
                                    ctypes.byref(module)))
        self._adopt(module, name)

    def __reduce__(self) -> Any:
        """Kernels travel to other processes as their sources:

        >>> import pickle
        >>> k = kernel("__kernel void k(__global int *a) { a[0] += 1; }", wg_size=1)
        >>> a = numpy.zeros(1, "int32")
        >>> pickle.loads(pickle.dumps(k))[1](a)
        >>> int(a[0])
        1
        """
        return _restore, (self._source, self.name, self._options, self.threads,
                          self._file)

    def _adopt(self, module: ctypes.c_void_p, name: Optional[str]) -> None:
        """Have the code of a module, which is released with the kernel."""
        weakref.finalize(self, LIBRARY.pirch_module_release, module)
        self._module = module
        self._handle = ctypes.c_void_p()
        check(LIBRARY.pirch_module_kernel(module, name.encode() if name else None,
                                          ctypes.byref(self._handle)))
        info = LIBRARY.pirch_kernel_get_info(self._handle).contents
        self.name: str = info.name.decode()
        #: The kernel's function as C declares it.
        self.prototype: str = info.prototype.decode()
        #: Work items of a group along each dimension.
        self.wg_size: Tuple[int, ...] = tuple(info.wg_shape[:info.num_dims])
        #: Groups that the code computes together, and the order of its lanes.
        self.wg_pack: int = info.wg_pack
        self.lane_order: str = info.lane_order.decode()
        self._cost = info.estimated_cost
        self.params: List[Param] = [
            Param(LIBRARY.pirch_kernel_get_param(self._handle, index).contents)
            for index in range(info.num_params)]
        #: What the host computes before each launch: names of parameters, and
        #: places of calls of `stage` in the source.
        self.staged: List[str] = [
            LIBRARY.pirch_kernel_staged_name(self._handle, index).decode()
            for index in range(info.num_staged)]

    def __getitem__(self, groups: Groups) -> Launcher:
        return Launcher(self, groups)

    def __call__(self, *args: Any, **named: Any) -> None:
        raise TypeError(f"how many work groups? Call {self.name}[groups](...)")

    def __repr__(self) -> str:
        return f"<pirch.Kernel {self.name}: {self.prototype}>"

    def _bind(self, args: Sequence[Any], named: Dict[str, Any]) -> List[Any]:
        """The argument of each parameter."""
        if not named and len(args) == len(self.params):
            return list(args)
        names = [param.name for param in self.params]
        try:
            bound = inspect.Signature([
                inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD)
                for name in names]).bind(*args, **named)
        except TypeError as reason:
            raise TypeError(f"kernel '{self.name}' ({', '.join(names)}): "
                            f"{reason}") from None
        return [bound.arguments[name] for name in names]

    def warm(self, groups: Groups = 1, **values: Any) -> None:
        """Have the special versions for launches with these values of parameters
        made now, or found in the cache. Each is a value or a list of values.

        >>> k = kernel('''__kernel void k(__global float *a, int n) {
        ...   for (int i = 0; i < stage(n); ++i) a[i] += 1;
        ... }''', wg_size=1)
        >>> k.staged
        ['n']
        >>> k.warm(n=[2, 3])
        >>> a = numpy.zeros(3, "float32")
        >>> k[1](a, 2)
        >>> a
        array([1., 1., 0.], dtype=float32)
        """
        extents = Launcher(self, groups)._range
        params = {param.name: param for param in self.params}
        for name in values:
            if name not in params or params[name].is_buffer:
                raise TypeError(f"kernel '{self.name}' has no scalar parameter "
                                f"'{name}'")
        lists = [value if isinstance(value, (list, tuple, range)) else [value]
                 for value in values.values()]
        for numbers in itertools.product(*lists):
            given = dict(zip(values, numbers))
            scalars = [param._check_scalar(given[param.name])
                       if param.name in given else None for param in self.params]
            addresses = (ctypes.c_void_p * len(scalars))(
                *[None if scalar is None else ctypes.addressof(scalar)
                  for scalar in scalars])
            check(LIBRARY.pirch_prepare(self._handle, addresses,
                                        ctypes.byref(extents), 0))

    @property
    def diagnostics(self) -> str:
        """The compiler's warnings, and the remarks that were asked for."""
        return LIBRARY.pirch_module_diagnostics(self._module).decode(errors="replace")

    @property
    def origin(self) -> str:
        """Where the code was found: "memory", "disk" or "compiler"."""
        return ("memory", "disk", "compiler")[LIBRARY.pirch_module_origin(self._module)]

    def _emit(self, kind: str, *more: str) -> Tuple[str, str]:
        output, said = ctypes.c_void_p(), ctypes.c_void_p()
        size = ctypes.c_size_t()
        options = [*self._options, *more]
        check(LIBRARY.pirch_emit(self._source.encode(), self._file.encode(),
                                 *_library.words(options), kind.encode(),
                                 ctypes.byref(output), ctypes.byref(size),
                                 ctypes.byref(said)))
        try:
            return (ctypes.string_at(output, size.value).decode(errors="replace"),
                    ctypes.string_at(said).decode(errors="replace"))
        finally:
            LIBRARY.pirch_free(output)
            LIBRARY.pirch_free(said)

    def emit(self, kind: str) -> str:
        """What `pirchc --emit=kind` prints: "asm", "llvm", "mlir" and so on.

        >>> k = kernel("__kernel void k(__global float *a) { a[0] = 1; }", wg_size=4)
        >>> "pirch.store" in k.emit("mlir-infreg")
        True
        """
        return self._emit(kind)[0]

    @property
    def asm(self) -> str:
        """The assembly of all kernels of the source.

        >>> k = kernel("__kernel void k(__global float *a) { a[0] = 1; }", wg_size=4)
        >>> "k:" in k.asm
        True
        """
        return self.emit("asm")

    def report(self) -> str:
        """What the compiler chose, and its remarks on loops and lanes.

        >>> k = kernel("__kernel void k(__global float *a) { a[0] = 1; }", wg_size=4)
        >>> print(k.report().splitlines()[0])
        kernel k: 4 work items per group, 1 parameters
        """
        return "\n".join([
            f"kernel {self.name}: {'x'.join(map(str, self.wg_size))} work items per "
            f"group, {len(self.params)} parameters",
            f"{self.wg_pack} groups per pack, lanes {self.lane_order}, about "
            f"{self._cost:g} register additions per group",
            self._emit("asm", "--remarks")[1]]).rstrip()


def _restore(source: str, name: str, words: List[str], threads: int,
             file: str) -> Kernel:
    """What `Kernel.__reduce__` took apart."""
    result = Kernel.__new__(Kernel)
    result._source, result._file, result._options = source, file, words
    result.threads = threads
    result._compile(name)
    return result


def kernel(source: Union[str, Callable, None] = None, name: Optional[str] = None,
           **options: Any) -> Any:
    """A kernel of a source in OpenCL C.

    The source is a string, and `name` says which of its kernels it is, if there
    are several:

    >>> import numpy
    >>> scale = kernel('''
    ...     __kernel void scale(__global double *a, double by) {
    ...       a[get_global_id(0)] *= by;
    ...     }''', wg_size=4)
    >>> a = numpy.arange(8.0)
    >>> scale[2](a, by=10)
    >>> a
    array([ 0., 10., 20., 30., 40., 50., 60., 70.])

    Or it is the docstring of a function, whose name the kernel has:

    >>> @kernel(wg_size=4)
    ... def reverse(a):
    ...     '''__kernel void reverse(__global double *a) {
    ...       size_t at = get_global_id(0);
    ...       a[at] = shuffle(a[at], WG_SIZE - 1 - get_local_id(0));
    ...     }'''
    >>> reverse[2](a)
    >>> a
    array([30., 20., 10.,  0., 70., 60., 50., 40.])

    `wg_size` is the number of work items of a group, or a tuple for ranges of
    several dimensions; `define` a dictionary of macros; `include` a list of
    folders; `staged` a list of parameters of which special versions are made, with
    the values that launches have as constants; `threads` the most threads that launches take, where 0 is as many as
    there are cores. Other options are those of pirchc with `_` for `-`, as in
    `math="fast"`.

    Errors of the source are a `CompilationError`:

    >>> kernel("__kernel void k(__global float *a) { a[0] = b; }", wg_size=4)
    ... # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    pirch.CompilationError: kernel.cl:1:45: error: use of undeclared identifier 'b'
    ...
    """
    if source is None:
        return lambda function: kernel(function, name, **options)
    if callable(source):
        if not source.__doc__:
            raise Error(f"function '{source.__name__}' has no docstring with a kernel "
                        "in OpenCL C")
        return Kernel(textwrap.dedent(source.__doc__), name or source.__name__, **options)
    return Kernel(source, name, **options)

"""A host program in Python: what arrays are accepted, what is refused and in
which words, ranges, the cache; and the examples in the package's docstrings."""
import concurrent.futures
import doctest
import gc
import unittest

import numpy
import pirch
import pirch._kernel
import pirch._library

AXPY = """
__kernel void axpy(__global double *y, __global const double *x, double a, int n) {
  size_t at = get_global_id(0);
  y[at] += a * x[at] + n;
}
"""


class Arrays(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.axpy = pirch.kernel(AXPY, wg_size=8)

    def setUp(self):
        self.y, self.x = numpy.ones(80), numpy.arange(80.0)

    def refuse(self, error, text, *args, **named):
        with self.assertRaisesRegex(error, text):
            self.axpy[10](*args, **named)
        self.assertTrue((self.y == 1).all())

    def test_without_copies(self):
        self.axpy[10](self.y, self.x, 2, n=1)
        self.assertTrue((self.y == 2 + 2 * self.x).all())
        self.axpy[1](self.y[:8], self.x[:8], numpy.float32(0), numpy.uint8(0))
        self.axpy[1](self.y[:8], self.x[:8], 1 << 70, True)
        self.assertEqual(self.y[1], 2 + 2 * self.x[1] + 2.0 ** 70 + 1)
        # A part of an array, of any shape, that has no gaps.
        table = numpy.zeros((5, 8, 10))
        self.axpy[20](table[1:3], x=table[3:], n=3, a=0.5)
        self.assertTrue((table[1:3] == 3).all() and not table[0].any())

    def test_types(self):
        self.refuse(TypeError, "'y' takes an array of float64, not of float32",
                    self.y.astype("float32"), self.x, 1, 1)
        self.refuse(TypeError, "'x' takes an array of float64, not of >f8",
                    self.y, self.x.astype(">f8"), 1, 1)
        self.refuse(TypeError, "'x' is a buffer: it takes a NumPy array of "
                    "float64, not list", self.y, [1.0], 1, 1)
        self.refuse(TypeError, "'n' takes an integer", self.y, self.x, 1, 1.5)
        self.refuse(OverflowError, "'n' takes -2147483648 to 2147483647",
                    self.y, self.x, 1, 1 << 31)
        self.refuse(OverflowError, "'n' takes -2147483648 to 2147483647",
                    self.y, self.x, 1, 1 << 80)
        self.refuse(TypeError, "'a' takes a number, not ndarray",
                    self.y, self.x, self.x, 1)
        self.refuse(TypeError, "'a' takes a number, not str", self.y, self.x, "1", 1)

    def test_layout(self):
        self.refuse(ValueError, r"'x' has strides \(16,\)", self.y,
                    numpy.zeros(160)[::2], 1, 1)
        self.refuse(ValueError, "'x' has strides", self.y,
                    numpy.zeros((8, 10)).T, 1, 1)
        frozen = numpy.ones(80)
        frozen.flags.writeable = False
        self.refuse(ValueError, "'y' is written by the kernel", frozen, self.x, 1, 1)
        self.axpy[10](self.y, frozen, 0, 0)
        shifted = numpy.zeros(641, "uint8")[1:].view("float64")
        self.refuse(ValueError, "'x' is not aligned", self.y, shifted, 1, 1)

    def test_extents(self):
        self.refuse(ValueError, "'x' has 79 elements; 10 groups access 80",
                    self.y, self.x[:79], 1, 1)
        self.axpy[0](self.y[:0], self.x[:0], 1, 1)

    def test_overlap(self):
        self.refuse(ValueError, "'y' and 'x' share memory", self.y, self.y, 1, 1)

    def test_arguments(self):
        self.refuse(TypeError, r"kernel 'axpy' \(y, x, a, n\): missing a required "
                    "argument: 'n'", self.y, self.x, 1)
        self.refuse(TypeError, "got an unexpected keyword argument 'm'",
                    self.y, self.x, 1, 1, m=2)
        with self.assertRaisesRegex(TypeError, "Call axpy.groups."):
            self.axpy(self.y, self.x, 1, 1)
        with self.assertRaisesRegex(pirch.Error, "-1 groups along dimension 0"):
            self.axpy[-1](self.y, self.x, 1, 1)
        with self.assertRaisesRegex(pirch.Error, "has 1 dimensions"):
            self.axpy[5, 2](self.y, self.x, 1, 1)
        with self.assertRaisesRegex(ValueError, "at most 3 dimensions, not 4"):
            self.axpy[1, 1, 1, 1]

    def test_threads(self):
        def work(_):
            y = numpy.zeros(8000)
            self.axpy[1000](y, numpy.ones(8000), 2, 1)
            return (y == 3).all()
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertTrue(all(pool.map(work, range(100))))


class Kernels(unittest.TestCase):
    def test_grid(self):
        @pirch.kernel(wg_size=(4, 2), define={"N": 5}, math="fast")
        def plane(y):
            """
            __kernel void plane(__global int *y) {
              size_t width = get_global_size(0);
              y[get_global_id(1) * width + get_global_id(0)] = get_global_id(1) + N;
            }"""
        y = numpy.zeros((10, 12), "int32")
        plane[3, 5](y)
        self.assertTrue((y == numpy.arange(10)[:, None] + 5).all())
        self.assertEqual(plane.wg_size, (4, 2))

    def test_errors(self):
        with self.assertRaisesRegex(pirch.CompilationError,
                                    "my.cl:2:3: error: use of undeclared identifier"):
            pirch.kernel("__kernel void k(__global int *a) {\n  b = 1;\n}",
                         wg_size=4, file="my.cl")
        with self.assertRaisesRegex(pirch.NotSupportedError, "not supported yet: "):
            pirch.kernel(AXPY, wg_size=8, target="nvvm")
        with self.assertRaisesRegex(pirch.Error, "there is no option --no-such"):
            pirch.kernel(AXPY, wg_size=8, no_such=1)
        with self.assertRaisesRegex(pirch.Error, "has no docstring"):
            pirch.kernel(lambda: None)

    def test_output(self):
        axpy = pirch.kernel(AXPY, "axpy", wg_size=8, lane_order="wg-wi-ix")
        self.assertIn("axpy:", axpy.asm)
        self.assertIn("lanes wg-wi-ix", axpy.report())
        self.assertIn("double *y, const double *x, double a, int32_t n",
                      axpy.prototype)
        self.assertEqual([repr(param) for param in axpy.params],
                         ["<double *y>", "<const double *x>", "<double a>",
                          "<int32_t n>"])

    def test_cache(self):
        before = pirch.cache_stats()
        first = pirch.kernel(AXPY, wg_size=8, define={"CACHE_TEST": 1})
        self.assertEqual(first.origin, "compiler")
        del first
        gc.collect()
        again = pirch.kernel(AXPY, wg_size=8, define={"CACHE_TEST": 1})
        self.assertEqual(again.origin, "memory")
        after = pirch.cache_stats()
        self.assertEqual(after["compilations"] - before["compilations"], 1)
        self.assertEqual(after["memory_hits"] - before["memory_hits"], 1)


class Extents(unittest.TestCase):
    """What is known of the elements of `a` that groups of 8 work items access."""

    def check(self, body, expected, **options):
        k = pirch.kernel("__kernel void k(__global double *a, __global const int *at, "
                         f"int n, double x) {{ size_t i = get_global_id(0); {body} }}",
                         **{"wg_size": 8, **options})
        self.assertEqual(k.params[0].extent, expected, body)

    def test_known(self):
        self.check("a[i] = x;", (0, 8))
        self.check("a[2 * i + 3] = x;", (2, 16))  # the last: 2 * (8 * n - 1) + 3
        self.check("a[5] += x;", (6, 0))
        self.check("a[get_group_id(0)] = x;", (0, 1))
        self.check("for (int j = 0; j < 4; ++j) a[i * 4 + j] = x;", (0, 32))
        self.check("a[i] = a[i + 1];", (1, 8))
        self.check("if (get_local_id(0) < 3) a[i] = x;", (-5, 8))

    def test_unknown(self):
        self.check("a[i] = a[0];", None)  # steps of 8 and of 0
        self.check("if (i < n) a[i] = x;", None)
        self.check("if (n > 3) a[i] = x;", None)
        self.check("if (x > 3) a[i] = x; else a[i + 1] = x;", None)
        self.check("a[at[i]] = x;", None)
        self.check("a[i + n] = x;", None)
        self.check("a[i * n] = x;", None)
        self.check("for (int j = 0; j < n; ++j) a[i * 4 + j] = x;", None)
        self.check("for (int j = 0; j < n; ++j) a[i] += x;", None)
        self.check("a[i] = x;", None, wg_size=(4, 2))
        self.check("a[i] = x;", None, global_offset=True)
        self.check("", None)


class Structures(unittest.TestCase):
    def test_types(self):
        """The package's tables are those of the library."""
        names = ("char", "uchar", "short", "ushort", "int", "uint", "long",
                 "ulong", "float", "double")
        for name, dtype in zip(names, pirch._library.DTYPES):
            k = pirch.kernel(f"__kernel void k(__global {name} *a) "
                             "{ a[get_global_id(0)] += 1; }", wg_size=4)
            self.assertEqual(k.params[0].dtype, dtype)
            a = numpy.arange(4, dtype=dtype)
            k[1](a)
            self.assertEqual(list(a), [1, 2, 3, 4])

    def test_void(self):
        """A pointer to void takes any array that is long enough."""
        k = pirch.kernel("__kernel void k(__global void *a) "
                         "{ ((__global short *)a)[get_global_id(0)] += 1; }", wg_size=4)
        self.assertEqual(k.params[0].dtype.itemsize, 2)
        for dtype in ("uint8", "int16", "float64"):
            a = numpy.zeros(8, dtype=dtype)
            k[1](a)
            self.assertEqual(list(a.view("int16")[:4]), [1, 1, 1, 1])
        with self.assertRaisesRegex(ValueError, "has 3 elements; 1 groups access 4"):
            k[1](numpy.zeros(7, dtype="uint8"))
        with self.assertRaisesRegex(ValueError, "not aligned"):
            k[1](numpy.zeros(9, dtype="uint8")[1:])


def load_tests(loader, tests, pattern):
    for module in (pirch, pirch._kernel):
        tests.addTests(doctest.DocTestSuite(module))
    return tests


if __name__ == "__main__":
    unittest.main()

"""Kernels on blocks of Dask arrays: results, what is refused and in which words, and
two worker processes of which one is killed half-way."""
import doctest
import os
import signal
import sys
import tempfile
import time
import unittest

import dask
import dask.array as da
import numpy
import pirch
import pirch.dask
from distributed import Client, LocalCluster

AXPY = """
__kernel void axpy(__global double *y, __global const double *x, double a) {
  y[get_global_id(0)] += a * x[get_global_id(0)];
}
"""
# Takes as long as its argument says.
RELAX = """
__kernel void relax(__global double *a, int steps) {
  double x = a[get_global_id(0)];
  int me = get_local_id(0);
  for (int i = 0; i < steps; ++i)
    x = 0.5 * x + 0.25 * (shuffle(x, (me + 1) % WG_SIZE) +
                          shuffle(x, (me + WG_SIZE - 1) % WG_SIZE));
  a[get_global_id(0)] = x;
}
"""


class Blocks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.axpy = pirch.kernel(AXPY, wg_size=8)

    def setUp(self):
        random = numpy.random.default_rng(1)
        self.y, self.x = random.random((100, 8)), random.random((100, 8))

    def refuse(self, error, text, kernel, *args, **named):
        with self.assertRaisesRegex(error, text):
            pirch.dask.map_blocks(kernel, *args, **named)

    def test_results(self):
        y = da.from_array(self.y, chunks=(30, 5))
        x = da.from_array(self.x, chunks=(13, 8)) + 0
        before = self.y.copy()
        result = pirch.dask.map_blocks(self.axpy, y, x, a=2)
        self.assertEqual(result.chunks, ((30, 30, 30, 10), (8,)))
        numpy.testing.assert_array_equal(result.compute(scheduler="threads"),
                                         self.y + 2 * self.x)
        numpy.testing.assert_array_equal(self.y, before)
        # The same launch has the same name, so that Dask computes it once.
        self.assertEqual(result.name, pirch.dask.map_blocks(self.axpy, y, x, a=2).name)
        self.assertNotEqual(result.name, pirch.dask.map_blocks(self.axpy, y, x, a=3).name)

    def test_several_results(self):
        swap = pirch.kernel("""
            __kernel void swap(__global int *a, __global int *b,
                               __global const int *places) {
              size_t at = get_global_id(0);
              int x = a[at];
              a[at] = b[at];
              b[at] = shuffle(x, places[get_local_id(0)]);
            }""", wg_size=4)
        a, b = numpy.arange(40, dtype="int32").reshape(10, 4), numpy.ones((10, 4), "int32")
        results = pirch.dask.map_blocks(swap, da.from_array(a, chunks=3), da.from_array(b),
                                        numpy.array([3, 2, 1, 0], "int32"))
        new_a, new_b = dask.compute(*results)
        numpy.testing.assert_array_equal(new_a, b)
        numpy.testing.assert_array_equal(new_b, a[:, ::-1])

    def test_empty(self):
        nothing = da.zeros((0, 8))
        self.assertEqual(pirch.dask.map_blocks(self.axpy, nothing, nothing, 1).compute().shape,
                         (0, 8))

    def test_refused(self):
        y, x = da.from_array(self.y), da.from_array(self.x)
        self.refuse(TypeError, "no argument of kernel 'axpy' is a Dask array",
                    self.axpy, self.y, self.x, 1)
        self.refuse(TypeError, "'y' is written by the kernel: it takes a Dask array",
                    self.axpy, self.y, x, 1)
        self.refuse(TypeError, "'x' has other elements for each group: it takes a Dask",
                    self.axpy, y, self.x, 1)
        self.refuse(TypeError, "'a' takes a number, not a Dask array", self.axpy, y, x, y)
        self.refuse(TypeError, "'a' takes a number, not str", self.axpy, y, x, "1")
        self.refuse(TypeError, "'x' takes an array of float64, not of float32",
                    self.axpy, y, x.astype("float32"), 1)
        self.refuse(ValueError, "'x' has 99 rows, another argument has 100",
                    self.axpy, y, x[1:], 1)
        self.refuse(ValueError, "'y' has rows of 4 elements, but the kernel goes on by 8",
                    self.axpy, y[:, :4], x, 1)
        self.refuse(ValueError, "all lengths must be known", self.axpy, y[y[:, 0] > 0], x, 1)
        first = pirch.kernel("__kernel void first(__global int *a) { a[0] = 1; }", wg_size=4)
        self.refuse(ValueError, "'a' is split, but all groups access the same elements",
                    first, da.zeros((4, 4), dtype="int32"))
        behind = pirch.kernel("__kernel void behind(__global int *a, __global const int *b) "
                              "{ a[get_global_id(0)] = b[get_global_id(0) + 1]; }", wg_size=4)
        zeros = da.zeros((4, 4), dtype="int32")
        self.refuse(pirch.NotSupportedError, "'b' is accessed up to 1 elements behind",
                    behind, zeros, zeros)
        reads = pirch.kernel("__kernel void reads(__global const int *a) {}", wg_size=4)
        self.refuse(TypeError, "kernel 'reads' writes none", reads, zeros)
        grid = pirch.kernel("__kernel void grid(__global int *a) "
                            "{ a[get_global_id(0)] = get_global_id(1); }", wg_size=(4, 4))
        self.refuse(pirch.NotSupportedError, "has 2 dimensions", grid, zeros)
        compact = pirch.kernel("__kernel void compact(__global int *a) "
                               "{ a[get_global_id(0)] += 1; }", wg_size=4,
                               layout="a=compact:8")
        self.refuse(pirch.NotSupportedError, "'a' has the compact layout of 8 groups",
                    compact, zeros)


class Workers(unittest.TestCase):
    """Two processes, one of which is killed when some blocks are done."""

    def test_killed_worker(self):
        relax = pirch.kernel(RELAX, wg_size=8)
        batch = numpy.random.default_rng(2).random((400, 8))
        steps = 2_000_000
        expected = batch.copy()
        relax[400](expected, 3)
        with tempfile.TemporaryDirectory() as folder, \
                LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None,
                             local_directory=folder) as cluster, Client(cluster) as client:
            blocks = da.from_array(batch, chunks=(10, 8))
            # Each worker compiles the kernel once, for all of its blocks.
            few = pirch.dask.map_blocks(relax, blocks, 3)
            numpy.testing.assert_array_equal(few.compute(), expected)
            for compilations in client.run(lambda: pirch.cache_stats()["compilations"]).values():
                self.assertLessEqual(compilations, 1)

            done = client.persist(pirch.dask.map_blocks(relax, blocks, steps))
            futures = client.futures_of(done)
            deadline = time.monotonic() + 120
            while (finished := sum(future.done() for future in futures)) < 4:
                self.assertLess(time.monotonic(), deadline, "no block is done")
                time.sleep(0.01)
            self.assertLess(finished, len(futures), "all was done before the kill")
            victim = next(iter(client.run(os.getpid).values()))
            os.kill(victim, signal.SIGKILL)
            relax[400](expected := batch.copy(), steps)
            numpy.testing.assert_array_equal(done.compute(), expected)
            self.assertNotIn(victim, client.run(os.getpid).values())


def load_tests(loader, tests, ignore):
    tests.addTests(doctest.DocTestSuite(pirch.dask))
    return tests


if __name__ == "__main__":
    unittest.main()

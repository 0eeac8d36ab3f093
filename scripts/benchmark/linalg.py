"""Batched problems of linalg and scf through PIRCH and through MLIR's own passes.

For each problem the program is compiled twice: by PIRCH (`pirchc` takes its kernel
from the operations of linalg), and by MLIR's transform dialect (tiling, fusion,
vectorization, vector.contract as a sum of outer products) and clang -O3 for the
CPU of this machine. Of MLIR's way several tilings and lowerings are tried, and the
fastest counts. One program runs both in turn, compares the results, and prints the
medians of their times for one entry of the batch.

Usage: linalg.py BUILD FOLDER [PROBLEM_TYPE_SIZE...], as in batch_matmul_f32_8

Arrays of one run have 256 KiB together, so that they stay in the second cache.
"""
import math
import os
import subprocess
import sys

BYTES = 256 << 10
ANY = "!transform.any_op"
LOWER = """builtin.module(buffer-results-to-out-params{hoist-static-allocs},
  func.func(scf-forall-to-for),canonicalize,expand-strided-metadata,lower-affine,
  canonicalize,loop-invariant-code-motion,convert-vector-to-scf{full-unroll},
  convert-vector-to-llvm{enable-x86vector=true},convert-scf-to-cf,
  expand-strided-metadata,lower-affine,convert-ub-to-llvm,convert-math-to-llvm,
  convert-math-to-libm,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,
  convert-func-to-llvm{use-bare-ptr-memref-call-conv},convert-arith-to-llvm,
  reconcile-unrealized-casts)""".replace("\n", "")


def match(op, within="%m"):
    return ('transform.structured.match ops{["%s"]} in %s : (%s) -> %s' %
            (op, within, ANY, ANY))


class Problem:
    """One problem: operands, the program, and the ways in which MLIR may lower it.

    `inputs` and `output` are shapes of one entry. `changed` says that the output is
    the only operand, changed in place."""

    def __init__(self, name, real, size, inputs, output, body, variants, changed=False):
        self.name, self.real, self.size = name, real, size
        self.inputs, self.output, self.changed = inputs, output, changed
        elements = sum(math.prod(shape) for shape in (*inputs, output))
        self.entries = BYTES // (elements * (4 if real == "f32" else 8)) // 8 * 8
        self.body, self.variants = body, variants
        self.symbol = "%s_%s_%d" % (name, real, size)

    def type(self, shape, kind="tensor"):
        return "%s<%sx%s>" % (kind, "x".join(map(str, (self.entries, *shape))), self.real)

    def program(self, name):
        if self.changed:
            return self.body(self, name)
        types = [self.type(shape) for shape in self.inputs]
        out = self.type(self.output)
        parameters = ", ".join("%%a%d: %s {bufferization.writable = false}" % pair
                               for pair in enumerate(types))
        return """func.func @%s(%s, %%c: %s) -> %s {
  %%zero = arith.constant 0.0 : %s
%s
  return %%r : %s
}""" % (name, parameters, out, out, self.real, self.body(self, types, out), out)


def contraction(op):
    def body(problem, types, out):
        return ("  %%i = linalg.fill ins(%%zero : %s) outs(%%c : %s) -> %s\n"
                "  %%r = %s ins(%%a0, %%a1 : %s) outs(%%i : %s) -> %s" %
                (problem.real, out, out, op, ", ".join(types), out, out))
    return body


def softmax_body(problem, types, out):
    return ("  %%r = linalg.softmax dimension(1) ins(%%a0 : %s) outs(%%c : %s) -> %s" %
            (types[0], out, out))


def cholesky_body(problem, name):
    n, t = problem.size, problem.type(problem.output, "memref")
    return """func.func @%s(%%a: %s) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%n = arith.constant %d : index
  %%entries = arith.constant %d : index
  scf.for %%g = %%c0 to %%entries step %%c1 {
    scf.for %%k = %%c0 to %%n step %%c1 {
      %%square = memref.load %%a[%%g, %%k, %%k] : %s
      %%root = math.sqrt %%square : %s
      memref.store %%root, %%a[%%g, %%k, %%k] : %s
      %%next = arith.addi %%k, %%c1 : index
      scf.for %%i = %%next to %%n step %%c1 {
        %%x = memref.load %%a[%%g, %%i, %%k] : %s
        %%q = arith.divf %%x, %%root : %s
        memref.store %%q, %%a[%%g, %%i, %%k] : %s
      }
      scf.for %%j = %%next to %%n step %%c1 {
        %%z = memref.load %%a[%%g, %%j, %%k] : %s
        scf.for %%i = %%j to %%n step %%c1 {
          %%x = memref.load %%a[%%g, %%i, %%j] : %s
          %%y = memref.load %%a[%%g, %%i, %%k] : %s
          %%p = arith.mulf %%y, %%z : %s
          %%d = arith.subf %%x, %%p : %s
          memref.store %%d, %%a[%%g, %%i, %%j] : %s
        }
      }
    }
  }
  return
}""" % (name, t, n, problem.entries, t, problem.real, t, t, problem.real, t, t, t, t,
        problem.real, problem.real, t)


def lower_vectors(strategy, reduction):
    return """
  transform.apply_patterns to %%f3 {
    transform.apply_patterns.vector.lower_contraction lowering_strategy = "%s"
    transform.apply_patterns.vector.transfer_permutation_patterns
    transform.apply_patterns.vector.lower_outerproduct
    transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = "%s"
    transform.apply_patterns.canonicalization } : %s
  transform.apply_patterns to %%f3 {
    transform.apply_patterns.vector.lower_transfer max_transfer_rank = 1
    transform.apply_patterns.vector.transfer_to_scf full_unroll = true max_transfer_rank = 1
    transform.apply_patterns.vector.lower_transpose lowering_strategy = "shuffle_1d"
    transform.apply_patterns.vector.lower_broadcast
    transform.apply_patterns.vector.lower_shape_cast
    transform.apply_patterns.canonicalization } : %s""" % (strategy, reduction, ANY, ANY)


BUFFERIZE = ("%%b = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %%m "
             "{bufferize_function_boundaries = true} : (%s) -> %s" % (ANY, ANY))


def contraction_schedule(op, size, rows, columns, depth, strategy):
    """Tile the results by `rows` x `columns` and the sums by `depth`."""
    def clip(tile):
        return 0 if tile >= size else tile
    tiles = [1, clip(rows)] + ([clip(columns)] if op == "linalg.batch_matmul" else [])
    inner, hoist = "", "%%f3 = %s" % match("func.func", "%b")
    if clip(depth):
        inner = ("%%o2, %%k = transform.structured.tile_using_for %%o1 tile_sizes %s : (%s) "
                 "-> (%s, %s)" % ([0] * len(tiles) + [depth], ANY, ANY, ANY))
        hoist = """%%f0 = %s
  %%loops = %s
  transform.apply_licm to %%loops : %s
  %%f3 = transform.structured.hoist_redundant_vector_transfers %%f0 : (%s) -> %s""" % (
            match("func.func", "%b"), match("scf.for", "%f0"), ANY, ANY, ANY)
    return """
  %%fill = %s
  %%o = %s
  %%o1, %%l = transform.structured.tile_using_forall %%o tile_sizes %s : (%s) -> (%s, %s)
  %%fill1, %%l1 = transform.structured.fuse_into_containing_op %%fill into %%l : (%s, %s) -> (%s, %s)
  %s
  %%f1 = %s
  %%f2 = transform.structured.vectorize_children_and_apply_patterns %%f1 : (%s) -> %s
  %s
  %s""" % (match("linalg.fill"), match(op), tiles, ANY, ANY, ANY, ANY, ANY, ANY, ANY, inner,
           match("func.func"), ANY, ANY, BUFFERIZE, hoist) + lower_vectors(
               strategy, "innerreduction")


def softmax_schedule(rows, reduction):
    """All operations of a softmax fused into one loop over so many rows."""
    lines = ["%%s = %s" % match("linalg.softmax"),
             "%%d = transform.structured.decompose_interface %%s : (%s) -> %s" % (ANY, ANY),
             "%%g = %s" % match("linalg.generic"),
             "%%g1, %%g2, %%g3, %%g4 = transform.split_handle %%g : (%s) -> (%s)" %
             (ANY, ", ".join([ANY] * 4)),
             "%%fill = %s" % match("linalg.fill"),
             "%%t, %%l = transform.structured.tile_using_forall %%g4 tile_sizes [%d] : "
             "(%s) -> (%s, %s)" % (rows, ANY, ANY, ANY)]
    loop = "%l"
    for number, op in enumerate(("%g3", "%g2", "%g1", "%fill")):
        lines.append("%%t%d, %%l%d = transform.structured.fuse_into_containing_op %s into %s : "
                     "(%s, %s) -> (%s, %s)" % (number, number, op, loop, ANY, ANY, ANY, ANY))
        loop = "%%l%d" % number
    lines += ["%%f1 = %s" % match("func.func"),
              "%%f2 = transform.structured.vectorize_children_and_apply_patterns %%f1 : (%s) -> %s"
              % (ANY, ANY), BUFFERIZE, "%%f3 = %s" % match("func.func", "%b")]
    return "\n  ".join(["", *lines]) + lower_vectors("outerproduct", reduction)


def problems():
    for real in ("f32", "f64"):
        lanes = 16 if real == "f32" else 8
        for n in (4, 8, 16, 32):
            matrix, vector = (n, n), (n,)
            op = "linalg.batch_matmul"
            yield Problem("batch_matmul", real, n, [matrix, matrix], matrix, contraction(op), {
                "%dx%dx%d" % tiles: contraction_schedule(op, n, *tiles, "outerproduct")
                for tiles in {(min(n, r), min(n, c), min(n, k))
                              for r, c in ((8, 2 * lanes), (16, lanes), (8, lanes), (4, n), (n, n))
                              for k in (1, 4, n) if r * c <= 512 and k * c <= 1024}})
            op = "linalg.batch_matvec"
            yield Problem("batch_matvec", real, n, [matrix, vector], vector, contraction(op), {
                "%dx%d %s" % (rows, depth, strategy):
                    contraction_schedule(op, n, rows, n, depth, strategy)
                for strategy in ("outerproduct", "dot")
                for rows, depth in {(min(n, 8), n), (min(n, 16), min(n, 16)), (min(n, 4), n),
                                    (min(n, 16), 4)}})
            yield Problem("softmax", real, n, [vector], vector, softmax_body, {
                "%d rows %s" % (rows, reduction): softmax_schedule(rows, reduction)
                for rows in (4, 8, 16) for reduction in ("innerreduction", "innerparallel")})
            yield Problem("cholesky", real, n, [], matrix, cholesky_body, {"": ""},
                          changed=True)


DRIVER = r"""
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef %(real)s real;
%(prototypes)s
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * t.tv_sec + t.tv_nsec;
}
static int compare(const void *a, const void *b) {
  double d = *(const double *)a - *(const double *)b;
  return d > 0 ? 1 : d < 0 ? -1 : 0;
}
enum { ENTRIES = %(entries)d, FORMS = %(forms)d, RUNS = 41 };
static real *buffer(size_t n, int seed) {
  real *p = aligned_alloc(64, (n * sizeof(real) + 63) / 64 * 64);
  srand(seed);
  for (size_t i = 0; i < n; ++i)
    p[i] = (real)rand() / RAND_MAX - (real)0.5;
  return p;
}
%(buffers)s
static real *first;
static void restore(void) {
  if (%(changed)d)
    memcpy(out, first, sizeof(real) * ENTRIES * OUT);
}
static void run(int form) {
  switch (form) {
%(calls)s
  }
}
int main(void) {
%(setup)s
  static double times[FORMS][RUNS];
  static real *results[FORMS];
  size_t bytes = sizeof(real) * ENTRIES * OUT;
  for (int form = 0; form < FORMS; ++form) {
    restore();
    run(form);
    results[form] = malloc(bytes);
    memcpy(results[form], out, bytes);
  }
  /* Each measurement is at least 0.2 ms of the first form. */
  restore();
  double begin = now();
  run(0);
  int repeat = %(changed)d ? 1 : 1 + (int)(2e5 / (now() - begin));
  for (int r = 0; r < RUNS; ++r)
    for (int form = 0; form < FORMS; ++form) {
      restore();
      run(form);
      restore();
      double begin = now();
      for (int i = 0; i < repeat; ++i)
        run(form);
      times[form][r] = (now() - begin) / repeat / ENTRIES;
    }
  for (int form = 0; form < FORMS; ++form) {
    double worst = 0;
    for (size_t i = 0; i < (size_t)ENTRIES * OUT; ++i) {
      double a = results[0][i], b = results[form][i], d = fabs(a - b);
      d /= 1 + fabs(a);
      if (d > worst || d != d)
        worst = d != d ? INFINITY : d;
    }
    qsort(times[form], RUNS, sizeof(double), compare);
    printf("%%d %%g %%g\n", form, times[form][RUNS / 2], worst);
  }
}
"""


class Runner:
    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        prefix = subprocess.run(["llvm-config-22", "--prefix"], check=True,
                                capture_output=True, text=True).stdout.strip()
        self.bin = os.path.join(prefix, "bin")
        os.makedirs(folder, exist_ok=True)

    def call(self, command, text=None):
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise RuntimeError(done.stderr.strip().split("\n")[0])
        return done.stdout

    def upstream(self, problem, symbol, schedule, path):
        text = problem.program(symbol)
        if schedule:
            text = ("module attributes {transform.with_named_sequence} {\n%s\n"
                    "transform.named_sequence @__transform_main(%%m: %s) {%s\n"
                    "  transform.yield\n}\n}" % (text, ANY, schedule))
            text = self.call([os.path.join(self.bin, "mlir-opt"), "-", "--transform-interpreter",
                              "--test-transform-dialect-erase-schedule", "--canonicalize", "--cse",
                              "--canonicalize"], text)
        text = self.call([os.path.join(self.bin, "mlir-opt"), "-",
                          "--pass-pipeline=" + LOWER], text)
        text = self.call([os.path.join(self.bin, "mlir-translate"), "--mlir-to-llvmir"], text)
        # The buffers do not overlap, as PIRCH assumes as well.
        text = "\n".join(line.replace("ptr %", "ptr noalias %")
                         if line.startswith("define") else line for line in text.split("\n"))
        with open(path + ".ll", "w") as file:
            file.write(text)
        self.call([os.path.join(self.bin, "clang"), "-O3", "-march=native",
                   "-mprefer-vector-width=512", "-fveclib=libmvec", "-Wno-override-module", "-c",
                   path + ".ll", "-o", path + ".o"])

    def pirch(self, problem, path):
        with open(path + ".mlir", "w") as file:
            file.write(problem.program(problem.symbol))
        self.call([os.path.join(self.build, "bin", "pirchc"), path + ".mlir", "-o", path + ".o"])

    def measure(self, problem):
        """Times of an entry: PIRCH's, the fastest of MLIR's, its variant, the greatest
        difference of results."""
        base = os.path.join(self.folder, problem.symbol)
        self.pirch(problem, base)
        objects, names = [base + ".o"], []
        for number, (variant, schedule) in enumerate(sorted(problem.variants.items())):
            symbol = "upstream_%d" % number
            try:
                self.upstream(problem, symbol, schedule, "%s_%d" % (base, number))
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                print("  MLIR does not lower", problem.symbol, variant, "-", error,
                      file=sys.stderr)
                continue
            objects.append("%s_%d.o" % (base, number))
            names.append((symbol, variant))
        self.driver(problem, [symbol for symbol, _ in names], base)
        self.call([os.path.join(self.bin, "clang"), "-O2", base + ".c", *objects, "-o", base,
                   "-lm", "-lmvec"])
        rows = [line.split() for line in self.call([base]).splitlines()]
        times = [float(row[1]) for row in rows]
        best = min(range(1, len(rows)), key=lambda row: times[row])
        return times[0], times[best], names[best - 1][1], max(float(row[2]) for row in rows)

    @staticmethod
    def driver(problem, symbols, base):
        count = len(problem.inputs)
        pointers = ", ".join(["real *"] * (count + 1))
        arguments = ", ".join(["in%d" % k for k in range(count)] + ["out"])
        prototypes = ["void %s_batched0(%s, long, long);" % (problem.symbol, pointers)]
        calls = ["  case 0: %s_batched0(%s, 0, ENTRIES); break;" % (problem.symbol, arguments)]
        for number, symbol in enumerate(symbols, 1):
            # The result is the tensor that was given, in place.
            prototypes.append("void *%s(%s);" % (symbol, pointers))
            calls.append("  case %d: %s(%s); break;" % (number, symbol, arguments))
        n = problem.size
        setup = ["  in%d = buffer((size_t)ENTRIES * %d, %d);" % (k, math.prod(shape), k + 1)
                 for k, shape in enumerate(problem.inputs)]
        setup.append("  out = buffer((size_t)ENTRIES * OUT, 7);")
        if problem.changed:
            # Symmetric matrices with a large diagonal are positive definite.
            setup.append("""  for (int g = 0; g < ENTRIES; ++g)
    for (int i = 0; i < %d; ++i) {
      real *a = out + (size_t)g * OUT;
      a[i * %d + i] += %d;
      for (int j = 0; j < i; ++j)
        a[j * %d + i] = a[i * %d + j];
    }
  first = malloc(sizeof(real) * ENTRIES * OUT);
  memcpy(first, out, sizeof(real) * ENTRIES * OUT);""" % (n, n, n, n, n))
        buffers = ["static real *in%d;" % k for k in range(count)] + [
            "static real *out;", "enum { OUT = %d };" % math.prod(problem.output)]
        with open(base + ".c", "w") as file:
            file.write(DRIVER % {
                "real": "float" if problem.real == "f32" else "double",
                "prototypes": "\n".join(prototypes), "entries": problem.entries,
                "forms": len(symbols) + 1, "buffers": "\n".join(buffers),
                "changed": problem.changed, "calls": "\n".join(calls),
                "setup": "\n".join(setup)})


def main(build, out, symbols=None):
    """Measure all problems, or those that `symbols` names; print the times, and end the
    process with an error if results differ."""
    runner = Runner(build, os.path.join(out, "linalg"))
    rows = []
    print("%-14s %-4s %4s %10s %10s %7s  %s" %
          ("problem", "type", "size", "PIRCH ns", "MLIR ns", "ratio", "MLIR's tiling"))
    wrong = False
    for problem in problems():
        if symbols and problem.symbol not in symbols:
            continue
        mine, other, variant, error = runner.measure(problem)
        if not error < (1e-4 if problem.real == "f32" else 1e-12):
            wrong = True
            print("%s: results differ by %g" % (problem.symbol, error))
        rows.append((problem.name, problem.real, problem.size, mine, other, variant))
        print("%-14s %-4s %4d %10.1f %10.1f %7.2f  %s" %
              (*rows[-1][:5], other / mine, variant), flush=True)
    for name in dict.fromkeys(row[0] for row in rows):
        ratios = [row[4] / row[3] for row in rows if row[0] == name]
        print("%-14s geometric mean %.2f, least %.2f" %
              (name, math.exp(sum(map(math.log, ratios)) / len(ratios)), min(ratios)))
    ratios = [row[4] / row[3] for row in rows]
    print("%-14s geometric mean %.2f, least %.2f" %
          ("all", math.exp(sum(map(math.log, ratios)) / len(ratios)), min(ratios)))
    if wrong:
        sys.exit("results differ")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])

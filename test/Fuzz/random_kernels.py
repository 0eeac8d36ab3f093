#!/usr/bin/env python3
"""Random kernels in the collective-register-cache idiom, each compiled for several
targets, packs and lane orders and compared with the oracle bit for bit.

usage: random_kernels.py PIRCH_RUN --count N [--seed S] [--keep DIR] [--each-target]

Without --each-target the targets take turns.

Kernel number i of seed S is always the same. A kernel that differs or fails is
kept in DIR with the command. Exit status 1 on any.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile


class Generator:
    """Writes one kernel. Shuffles and barriers stand only where all work items
    pass; everything else may be under any condition."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.size = self.rng.choice([1, 2, 3, 4, 5, 7, 8, 12, 16])
        self.real = self.rng.choice(["double", "float"])
        self.arrays = {name: self.rng.randrange(1, 7) for name in "ab"}
        self.ints, self.reals = ["i", "j"], ["x", "y"]
        self.loops = 0
        self.counters = []  # (name, its values)

    # Expressions -----------------------------------------------------------

    def number(self):
        value = self.rng.choice(["0.5", "1.25", "-2.0", "3.0", "0.1"])
        return value + ("f" if self.real == "float" else "")

    def integer(self, depth=2):
        rng = self.rng
        leaves = [lambda: str(rng.randrange(-3, 8)), lambda: rng.choice(self.ints),
                  lambda: "lid", lambda: "n"]
        if self.counters:
            leaves.append(lambda: rng.choice(self.counters)[0])
        if depth == 0 or rng.random() < 0.3:
            return rng.choice(leaves)()
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        return rng.choice([
            "((%s) + (%s))" % (a, b), "((%s) - (%s))" % (a, b),
            "(((%s) & 15) * ((%s) & 15))" % (a, b), "((%s) & (%s))" % (a, b),
            "((%s) ^ (%s))" % (a, b), "((%s) | (%s))" % (a, b),
            "((%s) >> ((%s) & 3))" % (a, b), "((%s) / ((%s) | 1))" % (a, b),
            "((%s) %% (((%s) & 7) + 1))" % (a, b), "min(%s, %s)" % (a, b),
            "((%s) ? (%s) : (%s))" % (self.condition(0), a, b)])

    def value(self, depth=3):
        rng = self.rng
        if depth == 0 or rng.random() < 0.2:
            kind = rng.randrange(4)
            if kind == 0:
                return self.number()
            if kind == 1:
                return rng.choice(self.reals)
            if kind == 2:
                return "(REAL)((%s) & 255)" % self.integer(1)
            return self.element(rng.choice("ab"))
        a, b = self.value(depth - 1), self.value(depth - 1)
        return rng.choice([
            "(%s + %s)" % (a, b), "(%s - %s)" % (a, b), "(%s * %s)" % (a, b),
            "(%s * %s + %s)" % (a, b, self.value(0)),
            "(%s / (fabs(%s) + 1))" % (a, b), "fma(%s, %s, %s)" % (
                a, b, self.value(0)),
            # Of zeros of different sign these give either: + 0 makes it one.
            "(fmin(%s, %s) + 0)" % (a, b), "(fmax(%s, %s) + 0)" % (a, b),
            "sqrt(fabs(%s))" % a, "fabs(%s)" % a,
            "(%s ? %s : %s)" % (self.condition(1), a, b)])

    def element(self, array):
        return "%s[%s]" % (array, self.subscript(self.arrays[array]))

    def subscript(self, extent):
        rng = self.rng
        if self.counters and rng.random() < 0.6:
            name = rng.choice(self.counters)[0]
            return rng.choice([
                "(%s + %d) %% %d" % (name, rng.randrange(3), extent),
                "(%s * %d) %% %d" % (name, rng.randrange(1, 4), extent),
                "%d - %s %% %d" % (extent - 1, name, extent)])
        if rng.random() < 0.15:  # known only at run time
            return "((%s) & 1023) %% %d" % (self.integer(1), extent)
        if rng.random() < 0.2:
            return "lid %% %d" % extent
        return str(rng.randrange(extent))

    def condition(self, depth=1):
        rng = self.rng
        if self.counters and rng.random() < 0.35:
            name, count = rng.choice(self.counters)
            return "%s %s %s" % (name, rng.choice(["<", "==", ">", "!="]),
                                 rng.choice(["%d" % rng.randrange(count),
                                             "lid"]))
        kind = rng.randrange(5)
        if kind == 0:
            return "lid %s %d" % (rng.choice(["<", "==", ">", "!="]),
                                  rng.randrange(self.size))
        if kind == 1:
            return "(lid & 1)"
        if kind == 2 or depth == 0:
            return "%s > %s" % (rng.choice(self.reals), self.number())
        if kind == 3:
            return "n > %d" % rng.randrange(6)
        return "(%s) < (%s)" % (self.integer(1), self.integer(1))

    # Statements ------------------------------------------------------------

    def assignment(self):
        rng = self.rng
        kind = rng.randrange(4)
        if kind == 0:
            return "%s = %s;" % (rng.choice(self.ints), self.integer())
        if kind == 1:
            return "%s %s %s;" % (rng.choice(self.reals),
                                  rng.choice(["=", "=", "+=", "-="]),
                                  self.value())
        array = rng.choice("ab")
        return "%s %s %s;" % (self.element(array), rng.choice(["=", "=", "+="]),
                              self.value())

    def exchange(self):
        """Every work item of the group passes here."""
        rng = self.rng
        item = rng.choice(["%d" % rng.randrange(self.size),
                           "(lid + %d) %% WG_SIZE" % rng.randrange(1, 5),
                           "WG_SIZE - 1 - lid",
                           "((%s) & 1023) %% WG_SIZE" % self.integer(1)])
        return rng.choice([
            lambda: "%s = shuffle(%s, %s);" % (rng.choice(self.reals),
                                               self.value(1), item),
            lambda: "for (int k = 0; k < %d; ++k) b[k %% %d] = shuffle(a[k], %s);"
            % (self.arrays["a"], self.arrays["b"], item),
            lambda: "t[lid] = %s; barrier(1); %s = t[%s]; barrier(1);" % (
                self.value(1), rng.choice(self.reals), item),
            lambda: "%s = sub_group_reduce_add(%s);" % (
                rng.choice(self.ints), self.integer(1)),
            lambda: "%s = sub_group_%s(%s);" % (
                rng.choice(self.reals),
                rng.choice(["reduce_max", "reduce_min", "scan_inclusive_add"]),
                self.value(1)),
            lambda: "%s = sub_group_%s(%s);" % (
                rng.choice(self.ints), rng.choice(["any", "all"]),
                self.condition())])()

    def statement(self, depth, converged):
        rng = self.rng
        if converged and rng.random() < 0.25:
            return self.exchange()
        if depth == 0 or rng.random() < 0.45:
            return self.assignment()
        kind = rng.randrange(4)
        if kind == 0:
            text = "if (%s) { %s }" % (self.condition(),
                                       self.block(depth - 1, False))
            if rng.random() < 0.5:
                text += " else { %s }" % self.block(depth - 1, False)
            return text
        if kind == 1:  # counted
            name = "k%d" % self.loops
            self.loops += 1
            count, step = rng.randrange(1, 7), rng.choice([1, 1, 2])
            self.counters.append((name, count))
            body = self.block(depth - 1, converged)
            self.counters.pop()
            return "for (int %s = 0; %s < %d; %s += %d) { %s }" % (
                name, name, count, name, step, body)
        if kind == 2:  # counted by a parameter
            name = "k%d" % self.loops
            self.loops += 1
            leave = ""
            if rng.random() < 0.4:
                leave = "if (%s) %s;" % (self.condition(),
                                         rng.choice(["break", "continue"]))
            self.counters.append((name, 8))
            body = self.block(depth - 1, converged and not leave)
            self.counters.pop()
            return "for (int %s = 0; %s < (n & 3); ++%s) { %s %s }" % (
                name, name, name, leave, body)
        name = "w%d" % self.loops  # as often as a work item wants
        self.loops += 1
        return "int %s = (%s) & 3; while (%s > 0) { %s --%s; }" % (
            name, self.integer(1), name, self.block(depth - 1, False), name)

    def block(self, depth, converged):
        return " ".join(self.statement(depth, converged)
                        for _ in range(self.rng.randrange(1, 4)))

    def kernel(self):
        lines = [
            "// pirch-run: --arg in=rand(GROUPS, WG_SIZE, 4)",
            "// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 16)",
            "// pirch-run: --arg ints=zeros(GROUPS, WG_SIZE, 2) --arg n=%d" %
            self.rng.randrange(8),
            "typedef %s REAL;" % self.real,
            "__kernel void k(__global const REAL *in, __global REAL *out,",
            "                __global int *ints, int n) {",
            "  int lid = get_local_id(0), i = lid, j = n;",
            "  size_t at = get_global_id(0);",
            "  REAL x = in[at * 4], y = in[at * 4 + 1];",
            "  REAL a[%d], b[%d];" % (self.arrays["a"], self.arrays["b"]),
            "  __local REAL t[WG_SIZE];"]
        for array, extent in self.arrays.items():
            lines.append("  for (int k = 0; k < %d; ++k) %s[k] = in[at * 4 + k %%"
                         " 4] + k;" % (extent, array))
        for _ in range(self.rng.randrange(2, 8)):
            lines.append("  " + self.statement(3, True))
        lines += ["  out[at * 16] = x; out[at * 16 + 1] = y;",
                  "  ints[at * 2] = i; ints[at * 2 + 1] = j;"]
        for base, (array, extent) in zip((2, 9), self.arrays.items()):
            lines.append("  for (int k = 0; k < %d; ++k) out[at * 16 + %d + k] = "
                         "%s[k];" % (extent, base, array))
        return "\n".join(lines + ["}", ""])


def configurations(rng, size, targets):
    for target in targets:
        yield ["--target=" + target, "--wg-size=%d" % size, "--groups=11",
               "--wg-pack=" + rng.choice(["1", "2", "3", "8", "auto"]),
               "--lane-order=" + rng.choice(["wg-wi-ix", "ix-wi-wg", "ix-wg-wi",
                                             "auto"])]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runner")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", default="random-kernels")
    parser.add_argument("--targets", default="avx512,generic")
    parser.add_argument("--each-target", action="store_true")
    args = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "kernel.cl")
        for number in range(args.seed, args.seed + args.count):
            generator = Generator(number)
            source = generator.kernel()
            with open(name, "w") as file:
                file.write(source)
            targets = args.targets.split(",")
            if not args.each_target:
                targets = [targets[number % len(targets)]]
            for options in configurations(random.Random(number), generator.size,
                                          targets):
                command = [args.runner, name, "--check", *options]
                try:
                    done = subprocess.run(command, stdout=subprocess.PIPE,
                                          stderr=subprocess.STDOUT, text=True,
                                          timeout=60)
                    status, output = done.returncode, done.stdout
                except subprocess.TimeoutExpired:
                    status, output = "more than 60 s", ""
                if status == 0:
                    continue
                failures += 1
                os.makedirs(args.keep, exist_ok=True)
                kept = os.path.join(args.keep, "kernel-%d.cl" % number)
                with open(kept, "w") as file:
                    file.write(source)
                print("kernel %d: status %s\n%s %s\n%s" %
                      (number, status, kept, " ".join(options), output[:600]),
                      flush=True)
                break
    print("%d kernels from %d on, %d failures" % (args.count, args.seed,
                                                  failures))
    sys.exit(bool(failures))


main()

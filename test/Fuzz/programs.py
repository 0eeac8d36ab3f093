"""Whole programs: constants, helpers, a kernel, and the data it is given."""

import random
import re

from aggregates import Aggregates
from arrays import npy
from helpers import Helpers
from integers import Integers
from memory import Memory
from names import Namer
from ranges import Range
from reals import Reals
from scalars import (BOOL, INT, LONG, REALS, SPECIAL, TAME, UINT, extremes,
                     real_literal, spell, stored)
from scope import Array, Grid, Scope
from statements import Statements
from tiles import Tiles
from tree import Block, Expr, Function, Program, Stmt

# Names that generated code or the language uses.
RESERVED = {"k", "l", "moved", "lid", "at", "group"}


class Buffer(Array):
    """A pointer parameter of which each work item has `width` elements, some of
    them its own to use from `first` on."""

    def __init__(self, name, scalar, width, first, column, writable=True):
        self.width, self.column = width, column
        super().__init__(name, scalar, width - first, self.at("%d + {0}" % first
                         if first else "{0}"), writable)
        self.private, self.strided = False, column

    def at(self, inner):
        if self.column:  # neighbouring work items side by side
            return "(group * %d + %s) * WG_SIZE + lid" % (self.width, inner)
        return "at * %d + %s" % (self.width, inner)


class Generator(Integers, Reals, Statements, Aggregates, Memory, Helpers, Tiles):
    """Makes one program from a number; `features` says what it may hold, and
    `lacking` which functions it must do without."""

    def __init__(self, seed, features, lacking=()):
        self.rng = rng = random.Random(seed)
        self.features, self.lacking = set(features), set(lacking)
        if rng.random() < 0.6:
            self.features -= {"library"}  # these calls are slow to compile
        self.size = rng.choice([1, 2, 3, 4, 5, 7, 8, 8, 12, 16])
        if "sizes" in features and rng.random() < 0.15:
            self.size = rng.choice([31, 32] + (
                [33, 64, 100] if "warps" in features else []))
        self.small = self.size > 16
        # Most kernels are short: they compile five times as fast as long ones, and
        # most faults need but few statements.
        self.short = rng.random() < 0.75
        self.range = Range(rng, self.size, self.small, "ranges" in features)
        self.main = rng.choice(REALS)
        self.names = Namer(rng, "names" in features and rng.random() < 0.3)
        self.names.taken |= RESERVED
        self.lid, self.count, self.in_helper = "lid", None, False
        self.result, self.gone = None, False  # of the function; some have left it
        self.flavour = rng.choice(["tame", "tame", "mixed", "mixed", "wild"]) \
            if "special" in features else "tame"
        self.scope = Scope()
        self.scope.size = self.size
        self.named_constants, self.named_reals = [], []
        # (name, scalar, elements per group; None for one, -n for n in all)
        self.arguments = []
        self.tint = None  # a vector that is passed by value
        self.local = self.shared = None
        self.lines = []  # Line

    def pick(self, choices):
        weights = [weight for weight, _ in choices]
        return self.rng.choices(choices, weights)[0][1]()

    # Declarations outside functions ---------------------------------------------

    def constants(self):
        rng = self.rng
        lines = []
        if "constants" not in self.features:
            return lines
        for _ in range(rng.randrange(4)):
            name = self.names.give("K")
            kind = rng.randrange(4)
            if kind == 0:
                # A count beyond the width is taken modulo the width.
                bit = rng.randrange(30)
                count = bit + self.whole_widths()
                form = rng.choice(["enum { %s = 1 << %d };",
                                   "const int %s = 1 << %d;"])
                lines.append(form % (name, count))
                self.named_constants.append(
                    Expr(INT, name, low=1 << bit, high=1 << bit))
            elif kind == 1:
                scalar = rng.choice(self.value_types())
                value = rng.choice(extremes(scalar))
                lines.append("__constant %s %s = %s;" % (scalar, name,
                                                        spell(value, scalar)))
                self.named_constants.append(
                    Expr(scalar, name, low=value, high=value))
            elif kind == 2:
                scalar = rng.choice(REALS)
                a, b = [real_literal(rng.choice(TAME), scalar) for _ in range(2)]
                lines.append("const %s %s = %s %s %s;" % (
                    scalar, name, a, rng.choice("+-*/"), b))
                self.named_reals.append(Expr(scalar, name))
            else:
                lines.append(self.table(name))
        return lines

    def table(self, name):
        rng = self.rng
        scalar = rng.choice(self.value_types() + 4 * REALS)
        extent = rng.randrange(1, 6)
        def value():
            if scalar.real:
                return real_literal(rng.choice(TAME + SPECIAL[scalar]), scalar)
            return spell(rng.choice(extremes(scalar)), scalar)
        self.scope.tables.append(Array(name, scalar, extent, writable=False))
        return "__constant %s %s[%d] = {%s};" % (
            scalar, name, extent, ", ".join(value() for _ in range(extent)))

    # The kernel ------------------------------------------------------------------

    def program(self):
        rng = self.rng
        declarations = [Stmt(line) for line in self.constants()]
        self.kernel_name = self.names.give("k0")
        if "aggregates" in self.features and rng.random() < 0.3:
            self.tint = self.names.give("tint")
        variables = self.declare_variables()
        functions = self.make_helpers() if "helpers" in self.features else []
        start = self.kernel_start()
        self.scope.variables += variables
        self.scope.arrays += self.private_arrays + self.buffers
        if self.lines:
            self.scope.arrays.append(self.lines[0])
        self.scope.fixed = self.fixed_values()
        body = self.tile_statements()
        for index in range(self.statement_count()):
            if index and rng.random() < 0.04:
                body.append(self.early_return())
            body.append(self.statement(1 if self.small else rng.randrange(1, 4)))
        kept = self.mentioned(variables, body) if self.short else variables
        body = start + self.variable_starts(variables, kept) + body + \
            self.kernel_end(kept)
        head = "__kernel void %s(%s)" % (self.kernel_name, self.parameter_list())
        return Program(declarations + functions +
                       [Function(head, Block(body, self.pragma()))])

    def statement_count(self):
        if self.short:
            return self.rng.randrange(1, 3)
        return self.rng.randrange(2, 4 if self.small else 8)

    def mentioned(self, variables, body):
        """The variables that a statement of the body names, and at least the first,
        so that each kernel stores something; private arrays without a name there
        are dropped."""
        words = set(re.findall(r"\w+", "\n".join(Block(body).lines(0))))
        self.private_arrays = [array for array in self.private_arrays
                               if array.name in words]
        return [pair for pair in variables
                if pair[0] in words or pair is variables[0]]

    def declare_variables(self):
        """Decide on variables, arrays and buffers, before any code uses them."""
        rng, names = self.rng, self.names
        other = rng.choice(REALS)
        variables = [(names.give("x"), self.main), (names.give("y"), self.main),
                     (names.give("z"), other), (names.give("i"), INT),
                     (names.give("j"), INT), (names.give("u"), UINT),
                     (names.give("w"), rng.choice(self.integer_types()))]
        if "bools" in self.features and rng.random() < 0.6:
            variables += [(names.give("p"), BOOL), (names.give("q"), BOOL)]
        self.private_arrays = [Array(names.give(name), self.main,
                                     rng.randrange(1, 7)) for name in "ab"]
        if rng.random() < 0.5:
            self.private_arrays.append(Array(names.give("c"), rng.choice(
                self.value_types()), rng.randrange(1, 5)))
        if "grids" in self.features and rng.random() < 0.5:
            self.private_arrays.append(self.grid(names.give("m")))
        self.input = Buffer(names.give("in"), self.main, 4, 0,
                            rng.random() < 0.2, writable=False)
        results = {}
        for _, scalar in variables:
            results[stored(scalar)] = results.get(stored(scalar), 0) + 1
        for array in self.private_arrays:
            scalar = stored(array.scalar)
            results[scalar] = results.get(scalar, 0) + array.extent
        self.outputs = {}
        for scalar, count in results.items():
            self.outputs[scalar] = Buffer(
                names.give("out"), scalar, count + 2, count,
                rng.random() < 0.2)
        extra = rng.choice(self.integer_types() + 2 * REALS)
        self.row = Buffer(names.give("row"), extra, 3, 0, False)
        self.buffers = [self.input, self.row, *self.outputs.values()]
        self.count, self.scalar = names.give("n"), names.give("s")
        self.scalar_type = rng.choice(self.integer_types() + 4 * REALS)
        if rng.random() < 0.3:
            self.local = (names.give("t"), self.main)
        if rng.random() < 0.3:
            scalar = rng.choice(REALS + [INT, LONG])
            self.shared = Array(names.give("shared"), scalar, 2, "group * 2 + {0}")
        self.lines = self.make_lines()
        return variables

    def grid(self, name):
        rng = self.rng
        scalar = rng.choice(self.value_types() + 6 * [self.main] + REALS)
        return Grid(name, scalar, rng.randrange(1, 5), rng.randrange(1, 4))

    def parameter_list(self):
        parts = []
        for buffer in self.buffers:
            parts.append("__global %s%s *%s%s" % (
                "" if buffer.writable else "const ", buffer.scalar,
                self.rng.choice(["", "restrict "]), buffer.name))
            self.arguments.append((buffer.name, buffer.scalar, buffer.width *
                                   self.size))
        if self.shared:
            parts.append("__global %s *%s" % (self.shared.scalar, self.shared.name))
            self.arguments.append((self.shared.name, self.shared.scalar, 2))
        for line in self.lines:
            parts.append("__global %s%s *%s" % (
                "" if line.writable else "const ", line.scalar, line.name))
            self.arguments.append((line.name, line.scalar, line.extent))
        if self.tint:
            parts.append("%s4 %s" % (self.main, self.tint))
            self.arguments.append((self.tint, self.main, -4))
        parts += ["int %s" % self.count, "%s %s" % (self.scalar_type, self.scalar)]
        self.arguments.append((self.scalar, self.scalar_type, None))
        return ", ".join(parts)

    def kernel_start(self):
        lines = ["int lid = %s;" % self.range.local(self.rng),
                 "size_t at = %s;" % self.range.item(self.rng),
                 "size_t group = %s;" % self.range.group()]
        if self.rng.random() < 0.2:
            lines[1] = "int at = %s;" % self.range.item(self.rng)
        if self.local:
            lines.append("__local %s %s[WG_SIZE];" % self.local[::-1])
        return [Stmt(line) for line in lines]

    def variable_starts(self, variables, kept):
        lines = []
        for index, (name, scalar) in enumerate(variables):
            start = "lid" if not scalar.real else "%s[%s]" % (
                self.input.name, self.input.at(str(index)))
            if index in (4, 6):
                start = self.count
            if index == 2 and self.scalar_type.real:
                start = self.scalar
            if index == 5 and not self.scalar_type.real:
                start = self.scalar
            if scalar is BOOL:
                start = "%s[%s] < %d" % (self.input.name,
                                         self.input.at(str(index % 4)), index - 7)
            if (name, scalar) in kept:
                lines.append("%s %s = %s;" % (scalar, name, start))
        if self.tint:
            lines += ["%s += %s.%s;" % (name, self.tint, self.rng.choice("xyzw"))
                      for name, scalar in kept if scalar is self.main][:2]
        for array in self.private_arrays:
            value = "%s[%s] + {1}" % (self.input.name, self.input.at("{1} % 4")) \
                if array.scalar.real else "lid * 3 + {1}"
            if array.scalar is BOOL:
                value = "(lid + {1}) & 1"
            lines.append("%s %s%s; " % (array.scalar, array.name, "".join(
                "[%d]" % extent for extent in array.shape)) +
                array.each("{0} = %s;" % value))
        return [Stmt(line) for line in lines]

    def fixed_values(self):
        """Numbers of the work item and the group. That of the group stays small:
        where it is multiplied in 32 bits the language takes it to fit."""
        last = self.size - 1
        values = [("lid", INT, last), ("(int)get_sub_group_local_id()", INT, last),
                  ("(int)(get_group_id(0) & 3)", INT, 3),
                  ("(int)get_sub_group_size()", INT, self.size), ("WG_SIZE", INT,
                                                                 self.size)]
        values = [Expr(scalar, text, low=0, high=high)
                  for text, scalar, high in values]
        values += [Expr(INT, text, low=0, high=high)
                   for text, high in self.range.values()]
        values += 3 * [values[0]] + [Expr(INT, self.count, low=0, high=7)]
        if not self.scalar_type.real:
            values.append(Expr(self.scalar_type, self.scalar))
        return values

    def kernel_end(self, variables):
        used = {scalar: 0 for scalar in self.outputs}
        lines = []
        for name, scalar in variables:
            scalar = stored(scalar)
            buffer = self.outputs[scalar]
            lines.append("%s[%s] = %s;" % (buffer.name,
                                           buffer.at(str(used[scalar])), name))
            used[scalar] += 1
        for array in self.private_arrays:
            scalar = stored(array.scalar)
            buffer = self.outputs[scalar]
            lines.append(array.each("%s[%s] = {0};" % (
                buffer.name, buffer.at("(%d + {1})" % used[scalar]))))
            used[scalar] += array.extent
        return [Stmt(line) for line in lines]

    # Data ------------------------------------------------------------------------

    def data(self, groups):
        """The files of the arguments, for at most so many groups, by name."""
        files = {}
        for name, scalar, count in self.arguments:
            count = 1 if count is None else count * groups if count > 0 else -count
            files[name] = npy(self.rng, scalar, count, self.flavour)
        return files

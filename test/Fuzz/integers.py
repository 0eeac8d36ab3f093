"""Integer expressions that are defined whatever the variables hold."""

from scalars import (BOOL, INT, UINT, LONG, ULONG, NARROW, WIDE, UNSIGNED, FLOAT,
                     common, converted, extremes, promote, spell)
from tree import Expr

COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]


def cast(scalar, expr):
    if expr.type is scalar:
        return expr
    if expr.type.real or scalar.real:
        return Expr(scalar, "(%s)({0})" % scalar, expr)
    low, high = converted(expr.low, expr.high, scalar)
    return Expr(scalar, "(%s)({0})" % scalar, expr, low=low, high=high)


class Integers:
    """A part of the generator; `self.rng`, `self.scope`, `self.pick` and real
    expressions come from the rest."""

    def integer_types(self):
        return WIDE + (NARROW if "narrow" in self.features else [])

    def value_types(self):
        """Of variables and parameters, where no function is chosen by the type."""
        return self.integer_types() + ([BOOL] if "bools" in self.features else [])

    def integer_leaf(self):
        rng, scope = self.rng, self.scope
        kind = rng.randrange(12)
        if kind < 2 and scope.counters:
            name, count = rng.choice(scope.counters)
            return Expr(INT, name, low=0, high=count)
        if kind < 4 and scope.fixed:
            return rng.choice(scope.fixed)
        integers = scope.of(lambda t: not t.real)
        if kind < 8 and integers:
            name, scalar = rng.choice(integers)
            return Expr(scalar, name)
        arrays = [a for a in scope.arrays + scope.tables if not a.scalar.real]
        if kind < 10 and arrays:
            return self.element(rng.choice(arrays))
        return self.constant()

    def constant(self):
        rng = self.rng
        kind = rng.randrange(10)
        if kind < 5:
            value = rng.randrange(-3, 12)
            return Expr(INT, spell(value, INT), low=value, high=value)
        if kind < 8:
            scalar = rng.choice(self.integer_types())
            value = rng.choice(extremes(scalar))
            return Expr(scalar, spell(value, scalar), low=value, high=value)
        if "constants" not in self.features:
            return Expr(INT, "7", low=7, high=7)
        return self.folded()

    def folded(self):
        """What Clang computes while it reads the source."""
        rng = self.rng
        if self.named_constants and rng.random() < 0.5:
            return rng.choice(self.named_constants)
        kind = rng.randrange(5)
        if kind == 0:
            return Expr(ULONG, "sizeof(%s)" % rng.choice(self.integer_types()),
                        low=1, high=8)
        if kind == 1:
            return Expr(INT, "'%s'" % rng.choice("aZ0 ~"), low=0, high=127)
        if kind == 2:  # a shift by more than the width: modulo the width
            bit = rng.randrange(31)
            return Expr(INT, "(1 << %d)" % (bit + self.whole_widths()),
                        low=1 << bit, high=1 << bit)
        if kind == 3:
            return Expr(INT, "(%d %s %d)" % (
                rng.randrange(-20, 99), rng.choice("/%"), rng.choice([-3, 2, 7])),
                low=-98, high=98)
        return Expr(INT, "(%d ? %d : %d)" % (
            rng.randrange(2), rng.randrange(9), rng.randrange(9)), low=0, high=8)

    def whole_widths(self):
        """What may be added to the count by which an int is shifted."""
        return self.rng.choice([0, 32, 64]) if "shifts" in self.features else 0

    def integer(self, depth=2):
        """Any integer type."""
        rng = self.rng
        if depth <= 0 or rng.random() < 0.25:
            return self.integer_leaf()
        return self.pick([
            (4, lambda: self.sum(depth)), (2, lambda: self.product(depth)),
            (3, lambda: self.bits(depth)), (2, lambda: self.shift(depth)),
            (2, lambda: self.quotient(depth)), (1, lambda: self.negated(depth)),
            (2, lambda: self.integer_function(depth)),
            (1, lambda: self.from_real(depth)),
            (1, lambda: self.chosen(depth)),
            (1, lambda: self.condition(depth - 1)),
            (1, lambda: cast(rng.choice(self.integer_types()),
                             self.integer(depth - 1)))])

    def integer_of(self, scalar, depth=2):
        expr = self.integer(depth)
        if expr.type is scalar:
            return expr
        if scalar is not BOOL and self.rng.random() < 0.2:
            return Expr(scalar, "convert_%s({0})" % scalar, expr)
        return cast(scalar, expr)

    def arithmetic(self, op, a, b, low, high):
        """`a op b`, whose exact results lie in low..high: as it is where it
        cannot overflow, else in the unsigned type, because a signed overflow
        has no defined result."""
        scalar = common(a.type, b.type)
        if scalar.holds(low, high):
            return Expr(scalar, "({0} %s {1})" % op, a, b, low=low, high=high)
        if scalar.kind == "u":
            return Expr(scalar, "({0} %s {1})" % op, a, b)
        unsigned = UNSIGNED[scalar]
        return Expr(scalar, "(%s)((%s)({0}) %s (%s)({1}))" % (
            scalar, unsigned, op, unsigned), a, b)

    def operands(self, depth):
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        scalar = common(a.type, b.type)
        return (a, b, scalar, converted(a.low, a.high, scalar),
                converted(b.low, b.high, scalar))

    def sum(self, depth):
        a, b, scalar, (al, ah), (bl, bh) = self.operands(depth)
        if self.rng.random() < 0.5:
            return self.arithmetic("+", a, b, al + bl, ah + bh)
        return self.arithmetic("-", a, b, al - bh, ah - bl)

    def product(self, depth):
        a, b, scalar, (al, ah), (bl, bh) = self.operands(depth)
        ends = [x * y for x in (al, ah) for y in (bl, bh)]
        return self.arithmetic("*", a, b, min(ends), max(ends))

    def bits(self, depth):
        a, b, scalar, (al, ah), (bl, bh) = self.operands(depth)
        op = self.rng.choice("&|^")
        low, high = scalar.low, scalar.high
        if op == "&" and (al >= 0 or bl >= 0):
            low, high = 0, min([h for l, h in ((al, ah), (bl, bh)) if l >= 0])
        elif al >= 0 and bl >= 0:
            low, high = 0, (1 << max(ah, bh).bit_length()) - 1
        return Expr(scalar, "({0} %s {1})" % op, a, b, low=low, high=high)

    def shift(self, depth):
        """Counts are taken modulo the width, so any will do."""
        a, count = self.integer(depth - 1), self.integer(depth - 1)
        scalar = promote(a.type)
        if "shifts" not in self.features:
            count = Expr(count.type, "({0} & %d)" % (scalar.bits - 1), count)
        if self.rng.random() < 0.5:
            return Expr(scalar, "({0} >> {1})", a, count, low=min(a.low, 0),
                        high=max(a.high, 0))
        if scalar.kind == "u":
            return Expr(scalar, "({0} << {1})", a, count)
        return Expr(scalar, "(%s)((%s)({0}) << {1})" % (
            scalar, UNSIGNED[scalar]), a, count)

    def quotient(self, depth):
        """Neither a division by zero nor the least value by -1."""
        rng = self.rng
        op = rng.choice("/%")
        a, b, scalar, (al, ah), _ = self.operands(depth)
        kind = rng.randrange(3)
        safe = al > scalar.low or scalar.kind == "u"
        bound = max(abs(al), abs(ah))
        if safe and kind == 0:
            return Expr(scalar, "({0} %s ({1} | 1))" % op, a, b,
                        low=max(-bound, scalar.low), high=min(bound, scalar.high))
        if safe and kind == 1:
            guard = "({1} == 0 ? {0} : {0} %s {1})"
            return Expr(scalar, guard % op, a, b)
        value = rng.choice([1, 2, 3, 7, 8, 10, 255])
        if scalar.kind == "i" and al > scalar.low and rng.random() < 0.3:
            value = -value
        return Expr(scalar, "({0} %s {1})" % op, cast(scalar, a),
                    Expr(INT, spell(value, INT), low=value, high=value),
                    low=max(-bound, scalar.low), high=min(bound, scalar.high))

    def negated(self, depth):
        a = self.integer(depth - 1)
        scalar = promote(a.type)
        if self.rng.random() < 0.5:
            return Expr(scalar, "(~{0})", a)
        if scalar.holds(-a.high, -a.low):
            return Expr(scalar, "(-{0})", a, low=-a.high, high=-a.low)
        if scalar.kind == "u":
            return Expr(scalar, "(-{0})", a)
        return Expr(scalar, "(%s)(-(%s)({0}))" % (scalar, UNSIGNED[scalar]), a)

    def integer_function(self, depth):
        rng = self.rng
        scalar = rng.choice(self.integer_types())
        a, b = [self.integer_of(scalar, depth - 1) for _ in range(2)]
        name = rng.choice(self.available(["abs", "popcount", "clz", "clamp",
                                          "mul_hi", "rotate", "min", "max"]))
        if name == "abs":
            return Expr(UNSIGNED[scalar], "abs({0})", a)
        if name in ("popcount", "clz"):
            return Expr(scalar, name + "({0})", a, low=0, high=scalar.bits)
        if name == "clamp":
            return Expr(scalar, "clamp({0}, {1}, {2})", a, b,
                        self.integer_of(scalar, 0))
        if name in ("mul_hi", "rotate"):
            return Expr(scalar, name + "({0}, {1})", a, b)
        low, high = min(a.low, b.low), max(a.high, b.high)
        return Expr(scalar, name + "({0}, {1})", a, b, low=low, high=high)

    def from_real(self, depth):
        """A conversion that fits, because others have no defined result; of
        NaN, `clamp` gives the lower bound. Bits only of numbers that are not
        NaN, whose sign and payload no rule fixes."""
        rng = self.rng
        real = self.real(depth - 1)
        if rng.random() < 0.3:
            leaf = self.real_leaf(real.type)
            scalar = rng.choice([INT, UINT] if leaf.type is FLOAT else
                                [LONG, ULONG])
            zero = "0.0f" if leaf.type is FLOAT else "0.0"
            return Expr(scalar, "as_%s(isnan({0}) ? %s : {0})" % (scalar, zero),
                        leaf)
        if rng.random() < 0.2:
            return Expr(INT, rng.choice(["isnan", "isinf"]) + "({0})", real,
                        low=0, high=1)
        scalar = rng.choice(self.integer_types())
        # Powers of two: both are numbers of every floating-point type.
        low = "-0x1p%d" % (scalar.bits - 2) if scalar.kind == "i" else "0x0p0"
        high = "0x1p%d" % (scalar.bits - (2 if scalar.kind == "i" else 1))
        suffix = "f" if real.type is FLOAT else ""
        return Expr(scalar, "(%s)clamp({0}, %s%s, %s%s)" % (
            scalar, low, suffix, high, suffix), real)

    def chosen(self, depth):
        a, b, scalar, (al, ah), (bl, bh) = self.operands(depth)
        return Expr(scalar, "({0} ? {1} : {2})", self.condition(depth - 1), a, b,
                    low=min(al, bl), high=max(ah, bh))

    # Conditions ----------------------------------------------------------------

    def group_condition(self):
        """A condition that is the same for all work items of a group, although no
        compiler knows it."""
        rng = self.rng
        number, most = rng.choice([(self.count, 8),
                                   ("(int)(get_group_id(0) & 3)", 4)])
        return self.truth("(%s %s %d)" % (number, rng.choice(COMPARISONS),
                                          rng.randrange(most)))

    def condition(self, depth=1):
        rng, scope = self.rng, self.scope
        kind = rng.randrange(12)
        if "bools" in self.features and rng.random() < 0.2:
            return self.stored_condition()
        if "strides" in self.features and rng.random() < 0.04:
            return self.first_work_items()
        if kind < 3 and scope.counters:
            name, count = rng.choice(scope.counters)
            other = rng.choice(["%d" % rng.randrange(count + 1), "lid"])
            return self.truth("(%s %s %s)" % (name, rng.choice(COMPARISONS),
                                              other.replace("lid", self.lid)))
        if kind < 5 or depth <= 0:
            return self.truth(rng.choice([
                "(%s %s %d)" % (self.lid, rng.choice(COMPARISONS),
                                rng.randrange(scope.size)),
                "(%s & 1)" % self.lid]))
        if kind < 8:
            a, b = self.real(depth - 1), self.real(0)
            return self.truth("({0} %s {1})" % rng.choice(COMPARISONS), a, b)
        if kind < 10:
            a, b = self.integer(depth - 1), self.integer(depth - 1)
            return self.truth("({0} %s {1})" % rng.choice(COMPARISONS), a, b)
        if kind == 10:
            a, b = self.condition(depth - 1), self.condition(depth - 1)
            return self.truth("({0} %s {1})" % rng.choice(
                ["&&", "||", "&&", "||", "^", "!=", "==", "&", "|"]), a, b)
        value = rng.choice([self.real, self.integer])(depth - 1)
        return self.truth(rng.choice(["(!{0})", "((int)(bool)({0}))"]), value)

    def stored_condition(self):
        """What a variable or an element of type bool holds, or the contrary."""
        rng, scope = self.rng, self.scope
        places = [Expr(BOOL, name) for name, _ in scope.of(lambda t: t is BOOL)]
        arrays = [a for a in scope.arrays if a.scalar is BOOL]
        if arrays:
            places.append(self.element(rng.choice(arrays)))
        if not places:
            return self.truth("(%s & 1)" % self.lid)
        return self.truth(rng.choice(["{0}", "{0}", "(!{0})"]),
                          rng.choice(places))

    def truth(self, template, *children):
        return Expr(INT, template, *children, low=0, high=1)

    # Subscripts ----------------------------------------------------------------

    def subscript(self, extent):
        """An integer in 0..extent - 1."""
        rng, scope = self.rng, self.scope
        def inside(template, *children):
            return Expr(INT, template, *children, low=0, high=extent - 1)
        if scope.counters and rng.random() < 0.6:
            name, count = rng.choice(scope.counters)
            forms = ["(%s + %d) %% %d" % (name, rng.randrange(3), extent),
                     "(%s * %d) %% %d" % (name, rng.randrange(1, 4), extent),
                     "%d - %s %% %d" % (extent - 1, name, extent)]
            if count < extent:
                forms += ["%s" % name, "%d - %s" % (extent - 1, name)]
                forms += ["%s + %d" % (name, extent - 1 - count)]
            return inside(rng.choice(forms))
        if rng.random() < 0.15:  # known only at run time
            scalar = rng.choice([UINT, ULONG])
            return inside("{0} %% %d" % extent, cast(scalar, self.integer(1)))
        if rng.random() < 0.2:
            return inside("%s %% %d" % (self.lid, extent))
        if rng.random() < 0.15:  # neighbours, within limits
            item = "%s + %d" % (self.lid, rng.randrange(3))
            return inside(rng.choice([
                "clamp(%s - 1, 0, %d)" % (item, extent - 1),
                "min(%s, %d)" % (item, extent - 1),
                "(int)((uint)(%s) %% %du)" % (item, extent)]))
        value = rng.randrange(extent)
        return Expr(INT, str(value), low=value, high=value)

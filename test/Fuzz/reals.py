"""Floating-point expressions whose results the language fixes to the bit."""

import re

from scalars import (FLOAT, INT, REALS, SPECIAL, TAME, common, promote,
                     real_literal)
from tree import Expr
from integers import cast

EXACT1 = ["sqrt", "native_sqrt", "fabs", "floor", "ceil", "trunc", "round", "rint",
          "rcp", "native_recip", "rsqrt", "abs"]
LIBRARY1 = ["exp", "exp2", "log", "log2", "log10", "sin", "cos", "tan", "sinh",
            "cosh", "tanh", "asin", "acos", "atan", "expm1", "log1p", "cbrt", "erf"]
LIBRARY2 = ["pow", "atan2"]

# What contraction looks at: {0}, {1}, {2}, {3} are operands. Each is fused, or
# not, by the place of its products.
PRODUCTS = ["({0} * {1} + {2})", "({2} + {0} * {1})", "({0} * {1} - {2})",
            "({2} - {0} * {1})", "(({0} * {1}) + {2})"]
NEGATED = ["(-({0} * {1}) + {2})", "(-({0} * {1}) - {2})", "({2} + -({0} * {1}))",
           "({2} - (-({0} * {1})))", "(-({0} * {1}) + {2} * {3})",
           "({0} * {1} + {2} * {3})", "({0} * {1} - {2} * {3})",
           "({0} * {1} - (-({2} * {3})))", "(-({0} * {1} + {2}))",
           "(-(-({0} * {1})) + {2})", "(+({0} * {1}) + {2})",
           "({0} * {1} + {2} + {3})", "(({0}, {1} * {2}) + {3})"]


# Values of half, each rounded once and fused with nothing, as floats: {0}, {1}
# and {2} are reals. All of a vector's elements are computed in the same way.
HALVES = ["((half){0} + (half){1})", "((half){0} * (half){1} - (half){2})",
          "((half){0} / (half){1})", "(-(half){0} * (half){1} + (half){2})",
          "fma((half){0}, (half){1}, (half){2})", "sqrt((half){0})",
          "(half)({0} + {1})", "convert_half({0})", "floor((half){0})",
          "((half){0} < (half){1} ? (half){0} : (half){2})",
          "((half2)((half){0}, (half){1}) * (half)2.5f).y",
          "fabs((half4)((half){0}, (half){1}, (half){2}, 1)).s1"]


class Reals:
    """A part of the generator, beside Integers."""

    def literal(self, scalar):
        rng = self.rng
        kind = rng.randrange(10)
        if kind == 0 and "special" in self.features:
            text = rng.choice(["NAN", "INFINITY", "(-INFINITY)"])
            return Expr(scalar, "(%s)%s" % (scalar, text))
        special = "special" in self.features and kind < 3
        text = rng.choice(SPECIAL[scalar] if special else TAME)
        sign = "-" if rng.random() < 0.3 else ""
        text = real_literal(text, scalar)
        return Expr(scalar, "(-%s)" % text if sign else text)

    def real_leaf(self, scalar=None):
        """A leaf of the type, of either if none is given."""
        rng, scope = self.rng, self.scope
        wanted = REALS if scalar is None else [scalar]
        kind = rng.randrange(8)
        variables = scope.of(lambda t: t in wanted)
        if kind < 3 and variables:
            name, type = rng.choice(variables)
            return Expr(type, name)
        arrays = [a for a in scope.arrays + scope.tables if a.scalar in wanted]
        if kind < 6 and arrays:
            return self.element(rng.choice(arrays))
        constants = [c for c in self.named_reals if c.type in wanted]
        if kind == 6 and constants:
            return rng.choice(constants)
        return self.literal(rng.choice(wanted) if scalar else self.main)

    def real(self, depth=3):
        """Either type; that of the kernel mostly."""
        rng = self.rng
        if depth <= 0 or rng.random() < 0.2:
            return self.real_leaf(self.main if rng.random() < 0.85 else None)
        library = 2 if "library" in self.features else 0
        return self.pick([
            (5, lambda: self.real_binary(depth)),
            (5, lambda: self.contractible(depth)),
            (2, lambda: self.real_function(depth)),
            (library, lambda: self.library_function(depth)),
            (2 if self.scope.helpers else 0, self.call_expression),
            (1, lambda: Expr(*self.signed(depth))),
            (1, lambda: self.real_chosen(depth)),
            (1, lambda: self.from_integer()),
            (1 if "halves" in self.features else 0, lambda: self.half(depth)),
            (1, lambda: cast(rng.choice(REALS), self.real(depth - 1)))])

    def real_of(self, scalar, depth=3):
        expr = self.real(depth)
        if expr.type is scalar:
            return expr
        if self.rng.random() < 0.2:
            return Expr(scalar, "convert_%s({0})" % scalar, expr)
        return cast(scalar, expr)

    def signed(self, depth):
        expr = self.real(depth - 1)
        return expr.type, "(-{0})", expr

    def half(self, depth):
        shape = self.rng.choice(HALVES)
        count = 1 + max(map(int, re.findall(r"{(\d)}", shape)))
        parts = [self.real(depth - 2) for _ in range(count)]
        return Expr(FLOAT, "(float)%s" % shape, *parts)

    def from_integer(self):
        expr = self.integer(1)
        scalar = self.rng.choice(REALS)
        return Expr(scalar, "(%s)({0})" % scalar, expr)

    def available(self, functions):
        """Those of the functions that the target takes."""
        return [name for name in functions if name not in self.lacking]

    def operand(self, depth):
        """What a product or sum takes: now and then an integer, converted."""
        if self.rng.random() < 0.08:
            return self.integer(1)
        return self.real(depth)

    def real_binary(self, depth):
        a, b = self.real(depth - 1), self.operand(depth - 1)
        if self.rng.random() < 0.3:
            a, b = b, a
        return Expr(common(a.type, b.type), "({0} %s {1})" %
                    self.rng.choice("+-**/"), a, b)

    def contractible(self, depth):
        rng = self.rng
        shapes = PRODUCTS + (NEGATED if "products" in self.features else [])
        shape = rng.choice(shapes)
        count = 4 if "{3}" in shape else 3
        parts = [self.real(depth - 1 if rng.random() < 0.4 else 0)
                 for _ in range(count)]
        kinds = parts[1:] if ", " in shape else parts
        type = kinds[0].type
        for part in kinds[1:]:
            type = common(type, part.type)
        return Expr(type, shape, *parts)

    def real_function(self, depth):
        rng = self.rng
        scalar = self.main if rng.random() < 0.85 else rng.choice(REALS)
        def argument():
            return self.real_of(scalar, depth - 1)
        kind = rng.randrange(9)
        if kind < 4:
            return Expr(scalar, rng.choice(self.available(EXACT1)) + "({0})",
                        argument())
        if kind == 5 and not self.available(["copysign"]):
            kind = 7
        if kind == 4:
            return Expr(scalar, rng.choice(["fma", "mad"]) + "({0}, {1}, {2})",
                        argument(), argument(), argument())
        if kind == 5:
            # The sign of a NaN is not defined.
            sign = self.real_leaf(scalar)
            zero = real_literal("1.0", scalar)
            return Expr(scalar, "copysign({0}, isnan({1}) ? %s : {1})" % zero,
                        argument(), sign)
        if kind == 6:
            return Expr(scalar, "(clamp({0}, {1}, {2}) + 0)", argument(),
                        self.real_leaf(scalar), self.real_leaf(scalar))
        # Of zeros of different sign these give either: + 0 makes it one.
        return Expr(scalar, "(%s({0}, {1}) + 0)" % rng.choice(
            ["fmin", "fmax", "min", "max"]), argument(), argument())

    def library_function(self, depth):
        rng = self.rng
        scalar = self.main if rng.random() < 0.85 else rng.choice(REALS)
        if rng.random() < 0.75:
            return Expr(scalar, rng.choice(LIBRARY1) + "({0})",
                        self.real_of(scalar, depth - 1))
        return Expr(scalar, rng.choice(LIBRARY2) + "({0}, {1})",
                    self.real_of(scalar, depth - 1), self.real_of(scalar, 0))

    def real_chosen(self, depth):
        a, b = self.real(depth - 1), self.operand(depth - 1)
        if self.rng.random() < 0.2:
            condition = Expr(INT, str(self.rng.randrange(2)), low=0, high=1)
        else:
            condition = self.condition(1)
        return Expr(common(a.type, promote(b.type)), "({0} ? {1} : {2})",
                    condition, a, b)

    def element(self, array):
        return array.element(*[self.subscript(extent) for extent in array.shape])

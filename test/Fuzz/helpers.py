"""Functions that kernels call: of scalars, of pointers to private arrays or to
the own row of a buffer, and kernels that other kernels call."""

from scalars import BOOL, INT, REALS
from scope import Array
from tree import Block, Expr, Function, Stmt


class Helper:
    """`pure`: has no effect but its result and exchanges nothing, so that calls
    of it may stand in any expression. `extent`: elements that each of its
    `pointers` parameters names; `converged`: all work items must call it."""

    def __init__(self, name, result, scalars, **rest):
        self.name, self.result, self.scalars = name, result, scalars
        self.pure, self.pointers, self.pointee = False, 0, None
        self.extent, self.converged, self.buffer = 0, False, False
        self.__dict__.update(rest)


class Helpers:
    """A part of the generator, beside Statements."""

    def make_helpers(self):
        """Functions, each may call those before it."""
        functions = []
        for _ in range(self.rng.choice([0, 0, 1, 1, 2, 3])):
            maker = self.rng.choice([self.scalar_helper, self.scalar_helper,
                                     self.pointer_helper, self.pointer_helper,
                                     self.exchanging_helper, self.kernel_helper])
            helper, function = maker()
            self.scope.helpers.append(helper)
            functions.append(function)
        return functions

    def define(self, head, variables, arrays, result, converged, pure=False):
        """The body of a function in a scope of its own, after `head`."""
        rng = self.rng
        kept, features = (self.scope, self.count), self.features
        self.result, self.gone = result, False
        self.scope = self.scope.inner(
            variables=list(variables), arrays=list(arrays), fixed=[], counters=[],
            converged=converged)
        if pure:
            self.features = features - {"masked"}
        self.count = variables[-1][0]
        self.scope.helpers = [h for h in kept[0].helpers if h.pure or not pure]
        self.in_helper = True
        statements = [Stmt("int %s = %s;" % (self.lid, self.range.local(self.rng)))]
        depth = 3 if "returns" in self.features else 2
        statements += [self.statement(rng.randrange(depth))
                       for _ in range(rng.randrange(1, 4))]
        if rng.random() < 0.4:
            statements.append(self.early_return())
            statements.append(self.statement(1))
        if result is not None:
            statements.append(Stmt("return {0};", self.simple(result, 2),
                                   needed=True))
        body = Block(statements, self.pragma())
        (self.scope, self.count), self.features = kept, features
        self.in_helper, self.result, self.gone = False, None, False
        return Function(rng.choice(["", "", "static ", "inline "]) + head, body)

    def parameters(self):
        """Two scalars, the second an int that loops count to."""
        rng = self.rng
        first = rng.choice(self.value_types() + 6 * [self.main])
        return [(self.names.give("p"), first), (self.names.give("q"), INT)]

    def scalar_helper(self):
        result = self.rng.choice(REALS + 3 * [self.main] + [INT] + (
            [BOOL] if "bools" in self.features else []))
        params = self.parameters()
        name = self.names.give("f")
        head = "%s %s(%s)" % (result, name, ", ".join(
            "%s %s" % (scalar, param) for param, scalar in params))
        function = self.define(head, params, [], result, False, pure=True)
        return Helper(name, result, [s for _, s in params], pure=True), function

    def pointer_helper(self):
        rng = self.rng
        pointee = rng.choice([a.scalar for a in self.private_arrays])
        extent = rng.randrange(1, 4)
        params, pointers = self.parameters(), rng.randrange(1, 3)
        arrays = [Array(self.names.give("v"), pointee, extent)
                  for _ in range(pointers)]
        for array in arrays:
            array.private = False
        result = rng.choice([None, self.main])
        name = self.names.give("g")
        head = "%s %s(%s)" % (result or "void", name, ", ".join(
            ["%s *%s" % (a.scalar, a.name) for a in arrays] +
            ["%s %s" % (scalar, param) for param, scalar in params]))
        function = self.define(head, params, arrays, result, False)
        return Helper(name, result, [s for _, s in params], pointers=pointers,
                      pointee=pointee, extent=extent), function

    def exchanging_helper(self):
        params = self.parameters()
        name = self.names.give("h")
        head = "%s %s(%s)" % (self.main, name, ", ".join(
            "%s %s" % (scalar, param) for param, scalar in params))
        function = self.define(head, params, [], self.main, True)
        return Helper(name, self.main, [s for _, s in params],
                      converged=True), function

    def kernel_helper(self):
        params, array = self.parameters(), self.row
        own = Array(self.names.give("r"), array.scalar, array.extent,
                    "%s * %d + {0}" % (self.range.item(self.rng), array.width))
        own.private = False
        name = self.names.give("m")
        head = "__kernel void %s(__global %s *%s, %s)" % (
            name, own.scalar, own.name, ", ".join(
                "%s %s" % (scalar, param) for param, scalar in params))
        function = self.define(head, params, [own], None, False)
        function.head = head
        return Helper(name, None, [s for _, s in params], buffer=True), function

    # Calls ---------------------------------------------------------------------

    def call(self):
        """A statement that calls a helper, or None where none may be called."""
        rng, scope = self.rng, self.scope
        helpers = [h for h in scope.helpers if self.together() or not h.converged]
        if not helpers:
            return None
        helper = rng.choice(helpers)
        pointers = self.pointer_arguments(helper)
        if pointers is None:
            return None
        scalars = [self.simple(scalar, 1) for scalar in helper.scalars]
        slots = ["{%d}" % index for index in range(1, len(scalars) + 1)]
        call = "%s(%s)" % (helper.name, ", ".join(pointers + slots))
        fits = [v for v in scope.variables if helper.result is not None and
                (v[1].real or not helper.result.real)]
        if not fits:
            zero = Expr(INT, "0")
            return Stmt("if (0 == {0}) " + call + ";", zero, *scalars)
        name = rng.choice(fits)[0]
        return Stmt("{0} %s %s;" % (rng.choice(["=", "=", "+="]), call)
                    if dict(fits)[name].real else "{0} = %s;" % call,
                    Expr(dict(fits)[name], name), *scalars)

    def pointer_arguments(self, helper):
        """What a helper's pointers name: parts of arrays, which may overlap."""
        if helper.buffer:
            return None if self.in_helper else [self.row.name]
        arrays = [a for a in self.scope.arrays if a.writable and
                  a.scalar is helper.pointee and a.reach(0) >= helper.extent]
        if helper.pointers and not arrays:
            return None
        chosen = [self.rng.choice(arrays) for _ in range(helper.pointers)]
        return [a.pointer(self.rng.choice([
            number for number in range(a.extent)
            if a.reach(number) >= helper.extent])) for a in chosen]

    def call_expression(self):
        """A call in the middle of an expression."""
        pure = [h for h in self.scope.helpers if h.pure and h.result.real]
        if not pure:
            return self.real_leaf()
        helper = self.rng.choice(pure)
        return Expr(helper.result, "%s({0}, {1})" % helper.name,
                    *[self.simple(scalar, 0) for scalar in helper.scalars])

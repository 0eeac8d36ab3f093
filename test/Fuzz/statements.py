"""Statements: what a work item does to its variables, arrays and rows, and what
the work items of a group exchange."""

from integers import cast
from scalars import BOOL, INT, REALS, UINT, real_literal
from scope import Array
from tree import Block, Expr, Stmt

PRAGMAS = ["#pragma OPENCL FP_CONTRACT ON", "#pragma OPENCL FP_CONTRACT OFF",
           "#pragma STDC FP_CONTRACT ON", "#pragma STDC FP_CONTRACT OFF",
           "#pragma STDC FP_CONTRACT DEFAULT", "#pragma clang fp contract(on)",
           "#pragma clang fp contract(off)"]


class Statements:
    """A part of the generator, beside Integers and Reals."""

    # Assignments ---------------------------------------------------------------

    def target(self):
        """A place that may be written, an expression."""
        rng, scope = self.rng, self.scope
        arrays = [a for a in scope.arrays if a.writable]
        if arrays and rng.random() < 0.5:
            return self.element(rng.choice(arrays))
        name, scalar = rng.choice(scope.variables)
        return Expr(scalar, name)

    def worth(self, scalar, depth=2):
        """A value that may be assigned to `scalar`; C converts it, unless from
        floating point to an integer, which may not fit."""
        if scalar.real:
            return self.real(depth + 1) if self.rng.random() < 0.9 else \
                self.integer(1)
        if scalar is BOOL:
            return self.pick([(6, lambda: self.condition(depth)),
                              (1, lambda: self.real(1)),
                              (1, lambda: self.integer(depth))])
        return self.integer(depth)

    def assignment(self):
        rng = self.rng
        place = self.target()
        scalar = place.type
        kind = rng.randrange(10)
        if scalar.real and kind < 3:
            return Stmt("{0} %s= {1};" % rng.choice("+-*/"), place,
                        self.worth(scalar))
        if scalar.kind == "u" and scalar.bits >= 32 and kind < 3:
            return Stmt("{0} %s= {1};" % rng.choice("+-*&|^"), place,
                        self.integer_of(scalar))
        if scalar is BOOL and kind < 3:
            return Stmt("{0} %s= {1};" % rng.choice("&|^"), place,
                        self.condition())
        if not scalar.real and kind == 3:
            op = rng.choice(["&", "|", "^", ">>"] if "shifts" in self.features
                            else "&|^")
            return Stmt("{0} %s= {1};" % op, place, self.integer(2))
        if scalar.kind == "u" and kind == 4:
            return Stmt(rng.choice(["{0}++;", "--{0};", "++{0};"]), place)
        others = self.scope.of(lambda t: t.real)
        if scalar.real and kind == 5 and others and not place.children:
            # An assignment is a value, and its product may be fused, or not. C
            # orders no other use of the variable within the statement.
            name, _ = rng.choice(others)
            if name != place.template and "[" not in place.template:
                return Stmt("{0} = (%s = {1} * {2}) + {3};" % name, place,
                            self.real(1), self.real(1), self.literal(self.main))
        return Stmt("{0} = {1};", place, self.worth(scalar))

    # Exchanges -----------------------------------------------------------------

    def item(self):
        """A work item of the group that is active where all are."""
        rng = self.rng
        kind = rng.randrange(4)
        if kind == 0:
            return Expr(INT, str(rng.randrange(self.scope.size)))
        if kind == 1:
            return Expr(INT, "(%s + %d) %% WG_SIZE" % (self.lid,
                                                       rng.randrange(1, 5)))
        if kind == 2:
            return Expr(INT, "WG_SIZE - 1 - %s" % self.lid)
        return Expr(INT, "{0} % WG_SIZE", cast(UINT, self.integer(1)))

    def collective(self, scalar):
        """A value that the active work items make together."""
        rng = self.rng
        name = "sub_group_%s_%s" % (rng.choice(["reduce", "scan_inclusive",
                                                "scan_exclusive"]),
                                    rng.choice(["add", "min", "max"]))
        if scalar.real:
            # The least of zeros of different sign is either: + 0 makes it one.
            value = self.real_of(scalar, 1)
            if "nans" not in self.features and not name.endswith("add"):
                value = Expr(scalar, "(isnan({0}) ? %s : {0})" % real_literal(
                    "1.0", scalar), self.real_leaf(scalar))
            return Expr(scalar, "(%s({0}) + 0)" % name, value)
        value = self.integer_of(scalar, 1)
        if name.endswith("add") and scalar.kind == "i":
            # A sum of 127 at most fits every type: overflow is not defined.
            value = Expr(scalar, "(%s)({0} & 1)" % scalar, value, low=0, high=1)
            value.children[0] = self.integer(1)
        return Expr(scalar, name + "({0})", value)

    def collect(self):
        """A collective; under a mask the active work items alone take part."""
        rng = self.rng
        place = self.target()
        if place.type is BOOL or place.type is INT and rng.random() < 0.4:
            return Stmt("{0} = sub_group_%s({1});" % rng.choice(["any", "all"]),
                        place, self.condition())
        value = self.collective(place.type)
        kind = rng.randrange(6)
        if kind == 0 and "masked" in self.features:
            return Stmt("{0} = {1} ? {2} : {3};", place, self.condition(), value,
                        cast(place.type, self.worth(place.type, 0))
                        if place.type.real else self.integer_of(place.type, 0))
        if kind == 1 and place.type.real:
            return Stmt("{0} = {1} + {2};", place, value, self.real(1))
        return Stmt("{0} = {1};", place, value)

    def shuffle_active(self):
        """A shuffle under a mask, from the first or the last work item that is
        active."""
        rng = self.rng
        name, scalar = rng.choice(self.scope.variables)
        return Stmt("%s = shuffle({0}, sub_group_reduce_%s(%s));" % (
            name, rng.choice(["min", "max"]), self.lid), self.simple(scalar, 1))

    def simple(self, scalar, depth):
        return (self.real_of if scalar.real else self.integer_of)(scalar, depth)

    def shuffled(self, name, scalar):
        rng = self.rng
        value = self.simple(scalar, 1)
        if rng.random() < 0.7:
            function = rng.choice(["shuffle", "shuffle", "sub_group_shuffle",
                                   "sub_group_broadcast"])
            return Stmt("%s = %s({0}, {1});" % (name, function), value,
                        self.item())
        # Only work items that exist are read.
        size = self.scope.size
        bits = [m for m in (1, 2, 3, 5, 7) if size & (size - 1) == 0 and m < size]
        if bits and rng.random() < 0.5:
            return Stmt("%s = sub_group_shuffle_xor({0}, %d);" % (
                name, rng.choice(bits)), value)
        distance = rng.randrange(size)
        way, inside = rng.choice([
            ("up", "%s >= %d" % (self.lid, distance)),
            ("down", "%s + %d < WG_SIZE" % (self.lid, distance))])
        return Stmt("{{ %s moved = sub_group_shuffle_%s({0}, %d); if (%s) %s = "
                    "moved; }}" % (scalar, way, distance, inside, name), value)

    def exchange(self):
        """Every work item of the group passes here, and reads any other."""
        rng, scope = self.rng, self.scope
        name, scalar = rng.choice(scope.variables)
        privates = [a for a in scope.arrays if a.private and a.writable]
        kind = rng.randrange(10)
        if kind < 2 and len(privates) > 1:
            a, b = rng.sample(privates, 2)
            if a.scalar.real == b.scalar.real or b.scalar.real:
                return Stmt("for (int k = 0; k < %d; ++k) %s = shuffle(%s, {0});"
                            % (a.extent, b.text("(k %% %d)" % b.extent),
                               a.text("k")), self.item())
        if kind == 2 and self.local and not self.in_helper:
            local, type = self.local
            reals = scope.of(lambda t: t.real)
            into = rng.choice(reals)[0] if reals else None
            if into:
                return Stmt("%s[%s] = {0}; barrier(1); %s = %s[{1}]; barrier(1);"
                            % (local, self.lid, into, local),
                            self.real_of(type, 1), self.item())
        if kind == 3 and self.shared and not self.in_helper:
            # Of all that write one place the last work item's value stays.
            array = self.shared
            return Stmt("barrier(1); if ({0}) {1} = {2}; barrier(1); %s = {1}; "
                        "barrier(1);" % self.accumulator(array.scalar),
                        self.condition(), array.element(
                            Expr(INT, str(rng.randrange(array.extent)))),
                        self.simple(array.scalar, 1))
        if kind == 4 and scope.size > 1 and "masked" in self.features:
            count = rng.randrange(1, scope.size)
            return Stmt("if (%s < %d) %s = shuffle({0}, (%s + %d) %% %d);" % (
                self.lid, count, name, self.lid, rng.randrange(5), count),
                self.simple(scalar, 1))
        if kind < 7:
            return self.collect()
        return self.shuffled(name, scalar)

    def accumulator(self, scalar):
        """A variable that any value of `scalar` may be assigned to, or None."""
        fits = self.scope.of(lambda t: t.real or t.real == scalar.real)
        return self.rng.choice(fits)[0] if fits else None

    # Control flow --------------------------------------------------------------

    def statement(self, depth):
        rng, scope = self.rng, self.scope
        if self.together() and rng.random() < 0.25:
            return self.exchange()
        if self.may_return() and rng.random() < (0.08 if self.in_helper else 0.02):
            return self.early_return()
        if "masked" in self.features and rng.random() < 0.1:
            return rng.choice([self.collect, self.shuffle_active])()
        if scope.helpers and rng.random() < 0.15:
            called = self.call()
            if called:
                return called
        if depth == 0 or rng.random() < 0.45:
            return self.assignment()
        return self.pick([(3, lambda: self.branch(depth)),
                          (2, lambda: self.counted(depth)),
                          (2, lambda: self.counted_at_run_time(depth)),
                          (2, lambda: self.waited(depth)),
                          (2 if "searches" in self.features else 0,
                           lambda: self.searched(depth)),
                          (1, lambda: self.moved_row()),
                          (2 if "swaps" in self.features else 0, self.swapped),
                          (2 if "swaps" in self.features else 0, self.read_back),
                          (2 if "lookups" in self.features else 0,
                           self.looked_up),
                          (2 if "borders" in self.features else 0,
                           self.neighbour),
                          (2 if "unsigned" in self.features else 0,
                           self.unsigned_place),
                          (2 if "rows" in self.features else 0, self.in_row),
                          (2 if "bests" in self.features else 0, self.best_of),
                          (1 if "pairs" in self.features else 0,
                           self.both_ways),
                          (2 if "accumulates" in self.features else 0,
                           self.accumulated),
                          (3 if "aggregates" in self.features else 0,
                           self.aggregate),
                          (2 if "aggregates" in self.features else 0,
                           lambda: self.switched(depth)),
                          (3 if self.lines else 0, lambda: self.shared_out(depth)),
                          (1, lambda: self.nested(depth))])

    def within(self, make, **changes):
        """What `make` returns in a scope within this one."""
        outer = self.scope
        self.scope = outer.inner(**changes)
        try:
            return make()
        finally:
            self.scope = outer

    def block(self, depth, ends=False, **changes):
        """`ends`: its last statement may be a return."""
        def fill():
            statements = []
            if self.rng.random() < 0.2:
                statements.append(self.declaration())
            count = self.rng.randrange(1, 4)
            statements += [self.statement(depth) for _ in range(count)]
            if ends and self.may_return() and self.rng.random() < 0.15:
                statements.append(self.early_return(always=True))
            return Block(statements, self.pragma())
        return self.within(fill, **changes)

    def pragma(self):
        if "contract" in self.features and self.rng.random() < 0.15:
            return self.rng.choice(PRAGMAS)
        return None

    def nested(self, depth):
        return Stmt("{0}", self.block(depth - 1))

    def declaration(self):
        rng, scope = self.rng, self.scope
        arrays = [a for a in scope.arrays if a.extent > 1]
        if arrays and rng.random() < 0.4:  # another name of a part of it
            array = rng.choice(arrays)
            shift = rng.randrange(array.extent)
            name = self.names.give("p")
            text = "%s%s *%s = %s;" % (
                "" if array.writable else "const ", array.scalar, name,
                array.pointer(shift))
            scope.arrays.append(Array(name, array.scalar, array.reach(shift),
                                      writable=array.writable))
            scope.arrays[-1].private = False
            return Stmt(text)
        scalar = rng.choice(self.value_types() + 3 * REALS)
        name = self.names.give("v")
        value = self.worth(scalar, 1)
        scope.variables.append((name, scalar))
        return Stmt("%s %s = {0};" % (scalar, name), value)

    def branch(self, depth):
        condition = (self.group_condition() if self.rng.random() < 0.25
                     else self.condition(2))
        then = self.block(depth - 1, ends=True, converged=False)
        if self.rng.random() < 0.5:
            return Stmt("if ({0}) {1}", condition, then)
        return Stmt("if ({0}) {1} else {2}", condition, then,
                    self.block(depth - 1, ends=True, converged=False))

    def counted(self, depth):
        rng = self.rng
        name = self.names.give("k")
        count, step = rng.randrange(1, 7), rng.choice([1, 1, 2])
        if rng.random() < 0.2:
            count = min(self.scope.size, 8)
        self.lose_some()
        body = self.block(depth - 1, counters=self.scope.counters +
                          [(name, count - 1)], repeated=self.scope.repeated or
                          self.together())
        if rng.random() < 0.2:
            return Stmt("for (int %s = %d; %s >= 0; %s -= %d) {0}" % (
                name, count - 1, name, name, step), body)
        return Stmt("for (int %s = 0; %s < %d; %s += %d) {0}" % (
            name, name, count, name, step), body)

    def together(self):
        """Whether every work item of the group is here."""
        return self.scope.converged and not self.gone

    def may_return(self):
        """Whether some work items may return here. They would miss the rest of a
        loop that was made for all of them."""
        return "returns" in self.features and not self.scope.repeated

    def lose_some(self):
        """Now and then a loop is made for some of the work items, so that they may
        return from it, although all of them arrive."""
        if self.together() and self.may_return() and self.rng.random() < 0.1:
            self.gone = True

    def early_return(self, always=False):
        """Ends the way of some work items, which all that follows must do without."""
        self.gone = True
        parts = [] if always else [self.condition()]
        text = "" if always else "if ({0}) "
        if self.result is None:
            return Stmt(text + "return;", *parts)
        return Stmt(text + "return {%d};" % len(parts), *parts,
                    self.simple(self.result, 1))

    def leave(self):
        if self.rng.random() > 0.4:
            return None
        return Stmt("if ({0}) %s;" % self.rng.choice(["break", "continue"]),
                    self.condition())

    def counted_at_run_time(self, depth):
        name = self.names.give("k")
        leave = self.leave()
        self.lose_some()
        # Each work item calls a helper with a count of its own.
        together = self.together() and not leave and not self.in_helper
        body = self.block(depth - 1, counters=self.scope.counters + [(name, 2)],
                          converged=together,
                          repeated=self.scope.repeated or together)
        if leave:
            body.children.insert(self.rng.randrange(len(body.children) + 1), leave)
        is_staged = not self.in_helper and self.rng.random() < 0.3
        return Stmt("for (int %s = 0; %s < %s(%s & 3); ++%s) {0}" % (
            name, name, "stage" if is_staged else "", self.count, name), body)

    def waited(self, depth):
        """As often as a work item wants."""
        name = self.names.give("w")
        start = self.integer(1)
        body = self.block(depth - 1, converged=False)
        if self.rng.random() < 0.3:
            return Stmt("{{ int %s = {0} & 3; do {1} while (--%s > 0); }}" % (
                name, name), start, body)
        vote = ""
        if "masked" in self.features and self.rng.random() < 0.2:
            vote = " && sub_group_any(%s != 2)" % name
        return Stmt("{{ int %s = {0} & 3; while (%s-- > 0%s) {1} }}" % (
            name, name, vote), start, body)

    def searched(self, depth):
        """Work items leave a loop one by one, some of them early, and use what they
        have counted by then."""
        rng = self.rng
        count, stay = self.names.give("n"), self.names.give("stay")
        kind = rng.choice(["int", "int", "uint", "long", "float"])
        limit = rng.choice(["%d" % rng.randrange(1, 4), "(%s & 3)" % self.count,
                            "(int)(%s & 3)" % self.lid])
        counters = self.scope.counters + [(count, 3)] * (kind == "int")
        body = self.block(depth - 1, converged=False, counters=counters)
        body.children.insert(
            rng.randrange(len(body.children) + 1),
            Stmt("if ({0}) %s;" % rng.choice(["break", "continue", stay + " = false"]),
                 self.condition()))
        more = rng.choice(["", stay + " && ", "{0} && "])
        less = "(int)%s%s < %s" % (count, "%s", limit)
        head = rng.choice(["for (; %s%s; %s += %d)" % (
            more, less % "", count, rng.choice([1, 1, 2])),
                           "while (%s%s)" % (more, "(int)%s++ < %s" % (count, limit))])
        return Stmt("{{ %s %s = %d; bool %s = true; %s {1} {2} = %s%s; }}" % (
            kind, count, rng.choice([0, 0, 1]), stay, head, count,
            rng.choice(["", " + " + stay])), self.condition(), body, self.target())

    def moved_row(self):
        """Elements move within one array, whose places overlap."""
        rng = self.rng
        arrays = [a for a in self.scope.arrays if a.writable and a.extent > 1]
        if not arrays:
            return self.assignment()
        array = rng.choice(arrays)
        step = rng.randrange(1, min(3, array.extent))
        order = rng.choice(["int k = 0; k < %d; ++k", "int k = %d - 1; k >= 0; --k"])
        a, b = rng.sample([array.text("k"), array.text("(k + %d)" % step)], 2)
        text = "for (%s) %s %s %s;" % (
            order % (array.extent - step), a,
            rng.choice(["=", "+="] if array.scalar.real or
                       array.scalar.kind == "u" and array.scalar.bits >= 32
                       else ["=", "^="]), b)
        return Stmt(text)

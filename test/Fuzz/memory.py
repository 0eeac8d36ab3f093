"""What kernels do to memory: elements that change places, elements that are read
once they are stored, and rows that the work items of a group share out."""

from integers import cast
from scalars import BOOL, INT, REALS, UINT
from scope import Array
from tree import Block, Expr, Stmt


class Line(Array):
    """A parameter of which each group, whatever its size, has `pitch` elements, at
    most `extent`. The work item whose number an element has, modulo WG_SIZE, owns
    it. `group` is how the place spells the number of the group."""

    def __init__(self, name, scalar, extent, pitch, group, writable):
        place = "%s * %s + {0}" % (group, pitch.text())
        super().__init__(name, scalar, extent, place, writable)
        self.pitch = pitch

    def one(self, subscript):
        """A row of one element. Its subscript is fixed, because a reducer that
        changed it would make work items race for other elements."""
        return Array(self.name, self.scalar, 1,
                     self.place.replace("{0}", subscript), self.writable)


class Memory:
    """A part of the generator, beside Statements."""

    # One row ---------------------------------------------------------------------

    def swapped(self):
        """Two elements of one array change places under a condition."""
        arrays = [a for a in self.scope.arrays if a.writable and a.extent > 1]
        if not arrays:
            return self.assignment()
        array = self.rng.choice(arrays)
        if self.rng.random() < 0.3:
            return self.sorted(array)
        a = b = self.element(array)
        while a.text() == b.text():
            b = self.element(array)
        if self.rng.random() < 0.5:
            condition, parts = self.ordered("{0}", "{1}"), []
        else:
            condition, parts = "{2}", [self.condition(2)]
        return Stmt("if (%s) %s" % (condition, self.swap(array, "{0}", "{1}")),
                    a, b, *parts)

    def ordered(self, a, b):
        return "%s %s %s" % (a, self.rng.choice("<>"), b)

    def swap(self, array, a, b):
        """A template, in which `a` and `b` are slots or texts."""
        name = self.names.give("t")
        return "{{ %s %s = %s; %s = %s; %s = %s; }}" % (
            array.scalar, name, a, a, b, b, name)

    def sorted(self, array):
        """Neighbours are put in order, once or until all are."""
        last = array.extent - 1
        a, b = array.text("l"), array.text("(l + 1)")
        again, bound = self.rng.choice([
            ("", "{0}"), ("for (int k = 0; k < {0}; ++k) ", "{0} - k")])
        return Stmt("%sfor (int l = 0; l < %s; ++l) if (%s) %s" % (
            again, bound, self.ordered(a, b), self.swap(array, a, b)),
            Expr(INT, str(last), low=0, high=last))

    def read_back(self):
        """An element is stored, for some work items only or for all, and read at
        once, at the same place or at one that may be the same."""
        rng = self.rng
        arrays = [a for a in self.scope.arrays if a.writable and
                  self.accumulator(a.scalar)]
        if not arrays:
            return self.assignment()
        array = rng.choice(arrays)
        into = self.accumulator(array.scalar)
        place, value = self.element(array), self.worth(array.scalar, 1)
        other = place if rng.random() < 0.5 else self.element(array)
        store = rng.choice(["{0} = {1};", "if ({3}) {0} = {1};",
                            "if ({3}) {0} = {1}; else {2} = {1};"])
        parts = [place, value, other, self.condition()]
        kind = rng.randrange(3)
        if kind == 0:
            return Stmt(store + " %s = {2};" % into, *parts)
        op = "+" if array.scalar.real else "^"
        if kind == 1:
            return Stmt(store + " %s = {2} %s {4};" % (into, op), *parts,
                        self.simple(array.scalar, 1))
        name = self.names.give("old")
        return Stmt("{{ %s %s = {2}; %s %s = %s %s {2}; }}" % (
            array.scalar, name, store, into, name, op), *parts)

    def looked_up(self):
        """Elements at known distances from one that is known only at run time."""
        rng = self.rng
        arrays = [a for a in self.scope.arrays if a.extent > 2 and
                  self.accumulator(a.scalar)]
        if not arrays:
            return self.assignment()
        array = rng.choice(arrays)
        into, first = self.accumulator(array.scalar), self.names.give("b")
        span = rng.randrange(2, min(array.extent, 9) + 1)
        op = "+" if array.scalar.real else "^"
        terms = (" %s " % op).join(
            array.text("(%s + %d)" % (first, rng.randrange(span)))
            for _ in range(rng.randrange(2, 7)))
        scalar = rng.choice(["int", "int", "uint", "size_t"])
        return Stmt("{{ %s %s = {0} %% %d; %s = %s; }}" % (
            scalar, first, array.extent - span + 1, into, terms),
            cast(UINT, self.integer(1)))

    def read_only_array(self):
        """One that a kernel may read at any place, as nobody writes it; None if there
        is none, or no variable to add its elements to."""
        arrays = [a for a in self.scope.arrays if not a.writable and
                  hasattr(a, "width") and self.accumulator(a.scalar)]
        if not arrays or self.in_helper:
            return None
        return self.rng.choice(arrays)

    def neighbour(self):
        """An element beside one's own or, at the borders of the array, another."""
        rng = self.rng
        array = self.read_only_array()
        if not array:
            return self.assignment()
        into, far = self.accumulator(array.scalar), rng.randrange(1, 6)
        place = self.names.give("i")
        forms = ["{a}[max({i} - {k}, 0)]", "({i} >= {k} ? {a}[{i} - {k}] : ({t})1)",
                 "{a}[{i} > {k} - 1 ? {i} - {k} : {i}]",
                 "({i} < {k} ? ({t})0 : {a}[{i} - {k}])"]
        if len(self.range.shape) == 1:
            forms += ["{a}[min({i} + {k}, {n} - 1)]", "{a}[({i} + {k}) % {n}]",
                      "{a}[({i} + {n} - 1) % {n}]",
                      "{a}[{i} + {k} < {n} ? {i} + {k} : {i}]",
                      "({i} + {k} >= {n} ? ({t})2 : {a}[{i} + {k}])",
                      "({i} == {n} - 1 ? ({t})2 : {a}[{i} + 1])"]
        length = "(int)(get_num_groups(0) * WG_SIZE * %d)" % array.width
        texts = [form.format(a=array.name, i=place, k=far, n=length,
                             t=array.scalar)
                 for form in rng.sample(forms, rng.choice([1, 1, 2, 3]))]
        op = " + " if array.scalar.real else " ^ "
        own = array.place.replace("{0}", "%d" % rng.randrange(array.extent))
        return Stmt("{ int %s = (int)(%s); %s = %s; }" % (
            place, own, into, op.join(texts)))

    def unsigned_place(self):
        """An element beside one's own, by sums and products of numbers without a sign
        and of a parameter, which wrap around in some kernels or work items."""
        rng = self.rng
        array = self.read_only_array()
        if not array:
            return self.assignment()
        into, place = self.accumulator(array.scalar), self.names.give("i")
        # Each is {i} or, where that is at least {k}, {i} - {k}.
        forms = ["{a}[{i} + {p} - {p}]", "{a}[{i} - {p} + {p}]",
                 "{a}[{i} + {p} * 2147483648u * 2u]",
                 "{a}[({p} + 1u) * {i} - {p} * {i}]",
                 "{a}[({p} - {k}u) * 2u + {i} + {k}u - {p} - {p} + {k}u]",
                 "({i} >= {k}u ? {a}[{i} - {k}u] : ({t})1)",
                 "({i} < {k}u ? ({t})0 : {a}[{i} - {k}u])",
                 "{a}[{i} >= {k}u * {p} ? {i} - {k}u * {p} : {i}]"]
        texts = [form.format(a=array.name, i=place, k=rng.randrange(1, 6),
                             p="((uint)%s + 1u)" % self.count, t=array.scalar)
                 for form in rng.sample(forms, rng.choice([1, 1, 2, 3]))]
        op = " + " if array.scalar.real else " ^ "
        own = array.place.replace("{0}", "%d" % rng.randrange(array.extent))
        return Stmt("{ uint %s = (uint)(%s); %s = %s; }" % (
            place, own, into, op.join(texts)))

    def in_row(self):
        """An element whose place is computed from one's own row and column, in rows
        whose length is known only when the kernel is called: often a multiple of
        the group's size, at times not."""
        rng = self.rng
        array = self.read_only_array()
        if not array:
            return self.assignment()
        into, place = self.accumulator(array.scalar), self.names.give("i")
        scalar = rng.choice(["int", "int", "uint", "size_t"])
        length = rng.choice(["({n} + 1) * WG_SIZE", "({n} + 1) * WG_SIZE * {w}",
                             "({n} + 1)", "({n} + 1) * 16"])
        length = "((%s)(%s))" % (scalar, length.format(n=self.count, w=array.width))
        # None of these is greater than the place itself.
        forms = ["{i} / {d}", "{i} % {d}", "{i} / {d} % 3", "{i} % {d} / 2",
                 "{i} / {d} * {d} + {i} % {d}", "{i} - {i} % {d}",
                 "{i} % {c} / 2", "{i} / {c} % {c}", "{i} / {c} / 2 * {c}",
                 "{i} / {c} * {c} + {i} % {c} / 2",
                 "{i} / {c} * {c} + {i} % {c} % 4"]
        block = rng.choice([4, 6, 8, 16, 64, 96])
        texts = ["%s[%s]" % (array.name, form.format(i=place, d=length, c=block))
                 for form in rng.sample(forms, rng.choice([1, 1, 2, 3]))]
        op = " + " if array.scalar.real else " ^ "
        own = array.place.replace("{0}", "%d" % rng.randrange(array.extent))
        return Stmt("{ %s %s = (%s)(%s); %s = %s; }" % (
            scalar, place, scalar, own, into, op.join(texts)))

    def best_of(self):
        """The greatest or least element of one's own row. The search keeps the number
        of the best element alone, and begins with the first one or with none."""
        rng = self.rng
        arrays = [a for a in self.scope.arrays if a.extent > 1 and
                  a.scalar is not BOOL and self.accumulator(a.scalar)]
        if not arrays:
            return self.assignment()
        array = rng.choice(arrays)
        best, each = self.names.give("b"), self.names.give("k")
        first = rng.choice([0, 0, -1])
        better = "%s %s %s" % (array.text(each), rng.choice("<>"), array.text(best))
        if first < 0:
            better = "%s < 0 || %s" % (best, better)
        count = rng.randrange(2, min(array.extent, 9) + 1)
        return Stmt("{ int %s = %d; for (int %s = %d; %s < %d; %s++) "
                    "if (%s) %s = %s; %s = %s; }" % (
                        best, first, each, first + 1, each, count, each, better,
                        best, each, self.accumulator(array.scalar),
                        array.text(best)))

    def both_ways(self):
        """Squares and absolute values of a difference that is taken both ways."""
        rng = self.rng
        scalars = [s for s in REALS if self.accumulator(s)]
        if not scalars:
            return self.assignment()
        scalar = rng.choice(scalars)
        names = [self.names.give(name) for name in ("x", "y", "d", "e")]
        x, y, d, e = names
        terms = rng.sample(["{d} * {d}", "{e} * {e}", "fabs({d})", "fabs({e})",
                            "fma({e}, {e}, {d})", "fma({e}, {e}, {e} * {e})",
                            "{e} * {d}", "sqrt({d} * {d} + {x})", "sqrt({e} * {e} + {x})"],
                           rng.randrange(2, 5))
        value = " + ".join(terms).format(d=d, e=e, x=x)
        return Stmt("{{ %s %s = {0}, %s = {1}, %s = %s - %s, %s = %s - %s; %s = %s; }}" % (
            scalar, x, y, d, x, y, e, y, x, self.accumulator(scalar), value),
            self.worth(scalar, 1), self.worth(scalar, 1))

    def accumulated(self):
        """A loop changes one or two elements of arrays in each iteration, as often as
        is known, as a parameter says, or as each work item wants."""
        rng = self.rng
        arrays = [a for a in self.scope.arrays if a.writable]
        if not arrays:
            return self.assignment()
        name = self.names.give("k")
        bound = rng.choice(["3", "(%s & 3)" % self.count, "(int)(%s & 3)" % self.lid])

        def changes():
            statements = []
            for array in rng.choices(arrays, k=rng.choice([1, 1, 2])):
                op = rng.choice(["+", "*"]) if array.scalar.real else "^"
                text = rng.choice(["{0} %s= {1};" % op, "{0} = {0} %s {1};" % op,
                                   "if ({2}) {0} %s= {1};" % op])
                # No operator but = takes a floating-point number for a bool.
                value = (self.condition() if array.scalar is BOOL
                         else self.worth(array.scalar, 1))
                statements.append(Stmt(text, self.element(array), value,
                                       self.condition()))
            return Block(statements)
        body = self.within(changes, converged=False,
                           counters=self.scope.counters + [(name, 2)])
        return Stmt("for (int %s = 0; %s < %s; ++%s) {0}" % (name, name, bound, name),
                    body)

    # Rows of a group -------------------------------------------------------------

    def make_lines(self):
        """One row that is only read, and one that is written."""
        if "strides" not in self.features or self.rng.random() < 0.4:
            return []
        extent = self.rng.choice([self.rng.randrange(1, 3 * self.size + 3),
                                  2 * self.size, self.rng.randrange(8, 20)])
        scalar = self.rng.choice(self.integer_types() + 6 * REALS)
        pitch = Expr(INT, str(extent), low=extent, high=extent)
        if self.rng.random() < 0.4:
            pitch = self.bound(extent)
        if pitch.high == 0:  # Clang refuses a remainder by a constant 0
            pitch = Expr(INT, "1", low=1, high=1)
        group = self.rng.choice(["group", "group", self.range.group(), "(int)group",
                                 "(uint)group"])
        return [Line(self.names.give("from"), scalar, extent, pitch, group, False),
                Line(self.names.give("line"), scalar, extent, pitch, group, True)]

    def bound(self, most):
        """A number of elements: a constant, or known at run time."""
        rng = self.rng
        if rng.random() < 0.4:
            value = rng.choice([most, rng.randrange(most + 1)])
            return Expr(INT, str(value), low=value, high=value)
        # The parameter is at most 7.
        steps = [step for step in (1, 2, 3, 5) if 7 * step <= most]
        if not steps:
            return Expr(INT, "(%s %% %d)" % (self.count, most + 1), low=0, high=most)
        step = rng.choice(steps)
        rest = rng.randrange(most - 7 * step + 1)
        forms = ["%s * %d + %d" % (self.count, step, rest)]
        if step == 1:
            forms += [self.count, "%s + %d" % (self.count, rest)]
        return Expr(INT, "(%s)" % rng.choice(forms), low=0, high=most)

    def turns(self, line, part=1):
        """How many elements of a row a loop goes over, that part at most. More
        than the row has would be those of the next group."""
        pitch = line.pitch
        if pitch.low == pitch.high:
            return self.bound(pitch.high // part)
        part = max(part, self.rng.choice([1, 1, 2]))
        return Expr(INT, "%s / %d" % (pitch.text(), part), low=0,
                    high=pitch.high // part) if part > 1 else pitch

    def shared_out(self, depth):
        """The work items of a group take turns at the elements of a row. Helpers
        name no row, and have loops of their own."""
        if self.in_helper:
            return self.counted_at_run_time(depth)
        source, line = self.lines
        name = self.names.give("i")
        scalar = self.rng.choice(["int", "int", "uint", "size_t"])
        # As a number of type int, which the generator takes counters for.
        number = name if scalar == "int" else "(int)%s" % name
        head = "for (%s %s = %s; %s < {0}; %s += %s) " % (
            scalar, name, self.rng.choice([self.range.local(self.rng)] * 2 + [
                                           self.lid]),
            name, name, self.rng.choice(["WG_SIZE", "WG_SIZE"] + (
                ["get_local_size(0)"] if len(self.range.shape) == 1 else [])))
        if self.together() and line.extent > 1 and self.rng.random() < 0.25:
            return self.mirrored(head, line, name)
        if self.together() and self.rng.random() < 0.2:
            return self.turned(source, line)
        if self.rng.random() < 0.3:
            return self.named(head, source, line, name)
        owned = [source.one(name), line.one(name)]
        bound = self.turns(line)
        counter = (number, line.extent - 1)
        if self.rng.random() < 0.4:
            return self.summed(head, bound, owned, counter)
        body = self.block(depth - 1, converged=False,
                          arrays=self.scope.arrays + 3 * owned + [source],
                          counters=self.scope.counters + [counter])
        body.children.append(self.stored_to(owned))
        leave = self.leave()
        if leave:
            body.children.insert(self.rng.randrange(len(body.children) + 1), leave)
        return Stmt(head + "{1}", bound, body)

    def named(self, head, source, line, name):
        """A loop over rows that have pointers of their own."""
        rows = [(self.names.give("p"), array) for array in (source, line)]
        statements = [Stmt("%s%s *%s = %s;" % (
            "" if array.writable else "const ", array.scalar, pointer,
            array.pointer(0))) for pointer, array in rows]
        owned = [Array(pointer, array.scalar, 1, name, array.writable)
                 for pointer, array in rows]
        statements.append(Stmt(head + "{1}", self.turns(line),
                               Block([self.stored_to(owned)])))
        return Stmt("{0}", Block(statements))

    def stored_to(self, owned):
        """A store to the element that the work item has its turn at."""
        source, line = [array.element(Expr(INT, "0")) for array in owned]
        if line.type.real:
            return Stmt(self.rng.choice(["{0} = {1} + {2};", "{0} += {1} * {2};",
                                         "{0} = {2};"]), line, source,
                        self.real(1))
        return Stmt("{0} = {1} ^ {2};", line, source, self.integer(1))

    def summed(self, head, bound, owned, counter):
        """The sum of a row, by the work items first, mostly of the group then."""
        rng, name = self.rng, self.names.give("sum")
        scalar = owned[0].scalar
        type = scalar if scalar.real else "ulong"
        element = rng.choice(owned).element(Expr(INT, "0"))
        def term():
            return Stmt("%s += {0};" % name, self.real_times(element)
                        if scalar.real else element)
        add = self.within(term, counters=self.scope.counters + [counter])
        statements = [Stmt("%s %s = 0;" % (type, name)),
                      Stmt(head + "{1}", bound, Block([add]))]
        if rng.random() < 0.5:
            statements[1].children[1].children.append(self.stored_to(owned))
        value = name
        if "masked" in self.features or self.together():
            value = rng.choice([name, "sub_group_reduce_add(%s)" % name])
        statements.append(Stmt("%s = %s;" % (self.accumulator(scalar), value)))
        return Stmt("{0}", Block(statements))

    def real_times(self, element):
        """An element, or its product, which may be fused into a sum."""
        if self.rng.random() < 0.5:
            return element
        return Expr(element.type, "{0} * {1}", element,
                    self.real_of(element.type, 1))

    def mirrored(self, head, line, name):
        """Elements change places with those as far from the other end. The work
        item at the lower one owns both meanwhile, which takes barriers."""
        a = line.text(name)
        b = line.text("(%s - 1 - %s)" % (line.pitch.text(), name))
        parts = [self.turns(line, 2)]
        condition = self.ordered(a, b)
        if self.rng.random() < 0.5:
            condition = "{1}"
            parts.append(self.condition())
        return Stmt("barrier(1); %sif (%s) %s barrier(1);" % (
            head, condition, self.swap(line, a, b)), *parts)

    def turned(self, source, line):
        """Elements of a row move around it as a ring. Each work item writes the
        element of another one, which takes barriers."""
        rng, value = self.rng, self.names.give("v")
        scalar = rng.choice(["int", "int", "uint", "size_t"])

        def place(row):
            by = rng.choice(["%d" % rng.randrange(1, 9), self.count])
            return row.text("((%s)%s + %s) %% %s" % (scalar, self.lid, by,
                                                     row.pitch.text()))
        inside = "%s < %s" % (self.lid, line.pitch.text())
        row = rng.choice([source, line])
        only = rng.choice(["", " && {0}"])
        return Stmt("{{ barrier(1); %s %s = 0; if (%s%s) %s = %s; barrier(1); "
                    "if (%s%s) %s = %s; barrier(1); }}" % (
                        line.scalar, value, inside, rng.choice(["", only]), value,
                        place(row), inside, only, place(line), value),
                    self.condition())

    def first_work_items(self):
        """Whether the work item is one of the first of all."""
        rng = self.rng
        # The argument of a helper is any number.
        count = "(%s & 7)" % self.count if self.in_helper else self.count
        most = rng.choice(["%d" % rng.randrange(1, 11 * self.size), count,
                           "%s * %d" % (count, rng.randrange(1, 9))])
        return self.truth("(%s %s %s)" % (self.range.one_id(rng),
                                          rng.choice(["<", ">="]), most))

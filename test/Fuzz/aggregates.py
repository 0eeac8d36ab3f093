"""Statements with what OpenCL C has beside scalars and loops: vectors,
structures, pointers that move, and switches."""

from scalars import INT
from tree import Stmt


class Aggregates:
    """A part of the generator, beside Statements."""

    def switched(self, depth):
        """Sections that end with a break, are left early, or run on."""
        rng = self.rng
        parts, text = [self.integer(1)], "switch ((uint)({0}) & 3) {{ "
        labels = rng.sample(["case 0:", "case 1:", "case 2: case 7:", "case 3u:",
                             "default:"], rng.randrange(2, 6))
        for label in labels:
            text += label + " {%d} " % len(parts)
            parts.append(self.block(depth - 1, converged=False))
            kind = rng.randrange(6)
            if kind == 0:
                text += "if ({%d}) break; " % len(parts)
                parts.append(self.condition())
            elif kind < 4:
                text += "break; "
        return Stmt(text + "}}", *parts)

    def aggregate(self):
        """Something of a real type, through a vector, structure or pointer, added
        to a variable."""
        reals = self.scope.of(lambda t: t.real)
        if not reals:
            return self.assignment()
        name, scalar = self.rng.choice(reals)
        kinds = [self.vector, self.structure, self.walk, self.turn_pointers]
        if "narrow" in self.features:
            kinds.append(self.as_bytes)
        return self.rng.choice(kinds)(name, scalar)

    def vector(self, name, scalar):
        rng, q = self.rng, self.names.give("q")
        type = "%s4" % scalar
        change = rng.choice([
            "%(q)s.xz += %(q)s.yw * {4};", "%(q)s.even = %(q)s.hi;",
            "%(q)s = %(q)s < %(q)s.wzyx ? %(q)s : {4} - %(q)s;",
            "%(q)s = %(q)s * {4} + %(q)s.wzyx;",
            "%(q)s -= %(q)s.s3210 * %(q)s.lo.xxyy;",
            "%(q)s = fma(%(q)s, (%(t)s)({4}), %(q)s.zwxy);",
            "if (any(%(q)s > {4})) %(q)s.w = -%(q)s.y;",
            "%(q)s = (%(t)s)(%(q)s.w, %(q)s.xy * {4}, %(q)s.z);"])
        result = rng.choice(["dot(%(q)s, %(q)s.yxwz)", "%(q)s.s1 + %(q)s.w",
                             "(%(q)s * %(q)s - %(q)s.yyyy).z"])
        text = "{{ %(t)s %(q)s = (%(t)s)({0}, {1}, {2}, {3}); " + change + \
            " %(n)s += " + result + "; }}"
        return Stmt(text % {"t": type, "q": q, "n": name},
                    *[self.real_of(scalar, 1) for _ in range(5)])

    def structure(self, name, scalar):
        s, t = self.names.give("s"), self.names.give("t")
        return Stmt(
            "{{ struct {{ %(x)s a; int n; %(x)s b[2]; }} %(s)s = {{ {0}, {1} }}, "
            "%(t)s = %(s)s; %(t)s.b[({2}) & 1] += %(s)s.a; "
            "if ({3}) %(s)s = %(t)s; %(n)s = %(s)s.b[1] + %(t)s.a * %(s)s.n; }}"
            % {"x": scalar, "s": s, "t": t, "n": name},
            self.real_of(scalar, 1), self.integer_of(INT, 1),
            self.integer_of(INT, 1), self.condition())

    def walk(self, name, scalar):
        row, p = self.names.give("row"), self.names.give("p")
        k = self.names.give("k")
        steps = self.rng.randrange(1, 4)
        return Stmt(
            "{{ %(x)s %(r)s[4] = {{ {0}, {1} }}; %(x)s *%(p)s = %(r)s; "
            "for (int %(k)s = 0; %(k)s < %(c)d; ++%(k)s) *%(p)s++ += {2}; "
            "%(p)s -= %(c)d; %(n)s = *%(p)s + %(p)s[1]; }}"
            % {"x": scalar, "r": row, "p": p, "k": k, "c": steps, "n": name},
            *[self.real_of(scalar, 1) for _ in range(3)])

    def turn_pointers(self, name, scalar):
        """Two pointers that exchange what they point to."""
        a, b, p, q, k = [self.names.give(name) for name in "abpqk"]
        return Stmt(
            "{{ %(x)s %(a)s[2] = {{ {0}, {1} }}, %(b)s[2] = {{ {2} }}, "
            "*%(p)s = %(a)s, *%(q)s = %(b)s; "
            "for (int %(k)s = 0; %(k)s < %(c)d; ++%(k)s) {{ "
            "%(q)s[({3}) & 1] += %(p)s[1]; "
            "%(x)s *t = %(p)s; %(p)s = %(q)s; %(q)s = t; }} "
            "%(n)s = *%(p)s - *(({4}) ? %(q)s : %(b)s + 1); }}"
            % {"x": scalar, "a": a, "b": b, "p": p, "q": q, "k": k, "n": name,
               "c": self.rng.randrange(1, 4)},
            *[self.real_of(scalar, 1) for _ in range(3)],
            self.integer_of(INT, 1), self.condition())

    def as_bytes(self, name, scalar):
        """A variable that is also accessed as smaller integers."""
        w, p = self.names.give("w"), self.names.give("p")
        part, mask = self.rng.choice([("uchar", 3), ("short", 1)])
        return Stmt(
            "{{ uint %(w)s = (uint)({0}); %(t)s *%(p)s = (%(t)s *)&%(w)s; "
            "%(p)s[({1}) & %(m)d] += %(p)s[({2}) & %(m)d]; "
            "%(n)s += (%(x)s)(%(w)s & 0xffff); }}"
            % {"x": scalar, "w": w, "p": p, "t": part, "m": mask, "n": name},
            *[self.integer_of(INT, 1) for _ in range(3)])

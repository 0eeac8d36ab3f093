"""Variables that lie in memory: __local arrays that are written at places known at
run time or counted in atomically, and private arrays with run-time subscripts."""

from scalars import INT, REALS, UINT
from tree import Expr, Stmt

# Atomic functions whose results in memory do not depend on the order of the work
# items, and what the elements hold before.
ATOMICS = {"add": "0", "sub": "7", "or": "0", "xor": "0", "and": "~0u", "min": "~0u",
           "max": "0"}


class Tiles:
    """A part of the generator, beside Statements."""

    def tile_statements(self):
        """Statements for the beginning of a kernel, where all work items are."""
        if "tiles" not in self.features or self.rng.random() < 0.6:
            return []
        return [self.pick([(2, self.tile_turned), (3, self.tile_counters), (2, self.tile_of_one),
                           (2, self.tile_panel)])
                for _ in range(self.rng.randrange(1, 3))]

    def tile_turned(self):
        """Work items exchange values through places that differ by a number of
        the launch."""
        rng, name = self.rng, self.names.give("tile")
        scalar = rng.choice(REALS + [INT, UINT])
        back = "(lid * %d + %d) %% WG_SIZE" % (rng.randrange(1, 6), rng.randrange(4))
        return Stmt("__local %s %s[WG_SIZE + %d]; %s[(lid + %s) %% WG_SIZE] = {0}; "
                    "barrier(1); %s = %s[%s]; barrier(1);" % (
                        scalar, name, rng.randrange(3), name, self.count,
                        self.accumulator(scalar), name, back),
                    self.simple(scalar, 1))

    def tile_counters(self):
        """Counters of the group, and an element that says what they hold."""
        rng, name, at = self.rng, self.names.give("bins"), self.names.give("b")
        extent = rng.randrange(1, 12)
        kind = rng.choice(sorted(ATOMICS))
        condition = rng.choice(["", "", "if ({2}) "])
        parts = [Expr(INT, "(uint)({0}) %% %du" % extent, self.integer(1)),
                 self.integer(1), self.condition(1), self.integer(1)]
        return Stmt("__local uint %s[%d]; "
                    "for (int %s = lid; %s < %d; %s += WG_SIZE) %s[%s] = %s; "
                    "barrier(1); %satomic_%s(&%s[{0}], (uint)({1})); barrier(1); "
                    "%s = %s[(uint)({3}) %% %du]; barrier(1);" % (
                        name, extent, at, at, extent, at, name, at, ATOMICS[kind],
                        condition, kind, name, self.accumulator(INT), name, extent),
                    *parts)

    def tile_of_one(self):
        """An array that is too large to be selected from in registers."""
        rng, name, at = self.rng, self.names.give("big"), self.names.give("b")
        scalar = rng.choice(REALS + [INT, UINT])
        extent = rng.randrange(33, 70)
        return Stmt("%s %s[%d]; for (int %s = 0; %s < %d; ++%s) %s[%s] = %s * %d; "
                    "%s[(uint)({0}) %% %du] = {1}; %s = %s[(uint)({2}) %% %du];" % (
                        scalar, name, extent, at, at, extent, at, name, at, at,
                        rng.randrange(1, 9), name, extent, self.accumulator(scalar),
                        name, extent),
                    self.integer(1), self.simple(scalar, 1), self.integer(1))

    def tile_panel(self):
        """A private array that a loop changes and exchanges, so that the loop stays one."""
        rng, name, from_item = self.rng, self.names.give("panel"), self.names.give("from")
        extent, rounds = rng.randrange(14, 25), rng.randrange(10, 20)
        source = rng.choice(["k %% WG_SIZE", "(k + %s) %% WG_SIZE" % self.count, from_item,
                             "(k + lid) %% WG_SIZE"]).replace("%%", "%")
        first = rng.choice(["0", "k %% %d" % extent]).replace("%%", "%")
        guard = rng.choice(["", "", "if (lid != k) ", "if (%s & 1) " % from_item])
        return Stmt("uint %(p)s[%(n)d]; uint %(f)s = (uint)({0}) %% WG_SIZE; "
                    "for (int j = 0; j < %(n)d; ++j) %(p)s[j] = (uint)({1}) * (j + 1); "
                    "for (int k = 0; k < %(r)d; ++k) {{ uint one = %(p)s[k %% %(n)d]; "
                    "for (int j = %(first)s; j < %(n)d; ++j) {{ "
                    "uint moved = shuffle(%(p)s[j], %(source)s); "
                    "%(guard)s%(p)s[j] %(op)s one + moved; }} }} "
                    "%(acc)s = %(p)s[(uint)({2}) %% %(n)du];" % {
                        "p": name, "f": from_item, "n": extent, "r": rounds, "first": first,
                        "source": source, "guard": guard, "op": rng.choice(["=", "^=", "+="]),
                        "acc": self.accumulator(INT)},
                    self.integer(1), self.integer(1), self.integer(1))

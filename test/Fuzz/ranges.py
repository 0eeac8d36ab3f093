"""The range that a program runs over: how many dimensions groups and their grid
have, and how a program spells where a work item is."""


def divisors(number):
    return [n for n in range(1, number + 1) if number % n == 0]


class Range:
    """Of groups of `size` work items. Whatever the dimensions are, work items,
    groups and the work items of the batch are numbered along one line, by which
    elements of buffers are chosen."""

    def __init__(self, rng, size, small, wanted):
        self.shape, self.offset = [size], None
        self.grid = [5 if small else 11]
        self.by_rows = False  # of all work items of the range, not group by group
        if not wanted or rng.random() < 0.6:
            return
        if rng.random() < 0.85:
            x = rng.choice(divisors(size))
            self.shape = [x, size // x]
            if rng.random() < 0.3:
                y = rng.choice(divisors(size // x))
                self.shape = [x, y, size // x // y]
            most = self.grid[0]
            self.grid = []
            for _ in self.shape:
                self.grid.append(rng.randrange(1, min(most, 6) + 1))
                most //= self.grid[-1]
        if len(self.shape) == 1 or rng.random() < 0.3:
            self.offset = [rng.randrange(9) for _ in self.shape]
        self.by_rows = rng.random() < 0.5

    def is_plain(self):
        return len(self.shape) == 1 and not self.offset

    def dimensions(self):
        return range(len(self.shape))

    def line(self, place, extent):
        """Places along all dimensions as one number, x first."""
        text = ""
        for d in reversed(self.dimensions()):
            here = place.format(d)
            text = "(%s * %s + %s)" % (text, extent.format(d), here) \
                if text else here
        return text

    def local(self, rng):
        """The work item's number in its group."""
        if len(self.shape) == 1:
            return "get_local_id(0)"
        return rng.choice(["get_local_linear_id()",
                           self.line("get_local_id({0})", "get_local_size({0})")])

    def group(self):
        if len(self.shape) == 1:
            return "get_group_id(0)"
        return self.line("get_group_id({0})", "get_num_groups({0})")

    def item(self, rng):
        """The work item's number in the batch."""
        if self.is_plain():
            return "get_global_id(0)"
        if not self.by_rows:
            return "(%s * WG_SIZE + %s)" % (self.group(), self.local(rng))
        place = "(get_global_id({0}) - get_global_offset({0}))" if self.offset \
            else "get_global_id({0})"
        text = self.line(place, "get_global_size({0})")
        return rng.choice(["get_global_linear_id()", text])

    def one_id(self, rng):
        """The index along some dimension."""
        return "get_global_id(%d)" % rng.choice(self.dimensions())

    def values(self):
        """What is known of small numbers: text and the greatest value."""
        values = [("(int)get_local_size(0)", self.shape[0])]
        for d in self.dimensions():
            if d:
                values += [("(int)get_local_id(%d)" % d, self.shape[d] - 1),
                           ("(int)get_local_size(%d)" % d, self.shape[d]),
                           ("(int)get_group_id(%d)" % d, self.grid[d] - 1),
                           ("(int)get_num_groups(%d)" % d, self.grid[d])]
        if len(self.shape) > 1:
            values += [("(int)get_local_id(0)", self.shape[0] - 1),
                       ("(int)get_work_dim()", len(self.shape))]
        if self.offset:
            values.append(("(int)get_global_offset(0)", self.offset[0]))
        return values

    def options(self):
        def spell(extents):
            return "x".join(map(str, extents))
        options = ["--wg-size=" + spell(self.shape), "--groups=" + spell(self.grid)]
        return options + (["--offset=" + spell(self.offset)] if self.offset else [])

"""What a place of a generated program can name, and what the language allows
there."""

from tree import Expr

# What the generator can be told to leave out (--without): kinds of programs
# that a target does not take, or that are under repair.
FEATURES = [
    "special",      # NaN, infinities, denormals, extreme integers in data
    "narrow",       # lanes of 8 and 16 bits
    "library",      # mathematical functions
    "halves",       # arithmetic on numbers of 16 bits
    "masked",       # collectives where not all work items are active
    "nans",         # minima and maxima of NaN over a part of the group
    "contract",     # contraction pragmas
    "products",     # negated products and sums of two products
    "shifts",       # constant counts that are no less than the width
    "helpers",      # functions, also with pointers, also kernels
    "searches",     # loops that work items leave one by one, with counts that they keep
    "returns",      # returns from within loops and branches, also in helpers
    "grids",        # private arrays of two dimensions
    "bools",        # variables, arrays, parameters and results of type bool
    "strides",      # loops in which a group shares out a row of a buffer
    "aggregates",   # vectors, structures, pointers that move, switches
    "tiles",        # variables in memory, atomic functions
    "swaps",        # elements that change places, or are read once stored
    "lookups",      # elements at known distances from one that the data gives
    "borders",      # neighbours of elements, others in their place at the borders
    "unsigned",     # subscripts without a sign, of parameters, some of which wrap around
    "rows",         # elements by the row and column that divisions give
    "bests",        # searches that keep the number of an element alone
    "pairs",        # squares of differences that are taken both ways
    "accumulates",  # loops that change the same elements of buffers in each iteration
    "constants",    # enumerations, constants and tables outside functions
    "names",        # names with a meaning elsewhere
    "sizes",        # work groups of more than 16
    "warps",        # work groups of more than 32
    "groups",       # several group counts, 0 among them
    "ranges",       # ranges of two and three dimensions, global offsets
]

# What --without leaves out where it is not given: kinds that are known to differ.
UNDER_REPAIR = []


class Array:
    """Elements name[0] .. name[extent - 1]: private, or of the own row of a
    buffer, in which case `place` is the subscript with a slot for the element."""

    def __init__(self, name, scalar, extent, place="{0}", writable=True):
        self.name, self.scalar, self.extent = name, scalar, extent
        self.place, self.writable = place, writable
        self.private = place == "{0}"
        self.strided = False  # a pointer to it names one element, not a row
        self.shape = (extent,)

    def element(self, subscript):
        inside = self.place.replace("{0}", subscript.text()) \
            if not subscript.children else None
        if inside is not None:
            return Expr(self.scalar, "%s[%s]" % (self.name, inside))
        return Expr(self.scalar, "%s[%s]" % (self.name, self.place), subscript)

    def text(self, subscript):
        """The element whose number is the text `subscript`."""
        return "%s[%s]" % (self.name, self.place.replace("{0}", subscript))

    def pointer(self, number):
        """A pointer to an element."""
        return "%s + %s" % (self.name, self.place.replace("{0}", str(number)))

    def reach(self, number):
        """How many elements a pointer to this one names."""
        return 1 if self.strided else self.extent - number

    def each(self, text):
        """A loop over all elements; `text` has slots for one of them and for its
        number."""
        return "for (int k = 0; k < %d; ++k) " % self.extent + text.format(
            self.text("k"), "k")


class Grid(Array):
    """A private array of two dimensions, whose elements are numbered by rows."""

    def __init__(self, name, scalar, rows, columns):
        super().__init__(name, scalar, rows * columns)
        self.shape = (rows, columns)

    def element(self, row, column):
        return Expr(self.scalar, "%s[{0}][{1}]" % self.name, row, column)

    def text(self, subscript):
        columns = self.shape[1]
        return "%s[%s / %d][%s %% %d]" % (self.name, subscript, columns,
                                          subscript, columns)

    def pointer(self, number):
        row, column = divmod(number, self.shape[1])
        return "%s[%d] + %d" % (self.name, row, column) if column else \
            "%s[%d]" % (self.name, row)

    def reach(self, number):
        """A pointer stays in its row: C defines no step from it to the next."""
        return self.shape[1] - number % self.shape[1]

    def each(self, text):
        loops = "for (int k = 0; k < %d; ++k) for (int l = 0; l < %d; ++l) "
        return loops % self.shape + text.format(
            "%s[k][l]" % self.name, "(k * %d + l)" % self.shape[1])


class Scope:
    """Variables that are visible, and what holds of the work items here."""

    def __init__(self):
        self.variables = []   # (name, scalar), all may be assigned to
        self.fixed = []       # expressions of small known range
        self.counters = []    # (name, how many values from 0)
        self.arrays = []      # Array
        self.tables = []      # Array, constant
        self.helpers = []     # Helper
        self.converged = True  # every work item of the group is here, unless gone
        self.repeated = False  # in a loop that every work item goes through
        self.size = 1

    def inner(self, **changes):
        """A scope within this one: what it declares ends with it."""
        copy = Scope()
        for key, value in self.__dict__.items():
            copy.__dict__[key] = list(value) if isinstance(value, list) else value
        copy.__dict__.update(changes)
        return copy

    def of(self, wanted):
        """Variables whose type `wanted` accepts."""
        return [v for v in self.variables if wanted(v[1])]

"""The scalar types of the language, and the values at which arithmetic breaks."""


class Scalar:
    """A type: `kind` is "i" (signed), "u" (unsigned) or "f" (floating)."""

    def __init__(self, name, kind, bits):
        self.name, self.kind, self.bits = name, kind, bits
        self.real = kind == "f"
        if kind == "i":
            self.low, self.high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
        elif kind == "u":
            self.low, self.high = 0, (1 << bits) - 1
        else:
            self.low = self.high = None

    def __repr__(self):
        return self.name

    def __deepcopy__(self, _):
        return self  # there is one object of each type

    @property
    def dtype(self):
        """NumPy's name of the type."""
        return "%s%d" % (self.kind, self.bits // 8)

    def holds(self, low, high):
        return self.low <= low and high <= self.high


CHAR, UCHAR = Scalar("char", "i", 8), Scalar("uchar", "u", 8)
SHORT, USHORT = Scalar("short", "i", 16), Scalar("ushort", "u", 16)
INT, UINT = Scalar("int", "i", 32), Scalar("uint", "u", 32)
LONG, ULONG = Scalar("long", "i", 64), Scalar("ulong", "u", 64)
BOOL = Scalar("bool", "u", 1)
FLOAT, DOUBLE = Scalar("float", "f", 32), Scalar("double", "f", 64)

NARROW = [CHAR, UCHAR, SHORT, USHORT]
WIDE = [INT, UINT, LONG, ULONG]
REALS = [FLOAT, DOUBLE]
UNSIGNED = {CHAR: UCHAR, UCHAR: UCHAR, SHORT: USHORT, USHORT: USHORT,
            INT: UINT, UINT: UINT, LONG: ULONG, ULONG: ULONG}


def promote(scalar):
    """C's integer promotion."""
    return INT if not scalar.real and scalar.bits < 32 else scalar


def common(a, b):
    """C's usual arithmetic conversions."""
    if a.real or b.real:
        return DOUBLE if DOUBLE in (a, b) else FLOAT
    a, b = promote(a), promote(b)
    if a.bits != b.bits:
        return a if a.bits > b.bits else b
    return a if a.kind == "u" else b


def stored(scalar):
    """What a buffer holds of values of the type: there are none of `bool`."""
    return INT if scalar is BOOL else scalar


def converted(low, high, scalar):
    """The range of integers in low..high after conversion to `scalar`."""
    return (low, high) if scalar.holds(low, high) else (scalar.low, scalar.high)


# Literals -------------------------------------------------------------------


def spell(value, scalar):
    """An expression of C that has exactly this type and integer value."""
    if scalar in NARROW + [BOOL]:
        return "(%s)%d" % (scalar, value)
    suffix = {INT: "", UINT: "u", LONG: "l", ULONG: "ul"}[scalar]
    if value == scalar.low and value < 0:  # C has no negative literals
        return "(-%d%s - 1)" % (scalar.high, suffix)
    return "%d%s" % (value, suffix) if value >= 0 else "(%d%s)" % (value, suffix)


def extremes(scalar):
    """Integers next to which arithmetic overflows or changes sign."""
    return [v for v in (scalar.low, scalar.low + 1, -1, 0, 1, scalar.high - 1,
                        scalar.high, scalar.high // 2 + 1, 1 << 24, (1 << 24) + 1,
                        (1 << 53) + 1, 0x7fffffff, 0x80000000, 0xffffffff)
            if scalar.holds(v, v)]


# As C writes them, without the suffix of float. The second list is what poisons
# or tests whole expressions; numbers of it also stand in input data.
TAME = ["0.5", "1.25", "2.0", "3.0", "0.1", "1.0", "0.0", "8388609.0", "2.5",
        "0x1.fffffep0", "1e-3"]
SPECIAL = {
    FLOAT: ["0x1p-149", "0x1.fffffcp-127", "0x1p-126", "0x1.fffffep127",
            "16777217.0", "4503599627370497.5", "0.49999997", "1e30", "1e-30"],
    DOUBLE: ["0x1p-1074", "0x1.ffffffffffffep-1023", "0x1p-1022",
             "0x1.fffffffffffffp1023", "9007199254740993.0",
             "4503599627370497.5", "0.49999999999999994", "1e300", "1e-300",
             "0x1.000001p0"]}


def real_literal(text, scalar):
    return text + ("f" if scalar is FLOAT else "")

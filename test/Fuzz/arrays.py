"""Input data: files of NumPy's format, the same for the same random state."""
import struct

from scalars import DOUBLE, extremes

FORMAT = {"f8": "<d", "f4": "<f", "i1": "<b", "u1": "<B", "i2": "<h", "u2": "<H",
          "i4": "<i", "u4": "<I", "i8": "<q", "u8": "<Q"}


def pack(scalar, value):
    return struct.pack(FORMAT[scalar.dtype], value)


def special_reals(scalar):
    """NaN, infinities, zeros, denormals and the ends of the range, as bytes.

    The NaN is a quiet one: whether an operation makes a signaling NaN quiet,
    and what fmin gives for one, the language does not say.
    """
    if scalar is DOUBLE:
        bits = [0x7ff8 << 48, 0x7ff0 << 48, 0xfff0 << 48, 0, 1 << 63, 1,
                (1 << 63) | 1, (1 << 52) - 1, 1 << 52, (0x7ff0 << 48) - 1,
                0x4340000000000001, 0x3fdfffffffffffff]
        return [struct.pack("<Q", b) for b in bits]
    bits = [0x7fc00000, 0x7f800000, 0xff800000, 0, 0x80000000, 1, 0x80000001,
            0x007fffff, 0x00800000, 0x7f7fffff, 0x4b800001, 0x3effffff]
    return [struct.pack("<I", b) for b in bits]


def values(rng, scalar, flavour):
    """Elements to draw from. `flavour` is "tame", "mixed" (a tenth is special,
    so that not everything becomes NaN) or "wild"."""
    if scalar.real:
        tame = [pack(scalar, rng.uniform(-4, 4)) for _ in range(24)]
        tame += [pack(scalar, rng.randrange(-9, 10) / 4) for _ in range(16)]
        wild = special_reals(scalar)
    else:
        low = -9 if scalar.kind == "i" else 0
        tame = [pack(scalar, rng.randrange(low, 10)) for _ in range(40)]
        wild = [pack(scalar, value) for value in extremes(scalar)]
        wild += [pack(scalar, rng.randrange(scalar.low, scalar.high + 1))
                 for _ in range(12)]
    if flavour == "tame":
        return tame
    return wild if flavour == "wild" else tame + rng.sample(wild, 4)


def npy(rng, scalar, count, flavour):
    """The bytes of a file of `count` elements."""
    if count == 0:
        return header(scalar, 0)
    pool = values(rng, scalar, flavour)
    return header(scalar, count) + b"".join(rng.choices(pool, k=count))


def header(scalar, count):
    text = "{'descr': '%s%s', 'fortran_order': False, 'shape': (%d,), }" % (
        "|" if scalar.bits == 8 else "<", scalar.dtype, count)
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()

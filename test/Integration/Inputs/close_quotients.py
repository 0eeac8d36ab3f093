"""Write dividends and divisors whose quotients are hard to round, as .npy files.

Usage: close_quotients.py FOLDER f4|f8 GROUPS SIZE
`y` has a divisor for each group, `own` one for each work item; `a`, `b` and `c` have
dividends whose quotients by y, own and 7 lie as close to the middle of two numbers as
quotients can. In every third group some numbers are zeros of either sign, denormal,
huge, infinite or NaN.
"""
import random
import struct
import sys
from fractions import Fraction

folder, kind, groups, size = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])
MANTISSA = {"f4": 23, "f8": 52}[kind]
LETTER = {"f4": "f", "f8": "d"}[kind]
TINY = {"f4": 1.4e-45, "f8": 5e-324}[kind]
HUGE = {"f4": 3e38, "f8": 1.7e308}[kind]
rng = random.Random(7)


def significand():
    """An integer of as many bits as a mantissa has; some are close to the ends."""
    low, high = 1 << MANTISSA, (1 << MANTISSA + 1) - 1
    return rng.choice([rng.randint(low, high), low + rng.randrange(99),
                       high - rng.randrange(99)])


def close(divisor):
    """A number whose quotient by an integer is close to an odd multiple of half of a
    unit in the quotient's last place."""
    middle = 2 * significand() + 1
    dividend = Fraction(middle * divisor)
    while dividend >= 1 << MANTISSA + 1:
        dividend /= 2
    return int(dividend) + rng.randrange(2)


def scaled(number):
    return rng.choice([1.0, -1.0]) * number * 2.0 ** (rng.randrange(-9, 9) - MANTISSA)


def special(number):
    return rng.choice([number] * 12 + [0.0, -0.0, TINY, -TINY * 999, HUGE, -HUGE,
                                       float("inf"), float("nan")])


def write(name, numbers, *shape):
    head = repr({"descr": "<" + kind, "fortran_order": False, "shape": shape})
    head += " " * (63 - (len(head) + 10) % 64) + "\n"
    with open("%s/%s.npy" % (folder, name), "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
        file.write(struct.pack("<%d%s" % (len(numbers), LETTER), *numbers))


y, own, dividends = [], [], ([], [], [])
for group in range(groups):
    keep = special if group % 3 == 0 else float
    of_group = significand()
    y.append((special if group % 9 == 0 else float)(scaled(of_group)))
    for item in range(size):
        of_item = significand()
        own.append(keep(scaled(of_item)))
        for values, divisor in zip(dividends, (of_group, of_item, 7)):
            values.append(keep(scaled(close(divisor))))
write("y", y, groups)
write("own", own, groups, size)
for name, values in zip("abc", dividends):
    write(name, values, groups, size)

"""The kernels of the conformance folder: their text, inputs and expected buffers.

A file holds kernels between lines `// -----`. Above each kernel a line says how it
is run, and lines below it what its buffers hold afterwards; a buffer without such a
line keeps its input:

    // run: 3 groups
    pirch.kernel @double(%a: memref<?xi32> {pirch.value = dense<[1, 2, 3]> : tensor<3xi32>})
    ...
    // double: arg0 = dense<[2, 4, 6]> : tensor<3xi32>
"""
import dataclasses
import re
import struct

TABLE = r'dense<[^>]*>'
PARAMETER = re.compile(
    r'%\w+\s*:\s*(memref<\?x(?P<element>\w+)>|(?P<scalar>\w+))\s*'
    r'\{\s*pirch\.value\s*=\s*((?P<table>' + TABLE + r')\s*:\s*tensor<(?P<count>\d+)x\w+>'
    r'|(?P<number>[^\s:}]+)(\s*:\s*\w+)?)\s*\}')
RUN = re.compile(r'^// run: (\d+) groups(, not repeated|, together)?$', re.M)
RESULT = re.compile(r'^// (\w+): (\w+) = (' + TABLE + r') : tensor<(\d+)x(\w+)>$', re.M)

# Bytes of an element, and of its sign, exponent and fraction the bits of the last two.
FLOATS = {"f16": (2, 5, 10), "bf16": (2, 8, 7), "f32": (4, 8, 23), "f64": (8, 11, 52)}
PACKED = {"f16": "<e", "f32": "<f", "f64": "<d"}


def size_of(element):
    """The bytes of one element in memory."""
    if element in FLOATS:
        return FLOATS[element][0]
    return (int(element[1:]) + 7) // 8


def float_bits(text, element):
    size = size_of(element)
    if element in PACKED:
        return int.from_bytes(struct.pack(PACKED[element], float(text)), "little")
    single = int.from_bytes(struct.pack("<f", float(text)), "little")
    return (single + 0x7FFF + (single >> 16 & 1)) >> 16  # bf16, rounded to even


def element_bits(text, element):
    """The bits of one element, as MLIR writes its value."""
    if element in FLOATS and not text.startswith("0x"):
        return float_bits(text, element)
    number = {"true": 1, "false": 0}.get(text)
    if number is None:
        number = int(text, 0)
    return number & (1 << 8 * size_of(element)) - 1 if element != "i1" else number & 1


def table_bytes(table, count, element):
    """The bytes of `dense<[...]>`, or of `dense<value>` for all of `count` elements."""
    words = [word.strip() for word in table[len("dense<"):-1].strip("[] \n").split(",")]
    if len(words) == 1:
        words *= count
    if len(words) != count:
        raise ValueError(f"{count} elements, but {len(words)} values: {table}")
    size = size_of(element)
    return b"".join(element_bits(word, element).to_bytes(size, "little") for word in words)


def split_elements(data, element):
    size = size_of(element)
    return [int.from_bytes(data[at:at + size], "little") for at in range(0, len(data), size)]


def is_nan(bits, element):
    if element not in FLOATS:
        return False
    size, exponent, fraction = FLOATS[element]
    magnitude = bits & (1 << exponent + fraction) - 1
    return magnitude > (1 << exponent) - 1 << fraction


def show(bits, element):
    """An element as a reader wants to see it; of a float also its bits."""
    if element not in FLOATS:
        width = int(element[1:])
        return str(bits - (1 << width) if width > 1 and bits >> width - 1 & 1 else bits)
    size = size_of(element)
    data = bits.to_bytes(size, "little")
    value = struct.unpack(PACKED[element], data)[0] if element in PACKED else \
        struct.unpack("<f", bytes(2) + data)[0]
    return f"{value!r} (0x{bits:0{2 * size}X})"


@dataclasses.dataclass
class Parameter:
    name: str
    element: str
    is_buffer: bool
    data: bytes


@dataclasses.dataclass
class Kernel:
    name: str
    file: str
    text: str  # its module, with the inputs
    groups: int
    has_rows: bool  # the buffers that it writes have one row for each group
    repeats: bool  # more groups do the same to more rows
    parameters: list
    expected: dict  # buffers by name

    def source(self):
        """The kernel as a compiler gets it, without values."""
        return re.sub(r'\s*\{\s*pirch\.value\s*=[^}]*\}', "", self.text)

    def inputs(self, times=1):
        """The parameters' bytes by name, buffers `times` over."""
        return {p.name: p.data * (times if p.is_buffer else 1) for p in self.parameters}

    def outputs(self, first, count, times=1):
        """What the buffers hold after groups `first` to `first + count - 1` of
        `times` the groups were computed."""
        result = {}
        for parameter in self.parameters:
            if not parameter.is_buffer:
                continue
            before, name = parameter.data * times, parameter.name
            after = self.expected.get(name, parameter.data) * times
            if name in self.expected and count < self.groups * times:
                row = len(after) // (self.groups * times)
                start, end = first * row, (first + count) * row
                after = before[:start] + after[start:end] + before[end:]
            result[name] = after
        return result

    def ranges(self):
        """How the kernel is run: the first group, the number of groups, and how often
        its data are repeated."""
        runs = [(0, self.groups, 1), (0, 0, 1)]
        if self.has_rows and self.groups > 1:
            runs += [(1, self.groups - 1, 1), (0, self.groups - 1, 1)]
        if self.repeats:
            times = 70 // self.groups + 1  # packs of any usual size, and a remainder
            total = times * self.groups
            runs += [(0, total, times), (3, total - 5, times)]
        return runs


def read_kernel(text, file):
    name = re.search(r'pirch\.kernel @(\w+)', text)
    if not name:
        raise ValueError(f"{file}: a part without a kernel: {text[:80]}")
    name = name[1]
    run = RUN.search(text)
    if not run:
        raise ValueError(f"{file}: kernel {name} has no line '// run: N groups'")
    header = text[text.index("pirch.kernel"):text.index("attributes")]
    parameters = []
    for match in PARAMETER.finditer(header):
        element = match["element"] or match["scalar"]
        count = int(match["count"] or 1)
        table = match["table"] or f"dense<{match['number']}>"
        parameters.append(Parameter(f"arg{len(parameters)}", element,
                                    bool(match["element"]), table_bytes(table, count, element)))
    if len(parameters) != header.count("%"):
        raise ValueError(f"{file}: kernel {name} has a parameter without a value")
    expected = {}
    for owner, buffer, table, count, element in RESULT.findall(text):
        if owner != name:
            raise ValueError(f"{file}: results of {owner} in the part of {name}")
        expected[buffer] = table_bytes(table, int(count), element)
    mode = run[2] or ""
    return Kernel(name, file, text, int(run[1]), "together" not in mode, not mode,
                  parameters, expected)


def read_kernels(path):
    """The kernels of a file, in their order."""
    kernels = [read_kernel(part, path.name)
               for part in re.split(r'^// -----$', path.read_text(), flags=re.M)]
    for kernel in kernels:
        if not kernel.expected:
            raise ValueError(f"{path.name}: kernel {kernel.name} has no expected buffer")
    return kernels


def first_difference(kernel, got, expected):
    """A line on the first element that differs, or None."""
    for parameter in kernel.parameters:
        if not parameter.is_buffer:
            continue
        element = parameter.element
        found = split_elements(got[parameter.name], element)
        wanted = split_elements(expected[parameter.name], element)
        if len(found) != len(wanted):
            return f"{parameter.name} has {len(found)} elements, not {len(wanted)}"
        for index, (have, want) in enumerate(zip(found, wanted)):
            if have != want and not (is_nan(have, element) and is_nan(want, element)):
                return (f"{parameter.name}[{index}] is {show(have, element)}, "
                        f"expected {show(want, element)}")
    return None

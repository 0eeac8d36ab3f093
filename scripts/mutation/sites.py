"""Where faults can be put into the passes, which of these places are taken, and the
sources that hold all the faults. Places are expressions and statements of Clang's AST."""
import glob
import json
import os
import pickle
import random
import re
import subprocess
import sys

sys.path.append("/usr/lib/python3/dist-packages")  # where Debian puts clang.cindex
import clang.cindex as cindex
from clang.cindex import CursorKind as Kind

FOLDERS = ["lib/Frontend", "lib/Dialect", "lib/Conversion"]
# What these files compute decides which of several right programs is made.
COSTS = {"lib/Analysis/LaneCost.cpp", "lib/Analysis/OpCosts.cpp"}
EQUIVALENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "equivalent.txt")

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/"}
LOGIC = {"&&": "||", "||": "&&"}
CHOICE = "\0"  # in a replacement: whether the fault is put in
LOOPS = {Kind.FOR_STMT, Kind.CXX_FOR_RANGE_STMT, Kind.WHILE_STMT, Kind.DO_STMT}
FUNCTIONS = {Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.LAMBDA_EXPR, Kind.CONSTRUCTOR,
             Kind.FUNCTION_TEMPLATE}
# Both orders of their arguments mean the same.
COMMUTATIVE = {"min", "max", "gcd", "lcm", "swap"}


class File:
    """The places of one source file."""

    def __init__(self, source, path, arguments, index):
        self.path = path
        self.name = os.path.relpath(path, source)
        with open(path, "rb") as file:
            self.bytes = file.read()  # libclang counts bytes
        unit = index.parse(path, args=arguments, options=1)  # with macros
        self.check(unit.diagnostics)
        self.macros, self.sites, self.spans = [], [], []
        for cursor in unit.cursor.get_children():
            if cursor.kind == Kind.MACRO_INSTANTIATION and self.here(cursor):
                self.macros.append(self.extent(cursor))
        for cursor in unit.cursor.get_children():
            if not cursor.kind.is_preprocessing() and self.here(cursor):
                self.walk(cursor, [])

    def check(self, diagnostics):
        for diagnostic in diagnostics:
            if diagnostic.severity >= 3:
                sys.exit("%s: %s" % (self.name, diagnostic))

    def here(self, cursor):
        file = cursor.extent.start.file
        return file is not None and file.name == self.path

    @staticmethod
    def extent(cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def text(self, begin, end):
        return self.bytes[begin:end].decode()

    def add(self, kind, begin, end, change, new):
        """`new` stands for the bytes from begin to end; CHOICE in it asks at run time."""
        if any(begin < high and low < end and not (begin <= low and high <= end and
                                                   kind != "swap")
               for low, high in self.macros):
            return
        self.sites.append({
            "file": self.name, "line": self.bytes.count(b"\n", 0, begin) + 1,
            "kind": kind, "begin": begin, "end": end,
            "change": " ".join(change.split()), "new": new})

    # What can be changed at a cursor -----------------------------------------

    def walk(self, cursor, parents):
        if not self.here(cursor):
            return
        self.expressions(cursor, parents)
        self.statements(cursor)
        for child in cursor.get_children():
            self.walk(child, parents + [cursor])

    def expressions(self, cursor, parents):
        kind, children = cursor.kind, list(cursor.get_children())
        begin, end = self.extent(cursor)
        text = self.text(begin, end)
        if kind in (Kind.IF_STMT, Kind.CONDITIONAL_OPERATOR):
            if children and children[0].kind.is_expression() and \
                    not text.startswith("if constexpr"):
                self.negate("condition", children[0])
        elif kind == Kind.RETURN_STMT:
            if children and children[0].type.get_canonical().kind == \
                    cindex.TypeKind.BOOL:
                self.negate("return", children[0])
        elif kind == Kind.UNARY_OPERATOR and text.startswith("!"):
            if parents[-1].kind not in (Kind.IF_STMT, Kind.CONDITIONAL_OPERATOR,
                                        Kind.RETURN_STMT):
                self.negate("not", cursor)
        elif kind == Kind.CXX_BOOL_LITERAL_EXPR and text in ("true", "false"):
            self.negate("constant", cursor)
        elif kind == Kind.INTEGER_LITERAL and text.isdigit():
            self.add("constant", begin, end, "%s -> %d" % (
                self.around(begin, end), int(text) + 1), "(%s + %s)" % (text, CHOICE))
        elif kind == Kind.BINARY_OPERATOR and len(children) == 2:
            self.operator(begin, end, children)
        elif kind == Kind.CALL_EXPR and cursor.spelling in ("operator==",
                                                            "operator!="):
            self.operator(begin, end, list(cursor.get_arguments()))
        elif kind == Kind.CALL_EXPR:
            self.swap(cursor)

    def around(self, begin, end):
        """A constant with the line that it stands in."""
        low = self.bytes.rfind(b"\n", 0, begin) + 1
        high = self.bytes.find(b"\n", end)
        return "%s [%s]" % (self.text(begin, end), self.text(low, high).strip())

    def negate(self, kind, cursor):
        begin, end = self.extent(cursor)
        text = self.text(begin, end)
        self.add(kind, begin, end, "%s -> !" % text,
                 "(%s != static_cast<bool>(%s))" % (CHOICE, text))

    def operator(self, begin, end, operands):
        if len(operands) != 2 or None in operands:
            return
        (low, low_end), (high, high_end) = map(self.extent, operands)
        operator = self.text(low_end, high).strip()
        for kind, table in (("compare", COMPARISONS), ("arithmetic", ARITHMETIC),
                            ("logic", LOGIC)):
            if operator in table and (low, high_end) == (begin, end):
                left, right = self.text(low, low_end), self.text(high, high_end)
                self.add(kind, begin, end, "%s %s %s -> %s" % (
                    left, operator, right, table[operator]),
                    "(%s ? (%s %s %s) : (%s %s %s))" % (
                        CHOICE, left, table[operator], right, left, operator, right))

    def swap(self, cursor):
        """The first two arguments beside each other that have one type."""
        begin, end = self.extent(cursor)
        text = self.text(begin, end)
        arguments = [argument for argument in cursor.get_arguments()
                     if argument is not None and self.here(argument)]
        if not text.endswith(")") or cursor.spelling in COMMUTATIVE or \
                cursor.spelling.startswith("operator"):
            return
        for first, second in zip(arguments, arguments[1:]):
            (a, a_end), (b, b_end) = self.extent(first), self.extent(second)
            left, right = self.text(a, a_end), self.text(b, b_end)
            same = first.type.get_canonical().spelling == \
                second.type.get_canonical().spelling
            if same and begin < a < a_end < b < b_end < end and left != right:
                swapped = self.text(begin, a) + right + self.text(a_end, b) + left + \
                    self.text(b_end, end)
                self.add("swap", begin, end, "%s -> %s, %s" % (text, right, left),
                         "(%s ? %s : %s)" % (CHOICE, swapped, text))
                return

    def statements(self, cursor):
        kind, children = cursor.kind, list(cursor.get_children())
        bodies = []
        if kind == Kind.COMPOUND_STMT:
            bodies = children
        elif kind == Kind.IF_STMT:
            bodies = children[1:]
        elif kind in LOOPS:
            bodies = children[-1:]
            self.leave(cursor)
        for body in bodies:
            begin, end = self.extent(body)
            text = self.text(begin, end)
            rest = self.bytes[end:]
            stop = len(self.bytes) - len(rest.lstrip()) + 1
            if body.kind.is_expression() and rest.lstrip().startswith(b";") and \
                    not text.startswith("(void)"):
                self.add("deleted", begin, stop, text + "; -> nothing",
                         "{ if (!%s) %s; }" % (CHOICE, text))

    def leave(self, loop):
        """`break` and `continue` of one loop."""
        def search(cursor, breaks):
            for child in cursor.get_children():
                if child.kind in LOOPS or child.kind in FUNCTIONS:
                    continue
                if child.kind == Kind.CONTINUE_STMT or \
                        child.kind == Kind.BREAK_STMT and breaks:
                    begin, end = self.extent(child)
                    text = self.text(begin, end)
                    self.add("deleted", begin, end,
                             "%s [%s] -> nothing" % (text, self.before(begin)),
                             "if (!%s) %s" % (CHOICE, text))
                search(child, breaks and child.kind != Kind.SWITCH_STMT)
        search(loop, True)

    def before(self, begin):
        """The line that stands before a place."""
        lines = self.bytes[:begin].decode().split("\n")
        return (lines[-1].strip() or lines[-2].strip()) if len(lines) > 1 else ""

    # All faults in one source ------------------------------------------------

    def write(self, sites):
        """Writes the source with all of these places replaced, and notes where each then
        stands."""
        text = b'#include "%s"\n' % os.path.join(
            self.path[:-len(self.name)], "mutant.h").encode()
        at, self.spans = 0, []
        for site in sorted(sites, key=lambda site: site["begin"]):
            text += self.bytes[at:site["begin"]]
            new = site["new"].replace(CHOICE, "pirchMutant(%d)" % site["number"]).encode()
            self.spans.append((len(text), len(text) + len(new), site["number"]))
            text += new
            at = site["end"]
        self.written = text + self.bytes[at:] if sites else self.bytes
        with open(self.path, "rb") as file:
            if file.read() == self.written:
                return  # and is not built again
        with open(self.path, "wb") as file:
            file.write(self.written)

    def blame(self, line, column):
        """The number of the place nearest to an error in the source written."""
        lines = self.written.split(b"\n")
        offset = sum(len(text) + 1 for text in lines[:line - 1]) + column - 1
        return min(self.spans, key=lambda span: max(span[0] - offset,
                                                    offset - span[1], 0))[2]


def overlap(a, b):
    return a["file"] == b["file"] and a["begin"] < b["end"] and b["begin"] < a["end"]


def read_equivalent():
    """Faults that change nothing, each with the reason: `file | change | reason`."""
    known = set()
    if os.path.exists(EQUIVALENT):
        with open(EQUIVALENT) as file:
            for line in file:
                parts = line.rstrip("\n").split(" | ")
                if len(parts) > 2:
                    known.add((parts[0], " | ".join(parts[1:-1])))
    return known


def find(source, build, cache):
    """All files that faults are put into, in order of their names, by way of a cache:
    the sources hold faults once they have been looked at."""
    if not os.path.exists(cache):
        files = parse(source, build)
        with open(cache, "wb") as file:
            pickle.dump(files, file)
    with open(cache, "rb") as file:
        return pickle.load(file)


def parse(source, build):
    prefix = subprocess.check_output(["llvm-config-22", "--libdir"], text=True).strip()
    cindex.Config.set_library_file(glob.glob(prefix + "/libclang-22.so*")[0])
    index = cindex.Index.create()
    with open(os.path.join(build, "compile_commands.json")) as file:
        commands = json.load(file)
    files = []
    for entry in sorted(commands, key=lambda entry: entry["file"]):
        name = os.path.relpath(entry["file"], source)
        if name in COSTS or not any(name.startswith(folder + "/")
                                    for folder in FOLDERS):
            continue
        words = entry["command"].split()
        arguments = [word.replace('\\"', '"') for word in words[1:words.index("-o")]]
        os.chdir(entry["directory"])
        files.append(File(source, entry["file"], arguments, index))
    return files


class Choice:
    """`count` places taken by chance; a place's index is its number. All places, in
    order of file and line, are cut into `count` equal runs of which each gives one, so
    that each file has its share. A place that does not compile, lies within another or
    is known to be equivalent gives way to the next by chance of its run."""

    def __init__(self, source, files, count, seed, refused):
        """`refused` has (file, begin, end) of each place known not to compile, and more
        once there are more."""
        self.source, self.refused = source, refused
        rng, equivalent = random.Random(seed), read_equivalent()
        self.files = {file.name: file for file in files}
        sites = [site for file in self.files.values()
                 for site in sorted(file.sites, key=lambda site: site["begin"])]
        print("%d places in %d files" % (len(sites), len(self.files)), flush=True)
        self.runs = []
        for number in range(count):
            run = sites[number * len(sites) // count:(number + 1) * len(sites) // count]
            rng.shuffle(run)
            self.runs.append([
                site for site in run
                if (site["file"], site["change"]) not in equivalent and
                [site["file"], site["begin"], site["end"]] not in refused])
        self.chosen = [None] * count
        self.take(range(count))

    def take(self, numbers):
        """Takes the next place of each of these runs, and writes what changes."""
        for number in numbers:
            self.chosen[number] = None
        for number in numbers:
            while self.chosen[number] is None:
                if not self.runs[number]:
                    sys.exit("no place is left in run %d" % number)
                site = self.runs[number].pop(0)
                if not any(other and overlap(site, other) for other in self.chosen):
                    self.chosen[number] = dict(site, number=number)
        for name, file in self.files.items():
            file.write([site for site in self.chosen if site["file"] == name])

    def refuse(self, output):
        """Takes other places where a build's output has errors; whether it had any."""
        wrong = set()
        for name, line, column in re.findall(
                r"^(/[^:\n]+):(\d+):(\d+): (?:fatal )?error:",
                re.sub(r"\x1b\[[0-9;]*[mK]", "", output), re.M):
            file = self.files.get(os.path.relpath(name, self.source))
            if file is None or not file.spans:
                sys.exit(output)
            wrong.add(file.blame(int(line), int(column)))
        for number in wrong:
            site = self.chosen[number]
            self.refused.append([site["file"], site["begin"], site["end"]])
        self.take(sorted(wrong))
        return bool(wrong)

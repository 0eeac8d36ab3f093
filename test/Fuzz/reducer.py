"""Shrinks a failing case while it fails in the same way.

Only steps that keep the program defined are tried: statements go as a whole, an
expression is exchanged for one of its type and of no larger range of values.
What then does not compile fails differently, so it is not taken.
"""

import copy
import tempfile
import time

from runs import run
from scalars import real_literal, spell
from tree import Block, Expr, Function, Program, at, walk


def constants(expr):
    """Simplest expressions of the type and within the range."""
    if expr.type.real:
        for text in ("0.0", "1.0"):
            yield Expr(expr.type, real_literal(text, expr.type))
        return
    for value in (0, 1, expr.low):
        if expr.low <= value <= expr.high:
            yield Expr(expr.type, spell(value, expr.type), low=value, high=value)
            return


def size(node):
    return sum(1 for _ in walk(node))


def is_constant(expr):
    return not expr.children and expr.template in (
        "0", "1", "0.0", "1.0", "0.0f", "1.0f", "0u", "0l", "0ul", "(bool)0")


class Reducer:
    def __init__(self, runner, case, outcome, seconds):
        self.runner, self.case, self.outcome = runner, case, outcome
        self.deadline = time.monotonic() + seconds
        self.tried = 0

    def out_of_time(self):
        return time.monotonic() > self.deadline

    def keep_if_same(self, case):
        """Take `case` if it still fails in the same way."""
        if self.out_of_time():
            return False
        self.tried += 1
        with tempfile.TemporaryDirectory() as folder:
            outcome = run(self.runner, case, folder, seconds=30)
        if not outcome.same(self.outcome):
            return False
        self.case, self.outcome = case, outcome
        return True

    def edited(self, path, edit):
        """The case with `edit` applied to the node at `path` of a copy."""
        case = copy.copy(self.case)
        case.program = copy.deepcopy(self.case.program)
        edit(at(case.program, path))
        return case

    def reduce(self):
        self.shrink_options()
        before = None
        while before != size(self.case.program) and not self.out_of_time():
            before = size(self.case.program)
            self.drop_statements()
            self.unwrap_statements()
            self.simplify_expressions()
        self.shrink_options()
        self.fill_arguments()
        return self.case

    # Options -------------------------------------------------------------------

    def with_option(self, name, value):
        case = copy.copy(self.case)
        case.options = [o for o in case.options if not o.startswith(name)]
        if value is not None:
            case.options.append(name + value)
        return case

    def shrink_options(self):
        for name, values in (("--guard", [None]), ("--stream-bytes", [None]),
                             ("--ffp-contract", [None]), ("--vector-bits", [None]),
                             ("--reduce", [None]),
                             ("--groups", ["=1", "=2", "=3"]),
                             ("--wg-pack", [None, "=1"]),
                             ("--lane-order", [None])):
            if not any(o.startswith(name) for o in self.case.options):
                continue
            for value in values:
                if name + (value or "") in self.case.options:
                    break
                if self.keep_if_same(self.with_option(name, value)):
                    break
        if any(o.startswith("--wg-size") and "x" in o for o in self.case.options):
            return  # the source has as many dimensions
        for count in (1, 2, 3, 4, 8):
            if "--wg-size=%d" % count in self.case.options or self.keep_if_same(
                    self.with_option("--wg-size", "=%d" % count)):
                break

    def fill_arguments(self):
        """Data of zeros or random numbers needs no files."""
        for name, content in self.case.files.items():
            if name in self.case.fills:
                continue
            shape = content[:128].decode("latin1").split("(")[1].split(",")[0]
            for fill in ("zeros(%s)" % shape, "rand(%s)" % shape):
                case = copy.copy(self.case)
                case.fills = dict(self.case.fills, **{name: fill})
                if self.keep_if_same(case):
                    break

    # Statements ----------------------------------------------------------------

    def sequences(self):
        return [path for path, node in walk(self.case.program)
                if isinstance(node, (Block, Program))]

    def drop_statements(self):
        """Ever smaller runs of statements, from the last to the first."""
        for path in self.sequences():
            try:
                sequence = at(self.case.program, path)
            except (IndexError, AttributeError):
                continue  # went with what held it
            if not isinstance(sequence, (Block, Program)):
                continue  # what stood there before went
            length = max(1, len(sequence.children) // 2)
            while length and not self.out_of_time():
                start = len(at(self.case.program, path).children) - length
                while start >= 0:
                    def remove(node, start=start, length=length):
                        node.children[start:start + length] = [
                            child for child in node.children[start:start + length]
                            if getattr(child, "needed", False)]
                    self.keep_if_same(self.edited(path, remove))
                    start -= length
                length //= 2

    def unwrap_statements(self):
        """The statements of a block instead of the one that holds it."""
        for path in reversed([p for p, n in walk(self.case.program)
                              if isinstance(n, Block) and len(p) > 1]):
            *outer, index, _ = path
            try:
                block = at(self.case.program, path)
                holder = at(self.case.program, outer)
            except (IndexError, AttributeError):
                continue
            if not isinstance(block, Block):
                continue
            if block.pragma:
                def forget(node):
                    node.pragma = None
                self.keep_if_same(self.edited(path, forget))
            if isinstance(holder, Block) and not isinstance(
                    holder.children[index], Function):
                inner = copy.deepcopy(block.children)
                def splice(node, inner=inner, index=index):
                    node.children[index:index + 1] = inner
                self.keep_if_same(self.edited(outer, splice))

    # Expressions ---------------------------------------------------------------

    def simplify_expressions(self):
        """Every expression, larger ones first, by a constant or a part of it."""
        paths = [p for p, n in walk(self.case.program) if isinstance(n, Expr)]
        for path in paths:
            if self.out_of_time():
                return
            try:
                expr = at(self.case.program, path)
            except IndexError:
                continue
            if not isinstance(expr, Expr) or is_constant(expr):
                continue
            parts = [node for inner, node in walk(expr) if inner]
            parts = [n for n in parts if n.may_replace(expr)]
            for new in [*constants(expr), *sorted(parts, key=size)[:4]]:
                def exchange(node, new=new):
                    node.__dict__ = copy.deepcopy(new.__dict__)
                if self.keep_if_same(self.edited(path, exchange)):
                    break

"""Generated programs as trees that print themselves.

Every node has a `template` with a slot {0}, {1}, ... for each child, so that a
reducer can take children away or exchange them without knowing what they mean.
"""


class Expr:
    """An expression of C type `type`. Integers lie in low..high for any values
    of the variables, which is what keeps the program defined: a node may be
    replaced by any of the same type whose range is no larger."""

    def __init__(self, type, template, *children, low=None, high=None):
        self.type, self.template, self.children = type, template, list(children)
        if not type.real:
            low = type.low if low is None else low
            high = type.high if high is None else high
        self.low, self.high = low, high

    def text(self):
        if not self.children:
            return self.template
        return self.template.format(*[child.text() for child in self.children])

    def may_replace(self, other):
        return self.type is other.type and (
            self.type.real or (other.low <= self.low and
                               self.high <= other.high))


class Stmt:
    """A statement; its children are expressions and blocks. Without a `needed`
    one the program would not be defined."""

    def __init__(self, template, *children, needed=False):
        self.template, self.children = template, list(children)
        self.needed = needed

    def lines(self, indent):
        texts = [child.text() if isinstance(child, Expr) else
                 "\n".join(child.lines(indent)) for child in self.children]
        text = self.template.format(*texts) if texts else self.template
        return [text if text.startswith(" " * indent) else " " * indent + text]


class Block:
    """Statements between braces; `pragma` is a line that stands at their start."""

    def __init__(self, children, pragma=None):
        self.children, self.pragma = list(children), pragma

    def lines(self, indent):
        inner = [line for child in self.children
                 for line in child.lines(indent + 2)]
        start = [self.pragma] if self.pragma else []
        return ["{"] + start + inner + [" " * indent + "}"]


class Function:
    """A function: `head` is everything before its body."""

    def __init__(self, head, body):
        self.head, self.children = head, [body]

    def lines(self, indent):
        body = self.children[0].lines(indent)
        return [self.head + " " + body[0], *body[1:]]


class Program:
    """A file: declarations, helper functions and, last, the kernel."""

    def __init__(self, children):
        self.children = list(children)

    def text(self):
        return "\n".join(line for child in self.children
                         for line in child.lines(0)) + "\n"


def walk(node, path=()):
    """Every node with its path of child numbers, parents first."""
    yield path, node
    for index, child in enumerate(node.children):
        yield from walk(child, path + (index,))


def at(node, path):
    for index in path:
        node = node.children[index]
    return node

"""Sources that grow before they are parsed, or that are too large or too deep to be
parsed: macros, includes, names, brackets. They join those of bomb_sources.py."""
from bomb_sources import bomb, kernel, nest, repeat


def doubling(base, rounds, each):
    """A macro that stands for each**rounds copies of `base`."""
    lines = [f"#define M0 {base}"]
    for level in range(1, rounds + 1):
        lines.append(f"#define M{level} " + f"M{level - 1} " * each)
    return "\n".join(lines) + "\n"


@bomb
def macros(room):
    return kernel("M9", doubling("x = x + 1;", 9, 10)),


@bomb
def macros_blank(room):
    return kernel("M9", doubling("", 9, 10)),


@bomb
def macros_semicolons(room):
    return kernel("M9", doubling(";", 9, 10)),


@bomb
def macros_arguments(room):
    return kernel("x = " + "F(" * 40 + "x" + ")" * 40 + ";",
                  "#define F(x) x + x\n"),


@bomb
def macros_arguments_unused(room):
    """Arguments expand without anything that comes out."""
    return kernel("F(M9)", doubling("x", 9, 10) + "#define F(x)\n"),


@bomb
def macros_in_condition(room):
    return (doubling("1 +", 9, 10) + "#if M9 0\n#endif\n" + kernel("")),


@bomb
def macros_strings(room):
    return kernel("x = sizeof(M9);", doubling('"a"', 9, 10)),


@bomb
def macros_pasted(room):
    return kernel("x = C(M9);", doubling("a", 9, 10)
                  + "#define C(x) D(x)\n#define D(x) a ## x\n"),


@bomb
def macros_stringized(room):
    return kernel("x = sizeof(S(M9));", doubling("a", 9, 10)
                  + "#define S(x) T(x)\n#define T(x) #x\n"),


@bomb
def includes_itself(room):
    return '#include "bomb.cl"\n' + kernel(""),


@bomb
def includes_itself_twice(room):
    return '#include "bomb.cl"\n#include "bomb.cl"\n' + kernel(""),


@bomb
def includes_doubling(room):
    """Each level includes the file twice, without a level that is too deep."""
    levels = "\n".join(
        f"#{'el' if level else ''}if L == {level}\n#undef L\n"
        f"#define L {level + 1}\n#include \"bomb.cl\"\n#undef L\n"
        f"#define L {level + 1}\n#include \"bomb.cl\"\n#undef L\n#define L {level}"
        for level in range(40))
    return ("#ifndef L\n#define L 0\n#define TOP\n#endif\n" + levels
            + "\n#else\nint f();\n#endif\n"),


@bomb
def conditions_nested(room):
    return (nest(room, 60000, lambda i: "#if 1", "\n", "")
            + kernel("") + "#endif\n" * 10)[:64 << 10],


@bomb
def condition_deep(room):
    return "#if " + "(" * (room - 600) + "\n#endif\n" + kernel(""),


@bomb
def token_long(room):
    return kernel("x = " + "1" * (room - 400) + ";"),


@bomb
def name_long(room):
    return kernel("double " + "y" * (room - 400) + " = 1;"),


@bomb
def brackets_open(room):
    return kernel("x = " + "(" * (room - 400)),


@bomb
def braces_open(room):
    return "{" * (room - 400),


@bomb
def constant_expressions(room):
    return kernel("", repeat(room, lambda i: f"enum {{ E{i} = "
                             + (f"E{i - 1} + E{i - 1}" if i else "1") + " };")),

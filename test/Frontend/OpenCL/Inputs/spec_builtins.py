#!/usr/bin/env python3
"""spec_builtins.py PIRCHC: which built-in functions of OpenCL C 1.2 are refused.

Walks the tables of the specification, sections 6.12.2 to 6.12.12, with every type and width that a table has for a
function; compiles a call of each and prints those that the compiler refuses. Images, printf and
async_work_group_strided_copy are left out."""
import re
import subprocess
import sys
import tempfile

WIDTHS = ["", "2", "3", "4", "8", "16"]
FLOATS = ["float", "double"]
SIGNED = ["char", "short", "int", "long"]
INTS = [sign + name for name in SIGNED for sign in ("", "u")]
ALL = INTS + FLOATS
# An integer type of the width of another type.
INT_OF = {"float": "int", "double": "long", **{name: name for name in SIGNED},
          **{"u" + name: name for name in SIGNED}}


def unsigned(name):
    return name if name.startswith("u") else "u" + name


def math():
    """6.12.2: `g` is the type, `s` its element, `i` an int as wide, `p` a pointer to `g`, `q` one to `i`."""
    shapes = {
        "g g": "acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erfc erf exp exp2 exp10 "
               "expm1 fabs floor lgamma log log2 log10 log1p logb rint round rsqrt sin sinh sinpi sqrt tan tanh tanpi "
               "tgamma trunc",
        "g gg": "atan2 atan2pi copysign fdim fmax fmin fmod hypot maxmag minmag nextafter pow powr remainder",
        "g ggg": "fma mad",
        "g gi": "ldexp pown rootn",
        "g gp": "fract modf sincos",
        "g gq": "frexp lgamma_r",
        "g ggq": "remquo",
        "i g": "ilogb",
        "g u": "nan",
    }
    for t in FLOATS:
        for w in WIDTHS:
            for shape, names in shapes.items():
                for name in names.split():
                    yield name, shape, t, w
            if w:
                for name in ("fmax", "fmin"):
                    yield name, "g gs", t, w
                yield "ldexp", "g gk", t, w
    for w in WIDTHS:
        for kind in ("half_", "native_"):
            for name in "cos exp exp2 exp10 log log2 log10 recip rsqrt sin sqrt tan".split():
                yield kind + name, "g g", "float", w
            for name in ("divide", "powr"):
                yield kind + name, "g gg", "float", w


def integers():
    """6.12.3"""
    for t in INTS:
        for w in WIDTHS:
            for name in ("abs",):
                yield name, "U g", t, w
            yield "abs_diff", "U gg", t, w
            for name in "add_sat hadd rhadd max min mul_hi rotate sub_sat".split():
                yield name, "g gg", t, w
            for name in "clamp mad_hi mad_sat".split():
                yield name, "g ggg", t, w
            for name in "clz popcount".split():
                yield name, "g g", t, w
            if w:
                yield "max", "g gs", t, w
                yield "min", "g gs", t, w
                yield "clamp", "g gss", t, w
    for t in ("int", "uint"):
        for w in WIDTHS:
            yield "mul24", "g gg", t, w
            yield "mad24", "g ggg", t, w
    for high, wide in (("char", "short"), ("short", "int"), ("int", "long")):
        for w in WIDTHS:
            yield "upsample", "%s%s gU" % (wide, w), high, w
            yield "upsample", "u%s%s UU" % (wide, w), high, w


def common():
    """6.12.4 and 6.12.5"""
    for t in FLOATS:
        for w in WIDTHS:
            for name in "degrees radians sign".split():
                yield name, "g g", t, w
            for name in "max min step".split():
                yield name, "g gg", t, w
            for name in "clamp mix smoothstep".split():
                yield name, "g ggg", t, w
            if w:
                yield "max", "g gs", t, w
                yield "min", "g gs", t, w
                yield "clamp", "g gss", t, w
                yield "mix", "g ggs", t, w
                yield "step", "g sg", t, w
                yield "smoothstep", "g ssg", t, w
            if w in ("", "2", "3", "4"):
                for name in ("dot", "distance"):
                    yield name, "s gg", t, w
                yield "length", "s g", t, w
                yield "normalize", "g g", t, w
            if w in ("3", "4"):
                yield "cross", "g gg", t, w
    for w in ("", "2", "3", "4"):
        yield "fast_distance", "s gg", "float", w
        yield "fast_length", "s g", "float", w
        yield "fast_normalize", "g g", "float", w


def relations():
    """6.12.6; a relation of double scalars is an int."""
    for t in FLOATS:
        for w in WIDTHS:
            result = "L" if w and t == "double" else "int" if not w else "i"
            for name in "isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered " \
                        "isunordered".split():
                yield name, result + " gg", t, w
            for name in "isfinite isinf isnan isnormal signbit".split():
                yield name, result + " g", t, w
    for t in SIGNED:
        for w in WIDTHS:
            yield "any", "int g", t, w
            yield "all", "int g", t, w
    for t in ALL:
        for w in WIDTHS:
            yield "bitselect", "g ggg", t, w
            yield "select", "g ggI", t, w
            yield "select", "g ggJ", t, w


def memory():
    """6.12.7, 6.12.10 to 6.12.12"""
    for t in ALL:
        for w in WIDTHS[1:]:
            yield "vload" + w, "g zP", t, w
            yield "vstore" + w, "void gzP", t, w
        for w in WIDTHS:
            yield "async_work_group_copy", "event_t lpze", t, w
            yield "async_work_group_copy", "event_t plze", t, w
            yield "prefetch", "void pz", t, w
        for n in WIDTHS[1:]:
            for m in WIDTHS[1:]:
                if "3" in (n, m):
                    continue
                mask = unsigned(INT_OF[t]) + n
                yield "shuffle", "%s%s g%s" % (t, n, "{" + mask + "}"), t, m
                yield "shuffle2", "%s%s gg%s" % (t, n, "{" + mask + "}"), t, m
    for w in WIDTHS:
        for mode in ("", "_rte", "_rtz", "_rtp", "_rtn"):
            for t in FLOATS:
                yield "vstore_half" + w + mode, "void gzh", t, w
                if w:
                    yield "vstorea_half" + w + mode, "void gzh", t, w
        yield "vload_half" + w, "g zh", "float", w
        if w:
            yield "vloada_half" + w, "g zh", "float", w
    for t in ("int", "uint"):
        for prefix in ("atomic_", "atom_"):
            for name in "add sub xchg min max and or xor".split():
                yield prefix + name, "g Vg", t, ""
            for name in "inc dec".split():
                yield prefix + name, "g V", t, ""
            yield prefix + "cmpxchg", "g Vgg", t, ""
    yield "atomic_xchg", "g Vg", "float", ""
    yield "wait_group_events", "void kE", "int", ""


TABLES = {"math": math, "integers": integers, "common": common, "relations": relations, "memory": memory}


def spell(letter, t, w, name):
    i = INT_OF[t]
    return {"g": t + w, "s": t, "i": "int" + w, "I": i + w, "J": unsigned(i) + w, "L": "long" + w,
            "p": "__global %s%s *" % (t, w), "q": "__global int%s *" % w, "l": "__local %s%s *" % (t, w),
            "P": "__global %s *" % t, "V": "volatile __global %s *" % t, "u": unsigned(i) + w,
            "U": unsigned(t) + w, "k": "int", "z": "size_t", "e": "event_t", "h": "__global half *",
            "E": "event_t *"}[letter]


def types(shape, t, w, name):
    result, rest = shape.split(" ")
    known = "gsiIJLpqlPVuUkzehE"
    result = spell(result, t, w, name) if len(result) == 1 and result in known else result
    return result, [match[1:-1] if match[0] == "{" else spell(match, t, w, name)
                    for match in re.findall(r"\{\w+\}|\w", rest)]


def kernel(number, name, shape, t, w):
    """A kernel that calls the function once, and uses the result."""
    result, kinds = types(shape, t, w, name)
    params, args, before = [], [], ""
    for at, kind in enumerate(kinds):
        if kind == "event_t":
            args.append("0")
        elif kind == "event_t *":
            before += "event_t e = 0; "
            args.append("&e")
        elif "__local" in kind:
            before += "__local %s room%d[16]; " % (kind.replace("__local ", "").replace(" *", ""), at)
            args.append("room%d" % at)
        elif "half *" in kind:
            params.append("%sa%d" % (kind, at))
            args.append("a%d" % at)
        elif "*" in kind:
            params.append("%sa%d" % (kind, at))
            args.append("a%d" % at)
        else:
            params.append("__global const %s *a%d" % (kind, at))
            args.append("a%d[get_global_id(0)]" % at)
    call = "%s(%s)" % (name, ", ".join(args))
    if result in ("void", "event_t"):
        body = call + ";"
        out = "__global int *out"
    else:
        out = "__global %s *out" % result
        body = "out[get_global_id(0)] = %s;" % call
    return "__kernel void k%d(%s) { %s%s }" % (number, ", ".join([out] + params), before, body)


def refused(pirchc, calls):
    """The calls that `pirchc` refuses, with its words. An error of the importer ends the compilation, so that the rest
    is tried again without the kernel that it is about."""
    left = list(enumerate(calls))
    found = {}
    while left:
        with tempfile.NamedTemporaryFile("w", suffix=".cl") as source:
            source.write("\n".join(kernel(number, *call) for number, call in left) + "\n")
            source.flush()
            done = subprocess.run([pirchc, source.name, "--wg-size=4", "--target=generic", "--emit=mlir-workitem",
                                   "-o", "/dev/null"], capture_output=True, text=True, timeout=600)
        if done.returncode == 0:
            break
        bad = {int(line): text for line, text in re.findall(r"\.cl:(\d+):\d+: (?:fatal )?error: (.*)", done.stderr)}
        if not bad:
            raise SystemExit(done.stderr)
        for line, text in bad.items():
            found[left[line - 1][0]] = text
        left = [entry for line, entry in enumerate(left, 1) if line not in bad]
    return [(calls[number], text) for number, text in sorted(found.items())]


def main():
    total = 0
    for name, table in TABLES.items():
        calls = list(table())
        total += len(calls)
        size = 200
        for start in range(0, len(calls), size):
            for (function, shape, t, w), text in refused(sys.argv[1], calls[start:start + size]):
                result, kinds = types(shape, t, w, function)
                print("refused: %s %s(%s): %s" % (result, function, ", ".join(kinds), text))
        print(name, len(calls))
    print("calls", total)


if __name__ == "__main__":
    main()

"""Sources that ask for more than there is. BOMBS maps a name to a function from
the bytes that the source may have to the source and the compiler's options."""

BOMBS = {}


def bomb(function):
    BOMBS[function.__name__.replace("_", "-")] = function
    return function


def kernel(body, before=""):
    return (f"{before}__kernel void k(__global double *restrict o, "
            "__global const int *restrict p, int n) {\n"
            "size_t g = get_global_id(0); double x = o[g];\n"
            f"{body}\no[g] = x;\n}}\n")


def repeat(room, line, start=0):
    """Lines made by `line` from their number, as many as there is room for."""
    lines, size = [], 400
    while size < room:
        lines.append(line(start + len(lines)))
        size += len(lines[-1]) + 1
    return "\n".join(lines)


def nest(room, most, before, inner, after):
    depth = min(most, max(1, (room - 500) // (len(before(100) + after) + 1)))
    return ("\n".join(before(level) for level in range(depth)) + inner
            + after * depth)


# ---- Within each other -------------------------------------------------------


def loops(inside):
    return lambda room: (kernel(nest(
        room, 199 if room > 4096 else 40,
        lambda i: f"for (int i{i} = 0; i{i} < n; ++i{i}) {{ {inside(i)}",
        "x = x * 2 + 1;", "}")),)


BOMBS["loops"] = loops(lambda i: "")
BOMBS["loops-break"] = loops(lambda i: "if (x > o[0]) break;")
BOMBS["loops-continue"] = loops(lambda i: f"if (x > p[i{i}]) continue;")
BOMBS["loops-sums"] = loops(lambda i: f"x += i{i};")
BOMBS["loops-shuffle"] = loops(lambda i: "x += shuffle(x, 1);")
BOMBS["loops-variables"] = loops(lambda i: f"double y{i} = x; x = y{i} * x;")
BOMBS["loops-learn"] = loops(
    lambda i: f"int v{i} = {f'v{i - 1}' if i else 'p[g]'}; v{i} += 1;")


@bomb
def loops_strided(room):
    return kernel(nest(
        room, 199 if room > 4096 else 40,
        lambda i: (f"for (int i{i} = get_local_id(0); i{i} < n; i{i} += WG_SIZE) {{ "
                   f"x += o[get_group_id(0) * n + i{i}];"), "", "}")),


@bomb
def loops_divergent(room):
    return kernel(nest(room, 199, lambda i: f"while (x > {i}) {{ x -= 1;",
                       "x *= 0.5;", "}")),


@bomb
def loops_divergence_spreads(room):
    """A variable becomes divergent by the one before it, from loop to loop."""
    count = min(60, room // 100)
    names = "".join(f"int v{i} = 0;" for i in range(count))
    steps = "".join(f"v{i} = v{i + 1};" for i in range(count - 1))
    return kernel(names + nest(room // 2, 100, lambda i: f"for (int i{i} = 0; i{i} < n; ++i{i}) {{",
                               f"{steps} v{count - 1} = p[g];", "}")
                  + "x += v0;"),


@bomb
def loops_counted(room):
    return kernel(nest(room, 199,
                       lambda i: f"for (int i{i} = 0; i{i} < 2; ++i{i}) {{",
                       "x = x * 2 + 1;", "}")),


@bomb
def loops_counted_static(room):
    """Nothing to do at run time, and much to find that out."""
    return (kernel("int s = get_local_id(0);"
                   + nest(room, 3,
                          lambda i: f"for (int i{i} = 0; i{i} < 1000; ++i{i}) {{",
                          "s = s * 5 + 3;", "}") + "x += s;"), "--wg-size=1024")


@bomb
def loops_counted_array(room):
    return (kernel("double t[64]; for (int i = 0; i < 64; ++i) t[i] = x + i;"
                   + nest(room, 4, lambda i: f"for (int i{i} = 0; i{i} < 30; ++i{i}) {{",
                          "t[(i0 + i1 + i2 + i3) % 64] += t[i3];", "}")
                   + "x = t[3];"),)


@bomb
def loops_counted_large_body(room):
    return kernel("for (int i = 0; i < 60000; ++i) {"
                  + repeat(room, lambda i: f"x = x * {i} + i;") + "}"),


@bomb
def loop_vectorized_large_body(room):
    return (kernel("double t[1024];"
                   "for (int i = 0; i < 1024; ++i) t[i] = o[g * 1024 + i];"
                   "for (int i = 0; i < 1024; ++i) {"
                   + repeat(room, lambda i: f"t[i] = t[i] * {i} + i;") + "}"
                   "x = t[n];"), "--wg-size=64")


@bomb
def loop_while_counted(room):
    return (kernel("int i = 0; double t[8]; t[0] = x; while (i < 20000) {"
                   "t[i % 8] = t[(i + 1) % 8] * 2; ++i; } x = t[1];"),
            "--wg-size=256")


@bomb
def loop_vectorized_wide(room):
    return (kernel("double t[256]; for (int i = 0; i < 256; ++i) t[i] = o[i];"
                   + repeat(room, lambda j: "for (int i = 0; i < 256; ++i)"
                                            f" t[i] = t[(i + {j}) % 256] * 2;")
                   + "x = t[5];"), "--wg-size=256")


@bomb
def ifs(room):
    return kernel(nest(room, 199, lambda i: f"if (x > p[{i}]) {{ x += {i};",
                       "x *= 2;", "}")),


@bomb
def ifs_else(room):
    return kernel(nest(room, 199,
                       lambda i: f"if (x > {i}) x += {i}; else", " x *= 2;",
                       "")),


@bomb
def ifs_in_both_arms(room):
    depth = 9 if room > 4096 else 6

    def arms(level):
        if level == depth:
            return "x += 1;"
        return (f"if (x > {level}) {{{arms(level + 1)}}} "
                f"else {{{arms(level + 1)}}}")
    return kernel(arms(0)),


@bomb
def ifs_too_deep(room):
    return kernel(nest(room, 5000, lambda i: "if (x > 1)", "x *= 2;", "")),


@bomb
def conditionals(room):
    return kernel("x = " + nest(room, 1500, lambda i: f"x > {i} ? {i} :",
                                " x", "") + ";"),


@bomb
def conditionals_in_conditions(room):
    return kernel("x = " + nest(room, 120, lambda i: "((", "x > 1",
                                ") ? x * 2 : x + 1)") + ";"),


@bomb
def parentheses(room):
    return kernel("x = " + nest(room, 30000, lambda i: "(", "x", ")") + ";"),


@bomb
def blocks(room):
    return kernel(nest(room, 30000, lambda i: "{", "x = 1;", "}")),


@bomb
def negations(room):
    return kernel("x = " + nest(room, 60000, lambda i: "-", "x", "") + ";"),


@bomb
def sum_long(room):
    return kernel("x = " + "x + " * min(1900, room // 5) + "1;"),


@bomb
def logic_long(room):
    return kernel("x = " + " || ".join(f"x > p[{i}]" for i in
                                       range(min(199, room // 16))) + ";"),


@bomb
def calls_within_calls(room):
    return kernel("x = " + nest(room, 120, lambda i: "sin(", "x", ")") + ";"),


@bomb
def helper_chain(room):
    count = min(60, room // 60)
    return kernel(f"x = f{count - 1}(x);",
                  "double f0(double x) { return x + 1; }\n" + "".join(
                      f"double f{i}(double x) {{ return f{i - 1}(x) * 2; }}\n"
                      for i in range(1, count))),


@bomb
def helper_doubling(room):
    count = 12 if room <= 4096 else 16
    return kernel(f"x = f{count - 1}(x);",
                  "double f0(double x) { return x * x + 1; }\n" + "".join(
                      f"double f{i}(double x) {{ return f{i - 1}(x) * "
                      f"f{i - 1}(x + {i}); }}\n" for i in range(1, count))),


@bomb
def helper_doubling_endless(room):
    return kernel("x = f50(x);",
                  "double f0(double x) { return x * x + 1; }\n" + "".join(
                      f"double f{i}(double x) {{ return f{i - 1}(x) + "
                      f"f{i - 1}(x + {i}); }}\n" for i in range(1, 51))),


@bomb
def helper_returns(room):
    return kernel(repeat(room, lambda i: f"x = f(x, {i});"),
                  "double f(double x, int i) { if (x > i) return x; "
                  "while (x < i) { x += 1; if (x > o0) return 2; } return i; }\n"
                  .replace("o0", "3 * i")),


@bomb
def subscripts_within_subscripts(room):
    return kernel("x = " + nest(room, 120, lambda i: "p[", "n", "]") + ";"),


@bomb
def private_subscripts_within(room):
    return kernel("int t[64]; for (int i = 0; i < 64; ++i) t[i] = p[g * 64 + i];"
                  "x = " + nest(room, 60, lambda i: "t[", "n & 63",
                                " & 63]") + ";"),


@bomb
def pointers(room):
    return kernel("double " + nest(room, 60000, lambda i: "*", "q", "") + ";"),


@bomb
def structures(room):
    return kernel("", repeat(room, lambda i: f"struct s{i} {{ "
                             + (f"struct s{i - 1} a[9];" if i else "int a[9];")
                             + " };")),


# ---- Side by side --------------------------------------------------------------


def wide(line, before="", after="", *flags):
    return lambda room: (kernel(before + repeat(room, line) + after), *flags)


TABLE = "double t[WG_SIZE]; for (int i = 0; i < WG_SIZE; ++i) t[i] = o[g * WG_SIZE + i];"
BOMBS.update({
    "statements": wide(lambda i: f"x = x * {i} + x;"),
    "statements-1024": wide(lambda i: f"x = x * {i} + x;", "", "",
                            "--wg-size=1024"),
    "variables": wide(lambda i: f"double v{i} = o[{i}] + x;"),
    "variables-live": lambda room: (kernel(
        repeat(room * 3 // 5, lambda i: f"double v{i} = o[g + {i}];")
        + "".join(f"x += v{i};" for i in range((room * 3 // 5 - 400) // 30))),),
    "arrays": wide(lambda i: f"double t{i}[64]; t{i}[n] = x; x = t{i}[{i % 64}];"),
    "arrays-large": wide(
        lambda i: f"double t{i}[1024]; t{i}[n] = x; x = t{i}[n / 2];", "", "",
        "--wg-size=256"),
    "stores": wide(lambda i: f"o[g * 9 + {i}] = x;"),
    "stores-scattered": wide(lambda i: f"o[p[g + {i}]] = x;"),
    "stores-scattered-1024": wide(lambda i: f"o[p[g + {i}]] = x;", "", "",
                                  "--wg-size=1024"),
    "loads-strided": wide(lambda i: f"x += o[g * {i + 2}];"),
    "loads-gathered-1024": wide(lambda i: f"x += o[p[g + {i}]];", "", "",
                                "--wg-size=1024"),
    "loads-int-overflow": wide(lambda i: f"x += o[(uint)g * {i}u];"),
    "shuffles": wide(lambda i: f"x += shuffle(x, {i % 8});"),
    "shuffles-permute": wide(
        lambda i: f"x += shuffle(x, (get_local_id(0) * {2 * i + 1}) % WG_SIZE);",
        "", "", "--wg-size=128"),
    "shuffles-permute-1024": wide(
        lambda i: f"x += shuffle(x, (get_local_id(0) * {2 * i + 1}) % WG_SIZE);",
        "", "", "--wg-size=1024"),
    "shuffles-run-time": wide(lambda i: f"x += shuffle(x, p[g + {i}]);", "", "",
                              "--wg-size=32"),
    "shuffles-run-time-1024": wide(
        lambda i: f"x += shuffle(x, p[g + {i}]);", "", "", "--wg-size=1024"),
    "shuffles-run-time-looped": lambda room: (kernel(
        "for (int s = 0; s < WG_SIZE; ++s) x += shuffle(x, p[g + s]);"),
        "--wg-size=512"),
    "shuffles-rows": wide(
        lambda i: f"for (int i = 0; i < WG_SIZE; ++i) t[i] += shuffle(t[i], {i % 32});",
        TABLE, "x = t[3];", "--wg-size=32"),
    "shuffles-rows-128": wide(
        lambda i: f"for (int i = 0; i < WG_SIZE; ++i) t[i] += shuffle(t[i], {i % 32});",
        TABLE, "x = t[3];", "--wg-size=128"),
    "shuffles-columns": wide(
        lambda i: f"for (int i = 0; i < WG_SIZE; ++i) t[i] = shuffle(x, i) * t[i] + {i}; x = t[{i % 32}];",
        TABLE, "x = t[3];", "--wg-size=64"),
    "reductions": wide(lambda i: "x += sub_group_reduce_add(x);"),
    "reductions-1024": wide(lambda i: "x += sub_group_reduce_add(x);", "", "",
                            "--wg-size=1024"),
    "reductions-masked-1024": wide(
        lambda i: f"if (x > {i}) x += sub_group_reduce_max(x);", "", "",
        "--wg-size=1024"),
    "scans": wide(lambda i: "x += sub_group_scan_inclusive_add(x);"),
    "scans-1024": wide(lambda i: "x += sub_group_scan_exclusive_max(x);", "",
                       "", "--wg-size=1024"),
    "votes-1024": wide(lambda i: f"x += sub_group_any(x > {i});", "", "",
                       "--wg-size=1024"),
    "barriers": wide(lambda i: "barrier(CLK_LOCAL_MEM_FENCE);"),
    "helper-calls": lambda room: (kernel(
        repeat(room, lambda i: f"x = f(x, {i});"),
        "double f(double x, double y) { if (x > y) x = sqrt(y); "
        "return x * y + x / y; }\n"),),
    "divisions": wide(lambda i: f"x = x / (x + {i});"),
    "divisions-integer": wide(lambda i: f"m = m / (m + {i}) + m % 7;",
                              "long m = p[g];", "x += m;"),
    "functions": wide(lambda i: f"x = pow(sin(x), atan2(x, {i}.));"),
    "functions-256": wide(lambda i: f"x = pow(sin(x), atan2(x, {i}.));", "", "",
                          "--wg-size=256"),
    "branches": wide(lambda i: f"if (x > {i}) x = x * 2 - {i};"),
    "branches-nested-returns": wide(lambda i: f"if (x > {i}) return;"),
    "branches-exchange": wide(
        lambda i: f"if (x > {i}) x = shuffle(x, {i % 8}); else x += p[g];"),
    "selects": wide(lambda i: f"x = x > {i} ? x * 2 : y; y = x < {i} ? y : x;",
                    "double y = p[g];"),
    "loops-in-a-row": wide(
        lambda i: f"for (int i = 0; i < n; ++i) x = x * {i} + p[i];"),
    "loops-in-a-row-breaking": wide(
        lambda i: f"for (int i = 0; i < n; ++i) {{ x += {i}; if (x > o[i]) break; }}"),
    "loops-in-a-row-carrying": lambda room: (kernel(
        "".join(f"double v{i} = o[g + {i}];" for i in range(64))
        + repeat(room // 2, lambda i: "for (int i = 0; i < n; ++i) { "
                 f"v{i % 64} = v{(i + 1) % 64} * v{(i + 2) % 64}; }}")
        + "".join(f"x += v{i};" for i in range(64))),),
    "subscripts-run-time": wide(lambda i: f"x += t[p[g + {i}] % 8]; t[{i % 8}] = x;",
                                "double t[8]; t[0] = x;"),
    "subscripts-run-time-large": wide(
        lambda i: f"x += t[p[g + {i}] % 1024];",
        "double t[1024]; for (int i = 0; i < 1024; ++i) t[i] = o[g * 1024 + i];"),
    "subscripts-run-time-written": wide(
        lambda i: f"t[p[g + {i}] % 256] = x + {i};",
        "double t[256]; for (int i = 0; i < 256; ++i) t[i] = o[g * 256 + i];",
        "x = t[n];"),
    "local-arrays": wide(
        lambda i: f"__local double l{i}[64]; l{i}[get_local_id(0)] = x; x += l{i}[n];"),
    "local-array-large": wide(
        lambda i: f"l[(get_local_id(0) * {i + 1}) % 16384] = x; x += l[n + {i}];",
        "__local double l[16384];"),
    "conversions": wide(lambda i: "x += (float)(int)(char)(x * 3);"),
    "bits": wide(lambda i: f"m = rotate(m, {i % 60}l) ^ mul_hi(m, m) + popcount(m);",
                 "long m = p[g];", "x += m;"),
    "transposes": wide(
        lambda i: "for (int i = 0; i < WG_SIZE; ++i) l[i][get_local_id(0)] = t[i];"
                  "for (int i = 0; i < WG_SIZE; ++i) t[i] = l[get_local_id(0)][i] + i;",
        TABLE + "__local double l[WG_SIZE][WG_SIZE];", "x = t[0];",
        "--wg-size=32"),
})


@bomb
def kernels(room):
    return repeat(room, lambda i: f"__kernel void k{i}(__global double *o) "
                  "{ o[get_global_id(0)] *= 2; }"),


@bomb
def kernels_large(room):
    return (repeat(room, lambda i: f"__kernel void k{i}(__global double *o) {{ "
                   "double t[WG_SIZE]; size_t g = get_global_id(0) * WG_SIZE; "
                   "for (int i = 0; i < WG_SIZE; ++i) t[i] = o[g + i]; "
                   "for (int s = 0; s < WG_SIZE; ++s) "
                   "for (int i = 0; i < WG_SIZE; ++i) "
                   "t[i] -= shuffle(t[i], s) * t[s]; "
                   "for (int i = 0; i < WG_SIZE; ++i) o[g + i] = t[i]; }"),
            "--wg-size=16")


@bomb
def parameters(room):
    names = [f"a{i}" for i in range((room - 400) // 60)]
    return ("__kernel void k("
            + ", ".join(f"__global double *{name}" for name in names) + ") {"
            + "".join(f"{name}[get_global_id(0)] += 1;\n" for name in names)
            + "}"),


# ---- Large by a number -----------------------------------------------------------


def product(*flags):
    body = ("double c[WG_SIZE];"
            "for (int i = 0; i < WG_SIZE; ++i) c[i] = 0;" + TABLE
            + "for (int s = 0; s < WG_SIZE; ++s) for (int i = 0; i < WG_SIZE; ++i)"
            "c[i] += t[s] * shuffle(t[i], s);"
            "for (int i = 0; i < WG_SIZE; ++i) o[g * WG_SIZE + i] = c[i];")
    return lambda room: (kernel(body), *flags)


for size in (32, 64, 128, 256, 512, 1024):
    BOMBS[f"product-{size}"] = product(f"--wg-size={size}")
BOMBS["product-pack-4096"] = product("--wg-size=8", "--wg-pack=4096")
BOMBS["product-pack-64"] = product("--wg-size=32", "--wg-pack=64")


@bomb
def pack_4096(room):
    return (kernel(repeat(room, lambda i: f"x = x * {i} + o[g + {i}];")),
            "--wg-size=8", "--wg-pack=4096")


@bomb
def pack_4096_items_1024(room):
    return kernel("x = x * 2 + 1;"), "--wg-size=1024", "--wg-pack=4096"


@bomb
def pack_4096_orders(room):
    return (kernel("x += shuffle(x, p[g]); x += shuffle(x, 3);"),
            "--wg-size=32", "--wg-pack=4096", "--lane-order=ix-wi-wg")


@bomb
def array_of_a_million(room):
    return kernel("double t[1048576]; for (int i = 0; i < 1048576; ++i) "
                  "t[i] = x; x = t[n];"), "--wg-size=1"


@bomb
def array_of_a_quarter_million(room):
    return kernel("double t[262144]; t[0] = x; t[n] = 2; x = t[n + 1];"
                  + repeat(room, lambda i: f"t[{i}] = x; x += t[n + {i}];")), \
        "--wg-size=1"


@bomb
def arrays_of_all_lanes(room):
    return kernel(repeat(room, lambda i: f"double t{i}[256]; t{i}[n] = x; "
                         f"x = t{i}[n + 1];")), "--wg-size=1024"


@bomb
def constants_of_a_million(room):
    return kernel("x = c[n];", "__constant double c[1048576] = {1, 2, 3};\n"),


@bomb
def constants_of_a_million_many(room):
    return kernel(repeat(room, lambda i: f"x += c[{i}];"),
                  "__constant double c[1048576] = {1, 2, 3};\n"),


@bomb
def constants_of_a_quarter_million(room):
    return kernel(repeat(room, lambda i: f"x += c[n + {i}];"),
                  "__constant double c[131072] = {1, 2, 3};\n"),


@bomb
def constants_written_out(room):
    numbers = ", ".join(str(i) for i in range((room - 500) // 7))
    return kernel("x = c[n] + c[7];",
                  f"__constant double c[] = {{{numbers}}};\n"),


@bomb
def constants_private(room):
    numbers = ", ".join(str(i) for i in range((room - 500) // 7))
    return kernel(f"double c[] = {{{numbers}}}; c[n] = x; x = c[n + 1];"),


@bomb
def initializers_of_ranges(room):
    return kernel("x = c[n];", "__constant int c[] = {[0 ... 1048575] = 3};\n"),


@bomb
def dimensions(room):
    return kernel("double t" + "[1]" * (room // 4) + "; x = 1;"),

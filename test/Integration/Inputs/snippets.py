"""Statements that once went wrong, each as a kernel of its own, compared with the
oracle bit for bit unless it says otherwise. Usage: snippets.py PIRCH_RUN"""
import itertools
import os
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "../../Inputs"))
from cpu_targets import cpu_targets
from sampling import sample

PROLOGUE = """#define G get_global_id(0)
// pirch-run: --arg a=rand(GROUPS, WG_SIZE) --arg b=rand(GROUPS, WG_SIZE) --arg n=3
int shift_far(int d) { d >>= (7168 | (d ^ d)); return d; }
int divide(int d, int n) { return d / (n & 0); }
__kernel void k(__global double *a, __global int *b, int n) { %s }
"""
SNIPPETS = [
    # The divisor is 0 where the branch is not taken.
    ("b[G] = (n & 4) ? 10 / (n & 4) : 7;",),
    ("if (n != 3) b[G] = 10 / (n - 3); else b[G] = n;",),
    # Conversions of the group's index that do not keep it.
    ("b[G] = (uchar)get_group_id(0);", "--groups=600"),
    ("uchar g = get_group_id(0); b[G] = g;", "--groups=600"),
    ("int g = (int)G - 3; ulong u = (uint)g; b[G] = (int)(u >> 32);",),
    ("uint g = get_global_id(0); a[g] = a[g] * 2;",),
    # Several writers of one element, some of them inactive.
    ("__local int t[1]; t[0] = -1; barrier(1); if (b[G] > 4) t[0] = b[G];"
     " barrier(1); b[G] = t[0];",),
    ("__local double t[4]; for (int i = 0; i < 4; i++) if (a[G] * i > 0.9)"
     " t[(i + get_local_id(0)) % 4] = a[G]; barrier(1); b[G] = n;",),
    ("a[G] = b[G] > 4 ? INFINITY : b[G] > 2 ? -INFINITY : NAN;",),
    ("a[G] = cbrt(a[G]) + erf(a[G]);", "--max-ulp=1"),
    ("a[G] = expm1(1e-10 * a[G]) + log1p(1e-10 * a[G]);",),
    # The arm that is left of a choice is fused with what is around it.
    ("a[G] = a[G] / 3 - (1 < 5 ? a[G] * a[G] : 1);",),
    ("a[G] = (WG_SIZE > 4 ? 1 : a[G] * a[G]) + a[G] / 3;",),
    # Negated products are fused too, where nothing else uses them.
    ("a[G] = -(a[G] * b[G]) + 0.3;",),
    ("a[G] = -(a[G] * a[G]) - 0.3;",),
    ("a[G] = 0.3 + -(a[G] * a[G]);",),
    ("a[G] = a[G] - (-(a[G] * 0.7));",),
    ("a[G] = -(a[G] * a[G]) + a[G] * a[G];",),
    ("a[G] = a[G] * a[G] - -(a[G] * a[G]);",),
    ("a[G] = - -(a[G] * a[G]) + 0.3;",),
    ("double t; a[G] = (t = -(a[G] * a[G])) + 0.3; a[G] += t;",),
    # Pragmas say where products are fused.
    ("\n#pragma OPENCL FP_CONTRACT OFF\na[G] = a[G] * a[G] - 0.3;",),
    ("\n#pragma STDC FP_CONTRACT OFF\na[G] = a[G] * a[G] - 0.3;",),
    ("\n#pragma clang fp contract(off)\na[G] = a[G] * a[G] - 0.3;",),
    ("\n#pragma clang fp contract(fast)\na[G] = a[G] * a[G] - 0.3;",),
    ("\n#pragma clang fp contract(fast)\n double t = a[G] * a[G];"
     " a[G] = t - 0.3;",),
    ("{\n#pragma OPENCL FP_CONTRACT OFF\na[G] = a[G] * a[G] - 0.3; }"
     " a[G] = a[G] * a[G] - 0.3;",),
    ("\n#pragma OPENCL FP_CONTRACT ON\na[G] = a[G] * a[G] - 0.3;",
     "--ffp-contract=off"),
    ("\n#pragma clang fp reassociate(on)\na[G] = (a[G] + 1e9) - 1e9;",),
    # Collectives under masks combine the active work items' values alone.
    ("double v = b[G] > 4 ? NAN : a[G]; if (get_local_id(0) > 0)"
     " a[G] = sub_group_reduce_max(v);",),
    ("double v = NAN; if (get_local_id(0) > 0) a[G] = sub_group_reduce_max(v);",),
    ("double v = NAN; if (b[G] > 4) a[G] = sub_group_reduce_min(v);",),
    ("double v = NAN; if (b[G] > 4) a[G] = sub_group_scan_inclusive_min(v);",),
    ("double v = b[G] > 6 ? NAN : a[G]; if (b[G] > 3)"
     " a[G] = sub_group_scan_exclusive_max(v);",),
    ("double v = b[G] > 6 ? NAN : a[G]; a[G] = sub_group_scan_exclusive_min(v);",),
    ("if (b[G] > 3) a[G] = sub_group_scan_exclusive_add(-0.0);",),
    ("if (b[G] > 3) a[G] = sub_group_reduce_add(-0.0);",),
    # Shift counts in constants that Clang computes.
    ("enum { E = 1 << 33, F, H = E << 65 }; const int K = 1 << 35;"
     " b[G] = E + 16 * F + 256 * H + 4096 * K + (1 << 34) + (1u >> 32);",),
    ("int c = 1; c <<= 33; b[G] = c + (n << 34);",),
    ("b[G] = shift_far(n) + divide(n, n - 3);",),
    # Sub-groups count in 32 bits.
    ("a[G] = get_sub_group_local_id() - 1;",),
    ("a[G] = get_sub_group_size() - 9 + get_max_sub_group_size() -"
     " get_num_sub_groups() + get_sub_group_id();",),
    # A work item's own variable may be volatile.
    ("volatile double t = a[G]; t += 1; a[G] = t; volatile __local int l[4];"
     " l[get_local_id(0)] = n; barrier(1); b[G] = l[3 - get_local_id(0)];",),
    # Loops that all work items leave together, inside of masks.
    ("if (a[G] > 0.5) for (int i = 0; i < n; ++i) a[G] += i;",),
    ("double s = 0; for (int i = 0; i < n; ++i) { if (b[G] > i) s += i;"
     " if (s > 2) break; } a[G] = s;",),
    ("int i = 0; do { i += b[G] > 4 ? 2 : 1; } while (i < n); b[G] = i;",),
    ("if (n > 5) while (n != 0) --n; a[G] = n;",),
    # Variables that one of several iterations writes, and others read.
    ("for (int i = 0; i < 3; ++i) if (i == 2) a[G] += 1;",),
    ("double s = a[G]; for (int i = 0; i < 3; ++i) if (i == 2) s += 1;"
     " a[G] = s;",),
    ("double s = a[G]; for (int i = 0; i < 3; ++i) if (i >= 1) s += i;"
     " a[G] = s;",),
    ("double t[4], s = a[G]; for (int i = 0; i < 4; ++i) { if (i == 1) s = 5;"
     " t[i] = s; } a[G] = t[0] + t[3] * s;",),
    ("double t[4], s = a[G]; for (int i = 0; i < 4; ++i) { t[i] = s;"
     " if (i == 1) s = 5; } a[G] = t[0] + t[3] * s;",),
    ("double t[4] = {1, 2, 3, 4}, s = a[G]; for (int i = 0; i < 4; ++i) {"
     " if (i == get_local_id(0) && s > 0.5) s = t[i]; t[i] += s; }"
     " a[G] = s * t[3];",),
    ("int t[4] = {1, 2, 3, 4}, s = 1; for (int i = 0; i < 4; ++i) {"
     " if (i == get_local_id(0)) s = i; t[s] += i; } b[G] = s + 8 * t[1];",),
]


def main():
    failures = runs = 0
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "snippet.cl")
        for (body, *options), target, order in sample(
                itertools.product(SNIPPETS, cpu_targets(), ("wg-wi-ix", "ix-wi-wg")), 3):
            with open(name, "w") as file:
                file.write(PROLOGUE % body)
            command = [sys.argv[1], name, "--target=" + target, "--wg-size=4", "--wg-pack=8",
                       "--groups=21", "--lane-order=" + order, "--check", *options]
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, timeout=60)
            runs += 1
            if done.returncode:
                failures += 1
                print(body, " ".join(command), done.stdout, sep="\n")
    print("%d runs, %d failures" % (runs, failures))
    sys.exit(bool(failures))


main()

#!/usr/bin/env python3
"""A loop over single groups that loads LINES cache lines and computes OPS
operations with each; one line is loaded again from a pointer that is disguised,
as pirch-rematerialize-loads does."""
import sys

lines, ops = map(int, sys.argv[1:])
vector = "vector<8xf64>"
print(f"""func.func @in_order(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64)
    attributes {{pirch.target = #pirch.avx512<>}} {{
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %one = arith.constant dense<1.0> : {vector}
  scf.for %g = %c0 to %n step %c1 : i64 {{
    %p = llvm.getelementptr %a[%g] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<{lines * 8} x f64>
    %s0 = llvm.load %p : !llvm.ptr -> {vector}
    %q = llvm.inline_asm "", "=r,0" %p : (!llvm.ptr) -> !llvm.ptr
    %again = llvm.load %q : !llvm.ptr -> {vector}""")
count = 0
for line in range(1, lines):
    print(f"""    %p{line} = llvm.getelementptr %p[{line * 8}] : (!llvm.ptr) -> !llvm.ptr, f64
    %x{line} = llvm.load %p{line} : !llvm.ptr -> {vector}""")
    for op in range(ops):
        print(f"    %s{count + 1} = math.fma %x{line}, %one, %s{count} : {vector}")
        count += 1
print(f"""    %r = arith.addf %s{count}, %again : {vector}
    llvm.store %r, %b : {vector}, !llvm.ptr
  }}
  return
}}""")

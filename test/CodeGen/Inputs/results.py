#!/usr/bin/env python3
"""A round of a loop with two sums of STEPS terms that share a factor each."""
import sys

steps = int(sys.argv[1])
vector = "vector<8xf64>"
print(f"""func.func @sums(%x: {vector}, %y: {vector}, %n: i64)
    -> ({vector}, {vector}) attributes {{pirch.target = #pirch.avx512<>}} {{
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a0 = %x, %b0 = %y)
      -> ({vector}, {vector}) : i64 {{""")
for step in range(steps):
    print(f"""    %c{step}f = arith.constant dense<{step}.0> : {vector}
    %s{step} = arith.addf %x, %c{step}f : {vector}
    %t{step} = math.sqrt %s{step} : {vector}
    %a{step + 1} = math.fma %t{step}, %x, %a{step} : {vector}
    %b{step + 1} = math.fma %t{step}, %y, %b{step} : {vector}""")
print(f"""    scf.yield %a{steps}, %b{steps} : {vector}, {vector}
  }}
  return %r#0, %r#1 : {vector}, {vector}
}}""")

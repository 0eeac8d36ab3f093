#!/usr/bin/env python3
"""A round of a loop with two sums of 64 terms, the second written behind the first.
Each factor is one of both sums. With `inner` a loop comes first, whose vector the
round hands on as well."""
import sys

STEPS = 64
inner = "inner" in sys.argv[1:]
vector = "vector<8xf64>"
names = (["%w"] if inner else []) + ["%a", "%b"]
types = ", ".join([vector] * len(names))
print(f"""func.func @sums(%x: {vector}, %y: {vector}, %n: i64)
    -> ({types}) attributes {{pirch.target = #pirch.avx512<>}} {{
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %r:{len(names)} = scf.for %i = %c0 to %n step %c1
      iter_args({", ".join(name + "0 = %x" for name in names)}) -> ({types}) : i64 {{""")
if inner:
    print(f"""    %w{STEPS} = scf.for %k = %c0 to %n step %c1
        iter_args(%v = %w0) -> ({vector}) : i64 {{
      %u = arith.mulf %v, %x : {vector}
      scf.yield %u : {vector}
    }}""")
for step in range(STEPS):
    print(f"""    %c{step}f = arith.constant dense<{step}.0> : {vector}
    %s{step} = arith.addf %x, %c{step}f : {vector}
    %t{step} = math.sqrt %s{step} : {vector}""")
for name, factor in (("%a", "%x"), ("%b", "%y")):
    for step in range(STEPS):
        print(f"    {name}{step + 1} = math.fma %t{step}, {factor}, {name}{step}"
              f" : {vector}")
print(f"""    scf.yield {", ".join(name + str(STEPS) for name in names)} : {types}
  }}
  return {", ".join("%%r#%d" % index for index in range(len(names)))} : {types}
}}""")

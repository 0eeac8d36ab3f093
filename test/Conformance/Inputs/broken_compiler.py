"""A compiler of the kernels of wrong.mlir, which are wrong in all ways but one.

Usage: broken_compiler.py CC INPUT OUTPUT"""
import pathlib
import re
import subprocess
import sys

compiler, source, output = sys.argv[1:]
EACH = "for (int64_t g = first; g < first + count; ++g) "
BODIES = {
    "right": ("int32_t *a, int32_t n", EACH + "a[g] *= n;"),
    "one_element": ("int32_t *a, int32_t n", EACH + "a[g] *= n;"),
    # A NaN with another payload, where any NaN will do.
    "payload": ("uint32_t *a", EACH + "if (g % 2 == 0) a[g] = 0xFFC12345;"),
    "sign": ("float *a", EACH + "a[g] += 0.0f;"),
    "all_groups": ("int32_t *a", "if (count) for (int g = 0; g < 2; ++g) a[g] = 1;"),
    "outside": ("int32_t *a", "a[-1] = 0;"),
    "crash": ("int32_t *a", "*(volatile int *)8 = 1;"),
    "endless": ("int32_t *a", "for (volatile int x = 0;; ++x);"),
    "missing": None,
}
code = "#include <stdint.h>\n"
for name in re.findall(r"pirch\.kernel @(\w+)", pathlib.Path(source).read_text()):
    if name == "refused":
        sys.exit("note: reading\nerror: no such instruction")
    if BODIES[name]:
        parameters, body = BODIES[name]
        code += f"void {name}({parameters}, int64_t first, int64_t count) {{ {body} }}\n"
subprocess.run([compiler, "-O1", "-fPIC", "-x", "c", "-c", "-", "-o", output], input=code,
               text=True, check=True)

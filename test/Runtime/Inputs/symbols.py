"""Check that a library exports exactly the functions that its header declares,
each of a version, and that its SONAME has its major version.

Usage: symbols.py HEADER LIBRARY"""
import re
import subprocess
import sys

header, library = sys.argv[1:]
text = open(header).read()
declared = set(re.findall(r"\b(pirch_\w+)\(", re.sub(r"/\*.*?\*/", "", text, flags=re.S)))
lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True,
                       capture_output=True, text=True).stdout.splitlines()
# The version itself is listed as an absolute symbol.
symbols = {line.split()[-1] for line in lines if line.split()[1] != "A"}
expected = {f"{name}@@PIRCH_0" for name in declared}
for name in sorted(symbols - expected):
    print("exported, but not declared:", name)
for name in sorted(expected - symbols):
    print("declared, but not exported:", name)
dynamic = subprocess.run(["readelf", "-d", library], check=True,
                         capture_output=True, text=True).stdout
major = re.search(r"#define PIRCH_VERSION_MAJOR (\d+)", text)[1]
soname = re.search(r"\(SONAME\).*\[(.*)\]", dynamic)[1]
if soname != f"libpirch.so.{major}":
    print("the name of the library is", soname)
sys.exit(len(declared) < 20 or symbols != expected or
         soname != f"libpirch.so.{major}")

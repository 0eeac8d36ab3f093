"""Run the programs in pages: all blocks of Python of a page as one program, and
each block of C or C++ with a main function. What a program prints must be what
its comments `prints: ...` say, in this order.

Usage: snippets.py FOLDER CC CXX INCLUDE LIBRARY PYTHON PACKAGE PAGE..."""
import os
import pathlib
import re
import subprocess
import sys

folder, cc, cxx, include, library, python, package = sys.argv[1:8]
os.makedirs(folder, exist_ok=True)
environment = {**os.environ, "PIRCH_CACHE_DIR": "", "PYTHONPATH": package,
               "PYTHONDONTWRITEBYTECODE": "1", "PIRCH_LIBRARY": library}
count = failures = 0


def check(name, text, command):
    global count, failures
    count += 1
    expected = re.findall(r"prints: (.*)", text)
    run = subprocess.run(command, capture_output=True, text=True, env=environment)
    if run.returncode or not expected or run.stdout.splitlines() != expected:
        failures += 1
        print(f"{name}: status {run.returncode}, expected {expected}\n"
              f"{run.stdout}{run.stderr}")


for page in sys.argv[8:]:
    text = pathlib.Path(page).read_text()
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", text, re.M | re.S)
    scripts = "\n".join(code for language, code in blocks if language == "python")
    if scripts and python != "none":
        check(page, scripts, [python, "-c", scripts])
    for index, (language, code) in enumerate(blocks):
        if language not in ("c", "cpp") or "int main(" not in code:
            continue
        source = os.path.join(folder, f"{pathlib.Path(page).stem}{index}.{language}")
        pathlib.Path(source).write_text(code)
        compiler = [cc, "-std=c11"] if language == "c" else [cxx, "-std=c++17"]
        program = source + ".out"
        subprocess.run([*compiler, "-Wall", "-Wextra", "-Werror", "-I" + include,
                        source, library, "-Wl,-rpath," + os.path.dirname(library),
                        "-o", program], check=True)
        check(source, code, [program])
print(f"{count} programs, {failures} failures")
sys.exit(failures != 0 or count == 0)

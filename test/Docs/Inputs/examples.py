"""Check the examples of documents.

Every fenced block of a document whose first line is a comment with a file name
is a complete file. Kernels (```c, `// name.cl`) are run and compared with the
oracle on both targets; programs (```cpp, `// name.cpp`) are compiled together
with the kernel whose header they include, and run.
Usage: examples.py WORK_DIR CXX DOCUMENT..."""
import os
import re
import subprocess
import sys

work, cxx, *documents = sys.argv[1:]
BLOCK = re.compile(r"^```(c|cpp)\n(// ([\w.-]+)\b.*?)^```$", re.S | re.M)
failures = runs = 0


def run(*command):
    global failures, runs
    runs += 1
    done = subprocess.run(command, capture_output=True, text=True, cwd=work)
    if done.returncode:
        failures += 1
        print(" ".join(command), done.stdout, done.stderr[:4000], sep="\n")


def check_kernel(name):
    for target in (["host"], ["generic", "--vector-bits=256"]):
        for lanes in ([], ["--wg-pack=2", "--lane-order=wg-wi-ix"],
                      ["--wg-pack=8", "--lane-order=ix-wi-wg"]):
            run("pirch-run", name, "--groups=21", "--check", "--guard",
                "--target=" + target[0], *target[1:], *lanes)


def check_program(name, text):
    objects = []
    for stem in re.findall(r'#include "([\w-]+)\.h"', text):
        run("pirchc", stem + ".cl", "--wg-size=8", "-o", stem + ".o", f"--header={stem}.h")
        objects.append(stem + ".o")
    program = os.path.splitext(name)[0]
    run(cxx, "-std=c++17", "-O2", "-Wall", "-Wno-unknown-pragmas", name, *objects,
        "-o", program, "-lm")
    run("./" + program)


os.makedirs(work, exist_ok=True)
for document in documents:
    with open(document) as file:
        blocks = BLOCK.findall(file.read())
    if not blocks:
        failures += 1
        print(document, "has no complete example")
    for _, text, name in blocks:
        with open(os.path.join(work, name), "w") as file:
            file.write(text)
    for language, text, name in blocks:
        check_kernel(name) if language == "c" else check_program(name, text)
print(f"{runs} runs, {failures} failures")
sys.exit(1 if failures else 0)

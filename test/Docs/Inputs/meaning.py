"""Check that each operation's page in the reference of the dialect has one example,
that the example has the operation in it, and that it computes what the page says:

- a kernel of values (`pirch.value`) ends with the comment lines that the interpreter
  prints for two work groups, once infregs are formed;
- a function on vectors ends with the line that it prints, where this CPU runs AVX2;
- what a GPU's thread does is parsed and verified.

Usage: meaning.py MLIR_LIBRARIES REFERENCE"""
import os
import re
import subprocess
import sys

libraries, reference = sys.argv[1:]
# Operations of other forms than an interpreted kernel.
FUNCTIONS, THREADS = {"lookup"}, {"subgroup_barrier"}
INTERPRET = ["--split-input-file", "--pirch-vectorize-work-items", "--pirch-interpret=groups=2"]
RESULT = re.compile(r"^// \w+: \w+ = .*$", re.M)
failures = examples = 0


def fail(operation, *words, sep=" "):
    global failures
    failures += 1
    print(f"pirch.{operation}:", *words, sep=sep)


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        print(" ".join(command), done.stderr[:4000], sep="\n")
    return done.stdout


def read_examples():
    """The example of each operation by its name."""
    found = {}
    with open(reference) as file:
        sections = re.split(r"^#+ ", file.read(), flags=re.M)
    for section in sections:
        name = re.match(r"`pirch\.(\w+)` \(::pirch::\w+Op\)\n", section)
        if not name:
            continue
        blocks = re.findall(r"^```mlir\n(.*?)^```$", section, re.S | re.M)
        if len(blocks) != 1:
            fail(name[1], f"has {len(blocks)} examples, not one")
        elif not re.search(rf"\bpirch\.{name[1]}\b", re.sub("//.*", "", blocks[0])):
            fail(name[1], "is not in its own example")
        else:
            found[name[1]] = blocks[0]
    return found


def check_kernels(kernels):
    printed = run(["pirch-opt", "-o", os.devnull, *INTERPRET],
                  "\n// -----\n".join(kernels.values()))
    lines = {name: [] for name in kernels}
    for line in RESULT.findall(printed):
        name = re.match(r"// (\w+)", line)[1]
        if name not in lines:
            fail(name, "is printed, but is no operation with an example")
        else:
            lines[name].append(line)
    for name, text in kernels.items():
        expected = RESULT.findall(text)
        if not expected:
            fail(name, "has an example without the buffers that it leaves")
        elif lines[name] != expected:
            fail(name, "leaves other buffers than its page says:", *lines[name], sep="\n")


def check_function(name, text):
    expected = re.findall(r"^// (\(.*\))$", text, re.M)
    if not expected:
        fail(name, "has an example without the line that it prints")
    target = " attributes {pirch.target = #pirch.avx2<>}"
    lowered = run(["pirch-opt", "--pass-pipeline=builtin.module(func.func(pirch-lower-lookups))"],
                  text.replace("()", "()" + target, 1))
    plain = lowered.replace(target, "")
    code = run(["mlir-opt", "--convert-vector-to-scf", "--convert-scf-to-cf",
                "--convert-vector-to-llvm", "--convert-index-to-llvm", "--convert-arith-to-llvm",
                "--convert-cf-to-llvm", "--convert-func-to-llvm",
                "--reconcile-unrealized-casts"], plain)
    printed = run(["mlir-runner", "-e", name, "-entry-point-result=void",
                   f"-shared-libs={libraries}/libmlir_c_runner_utils.so"], code)
    if printed.split("\n")[:-1] != expected:
        fail(name, "prints", printed)


found = read_examples()
examples = len(found)
check_kernels({name: text for name, text in found.items()
               if name not in FUNCTIONS and name not in THREADS})
with open("/proc/cpuinfo") as cpuinfo:
    has_avx2 = " avx2 " in cpuinfo.read()
for name in sorted(FUNCTIONS & set(found)):
    run(["pirch-opt", "-o", os.devnull], found[name])
    if has_avx2:
        check_function(name, found[name])
for name in sorted(THREADS & set(found)):
    if f"pirch.{name}" not in run(["pirch-opt"], found[name]):
        fail(name, "has an example that is not accepted")
print(f"{examples} examples, {failures} failures")
sys.exit(0 if examples and not failures else 1)

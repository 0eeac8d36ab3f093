#!/usr/bin/env python3
"""Run the conformance kernels on a target and compare every buffer, bit for bit.

  run.py --compile 'my-compiler {input} -o {output}'
      the command makes an object file of an MLIR file. For each kernel `k` the object
      exports the C function void k(T *a, ..., int64_t first_group, int64_t num_groups),
      which is called here.
  run.py --run 'pirch-run {input} --kernel={kernel} --groups={groups} {arguments} {saves}'
      the command runs one kernel itself. Inputs and outputs are .npy files: {arguments}
      stands for --argument, {saves} for --save, once for each parameter or buffer.
  run.py --interpret 'pirch-opt {input} --pirch-interpret=... -o {output}'
      the command prints the buffers as comment lines. {first} and {groups} say which
      groups it runs.

README.md beside this file says more."""
import argparse
import ctypes
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile

from kernels import RESULT, first_difference, read_kernels, split_elements, table_bytes

here = pathlib.Path(__file__).resolve().parent
parser = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
way = parser.add_mutually_exclusive_group(required=True)
way.add_argument("--compile", metavar="COMMAND")
way.add_argument("--run", metavar="COMMAND")
way.add_argument("--interpret", metavar="COMMAND")
parser.add_argument("--argument", metavar="OPTION", default="--arg={name}={value}",
                    help="how --run hands over a parameter; {value} is a number or a file "
                    "(default: %(default)s)")
parser.add_argument("--save", metavar="OPTION", default="--save={name}={file}",
                    help="how --run asks for a buffer (default: %(default)s)")
parser.add_argument("--cc", default="cc", help="links objects to shared libraries")
parser.add_argument("--refuses", metavar="KERNEL,...", default="",
                    help="kernels that the target does not take: it is an error if it does")
parser.add_argument("--kernel", metavar="KERNEL,...", default="", help="the only kernels to run")
parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS",
                    help="for each command and each kernel (default: 60)")
parser.add_argument("--keep", metavar="FOLDER", help="keep what is made in this folder")
parser.add_argument("files", nargs="*", type=pathlib.Path,
                    help="files of kernels; by default those beside this program")


class Refused(Exception):
    """The command did not take a kernel; the message is what it said."""


class Wrong(Exception):
    """The kernel did not do what it must."""


def execute(template, **values):
    """Run the words of a command in which {name} stands for a value, which is one word,
    or a list of words where {name} is a word of its own."""
    words = []
    for word in shlex.split(template):
        name = word[1:-1] if word[:1] + word[-1:] == "{}" else None
        if isinstance(values.get(name), list):
            words += values[name]
        else:
            for key, value in values.items():
                word = word.replace("{" + key + "}", str(value))
            words.append(word)
    try:
        return subprocess.run(words, capture_output=True, text=True, timeout=options.timeout)
    except subprocess.TimeoutExpired:
        raise Wrong(f"{words[0]} took more than {options.timeout:g} s")
    except OSError as error:
        sys.exit(f"run.py: error: {error}")


def require_success(done):
    if done.returncode < 0:
        raise Wrong(f"the command died of {signal.Signals(-done.returncode).name}")
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().split("\n")
        raise Refused(next((line for line in lines if "error" in line), lines[0]))


# --------------------------------------------------------------------------------------
# Functions in objects
# --------------------------------------------------------------------------------------

MARGIN, FILL = 256, 0xA5  # bytes around each buffer that nobody may write
SCALARS = {"i1": ctypes.c_bool, "i8": ctypes.c_int8, "i16": ctypes.c_int16,
           "i32": ctypes.c_int32, "i64": ctypes.c_int64, "f32": ctypes.c_float,
           "f64": ctypes.c_double}


def compile_library(kernels, stem):
    """A shared library with the functions of some kernels."""
    source, object_file, library = (f"{stem}{end}" for end in (".mlir", ".o", ".so"))
    pathlib.Path(source).write_text("\n".join(kernel.source() for kernel in kernels))
    require_success(execute(options.compile, input=source, output=object_file))
    linked = execute("{cc} -shared -Wl,-z,defs -o {library} {object} -lm", cc=shlex.split(options.cc),
                     library=library, object=object_file)
    if linked.returncode:
        lines = linked.stderr.strip().split("\n")
        raise Wrong("the object does not link: " + next(
            (line for line in lines if "undefined" in line), lines[0]))
    return library


def call(function, kernel, first, count, times):
    """Call the function on copies of the inputs, and return the buffers by name."""
    arguments, buffers = [], {}
    inputs = kernel.inputs(times)
    for parameter in kernel.parameters:
        data = inputs[parameter.name]
        if not parameter.is_buffer:
            arguments.append(SCALARS[parameter.element].from_buffer_copy(data))
            continue
        margin = bytes([FILL]) * MARGIN
        # Aligned as the element type and no more.
        memory = ctypes.create_string_buffer(margin + data + margin, len(data) + 2 * MARGIN)
        buffers[parameter.name] = memory
        arguments.append(ctypes.c_void_p(ctypes.addressof(memory) + MARGIN))
    function(*arguments, ctypes.c_int64(first), ctypes.c_int64(count))
    results = {}
    for name, memory in buffers.items():
        before, after = memory.raw[:MARGIN], memory.raw[-MARGIN:]
        if before.strip(bytes([FILL])) or after.strip(bytes([FILL])):
            raise Wrong(f"writes outside of {name}")
        results[name] = memory.raw[MARGIN:-MARGIN]
    return results


def compare(kernel, run, results):
    difference = first_difference(kernel, results, kernel.outputs(*run))
    if difference:
        first, count, _ = run
        raise Wrong(f"groups {first} to {first + count - 1}: {difference}" if count
                    else f"no groups: {difference}")


def call_all(kernel, library):
    function = getattr(ctypes.CDLL(library), kernel.name, None)
    if function is None:
        raise Wrong("the object has no function of that name")
    function.restype = None
    for run in kernel.ranges():
        compare(kernel, run, call(function, kernel, *run))


def call_apart(kernel, library):
    """`call_all` in a process of its own, which may crash or never end."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        message = b""
        signal.setitimer(signal.ITIMER_REAL, options.timeout)
        try:
            call_all(kernel, library)
        except Exception as error:
            message = str(error).encode() or b"fails"
        os.write(writer, message)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as file:
        message = file.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status:
        raise Wrong(f"the function died of {signal.Signals(-status).name}")
    if message:
        raise Wrong(message)


def test_objects(kernels, folder):
    """Compile a file in one piece, or kernel by kernel where it is refused."""
    try:
        together = compile_library(kernels, f"{folder}/all")
    except (Refused, Wrong):
        together = None
    for kernel in kernels:
        yield kernel, lambda: call_apart(
            kernel, together or compile_library([kernel], f"{folder}/{kernel.name}"))


# --------------------------------------------------------------------------------------
# Tools that run kernels
# --------------------------------------------------------------------------------------

def write_npy(path, data, element):
    size = len(data) // max(1, len(split_elements(data, element)))
    kind = "f" if element[0] in "fb" else "i"
    header = f"{{'descr': '<{kind}{size}', 'fortran_order': False, 'shape': ({len(data) // size},), }}"
    header = header.ljust(-(10 + len(header) + 1) % 64 + len(header)) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") +
                     header.encode() + data)


def read_npy(path):
    if not path.exists():
        raise Wrong(f"{path.name} is not written")
    data = path.read_bytes()
    if data[:6] != b"\x93NUMPY":
        raise Wrong(f"{path.name} is no .npy file")
    length = 2 if data[6] == 1 else 4
    return data[8 + length + int.from_bytes(data[8:8 + length], "little"):]


def run_tool(kernel, folder):
    source = pathlib.Path(folder, kernel.name + ".mlir")
    source.write_text(kernel.source())
    for run in kernel.ranges():
        first, count, times = run
        if first:
            continue  # such tools run groups from 0 on
        arguments, saves, files = [], [], {}
        for parameter in kernel.parameters:
            name, data = parameter.name, kernel.inputs(times)[parameter.name]
            value = pathlib.Path(folder, f"{kernel.name}-{name}.npy")
            if parameter.is_buffer:
                write_npy(value, data, parameter.element)
                files[name] = pathlib.Path(folder, f"{kernel.name}-{name}-out.npy")
                files[name].unlink(missing_ok=True)
                saves.append(options.save.format(name=name, file=files[name]))
            else:
                value = SCALARS[parameter.element].from_buffer_copy(data).value
            arguments.append(options.argument.format(name=name, value=value))
        require_success(execute(options.run, input=source, kernel=kernel.name, groups=count,
                                arguments=arguments, saves=saves))
        compare(kernel, run, {name: read_npy(path) for name, path in files.items()})


def test_tool(kernels, folder):
    for kernel in kernels:
        yield kernel, lambda: run_tool(kernel, folder)


# --------------------------------------------------------------------------------------
# Tools that print buffers
# --------------------------------------------------------------------------------------

def repeated_source(kernel, times):
    """The kernel with its buffers' values `times` over."""
    def repeat(match):
        count = int(match[2])
        values = match[1] if "[" not in match[1] else \
            "[" + ", ".join([match[1].strip("[] ")] * times) + "]"
        return f"dense<{values}> : tensor<{count * times}x"
    header, rest = kernel.text.split("attributes", 1)
    return re.sub(r"dense<([^>]*)>\s*:\s*tensor<(\d+)x", repeat, header) + "attributes" + rest


def print_all(kernels, folder):
    """What is printed for each kernel and each of its runs; those of the same groups are
    printed by one command."""
    jobs = {}
    for kernel in kernels:
        for run in kernel.ranges():
            jobs.setdefault(run, []).append(kernel)
    printed = {}
    for (first, count, times), members in jobs.items():
        source = pathlib.Path(folder, f"{first}-{count}-{times}.mlir")
        source.write_text("\n// -----\n".join(repeated_source(k, times) for k in members))
        done = execute(options.interpret, input=source, first=first, groups=count,
                       output=os.devnull)
        for name, buffer, table, size, element in RESULT.findall(done.stdout):
            results = printed.setdefault((name, first, count, times), {})
            results[buffer] = table_bytes(table, int(size), element)
        printed[first, count, times] = next(
            (line for line in done.stderr.split("\n") if "error" in line), "prints nothing")
    return printed


def test_interpreter(kernels, folder):
    printed = print_all(kernels, folder)

    def check(kernel):
        for run in kernel.ranges():
            if (kernel.name, *run) not in printed:
                raise Refused(printed[run])
            compare(kernel, run, printed[kernel.name, *run])
    for kernel in kernels:
        yield kernel, lambda: check(kernel)


# --------------------------------------------------------------------------------------
# All kernels
# --------------------------------------------------------------------------------------

def main(work):
    test = test_objects if options.compile else test_tool if options.run else test_interpreter
    expected_refusals = set(filter(None, options.refuses.split(",")))
    chosen = set(filter(None, options.kernel.split(",")))
    counts = {"kernels": 0, "failures": 0, "refused": 0}
    known = set()
    for path in options.files or sorted(here.glob("*.mlir")):
        try:
            kernels = read_kernels(path)
        except (OSError, ValueError) as error:
            sys.exit(f"run.py: error: {error}")
        known |= {kernel.name for kernel in kernels}
        kernels = [k for k in kernels if not chosen or k.name in chosen]
        folder = os.path.join(work, path.stem)
        os.makedirs(folder, exist_ok=True)
        for kernel, check in test(kernels, folder) if kernels else ():
            counts["kernels"] += 1
            where, message = f"{path.name}: {kernel.name}", None
            try:
                check()
                if kernel.name in expected_refusals:
                    message = "is not refused"
            except Refused as error:
                if kernel.name in expected_refusals:
                    counts["refused"] += 1
                    print(f"{where}: refused as expected: {error}")
                else:
                    message = f"refused: {error}"
            except Wrong as error:
                message = str(error)
            if message:
                counts["failures"] += 1
                print(f"{where}: {message}")
    for name in sorted((expected_refusals | chosen) - known):
        counts["failures"] += 1
        print(f"{name}: there is no such kernel")
    refused = f", {counts['refused']} refused as expected" if counts["refused"] else ""
    print(f"{counts['kernels']} kernels, {counts['failures']} failures{refused}")
    return 1 if counts["failures"] or not counts["kernels"] else 0


if __name__ == "__main__":
    options = parser.parse_args()
    if options.keep:
        sys.exit(main(options.keep))
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(main(scratch))

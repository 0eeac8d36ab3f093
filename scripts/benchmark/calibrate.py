"""Measure the instructions that stand in the tables of costs of the CPU's targets:

  scripts/bench calibrate [--target avx512] [--cpu NAME] [--seconds 0.01]
                          [--only PATTERN]

`pirchc --emit=costs` lists the instructions with what LLVM's model of the CPU says.
Each is timed here in a loop of its own: eight that do not depend on each other
(cycles between two starts), and eight that do (latency). Times are in cycles of the
core's clock while it runs, which a chain of additions of integers measures, and in
additions of one register, the unit of the tables.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

COPIES = 8

PROLOGUE = """#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
typedef void (*Loop)(void *memory, int64_t rounds);
/* The shortest of several times of one round, in seconds. */
static double time_round(Loop loop, void *memory, double seconds) {
  int64_t rounds = 64;
  double took;
  loop(memory, rounds);
  for (;;) {
    double start = now();
    loop(memory, rounds);
    took = now() - start;
    if (took > seconds / 10)
      break;
    rounds *= 2;
  }
  double best = took / rounds;
  for (int trial = 0; trial < 9; ++trial) {
    double start = now();
    loop(memory, rounds);
    took = (now() - start) / rounds;
    if (took < best)
      best = took;
  }
  return best;
}
"""

EPILOGUE = """
int main(int argc, char **argv) {
  double seconds = atof(argv[1]);
  char *memory = aligned_alloc(4096, 16384);
  memset(memory, 0, 16384);
  for (int i = 0; i < 512; ++i) { /* 1.9 as a float, 1.2 as a double */
    uint32_t bits = 0x3ff33333;
    memcpy(memory + 4096 + 4 * i, &bits, 4);
  }
  for (int i = 0; i < 16; ++i) { /* indexes, far from each other, at the end */
    int32_t index = i * 17;
    memcpy(memory + 8192 + 4 * i, &index, 4);
  }
  double cycle = time_round(clock_loop, memory, seconds) / 64;
  printf("clock %.4f\\n", 1e-9 / cycle);
  for (unsigned i = 0; i < sizeof(loops) / sizeof(*loops); ++i)
    printf("%.3f\\n", time_round(loops[i], memory, seconds) / cycle);
}
"""


def as_text(lines):
    return "\n".join('    "%s\\n"' % line.replace("%", "%%").replace("{", "%{").replace("}", "%}")
                     for line in lines)


def make_loop(name, body, wide):
    """A C function that runs `body` some times; `wide` names a register."""
    setup = ["vmovups 4096(%%rdi), %%%s%d" % (wide, register) for register in range(8, 14)]
    setup += ["vpcmpeqd %ymm14, %ymm14, %ymm14",
              "vmovups 8192(%%rdi), %%%s15" % wide]
    if wide == "zmm":
        setup.append("kxnorw %k1, %k1, %k1")
    setup += ["vmovups 4096(%%rdi), %%%s%d" % (wide, register) for register in range(8)]
    clobbers = ['"memory"', '"rcx"'] + ['"xmm%d"' % r for r in range(16)]
    return """static void %s(void *memory, int64_t rounds) {
  __asm__ volatile(
%s
    "movq %%1, %%%%rcx\\n"
    ".p2align 5\\n1:\\n"
%s
    "decq %%%%rcx\\njnz 1b\\nvzeroupper\\n"
    : : "D"(memory), "r"(rounds) : %s);
}
""" % (name, as_text(line.replace("%%", "%") for line in setup), as_text(body),
       ", ".join(clobbers))


def instances(assembly, dependent):
    lines = []
    for copy in range(COPIES):
        destination = 0 if dependent else copy
        operand = 0 if dependent else 8 + copy % 5
        lines += [part.strip() for part in assembly.replace("{d}", str(destination))
                  .replace("{s}", str(operand)).split(";")]
    return lines


def has_chain(assembly):
    """Whether the result can be the operand of the next: no access to memory alone."""
    return "{d}" in assembly and "{s}" in assembly


def write_program(instructions):
    wide = {name: "zmm" if "zmm" in assembly else "ymm"
            for name, _, _, assembly in instructions}
    text = [PROLOGUE]
    clock = ["addq $1, %rax"] * 64
    text.append(make_loop("clock_loop", clock, "ymm").replace('"rcx"', '"rcx", "rax"'))
    names = []
    for number, (name, _, _, assembly) in enumerate(instructions):
        for dependent in (False, True):
            if dependent and not has_chain(assembly):
                continue
            function = "loop_%d_%d" % (number, dependent)
            text.append(make_loop(function, instances(assembly, dependent), wide[name]))
            names.append((number, dependent, function))
    text.append("static Loop loops[] = {%s};" % ", ".join(name for *_, name in names))
    text.append(EPILOGUE)
    return "\n".join(text), names


def list_costs(pirchc, kernel, target, cpu):
    command = [pirchc, kernel, "--wg-size=4", "--emit=costs", "--target=" + target]
    if cpu:
        command.append("--cpu=" + cpu)
    process = subprocess.run(command, capture_output=True, text=True)
    if process.returncode:
        sys.exit(process.stderr)
    return process.stdout


def main(root, build, arguments):
    parser = argparse.ArgumentParser(prog="scripts/bench calibrate", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="host")
    parser.add_argument("--cpu", default="",
                        help="whose table and model are printed; the host's by default")
    parser.add_argument("--seconds", type=float, default=0.01, help="time of one loop")
    parser.add_argument("--only", default="", help="pattern of instructions' names")
    args = parser.parse_args(arguments)
    table, _, listed = list_costs(
        os.path.join(build, "bin", "pirchc"),
        os.path.join(root, "examples", "kernels", "gema.cl"), args.target,
        args.cpu).partition("instructions |")
    instructions = [[cell.strip() for cell in line.split("|")]
                    for line in listed.splitlines()[1:]]
    instructions = [row for row in instructions
                    if row[0] == "add f64" or re.search(args.only, row[0])]
    if not instructions:
        sys.exit("the target lists no instructions to be measured")
    text, names = write_program(instructions)
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "calibrate.c")
        program = os.path.join(folder, "calibrate")
        with open(source, "w") as file:
            file.write(text)
        subprocess.run([os.environ.get("CC", "cc"), "-O1", source, "-o", program],
                       check=True)
        clock, *times = subprocess.run(
            [program, str(args.seconds)], check=True, capture_output=True,
            text=True).stdout.split("\n")
    print(table.rstrip())
    print("measured at %s GHz, in cycles:" % clock.split()[1])
    print("| instruction | cycles | latency | additions | LLVM: cycles | latency | additions |")
    print("|---|---|---|---|---|---|---|")
    measured = {(number, dependent): float(time) / COPIES
                for (number, dependent, _), time in zip(names, times)}
    by_model = {row[0]: row[1] for row in instructions}
    unit, model_unit = measured[0, False], by_model["add f64"]
    for number, (name, cycles, latency, _) in enumerate(instructions):
        own = measured[number, False]
        chain = measured.get((number, True))
        print("| %s | %.2f | %s | %.1f | %s | %s | %s |" % (
            name, own, "%.1f" % chain if chain else "-", own / unit, cycles, latency,
            "%.1f" % (float(cycles) / float(model_unit)) if cycles != "-" else "-"))

"""scripts/bench general: kernels as GPU programmers write them, compiled with
default options, beside what C++ programmers would write instead.

For each kernel, type, WG_SIZE, place of the data and offset of the buffers it
prints the least time of PIRCH's code and of the fastest rival, in ns for a
group, and their ratio (above 1: PIRCH is faster); then geometric means and the
rows in which PIRCH is behind. general.csv has the times of all forms,
general.md the tables.
"""
import argparse
import csv
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("PIRCH_BUILD_DIR", os.path.join(ROOT, "build"))
KEYS = ("kernel", "type", "size", "from", "offset")


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="scripts/bench general", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernels", help="names of benchmarks/general/kernels, "
                        "by default all")
    parser.add_argument("--sizes", default="8,16,32", help="values of WG_SIZE")
    parser.add_argument("--types", default="float,double", help="of REAL")
    parser.add_argument("--from", dest="places", default="cache,memory",
                        help="where data lie")
    parser.add_argument("--offsets", default="0,16",
                        help="bytes by which buffers start past a multiple of "
                        "64; one element where that is more")
    parser.add_argument("--half", choices=["A", "B"],
                        help="A: the kernels that were there before the "
                        "compiler was changed for them; B: the others")
    parser.add_argument("--reps", type=int, default=12)
    parser.add_argument("--quick", action="store_true",
                        help="WG_SIZE 16, aligned, 4 repetitions")
    parser.add_argument("--check-only", action="store_true",
                        help="compare the results of all forms, time nothing")
    parser.add_argument("--option", action="append", default=[],
                        help="an option that PIRCH compiles with, as in "
                        "--option=--compare-choices=0; may be given several times")
    parser.add_argument("--program", help="a pirch-bench-general; by default "
                        "it is built")
    parser.add_argument("--out", default=os.path.join(BUILD, "bench"))
    args = parser.parse_args(arguments)
    if args.quick:
        args.sizes, args.offsets, args.reps = "16", "0", 4
    return args


def measure(args):
    """Rows as the program prints them, each printed in short when it is
    complete: the fastest rival of a row is known when the next row begins."""
    command = [args.program,
               "--kernel-dir=" + os.path.join(HERE, "kernels"),
               "--sizes=" + args.sizes, "--types=" + args.types,
               "--from=" + args.places, "--offsets=" + args.offsets,
               "--reps=%d" % args.reps]
    if args.kernels:
        command.append("--kernels=" + args.kernels)
    if args.half:
        command.append("--half=" + args.half)
    if args.check_only:
        command.append("--check-only")
    command += ["--option=" + option for option in args.option]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    cases, last = {}, None
    for row in csv.DictReader(process.stdout):
        row["ns"] = float(row["ns"])
        key = tuple(row[name] for name in KEYS)
        if last and key != last:
            print_case(args, last, cases[last])
        cases.setdefault(key, []).append(row)
        last = key
    if last:
        print_case(args, last, cases[last])
    if process.wait():
        sys.exit(process.returncode)
    return cases


def fastest(forms):
    """PIRCH's row and the fastest rival's."""
    mine = next(row for row in forms if row["form"].startswith("PIRCH"))
    rival = min((row for row in forms if row is not mine),
                key=lambda row: row["ns"])
    return mine, rival


def print_case(args, key, forms):
    if args.check_only:
        print("%-18s %-6s %4s %-6s %3s  %d forms agree" % (*key, len(forms)))
        return
    mine, rival = fastest(forms)
    print("%-18s %-6s %4s %-6s %3s  %10.4g  %-14s %10.4g  %-20s %6.2f" %
          (*key, mine["ns"], mine["form"][6:], rival["ns"], rival["form"],
           rival["ns"] / mine["ns"]), flush=True)


def geomean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def summaries(cases):
    """(class, its rows' count, mean, least, rows below 0.9 and 0.8)."""
    ratios = {}
    for forms in cases.values():
        mine, rival = fastest(forms)
        ratio = rival["ns"] / mine["ns"]
        for group in ("all", "half " + mine["half"], "from " + mine["from"],
                      "half %s from %s" % (mine["half"], mine["from"]),
                      "offset " + mine["offset"], "WG_SIZE " + mine["size"],
                      "type " + (mine["type"] or "integers"),
                      "kind " + mine["kind"]):
            ratios.setdefault(group, []).append(ratio)
    return [(group, len(all), geomean(all), min(all),
             sum(ratio < 0.9 for ratio in all),
             sum(ratio < 0.8 for ratio in all))
            for group, all in sorted(ratios.items())]


def write_csv(cases, name):
    with open(name, "w", newline="") as file:
        rows = [row for forms in cases.values() for row in forms]
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def write_markdown(cases, name):
    with open(name, "w") as file:
        print("| | rows | geometric mean | least | below 0.9 | below 0.8 |\n"
              "|---|---|---|---|---|---|", file=file)
        for summary in summaries(cases):
            print("| %s | %d | **%.2f** | %.2f | %d | %d |" % summary,
                  file=file)
        print("\n| kernel | half | WG_SIZE | from | offset | PIRCH ns | "
              "chosen | rival ns | fastest rival | ratio |\n" + "|---" * 10 +
              "|", file=file)
        for key, forms in cases.items():
            mine, rival = fastest(forms)
            kernel, real, size, place, offset = key
            print("| %s %s | %s | %s | %s | %s | %.4g | %s | %.4g | %s | "
                  "%.2f |" % (kernel, real, mine["half"], size, place, offset,
                              mine["ns"], mine["form"][6:], rival["ns"],
                              rival["form"], rival["ns"] / mine["ns"]),
                  file=file)


def main(arguments):
    args = parse(arguments)
    if not args.program:
        subprocess.run([os.path.join(ROOT, "scripts", "build"),
                        "pirch-bench-general"], check=True)
        args.program = os.path.join(BUILD, "bin", "pirch-bench-general")
    if args.check_only:
        measure(args)
        return
    print("one-minute load of the machine: %.1f; no rivals in ISPC: the "
          "kernels are not written in it" % os.getloadavg()[0])
    print("%-18s %-6s %4s %-6s %3s  %10s  %-14s %10s  %-20s %6s" %
          ("kernel", "type", "size", "from", "off", "PIRCH ns", "chosen",
           "rival ns", "fastest rival", "ratio"))
    cases = measure(args)
    print("\nrival / PIRCH: rows, geometric mean, least, rows below 0.9, "
          "below 0.8")
    for summary in summaries(cases):
        print("%-24s %5d %6.2f %6.2f %5d %5d" % summary)
    os.makedirs(args.out, exist_ok=True)
    write_csv(cases, os.path.join(args.out, "general.csv"))
    write_markdown(cases, os.path.join(args.out, "general.md"))
    print("\nwritten: %s/general.csv, general.md" % args.out)

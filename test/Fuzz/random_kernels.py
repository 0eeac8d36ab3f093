#!/usr/bin/env python3
"""Random kernels, each compiled for a target and compared with the oracle bit
for bit.

Kernel number i of the same features is always the same; targets that lack
features (LACKING) get kernels without them. A kernel that differs, crashes or is
refused without a reason is kept in a folder of its own in --keep, with its data
and the command in `repeat`; --reduce shrinks it, too. Errors that read the same
are kept three times. Exit status 1 on any failure.
"""
import argparse
import collections
import itertools
import os
import random
import shutil
import sys
import tempfile
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from programs import Generator
from reducer import Reducer
from runs import Case, most_groups, options_for, run
from scope import FEATURES, UNDER_REPAIR

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "../Inputs"))
from cpu_targets import cpu_targets

# Features and functions that a target says "not supported yet" to.
LACKING = {}


def make_case(number, target, features):
    lacking = LACKING.get(target, set())
    generator = Generator(number, features - lacking, lacking)
    program = generator.program()
    rng = random.Random(number)
    options = options_for(rng, target, generator)
    return Case(number, program, generator.kernel_name,
                generator.data(most_groups(options)), options)


def keep(args, case, outcome, note=""):
    folder = os.path.join(args.keep, "kernel-%s-%s" % (
        case.number, case.options[0].split("=")[1]))
    os.makedirs(folder, exist_ok=True)
    case.write(folder)
    with open(os.path.join(folder, "repeat"), "w") as file:
        file.write("cd %s && %s kernel.cl --check %s\n" % (
            os.path.abspath(folder), args.runner, " ".join(case.options)))
    with open(os.path.join(folder, "output"), "w") as file:
        file.write(outcome.output)
    first = [line for line in outcome.output.splitlines() if "DIFFERS" in line or
             "error:" in line or "Assertion" in line or "ERROR" in line]
    return "kernel %s: %s %s%s\n  sh %s/repeat\n  %s" % (
        case.number, outcome.kind, outcome.sign, note, folder,
        (first or outcome.output.splitlines() or [""])[0][:300])


def check(args, number, target):
    """The outcome of one kernel on one target, and what to say of it."""
    case = make_case(number, target, args.features)
    if args.oracle != "fibers":
        # The Clang of PoCL contracts other expressions.
        case.options = [word for word in case.options if "contract" not in word]
        case.options += ["--oracle=" + args.oracle, "--ffp-contract=off"]
    with tempfile.TemporaryDirectory() as folder:
        outcome = run(args.runner, case, folder)
    if not outcome.is_failure():
        return outcome.kind, ""
    sign = (target, outcome.kind, outcome.sign)
    args.seen[sign] += 1
    if args.seen[sign] > 3 and outcome.sign:
        return outcome.kind, ""
    if not args.reduce:
        return outcome.kind, keep(args, case, outcome)
    keep(args, case, outcome)
    case.number = str(number) + "-reduced"
    reducer = Reducer(args.runner, case, outcome, args.reduce)
    reducer.reduce()
    return outcome.kind, keep(args, reducer.case, reducer.outcome,
                              " (reduced in %d runs)" % reducer.tried)


def work(args):
    """Pairs of numbers and targets to check, until the count or time is over."""
    targets = args.targets.split(",")
    stop = time.monotonic() + args.seconds if args.seconds else None
    numbers = itertools.count(args.seed)
    if not args.seconds:
        numbers = itertools.islice(numbers, args.count)
    for number in numbers:
        if stop and time.monotonic() > stop:
            return
        chosen = targets if args.each_target else [targets[number % len(targets)]]
        for target in chosen:
            yield number, target


def campaign(args):
    """How often each kind of outcome came."""
    counts, start, said = collections.Counter(), time.monotonic(), 0
    with ThreadPoolExecutor(args.jobs) as pool:
        running = set()
        def collect(done):
            for future in done:
                kind, text = future.result()
                counts[kind] += 1
                if text:
                    print(text, flush=True)
        for number, target in work(args):
            running.add(pool.submit(check, args, number, target))
            if len(running) > 2 * args.jobs:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                collect(done)
            if args.progress and time.monotonic() - said > args.progress:
                said = time.monotonic()
                print(summary(args, counts, said - start), flush=True)
            failures = sum(counts.values()) - counts["agrees"] - counts["refused"]
            if failures >= args.most_failures:
                break
        collect(running)
    print(summary(args, counts, time.monotonic() - start))
    return counts


def summary(args, counts, seconds):
    total = sum(counts.values())
    return "%d runs of kernels from %d on in %.0f s (%.1f a second): %s" % (
        total, args.seed, seconds, total / max(seconds, 1e-3),
        ", ".join("%d %s" % (n, kind) for kind, n in sorted(counts.items())))


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runner", help="pirch-run")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seconds", type=float, help="instead of --count")
    parser.add_argument("--seed", type=int, default=0, help="the first number")
    parser.add_argument("--keep", default="random-kernels", metavar="DIR")
    parser.add_argument("--targets", default=",".join(cpu_targets()),
                        help="they take turns; by default %(default)s")
    parser.add_argument("--oracle", default="fibers",
                        help="what pirch-run compares with: fibers, or pocl, which "
                        "refuses exchanges of work items that are not all active, and "
                        "needs --without library,contract; see docs/Testing.md")
    parser.add_argument("--each-target", action="store_true",
                        help="every kernel on every target")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--reduce", type=float, default=0, metavar="SECONDS",
                        help="shrink failures, each for so long at most")
    parser.add_argument("--most-failures", type=int, default=50,
                        help="stop after so many")
    parser.add_argument("--progress", type=float, default=0, metavar="SECONDS")
    parser.add_argument("--without", default=",".join(UNDER_REPAIR),
                        metavar="FEATURE,...",
                        help="of: %s; by default %%(default)s" % ", ".join(FEATURES))
    parser.add_argument("--print", action="store_true",
                        help="only print the first kernel and its options")
    args = parser.parse_args()
    args.seen = collections.Counter()
    args.features = set(FEATURES) - set(filter(None, args.without.split(",")))
    return args


def main():
    args = parse()
    args.runner = os.path.abspath(shutil.which(args.runner) or args.runner)
    if args.print:
        case = make_case(args.seed, args.targets.split(",")[0], args.features)
        print(case.source(), " ".join(case.options), sep="\n")
        return 0
    counts = campaign(args)
    return int(any(n for kind, n in counts.items()
                   if kind not in ("agrees", "refused")))


if __name__ == "__main__":
    sys.exit(main())

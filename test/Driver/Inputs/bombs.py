#!/usr/bin/env python3
"""Compile sources that ask for more than there is: each must end, with code or
with an error that has a place in the source, within a limit of CPU time and
memory. Without --full sources are smaller, so are the limits, and each is
compiled for one target, in turn.
Usage: bombs.py [--full] [--targets T,...] [--only NAME,...] [--list]
                [--keep DIR] PIRCHC"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Inputs"))
from sampling import sample
from bomb_sources import BOMBS
import bomb_text  # adds its sources to BOMBS

EMIT = {"avx512": ["--emit=obj", "--cpu=x86-64-v4"],
        "avx2": ["--emit=obj", "--cpu=x86-64-v3"],
        "generic": ["--emit=obj", "--triple=x86_64-unknown-linux-gnu"],
        "ve": ["--emit=obj"], "nvvm": ["--emit=ptx"]}
parser = argparse.ArgumentParser()
parser.add_argument("--full", action="store_true",
                    help="sources of up to 64 KiB, 60 s and 4 GiB each")
parser.add_argument("--targets", default=",".join(EMIT))
parser.add_argument("--only", default="", help="names, or parts of them")
parser.add_argument("--list", action="store_true")
parser.add_argument("--keep", type=pathlib.Path, help="leave the sources here")
parser.add_argument("--seconds", type=int, help="of CPU time for each")
parser.add_argument("--jobs", type=int, default=1)
parser.add_argument("--verbose", action="store_true")
parser.add_argument("compiler", nargs="?")
options = parser.parse_args()
if options.compiler:
    options.compiler = shutil.which(options.compiler) or parser.error(
        "there is no such compiler: " + options.compiler)
    options.compiler = os.path.abspath(options.compiler)

ROOM = 64 << 10 if options.full else 700  # bytes of source
SECONDS = options.seconds or (60 if options.full else 20)
BYTES = 4 << 30 if options.full else 2 << 30


# What takes long also where the source is small.
HEAVY = ("arrays-large", "arrays-of-all-lanes", "pack-4096",
         "constants-of-a-million-many", "helper-doubling",
         "loop-vectorized-large-body", "product-64", "reductions-1024",
         "shuffles-run-time-looped", "statements-1024",
         "subscripts-run-time-large", "subscripts-run-time-written",
         "votes-1024")


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def complaint(status, errors, used):
    """What is wrong with how a compilation ended, or nothing."""
    if used.ru_maxrss > BYTES >> 10:
        return f"{used.ru_maxrss >> 10} MiB"
    if status < 0:
        return f"signal {-status}"
    if status == 0:
        return ""
    first = re.search(r"^.*error: .*$", errors, re.MULTILINE)
    if not first:
        return f"exit status {status} without an error"
    if not re.match(r"\S*bomb\.cl:\d+:\d+: ", first.group(0)):
        return "an error without a place: " + first.group(0)
    return ""


def compile_one(name, target, source, flags, folder):
    path = folder / f"{name}.{target}"
    path.mkdir(exist_ok=True)
    (path / "bomb.cl").write_text(source)
    with open(path / "errors", "w+b") as errors:
        command = [options.compiler, "bomb.cl", f"--target={target}",
                   *EMIT[target], *flags, "-o", "out"]
        process = subprocess.Popen(command, stderr=errors, cwd=path,
                                   stdout=subprocess.DEVNULL,
                                   preexec_fn=limit)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        text = errors.read(1 << 20).decode(errors="replace")
    wrong = complaint(process.returncode, text, used)
    seconds = used.ru_utime + used.ru_stime
    said = re.search(r"error: (.*)", text)
    return (f"{name:24} {target:8} {seconds:6.2f} s {used.ru_maxrss >> 10:5} MiB"
            f"  {wrong and 'WRONG: ' + wrong + ' '}"
            f"{said.group(1)[:70] if said and not wrong else ''}", bool(wrong))


def main():
    chosen = {name: make for name, make in BOMBS.items()
              if any(part in name for part in options.only.split(","))
              and (options.full or options.only or name not in HEAVY)}
    if options.list:
        print("\n".join(chosen))
        return 0
    failures = 0
    with tempfile.TemporaryDirectory() as scratch, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = options.keep or pathlib.Path(scratch)
        folder.mkdir(exist_ok=True)
        jobs = []
        targets = options.targets.split(",")
        turns = list(enumerate(chosen.items()))
        for turn, (name, make) in turns if options.full or options.only else sample(turns, 3):
            source, *flags = make(ROOM)
            assert len(source) <= 64 << 10, name
            for target in (targets if options.full
                           else [targets[turn % len(targets)]]):
                jobs.append(pool.submit(compile_one, name, target, source,
                                        flags or ["--wg-size=8"], folder))
        for job in jobs:
            line, failed = job.result()
            failures += failed
            if failed or options.verbose or options.full:
                print(line, flush=True)
    print(f"{len(jobs)} compilations, {failures} wrong")
    return failures != 0


sys.exit(main())

#!/usr/bin/env python3
"""Random mutation of OpenCL C sources and of IR, looking for crashes.

usage: fuzz.py BIN_DIR SOURCE_DIR --seconds N [--seed S] [--keep DIR] [--jobs J]

Takes every .cl and .mlir file of the project as corpus, mutates tokens and lines,
and runs pirchc and pirch-opt on the result. A signal, an assertion, more than ten
seconds or 4 GiB is a finding: the input and the command are kept in DIR. Ordinary
errors are what the tools are expected to give. Exit status 1 on any finding.
"""
import argparse
import concurrent.futures
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z_][\w.]*|[%@#!^][\w.:$-]*|\d[\w.]*|->|<<=|>>='
                   r'|[-+*/%&|^<>=!]=|&&|\|\||<<|>>|\+\+|--|\s+|.', re.S)
NUMBERS = ["0", "1", "-1", "2", "7", "8", "31", "32", "63", "64", "255", "1024",
           "65535", "65537", "2147483647", "2147483648", "4294967295",
           "9223372036854775807", "-9223372036854775808",
           "18446744073709551616", "1e308", "0x7fffffff", "0.5"]
OPT_PIPELINES = [
    [], ["--canonicalize"], ["--cse"], ["--pirch-form-infregs"],
    ["--pirch-demanded-lanes"], ["--pirch-pack-work-groups=wg-pack=2"],
    ["--pirch-attach-target", "--pirch-pack-work-groups"],
    ["--pirch-assign-lanes"], ["--pirch-compact-lanes"],
    ["--pirch-select-reorders"], ["--convert-pirch-to-vector"],
    ["--pirch-select-reorders", "--convert-pirch-to-vector"],
    ["--pirch-attach-target", "--pirch-to-chunks"],
    ["--pirch-to-avx512=wg-pack=8 lane-order=ix-wi-wg"],
    ["--pirch-to-avx512=wg-pack=2 lane-order=wg-wi-ix"],
    ["--pass-pipeline=builtin.module(func.func(pirch-schedule-chunks))"],
]


def read_corpus(root, suffix):
    files = []
    for folder, _, names in os.walk(root):
        if os.sep + "build" in folder or os.sep + ".git" in folder:
            continue
        for name in names:
            if name.endswith(suffix):
                with open(os.path.join(folder, name), errors="replace") as file:
                    text = file.read()
                if suffix == ".mlir":
                    files += text.split("// -----")
                else:
                    files.append(text)
    return sorted(files)


class Mutator:
    def __init__(self, corpus):
        self.corpus = corpus
        self.tokens = sorted({token for text in corpus
                              for token in TOKEN.findall(text)
                              if not token.isspace() and len(token) < 60})

    def mutate(self, rng):
        text = rng.choice(self.corpus)
        if rng.random() < 0.2:
            text = self.splice(rng, text)
        tokens = TOKEN.findall(text)
        gentle = rng.random() < 0.4  # what still parses gets further
        for _ in range(rng.choice([1, 1, 2, 3] if gentle else [1, 3, 5, 10])):
            if tokens:
                self.change(rng, tokens, 3 if gentle else rng.randrange(6))
        text = "".join(tokens)
        if rng.random() < 0.03:  # bytes, now and then
            at = rng.randrange(len(text) + 1)
            text = text[:at] + chr(rng.randrange(1, 300)) + text[at + 1:]
        return text

    def splice(self, rng, text):
        """Lines of another file in place of some of this one."""
        lines = text.split("\n")
        other = rng.choice(self.corpus).split("\n")
        first, start = rng.randrange(len(lines)), rng.randrange(len(other))
        count = rng.randrange(1, 6)
        lines[first:first + rng.randrange(4)] = other[start:start + count]
        return "\n".join(lines)

    def change(self, rng, tokens, kind):
        at = rng.randrange(len(tokens))
        if kind == 0:
            del tokens[at]
        elif kind == 1:
            tokens.insert(at, tokens[at])
        elif kind == 2:
            other = rng.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 3:
            numbers = [i for i, token in enumerate(tokens)
                       if token[0].isdigit()]
            tokens[rng.choice(numbers) if numbers else at] = rng.choice(NUMBERS)
        elif kind == 4:
            tokens[at] = rng.choice(self.tokens)
        else:
            end = min(len(tokens), at + rng.randrange(1, 12))
            tokens[at:end] = tokens[at:end] * rng.randrange(3)


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def command_for(rng, bin_dir, is_source, name):
    if not is_source:
        return [os.path.join(bin_dir, "pirch-opt"), name, "-o", os.devnull,
                "--allow-unregistered-dialect" if rng.random() < 0.1
                else "--mlir-print-op-generic", *rng.choice(OPT_PIPELINES)]
    return [os.path.join(bin_dir, "pirchc"), name, "-o", os.devnull,
            "--wg-size=%d" % rng.choice([1, 2, 3, 4, 8]),
            "--wg-pack=" + rng.choice(["auto", "1", "2", "8"]),
            "--lane-order=" + rng.choice(["auto", "wg-wi-ix", "ix-wi-wg"]),
            "--target=generic",
            "--emit=" + rng.choice(["mlir", "mlir", "mlir-infreg", "llvm"])]


def run_one(seed, bin_dir, mutators, keep):
    rng = random.Random(seed)
    is_source = rng.random() < 0.5
    text = mutators[is_source].mutate(rng)
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "input.cl" if is_source else "input.mlir")
        with open(name, "w", errors="replace") as file:
            file.write(text)
        command = command_for(rng, bin_dir, is_source, name)
        try:
            done = subprocess.run(command, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, timeout=10,
                                  preexec_fn=limit)
            status, output = done.returncode, done.stderr
        except subprocess.TimeoutExpired:
            status, output = "more than 10 s", b""
    if status in (0, 1):
        if status == 1 and b"error:" not in output:
            status = "no message"
        else:
            return is_source, status, None
    base = os.path.join(keep, "finding-%d" % seed)
    with open(base + (".cl" if is_source else ".mlir"), "w",
              errors="replace") as file:
        file.write(text)
    with open(base + ".txt", "wb") as file:
        file.write((" ".join(command) + "\nstatus %s\n" % status).encode() +
                   output[-4000:])
    return is_source, status, base


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bin_dir")
    parser.add_argument("source_dir")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--keep", default="fuzz-findings")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    os.makedirs(args.keep, exist_ok=True)
    mutators = {True: Mutator(read_corpus(args.source_dir, ".cl")),
                False: Mutator(read_corpus(args.source_dir, ".mlir"))}
    seed = args.seed if args.seed is not None else int(time.time())
    end = time.time() + args.seconds
    runs, accepted, findings = [0, 0], [0, 0], []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        pending = set()
        while pending or time.time() < end:
            while len(pending) < 2 * args.jobs and time.time() < end:
                pending.add(pool.submit(run_one, seed, args.bin_dir, mutators,
                                        args.keep))
                seed += 1
            done, pending = concurrent.futures.wait(
                pending, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                is_source, status, finding = future.result()
                runs[is_source] += 1
                accepted[is_source] += status == 0
                if finding:
                    findings.append(finding)
                    print("finding: %s (status %s)" % (finding, status),
                          flush=True)
    print("%d sources (%d compiled), %d modules (%d accepted), %d findings" %
          (runs[1], accepted[1], runs[0], accepted[0], len(findings)))
    sys.exit(bool(findings))


main()

"""Run kernels and compare with the OpenCL oracle: every kernel of every source,
with the options that follow `--`; parameters for which a source gives no value get
large random buffers, or 3. Says which agree bit for bit, which agree
within 4 ulp (only where the source calls functions of the C library, of which
every implementation has its own), which are not comparable and why, and which
PIRCH itself does not run. Exit status 1 where one differs.
Usage: second.py PIRCH_RUN SOURCE... [-- OPTION...]"""
import collections
import re
import subprocess
import sys

LIBRARY = re.compile(r"\b(exp|exp2|exp10|expm1|log|log2|log10|log1p|sin|cos|tan|sinh|"
                     r"cosh|tanh|asin|acos|atan|pow|atan2|cbrt|erf)\s*\(")
MISSING = re.compile(r"no value for parameter '(.+?)' of type (.*?) \(--arg")
MAX_ULP = 4


def judge(command, text):
    """What came of one run, and a line that says why."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=300)
    missing = MISSING.search(done.stdout)
    if missing:
        value = "rand(GROUPS, WG_SIZE, 64)" if "*" in missing[2] else "3"
        return judge(command + ["--arg", missing[1] + "=" + value], text)
    lines = done.stdout.splitlines()
    reason = [line for line in lines if "error:" in line or "does not take" in line]
    if done.returncode == 77:
        return "not comparable", (reason[1:] or reason)[0]
    if "DIFFERS" not in done.stdout:
        return ("same bits", "") if done.returncode == 0 else ("not run", reason[0])
    if LIBRARY.search(text):
        kind, why = judge(command + ["--max-ulp=%d" % MAX_ULP], "")
        return ("within %d ulp" % MAX_ULP if kind == "same bits" else kind), why
    return "DIFFERS", [line for line in lines if "DIFFERS" in line][0]


def main():
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    runner, *sources = words[:split]
    counts = collections.Counter()
    for source in sources:
        with open(source) as file:
            text = file.read()
        for kernel in re.findall(r"\b(?:__)?kernel\s+void\s+(\w+)", text):
            kind, why = judge([runner, source, "--kernel=" + kernel, "--check",
                               "--oracle=pocl", *words[split + 1:]], text)
            counts[kind] += 1
            print("%s: %s: %s %s" % (source, kernel, kind, why), flush=True)
    print("%d runs: %s" % (sum(counts.values()), ", ".join(
        "%d %s" % (count, kind) for kind, count in sorted(counts.items()))))
    return int(counts["DIFFERS"] > 0)


if __name__ == "__main__":
    sys.exit(main())

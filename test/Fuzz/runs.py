"""Running a generated program: with which options, and what came of it."""

import math
import os
import re
import signal
from dataclasses import dataclass, field

from server import server_of

# Bytes of memory that one run may take; sanitizers need their shadow.
MEMORY = 8 << 30
# The exit status of pirch-run where its oracle does not take the kernel.
NOT_COMPARABLE = 77


@dataclass
class Case:
    """One run: a program (a tree), its data and the command line."""

    number: int
    program: object
    kernel: str
    files: dict
    options: list
    fills: dict = field(default_factory=dict)  # instead of files: zeros(...)

    def source(self):
        words = ["--kernel=" + self.kernel]
        values = {name: name + ".npy" for name in self.files}
        values.update(self.fills)
        words += ["--arg %s=%s" % item for item in values.items()]
        lines = ["// pirch-run: " + " ".join(words[i:i + 4])
                 for i in range(0, len(words), 4)]
        return "\n".join(lines) + "\n" + self.program.text()

    def write(self, folder):
        """All that the command needs."""
        with open(os.path.join(folder, "kernel.cl"), "w") as file:
            file.write(self.source())
        for name, content in self.files.items():
            if name not in self.fills:
                with open(os.path.join(folder, name + ".npy"), "wb") as file:
                    file.write(content)


@dataclass
class Outcome:
    """`kind`: agrees, refused (not supported yet, or not comparable), differs, undefined (differs,
    and a shuffle read no active work item), crash, error or timeout. `sign` tells
    failures of one kind apart."""

    kind: str
    sign: str = ""
    output: str = ""

    def is_failure(self):
        return self.kind not in ("agrees", "refused")

    def same(self, other):
        return (self.kind, self.sign) == (other.kind, other.sign)


def options_for(rng, target, generator):
    """The command line that goes with a program."""
    shape, groups, *offset = generator.range.options()
    if "groups" in generator.features and rng.random() < 0.15:
        groups = groups.replace("=", "=0,1,")
    options = ["--target=" + target, shape, groups, *offset, "--arg %s=%d" % (generator.count,
                                                     rng.randrange(8)),
               # Selecting from many lanes at run time is slow to compile.
               "--wg-pack=" + rng.choice(["1", "2", "auto"] if generator.small
                                         else ["1", "2", "3", "8", "auto", "auto"]),
               "--lane-order=" + rng.choice(["wg-wi-ix", "ix-wi-wg", "ix-wg-wi",
                                             "auto", "auto"])]
    if rng.random() < 0.25:
        options.append("--ffp-contract=off")
    if rng.random() < 0.15:
        options.append("--reduce=ordered")
    if rng.random() < 0.15:
        options.append("--guard")
    if target == "generic":
        options.append("--vector-bits=" + rng.choice(["128", "256", "512"]))
    if target == "avx512" and rng.random() < 0.1:
        options.append("--stream-bytes=1")
    return [word for option in options for word in option.split(" ")]


def most_groups(options):
    counts = [o for o in options if o.startswith("--groups=")][0]
    return max(math.prod(map(int, grid.split("x")))
               for grid in counts.split("=")[1].split(","))


def run(runner, case, folder, seconds=120):
    """Write the case to `folder`, run it there and compare with the oracle.
    `seconds` of CPU time are a timeout."""
    case.write(folder)
    status, output = server_of(runner).run(
        folder, ["kernel.cl", "--check", *case.options], seconds,
        0 if is_sanitized(runner) else MEMORY)
    if status in (-signal.SIGXCPU, -signal.SIGALRM):
        return Outcome("timeout", "", output)
    outcome = classify(status, output)
    # With a pack that was asked for, a kernel may exceed a limit, which the error names.
    if (outcome.kind == "error" and re.search(r"not supported: .*\(at most \d+", output)
            and any(option.startswith("--wg-pack=") for option in case.options)):
        return Outcome("refused", "", output)
    return outcome


_sanitized = {}


def is_sanitized(runner):
    """Sanitizers reserve terabytes of addresses, which a limit would refuse."""
    if runner not in _sanitized:
        with open(runner, "rb") as file:
            content = file.read()
        _sanitized[runner] = b"__asan_init" in content or b"__tsan_init" in content
    return _sanitized[runner]


def classify(status, output):
    if "ERROR: AddressSanitizer" in output or "runtime error:" in output:
        found = re.search(r"(AddressSanitizer: \S+|runtime error: .*)", output)
        return Outcome("crash", re.sub(r"\d+|0x\w+", "N", found[1]), output)
    if status < 0 or status >= 126 or "Stack dump" in output:
        found = re.search(r"Assertion `(.*?)' failed|LLVM ERROR: (.*)", output)
        return Outcome("crash", found[0] if found else "%d" % status, output)
    if "DIFFERS" in output and "they get is not defined" in output:
        return Outcome("undefined", "", output)
    if "DIFFERS" in output:
        return Outcome("differs", "", output)
    if status == 0:
        return Outcome("agrees", "", output)
    if "not supported yet" in output or status == NOT_COMPARABLE:
        return Outcome("refused", "", output)
    found = re.search(r"error: (.*)", output)
    text = re.sub(r"'[^']*'|\d+", "N", found[1]) if found else "status %d" % status
    return Outcome("error", text, output)

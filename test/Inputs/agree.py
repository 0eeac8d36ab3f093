"""Runs a kernel on many sizes and targets, each compared with the oracle."""
import subprocess


def run_all(commands):
    """Run every command and print those that fail, with what they print. Return the
    exit status of the test."""
    failures = 0
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            failures += 1
            print(" ".join(command), done.stdout, done.stderr, sep="\n")
    print("%d of %d runs agree with the oracle" % (len(commands) - failures, len(commands)))
    return int(failures > 0)


def check_command(runner, source, kernel, target, size, groups, arguments, extra=()):
    """The command that runs a kernel and compares it; `arguments` has the values of
    its parameters by their names."""
    return [runner, source, "--kernel=" + kernel, "--target=" + target,
            "--wg-size=%d" % size, "--groups=%d" % groups, "--check", *extra,
            *(word for name, value in arguments.items()
              for word in ("--arg", "%s=%s" % (name, value)))]

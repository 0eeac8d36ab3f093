"""Runs of pirch-run, forked from a process that has everything loaded.

What a run does first, loading 200 MB of libraries and building tables, takes as
long as the rest of it; `pirch-run --serve` does it once (tools/pirch-run/Serve.h).
"""

import contextlib
import json
import os
import subprocess
import threading


class Server:
    """One process that forks for one job at a time."""

    def __init__(self, runner):
        self.runner = runner
        self.process = None

    def start(self):
        self.stop()
        self.process = subprocess.Popen(
            [self.runner, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True)
        if self.answer() != {"ready": True}:
            raise RuntimeError("%s --serve does not start" % self.runner)

    def stop(self):
        if self.process:
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.close()
            self.process.stdout.close()
            self.process.wait()
            self.process = None

    def answer(self):
        """The next line; None where the server is gone."""
        line = self.process.stdout.readline()
        return json.loads(line) if line.endswith("\n") else None

    def ask(self, job):
        try:
            self.process.stdin.write(json.dumps(job) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return None
        return self.answer()

    def run(self, folder, arguments, seconds, memory):
        """The status of pirch-run, as subprocess has it, and what it printed.
        `memory`: bytes of address space, 0 for no limit."""
        output = os.path.join(folder, "output")
        job = {"folder": folder, "arguments": arguments, "output": output,
               "seconds": int(seconds), "bytes": memory}
        answer = self.ask(job) if self.process else None
        if answer is None:
            self.start()
            answer = self.ask(job)
        if answer is None:
            raise RuntimeError("%s --serve ends instead of running a job in %s"
                               % (self.runner, folder))
        with open(output, errors="replace") as file:
            printed = file.read()
        return answer.get("status", -answer.get("signal", 0)), printed


_local = threading.local()


def server_of(runner):
    """The server of this runner and this thread."""
    servers = _local.__dict__.setdefault("servers", {})
    if runner not in servers:
        servers[runner] = Server(runner)
    return servers[runner]

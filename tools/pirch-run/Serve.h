//===- Serve.h - Many runs from one process ---------------------*- C++ -*-===//

#ifndef PIRCH_TOOLS_PIRCH_RUN_SERVE_H
#define PIRCH_TOOLS_PIRCH_RUN_SERVE_H

namespace pirch {

/// Read jobs from standard input, one line of JSON each:
///
///   {"folder": "/tmp/a", "arguments": ["kernel.cl", "--check"],
///    "output": "/tmp/a/output", "seconds": 120, "bytes": 8589934592}
///
/// `runCommandLine` is to do what a process with these arguments does. Each job
/// calls it in a child process of its own, in the folder, with standard output
/// and error going to the file `output`. SIGXCPU ends the child after so many
/// seconds of CPU time, SIGALRM after 5 times as many by the clock, and it has
/// so many bytes of address space (0: as many as this process). The answer is a
/// line {"status": 0}, or {"signal": 11} where a signal ended the child. Before
/// the first job a line {"ready": true} says that this process has compiled and
/// run a kernel for each target: what that loads, binds and builds, children
/// need not do again. Returns an exit status: 0 at the end of the input.
int serve(const char *program, int (*runCommandLine)(int argc, char **argv));

} // namespace pirch

#endif // PIRCH_TOOLS_PIRCH_RUN_SERVE_H

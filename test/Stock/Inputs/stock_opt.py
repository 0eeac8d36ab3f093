"""Run stock mlir-opt with PirchPlugin.so, with the command line of pirch-opt.

mlir-opt knows the passes of a plugin in --pass-pipeline, not as options of their
own, so that pirch-opt is asked for the pipeline that such options stand for.

Usage: stock_opt.py MLIR_OPT BUILD_FOLDER ARGUMENT..."""
import os
import subprocess
import sys

GENERAL = ("-o", "--split-input-file", "--verify-diagnostics", "--verify-roundtrip",
           "--allow-unregistered-dialect", "--pass-pipeline", "--mlir-", "--remark")

mlir_opt, build, *arguments = sys.argv[1:]
plugin = os.path.join(build, "lib", "PirchPlugin.so")
passes = [a for a in arguments if a.startswith("--") and not a.startswith(GENERAL)]
others = [a for a in arguments if a not in passes]
if passes:
    dump = subprocess.run([os.path.join(build, "bin", "pirch-opt"), "--dump-pass-pipeline",
                           *passes], input="", capture_output=True, text=True)
    # What follows the pipeline, which ends with a line of its own, are messages of
    # passes about the module without kernels.
    title, _, pipeline = dump.stderr.partition("\n")
    pipeline = pipeline.partition("\n)\n")[0] + ")"
    if not title.startswith("Pass Manager"):
        sys.stderr.write(dump.stderr)
        sys.exit(dump.returncode or 1)
    pipeline = "".join(line.strip() for line in pipeline.splitlines())
    others.append("--pass-pipeline=" + pipeline)
os.execv(mlir_opt, [mlir_opt, f"--load-dialect-plugin={plugin}",
                    f"--load-pass-plugin={plugin}", *others])

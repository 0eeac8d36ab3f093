"""Run a command; exit status 0 where its own is STATUS.
Usage: status.py STATUS COMMAND..."""
import subprocess
import sys

status = subprocess.run(sys.argv[2:]).returncode
if status != int(sys.argv[1]):
    sys.exit("status %d, not %s" % (status, sys.argv[1]))

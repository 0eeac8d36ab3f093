"""Check the cache on disk between processes: what one compiled the next finds;
damaged, empty and foreign files are compiled anew; a folder that cannot be
written, or a full limit, costs time alone; processes that compile the same at
once, some of them killed, compile each kernel once at a time, and all results
are right. pirch-cache shows, prunes and clears.

Usage: cache.py HOST PIRCH_CACHE FOLDER [PROCESSES THREADS KERNELS]"""
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time

host, tool, folder = sys.argv[1:4]
processes, threads, kernels = map(int, sys.argv[4:] or (8, 4, 6))
folder = pathlib.Path(folder)
failures = 0


def start(*args, **environment):
    return subprocess.Popen(
        [host, *map(str, args)], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PIRCH_CACHE_DIR": str(folder), **environment})


def finish(process):
    output = process.communicate()[0]
    if process.returncode:
        print(output)
        sys.exit(f"exit status {process.returncode}")
    return json.loads(output)


def run(*args, **environment):
    return finish(start(*args, **environment))


def entries():
    return sorted(folder.glob("*.pirch"))


def expect(what, stats, **expected):
    global failures
    wrong = {name: stats[name] for name in expected
             if stats[name] != expected[name]}
    if wrong:
        failures += 1
        print(f"{what}: {wrong}, expected {expected}")


shutil.rmtree(folder, ignore_errors=True)
expect("the first time", run(1, 4), compilations=4, disk_hits=0)
expect("the second time", run(1, 4), compilations=0, disk_hits=4)
assert len(entries()) == 4, entries()

# Damage: each is compiled anew, once, and the entry is good afterwards.
one, two, three, four = entries()
good = one.read_bytes()
one.write_bytes(good[:len(good) // 2])
two.write_bytes(b"")
bytes_of_three = bytearray(three.read_bytes())
for place in random.Random(1).sample(range(len(bytes_of_three)), 3):
    bytes_of_three[place] ^= 0x10
three.write_bytes(bytes_of_three)
four.write_bytes(good)  # of another key
expect("damaged", run(1, 4), compilations=4, rejected=4, disk_hits=0)
expect("mended", run(1, 4), compilations=0, rejected=0, disk_hits=4)
four.unlink()
four.mkdir()  # a file cannot take its place
(four / "full").touch()
expect("not a file", run(1, 4), compilations=1, rejected=2, write_failures=1)
shutil.rmtree(four)

# No folder, and none that can be written (root writes anywhere but there).
expect("no cache on disk", run(1, 2, PIRCH_CACHE_DIR=""), compilations=2,
       write_failures=0)
expect("unwritable", run(1, 2, PIRCH_CACHE_DIR="/proc/pirch"), compilations=2,
       write_failures=2)

# The limit holds, and the tool shows and clears.
run(1, 6, PIRCH_CACHE_BYTES="20000")
size = sum(path.stat().st_size for path in entries())
if size > 20000:
    failures += 1
    print("limit of 20000 bytes:", size)
shown = subprocess.run([tool, "show", f"--dir={folder}"], check=True,
                       capture_output=True, text=True).stdout
if (f"{len(entries())} entries, {size} bytes" not in shown or
        "cache.cl: k" not in shown):
    failures += 1
    print(shown)
subprocess.run([tool, "clear", f"--dir={folder}"], check=True)
if entries():
    failures += 1
    print("not cleared:", entries())

# Modules that go from memory are found on disk, whatever runs meanwhile.
stats = run(threads, 12, 3, 150000)
if not stats["evictions"] or stats["memory_bytes"] > 150000:
    failures += 1
    print("memory limited to 150000 bytes:", stats)
subprocess.run([tool, "clear", f"--dir={folder}"], check=True)

# Each kernel is compiled once, by whichever process.
running = [start(threads, kernels) for _ in range(processes)]
total = sum(finish(process)["compilations"] for process in running)
if total != kernels:
    failures += 1
    print(f"{processes} processes compiled {kernels} kernels {total} times")

# The same with some of them killed at any time: the others go on.
subprocess.run([tool, "clear", f"--dir={folder}"], check=True)
killed = 0
running = [start(threads, kernels, 2) for _ in range(processes)]
for process in running[::2]:
    time.sleep(0.05)
    killed += process.poll() is None
    process.kill()
for process in running[1::2]:
    finish(process)
for process in running[::2]:
    process.communicate()
expect("after the kills", run(2, kernels), compilations=0, rejected=0,
       disk_hits=kernels)
if not killed:
    failures += 1
    print("no process was killed while it ran")
print(f"{processes} processes, {killed} killed, {failures} failures")
sys.exit(failures != 0)

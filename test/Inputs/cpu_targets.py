"""The targets whose code this machine's CPU runs itself, best first."""

NEEDED = {"avx512": {"avx512f", "avx512bw", "avx512dq", "avx512vl"},
          "avx2": {"avx2", "fma", "bmi1", "bmi2", "abm", "f16c", "movbe"},
          "generic": set()}


def cpu_targets():
    with open("/proc/cpuinfo") as file:
        flags = set(next((line for line in file
                          if line.startswith(("flags", "Features"))), "").split())
    return [name for name, needed in NEEDED.items() if needed <= flags]

# Configuration of PIRCH's test suite. Set PIRCH_ROUNDTRIP=1 to have every
# pirch-opt run verify that its output parses back to itself.
import ctypes
import os
import shutil
import subprocess
import sys

import lit.formats
import lit.util

config.name = "PIRCH"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".cl", ".test"]
config.excludes = ["Inputs", "Fuzz"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.pirch_obj_root, "test")

tools = [os.path.join(config.pirch_obj_root, "bin"), config.llvm_tools_dir]
config.environment["PATH"] = os.pathsep.join(tools + [os.environ["PATH"]])

# Whether tests of many cases run all of them (test/Inputs/sampling.py).
config.environment["PIRCH_TEST_ALL"] = os.environ.get("PIRCH_TEST_ALL", "")

# Tests keep kernels where they say, or nowhere.
config.environment["PIRCH_CACHE_DIR"] = ""

source_include = os.path.join(config.pirch_src_root, "include")
config.substitutions.append(("%include", source_include))
config.substitutions.append(("%tblgen_includes", " ".join(
    "-I" + folder for folder in [source_include] + config.mlir_include_dirs.split(";"))))
config.substitutions.append(("%docs", os.path.join(config.pirch_src_root, "docs")))
config.substitutions.append(("%src_root", config.pirch_src_root))
config.substitutions.append(("%examples", os.path.join(config.pirch_src_root, "examples")))
config.substitutions.append(("%unittests", os.path.join(config.pirch_obj_root, "unittests")))
config.substitutions.append(("%build", config.pirch_obj_root))
config.substitutions.append(("%llvm_prefix", config.llvm_prefix))
config.substitutions.append(("%cxx", config.cxx))
config.substitutions.append(("%cc", config.cc))
if os.environ.get("PIRCH_ROUNDTRIP"):
    config.substitutions.append(("pirch-opt", "pirch-opt --verify-roundtrip"))

def find_python(modules):
    """A Python that has `modules`, as after `import`; None where there is none."""
    for python in (sys.executable, shutil.which("python3"), "/usr/bin/python3"):
        if python and subprocess.run([python, "-c", "import " + modules],
                                     stderr=subprocess.DEVNULL).returncode == 0:
            return python
    return None


# The Pythons that have what the package pirch needs, and what pirch.dask needs.
for feature, modules, lacking in (
        ("numpy", "numpy, setuptools, pip",
         "no NumPy or no pip: the Python package is not tested"),
        ("dask", "numpy, dask.array, distributed",
         "no Dask: kernels are not mapped over blocks of Dask arrays")):
    python = find_python(modules)
    if python:
        config.available_features.add(feature)
        config.substitutions.append((f"%{feature}_python", python))
    else:
        lit_config.note(lacking)

if shutil.which("mpicc") and shutil.which("mpirun"):
    config.available_features.add("mpi")
else:
    lit_config.note("no MPI: no batch is split over the processes of an MPI program")

# The library beside which the factorizations of examples/batched are tested.
try:
    ctypes.CDLL("liblapack.so.3")
    config.available_features.add("lapack")
except OSError:
    lit_config.note("no LAPACK: factorizations are compared with the oracle alone")

if shutil.which("gfortran"):
    config.available_features.add("gfortran")
else:
    lit_config.note("no gfortran: the example in Fortran is not compiled")

# Where pirchc looks for NVIDIA's tools.
cuda_paths = [os.environ["PATH"]] + [
    os.path.join(os.environ[home], "bin")
    for home in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(home)
] + ["/usr/local/cuda/bin"]
if all(shutil.which(tool, path=os.pathsep.join(cuda_paths))
       for tool in ("ptxas", "fatbinary")):
    config.available_features.add("ptxas")
else:
    lit_config.note("no CUDA toolkit: PTX is not assembled")
try:
    ctypes.CDLL("libcuda.so.1")
    config.available_features.add("cuda-driver")
except OSError:
    pass

# The second oracle; it keeps what it compiles for the next run of the suite.
probe = os.path.join(config.test_source_root, "Oracle", "Inputs", "pocl_platform.py")
if subprocess.run([sys.executable, probe], stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("pocl")
    cache = os.path.join(config.test_exec_root, "pocl-cache")
    os.makedirs(cache, exist_ok=True)
    config.environment["POCL_CACHE_DIR"] = cache
else:
    lit_config.note("no PoCL: results are compared with the fibers alone")

if shutil.which("gdb"):
    config.available_features.add("gdb")
else:
    lit_config.note("no gdb: no kernel is stopped in a debugger")

if shutil.which("ispc"):
    config.available_features.add("ispc")
else:
    lit_config.note("no ispc: the benchmarks' rivals in ISPC are not compiled")

if os.path.exists(os.path.join(config.pirch_obj_root, "bin", "pirch-bench-general")):
    config.available_features.add("pirch-bench-general")
else:
    lit_config.note("no pirch-bench-general: the benchmark's kernels are not compared")

with open("/proc/cpuinfo") as cpuinfo:
    flags = cpuinfo.read()
if all(flag in flags for flag in ("avx2", "bmi2", "fma", "f16c")):
    config.available_features.add("avx2")
if "avx512f" in flags and "avx512dq" in flags:
    config.available_features.add("avx512")
else:
    lit_config.note("no AVX-512 on this CPU: tests that run such code are skipped")

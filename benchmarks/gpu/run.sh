#!/usr/bin/env bash
# Build the runner of this bundle with nvcc and run it:
#
#   ./run.sh [--quick] [--check-only] [--kernels=gema,...] [--sizes=8,...]
#
# ARCH is the architecture the rivals are compiled for, as in sm_90; that of the
# GPU by default. NVCCFLAGS replaces -O3. Exit status: 0, or 1 where a check or
# the build failed, or 2 without a GPU.
set -euo pipefail
cd "$(dirname "$0")"

nvcc=$(command -v nvcc || true)
if [ -z "$nvcc" ] && [ -x /usr/local/cuda/bin/nvcc ]; then
  nvcc=/usr/local/cuda/bin/nvcc
fi
if [ -z "$nvcc" ]; then
  echo "run.sh: no nvcc on PATH nor in /usr/local/cuda/bin" >&2
  exit 1
fi

# -ffp-contract=off: the CPU reference fuses where it says so, and nowhere else.
read -ra optimize <<<"${NVCCFLAGS:--O3}"
flags=(-std=c++17 "${optimize[@]}" "-arch=${ARCH:-native}"
       -Xcompiler "-Wall,-pthread,-ffp-contract=off")
newer=$(find . -maxdepth 1 \( -name '*.cu*' -o -name '*.h' -o -name run.sh \) \
  -newer runner 2>/dev/null || echo all)
if [ -n "$newer" ] || [ "$(cat .built 2>/dev/null)" != "${flags[*]}" ]; then
  echo "== building with $nvcc"
  # The program finds cuBLAS where nvcc's own libraries are, if not elsewhere.
  libraries=$(dirname "$(dirname "$(readlink -f "$nvcc")")")/lib64
  rpath=(-Xlinker -rpath -Xlinker "$libraries")
  if ! "$nvcc" "${flags[@]}" runner.cu -o runner -lcublas -ldl "${rpath[@]}" \
    2>build.log; then
    echo "== no build with cuBLAS (see build.log): building without it"
    "$nvcc" "${flags[@]}" -DPIRCH_NO_CUBLAS runner.cu -o runner -ldl
  fi
  echo "${flags[*]}" >.built
fi
exec ./runner "$@"

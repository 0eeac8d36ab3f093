// The OpenCL oracle looks at buffers with eyes of its own: a source that says
// something else to PoCL, by a macro that only PoCL defines, differs.
//
// REQUIRES: avx512, pocl
// RUN: python3 %S/Inputs/status.py 1 pirch-run %s --groups=3 --check --oracle=pocl | FileCheck %s
// CHECK: check: a: DIFFERS, 24 elements, 3 differ, largest error 1 absolute, {{.*}}; first at [2]: {{.*}}
// RUN: pirch-run %s --groups=3 --check --oracle=pocl --max-ulp=1 | FileCheck %s --check-prefix=ALLOWED
// ALLOWED: check: a: ok
// RUN: pirch-run %s --groups=3 --check | FileCheck %s --check-prefix=FIBERS
// FIBERS: check: a: ok
//
// Without PoCL there is an error, not a comparison.
// RUN: env OCL_ICD_VENDORS=%S/Inputs python3 %S/Inputs/status.py 1 pirch-run %s --groups=3 --check --oracle=pocl 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: OpenCL has no device of PoCL (Debian: pocl-opencl-icd)
// MISSING-NOT: ok
//
// pirch-run: --arg a=rand(GROUPS, WG_SIZE)
__kernel void k(__global int *a) {
#ifdef POCL_DEVICE_ADDRESS_BITS
  if (get_local_id(0) == 2)
    a[get_global_id(0)] += 1;
#endif
  a[get_global_id(0)] *= 1;
}

// The macros of OpenCL C are defined, those of the host's C compiler are not.
// RUN: pirchc %s --wg-size=4 --target=generic --emit=mlir-workitem | FileCheck %s
#if __OPENCL_C_VERSION__ != 120 || __OPENCL_VERSION__ != 120 ||               \
    CL_VERSION_1_2 != 120 || !defined(cl_khr_fp64)
#error versions
#endif
#if SHRT_MAX != 32767 || SHRT_MIN != -32768 || USHRT_MAX != 65535 ||          \
    SCHAR_MIN != -128 || UCHAR_MAX != 255 || CHAR_BIT != 8 ||                  \
    ULONG_MAX != 0xfffffffffffffffful || FLT_MANT_DIG != 24 || DBL_MAX_EXP != 1024
#error limits
#endif
#if defined(__x86_64__) || defined(__linux__) || defined(__GNUC__) ||          \
    defined(__clang__) || defined(linux)
#error host
#endif
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel __attribute__((reqd_work_group_size(4, 1, 1), vec_type_hint(float)))
__attribute__((work_group_size_hint(4, 1, 1)))
// CHECK-LABEL: pirch.kernel @k
void k(__global double *a) {
  // CHECK-DAG: 3.40282347E+38
  a[0] = MAXFLOAT;
  // CHECK-DAG: 0.69314718055994529
  a[1] = M_LN2;
  // OpenCL's `uint`: the difference wraps in 32 bits.
  // CHECK-DAG: arith.uitofp {{.*}} : i32 to f64
  a[2] = get_sub_group_local_id() - 1;
}

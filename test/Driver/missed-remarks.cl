// --remarks=missed names what is slow, why, and what to write instead. With
// -DMENDED each kernel is written as its remark suggests, and has no remark.

// RUN: pirchc %s --wg-size=8 --target=avx512 --cpu=znver4 --remarks=missed -o %t.o 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=remark:
// RUN: pirchc %s --wg-size=8 --target=avx512 --cpu=znver4 --remarks=missed -o %t.o \
// RUN:   -DMENDED -DN=24 2>&1 | count 0
// RUN: pirchc %s --wg-size=8 --target=avx512 --cpu=znver4 --remarks-file=%t.yaml -o %t.o \
// RUN:   2>&1 | count 0
// RUN: FileCheck %s --check-prefix=YAML --input-file=%t.yaml

#ifndef N
#define N n
#endif

// CHECK: missed-remarks.cl:[[#@LINE+8]]:{{[0-9]+}}: remark: slow: each lane's
// CHECK-SAME: element of 'x' is read by itself, because its subscript is read
// CHECK-SAME: from 'index' ([[#@LINE+6]]:{{[0-9]+}}); instead, let neighbouring
// CHECK-SAME: {{.*}} [Gather]
__kernel void gather(__global const float *x, __global const int *index,
                     __global float *y) {
  int i = get_global_id(0);
#ifndef MENDED
  y[i] = x[index[i]];
#else
  y[i] = x[i];
#endif
}

// CHECK: remark: {{.*}} is multiplied by 'n', which is known only at run time
// CHECK-SAME: ([[#@LINE+4]]:{{[0-9]+}}); instead, make the factor a constant
__kernel void stride(__global const float *x, __global float *y, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < 24; k += 3)
    y[i * 8 + k / 3] = x[i * N + k];
}

// CHECK: remark: slow: each lane's element of 'y' is written by itself, because
// CHECK-SAME: the elements of neighbouring lanes lie 40 elements apart; instead,
// CHECK-SAME: {{.*}} [Scatter]
__kernel void scatter(__global const float *x, __global float *y) {
  int i = get_global_id(0);
#ifndef MENDED
  y[i * 40] = x[i];
#else
  y[i] = x[i];
#endif
}

// CHECK: remark: slow: elements of 'y' are stored under a mask, because the
// CHECK-SAME: store is executed under a condition {{.*}} [MaskedStore]
__kernel void masked(__global const float *x, __global float *y) {
  int i = get_global_id(0);
#ifndef MENDED
  if (x[i] > 0)
    y[i] = x[i];
#else
  y[i] = x[i] > 0 ? x[i] : y[i];
#endif
}

// CHECK: remark: slow: each lane chooses another work item's register at run
// CHECK-SAME: time, because its subscript is read from 'index' {{.*}} [Lookup]
__kernel void lookup(__global const float *x, __global const int *index,
                     __global float *y) {
  int i = get_global_id(0);
#ifndef MENDED
  y[i] = shuffle(x[i], index[i] & 7);
#else
  y[i] = shuffle(x[i], (get_local_id(0) + 3) & 7);
#endif
}

// CHECK: remark: slow: the loop runs until the last work item of the pack has
// CHECK-SAME: left it, because what its condition compares is read from 'count'
// CHECK-SAME: {{.*}} [DivergentLoop]
__kernel void loop(__global const int *count, __global float *y, int n) {
  int i = get_global_id(0);
  float product = 1;
#ifndef MENDED
  for (int k = 0; k < count[i]; ++k)
#else
  for (int k = 0; k < n; ++k)
#endif
    product = product * 1.5f + 1;
  y[i] = product;
}

// CHECK: remark: slow: integers of 64 bits are divided lane by lane,
// CHECK-SAME: because {{.*}} [LongDivision]
__kernel void divide(__global const long *x, __global long *y, long n) {
  int i = get_global_id(0);
#ifndef MENDED
  y[i] = x[i] / n;
#else
  y[i] = x[i] / 7;
#endif
}

// YAML: --- !Missed
// YAML-NEXT: Pass: pirch
// YAML-NEXT: Name: Gather
// YAML-NEXT: DebugLoc: { File: '{{.*}}missed-remarks.cl'
// YAML: Function: gather
// YAML: Reason: {{.*}}is read from ''index''
// YAML: Suggestion:
// YAML: Operations: '1'
// YAML: Cost:

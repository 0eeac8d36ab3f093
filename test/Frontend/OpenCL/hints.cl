// Hints of loops become annotations of LLVM's; what they cannot say is a warning at their place.
// RUN: pirchc %s --wg-size=4 --target=generic --emit=mlir-workitem -o - 2>&1 | FileCheck %s
// CHECK-DAG: #[[NEVER:.*]] = #llvm.loop_unroll<disable = true>
// CHECK-DAG: #[[MANY:.*]] = #llvm.loop_unroll<disable = false>
// CHECK-DAG: #[[FOUR:.*]] = #llvm.loop_unroll<count = 4 : i32>
// CHECK-DAG: #[[TWO:.*]] = #llvm.loop_unroll<count = 2 : i32>
// CHECK-DAG: #[[ALL:.*]] = #llvm.loop_unroll<full = true>
// CHECK-DAG: #[[IS_NEVER:.*]] = #llvm.loop_annotation<unroll = #[[NEVER]]>
// CHECK-DAG: #[[IS_MANY:.*]] = #llvm.loop_annotation<unroll = #[[MANY]]>
// CHECK-DAG: #[[IS_FOUR:.*]] = #llvm.loop_annotation<unroll = #[[FOUR]]>
// CHECK-DAG: #[[IS_TWO:.*]] = #llvm.loop_annotation<unroll = #[[TWO]]>
// CHECK-DAG: #[[IS_ALL:.*]] = #llvm.loop_annotation<unroll = #[[ALL]]>
__kernel void k(__global int *a, int n) {
  int sum = 0;
// CHECK: llvm.loop_annotation = #[[IS_FOUR]]
#pragma unroll 4
  for (int i = 0; i < n; ++i)
    sum += a[i];
// CHECK: llvm.loop_annotation = #[[IS_NEVER]]
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    sum += a[i];
// CHECK: llvm.loop_annotation = #[[IS_NEVER]]
#pragma nounroll
  while (sum < 7)
    ++sum;
// CHECK: llvm.loop_annotation = #[[IS_MANY]]
#pragma unroll
  for (int i = 0; i < n; ++i)
    sum += a[i];
// CHECK: llvm.loop_annotation = #[[IS_TWO]]
  __attribute__((opencl_unroll_hint(2)))
  do
    ++sum;
  while (sum < 7);
// CHECK: llvm.loop_annotation = #[[IS_ALL]]
#pragma clang loop unroll(full)
  for (int i = 0; i < n; ++i)
    sum += a[i];
  // Loops without a hint have no annotation.
  // CHECK-NOT: llvm.loop_annotation
  for (int i = 0; i < n; ++i)
    sum += a[i];
  a[get_global_id(0)] = sum;
}

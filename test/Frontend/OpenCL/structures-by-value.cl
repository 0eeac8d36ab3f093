// A structure that the caller passes by value, and that the kernel changes, is a
// variable of each work item: one scalar or array for each field.
// RUN: pirchc %s --target=generic --wg-size=4 --emit=mlir-workitem | FileCheck %s
typedef struct {
  int count;
  float parts[3];
} Share;

// CHECK-LABEL: pirch.kernel @shares
// CHECK: %[[COUNT:.*]] = memref.alloca() : memref<1xi32>
// CHECK: %[[PARTS:.*]] = memref.alloca() : memref<3xf32>
// CHECK-COUNT-4: memref.load %arg1
// CHECK: %[[ONE:.*]] = memref.load %[[COUNT]]
// CHECK: memref.store %{{.*}}, %[[COUNT]]
__kernel void shares(__global float *o, Share s, int n) {
  s.count += 1;
  o[get_global_id(0)] = s.count + s.parts[n];
}

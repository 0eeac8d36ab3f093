// Work items leave a loop one by one: LLVM lets their threads leave before the others' next ballot, which is no error.
// RUN: pirch-run %s --target=rocdl --wg-size=64 --groups=2 --check --arg 'in=rand(128)' --arg 'out=zeros(128)'
// RUN: pirchc %s --target=rocdl --wg-size=64 --emit=llvm | FileCheck %s
// CHECK: llvm.amdgcn.ballot
// CHECK: call void @llvm.amdgcn.wave.barrier
// CHECK: br i1 %[[ACTIVE:.*]], label %{{.*}}, label %.loopexit
__kernel void leave(__global const float *in, __global float *out) {
  size_t at = get_global_id(0);
  int rounds = ((int)get_local_id(0) | (in[at] < 1)) & 3;
  do {
    out[at] = 1.0f;
  } while (--rounds > 0);
}

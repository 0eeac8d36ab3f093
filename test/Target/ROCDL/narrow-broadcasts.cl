// Values of fewer than 32 bits that all work items read of one: LLVM makes readlane of bits, bytes and shorts of them.
// RUN: pirch-run %s --target=rocdl --wg-size=1x33 --groups=2x1 --check --arg 'in=rand(66)' --arg 'out=zeros(198)'
// RUN: pirchc %s --target=rocdl --wg-size=1x33 --emit=llvm | FileCheck %s
// CHECK: llvm.amdgcn.readlane.i1
__kernel void broadcasts(__global const float *in, __global int *out) {
  int at = get_global_id(1) * get_global_size(0) + get_global_id(0);
  bool is_less = in[at] < 0.5f;
  char byte = (char)(in[at] * 100.0f);
  ushort word = (ushort)(in[at] * 60000.0f);
  out[at * 3] = shuffle(is_less, 0);
  out[at * 3 + 1] = shuffle(byte, 1);
  out[at * 3 + 2] = shuffle(word, 2);
}

// Bytes that are moved within a register: LLVM's code generator takes insertq for this where a CPU of AMD has it, which waits for
// the upper halves of all registers to be saved.
// RUN: pirchc %s --target=avx2 --cpu=znver3 --wg-size=32 --emit=asm -o - | FileCheck %s
// RUN: pirch-run %s --wg-size=32 --groups=3 --check --arg 'in=rand(96)' --arg 'out=zeros(96)'
// CHECK-NOT: {{insertq|extrq}}
// CHECK-LABEL: sums:
// CHECK-NOT: {{insertq|extrq}}
__kernel void sums(__global float *out, __global const uchar *in) {
  const int lid = get_local_id(0);
  const size_t g = get_global_id(0);
  uchar head = in[g] == 0;
  float sum = in[g];
  for (int far = 1; far < WG_SIZE; far <<= 1) {
    float before = sub_group_shuffle_up(sum, far);
    uchar its = sub_group_shuffle_up(head, far);
    if (lid >= far) {
      if (!head)
        sum += before;
      head |= its;
    }
  }
  out[g] = sum;
}

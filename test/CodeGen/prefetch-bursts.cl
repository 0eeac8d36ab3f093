// A pack of 16 groups reads 64 lines in a burst, more than a core waits for at once: they
// are prefetched, though less than eight operations are done with each. A pack of four
// reads 16 lines, and the loads of the next one are under way by themselves.
// RUN: pirchc %s --target=avx512 --cpu=znver5 --wg-size=8 --wg-pack=16 --lane-order=wg-wi-ix --emit=mlir -o - | FileCheck %s --check-prefix=BURST
// RUN: pirchc %s --target=avx512 --cpu=znver5 --wg-size=8 --wg-pack=4 --lane-order=wg-wi-ix --emit=mlir -o - | FileCheck %s --check-prefix=FEW
// BURST-LABEL: func.func @differences(
// BURST-COUNT-32: llvm.intr.prefetch
// BURST-LABEL: func.func private @differences.remainder(
// FEW-LABEL: func.func @differences(
// FEW-NOT: llvm.intr.prefetch
// FEW-LABEL: func.func private @differences.remainder(
__kernel void differences(__global uint *sum, __global const uchar *a, __global const uchar *b) {
  const size_t g = get_global_id(0);
  uint total = 0;
  for (int i = 0; i < 16; i++)
    total += abs_diff(a[16 * g + i], b[16 * g + i]);
  sum[g] = total;
}

// Of packs whose estimates are close, the one is taken whose code LLVM's model of the CPU
// predicts to be fastest: the cost model alone keeps rows of bytes together here.
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=16 --compare-choices=0 --emit=mlir-packed -o %t.model
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=16 --emit=mlir-packed -o %t.compared
// RUN: FileCheck %s --check-prefix=MODEL < %t.model
// RUN: FileCheck %s --check-prefix=COMPARED < %t.compared
// MODEL: lane_order = #pirch.lanes<wg, wi, ix>
// COMPARED-NOT: schedule
// COMPARED: lane_order = #pirch.lanes<ix, wg, wi>
// COMPARED-NOT: schedule
// The script with what was chosen has the same.
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=16 --emit=schedule -o %t.mlir
// RUN: FileCheck %s --check-prefix=SCRIPT < %t.mlir
// SCRIPT: <ix, wg, wi>
// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=16 --schedule=%t.mlir --emit=mlir-packed -o - | FileCheck %s --check-prefix=AGAIN
// AGAIN: lane_order = #pirch.lanes<ix, wg, wi>
// RUN: pirch-run %s --wg-size=16 --groups=0,1,2,9,33 --check | FileCheck %s
// CHECK: check: out: ok
// RUN: not pirchc %s --wg-size=16 --compare-choices=-1 -o %t.o 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: --compare-choices takes a number of choices, not -1
// pirch-run: --arg out=zeros(GROUPS, WG_SIZE, 4) --arg in=rand(GROUPS, WG_SIZE, 3)
uchar letter(uint six) {
  if (six < 26)
    return 'A' + six;
  if (six < 52)
    return 'a' + (six - 26);
  if (six < 62)
    return '0' + (six - 52);
  return six == 62 ? '+' : '/';
}

__kernel void letters(__global uchar *out, __global const uchar *in) {
  size_t g = get_global_id(0);
  uint bits = ((uint)in[3 * g] << 16) | ((uint)in[3 * g + 1] << 8) | in[3 * g + 2];
  for (int i = 0; i < 4; i++)
    out[4 * g + i] = letter((bits >> (18 - 6 * i)) & 63);
}

// A store of one element whose value was truncated in a register writes the
// element's two bytes alone: what `row` holds behind it stays as it is.

// RUN: pirchc %s --target=avx512 --cpu=znver4 --wg-size=1 --wg-pack=1 \
// RUN:   --emit=asm -o - | FileCheck %s
// RUN: %if avx512 %{ pirch-run %s --target=avx512 --wg-size=1 --groups=1 \
// RUN:   --wg-pack=1 --check --arg "in=rand(8)" --arg "row=rand(8)" \
// RUN:   --arg "wide=rand(8)" %}

// CHECK-LABEL: narrow:
// CHECK-NOT: {{movq.*, [0-9]*\(%rsi}}
// CHECK: movw {{.*}}, (%rsi,
// CHECK-NOT: {{movq.*, [0-9]*\(%rsi}}
__kernel void narrow(__global const double *restrict in,
                     __global ushort *restrict row,
                     __global ulong *restrict wide) {
  size_t at = get_global_id(0);
  if (in[at * 4 + 2] < in[at * 4 + 2])
    return;
  row[at * 3] = (int)wide[at * 3 + 2];
}
